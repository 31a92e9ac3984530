//! The search the finder and the reach share: Dijkstra's, with a heuristic if there is a goal, over
//! points close around what is in the way.
//!
//! Points are made only around what was met: while nothing was met, nothing need be gone around. A
//! node is always a place where one could end a move, so that no obstacle is crossed in two legs
//! and the cost of a path is the sum of its strides. What a stride costs is asked of the same
//! [`Course`] that traces paths.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use arrayvec::ArrayVec;

use super::course::{Ball, Course, Met, Near, Thing};
use super::span::{self, Corners};
use super::{Leg, Path};
use crate::INCH;
use crate::base::{Facing, Spot};
use crate::board::Role;
use crate::point::Point;
use crate::terrain::Way;

/// More points than this are not looked at; a furnished table has a few hundred.
const NODES: usize = 3000;
/// What a node costs that was not reached.
const FAR: i64 = i64::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rest {
    Unknown,
    Yes,
    No,
}

/// A point to go by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) at: Point,
    pub(super) z: i32,
    /// What it costs to get here.
    pub(super) cost: i64,
    /// From which node, and how.
    from: u32,
    way: Way,
    rest: Rest,
    /// The thing whose ring it is on: its place among those met, from 1; or 0.
    owner: u32,
    /// Its neighbours on that ring.
    beside: (Point, Point),
    /// Whether it lies at a marked edge.
    at_link: bool,
    /// How many nodes were looked at from here since the cost last fell.
    seen: u32,
}

/// A search from one place.
pub(super) struct Graph<'a> {
    pub(super) course: Course<'a>,
    pub(super) facing: Facing,
    pub(super) nodes: Vec<Node>,
    pub(super) budget: i64,
    goal: Option<Spot>,
    /// Where the base's centre can be on the table.
    room: (Point, Point),
    active: Vec<(Thing, i32)>,
    /// The middle of each thing met.
    middles: Vec<Point>,
    /// Whether the start is within the ring around each thing met.
    close: Vec<bool>,
    /// The owner of nodes now being made, and what is beside them.
    owner: u32,
    beside: (Point, Point),
    at_link: bool,
    heap: BinaryHeap<Reverse<(i64, u32)>>,
    met: Met,
    /// Whether there are points around everything that can be met.
    complete: bool,
    /// What barred the last stride, and at which height.
    barrier: Option<(Thing, i32)>,
    /// What last barred a stride to a node on its level.
    barriers: Vec<Option<Thing>>,
}

/// A node that may yet be reached more cheaply: for less than so much.
struct Open {
    node: u32,
    at: Point,
    most: i64,
}

/// The length of a straight line, rounded down: never more than a leg costs.
pub(super) fn least(a: Point, b: Point) -> i64 {
    (a.distance_squared(b) as f64).sqrt() as i64
}

/// Whether [`least`] is at most so much, without a root.
fn within(a: Point, b: Point, most: i64) -> bool {
    most >= 1 << 30 || (most >= 0 && a.distance_squared(b) < (most + 1) * (most + 1))
}

fn rounded(n: f64) -> i32 {
    (n + if n < 0.0 { -0.5 } else { 0.5 }) as i32
}

