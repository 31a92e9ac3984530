//! When, along a leg, one shape is over another: in doubles, for lengths inside a leg.

use arrayvec::ArrayVec;

use crate::Convex;
use crate::convex::CORNERS;
use crate::point::Point;

/// The corners of the sum of two convex cores.
pub(super) type Corners = ArrayVec<Point, { 2 * CORNERS }>;

/// All the places of a base's centre at which its core meets another core: the other core less the
/// base's, as a convex polygon. `base` is relative to its centre.
pub(super) fn difference(core: &[Point], base: &[Point]) -> Corners {
    if let [centre] = base {
        return core.iter().map(|p| p.shifted(-centre.x, -centre.y)).collect();
    }
    let base: ArrayVec<Point, CORNERS> = base.iter().map(|p| Point::new(-p.x, -p.y)).collect();
    let lowest = |ring: &[Point]| {
        (0..ring.len()).min_by_key(|&i| (ring[i].y, ring[i].x)).unwrap_or_default()
    };
    let (a, b) = (lowest(core), lowest(&base));
    let (n, m) = (core.len(), base.len());
    let edge = |ring: &[Point], i: usize| {
        let k = ring.len();
        ring[i % k].to(ring[(i + 1) % k])
    };
    // A point has no edges to walk.
    let (n_edges, m_edges) = (if n > 1 { n } else { 0 }, m);
    let mut at = core[a].shifted(base[b].x, base[b].y);
    let mut out = Corners::new();
    let (mut i, mut j) = (0, 0);
    while i < n_edges || j < m_edges {
        if out.try_push(at).is_err() {
            break;
        }
        let (take_a, take_b) = if i == n_edges {
            (false, true)
        } else if j == m_edges {
            (true, false)
        } else {
            let ((ax, ay), (bx, by)) = (edge(core, a + i), edge(&base, b + j));
            // Both walks start at their lowest corner, so edges come by angle from the x axis.
            let half = |x: i64, y: i64| y < 0 || (y == 0 && x < 0);
            let order = half(ax, ay).cmp(&half(bx, by)).then(0.cmp(&(ax * by - ay * bx)));
            (order.is_le(), order.is_ge())
        };
        if take_a {
            let (x, y) = edge(core, a + i);
            at = at.shifted(x as i32, y as i32);
            i += 1;
        }
        if take_b {
            let (x, y) = edge(&base, b + j);
            at = at.shifted(x as i32, y as i32);
            j += 1;
        }
    }
    out
}

/// The parts of the way from `from` to `to`, from 0 to 1, at which a point first and last is
/// within `radius` of a convex polygon, as far as the line meets the edge of that ground.
pub(super) fn span(ring: &[Point], radius: f64, from: Point, to: Point) -> Option<(f64, f64)> {
    let (dx, dy) = from.to(to);
    let length = (dx * dx + dy * dy) as f64;
    let mut found: Option<(f64, f64)> = None;
    let mut offer = |t: f64| {
        if (0.0..=1.0).contains(&t) {
            found = Some(found.map_or((t, t), |(low, high)| (low.min(t), high.max(t))));
        }
    };
    if length == 0.0 {
        return None;
    }
    for (i, &p) in ring.iter().enumerate() {
        let (fx, fy) = p.to(from);
        if radius > 0.0 {
            let cross = (fx * dy - fy * dx) as f64;
            let under = length * radius * radius - cross * cross;
            if under >= 0.0 {
                let (along, root) = (-(fx * dx + fy * dy) as f64, under.sqrt());
                offer((along - root) / length);
                offer((along + root) / length);
            }
        }
        if ring.len() < 2 {
            continue;
        }
        let (ex, ey) = p.to(ring[(i + 1) % ring.len()]);
        let side = (ex * ex + ey * ey) as f64;
        // How far out of this side the leg begins and ends, times the side's length.
        let (start, rate) = ((fx * ey - fy * ex) as f64, (dx * ey - dy * ex) as f64);
        if rate != 0.0 {
            let t = (radius * side.sqrt() - start) / rate;
            let along = (fx * ex + fy * ey) as f64 + t * (dx * ex + dy * ey) as f64;
            if (0.0..=side).contains(&along) {
                offer(t);
            }
        }
    }
    found
}

/// [`overlap`] for a round base of that radius.
pub(super) fn disc(radius: i32, from: Point, to: Point, shape: &Convex) -> (f64, f64) {
    span(&shape.core, f64::from(radius + shape.radius), from, to).unwrap_or((0.5, 0.5))
}

/// When a base, whose footprint at `from` is given, is over a shape on its way to `to`.
pub(super) fn overlap(footprint: &Convex, from: Point, to: Point, shape: &Convex) -> (f64, f64) {
    let radius = f64::from(footprint.radius + shape.radius);
    let found = if let [_] = footprint.core[..] {
        span(&shape.core, radius, from, to)
    } else {
        let base: ArrayVec<Point, CORNERS> =
            footprint.core.iter().map(|p| p.shifted(-from.x, -from.y)).collect();
        span(&difference(&shape.core, &base), radius, from, to)
    };
    // The exact test has found an overlap; what doubles can't see has no length.
    found.unwrap_or((0.5, 0.5))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Base, Facing};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_difference_is_where_two_cores_meet(
            corners in prop::collection::vec((0..20_000, 0..20_000), 1..7),
            at in (0..20_000, 0..20_000), turn in 0..72, oval in any::<bool>()
        ) {
            let corners: Vec<Point> = corners.into_iter().map(|(x, y)| Point { x, y }).collect();
            let shape = Convex::hull(&corners).unwrap();
            let base = if oval {
                Base::Oval { long: 6000, wide: 3500 }
            } else {
                Base::Rectangle { long: 5000, wide: 2500 }
            };
            let footprint = base.footprint(Point::new(0, 0), Facing::new(turn));
            let ring = difference(&shape.core, &footprint.core);
            for i in 0..ring.len() {
                let (a, b, c) = (ring[i], ring[(i + 1) % ring.len()], ring[(i + 2) % ring.len()]);
                prop_assert!(a.cross(b, c) >= 0, "{ring:?}");
            }
            let there = Point::new(at.0, at.1);
            let place = footprint.shifted(there.x, there.y);
            let sum = Convex::hull(&ring).map_or_else(
                || ring.iter().zip(ring.iter().cycle().skip(1)).all(|(&a, &b)| a.cross(b, there) > 0),
                |sum| sum.overlaps(&Convex::disc(there, 0)),
            );
            prop_assert_eq!(sum, shape.overlaps(&place));
        }
    }
}
