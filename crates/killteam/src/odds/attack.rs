//! The odds of a whole attack, or of harm without one, target by target.
//!
//! Both sides may pay for re-rolls out of what they have for the whole attack. The attacker wants the
//! most of a [`Goal`], the defender the least; whoever decides knows the dice on the table and that
//! everything after is decided as well as can be (`killteam:K7`).

use std::cell::OnceCell;

use odds::again::{Again, Choice, Die, dot};
use odds::die::{Need, Repeat};
use odds::pool::{Lie, Pool};
use odds::{Frame, Lies, Spread};

pub use super::part::{Body, Goal, Part, Save, Source};

use super::part::{EXCESS, Sixes};
use super::saves::{Saved, saved};

/// What becomes of one target.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fate {
    /// Hits.
    pub hits: Spread,
    /// Hits that are not saved.
    pub unsaved: Spread,
    /// Wounds, also those beyond the last.
    pub wounds: Spread,
    /// It is wounded, and stands.
    pub wounded: f64,
    /// It is wounded and knocked down, without having been at its end.
    pub felled: f64,
    /// It is at its end, and recovers.
    pub recovered: f64,
    /// It is removed.
    pub removed: f64,
}

/// What becomes of everybody.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forecast {
    /// Each target in its order.
    pub fates: Vec<Fate>,
    /// How many are removed.
    pub removed: Spread,
    /// The command points spent on re-rolls on average, by the attacker and by the defender.
    pub spent: [f64; 2],
}

/// What the rest of an attack is worth with so many command points left, by attacker's and
/// defender's.
type Rest = Vec<Vec<f64>>;

/// So many places that are filled when they are asked for.
fn empty<T>(places: usize) -> Vec<OnceCell<T>> {
    (0..places).map(|_| OnceCell::new()).collect()
}

/// Where there is no armour, nothing but sixes would save; it is not rolled for.
const NO_SAVE: Save = Save { need: 7, repeat: Repeat::Never };

/// The attack on one target, with what comes after it.
pub struct Stage<'a> {
    part: &'a Part,
    goal: Goal,
    cp: [u8; 2],
    rest: Rest,
    /// Whether anything comes after it.
    last: bool,
    /// The chance to be removed, by wounds beyond the last.
    removed: Vec<f64>,
    /// More hits are counted as this many.
    most: usize,
    /// How dice to hit are counted.
    frame: Frame,
    sixes: Sixes,
    /// The dice of both rolls: to hit, and for armour.
    dice: [Die; 2],
    /// How the dice to hit come to lie.
    start: Lies,
    /// What armour leaves, by hits.
    saved: Vec<Saved>,
    /// The defender, by the attacker's points and the sixes that make a difference.
    defenders: Vec<OnceCell<Again>>,
    /// What hits are worth before armour is rolled for, by the attacker's points and the defender's,
    /// the sixes that make a difference, and hits.
    worths: Vec<OnceCell<f64>>,
    /// The attacker, by the defender's points.
    attackers: Vec<OnceCell<Again>>,
}

/// What is less likely than this is not looked at more closely: armour is taken to save nothing.
const RARE: f64 = 1e-13;

