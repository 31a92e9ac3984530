//! What a bot may try: everything where there is little to choose from, good ideas where there is
//! much.

use arrayvec::ArrayVec;
use kernel::Seat;
use table::{INCH, Leg, Length, Spot};

use crate::action::{Act, Action, Blow, Boon};
use crate::card::{Effect, Reach, When, Who};
use crate::check::{self, FeatUse};
use crate::ideas;
use crate::rules::{activation, attack, dice, engagement, feats, moving, nerve, rounds, terrain};
use crate::setup::OBJECTIVES;
use crate::state::{
    Activation, Ask, AttackKind, Die, Id, MoveFor, Route, Side, State, members, other,
};

/// Whoever asks for no more than this is in a hurry: moves to the nearest objectives and the nearest
/// enemy are enough.
const FEW: usize = 12;

/// At most `limit` legal actions, none if the seat owes nothing.
pub fn candidates(state: &State, seat: Seat, limit: usize, out: &mut Vec<Action>) {
    out.clear();
    if seat.0 > 1 || !check::owes(state, seat) {
        return;
    }
    match state.ask {
        Ask::Terrain(_) => place_terrain(state, limit, out),
        Ask::Side(_) => out.extend([Action::Side(Side::Near), Action::Side(Side::Far)]),
        Ask::Deploy(_) => deploy(state, seat, out),
        Ask::Order(_) => out.extend([Action::GoFirst, Action::GoSecond]),
        Ask::Turn(_) => turn(state, seat, out),
        Ask::Act(_) => act(state, limit, out),
        Ask::Fallback(_) => {
            out.push(Action::FallBack(nerve::way_back(state, check::active(state).model)));
        }
        Ask::ChargeAttack(_) => {
            let activation = check::active(state);
            if let Some(target) = activation.charging {
                strikes(state, activation.model, target, AttackKind::Charge, 0, out);
            }
            out.push(Action::Hold);
        }
        Ask::Strike(_) => {
            if let Some(moving) = &state.moving {
                for by in members(check::striking(state)) {
                    strikes(state, by, moving.model, AttackKind::Disengaging, 0, out);
                }
            }
            out.push(Action::Hold);
        }
        Ask::Retaliate(_) => {
            if let Some(answers) = state.answers {
                for by in members(check::answering(state)) {
                    strikes(state, by, answers.attacker, AttackKind::Retaliation, 1, out);
                }
            }
            out.push(Action::Hold);
        }
        Ask::RerollHit(_) => {
            rerolls(state.attack.as_ref().map_or(&[], |attack| &attack.dice), out);
        }
        Ask::RerollArmour(_) => rerolls(state.save.as_ref().map_or(&[], |save| &save.dice), out),
        Ask::Armour(_) => armour(state, out),
        Ask::FollowUp(_) => follow_up(state, seat, out),
        Ask::Bid => out.extend((0..=state.team(seat).cp).map(Action::Bid)),
        Ask::Nothing | Ask::Over(_) => {}
    }
    // What stands first is the surest idea; a short list keeps it and the way out.
    if out.len() > limit.max(1) {
        let last = out.pop();
        out.truncate(limit.max(1) - 1);
        out.extend(last);
    }
}

/// A place or two for some of the pieces that are left.
fn place_terrain(state: &State, limit: usize, out: &mut Vec<Action>) {
    for piece in terrain::left(state) {
        for (x, y) in [(18, 14), (9, 18)] {
            if out.len() < limit.min(12)
                && let Some(at) = terrain::place(state, piece, x * INCH, y * INCH, 24)
            {
                out.push(Action::Terrain { piece, at });
            }
        }
    }
    if out.is_empty() {
        let anywhere = |piece: u8| {
            let at = terrain::place(state, piece, INCH / 2, INCH / 2, 36 * 36)?;
            Some(Action::Terrain { piece, at })
        };
        out.push(terrain::left(state).find_map(anywhere).unwrap_or(Action::Pass));
    }
}

