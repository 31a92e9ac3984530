//! Table edges and zones: where figures may be set up, and how far they are from an edge.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::convex::Convex;
use crate::point::Point;
use crate::polygon;
use crate::units::Length;

/// An edge of the table, as the player with the near edge sees it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    /// Where y is nothing.
    Near,
    /// Where y is the table's depth.
    Far,
    /// Where x is nothing.
    Left,
    /// Where x is the table's width.
    Right,
}

impl Edge {
    /// All four.
    pub const ALL: [Edge; 4] = [Edge::Near, Edge::Far, Edge::Left, Edge::Right];

    /// The edge across the table, where a half-turn puts this one.
    #[must_use]
    pub fn opposite(self) -> Edge {
        match self {
            Edge::Near => Edge::Far,
            Edge::Far => Edge::Near,
            Edge::Left => Edge::Right,
            Edge::Right => Edge::Left,
        }
    }

    /// How far a shape on a table of that size is from the edge; negative if it hangs over. Exact.
    pub fn gap(self, size: Point, shape: &Convex) -> Length {
        let (low, high) = shape.bounds();
        Length(match self {
            Edge::Near => low.y,
            Edge::Far => size.y - high.y,
            Edge::Left => low.x,
            Edge::Right => size.x - high.x,
        })
    }

    /// Whether a shape on the table touches the edge: a gap of at most [`Length::CONTACT`].
    pub fn touches(self, size: Point, shape: &Convex) -> bool {
        self.gap(size, shape) <= Length::CONTACT
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Edge::Near => "near edge",
            Edge::Far => "far edge",
            Edge::Left => "left edge",
            Edge::Right => "right edge",
        })
    }
}

/// A part of the table with an outline that need not be convex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Vec<Point>", into = "Vec<Point>")]
pub struct Zone {
    outline: Vec<Point>,
}

impl TryFrom<Vec<Point>> for Zone {
    type Error = String;

    fn try_from(outline: Vec<Point>) -> Result<Zone, String> {
        Zone::new(&outline)
    }
}

impl From<Zone> for Vec<Point> {
    fn from(zone: Zone) -> Vec<Point> {
        zone.outline
    }
}

impl Zone {
    /// The zone with that edge, or why there is none.
    pub fn new(outline: &[Point]) -> Result<Zone, String> {
        match polygon::fault(outline) {
            Some(fault) => Err(fault),
            None => Ok(Zone { outline: polygon::tidy(outline) }),
        }
    }

    /// The upright rectangle with these opposite corners, which must differ in both directions.
    pub fn rectangle(a: Point, b: Point) -> Result<Zone, String> {
        Zone::new(&[a, Point::new(b.x, a.y), b, Point::new(a.x, b.y)])
    }

    /// Everything within `depth` of an edge of a table, which must be more than nothing.
    pub fn strip(size: Point, edge: Edge, depth: Length) -> Result<Zone, String> {
        let (a, b) = match edge {
            Edge::Near => (Point::new(0, 0), Point::new(size.x, depth.0)),
            Edge::Far => (Point::new(0, size.y - depth.0), size),
            Edge::Left => (Point::new(0, 0), Point::new(depth.0, size.y)),
            Edge::Right => (Point::new(size.x - depth.0, 0), size),
        };
        Zone::rectangle(a, b)
    }

    /// The rectangle in a corner of a table: at the near or far, and at the left or right edge.
    pub fn corner(
        size: Point,
        far: bool,
        right: bool,
        width: Length,
        depth: Length,
    ) -> Result<Zone, String> {
        let corner = Point::new(if right { size.x } else { 0 }, if far { size.y } else { 0 });
        let x = if right { -width.0 } else { width.0 };
        let y = if far { -depth.0 } else { depth.0 };
        Zone::rectangle(corner, corner.shifted(x, y))
    }

    /// Its corners, counter-clockwise.
    pub fn outline(&self) -> &[Point] {
        &self.outline
    }

    /// Where a half-turn of the table puts it.
    #[must_use]
    pub fn half_turned(&self, size: Point) -> Zone {
        let turned = |p: &Point| Point::new(size.x - p.x, size.y - p.y);
        Zone { outline: self.outline.iter().map(turned).collect() }
    }

    /// Whether a point is inside or on the edge. Exact.
    pub fn covers(&self, at: Point) -> bool {
        polygon::covers(&self.outline, at)
    }

