//! The odds against the engine itself: sampled attacks, counted and compared by chi-square.
//!
//! Seeds are fixed, so the test is the same every time. Both sides re-roll as the odds say is best.

use kernel::{Game, Seat, Seeded, Step, Words};
use killteam::KillTeam;
use killteam::action::{Act, Action};
use killteam::event::Event;
use killteam::odds::attack::{Goal, Part, Stage, forecast, stages};
use killteam::odds::parts;
use killteam::rules::dice::succeeds;
use killteam::state::{Ask, Die, Id, State};
use odds::Spread;
use odds::again::Choice;
use odds::pool::Lie;

const SAMPLES: u32 = 8_000;
/// The most a category is told apart: larger numbers are counted together.
const MOST: usize = 6;

/// One situation: a picture, what is done before, the attack, and the points of both.
struct Case {
    name: &'static str,
    picture: &'static str,
    before: &'static [&'static str],
    attack: &'static str,
}

const CASES: &[Case] = &[
    Case {
        name: "plain",
        picture: "A cp 0 | B cp 0\nA1 at 18,5\nB1 at 18,15",
        before: &[],
        attack: "attack 1 at B1",
    },
    Case {
        name: "many dice that hit often",
        picture: "A cp 0 | B cp 0\nA1 attack Gun ranged range 24 dice 6 hit 2 ap 1\nA1 at 18,5\nB1 at 18,15",
        before: &[],
        attack: "attack 1 at B1",
    },
    Case {
        name: "only sixes hit and only sixes save",
        picture: "A cp 0 | B cp 0\nA1 attack Gun ranged range 30 dice 8 hit 6 ap 5 damage 2\nA1 at 18,5\nB1 at 18,20",
        before: &[],
        attack: "attack 1 at B1",
    },
    Case {
        name: "aimed",
        picture: "A cp 0 | B cp 0\nA1 attack Gun ranged range 30 dice 3 hit 4 ap 2 damage 3\nA1 at 18,5\nB1 at 18,20",
        before: &["aim"],
        attack: "attack 1 at B1",
    },
    Case {
        name: "invulnerable",
        picture: "A cp 0 | B cp 0\nA1 attack Gun ranged range 24 dice 4 hit 3 ap 4\nB1 stats invulnerable 4\nA1 at 18,5\nB1 at 18,15",
        before: &[],
        attack: "attack 1 at B1",
    },
    Case {
        name: "knocked down",
        picture: "A cp 0 | B cp 0\nA1 attack Gun ranged range 24 dice 3 hit 3 ap 1\nA1 at 18,5\nB1 at 18,15 down",
        before: &[],
        attack: "attack 1 at B1",
    },
    Case {
        name: "one wound left",
        picture: "A cp 0 | B cp 0\nA1 attack Gun ranged range 24 dice 3 hit 3 ap 1 damage 2\nA1 at 18,5\nB1 at 18,15 wounds 1",
        before: &[],
        attack: "attack 1 at B1",
    },
    Case {
        name: "melee with focus",
        picture: "A cp 0 | B cp 0\nA1 attack Axe melee range 1 dice 4 hit 4 ap 1\nA1 at 18,5\nB1 at 18,6.5",
        before: &["focus"],
        attack: "attack 1 at B1 focus ap",
    },
    Case {
        name: "split",
        picture: "B2 card plain\nA cp 0 | B cp 0\nA1 attack Gun ranged range 24 dice 5 hit 3 ap 2\nA1 at 18,5\nB1 at 18,15\nB2 at 20,15",
        before: &[],
        attack: "attack 1 at B1*3, B2*2",
    },
    Case {
        name: "the attacker re-rolls once",
        picture: "A cp 1 | B cp 0\nA1 attack Gun ranged range 24 dice 3 hit 4 ap 1\nA1 at 18,5\nB1 at 18,15",
        before: &[],
        attack: "attack 1 at B1",
    },
    Case {
        name: "the attacker re-rolls up to three times, hits too",
        picture: "A cp 3 | B cp 0\nA1 attack Gun ranged range 24 dice 2 hit 2 ap 3\nA1 at 18,5\nB1 at 18,15",
        before: &[],
        attack: "attack 1 at B1",
    },
    Case {
        name: "the defender re-rolls",
        picture: "A cp 0 | B cp 2\nA1 attack Gun ranged range 24 dice 4 hit 3 ap 1\nA1 at 18,5\nB1 at 18,15",
        before: &[],
        attack: "attack 1 at B1",
    },
    Case {
        name: "both re-roll",
        picture: "A cp 2 | B cp 1\nA1 attack Gun ranged range 24 dice 3 hit 4 ap 1 damage 2\nA1 at 18,5\nB1 at 18,15",
        before: &[],
        attack: "attack 1 at B1",
    },
    Case {
        name: "both re-roll in a split",
        picture: "B2 card plain\nA cp 2 | B cp 1\nA1 attack Gun ranged range 24 dice 4 hit 4 ap 2\nA1 at 18,5\nB1 at 18,15\nB2 at 20,15",
        before: &[],
        attack: "attack 1 at B1*2, B2*2",
    },
    Case {
        name: "natural sixes are mortal, and both re-roll",
        picture: "A1 card unwound/pendulum\nA cp 2 | B cp 1\nA1 at 18,5\nB1 at 18,7 wounds 2",
        before: &[],
        attack: "attack 1 at B1",
    },
    Case {
        name: "one die again of itself, then one for a point",
        picture: "A1 card ashguard/marksman\nA cp 1 | B cp 0\nA1 at 18,5\nB1 at 18,15",
        before: &[],
        attack: "attack 1 at B1",
    },
    Case {
        name: "recovery with a bonus and again",
        picture: "B1 card ashguard/trooper\nB2 card ashguard/surgeon\nB3 card ashguard/ensign\nA cp 0 | B cp 0\nA1 attack Gun ranged range 24 dice 3 hit 3 ap 2 damage 2\nA1 at 18,5\nB1 at 18,15\nB2 at 18,17\nB3 at 20,17",
        before: &[],
        attack: "attack 1 at B1",
    },
    Case {
        name: "wounds that fell",
        picture: "A1 card tallow/hauler\nA cp 0 | B cp 0\nB1 stats wounds 5\nA1 at 18,5\nB1 at 18,8",
        before: &[],
        attack: "attack 1 at B1",
    },
];

