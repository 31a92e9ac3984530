//! What happened, in sentences.

use std::cmp::Ordering;

use kernel::{Outcome, Seat};

use crate::card::Lasts;
use crate::event::{Deed, Event, Expense, Loss, Seen};
use crate::roster::Profile;
use crate::setup::Setup;
use crate::state::{Attack, AttackKind, Cause, Dice, Id, Models, MoveFor, members};

/// The names of what takes part, from the setup alone.
#[derive(Clone, Copy)]
pub struct Names<'a>(pub &'a Setup);

impl Names<'_> {
    /// The model with its id: `Brannic (A3)`.
    pub fn of(self, id: Id) -> String {
        let name = self.0.teams.get(id.seat().index()).and_then(|roster| {
            let member = roster.members.get(id.number())?;
            if !member.name.is_empty() {
                return Some(member.name.clone());
            }
            Some(roster.find_faction().ok()?.card(&member.card)?.name.clone())
        });
        match name {
            Some(name) => format!("{name} ({id})"),
            None => id.to_string(),
        }
    }

    /// Several models, with commas between them.
    pub fn list(self, models: Models) -> String {
        let names: Vec<String> = members(models).map(|id| self.of(id)).collect();
        if names.is_empty() { "nobody".into() } else { names.join(", ") }
    }

    fn profile(self, id: Id) -> Option<Profile> {
        let roster = self.0.teams.get(id.seat().index())?;
        roster.profiles().into_iter().nth(id.number())
    }

    /// What an attack on a card is called, by its index.
    fn weapon(self, id: Id, index: u8) -> String {
        self.profile(id)
            .and_then(|profile| profile.weapons.get(usize::from(index)).map(|w| w.name.clone()))
            .unwrap_or_else(|| format!("attack {}", index + 1))
    }

    /// What a feat on a card is called, by its number.
    fn feat(self, id: Id, number: u8) -> String {
        self.profile(id)
            .and_then(|profile| {
                let index = usize::from(number).checked_sub(1)?;
                profile.feats.get(index).map(|feat| feat.name.clone())
            })
            .unwrap_or_else(|| format!("feat {number}"))
    }

    fn team(self, seat: Seat) -> String {
        match self.0.teams.get(seat.index()) {
            Some(roster) if !roster.name.is_empty() => format!("{seat} ({})", roster.name),
            _ => seat.to_string(),
        }
    }
}

/// One sentence on what a seat sees of an event; empty for mere bookkeeping.
pub fn narrate(setup: &Setup, seen: &Seen) -> String {
    match seen {
        Seen::SecretBid { seat } => format!("{seat} has bid for the initiative."),
        Seen::Open(event) => open(Names(setup), event),
    }
}

/// So many of a thing: `1 hit`, `2 hits`.
pub fn count(number: u8, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// Faces in the order they were rolled, what was rolled again marked.
pub fn faces(dice: &Dice) -> String {
    let faces: Vec<String> = dice
        .iter()
        .map(|die| format!("{}{}", die.face, if die.again { "'" } else { "" }))
        .collect();
    faces.join(" ")
}

/// What a die needs, as people say it: a 6 is always enough, and a 1 never.
pub fn needs(need: i8) -> String {
    match need {
        ..=2 => "2+".into(),
        3..=6 => format!("{need}+"),
        _ => "6+".into(),
    }
}

/// What an objective is called.
pub fn objective(index: usize) -> &'static str {
    ["the centre", "near left", "near right", "far left", "far right"][index.min(4)]
}

