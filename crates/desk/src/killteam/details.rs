//! What stands behind events: numbers with their reasons and rules.

use kernel::Game;
use killteam::KillTeam;
use killteam::action::{Act, Action, Blow};
use killteam::event::Event;
use killteam::explain::Forecast;
use killteam::narrate::{Names, needs};
use killteam::rules::attack::Changes;
use killteam::rules::moving;
use killteam::state::{Attack, Id, State};
use table::Leg;

use crate::wire::Detail;

/// A list for each event, from the position before the first.
pub(super) fn details(
    before: &State,
    action: Option<&Action>,
    events: &[Event],
) -> Vec<Vec<Detail>> {
    let mut state = before.clone();
    let blow = action.and_then(blow_of);
    events
        .iter()
        .map(|event| {
            let list = of(&state, blow, event);
            KillTeam::apply(&mut state, event);
            list
        })
        .collect()
}

fn blow_of(action: &Action) -> Option<&Blow> {
    match action {
        Action::Act(Act::Attack(blow)) | Action::Extra(Act::Attack(blow)) => Some(blow),
        Action::Strike { blow, .. } => Some(blow),
        _ => None,
    }
}

fn detail(label: impl Into<String>, value: impl Into<String>, rule: Option<&str>) -> Detail {
    Detail { label: label.into(), value: value.into(), rule: rule.map(Into::into) }
}

fn of(state: &State, blow: Option<&Blow>, event: &Event) -> Vec<Detail> {
    match event {
        Event::Declared(attack) => declared(state, blow, attack),
        Event::SetOut { model, path, why, .. } => {
            let (allowed, rule) = moving::allowance(state, *model, *why);
            let mut list = walked(state, *model, path);
            list.push(detail("May move", allowed.to_string(), Some(rule.0)));
            list
        }
        Event::HitRolled { need, dice, .. } => {
            let rule = Some("killteam:DICE-1");
            vec![
                detail("Dice", dice.len().to_string(), rule),
                detail("Each needs", needs(*need), rule),
            ]
        }
        Event::ArmourRolled { model, need, .. } => armour(state, *model, *need),
        Event::NerveTested { model, need, .. } => {
            let printed = format!("{}+ on the card", state.profile(*model).nerve);
            vec![
                detail("Nerve", printed, Some("killteam:NERVE-1")),
                detail("Needs", needs(*need), None),
            ]
        }
        Event::RecoveryRolled { need, .. } => {
            vec![detail("Recovers on", needs(*need), Some("killteam:WND-4"))]
        }
        _ => Vec::new(),
    }
}

/// Everything that modifies an attack.
fn declared(state: &State, blow: Option<&Blow>, attack: &Attack) -> Vec<Detail> {
    let Some(blow) = blow else { return Vec::new() };
    let only = attack.targets.first().map(|aimed| aimed.target);
    let forecast = Forecast::of(state, attack.attacker, attack.kind, blow)
        .or_else(|_| Forecast::at(state, attack.attacker, attack.kind, blow, only));
    let names = Names(&state.fixed.setup);
    let many = attack.targets.len() > 1;
    let mut list = Vec::new();
    for (place, aimed) in attack.targets.iter().enumerate() {
        let of = if many { format!("{}: ", names.of(aimed.target)) } else { String::new() };
        list.push(detail(format!("{of}Dice"), aimed.dice.to_string(), None));
        list.push(detail(format!("{of}To hit"), needs(aimed.need), None));
        list.push(detail(format!("{of}AP"), aimed.ap.to_string(), None));
        let modifiers = forecast.as_ref().map(|forecast| forecast.modifiers(state, place));
        for (changes, delta, reason, rule) in modifiers.unwrap_or_default() {
            let what = match changes {
                Changes::Hit => "to hit",
                Changes::Ap => "AP",
                Changes::Armour => "armour",
                Changes::Dice if delta.abs() == 1 => "die",
                Changes::Dice => "dice",
                Changes::Damage => "damage",
            };
            list.push(detail(format!("{of}{reason}"), format!("{delta:+} {what}"), Some(rule.0)));
        }
        let also = forecast.as_ref().map(|forecast| forecast.also(state, place));
        for (text, rule) in also.unwrap_or_default() {
            list.push(detail(format!("{of}{text}"), "", Some(rule.0)));
        }
    }
    list
}

/// What each leg of a path costs.
fn walked(state: &State, model: Id, path: &[Leg]) -> Vec<Detail> {
    let Ok(walked) = moving::walk(state, model, path) else { return Vec::new() };
    let legs = (1..).zip(&walked.legs).map(|(number, leg)| {
        let told = super::moves::leg_answer(state, leg);
        let more = told.text.map(|text| format!(" ({text})")).unwrap_or_default();
        detail(format!("Leg {number}"), format!("{}{more}", leg.cost), None)
    });
    let mut list: Vec<Detail> = legs.collect();
    list.push(detail("In all", walked.cost.to_string(), Some("killteam:MOVE-3")));
    list
}

fn armour(state: &State, model: Id, need: i8) -> Vec<Detail> {
    let profile = state.profile(model);
    let mut list = vec![detail("Armour", format!("{}+ on the card", profile.armour), None)];
    if let Some(harm) = state.save.as_ref().map(|save| save.harm) {
        let hits = if harm.hits == 1 { "1 hit".into() } else { format!("{} hits", harm.hits) };
        list.push(detail("Against", hits, None));
        if harm.ap != 0 {
            list.push(detail("AP", format!("{:+}", -harm.ap), Some("killteam:ATK-12")));
        }
        if harm.armour != 0 {
            list.push(detail("Cover", format!("{:+}", harm.armour), Some("killteam:RNG-6")));
        }
    }
    list.push(detail("Each needs", needs(need), None));
    list
}

/// What a roll is for, for the luck of a match; nothing where luck is no question.
pub(super) fn luck(label: &str) -> Option<&'static str> {
    [("To hit", "Hits"), ("Armour", "Armour saves"), ("Nerve", "Nerve"), ("Recovery", "Recoveries")]
        .into_iter()
        .find(|(start, _)| label.starts_with(start))
        .map(|(_, what)| what)
}
