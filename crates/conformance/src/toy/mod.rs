//! A game small enough to read at once, for testing what drives games.
//!
//! Twenty cards, four each of the values 1 to 5, lie in a bag. Everybody holds a few of them
//! secretly. In a round all choose a card at the same time and in secret; the cards are shown, and
//! the highest wins (a die decides between equals). The winner takes a point, or steals one. Then
//! all draw a card. The game ends when somebody has no card, and most points win.
//!
//! It has all that makes a game hard to drive: hidden hands, a bag, decisions of several seats at
//! once, an answer to what came up, and dice.

// Cards, seats and faces are small numbers everywhere.
#![allow(clippy::cast_possible_truncation)]

mod words;

use std::fmt;

use kernel::{
    Awaiting, Dice, Fault, Game, Outcome, Refusal, Roll, RollKind, RuleId, Seat, SeatSet, Step,
};
use serde::{Deserialize, Serialize};

/// How many values there are.
const VALUES: usize = 5;
/// How many cards of each value there are.
const EACH: u8 = 4;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Toy;

/// Who plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Two to four.
    pub players: u8,
    /// Cards in hand, one to three.
    pub hand: u8,
}

/// Whom the game waits for and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The cards are not dealt yet.
    Dealing,
    /// All who have not chosen a card owe one.
    Choosing,
    /// The round's winner takes or steals.
    Taking(Seat),
    /// It is over.
    Over(Outcome),
}

/// What lies before one seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The hand, lowest first.
    pub hand: Vec<u8>,
    /// The card chosen in this round.
    pub chosen: Option<u8>,
    /// Points won.
    pub points: u8,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Cards in hand.
    pub hand: u8,
    /// Who draws first.
    pub lead: Seat,
    /// Whom the game waits for.
    pub phase: Phase,
    /// Rounds begun.
    pub rounds: u32,
    /// How many of each value were shown.
    pub shown: [u8; VALUES],
    /// One for each seat.
    pub places: Vec<Place>,
}

/// What a seat may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Chooses a card of the hand.
    Choose {
        /// Its value.
        card: u8,
    },
    /// Takes a point.
    Take,
    /// Takes a point from somebody else.
    Steal {
        /// From whom.
        from: Seat,
    },
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A seat draws a card.
    Drew {
        /// Who.
        seat: Seat,
        /// What.
        card: u8,
    },
    /// Everybody has drawn: a round begins.
    Began,
    /// A seat has chosen.
    Chose {
        /// Who.
        seat: Seat,
        /// What.
        card: u8,
    },
    /// All chosen cards are shown, by seat.
    Shown {
        /// The values.
        cards: Vec<u8>,
    },
    /// Equals have rolled for it.
    Rolled {
        /// Which of them won, counted from 1 in order from the leader.
        face: u8,
    },
    /// A seat has won the round.
    Won {
        /// Who.
        seat: Seat,
    },
    /// A seat takes a point, maybe from another.
    Took {
        /// Who.
        seat: Seat,
        /// From whom.
        from: Option<Seat>,
    },
    /// The game is over.
    Ended {
        /// How.
        outcome: Outcome,
    },
}

/// What a seat sees of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "seen", rename_all = "snake_case")]
pub enum Seen {
    /// A seat draws a card.
    Drew {
        /// Who.
        seat: Seat,
        /// What, if it is one's own.
        card: Option<u8>,
    },
    /// A seat has chosen.
    Chose {
        /// Who.
        seat: Seat,
        /// What, if it is one's own.
        card: Option<u8>,
    },
    /// Something everybody sees.
    Open {
        /// It.
        event: Event,
    },
}

/// What a seat knows of its own or another place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceView {
    /// Cards in hand.
    pub cards: u8,
    /// Whether a card is chosen.
    pub chosen: bool,
    /// Points won.
    pub points: u8,
}

/// What a seat knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Whose view it is.
    pub seat: Seat,
    /// What lies before it.
    pub own: Place,
    /// Cards in a full hand.
    pub hand: u8,
    /// Who draws first.
    pub lead: Seat,
    /// Whom the game waits for.
    pub phase: Phase,
    /// Rounds begun.
    pub rounds: u32,
    /// How many of each value were shown.
    pub shown: [u8; VALUES],
    /// What everybody sees of the places.
    pub places: Vec<PlaceView>,
}

