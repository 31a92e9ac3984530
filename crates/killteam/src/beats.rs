//! What stands behind an event: the rule it is about, and the dice it shows.

use kernel::{Face, RuleId, Seat, Thrown};

use crate::event::{Deed, Event, Expense, Loss, Seen};
use crate::narrate::Names;
use crate::rules::dice::succeeds;
use crate::setup::Setup;
use crate::state::{AttackKind, Die, Id, MoveFor};

/// The rule an event is about.
pub fn rule_of(seen: &Seen) -> Option<RuleId> {
    match seen {
        Seen::SecretBid { .. } => Some(RuleId("killteam:CMD-18")),
        Seen::Open(event) => open(event).map(RuleId),
    }
}

#[allow(clippy::too_many_lines)] // One rule an event; splitting it would hide the list.
fn open(event: &Event) -> Option<&'static str> {
    Some(match event {
        Event::Asked(_)
        | Event::NextTarget
        | Event::Using(_)
        | Event::NextEffect
        | Event::UsedUp
        | Event::TurnEnded
        | Event::AttackOver { .. }
        | Event::Arrived { .. } => return None,
        Event::TerrainRolled { .. } => "killteam:K54",
        Event::TerrainPlaced { .. } => "killteam:SETUP-4",
        Event::SidesRolled { .. } => "killteam:SETUP-9",
        Event::SideTaken { .. } => "killteam:SETUP-10",
        Event::Deployed { .. } => "killteam:SETUP-11",
        Event::RoundBegan { .. } => "killteam:K9",
        Event::FirstRolled { .. } => "killteam:ROUND-8",
        Event::OrderSet { .. } => "killteam:ROUND-10",
        Event::TurnBegan { .. } => "killteam:ROUND-3",
        Event::Passed { .. } => "killteam:ROUND-11",
        Event::Finished { .. } | Event::RanOut { .. } => "killteam:ROUND-14",
        Event::Spent { on, .. } => expense(*on),
        Event::Gained { .. } => "killteam:CMD-1",
        Event::Activated { again: false, .. } => "killteam:ROUND-13",
        Event::Activated { again: true, .. } => "killteam:CMD-10",
        Event::NerveTested { edge: false, .. } => "killteam:NERVE-1",
        Event::NerveTested { edge: true, .. } => "killteam:NERVE-15",
        Event::Did { deed, .. } => done(*deed),
        Event::SetOut { why, .. } => match why {
            MoveFor::Walk => "killteam:ACT-9",
            MoveFor::Run => "killteam:ACT-11",
            MoveFor::Charge(_) => "killteam:ENG-10",
            MoveFor::Feat => "killteam:CARD-8",
            MoveFor::Fallback => "killteam:NERVE-10",
        },
        Event::Moved { .. } => "killteam:MOVE-3",
        Event::Provoked { .. } => "killteam:ENG-5",
        Event::Stopped { .. } => "killteam:K26",
        Event::Fell { .. } => "killteam:VERT-9",
        Event::ChargeOver { .. } => "killteam:ENG-13",
        Event::Struck { .. } => "killteam:ENG-15",
        Event::Declared(attack) => match attack.kind {
            AttackKind::Action => "killteam:ATK-2",
            AttackKind::Charge => "killteam:ENG-12",
            AttackKind::Disengaging => "killteam:ENG-15",
            AttackKind::Retaliation => "killteam:CMD-16",
        },
        Event::HitRolled { .. } => "killteam:ATK-8",
        Event::HitRerolled { .. } | Event::ArmourRerolled { .. } => "killteam:DICE-7",
        Event::Hit { .. } => "killteam:ATK-9",
        Event::NoAnswer { .. } => "killteam:CMD-14",
        Event::Threatened(_) | Event::Faced(_) => "killteam:ATK-10",
        Event::ArmourChosen { invulnerable: true, .. } => "killteam:ARM-1",
        Event::ArmourChosen { .. } | Event::ArmourRolled { .. } => "killteam:ATK-10",
        Event::Wounded { mortal, wounds, .. } if *mortal > 0 && mortal == wounds => {
            "killteam:WND-8"
        }
        Event::Wounded { .. } => "killteam:ATK-13",
        Event::RecoveryRolled { .. } => "killteam:WND-2",
        Event::KnockedDown { .. } => "killteam:DOWN-1",
        Event::StoodUp { .. } => "killteam:ACT-15",
        Event::Removed { why, .. } => match why {
            Loss::NotRecovered => "killteam:WND-7",
            Loss::WasDown => "killteam:DOWN-8",
            Loss::Fled => "killteam:NERVE-17",
            Loss::NoRoom => "killteam:K58",
        },
        Event::Healed { .. } | Event::Placed { .. } | Event::Used { .. } | Event::Marked { .. } => {
            "killteam:CARD-10"
        }
        Event::Returned { .. } => "killteam:K48",
        Event::Rested { .. } => "killteam:ROUND-13",
        Event::EndPhase => "killteam:K17",
        Event::Scored { .. } => "killteam:INTEL-9",
        Event::SixthRolled { .. } => "killteam:END-2",
        Event::Bid { .. } | Event::BidsShown { .. } => "killteam:CMD-18",
        Event::Cleared => "killteam:ROUND-18",
        Event::Ended(_) => "killteam:END-5",
    })
}

