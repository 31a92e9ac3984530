//! Points of the plane and the exact predicates on them.
//!
//! Coordinates of anything on a table are below [`LIMIT`], so that products of two differences fit
//! in `i64` with room to spare, and products of four in `i128`.

use serde::{Deserialize, Serialize};

use crate::Length;

/// No coordinate, height or radius is as large as this: over 2.6 m.
pub const LIMIT: i32 = 1 << 18;

/// A point of the plane, in units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Away from the near edge.
    pub y: i32,
}

impl Serialize for Point {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (Length(self.x), Length(self.y)).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Point {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Point, D::Error> {
        let (x, y) = <(Length, Length)>::deserialize(deserializer)?;
        Ok(Point { x: x.0, y: y.0 })
    }
}

impl Point {
    /// The point at these coordinates, in units.
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// The point at whole inches.
    pub const fn inches(x: i32, y: i32) -> Point {
        Point { x: x * crate::units::INCH, y: y * crate::units::INCH }
    }

    /// The vector from here to there.
    #[inline]
    pub fn to(self, there: Point) -> (i64, i64) {
        (i64::from(there.x) - i64::from(self.x), i64::from(there.y) - i64::from(self.y))
    }

    /// The square of the distance.
    #[inline]
    pub fn distance_squared(self, there: Point) -> i64 {
        let (x, y) = self.to(there);
        x * x + y * y
    }

    /// The distance, rounded up to a unit.
    pub fn distance(self, there: Point) -> Length {
        Length(ceil_sqrt(self.distance_squared(there)) as i32)
    }

    /// Twice the signed area of the triangle: positive if `c` lies to the left of the line from
    /// here to `b`.
    #[inline]
    pub fn cross(self, b: Point, c: Point) -> i64 {
        let ((bx, by), (cx, cy)) = (self.to(b), self.to(c));
        bx * cy - by * cx
    }

    /// Moved by a vector.
    #[inline]
    #[must_use]
    pub fn shifted(self, x: i32, y: i32) -> Point {
        Point { x: self.x + x, y: self.y + y }
    }

    /// The grid point `part`/`parts` of the way to `there`, rounded towards here.
    #[must_use]
    pub fn towards(self, there: Point, part: i64, parts: i64) -> Point {
        let (x, y) = self.to(there);
        self.shifted((x * part / parts) as i32, (y * part / parts) as i32)
    }
}

/// The smallest whole number whose square is at least `n`. Doubles get it almost, and quickly.
#[inline]
pub fn ceil_sqrt(n: i64) -> i64 {
    if (0..1 << 62).contains(&n) {
        let mut root = (n as f64).sqrt() as i64;
        while root * root < n {
            root += 1;
        }
        while root > 0 && (root - 1) * (root - 1) >= n {
            root -= 1;
        }
        return root;
    }
    let root = n.isqrt();
    if root * root < n { root + 1 } else { root }
}

/// Whether the distance from `c` to the segment from `a` to `b` is at least `r`: touching is far
/// enough. Exact.
#[inline]
pub fn segment_clears(a: Point, b: Point, c: Point, r: i64) -> bool {
    let (dx, dy) = a.to(b);
    let (px, py) = a.to(c);
    let length = dx * dx + dy * dy;
    let along = px * dx + py * dy;
    if along <= 0 {
        return px * px + py * py >= r * r;
    }
    if along >= length {
        return b.distance_squared(c) >= r * r;
    }
    let cross = dx * py - dy * px;
    // Doubles decide all but near misses; `cross` and both squares' factors are exact in them.
    let (far, near) = (cross as f64 * cross as f64, (r * r) as f64 * length as f64);
    let slack = (far + near) * 1e-15;
    if far > near + slack {
        true
    } else if far < near - slack {
        false
    } else {
        i128::from(cross) * i128::from(cross) >= i128::from(r * r) * i128::from(length)
    }
}

/// A squared distance as a fraction: exact where the closest point of a segment is no grid point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squared {
    /// Numerator.
    pub over: i128,
    /// Denominator, positive.
    pub under: i64,
}

impl Squared {
    /// A whole number.
    pub fn whole(n: i64) -> Squared {
        Squared { over: i128::from(n), under: 1 }
    }

    /// Whether this is less than the other.
    pub fn less(self, other: Squared) -> bool {
        self.over * i128::from(other.under) < other.over * i128::from(self.under)
    }

    /// As a double, for drawing and estimates.
    pub fn as_f64(self) -> f64 {
        self.over as f64 / self.under as f64
    }

    /// The square of the distance from `c` to the segment from `a` to `b`.
    pub fn to_segment(a: Point, b: Point, c: Point) -> Squared {
        let (dx, dy) = a.to(b);
        let (px, py) = a.to(c);
        let length = dx * dx + dy * dy;
        let along = px * dx + py * dy;
        if along <= 0 {
            Squared::whole(px * px + py * py)
        } else if along >= length {
            Squared::whole(b.distance_squared(c))
        } else {
            let cross = i128::from(dx * py - dy * px);
            Squared { over: cross * cross, under: length }
        }
    }

