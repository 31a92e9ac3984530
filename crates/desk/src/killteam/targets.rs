//! Every enemy as a target.

use killteam::action::{Act, Action, Blow};
use killteam::card::{Reach, Weapon};
use killteam::check;
use killteam::explain::Forecast;
use killteam::narrate::needs;
use killteam::odds::attack::{Fate, Goal, forecast};
use killteam::odds::parts;
use killteam::rules::attack::has_cover;
use killteam::rules::moving::allowance;
use killteam::speech::Speech;
use killteam::state::{Ask, Attack, AttackKind, Id, MoveFor, Route, State, other};
use killteam::violation::Violation;
use killteam::words::strike_kind;
use table::Sight;

use super::{Asked, moves, refusal, sight};
use crate::Refusal;
use crate::wire::{Target, TargetWeapon};

/// What sort of attack a page asks about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// An attack action.
    Attack,
    /// The strike that is asked for.
    Strike,
    /// The attack after a charge that is still to be made.
    Charge,
}

impl Kind {
    pub(super) fn read(deed: &str) -> Result<Kind, Refusal> {
        match deed {
            "attack" => Ok(Kind::Attack),
            "strike" => Ok(Kind::Strike),
            "charge" => Ok(Kind::Charge),
            _ => Err(Refusal::plainly(format!(
                "`{deed}` is no attack; there are attack, strike and charge"
            ))),
        }
    }

    /// The kind the rules know.
    pub(super) fn of(self, state: &State) -> AttackKind {
        match self {
            Kind::Attack => AttackKind::Action,
            Kind::Strike => strike_kind(state),
            Kind::Charge => AttackKind::Charge,
        }
    }

    /// The action an attack would be; a charge is a move first.
    pub(super) fn action(self, by: Id, blow: Blow, extra: bool) -> Action {
        match self {
            Kind::Strike => Action::Strike { by, blow },
            Kind::Attack | Kind::Charge if extra => Action::Extra(Act::Attack(blow)),
            Kind::Attack | Kind::Charge => Action::Act(Act::Attack(blow)),
        }
    }
}

/// The position after a charge, and the way to it.
pub(super) fn charged(state: &State, by: Id, target: Id) -> Option<(State, Route)> {
    let (mut there, route) = moves::charge_to(state, by, target)?;
    // The attack is made in this very activation.
    if let Some(now) = &mut there.activation
        && now.model == by
    {
        now.charging = Some(target);
        now.moved = true;
    }
    Some((there, route))
}

/// An attack as it would be, in the circumstances of its kind.
pub(super) fn foresee(
    state: &State,
    by: Id,
    kind: Kind,
    blow: &Blow,
) -> Result<Forecast, killteam::violation::Violation> {
    match kind {
        Kind::Charge => {
            let only = blow.at.first().map(|share| share.target);
            Forecast::at(state, by, AttackKind::Charge, blow, only)
        }
        Kind::Attack | Kind::Strike => Forecast::of(state, by, kind.of(state), blow),
    }
}

/// What becomes of each target of an attack if nobody pays for re-rolls.
pub(super) fn fates(state: &State, attack: &Attack) -> Vec<Fate> {
    forecast(&parts(state, attack), Goal::Remove, [0, 0]).fates
}

/// Every enemy of a model, the nearest first.
pub(super) fn targets(
    asked: Asked<'_>,
    model: &str,
    deed: &str,
    extra: bool,
) -> Result<Vec<Target>, Refusal> {
    let (by, kind) = (asked.placed(model)?, Kind::read(deed)?);
    let state = asked.state;
    let mut enemies: Vec<Id> = state.on_table(other(by.seat())).collect();
    if kind == Kind::Strike
        && let Some(only) = struck(state)
    {
        enemies.retain(|enemy| *enemy == only);
    }
    enemies.sort_by_key(|enemy| (state.gap(by, *enemy), *enemy));
    Ok(enemies.into_iter().map(|enemy| target(asked, by, enemy, kind, extra)).collect())
}

/// The one a strike that is asked for goes at.
fn struck(state: &State) -> Option<Id> {
    match state.ask {
        Ask::ChargeAttack(_) => check::active(state).charging,
        Ask::Strike(_) => state.moving.as_ref().map(|moving| moving.model),
        Ask::Retaliate(_) => state.answers.map(|answers| answers.attacker),
        _ => None,
    }
}

