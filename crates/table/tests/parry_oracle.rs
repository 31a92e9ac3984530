//! Distances, contact and overlap against parry, which works in doubles and knows nothing of our
//! grid.
//!
//! Two sorts of questions. Shapes given to parry corner by corner as they lie on the grid: there
//! our answers are exact, and parry's may differ by its own rounding only. Bases given to parry as
//! they are written, with their sizes and facings in doubles: there the corners of ours may lie a
//! hundredth of a millimetre off, and so may the distance.

// A shape and its place have short names in every book on geometry, and coordinates are small.
#![allow(clippy::many_single_char_names, clippy::cast_precision_loss)]

use std::f64::consts::TAU;

use parry2d_f64 as flat;
use parry3d_f64 as space;
use proptest::prelude::*;
use table::{Base, Convex, Facing, Figure, Length, Point, Spot, polygon};

/// How far parry may be off, in units: it stops searching when it is nearer than that.
const LOOSE: f64 = 0.01;

/// How far the edge of a base on the grid may be from where its size and facing put it, in units.
///
/// A corner is rounded to the grid in both directions: √½. A side that is an odd number of units
/// loses half a unit, and an oval's corner is rounded once more before it is turned.
fn slack(base: Base) -> f64 {
    let corner = 0.5_f64.sqrt() + 1e-3;
    let odd = |side: u16| f64::from(side % 2) / 2.0;
    match base {
        Base::Round { diameter } => odd(diameter),
        Base::Rectangle { long, wide } => corner + odd(long).hypot(odd(wide)),
        Base::Oval { long, wide } => 2.0 * corner + odd(long).hypot(odd(wide)),
    }
}

/// The corners of an oval about the origin: 32 on the ellipse (`Base::Oval`).
fn oval(long: u16, wide: u16) -> Vec<(f64, f64)> {
    let (a, b) = (f64::from(long) / 2.0, f64::from(wide) / 2.0);
    (0..32_u8)
        .map(|i| {
            let angle = TAU * f64::from(i) / 32.0;
            (a * angle.cos(), b * angle.sin())
        })
        .collect()
}

/// The corners of a rectangle about the origin.
fn rectangle(long: u16, wide: u16) -> Vec<(f64, f64)> {
    let (a, b) = (f64::from(long) / 2.0, f64::from(wide) / 2.0);
    vec![(-a, -b), (a, -b), (a, b), (-a, b)]
}

fn angle(facing: Facing) -> f64 {
    TAU * f64::from(facing.steps()) / 72.0
}

/// A shape of parry's plane at its place. Everything is moved so that `origin` is nothing, because
/// doubles are finest there.
struct Flat {
    shape: flat::shape::SharedShape,
    pose: flat::math::Pose,
    /// How far the true shape reaches beyond the one that is given to parry.
    radius: f64,
}

impl Flat {
    fn vector(x: f64, y: f64) -> flat::math::Vector {
        flat::math::Vector::new(x, y)
    }

    fn shift(at: Point, origin: Point) -> flat::math::Vector {
        let (x, y) = origin.to(at);
        Flat::vector(x as f64, y as f64)
    }

    /// As the base is written.
    fn written(figure: &Figure, origin: Point) -> Flat {
        use flat::shape::SharedShape;
        let shape = match figure.base {
            Base::Round { diameter } => SharedShape::ball(f64::from(diameter) / 2.0),
            Base::Rectangle { long, wide } => {
                SharedShape::cuboid(f64::from(long) / 2.0, f64::from(wide) / 2.0)
            }
            Base::Oval { long, wide } => {
                let corners = oval(long, wide).into_iter().map(|(x, y)| Flat::vector(x, y));
                SharedShape::convex_hull(&corners.collect::<Vec<_>>()).expect("it has an area")
            }
        };
        let at = Flat::shift(figure.spot.at, origin);
        let pose = flat::math::Pose::new(at, angle(figure.spot.facing));
        Flat { shape, pose, radius: 0.0 }
    }

    /// As it lies on the grid.
    fn exact(shape: &Convex, origin: Point) -> Flat {
        use flat::shape::SharedShape;
        let at = |p: Point| Flat::shift(p, origin);
        let radius = f64::from(shape.radius);
        let identity = flat::math::Pose::identity();
        match shape.core[..] {
            [centre] => Flat {
                shape: SharedShape::ball(radius),
                pose: flat::math::Pose::from_translation(at(centre)),
                radius: 0.0,
            },
            [from, to] => {
                Flat { shape: SharedShape::segment(at(from), at(to)), pose: identity, radius }
            }
            ref corners => {
                let corners = corners.iter().map(|p| at(*p)).collect();
                let shape = SharedShape::convex_polyline_unmodified(corners).expect("an outline");
                Flat { shape, pose: identity, radius }
            }
        }
    }

