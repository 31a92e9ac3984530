//! The active model: what it does, where it goes, and who strikes at it on its way.

use table::Length;

use super::{
    Now, ask,
    feats::{pay_feats, use_feat},
    harm::single,
};
use crate::action::Act;
use crate::card::RollOf;
use crate::check::{self, FeatUse};
use crate::event::{Deed, Event, Expense, Loss};
use crate::rules::{activation, moving, nerve, wounds};
use crate::state::{Ask, Cause, Fallback, Harm, Id, MoveFor, Route, other};

/// A model on its way: those it leaves may strike, edges may be fallen from.
///
/// Rules `killteam:ENG-5`, `killteam:ENG-16`, `killteam:VERT-7`, `killteam:VERT-9`, `killteam:K19`,
/// `killteam:K25`, `killteam:K26`, `killteam:K53`.
pub(super) fn going(step: Now<'_, '_>) -> bool {
    let state = step.state();
    let Some(moving) = &state.moving else { return false };
    let model = moving.model;
    let Some(figure) = state.figure(model) else {
        step.emit(Event::Arrived { model });
        return false;
    };
    if state.model(model).down {
        let leg = usize::from(moving.leg).min(moving.path.len());
        // What was gone of the path so far; where it is now is the end of it.
        let at = if state.scene().fits(model.index(), figure.spot, &moving::terms()).is_ok() {
            figure.spot
        } else {
            // Back along the whole path, from where it set out.
            let mut figures = state.figures.clone();
            figures[model.index()] = Some(table::Figure { spot: moving.from, ..*figure });
            let scene = table::Scene { board: &state.board, figures: &figures };
            scene.last_rest(model.index(), &moving.path, leg, figure.spot, &moving::terms())
        };
        step.emit(Event::Stopped { model, at });
        return false;
    }
    if usize::from(moving.leg) >= moving.path.len() {
        step.emit(Event::Arrived { model });
        return false;
    }
    let got = moving::Progress::of(moving);
    let exit = moving::next_exit(state, model, moving.from, &moving.path, got);
    let fall = moving.falls.iter().copied().find(|(leg, _)| *leg >= moving.leg);
    if let Some(exit) = exit
        && fall.is_none_or(|(leg, _)| exit.leg <= leg)
    {
        if !got.is_at(&exit) {
            let moving::Exit { leg, along, at, .. } = exit;
            step.emit(Event::Moved { model, to: at, leg, along });
            return false;
        }
        let by = moving::strikers(state, model, exit.by);
        if by == 0 {
            // Nobody there can strike: the way goes on from here.
            step.emit(Event::Provoked { model, by: exit.by });
            return false;
        }
        return ask(step, Ask::Strike(other(model.seat())));
    }
    if let Some((leg, height)) = fall {
        let to = moving.path[usize::from(leg)].to;
        step.emit(Event::Moved { model, to, leg: leg + 1, along: Length::ZERO });
        let hits = moving::fall_hits(height);
        step.emit(Event::Fell { model, height, hits });
        let harm = wounds::outside(step.state(), model, Cause::Fall);
        step.emit(Event::Threatened(Harm { hits, ap: hits as i8, ..harm }));
        return false;
    }
    let (leg, to) = (moving.path.len(), moving.path[moving.path.len() - 1].to);
    step.emit(Event::Moved { model, to, leg: leg as u8, along: Length::ZERO });
    step.emit(Event::Arrived { model });
    false
}

/// The active model: what it still has to do, and whether it is done.
pub(super) fn acting(step: Now<'_, '_>) -> bool {
    let state = step.state();
    let Some(activation) = state.activation else { return false };
    let model = activation.model;
    if !state.in_play(model) {
        step.emit(Event::Rested { model });
        return false;
    }
    match activation.fallback {
        Fallback::Due => {
            if nerve::at_edge(state, model) {
                if state.model(model).down {
                    step.emit(Event::StoodUp { model });
                }
                flee(step, model);
                return false;
            }
            return ask(step, Ask::Fallback(model.seat()));
        }
        Fallback::Done => {
            if nerve::at_edge(state, model) {
                flee(step, model);
            } else {
                step.emit(Event::Rested { model });
            }
            return false;
        }
        Fallback::No => {}
    }
    if let Some(target) = activation.charging {
        if check::charge_possible(state, model, target) {
            return ask(step, Ask::ChargeAttack(model.seat()));
        }
        step.emit(Event::ChargeOver { model, possible: false });
        return false;
    }
    if activation::spent(state, &activation) {
        step.emit(Event::Rested { model });
        return false;
    }
    ask(step, Ask::Act(model.seat()))
}

