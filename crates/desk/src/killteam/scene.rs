//! A position as a page draws it.

use kernel::{Outcome, Seat};
use killteam::card::Lasts;
use killteam::narrate::{Names, cause};
use killteam::rules::{dice, engagement, moving, scoring};
use killteam::setup::{COUNTER, OBJECTIVES, SIDE, ZONE};
use killteam::speech::Speech;
use killteam::stat_card::effect_text;
use killteam::state::{
    Activation, Ask, Dice, Fallback, Id, Moving, Phase, Side, State, Status, acts, members,
};
use table::{Base, Point};

use super::ground::{ground, point};
use super::role::role;
use crate::wire::{
    self, DieFace, KtActivation, KtAsk, KtBase, KtLeg, KtModel, KtMoving, KtObjective, KtScene,
    KtStatus, KtTeam, KtZone, Ring,
};

const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

/// The position; `bids` says who has bid.
pub(super) fn scene(state: &State, bids: [bool; 2]) -> KtScene {
    let table = &state.board.table;
    let models = SEATS.into_iter().flat_map(|seat| state.roster(seat));
    let (dice, about) = dice_now(state).unzip();
    let zones = zones(state);
    let taken = zones.iter().all(|zone| zone.seat.is_some());
    let worth = |index| SEATS.map(|seat| scoring::worth(state, index, seat));
    KtScene {
        ground: Some(ground(table)),
        ground_hash: kernel::hash::of_value(table),
        objectives: (0..OBJECTIVES.len())
            .map(|index| KtObjective {
                at: point(OBJECTIVES[index]),
                radius: COUNTER,
                holder: scoring::holder(state, index),
                worth: taken.then(|| worth(index)),
            })
            .collect(),
        zones,
        models: models.map(|id| model(state, id)).collect(),
        teams: SEATS.into_iter().map(|seat| team(state, seat, bids)).collect(),
        phase: match state.phase {
            Phase::Setup => "setup",
            Phase::Turns => "turns",
            Phase::Ending => "ending",
            Phase::Bidding => "bidding",
            Phase::Over => "over",
        }
        .into(),
        round: state.round,
        last_round: state.last_round,
        turn: state.turn,
        first: state.first,
        ask: KtAsk { kind: ask_kind(state.ask).into(), seat: state.ask.seat() },
        activation: state.activation.as_ref().map(|now| activation(state, now)),
        dice,
        about,
        moving: state.moving.as_ref().map(|moving| going(state, moving)),
    }
}

/// What is asked, in a word.
pub(super) fn ask_kind(ask: Ask) -> &'static str {
    match ask {
        Ask::Nothing => "nothing",
        Ask::Terrain(_) => "terrain",
        Ask::Side(_) => "side",
        Ask::Deploy(_) => "deploy",
        Ask::Order(_) => "order",
        Ask::Turn(_) => "turn",
        Ask::Act(_) => "act",
        Ask::Fallback(_) => "fallback",
        Ask::ChargeAttack(_) => "charge_attack",
        Ask::Strike(_) => "strike",
        Ask::RerollHit(_) => "reroll_hit",
        Ask::Armour(_) => "armour",
        Ask::RerollArmour(_) => "reroll_armour",
        Ask::Retaliate(_) => "retaliate",
        Ask::FollowUp(_) => "follow_up",
        Ask::Bid => "bid",
        Ask::Over(Outcome::Win(_) | Outcome::Draw) => "over",
    }
}

/// Where the teams deploy: both edges, and whose they are once sides are taken.
fn zones(state: &State) -> Vec<KtZone> {
    let taken = !matches!(state.ask, Ask::Nothing | Ask::Terrain(_) | Ask::Side(_));
    let zone = |side: Side| {
        let (low, high) = match side {
            Side::Near => (0, ZONE),
            Side::Far => (SIDE - ZONE, SIDE),
        };
        let outline: Ring = vec![(0, low), (SIDE, low), (SIDE, high), (0, high)];
        let owner = SEATS.into_iter().find(|seat| state.team(*seat).side == side);
        KtZone { seat: owner.filter(|_| taken), outline }
    };
    vec![zone(Side::Near), zone(Side::Far)]
}

