//! Whether any line leads from one body to the other.
//!
//! A line is two places across the frame, `p` where it passes the middle of the first body and `q`
//! where it passes the middle of the second, and two heights there. For lines within a band of
//! heights, an occluder that fills the band somewhere stops every line it meets there in plan, and
//! passing it left or right is an intersection of half-planes in (p, q): cutting convex cells tells
//! exactly whether all lines are stopped. Otherwise a line of each cell that is left over is looked
//! at from the side, where the same cutting finds the heights, if any, at which it passes. While
//! neither decides, the band is halved.

use arrayvec::ArrayVec;

use super::Desk;
use super::clip::{Cutter, V, middle};
use super::place::Place;
use super::shape::{GRAZE, Outline, P3, Prism, RIM, norm};
use super::whole::{direction, heights, uncovered};

/// Bands smaller than this are not halved again, in units.
const FINE: f64 = 40.0;

/// How many bands are looked at before a pair counts as hidden.
const BANDS: usize = 64;

/// How much wider than the bodies the lines of a slab may run, in units: what a slab of slopes
/// leaves to rounding the outlines.
const LOOSE: f64 = 8.0;

/// A range of slopes across the frame, with the lines of such slopes that meet both bodies.
#[derive(Clone, Copy)]
struct Slab {
    slopes: V,
    /// Where each of its lines has met the first body, and has not yet left the second.
    x: V,
}

/// Heights along the frame: at its beginning, and how they rise.
#[derive(Clone, Copy)]
struct Edge {
    at: f64,
    rise: f64,
}

impl Edge {
    fn through(a: V, b: V) -> Edge {
        let rise = (b[1] - a[1]) / (b[0] - a[0]);
        Edge { at: a[1] - rise * a[0], rise }
    }

    /// Where it is at most as high as `z`, within a range.
    fn under(self, z: f64, [from, to]: V) -> V {
        let room = z - self.at;
        if self.rise > 0.0 {
            [from, to.min(room / self.rise)]
        } else if self.rise < 0.0 {
            [from.max(room / self.rise), to]
        } else if room >= 0.0 {
            [from, to]
        } else {
            [to, from]
        }
    }

    /// Where it is at least as high as `z`.
    fn over(self, z: f64, range: V) -> V {
        Edge { at: -self.at, rise: -self.rise }.under(-z, range)
    }
}

/// Either of two ranges, or both as one where they overlap; else the longer.
fn either(a: V, b: V) -> V {
    let (m, n) = (a[1] - a[0], b[1] - b[0]);
    if m <= 0.0 {
        b
    } else if n <= 0.0 {
        a
    } else if a[0] <= b[1] && b[0] <= a[1] {
        [a[0].min(b[0]), a[1].max(b[1])]
    } else if m >= n {
        a
    } else {
        b
    }
}

/// Lines within a band of heights.
#[derive(Clone, Copy)]
pub(super) struct Band {
    /// The heights at the middle of the first body, and of the second.
    at: [V; 2],
}

/// An occluder from the side: from where to where along a line, and its heights.
pub(super) type Rectangle = [V; 2];

struct Search<'a> {
    place: &'a Place,
    /// The bodies, half a unit taller.
    bodies: [Prism; 2],
    /// What all lines stay below and above, whatever the band.
    roof: Edge,
    floor: Edge,
    slabs: ArrayVec<Slab, 8>,
}

/// How far lines of a slope reach to both sides of an outline, measured where the frame is at `x`.
fn reaches(outline: Outline, x: f64, slope: f64) -> V {
    let n = [-slope, 1.0];
    [slope * x - outline.support([slope, -1.0]), outline.support(n) + slope * x]
}

impl<'a> Search<'a> {
    /// Sets a search up, unless the bodies are too close for it.
    fn new(place: &'a Place) -> Option<Search<'a>> {
        let mut bodies = [*place.body(0), *place.body(1)];
        for body in &mut bodies {
            body.low -= RIM;
            body.high += RIM;
        }
        let [a, b] = &bodies;
        let sum = place.reach[0] + place.reach[1];
        if place.length < sum * 1.01 + 1.0 || a.x[1] >= b.x[0] {
            return None;
        }
        // The hull of both bodies from the side.
        let roof = if b.high > a.high {
            Edge::through([a.x[0], a.high], [b.x[0], b.high])
        } else {
            Edge::through([a.x[1], a.high], [b.x[1], b.high])
        };
        let floor = if b.low < a.low {
            Edge::through([a.x[0], a.low], [b.x[0], b.low])
        } else {
            Edge::through([a.x[1], a.low], [b.x[1], b.low])
        };
        let steepest = sum / (place.length * place.length - sum * sum).sqrt();
        let mut search = Search { place, bodies, roof, floor, slabs: ArrayVec::new() };
        search.divide([-steepest, steepest], 3);
        Some(search)
    }

    fn outline(&self, which: usize) -> Outline<'a> {
        self.place.outline(&self.bodies[which])
    }

