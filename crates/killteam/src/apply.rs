//! The only writer: changes the position by one event.

use std::sync::Arc;

use table::{Figure, Length, Spot};

use crate::card::{Lasts, height_down};
use crate::event::{Deed, Event, Expense};
use crate::rules::terrain;
use crate::state::{
    Activation, Answers, Ask, AttackKind, Dice, Die, Fallback, Id, Model, Models, MoveFor, Moving,
    Phase, Save, State, Status, acts, other,
};

/// Changes the position by one event.
#[allow(clippy::too_many_lines)] // One arm an event; splitting it would hide the list.
pub fn apply(state: &mut State, event: &Event) {
    match event {
        Event::Asked(ask) => state.ask = *ask,
        Event::TerrainRolled { .. } | Event::SidesRolled { .. } | Event::FirstRolled { .. } => {}
        Event::TerrainPlaced { piece, at, .. } => {
            let moved = terrain::moved(&state.fixed.pool[usize::from(piece - 1)], *at);
            if let Ok(board) = terrain::with(&state.board, moved) {
                state.board = Arc::new(state.board.with(board, *piece, *at));
            }
        }
        Event::SideTaken { seat, side } => {
            state.teams[seat.index()].side = *side;
            state.teams[other(*seat).index()].side = side.other();
        }
        Event::Deployed { model, at } => {
            state.figures[model.index()] = Some(state.figure_at(*model, *at));
            state.turn = model.seat();
        }
        Event::RoundBegan { round, cp, tokens, broken } => {
            state.round = *round;
            state.phase = Phase::Turns;
            state.finished = None;
            for (i, team) in state.teams.iter_mut().enumerate() {
                team.cp = cp[i];
                team.tokens = tokens[i];
                team.broken = broken[i];
                team.finished = false;
                team.bid = None;
            }
        }
        Event::OrderSet { first, .. } => {
            state.first = *first;
            // The turn that is to come is the first one's: as if the other had just had theirs.
            state.turn = other(*first);
            state.teams.iter_mut().for_each(|team| team.seize = 0);
        }
        Event::TurnBegan { seat } => {
            state.turn = *seat;
            state.turns += 1;
            state.followed = false;
            state.rested = None;
            state.struck = 0;
        }
        Event::Passed { seat } => state.teams[seat.index()].tokens -= 1,
        Event::Finished { seat, .. } => {
            state.teams[seat.index()].finished = true;
            if state.finished.is_none() {
                state.finished = Some(*seat);
            }
        }
        Event::RanOut { seat } => {
            state.running_out = true;
            state.teams[seat.index()].finished = true;
        }
        Event::Spent { seat, cp, on } => {
            state.teams[seat.index()].cp -= cp;
            if *on == Expense::FollowUp {
                state.followed = true;
            }
        }
        Event::Gained { seat, cp } => {
            let team = &mut state.teams[seat.index()];
            team.cp = team.cp.saturating_add(*cp).min(99);
        }
        Event::Activated { model, again } => activated(state, *model, *again),
        Event::NerveTested { passed, edge, .. } => {
            if let Some(activation) = &mut state.activation
                && !passed
                && !edge
            {
                activation.fallback = Fallback::Due;
            }
        }
        Event::Did { model: _, deed, extra } => did(state, *deed, *extra),
        Event::SetOut { model, why, path, falls } => {
            let from = state.figure(*model).map_or_else(Spot::default, |figure| figure.spot);
            state.moving = Some(Moving {
                model: *model,
                why: *why,
                from,
                path: path.clone(),
                leg: 0,
                along: Length::ZERO,
                asked: 0,
                falls: falls.clone(),
            });
            if let Some(activation) = &mut state.activation {
                if activation.model == *model {
                    activation.moved = true;
                }
                if *why == MoveFor::Fallback {
                    activation.fallback = Fallback::Done;
                }
            }
        }
        Event::Moved { model, to, leg, along } => {
            if let Some(figure) = &mut state.figures[model.index()] {
                figure.spot = *to;
            }
            if let Some(moving) = &mut state.moving {
                moving.leg = *leg;
                moving.along = *along;
                moving.asked = 0;
            }
        }
        Event::Provoked { by, .. } => {
            if let Some(moving) = &mut state.moving {
                moving.asked |= by;
            }
        }
        Event::Arrived { .. } => {
            if let (Some(moving), Some(activation)) = (state.moving.take(), &mut state.activation)
                && let MoveFor::Charge(target) = moving.why
            {
                activation.charging = Some(target);
            }
        }
        Event::Stopped { model, at } => {
            state.moving = None;
            if let Some(figure) = &mut state.figures[model.index()] {
                figure.spot = *at;
            }
        }
        Event::Fell { .. } => {}
        Event::ChargeOver { .. } => {
            if let Some(activation) = &mut state.activation {
                activation.charging = None;
            }
        }
        Event::Struck { model } => state.struck |= model.bit(),
        Event::Declared(attack) => {
            if let Some(activation) = &mut state.activation
                && activation.model == attack.attacker
            {
                if attack.kind == AttackKind::Charge {
                    activation.charging = None;
                    activation.done |= acts::ATTACK;
                }
                // Whatever its next attack is, an Aim or Focus is used up by it.
                let weapon =
                    &state.fixed.profile(attack.attacker).weapons[usize::from(attack.weapon)];
                match weapon.kind {
                    crate::card::Reach::Ranged => activation.aim = false,
                    crate::card::Reach::Melee => activation.focus = false,
                }
            }
            if attack.kind == AttackKind::Retaliation {
                answered(state, attack.attacker.bit());
            }
            state.attack = Some((**attack).clone());
        }
        Event::HitRolled { dice, .. } => {
            if let Some(attack) = &mut state.attack {
                attack.dice.clone_from(dice);
                attack.rolled = true;
            }
        }
        Event::HitRerolled { die, face, more, .. } => {
            if let Some(attack) = &mut state.attack {
                rerolled(&mut attack.dice, *die, *face, more);
            }
        }
        Event::Hit { .. } => {
            if let Some(attack) = &mut state.attack {
                attack.struck = true;
            }
        }
        Event::NextTarget => {
            if let Some(attack) = &mut state.attack {
                attack.at += 1;
                attack.dice.clear();
                attack.rolled = false;
                attack.struck = false;
            }
        }
        Event::AttackOver { answers } => {
            let attacker = state.attack.take().map(|attack| attack.attacker);
            if let Some(attacker) = attacker
                && *answers != 0
            {
                state.answers = Some(Answers { attacker, waiting: *answers });
            }
        }
        Event::NoAnswer { models } => answered(state, *models),
        Event::Using(using) => {
            if let Some(place) = using.ending {
                state.ended = place + 1;
            }
            state.using = Some(using.clone());
        }
        Event::NextEffect => {
            if let Some(using) = &mut state.using {
                using.next += 1;
            }
        }
        Event::UsedUp => state.using = None,
        Event::Threatened(harm) => {
            // One harm a model, and never more models than there is room for.
            let _ = state.harms.try_push(*harm);
        }
        Event::Faced(harm) => {
            state.harms.retain(|waiting| waiting != harm);
            state.save = Some(Save {
                harm: *harm,
                need: None,
                dice: Dice::new(),
                rolled: false,
                reroll: None,
            });
        }
        Event::ArmourChosen { need, reroll, .. } => {
            if let Some(save) = &mut state.save {
                save.need = Some(*need);
                save.reroll = *reroll;
            }
        }
        Event::ArmourRolled { dice, .. } => {
            if let Some(save) = &mut state.save {
                save.dice.clone_from(dice);
                save.rolled = true;
            }
        }
        Event::ArmourRerolled { die, face, more, .. } => {
            if let Some(save) = &mut state.save {
                rerolled(&mut save.dice, *die, *face, more);
            }
        }
        Event::Wounded { model, left, .. } => {
            state.save = None;
            state.models[model.index()].wounds = (*left).max(0) as u8;
        }
        Event::RecoveryRolled { model, passed, .. } => {
            if *passed {
                state.models[model.index()].wounds = 1;
            }
        }
        Event::KnockedDown { model } => set_down(state, *model, true),
        Event::StoodUp { model } => set_down(state, *model, false),
        Event::Removed { model, .. } => removed(state, *model),
        Event::Healed { model, wounds } => state.models[model.index()].wounds += wounds,
        Event::Returned { model, at, wounds, activated } => {
            state.models[model.index()] = Model {
                wounds: *wounds,
                activated: *activated,
                steady: *activated,
                used_game: state.models[model.index()].used_game,
                ..Model::default()
            };
            state.figures[model.index()] = Some(state.figure_at(*model, *at));
        }
        Event::Placed { model, at } => {
            if let Some(figure) = &mut state.figures[model.index()] {
                figure.spot = *at;
            }
        }
        Event::Used { model, feat, .. } => {
            let bit = 1 << (feat - 1);
            let used = &mut state.models[model.index()];
            used.used_round |= bit;
            used.used_game |= bit;
            if let Some(activation) = &mut state.activation
                && activation.model == *model
            {
                activation.feats |= bit;
            }
        }
        Event::Marked { on, by, feat, lasts } => {
            let _ =
                state.statuses.try_push(Status { on: *on, by: *by, feat: *feat, lasts: *lasts });
        }
        Event::Rested { model } => {
            let state_of = &mut state.models[model.index()];
            state_of.activated = true;
            state_of.steady = true;
            state.activation = None;
            state.rested = Some(*model);
            state.statuses.retain(|status| status.lasts != Lasts::Activation);
        }
        Event::TurnEnded => state.rested = None,
        Event::EndPhase => {
            state.phase = Phase::Ending;
            state.ended = 0;
        }
        Event::Scored { points, .. } => {
            for (team, points) in state.teams.iter_mut().zip(points) {
                team.score += u16::from(*points);
            }
            state.phase = Phase::Bidding;
            state.ended = 0;
        }
        Event::SixthRolled { more, .. } => {
            if *more {
                state.last_round = 6;
            }
        }
        Event::Bid { seat, cp } => state.teams[seat.index()].bid = Some(*cp),
        Event::BidsShown { bids } => {
            for (team, bid) in state.teams.iter_mut().zip(bids) {
                team.cp -= bid;
                team.seize = *bid;
                team.bid = None;
            }
        }
        Event::Cleared => cleared(state),
        Event::Ended(outcome) => {
            state.phase = Phase::Over;
            state.ask = Ask::Over(*outcome);
        }
    }
}

