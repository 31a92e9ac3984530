//! Special actions and abilities as they would be used.

use kernel::Seat;
use killteam::action::{Act, Action};
use killteam::card::{Effect, Feat};
use killteam::rules::{feats, moving};
use killteam::state::{Id, Route};
use table::{Point, Spot};

use super::{Asked, feat_info, refusal};
use crate::Refusal;
use crate::wire::{FeatAnswer, FeatOn, Place};

const FAR: i32 = 1_000_000;

/// What a feat still needs to be told.
pub(super) fn needs(feat: &Feat) -> &'static [&'static str] {
    let places = |e: &Effect| matches!(e, Effect::Return { .. } | Effect::Place { .. });
    let placed = feat.effects.iter().any(places);
    let moved = feat.effects.iter().any(|effect| matches!(effect, Effect::Move { .. }));
    match (feat.pick.who.is_choice(), placed, moved) {
        (false, false, false) => &[],
        (true, false, false) => &["on"],
        (false, true, false) => &["to"],
        (false, _, true) => &["path"],
        (true, true, _) => &["on", "to"],
        (true, false, true) => &["on", "path"],
    }
}

/// A feat with what was said so far.
pub(super) fn feat(
    asked: Asked<'_>,
    model: &str,
    number: u8,
    on: Option<&str>,
    to: Option<Place>,
    extra: bool,
) -> Result<FeatAnswer, Refusal> {
    let id = asked.placed(model)?;
    let state = asked.state;
    let feat = feats::find(state, id, number).map_err(|why| refusal(&why))?;
    let on = on.map(|on| asked.model(on)).transpose()?;
    let action = |on: Option<Id>, to: Option<Spot>| {
        let act = Act::Feat { feat: number, on, to, path: Route::new() };
        if extra { Action::Extra(act) } else { Action::Act(act) }
    };
    let needs = needs(feat);
    let said = |what: &&&str| match **what {
        "on" => on.is_some(),
        "to" => to.is_some(),
        _ => false,
    };
    let next = needs.iter().find(|what| !said(what)).copied().unwrap_or("nothing");
    let ons = if feat.pick.who.is_choice() { ons(asked, id, feat) } else { Vec::new() };
    // Where it is placed, the highest surface there is meant, unless it is said.
    let subject = if feat.pick.who.is_choice() { on.unwrap_or(id) } else { id };
    let facing = state.figure(subject).map(|figure| figure.spot.facing).unwrap_or_default();
    let spots: Vec<Option<Spot>> = match to {
        None => vec![None],
        Some(to) => {
            let at = Point::new(to.x.clamp(-FAR, FAR), to.y.clamp(-FAR, FAR));
            let heights: Vec<i32> = match to.z {
                Some(z) => vec![z.clamp(-FAR, FAR)],
                None => moving::heights(state, at).iter().rev().map(|height| height.0).collect(),
            };
            heights.into_iter().map(|z| Some(Spot { at, z, facing })).collect()
        }
    };
    let tried = spots.into_iter().map(|to| asked.ready(&action(on, to)));
    let mut best = (None, None);
    for (ready, why) in tried {
        if ready.is_some() {
            best = (ready, None);
            break;
        }
        best.1 = best.1.or(why);
    }
    // What is still to be said is no reason against it, but what speaks against the feat itself is.
    let (action, mut refused) = best;
    if next != "nothing" {
        let now = asked.seat.map(|_| general(asked, id, number, extra));
        refused = now.flatten();
    }
    let faction = state.fixed.setup.teams.get(id.seat().index());
    let faction = faction.and_then(|roster| roster.find_faction().ok());
    let text = feat_info(number, feat, faction).text;
    Ok(FeatAnswer { refused, needs: next.into(), ons, text, action })
}

/// What speaks against a feat whatever is chosen for it.
pub(super) fn general(asked: Asked<'_>, id: Id, number: u8, extra: bool) -> Option<Refusal> {
    let state = asked.state;
    let act = Act::Feat { feat: number, on: None, to: None, path: Route::new() };
    match (state.ask, &state.activation) {
        (killteam::state::Ask::Act(seat), Some(now))
            if now.model == id && Some(seat) == asked.seat =>
        {
            killteam::rules::activation::check(state, now, &act, extra)
                .and_then(|()| feats::usable(state, id, number, None, u8::from(extra)))
                .err()
                .map(|why| refusal(&why))
        }
        // It is not its time: the rules say so whatever is chosen.
        _ => {
            let action = if extra { Action::Extra(act) } else { Action::Act(act) };
            asked.why(&action)
        }
    }
}

/// On whom a feat could be used, and why not on others.
fn ons(asked: Asked<'_>, id: Id, feat: &Feat) -> Vec<FeatOn> {
    let state = asked.state;
    let own = feat.pick.who.is_own();
    let seats = [Seat(0), Seat(1)].into_iter().filter(|seat| (*seat == id.seat()) == own);
    seats
        .flat_map(|seat| state.roster(seat))
        .filter(|on| *on != id)
        .map(|on| {
            let why = (!feats::picks(state, id, feat, on)).then(|| {
                let wrong = killteam::check::FeatUse {
                    model: id,
                    number: 0,
                    on: Some(on),
                    to: None,
                    path: &Route::new(),
                };
                wrong.check_pick(state, feat).err().map_or_else(
                    || Refusal::plainly(format!("{on} can't be chosen")),
                    |why| refusal(&why),
                )
            });
            FeatOn { id: on.to_string(), why }
        })
        .collect()
}

/// Why a feat finds nobody, by what speaks against the first; nothing if it finds somebody.
pub(super) fn nobody(asked: Asked<'_>, id: Id, feat: &Feat) -> Option<Refusal> {
    if !feat.pick.who.is_choice() {
        return None;
    }
    let ons = ons(asked, id, feat);
    if ons.iter().any(|on| on.why.is_none()) {
        return None;
    }
    let none = || Some(Refusal::plainly("there is nobody to choose"));
    ons.into_iter().next().map_or_else(none, |on| on.why)
}
