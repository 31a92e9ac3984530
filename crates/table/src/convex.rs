//! Convex shapes: a polygon of grid points, blown up by a radius.
//!
//! A disc is a point with a radius, a rectangle four points without one, a disc's sweep along a leg
//! two points with one. All questions about two shapes come down to the distance of their cores.

use arrayvec::ArrayVec;

use crate::point::{Point, Squared, segment_clears};

/// No core has more corners: the sweep of a 32-gon has 34.
pub const CORNERS: usize = 36;

/// A convex shape in the plane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Convex {
    /// The corners of the core, counter-clockwise, no three on a line; or one point, or two.
    pub core: ArrayVec<Point, CORNERS>,
    /// How far the shape reaches beyond its core.
    pub radius: i32,
}

impl Convex {
    /// A disc.
    #[inline]
    pub fn disc(centre: Point, radius: i32) -> Convex {
        let mut core = ArrayVec::new();
        core.push(centre);
        Convex { core, radius }
    }

    /// The convex hull of some points, without a radius. More than [`CORNERS`] corners: `None`.
    pub fn hull(points: &[Point]) -> Option<Convex> {
        let mut sorted = points.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let mut core: ArrayVec<Point, CORNERS> = ArrayVec::new();
        if sorted.len() <= 2 {
            core.extend(sorted);
            return Some(Convex { core, radius: 0 });
        }
        // Andrew's chains: the lower from left to right, the upper back.
        let mut chain: Vec<Point> = Vec::with_capacity(sorted.len() + 1);
        let grow = |chain: &mut Vec<Point>, from: usize, point: Point| {
            while chain.len() >= from + 2
                && chain[chain.len() - 2].cross(chain[chain.len() - 1], point) <= 0
            {
                chain.pop();
            }
            chain.push(point);
        };
        for &point in &sorted {
            grow(&mut chain, 0, point);
        }
        let upper = chain.len() - 1;
        for &point in sorted.iter().rev().skip(1) {
            grow(&mut chain, upper, point);
        }
        chain.pop();
        core.try_extend_from_slice(&chain).ok()?;
        Some(Convex { core, radius: 0 })
    }

    /// The shape moved by a vector.
    #[must_use]
    pub fn shifted(&self, x: i32, y: i32) -> Convex {
        Convex { core: self.core.iter().map(|p| p.shifted(x, y)).collect(), radius: self.radius }
    }

    /// All the ground the shape covers when it moves in a straight line by a vector.
    #[must_use]
    pub fn swept(&self, x: i32, y: i32) -> Convex {
        if x == 0 && y == 0 {
            return self.clone();
        }
        if let [centre] = self.core[..] {
            let mut core = ArrayVec::new();
            core.push(centre);
            core.push(centre.shifted(x, y));
            return Convex { core, radius: self.radius };
        }
        // Sides that look ahead go with the shape, the others stay; where the one kind meets the
        // other, a corner is drawn out into a side. For each side, whether its ends go.
        let goes = |(a, b): (Point, Point)| {
            let (ex, ey) = a.to(b);
            let ahead = ey * i64::from(x) - ex * i64::from(y);
            let along = ex * i64::from(x) + ey * i64::from(y);
            if ahead == 0 { (along < 0, along > 0) } else { (ahead > 0, ahead > 0) }
        };
        let mut core: ArrayVec<Point, CORNERS> = ArrayVec::new();
        let n = self.core.len();
        let (_, mut before) = goes((self.core[n - 1], self.core[0]));
        for side in self.edges() {
            let (p, (first, last)) = (side.0, goes(side));
            for gone in [before, first].iter().take(if before == first { 1 } else { 2 }) {
                core.push(if *gone { p.shifted(x, y) } else { p });
            }
            before = last;
        }
        Convex { core, radius: self.radius }
    }

    /// The edges of the core: none for a point, both directions for a segment.
    fn edges(&self) -> impl Iterator<Item = (Point, Point)> {
        let n = self.core.len();
        let count = if n < 2 { 0 } else { n };
        (0..count).map(move |i| (self.core[i], self.core[if i + 1 == n { 0 } else { i + 1 }]))
    }

    /// Whether some edge's line has this core on its left and the other core on or to the right of
    /// it.
    fn splits_from(&self, other: &Convex) -> bool {
        self.edges().any(|(a, b)| other.core.iter().all(|&p| a.cross(b, p) <= 0))
    }