    /// How far the shapes are apart: negative by how deep they are in each other.
    fn signed(&self, other: &Flat) -> f64 {
        // Contact looks as far as it is told to; the distance says how far that is.
        let far = self.gap_of_cores(other);
        let apart = if far > LOOSE {
            far
        } else {
            flat::query::contact(&self.pose, &*self.shape, &other.pose, &*other.shape, 1.0)
                .expect("parry knows these shapes")
                .map_or(far, |contact| contact.dist)
        };
        apart - self.radius - other.radius
    }

    fn gap_of_cores(&self, other: &Flat) -> f64 {
        flat::query::distance(&self.pose, &*self.shape, &other.pose, &*other.shape)
            .expect("parry knows these shapes")
            .distance
    }
}

/// A prism in parry's space about the origin, with our y as its −z.
fn prism(corners: &[(f64, f64)], half: f64) -> space::shape::SharedShape {
    use space::math::Vector;
    let ends = |(x, y): &(f64, f64)| [Vector::new(*x, -half, -y), Vector::new(*x, half, -y)];
    let corners: Vec<Vector> = corners.iter().flat_map(ends).collect();
    space::shape::SharedShape::convex_hull(&corners).expect("it has a volume")
}

/// A base in parry's space, with a body below or above it.
struct Solid {
    shape: space::shape::SharedShape,
    pose: space::math::Pose,
}

impl Solid {
    /// An upright prism over the base from `low` to `high`. Parry's cylinders stand along y, so our
    /// height is its y, and our y is its −z.
    fn new(figure: &Figure, origin: Point, low: f64, high: f64) -> Solid {
        use space::math::Vector;
        use space::shape::SharedShape;
        let half = (high - low) / 2.0;
        let shape = match figure.base {
            Base::Round { diameter } => SharedShape::cylinder(half, f64::from(diameter) / 2.0),
            // Parry's distance between two boxes in space can be wrong: a face above a face is
            // taken for a corner, and the answer depends on which is asked. As prisms of corners
            // they take its general way, like ovals.
            Base::Rectangle { long, wide } => prism(&rectangle(long, wide), half),
            Base::Oval { long, wide } => prism(&oval(long, wide), half),
        };
        let (x, y) = origin.to(figure.spot.at);
        let at = Vector::new(x as f64, low + half, -(y as f64));
        let turn = Vector::new(0.0, angle(figure.spot.facing), 0.0);
        Solid { shape, pose: space::math::Pose::new(at, turn) }
    }

    /// The bases of two figures, as far as the one is from the other: the lower one's body hangs
    /// down from its base and the upper one's stands on it, so that nothing but the bases is near.
    fn bases(a: &Figure, b: &Figure) -> (Solid, Solid) {
        let thick = 2000.0;
        let (low, high) = (f64::from(a.spot.z), f64::from(b.spot.z));
        let origin = a.spot.at;
        if low <= high {
            (Solid::new(a, origin, low - thick, low), Solid::new(b, origin, high, high + thick))
        } else {
            (Solid::new(a, origin, low, low + thick), Solid::new(b, origin, high - thick, high))
        }
    }

    /// The whole figure, from its surface to its top.
    fn whole(figure: &Figure, origin: Point) -> Solid {
        let low = f64::from(figure.spot.z);
        Solid::new(figure, origin, low, low + f64::from(figure.height.0))
    }

    fn gap(&self, other: &Solid) -> f64 {
        space::query::distance(&self.pose, &*self.shape, &other.pose, &*other.shape)
            .expect("parry knows these shapes")
            .distance
    }
}

fn bases() -> impl Strategy<Value = Base> {
    let side = 1000_u16..13_000;
    prop_oneof![
        side.clone().prop_map(|diameter| Base::Round { diameter }),
        (side.clone(), side.clone()).prop_map(|(long, wide)| Base::Oval { long, wide }),
        (side.clone(), side).prop_map(|(long, wide)| Base::Rectangle { long, wide }),
        // What models really stand on.
        prop::sample::select(vec![
            "25 mm",
            "28.5 mm",
            "32 mm",
            "40 mm",
            "60x35 mm oval",
            "75x42 mm oval",
            "50x25 mm",
            "25x25 mm",
            "130 mm",
        ])
        .prop_map(|text| text.parse().expect("a base")),
    ]
}