/// Places for the next model: along the front of the zone, level with the objectives and between
/// them, and at the back.
fn deploy(state: &State, seat: Seat, out: &mut Vec<Action>) {
    // Two of each kind would be the same idea twice.
    let mut kinds: ArrayVec<&str, 20> = ArrayVec::new();
    for model in ideas::undeployed(state, seat) {
        let card = state.profile(model).card.as_str();
        if kinds.contains(&card) {
            continue;
        }
        let _ = kinds.try_push(card);
        for (x, y) in
            [(9, 5), (18, 5), (27, 5), (5, 5), (13, 5), (23, 5), (31, 5), (9, 1), (18, 1), (27, 1)]
        {
            if let Some(at) = ideas::deployment(state, model, x * INCH - INCH, y * INCH) {
                let action = Action::Deploy { model, at };
                if !out.contains(&action) {
                    out.push(action);
                }
            }
        }
    }
    if out.is_empty() {
        // A zone that is nearly full, or full.
        let left = ideas::room(state, seat);
        out.push(left.map_or(Action::Pass, |(model, at)| Action::Deploy { model, at }));
    }
}

fn turn(state: &State, seat: Seat, out: &mut Vec<Action>) {
    let team = state.team(seat);
    let fresh = out.len();
    out.extend(rounds::unactivated(state, seat).map(Action::Activate));
    let none = out.len() == fresh;
    if team.cp >= 2 {
        out.extend(rounds::tired(state, seat).map(Action::Reactivate));
    }
    if team.tokens > 0 {
        out.push(Action::Pass);
    }
    if rounds::wiped_out(state, other(seat)) {
        out.push(Action::RunOut);
    }
    if none {
        out.push(Action::Finish);
    }
}

fn follow_up(state: &State, seat: Seat, out: &mut Vec<Action>) {
    let cp = state.team(seat).cp;
    for id in state.on_table(seat).filter(|id| state.rested != Some(*id)) {
        match state.model(id).activated {
            false => out.push(Action::Activate(id)),
            true if cp >= 3 => out.push(Action::Reactivate(id)),
            true => {}
        }
    }
    out.push(Action::Hold);
}

fn rerolls(roll: &[Die], out: &mut Vec<Action>) {
    let free = roll.iter().zip(1_u8..).filter(|(die, _)| dice::may_again(**die));
    out.extend(free.map(|(_, number)| Action::Reroll(number)));
    out.push(Action::Keep);
}

fn armour(state: &State, out: &mut Vec<Action>) {
    let Some(save) = &state.save else { return };
    let target = save.harm.target;
    let scene = crate::rules::wounds::scene(state, &save.harm);
    let profile = state.profile(target);
    let count = if save.harm.piercing { 0 } else { profile.invulnerable.len() as u8 };
    for invulnerable in std::iter::once(None).chain((1..=count).map(Some)) {
        out.push(Action::Armour { invulnerable, feats: ArrayVec::new() });
        for (feat, number) in profile.feats.iter().zip(1_u8..) {
            if feat.when == When::Attacked && feats::usable(state, target, number, scene, 0).is_ok()
            {
                let feats = [number].into_iter().collect();
                out.push(Action::Armour { invulnerable, feats });
            }
        }
    }
}

/// The choices a blow leaves open: Focus and charge, and at most one feat.
fn variants(
    state: &State,
    by: Id,
    blow: &Blow,
    kind: AttackKind,
    spent: u8,
    mut found: impl FnMut(Blow),
) {
    let melee = attack::weapon(state, by, blow.weapon).is_ok_and(|w| w.kind == Reach::Melee);
    let focus = melee && state.activation.is_some_and(|now| now.model == by && now.focus);
    let both = [Some(Boon::Hit), Some(Boon::Ap)];
    let focuses = if focus { &both[..] } else { &[None][..] };
    let charges = if kind == AttackKind::Charge { &both[..] } else { &[None][..] };
    let boosts = ideas::boosts(state, by, blow.weapon, blow.at[0].target, kind, spent);
    for focus in focuses {
        for charge in charges {
            let plain = Blow { focus: *focus, charge: *charge, ..blow.clone() };
            found(plain.clone());
            for feat in &boosts {
                found(Blow { feats: [*feat].into_iter().collect(), ..plain.clone() });
            }
        }
    }
}

