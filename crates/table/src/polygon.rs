//! Polygons that need not be convex: checking them and cutting them into convex ones.

use crate::convex::{CORNERS, Convex};
use crate::point::Point;

/// Twice the signed area: positive if the corners run counter-clockwise.
pub fn doubled_area(outline: &[Point]) -> i64 {
    let Some(&first) = outline.first() else { return 0 };
    outline.windows(2).map(|pair| first.cross(pair[0], pair[1])).sum()
}

/// Whether two segments cross or touch.
fn meet(a: Point, b: Point, c: Point, d: Point) -> bool {
    let (side_c, side_d) = (a.cross(b, c).signum(), a.cross(b, d).signum());
    let (side_a, side_b) = (c.cross(d, a).signum(), c.cross(d, b).signum());
    let on = |a: Point, b: Point, p: Point, side: i64| {
        side == 0
            && (a.x.min(b.x)..=a.x.max(b.x)).contains(&p.x)
            && (a.y.min(b.y)..=a.y.max(b.y)).contains(&p.y)
    };
    (side_c * side_d < 0 && side_a * side_b < 0)
        || on(a, b, c, side_c)
        || on(a, b, d, side_d)
        || on(c, d, a, side_a)
        || on(c, d, b, side_b)
}

/// Why an outline is none, if it is none.
pub fn fault(outline: &[Point]) -> Option<String> {
    let n = outline.len();
    if n < 3 {
        return Some(format!("an outline has at least 3 corners, not {n}"));
    }
    if n > 64 {
        return Some(format!("an outline has at most 64 corners, not {n}"));
    }
    if doubled_area(outline) == 0 {
        return Some("the outline has no area".into());
    }
    if let Some(i) = (0..n).find(|&i| outline[i] == outline[(i + 1) % n]) {
        return Some(format!("corners {} and {} are the same", i + 1, (i + 1) % n + 1));
    }
    for i in 0..n {
        let (a, b) = (outline[i], outline[(i + 1) % n]);
        for j in i + 1..n {
            let (c, d) = (outline[j], outline[(j + 1) % n]);
            let next = j == i + 1 || (i == 0 && j == n - 1);
            // Neighbours share a corner, but must not fold back on each other.
            let wrong = if next {
                let (p, q, r) = if j == i + 1 { (a, b, d) } else { (c, a, b) };
                p.cross(q, r) == 0 && {
                    let ((ux, uy), (vx, vy)) = (q.to(p), q.to(r));
                    ux * vx + uy * vy > 0
                }
            } else {
                meet(a, b, c, d)
            };
            if wrong {
                return Some(format!(
                    "its sides {} and {} meet; an outline is simple",
                    i + 1,
                    j + 1
                ));
            }
        }
    }
    None
}

/// The outline counter-clockwise, without corners in the middle of a side.
pub fn tidy(outline: &[Point]) -> Vec<Point> {
    let mut ring = outline.to_vec();
    if doubled_area(&ring) < 0 {
        ring.reverse();
    }
    let n = ring.len();
    let straight = |i: usize| ring[(i + n - 1) % n].cross(ring[i], ring[(i + 1) % n]) == 0;
    (0..n).filter(|&i| !straight(i)).map(|i| ring[i]).collect()
}

/// Cuts a sound outline into convex polygons that together cover it exactly.
pub fn convex_parts(outline: &[Point]) -> Vec<Convex> {
    let ring = tidy(outline);
    let mut parts = triangles(ring);
    // Joins neighbours while the result is convex.
    let mut i = 0;
    while i < parts.len() {
        let joined = (i + 1..parts.len()).find_map(|j| Some((j, join(&parts[i], &parts[j])?)));
        match joined {
            Some((j, part)) => {
                parts[i] = part;
                parts.remove(j);
            }
            None => i += 1,
        }
    }
    parts.into_iter().map(|part| Convex { core: part.into_iter().collect(), radius: 0 }).collect()
}

