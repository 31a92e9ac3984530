//! The odds of a whole attack, or of harm without one, target by target.
//!
//! Both sides may pay for re-rolls out of what they have for the whole attack. The attacker wants the
//! most of a [`Goal`], the defender the least; whoever decides knows the dice on the table and that
//! everything after is decided as well as can be (`killteam:K7`).

use std::cell::RefCell;
use std::rc::Rc;

use odds::Spread;
use odds::again::{Again, Die, Memory};
use odds::die::{Need, Repeat, single};
use odds::pool::{Lie, Pool};

use crate::rules::wounds::recovery_need;

/// What re-rolls are bought for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// As many models removed as possible.
    #[default]
    Remove,
    /// As many wounds as possible, also those beyond a model's last.
    Wounds,
}

/// Where the hits on a target come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A roll to hit.
    Roll {
        /// With so many dice.
        dice: u8,
        /// What each needs.
        need: i8,
        /// Which failures are rolled again at once.
        repeat: Repeat,
        /// Mortal wounds for each natural six.
        sixes: u8,
    },
    /// No roll: a fall, or an ability.
    Sure {
        /// Hits, against which armour helps.
        hits: u8,
        /// Mortal wounds, against which it does not.
        mortal: u8,
    },
}

/// An armour roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Save {
    /// What each die needs.
    pub need: i8,
    /// Which failures are rolled again at once.
    pub repeat: Repeat,
}

/// The model that is hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// Wounds it has left.
    pub wounds: u8,
    /// Whether it lay knocked down before.
    pub was_down: bool,
    /// Whether a wound that leaves it in play knocks it down.
    pub fells: bool,
    /// Its bonus to recovery rolls.
    pub recovery: i8,
    /// Whether its recovery roll is rolled again.
    pub repeat: Repeat,
}

/// Everything about the attack on one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Where its hits come from.
    pub source: Source,
    /// Wounds for each hit that is not saved.
    pub damage: u8,
    /// The armour roll, unless nothing is known about armour.
    pub save: Option<Save>,
    /// The target, unless nothing is known about it.
    pub body: Option<Body>,
}

/// Excess wounds beyond which a recovery roll needs a natural six, whatever bonus there is.
const EXCESS: usize = 24;

impl Part {
    fn wounds(&self, unsaved: u8, sixes: u8) -> usize {
        let mortal = match self.source {
            Source::Roll { sixes: each, .. } => usize::from(sixes) * usize::from(each),
            Source::Sure { mortal, .. } => usize::from(mortal),
        };
        usize::from(unsaved) * usize::from(self.damage) + mortal
    }

    /// Whether natural sixes do more than hit.
    pub fn sixes_matter(&self) -> bool {
        matches!(self.source, Source::Roll { sixes, .. } if sixes > 0)
    }

    /// What the attacker starts with: hits and natural sixes as dice on the table.
    fn start(&self, cp: u8) -> Vec<(Lie, f64)> {
        match self.source {
            Source::Roll { dice, need, repeat, .. } => Pool { dice, need: Need(need), repeat }
                .gathered([cp, cp], self.sixes_matter(), u8::MAX),
            Source::Sure { hits, .. } => vec![(Lie { fixed: hits, ..Lie::default() }, 1.0)],
        }
    }

    fn hit_need(&self) -> (Need, Repeat) {
        match self.source {
            Source::Roll { need, repeat, .. } => (Need(need), repeat),
            Source::Sure { .. } => (Need(7), Repeat::Never),
        }
    }
}

impl Body {
    /// The chance to be removed by so many wounds beyond the last one.
    ///
    /// Rules `killteam:WND-2`, `killteam:WND-5`, `killteam:DOWN-8`.
    fn removed(&self, excess: usize) -> f64 {
        if self.was_down {
            return 1.0;
        }
        let left = -(excess.min(100) as i8);
        single(Need(recovery_need(left, self.recovery)), self.repeat).opposite().value()
    }
}

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

/// Where there is no armour, nothing but sixes would save; it is not rolled for.
const NO_SAVE: Save = Save { need: 7, repeat: Repeat::Never };

/// Ways for dice to lie, with their chances.
type Lies = Rc<[(Lie, f64)]>;