fn strikes(state: &State, by: Id, target: Id, kind: AttackKind, spent: u8, out: &mut Vec<Action>) {
    for weapon in attack::melee_at(state, by, target) {
        variants(state, by, &Blow::at(weapon, target), kind, spent, |blow| {
            out.push(Action::Strike { by, blow });
        });
    }
}

/// Whether an action has room in the activation, and whether the extra action must be bought.
fn room(state: &State, now: &Activation, act: &Act) -> Option<bool> {
    if activation::check(state, now, act, false).is_ok() {
        return Some(false);
    }
    activation::check(state, now, act, true).is_ok().then_some(true)
}

fn act(state: &State, limit: usize, out: &mut Vec<Action>) {
    let now = check::active(state);
    let model = now.model;
    let push = |act: Act, out: &mut Vec<Action>| match room(state, now, &act) {
        Some(false) => out.push(Action::Act(act)),
        Some(true) => out.push(Action::Extra(act)),
        None => {}
    };
    if state.model(model).down {
        push(Act::StandUp, out);
        if now.shorts + now.longs > 0 || out.is_empty() {
            out.push(Action::Done);
        }
        return;
    }
    attacks(state, now, limit / 2, out);
    push(Act::Aim, out);
    push(Act::Focus, out);
    special(state, now, out);
    moves(state, now, limit, out);
    out.push(Action::Done);
}

/// Attacks: every weapon at every target, with what goes with it, and splits between neighbours.
fn attacks(state: &State, now: &Activation, most: usize, out: &mut Vec<Action>) {
    let model = now.model;
    let probe = Act::Attack(Blow::at(1, model));
    let Some(extra) = room(state, now, &probe) else { return };
    let spent = u8::from(extra);
    let with = |act: Act| if extra { Action::Extra(act) } else { Action::Act(act) };
    let mut found: ArrayVec<(u8, Id), 48> = ArrayVec::new();
    ideas::targets(state, model, |weapon, target| {
        let _ = found.try_push((weapon, target));
    });
    let begin = out.len();
    for &(weapon, target) in &found {
        variants(state, model, &Blow::at(weapon, target), AttackKind::Action, spent, |blow| {
            out.push(with(Act::Attack(blow)));
        });
    }
    for (i, &(weapon, first)) in found.iter().enumerate() {
        let Ok(card) = attack::weapon(state, model, weapon) else { continue };
        if card.dice < 2 {
            continue;
        }
        let partner = found[i + 1..].iter().find(|(number, second)| {
            *number == weapon
                && (card.kind == Reach::Melee || state.within(first, *second, Length::inches(2)))
        });
        if let Some((_, second)) = partner
            && let Some(blow) = ideas::split(state, model, weapon, first, *second)
        {
            out.push(with(Act::Attack(blow)));
        }
    }
    out.truncate(begin + most.max(4));
}

/// Special actions and abilities: on everybody they can be for, at a few places.
fn special(state: &State, now: &Activation, out: &mut Vec<Action>) {
    let model = now.model;
    for number in ideas::own_feats(state, model) {
        let Ok(feat) = feats::find(state, model, number) else { continue };
        let seat = if feat.pick.who == Who::Enemy { other(model.seat()) } else { model.seat() };
        let chosen: ArrayVec<Option<Id>, 21> = if feat.pick.who.is_choice() {
            let fits = state.roster(seat).filter(|id| feats::picks(state, model, feat, *id));
            fits.map(Some).take(20).collect()
        } else {
            [None].into_iter().collect()
        };
        for on in chosen.iter().copied().take(6) {
            for act in uses(state, model, number, on) {
                if let Some(extra) = room(state, now, &act)
                    && let Act::Feat { feat, on, to, path } = &act
                    && (FeatUse { model, number: *feat, on: *on, to: *to, path })
                        .check(state, u8::from(extra))
                        .is_ok()
                {
                    let action = if extra { Action::Extra(act) } else { Action::Act(act) };
                    // Two objectives may lie in the same direction.
                    if !out.contains(&action) {
                        out.push(action);
                    }
                }
            }
        }
    }
}