fn target(asked: Asked<'_>, by: Id, enemy: Id, kind: Kind, extra: bool) -> Target {
    let state = asked.state;
    let seen = state.scene().sight(by.index(), enemy.index());
    let (hiders, hider_pieces, hider_models) = match seen {
        Sight::Clear => (Vec::new(), Vec::new(), Vec::new()),
        Sight::Obscured | Sight::Blocked => sight::hiders(state, by, enemy),
    };
    let ahead = if kind == Kind::Charge { charged(state, by, enemy) } else { None };
    let charge = |route: Route| Action::Act(Act::Charge { target: enemy, path: route });
    let way = ahead.as_ref().map(|(_, route)| charge(route.clone()));
    // Without a way at all the rules say what is wrong with a charge.
    let way = way
        .or_else(|| (kind == Kind::Charge).then(|| charge(moves::charge_route(state, by, enemy))));
    let there = ahead.as_ref().map_or(state, |(there, _)| there);
    let profile = state.profile(by);
    let list = profile.weapons.iter().zip(1_u8..);
    let melee_only = kind != Kind::Attack;
    let weapons: Vec<TargetWeapon> = list
        .filter(|(weapon, _)| !melee_only || weapon.kind == Reach::Melee)
        .map(|(weapon, number)| {
            let blow = Blow::at(number, enemy);
            let action = way.clone().unwrap_or_else(|| kind.action(by, blow.clone(), extra));
            let (action, why) = asked.ready(&action);
            let told = foresee(there, by, kind, &blow).ok();
            tell(there, weapon, number, told.as_ref(), (action, why))
        })
        .collect();
    // What speaks against the attack with the longest reach says most.
    let farthest = weapons
        .iter()
        .filter(|weapon| weapon.why.is_some())
        .max_by_key(|one| profile.weapons[usize::from(one.number) - 1].range);
    let open = weapons.iter().any(|weapon| weapon.why.is_none());
    let none = || Some(Refusal::plainly("it has no attack for this"));
    let why = if open {
        None
    } else if kind == Kind::Charge && farthest.is_some() {
        charge_refused(asked, by, enemy)
    } else {
        farthest.map_or_else(none, |weapon| weapon.why.clone())
    };
    Target {
        id: enemy.to_string(),
        gap: state.gap(by, enemy).0,
        why,
        sight: sight::word(seen),
        line: sight::line(state, by, enemy),
        hiders,
        hider_pieces,
        hider_models,
        cover: has_cover(state, by, enemy),
        weapons,
    }
}

fn tell(
    state: &State,
    weapon: &Weapon,
    number: u8,
    told: Option<&Forecast>,
    (action, why): (Option<serde_json::Value>, Option<Refusal>),
) -> TargetWeapon {
    let mut one = TargetWeapon {
        number,
        name: weapon.name.clone(),
        why,
        summary: summary(weapon.dice, weapon.hit as i8, weapon.ap as i8, weapon.damage),
        hit: 0.0,
        out: 0.0,
        wound: 0.0,
        action,
    };
    let Some(told) = told else { return one };
    if let (Some(aimed), Some(fate)) =
        (told.attack.targets.first(), fates(state, &told.attack).first())
    {
        one.summary = summary(aimed.dice, aimed.need, aimed.ap, aimed.damage);
        one.hit = fate.hits.at_least(1);
        one.out = fate.removed;
        one.wound = fate.wounds.at_least(1);
    }
    one
}

fn summary(dice: u8, need: i8, ap: i8, damage: u8) -> String {
    let dice = if dice == 1 { "1 die".into() } else { format!("{dice} dice") };
    let damage = if damage == 1 { String::new() } else { format!(", damage {damage}") };
    format!("{dice}, {} to hit, AP {ap}{damage}", needs(need))
}

/// Why an enemy can't be charged even if nothing were in the way; nothing if it might be.
///
/// Rules `killteam:ENG-10`.
fn too_far(state: &State, by: Id, enemy: Id) -> Option<Refusal> {
    let (most, _) = allowance(state, by, MoveFor::Charge(enemy));
    let reach = state.profile(by).engages.unwrap_or_default();
    if state.within(by, enemy, most + reach) {
        return None;
    }
    let name = Speech::of(&state.fixed.setup).name(enemy);
    let gap = state.gap(by, enemy).beside(most + reach);
    let message = if reach.0 > 0 {
        format!("{name} is {gap} away; a charge goes {most} at most and must end within {reach}")
    } else {
        format!("{name} is {gap} away; a charge goes {most} at most")
    };
    Some(Refusal { rule: Some("killteam:ENG-10".into()), ..Refusal::plainly(message) })
}

/// Why a model can't charge an enemy. What is in the way matters only if it would come so far.
fn charge_refused(asked: Asked<'_>, by: Id, enemy: Id) -> Option<Refusal> {
    let path = moves::charge_route(asked.state, by, enemy);
    let seat = match asked.seat() {
        Ok(seat) => seat,
        Err(refusal) => return Some(refusal),
    };
    let charge = Action::Act(Act::Charge { target: enemy, path });
    let violation = check::check(asked.state, seat, &charge).err()?;
    let by_the_way = matches!(
        violation,
        Violation::NoPath | Violation::BadPath { .. } | Violation::TooFar { .. }
    );
    let far = if by_the_way { too_far(asked.state, by, enemy) } else { None };
    Some(far.unwrap_or_else(|| refusal(&violation)))
}

/// Why a model can't charge anybody, by what speaks against the nearest enemy; nothing if it can.
pub(super) fn no_charge(asked: Asked<'_>, by: Id) -> Option<Refusal> {
    let state = asked.state;
    let mut enemies: Vec<Id> = state.on_table(other(by.seat())).collect();
    enemies.sort_by_key(|enemy| (state.gap(by, *enemy), *enemy));
    let mut first = None;
    for enemy in enemies {
        match charge_refused(asked, by, enemy) {
            None => return None,
            Some(why) => first = first.or(Some(why)),
        }
        // Those beyond reach can't be charged; the nearest tells why.
        if too_far(state, by, enemy).is_some() {
            break;
        }
    }
    first.or_else(|| Some(Refusal::plainly("there is no enemy on the table")))
}