    /// Where the middle of a body is along the frame.
    fn middle(&self, which: usize) -> f64 {
        if which == 0 { 0.0 } else { self.place.length }
    }

    /// Divides slopes until an outline's reach is nearly straight over each slab.
    fn divide(&mut self, slopes: V, depth: u8) {
        let half = f64::midpoint(slopes[0], slopes[1]);
        let loose = depth > 0
            && (0..2).any(|i| {
                let at = |slope: f64| reaches(self.outline(i), self.middle(i), slope);
                let (a, b, c) = (at(slopes[0]), at(half), at(slopes[1]));
                f64::midpoint(a[1], c[1]) - b[1] > LOOSE || b[0] - f64::midpoint(a[0], c[0]) > LOOSE
            });
        if loose {
            self.divide([slopes[0], half], depth - 1);
            self.divide([half, slopes[1]], depth - 1);
            return;
        }
        // A line enters a body between the two points where lines of its slope touch it, or behind
        // both; and as nothing stands in a body, all that is beyond them counts.
        let mut x = [f64::MIN, f64::MAX];
        for slope in slopes {
            for n in [[-slope, 1.0], [slope, -1.0]] {
                x[0] = x[0].max(self.outline(0).farthest(n)[0]);
                x[1] = x[1].min(self.outline(1).farthest(n)[0]);
            }
        }
        self.slabs.push(Slab { slopes, x });
    }

    /// The cell of all lines of a slab that meet both bodies, and a little more.
    fn lines(&self, slab: &Slab, cutter: &mut Cutter) -> bool {
        let length = self.place.length;
        let [s, e] = slab.slopes;
        let ends = |i: usize| {
            let (outline, x) = (self.outline(i), self.middle(i));
            (reaches(outline, x, s), reaches(outline, x, e))
        };
        let (p, q) = (ends(0), ends(1));
        let range = |(a, b): (V, V)| [a[0].min(b[0]), a[1].max(b[1])];
        let (box_p, box_q) = (range(p), range(q));
        cutter.start(&[
            [box_p[0], box_q[0]],
            [box_p[1], box_q[0]],
            [box_p[1], box_q[1]],
            [box_p[0], box_q[1]],
        ]);
        // s ≤ (q − p) / length ≤ e.
        if !cutter.keep([-1.0, 1.0], s * length) || !cutter.keep([1.0, -1.0], -e * length) {
            return false;
        }
        // Over the slab, the reach is at most a straight function of the slope.
        for (i, (a, b)) in [p, q].into_iter().enumerate() {
            for side in 0..2 {
                let grows = (b[side] - a[side]) / ((e - s) * length);
                let at = a[side] - grows * s * length;
                // at + grows · (q − p) − own, at least nothing above and at most below.
                let mut n = [-grows, grows];
                n[i] -= 1.0;
                let (n, h) = if side == 1 { (n, -at) } else { ([-n[0], -n[1]], at) };
                if !cutter.keep(n, h) {
                    return false;
                }
            }
        }
        true
    }

    /// Leaves the cells of lines in a slab and a band that nothing stops for sure.
    fn sift(&self, slab: &Slab, band: Option<&Band>, cutter: &mut Cutter) -> bool {
        if !self.lines(slab, cutter) {
            return false;
        }
        let length = self.place.length;
        let mut corners: ArrayVec<V, 40> = ArrayVec::new();
        let mut cut: ArrayVec<V, 40> = ArrayVec::new();
        for solid in &self.place.solids {
            let range = [
                if solid.within[0] { self.bodies[0].x[1] } else { slab.x[0] }.max(solid.x[0]),
                if solid.within[1] { self.bodies[1].x[0] } else { slab.x[1] }.min(solid.x[1]),
            ];
            let mut under = self.roof.under(solid.high, range);
            let mut over = self.floor.over(solid.low, range);
            if let Some(Band { at: [first, second] }) = band {
                let edge = |k: usize| Edge { at: first[k], rise: (second[k] - first[k]) / length };
                under = either(under, edge(1).under(solid.high, range));
                over = either(over, edge(0).over(solid.low, range));
            }
            let (from, to) = (under[0].max(over[0]), under[1].min(over[1]));
            if from >= to {
                continue;
            }
            self.corners(solid, slab, &mut corners);
            if from > solid.x[0] {
                trim(&corners, &mut cut, from, 1.0);
                std::mem::swap(&mut corners, &mut cut);
            }
            if to < solid.x[1] {
                trim(&corners, &mut cut, to, -1.0);
                std::mem::swap(&mut corners, &mut cut);
            }
            if corners.len() < 2 {
                continue;
            }
            for c in &mut corners {
                c[0] /= length;
            }
            cutter.pass(&corners);
            if cutter.cells.is_empty() {
                return false;
            }
        }
        true
    }

