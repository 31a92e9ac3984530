//! The frame of a question: two bodies and everything that may stand between them.

use super::clip::V;
use super::shape::{Outline, P3, Prism, dot, norm};
use crate::base::{Body, Figure};
use crate::convex::Convex;
use crate::point::Point;
use crate::sight::Hider;
use crate::{Block, Scene};

/// What counts as being on the table.
#[derive(Clone, Copy)]
pub(super) enum Among<'a> {
    /// Everything but the figures of these numbers.
    AllBut(&'a [usize]),
    /// One piece of terrain alone.
    Piece(u16),
}

/// Two bodies and what is near, in a frame whose first axis leads from the middle of one body to the
/// middle of the other.
#[derive(Default)]
pub(super) struct Place {
    corners: Vec<V>,
    /// The bodies that look at each other: `None` before the first question.
    bodies: Option<[Prism; 2]>,
    /// What may stand between them, the widest first.
    pub(super) solids: Vec<Prism>,
    origin: V,
    axis: V,
    /// How far the middles are apart.
    pub(super) length: f64,
    /// The radii of discs around the bodies.
    pub(super) reach: V,
}

fn wide(p: Point) -> V {
    [f64::from(p.x), f64::from(p.y)]
}

impl Place {
    pub(super) fn outline(&self, prism: &Prism) -> Outline<'_> {
        Outline {
            corners: &self.corners[prism.from as usize..prism.to as usize],
            radius: prism.radius,
        }
    }

    /// The first body, or the second.
    pub(super) fn body(&self, which: usize) -> &Prism {
        &self.bodies.as_ref().expect("a question begins by laying out its bodies")[which]
    }

    /// A point of the frame on the table, rounded to the grid.
    pub(super) fn on_table(&self, p: P3) -> [i32; 3] {
        let round = |n: f64| (n + if n < 0.0 { -0.5 } else { 0.5 }) as i32;
        [
            round(self.origin[0] + p[0] * self.axis[0] - p[1] * self.axis[1]),
            round(self.origin[1] + p[0] * self.axis[1] + p[1] * self.axis[0]),
            round(p[2]),
        ]
    }

    #[inline]
    fn frame(&self, p: V) -> V {
        let (x, y) = (p[0] - self.origin[0], p[1] - self.origin[1]);
        [x * self.axis[0] + y * self.axis[1], y * self.axis[0] - x * self.axis[1]]
    }

    /// Adds an outline to the common list, and says how far it reaches.
    fn prism(&mut self, shape: &Convex, low: i32, high: i32, who: Hider) -> Prism {
        let from = self.corners.len() as u32;
        let mut radius = f64::from(shape.radius);
        let (mut x, mut w) = ([f64::MAX, f64::MIN], [f64::MAX, f64::MIN]);
        let blown = (shape.radius > 0 && shape.core.len() > 1).then(|| blown_up(shape)).flatten();
        if blown.is_some() {
            radius = 0.0;
        }
        for &p in &blown.as_ref().unwrap_or(shape).core {
            let c = self.frame(wide(p));
            x = [x[0].min(c[0] - radius), x[1].max(c[0] + radius)];
            w = [w[0].min(c[1] - radius), w[1].max(c[1] + radius)];
            self.corners.push(c);
        }
        Prism {
            from,
            to: self.corners.len() as u32,
            radius,
            low: f64::from(low),
            high: f64::from(high),
            x,
            w,
            within: [false; 2],
            who,
        }
    }

    /// Lays out a question: the bodies, and whatever meets the hull of the two.
    pub(super) fn lay_out(&mut self, scene: &Scene, among: Among, first: &Figure, second: &Figure) {
        self.corners.clear();
        self.solids.clear();
        let (from, to) = (wide(first.spot.at), wide(second.spot.at));
        let way = [to[0] - from[0], to[1] - from[1]];
        self.origin = from;
        self.length = norm(way);
        self.axis = if self.length > 0.0 {
            [way[0] / self.length, way[1] / self.length]
        } else {
            [1.0, 0.0]
        };
        let mut lay = |figure: &Figure, number: usize| {
            let Body { outline, low, high } = figure.body();
            self.prism(&outline, low, high, Hider::Figure(number))
        };
        let bodies = [lay(first, 0), lay(second, 1)];
        let middles = [0.0, self.length];
        self.reach = [0, 1].map(|i| {
            let outline = self.outline(&bodies[i]);
            let away = |c: &V| norm([c[0] - middles[i], c[1]]);
            outline.corners.iter().map(away).fold(0.0, f64::max) + outline.radius
        });
        self.bodies = Some(bodies);
        let sieve = Sieve::new(self, &bodies);
        match among {
            Among::Piece(piece) => {
                for block in scene.board.blocks.iter().filter(|block| block.piece == piece) {
                    self.block(&sieve, &bodies, block);
                }
            }
            Among::AllBut(skip) => {
                for group in &scene.board.groups {
                    if sieve.holds(group.centre, group.reach, group.low, group.high) {
                        for block in &scene.board.blocks[group.blocks.clone()] {
                            self.block(&sieve, &bodies, block);
                        }
                    }
                }
                for (number, figure) in scene.figures.iter().enumerate() {
                    let Some(figure) = figure else { continue };
                    let reach = figure.base.reach();
                    let (low, high) = (figure.spot.z, figure.spot.z + figure.height.0);
                    if sieve.holds(figure.spot.at, reach, low, high) && !skip.contains(&number) {
                        let body = figure.body();
                        self.add(&sieve, &bodies, &body.outline, low, high, Hider::Figure(number));
                    }
                }
            }
        }
        // The widest first: they stop most lines. A stable order keeps answers the same.
        let solids = &mut self.solids;
        for i in 1..solids.len() {
            let mut j = i;
            while j > 0 && solids[j].w[1] - solids[j].w[0] > solids[j - 1].w[1] - solids[j - 1].w[0]
            {
                solids.swap(j, j - 1);
                j -= 1;
            }
        }
    }

    #[inline]
    fn block(&mut self, sieve: &Sieve, bodies: &[Prism; 2], block: &Block) {
        if sieve.holds(block.centre, block.reach, block.low, block.high) {
            let who = Hider::Piece(block.piece);
            self.add(sieve, bodies, &block.shape, block.low, block.high, who);
        }
    }

    fn add(
        &mut self,
        sieve: &Sieve,
        bodies: &[Prism; 2],
        shape: &Convex,
        low: i32,
        high: i32,
        who: Hider,
    ) {
        let mut solid = self.prism(shape, low, high, who);
        let outline = self.outline(&solid);
        let outside = solid.x[1] <= bodies[0].x[0].min(bodies[1].x[0])
            || solid.x[0] >= bodies[1].x[1].max(bodies[0].x[1])
            || sieve.beside(outline);
        if outside {
            self.corners.truncate(solid.from as usize);
            return;
        }
        let mut within = [false; 2];
        for (i, body) in bodies.iter().enumerate() {
            within[i] = solid.low < body.high
                && body.low < solid.high
                && solid.x[0] < body.x[1]
                && body.x[0] < solid.x[1]
                && solid.w[0] < body.w[1]
                && body.w[0] < solid.w[1]
                && !outline.apart(self.outline(body));
        }
        solid.within = within;
        self.solids.push(solid);
    }

    /// Everything that decides who sees whom here, bit by bit.
    pub(super) fn numbers(&self) -> Vec<u64> {
        let mut out = Vec::with_capacity(9 * self.solids.len() + 2 * self.corners.len() + 20);
        out.extend([self.length, self.reach[0], self.reach[1]].map(f64::to_bits));
        for prism in self.bodies.iter().flatten().chain(&self.solids) {
            let Prism { from, to, radius, low, high, x, w, within, who: _ } = *prism;
            out.push(u64::from(from) << 32 | u64::from(to));
            out.extend([radius, low, high, x[0], x[1], w[0], w[1]].map(f64::to_bits));
            out.push(u64::from(within[0]) | u64::from(within[1]) << 1);
        }
        out.extend(self.corners.iter().flatten().map(|n| n.to_bits()));
        out
    }

    /// Whether nothing stops the segment, with a margin.
    pub(super) fn free(&self, a: P3, b: P3, margin: f64) -> bool {
        !self.solids.iter().any(|solid| self.stops(solid, a, b, margin))
    }

    /// Whether one occluder stops the segment.
    #[inline]
    pub(super) fn stops(&self, solid: &Prism, a: P3, b: P3, margin: f64) -> bool {
        let heights = super::shape::between(a[2], b[2], solid.low - margin, solid.high + margin);
        let Some(part) = heights else { return false };
        self.outline(solid).stops([a[0], a[1]], [b[0], b[1]], part, margin)
    }
}

