//! One legal action by lot: fast, sensible more often than not, and everything is possible.

use arrayvec::ArrayVec;
use kernel::Seat;
use table::{INCH, Length, Spot};

use crate::action::{Act, Action, Blow, Boon};
use crate::card::{Effect, Who};
use crate::check::{self, FeatUse};
use crate::ideas;
use crate::rules::{activation, attack, dice, engagement, feats, moving, nerve, rounds, terrain};
use crate::setup::{OBJECTIVES, SIDE};
use crate::state::{
    Activation, Ask, AttackKind, Die, Id, MoveFor, Route, Side, State, acts, members, other,
};

/// A source of numbers below the one it is asked for.
type Random<'a> = &'a mut dyn FnMut(u32) -> u32;

/// One of some, by lot.
fn one<T: Copy>(of: &[T], random: Random<'_>) -> Option<T> {
    match of.len() {
        0 => None,
        n => Some(of[random(n as u32) as usize]),
    }
}

/// Whether something with this chance in `of` comes up.
fn chance(part: u32, of: u32, random: Random<'_>) -> bool {
    random(of) < part
}

/// One legal action by lot.
pub fn lot(state: &State, seat: Seat, random: Random<'_>) -> Action {
    match state.ask {
        Ask::Terrain(_) => place_terrain(state, random),
        Ask::Side(_) => Action::Side(if chance(1, 2, random) { Side::Near } else { Side::Far }),
        Ask::Deploy(_) => deploy(state, seat, random),
        Ask::Order(_) => {
            if chance(1, 2, random) {
                Action::GoFirst
            } else {
                Action::GoSecond
            }
        }
        Ask::Turn(_) => turn(state, seat, random),
        Ask::Act(_) => act(state, random),
        Ask::Fallback(_) => Action::FallBack(nerve::way_back(state, check::active(state).model)),
        Ask::ChargeAttack(_) => {
            let activation = check::active(state);
            match activation.charging {
                Some(target) if chance(31, 32, random) => {
                    strike(state, activation.model, target, AttackKind::Charge, 0, random)
                }
                _ => Action::Hold,
            }
        }
        Ask::Strike(_) => {
            let by: ArrayVec<Id, 20> = members(check::striking(state)).take(20).collect();
            let mover = state.moving.as_ref().map(|moving| moving.model);
            match (one(&by, random), mover) {
                (Some(by), Some(mover)) if chance(7, 8, random) => {
                    strike(state, by, mover, AttackKind::Disengaging, 0, random)
                }
                _ => Action::Hold,
            }
        }
        Ask::Retaliate(_) => {
            let by: ArrayVec<Id, 20> = members(check::answering(state)).take(20).collect();
            match (one(&by, random), state.answers) {
                (Some(by), Some(answers)) if chance(3, 4, random) => {
                    strike(state, by, answers.attacker, AttackKind::Retaliation, 1, random)
                }
                _ => Action::Hold,
            }
        }
        Ask::RerollHit(_) => {
            let need = state.attack.as_ref().map_or(4, |a| a.targets[usize::from(a.at)].need);
            reroll(state.attack.as_ref().map_or(&[], |attack| &attack.dice), need, random)
        }
        Ask::RerollArmour(_) => {
            let need = state.save.as_ref().and_then(|save| save.need).unwrap_or(4);
            reroll(state.save.as_ref().map_or(&[], |save| &save.dice), need, random)
        }
        Ask::Armour(_) => armour(state, random),
        Ask::FollowUp(_) => follow_up(state, seat, random),
        Ask::Bid => {
            let cp = state.team(seat).cp;
            Action::Bid(if chance(1, 2, random) { 0 } else { random(u32::from(cp) + 1) as u8 })
        }
        Ask::Nothing | Ask::Over(_) => Action::Hold,
    }
}

fn place_terrain(state: &State, random: Random<'_>) -> Action {
    let left: ArrayVec<u8, 48> = terrain::left(state).take(48).collect();
    let spot = |random: Random<'_>| (random(SIDE as u32) as i32, random(SIDE as u32) as i32);
    for _ in 0..6 {
        let Some(piece) = one(&left, random) else { break };
        let (x, y) = spot(random);
        if let Some(at) = terrain::place(state, piece, x, y, 12) {
            return Action::Terrain { piece, at };
        }
    }
    let anywhere =
        |piece: &u8| Some((*piece, terrain::place(state, *piece, INCH / 2, INCH / 2, 36 * 36)?));
    match left.iter().find_map(anywhere) {
        Some((piece, at)) => Action::Terrain { piece, at },
        None => Action::Pass,
    }
}