    /// Whether the root of this, less `radius`, together with `rise` upwards is at most `reach`:
    /// √((√self − radius)² + rise²) ≤ reach, where a negative difference counts as nothing. Exact.
    pub fn within(self, radius: i64, rise: i64, reach: i64) -> bool {
        if reach < 0 || rise > reach {
            return false;
        }
        // √self ≤ radius + √room, with room = reach² − rise².
        let room = reach * reach - rise * rise;
        let under = i128::from(self.under);
        let excess = self.over - under * i128::from(radius * radius + room);
        if excess <= 0 {
            return true;
        }
        if rise == 0 {
            // √room is the whole number `reach`.
            let sum = i128::from(radius + reach);
            return self.over <= under * sum * sum;
        }
        // excess² ≤ 4·radius²·room·under², each side below 2^160.
        let excess = excess.unsigned_abs();
        let squares = (4 * i128::from(radius * radius) * i128::from(room)).unsigned_abs();
        let under_squared = (under * under).unsigned_abs();
        wide_product(excess, excess) <= wide_product(squares, under_squared)
    }
}

/// The product of two numbers as high and low halves.
fn wide_product(a: u128, b: u128) -> (u128, u128) {
    const HALF: u128 = u64::MAX as u128;
    let (a1, a0, b1, b0) = (a >> 64, a & HALF, b >> 64, b & HALF);
    let low = a0 * b0;
    let cross = a1 * b0 + (low >> 64);
    let middle = a0 * b1 + (cross & HALF);
    (a1 * b1 + (cross >> 64) + (middle >> 64), (middle << 64) | (low & HALF))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn points() -> impl Strategy<Value = Point> {
        (0..LIMIT, 0..LIMIT).prop_map(|(x, y)| Point { x, y })
    }

    #[test]
    fn roots_round_up() {
        for (n, root) in
            [(0, 0), (1, 1), (2, 2), (4, 2), (5, 3), (i64::from(LIMIT).pow(2) + 1, (1 << 18) + 1)]
        {
            assert_eq!(ceil_sqrt(n), root);
        }
    }

    #[test]
    fn touching_is_clear_and_a_unit_less_is_not() {
        // A 3-4-5 triangle: the point is exactly 5000 from the line.
        let (a, b, c) = (Point::new(0, 0), Point::new(40_000, 30_000), Point::new(11_000, 14_500));
        assert_eq!(a.cross(b, c), 50_000 * 5000);
        assert!(segment_clears(a, b, c, 5000));
        assert!(!segment_clears(a, b, c, 5001));
    }

    proptest! {
        #[test]
        fn segment_clearance_agrees_with_the_exact_fraction(
            a in points(), b in points(), c in points(), nudge in -2_i64..3
        ) {
            let exact = Squared::to_segment(a, b, c);
            let r = ((exact.over / i128::from(exact.under)) as i64).isqrt() + nudge;
            prop_assume!(r >= 0);
            let far = exact.over >= i128::from(r * r) * i128::from(exact.under);
            prop_assert_eq!(segment_clears(a, b, c, r), far);
        }

        #[test]
        fn roots_are_the_least_that_are_enough(n in 0_i64..i64::MAX, small in 0_i64..1 << 40) {
            for n in [n, small, small * small.min(1 << 20)] {
                let root = n.isqrt();
                prop_assert_eq!(ceil_sqrt(n), root + i64::from(root * root < n));
            }
        }

        #[test]
        fn wide_products_are_products(a in 0_u128..1 << 64, b in 0_u128..1 << 63, c in 0_u32..60) {
            let (high, low) = wide_product(a << c, b);
            let (high1, low1) = wide_product(b, a << c);
            prop_assert_eq!((high, low), (high1, low1));
            let whole = a * b;
            let expected = if c == 0 { (0, whole) } else { (whole >> (128 - c), whole << c) };
            prop_assert_eq!((high, low), expected);
        }

        #[test]
        fn within_in_space_agrees_with_doubles_away_from_the_edge(
            a in points(), b in points(), radius in 0_i64..10_000, rise in 0_i64..20_000,
            reach in 0_i64..200_000
        ) {
            let squared = Squared::whole(a.distance_squared(b));
            let flat = (squared.as_f64().sqrt() - radius as f64).max(0.0);
            let gap = (flat * flat + (rise * rise) as f64).sqrt();
            prop_assume!((gap - reach as f64).abs() > 0.01);
            prop_assert_eq!(squared.within(radius, rise, reach), gap <= reach as f64);
        }
    }
}