    /// Whether a line separates the cores, which may both touch it.
    fn separable(&self, other: &Convex) -> bool {
        match (&self.core[..], &other.core[..]) {
            ([_], [_]) => true,
            _ => self.splits_from(other) || other.splits_from(self),
        }
    }

    /// Whether every corner of one and edge of the other are at least `r` apart.
    fn corners_clear(&self, other: &Convex, r: i64) -> bool {
        if other.core.len() == 1 {
            return self.core.iter().all(|p| p.distance_squared(other.core[0]) >= r * r)
                && self.edges().all(|(a, b)| segment_clears(a, b, other.core[0], r));
        }
        other.edges().all(|(a, b)| self.core.iter().all(|&p| segment_clears(a, b, p, r)))
    }

    /// Whether the shapes are at least `gap` apart; touching with no gap is apart. Exact.
    pub fn clears(&self, other: &Convex, gap: i32) -> bool {
        let r = i64::from(self.radius) + i64::from(other.radius) + i64::from(gap);
        if let ([a], [b]) = (&self.core[..], &other.core[..]) {
            return a.distance_squared(*b) >= r * r;
        }
        self.separable(other)
            && (r == 0 || (self.corners_clear(other, r) && other.corners_clear(self, r)))
    }

    /// Whether the shapes share more than their edges. Exact.
    pub fn overlaps(&self, other: &Convex) -> bool {
        !self.clears(other, 0)
    }

    /// The square of the distance between the cores.
    pub fn core_distance(&self, other: &Convex) -> Squared {
        if let ([a], [b]) = (&self.core[..], &other.core[..]) {
            return Squared::whole(a.distance_squared(*b));
        }
        if !self.separable(other) {
            return Squared::whole(0);
        }
        let mut best: Option<Squared> = None;
        let mut offer = |found: Squared| {
            if best.is_none_or(|best| found.less(best)) {
                best = Some(found);
            }
        };
        for (a, b) in self.edges() {
            other.core.iter().for_each(|&p| offer(Squared::to_segment(a, b, p)));
        }
        for (a, b) in other.edges() {
            self.core.iter().for_each(|&p| offer(Squared::to_segment(a, b, p)));
        }
        best.expect("two points were dealt with above")
    }

    /// Whether the closest points of the shapes, one of them `rise` above the other, are at most
    /// `reach` apart. Exact.
    pub fn within(&self, other: &Convex, rise: i32, reach: i32) -> bool {
        let radius = i64::from(self.radius) + i64::from(other.radius);
        self.core_distance(other).within(radius, i64::from(rise.abs()), i64::from(reach))
    }

    /// The distance between the closest points, one shape `rise` above the other, rounded up.
    pub fn gap(&self, other: &Convex, rise: i32) -> i32 {
        let squared = self.core_distance(other);
        let radius = i64::from(self.radius) + i64::from(other.radius);
        let rise = i64::from(rise.abs());
        let flat = (squared.as_f64().sqrt() - radius as f64).max(0.0);
        let mut gap = (flat * flat + (rise * rise) as f64).sqrt() as i64;
        while gap > 0 && squared.within(radius, rise, gap - 1) {
            gap -= 1;
        }
        while !squared.within(radius, rise, gap) {
            gap += 1;
        }
        gap as i32
    }

    /// Whether a point lies inside or on the edge. Exact.
    pub fn covers(&self, point: Point) -> bool {
        let squared = self.core_distance(&Convex::disc(point, 0));
        let radius = i128::from(self.radius);
        squared.over <= radius * radius * i128::from(squared.under)
    }

    /// The smallest upright rectangle around the shape, as its lower left and upper right corners.
    pub fn bounds(&self) -> (Point, Point) {
        let (mut low, mut high) = (self.core[0], self.core[0]);
        for p in &self.core {
            low = Point::new(low.x.min(p.x), low.y.min(p.y));
            high = Point::new(high.x.max(p.x), high.y.max(p.y));
        }
        let r = self.radius;
        (low.shifted(-r, -r), high.shifted(r, r))
    }