/// The cosines of twelve directions around a disc.
const TWELVE: [(f64, f64); 12] = [
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
const TWELVE_OUT: f64 = 1.035_276_180_410_083;
/// Half a side of such a ring, per radius.
const TWELVE_SIDE: f64 = 0.267_949_192_431_122_7;
/// What keeps a corner clear after it was rounded to the grid.
const SLACK: f64 = 1.5;

/// Ground which the centre of the base must go around: a polygon and everything near it.
pub(super) struct Pad {
    pub(super) ring: Corners,
    pub(super) radius: i32,
}

impl Pad {
    /// Points around it, between which lines stay clear of it.
    fn around(&self, mut push: impl FnMut(Point)) {
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
    fn beside(&self, place: Point, mut push: impl FnMut(Point)) -> bool {
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
    pub(super) fn across(&self, place: Point, mut push: impl FnMut(Point)) {
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
    fn along(&self, towards: &[Point], mut push: impl FnMut(Point)) {
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
fn outward(p: Point, q: Point) -> (f64, f64) {
    let (x, y) = p.to(q);
    let length = ((x * x + y * y) as f64).sqrt();
    (y as f64 / length, -x as f64 / length)
}

/// The directions to the corners of a ring around an arc, and how far out they are per radius.
fn fan(a: (f64, f64), b: (f64, f64), depth: u32, each: &mut impl FnMut((f64, f64), f64)) {
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

impl Course<'_> {
    /// The ground around a thing that the base's centre must stay out of, at a height.
    pub(super) fn pad(&self, thing: Thing, z: i32, facing: Facing) -> Option<Pad> {
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

    /// What lies where the base might get: near the way from one point to the other, if it is no
    /// longer than the budget.
    fn nearby(&self, a: Point, b: Point, budget: i64) -> Near {
        let board = self.scene.board;
        let room = budget + 2 * i64::from(self.reach()) + 2;
        let near = |centre: Point, reach: i32| {
            let room = room + 2 * i64::from(reach);
            if a == b {
                within(a, centre, room / 2)
            } else {
                least(a, centre) + least(centre, b) <= room
            }
        };
        let start = self.footprint(self.figure.spot.at, self.figure.spot.facing);
        let ball = |i: usize, centre: Point, reach: i32| Ball { number: i as u16, centre, reach };
        let blocks = board
            .blocks
            .iter()
            .enumerate()
            .filter(|(_, block)| near(block.centre, block.reach) && block.role != Role::Lintel);
        let areas =
            board.areas.iter().enumerate().filter(|(_, area)| near(area.centre, area.reach));
        let others = self.scene.figures.iter().enumerate().filter(|(i, _)| *i != self.skip);
        let figures = others
            .filter_map(|(i, figure)| {
                figure.as_ref().map(|figure| ball(i, figure.spot.at, figure.base.reach()))
            })
            .filter(|ball| near(ball.centre, ball.reach));
        Near {
            blocks: blocks.map(|(i, block)| ball(i, block.centre, block.reach)).collect(),
            areas: areas.map(|(i, area)| ball(i, area.centre, area.reach)).collect(),
            figures: figures.collect(),
            // One can't stay out of where one already is.
            zones: (0..self.avoid.len())
                .filter(|&i| !self.avoid[i].holds(&start, self.figure.spot.z))
                .map(|i| self.avoid[i].ball(i as u16))
                .collect(),
        }
    }

    /// What a unit of height costs at least on the way up, if there is one.
    fn least_rising(&self) -> Option<u8> {
        let up = self.scene.board.links.iter().filter(|link| link.way != Way::Drop);
        up.map(|link| self.rising(link.way)).min()
    }

    fn crossable(&self, thing: Thing, z: i32) -> bool {
        match thing {
            Thing::Block(i) => {
                let block = &self.scene.board.blocks[usize::from(i)];
                block.kinds.any(self.terms.ignore) || self.obstacle(block, z).is_some()
            }
            Thing::Area(i) => !self.scene.board.areas[usize::from(i)].kinds.any(self.terms.barred),
            _ => false,
        }
    }
}

impl<'a> Graph<'a> {
    /// A search from the mover's place. The first node is the start, the second the goal, if there
    /// is one.
    pub(super) fn new(
        mut course: Course<'a>,
        facing: Facing,
        goal: Option<Spot>,
        budget: i64,
    ) -> Graph<'a> {
        let start = course.figure.spot;
        let end = goal.unwrap_or(start);
        let spare = if goal.is_some() { budget } else { 2 * budget };
        course.near = Some(course.nearby(start.at, end.at, spare));
        let (low, high) = course.footprint(Point::default(), facing).bounds();
        let size = course.scene.board.size;
        let room = (Point::new(-low.x, -low.y), Point::new(size.x - high.x, size.y - high.y));
        let mut graph = Graph {
            course,
            room,
            facing,
            nodes: Vec::with_capacity(if goal.is_some() { 64 } else { 256 }),
            budget,
            goal,
            active: Vec::with_capacity(32),
            middles: Vec::with_capacity(32),
            close: Vec::with_capacity(32),
            owner: 0,
            beside: <(Point, Point)>::default(),
            at_link: false,
            heap: BinaryHeap::with_capacity(64),
            met: Met::default(),
            complete: false,
            barrier: None,
            barriers: Vec::new(),
        };
        graph.push(start.at, start.z);
        graph.nodes[0].cost = 0;
        graph.nodes[0].rest = Rest::Yes;
        if let Some(goal) = goal {
            graph.push(goal.at, goal.z);
        }
        graph
    }

    fn push(&mut self, at: Point, z: i32) {
        if self.nodes.len() >= NODES {
            return;
        }
        // Beside the table's edge a ring is cut short, so that one may pass along the edge.
        let at = if self.nodes.len() < 2 {
            at
        } else {
            let (low, high) = self.room;
            if at.x < low.x - self.course.reach()
                || at.y < low.y - self.course.reach()
                || at.x > high.x + self.course.reach()
                || at.y > high.y + self.course.reach()
            {
                return;
            }
            Point::new(at.x.min(high.x).max(low.x), at.y.min(high.y).max(low.y))
        };
        let start = self.nodes.first().map_or(at, |node| node.at);
        let near = self.goal.map_or_else(
            || within(start, at, self.budget),
            |goal| least(start, at) + least(at, goal.at) <= self.budget,
        );
        if self.nodes.len() > 1 && !near {
            return;
        }
        self.nodes.push(Node {
            at,
            z,
            cost: FAR,
            from: 0,
            way: Way::Walk,
            rest: Rest::Unknown,
            owner: self.owner,
            beside: self.beside,
            at_link: self.at_link,
            seen: 0,
        });
    }

    fn spot(&self, node: usize) -> Spot {
        Spot { at: self.nodes[node].at, z: self.nodes[node].z, facing: self.facing }
    }

    /// How much more it costs at least to get to the goal.
    fn ahead(&self, at: Point) -> i64 {
        self.goal.map_or(0, |goal| least(at, goal.at))
    }

    /// Makes points around a thing that was met at a height.
    pub(super) fn activate(&mut self, thing: Thing, z: i32) {
        if self.complete || thing == Thing::Edge || self.active.contains(&(thing, z)) {
            return;
        }
        self.active.push((thing, z));
        self.middles.push(Point::default());
        self.close.push(false);
        if let Thing::Brink(z) = thing {
            self.corners_of_floors(z);
            return;
        }
        let Some(pad) = self.course.pad(thing, z, self.facing) else { return };
        let mut points = Vec::with_capacity(32);
        pad.around(|p| points.push(p));
        let ring = points.len();
        let crossable = self.course.crossable(thing, z);
        if crossable {
            let slow = match thing {
                Thing::Area(i) => {
                    self.course.scene.board.areas[usize::from(i)].kinds.any(self.course.terms.slow)
                }
                _ => false,
            };
            if slow {
                let mut ends = vec![self.nodes[0].at];
                ends.extend(self.goal.map(|goal| goal.at));
                pad.along(&ends, |p| points.push(p));
            }
        } else {
            self.gaps(thing, &pad, z, &mut points);
            if z == self.nodes[0].z && pad.beside(self.nodes[0].at, |p| points.push(p)) {
                *self.close.last_mut().expect("it was just met") = true;
            }
            let n = pad.ring.len() as i64;
            let sum =
                |of: fn(&Point) -> i32| pad.ring.iter().map(|p| i64::from(of(p))).sum::<i64>();
            let middle = Point::new((sum(|p| p.x) / n) as i32, (sum(|p| p.y) / n) as i32);
            *self.middles.last_mut().expect("it was just met") = middle;
        }
        for (i, &p) in points.iter().enumerate() {
            self.owner = 0;
            if i < ring && !crossable {
                self.owner = self.active.len() as u32;
                self.beside = (points[(i + ring - 1) % ring], points[(i + 1) % ring]);
            }
            self.push(p, z);
        }
        self.owner = 0;
    }

    /// Where a floor's edge turns inwards, the way along it needs a corner.
    fn corners_of_floors(&mut self, z: i32) {
        let reach = f64::from(self.course.reach()) * TWELVE_OUT + SLACK;
        let mut points = Vec::new();
        for surface in self.course.scene.board.surfaces.iter().filter(|s| s.z == z) {
            let n = surface.outline.len();
            for i in 0..n {
                let (a, b, c) = (
                    surface.outline[(i + n - 1) % n],
                    surface.outline[i],
                    surface.outline[(i + 1) % n],
                );
                if a.cross(b, c) < 0 {
                    points.extend(
                        TWELVE.map(|(x, y)| b.shifted(rounded(x * reach), rounded(y * reach))),
                    );
                }
            }
        }
        for p in points {
            self.push(p, z);
        }
    }

    /// Points in gaps that are hardly wider than the base, where rings around both sides leave no
    /// corner.
    fn gaps(&self, thing: Thing, pad: &Pad, z: i32, points: &mut Vec<Point>) {
        let near = self.course.near.as_ref().expect("a search knows its surroundings");
        let reach = f64::from(self.course.reach());
        let blocks = near.blocks.iter().map(|b| (Thing::Block(b.number), b.centre, b.reach));
        let figures = near.figures.iter().map(|b| (Thing::Figure(b.number), b.centre, b.reach));
        let (low, high) = pad.ring.iter().fold((pad.ring[0], pad.ring[0]), |(low, high), p| {
            (
                Point::new(low.x.min(p.x), low.y.min(p.y)),
                Point::new(high.x.max(p.x), high.y.max(p.y)),
            )
        });
        // What the rings leave at least free between them, and something for rounding.
        let margin = i64::from(self.course.reach()) / 8 + 8;
        let room = pad.radius + self.course.reach() + margin as i32;
        self.gaps_at_the_edge(pad, margin, points);
        for (other, centre, its_reach) in blocks.chain(figures) {
            let room = room + its_reach;
            let apart = centre.x < low.x - room
                || centre.x > high.x + room
                || centre.y < low.y - room
                || centre.y > high.y + room;
            if apart
                || other == thing
                || self.active.contains(&(other, z))
                    && other != thing
                    && self.paired(other, thing, z)
                || self.course.crossable(other, z)
            {
                continue;
            }
            let Some(its) = self.course.pad(other, z, self.facing) else { continue };
            for (one, two) in [(pad, &its), (&its, pad)] {
                for &corner in &one.ring {
                    let close = nearest_on(&two.ring, corner);
                    let (x, y) = (close.0 - f64::from(corner.x), close.1 - f64::from(corner.y));
                    let wide = (x * x + y * y).sqrt();
                    let spare = wide - f64::from(one.radius) - f64::from(two.radius);
                    if wide < 1.0 || !(-1.0..=margin as f64).contains(&spare) {
                        continue;
                    }
                    let (x, y) = (x / wide, y / wide);
                    let across = f64::from(one.radius) + spare / 2.0;
                    for along in [0.0, 0.6, -0.6, 1.2, -1.2, 2.0, -2.0] {
                        points.push(corner.shifted(
                            rounded(x * across - y * along * reach),
                            rounded(y * across + x * along * reach),
                        ));
                    }
                }
            }
        }
    }

    /// Points between a thing and the table's edge.
    fn gaps_at_the_edge(&self, pad: &Pad, margin: i64, points: &mut Vec<Point>) {
        let (low, high) = self.room;
        let close = |gap: i32| (-1..=margin).contains(&(i64::from(gap) - i64::from(pad.radius)));
        let reach = self.course.reach();
        for &corner in &pad.ring {
            for tenths in [0, 6, -6, 12, -12, 20, -20] {
                let along = reach * tenths / 10;
                for (edge, gap) in [(low.x, corner.x - low.x), (high.x, high.x - corner.x)] {
                    if close(gap) {
                        points.push(Point::new(edge, corner.y + along));
                    }
                }
                for (edge, gap) in [(low.y, corner.y - low.y), (high.y, high.y - corner.y)] {
                    if close(gap) {
                        points.push(Point::new(corner.x + along, edge));
                    }
                }
            }
        }
    }

    /// Whether a pair of things was looked at when the earlier of them was met.
    fn paired(&self, earlier: Thing, later: Thing, z: i32) -> bool {
        let place = |thing| self.active.iter().position(|&met| met == (thing, z));
        place(earlier) < place(later)
    }

    /// Everything that is near, at the height of the start and at heights that can be got to.
    pub(super) fn activate_all(&mut self) {
        let near = self.course.near.clone().expect("a search knows its surroundings");
        let mut heights = vec![self.nodes[0].z];
        heights.extend(self.nodes.iter().map(|node| node.z));
        heights.sort_unstable();
        heights.dedup();
        let board = self.course.scene.board;
        let tall = self.course.figure.height.0;
        for z in heights {
            if z != 0 {
                self.activate(Thing::Brink(z), z);
            }
            for i in near.blocks.iter().map(|ball| ball.number) {
                let block = &board.blocks[usize::from(i)];
                if block.low < z + tall
                    && z < block.high
                    && !block.kinds.any(self.course.terms.ignore)
                {
                    self.activate(Thing::Block(i), z);
                }
            }
            for i in near.areas.iter().map(|ball| ball.number) {
                let area = &board.areas[usize::from(i)];
                let terms = &self.course.terms;
                if area.z == z && area.kinds.any(terms.slow.and(terms.barred)) {
                    self.activate(Thing::Area(i), z);
                }
            }
            for i in near.figures.iter().map(|ball| ball.number) {
                let shares = self.course.scene.figure(i.into()).is_some_and(|figure| {
                    figure.spot.z < z + tall && z < figure.spot.z + figure.height.0
                });
                if shares && !self.course.terms.over_bases {
                    self.activate(Thing::Figure(i), z);
                }
            }
            for zone in &near.zones {
                self.activate(Thing::Zone(zone.number), z);
            }
        }
        // What moving may disregard is met only where one would end, or where it costs.
        let terms = &self.course.terms;
        self.complete = !terms.over_bases && terms.ignore == crate::Kinds::NONE;
    }

    /// Points on both sides of the marked edges, as close to them as the base can stand.
    pub(super) fn links(&mut self) {
        let course = &self.course;
        let (start, goal) = (self.nodes[0].at, self.goal.map(|goal| goal.at));
        let mut found: Vec<(Point, i32)> = Vec::new();
        let facing = self.facing;
        for link in &course.scene.board.links {
            let (x, y) = link.from.to(link.to);
            let side = (x * x + y * y) as f64;
            let length = side.sqrt();
            let normal = (y as f64 / length, -x as f64 / length);
            let project = |p: Point| {
                let (px, py) = link.from.to(p);
                (px * x + py * y) as f64 / side
            };
            let mut parts = vec![0.5, project(start)];
            parts.extend(goal.map(project));
            let inset = (f64::from(course.reach()) / length).min(0.5);
            parts.extend([inset, 1.0 - inset]);
            let mut tried: ArrayVec<Point, 5> = ArrayVec::new();
            for part in parts {
                let part = part.clamp(inset, 1.0 - inset);
                let at = link.from.shifted(rounded(x as f64 * part), rounded(y as f64 * part));
                // Of a short edge, and beside its ends, these are often the same.
                if tried.contains(&at) {
                    continue;
                }
                tried.push(at);
                let spare = self.budget + i64::from(course.reach());
                if least(start, at) + goal.map_or(0, |goal| least(at, goal)) > spare {
                    continue;
                }
                for z in [link.low, link.high] {
                    for way in [1.0, -1.0] {
                        let point = |out: i32| {
                            let out = f64::from(out) * way;
                            at.shifted(rounded(normal.0 * out), rounded(normal.1 * out))
                        };
                        let rests = |out: i32| course.rest(point(out), z, facing).is_ok();
                        let step = (course.reach() / 4).max(1);
                        let Some(k) = (1..14).find(|&k| rests(k * step)) else { continue };
                        let (mut low, mut high) = ((k - 1) * step, k * step);
                        while high - low > 1 {
                            let middle = i32::midpoint(low, high);
                            if rests(middle) { high = middle } else { low = middle }
                        }
                        if !found.contains(&(point(high), z)) {
                            found.push((point(high), z));
                        }
                    }
                }
            }
        }
        self.at_link = true;
        for (at, z) in found {
            self.push(at, z);
        }
        self.at_link = false;
    }

    /// Leaves out points, given their places and what getting there costs at least.
    pub(super) fn leave_out(&mut self, useless: impl Fn(Spot, i64) -> bool) {
        let start = self.nodes[0].at;
        for i in 1..self.nodes.len() {
            if useless(self.spot(i), least(start, self.nodes[i].at)) {
                self.nodes[i].rest = Rest::No;
            }
        }
    }

    /// Runs until the goal is reached as cheaply as it can be, or everything is.
    pub(super) fn run(&mut self) {
        self.heap.clear();
        for i in 0..self.nodes.len() {
            if self.nodes[i].cost != FAR {
                let key = self.nodes[i].cost + self.ahead(self.nodes[i].at);
                self.heap.push(Reverse((key, i as u32)));
            }
        }
        while let Some(Reverse((key, i))) = self.heap.pop() {
            let node = self.nodes[i as usize];
            if key > self.bound() {
                break;
            }
            // A goal is only gone to; an outdated entry has nothing left to look at.
            if (self.goal.is_some() && i == 1) || key > node.cost + self.ahead(node.at) {
                continue;
            }
            self.expand(i as usize);
        }
    }

    /// [`Graph::run`] where everything near was met and there is no goal. What is met on the way
    /// tells nothing new, so nothing depends on the order in which nodes are looked at from one.
    pub(super) fn run_all(&mut self) {
        if !self.complete || self.goal.is_some() || self.budget >= 1 << 30 {
            return self.run();
        }
        let most = |node: &Node, budget: i64| node.cost.min(budget + 1);
        self.barriers = vec![None; self.nodes.len()];
        let rising = self.course.least_rising();
        let start = self.nodes[0];
        let mut open: Vec<Open> = Vec::with_capacity(self.nodes.len());
        for (i, node) in self.nodes.iter().enumerate().skip(1) {
            // Higher up is out of reach where the height alone costs too much.
            let up = i64::from((node.z - start.z).max(0));
            let high = up > 0
                && rising.is_none_or(|factor| {
                    !within(start.at, node.at, self.budget - up * i64::from(factor))
                });
            if node.rest != Rest::No && !high {
                open.push(Open { node: i as u32, at: node.at, most: most(node, self.budget) });
            }
        }
        let mut met = std::mem::take(&mut self.met);
        self.heap.push(Reverse((0, 0)));
        while let Some(Reverse((cost, i))) = self.heap.pop() {
            let node = &self.nodes[i as usize];
            if cost > self.budget {
                break;
            }
            if cost > node.cost {
                continue;
            }
            let at = node.at;
            let mut k = 0;
            while k < open.len() {
                let to = &open[k];
                let room = to.most - cost;
                // Costs only grow, so this one was reached as cheaply as it can be.
                if room <= 0 {
                    open.swap_remove(k);
                    continue;
                }
                // As the crow flies it would be cheaper than it is, which squares tell.
                if at.distance_squared(to.at) < room * room {
                    let j = to.node as usize;
                    if self.may_lead(i as usize, j) {
                        self.go(i as usize, j, &mut met);
                        if self.nodes[j].rest == Rest::No {
                            open.swap_remove(k);
                            continue;
                        }
                        open[k].most = most(&self.nodes[j], self.budget);
                    }
                }
                k += 1;
            }
        }
        self.met = met;
    }

    /// What a path may still cost to be of use.
    fn bound(&self) -> i64 {
        match self.goal {
            Some(_) if self.nodes[1].cost != FAR => self.budget.min(self.nodes[1].cost - 1),
            _ => self.budget,
        }
    }

    fn expand(&mut self, i: usize) {
        let mut met = std::mem::take(&mut self.met);
        let node = self.nodes[i];
        let known = self.active.len();
        let mut j = (node.seen as usize).max(1);
        let mut bound = self.bound();
        while j < self.nodes.len() {
            let to = &self.nodes[j];
            let most = to.cost.min(bound + 1) - node.cost;
            // Squares tell most of those that are too far without a root.
            if most > 0
                && to.rest != Rest::No
                && (most >= 1 << 30 || node.at.distance_squared(to.at) < most * most)
            {
                self.stride(i, j, &mut met);
                bound = self.bound();
            }
            j += 1;
        }
        self.nodes[i].seen = self.nodes.len() as u32;
        self.met = met;
        if self.active.len() > known {
            // There are new points, which the nodes done with have not looked at.
            for k in 0..self.nodes.len() {
                let node = self.nodes[k];
                let done = (node.seen as usize) < self.nodes.len() && node.seen > 0;
                if done && node.cost != FAR && k != i {
                    self.heap.push(Reverse((node.cost + self.ahead(node.at), k as u32)));
                }
            }
        }
    }

    /// Whether a stride may be part of a shortest path: it touches the rings at both its ends without
    /// cutting into them, and bends around what the first lies around. Along a ring one always may.
    fn taut(&self, node: &Node, next: &Node) -> bool {
        if node.z != next.z {
            return true;
        }
        if node.owner == next.owner && node.owner != 0 {
            return true;
        }
        let touches = |ring: &Node| {
            let (one, two) = ring.beside;
            let (one, two) = (node.at.cross(next.at, one), node.at.cross(next.at, two));
            ring.owner == 0 || !((one > 0 && two < 0) || (one < 0 && two > 0))
        };
        if !touches(next) {
            return false;
        }
        // Where ground changes, what would be a detour may be cheaper.
        if node.owner == 0 || next.owner == 0 {
            return true;
        }
        let before = &self.nodes[node.from as usize];
        let turn = before.at.cross(node.at, next.at);
        let side = before.at.cross(node.at, self.middles[node.owner as usize - 1]);
        touches(node) && (before.z != node.z || turn == 0 || (turn > 0) == (side > 0))
    }

    /// [`Course::stride`] from one node to another, or something that bars it.
    fn same_level(&self, i: usize, j: usize, met: &mut Met) -> Result<(i64, Way), Thing> {
        let (from, to) = (&self.nodes[i], &self.nodes[j]);
        // Where it does not matter what bars a stride, what barred another may do so again.
        if self.complete {
            let last = self.barrier.filter(|(_, z)| *z == from.z).map(|(thing, _)| thing);
            let there = self.barriers.get(j).copied().flatten().filter(|&it| last != Some(it));
            for thing in last.into_iter().chain(there) {
                if self.course.barred_by(thing, from.at, to.at, from.z, self.facing) {
                    return Err(thing);
                }
            }
        }
        let first = i == 0;
        self.course.stride(from.at, to.at, from.z, self.facing, first, met)
    }

    /// Tries to get to one node from another.
    fn stride(&mut self, i: usize, j: usize, met: &mut Met) {
        let (from, to) = (&self.nodes[i], &self.nodes[j]);
        if i == j || to.rest == Rest::No {
            return;
        }
        let cost = from.cost + least(from.at, to.at);
        if cost >= to.cost || cost + self.ahead(to.at) > self.bound() {
            return;
        }
        if self.may_lead(i, j) {
            self.go(i, j, met);
        }
    }

    /// Whether a stride from one node to another may be part of a shortest path.
    fn may_lead(&self, i: usize, j: usize) -> bool {
        let (from, to) = (&self.nodes[i], &self.nodes[j]);
        // Levels change from the start, to the goal and beside the edges.
        let ends = i == 0 || (self.goal.is_some() && j == 1);
        let level = from.z == to.z || ends || from.at_link || to.at_link;
        // Who starts within a ring leaves it by a stride that cuts it.
        let leaves = i == 0 && to.owner != 0 && self.close[to.owner as usize - 1];
        level && (leaves || self.taut(from, to))
    }

    /// Gets to one node from another, if that can be done and is cheaper.
    fn go(&mut self, i: usize, j: usize, met: &mut Met) {
        let (from, to) = (self.nodes[i], self.nodes[j]);
        let mut on_top = false;
        let found = if from.z == to.z {
            match self.same_level(i, j, met) {
                Ok((cost, way)) => {
                    on_top = met.over.iter().any(|over| over.end >= 1.0);
                    // Whatever made it dear may be worth going around.
                    if cost > least(from.at, to.at) + 1 {
                        for over in 0..met.over.len() {
                            self.activate(Thing::Block(met.over[over].block), from.z);
                        }
                        for slow in 0..met.slow.len() {
                            self.activate(met.slow[slow].2, from.z);
                        }
                    }
                    Some((cost, way))
                }
                Err(thing) => {
                    self.barrier = Some((thing, from.z));
                    if let Some(barrier) = self.barriers.get_mut(j) {
                        *barrier = Some(thing);
                    }
                    self.activate(thing, from.z);
                    None
                }
            }
        } else {
            let most = to.cost.min(self.bound() + 1) - from.cost;
            self.course.scale(self.spot(i), self.spot(j), most, met)
        };
        // Who got there on foot stands clear of all but obstacles, and of nothing else that moving
        // may disregard.
        let terms = &self.course.terms;
        let plain = !terms.over_bases && terms.ignore == crate::Kinds::NONE && from.z == to.z;
        if to.rest == Rest::Unknown && found.is_some() && plain && !on_top {
            self.nodes[j].rest = Rest::Yes;
        } else if to.rest == Rest::Unknown {
            let rest = self.course.rest(to.at, to.z, self.facing);
            self.nodes[j].rest = if rest.is_ok() { Rest::Yes } else { Rest::No };
            if let Err(thing) = rest {
                // Another thing stands in the ring around the first, which alone may be hit by all
                // the lines that were tried: whoever goes around the one goes around both.
                self.activate(thing, to.z);
                return;
            }
        }
        let Some((stride, way)) = found else { return };
        let cost = from.cost + stride;
        if cost >= to.cost || cost + self.ahead(to.at) > self.bound() {
            return;
        }
        let node = &mut self.nodes[j];
        node.cost = cost;
        node.from = i as u32;
        node.way = way;
        node.seen = 0;
        let key = cost + self.ahead(to.at);
        self.heap.push(Reverse((key, j as u32)));
    }

    /// The cost of going straight from a node to a place, and how.
    pub(super) fn last_stride(&self, i: usize, to: Spot, met: &mut Met) -> Option<(i64, Way)> {
        let node = self.nodes[i];
        if node.z == to.z {
            self.course.stride(node.at, to.at, to.z, self.facing, i == 0, met).ok()
        } else {
            self.course.scale(self.spot(i), Spot { facing: self.facing, ..to }, i64::MAX, met)
        }
    }

    /// The legs from the start to a node.
    pub(super) fn path(&self, node: usize) -> Path {
        let mut legs = Vec::new();
        let mut i = node;
        while i != 0 {
            legs.push(Leg { way: self.nodes[i].way, to: self.spot(i) });
            i = self.nodes[i].from as usize;
        }
        if self.facing != self.course.figure.spot.facing && self.course.radius.is_none() {
            // Turning costs nothing, but is said.
            legs.push(Leg::walk(Spot { facing: self.facing, ..self.course.figure.spot }));
        }
        legs.reverse();
        Path(legs)
    }
}

/// The nearest point of a convex ring's edge.
pub(super) fn nearest_on(ring: &[Point], p: Point) -> (f64, f64) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Base, Board, Figure, Length, Scene, Terms};

    const TABLES: [&str; 3] = [
        include_str!("../../../../data/tables/broken-citadel.toml"),
        include_str!("../../../../data/tables/crossroads.toml"),
        include_str!("../../../../data/tables/old-forest.toml"),
    ];

    /// Figures all over a table, where there is room.
    fn crowd(board: &Board) -> Vec<Option<Figure>> {
        let mut figures: Vec<Option<Figure>> = Vec::new();
        for i in 0..40 {
            let (x, y) = ((2 + i * 7 % 33) * INCH, (2 + i * 5 % 31) * INCH);
            let base = Base::Round { diameter: [2500, 2850, 3200, 4000][i as usize % 4] };
            let figure = Figure { spot: Spot::ground(x, y), base, height: Length::tenths(12) };
            let scene = Scene { board, figures: &figures };
            if scene.fits_as(&figure, 99, figure.spot, &Terms::default()).is_ok() {
                figures.push(Some(figure));
            }
        }
        figures
    }

    /// Looking at strides in any order, and first at what barred the last, changes no way.
    #[test]
    fn a_complete_search_finds_what_the_plain_one_finds() {
        let mut reached = 0;
        for table in TABLES {
            let board = Board::read(table).unwrap();
            let figures = crowd(&board);
            let scene = Scene { board: &board, figures: &figures };
            for (mover, figure) in figures.iter().flatten().enumerate().step_by(3) {
                let budget = [4, 7, 10][mover % 3] * INCH;
                let search = |plain: bool| {
                    let terms = Terms::default();
                    let course = Course::new(scene, figure, mover, &terms, &[]).unwrap();
                    let budget = i64::from(budget);
                    let mut graph = Graph::new(course, figure.spot.facing, None, budget);
                    graph.links();
                    graph.activate_all();
                    assert!(graph.complete);
                    graph.complete = !plain;
                    graph.run_all();
                    let near = graph.nodes.iter().enumerate().filter(|(_, n)| n.cost <= budget);
                    near.map(|(i, n)| (i, n.at, n.z, n.cost, n.from, n.way)).collect::<Vec<_>>()
                };
                let found = search(false);
                assert_eq!(found, search(true), "{mover} on {}", board.table.name);
                reached += found.len();
            }
        }
        assert!(reached > 500, "{reached}");
    }
}