fn triangles(mut ring: Vec<Point>) -> Vec<Vec<Point>> {
    let mut out = Vec::new();
    while ring.len() > 3 {
        let n = ring.len();
        let ear = (0..n).find(|&i| {
            let (a, b, c) = (ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]);
            let inside = |p: Point| {
                p != a
                    && p != b
                    && p != c
                    && a.cross(b, p) >= 0
                    && b.cross(c, p) >= 0
                    && c.cross(a, p) >= 0
            };
            a.cross(b, c) > 0 && !ring.iter().any(|&p| inside(p))
        });
        let i = ear.expect("a simple polygon has an ear");
        out.push(vec![ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]]);
        ring.remove(i);
        ring = tidy(&ring);
    }
    if ring.len() == 3 {
        out.push(ring);
    }
    out
}

/// Two counter-clockwise polygons with a common side as one, if that is convex.
fn join(a: &[Point], b: &[Point]) -> Option<Vec<Point>> {
    let (n, m) = (a.len(), b.len());
    if n + m - 2 > CORNERS {
        return None;
    }
    for i in 0..n {
        for j in 0..m {
            if a[i] == b[(j + 1) % m] && a[(i + 1) % n] == b[j] {
                let mut ring: Vec<Point> = (0..n).map(|k| a[(i + 1 + k) % n]).collect();
                ring.extend((2..m).map(|k| b[(j + k) % m]));
                let k = ring.len();
                let bend = |i: usize| ring[i].cross(ring[(i + 1) % k], ring[(i + 2) % k]);
                return (0..k).all(|i| bend(i) >= 0).then(|| tidy(&ring));
            }
        }
    }
    None
}

/// Whether a point is inside a sound outline or on its edge. Exact.
pub fn covers(outline: &[Point], p: Point) -> bool {
    let n = outline.len();
    let mut inside = false;
    for i in 0..n {
        let (a, b) = (outline[i], outline[(i + 1) % n]);
        let side = a.cross(b, p);
        if side == 0
            && (a.x.min(b.x)..=a.x.max(b.x)).contains(&p.x)
            && (a.y.min(b.y)..=a.y.max(b.y)).contains(&p.y)
        {
            return true;
        }
        if (a.y > p.y) != (b.y > p.y) && (side > 0) == (b.y > a.y) {
            inside = !inside;
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(corners: &[(i32, i32)]) -> Vec<Point> {
        corners.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }

    #[test]
    fn an_l_is_two_rectangles() {
        let l = at(&[(0, 0), (30, 0), (30, 10), (10, 10), (10, 40), (0, 40)]);
        assert_eq!(fault(&l), None);
        let parts = convex_parts(&l);
        assert_eq!(parts.len(), 2);
        let area: i64 = parts.iter().map(|part| doubled_area(&part.core)).sum();
        assert_eq!(area, doubled_area(&l));
        assert!(covers(&l, Point::new(10, 25)) && !covers(&l, Point::new(11, 25)));
    }

    #[test]
    fn what_is_no_outline_says_why() {
        for (corners, why) in [
            (at(&[(0, 0), (1, 1)]), "at least 3"),
            (at(&[(0, 0), (5, 5), (9, 9)]), "no area"),
            (at(&[(0, 0), (10, 10), (10, 0), (0, 12)]), "meet"),
            (at(&[(0, 0), (10, 0), (10, 0), (0, 10)]), "same"),
            (at(&[(0, 0), (10, 0), (4, 0), (4, 9)]), "meet"),
        ] {
            assert!(fault(&corners).is_some_and(|fault| fault.contains(why)), "{why}");
        }
    }

    proptest! {
        /// Stars about a centre are simple polygons with many bays.
        #[test]
        fn parts_cover_a_star_exactly(
            radii in prop::collection::vec(50_i32..2000, 5..24), x in -2000..2000, y in -2000..2000
        ) {
            let n = radii.len() as i32;
            let star: Vec<Point> = radii.iter().enumerate().map(|(i, &r)| {
                let (dx, dy) = crate::Facing::new(i as i32 * 72 / n).turn(r, 0);
                Point::new(dx, dy)
            }).collect();
            prop_assume!(fault(&star).is_none());
            let parts = convex_parts(&star);
            let area: i64 = parts.iter().map(|part| doubled_area(&part.core)).sum();
            prop_assert_eq!(area, doubled_area(&star));
            let p = Point::new(x, y);
            prop_assert_eq!(parts.iter().any(|part| part.covers(p)), covers(&star, p));
        }
    }
}
