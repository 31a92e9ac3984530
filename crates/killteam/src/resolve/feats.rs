//! Special actions and abilities at work, effect by effect.

use super::{Now, activation::set_out};
use crate::card::Effect;
use crate::check::{self, FeatUse};
use crate::event::{Event, Expense};
use crate::rules::{feats, moving, wounds};
use crate::state::{Cause, Harm, Id, Models, MoveFor, Route, State, Using, members};

/// Pays for the feats that go with a roll, and marks them as used.
pub(super) fn pay_feats(step: Now<'_, '_>, model: Id, numbers: &[u8]) {
    for number in numbers {
        let Ok(feat) = feats::find(step.state(), model, *number) else { continue };
        let cost = feat.cost;
        if cost > 0 {
            let on = Expense::Feat(model, *number);
            step.emit(Event::Spent { seat: model.seat(), cp: cost, on });
        }
        step.emit(Event::Used { model, feat: *number, on: None });
    }
}

/// Rules `killteam:CARD-8`, `killteam:CARD-10`.
pub(super) fn use_feat(step: Now<'_, '_>, use_of: &FeatUse<'_>) {
    let FeatUse { model, number, on, to, path } = *use_of;
    let Ok(feat) = feats::find(step.state(), model, number).cloned() else { return };
    if feat.cost > 0 {
        let expense = Expense::Feat(model, number);
        step.emit(Event::Spent { seat: model.seat(), cp: feat.cost, on: expense });
    }
    step.emit(Event::Used { model, feat: number, on });
    let on = use_of.affected(step.state(), &feat);
    let plain = using(step.state(), model, number, use_of.subject(&feat), on);
    step.emit(Event::Using(Box::new(Using { to, path: path.clone(), ..plain })));
}

/// A feat about to work on these.
pub(super) fn using(state: &State, model: Id, feat: u8, subject: Id, on: Models) -> Using {
    let down = members(on).filter(|id| state.model(*id).down).fold(0, |set, id| set | id.bit());
    let (to, path) = (None, Route::new());
    Using { model, feat, on, down, subject, to, path, next: 0, ending: None }
}

/// The next effect of a feat in use. What comes of it (wounds, falls, strikes at a mover) is over
/// before the one after it.
///
/// Rule `killteam:CARD-10`.
pub(super) fn effect(step: Now<'_, '_>) {
    let state = step.state();
    let Some(using) = state.using.clone() else { return };
    let effects = &state.profile(using.model).feats[usize::from(using.feat - 1)].effects;
    let Some(effect) = effects.get(usize::from(using.next)).cloned() else {
        step.emit(Event::UsedUp);
        return;
    };
    step.emit(Event::NextEffect);
    let (state, subject) = (step.state(), using.subject);
    let fits = |at| check::fits(state, subject, at).is_ok();
    match (&effect, using.to) {
        // What came before may have felled it, or closed the way.
        (Effect::Move { .. }, _) => {
            if !state.model(subject).down && moving::walk(state, subject, &using.path).is_ok() {
                set_out(step, subject, MoveFor::Feat, &using.path);
            }
        }
        (Effect::Return { wounds, activated, .. }, Some(at)) if fits(at) => {
            let wounds = (*wounds).min(state.profile(subject).wounds);
            let activated = *activated;
            step.emit(Event::Returned { model: subject, at, wounds, activated });
        }
        (Effect::Place { .. }, Some(at)) if state.in_play(subject) && fits(at) => {
            step.emit(Event::Placed { model: subject, at });
        }
        (effect, _) => work(step, &using, effect),
    }
}

/// Some models, those of the first player before the other's: no seat comes first by its number.
///
/// Rule `killteam:K44`.
pub(super) fn in_turn(state: &State, set: Models) -> impl Iterator<Item = Id> + use<> {
    let first = state.roster(state.first).fold(0, |of, id| of | id.bit());
    members(set & first).chain(members(set & !first))
}

/// Lets an effect work on everybody it is for.
///
/// Rule `killteam:K57`.
pub(super) fn work(step: Now<'_, '_>, using: &Using, effect: &Effect) {
    let (owner, number, on) = (using.model, using.feat, using.on);
    // Who lay there before the feat was used and still does gets no recovery roll.
    let harmed = |state: &State, id: Id| {
        let harm = wounds::outside(state, id, Cause::Feat(owner));
        Harm { was_down: harm.was_down && using.down & id.bit() != 0, ..harm }
    };
    if let Effect::Gain { cp } = effect {
        step.emit(Event::Gained { seat: owner.seat(), cp: *cp });
        return;
    }
    if let Some(lasts) = feats::lasts(effect) {
        for id in in_turn(step.state(), on) {
            // Several lasting effects of one feat are one mark.
            let marked = step.state().statuses.iter().any(|status| {
                (status.on, status.by, status.feat, status.lasts) == (id, owner, number, lasts)
            });
            if !marked {
                step.emit(Event::Marked { on: id, by: owner, feat: number, lasts });
            }
        }
        return;
    }
    for id in in_turn(step.state(), on) {
        let state = step.state();
        if !state.in_play(id) {
            continue;
        }
        match effect {
            Effect::Heal { wounds } => {
                let missing = state.profile(id).wounds - state.model(id).wounds;
                let wounds = (*wounds).min(missing);
                if wounds > 0 {
                    step.emit(Event::Healed { model: id, wounds });
                }
            }
            Effect::Hits { count, ap, damage } => {
                let harm = harmed(state, id);
                let (hits, ap, damage) = (*count, *ap as i8, *damage);
                step.emit(Event::Threatened(Harm { hits, ap, damage, ..harm }));
            }
            Effect::Mortal { count } => {
                let harm = harmed(state, id);
                step.emit(Event::Threatened(Harm { mortal: *count, ..harm }));
            }
            Effect::KnockDown if !state.model(id).down => {
                step.emit(Event::KnockedDown { model: id });
            }
            Effect::StandUp if state.model(id).down => step.emit(Event::StoodUp { model: id }),
            _ => {}
        }
    }
}
