//! Ideas for what a model could do: targets, straight moves, places to deploy. Shared by the lot
//! and by the candidates; whatever comes from here is legal.

use arrayvec::ArrayVec;
use kernel::Seat;
use table::{Facing, INCH, Leg, Length, Point, Spot};

use crate::action::{Blow, Share};
use crate::card::{Reach, When};
use crate::rules::attack::{self, Plan};
use crate::rules::{engagement, feats, moving};
use crate::setup::{SIDE, ZONE};
use crate::state::{AttackKind, Id, MoveFor, Route, Side, State, other};

/// Calls `found` with every weapon number and target an attack action of a model could have.
pub fn targets(state: &State, model: Id, mut found: impl FnMut(u8, Id)) {
    let profile = state.profile(model);
    if state.model(model).down {
        return;
    }
    let longest = |kind: Reach| {
        profile.weapons.iter().filter(|weapon| weapon.kind == kind).map(|w| w.range).max()
    };
    let (ranged, melee) = (longest(Reach::Ranged), longest(Reach::Melee));
    let shooting = ranged.is_some() && engagement::pinned_by(state, model) == 0;
    for enemy in state.on_table(other(model.seat())) {
        let near = |reach: Option<Length>| {
            reach.is_some_and(|reach| state.within(model, enemy, reach.max(Length::CONTACT)))
        };
        let shot = shooting
            && near(ranged)
            && engagement::pinned_by(state, enemy) == 0
            && state.scene().sees(model.index(), enemy.index());
        let struck = near(melee) && (shot || state.scene().sees(model.index(), enemy.index()));
        if !shot && !struck {
            continue;
        }
        for (weapon, number) in profile.weapons.iter().zip(1_u8..) {
            let open = match weapon.kind {
                Reach::Ranged => shot,
                Reach::Melee => struck,
            };
            if open && attack::reaches(state, model, weapon, enemy) {
                found(number, enemy);
            }
        }
    }
}

/// The feats a model could use with an attack on a target, by number.
pub fn boosts(
    state: &State,
    model: Id,
    weapon: u8,
    target: Id,
    kind: AttackKind,
    spent: u8,
) -> ArrayVec<u8, 8> {
    let Ok(card) = attack::weapon(state, model, weapon) else { return ArrayVec::new() };
    let scene = feats::InAttack { attacker: model, target, reach: card.kind, kind };
    state
        .profile(model)
        .feats
        .iter()
        .zip(1_u8..)
        .filter(|(feat, number)| {
            feat.when.goes_with(card.kind)
                && feats::usable(state, model, *number, Some(scene), spent).is_ok()
        })
        .map(|(_, number)| number)
        .take(8)
        .collect()
}

/// An attack split between two targets as evenly as the dice allow, if there are two of them.
pub fn split(state: &State, model: Id, weapon: u8, first: Id, second: Id) -> Option<Blow> {
    let mut blow = Blow::at(weapon, first);
    let card = attack::weapon(state, model, weapon).ok()?;
    let plan = Plan { attacker: model, kind: AttackKind::Action, blow: &blow };
    let dice = plan.pool(state, card, first);
    if dice < 2 {
        return None;
    }
    blow.at.clear();
    blow.at.push(Share { target: first, dice: dice.div_ceil(2) });
    blow.at.push(Share { target: second, dice: dice / 2 });
    Some(blow)
}

/// The directions of a compass with 72 points, as a spot at a distance; on the table or not.
pub fn toward(from: Spot, direction: u8, distance: Length) -> Spot {
    let (x, y) = Facing::new(i32::from(direction)).turn(distance.0, 0);
    from.moved(from.at.shifted(x, y))
}

/// A point on the way from a spot to another, at most this far, on the same level.
pub fn part_way(from: Spot, to: Point, distance: Length) -> Spot {
    let whole = i64::from(from.at.distance(to).0).max(1);
    let part = i64::from(distance.0).clamp(0, whole);
    from.moved(from.at.towards(to, part, whole))
}

/// Goes straight towards a spot as far as is legal and allowed; `None` if that is nowhere.
pub fn straight(state: &State, model: Id, to: Spot, why: MoveFor) -> Option<Route> {
    let figure = state.figure(model)?;
    let (allowed, _) = moving::allowance(state, model, why);
    let terms = moving::terms();
    let mut goal = part_way(figure.spot, to.at, allowed);
    goal.facing = figure.spot.facing;
    // Once stopped, it tries the place before; once too dear, the part that could be paid.
    for _ in 0..3 {
        if goal.at.distance_squared(figure.spot.at) < i64::from(INCH / 2).pow(2) {
            return None;
        }
        let path = [Leg::walk(goal)];
        match state.scene().trace(model.index(), &path, &terms) {
            Ok(walked) if walked.cost <= allowed => return Some(path.into_iter().collect()),
            Ok(walked) => {
                let length = i64::from(figure.spot.at.distance(goal.at).0);
                let affordable = length * i64::from(allowed.0) / i64::from(walked.cost.0).max(1);
                goal = part_way(figure.spot, goal.at, Length(affordable as i32 - 1));
            }
            Err(stop) => {
                if stop.at.at == goal.at {
                    return None;
                }
                goal = goal.moved(stop.at.at);
            }
        }
    }
    None
}

/// Goes straight towards a spot: all of the way that is allowed, or half of it, if that is legal.
/// Quicker than [`straight`], for ideas of which there are many.
pub fn some_way(state: &State, model: Id, to: Spot, why: MoveFor) -> Option<Route> {
    let figure = state.figure(model)?;
    let (allowed, _) = moving::allowance(state, model, why);
    let terms = moving::terms();
    let facing = figure.spot.facing;
    let whole = figure.spot.at.distance(to.at).min(allowed);
    [whole, Length(whole.0 / 2)].into_iter().find_map(|far| {
        let path = [Leg::walk(Spot { facing, ..part_way(figure.spot, to.at, far) })];
        let cost = state.scene().cost(model.index(), &path, &terms)?;
        (cost <= allowed).then(|| path.into_iter().collect())
    })
}