fn position(case: &Case) -> State {
    let mut cards = String::new();
    for model in ["A1", "B1"] {
        if !case.picture.contains(&format!("{model} card")) {
            cards += &format!("{model} card plain\n");
        }
    }
    let picture = format!("table empty\n{cards}{}\n", case.picture);
    KillTeam::position(&KillTeam::default_setup(2), &picture)
        .unwrap_or_else(|error| panic!("{}: {error}", case.name))
}

fn lie(dice: &[Die], need: i8) -> Lie {
    let mut lie = Lie::default();
    for die in dice {
        match (die.face, succeeds(die.face, need), die.again) {
            (6, ..) => lie.sixes += 1,
            (_, true, false) => lie.passed += 1,
            (_, false, false) => lie.failed += 1,
            (_, true, true) => lie.fixed += 1,
            _ => {}
        }
    }
    lie
}

/// The re-roll of the first die that fits what the odds say is best.
fn reroll(choice: Choice, dice: &[Die], need: i8) -> Action {
    let wanted = match choice {
        Choice::Keep => return Action::Keep,
        Choice::Failed => false,
        Choice::Passed => true,
    };
    let fits = |die: &Die| !die.again && die.face != 6 && succeeds(die.face, need) == wanted;
    Action::Reroll(dice.iter().position(fits).expect("there is such a die") as u8 + 1)
}