#[allow(clippy::too_many_lines)] // One sentence an event; splitting it would hide the list.
fn open(names: Names<'_>, event: &Event) -> String {
    match event {
        Event::Asked(_)
        | Event::NextTarget
        | Event::Faced(_)
        | Event::Threatened(_)
        | Event::Using(_)
        | Event::NextEffect
        | Event::UsedUp
        | Event::TurnEnded
        | Event::Moved { .. }
        | Event::Cleared
        | Event::AttackOver { .. }
        | Event::Struck { .. } => String::new(),
        Event::TerrainRolled { faces: [a, b] } => {
            format!("The roll for terrain: A {a}, B {b} [killteam:K54].")
        }
        Event::TerrainPlaced { seat, piece, at } => {
            format!("{} places piece {piece} at {at} [killteam:SETUP-4].", names.team(*seat))
        }
        Event::SidesRolled { faces: [a, b] } => {
            format!("The roll for sides: A {a}, B {b} [killteam:SETUP-9].")
        }
        Event::SideTaken { seat, side } => {
            format!("{} takes the {side} side.", names.team(*seat))
        }
        Event::Deployed { model, at } => {
            format!("{} is deployed at {}.", names.of(*model), at.about())
        }
        Event::RoundBegan { round, cp, tokens, broken } => {
            let mut text = format!("Round {round}: A has {} CP, B has {} CP", cp[0], cp[1]);
            for (seat, tokens) in [Seat(0), Seat(1)].into_iter().zip(tokens) {
                if *tokens > 0 {
                    text += &format!("; {seat} has {}", count(*tokens, "pass token"));
                }
            }
            for (seat, broken) in [Seat(0), Seat(1)].into_iter().zip(broken) {
                if *broken {
                    text += &format!("; {seat} is broken [killteam:NERVE-4]");
                }
            }
            text + "."
        }
        Event::FirstRolled { faces: [a, b], bonus } => {
            let plus = |bonus: u8| if bonus > 0 { format!("+{bonus}") } else { String::new() };
            let (mine, theirs) = (a + bonus[0], b + bonus[1]);
            let then = match mine.cmp(&theirs) {
                Ordering::Greater => "A chooses",
                Ordering::Less => "B chooses",
                Ordering::Equal => "a tie, rolled again",
            };
            let (more, most) = (plus(bonus[0]), plus(bonus[1]));
            format!(
                "The roll for first player: A {a}{more}, B {b}{most}: {then} [killteam:ROUND-10]."
            )
        }
        Event::OrderSet { first, by: None } => {
            format!("{first} is alone on the table and goes first.")
        }
        Event::OrderSet { first, by: Some(by) } if first == by => {
            format!("{by} chooses to go first.")
        }
        Event::OrderSet { first, by: Some(by) } => {
            format!("{by} chooses to go second: {first} has the first turn.")
        }
        Event::TurnBegan { seat } => format!("{seat}'s turn."),
        Event::Passed { seat } => format!("{seat} spends a pass token."),
        Event::Finished { seat, declared: true } => format!("{seat} is finished for this round."),
        Event::Finished { seat, .. } => {
            format!("{seat} has nothing left to do in this round.")
        }
        Event::RanOut { seat } => format!("{seat} stays put for the rest of the game."),
        Event::Spent { seat, cp, on } => {
            let what = match on {
                Expense::Extra => "an extra action".into(),
                Expense::FollowUp => "a follow-up".into(),
                Expense::Reroll => "a re-roll".into(),
                Expense::Reactivation => "a re-activation".into(),
                Expense::Retaliation => "a retaliation".into(),
                Expense::Seize => "the initiative".into(),
                Expense::Feat(id, feat) => names.feat(*id, *feat),
            };
            format!("{seat} pays {cp} CP for {what}.")
        }
        Event::Gained { seat, cp } => format!("{seat} gains {cp} CP."),
        Event::Activated { model, again } => {
            format!("{} is activated{}.", names.of(*model), if *again { " again" } else { "" })
        }
        Event::NerveTested { model, face, before, need, passed, edge } => {
            let rule = match (passed, edge) {
                (true, false) => "killteam:NERVE-8",
                (false, false) => "killteam:NERVE-9",
                (true, true) => "killteam:NERVE-16",
                (false, true) => "killteam:NERVE-17",
            };
            let what = match (passed, edge) {
                (true, false) => "it holds",
                (true, true) => "it stays on the table",
                (false, false) => "it must fall back",
                (false, true) => "it flees",
            };
            format!(
                "{} tests its nerve{}: {}{face}, needing {}: {what} [{rule}].",
                names.of(*model),
                if *edge { " at the edge" } else { "" },
                rolled_before(*before),
                needs(*need)
            )
        }
        Event::Did { model, deed, .. } => match deed {
            Deed::Aim => format!("{} aims.", names.of(*model)),
            Deed::Focus => format!("{} focuses.", names.of(*model)),
            // The attack, the path, the feat and the standing up are told in their own words.
            _ => String::new(),
        },
        Event::SetOut { model, why, path, .. } => set_out(names, *model, *why, path),
        Event::Provoked { model, by } => {
            format!("{} leaves the reach of {}.", names.of(*model), names.list(*by))
        }
        Event::Arrived { .. } => String::new(),
        Event::Stopped { model, at } => {
            format!("{} gets no further than {} [killteam:K26].", names.of(*model), at.about())
        }
        Event::Fell { model, height, hits } => format!(
            "{} falls {height}: {} at AP {hits} [killteam:VERT-9].",
            names.of(*model),
            count(*hits, "hit")
        ),
        Event::ChargeOver { model, possible: true } => {
            format!("{} holds back its charge attack.", names.of(*model))
        }
        Event::ChargeOver { model, .. } => {
            format!("{}'s charge ends without an attack.", names.of(*model))
        }
        Event::Declared(attack) => declared(names, attack),
        Event::HitRolled { attacker, target, need, dice } => format!(
            "{} rolls to hit {}: {}, needing {}.",
            names.of(*attacker),
            names.of(*target),
            faces(dice),
            needs(*need)
        ),
        Event::HitRerolled { attacker, die, face, more, .. } => {
            again(names, *attacker, "to hit", *die, *face, more)
        }
        Event::Hit { attacker, target, hits, mortal } => {
            let mortal = match mortal {
                0 => String::new(),
                n => format!(" and {}", count(*n, "mortal wound")),
            };
            match hits {
                0 if mortal.is_empty() => {
                    format!("{} misses {}.", names.of(*attacker), names.of(*target))
                }
                hits => format!("{}{mortal} on {}.", count(*hits, "hit"), names.of(*target)),
            }
        }
        Event::NoAnswer { models } => format!("No answer from {}.", names.list(*models)),
        Event::ArmourChosen { model, need, invulnerable: true, .. } => {
            format!("{} relies on invulnerable armour, {}.", names.of(*model), needs(*need))
        }
        Event::ArmourChosen { .. } => String::new(),
        Event::ArmourRolled { model, need, dice } => {
            format!("{} rolls armour: {}, needing {}.", names.of(*model), faces(dice), needs(*need))
        }
        Event::ArmourRerolled { model, die, face, more, .. } => {
            again(names, *model, "armour", *die, *face, more)
        }
        Event::Wounded { model, saved, wounds, mortal, left } => {
            let saved = match saved {
                0 => String::new(),
                n => format!(" after {} saved", count(*n, "hit")),
            };
            match wounds {
                0 => format!("{} is not wounded{saved}.", names.of(*model)),
                n => {
                    let suffered = match mortal {
                        0 => count(*n, "wound"),
                        m if m == n => count(*n, "mortal wound"),
                        m => format!("{}, {m} of them mortal", count(*n, "wound")),
                    };
                    let left = match left {
                        0 => "none left".into(),
                        less @ ..0 => format!("{} more than it had", less.unsigned_abs()),
                        left => format!("{left} left"),
                    };
                    format!("{} suffers {suffered}{saved}: {left}.", names.of(*model))
                }
            }
        }
        Event::RecoveryRolled { model, face, before, need, passed } => format!(
            "{} rolls for recovery: {}{face}, needing {}: {} [killteam:WND-2].",
            names.of(*model),
            rolled_before(*before),
            needs(*need),
            if *passed { "it stays, with 1 wound" } else { "it does not recover" }
        ),
        Event::KnockedDown { model } => format!("{} is knocked down.", names.of(*model)),
        Event::StoodUp { model } => format!("{} stands up.", names.of(*model)),
        Event::Removed { model, why } => {
            let why = match why {
                Loss::NotRecovered => "is out of play [killteam:WND-7]",
                Loss::WasDown => "was knocked down already and is out of play [killteam:DOWN-8]",
                Loss::Fled => "flees over its edge and is out of play [killteam:NERVE-17]",
                Loss::NoRoom => "finds no place in its zone and is out of play [killteam:K58]",
            };
            format!("{} {why}.", names.of(*model))
        }
        Event::Healed { model, wounds } => {
            format!("{} gets {} back.", names.of(*model), count(*wounds, "wound"))
        }
        Event::Returned { model, at, wounds, .. } => format!(
            "{} returns to play at {} with {}.",
            names.of(*model),
            at.about(),
            count(*wounds, "wound")
        ),
        Event::Placed { model, at } => {
            format!("{} is set down at {}.", names.of(*model), at.about())
        }
        Event::Used { model, feat, on } => {
            let on = on.map_or(String::new(), |on| format!(" on {}", names.of(on)));
            format!("{} uses {}{on}.", names.of(*model), names.feat(*model, *feat))
        }
        Event::Marked { on, by, feat, lasts } => {
            let until = match lasts {
                Lasts::Now => "for now",
                Lasts::Activation => "until this activation ends",
                Lasts::Round => "until the round's end",
                Lasts::Game => "for the rest of the game",
            };
            format!("{} works on {} {until}.", names.feat(*by, *feat), names.of(*on))
        }
        Event::Rested { model } => format!("{}'s activation is over.", names.of(*model)),
        Event::EndPhase => "The end phase.".into(),
        Event::Scored { held, points } => scored(*held, *points),
        Event::SixthRolled { seat, face, more } => format!(
            "{seat} rolls for a sixth round: {face}, needing 4+: {} [killteam:END-2].",
            if *more { "it is played" } else { "there is none" }
        ),
        Event::Bid { seat, cp } => format!("{seat} bids {cp} CP for the initiative."),
        Event::BidsShown { bids: [a, b] } => {
            format!("The bids for the initiative: A {a}, B {b}.")
        }
        Event::Ended(Outcome::Win(seat)) => format!("{} wins the game.", names.team(*seat)),
        Event::Ended(Outcome::Draw) => "The game is drawn [killteam:K41].".into(),
    }
}

