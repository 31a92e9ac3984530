//! What a game adds to the desk.

use kernel::{Game, Played, Seat};
use odds::Odds;
use serde_json::Value;

use crate::wire::{Detail, GameInfo, Series, Sheet};
use crate::{Answer, Refusal};

/// A position as somebody knows it.
pub enum Known<'a, G: Game> {
    /// By one who may know all.
    All(&'a G::State),
    /// By a seat, or by one who watches.
    View(&'a G::View),
}

// Derived, these would ask the same of the game.
impl<G: Game> Clone for Known<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Known<'_, G> {}

/// What a game adds: how its positions are drawn, and questions of its own.
pub trait DeskGame: Odds {
    /// What it is, in a sentence or two.
    const ABOUT: &'static str;

    /// In what is counted what a side took from the other: one, and several.
    const TAKEN: (&'static str, &'static str);

    /// Ready teams and tables by name, if the game has any.
    fn furnish(info: &mut GameInfo) {
        let _ = info;
    }

    /// Draws the position on the sheet.
    fn draw(known: Known<'_, Self>, sheet: &mut Sheet);

    /// Takes from the sheet what the page has already: `shown` is what it was told at last.
    fn spare(sheet: &mut Sheet, shown: &mut String) {
        let _ = (sheet, shown);
    }

    /// Answers a question of the game's own (`kt.deeds`): nothing if there is no such question.
    fn ask(
        known: Known<'_, Self>,
        seat: Option<Seat>,
        what: &str,
        question: &Value,
    ) -> Option<Answer>;

    /// The setup a view is of, where sentences need its names.
    fn setup_of(view: &Self::View) -> Option<&Self::Setup> {
        let _ = view;
        None
    }

    /// What the sides of a setup are called, a seat each; none where they are only letters.
    fn names(setup: &Self::Setup) -> Vec<String> {
        let _ = setup;
        Vec::new()
    }

    /// What a sort of piece is called of which earnings tell.
    fn piece(setup: &Self::Setup, id: &str) -> String {
        let _ = setup;
        id.to_owned()
    }

    /// An action as a sentence for those who do not type; `seat` takes it after `earlier`, which
    /// are still to come in this view.
    fn sentence(
        view: &Self::View,
        earlier: &[Played<Self::Action>],
        seat: Seat,
        action: &Self::Action,
    ) -> String;

    /// The names of the game's own questions.
    fn questions() -> &'static [&'static str];

    /// The table of a setup, for games that have one.
    fn preview(setup: &Self::Setup) -> Answer {
        let _ = setup;
        Ok(Value::Null)
    }

    /// Whether a view that came from elsewhere holds together, so that it can be asked about.
    fn sound(view: &Self::View) -> Result<(), String> {
        let _ = view;
        Ok(())
    }

    /// What stands behind the events of an entry, a list for each: `before` is the position before.
    /// Nothing may be told that anybody does not know.
    fn details(
        before: &Self::State,
        action: Option<&Self::Action>,
        events: &[Self::Event],
    ) -> Vec<Vec<Detail>> {
        let _ = (before, action);
        events.iter().map(|_| Vec::new()).collect()
    }

    /// What a roll of this label is for, where luck is told of it.
    fn luck(label: &str) -> Option<&'static str> {
        let _ = label;
        None
    }

    /// Numbers over time: `positions` has the position after each entry.
    fn series(positions: &[Self::State]) -> Vec<Series>;
}

/// No such seat.
pub(crate) fn no_seat(seat: Seat, seats: u8) -> Refusal {
    Refusal::plainly(format!("there is no seat {seat}: {seats} sit at this table"))
}
