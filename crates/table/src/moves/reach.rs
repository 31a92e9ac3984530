//! Everything within reach of a budget.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::course::{Course, Met, Thing, sane};
use super::graph::{Graph, least};
use super::{Found, Leg, Path, Terms, Zone};
use crate::base::{Facing, Spot};
use crate::board::Scene;
use crate::point::Point;
use crate::terrain::{Kinds, Way};
use crate::{INCH, Length};

/// Everything a mover can get to. Its tests ask the same questions as [`Scene::trace`].
pub struct Reach<'a> {
    scene: Scene<'a>,
    mover: usize,
    graph: Option<Graph<'a>>,
    /// The nodes that were reached, from the nearest.
    order: Vec<u32>,
    budget: Length,
    start: Spot,
}

/// How a place is got to at last.
#[derive(Clone, Copy, Debug)]
struct Last {
    cost: i64,
    node: usize,
    way: Way,
    /// A point between the node and the place, and the way to it.
    via: Option<(Spot, Way)>,
}

/// The edge of what is within reach at one height, for drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The height of the surface.
    pub z: i32,
    /// Closed rings of points where the centre of the base can be; holes run the other way round.
    pub rings: Vec<Vec<Point>>,
}

/// A side of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Where x is least.
    Left,
    /// Where x is greatest.
    Right,
    /// Where y is least.
    Near,
    /// Where y is greatest.
    Far,
}

impl Side {
    /// How far a place is from this side of a table of that size, in units.
    pub fn distance(self, size: Point, spot: Spot) -> i64 {
        match self {
            Side::Left => spot.at.x.into(),
            Side::Right => i64::from(size.x) - i64::from(spot.at.x),
            Side::Near => spot.at.y.into(),
            Side::Far => i64::from(size.y) - i64::from(spot.at.y),
        }
    }
}

impl<'a> Scene<'a> {
    /// Everything the mover can get to for at most `budget` without coming into a zone in `avoid`,
    /// except one it starts in. A base that is not round keeps its facing.
    pub fn reach(
        &self,
        mover: usize,
        budget: Length,
        terms: &Terms,
        avoid: &'a [Zone],
    ) -> Reach<'a> {
        self.reach_without(mover, budget, terms, avoid, |_, _| false)
    }

    /// [`Scene::reach`], but for ways by points that are `useless`, given their places and what
    /// getting there costs at least.
    fn reach_without(
        &self,
        mover: usize,
        budget: Length,
        terms: &Terms,
        avoid: &'a [Zone],
        useless: impl Fn(Spot, i64) -> bool,
    ) -> Reach<'a> {
        let course = self
            .figure(mover)
            .filter(|_| budget.0 >= 0)
            .and_then(|figure| Course::new(*self, figure, mover, terms, avoid));
        let start = course.as_ref().map_or_else(Spot::default, |course| course.figure.spot);
        let graph = course.map(|course| {
            let flying = course.terms.flying;
            let mut graph = Graph::new(course, start.facing, None, i64::from(budget.0));
            if !flying {
                graph.links();
                graph.activate_all();
                graph.leave_out(useless);
                graph.run_all();
            }
            graph
        });
        let mut order: Vec<u32> = Vec::new();
        if let Some(graph) = &graph {
            let reached = |i: &u32| graph.nodes[*i as usize].cost <= graph.budget;
            order.extend((0..graph.nodes.len() as u32).filter(reached));
            order.sort_unstable_by_key(|&i| (graph.nodes[i as usize].cost, i));
        }
        Reach { scene: *self, mover, graph, order, budget, start }
    }

    /// The legal path within the budget whose end has the least value of `goal`, and among equal
    /// ends the cheapest; never through a zone in `avoid`. `None` if no end is better than where
    /// the mover is.
    ///
    /// Ends are tried in all directions from everything around which one can go, and the best are
    /// improved unit by unit, so that a very crooked `goal` may have a better end elsewhere.
    pub fn toward(
        &self,
        mover: usize,
        goal: impl Fn(Spot) -> i64,
        budget: Length,
        terms: &Terms,
        avoid: &[Zone],
    ) -> Option<Found> {
        // The zones live as long as the reach does, which ends with this function.
        let scene = Scene { board: self.board, figures: self.figures };
        let reach = scene.reach(mover, budget, terms, avoid);
        reach.nearest(&goal, reach.tips(&goal))
    }

    /// [`Scene::toward`] a side of the table. Faster, because the value of an end shows in how far
    /// it is: ends that could not be among the best are not looked for.
    pub fn toward_side(
        &self,
        mover: usize,
        side: Side,
        budget: Length,
        terms: &Terms,
        avoid: &[Zone],
    ) -> Option<Found> {
        let size = self.board.size;
        let goal = |spot: Spot| side.distance(size, spot);
        let scene = Scene { board: self.board, figures: self.figures };
        let whole = || scene.reach(mover, budget, terms, avoid);
        // Terms by which more is met on the way than is known before are left alone.
        let plain = !terms.over_bases && terms.ignore == Kinds::NONE;
        let Some(figure) = self.figure(mover).filter(|_| plain) else {
            let reach = whole();
            let (tries, _) = reach.best_tips(&goal);
            return reach.nearest(&goal, tries);
        };
        let (start, far) = (goal(figure.spot), i64::from(budget.0));
        // If enough ends are so near the side, then points from which one can't come so near matter
        // to none of them, nor to any that is nearer. The best guess first.
        for part in [13, 7] {
            let wanted = (start - far * part / 16).max(i64::from(figure.base.reach()) + far / 8);
            let useless = |spot: Spot, cost: i64| goal(spot) - (far - cost) > wanted;
            let reach = scene.reach_without(mover, budget, terms, avoid, useless);
            let (tries, worst) = reach.best_tips(&goal);
            if worst.is_some_and(|worst| worst <= wanted) {
                return reach.nearest(&goal, tries);
            }
        }
        let reach = whole();
        let (tries, _) = reach.best_tips(&goal);
        reach.nearest(&goal, tries)
    }
}

