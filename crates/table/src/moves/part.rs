//! Long legs in parts: a change of level is made at its edge, and who drops from a wall lands at its
//! foot. What is gone before and after is gone on foot.

use super::course::{Course, Met, Over};
use super::trace::blank;
use super::{Leg, Terms};
use crate::base::Spot;
use crate::board::Scene;
use crate::point::{Point, ceil_sqrt};
use crate::terrain::Way;
use crate::units::Length;

impl Scene<'_> {
    /// The same way with no change of level and no drop that goes on for more than `near` before or
    /// behind its edge; nothing for a path that is not legal.
    pub fn parted(
        &self,
        mover: usize,
        path: &[Leg],
        terms: &Terms,
        near: Length,
    ) -> Option<Vec<Leg>> {
        let course = self.course(mover, terms)?;
        let mut here = course.figure.spot;
        let mut parted = Vec::with_capacity(path.len());
        for leg in path {
            if here.z != leg.to.z && !terms.flying {
                course.at_its_edge(here, leg, near, &mut parted)?;
            } else if leg.way == Way::Drop {
                course.to_the_foot(here, leg, near, &mut parted)?;
            } else {
                parted.push(*leg);
            }
            here = leg.to;
        }
        self.trace(mover, &parted, terms).is_ok().then_some(parted)
    }
}

impl Course<'_> {
    /// On foot to the last place before the edge, over it to the first place behind it, and on.
    fn at_its_edge(
        &self,
        here: Spot,
        leg: &Leg,
        near: Length,
        parted: &mut Vec<Leg>,
    ) -> Option<()> {
        let mut step = blank(here, leg.to, leg.way);
        let edge = self.change_level(here, leg, &mut Met::default(), &mut step).ok()?;
        let end = Spot { facing: here.facing, ..leg.to };
        let off = self.rest_back(here, edge).unwrap_or(here);
        let on = self.rest_back(end, edge).unwrap_or(end);
        let far = |a: Point, b: Point| a.distance(b) > near;
        if far(here.at, off.at) {
            parted.push(Leg::walk(off));
        }
        if far(on.at, leg.to.at) {
            parted.push(Leg { way: leg.way, to: on });
            parted.push(Leg::walk(leg.to));
        } else {
            parted.push(*leg);
        }
        Some(())
    }

    /// Down from each wall that is too high to step over, to the first place behind it.
    fn to_the_foot(
        &self,
        here: Spot,
        leg: &Leg,
        near: Length,
        parted: &mut Vec<Leg>,
    ) -> Option<()> {
        let mut met = Met::default();
        self.pass(here.at, leg.to.at, here.z, here.facing, &[], &mut met).ok()?;
        let high = |over: &&Over| !over.free && !self.is_low(over.height);
        let mut ends: Vec<f64> = met.over.iter().filter(high).map(|over| over.end).collect();
        ends.sort_by(f64::total_cmp);
        let steps = ceil_sqrt(here.at.distance_squared(leg.to.at));
        let end = Spot { facing: here.facing, ..leg.to };
        // Walls so close to each other that nobody can stand between them are got over together.
        let mut landed = here.at;
        for behind in ends.into_iter().filter(|end| *end < 1.0) {
            let at = here.at.towards(leg.to.at, (behind * steps as f64) as i64, steps);
            let foot = self.rest_back(end, at)?;
            let on = here.at.distance_squared(foot.at) > here.at.distance_squared(landed);
            if on && foot.at.distance(leg.to.at) > near {
                parted.push(Leg { way: Way::Drop, to: foot });
                landed = foot.at;
            }
        }
        // Another wall may lie behind the last foot, and the leg's end be at its own foot.
        parted.push(*leg);
        Some(())
    }
}