/// The attack on one target, with what comes after it.
pub struct Stage<'a> {
    part: &'a Part,
    goal: Goal,
    rest: Rest,
    /// Whether anything comes after it.
    last: bool,
    /// The chance to be removed, by wounds beyond the last.
    removed: Vec<f64>,
    /// More hits are counted as this many.
    most: u8,
    /// The dice of both rolls: to hit, and for armour.
    dice: [Die; 2],
    /// What hits are worth once armour was rolled for, by points left, sixes and hits.
    worths: RefCell<Vec<f64>>,
    /// How the dice to hit come to lie, by the attacker's points.
    starts: RefCell<Vec<Option<Lies>>>,
    /// How armour dice come to lie, by hits.
    saves: RefCell<Vec<Option<Lies>>>,
    /// What is known of re-rolls: the attacker's by the defender's points, the defender's by the
    /// attacker's points and the sixes.
    attackers: RefCell<Vec<Memory>>,
    defenders: RefCell<Vec<Memory>>,
}

/// Where what a defender knows is kept, and how many of the hits are saved before the roll.
struct Kept {
    place: Option<usize>,
    saved: u8,
}

/// What is known in some place, taken out to be added to.
fn take(memories: &RefCell<Vec<Memory>>, place: usize) -> Memory {
    memories.borrow_mut().get_mut(place).map(std::mem::take).unwrap_or_default()
}

/// Puts back what was taken.
fn put(memories: &RefCell<Vec<Memory>>, place: usize, memory: Memory) {
    let mut memories = memories.borrow_mut();
    if memories.len() <= place {
        memories.resize(place + 1, Memory::default());
    }
    memories[place] = memory;
}

/// The same dice and so many that passed beside them.
fn more(lie: Lie, passed: u8) -> Lie {
    Lie { fixed: lie.fixed.saturating_add(passed), ..lie }
}