fn deploy(state: &State, seat: Seat, random: Random<'_>) -> Action {
    let waiting: ArrayVec<Id, 20> = ideas::undeployed(state, seat).take(20).collect();
    let model = one(&waiting, random).expect("somebody is to be deployed");
    let (x, y) = (random(SIDE as u32) as i32, random(6 * INCH as u32) as i32);
    match ideas::deployment(state, model, x, y) {
        Some(at) => Action::Deploy { model, at },
        None => deploy_anybody(state, seat),
    }
}

/// Whoever still finds a place in a zone that is nearly full.
fn deploy_anybody(state: &State, seat: Seat) -> Action {
    match ideas::room(state, seat) {
        Some((model, at)) => Action::Deploy { model, at },
        None => Action::Pass,
    }
}

fn turn(state: &State, seat: Seat, random: Random<'_>) -> Action {
    let team = state.team(seat);
    if rounds::wiped_out(state, other(seat)) && chance(1, 4, random) {
        return Action::RunOut;
    }
    let fresh: ArrayVec<Id, 20> = rounds::unactivated(state, seat).take(20).collect();
    let tired = |random: Random<'_>| {
        let tired: ArrayVec<Id, 20> = rounds::tired(state, seat).take(20).collect();
        one(&tired, random)
    };
    if team.tokens > 0 && chance(1, 8, random) {
        return Action::Pass;
    }
    if team.cp >= 2
        && chance(1, if fresh.is_empty() { 2 } else { 32 }, random)
        && let Some(model) = tired(random)
    {
        return Action::Reactivate(model);
    }
    match one(&fresh, random) {
        Some(model) => Action::Activate(model),
        None => Action::Finish,
    }
}

fn follow_up(state: &State, seat: Seat, random: Random<'_>) -> Action {
    if !chance(1, 8, random) {
        return Action::Hold;
    }
    let cp = state.team(seat).cp;
    let models: ArrayVec<Id, 20> = state
        .on_table(seat)
        .filter(|id| state.rested != Some(*id) && (cp >= 3 || !state.model(*id).activated))
        .take(20)
        .collect();
    match one(&models, random) {
        Some(model) if state.model(model).activated => Action::Reactivate(model),
        Some(model) => Action::Activate(model),
        None => Action::Hold,
    }
}

fn reroll(roll: &[Die], need: i8, random: Random<'_>) -> Action {
    let failed: ArrayVec<u8, 40> = roll
        .iter()
        .zip(1_u8..)
        .filter(|(die, _)| dice::may_again(**die) && !dice::succeeds(die.face, need))
        .map(|(_, number)| number)
        .collect();
    match one(&failed, random) {
        Some(die) if chance(1, 4, random) => Action::Reroll(die),
        _ => Action::Keep,
    }
}

fn armour(state: &State, random: Random<'_>) -> Action {
    let Some(save) = &state.save else { return Action::Keep };
    let target = save.harm.target;
    let scene = crate::rules::wounds::scene(state, &save.harm);
    let usable: ArrayVec<u8, 8> = state
        .profile(target)
        .feats
        .iter()
        .zip(1_u8..)
        .filter(|(feat, number)| {
            feat.when == crate::card::When::Attacked
                && feats::usable(state, target, *number, scene, 0).is_ok()
        })
        .map(|(_, number)| number)
        .take(8)
        .collect();
    let used: ArrayVec<u8, 4> =
        one(&usable, random).filter(|_| chance(1, 2, random)).into_iter().collect();
    let count = if save.harm.piercing { 0 } else { state.profile(target).invulnerable.len() };
    let invulnerable = match random(count as u32 + 1) {
        0 => None,
        number => Some(number as u8),
    };
    Action::Armour { invulnerable, feats: used }
}

/// A single melee attack at one target.
fn strike(
    state: &State,
    by: Id,
    target: Id,
    kind: AttackKind,
    spent: u8,
    random: Random<'_>,
) -> Action {
    let weapons: ArrayVec<u8, 8> = attack::melee_at(state, by, target).take(8).collect();
    let Some(weapon) = one(&weapons, random) else { return Action::Hold };
    let mut blow = Blow::at(weapon, target);
    boost(state, by, &mut blow, kind, spent, random);
    if kind == AttackKind::Charge {
        blow.charge = Some(if chance(1, 2, random) { Boon::Hit } else { Boon::Ap });
        if check::active(state).focus {
            blow.focus = Some(if chance(1, 2, random) { Boon::Hit } else { Boon::Ap });
        }
    }
    Action::Strike { by, blow }
}

