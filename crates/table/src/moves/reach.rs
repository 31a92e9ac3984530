//! Everything within reach of a budget.

use super::course::{Course, Met, Thing, sane};
use super::graph::{Graph, least};
use super::{Found, Leg, Path, Terms, Zone};
use crate::base::{Facing, Spot};
use crate::board::Scene;
use crate::point::Point;
use crate::terrain::Way;
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
                graph.run();
            }
            graph
        });
        let mut order: Vec<u32> = Vec::new();
        if let Some(graph) = &graph {
            let reached = |i: &u32| graph.nodes[*i as usize].cost <= graph.budget;
            order.extend((0..graph.nodes.len() as u32).filter(reached));
            order.sort_by_key(|&i| (graph.nodes[i as usize].cost, i));
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
        let start = reach.start;
        let mut tries: Vec<(i64, i64, Spot)> = Vec::new();
        for (spot, cost) in reach.tips() {
            tries.push((goal(spot), cost, spot));
        }
        tries.sort_unstable();
        tries.dedup_by_key(|one| one.2);
        let mut best = (goal(start), 0, start);
        for &(value, cost, spot) in tries.iter().take(6) {
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
                    if let Some(cost) = reach.cost_to(there) {
                        let there = (value, i64::from(cost.0), there);
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
        reach.path_to(best.2)
    }

    /// [`Scene::toward`] a side of the table.
    pub fn toward_side(
        &self,
        mover: usize,
        side: Side,
        budget: Length,
        terms: &Terms,
        avoid: &[Zone],
    ) -> Option<Found> {
        let size = self.board.size;
        self.toward(mover, |spot| side.distance(size, spot), budget, terms, avoid)
    }
}

impl Reach<'_> {
    /// The cheapest way to a place.
    fn best(&self, spot: Spot, met: &mut Met) -> Option<Last> {
        let graph = self.graph.as_ref()?;
        let facing = if graph.course.radius.is_some() { graph.facing } else { spot.facing };
        if !sane(spot.at.x) || !sane(spot.at.y) || !sane(spot.z) || facing != graph.facing {
            return None;
        }
        if least(self.start.at, spot.at) > graph.budget
            || graph.course.rest(spot.at, spot.z, graph.facing).is_err()
        {
            return None;
        }
        if graph.course.terms.flying {
            let rise = i64::from(spot.z) - i64::from(self.start.z);
            let squared = self.start.at.distance_squared(spot.at) + rise * rise;
            let cost = crate::point::ceil_sqrt(squared);
            let last = Last { cost, node: 0, way: Way::Walk, via: None };
            return (cost <= graph.budget).then_some(last);
        }
        let mut best = self.straight(graph, spot, graph.budget, met);
        // Into slow ground one goes straight across its edge, where no node may be.
        for point in ways_in(graph, spot) {
            let bound = best.map_or(graph.budget, |last| last.cost - 1);
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
            if there && let Some(last) = self.straight(graph, via, bound - end, met) {
                best = Some(Last { cost: last.cost + end, via: Some((via, last.way)), ..last });
            }
        }
        best
    }

    /// The cheapest way to a place whose last leg begins at a node.
    fn straight(&self, graph: &Graph<'_>, spot: Spot, most: i64, met: &mut Met) -> Option<Last> {
        let mut best: Option<Last> = None;
        for &i in &self.order {
            let node = &graph.nodes[i as usize];
            let bound = best.map_or(most, |last| last.cost - 1);
            if node.cost > bound {
                break;
            }
            if node.cost + least(node.at, spot.at) > bound {
                continue;
            }
            if let Some((stride, way)) = graph.last_stride(i as usize, spot, met)
                && node.cost + stride <= bound
            {
                best = Some(Last { cost: node.cost + stride, node: i as usize, way, via: None });
            }
        }
        best
    }

    /// The least cost of a path that ends at a place, if it is within reach.
    pub fn cost_to(&self, spot: Spot) -> Option<Length> {
        let mut met = Met::default();
        self.best(spot, &mut met).map(|last| Length(last.cost as i32))
    }

    /// Whether a move can end at a place.
    pub fn contains(&self, spot: Spot) -> bool {
        self.cost_to(spot).is_some()
    }

    /// The path to a place within reach.
    pub fn path_to(&self, spot: Spot) -> Option<Found> {
        let graph = self.graph.as_ref()?;
        let last = self.best(spot, &mut Met::default())?;
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

    /// The furthest points in many directions from everything that one can go around, with their
    /// costs.
    fn tips(&self) -> Vec<(Spot, i64)> {
        let Some(graph) = &self.graph else { return Vec::new() };
        let mut out = Vec::new();
        let mut met = Met::default();
        for &i in &self.order {
            let node = graph.nodes[i as usize];
            let spot = Spot { at: node.at, z: node.z, facing: graph.facing };
            out.push((spot, node.cost));
            for steps in 0..16 {
                let (x, y) = Facing::new(steps * 9 / 2).turn(10_000, 0);
                // The furthest affordable step by halving: costs only grow along a line, and what
                // bars a shorter way bars a longer one.
                let point = |far: i64| {
                    node.at.shifted(
                        (i64::from(x) * far / 10_000) as i32,
                        (i64::from(y) * far / 10_000) as i32,
                    )
                };
                let mut cost_of = |far: i64| {
                    let there = spot.moved(point(far));
                    let found = graph.last_stride(i as usize, there, &mut met);
                    found.map(|(cost, _)| node.cost + cost).filter(|&cost| cost <= graph.budget)
                };
                let (mut low, mut high) = (0, graph.budget - node.cost + 1);
                let mut best = None;
                while high - low > 1 {
                    let middle = i64::midpoint(low, high);
                    match cost_of(middle) {
                        Some(cost) => (low, best) = (middle, Some(cost)),
                        None => high = middle,
                    }
                }
                let Some(cost) = best else { continue };
                let there = spot.moved(point(low));
                if graph.course.rest(there.at, there.z, graph.facing).is_ok() {
                    out.push((there, cost));
                }
            }
        }
        out
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
    for &i in &near.areas {
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
