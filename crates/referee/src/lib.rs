//! Games with programs of other people at the table.
//!
//! A program speaks JSON lines on its standard input and output, as chess engines speak theirs;
//! [`message`] is the protocol and `docs/bot-protocol.md` its reference. Nothing a program does can
//! hold the table up or make it do what the rules forbid: what is wrong is answered, counted, and at
//! a limit the game is forfeited.
//!
//! * [`Series`] plays many games and [`Report`] tells what came of them.
//! * [`wording`] makes the messages from a match.
//! * [`House`] says what programs are allowed.
//!
//! A program gets its seat's view and the events its seat has seen, and nothing else.

#![forbid(unsafe_code)]

mod command;
mod conduct;
mod engine;
mod entry;
mod game;
mod guest;
mod judge;
mod lines;
pub mod message;
mod pace;
mod process;
mod program;
mod report;
mod rules;
pub mod schema;
mod series;
mod transcript;
pub mod wording;

pub use conduct::{Forfeit, Strike};
pub use guest::{FromBotOf, ToBotOf};
pub use judge::{No, judge};
pub use pace::{Bank, Pace, Span};
pub use program::{Entrant, Program};
pub use report::{EntrantReport, GameReport, Report, SeatReport, Share};
pub use rules::House;
pub use series::{Keep, Played, Series};
