//! The odds against brute force: face by face, with every decision tried, in bounds.
//!
//! Here dice are faces on the table and nothing cleverer. A roll to hit with more than a few
//! sixes is not followed: what it may be worth is anything, so the truth is known to lie between
//! two numbers, and so must the odds. Armour needs no such end: as many sixes as hits save them all.

use std::collections::HashMap;

use killteam::odds::attack::{Body, Goal, Part, Save, Source, forecast, stages};
use odds::die::Repeat;
use proptest::prelude::*;

/// Bounds.
type Worth = (f64, f64);

/// Dice on the table: how often each face below 6 lies there and may be rolled again, how often it
/// may not, and the sixes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Table {
    open: [u8; 6],
    closed: [u8; 6],
    sixes: u8,
    /// Dice still to be rolled.
    pending: u8,
}

fn passes(face: usize, need: i8) -> bool {
    face == 6 || (face > 1 && face as i8 >= need)
}

impl Table {
    fn successes(&self, need: i8) -> u8 {
        let of =
            |faces: &[u8; 6]| (1..6).filter(|f| passes(*f, need)).map(|f| faces[f]).sum::<u8>();
        self.sixes + of(&self.open) + of(&self.closed)
    }

    /// The face an ability rolls again next.
    fn automatic(&self, need: i8, repeat: Repeat) -> Option<usize> {
        let fails = |face: &usize| self.open[*face] > 0 && !passes(*face, need);
        match repeat {
            Repeat::Never => None,
            Repeat::Ones => (1..2).find(fails),
            Repeat::Failures => (1..6).find(fails),
            Repeat::One if self.closed.iter().sum::<u8>() > 0 => None,
            Repeat::One => (1..6).find(fails),
        }
    }
}

/// What a roll depends on: the dice, what armour is against, which target, points, and whether a die
/// was taken up.
type Key = (Table, Option<(u8, u8)>, usize, [u8; 2], bool);

struct Brute<'a> {
    parts: &'a [Part],
    goal: Goal,
    /// Rolls to hit with more sixes are not followed.
    sixes: u8,
    known: HashMap<Key, Worth>,
}