/// A place where a move can end: its value, what it costs, and where it is. The less the better.
type Try = (i64, i64, Spot);

/// How many of the best ends are improved.
const IMPROVED: usize = 6;

/// The directions in which ends are looked for from a node.
const RAYS: i32 = 16;

/// A line from a node along which an end is looked for.
struct Ray<'g> {
    node: u32,
    cost: i64,
    spot: Spot,
    /// Its direction, 10 000 long.
    way: (i32, i32),
    graph: &'g Graph<'g>,
}

impl<'g> Ray<'g> {
    fn new(graph: &'g Graph<'g>, node: u32, number: i32) -> Ray<'g> {
        let from = graph.nodes[node as usize];
        let spot = Spot { at: from.at, z: from.z, facing: graph.facing };
        let way = Facing::new(number * 72 / RAYS).turn(10_000, 0);
        Ray { node, cost: from.cost, spot, way, graph }
    }

    /// The place so far along it.
    fn at(&self, far: i64) -> Spot {
        let part = |way: i32| (i64::from(way) * far / 10_000) as i32;
        self.spot.moved(self.spot.at.shifted(part(self.way.0), part(self.way.1)))
    }

    /// How far one might come.
    fn longest(&self) -> i64 {
        self.graph.budget - self.cost
    }

    /// The furthest affordable place by halving, with what it costs: costs only grow along a line,
    /// and what bars a shorter way bars a longer one. `None` if that is nowhere, or as soon as
    /// `hopeless` says so of how far it can still be.
    fn tip(&self, met: &mut Met, hopeless: impl Fn(i64) -> bool) -> Option<(Spot, i64)> {
        let (mut low, mut high) = (0, self.longest() + 1);
        let mut best = None;
        while high - low > 1 {
            if hopeless(high - 1) {
                return None;
            }
            let middle = i64::midpoint(low, high);
            let found = self.graph.last_stride(self.node as usize, self.at(middle), met);
            match found.map(|(cost, _)| self.cost + cost).filter(|&cost| cost <= self.graph.budget)
            {
                Some(cost) => (low, best) = (middle, Some(cost)),
                None => high = middle,
            }
        }
        let (there, cost) = (self.at(low), best?);
        self.graph.course.rest(there.at, there.z, there.facing).is_ok().then_some((there, cost))
    }
}

