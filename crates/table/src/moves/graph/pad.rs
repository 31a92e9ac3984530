//! Ground to go around: what is in the way, grown by the base, and points close about it.

use crate::INCH;
use crate::base::Facing;
use crate::moves::course::{Course, Thing};
use crate::moves::span::{self, Corners};
use crate::point::Point;

pub(super) fn rounded(n: f64) -> i32 {
    (n + if n < 0.0 { -0.5 } else { 0.5 }) as i32
}

/// The cosines of twelve directions around a disc.
pub(super) const TWELVE: [(f64, f64); 12] = [
    (1.0, 0.0),
    (0.866_025_403_784_438_6, 0.5),
    (0.5, 0.866_025_403_784_438_6),
    (0.0, 1.0),
    (-0.5, 0.866_025_403_784_438_6),
    (-0.866_025_403_784_438_6, 0.5),
    (-1.0, 0.0),
    (-0.866_025_403_784_438_6, -0.5),
    (-0.5, -0.866_025_403_784_438_6),
    (0.0, -1.0),
    (0.5, -0.866_025_403_784_438_6),
    (0.866_025_403_784_438_6, -0.5),
];

/// How far the corners of a twelve-sided ring around a circle are from its centre, per radius.
pub(super) const TWELVE_OUT: f64 = 1.035_276_180_410_083;

/// Half a side of such a ring, per radius.
pub(super) const TWELVE_SIDE: f64 = 0.267_949_192_431_122_7;

/// What keeps a corner clear after it was rounded to the grid.
pub(super) const SLACK: f64 = 1.5;

/// Ground which the centre of the base must go around: a polygon and everything near it.
pub(in crate::moves) struct Pad {
    pub(in crate::moves) ring: Corners,
    pub(in crate::moves) radius: i32,
}

impl Pad {
    /// Points around it, between which lines stay clear of it.
    pub(super) fn around(&self, mut push: impl FnMut(Point)) {
        let n = self.ring.len();
        let radius = f64::from(self.radius);
        if let [centre] = self.ring[..] {
            let out = radius * TWELVE_OUT + SLACK;
            for (x, y) in TWELVE {
                push(centre.shifted(rounded(x * out), rounded(y * out)));
            }
            return;
        }
        if self.radius == 0 {
            // The corners themselves: touching is clear.
            self.ring.iter().for_each(|&p| push(p));
            return;
        }
        for i in 0..n {
            let (before, p, next) =
                (self.ring[(i + n - 1) % n], self.ring[i], self.ring[(i + 1) % n]);
            let (a, b) = (outward(before, p), outward(p, next));
            let straight = a.0 * b.0 + a.1 * b.1;
            // A ring around the arc between the two sides, closer the further the arc goes round.
            let depth = if straight > 0.866 {
                0
            } else if straight > 0.5 {
                1
            } else if straight > -0.5 {
                2
            } else {
                3
            };
            fan(a, b, depth, &mut |direction, secant| {
                let out = radius * secant + SLACK;
                push(p.shifted(rounded(direction.0 * out), rounded(direction.1 * out)));
            });
        }
    }

    /// Points to either side of a place, if it is so close that it is within the ring around this:
    /// from there the ring can be got to, though the nearest of its corners be taken.
    pub(super) fn beside(&self, place: Point, mut push: impl FnMut(Point)) -> bool {
        let radius = f64::from(self.radius);
        let close = nearest_on(&self.ring, place);
        let (x, y) = (f64::from(place.x) - close.0, f64::from(place.y) - close.1);
        let far = (x * x + y * y).sqrt();
        if far < 1.0 || far > radius * TWELVE_OUT + SLACK {
            return false;
        }
        let (x, y, out) = (x / far, y / far, far.max(radius + SLACK));
        let (px, py) = (rounded(close.0), rounded(close.1));
        for along in [TWELVE_SIDE * radius, -TWELVE_SIDE * radius] {
            push(
                Point::new(px, py)
                    .shifted(rounded(x * out - y * along), rounded(y * out + x * along)),
            );
        }
        true
    }

    /// Points straight across from a place in it, outside each of its sides.
    pub(in crate::moves) fn across(&self, place: Point, mut push: impl FnMut(Point)) {
        let n = self.ring.len();
        let out = f64::from(self.radius) + SLACK;
        for i in 0..if n > 1 { n } else { 0 } {
            let (p, q) = (self.ring[i], self.ring[(i + 1) % n]);
            let normal = outward(p, q);
            let (x, y) = p.to(q);
            let (px, py) = p.to(place);
            let t = (px * x + py * y) as f64 / (x * x + y * y) as f64;
            if t > 0.0 && t < 1.0 {
                push(p.shifted(
                    rounded(x as f64 * t + normal.0 * out),
                    rounded(y as f64 * t + normal.1 * out),
                ));
            }
        }
    }