impl Brute<'_> {
    fn target(&mut self, index: usize, cp: [u8; 2]) -> Worth {
        let Some(part) = self.parts.get(index) else { return (0.0, 0.0) };
        match part.source {
            Source::Roll { dice, .. } => {
                self.roll(Table { pending: dice, ..Table::default() }, None, index, cp, false)
            }
            Source::Sure { hits, mortal } => self.armour(hits, mortal, index, cp),
        }
    }

    /// A roll: to hit, or for armour against so many hits, with so many mortal wounds besides.
    /// `paid` is whether `Repeat::One` is over because a die was taken up that then showed a six.
    fn roll(
        &mut self,
        table: Table,
        against: Option<(u8, u8)>,
        index: usize,
        cp: [u8; 2],
        paid: bool,
    ) -> Worth {
        let part = self.parts[index];
        let (need, repeat) = match (against, part.source, part.save) {
            (None, Source::Roll { need, repeat, .. }, _) => (need, repeat),
            (Some(_), _, Some(save)) => (save.need, save.repeat),
            _ => unreachable!("there is something to roll for"),
        };
        match against {
            None if table.sixes > self.sixes => return (0.0, self.most(index)),
            Some((hits, mortal)) if table.sixes >= hits => {
                return self.settle(0, mortal, index, cp);
            }
            _ => {}
        }
        let key = (table, against, index, cp, paid);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let worth = if table.pending > 0 {
            self.each(|brute, face| {
                let mut next = table;
                if face == 6 {
                    next.sixes += 1;
                } else {
                    next.open[face] += 1;
                    next.pending -= 1;
                }
                brute.roll(next, against, index, cp, paid)
            })
        } else if let Some(face) = table
            .automatic(need, if paid && repeat == Repeat::One { Repeat::Never } else { repeat })
        {
            self.again(table, face, against, index, cp)
        } else {
            self.decide(table, need, against, index, cp)
        };
        self.known.insert(key, worth);
        worth
    }

    fn decide(
        &mut self,
        table: Table,
        need: i8,
        against: Option<(u8, u8)>,
        index: usize,
        cp: [u8; 2],
    ) -> Worth {
        let side = usize::from(against.is_some());
        let mut best = match against {
            None => {
                let Source::Roll { sixes, .. } = self.parts[index].source else { unreachable!() };
                self.armour(table.successes(need), table.sixes * sixes, index, cp)
            }
            Some((hits, mortal)) => {
                let unsaved = hits.saturating_sub(table.successes(need));
                self.settle(unsaved, mortal, index, cp)
            }
        };
        let enough = against.is_some_and(|(hits, _)| table.successes(need) >= hits);
        if cp[side] == 0 || enough {
            return best;
        }
        let mut paid = cp;
        paid[side] -= 1;
        for face in 1..6 {
            // Of armour only failures are offered.
            if table.open[face] == 0 || (side == 1 && passes(face, need)) {
                continue;
            }
            let other = self.again(table, face, against, index, paid);
            best = if side == 0 {
                (best.0.max(other.0), best.1.max(other.1))
            } else {
                (best.0.min(other.0), best.1.min(other.1))
            };
        }
        best
    }

    fn again(
        &mut self,
        table: Table,
        taken: usize,
        against: Option<(u8, u8)>,
        index: usize,
        cp: [u8; 2],
    ) -> Worth {
        let mut without = table;
        without.open[taken] -= 1;
        self.each(|brute, face| {
            let mut next = without;
            if face == 6 {
                next.sixes += 1;
                next.pending += 1;
            } else {
                next.closed[face] += 1;
            }
            brute.roll(next, against, index, cp, true)
        })
    }

    fn armour(&mut self, hits: u8, mortal: u8, index: usize, cp: [u8; 2]) -> Worth {
        if hits == 0 || self.parts[index].save.is_none() {
            return self.settle(hits, mortal, index, cp);
        }
        let table = Table { pending: hits, ..Table::default() };
        self.roll(table, Some((hits, mortal)), index, cp, false)
    }

    fn settle(&mut self, unsaved: u8, mortal: u8, index: usize, cp: [u8; 2]) -> Worth {
        let part = self.parts[index];
        let wounds = u32::from(unsaved) * u32::from(part.damage) + u32::from(mortal);
        let rest = self.target(index + 1, cp);
        let own = match (self.goal, part.body) {
            (Goal::Remove, Some(body)) => removed(body, wounds),
            _ => f64::from(wounds),
        };
        (own + rest.0, own + rest.1)
    }

    fn each(&mut self, mut worth: impl FnMut(&mut Self, usize) -> Worth) -> Worth {
        let mut sum = (0.0, 0.0);
        for face in 1..=6 {
            let (low, high) = worth(self, face);
            sum = (sum.0 + low / 6.0, sum.1 + high / 6.0);
        }
        sum
    }

    /// More than an attack can be worth from here on.
    fn most(&self, index: usize) -> f64 {
        match self.goal {
            Goal::Remove => f64::from((self.parts.len() - index) as u32),
            Goal::Wounds => 400.0,
        }
    }
}

/// The chance to be removed by so many wounds, with every face of the recovery roll tried.
fn removed(body: Body, wounds: u32) -> f64 {
    let left = i32::from(body.wounds) - wounds as i32;
    if wounds == 0 || left > 0 {
        return 0.0;
    }
    if body.was_down {
        return 1.0;
    }
    let fails = |face: i32| face == 1 || (face != 6 && face + i32::from(body.recovery) + left < 4);
    let mut lost = 0.0;
    for face in (1..=6).filter(|face| fails(*face)) {
        let again = match body.repeat {
            Repeat::Never => false,
            Repeat::Ones => face == 1,
            _ => true,
        };
        let second = if again {
            f64::from((1..=6).filter(|face| fails(*face)).count() as u32) / 6.0
        } else {
            1.0
        };
        lost += second / 6.0;
    }
    lost
}

