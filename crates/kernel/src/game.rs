//! The contract: what every game can be asked.

use std::fmt;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{Dice, Earning, Roll, RollKind, RuleId, Seat, SeatSet};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// One seat has won.
    Win(Seat),
    /// Nobody has.
    Draw,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(seat) => write!(f, "{seat} wins"),
            Outcome::Draw => f.write_str("draw"),
        }
    }
}

/// Whom a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaiting {
    /// These seats owe a decision, in any order among them.
    Seats(SeatSet),
    /// Nobody does: it is over.
    Over(Outcome),
}

/// Something wrong with a setup: where, what, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The field, as a path from the setup's top.
    pub at: String,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.message)
    }
}

/// Why an action is refused: a sentence with the numbers, and the rule behind it.
pub trait Refusal: fmt::Display + fmt::Debug + Clone + PartialEq {
    /// The rule that forbids it.
    fn rule(&self) -> RuleId;
}

/// One action being resolved: the only way to change a state is to emit an event.
pub struct Step<'a, G: Game> {
    state: &'a mut G::State,
    dice: &'a mut dyn Dice,
    events: Option<&'a mut Vec<G::Event>>,
}

impl<'a, G: Game> Step<'a, G> {
    /// Starts resolving on a state; events are added to `events`.
    pub fn new(
        state: &'a mut G::State,
        dice: &'a mut dyn Dice,
        events: &'a mut Vec<G::Event>,
    ) -> Self {
        Step { state, dice, events: Some(events) }
    }

    /// Starts resolving on a state whose events nobody will read: they are applied and forgotten.
    pub fn unrecorded(state: &'a mut G::State, dice: &'a mut dyn Dice) -> Self {
        Step { state, dice, events: None }
    }

    /// The state as it is now, all events so far applied.
    #[inline]
    pub fn state(&self) -> &G::State {
        self.state
    }

    /// Lets something happen.
    // Where an event is emitted its sort is known: inlined, applying it is no choice among all sorts.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    pub fn emit(&mut self, event: G::Event) {
        G::apply(self.state, &event);
        if let Some(events) = &mut self.events {
            events.push(event);
        }
    }

    /// Rolls; the game emits an event with what came up.
    #[inline]
    pub fn roll(&mut self, roll: Roll, kind: RollKind<'_>) -> u32 {
        self.dice.roll(roll, kind)
    }
}

/// A seat with what it knows, from a view or straight from the state.
///
/// Only the game itself can look inside: a bot that holds one learns no more than the view, and the
/// view need not be built for a bot that does not ask for it.
pub struct Knower<'a, G: Game>(pub(crate) Source<'a, G>);

/// Where the knowledge comes from.
pub enum Source<'a, G: Game> {
    /// From the whole position: use nothing but what the seat may know.
    State(&'a G::State, Seat),
    /// From the seat's view.
    View(&'a G::View),
}

impl<'a, G: Game> Knower<'a, G> {
    /// From the seat's view.
    pub fn from_view(view: &'a G::View) -> Self {
        Knower(Source::View(view))
    }

    /// From the whole position. For drivers and rollouts, which may.
    pub fn from_state(state: &'a G::State, seat: Seat) -> Self {
        Knower(Source::State(state, seat))
    }

    /// What is inside, for the game that implements [`Game::lot`].
    pub fn source(&self) -> &Source<'a, G> {
        &self.0
    }

    /// The seat's view.
    pub fn view(&self) -> std::borrow::Cow<'a, G::View> {
        match &self.0 {
            Source::State(state, seat) => std::borrow::Cow::Owned(G::view(state, *seat)),
            Source::View(view) => std::borrow::Cow::Borrowed(view),
        }
    }

    /// One legal action by lot.
    pub fn lot(self, random: &mut dyn FnMut(u32) -> u32) -> G::Action {
        G::lot(self, random)
    }
}

/// With what experience candidates are appraised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Eye {
    /// By rules of thumb, as somebody judges who knows the rules and has played a little.
    #[default]
    Plain,
    /// As well as the game can: by what many games have taught.
    Seasoned,
    /// Seasoned too, but in a hurry: nothing that takes long. This is what simulations are made with.
    Hasty,
}