/// Uses a feat with an attack now and then.
fn boost(state: &State, by: Id, blow: &mut Blow, kind: AttackKind, spent: u8, random: Random<'_>) {
    if !chance(1, 4, random) {
        return;
    }
    let usable = ideas::boosts(state, by, blow.weapon, blow.at[0].target, kind, spent);
    if let Some(feat) = one(&usable, random) {
        blow.feats.push(feat);
    }
}

/// Whether an action has room in the activation, bought or not.
fn room(state: &State, now: &Activation, act: &Act, random: Random<'_>) -> Option<bool> {
    if activation::check(state, now, act, false).is_ok() {
        return Some(false);
    }
    let buy = chance(1, 4, random) && activation::check(state, now, act, true).is_ok();
    buy.then_some(true)
}

fn act(state: &State, random: Random<'_>) -> Action {
    let now = check::active(state);
    let model = now.model;
    let with = |act: Act, extra: bool| if extra { Action::Extra(act) } else { Action::Act(act) };
    if state.model(model).down {
        return match room(state, now, &Act::StandUp, random) {
            Some(extra) => with(Act::StandUp, extra),
            None if now.shorts + now.longs == 0 => Action::Act(Act::StandUp),
            None => Action::Done,
        };
    }
    // An attack first, if there is somebody to attack.
    if now.done & acts::ATTACK == 0
        && chance(3, 4, random)
        && let Some(blow) = attack_by_lot(state, now, random)
    {
        let act = Act::Attack(blow);
        if let Some(extra) = room(state, now, &act, random)
            && check::declare_attack(state, model, attack_of(&act), u8::from(extra)).is_ok()
        {
            return with(act, extra);
        }
    }
    for _ in 0..2 {
        let tried = match random(16) {
            0 => Some(Act::Aim),
            1 => Some(Act::Focus),
            2 | 3 => feat(state, model, random),
            4..=7 if now.done & acts::WALK == 0 => charge(state, model, random),
            8..=10 if now.done & acts::WALK == 0 => {
                path(state, model, MoveFor::Run, random).map(Act::Run)
            }
            _ if now.done & (acts::WALK | acts::RUN | acts::CHARGE) == 0 => {
                path(state, model, MoveFor::Walk, random).map(Act::Walk)
            }
            _ => None,
        };
        let Some(act) = tried else { continue };
        if let Some(extra) = room(state, now, &act, random)
            && (!extra || !matches!(act, Act::Feat { .. }))
        {
            return with(act, extra);
        }
    }
    Action::Done
}

fn attack_of(act: &Act) -> &Blow {
    match act {
        Act::Attack(blow) => blow,
        _ => unreachable!("asked for attacks only"),
    }
}

fn attack_by_lot(state: &State, now: &Activation, random: Random<'_>) -> Option<Blow> {
    let model = now.model;
    let mut found: ArrayVec<(u8, Id), 64> = ArrayVec::new();
    ideas::targets(state, model, |weapon, target| {
        let _ = found.try_push((weapon, target));
    });
    let (weapon, target) = one(&found, random)?;
    let card = attack::weapon(state, model, weapon).ok()?;
    let mut blow = Blow::at(weapon, target);
    if card.dice > 1 && chance(1, 8, random) {
        let others: ArrayVec<Id, 20> = found
            .iter()
            .filter(|(number, other)| {
                *number == weapon
                    && *other != target
                    && (card.kind == crate::card::Reach::Melee
                        || state.within(target, *other, Length::inches(2)))
            })
            .map(|(_, other)| *other)
            .take(20)
            .collect();
        if let Some(second) = one(&others, random) {
            blow = ideas::split(state, model, weapon, target, second).unwrap_or(blow);
        }
    }
    boost(state, model, &mut blow, AttackKind::Action, 0, random);
    if now.focus && card.kind == crate::card::Reach::Melee {
        blow.focus = Some(if chance(1, 2, random) { Boon::Hit } else { Boon::Ap });
    }
    Some(blow)
}

fn charge(state: &State, model: Id, random: Random<'_>) -> Option<Act> {
    state.profile(model).engages?;
    let enemies: ArrayVec<Id, 20> = state.on_table(other(model.seat())).take(20).collect();
    let target = one(&enemies, random)?;
    let near = state.within(model, target, Length::inches(14));
    if !near
        || !state.scene().sees(model.index(), target.index())
        || engagement::is_engaged(state, model)
    {
        return None;
    }
    let path = ideas::charge(state, model, target)?;
    Some(Act::Charge { target, path })
}