fn repeats() -> impl Strategy<Value = Repeat> {
    prop_oneof![
        4 => Just(Repeat::Never),
        1 => Just(Repeat::Ones),
        1 => Just(Repeat::One),
        1 => Just(Repeat::Failures),
    ]
}

prop_compose! {
    fn bodies()(wounds in 1_u8..4, was_down in prop::bool::weighted(0.2), recovery in -1_i8..3, repeat in repeats()) -> Body {
        Body { wounds, was_down, fells: false, recovery, repeat }
    }
}

prop_compose! {
    fn parts(dice: u8)(
        dice in 1..=dice,
        need in 1_i8..9,
        repeat in repeats(),
        sixes in prop_oneof![3 => Just(0_u8), 1 => 1_u8..3],
        damage in 1_u8..4,
        save in (0_i8..9, repeats()),
        body in bodies(),
    ) -> Part {
        let save = Some(Save { need: save.0, repeat: save.1 });
        Part { source: Source::Roll { dice, need, repeat, sixes }, damage, save, body: Some(body) }
    }
}

fn goals() -> impl Strategy<Value = Goal> {
    prop_oneof![Just(Goal::Remove), Just(Goal::Wounds)]
}

/// The odds lie within the bounds of brute force, and those are narrow.
fn compare(parts: &[Part], goal: Goal, cp: [u8; 2]) -> Result<(), TestCaseError> {
    let sixes = if cp == [0, 0] { 7 } else { 5 };
    let (low, high) = Brute { parts, goal, sixes, known: HashMap::new() }.target(0, cp);
    let stages = stages(parts, goal, cp);
    let value = stages[0].value(cp);
    let found = forecast(parts, goal, cp);
    let played: f64 = found
        .fates
        .iter()
        .map(|fate| if goal == Goal::Remove { fate.removed } else { fate.wounds.mean() })
        .sum();
    let narrow = if goal == Goal::Remove { 0.03 } else { 12.0 };
    prop_assert!(high - low < narrow, "{} wide", high - low);
    for (name, value) in [("expected", value), ("played", played)] {
        let inside = low - 1e-9 <= value && value <= high + 1e-9;
        prop_assert!(inside, "{name} {value} is not within {low} to {high}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn an_attack_without_re_rolls(part in parts(3), goal in goals()) {
        compare(&[part], goal, [0, 0])?;
    }

    #[test]
    fn the_attackers_best_re_rolls(part in parts(2), goal in goals(), cp in 1_u8..4) {
        compare(&[part], goal, [cp, 0])?;
    }

    #[test]
    fn the_defenders_best_re_rolls(part in parts(2), goal in goals(), cp in 1_u8..3) {
        compare(&[part], goal, [0, cp])?;
    }

    #[test]
    fn both_sides_re_rolls(part in parts(2), goal in goals(), a in 1_u8..3) {
        compare(&[part], goal, [a, 1])?;
    }

    #[test]
    fn a_split_shares_the_points(first in parts(1), second in parts(2), goal in goals(), a in 0_u8..2, d in 0_u8..2) {
        compare(&[first, second], goal, [a, d])?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Harm without a roll to hit has no end left open: it is known exactly.
    #[test]
    fn harm_without_an_attack(hits in 0_u8..5, mortal in 0_u8..4, save in (0_i8..9, repeats()), damage in 1_u8..4, body in bodies(), cp in 0_u8..3) {
        let save = Some(Save { need: save.0, repeat: save.1 });
        let part = Part { source: Source::Sure { hits, mortal }, damage, save, body: Some(body) };
        let (low, high) = Brute { parts: &[part], goal: Goal::Remove, sixes: 0, known: HashMap::new() }.target(0, [0, cp]);
        prop_assert!(high - low < 1e-12);
        let found = forecast(&[part], Goal::Remove, [0, cp]);
        prop_assert!((found.fates[0].removed - low).abs() < 1e-10, "{} {low}", found.fates[0].removed);
    }
}