fn team(state: &State, seat: Seat, bids: [bool; 2]) -> KtTeam {
    let team = state.team(seat);
    let roster = state.fixed.setup.teams.get(seat.index());
    let faction = roster.and_then(|roster| Some(roster.find_faction().ok()?.name.clone()));
    KtTeam {
        seat,
        name: roster.map(|roster| roster.name.clone()).unwrap_or_default(),
        faction: faction.unwrap_or_default(),
        cp: team.cp,
        tokens: team.tokens,
        score: team.score,
        broken: team.broken,
        finished: team.finished,
        seize: team.seize,
        bid_made: bids[seat.index()],
        side: team.side.to_string(),
        started: state.fixed.counts[seat.index()],
        left: state.count(seat),
    }
}

/// What a model is called, as in every sentence about it.
pub(super) fn name(state: &State, id: Id) -> String {
    Speech::of(&state.fixed.setup).name(id)
}

/// The name of a model's card.
pub(super) fn kind(state: &State, id: Id) -> String {
    let card = &state.profile(id).card;
    let roster = state.fixed.setup.teams.get(id.seat().index());
    let faction = roster.and_then(|roster| roster.find_faction().ok());
    faction.and_then(|faction| faction.card(card)).map_or_else(|| card.clone(), |c| c.name.clone())
}

fn model(state: &State, id: Id) -> KtModel {
    let (profile, own) = (state.profile(id), state.model(id));
    let figure = state.figure(id);
    let active = state.activation.filter(|now| now.model == id);
    KtModel {
        id: id.to_string(),
        seat: id.seat(),
        name: name(state, id),
        kind: kind(state, id),
        role: role(profile),
        at: figure.map(|figure| point(figure.spot.at)),
        z: figure.map_or(0, |figure| figure.spot.z),
        facing: figure.map_or(0, |figure| i32::from(figure.spot.facing.steps()) * 5),
        base: base(profile.base),
        height: figure.map_or(profile.height, |figure| figure.height).0,
        wounds: own.wounds,
        max_wounds: profile.wounds,
        out: own.out,
        activated: own.activated,
        down: own.down,
        engaged_with: if figure.is_some() {
            members(engagement::engagements(state, id)).map(|id| id.to_string()).collect()
        } else {
            Vec::new()
        },
        aim: active.is_some_and(|now| now.aim),
        focus: active.is_some_and(|now| now.focus),
        statuses: state.statuses.iter().filter(|s| s.on == id).map(|s| status(state, s)).collect(),
        steady: own.steady,
        engagement: profile.engages.map_or(0, |reach| reach.0),
        speed: moving::speed(state, id).0,
    }
}

fn base(base: Base) -> KtBase {
    let (shape, width, depth) = match base {
        Base::Round { diameter } => ("round", diameter, diameter),
        Base::Oval { long, wide } => ("oval", long, wide),
        Base::Rectangle { long, wide } => ("rect", long, wide),
    };
    KtBase { shape: shape.into(), width: width.into(), depth: depth.into() }
}

/// An effect that lasts: what it does and for how long.
pub(super) fn status(state: &State, status: &Status) -> KtStatus {
    let feat = killteam::rules::feats::find(state, status.by, status.feat).ok();
    let effects = feat.map(|feat| feat.effects.iter().map(effect_text).collect::<Vec<_>>());
    let until = match status.lasts {
        Lasts::Now => "",
        Lasts::Activation => ", until its activation ends",
        Lasts::Round => ", until the round ends",
        Lasts::Game => ", for the rest of the game",
    };
    KtStatus {
        name: feat.map_or_else(|| "An effect".into(), |feat| feat.name.clone()),
        by: status.by.to_string(),
        text: format!("{}{until}", effects.unwrap_or_default().join("; ")),
    }
}