fn rolled_before(before: Option<u8>) -> String {
    before.map_or(String::new(), |face| format!("{face}, rolled again: "))
}

fn again(names: Names<'_>, who: Id, what: &str, die: u8, face: u8, more: &Dice) -> String {
    let more =
        if more.is_empty() { String::new() } else { format!(", and {} for the six", faces(more)) };
    format!("{} rolls die {} {what} again: {face}{more}.", names.of(who), die + 1)
}

fn set_out(names: Names<'_>, model: Id, why: MoveFor, path: &[table::Leg]) -> String {
    let who = names.of(model);
    let told = |leg: &table::Leg| match leg.way {
        table::Way::Walk => leg.to.about(),
        way => format!("{way} {}", leg.to.about()),
    };
    let legs = path.iter().map(told).collect::<Vec<_>>().join("; ");
    match why {
        MoveFor::Walk => format!("{who} walks to {legs}."),
        MoveFor::Run => format!("{who} runs to {legs}."),
        MoveFor::Charge(target) => format!("{who} charges {} by {legs}.", names.of(target)),
        MoveFor::Feat => format!("{who} moves to {legs}."),
        MoveFor::Fallback if path.is_empty() => {
            format!("{who} has no place to fall back to [killteam:NERVE-10].")
        }
        MoveFor::Fallback => format!("{who} falls back to {legs} [killteam:NERVE-10]."),
    }
}

