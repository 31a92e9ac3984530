//! Whether any line leads from one body to the other.
//!
//! A line is two places across the frame, `p` where it passes the middle of the first body and `q`
//! where it passes the middle of the second, and two heights there. For lines within a band of
//! heights, an occluder that fills the band somewhere stops every line it meets there in plan, and
//! passing it left or right is an intersection of half-planes in (p, q): cutting convex cells tells
//! exactly whether all lines are stopped. Otherwise a line of each cell that is left over is looked
//! at from the side, where the same cutting finds the heights, if any, at which it passes. If none
//! passes, cells of lines are cut in plan and in height at once: past each occluder a line goes left,
//! right, over or under.

use std::collections::VecDeque;

use arrayvec::ArrayVec;

use super::Desk;
use super::clip::{Cells, Cutter, NO_AREA, V, middle};
use super::place::Place;
use super::shape::{GRAZE, Outline, P3, Prism, RIM, negated, norm};
use super::whole::{direction, heights, uncovered};

/// Cells of lines smaller than this in plan are not divided again, in units.
const FINE: f64 = 6.0;

/// How many cells are looked at before a pair counts as hidden.
const CELLS: usize = 600;

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

/// A convex cell of few corners.
type Small = ArrayVec<V, 16>;

/// Lines whose places across are in one cell and whose heights are in another, with how many
/// occluders they are known to pass.
pub(super) struct Bundle {
    plan: Small,
    heights: Small,
    passed: usize,
    /// The slab of their slopes.
    slab: usize,
    /// Whether they rise, or else fall.
    rises: bool,
    /// How often it was halved, which is done in plan and in height by turns.
    halved: u8,
}

/// The part of a cell where `n·v ≥ h`, or all of it if that has too many corners to note.
fn part_of(cell: &Small, n: V, h: f64) -> Small {
    let mut part = cell.clone();
    cut_down(&mut part, n, h);
    part
}

/// Cuts a cell down to [`part_of`] it.
fn cut_down(cell: &mut Small, n: V, h: f64) {
    let side = |v: V| n[0] * v[0] + n[1] * v[1] - h;
    let inside = cell.iter().filter(|v| side(**v) >= 0.0).count();
    if inside > 0 && inside < cell.len() {
        let mut out = Small::new();
        let mut last = cell[cell.len() - 1];
        let mut was = side(last);
        for &v in &*cell {
            let is = side(v);
            let mut full = false;
            if (was >= 0.0) != (is >= 0.0) {
                let part = was / (was - is);
                let met = [last[0] + (v[0] - last[0]) * part, last[1] + (v[1] - last[1]) * part];
                full |= out.try_push(met).is_err();
            }
            if is >= 0.0 {
                full |= out.try_push(v).is_err();
            }
            if full {
                return;
            }
            (last, was) = (v, is);
        }
        cell.clear();
        cell.extend(out);
    }
    if inside < 1 || cell.len() < 3 || super::clip::area(cell) < NO_AREA {
        cell.clear();
    }
}

/// From where to where corners lie along the frame.
fn extents(corners: &[V]) -> V {
    corners.iter().fold([f64::MAX, f64::MIN], |[from, to], c| [from.min(c[0]), to.max(c[0])])
}

/// Where to cut a cell in half across its longer side, and how long that is.
fn halving(cell: &Small) -> (V, f64, f64) {
    let (mut low, mut high) = (cell[0], cell[0]);
    for v in cell {
        low = [low[0].min(v[0]), low[1].min(v[1])];
        high = [high[0].max(v[0]), high[1].max(v[1])];
    }
    let axis = usize::from(high[1] - low[1] > high[0] - low[0]);
    let mut n = [0.0, 0.0];
    n[axis] = 1.0;
    (n, f64::midpoint(low[axis], high[axis]), high[axis] - low[axis])
}