impl<'a> Stage<'a> {
    /// The last target of an attack.
    pub fn last(part: &'a Part, goal: Goal, cp: [u8; 2]) -> Stage<'a> {
        let rest = vec![vec![0.0; usize::from(cp[1]) + 1]; usize::from(cp[0]) + 1];
        Stage { last: true, ..Stage::before(part, goal, rest) }
    }

    /// A target with others to come.
    fn before(part: &'a Part, goal: Goal, rest: Rest) -> Stage<'a> {
        let cp = [rest.len() as u8 - 1, rest[0].len() as u8 - 1];
        let (need, repeat) = part.hit_need();
        let save = part.save.unwrap_or(NO_SAVE);
        let dice = [Die::new(need, repeat), Die::new(Need(save.need), save.repeat)];
        let (most, frame, start) = match part.source {
            Source::Roll { dice, .. } => {
                let pool = Pool { dice, need, repeat };
                let (sixes, dice) = (pool.sixes(), usize::from(dice));
                let frame = if part.sixes_matter() {
                    Frame::parted(sixes, dice)
                } else {
                    Frame::whole(sixes + dice)
                };
                (sixes + dice, frame, pool.on(frame, [cp[0], cp[0]]))
            }
            Source::Sure { hits, .. } => {
                let frame = Frame::whole(hits.into());
                let lie = Lie { fixed: hits, ..Lie::default() };
                (hits.into(), frame, Lies::of(frame, [0, 0], [(lie, 1.0)]))
            }
        };
        let sixes = part.sixes_worth(goal);
        let classes = sixes.most + 1;
        let have = cp.map(|points| usize::from(points) + 1);
        Stage {
            part,
            goal,
            cp,
            rest,
            last: false,
            removed: part.removed(),
            most,
            frame,
            sixes,
            dice,
            start,
            saved: if part.save.is_some() { saved(save, most, cp[1]) } else { Vec::new() },
            defenders: empty(have[0] * classes),
            worths: empty(have[0] * have[1] * classes * (most + 1)),
            attackers: empty(have[1]),
        }
    }

    fn rest(&self, attacker: u8, defender: u8) -> f64 {
        self.rest[usize::from(attacker)][usize::from(defender)]
    }

    /// What so many unsaved hits are worth to the attacker.
    fn outcome(&self, unsaved: usize, sixes: usize) -> f64 {
        let wounds = self.part.wounds(unsaved, sixes);
        match (self.goal, self.part.body) {
            (Goal::Remove, Some(body)) => wounds
                .checked_sub(usize::from(body.wounds))
                .filter(|_| wounds > 0)
                .map_or(0.0, |excess| self.removed[excess.min(EXCESS)]),
            _ => wounds as f64,
        }
    }

    /// The sixes that make a difference, of so many.
    fn class(&self, sixes: usize) -> usize {
        sixes.min(self.sixes.most)
    }

    /// Without others to come, what the attacker has left makes no difference.
    fn keeps(&self, attacker: u8) -> u8 {
        if self.last { 0 } else { attacker }
    }

    /// The defender at an armour roll.
    ///
    /// What matters is how many hits are not saved. So fewer hits than there can be count as all of
    /// them, some of which are saved already: one defender decides for every number of hits.
    fn defender(&self, attacker: u8, sixes: usize) -> &Again {
        let (attacker, class) = (self.keeps(attacker), self.class(sixes));
        let place = usize::from(attacker) * (self.sixes.most + 1) + class;
        self.defenders[place].get_or_init(|| {
            let frame = Frame::whole(self.most);
            // Only dice that failed are offered, as long as a hit is not saved.
            Again::new(self.dice[1], frame, false, self.cp[1], |left, saved| {
                -self.outcome(self.most - saved, class) - self.rest(attacker, left)
            })
        })
    }

    /// What the defender best does with armour dice that lie there against so many hits with so many
    /// sixes, the attacker and the defender having so many points.
    pub fn defence(&self, cp: [u8; 2], hits: u8, sixes: u8, lie: Lie) -> Choice {
        let saved = self.most.saturating_sub(hits.into()) as u8;
        let lie = Lie { fixed: lie.fixed.saturating_add(saved), ..lie };
        self.defender(cp[0], sixes.into()).choose(cp[1], lie)
    }

    /// What hits are worth to the attacker before armour is rolled for.
    fn worth(&self, left: [u8; 2], hits: usize, sixes: usize) -> f64 {
        let (hits, class, attacker) = (hits.min(self.most), self.class(sixes), self.keeps(left[0]));
        let points = usize::from(attacker) * (usize::from(self.cp[1]) + 1) + usize::from(left[1]);
        let place = (points * (self.sixes.most + 1) + class) * (self.most + 1) + hits;
        let worth = self.worths[place].get_or_init(|| {
            if hits == 0 || self.part.save.is_none() {
                return self.outcome(hits, class) + self.rest(attacker, left[1]);
            }
            let defender = self.defender(attacker, class);
            let Saved { rows, all } = &self.saved[hits];
            let before = self.most - hits;
            let row = |(failed, row): (usize, &Vec<f64>)| {
                dot(row, &defender.worths(left[1], failed)[before..])
            };
            -rows.iter().enumerate().map(row).sum::<f64>()
                - all * defender.worths(left[1], 0)[self.most]
        });
        worth + self.sixes.each * (sixes - class) as f64
    }

    /// The attacker at the roll to hit, with the defender having so much.
    pub fn attacker(&self, defender: u8) -> &Again {
        self.attackers[usize::from(defender)].get_or_init(|| {
            Again::new(self.dice[0], self.frame, true, self.cp[0], |left, place| {
                let (hits, sixes) = self.frame.counts(place);
                self.worth([left, defender], hits, sixes)
            })
        })
    }

    /// What the attack on this target and all that comes after it is worth.
    pub fn value(&self, cp: [u8; 2]) -> f64 {
        self.attacker(cp[1]).value(cp[0], &self.start)
    }

    /// Plays the attack on this target, if both decide as well as can be. Calls `end` with the points
    /// left, whether the target is removed, and the chance of that.
    fn play(
        &self,
        cp: [u8; 2],
        chance: f64,
        fate: &mut Fate,
        end: &mut dyn FnMut([u8; 2], bool, f64),
    ) {
        self.play_lies(&self.start, cp, chance, fate, end);
    }

    /// The same from dice to hit that lie there.
    pub fn play_from(
        &self,
        start: impl IntoIterator<Item = (Lie, f64)>,
        cp: [u8; 2],
        fate: &mut Fate,
        end: &mut dyn FnMut([u8; 2], bool, f64),
    ) {
        let start = Lies::of(self.frame, [cp[0], cp[0]], start);
        self.play_lies(&start, cp, 1.0, fate, end);
    }

    fn play_lies(
        &self,
        start: &Lies,
        cp: [u8; 2],
        chance: f64,
        fate: &mut Fate,
        end: &mut dyn FnMut([u8; 2], bool, f64),
    ) {
        // Hits by points left, sixes and number: what armour leaves of those with as many sixes is
        // decided together.
        let side = self.most + 1;
        let groups = if self.part.sixes_matter() { side } else { 1 };
        let mut struck = vec![0.0; (usize::from(cp[0]) + 1) * groups * side];
        self.attacker(cp[1]).play(cp[0], start, |left, place, part| {
            let (hits, sixes) = self.frame.counts(place);
            let group = usize::from(left) * groups + sixes.min(groups - 1);
            struck[group * side + hits.min(self.most)] += chance * part;
        });
        for (group, struck) in struck.chunks_exact(side).enumerate() {
            let (left, sixes) = ((group / groups) as u8, group % groups);
            let mut saves: Option<Lies> = None;
            let (mut settled, mut removed) = (0.0, 0.0);
            for (hits, chance) in struck.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
                fate.hits.add(hits, *chance);
                if hits == 0 || self.part.save.is_none() || *chance < RARE {
                    removed += self.settle(fate, hits, sixes, *chance);
                    settled += chance;
                    continue;
                }
                let saves = saves
                    .get_or_insert_with(|| Lies::new(Frame::whole(self.most), [0, self.cp[1]]));
                let Saved { rows, all } = &self.saved[hits];
                saves.row_mut([0, 0])[self.most] += chance * all;
                for (failed, row) in rows.iter().enumerate() {
                    let to = &mut saves.row_mut([0, failed])[self.most - hits..];
                    to.iter_mut().zip(row).for_each(|(to, part)| *to += chance * part);
                }
            }
            if settled > 0.0 {
                end([left, cp[1]], true, removed);
                end([left, cp[1]], false, settled - removed);
            }
            if let Some(saves) = saves {
                self.save(&saves, (left, sixes), cp[1], fate, end);
            }
        }
    }

    /// Plays the rest from armour dice that lie there against so many hits without a roll.
    pub fn save_from(
        &self,
        start: impl IntoIterator<Item = (Lie, f64)>,
        cp: u8,
        fate: &mut Fate,
        end: &mut dyn FnMut([u8; 2], bool, f64),
    ) {
        let start = Lies::of(Frame::whole(self.most), [0, cp], start);
        self.save(&start, (0, 0), cp, fate, end);
    }

    /// Plays the rest from armour dice that lie there, the attacker having so many points left and
    /// so many sixes.
    fn save(
        &self,
        start: &Lies,
        (left, sixes): (u8, usize),
        cp: u8,
        fate: &mut Fate,
        end: &mut dyn FnMut([u8; 2], bool, f64),
    ) {
        // By points left and unsaved hits: what follows is the same for each.
        let side = self.most + 1;
        let mut ends = vec![0.0; (usize::from(cp) + 1) * side];
        self.defender(left, sixes).play(cp, start, |cp, saved, chance| {
            ends[usize::from(cp) * side + self.most - saved] += chance;
        });
        for (cp, ends) in (0..).zip(ends.chunks_exact(side)) {
            let (mut settled, mut removed) = (0.0, 0.0);
            for (unsaved, chance) in ends.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
                removed += self.settle(fate, unsaved, sixes, *chance);
                settled += chance;
            }
            if settled > 0.0 {
                end([left, cp], true, removed);
                end([left, cp], false, settled - removed);
            }
        }
    }