/// What is in some place, made if it is not there yet.
fn made(list: &RefCell<Vec<Option<Lies>>>, place: usize, make: impl FnOnce() -> Lies) -> Lies {
    if let Some(Some(known)) = list.borrow().get(place) {
        return Rc::clone(known);
    }
    let lies = make();
    let mut list = list.borrow_mut();
    if list.len() <= place {
        list.resize(place + 1, None);
    }
    list[place] = Some(Rc::clone(&lies));
    lies
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
        let body = part.body;
        let mut removed: Vec<f64> = Vec::with_capacity(EXCESS + 1);
        for excess in 0..=EXCESS {
            // From some excess on only a natural six helps, and it stays like that.
            let settled =
                body.is_none_or(|body| excess > 2 + usize::from(body.recovery.max(0) as u8));
            let chance = match (body, removed.last()) {
                (Some(_), Some(last)) if settled => *last,
                (Some(body), _) => body.removed(excess),
                (None, _) => 0.0,
            };
            removed.push(chance);
        }
        let most = match part.source {
            Source::Roll { dice, need, repeat, .. } => {
                Pool { dice, need: Need(need), repeat }.most()
            }
            Source::Sure { hits, .. } => hits,
        };
        let (need, repeat) = part.hit_need();
        let save = part.save.unwrap_or(NO_SAVE);
        let dice = [
            Die::new(need, repeat, part.sixes_matter()),
            Die::new(Need(save.need), save.repeat, false),
        ];
        Stage {
            part,
            goal,
            rest,
            last: false,
            removed,
            most,
            dice,
            worths: RefCell::default(),
            starts: RefCell::default(),
            saves: RefCell::default(),
            attackers: RefCell::default(),
            defenders: RefCell::default(),
        }
    }

    fn rest(&self, attacker: u8, defender: u8) -> f64 {
        self.rest[usize::from(attacker)][usize::from(defender)]
    }

    /// What so many unsaved hits are worth to the attacker.
    fn outcome(&self, unsaved: u8, sixes: u8) -> f64 {
        let wounds = self.part.wounds(unsaved, sixes);
        match (self.goal, self.part.body) {
            (Goal::Remove, Some(body)) => wounds
                .checked_sub(usize::from(body.wounds))
                .filter(|_| wounds > 0)
                .map_or(0.0, |excess| self.removed[excess.min(EXCESS)]),
            _ => wounds as f64,
        }
    }

    /// The defender at an armour roll against so many hits.
    pub fn defender(
        &self,
        attacker: u8,
        hits: u8,
        sixes: u8,
    ) -> Again<'_, impl Fn(u8, u8, u8) -> f64> {
        // Only dice that failed are offered, as long as a hit is not saved.
        let again = Again::new(&self.dice[1], false, move |left, saved, _| {
            -self.outcome(hits.saturating_sub(saved), sixes) - self.rest(attacker, left)
        });
        again.enough(hits)
    }

    /// The defender at an armour roll against so many hits, with what is known, where that is kept,
    /// and how many of the hits it counts are saved before the roll.
    ///
    /// What matters is how many hits are not saved. So fewer hits than there can be count as all of
    /// them, some of which are saved already: what is known then holds for every number of hits.
    fn informed(
        &self,
        attacker: u8,
        hits: u8,
        sixes: u8,
    ) -> (Again<'_, impl Fn(u8, u8, u8) -> f64>, Kept) {
        let all = self.most.max(hits);
        let side = usize::from(self.most) + 1;
        let place = usize::from(attacker) * side + usize::from(sixes);
        let place = (hits <= self.most && usize::from(sixes) < side).then_some(place);
        let known = place.map_or_else(Memory::default, |place| take(&self.defenders, place));
        let defender = self.defender(attacker, all, sixes).remembering(known);
        (defender, Kept { place, saved: all - hits })
    }

    fn saves(&self, hits: u8) -> Lies {
        made(&self.saves, hits.into(), || {
            let save = self.part.save.unwrap_or(NO_SAVE);
            let pool = Pool { dice: hits, need: Need(save.need), repeat: save.repeat };
            let cp = self.rest[0].len() as u8 - 1;
            pool.gathered([0, cp], false, hits).into()
        })
    }

    fn start(&self, cp: u8) -> Lies {
        made(&self.starts, cp.into(), || self.part.start(cp).into())
    }

    /// What hits are worth to the attacker before armour is rolled for.
    fn worth(&self, left: [u8; 2], hits: u8, sixes: u8) -> f64 {
        let hits = hits.min(self.most);
        let most = usize::from(self.most) + 1;
        // Without others to come, what the attacker has left is worth nothing.
        let attacker = if self.last { 0 } else { left[0] };
        let sides = [self.rest[0].len(), if self.part.sixes_matter() { most } else { 1 }];
        let sixes = if self.part.sixes_matter() { sixes.min(self.most) } else { 0 };
        let place = ((usize::from(attacker) * sides[0] + usize::from(left[1])) * sides[1]
            + usize::from(sixes))
            * most
            + usize::from(hits);
        if let Some(known) = self.worths.borrow().get(place).filter(|known| !known.is_nan()) {
            return *known;
        }
        let worth = self.after_armour([attacker, left[1]], hits, sixes);
        let mut worths = self.worths.borrow_mut();
        if worths.len() <= place {
            worths.resize(place + 1, f64::NAN);
        }
        worths[place] = worth;
        worth
    }

    fn after_armour(&self, [attacker, cp]: [u8; 2], hits: u8, sixes: u8) -> f64 {
        if hits == 0 || self.part.save.is_none() {
            return self.outcome(hits, sixes) + self.rest(attacker, cp);
        }
        let (mut defender, Kept { place, saved }) = self.informed(attacker, hits, sixes);
        let saves = self.saves(hits);
        let worth = |(lie, chance): &(Lie, f64)| chance * defender.value(cp, more(*lie, saved));
        let sum = saves.iter().map(worth).sum::<f64>();
        if let Some(place) = place {
            put(&self.defenders, place, defender.memory());
        }
        -sum
    }

    /// The attacker at the roll to hit, with the defender having so much.
    pub fn attacker(&self, defender: u8) -> Again<'_, impl Fn(u8, u8, u8) -> f64> {
        Again::new(&self.dice[0], true, move |left, hits, sixes| {
            self.worth([left, defender], hits, sixes)
        })
    }

    /// What the attack on this target and all that comes after it is worth.
    pub fn value(&self, cp: [u8; 2]) -> f64 {
        let place = usize::from(cp[1]);
        let mut attacker = self.attacker(cp[1]).remembering(take(&self.attackers, place));
        let start = self.start(cp[0]);
        let value = start.iter().map(|(lie, p)| p * attacker.value(cp[0], *lie)).sum();
        put(&self.attackers, place, attacker.memory());
        value
    }

    /// Plays the attack on this target, if both decide as well as can be. Calls `end` with the points
    /// left, whether the target is removed, and the chance of that.
    fn play(
        &self,
        cp: [u8; 2],
        chance: f64,
        fate: &mut Fate,
        mut end: impl FnMut([u8; 2], bool, f64),
    ) {
        let start = self.start(cp[0]);
        self.play_from(start.iter().copied(), cp, chance, fate, &mut end);
    }

    /// The same from dice to hit that lie there.
    pub fn play_from(
        &self,
        start: impl IntoIterator<Item = (Lie, f64)>,
        cp: [u8; 2],
        chance: f64,
        fate: &mut Fate,
        end: &mut dyn FnMut([u8; 2], bool, f64),
    ) {
        // Hits by points left, number and sixes: armour is rolled for once for each.
        let mut struck: Vec<([u8; 3], f64)> = Vec::new();
        let mut places: Vec<u32> = Vec::new();
        let (sixes_matter, most) = (self.part.sixes_matter(), self.most);
        let known = usize::from(cp[1]);
        let mut attacker = self.attacker(cp[1]).remembering(take(&self.attackers, known));
        attacker.play(cp[0], start, |left, hits, sixes, part| {
            let hits = hits.min(most.into()) as u8;
            let sixes = if sixes_matter { sixes.min(most.into()) as u8 } else { 0 };
            let side = usize::from(most) + 1;
            let sixes_side = if sixes_matter { side } else { 1 };
            let place =
                (usize::from(left) * sixes_side + usize::from(sixes)) * side + usize::from(hits);
            if places.len() <= place {
                places.resize(place + 1, 0);
            }
            if places[place] == 0 {
                struck.push(([left, hits, sixes], 0.0));
                places[place] = struck.len() as u32;
            }
            struck[places[place] as usize - 1].1 += chance * part;
        });
        put(&self.attackers, known, attacker.memory());
        for ([left, hits, sixes], chance) in struck {
            fate.hits.add(hits.into(), chance);
            if hits == 0 || self.part.save.is_none() || chance < RARE {
                self.settle(fate, hits, sixes, chance, |removed, chance| {
                    end([left, cp[1]], removed, chance);
                });
                continue;
            }
            let saves = self.saves(hits);
            let saves = saves.iter().map(|(lie, part)| (*lie, chance * part));
            self.save_from(saves, (left, hits, sixes), cp[1], fate, end);
        }
    }

    /// Plays the rest from armour dice that lie there against so many hits with so many sixes, the
    /// attacker having so many points left.
    pub fn save_from(
        &self,
        start: impl IntoIterator<Item = (Lie, f64)>,
        (left, hits, sixes): (u8, u8, u8),
        cp: u8,
        fate: &mut Fate,
        end: &mut dyn FnMut([u8; 2], bool, f64),
    ) {
        let attacker = if self.last { 0 } else { left };
        // By points left and unsaved hits: what follows is the same for each.
        let side = usize::from(hits) + 1;
        let mut ends = vec![0.0; (usize::from(cp) + 1) * side];
        let (mut defender, Kept { place, saved }) = self.informed(attacker, hits, sixes);
        let start = start.into_iter().map(|(lie, chance)| (more(lie, saved), chance));
        let all = u16::from(hits + saved);
        defender.play(cp, start, |cp, saved, _, chance| {
            let unsaved = all.saturating_sub(saved);
            ends[usize::from(cp) * side + usize::from(unsaved)] += chance;
        });
        if let Some(place) = place {
            put(&self.defenders, place, defender.memory());
        }
        for (place, chance) in ends.into_iter().enumerate().filter(|(_, chance)| *chance > 0.0) {
            let (cp, unsaved) = ((place / side) as u8, (place % side) as u8);
            self.settle(fate, unsaved, sixes, chance, |removed, chance| {
                end([left, cp], removed, chance);
            });
        }
    }

    /// Wounds and recovery.
    fn settle(
        &self,
        fate: &mut Fate,
        unsaved: u8,
        sixes: u8,
        chance: f64,
        mut end: impl FnMut(bool, f64),
    ) {
        let wounds = self.part.wounds(unsaved, sixes);
        fate.unsaved.add(unsaved.into(), chance);
        fate.wounds.add(wounds, chance);
        let Some(body) = self.part.body.filter(|_| wounds > 0) else { return end(false, chance) };
        let Some(excess) = wounds.checked_sub(usize::from(body.wounds)) else {
            if body.fells && !body.was_down {
                fate.felled += chance;
            } else {
                fate.wounded += chance;
            }
            return end(false, chance);
        };
        let removed = self.removed[excess.min(EXCESS)];
        fate.removed += chance * removed;
        fate.recovered += chance * (1.0 - removed);
        end(true, chance * removed);
        end(false, chance * (1.0 - removed));
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
            stage.play(have, chance, &mut fate, |left, removed, part| {
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

    /// Each number of hits for itself, with nothing known before, is worth the same to the bit.
    #[test]
    fn what_is_known_of_other_hits_changes_no_worth() {
        for (sixes, repeat, recovery) in
            [(0, Repeat::Never, 0), (1, Repeat::Ones, 1), (2, Repeat::Failures, 0)]
        {
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
                for cp in 0..=3 {
                    for hits in (1..=stage.most).rev() {
                        let sixes = if sixes > 0 { hits / 3 } else { 0 };
                        let mut alone = stage.defender(0, hits, sixes);
                        let lies = stage.saves(hits);
                        let sum: f64 =
                            lies.iter().map(|(lie, part)| part * alone.value(cp, *lie)).sum();
                        let shared = stage.worth([1, cp], hits, sixes);
                        assert_eq!(shared.to_bits(), (-sum).to_bits(), "{goal:?} {cp} {hits}");
                    }
                }
            }
        }
    }
}
