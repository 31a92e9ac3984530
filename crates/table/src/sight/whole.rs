//! Where one sees all of a body from: taking away the places from which an occluder hides some of it.

use std::f64::consts::FRAC_1_SQRT_2;

use arrayvec::ArrayVec;

use super::Desk;
use super::clip::{Cutter, V, middle};
use super::place::Place;
use super::shape::{Cone, Outline, P3, Prism, RIM, dot, fan, flanks, minus, negated, norm, turned};
use crate::convex::CORNERS;

/// A point of a circle of 32, as parts of its radius.
const CIRCLE: [V; 9] = [
    [1.0, 0.0],
    [0.980_785_280_403_230_4, 0.195_090_322_016_128_3],
    [0.923_879_532_511_286_7, 0.382_683_432_365_089_8],
    [0.831_469_612_302_545_2, 0.555_570_233_019_602_2],
    [FRAC_1_SQRT_2, FRAC_1_SQRT_2],
    [0.555_570_233_019_602_2, 0.831_469_612_302_545_2],
    [0.382_683_432_365_089_8, 0.923_879_532_511_286_7],
    [0.195_090_322_016_128_3, 0.980_785_280_403_230_4],
    [0.0, 1.0],
];

/// The direction of that number of 32.
pub(super) fn direction(i: usize) -> V {
    match i % 32 {
        i @ 0..=8 => CIRCLE[i],
        i @ 9..=16 => [-CIRCLE[16 - i][0], CIRCLE[16 - i][1]],
        i @ 17..=24 => negated(CIRCLE[i - 16]),
        i => [CIRCLE[32 - i][0], -CIRCLE[32 - i][1]],
    }
}

type Planes = ArrayVec<(V, f64), { 2 * CORNERS + 16 }>;

/// Half-planes that all hold where an occluder hides some of a source: the points
/// (o − t·c) / (1 − t), for o in the occluder, c in the source and t in the range.
fn shadow(source: Outline, solid: Outline, range: V, planes: &mut Planes) {
    planes.clear();
    let (from, to) = (range[0], range[1].min(1.0 - 1e-6));
    let mut offer = |n: V| {
        if dot(n, n) > 0.0 && !planes.is_full() {
            let (near, far) = (solid.support(n), source.support(negated(n)));
            let at = |t: f64| (near + t * far) / (1.0 - t);
            planes.push((n, at(from).max(at(to))));
        }
    };
    let mut across = minus(solid.centre(), source.centre());
    if let Some([left, right]) = flanks(source, solid) {
        // Longer vectors than needed come out of it; their length is that of the planes' values.
        let unit = |v: V| {
            let long = norm(v);
            [v[0] / long, v[1] / long]
        };
        offer(turned(unit(left)));
        offer(negated(turned(unit(right))));
    }
    for (p, q) in solid.sides() {
        offer(negated(turned(minus(q, p))));
    }
    // Its ends, where heights end it: rounded if either outline is, else with the source's sides too.
    let (near, far) = (from > 0.0 || solid.radius > 0.0, range[1] < 1.0);
    if near || far {
        for (p, q) in source.sides() {
            offer(turned(minus(q, p)));
        }
    }
    let long = norm(across);
    if (solid.radius > 0.0 || source.radius > 0.0) && long > 0.0 {
        across = [across[0] / long, across[1] / long];
        let aside = turned(across);
        for k in [0.0, 0.4, -0.4, 1.0, -1.0, 2.4, -2.4] {
            let n = [across[0] + k * aside[0], across[1] + k * aside[1]];
            if far {
                offer(n);
            }
            if near {
                offer(negated([across[0] - k * aside[0], across[1] - k * aside[1]]));
            }
        }
    }
}