impl Reach<'_> {
    /// The cheapest way to a place, if it costs at most so much; or `any` such way, which is found
    /// sooner.
    fn best(&self, spot: Spot, most: i64, any: bool, met: &mut Met) -> Option<Last> {
        let graph = self.graph.as_ref()?;
        let facing = if graph.course.radius.is_some() { graph.facing } else { spot.facing };
        if !sane(spot.at.x) || !sane(spot.at.y) || !sane(spot.z) || facing != graph.facing {
            return None;
        }
        let most = most.min(graph.budget);
        if least(self.start.at, spot.at) > most
            || graph.course.rest(spot.at, spot.z, graph.facing).is_err()
        {
            return None;
        }
        if graph.course.terms.flying {
            let rise = i64::from(spot.z) - i64::from(self.start.z);
            let squared = self.start.at.distance_squared(spot.at) + rise * rise;
            let cost = crate::point::ceil_sqrt(squared);
            let last = Last { cost, node: 0, way: Way::Walk, via: None };
            return (cost <= most).then_some(last);
        }
        let mut best = self.straight(graph, spot, most, any, met);
        if any && best.is_some() {
            return best;
        }
        // Into slow ground one goes straight across its edge, where no node may be.
        for point in ways_in(graph, spot) {
            let bound = best.map_or(most, |last| last.cost - 1);
            let via = spot.moved(point);
            let Ok((end, way)) =
                graph.course.stride(point, spot.at, spot.z, graph.facing, false, met)
            else {
                continue;
            };
            if way != Way::Walk {
                continue;
            }
            let there = graph.course.rest(point, spot.z, graph.facing).is_ok();
            if there && let Some(last) = self.straight(graph, via, bound - end, any, met) {
                best = Some(Last { cost: last.cost + end, via: Some((via, last.way)), ..last });
                if any {
                    break;
                }
            }
        }
        best
    }

    /// The cheapest way to a place whose last leg begins at a node; of equals, from the node that
    /// was reached most cheaply.
    fn straight(
        &self,
        graph: &Graph<'_>,
        spot: Spot,
        most: i64,
        any: bool,
        met: &mut Met,
    ) -> Option<Last> {
        // What each would cost if nothing were in the way: whoever is first is mostly the best.
        let mut open: Vec<Reverse<(i64, u32)>> = Vec::new();
        for (place, &i) in self.order.iter().enumerate() {
            let node = &graph.nodes[i as usize];
            if node.cost > most {
                break;
            }
            let at_least = node.cost + least(node.at, spot.at);
            if at_least <= most {
                open.push(Reverse((at_least, place as u32)));
            }
        }
        let mut open = BinaryHeap::from(open);
        let mut best: Option<(i64, u32, Way)> = None;
        while let Some(Reverse((at_least, place))) = open.pop() {
            let bound = best.map_or((most, u32::MAX), |(cost, place, _)| (cost, place));
            if at_least > bound.0 {
                break;
            }
            if (at_least, place) > bound {
                continue;
            }
            let i = self.order[place as usize] as usize;
            if let Some((stride, way)) = graph.last_stride(i, spot, met)
                && (graph.nodes[i].cost + stride, place) < bound
            {
                best = Some((graph.nodes[i].cost + stride, place, way));
                if any {
                    break;
                }
            }
        }
        let (cost, place, way) = best?;
        Some(Last { cost, node: self.order[place as usize] as usize, way, via: None })
    }

    /// The least cost of a path that ends at a place, if it is within reach.
    pub fn cost_to(&self, spot: Spot) -> Option<Length> {
        let mut met = Met::default();
        self.best(spot, i64::MAX, false, &mut met).map(|last| Length(last.cost as i32))
    }

    /// Whether a move can end at a place.
    pub fn contains(&self, spot: Spot) -> bool {
        self.best(spot, i64::MAX, true, &mut Met::default()).is_some()
    }

    /// The path to a place within reach.
    pub fn path_to(&self, spot: Spot) -> Option<Found> {
        let graph = self.graph.as_ref()?;
        let last = self.best(spot, i64::MAX, false, &mut Met::default())?;
        let mut path: Path = graph.path(last.node);
        let mut way = last.way;
        if let Some((via, first)) = last.via {
            path.0.push(Leg { way: first, to: via });
            way = Way::Walk;
        }
        path.0.push(Leg { way, to: spot });
        let walked = self.scene.trace(self.mover, &path, &graph.course.terms).ok()?;
        (walked.cost <= self.budget).then_some(Found { path, walked })
    }

    /// The nodes, as ends.
    fn stops(&self, graph: &Graph<'_>, goal: &impl Fn(Spot) -> i64) -> Vec<Try> {
        let stop = |&i: &u32| {
            let node = graph.nodes[i as usize];
            let spot = Spot { at: node.at, z: node.z, facing: graph.facing };
            (goal(spot), node.cost, spot)
        };
        self.order.iter().map(stop).collect()
    }

    /// The furthest points in many directions from everything that one can go around.
    fn tips(&self, goal: &impl Fn(Spot) -> i64) -> Vec<Try> {
        let Some(graph) = &self.graph else { return Vec::new() };
        let mut out = self.stops(graph, goal);
        let mut met = Met::default();
        for &node in &self.order {
            let tip = |number| Ray::new(graph, node, number).tip(&mut met, |_| false);
            let tips = (0..RAYS).filter_map(tip);
            out.extend(tips.map(|(spot, cost)| (goal(spot), cost, spot)));
        }
        out
    }

    /// The best of [`Reach::tips`], as many as are improved, and some others; for a goal that along
    /// a line only grows or only shrinks. Also the value of the last that is improved, if there are
    /// enough of them.
    fn best_tips(&self, goal: &impl Fn(Spot) -> i64) -> (Vec<Try>, Option<i64>) {
        let Some(graph) = &self.graph else { return (Vec::new(), None) };
        let mut out = self.stops(graph, goal);
        let mut best: Vec<(i64, Spot)> = Vec::new();
        let note = |best: &mut Vec<(i64, Spot)>, one: (i64, Spot)| {
            if let Err(place) = best.binary_search(&one)
                && place < IMPROVED
            {
                best.truncate(IMPROVED - 1);
                best.insert(place, one);
            }
        };
        for &(value, _, spot) in &out {
            note(&mut best, (value, spot));
        }
        let mut rays: Vec<(i64, Ray<'_>)> = Vec::new();
        for &node in &self.order {
            rays.extend((0..RAYS).map(|number| {
                let ray = Ray::new(graph, node, number);
                (goal(ray.at(1)).min(goal(ray.at(ray.longest()))), ray)
            }));
        }
        rays.sort_by_key(|(at_least, _)| *at_least);
        let mut met = Met::default();
        for (at_least, ray) in rays {
            let most = best.get(IMPROVED - 1).map_or(i64::MAX, |last| last.0);
            if at_least > most {
                break;
            }
            let first = goal(ray.at(1));
            let hopeless = |far: i64| first > most && goal(ray.at(far)) > most;
            if let Some((spot, cost)) = ray.tip(&mut met, hopeless) {
                note(&mut best, (goal(spot), spot));
                out.push((goal(spot), cost, spot));
            }
        }
        (out, best.get(IMPROVED - 1).map(|last| last.0))
    }

    /// Improves the best of some ends unit by unit, and gives the path to the best that is better
    /// than the start.
    fn nearest(&self, goal: &impl Fn(Spot) -> i64, mut tries: Vec<Try>) -> Option<Found> {
        let start = self.start;
        tries.sort_unstable();
        tries.dedup_by_key(|one| one.2);
        let mut met = Met::default();
        let mut best = (goal(start), 0, start);
        for &(value, cost, spot) in tries.iter().take(IMPROVED) {
            let mut here = (value, cost, spot);
            let mut step = INCH / 2;
            while step > 0 {
                let mut moved = false;
                for (x, y) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]
                {
                    let there = here.2.moved(here.2.at.shifted(x * step, y * step));
                    let value = goal(there);
                    if value > here.0 {
                        continue;
                    }
                    // As good as here, it must not be dearer.
                    let most = if value < here.0 { i64::MAX } else { here.1 };
                    if let Some(last) = self.best(there, most, false, &mut met) {
                        let there = (value, last.cost, there);
                        if there < here {
                            here = there;
                            moved = true;
                        }
                    }
                }
                if !moved {
                    step /= 2;
                }
            }
            best = best.min(here);
        }
        if best.0 >= goal(start) {
            return None;
        }
        self.path_to(best.2)
    }

    /// Places worth a thought, with their costs, from the cheapest: close to what is in the way,
    /// and spread over the ground within reach so far apart.
    pub fn places(&self, apart: Length) -> Vec<(Spot, Length)> {
        let Some(graph) = &self.graph else { return Vec::new() };
        let mut out: Vec<(Spot, Length)> = Vec::new();
        for &i in &self.order {
            let node = graph.nodes[i as usize];
            let spot = Spot { at: node.at, z: node.z, facing: graph.facing };
            out.push((spot, Length(node.cost as i32)));
        }
        let apart = apart.0.max(INCH / 4);
        let rows = (graph.budget / i64::from(apart)).min(200) as i32;
        for z in self.heights() {
            for j in -rows..=rows {
                for i in -rows..=rows {
                    let at = self.start.at.shifted(i * apart, j * apart);
                    let spot = Spot { at, z, facing: graph.facing };
                    if (i, j) != (0, 0)
                        && let Some(cost) = self.cost_to(spot)
                    {
                        out.push((spot, cost));
                    }
                }
            }
        }
        out.sort_unstable_by_key(|&(spot, cost)| (cost, spot));
        out.dedup_by_key(|place| place.0);
        out
    }

    /// The heights of the surfaces within reach.
    fn heights(&self) -> Vec<i32> {
        let Some(graph) = &self.graph else { return Vec::new() };
        let mut heights: Vec<i32> = self.order.iter().map(|&i| graph.nodes[i as usize].z).collect();
        heights.sort_unstable();
        heights.dedup();
        heights
    }

    /// The edges of what is within reach, for drawing: exact to a few units where they cross a
    /// grid of half an inch, straight between.
    pub fn outline(&self) -> Vec<Outline> {
        let Some(graph) = &self.graph else { return Vec::new() };
        let cell = INCH / 2;
        let half = (graph.budget / i64::from(cell)).min(400) as i32 + 1;
        let side = (2 * half + 1) as usize;
        let mut out = Vec::new();
        for z in self.heights() {
            let spot = |at: Point| Spot { at, z, facing: graph.facing };
            let corner = |i: usize, j: usize| {
                self.start.at.shifted((i as i32 - half) * cell, (j as i32 - half) * cell)
            };
            let mut inside = vec![false; side * side];
            for j in 0..side {
                for i in 0..side {
                    inside[j * side + i] = self.contains(spot(corner(i, j)));
                }
            }
            // Halves the way from a point inside to one outside.
            let border = |a: (usize, usize), b: (usize, usize)| {
                let ((ai, aj), (bi, bj)) = (a, b);
                let (a, b) = (corner(ai, aj), corner(bi, bj));
                let (from, to) = if inside[aj * side + ai] { (a, b) } else { (b, a) };
                let (mut low, mut high) = (0, 64);
                while high - low > 1 {
                    let middle = i64::midpoint(low, high);
                    if self.contains(spot(from.towards(to, middle, 64))) {
                        low = middle;
                    } else {
                        high = middle;
                    }
                }
                from.towards(to, low, 64)
            };
            let rings = march(side, &inside, border);
            out.push(Outline { z, rings });
        }
        out
    }
}

