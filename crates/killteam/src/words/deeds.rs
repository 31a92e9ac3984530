//! What could be done, in words, and what to think of before doing it.

use kernel::Seat;
use table::Length;

use super::question::strike_kind;
use crate::action::{Act, Action, Blow};
use crate::explain::{self, Forecast};
use crate::narrate::{Names, count, needs};
use crate::rules::{activation, dice, feats, moving, nerve};
use crate::state::{Ask, AttackKind, Id, MoveFor, Route, State};
use crate::{check, ideas};

pub(super) fn describe(state: &State, seat: Seat, action: &Action) -> String {
    let names = Names(&state.fixed.setup);
    match action {
        Action::Terrain { piece, at } => {
            let name = state.fixed.pool.get(usize::from(*piece).wrapping_sub(1));
            format!("{} comes to lie at {at}", name.map_or("it", |piece| &piece.name))
        }
        Action::Side(side) => format!("your own edge is the {side} one"),
        Action::Deploy { model, .. } => names.of(*model),
        Action::GoFirst => "take the first turn of this round".into(),
        Action::GoSecond => "leave the first turn to the other".into(),
        Action::Activate(id) => {
            let follow = matches!(state.ask, Ask::FollowUp(_));
            let cost = if follow { " follows up for 1 CP" } else { " acts" };
            format!("{}{cost}{}", names.of(*id), condition(state, *id))
        }
        Action::Reactivate(id) => {
            let cost = if matches!(state.ask, Ask::FollowUp(_)) { 3 } else { 2 };
            format!("{} has one short action more for {cost} CP", names.of(*id))
        }
        Action::Pass => match state.ask {
            Ask::Terrain(_) => "no piece that is left fits anywhere".into(),
            Ask::Deploy(_) => {
                let left = ideas::undeployed(state, seat).count() as u8;
                format!("no room: {} out of play", count(left, "model"))
            }
            _ => format!("let the turn go by, {} left", count(state.team(seat).tokens, "token")),
        },
        Action::Finish => "take no more turns in this round".into(),
        Action::RunOut => "nobody is left against you: stay put to the end".into(),
        Action::Act(act) => describe_act(state, names, act),
        Action::Extra(act) => format!("for 1 CP: {}", describe_act(state, names, act)),
        Action::Done => "end the activation".into(),
        Action::FallBack(path) => {
            let Some(activation) = state.activation else { return "fall back".into() };
            let end = path.last().map(|leg| leg.to);
            let at = end.or_else(|| state.figure(activation.model).map(|figure| figure.spot));
            match at {
                Some(at) if state.exists(activation.model) => {
                    let gap = nerve::edge_gap(state, activation.model, at);
                    format!("{} ends {gap} from its edge", names.of(activation.model))
                }
                _ => "fall back".into(),
            }
        }
        Action::Strike { by, blow } => {
            let kind = strike_kind(state);
            let text = describe_blow(state, *by, kind, blow);
            if kind == AttackKind::Retaliation { format!("{text}, for 1 CP") } else { text }
        }
        Action::Hold => match state.ask {
            Ask::ChargeAttack(_) => "no charge attack".into(),
            Ask::Strike(_) => "let it go".into(),
            Ask::Retaliate(_) => "nobody strikes back".into(),
            Ask::FollowUp(_) => "end the turn".into(),
            _ => "do nothing".into(),
        },
        Action::Armour { invulnerable, feats } => describe_armour(state, *invulnerable, feats),
        Action::Reroll(place) => describe_reroll(state, *place),
        Action::Keep => "leave the dice as they are".into(),
        Action::Bid(cp) => format!("+{cp} on your next roll for first player"),
    }
}

/// What is worth knowing of a model that is to act.
pub(super) fn condition(state: &State, id: Id) -> String {
    if !state.exists(id) || !state.in_play(id) {
        return String::new();
    }
    let (profile, model) = (state.profile(id), state.model(id));
    let mut list = vec![format!("{} of {} wounds", model.wounds, profile.wounds)];
    if model.down {
        list.push("knocked down".into());
    }
    if nerve::must_test(state, id, false) {
        list.push(format!("must test its nerve, {}", needs(nerve::need(state, id))));
    }
    format!(": {}", list.join(", "))
}

pub(super) fn describe_armour(state: &State, invulnerable: Option<u8>, feats: &[u8]) -> String {
    if state.save.is_none() {
        return "armour".into();
    }
    match check::armour(state, invulnerable, feats) {
        Ok((need, is_invulnerable, cost)) => {
            let kind = if is_invulnerable { "invulnerable armour" } else { "armour" };
            let cost = if cost > 0 { format!(", for {cost} CP") } else { String::new() };
            format!("{kind}: each die needs {}{cost}", needs(need))
        }
        Err(violation) => violation.to_string(),
    }
}

pub(super) fn describe_reroll(state: &State, place: u8) -> String {
    let (roll, need) = match (state.ask, &state.attack, &state.save) {
        (Ask::RerollArmour(_), _, Some(save)) => (Some(&save.dice), save.need.unwrap_or(7)),
        (_, Some(attack), _) => {
            let need = attack.targets.get(usize::from(attack.at)).map_or(7, |aimed| aimed.need);
            (Some(&attack.dice), need)
        }
        _ => (None, 7),
    };
    let die = roll.and_then(|dice| dice.get(usize::from(place).checked_sub(1)?));
    match die {
        Some(die) => {
            let now = if dice::succeeds(die.face, need) { "a success" } else { "a failure" };
            format!("roll the {} again for 1 CP: {now} now, it needs {}", die.face, needs(need))
        }
        None => "roll a die again for 1 CP".into(),
    }
}