    /// A centre and a radius, rounded up, of a disc around the shape.
    pub fn ball(&self) -> (Point, i32) {
        let (low, high) = self.bounds();
        let centre = low.towards(high, 1, 2);
        let reach = self.core.iter().map(|&p| centre.distance(p).0).max().unwrap_or(0);
        (centre, reach + self.radius)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shapes() -> impl Strategy<Value = Convex> {
        (prop::collection::vec((0..60_000, 0..60_000), 1..7), 0..4000).prop_map(|(at, radius)| {
            let points: Vec<Point> = at.into_iter().map(|(x, y)| Point { x, y }).collect();
            Convex { radius, ..Convex::hull(&points).unwrap() }
        })
    }

    /// Points of a shape's core: its corners and, between them, on a fine net.
    fn net(shape: &Convex) -> Vec<(f64, f64)> {
        let at = |i: usize| {
            let p = shape.core[i % shape.core.len()];
            (f64::from(p.x), f64::from(p.y))
        };
        let mut out = vec![at(0)];
        for i in 0..shape.core.len() {
            for k in 0..=60 {
                let (a, b, s) = (at(i), at(i + 1), f64::from(k) / 60.0);
                out.push((a.0 + (b.0 - a.0) * s, a.1 + (b.1 - a.1) * s));
            }
        }
        out
    }

    #[test]
    fn rectangles_that_share_an_edge_do_not_overlap() {
        let square = |x| {
            let corners = [(0, 0), (100, 0), (100, 100), (0, 100)];
            Convex::hull(&corners.map(|(a, b)| Point::new(a + x, b))).unwrap()
        };
        assert!(!square(0).overlaps(&square(100)));
        assert!(square(0).overlaps(&square(99)));
        assert_eq!(square(0).gap(&square(150), 0), 50);
        assert!(square(0).covers(Point::new(100, 40)));
        assert!(!square(0).covers(Point::new(101, 40)));
    }

    proptest! {
        #[test]
        fn distances_agree_with_a_fine_net(a in shapes(), b in shapes()) {
            let gap = f64::from(a.gap(&b, 0));
            let mut sampled = f64::MAX;
            for p in net(&a) {
                for q in net(&b) {
                    sampled = sampled.min(((p.0 - q.0).powi(2) + (p.1 - q.1).powi(2)).sqrt());
                }
            }
            let sampled = (sampled - f64::from(a.radius + b.radius)).max(0.0);
            // Nested or crossing cores have distance nothing, which no net of edges shows.
            if a.separable(&b) {
                prop_assert!(gap <= sampled + 1.0, "{gap} {sampled}");
                prop_assert!(sampled <= gap + 1500.0, "{gap} {sampled}");
            } else {
                prop_assert!(gap < 0.5);
            }
        }

        #[test]
        fn questions_about_two_shapes_agree(a in shapes(), b in shapes(), rise in 0..9000) {
            let gap = a.gap(&b, rise);
            prop_assert!(a.within(&b, rise, gap) && b.within(&a, rise, gap));
            prop_assert!(gap == 0 || !a.within(&b, rise, gap - 1));
            let flat = a.gap(&b, 0);
            prop_assert!(a.clears(&b, flat - 1) || flat == 0);
            prop_assert!(!a.clears(&b, flat + 1));
            prop_assert_eq!(a.overlaps(&b), b.overlaps(&a));
            if flat > 0 { prop_assert!(!a.overlaps(&b)); }
        }

        /// On a coarse grid, so that sides often lie along the way.
        #[test]
        fn a_sweep_is_the_hull_of_both_ends(
            at in prop::collection::vec((0..7, 0..7), 2..9), x in -5..6, y in -5..6
        ) {
            let points: Vec<Point> = at.into_iter().map(|(x, y)| Point { x, y }).collect();
            let shape = Convex::hull(&points).unwrap();
            let both: Vec<Point> =
                shape.core.iter().flat_map(|p| [*p, p.shifted(x, y)]).collect();
            let mut swept = shape.swept(x, y);
            let first = (0..swept.core.len()).min_by_key(|&i| swept.core[i]).unwrap();
            swept.core.rotate_left(first);
            prop_assert_eq!(swept, Convex::hull(&both).unwrap());
        }

        #[test]
        fn a_sweep_covers_the_way(a in shapes(), x in -9000..9000, y in -9000..9000, k in 0..=8) {
            let swept = a.swept(x, y);
            let there = a.shifted(x * k / 8, y * k / 8);
            for &p in &there.core {
                // Rounding to the grid may put a corner of the copy just outside.
                prop_assert!(swept.within(&Convex::disc(p, 0), 0, 2));
            }
        }
    }
}