/// A straight charge at an enemy that ends with a melee attack in reach.
pub fn charge(state: &State, model: Id, target: Id) -> Option<Route> {
    let (from, enemy) = (state.figure(model)?, state.figure(target)?);
    let reach = state.profile(model).engages?;
    let gap = from.gap(enemy);
    // Not quite into contact: reach is enough, and rounding must not overlap the bases.
    let close = (gap - reach.min(Length::inches(1)) + Length(10)).max(Length(10));
    let (allowed, _) = moving::allowance(state, model, MoveFor::Charge(target));
    if from.spot.z != enemy.spot.z || gap - reach > allowed {
        return None;
    }
    let goal = part_way(from.spot, enemy.spot.at, close.min(gap - Length(2)).max(Length(1)));
    let goal = close_in(state, model, Spot { facing: from.spot.facing, ..goal }, target)?;
    let path = [Leg::walk(goal)];
    let cost = state.scene().cost(model.index(), &path, &moving::terms())?;
    (cost <= allowed).then(|| path.into_iter().collect())
}

/// The first place on the way from a spot towards an enemy's middle from which a melee attack is in
/// reach. Where a base is oblong, the way may lead beside it: then there is none.
pub fn close_in(state: &State, model: Id, from: Spot, target: Id) -> Option<Spot> {
    let enemy = state.figure(target)?;
    let reach = state.profile(model).engages?.max(Length::CONTACT);
    let mut spot = from;
    // Nothing is nearer than the gap, so that it can be gone; beside an oblong base it shrinks
    // slowly.
    for _ in 0..8 {
        let there = state.figure_at(model, spot);
        if there.within(enemy, reach) {
            return Some(spot);
        }
        let step = (there.gap(enemy) - Length(2)).max(Length(1));
        spot = Spot { facing: from.facing, ..part_way(spot, enemy.spot.at, step) };
    }
    None
}

/// A place for a model in its zone, beginning the search at a point of it.
pub fn deployment(state: &State, model: Id, x: i32, y: i32) -> Option<Spot> {
    // Room for a base whichever way it faces.
    let reach = state.profile(model).base.reach();
    deployment_on(state, model, (x, y), [reach, reach], Facing::default(), INCH / 2)
}

/// A model of a seat that can still be deployed, with a place for it: of those on a net of quarter
/// inches over the zone, and facing every 15 degrees if the base is not round.
///
/// Rule `killteam:K58`.
pub fn room(state: &State, seat: Seat) -> Option<(Id, Spot)> {
    let coarse = |model: Id| Some((model, deployment(state, model, 0, 0)?));
    let fine = |model: Id| {
        let base = state.profile(model).base;
        let facings = if base.has_facing() { 12 } else { 1 };
        (0..facings).map(|turn| Facing::new(turn * 3)).find_map(|facing| {
            let (low, high) = base.footprint(Point::default(), facing).bounds();
            let half = [(high.x - low.x + 1) / 2, (high.y - low.y + 1) / 2];
            Some((model, deployment_on(state, model, (0, 0), half, facing, INCH / 4)?))
        })
    };
    undeployed(state, seat).find_map(coarse).or_else(|| undeployed(state, seat).find_map(fine))
}

/// The first free place of a net over the zone, whose offset is the wish, for a base that reaches so
/// far from its centre across the zone and along its depth.
fn deployment_on(
    state: &State,
    model: Id,
    (x, y): (i32, i32),
    [across, along]: [i32; 2],
    facing: Facing,
    step: i32,
) -> Option<Spot> {
    let round = !state.profile(model).base.has_facing();
    let side = state.team(model.seat()).side;
    let wide = (SIDE - 2 * across).max(1);
    let deep = (ZONE - 2 * along).max(1);
    // A wish beyond the zone is its front.
    let y = y.min(deep - 1);
    let (columns, rows) = (wide / step + 1, deep / step + 1);
    for k in 0..columns * rows {
        let (column, row) = (k % columns, k / columns);
        let px = across + (x.rem_euclid(wide) + column * step) % wide;
        let py = along + (y.rem_euclid(deep) + row * step) % deep;
        let at = match side {
            Side::Near => Spot { facing, ..Spot::ground(px, py) },
            Side::Far => {
                // Turned by half, so that both sides deploy alike.
                let spot = Spot::ground(SIDE - px, SIDE - py);
                let half = if round { 0 } else { 36 };
                let facing = Facing::new(i32::from(facing.steps()) + half);
                Spot { facing, ..spot }
            }
        };
        if crate::check::fits(state, model, at).is_ok() {
            return Some(at);
        }
    }
    None
}

/// The models a seat has still to deploy.
pub fn undeployed(state: &State, seat: Seat) -> impl Iterator<Item = Id> + '_ {
    state.roster(seat).filter(|id| !state.in_play(*id) && !state.model(*id).out)
}

/// The feats a model could use in its activation as far as time, limit, price and conditions go.
pub fn own_feats(state: &State, model: Id) -> impl Iterator<Item = u8> + '_ {
    state.profile(model).feats.iter().zip(1_u8..).filter_map(move |(feat, number)| {
        let timely = feat.when.is_action() || feat.when == When::Activation;
        (timely && feats::usable(state, model, number, None, 0).is_ok()).then_some(number)
    })
}