/// The ways to use a feat on somebody: one, or one for each of a few places.
fn uses(state: &State, model: Id, number: u8, on: Option<Id>) -> Vec<Act> {
    let Ok(feat) = feats::find(state, model, number) else { return Vec::new() };
    let subject = on.unwrap_or(model);
    let plain = Act::Feat { feat: number, on, to: None, path: Route::new() };
    let Some(here) = state.figure(model) else { return Vec::new() };
    for effect in &feat.effects {
        match effect {
            Effect::Move { up_to } => {
                let Some(figure) = state.figure(subject) else { return Vec::new() };
                let (objectives, enemies) = goals(state, subject);
                let goals = objectives.iter().map(|i| OBJECTIVES[*i]);
                return goals
                    .chain(enemies.iter().map(|spot| spot.at))
                    .map(|goal| ideas::part_way(figure.spot, goal, *up_to))
                    .filter_map(|goal| ideas::straight(state, subject, goal, MoveFor::Walk))
                    .map(|path| Act::Feat { feat: number, on, to: None, path })
                    .take(6)
                    .collect();
            }
            Effect::Return { within, .. } | Effect::Place { within, .. } => {
                let reach = here.base.reach() + state.profile(subject).base.reach();
                let near = Length(reach + 20);
                let far = Length(reach + within.0 - 20);
                return (0..72)
                    .step_by(9)
                    .flat_map(|step| [near, far].map(|d| ideas::toward(here.spot, step, d)))
                    .map(|to| Act::Feat { feat: number, on, to: Some(to), path: Route::new() })
                    .collect();
            }
            _ => {}
        }
    }
    vec![plain]
}

/// Where a model may want to go: the objectives, nearest first, and the nearest enemies.
fn goals(state: &State, model: Id) -> (ArrayVec<usize, 5>, ArrayVec<Spot, 2>) {
    let (mut objectives, mut nearest) = (ArrayVec::new(), ArrayVec::new());
    let Some(figure) = state.figure(model) else { return (objectives, nearest) };
    objectives.extend(0..5);
    objectives.sort_by_key(|i: &usize| OBJECTIVES[*i].distance_squared(figure.spot.at));
    objectives.truncate(3);
    let mut enemies: ArrayVec<Spot, 20> = state
        .on_table(other(model.seat()))
        .filter_map(|id| Some(state.figure(id)?.spot))
        .take(20)
        .collect();
    enemies.sort_by_key(|spot| spot.at.distance_squared(figure.spot.at));
    nearest.extend(enemies.iter().take(2).map(|spot| figure.spot.moved(spot.at)));
    (objectives, nearest)
}

