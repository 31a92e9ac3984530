//! Upright prisms in the frame of a question, and whether something passes through one.

use super::clip::V;
use crate::sight::Hider;

/// A point in space: along the frame, across it, up.
pub(super) type P3 = [f64; 3];

/// A sight line keeps at least this far from everything it passes, in units: what two blocks with a
/// common edge leave between them is less, whatever the rounding.
pub(super) const GRAZE: f64 = 0.02;

/// Half a unit: a body is seen up to its very top, so that looking along the top of a wall exactly
/// as high as both bodies is looking past it.
pub(super) const RIM: f64 = 0.5;

/// A convex outline: corners, counter-clockwise, blown up by a radius. A disc has one corner and a
/// radius, any other outline three or more and none.
#[derive(Clone, Copy)]
pub(super) struct Outline<'a> {
    pub(super) corners: &'a [V],
    pub(super) radius: f64,
}

/// A prism; its outline's corners are in a common list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prism {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) radius: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    /// Its extent along the frame.
    pub(super) x: V,
    /// Its extent across the frame.
    pub(super) w: V,
    /// Whether it stands in the first body or in the second, which a rule would forbid.
    pub(super) within: [bool; 2],
    pub(super) who: Hider,
}

pub(super) fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

pub(super) fn minus(a: V, b: V) -> V {
    [a[0] - b[0], a[1] - b[1]]
}

pub(super) fn cross(a: V, b: V) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// A quarter turn counter-clockwise.
pub(super) fn turned(a: V) -> V {
    [-a[1], a[0]]
}

pub(super) fn negated(a: V) -> V {
    [-a[0], -a[1]]
}

pub(super) fn norm(a: V) -> f64 {
    dot(a, a).sqrt()
}

/// Where `a + t(b − a)` lies strictly between two heights, of t from nothing to one.
pub(super) fn between(a: f64, b: f64, low: f64, high: f64) -> Option<V> {
    fan(a, b, b, low, high)
}

/// Where a fan from height `a` to the heights from `b0` up to `b1` meets the open range of heights.
pub(super) fn fan(a: f64, b0: f64, b1: f64, low: f64, high: f64) -> Option<V> {
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    // Its lower edge is below `high`.
    let (rise, room) = (b0 - a, high - a);
    if rise > 0.0 {
        to = to.min(room / rise);
    } else if rise < 0.0 {
        from = from.max(room / rise);
    } else if room <= 0.0 {
        return None;
    }
    // Its upper edge is above `low`.
    let (rise, room) = (b1 - a, low - a);
    if rise > 0.0 {
        from = from.max(room / rise);
    } else if rise < 0.0 {
        to = to.min(room / rise);
    } else if room >= 0.0 {
        return None;
    }
    (from < to).then_some([from, to])
}

impl<'a> Outline<'a> {
    /// The farthest the outline reaches in a direction, times the direction's length.
    #[inline]
    pub(super) fn support(self, n: V) -> f64 {
        let mut most = f64::MIN;
        for &c in self.corners {
            most = most.max(dot(c, n));
        }
        if self.radius > 0.0 { most + self.radius * norm(n) } else { most }
    }

    /// The farthest point in a direction.
    pub(super) fn farthest(self, n: V) -> V {
        let mut best = self.corners[0];
        for &c in self.corners {
            if dot(c, n) > dot(best, n) {
                best = c;
            }
        }
        let long = norm(n);
        if self.radius > 0.0 && long > 0.0 {
            let part = self.radius / long;
            [best[0] + n[0] * part, best[1] + n[1] * part]
        } else {
            best
        }
    }

    /// The mean of its corners.
    pub(super) fn centre(self) -> V {
        super::clip::middle(self.corners)
    }