/// The rule by which points are spent.
fn expense(on: Expense) -> &'static str {
    match on {
        Expense::Extra => "killteam:CMD-3",
        Expense::FollowUp => "killteam:CMD-6",
        Expense::Reroll => "killteam:CMD-9",
        Expense::Reactivation => "killteam:CMD-10",
        Expense::Retaliation => "killteam:CMD-14",
        Expense::Seize => "killteam:CMD-18",
        Expense::Feat(..) => "killteam:CARD-9",
    }
}

/// The rule of what a model does.
fn done(deed: Deed) -> &'static str {
    match deed {
        Deed::Attack => "killteam:ACT-8",
        Deed::Walk => "killteam:ACT-9",
        Deed::Run => "killteam:ACT-11",
        Deed::Charge(_) => "killteam:ACT-12",
        Deed::Aim => "killteam:ACT-13",
        Deed::Focus => "killteam:ACT-14",
        Deed::StandUp => "killteam:ACT-15",
        Deed::Feat(_) => "killteam:CARD-8",
    }
}

/// The dice an event shows.
pub fn dice_of(setup: &Setup, seen: &Seen) -> Vec<Thrown> {
    let Seen::Open(event) = seen else { return Vec::new() };
    let names = Names(setup);
    let many = |who: Id, label: String, need: i8, dice: &[Die]| {
        let faces = dice.iter().map(|die| judged(die.face, need, die.again)).collect();
        vec![Thrown { seat: Some(who.seat()), label, need: Some(least(need)), faces }]
    };
    let again = |who: Id, label: String, need: i8, face: u8, more: &[Die]| {
        let mut dice = vec![Die { face, again: true }];
        dice.extend_from_slice(more);
        many(who, label, need, &dice)
    };
    match event {
        Event::TerrainRolled { faces } => both("Who places terrain first", *faces),
        Event::SidesRolled { faces } => both("The roll for sides", *faces),
        Event::FirstRolled { faces, bonus } => {
            let label = |seat: usize| match bonus[seat] {
                0 => "The roll for first player".into(),
                plus => format!("The roll for first player, +{plus} for seizing"),
            };
            (0..2_u8)
                .map(|seat| Thrown {
                    seat: Some(Seat(seat)),
                    label: label(usize::from(seat)),
                    need: None,
                    faces: vec![plain(faces[usize::from(seat)])],
                })
                .collect()
        }
        Event::HitRolled { attacker, target, need, dice } => {
            many(*attacker, format!("To hit {}", names.of(*target)), *need, dice)
        }
        Event::HitRerolled { attacker, need, face, more, .. } => {
            again(*attacker, "To hit, rolled again".into(), *need, *face, more)
        }
        Event::ArmourRolled { model, need, dice } => {
            many(*model, format!("Armour of {}", names.of(*model)), *need, dice)
        }
        Event::ArmourRerolled { model, need, face, more, .. } => {
            let label = format!("Armour of {}, rolled again", names.of(*model));
            again(*model, label, *need, *face, more)
        }
        Event::NerveTested { model, face, before, need, passed, .. } => {
            vec![single(
                *model,
                format!("Nerve of {}", names.of(*model)),
                *need,
                *face,
                *before,
                *passed,
            )]
        }
        Event::RecoveryRolled { model, face, before, need, passed } => {
            let label = format!("Recovery of {}", names.of(*model));
            vec![single(*model, label, *need, *face, *before, *passed)]
        }
        Event::SixthRolled { seat, face, more } => vec![Thrown {
            seat: Some(*seat),
            label: "A sixth round?".into(),
            need: Some(4),
            faces: vec![Face { face: *face, success: Some(*more), again: false }],
        }],
        _ => Vec::new(),
    }
}