fn activation(state: &State, now: &Activation) -> KtActivation {
    const NAMES: [(u8, &str); 7] = [
        (acts::ATTACK, "attack"),
        (acts::WALK, "walk"),
        (acts::RUN, "run"),
        (acts::CHARGE, "charge"),
        (acts::AIM, "aim"),
        (acts::FOCUS, "focus"),
        (acts::STAND, "stand_up"),
    ];
    let mut done: Vec<String> =
        NAMES.iter().filter(|(bit, _)| now.done & bit != 0).map(|(_, id)| (*id).into()).collect();
    let feats = (0..state.profile(now.model).feats.len()).filter(|i| now.feats & (1 << i) != 0);
    done.extend(feats.map(|index| format!("feat:{}", index + 1)));
    KtActivation {
        model: now.model.to_string(),
        again: now.again,
        longs: now.longs,
        shorts: now.shorts,
        extra: now.extra,
        done,
        aim: now.aim,
        focus: now.focus,
        left: left(state, now),
    }
}

/// What an activation still has room for, in words.
fn left(state: &State, now: &Activation) -> String {
    match now.fallback {
        Fallback::Due => return "it must fall back".into(),
        Fallback::Done => return "it has fallen back".into(),
        Fallback::No => {}
    }
    if state.model(now.model).down {
        return "it must stand up first".into();
    }
    let own = if now.again { 1 } else { 2 };
    let shorts = if now.longs > 0 { 0 } else { own } + u8::from(now.extra);
    let shorts = shorts.saturating_sub(now.shorts);
    let long = now.longs == 0 && now.shorts == 0 && !now.again;
    let bought = !now.extra && state.team(now.model.seat()).cp > 0;
    let mut text = match (long, shorts) {
        (true, _) => "one long action or two short ones".to_owned(),
        (false, 0) if bought => return "no action left but a short one for 1 CP".into(),
        (false, 0) => "no action left".into(),
        (false, 1) => "one short action".into(),
        (false, more) => format!("{more} short actions"),
    };
    if bought {
        text += ", and one more for 1 CP";
    }
    text
}

/// Dice as they lie on the table.
pub(super) fn dice(seat: Seat, label: &str, need: Option<i8>, list: &Dice) -> wire::Dice {
    let face = |die: &killteam::state::Die| DieFace {
        face: die.face,
        success: need.map(|need| dice::succeeds(die.face, need)),
        again: die.again,
    };
    wire::Dice {
        seat: Some(seat),
        label: label.into(),
        need: need.map(|need| need.clamp(2, 6).unsigned_abs()),
        faces: list.iter().map(face).collect(),
    }
}

/// The dice on the table now, and what they are for.
pub(super) fn dice_now(state: &State) -> Option<(wire::Dice, String)> {
    let names = Names(&state.fixed.setup);
    if let Some(save) = state.save.as_ref().filter(|save| save.rolled) {
        let target = save.harm.target;
        let about =
            format!("{}'s armour against {}", names.of(target), cause(names, save.harm.cause));
        return Some((dice(target.seat(), "Armour", save.need, &save.dice), about));
    }
    let attack = state.attack.as_ref().filter(|attack| attack.rolled && !attack.struck)?;
    let aimed = attack.targets.get(usize::from(attack.at))?;
    let about = format!("{} hits {}", names.of(attack.attacker), names.of(aimed.target));
    Some((dice(attack.attacker.seat(), "To hit", Some(aimed.need), &attack.dice), about))
}

fn going(state: &State, moving: &Moving) -> KtMoving {
    let here = state.figure(moving.model).map_or(Point::default(), |figure| figure.spot.at);
    KtMoving {
        model: moving.model.to_string(),
        from: point(moving.from.at),
        path: moving.path.iter().map(leg).collect(),
        at: point(here),
    }
}

/// A leg as data.
pub(super) fn leg(leg: &table::Leg) -> KtLeg {
    KtLeg {
        to: point(leg.to.at),
        z: leg.to.z,
        way: leg.way.to_string(),
        facing: Some(i32::from(leg.to.facing.steps()) * 5),
    }
}