/// A straight move: to an objective, towards an enemy, or anywhere; now and then up or down.
fn path(state: &State, model: Id, why: MoveFor, random: Random<'_>) -> Option<Route> {
    let figure = state.figure(model)?;
    if !state.board.links.is_empty() && chance(1, 8, random) {
        return climb(state, model, why, random);
    }
    let goal = match random(4) {
        0 | 1 => {
            let at = OBJECTIVES[random(5) as usize];
            figure.spot.moved(at)
        }
        2 => {
            let enemies: ArrayVec<Id, 20> = state.on_table(other(model.seat())).take(20).collect();
            figure.spot.moved(state.figure(one(&enemies, random)?)?.spot.at)
        }
        _ => {
            let (allowed, _) = moving::allowance(state, model, why);
            let distance = Length(random(allowed.0 as u32) as i32 + 1);
            ideas::toward(figure.spot, random(72) as u8, distance)
        }
    };
    ideas::straight(state, model, goal, why)
}

/// Up or down some edge near by.
fn climb(state: &State, model: Id, why: MoveFor, random: Random<'_>) -> Option<Route> {
    let figure = state.figure(model)?;
    let (allowed, _) = moving::allowance(state, model, why);
    let links = &state.board.links;
    let link = links[random(links.len() as u32) as usize];
    let (from_z, to_z) =
        (figure.spot.z, if figure.spot.z == link.low { link.high } else { link.low });
    if from_z != link.low && from_z != link.high {
        return None;
    }
    let middle = link.from.towards(link.to, 1, 2);
    if figure.spot.at.distance(middle) > allowed + Length::inches(2) {
        return None;
    }
    let room = state.profile(model).base.reach() + 20;
    let (dx, dy) = link.from.to(link.to);
    let length = i64::from(link.from.distance(link.to).0).max(1);
    let across = |sign: i64| {
        let (x, y) = (-dy * i64::from(room) * sign / length, dx * i64::from(room) * sign / length);
        middle.shifted(x as i32, y as i32)
    };
    let sign = if chance(1, 2, random) { 1 } else { -1 };
    let way = if to_z < from_z && chance(1, 2, random) { table::Way::Drop } else { link.way };
    let facing = figure.spot.facing;
    let path: Route = [
        table::Leg::walk(Spot { at: across(sign), z: from_z, facing }),
        table::Leg { way, to: Spot { at: across(-sign), z: to_z, facing } },
    ]
    .into_iter()
    .collect();
    let cost = state.scene().cost(model.index(), &path, &moving::terms())?;
    (cost <= allowed).then_some(path)
}

/// A special action or ability, with somebody and some place picked by lot.
fn feat(state: &State, model: Id, random: Random<'_>) -> Option<Act> {
    let usable: ArrayVec<u8, 16> = ideas::own_feats(state, model).take(16).collect();
    let number = one(&usable, random)?;
    let feat = feats::find(state, model, number).ok()?;
    let on = if feat.pick.who.is_choice() {
        let seat = if feat.pick.who == Who::Enemy { other(model.seat()) } else { model.seat() };
        let fits: ArrayVec<Id, 20> = state
            .roster(seat)
            .filter(|id| feats::picks(state, model, feat, *id))
            .take(20)
            .collect();
        Some(one(&fits, random)?)
    } else {
        None
    };
    let subject = on.unwrap_or(model);
    let (mut to, mut path) = (None, Route::new());
    for effect in &feat.effects {
        match effect {
            Effect::Move { up_to } => {
                let figure = state.figure(subject)?;
                let goal = ideas::toward(figure.spot, random(72) as u8, *up_to);
                path = ideas::straight(state, subject, goal, MoveFor::Walk)?;
            }
            Effect::Return { within, .. } | Effect::Place { within, .. } => {
                let here = state.figure(model)?;
                let reach = here.base.reach() + state.profile(subject).base.reach();
                let far = reach + random(within.0 as u32) as i32;
                let wish = ideas::toward(here.spot, random(72) as u8, Length(far));
                to = Some(wish);
            }
            _ => {}
        }
    }
    FeatUse { model, number, on, to, path: &path }.check(state, 0).is_ok().then_some(Act::Feat {
        feat: number,
        on,
        to,
        path,
    })
}