fn activated(state: &mut State, model: Id, again: bool) {
    state.rested = None;
    state.activation = Some(Activation { again, ..Activation::of(model) });
}

fn did(state: &mut State, deed: Deed, extra: bool) {
    let Some(activation) = &mut state.activation else { return };
    if extra {
        activation.extra = true;
    }
    let (bit, long) = match deed {
        Deed::Attack => (acts::ATTACK, false),
        Deed::Walk => (acts::WALK, false),
        Deed::Run => (acts::RUN, true),
        Deed::Charge(_) => (acts::CHARGE, true),
        Deed::Aim => (acts::AIM, false),
        Deed::Focus => (acts::FOCUS, false),
        Deed::StandUp => (acts::STAND, false),
        Deed::Feat(feat) => {
            use crate::card::When;
            let when = state.fixed.profile(activation.model).feats[usize::from(feat - 1)].when;
            match when {
                When::LongAction => (0, true),
                When::ShortAction => (0, false),
                // Abilities and free actions count towards no limit.
                _ => return,
            }
        }
    };
    activation.done |= bit;
    if long {
        activation.longs += 1;
    } else {
        activation.shorts += 1;
    }
    // `killteam:ACT-13`, `killteam:ACT-14`, `killteam:K14`: both wait for the next attack.
    match deed {
        Deed::Aim => activation.aim = true,
        Deed::Focus => activation.focus = true,
        _ => {}
    }
}