/// A shape with a radius as a polygon. Nothing on a table is one, but one could be built by hand.
fn blown_up(shape: &Convex) -> Option<Convex> {
    let r = shape.radius;
    let side = r * 7 / 10;
    let round = [
        (r, 0),
        (side, side),
        (0, r),
        (-side, side),
        (-r, 0),
        (-side, -side),
        (0, -r),
        (side, -side),
    ];
    let points: Vec<Point> =
        shape.core.iter().flat_map(|p| round.map(|(x, y)| p.shifted(x, y))).collect();
    Convex::hull(&points)
}

/// Tells at a glance what can't be between the bodies.
struct Sieve {
    origin: V,
    axis: V,
    /// The normal of the upper line that touches the discs around both bodies, and its place.
    flank: V,
    reach: f64,
    length: f64,
    radii: V,
    low: i32,
    high: i32,
}

impl Sieve {
    fn new(place: &Place, bodies: &[Prism; 2]) -> Sieve {
        let [a, b] = place.reach;
        // One disc may lie in the other; then the lines are those of the larger alone.
        let lean = if place.length > (a - b).abs() { (a - b) / place.length } else { 0.0 };
        let reach = if place.length > (a - b).abs() { a } else { a.max(b) };
        Sieve {
            origin: place.origin,
            axis: place.axis,
            flank: [lean, (1.0 - lean * lean).max(0.0).sqrt()],
            reach,
            length: place.length,
            radii: place.reach,
            low: bodies[0].low.min(bodies[1].low) as i32,
            high: bodies[0].high.max(bodies[1].high) as i32,
        }
    }

    /// Whether a disc and a range of heights may meet the hull of the bodies.
    #[inline]
    fn holds(&self, centre: Point, reach: i32, low: i32, high: i32) -> bool {
        let (x, y) = (f64::from(centre.x) - self.origin[0], f64::from(centre.y) - self.origin[1]);
        let (along, across) =
            (x * self.axis[0] + y * self.axis[1], (y * self.axis[0] - x * self.axis[1]).abs());
        let reach = f64::from(reach);
        along * self.flank[0] + across * self.flank[1] < self.reach + reach
            && along > -self.radii[0].max(self.radii[1]) - reach
            && along < self.length + self.radii[1].max(self.radii[0]) + reach
            && low <= self.high
            && high >= self.low
    }

    /// Whether an outline lies beside the hull of the discs around the bodies.
    fn beside(&self, outline: Outline) -> bool {
        let (above, below) = (self.flank, [self.flank[0], -self.flank[1]]);
        let mut clear = [true; 2];
        for &c in outline.corners {
            clear[0] &= dot(c, above) >= self.reach + outline.radius;
            clear[1] &= dot(c, below) >= self.reach + outline.radius;
        }
        clear[0] || clear[1]
    }
}