/// Moves: to objectives and around corners to them, towards enemies, out of sight, a step in every
/// direction, up and down; and charges.
fn moves(state: &State, now: &Activation, limit: usize, out: &mut Vec<Action>) {
    let model = now.model;
    let Some(figure) = state.figure(model) else { return };
    let probe = |act: &Act| room(state, now, act);
    let empty = Route::new();
    let walks = probe(&Act::Walk(empty.clone()));
    let runs = probe(&Act::Run(empty.clone()));
    charges(state, now, out);
    let push = |out: &mut Vec<Action>, extra: bool, act: Act| {
        let action = if extra { Action::Extra(act) } else { Action::Act(act) };
        if !out.contains(&action) {
            out.push(action);
        }
    };
    let (mut objectives, mut enemies) = goals(state, model);
    let (small, few) = (limit < 24, limit <= FEW);
    if few {
        objectives.truncate(2);
        enemies.truncate(1);
    }
    let far = [(MoveFor::Walk, walks), (MoveFor::Run, runs)]
        .iter()
        .filter(|(_, room)| *room == Some(false) && !few)
        .map(|(why, _)| moving::allowance(state, model, *why).0)
        .max();
    let levels = far.map_or_else(Vec::new, |far| levels(state, model, far));
    for (why, room) in [(MoveFor::Walk, walks), (MoveFor::Run, runs)] {
        let Some(extra) = room else { continue };
        let act = |path: Route| match why {
            MoveFor::Walk => Act::Walk(path),
            _ => Act::Run(path),
        };
        let (allowed, _) = moving::allowance(state, model, why);
        for objective in &objectives {
            if let Some(path) = approach(state, model, *objective, why) {
                push(out, extra, act(path));
            }
        }
        // What must be paid for is only worth it for an objective.
        if extra || (few && why == MoveFor::Run) {
            continue;
        }
        for enemy in &enemies {
            if let Some(path) = ideas::straight(state, model, *enemy, why) {
                push(out, extra, act(path));
            }
        }
        if why == MoveFor::Walk && !few {
            // A few steps aside, and out of sight of whoever is near.
            for direction in (0..72).step_by(if small { 24 } else { 12 }) {
                let goal = ideas::toward(figure.spot, direction, allowed);
                if let Some(path) = ideas::some_way(state, model, goal, why) {
                    push(out, extra, act(path));
                }
            }
        }
        for (_, path) in levels.iter().filter(|(cost, _)| *cost <= allowed) {
            push(out, extra, act(path.clone()));
        }
    }
}

/// On foot towards an objective as far as a move goes, around what stands in the way.
fn approach(state: &State, model: Id, objective: usize, why: MoveFor) -> Option<Route> {
    let figure = state.figure(model)?;
    let (allowed, _) = moving::allowance(state, model, why);
    let goal = figure.spot.moved(OBJECTIVES[objective]);
    let direct = || ideas::straight(state, model, goal, why);
    if figure.spot.z != 0 {
        return direct();
    }
    let ways = state.board.ways(figure.base.reach());
    let course = ways.course(figure.spot.at, objective, allowed);
    let terms = moving::terms();
    let legal = |path: &Route| {
        state.scene().cost(model.index(), path, &terms).is_some_and(|cost| cost <= allowed)
    };
    // The furthest point of the course that a straight leg reaches, by halving, and so on from
    // there.
    let mut path = Route::new();
    let mut from = 0;
    for _ in 0..3 {
        let (mut low, mut high, mut best) = (from, course.len(), None);
        while low < high {
            // The end first: more often than not it can be seen.
            let at = if best.is_none() && high == course.len() {
                high - 1
            } else {
                usize::midpoint(low, high)
            };
            path.push(Leg::walk(figure.spot.moved(course[at])));
            let good = legal(&path);
            path.pop();
            if good {
                best = Some(at);
                low = at + 1;
            } else {
                high = at;
            }
        }
        let Some(at) = best else { break };
        path.push(Leg::walk(figure.spot.moved(course[at])));
        from = at + 1;
        if from >= course.len() {
            break;
        }
    }
    if path.is_empty() { direct() } else { Some(path) }
}

fn charges(state: &State, now: &Activation, out: &mut Vec<Action>) {
    let model = now.model;
    if state.profile(model).engages.is_none() || engagement::is_engaged(state, model) {
        return;
    }
    for target in state.on_table(other(model.seat())) {
        let (allowed, _) = moving::allowance(state, model, MoveFor::Charge(target));
        let reach = state.profile(model).engages.unwrap_or_default();
        if !state.within(model, target, allowed + reach)
            || !state.scene().sees(model.index(), target.index())
        {
            continue;
        }
        let path = ideas::charge(state, model, target).or_else(|| around(state, model, target));
        if let Some(path) = path {
            let act = Act::Charge { target, path };
            if room(state, now, &act) == Some(false) {
                out.push(Action::Act(act));
            }
        }
    }
}