/// Whether a cell is too thin to be divided again, however long it is.
fn thin(cell: &Small) -> bool {
    super::clip::area(cell) < halving(cell).2 * FINE / 2.0
}

/// Where to cut heights into those that rise more and those that rise less.
fn flattening(cell: &Small) -> (V, f64, f64) {
    let (mut low, mut high) = (f64::MAX, f64::MIN);
    for v in cell {
        (low, high) = (low.min(v[1] - v[0]), high.max(v[1] - v[0]));
    }
    ([-1.0, 1.0], f64::midpoint(low, high), high - low)
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

    /// Leaves the cells of lines in a slab that nothing stops at all heights.
    fn sift(&self, slab: &Slab, cutter: &mut Cutter) -> bool {
        if !self.lines(slab, cutter) {
            return false;
        }
        let mut corners: ArrayVec<V, 40> = ArrayVec::new();
        for solid in &self.place.solids {
            let range = self.counts(solid, slab);
            let under = self.roof.under(solid.high, range);
            let over = self.floor.over(solid.low, range);
            let (from, to) = (under[0].max(over[0]), under[1].min(over[1]));
            if from >= to {
                continue;
            }
            if !self.corners(solid, slab, [from, to], &mut corners) {
                continue;
            }
            cutter.pass(&corners);
            if cutter.cells.is_empty() {
                return false;
            }
        }
        true
    }

    /// From where to where along the frame an occluder counts, for all lines of a slab.
    fn counts(&self, solid: &Prism, slab: &Slab) -> V {
        [
            if solid.within[0] { self.bodies[0].x[1] } else { slab.x[0] }.max(solid.x[0]),
            if solid.within[1] { self.bodies[1].x[0] } else { slab.x[1] }.min(solid.x[1]),
        ]
    }

    /// The corners of an occluder between two places along the frame, each as its part of the way
    /// between the bodies and its place across; for a disc, points where lines of the slab touch it.
    fn corners(&self, solid: &Prism, slab: &Slab, range: V, out: &mut ArrayVec<V, 40>) -> bool {
        out.clear();
        let outline = self.place.outline(solid);
        if let [c] = *outline.corners {
            let r = outline.radius;
            out.push([c[0] + r, c[1]]);
            for side in [1.0, -1.0] {
                for k in 0..4 {
                    let slope =
                        slab.slopes[0] + (slab.slopes[1] - slab.slopes[0]) * f64::from(k) / 3.0;
                    let part = side * r / norm([slope, 1.0]);
                    out.push([c[0] - slope * part, c[1] + part]);
                }
                if side > 0.0 {
                    out.push([c[0] - r, c[1]]);
                }
            }
        } else {
            out.extend(outline.corners.iter().take(38).copied());
        }
        for (x, from, side) in [(range[0], solid.x[0], 1.0), (range[1], solid.x[1], -1.0)] {
            if (x - from) * side > 0.0 {
                let mut cut = ArrayVec::new();
                trim(out, &mut cut, x, side);
                std::mem::swap(out, &mut cut);
            }
        }
        for c in &mut *out {
            c[0] /= self.place.length;
        }
        out.len() > 1
    }

    /// The heights of all lines that meet both bodies, where they pass their middles.
    fn all_heights(&self) -> Small {
        let [a, b] = &self.bodies;
        let length = self.place.length;
        let gap = b.x[0] - a.x[1];
        let steep = (b.high - a.low).max(a.high - b.low).max(0.0) / gap;
        // Where nothing floats, a line raised to both tops is as free as before.
        let ground = a.low.min(b.low);
        let flat = self.place.solids.iter().all(|solid| solid.low <= ground);
        let steep = if flat { (a.high - b.high).abs() / gap } else { steep };
        let range = |body: &Prism| {
            let more = (body.x[1] - body.x[0]) * 0.6 * steep + FINE;
            [if flat { body.high } else { body.low } - more, body.high + more]
        };
        let (first, second) = (range(a), range(b));
        let mut cell = Small::new();
        cell.push([first[0], second[0]]);
        cell.push([first[1], second[0]]);
        cell.push([first[1], second[1]]);
        cell.push([first[0], second[1]]);
        for x in [a.x[1], b.x[0]] {
            let t = x / length;
            let (top, bottom) =
                (self.roof.at + self.roof.rise * x, self.floor.at + self.floor.rise * x);
            cut_down(&mut cell, [t - 1.0, -t], -top);
            cut_down(&mut cell, [1.0 - t, t], bottom);
        }
        cell
    }

    /// Cuts bundles of lines until one holds a free line, or none is left.
    fn part(
        &self,
        [bundles, later]: [&mut Vec<Bundle>; 2],
        outlines: &Cells,
        work: (&mut Cutter, &mut Vec<Rectangle>),
    ) -> Option<[P3; 2]> {
        let (cutter, side) = work;
        let (mut left, mut tried) = (CELLS, [f64::MAX; 2]);
        'next: loop {
            let Some(mut bundle) = bundles.pop() else {
                if later.is_empty() {
                    return None;
                }
                std::mem::swap(bundles, later);
                continue;
            };
            if left == 0 {
                return None;
            }
            left -= 1;
            let solids = &self.place.solids;
            while bundle.passed < solids.len() {
                let solid = &solids[bundle.passed];
                let corners = outlines.get(bundle.slab * solids.len() + bundle.passed);
                bundle.passed += 1;
                if Search::divide_at(solid, corners, &bundle, bundles) {
                    continue 'next;
                }
            }
            // Bundles with the same plan come one after the other.
            let line = middle(&bundle.plan);
            if (line[0] - tried[0]).abs() + (line[1] - tried[1]).abs() > 1e-6 {
                tried = line;
                let found = self.profile(line, cutter, side);
                if found.is_some() {
                    return found;
                }
            }
            // Narrower cells tell better where along them an occluder is, and flatter ones at which
            // height they meet it. All others come first: most lines are found in wide cells.
            let (in_plan, in_height) = (halving(&bundle.plan), flattening(&bundle.heights));
            let by_plan = in_height.2 < FINE || (bundle.halved % 2 == 0 && in_plan.2 >= FINE);
            let (cell, (n, half, wide)) =
                if by_plan { (&bundle.plan, in_plan) } else { (&bundle.heights, in_height) };
            if wide < FINE || thin(&bundle.plan) {
                continue;
            }
            for (n, h) in [(n, half), ([-n[0], -n[1]], -half)] {
                let cut = part_of(cell, n, h);
                if cut.is_empty() {
                    continue;
                }
                let (plan, heights) = if by_plan {
                    (cut, bundle.heights.clone())
                } else {
                    (bundle.plan.clone(), cut)
                };
                later.push(Bundle {
                    plan,
                    heights,
                    passed: 0,
                    slab: bundle.slab,
                    rises: bundle.rises,
                    halved: bundle.halved.wrapping_add(1),
                });
            }
        }
    }

    /// Divides a bundle at an occluder it does not pass as a whole.
    fn divide_at(solid: &Prism, corners: &[V], bundle: &Bundle, bundles: &mut Vec<Bundle>) -> bool {
        if corners.is_empty() {
            return false;
        }
        // Mostly all of it lies on one side of all the lines, as its extents show.
        let (ends, across) = (extents(corners), &solid.w);
        let (mut least, mut most) = (f64::MAX, f64::MIN);
        for line in &bundle.plan {
            for t in ends {
                let w = line[0] + (line[1] - line[0]) * t;
                (least, most) = (least.min(w), most.max(w));
            }
        }
        if across[0] > most + FINE || across[1] < least - FINE {
            return false;
        }
        // Where along the lines the occluder is: between the corners that lie among them, and where
        // the outermost lines cross its sides.
        let (mut from, mut to) = (f64::MAX, f64::MIN);
        let (mut above, mut below) = (true, true);
        let mut sides: ArrayVec<(bool, bool), 40> =
            corners.iter().map(|_| (false, false)).collect();
        for line in &bundle.plan {
            let off = |c: V| c[1] - line[0] - (line[1] - line[0]) * c[0];
            let mut last = corners[corners.len() - 1];
            let mut was = off(last);
            for (&c, seen) in corners.iter().zip(&mut sides) {
                let is = off(c);
                if is > 1e-9 {
                    above = false;
                    seen.0 = true;
                } else if is < -1e-9 {
                    below = false;
                    seen.1 = true;
                }
                if (was > 0.0) != (is > 0.0) {
                    let t = last[0] + (c[0] - last[0]) * was / (was - is);
                    (from, to) = (from.min(t), to.max(t));
                }
                (last, was) = (c, is);
            }
        }
        if above || below {
            return false;
        }
        for (c, seen) in corners.iter().zip(&sides) {
            if seen.0 && seen.1 {
                (from, to) = (from.min(c[0]), to.max(c[0]));
            }
        }
        if from > to {
            return false;
        }
        // All lines of a bundle rise, or all fall: this is where they are lowest over the occluder,
        // and where highest.
        let (low, high) = if bundle.rises { (from, to) } else { (to, from) };
        let (low, high) = ([1.0 - low, low], [1.0 - high, high]);
        let range = |n: V| {
            let at = |z: &V| z[0] * n[0] + z[1] * n[1];
            let all = bundle.heights.iter().map(at);
            all.fold((f64::MAX, f64::MIN), |(a, b), z| (a.min(z), b.max(z)))
        };
        let ((lowest, low_most), (high_least, highest)) = (range(low), range(high));
        // Lines that may pass over it or under it as far as the bundle tells.
        if high_least >= solid.high || low_most <= solid.low {
            return false;
        }
        let Bundle { passed, slab, rises, halved, .. } = *bundle;
        // Those that surely do need not pass beside it.
        let mut beside = bundle.heights.clone();
        if low_most > solid.high {
            cut_down(&mut beside, negated(low), -solid.high);
        }
        if high_least < solid.low {
            cut_down(&mut beside, high, solid.low);
        }
        for side in [1.0, -1.0] {
            let mut plan = bundle.plan.clone();
            for &[t, w] in corners {
                cut_down(&mut plan, [side * (1.0 - t), side * t], side * w);
                if plan.is_empty() {
                    break;
                }
            }
            if !plan.is_empty() && !beside.is_empty() {
                bundles.push(Bundle { plan, heights: beside.clone(), passed, slab, rises, halved });
            }
        }
        for (n, h, passes) in [
            (negated(low), -solid.low, lowest < solid.low),
            (high, solid.high, highest > solid.high),
        ] {
            if passes {
                let heights = part_of(&bundle.heights, n, h);
                if !heights.is_empty() {
                    bundles.push(Bundle {
                        plan: bundle.plan.clone(),
                        heights,
                        passed,
                        slab,
                        rises,
                        halved,
                    });
                }
            }
        }
        true
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

/// Whether an occluder lies between the heights of the bodies and under or over all of both.
fn parts_levels(place: &Place, solid: &Prism) -> bool {
    let (a, b) = (place.body(0), place.body(1));
    let covers = |body: &Prism| {
        let outline = place.outline(body);
        place.outline(solid).sides().all(|(p, q)| {
            let n = [q[1] - p[1], p[0] - q[0]];
            outline.support(n) <= p[0] * n[0] + p[1] * n[1]
        })
    };
    solid.radius <= 0.0
        && solid.low >= a.high.min(b.high)
        && solid.high <= a.low.max(b.low)
        && covers(a)
        && covers(b)
}

/// The last questions that were answered by cutting bundles, with the lines that were found: the
/// longest of all work, and often asked again while one and the same move is thought over.
#[derive(Default)]
pub(super) struct Known {
    answers: VecDeque<(Vec<u64>, Option<[P3; 2]>)>,
}

impl Known {
    const MOST: usize = 24;

    /// The answer for a place that is the same in all numbers, or a new one.
    fn recall_or(
        &mut self,
        place: &Place,
        find: impl FnOnce() -> Option<[P3; 2]>,
    ) -> Option<[P3; 2]> {
        let key = place.numbers();
        if let Some((_, line)) = self.answers.iter().find(|(known, _)| *known == key) {
            return *line;
        }
        let line = find();
        if self.answers.len() == Known::MOST {
            self.answers.pop_front();
        }
        self.answers.push_back((key, line));
        line
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
        // Slabs that may hide a line which only cutting in height finds.
        let mut open = 0_u32;
        for (i, slab) in search.slabs.iter().enumerate() {
            if search.sift(slab, cutter) {
                open |= 1 << i;
                self.tries.clear();
                self.tries.extend((0..cutter.cells.len()).map(|i| middle(cutter.cells.get(i))));
                // The last lines to be free are those along the edges of the bodies.
                for i in 0..cutter.cells.len().min(8) {
                    let [p, q] = self.tries[i];
                    let inwards = |v: &V| [v[0] + (p - v[0]) / 16.0, v[1] + (q - v[1]) / 16.0];
                    self.tries.extend(cutter.cells.get(i).iter().map(inwards));
                }
                for &line in &self.tries {
                    let found = search.profile(line, cutter, side);
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
        if open == 0 {
            return None;
        }
        let heights = search.all_heights();
        let mut corners = ArrayVec::new();
        self.bundles.clear();
        self.outlines.clear();
        for (i, slab) in search.slabs.iter().enumerate() {
            if open & (1 << i) != 0 && search.sift(slab, cutter) {
                for k in 0..cutter.cells.len() {
                    let plan: Small = cutter.cells.get(k).iter().take(16).copied().collect();
                    for (rises, n) in [(false, [1.0, -1.0]), (true, [-1.0, 1.0])] {
                        let (plan, heights) = (plan.clone(), part_of(&heights, n, 0.0));
                        if !heights.is_empty() {
                            let bundle =
                                Bundle { plan, heights, passed: 0, slab: i, rises, halved: 0 };
                            self.bundles.push(bundle);
                        }
                    }
                }
            }
            for solid in &place.solids {
                let range = search.counts(solid, slab);
                let counts =
                    range[0] < range[1] && search.corners(solid, slab, range, &mut corners);
                self.outlines.push(if counts { &corners } else { &[] });
            }
        }
        self.later.clear();
        self.known.recall_or(place, || {
            search.part([&mut self.bundles, &mut self.later], &self.outlines, (cutter, side))
        })
    }

    /// A free line between bodies that are close or one above the other: from chosen points of each
    /// body to any point of the other, at chosen heights.
    fn any_close_line(&mut self) -> Option<[P3; 2]> {
        let place = &self.place;
        let ground = place.body(0).low.min(place.body(1).low);
        if place.solids.iter().any(|solid| parts_levels(place, solid)) {
            return None;
        }
        for from in 0..2 {
            let (body, other) = (place.body(from), place.body(1 - from));
            let outline = place.outline(body);
            let [x, w] = outline.centre();
            for za in heights(place, body, ground).into_iter().take(5) {
                for k in 0..13 {
                    let rim = outline.farthest(direction(k * 8 / 3));
                    let part = if k == 12 { 0.0 } else { 0.97 };
                    let at = [x + (rim[0] - x) * part, w + (rim[1] - w) * part];
                    let point = Outline { corners: &[at], radius: 0.0 };
                    for zb in heights(place, other, ground).into_iter().take(5) {
                        let target = place.outline(other);
                        let cutter = &mut self.cutter;
                        if !uncovered(place, cutter, target, zb, point, (za, za), |_| true) {
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