    /// Wounds and recovery; gives the chance to be removed.
    fn settle(&self, fate: &mut Fate, unsaved: usize, sixes: usize, chance: f64) -> f64 {
        let wounds = self.part.wounds(unsaved, sixes);
        fate.unsaved.add(unsaved, chance);
        fate.wounds.add(wounds, chance);
        let Some(body) = self.part.body.filter(|_| wounds > 0) else { return 0.0 };
        let Some(excess) = wounds.checked_sub(usize::from(body.wounds)) else {
            if body.fells && !body.was_down {
                fate.felled += chance;
            } else {
                fate.wounded += chance;
            }
            return 0.0;
        };
        let removed = chance * self.removed[excess.min(EXCESS)];
        fate.removed += removed;
        fate.recovered += chance - removed;
        removed
    }
}

/// The targets of an attack in their order, each with what comes after it.
pub fn stages(parts: &[Part], goal: Goal, cp: [u8; 2]) -> Vec<Stage<'_>> {
    let Some((last, before)) = parts.split_last() else { return Vec::new() };
    let mut stages = vec![Stage::last(last, goal, cp)];
    for part in before.iter().rev() {
        let next = &stages[stages.len() - 1];
        let worth = |attacker: u8| (0..=cp[1]).map(|d| next.value([attacker, d])).collect();
        let rest = (0..=cp[0]).map(worth).collect();
        stages.push(Stage::before(part, goal, rest));
    }
    stages.reverse();
    stages
}