pub(super) fn describe_act(state: &State, names: Names<'_>, act: &Act) -> String {
    let Some(activation) = state.activation else { return act.to_string() };
    let model = activation.model;
    match act {
        Act::Walk(path) => describe_path(state, model, MoveFor::Walk, path),
        Act::Run(path) => describe_path(state, model, MoveFor::Run, path),
        Act::Charge { target, path } => format!(
            "at {}: {}",
            names.of(*target),
            describe_path(state, model, MoveFor::Charge(*target), path)
        ),
        Act::Attack(blow) => describe_blow(state, model, AttackKind::Action, blow),
        Act::Aim => "+1 to hit on its next ranged attack".into(),
        Act::Focus => "+1 to hit or +1 AP on its next melee attack".into(),
        Act::StandUp => format!("{} gets up", names.of(model)),
        Act::Feat { feat, on, .. } => match feats::find(state, model, *feat) {
            Ok(found) => {
                let on = on.map_or(String::new(), |on| format!(" on {}", names.of(on)));
                let cost =
                    if found.cost > 0 { format!(", {} CP", found.cost) } else { String::new() };
                format!("{}{on} ({}{cost})", found.name, found.when)
            }
            Err(violation) => violation.to_string(),
        },
    }
}

pub(super) fn describe_path(state: &State, model: Id, why: MoveFor, path: &Route) -> String {
    let (allowed, _) = moving::allowance(state, model, why);
    match moving::walk(state, model, path) {
        Ok(walked) => {
            let verb = match why {
                MoveFor::Walk => "walks",
                MoveFor::Run => "runs",
                MoveFor::Charge(_) => "charges",
                MoveFor::Fallback => "falls back",
                MoveFor::Feat => "moves",
            };
            let length = walked.legs.iter().fold(Length::ZERO, |sum, leg| sum + leg.length);
            let cost = if walked.cost == length {
                String::new()
            } else {
                format!(", counted as {}", walked.cost)
            };
            format!("{verb} {length}{cost} of {allowed}")
        }
        Err(violation) => violation.to_string(),
    }
}

pub(super) fn describe_blow(state: &State, by: Id, kind: AttackKind, blow: &Blow) -> String {
    match Forecast::of(state, by, kind, blow) {
        Ok(forecast) => forecast.line(state),
        Err(violation) => violation.to_string(),
    }
}

/// What is worth knowing before an action is taken though it is legal.
pub(super) fn warning(state: &State, seat: Seat, action: &Action) -> Option<String> {
    check::check(state, seat, action).ok()?;
    let names = Names(&state.fixed.setup);
    match action {
        Action::Act(act) | Action::Extra(act) => {
            let model = state.activation?.model;
            match act {
                Act::Walk(path) | Act::Run(path) | Act::Charge { path, .. } => {
                    path_warning(state, names, model, path)
                }
                Act::Attack(blow) => blow_warning(state, names, model, AttackKind::Action, blow),
                Act::Aim | Act::Focus if !activation::attack_may_follow(state, action) => {
                    Some("no attack can follow in this activation: nothing comes of it".into())
                }
                _ => None,
            }
        }
        Action::Strike { by, blow } => blow_warning(state, names, *by, strike_kind(state), blow),
        Action::FallBack(path) => path_warning(state, names, state.activation?.model, path),
        Action::Done => {
            let activation = state.activation?;
            let idle = activation.longs == 0 && activation.shorts + u8::from(activation.again) < 2;
            idle.then(|| format!("{} still has an action left", names.of(activation.model)))
        }
        Action::Finish => {
            let team = state.team(seat);
            let mut left = Vec::new();
            if team.tokens > 0 {
                left.push(count(team.tokens, "pass token"));
            }
            if team.cp >= 2 {
                left.push(format!("{} CP, enough for a re-activation", team.cp));
            }
            (!left.is_empty()).then(|| format!("you still have {}", left.join(" and ")))
        }
        _ => None,
    }
}

pub(super) fn path_warning(
    state: &State,
    names: Names<'_>,
    model: Id,
    path: &Route,
) -> Option<String> {
    let mut list = Vec::new();
    let by = explain::provokes(state, model, path);
    if by != 0 {
        let who = names.list(by);
        list.push(format!("{who} could strike at it on its way [killteam:ENG-5]"));
    }
    if let Ok(walked) = moving::walk(state, model, path) {
        for (_, height) in moving::falls(&walked) {
            let hits = moving::fall_hits(height);
            list.push(format!(
                "a drop of {height} causes {} at AP {hits} [killteam:VERT-9]",
                count(hits, "hit")
            ));
        }
    }
    (!list.is_empty()).then(|| list.join("; "))
}

pub(super) fn blow_warning(
    state: &State,
    names: Names<'_>,
    by: Id,
    kind: AttackKind,
    blow: &Blow,
) -> Option<String> {
    let forecast = Forecast::of(state, by, kind, blow).ok()?;
    let hard = forecast.attack.targets.iter().find(|aimed| aimed.need > 5)?;
    let printed = state.profile(by).weapons.get(usize::from(forecast.attack.weapon))?.hit;
    (printed < 6).then(|| format!("only sixes would hit {}", names.of(hard.target)))
}