/// Points outside the slow ground a place is in, across from it.
fn ways_in(graph: &Graph<'_>, spot: Spot) -> Vec<Point> {
    let course = &graph.course;
    let mut out = Vec::new();
    let base = course.footprint(spot.at, graph.facing);
    let Some(near) = &course.near else { return out };
    for i in near.areas.iter().map(|ball| ball.number) {
        let area = &course.scene.board.areas[usize::from(i)];
        if area.z == spot.z
            && area.kinds.any(course.terms.slow)
            && !area.kinds.any(course.terms.ignore)
            && base.overlaps(&area.shape)
            && let Some(pad) = course.pad(Thing::Area(i), spot.z, graph.facing)
        {
            pad.across(spot.at, |p| out.push(p));
        }
    }
    out
}

/// An edge of the grid: of the row or column, and where it begins.
type GridEdge = (bool, usize, usize);

/// Follows the border between the grid points inside and outside, as closed rings.
fn march(
    side: usize,
    inside: &[bool],
    border: impl Fn((usize, usize), (usize, usize)) -> Point,
) -> Vec<Vec<Point>> {
    // For every edge that is crossed, the edge at which the border goes on; the inside is to its left.
    let mut next: std::collections::BTreeMap<GridEdge, GridEdge> =
        std::collections::BTreeMap::new();
    let at = |i: usize, j: usize| inside[j * side + i];
    for j in 0..side - 1 {
        for i in 0..side - 1 {
            // The corners counter-clockwise, and the edge after each.
            let corners = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            let edges = [(true, i, j), (false, i + 1, j), (true, i, j + 1), (false, i, j)];
            for k in 0..4 {
                // The border comes in where the walk round the cell goes inside, and leaves by the
                // edge where the walk, going back, came out; saddles are cut in two.
                if !corners[k] && corners[(k + 1) % 4] {
                    let mut m = (k + 1) % 4;
                    while corners[(m + 1) % 4] {
                        m = (m + 1) % 4;
                    }
                    next.insert(edges[m], edges[k]);
                }
            }
        }
    }
    let mut rings = Vec::new();
    while let Some((&first, _)) = next.iter().next() {
        let mut ring = Vec::new();
        let mut edge = first;
        while let Some(after) = next.remove(&edge) {
            let (row, i, j) = edge;
            ring.push(border((i, j), if row { (i + 1, j) } else { (i, j + 1) }));
            edge = after;
        }
        rings.push(ring);
    }
    rings
}