/// Why an action is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// The seat owes nothing, or something else.
    NotNow {
        /// Who.
        seat: Seat,
    },
    /// No such card in the hand.
    NoCard {
        /// The value.
        card: u8,
    },
    /// The seat has no point to steal, or is one's own.
    NoPoint {
        /// From whom.
        from: Seat,
    },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::NotNow { seat } => write!(f, "{seat} can't do that now"),
            Violation::NoCard { card } => write!(f, "there is no {card} in the hand"),
            Violation::NoPoint { from } => write!(f, "there is no point to steal from {from}"),
        }
    }
}

impl Refusal for Violation {
    fn rule(&self) -> RuleId {
        RuleId(match self {
            Violation::NotNow { .. } => "toy:T1",
            Violation::NoCard { .. } => "toy:T2",
            Violation::NoPoint { .. } => "toy:T3",
        })
    }
}

/// The place in `counts` of a card's value.
fn slot(card: u8) -> usize {
    usize::from(card) - 1
}

impl State {
    /// What is left in the bag: all that is nowhere else.
    pub fn bag(&self) -> [u8; VALUES] {
        let mut bag = [EACH; VALUES];
        for (left, shown) in bag.iter_mut().zip(self.shown) {
            *left -= shown;
        }
        for place in &self.places {
            for card in place.hand.iter().chain(&place.chosen) {
                bag[slot(*card)] -= 1;
            }
        }
        bag
    }

    fn seats(&self) -> u8 {
        self.places.len() as u8
    }

    /// The seats in order from the leader.
    fn round(&self) -> impl Iterator<Item = Seat> + use<> {
        let (lead, seats) = (self.lead.0, self.seats());
        (0..seats).map(move |step| Seat((lead + step) % seats))
    }

    fn owed(&self) -> SeatSet {
        match self.phase {
            Phase::Choosing => self.round().filter(|seat| self[*seat].chosen.is_none()).collect(),
            Phase::Taking(seat) => SeatSet::one(seat),
            Phase::Dealing | Phase::Over(_) => SeatSet::EMPTY,
        }
    }
}

impl std::ops::Index<Seat> for State {
    type Output = Place;

    fn index(&self, seat: Seat) -> &Place {
        &self.places[seat.index()]
    }
}

/// The same position with everybody moved `by` seats on.
#[must_use]
pub fn rotate(state: &State, by: u8) -> State {
    let turned = |seat: Seat| rotate_seat(seat, state.seats(), by);
    let mut rotated = state.clone();
    rotated.places.rotate_right(usize::from(by % state.seats()));
    rotated.lead = turned(state.lead);
    rotated.phase = match state.phase {
        Phase::Taking(seat) => Phase::Taking(turned(seat)),
        Phase::Over(Outcome::Win(seat)) => Phase::Over(Outcome::Win(turned(seat))),
        phase => phase,
    };
    rotated
}

/// The same action with everybody moved `by` seats on.
#[must_use]
pub fn rotate_action(action: &Action, seats: u8, by: u8) -> Action {
    match *action {
        Action::Steal { from } => Action::Steal { from: rotate_seat(from, seats, by) },
        action => action,
    }
}

/// The seat `by` places on.
#[must_use]
pub fn rotate_seat(seat: Seat, seats: u8, by: u8) -> Seat {
    Seat((seat.0 + by) % seats)
}

fn draw(step: &mut Step<'_, Toy>, seat: Seat) {
    let bag = step.state().bag();
    if bag.iter().all(|count| *count == 0) {
        return;
    }
    let kind = step.roll(Roll { name: "draw", seat: Some(seat) }, RollKind::Bag(&bag));
    step.emit(Event::Drew { seat, card: kind as u8 + 1 });
}

fn show(step: &mut Step<'_, Toy>) {
    let cards: Vec<u8> = step.state().places.iter().map(|p| p.chosen.unwrap_or(0)).collect();
    let high = cards.iter().copied().max().unwrap_or(0);
    let best: Vec<Seat> = step.state().round().filter(|seat| cards[seat.index()] == high).collect();
    step.emit(Event::Shown { cards });
    let mut winner = best[0];
    if best.len() > 1 {
        let roll = Roll { name: "equals", seat: None };
        let face = step.roll(roll, RollKind::Die(best.len() as u8)) as u8;
        step.emit(Event::Rolled { face });
        winner = best[usize::from(face) - 1];
    }
    step.emit(Event::Won { seat: winner });
}