/// A figure somewhere in an area about as wide as bases are, so that near misses are frequent.
fn figures(heights: impl Strategy<Value = i32>) -> impl Strategy<Value = Figure> {
    let at = (40_000..58_000_i32, 40_000..58_000_i32);
    (bases(), at, heights, 0..72, 1000..9000).prop_map(|(base, (x, y), z, facing, height)| Figure {
        spot: Spot { at: Point::new(x, y), z, facing: Facing::new(facing) },
        base,
        height: Length(height),
    })
}

/// Outlines with bays: stars about a centre.
fn outlines() -> impl Strategy<Value = Vec<Point>> {
    prop::collection::vec(1000_i32..9000, 4..16).prop_filter_map("it is no outline", |radii| {
        let n = radii.len() as i32;
        let corner = |(i, r): (usize, &i32)| {
            let (x, y) = Facing::new(i as i32 * 72 / n).turn(*r, 0);
            Point::new(49_000 + x, 49_000 + y)
        };
        let outline: Vec<Point> = radii.iter().enumerate().map(corner).collect();
        polygon::fault(&outline).is_none().then_some(outline)
    })
}

/// The outline as parry's triangles.
fn mesh(outline: &[Point], origin: Point) -> flat::shape::TriMesh {
    let corners = polygon::tidy(outline).iter().map(|p| Flat::shift(*p, origin)).collect();
    flat::shape::TriMesh::from_polygon(corners).expect("a simple outline has triangles")
}

/// Ours is parry's, rounded up to a unit.
fn agrees(gap: i32, theirs: f64, slack: f64) -> bool {
    let gap = f64::from(gap);
    gap >= theirs.max(0.0) - slack - LOOSE && gap <= theirs.max(0.0) + 1.0 + slack + LOOSE
}

