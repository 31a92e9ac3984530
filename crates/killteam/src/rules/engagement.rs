//! Who is engaged with whom.

use crate::state::{Id, Models, State, members, other};

/// Whether two enemies are engaged: one is within the other's engagement range, and there is a line
/// of sight between them, which is the same from both ends.
///
/// Rules `killteam:ENG-1`, `killteam:ENG-2`, `killteam:ENG-3`, `killteam:ENG-4`, `killteam:K18`.
pub fn engaged(state: &State, a: Id, b: Id) -> bool {
    a.seat() != b.seat() && in_reach(state, a, b) && state.scene().sees(a.index(), b.index())
}

/// Whether one of the two is within the engagement range of the other.
fn in_reach(state: &State, a: Id, b: Id) -> bool {
    let (Some(first), Some(second)) = (state.figure(a), state.figure(b)) else { return false };
    let reach = state.profile(a).engages.max(state.profile(b).engages);
    reach.is_some_and(|reach| first.within(second, reach.max(table::Length::CONTACT)))
}

/// The enemies a model is engaged with.
pub fn engagements(state: &State, id: Id) -> Models {
    state
        .on_table(other(id.seat()))
        .filter(|enemy| engaged(state, id, *enemy))
        .fold(0, |set, enemy| set | enemy.bit())
}

/// Whether a model is engaged at all.
pub fn is_engaged(state: &State, id: Id) -> bool {
    state.on_table(other(id.seat())).any(|enemy| engaged(state, id, enemy))
}

/// The standing enemies a model is engaged with: those that keep it from shooting and from being
/// shot at.
///
/// Rules `killteam:ENG-7`, `killteam:ENG-8`, `killteam:DOWN-3`, `killteam:K21`.
pub fn pinned_by(state: &State, id: Id) -> Models {
    state
        .on_table(other(id.seat()))
        .filter(|enemy| !state.model(*enemy).down && engaged(state, id, *enemy))
        .fold(0, |set, enemy| set | enemy.bit())
}

/// Whether some other friend of the attacker is engaged with the target and with nobody else, so
/// that the attacker outnumbers it.
///
/// Rules `killteam:MEL-6`, `killteam:MEL-7`, `killteam:K31`.
pub fn outnumbers(state: &State, attacker: Id, target: Id) -> bool {
    members(engagements(state, target) & !attacker.bit())
        .any(|friend| engagements(state, friend) == target.bit())
}