    /// Its sides; a disc has none.
    pub(super) fn sides(self) -> impl Iterator<Item = (V, V)> + 'a {
        let corners = self.corners;
        let n = corners.len();
        let count = if n < 3 { 0 } else { n };
        (0..count).map(move |i| (corners[i], corners[if i + 1 == n { 0 } else { i + 1 }]))
    }

    /// Whether the part from `from` to `to` of the segment from `a` to `b` passes through the
    /// outline made larger by a margin.
    pub(super) fn stops(self, a: V, b: V, part: V, margin: f64) -> bool {
        let d = minus(b, a);
        let [mut from, mut to] = part;
        if let [centre] = *self.corners {
            let u = minus(centre, a);
            let long = dot(d, d);
            let t = if long > 0.0 { (dot(u, d) / long).clamp(from, to) } else { from };
            let off = [u[0] - d[0] * t, u[1] - d[1] * t];
            let r = self.radius + margin;
            return dot(off, off) < r * r;
        }
        for (p, q) in self.sides() {
            let e = minus(q, p);
            // Inside where this is positive, t from nothing to one.
            let here = cross(e, minus(a, p)) + margin * (e[0].abs() + e[1].abs());
            let grows = cross(e, d);
            if grows > 0.0 {
                from = from.max(-here / grows);
            } else if grows < 0.0 {
                to = to.min(-here / grows);
            } else if here <= 0.0 {
                return false;
            }
            if from >= to {
                return false;
            }
        }
        true
    }

    /// Where the line through `[0, p]` with a slope crosses the outline made larger by a margin: an
    /// interval along the frame.
    pub(super) fn crossed(self, p: f64, slope: f64, margin: f64) -> Option<V> {
        if let [centre] = *self.corners {
            let r = self.radius + margin;
            let long = 1.0 + slope * slope;
            let off = centre[1] - p - slope * centre[0];
            let room = r * r * long - off * off;
            if room <= 0.0 {
                return None;
            }
            let at = centre[0] + slope * (centre[1] - p);
            let half = room.sqrt();
            return Some([(at - half) / long, (at + half) / long]);
        }
        let (mut from, mut to) = (f64::MIN, f64::MAX);
        for (c, d) in self.sides() {
            let e = minus(d, c);
            let here = cross(e, [-c[0], p - c[1]]) + margin * (e[0].abs() + e[1].abs());
            let grows = cross(e, [1.0, slope]);
            if grows > 0.0 {
                from = from.max(-here / grows);
            } else if grows < 0.0 {
                to = to.min(-here / grows);
            } else if here <= 0.0 {
                return None;
            }
        }
        (from < to).then_some([from, to])
    }

    /// Whether a line has all of this on one side and all of the other on its other side.
    pub(super) fn apart(self, other: Outline) -> bool {
        let splits = |n: V| dot(n, n) > 0.0 && self.support(n) <= -other.support(negated(n));
        for (p, q) in self.sides() {
            if splits(negated(turned(minus(q, p)))) {
                return true;
            }
        }
        for (p, q) in other.sides() {
            if splits(turned(minus(q, p))) {
                return true;
            }
        }
        // Between a disc and a corner.
        (self.radius > 0.0 || other.radius > 0.0)
            && self.corners.iter().any(|&c| other.corners.iter().any(|&d| splits(minus(d, c))))
    }

    /// How far a point is from it; nothing inside.
    pub(super) fn distance(self, a: V) -> f64 {
        if let [centre] = *self.corners {
            return (norm(minus(a, centre)) - self.radius).max(0.0);
        }
        let mut inside = true;
        let mut least = f64::MAX;
        for (p, q) in self.sides() {
            let (e, u) = (minus(q, p), minus(a, p));
            inside &= cross(e, u) >= 0.0;
            let t = (dot(e, u) / dot(e, e)).clamp(0.0, 1.0);
            least = least.min(norm([u[0] - e[0] * t, u[1] - e[1] * t]));
        }
        if inside { 0.0 } else { least }
    }
}

