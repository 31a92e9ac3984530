//! The search the finder and the reach share: Dijkstra's, with a heuristic if there is a goal, over
//! points close around what is in the way.
//!
//! Points are made only around what was met: while nothing was met, nothing need be gone around. A
//! node is always a place where one could end a move, so that no obstacle is crossed in two legs
//! and the cost of a path is the sum of its strides. What a stride costs is asked of the same
//! [`Course`] that traces paths.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

pub(super) mod pad;
mod points;

use super::course::{Ball, Course, Met, Near, Thing};
use super::{Leg, Path};
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
pub(in crate::moves) struct Node {
    pub(in crate::moves) at: Point,
    pub(in crate::moves) z: i32,
    /// What it costs to get here.
    pub(in crate::moves) cost: i64,
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
pub(in crate::moves) struct Graph<'a> {
    pub(in crate::moves) course: Course<'a>,
    pub(in crate::moves) facing: Facing,
    pub(in crate::moves) nodes: Vec<Node>,
    pub(in crate::moves) budget: i64,
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
pub(in crate::moves) fn least(a: Point, b: Point) -> i64 {
    (a.distance_squared(b) as f64).sqrt() as i64
}

/// Whether [`least`] is at most so much, without a root.
fn within(a: Point, b: Point, most: i64) -> bool {
    most >= 1 << 30 || (most >= 0 && a.distance_squared(b) < (most + 1) * (most + 1))
}

impl Course<'_> {
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
    pub(in crate::moves) fn new(
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

    fn spot(&self, node: usize) -> Spot {
        Spot { at: self.nodes[node].at, z: self.nodes[node].z, facing: self.facing }
    }

    /// How much more it costs at least to get to the goal.
    fn ahead(&self, at: Point) -> i64 {
        self.goal.map_or(0, |goal| least(at, goal.at))
    }

    /// Leaves out points, given their places and what getting there costs at least.
    pub(in crate::moves) fn leave_out(&mut self, useless: impl Fn(Spot, i64) -> bool) {
        let start = self.nodes[0].at;
        for i in 1..self.nodes.len() {
            if useless(self.spot(i), least(start, self.nodes[i].at)) {
                self.nodes[i].rest = Rest::No;
            }
        }
    }

    /// Runs until the goal is reached as cheaply as it can be, or everything is.
    pub(in crate::moves) fn run(&mut self) {
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
    pub(in crate::moves) fn run_all(&mut self) {
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
    pub(in crate::moves) fn last_stride(
        &self,
        i: usize,
        to: Spot,
        met: &mut Met,
    ) -> Option<(i64, Way)> {
        let node = self.nodes[i];
        if node.z == to.z {
            self.course.stride(node.at, to.at, to.z, self.facing, i == 0, met).ok()
        } else {
            self.course.scale(self.spot(i), Spot { facing: self.facing, ..to }, i64::MAX, met)
        }
    }

    /// The legs from the start to a node.
    pub(in crate::moves) fn path(&self, node: usize) -> Path {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Base, Board, Figure, INCH, Length, Scene, Terms};

    const TABLES: [&str; 3] = [
        include_str!("../../../../../data/tables/broken-citadel.toml"),
        include_str!("../../../../../data/tables/crossroads.toml"),
        include_str!("../../../../../data/tables/old-forest.toml"),
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
