//! The laws, one file to a family.

mod bots;
mod candidates;
mod fold;
mod refusal;
mod replay;
mod secrecy;
mod symmetry;
mod undo;
mod words;

pub use bots::{Maker, bot_is_legal, bot_sees_only_its_view};
pub use candidates::{candidates_are_lawful, lots_are_lawful};
pub use fold::{events_fold_to_the_state, random_play_ends};
pub(crate) use refusal::says_why;
pub use refusal::{refusals_change_nothing, strange_actions};
pub use replay::{cut_and_play_on, replay_equals_play, same_seed_same_log};
pub use secrecy::{guess_fits_the_view, hidden_facts_do_not_matter, watchers_know_no_secret};
pub use symmetry::{Turn, refusals_are_symmetric, seats_are_symmetric};
pub use undo::undo_restores;
pub use words::{
    actions_round_trip, narration_speaks, pictures_round_trip, values_round_trip,
    views_fit_a_terminal,
};