fn rerolled(dice: &mut Dice, die: u8, face: u8, more: &Dice) {
    if let Some(old) = dice.get_mut(usize::from(die)) {
        *old = Die { face, again: true };
    }
    for die in more {
        let _ = dice.try_push(*die);
    }
}

/// These have answered a melee attack, or won't.
fn answered(state: &mut State, models: Models) {
    if let Some(answers) = &mut state.answers {
        answers.waiting &= !models;
        if answers.waiting == 0 {
            state.answers = None;
        }
    }
}

fn set_down(state: &mut State, model: Id, down: bool) {
    state.models[model.index()].down = down;
    let tall = state.profile(model).height;
    if let Some(figure) = &mut state.figures[model.index()] {
        let height = if down { height_down(tall) } else { tall };
        *figure = Figure { height, ..*figure };
    }
}

fn removed(state: &mut State, model: Id) {
    let gone = &mut state.models[model.index()];
    gone.out = true;
    gone.wounds = 0;
    gone.down = false;
    state.figures[model.index()] = None;
    state.statuses.retain(|status| status.on != model);
    if let Some(answers) = &mut state.answers {
        answers.waiting &= !model.bit();
        if answers.attacker == model || answers.waiting == 0 {
            state.answers = None;
        }
    }
    state.harms.retain(|harm| harm.target != model);
}

fn cleared(state: &mut State) {
    for model in &mut state.models {
        model.activated = false;
        model.steady = false;
        model.used_round = 0;
    }
    for team in &mut state.teams {
        team.cp = 0;
        team.tokens = 0;
        team.finished = false;
    }
    state.statuses.retain(|status| status.lasts == Lasts::Game);
}