    /// The corners of an occluder; for a disc, points where lines of the slab touch it.
    fn corners(&self, solid: &Prism, slab: &Slab, out: &mut ArrayVec<V, 40>) {
        out.clear();
        let outline = self.place.outline(solid);
        let [c] = *outline.corners else {
            out.extend(outline.corners.iter().take(38).copied());
            return;
        };
        let r = outline.radius;
        out.push([c[0] + r, c[1]]);
        for side in [1.0, -1.0] {
            for k in 0..4 {
                let slope = slab.slopes[0] + (slab.slopes[1] - slab.slopes[0]) * f64::from(k) / 3.0;
                let part = side * r / norm([slope, 1.0]);
                out.push([c[0] - slope * part, c[1] + part]);
            }
            if side > 0.0 {
                out.push([c[0] - r, c[1]]);
            }
        }
    }

    /// Looks at one line of the plan from the side, and finds heights at which nothing stops it.
    fn profile(
        &self,
        [p, q]: V,
        cutter: &mut Cutter,
        stack: &mut Vec<Rectangle>,
    ) -> Option<[P3; 2]> {
        let slope = (q - p) / self.place.length;
        let a = self.outline(0).crossed(p, slope, -GRAZE)?;
        let b = self.outline(1).crossed(p, slope, -GRAZE)?;
        if a[1] >= b[0] {
            return None;
        }
        stack.clear();
        for solid in &self.place.solids {
            if let Some(x) = self.place.outline(solid).crossed(p, slope, GRAZE)
                && x[1] > a[0]
                && x[0] < b[1]
            {
                stack.push([x, [solid.low - GRAZE, solid.high + GRAZE]]);
            }
        }
        // A line that leaves a body by its top or its bottom meets the back of the body, or else is
        // steeper than the body.
        for (from, to) in [(a[1], b[0]), (a[0], b[1]), (a[1], b[1]), (a[0], b[0])] {
            let [first, second] = &self.bodies;
            cutter.start(&[
                [first.low, second.low],
                [first.high, second.low],
                [first.high, second.high],
                [first.low, second.high],
            ]);
            for &[x, z] in &*stack {
                let (x0, x1) = (x[0].max(from), x[1].min(to));
                if x0 < x1 {
                    let t = |x: f64| (x - from) / (to - from);
                    let (t0, t1) = (t(x0), t(x1));
                    cutter.pass(&[[t0, z[0]], [t1, z[0]], [t1, z[1]], [t0, z[1]]]);
                }
                if cutter.cells.is_empty() {
                    break;
                }
            }
            for i in 0..cutter.cells.len() {
                let [za, zb] = middle(cutter.cells.get(i));
                let line = [[from, p + slope * from, za], [to, p + slope * to, zb]];
                if self.place.free(line[0], line[1], GRAZE) {
                    return Some(line);
                }
            }
        }
        None
    }

    /// The band of all lines that meet both bodies.
    fn whole_band(&self) -> Band {
        let [a, b] = &self.bodies;
        let gap = b.x[0] - a.x[1];
        let (up, down) = ((b.high - a.low).max(0.0) / gap, (a.high - b.low).max(0.0) / gap);
        let (half_a, half_b) = ((a.x[1] - a.x[0]) / 2.0, (b.x[1] - b.x[0]) / 2.0);
        Band {
            at: [
                [a.low - half_a * up.max(down), a.high + half_a * up.max(down)],
                [b.low - half_b * up.max(down), b.high + half_b * up.max(down)],
            ],
        }
    }