/// The least face that is enough: a 6 always is, a 1 never.
fn least(need: i8) -> u8 {
    need.clamp(2, 6).unsigned_abs()
}

fn judged(face: u8, need: i8, again: bool) -> Face {
    Face { face, success: Some(succeeds(face, need)), again }
}

fn plain(face: u8) -> Face {
    Face { face, success: None, again: false }
}

/// One die each.
fn both(label: &str, faces: [u8; 2]) -> Vec<Thrown> {
    faces
        .into_iter()
        .zip([Seat(0), Seat(1)])
        .map(|(face, seat)| Thrown {
            seat: Some(seat),
            label: label.into(),
            need: None,
            faces: vec![plain(face)],
        })
        .collect()
}

/// A roll of one die, with the face that was rolled again before it, if one was.
fn single(who: Id, label: String, need: i8, face: u8, before: Option<u8>, passed: bool) -> Thrown {
    let mut faces: Vec<Face> = before.map(|face| judged(face, need, false)).into_iter().collect();
    faces.push(Face { face, success: Some(passed), again: before.is_some() });
    Thrown { seat: Some(who.seat()), label, need: Some(least(need)), faces }
}

#[cfg(test)]
mod tests {
    use kernel::{Game, Match, Seed, Words, ledger::Ledger};

    use super::*;
    use crate::KillTeam;

    #[test]
    fn every_event_of_a_game_names_a_rule_of_the_ledger_and_shows_its_dice() {
        let ledger = Ledger::parse(KillTeam::ledger()).expect("a fine ledger");
        let setup = KillTeam::default_setup(2);
        let (mut faces, mut again, mut rules) = (0, 0, 0);
        for seed in 0..3 {
            let mut table = Match::<KillTeam>::new(setup.clone(), Seed::from(seed)).expect("fine");
            let mut random = 7_u32;
            while let kernel::Awaiting::Seats(seats) = table.awaiting() {
                let seat = seats.lowest().expect("somebody owes");
                let action =
                    KillTeam::lot(kernel::Knower::from_state(table.state(), seat), &mut |below| {
                        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        (random >> 8) % below
                    });
                for event in table.play(seat, action).expect("lots are legal") {
                    let seen = KillTeam::known(event);
                    if let Some(rule) = rule_of(&seen) {
                        assert!(ledger.find(rule.0).is_some(), "{rule}");
                        rules += 1;
                    }
                    for thrown in dice_of(&setup, &seen) {
                        assert!(!thrown.faces.is_empty() && !thrown.label.is_empty());
                        assert!(thrown.need.is_none_or(|need| (2..=6).contains(&need)));
                        faces += thrown.faces.len();
                        again += thrown.faces.iter().filter(|face| face.again).count();
                    }
                }
            }
        }
        assert!(rules > 100 && faces > 50 && again > 0, "{rules} {faces} {again}");
    }
}
