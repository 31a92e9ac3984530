//! The other half of a game, for the edges: words and text pictures.

use std::fmt;

use crate::dice::ScriptEntry;
use crate::{Game, RuleId, Seat};

/// One die that was thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// What came up.
    pub face: u8,
    /// Whether that was enough; nothing where nothing was needed.
    pub success: Option<bool>,
    /// Whether it was thrown again.
    pub again: bool,
}

/// Dice that were thrown together, as they lie on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// Who threw them; nobody in particular for a roll of both sides.
    pub seat: Option<Seat>,
    /// What for, in a few words.
    pub label: String,
    /// The least face that is enough, if one is.
    pub need: Option<u8>,
    /// The dice in the order they were thrown.
    pub faces: Vec<Face>,
}

/// Something wrong with a text picture: where and what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureError {
    /// The line in the picture, from 1; 0 for the picture as a whole.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}", self.message),
            line => write!(f, "line {line} of the picture: {}", self.message),
        }
    }
}

/// Reads the file of a name, or says why it can't.
pub type Files<'a> = &'a dyn Fn(&str) -> Result<String, String>;

/// How a game speaks: text for actions, rolls, events and positions.
pub trait Words: Game {
    /// The setup of an ordinary game for so many seats.
    fn default_setup(seats: u8) -> Self::Setup;

    /// Options as people write them: `mode=full`, `players=3`. Changes the setup by one.
    fn set_option(setup: &mut Self::Setup, key: &str, value: &str) -> Result<(), String>;

    /// The same where a value may name a file, such as a roster or a table of one's own: `files`
    /// reads the file of that name. Games without such options need not care.
    fn set_option_with(
        setup: &mut Self::Setup,
        key: &str,
        value: &str,
        files: Files<'_>,
    ) -> Result<(), String> {
        let _ = files;
        Self::set_option(setup, key, value)
    }

    /// The options there are: key, values, meaning.
    fn options() -> &'static [(&'static str, &'static str, &'static str)];

    /// The ids of the teams that come with the game, for the option `teams`; none if it has none.
    fn teams() -> Vec<String> {
        Vec::new()
    }

    /// The setup in a few words.
    fn describe_setup(setup: &Self::Setup) -> String;

    /// Reads an action as people type it.
    fn parse_action(text: &str) -> Result<Self::Action, String>;

    /// The action as people type it. Reads back to the same action.
    fn action_text(action: &Self::Action) -> String;

    /// The action in words, with what it does, for a list of choices.
    fn describe_action(view: &Self::View, action: &Self::Action) -> String;

    /// Reads scripted rolls: one, or several of a kind where the game can be told them in one go.
    fn parse_rolls(text: &str) -> Result<Vec<ScriptEntry>, String>;

    /// One sentence on an event, for somebody who may know all; empty for mere bookkeeping. The
    /// setup has the names of what takes part.
    fn narrate(setup: &Self::Setup, event: &Self::Event) -> String;

    /// One sentence on what a seat sees of an event.
    fn narrate_seen(setup: &Self::Setup, seen: &Self::Seen) -> String;

    /// A sentence of the game, said for those who do not type: with names where a terminal has ids,
    /// and from the other end for whoever looks from there. Games whose sentences are the same
    /// everywhere need not care.
    fn spoken(setup: &Self::Setup, turned: bool, text: &str) -> String {
        let _ = (setup, turned);
        text.to_owned()
    }

    /// Whether a seat looks at the table from its far end, where a page shows it turned round.
    fn turned(view: &Self::View) -> bool {
        let _ = view;
        false
    }

    /// The rule an event is about, if it is about one more than about others.
    fn rule_of(seen: &Self::Seen) -> Option<RuleId> {
        let _ = seen;
        None
    }

    /// The dice an event shows; none in games without.
    fn dice_of(setup: &Self::Setup, seen: &Self::Seen) -> Vec<Thrown> {
        let _ = (setup, seen);
        Vec::new()
    }

    /// Whether an action is nobody else's business, judged by what followed from it: then others are
    /// told what they saw of it, not what was said. Games without secret decisions say no.
    fn secret(events: &[Self::Event]) -> bool {
        let _ = events;
        true
    }

    /// What the seat is asked now, in a sentence; `None` if it owes nothing.
    fn question(view: &Self::View) -> Option<String>;

    /// The whole position as a text picture.
    fn diagram(state: &Self::State) -> String;

    /// What a seat sees as a text picture, for a terminal of 80 columns.
    fn diagram_view(view: &Self::View) -> String;

    /// The setup a picture is of: the given one, changed where the picture says so.
    fn pictured_setup(setup: &Self::Setup, picture: &str) -> Self::Setup {
        let _ = picture;
        setup.clone()
    }

    /// Builds a position from a picture; what the picture leaves out is as in an ordinary game.
    fn position(setup: &Self::Setup, picture: &str) -> Result<Self::State, PictureError>;

    /// Where the position differs from what a picture says; the picture may leave out what it
    /// doesn't care for.
    fn compare(state: &Self::State, picture: &str) -> Result<Vec<String>, PictureError>;

    /// The same for what a seat sees.
    fn compare_view(view: &Self::View, picture: &str) -> Result<Vec<String>, PictureError>;

    /// Answers a question about the position from what the seat knows (`explain f0`, …): lines of
    /// numbers and rules. What may be asked is the game's own.
    fn explain(view: &Self::View, question: &str) -> Result<Vec<String>, String>;

    /// What is worth knowing before an action is taken though it is legal: a wasted card, say.
    fn warning(view: &Self::View, action: &Self::Action) -> Option<String>;

    /// The seat's name at the table.
    fn seat_name(seat: Seat) -> String {
        seat.to_string()
    }
}