/// What sort of attack it is, as the word between attacker and weapon.
pub fn strikes(kind: AttackKind, ranged: bool) -> &'static str {
    match (kind, ranged) {
        (AttackKind::Action, true) => "shoots",
        (AttackKind::Action, false) => "strikes with",
        (AttackKind::Charge, _) => "charges home with",
        (AttackKind::Disengaging, _) => "strikes at the leaving with",
        (AttackKind::Retaliation, _) => "strikes back with",
    }
}

fn declared(names: Names<'_>, attack: &Attack) -> String {
    let ranged = names
        .profile(attack.attacker)
        .and_then(|profile| Some(profile.weapons.get(usize::from(attack.weapon))?.kind))
        == Some(crate::card::Reach::Ranged);
    let targets: Vec<String> = attack
        .targets
        .iter()
        .map(|aimed| {
            let cover = match aimed.armour {
                0 => String::new(),
                bonus => format!(", armour {bonus:+}"),
            };
            format!(
                "{}: {}, {} to hit, AP {}, damage {}{cover}",
                names.of(aimed.target),
                if aimed.dice == 1 { "1 die".into() } else { format!("{} dice", aimed.dice) },
                needs(aimed.need),
                aimed.ap,
                aimed.damage
            )
        })
        .collect();
    format!(
        "{} {} {} at {}.",
        names.of(attack.attacker),
        strikes(attack.kind, ranged),
        names.weapon(attack.attacker, attack.weapon),
        targets.join("; ")
    )
}

fn scored(held: [Option<Seat>; 5], points: [u8; 2]) -> String {
    let mut text = String::new();
    for seat in [Seat(0), Seat(1)] {
        let list: Vec<&str> = held
            .iter()
            .enumerate()
            .filter(|(_, holder)| **holder == Some(seat))
            .map(|(index, _)| objective(index))
            .collect();
        let list = if list.is_empty() { "nothing".into() } else { list.join(", ") };
        let points = points[seat.index()];
        text += &format!("{seat} holds {list}: {}. ", count(points, "point"));
    }
    text + "[killteam:INTEL-9]"
}

/// Why a harm comes to a model, in words.
pub fn cause(names: Names<'_>, cause: Cause) -> String {
    match cause {
        Cause::Attack(by) => names.of(by),
        Cause::Fall => "the fall".into(),
        Cause::Feat(by) => format!("a feat of {}", names.of(by)),
    }
}