/// A game's rules.
///
/// Implementations hold no data: everything is in the setup and the state, and both are plain. The
/// laws every implementation keeps are in the `conformance` crate.
pub trait Game: Sized + 'static {
    /// The short name: of files, commands and rule ids.
    const ID: &'static str;
    /// The name people use.
    const TITLE: &'static str;
    /// No game of random decisions takes more than this many actions.
    const ACTIONS_MAX: u32;

    /// Who plays, with what, where, which options.
    type Setup: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// A position: plain, cheap to clone, without seed, clock or I/O.
    type State: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What a seat may do.
    type Action: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What happens.
    type Event: Clone + fmt::Debug + PartialEq + Serialize + Send + Sync;
    /// What a seat gets to see of an event. Another type, so that a raw event can't be sent by
    /// mistake.
    type Seen: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What a seat knows of a position.
    type View: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// Why an action is refused.
    type Violation: Refusal;

    /// The game's ledger, as text.
    fn ledger() -> &'static str;

    /// The data files the game comes with (factions, tables), as texts: a record tells with which
    /// rules and data it was played.
    fn data() -> Vec<&'static str> {
        Vec::new()
    }

    /// The hash of ledger and data that records carry. These are part of the program, so it is
    /// reckoned once: a server tells it with every position.
    fn rules_hash() -> String {
        crate::hash::once(std::any::TypeId::of::<Self>(), || {
            let data = Self::data();
            if data.is_empty() {
                return crate::hash::of_text(Self::ledger());
            }
            crate::hash::of_text(&[&[Self::ledger()], &data[..]].concat().join("\0"))
        })
    }

    /// Checks a setup whole: every fault is reported at once.
    fn validate(setup: &Self::Setup) -> Result<(), Vec<Fault>>;

    /// The same game on other ground, for batches that should not depend on one table: number 0 is
    /// the setup itself. Games without ground to change give the setup back.
    fn variant(setup: &Self::Setup, number: u64) -> Self::Setup {
        let _ = number;
        setup.clone()
    }

    /// How many seats a valid setup has.
    fn seats(setup: &Self::Setup) -> u8;

    /// The position of a valid setup before anything is dealt or rolled.
    fn start(setup: &Self::Setup) -> Self::State;

    /// What happens before the first decision: dealing, rolling for sides.
    fn open(step: &mut Step<'_, Self>);

    /// Whom the game waits for.
    fn awaiting(state: &Self::State) -> Awaiting;

    /// May this seat do this now? The one truth about legality.
    fn check(state: &Self::State, seat: Seat, action: &Self::Action)
    -> Result<(), Self::Violation>;

    /// What happens when it does. The action must have passed [`Game::check`].
    fn resolve(step: &mut Step<'_, Self>, seat: Seat, action: &Self::Action);

    /// Changes the state by one event. The only writer.
    fn apply(state: &mut Self::State, event: &Self::Event);

    /// What the seat knows, built up from nothing. [`Seat::NOBODY`] may ask too: it knows what
    /// everybody knows, and no secret.
    fn view(state: &Self::State, seat: Seat) -> Self::View;

    /// The seat whose view it is.
    fn viewer(view: &Self::View) -> Seat;

    /// What the seat sees of the event; `None` if nothing. [`Seat::NOBODY`] sees what is open to
    /// everybody.
    fn seen(event: &Self::Event, seat: Seat) -> Option<Self::Seen>;

    /// The event as one sees it who may know all.
    fn known(event: &Self::Event) -> Self::Seen;

    /// Whether the event tells somebody something that was hidden from them, so that it can't be
    /// taken back.
    fn reveals(event: &Self::Event) -> bool;

    /// Proposes at most `limit` actions to the view's seat, all legal, none if it owes nothing.
    ///
    /// Complete for small discrete decisions, a good sample for large ones. `out` is cleared first.
    fn candidates(view: &Self::View, limit: usize, out: &mut Vec<Self::Action>);

    /// One legal action by lot, for random play: fast, and every action that does something is
    /// possible, though not all are equally likely. Sensible ones should be likelier: games are then
    /// shorter, and rollouts tell more. A seat that owes nothing must not ask.
    fn lot(who: Knower<'_, Self>, random: &mut dyn FnMut(u32) -> u32) -> Self::Action {
        let mut actions = Vec::new();
        Self::candidates(&who.view(), 64, &mut actions);
        let index = random(actions.len() as u32) as usize;
        actions.swap_remove(index)
    }

    /// Deals a full position that fits the view, each such deal as likely as the seat must think.
    fn guess(view: &Self::View, dice: &mut dyn Dice) -> Self::State;

    /// How good a position looks for a seat, in hundredths of the least valuable thing.
    fn evaluate(state: &Self::State, seat: Seat) -> i32;

    /// The evaluation at which a seat wins three games of four.
    const WINNING: i32 = 1000;

    /// How many simulations a decision is worth to a bot that thinks a little, and to one that
    /// thinks as long as it helps.
    const SIMULATIONS: [u32; 2] = [20, 400];

    /// How many turns those bots play a simulation on before they evaluate it.
    const HORIZON: [u32; 2] = [4, 4];

    /// How many of its candidates a bot that thinks a little has an eye for.
    const NOTICES: usize = usize::MAX;

    /// How many ideas those bots play on.
    const IDEAS: [usize; 2] = [4, 8];

    /// Whether [`Game::appraise`] can tell anything.
    const APPRAISES: bool = false;

    /// The difference of appraisals that is worth as much as [`Game::WINNING`].
    const TELLING: i32 = 1000;

    /// How good each of some candidates looks to the view's seat, if the game can tell without
    /// playing them: one number for each is added to `out`, which is cleared first. Games whose
    /// actions roll dice know the expected result, which a few trials would only guess at.
    fn appraise(view: &Self::View, actions: &[Self::Action], eye: Eye, out: &mut Vec<i32>) {
        let _ = (view, eye);
        out.clear();
        out.resize(actions.len(), 0);
    }

    /// What statistics count of an event: calls `count` with a seat and one of
    /// [`Game::tally_names`].
    fn tally(event: &Self::Event, count: &mut dyn FnMut(Seat, usize));

    /// The names of what is counted, as (group, name).
    fn tally_names() -> Vec<(&'static str, String)>;

    /// How many turns have begun: the length people speak of.
    fn turns(state: &Self::State) -> u32;

    /// Whose turn the event begins, if it begins one: the first of a game tells who goes first.
    fn turn_begun(event: &Self::Event) -> Option<Seat> {
        let _ = event;
        None
    }

    /// How a game that is over was decided, in a few words such as "on points": always the same
    /// words for the same way, so that ways can be counted. Nothing if there is only one.
    fn decided_by(end: &Self::State) -> &'static str {
        let _ = end;
        ""
    }

    /// What each sort of piece did for its side in a game, from the position before anything was
    /// dealt and everything that happened; nothing where pieces have no work of their own.
    fn earnings(start: &Self::State, events: &[Self::Event]) -> Vec<Earning> {
        let _ = (start, events);
        Vec::new()
    }
}