    /// A few lines that are free as often as not.
    fn guess(&self) -> Option<[P3; 2]> {
        let place = self.place;
        let half = |i: usize| {
            let outline = self.outline(i);
            if outline.radius > 0.0 {
                outline.radius * 0.9
            } else {
                outline.support([0.0, 1.0]).min(-outline.support([0.0, -1.0]).min(0.0)).max(0.0)
                    * 0.5
            }
        };
        let (a, b) = (half(0), half(1));
        let (top_a, top_b) = (self.bodies[0].high, self.bodies[1].high);
        for (p, q) in [(0.0, 0.0), (a, b), (-a, -b), (a, -b), (-a, b)] {
            let line = [[0.0, p, top_a], [place.length, q, top_b]];
            if place.free(line[0], line[1], GRAZE) {
                return Some(line);
            }
        }
        None
    }
}

/// The part of a convex polygon before or behind a place along the frame.
fn trim(corners: &[V], out: &mut ArrayVec<V, 40>, x: f64, side: f64) {
    out.clear();
    let Some(&last) = corners.last() else { return };
    let mut last = last;
    for &c in corners {
        let (was, is) = (side * (last[0] - x), side * (c[0] - x));
        if (was >= 0.0) != (is >= 0.0) && out.len() < 39 {
            let part = was / (was - is);
            out.push([x, last[1] + (c[1] - last[1]) * part]);
        }
        if is >= 0.0 && out.len() < 39 {
            out.push(c);
        }
        last = c;
    }
}

impl Desk {
    /// A free line from the first body to the second.
    pub(super) fn any_line(&mut self) -> Option<[P3; 2]> {
        let place = &self.place;
        if place.solids.is_empty() {
            let end = |i: usize| {
                let body = place.body(i);
                let [x, w] = place.outline(body).centre();
                [x, w, f64::midpoint(body.low, body.high)]
            };
            return Some([end(0), end(1)]);
        }
        let Some(search) = Search::new(place) else { return self.any_close_line() };
        if let Some(line) = search.guess() {
            return Some(line);
        }
        let (cutter, side) = (&mut self.cutter, &mut self.side);
        let mut bands = std::mem::take(&mut self.bands);
        let mut tries = std::mem::take(&mut self.tries);
        bands.clear();
        bands.push(search.whole_band());
        let mut done = 0;
        let mut found = None;
        'search: while done < bands.len() && done < BANDS {
            let band = bands[done];
            let mut open = false;
            for slab in &search.slabs {
                if !search.sift(slab, (done > 0).then_some(&band), cutter) {
                    continue;
                }
                open = true;
                tries.clear();
                tries.extend((0..cutter.cells.len()).map(|i| middle(cutter.cells.get(i))));
                for &line in &tries {
                    found = search.profile(line, cutter, side);
                    if found.is_some() {
                        break 'search;
                    }
                }
            }
            if open {
                let [a, b] = band.at;
                let (wide_a, wide_b) = (a[1] - a[0], b[1] - b[0]);
                if wide_a.max(wide_b) > FINE {
                    let half = |v: V| f64::midpoint(v[0], v[1]);
                    let halves = if wide_a > wide_b {
                        [[[half(a), a[1]], b], [[a[0], half(a)], b]]
                    } else {
                        [[a, [half(b), b[1]]], [a, [b[0], half(b)]]]
                    };
                    bands.extend(halves.map(|at| Band { at }));
                }
            }
            done += 1;
        }
        let undecided = found.is_none() && done < bands.len();
        self.bands = bands;
        self.tries = tries;
        if undecided { self.any_close_line() } else { found }
    }

    /// A free line between bodies that are close or one above the other: from chosen points of each
    /// body to any point of the other, at chosen heights.
    fn any_close_line(&mut self) -> Option<[P3; 2]> {
        let place = &self.place;
        for from in 0..2 {
            let (body, other) = (place.body(from), place.body(1 - from));
            let outline = place.outline(body);
            let [x, w] = outline.centre();
            for za in heights(place, body) {
                for k in 0..13 {
                    let rim = outline.farthest(direction(k * 8 / 3));
                    let part = if k == 12 { 0.0 } else { 0.97 };
                    let at = [x + (rim[0] - x) * part, w + (rim[1] - w) * part];
                    let point = Outline { corners: &[at], radius: 0.0 };
                    for zb in heights(place, other) {
                        let target = place.outline(other);
                        let cutter = &mut self.cutter;
                        if !uncovered(place, cutter, target, zb, point, (za, za)) {
                            continue;
                        }
                        for i in 0..cutter.cells.len() {
                            let [x, w] = middle(cutter.cells.get(i));
                            let (a, b) = ([at[0], at[1], za], [x, w, zb]);
                            if place.free(a, b, GRAZE) {
                                return Some(if from == 0 { [a, b] } else { [b, a] });
                            }
                        }
                    }
                }
            }
        }
        None
    }
}