/// One more test at the table's edge.
///
/// Rules `killteam:NERVE-15`, `killteam:NERVE-16`, `killteam:NERVE-17`, `killteam:K35`.
pub(super) fn flee(step: Now<'_, '_>, model: Id) {
    let need = nerve::need(step.state(), model);
    let (face, before, passed) = single(step, "nerve", model, RollOf::Nerve, need);
    step.emit(Event::NerveTested { model, face, before, need, passed, edge: true });
    if !passed {
        step.emit(Event::Removed { model, why: Loss::Fled });
    }
    step.emit(Event::Rested { model });
}

/// Whether another model may follow up.
///
/// Rules `killteam:CMD-6`, `killteam:CMD-7`, `killteam:CMD-8`, `killteam:K11`.
pub(super) fn following(step: Now<'_, '_>) -> bool {
    let state = step.state();
    let seat = state.turn;
    let team = state.team(seat);
    let another = |again: bool| {
        state
            .on_table(seat)
            .any(|id| state.rested != Some(id) && state.model(id).activated == again)
    };
    let can = !state.followed
        && !team.finished
        && ((team.cp >= 1 && another(false)) || (team.cp >= 3 && another(true)));
    if can {
        return ask(step, Ask::FollowUp(seat));
    }
    step.emit(Event::TurnEnded);
    false
}

/// Rules `killteam:ROUND-13`, `killteam:NERVE-6`, `killteam:NERVE-8`, `killteam:NERVE-9`.
pub(super) fn activate(step: Now<'_, '_>, model: Id, again: bool) {
    step.emit(Event::Activated { model, again });
    if nerve::must_test(step.state(), model, again) {
        let need = nerve::need(step.state(), model);
        let (face, before, passed) = single(step, "nerve", model, RollOf::Nerve, need);
        step.emit(Event::NerveTested { model, face, before, need, passed, edge: false });
    }
}

/// Rules `killteam:NERVE-10`, `killteam:NERVE-13`, `killteam:NERVE-18`.
pub(super) fn fall_back(step: Now<'_, '_>, path: &Route) {
    let model = check::active(step.state()).model;
    let path = moving::route(step.state(), model, path);
    let walked = moving::walk(step.state(), model, &path).ok();
    if step.state().model(model).down {
        step.emit(Event::StoodUp { model });
    }
    let falls = walked.as_ref().map(moving::falls).unwrap_or_default();
    step.emit(Event::SetOut { model, why: MoveFor::Fallback, path, falls });
}

pub(super) fn act_now(step: Now<'_, '_>, act: &Act, extra: bool) {
    let model = check::active(step.state()).model;
    let seat = model.seat();
    if extra {
        step.emit(Event::Spent { seat, cp: 1, on: Expense::Extra });
    }
    let deed = match act {
        Act::Walk(_) => Deed::Walk,
        Act::Run(_) => Deed::Run,
        Act::Charge { target, .. } => Deed::Charge(*target),
        Act::Attack(_) => Deed::Attack,
        Act::Aim => Deed::Aim,
        Act::Focus => Deed::Focus,
        Act::StandUp => Deed::StandUp,
        Act::Feat { feat, .. } => Deed::Feat(*feat),
    };
    // An attack is declared before it counts as done: a Focus of this activation still works.
    if let Act::Attack(blow) = act {
        let declared = check::declare_attack(step.state(), model, blow, 0);
        step.emit(Event::Did { model, deed, extra });
        if let Ok((attack, _)) = declared {
            pay_feats(step, model, &blow.feats);
            step.emit(Event::Declared(Box::new(attack)));
        }
        return;
    }
    step.emit(Event::Did { model, deed, extra });
    match act {
        Act::Walk(path) => set_out(step, model, MoveFor::Walk, path),
        Act::Run(path) => set_out(step, model, MoveFor::Run, path),
        Act::Charge { target, path } => set_out(step, model, MoveFor::Charge(*target), path),
        Act::StandUp => step.emit(Event::StoodUp { model }),
        Act::Feat { feat, on, to, path } => {
            let use_of = FeatUse { model, number: *feat, on: *on, to: *to, path };
            use_feat(step, &use_of);
        }
        Act::Aim | Act::Focus | Act::Attack(_) => {}
    }
}

pub(super) fn set_out(step: Now<'_, '_>, model: Id, why: MoveFor, path: &Route) {
    let path = moving::route(step.state(), model, path);
    let falls = moving::walk(step.state(), model, &path)
        .map(|walked| moving::falls(&walked))
        .unwrap_or_default();
    step.emit(Event::SetOut { model, why, path, falls });
}
