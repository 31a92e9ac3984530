//! Kill Team Vanguard: a skirmish of single models, with tape measure, line of sight and dice.
//!
//! * What one plays with: [`card`] (stat cards and the vocabulary of abilities), [`faction`],
//!   [`roster`], [`tables`], [`setup`].
//! * The nouns: [`state`], [`action`], [`event`], [`violation`].
//! * The verbs: [`check`] (may I?), `resolve` (what happens?), `apply` (change).
//! * How likely things are: [`odds`].
//! * How it speaks: `words`, `narrate`, `explain`, `speech` for pages, and `picture` for positions as text.
//! * The rules themselves: [`rules`], a file a chapter; each function names its rows in the ledger.

#![forbid(unsafe_code)]

pub mod action;
mod apply;
mod beats;
mod candidates;
pub mod card;
pub mod check;
mod earnings;
mod evaluate;
pub mod event;
pub mod explain;
pub mod faction;
pub mod ideas;
mod judge;
mod lot;
pub mod narrate;
pub mod odds;
mod picture;
mod places;
mod resolve;
pub mod roster;
pub mod rules;
pub mod setup;
pub mod speech;
pub mod stat_card;
pub mod state;
pub mod tables;
mod tally;
pub mod view;
pub mod violation;
pub mod ways;
mod weights;
pub mod words;

use kernel::{Awaiting, Dice, Earning, Eye, Fault, Game, Knower, Seat, SeatSet, Source, Step};

use crate::action::Action;
use crate::event::{Event, Seen};
use crate::setup::{Setup, TableChoice};
use crate::state::{Ask, State};
use crate::view::View;
use crate::violation::Violation;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct KillTeam;

impl Game for KillTeam {
    const ID: &'static str = "killteam";
    const TITLE: &'static str = "Kill Team Vanguard";
    const ACTIONS_MAX: u32 = 20_000;

    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Seen = Seen;
    type View = View;
    type Violation = Violation;

    fn ledger() -> &'static str {
        include_str!("../../../rulebook/killteam.toml")
    }

    fn data() -> Vec<&'static str> {
        faction::FILES.iter().chain(tables::FILES).map(|(_, text)| *text).collect()
    }

    fn validate(setup: &Setup) -> Result<(), Vec<Fault>> {
        let faults = setup.faults();
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    fn variant(setup: &Setup, number: u64) -> Setup {
        let table = match setup.table {
            TableChoice::Seed(seed) => TableChoice::Seed(seed.wrapping_add(number)),
            TableChoice::Placed(seed) => TableChoice::Placed(seed.wrapping_add(number)),
            ref own => own.clone(),
        };
        Setup { table, ..setup.clone() }
    }

    fn seats(_: &Setup) -> u8 {
        2
    }

    fn start(setup: &Setup) -> State {
        State::new(setup)
    }

    fn open(step: &mut Step<'_, Self>) {
        resolve::open(step);
    }

    fn awaiting(state: &State) -> Awaiting {
        match state.ask {
            Ask::Over(outcome) => Awaiting::Over(outcome),
            _ => Awaiting::Seats(
                [Seat(0), Seat(1)]
                    .into_iter()
                    .filter(|seat| check::owes(state, *seat))
                    .fold(SeatSet::EMPTY, SeatSet::with),
            ),
        }
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Violation> {
        check::check(state, seat, action)
    }

    fn resolve(step: &mut Step<'_, Self>, seat: Seat, action: &Action) {
        resolve::resolve(step, seat, action);
    }

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
        matches!(event, Event::BidsShown { .. } | Event::Bid { .. })
    }

    fn candidates(view: &View, limit: usize, out: &mut Vec<Action>) {
        out.clear();
        if check::owes(&view.state, view.seat) {
            candidates::candidates(&view.state, view.seat, limit, out);
        }
    }

    fn lot(who: Knower<'_, Self>, random: &mut dyn FnMut(u32) -> u32) -> Action {
        match who.source() {
            Source::State(state, seat) => lot::lot(state, *seat, random),
            Source::View(view) => lot::lot(&view.state, view.seat, random),
        }
    }

    fn guess(view: &View, dice: &mut dyn Dice) -> State {
        view::guess(view, dice)
    }

    fn evaluate(state: &State, seat: Seat) -> i32 {
        evaluate::evaluate(state, seat)
    }

    const SIMULATIONS: [u32; 2] = [24, 180];
    const HORIZON: [u32; 2] = [2, 8];
    const IDEAS: [usize; 2] = [4, 8];
    const APPRAISES: bool = true;
    const TELLING: i32 = 2000;

    fn appraise(view: &View, actions: &[Action], eye: Eye, out: &mut Vec<i32>) {
        judge::appraise(&view.state, view.seat, actions, eye, out);
    }

    fn tally(event: &Event, count: &mut dyn FnMut(Seat, usize)) {
        tally::tally(event, count);
    }

    fn tally_names() -> Vec<(&'static str, String)> {
        tally::names()
    }

    fn turns(state: &State) -> u32 {
        u32::from(state.turns)
    }

    fn turn_begun(event: &Event) -> Option<Seat> {
        match event {
            Event::TurnBegan { seat } => Some(*seat),
            _ => None,
        }
    }

    fn decided_by(end: &State) -> &'static str {
        earnings::decided_by(end)
    }

    fn earnings(start: &State, events: &[Event]) -> Vec<Earning> {
        earnings::earnings(start, events)
    }
}