/// The odds of an attack on these targets in this order, or of harm without one, if the attacker and
/// the defender may spend so many command points on re-rolls.
///
/// Rules `killteam:ATK-7`, `killteam:CMD-9`, `killteam:K7`, `killteam:K29`.
pub fn forecast(parts: &[Part], goal: Goal, cp: [u8; 2]) -> Forecast {
    let stages = stages(parts, goal, cp);
    let mut forecast = Forecast::default();
    // The chance to come to a target with so many points left and so many removed.
    let width = usize::from(cp[1]) + 1;
    let place = |left: [u8; 2]| usize::from(left[0]) * width + usize::from(left[1]);
    let mut now = vec![vec![0.0; parts.len() + 1]; (usize::from(cp[0]) + 1) * width];
    now[place(cp)][0] = 1.0;
    for stage in &stages {
        let mut fate = Fate::default();
        let mut next = vec![vec![0.0; parts.len() + 1]; now.len()];
        for (index, counts) in now.iter().enumerate() {
            let chance: f64 = counts.iter().sum();
            if chance <= 0.0 {
                continue;
            }
            let have = [(index / width) as u8, (index % width) as u8];
            stage.play(have, chance, &mut fate, &mut |left, removed, part| {
                let to = &mut next[place(left)];
                for (count, share) in counts.iter().enumerate().filter(|(_, share)| **share > 0.0) {
                    to[count + usize::from(removed)] += part * share / chance;
                }
            });
        }
        forecast.fates.push(fate);
        now = next;
    }
    for (index, counts) in now.iter().enumerate() {
        for (count, chance) in counts.iter().enumerate() {
            if *chance > 0.0 {
                forecast.removed.add(count, *chance);
            }
            forecast.spent[0] += chance * f64::from(cp[0] - (index / width) as u8);
            forecast.spent[1] += chance * f64::from(cp[1] - (index % width) as u8);
        }
    }
    forecast
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number of hits has a defender of its own who knows nothing of other hits or sixes, and
    /// it is worth the same.
    #[test]
    fn one_defender_decides_for_all_hits_and_sixes() {
        for (sixes, repeat, recovery) in [
            (0, Repeat::Never, 0),
            (1, Repeat::Ones, 1),
            (2, Repeat::Failures, 0),
            (3, Repeat::One, 9),
        ] {
            let part = Part {
                source: Source::Roll { dice: 4, need: 4, repeat: Repeat::Never, sixes },
                damage: 1,
                save: Some(Save { need: 5, repeat }),
                body: Some(Body {
                    wounds: 3,
                    was_down: false,
                    fells: true,
                    recovery,
                    repeat: Repeat::Never,
                }),
            };
            for goal in [Goal::Remove, Goal::Wounds] {
                let stage = Stage::last(&part, goal, [2, 3]);
                for hits in 1..=stage.most {
                    let sixes = if sixes > 0 { hits / 2 } else { 0 };
                    let frame = Frame::whole(hits);
                    let alone = Again::new(stage.dice[1], frame, false, 3, |_, saved| {
                        -stage.outcome(hits - saved, sixes)
                    });
                    let pool = Pool { dice: hits as u8, need: Need(5), repeat };
                    for cp in 0..=3 {
                        let value = -alone.value(cp, &pool.on(frame, [0, cp]));
                        let shared = stage.worth([1, cp], hits, sixes);
                        let near = (value - shared).abs() < 1e-11;
                        assert!(near, "{goal:?} {cp} {hits}: {value} {shared}");
                    }
                }
            }
        }
    }
}
