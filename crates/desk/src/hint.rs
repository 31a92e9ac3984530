//! What a bot would do, in the words of a page.

use games::{Expected, Reason, Reasons};
use kernel::{Played, Thoughts};

use crate::DeskGame;
use crate::spoken::Voice;

/// What a bot thought; each choice and each step it expects is a sentence.
pub(crate) fn reasons<G: DeskGame>(
    view: &G::View,
    action: &G::Action,
    thoughts: Option<Thoughts<G::Action>>,
) -> Reasons {
    let actions: Vec<G::Action> = match &thoughts {
        Some(thoughts) => thoughts.weighed.iter().map(|one| one.action.clone()).collect(),
        None => vec![action.clone()],
    };
    let line: Vec<Played<G::Action>> =
        thoughts.as_ref().map(|thoughts| thoughts.line.clone()).unwrap_or_default();
    let mut reasons = games::reasons::<G>(view, action, thoughts);
    for (Reason { choice, .. }, action) in reasons.weighed.iter_mut().zip(&actions) {
        *choice = self::choice::<G>(view, action);
    }
    for (at, (Expected { text, .. }, played)) in reasons.line.iter_mut().zip(&line).enumerate() {
        *text = G::sentence(view, &line[..at], played.seat, &played.action);
    }
    reasons
}

/// A choice in a list, as a sentence.
pub(crate) fn choice<G: DeskGame>(view: &G::View, action: &G::Action) -> games::Choice {
    let plain = games::choice::<G>(view, action);
    let voice = Voice::<G> { setup: G::setup_of(view), turned: G::turned(view) };
    let warning = plain.warning.map(|text| voice.said(&text));
    let description = G::sentence(view, &[], G::viewer(view), action);
    games::Choice { description, warning, ..plain }
}