/// A viewpoint with all it looks at: the hull of a point and a body.
pub(super) struct Cone<'a> {
    pub(super) eye: P3,
    pub(super) target: Outline<'a>,
    pub(super) low: f64,
    pub(super) high: f64,
    /// The normals, outwards, of the two lines from the eye that touch the target.
    flanks: [V; 2],
    flanked: bool,
}

/// Interiors that overlap by less than this, in units, only touch.
const TOUCH: f64 = 1e-4;

impl<'a> Cone<'a> {
    pub(super) fn new(eye: P3, target: Outline<'a>, low: f64, high: f64) -> Cone<'a> {
        let at = [eye[0], eye[1]];
        let mut cone = Cone { eye, target, low, high, flanks: [[0.0; 2]; 2], flanked: false };
        if let Some([left, right]) = flanks(Outline { corners: &[at], radius: 0.0 }, target) {
            // The target lies to the right of the left flank.
            cone.flanks = [turned(left), negated(turned(right))];
            cone.flanked = true;
        }
        cone
    }

    /// Whether an occluder hides any of the target.
    pub(super) fn meets(&self, shape: Outline, low: f64, high: f64) -> bool {
        let Some([from, to]) = fan(self.eye[2], self.low, self.high, low + TOUCH, high - TOUCH)
        else {
            return false;
        };
        let at = [self.eye[0], self.eye[1]];
        // The part of the cone at the occluder's heights is the hull of two copies of the target,
        // drawn towards the eye.
        let splits = |n: V| {
            if dot(n, n) <= 0.0 {
                return false;
            }
            let (here, there) = (dot(at, n), self.target.support(n));
            let reach = (here + from * (there - here)).max(here + to * (there - here));
            reach <= -shape.support(negated(n)) + TOUCH * norm(n)
        };
        if self.flanked && (splits(self.flanks[0]) || splits(self.flanks[1])) {
            return false;
        }
        for (p, q) in shape.sides() {
            if splits(turned(minus(q, p))) {
                return false;
            }
        }
        for (p, q) in self.target.sides() {
            if splits(negated(turned(minus(q, p)))) {
                return false;
            }
        }
        // Between a rounded end and the nearest corner, or two rounded ends.
        if self.target.radius > 0.0 || shape.radius > 0.0 {
            for part in [from, to] {
                for &c in self.target.corners {
                    let end = [at[0] + part * (c[0] - at[0]), at[1] + part * (c[1] - at[1])];
                    if shape.corners.iter().any(|&corner| splits(minus(corner, end))) {
                        return false;
                    }
                }
            }
        }
        true
    }
}

/// The most counter-clockwise and the most clockwise directions from a point of one outline to a
/// point of the other, if a line separates them.
pub(super) fn flanks(from: Outline, to: Outline) -> Option<[V; 2]> {
    let r = from.radius + to.radius;
    let mut best: Option<[V; 2]> = None;
    for &a in from.corners {
        for &b in to.corners {
            let u = minus(b, a);
            let (left, right) = if r > 0.0 {
                let squared = dot(u, u);
                let room = squared - r * r;
                if room <= 0.0 {
                    return None;
                }
                let (c, s) = (room.sqrt(), r);
                (
                    [u[0] * c - u[1] * s, u[1] * c + u[0] * s],
                    [u[0] * c + u[1] * s, u[1] * c - u[0] * s],
                )
            } else {
                (u, u)
            };
            match &mut best {
                None => best = Some([left, right]),
                Some(best) => {
                    if cross(best[0], left) > 0.0 {
                        best[0] = left;
                    }
                    if cross(best[1], right) < 0.0 {
                        best[1] = right;
                    }
                }
            }
        }
    }
    // Checks that they do separate: each outline on its own side of each line.
    let [left, right] = best?;
    let sound = |n: V| from.support(negated(n)) + to.support(n) <= 1e-6 * norm(n);
    (cross(right, left) >= 0.0 && sound(turned(left)) && sound(negated(turned(right))))
        .then_some([left, right])
}
