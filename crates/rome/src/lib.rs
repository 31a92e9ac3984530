//! Vanguard: Rome, a card game of battle lines for two to four players.
//!
//! * The nouns: [`cards`], [`space`], [`mod@line`], [`state`], [`action`], [`event`], [`violation`].
//! * The verbs: `check` (may I?), `resolve` (what happens?), `apply` (change).
//! * The rules themselves: [`rules`], a file a chapter; each function names its rows in the ledger.
//! * What a seat sees, in data, words and text pictures: [`view`], `narrate`, [`picture`].

#![forbid(unsafe_code)]

pub mod action;
mod apply;
mod candidates;
pub mod cards;
mod check;
mod earnings;
mod evaluate;
pub mod event;
mod explain;
mod guess;
pub mod line;
mod lot;
mod narrate;
pub mod odds;
pub mod picture;
mod resolve;
pub mod rules;
pub mod setup;
pub mod space;
pub mod state;
pub mod text;
pub mod turn_table;
pub mod view;
pub mod violation;
mod words;

use kernel::{Awaiting, Dice, Earning, Fault, Game, Knower, Seat, SeatSet, Source, Step};

use crate::action::Action;
use crate::cards::{COMMANDS, Command, KINDS, Kind};
use crate::event::{Event, Open, Seen};
use crate::setup::Setup;
use crate::state::{Phase, State};
use crate::view::View;
use crate::violation::Violation;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Rome;

impl Game for Rome {
    const ID: &'static str = "rome";
    const TITLE: &'static str = "Vanguard: Rome";
    const ACTIONS_MAX: u32 = 60_000;

    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Seen = Seen;
    type View = View;
    type Violation = Violation;

    fn ledger() -> &'static str {
        include_str!("../../../rulebook/rome.toml")
    }

    fn validate(setup: &Setup) -> Result<(), Vec<Fault>> {
        let faults = setup.faults();
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    fn seats(setup: &Setup) -> u8 {
        setup.players
    }

    fn start(setup: &Setup) -> State {
        State::new(setup)
    }

    fn open(step: &mut Step<'_, Self>) {
        resolve::open(step);
    }

    fn awaiting(state: &State) -> Awaiting {
        match state.table.phase {
            Phase::Over(outcome) => Awaiting::Over(outcome),
            Phase::Dealing => Awaiting::Seats(SeatSet::EMPTY),
            Phase::Arranging | Phase::Night | Phase::Clash => Awaiting::Seats(state.table.owing),
            _ => Awaiting::Seats(SeatSet::one(state.table.active)),
        }
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Violation> {
        if !state.table.seats().contains(seat) {
            return Err(Violation::NotYourTurn { seat, active: state.table.active });
        }
        check::check(&state.mind(seat), action)
    }

    fn resolve(step: &mut Step<'_, Self>, seat: Seat, action: &Action) {
        resolve::resolve(step, seat, action);
    }

    #[allow(clippy::inline_always)] // Into `Step::emit`, which says why.
    #[inline(always)]
    fn apply(state: &mut State, event: &Event) {
        apply::apply(state, event);
    }

    fn view(state: &State, seat: Seat) -> View {
        view::view(state, seat)
    }

    fn viewer(view: &View) -> Seat {
        view.seat
    }

    fn seen(event: &Event, seat: Seat) -> Option<Seen> {
        Some(event.seen_by(Some(seat)))
    }

    fn known(event: &Event) -> Seen {
        event.seen_by(None)
    }

    fn reveals(event: &Event) -> bool {
        match event {
            Event::Dealt { .. } | Event::CommandDrawn { .. } | Event::Deployed { .. } => true,
            Event::Planned { .. } | Event::Declared { .. } => false,
            Event::Open(open) => matches!(
                open,
                Open::Revealed { .. }
                    | Open::ChariotShown { .. }
                    | Open::Played { .. }
                    | Open::Discarded { .. }
                    | Open::Struck { .. }
                    | Open::Kept { .. }
                    | Open::LineCleared { .. }
            ),
        }
    }

    fn candidates(view: &View, limit: usize, out: &mut Vec<Action>) {
        candidates::candidates(view, limit, out);
    }

    fn lot(who: Knower<'_, Self>, random: &mut dyn FnMut(u32) -> u32) -> Action {
        match who.source() {
            Source::State(state, seat) => lot::lot(&state.mind(*seat), random),
            Source::View(view) => lot::lot(&view.mind(), random),
        }
    }

    fn guess(view: &View, dice: &mut dyn Dice) -> State {
        guess::guess(view, dice)
    }

    const WINNING: i32 = 550;
    const SIMULATIONS: [u32; 2] = [4, 400];
    const HORIZON: [u32; 2] = [1, 4];
    const NOTICES: usize = 16;
    const IDEAS: [usize; 2] = [2, 8];

    fn evaluate(state: &State, seat: Seat) -> i32 {
        evaluate::evaluate(state, seat)
    }

    fn tally(event: &Event, count: &mut dyn FnMut(Seat, usize)) {
        match event {
            Event::Dealt { seat, kind } | Event::Open(Open::UnitDrawn { seat, kind }) => {
                count(*seat, kind.index());
            }
            Event::Open(Open::Played { seat, command }) => count(*seat, KINDS + command.index()),
            Event::Open(Open::Killed(fate)) => {
                count(fate.seat, KINDS + COMMANDS + fate.kind.index());
            }
            _ => {}
        }
    }

    fn tally_names() -> Vec<(&'static str, String)> {
        let received = Kind::ALL.iter().map(|kind| ("units received", kind.to_string()));
        let played = Command::ALL.iter().map(|command| ("commands played", command.to_string()));
        let lost = Kind::ALL.iter().map(|kind| ("units lost", kind.to_string()));
        received.chain(played).chain(lost).collect()
    }

    fn turns(state: &State) -> u32 {
        u32::from(state.table.turn)
    }

    fn turn_begun(event: &Event) -> Option<Seat> {
        match event {
            Event::Open(Open::TurnBegan { seat, .. }) => Some(*seat),
            _ => None,
        }
    }

    fn decided_by(end: &State) -> &'static str {
        earnings::decided_by(&end.table)
    }

    fn earnings(_: &State, events: &[Event]) -> Vec<Earning> {
        earnings::earnings(events)
    }
}
