//! The shortest legal path to a place.

use super::course::{Course, Met, sane};
use super::graph::{Graph, least};
use super::{Leg, Path, Terms, Walked, Zone};
use crate::Length;
use crate::base::{FACINGS, Facing, Spot};
use crate::board::Scene;
use crate::point::Point;
use crate::terrain::Way;

/// A path and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The legs.
    pub path: Path,
    /// What [`Scene::trace`] says of them.
    pub walked: Walked,
}

/// The direction nearest to a vector.
fn along(from: Point, to: Point) -> Facing {
    let (x, y) = from.to(to);
    let dot = |steps: u8| {
        let (fx, fy) = Facing::new(steps.into()).turn(10_000, 0);
        i64::from(fx) * x + i64::from(fy) * y
    };
    Facing::new((0..FACINGS).max_by_key(|&steps| (dot(steps), FACINGS - steps)).unwrap_or(0).into())
}

impl Scene<'_> {
    /// The shortest legal path to a place that costs at most `budget` and never comes into a zone
    /// in `avoid`, except one the mover starts in. `None` if there is none, or none was found.
    ///
    /// Around corners and bases the path follows rings of straight legs, which are up to about 2%
    /// longer than the arcs they stand for, and into slow ground it turns at points an inch apart.
    /// It turns nowhere on top of an obstacle. A base that is not round keeps one facing on the
    /// way: its own, the one wished for, or one along or across the way.
    pub fn find(
        &self,
        mover: usize,
        to: Spot,
        budget: Length,
        terms: &Terms,
        avoid: &[Zone],
    ) -> Option<Found> {
        let figure = self.figure(mover)?;
        let course = || Course::new(*self, figure, mover, terms, avoid);
        let start = figure.spot;
        let whole = course()?;
        if !sane(to.at.x) || !sane(to.at.y) || !sane(to.z) {
            return None;
        }
        let limit = i64::from(budget.0);
        if least(start.at, to.at) > limit || whole.rest(to.at, to.z, to.facing).is_err() {
            return None;
        }
        let trace = |path: Path| {
            let walked = self.trace(mover, &path, terms).ok()?;
            (walked.cost <= budget).then_some(Found { path, walked })
        };
        if terms.flying {
            return trace(Path(vec![Leg::walk(to)]));
        }
        // The straight line first: mostly it is free, and nothing is shorter.
        if start.z == to.z && avoid.is_empty() {
            let mut met = Met::default();
            let straight = whole.pass(start.at, to.at, to.z, start.facing, &[], &mut met).is_ok()
                && met.over.is_empty()
                && met.slow.is_empty();
            if straight && let Some(found) = trace(Path(vec![Leg::walk(to)])) {
                return Some(found);
            }
        }
        let mut facings = vec![start.facing];
        if whole.radius.is_none() {
            let way = along(start.at, to.at);
            for facing in [to.facing, way, Facing::new(i32::from(way.steps()) + 18)] {
                if !facings.contains(&facing) && whole.rest(start.at, start.z, facing).is_ok() {
                    facings.push(facing);
                }
            }
        }
        let mut best: Option<Found> = None;
        for facing in facings {
            let limit = best.as_ref().map_or(limit, |best| i64::from(best.walked.cost.0) - 1);
            let found = self.find_facing(course()?, facing, to, limit).and_then(trace);
            if let Some(found) = found {
                best = Some(found);
            }
        }
        best
    }

    fn find_facing(
        &self,
        course: Course<'_>,
        facing: Facing,
        to: Spot,
        limit: i64,
    ) -> Option<Path> {
        let start = course.figure.spot;
        // Both facings must fit where the base turns at last.
        if course.rest(to.at, to.z, facing).is_err() {
            return None;
        }
        let least_rise = |high: i32, low: i32, way: Way| {
            let factor = match way {
                Way::Stairs => course.terms.stairs,
                Way::Ladder => course.terms.ladder,
                _ => course.terms.climb.min(course.terms.drop),
            };
            i64::from(high - low) * i64::from(factor)
        };
        let over_a_link: Option<i64> = self
            .board
            .links
            .iter()
            .map(|link| {
                let edge = [link.from, link.to];
                let to_edge = |from: Point| {
                    let near = super::graph::pad::nearest_on(&edge, from);
                    let (x, y) = (near.0 - f64::from(from.x), near.1 - f64::from(from.y));
                    (x * x + y * y).sqrt() as i64
                };
                (to_edge(start.at) + to_edge(to.at)).max(least(start.at, to.at))
                    + least_rise(link.high, link.low, link.way)
            })
            .min();
        let mut graph = Graph::new(course, facing, Some(to), limit);
        if start.z == to.z {
            graph.run();
        }
        let cost = graph.nodes[1].cost;
        if over_a_link.is_some_and(|least| least < cost.min(limit + 1)) {
            graph.links();
            graph.run();
        }
        if graph.nodes[1].cost > limit {
            return None;
        }
        let mut path = graph.path(1);
        if let Some(last) = path.0.last_mut() {
            last.to.facing = to.facing;
        } else {
            path.0.push(Leg::walk(to));
        }
        Some(path)
    }
}