fn next_round(step: &mut Step<'_, Toy>) {
    for seat in step.state().round() {
        draw(step, seat);
    }
    let state = step.state();
    if state.places.iter().all(|place| !place.hand.is_empty()) {
        step.emit(Event::Began);
        return;
    }
    let high = state.places.iter().map(|place| place.points).max().unwrap_or(0);
    let best: SeatSet = state.round().filter(|seat| state[*seat].points == high).collect();
    let outcome = match best.lowest() {
        Some(seat) if best.len() == 1 => Outcome::Win(seat),
        _ => Outcome::Draw,
    };
    step.emit(Event::Ended { outcome });
}

impl Game for Toy {
    const ID: &'static str = "toy";
    const TITLE: &'static str = "Toy";
    const ACTIONS_MAX: u32 = 60;

    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Seen = Seen;
    type View = View;
    type Violation = Violation;

    fn ledger() -> &'static str {
        "# T1 Who owes what. T2 Choose from the hand. T3 Steal from one who has a point."
    }

    fn validate(setup: &Setup) -> Result<(), Vec<Fault>> {
        let mut faults = Vec::new();
        let mut range = |at: &str, value: u8, low: u8, high: u8| {
            if !(low..=high).contains(&value) {
                let message = format!("{value} is not from {low} to {high}");
                faults.push(Fault { at: at.into(), message });
            }
        };
        range("players", setup.players, 2, 4);
        range("hand", setup.hand, 1, 3);
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    fn seats(setup: &Setup) -> u8 {
        setup.players
    }

    fn start(setup: &Setup) -> State {
        State {
            hand: setup.hand,
            lead: Seat(0),
            phase: Phase::Dealing,
            rounds: 0,
            shown: [0; VALUES],
            places: vec![Place::default(); usize::from(setup.players)],
        }
    }

    fn open(step: &mut Step<'_, Self>) {
        for _ in 1..step.state().hand {
            for seat in step.state().round() {
                draw(step, seat);
            }
        }
        next_round(step);
    }

    fn awaiting(state: &State) -> Awaiting {
        match state.phase {
            Phase::Over(outcome) => Awaiting::Over(outcome),
            _ => Awaiting::Seats(state.owed()),
        }
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Violation> {
        let owes = seat.0 < state.seats() && state.owed().contains(seat);
        match (*action, state.phase) {
            (Action::Choose { card }, Phase::Choosing) if owes => {
                if state[seat].hand.contains(&card) {
                    Ok(())
                } else {
                    Err(Violation::NoCard { card })
                }
            }
            (Action::Take, Phase::Taking(_)) if owes => Ok(()),
            (Action::Steal { from }, Phase::Taking(_)) if owes => {
                if from != seat && state.places.get(from.index()).is_some_and(|p| p.points > 0) {
                    Ok(())
                } else {
                    Err(Violation::NoPoint { from })
                }
            }
            _ => Err(Violation::NotNow { seat }),
        }
    }

    fn resolve(step: &mut Step<'_, Self>, seat: Seat, action: &Action) {
        match *action {
            Action::Choose { card } => {
                step.emit(Event::Chose { seat, card });
                if step.state().owed().is_empty() {
                    show(step);
                }
            }
            Action::Take => {
                step.emit(Event::Took { seat, from: None });
                next_round(step);
            }
            Action::Steal { from } => {
                step.emit(Event::Took { seat, from: Some(from) });
                next_round(step);
            }
        }
    }

    fn apply(state: &mut State, event: &Event) {
        match event {
            Event::Drew { seat, card } => {
                let hand = &mut state.places[seat.index()].hand;
                let at = hand.partition_point(|held| held < card);
                hand.insert(at, *card);
            }
            Event::Began => {
                state.phase = Phase::Choosing;
                state.rounds += 1;
            }
            Event::Chose { seat, card } => {
                let place = &mut state.places[seat.index()];
                if let Some(at) = place.hand.iter().position(|held| held == card) {
                    place.chosen = Some(place.hand.remove(at));
                }
            }
            Event::Shown { cards } => {
                for (place, card) in state.places.iter_mut().zip(cards) {
                    place.chosen = None;
                    state.shown[slot(*card)] += 1;
                }
            }
            Event::Rolled { .. } => {}
            Event::Won { seat } => {
                state.lead = *seat;
                state.phase = Phase::Taking(*seat);
            }
            Event::Took { seat, from } => {
                state.places[seat.index()].points += 1;
                if let Some(from) = from {
                    state.places[from.index()].points -= 1;
                }
            }
            Event::Ended { outcome } => state.phase = Phase::Over(*outcome),
        }
    }

    fn view(state: &State, seat: Seat) -> View {
        View {
            seat,
            own: state.places.get(seat.index()).cloned().unwrap_or_default(),
            hand: state.hand,
            lead: state.lead,
            phase: state.phase,
            rounds: state.rounds,
            shown: state.shown,
            places: state
                .places
                .iter()
                .map(|place| PlaceView {
                    cards: place.hand.len() as u8,
                    chosen: place.chosen.is_some(),
                    points: place.points,
                })
                .collect(),
        }
    }

    fn viewer(view: &View) -> Seat {
        view.seat
    }

    fn seen(event: &Event, seat: Seat) -> Option<Seen> {
        Some(match *event {
            Event::Drew { seat: who, card } => {
                Seen::Drew { seat: who, card: (who == seat).then_some(card) }
            }
            Event::Chose { seat: who, card } => {
                Seen::Chose { seat: who, card: (who == seat).then_some(card) }
            }
            ref event => Seen::Open { event: event.clone() },
        })
    }

    fn known(event: &Event) -> Seen {
        match *event {
            Event::Drew { seat, card } => Seen::Drew { seat, card: Some(card) },
            Event::Chose { seat, card } => Seen::Chose { seat, card: Some(card) },
            ref event => Seen::Open { event: event.clone() },
        }
    }

    fn reveals(event: &Event) -> bool {
        matches!(event, Event::Shown { .. })
    }

    fn candidates(view: &View, limit: usize, out: &mut Vec<Action>) {
        out.clear();
        match view.phase {
            Phase::Choosing if view.own.chosen.is_none() && view.seat != Seat::NOBODY => {
                out.extend(view.own.hand.iter().map(|card| Action::Choose { card: *card }));
                out.dedup();
            }
            Phase::Taking(seat) if seat == view.seat => {
                out.push(Action::Take);
                let others = (0..).zip(&view.places).map(|(index, place)| (Seat(index), place));
                let rich = others.filter(|(from, place)| *from != seat && place.points > 0);
                out.extend(rich.map(|(from, _)| Action::Steal { from }));
            }
            _ => {}
        }
        out.truncate(limit);
    }

    fn guess(view: &View, dice: &mut dyn Dice) -> State {
        let mut state = State {
            hand: view.hand,
            lead: view.lead,
            phase: view.phase,
            rounds: view.rounds,
            shown: view.shown,
            places: view
                .places
                .iter()
                .map(|place| Place { points: place.points, ..Place::default() })
                .collect(),
        };
        if let Some(place) = state.places.get_mut(view.seat.index()) {
            *place = view.own.clone();
        }
        for (index, place) in view.places.iter().enumerate() {
            let seat = Seat(index as u8);
            if seat == view.seat {
                continue;
            }
            for number in 0..place.cards + u8::from(place.chosen) {
                let bag = state.bag();
                let roll = Roll { name: "guess", seat: Some(seat) };
                let card = dice.roll(roll, RollKind::Bag(&bag)) as u8 + 1;
                if number < place.cards {
                    Toy::apply(&mut state, &Event::Drew { seat, card });
                } else {
                    state.places[index].chosen = Some(card);
                }
            }
        }
        state
    }

    fn evaluate(state: &State, seat: Seat) -> i32 {
        let points = |place: &Place| i32::from(place.points) * 300;
        let cards: i32 = state[seat].hand.iter().map(|card| i32::from(*card) * 100).sum();
        let best = state.places.iter().enumerate().filter(|(index, _)| *index != seat.index());
        let best = best.map(|(_, place)| points(place)).max().unwrap_or(0);
        let turn = if state.phase == Phase::Taking(seat) { 300 } else { 0 };
        points(&state[seat]) + cards + turn - best
    }

    fn tally(event: &Event, count: &mut dyn FnMut(Seat, usize)) {
        match *event {
            Event::Drew { seat, card } => count(seat, slot(card)),
            Event::Took { seat, from } => count(seat, VALUES + usize::from(from.is_some())),
            _ => {}
        }
    }

    fn tally_names() -> Vec<(&'static str, String)> {
        let cards = (1..=VALUES).map(|value| ("drawn", value.to_string()));
        cards.chain([("choice", "take".into()), ("choice", "steal".into())]).collect()
    }

    fn turns(state: &State) -> u32 {
        state.rounds
    }
}
