//! Vanguard: Rome on the desk.

mod ask;
mod attack;
mod cards;
mod deeds;
mod details;
mod scene;
mod sentence;
#[cfg(test)]
mod tests;
pub mod wire;

use kernel::{Played, Seat};
use rome::Rome;
use rome::action::Action;
use rome::event::Event;
use rome::state::State;
use rome::view::View;
use serde_json::Value;

pub use ask::RomeRequest;

use crate::wire::{Detail, Series, Sheet};
use crate::{Answer, DeskGame, Known};

impl DeskGame for Rome {
    const ABOUT: &'static str = "A card game of two battle lines: place units, shift them, play \
                                 commands, and break the enemy's vanguard.";
    const TAKEN: (&'static str, &'static str) = ("unit", "units");

    fn draw(known: Known<'_, Self>, sheet: &mut Sheet) {
        sheet.rome = serde_json::to_value(scene::scene(known)).ok();
    }

    fn ask(
        known: Known<'_, Self>,
        _: Option<Seat>,
        what: &str,
        question: &Value,
    ) -> Option<Answer> {
        RomeRequest::NAMES.contains(&what).then(|| ask::answer(known, crate::read(question, what)?))
    }

    fn sentence(view: &View, earlier: &[Played<Action>], seat: Seat, action: &Action) -> String {
        sentence::sentence(view, earlier.is_empty() && seat == view.seat, action)
    }

    fn questions() -> &'static [&'static str] {
        RomeRequest::NAMES
    }

    fn sound(view: &View) -> Result<(), String> {
        view.sound()
    }

    fn details(_: &State, _: Option<&Action>, events: &[Event]) -> Vec<Vec<Detail>> {
        events.iter().map(details::of).collect()
    }

    fn series(positions: &[State]) -> Vec<Series> {
        details::series(positions)
    }
}