    /// Points along its sides, for going in and out of slow ground at a better angle.
    pub(super) fn along(&self, towards: &[Point], mut push: impl FnMut(Point)) {
        let n = self.ring.len();
        let out = f64::from(self.radius) + SLACK;
        for i in 0..if n > 1 { n } else { 0 } {
            let (p, q) = (self.ring[i], self.ring[(i + 1) % n]);
            let normal = outward(p, q);
            let (x, y) = p.to(q);
            let side = (x * x + y * y) as f64;
            let mut put = |t: f64| {
                push(p.shifted(
                    rounded(x as f64 * t + normal.0 * out),
                    rounded(y as f64 * t + normal.1 * out),
                ));
            };
            let parts = ((side.sqrt() / f64::from(INCH)) as i32 + 1).min(8);
            (1..parts).for_each(|k| put(f64::from(k) / f64::from(parts)));
            for end in towards {
                let (ex, ey) = p.to(*end);
                let t = (ex * x + ey * y) as f64 / side;
                if t > 0.0 && t < 1.0 {
                    put(t);
                }
            }
        }
    }
}

/// The direction out of a side of a counter-clockwise ring.
pub(super) fn outward(p: Point, q: Point) -> (f64, f64) {
    let (x, y) = p.to(q);
    let length = ((x * x + y * y) as f64).sqrt();
    (y as f64 / length, -x as f64 / length)
}

/// The directions to the corners of a ring around an arc, and how far out they are per radius.
pub(super) fn fan(
    a: (f64, f64),
    b: (f64, f64),
    depth: u32,
    each: &mut impl FnMut((f64, f64), f64),
) {
    let sum = (a.0 + b.0, a.1 + b.1);
    let length = (sum.0 * sum.0 + sum.1 * sum.1).sqrt();
    // Half a turn about the end of a line: straight on.
    let middle = if length < 1e-6 { (-a.1, a.0) } else { (sum.0 / length, sum.1 / length) };
    if depth == 0 {
        let cosine = a.0 * middle.0 + a.1 * middle.1;
        each(middle, 1.0 / cosine.max(0.5));
    } else {
        fan(a, middle, depth - 1, each);
        fan(middle, b, depth - 1, each);
    }
}

/// The nearest point of a convex ring's edge.
pub(in crate::moves) fn nearest_on(ring: &[Point], p: Point) -> (f64, f64) {
    let mut best = (f64::from(ring[0].x), f64::from(ring[0].y));
    let mut least = f64::MAX;
    for (i, &a) in ring.iter().enumerate() {
        let b = ring[(i + 1) % ring.len()];
        let (x, y) = a.to(b);
        let (px, py) = a.to(p);
        let side = (x * x + y * y) as f64;
        let t = if side > 0.0 { ((px * x + py * y) as f64 / side).clamp(0.0, 1.0) } else { 0.0 };
        let at = (f64::from(a.x) + x as f64 * t, f64::from(a.y) + y as f64 * t);
        let (dx, dy) = (at.0 - f64::from(p.x), at.1 - f64::from(p.y));
        if dx * dx + dy * dy < least {
            least = dx * dx + dy * dy;
            best = at;
        }
    }
    best
}

impl Course<'_> {
    /// The ground around a thing that the base's centre must stay out of, at a height.
    pub(in crate::moves) fn pad(&self, thing: Thing, z: i32, facing: Facing) -> Option<Pad> {
        let board = self.scene.board;
        let base = self.footprint(Point::default(), facing);
        let pad = |shape: &crate::Convex, more: i32| Pad {
            ring: span::difference(&shape.core, &base.core),
            radius: shape.radius + base.radius + more,
        };
        Some(match thing {
            Thing::Figure(i) => {
                pad(&self.scene.figures.get(usize::from(i))?.as_ref()?.footprint(), 0)
            }
            Thing::Block(i) => pad(&board.blocks[usize::from(i)].shape, 0),
            Thing::Area(i) => pad(&board.areas[usize::from(i)].shape, 0),
            Thing::Zone(i) => {
                let zone = &self.avoid[usize::from(i)];
                pad(&zone.shape, zone.reach_at(z)?)
            }
            Thing::Edge | Thing::Brink(_) => return None,
        })
    }
}