/// The part of a body's outline at one height from which nothing hides any of the source, as cells;
/// `false` if nothing is left. Only some occluders are taken into account.
pub(super) fn uncovered(
    place: &Place,
    cutter: &mut Cutter,
    body: Outline,
    height: f64,
    source: Outline,
    (low, high): (f64, f64),
    only: impl Fn(&Prism) -> bool,
) -> bool {
    let mut ring: ArrayVec<V, CORNERS> = ArrayVec::new();
    if let [c] = *body.corners {
        let r = body.radius;
        ring.extend((0..32).map(|i| {
            let d = direction(i);
            [c[0] + r * d[0], c[1] + r * d[1]]
        }));
    } else {
        ring.extend(body.corners.iter().copied());
    }
    cutter.start(&ring);
    let mut planes = Planes::new();
    for solid in place.solids.iter().filter(|solid| only(solid)) {
        let Some(range) = fan(height, low, high, solid.low, solid.high) else { continue };
        shadow(source, place.outline(solid), range, &mut planes);
        // Planes that hold all over the body cut nothing; one that holds nowhere clears it.
        let mut clear = false;
        planes.retain(|&mut (n, h)| {
            clear |= -body.support(negated(n)) >= h;
            body.support(n) > h
        });
        if clear {
            continue;
        }
        if planes.is_empty() {
            return false;
        }
        cutter.take_away(&planes);
        if cutter.cells.is_empty() {
            return false;
        }
    }
    true
}

/// Whether all of a body is seen from a point.
fn sees_all(place: &Place, eye: P3, target: &Prism) -> bool {
    let cone = Cone::new(eye, place.outline(target), target.low, target.high);
    !place.solids.iter().any(|solid| cone.meets(place.outline(solid), solid.low, solid.high))
}

/// The heights to look from, the most promising first. The highest is best unless something floats
/// that one may look under.
pub(super) fn heights(place: &Place, body: &Prism, ground: f64) -> ArrayVec<f64, 20> {
    let mut out: ArrayVec<f64, 20> = ArrayVec::new();
    out.push(body.high);
    if place.solids.iter().all(|solid| solid.low <= ground) {
        return out;
    }
    let mut offer = |z: f64| {
        let known = out.iter().any(|&h| (h - z).abs() < 20.0);
        if z > body.low && z < body.high && !out.is_full() && !known {
            out.push(z);
        }
    };
    let part = |eighths: f64| body.low + (body.high - body.low) * eighths / 8.0;
    offer(part(4.0));
    offer(body.low + RIM);
    for solid in place.solids.iter().filter(|solid| solid.low > ground) {
        offer(solid.low - RIM);
    }
    for eighths in [2.0, 6.0, 3.0, 5.0, 1.0, 7.0] {
        offer(part(eighths));
    }
    for solid in &place.solids {
        offer(solid.high + RIM);
    }
    out
}

impl Desk {
    /// A point of one body that sees all of the other.
    pub(super) fn overlook(&mut self, viewer: usize) -> Option<P3> {
        let place = &self.place;
        let (body, target) = (place.body(viewer), place.body(1 - viewer));
        let outline = place.outline(body);
        let [x, y] = outline.centre();
        let middle_top = [x, y, body.high];
        if place.solids.is_empty() || sees_all(place, middle_top, target) {
            return Some(middle_top);
        }
        let source = place.outline(target);
        let range = (target.low, target.high);
        let ground = body.low.min(target.low);
        let heights = heights(place, body, ground);
        // What stands on the ground hides no less from further down.
        let grounded = |solid: &Prism| solid.low <= ground;
        if heights.len() > 1
            && !uncovered(place, &mut self.cutter, outline, body.high, source, range, grounded)
        {
            return None;
        }
        for height in heights {
            if uncovered(place, &mut self.cutter, outline, height, source, range, |_| true) {
                for i in 0..self.cutter.cells.len() {
                    let [x, y] = middle(self.cutter.cells.get(i));
                    if sees_all(place, [x, y, height], target) {
                        return Some([x, y, height]);
                    }
                }
            }
        }
        None
    }
}