/// A charge around what stands in the way: to a place beside the target, straight or by a point to
/// the left or right of the way.
fn around(state: &State, model: Id, target: Id) -> Option<Route> {
    let (from, enemy) = (state.figure(model)?, state.figure(target)?);
    if from.spot.z != enemy.spot.z {
        return None;
    }
    let (allowed, _) = moving::allowance(state, model, MoveFor::Charge(target));
    let reach = state.profile(model).engages?.min(Length::inches(1));
    let room = from.base.reach() + enemy.base.reach() + reach.0.max(20) - 10;
    let terms = moving::terms();
    let legal = |path: &[Leg]| {
        state.scene().cost(model.index(), path, &terms).is_some_and(|cost| cost <= allowed)
    };
    let mut places: ArrayVec<Spot, 6> = (0..72)
        .step_by(12)
        .map(|direction| ideas::toward(enemy.spot, direction, Length(room)))
        .map(|to| Spot { facing: from.spot.facing, ..to })
        .filter_map(|to| ideas::close_in(state, model, to, target))
        .collect();
    places.sort_by_key(|to| to.at.distance_squared(from.spot.at));
    let fitting = |to: &&Spot| state.scene().fits(model.index(), **to, &terms).is_ok();
    for to in places.iter().filter(fitting).take(3) {
        if legal(&[Leg::walk(*to)]) {
            return Some([Leg::walk(*to)].into_iter().collect());
        }
        let middle = from.spot.at.towards(to.at, 1, 2);
        let (dx, dy) = from.spot.at.to(to.at);
        let length = i64::from(from.spot.at.distance(to.at).0).max(1);
        for aside in [-2, 2] {
            let aside = i64::from(aside * INCH);
            let by = middle.shifted((-dy * aside / length) as i32, (dx * aside / length) as i32);
            let path = [Leg::walk(from.spot.moved(by)), Leg::walk(*to)];
            if legal(&path) {
                return Some(path.into_iter().collect());
            }
        }
    }
    None
}

/// Paths up and down the edges within reach, with what they cost.
fn levels(state: &State, model: Id, allowed: Length) -> Vec<(Length, Route)> {
    let Some(figure) = state.figure(model) else { return Vec::new() };
    let mut out = Vec::new();
    for link in &state.board.links {
        let middle = link.from.towards(link.to, 1, 2);
        let (from_z, to_z) = if figure.spot.z == link.low {
            (link.low, link.high)
        } else if figure.spot.z == link.high {
            (link.high, link.low)
        } else {
            continue;
        };
        if figure.spot.at.distance(middle) > allowed || out.len() >= 4 {
            continue;
        }
        let room = state.profile(model).base.reach() + 20;
        let (dx, dy) = link.from.to(link.to);
        let length = i64::from(link.from.distance(link.to).0).max(1);
        for sign in [1, -1] {
            let across = |sign: i64| {
                let (x, y) =
                    (-dy * i64::from(room) * sign / length, dx * i64::from(room) * sign / length);
                middle.shifted(x as i32, y as i32)
            };
            let facing = figure.spot.facing;
            let deep = Length(from_z - to_z) > Length::inches(2);
            let way = if to_z < from_z && !deep { table::Way::Drop } else { link.way };
            let path: Route = [
                Leg::walk(Spot { at: across(sign), z: from_z, facing }),
                Leg { way, to: Spot { at: across(-sign), z: to_z, facing } },
            ]
            .into_iter()
            .collect();
            let cost = state.scene().cost(model.index(), &path, &moving::terms());
            if let Some(cost) = cost.filter(|cost| *cost <= allowed) {
                out.push((cost, path));
                break;
            }
        }
    }
    out
}