    /// Whether a shape is wholly within; touching the edge from inside is. Exact.
    pub fn holds(&self, shape: &Convex) -> bool {
        let n = self.outline.len();
        let crossed = (0..n).any(|i| {
            let (a, b) = (self.outline[i], self.outline[(i + 1) % n]);
            shape.overlaps(&Convex { core: [a, b].into_iter().collect(), radius: 0 })
        });
        // No side crosses the shape's inside, so that all of it is where its middle is. A corner
        // won't do: it may lie on the edge of a zone the shape touches from outside. The middle is
        // no grid point, so both are drawn larger by the number of corners.
        let count = shape.core.len() as i32;
        let middle = shape.core.iter().fold(Point::default(), |sum, p| sum.shifted(p.x, p.y));
        let drawn: Vec<Point> =
            self.outline.iter().map(|p| Point::new(p.x * count, p.y * count)).collect();
        !crossed && polygon::covers(&drawn, middle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Base, Facing};
    use proptest::prelude::*;

    const SIZE: Point = Point::inches(36, 36);

    #[test]
    fn a_base_is_in_a_strip_up_to_the_last_unit() {
        let strip = Zone::strip(SIZE, Edge::Near, Length::inches(6)).unwrap();
        let disc = |y| Base::round(32).footprint(Point::new(50_000, y), Facing::default());
        assert!(strip.holds(&disc(6 * 2540 - 1600)));
        assert!(!strip.holds(&disc(6 * 2540 - 1599)));
        assert!(strip.holds(&disc(1600)));
        assert!(!strip.holds(&disc(1599)), "over the table's edge");
        assert_eq!(Edge::Near.gap(SIZE, &disc(1605)), Length(5));
        assert!(Edge::Near.touches(SIZE, &disc(1605)));
        assert!(!Edge::Near.touches(SIZE, &disc(1606)));
        assert_eq!(Edge::Far.gap(SIZE, &disc(1600)), Length(36 * 2540 - 3200));
    }

    #[test]
    fn what_only_touches_a_zone_is_not_in_it() {
        // A U whose bay is exactly as large as the base.
        let u = [(0, 0), (12, 0), (12, 8), (8, 8), (8, 4), (4, 4), (4, 8), (0, 8)];
        let zone = Zone::new(&u.map(|(x, y)| Point::inches(x, y))).unwrap();
        let square = Base::Rectangle { long: 4 * 2540, wide: 4 * 2540 };
        let at = |x, y| square.footprint(Point::inches(x, y), Facing::default());
        assert!(!zone.holds(&at(6, 6)), "in the bay");
        assert!(!zone.holds(&at(14, 2)), "beside it");
        assert!(zone.holds(&at(6, 2)) && zone.holds(&at(2, 6)));
        assert!(!zone.holds(&at(6, 3)), "partly in the bay");
    }

    #[test]
    fn corners_lie_in_their_corners() {
        for (far, right, x, y) in
            [(false, false, 1, 1), (true, false, 1, 35), (false, true, 35, 1), (true, true, 35, 35)]
        {
            let zone =
                Zone::corner(SIZE, far, right, Length::inches(9), Length::inches(6)).unwrap();
            assert!(zone.covers(Point::inches(x, y)));
            assert!(zone.half_turned(SIZE).covers(Point::inches(36 - x, 36 - y)));
            assert!(!zone.covers(Point::inches(18, 18)));
        }
        assert!(Zone::strip(SIZE, Edge::Left, Length::ZERO).unwrap_err().contains("no area"));
    }

    #[test]
    fn zones_survive_a_file_and_bad_ones_say_why() {
        #[derive(Serialize, Deserialize, Debug)]
        struct File {
            zone: Zone,
        }
        let zone = Zone::strip(SIZE, Edge::Right, Length::tenths(45)).unwrap();
        let text = toml::to_string(&File { zone: zone.clone() }).unwrap();
        assert_eq!(toml::from_str::<File>(&text).unwrap().zone, zone);
        let error = toml::from_str::<File>("zone = [[0, 0], [1, 1]]").unwrap_err().to_string();
        assert!(error.contains("at least 3 corners"), "{error}");
    }

    proptest! {
        #[test]
        fn a_rectangle_holds_what_its_bounds_hold(
            x in 0..90_000, y in 0..90_000, f in 0..72, long in 2500_u16..9000, kind in 0..3
        ) {
            let base = match kind {
                0 => Base::Round { diameter: long },
                1 => Base::Oval { long, wide: 3500 },
                _ => Base::Rectangle { long, wide: 3500 },
            };
            let shape = base.footprint(Point::new(x, y), Facing::new(f));
            let (a, b) = (Point::new(20_000, 10_000), Point::new(60_000, 80_000));
            let zone = Zone::rectangle(a, b).unwrap();
            let (low, high) = shape.bounds();
            let inside = low.x >= a.x && low.y >= a.y && high.x <= b.x && high.y <= b.y;
            prop_assert_eq!(zone.holds(&shape), inside);
        }
    }
}