/// The same predicate of both, unless the threshold is nearer than both can tell.
fn same(ours: bool, distance: f64, most: f64, slack: f64) -> bool {
    (distance - most).abs() <= slack + LOOSE || ours == (distance <= most)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]

    /// Corner by corner: nothing but parry's own rounding may differ.
    #[test]
    fn exact_shapes_are_as_far_apart_as_parry_says(
        a in figures(Just(0)), b in figures(Just(0)), sweep in (-9000..9000, -9000..9000),
        nudge in -3..4_i32
    ) {
        let origin = a.spot.at;
        let (near, far) = (a.footprint(), b.footprint());
        for shape in [near.clone(), near.swept(sweep.0, sweep.1)] {
            let (ours, theirs) = (Flat::exact(&shape, origin), Flat::exact(&far, origin));
            let distance = ours.signed(&theirs);
            let gap = shape.gap(&far, 0);
            prop_assert!(agrees(gap, distance, 0.0), "{gap} is {distance}");
            let reach = gap + nudge;
            if reach >= 0 {
                let within = shape.within(&far, 0, reach);
                prop_assert!(same(within, distance.max(0.0), reach.into(), 0.0), "{reach}: {distance}");
                let clears = shape.clears(&far, reach);
                prop_assert!(same(!clears, distance, reach.into(), 0.0), "{reach}: {distance}");
            }
            prop_assert!(same(shape.overlaps(&far), distance, 0.0, 0.0), "{distance}");
        }
    }

    /// As written: round, oval and rectangular with their facings.
    #[test]
    fn bases_are_as_far_apart_as_parry_says(
        a in figures(Just(0)), b in figures(Just(0)), nudge in -6..7_i32
    ) {
        let slack = slack(a.base) + slack(b.base);
        let origin = a.spot.at;
        let distance = Flat::written(&a, origin).signed(&Flat::written(&b, origin));
        let gap = a.gap(&b);
        prop_assert!(agrees(gap.0, distance, slack), "{gap:?} is {distance}");
        let reach = Length((gap.0 + nudge).max(0));
        prop_assert!(same(a.within(&b, reach), distance.max(0.0), reach.0.into(), slack));
        prop_assert!(same(a.touches(&b), distance.max(0.0), Length::CONTACT.0.into(), slack));
        prop_assert!(same(a.overlaps(&b), distance, 0.0, slack), "{distance}");
    }

    /// To a point and whether it is covered.
    #[test]
    fn points_are_as_far_from_a_base_as_parry_says(
        a in figures(Just(0)), x in 40_000..58_000, y in 40_000..58_000, nudge in -3..4_i32
    ) {
        let point = Point::new(x, y);
        let (origin, slack) = (a.spot.at, slack(a.base));
        let theirs = Flat::written(&a, origin);
        let distance = theirs.shape.distance_to_point(&theirs.pose, Flat::shift(point, origin), false);
        let dot = Convex::disc(point, 0);
        let gap = a.footprint().gap(&dot, 0);
        prop_assert!(agrees(gap, distance, slack), "{gap} is {distance}");
        let reach = (gap + nudge).max(0);
        prop_assert!(same(a.footprint().within(&dot, 0, reach), distance.max(0.0), reach.into(), slack));
        prop_assert!(same(a.footprint().covers(point), distance, 0.0, slack), "{distance}");
    }

    /// To outlines that need not be convex: ours are cut into convex parts, theirs into triangles.
    #[test]
    fn outlines_are_as_far_from_a_base_as_parry_says(
        a in figures(Just(0)), outline in outlines(), nudge in -3..4_i32
    ) {
        use flat::query::PointQuery;
        let (origin, slack) = (a.spot.at, slack(a.base));
        let parts = polygon::convex_parts(&outline);
        let (theirs, mesh) = (Flat::written(&a, origin), mesh(&outline, origin));
        let identity = flat::math::Pose::identity();
        let distance = flat::query::distance(&theirs.pose, &*theirs.shape, &identity, &mesh)
            .expect("parry knows these shapes")
            .distance;
        let base = a.footprint();
        let gap = parts.iter().map(|part| part.gap(&base, 0)).min().expect("an outline has parts");
        prop_assert!(agrees(gap, distance, slack), "{gap} is {distance}");
        let reach = (gap + nudge).max(0);
        let within = parts.iter().any(|part| part.within(&base, 0, reach));
        prop_assert!(same(within, distance, reach.into(), slack), "{reach}: {distance}");
        if distance > slack + LOOSE {
            prop_assert!(!parts.iter().any(|part| part.overlaps(&base)), "{distance}");
        }
        // The centre of the base as a point that is in the outline or not.
        let inside = mesh.contains_local_point(Flat::vector(0.0, 0.0));
        prop_assert_eq!(polygon::covers(&outline, origin), inside);
    }

    /// On different levels the distance is taken in space, from base to base.
    #[test]
    fn bases_on_levels_are_as_far_apart_as_parry_says(
        a in figures(0..9000), b in figures(0..9000), nudge in -6..7_i32
    ) {
        let slack = slack(a.base) + slack(b.base);
        let (lower, upper) = Solid::bases(&a, &b);
        let distance = lower.gap(&upper);
        let gap = a.gap(&b);
        prop_assert!(agrees(gap.0, distance, slack), "{gap:?} is {distance}");
        let reach = Length((gap.0 + nudge).max(0));
        prop_assert!(same(a.within(&b, reach), distance, reach.0.into(), slack));
    }

    /// Bodies stand in each other where both their bases and their heights overlap.
    #[test]
    fn figures_overlap_in_space_as_parry_says(a in figures(0..9000), b in figures(0..9000)) {
        let slack = slack(a.base) + slack(b.base);
        let (ours, theirs) = (Solid::whole(&a, a.spot.at), Solid::whole(&b, a.spot.at));
        let distance = ours.gap(&theirs);
        if distance > slack + LOOSE {
            prop_assert!(!a.overlaps(&b), "{distance}");
        }
        // As deep in each other as they are seen from above, and from the side.
        let flat = Flat::written(&a, a.spot.at).signed(&Flat::written(&b, a.spot.at));
        let tops = |figure: &Figure| figure.spot.z + figure.height.0;
        let side = a.spot.z.max(b.spot.z) - tops(&a).min(tops(&b));
        if flat < -slack - LOOSE && side < 0 {
            prop_assert!(distance <= LOOSE, "{distance}");
            prop_assert!(a.overlaps(&b), "{flat} {side}");
        }
        // What only stands on top of the other is not in it.
        if side >= 0 {
            prop_assert!(!a.overlaps(&b), "{side}");
        }
    }
}