/// What the odds say is best in the question that is asked.
fn answer(state: &State, stages: &[Stage<'_>]) -> Option<Action> {
    let attack = state.attack.as_ref();
    match state.ask {
        Ask::RerollHit(seat) => {
            let attack = attack?;
            let need = attack.targets[usize::from(attack.at)].need;
            let stage = &stages[usize::from(attack.at)];
            let enemy = state.team(Seat(1 - seat.0)).cp;
            let choice = stage.attacker(enemy).choose(state.team(seat).cp, lie(&attack.dice, need));
            Some(reroll(choice, &attack.dice, need))
        }
        Ask::RerollArmour(seat) => {
            let save = state.save.as_ref()?;
            let need = save.need?;
            let stage = &stages[usize::from(attack?.at)];
            let left = state.team(Seat(1 - seat.0)).cp;
            let sixes = attack?.dice.iter().filter(|die| die.face == 6).count() as u8;
            let cp = [left, state.team(seat).cp];
            let choice = stage.defence(cp, save.harm.hits, sixes, lie(&save.dice, need));
            Some(reroll(choice, &save.dice, need))
        }
        _ => None,
    }
}

/// What was counted of one target.
#[derive(Default)]
struct Counted {
    hits: [u32; MOST + 1],
    wounds: [u32; MOST + 1],
    /// Unharmed, wounded, recovered, removed.
    fates: [u32; 4],
}

fn chi_square(seen: &[u32], chances: &[f64]) -> (f64, u32) {
    let total: u32 = seen.iter().sum();
    // Categories with few expected are counted together with the next.
    let (mut sum, mut free, mut count, mut expected) = (0.0, 0, 0.0, 0.0);
    for (seen, chance) in seen.iter().zip(chances) {
        count += f64::from(*seen);
        expected += chance * f64::from(total);
        if expected >= 8.0 {
            sum += (count - expected) * (count - expected) / expected;
            (count, expected, free) = (0.0, 0.0, free + 1);
        }
    }
    assert!(expected > 0.0 || count == 0.0, "something impossible came up");
    (sum, free - 1)
}

/// Exceeded less than once in ten thousand times by honest samples.
fn limit(free: u32) -> f64 {
    let f = f64::from(free);
    let part = 2.0 / (9.0 * f);
    f * (1.0 - part + 3.72 * part.sqrt()).powi(3)
}

fn lumped(spread: &Spread) -> Vec<f64> {
    (0..=MOST).map(|n| if n == MOST { spread.at_least(n) } else { spread.exactly(n) }).collect()
}

fn check(case: &Case, number: u64) {
    let mut start = position(case);
    let mut dice = Seeded::new(kernel::Seed::from(1000 + number));
    let a = Seat(0);
    let mut play = |state: &mut State, seat: Seat, action: &Action, events: &mut Vec<Event>| {
        let allowed = KillTeam::check(state, seat, action);
        assert!(allowed.is_ok(), "{}: {action}: {allowed:?}", case.name);
        KillTeam::resolve(&mut Step::new(state, &mut dice, events), seat, action);
    };
    for text in [&["activate A1"], case.before].concat() {
        play(&mut start, a, &KillTeam::parse_action(text).unwrap(), &mut Vec::new());
    }
    let action = KillTeam::parse_action(case.attack).unwrap();
    let Action::Act(Act::Attack(blow)) = &action else { panic!("no attack") };
    let (declared, _) =
        killteam::check::declare_attack(&start, "A1".parse().unwrap(), blow, 0).unwrap();
    let parts: Vec<Part> = parts(&start, &declared);
    let cp = [start.team(a).cp, start.team(Seat(1)).cp];
    let stages = stages(&parts, Goal::Remove, cp);
    let targets: Vec<Id> = declared.targets.iter().map(|aimed| aimed.target).collect();
    let mut counted: Vec<Counted> = targets.iter().map(|_| Counted::default()).collect();
    for _ in 0..SAMPLES {
        let mut state = start.clone();
        let mut events = Vec::new();
        play(&mut state, a, &action, &mut events);
        while let Some(next) = answer(&state, &stages) {
            let seat = state.ask.seat().expect("somebody is asked");
            play(&mut state, seat, &next, &mut events);
        }
        for (target, counted) in targets.iter().zip(&mut counted) {
            let (mut hits, mut wounds, mut fate) = (0, 0, 0);
            for event in &events {
                match event {
                    Event::Hit { target: hit, hits: n, .. } if hit == target => hits = *n,
                    Event::Wounded { model, wounds: n, .. } if model == target => {
                        wounds = *n;
                        fate = fate.max(usize::from(*n > 0));
                    }
                    Event::RecoveryRolled { model, passed: true, .. } if model == target => {
                        fate = 2;
                    }
                    Event::Removed { model, .. } if model == target => fate = 3,
                    _ => {}
                }
            }
            counted.hits[usize::from(hits).min(MOST)] += 1;
            counted.wounds[usize::from(wounds).min(MOST)] += 1;
            counted.fates[fate] += 1;
        }
    }
    let found = forecast(&parts, Goal::Remove, cp);
    for (fate, counted) in found.fates.iter().zip(&counted) {
        let fates =
            [fate.wounds.exactly(0), fate.wounded + fate.felled, fate.recovered, fate.removed];
        for (what, seen, chances) in [
            ("hits", &counted.hits[..], lumped(&fate.hits)),
            ("wounds", &counted.wounds[..], lumped(&fate.wounds)),
            ("fates", &counted.fates[..], fates.to_vec()),
        ] {
            let (sum, free) = chi_square(seen, &chances);
            assert!(
                free > 0 && sum < limit(free),
                "{}, {what}: {sum} of {free} degrees; saw {seen:?}, expected {chances:?}",
                case.name
            );
        }
    }
}

#[test]
fn sampled_attacks_come_out_as_the_odds_say() {
    for (case, number) in CASES.iter().zip(0..) {
        check(case, number);
    }
}

/// The comparison can fail: the odds of one situation do not fit the dice of another.
#[test]
fn odds_that_are_a_little_wrong_are_found_out() {
    let seen = [2_500, 2_500, 2_500, 2_500];
    assert!(chi_square(&seen, &[0.25; 4]).0 < limit(3));
    assert!(chi_square(&seen, &[0.23, 0.27, 0.25, 0.25]).0 > limit(3));
}
