//! A tiny made-up game, so that what this crate does for every game is tested without any of them.
//!
//! Everybody secretly hides one to three pebbles at the same time; then, in turn, each draws
//! numbered stones (1 or 2) from a bag, unseen by the others, or stops. The highest sum wins, but
//! more than seven is nothing.

use std::fmt::{self, Write};

use kernel::dice::ScriptEntry;
use kernel::{
    Awaiting, Dice, Face, Fault, Game, Outcome, PictureError, Refusal, Roll, RollKind, RuleId,
    Seat, SeatSet, Step, Thrown, Words,
};
use serde::{Deserialize, Serialize};

pub struct Toy;

const LEDGER: &str = r#"game = "toy"
title = "Pebbles"
[[rule]]
id = "toy:R1"
title = "Turns"
kind = "ruling"
says = "All hide at the same time; after that each acts in turn."
status = "done"
[[rule]]
id = "toy:R2"
title = "Hiding"
kind = "ruling"
says = "One to three pebbles are hidden."
status = "done"
[[rule]]
id = "toy:R3"
title = "Drawing"
kind = "ruling"
says = "A stone is drawn from the bag while it has any."
status = "done"
[[rule]]
id = "toy:R4"
title = "The sum"
kind = "ruling"
says = "The highest sum wins; more than seven is nothing."
status = "done"
"#;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub players: u8,
    pub stones: u8,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Line {
    pub hidden: Option<u8>,
    pub hand: Vec<u8>,
    pub stopped: bool,
}

impl Line {
    fn sum(&self) -> u32 {
        let sum: u32 = self.hand.iter().map(|stone| u32::from(*stone)).sum();
        match sum + u32::from(self.hidden.unwrap_or(0)) {
            total @ 0..=7 => total,
            _ => 0,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub lines: Vec<Line>,
    pub bag: [u8; 2],
    pub turn: Seat,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Hide(u8),
    Draw,
    Stop,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    Hid(Seat, u8),
    AllHid,
    Drew(Seat, u8),
    Stopped(Seat),
    Turn(Seat),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Seen {
    Own(Event),
    SomethingHidden(Seat),
    SomeStone(Seat),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    pub seat: Seat,
    pub own: Line,
    pub counts: Vec<usize>,
    pub hiding: bool,
    pub turn: Seat,
    pub bag_total: u8,
    pub over: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Violation {
    NotYourTurn,
    TooMany(u8),
    BagEmpty,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::NotYourTurn => write!(f, "it is not your turn"),
            Violation::TooMany(count) => write!(f, "you hide {count} pebbles, may hide 1 to 3"),
            Violation::BagEmpty => write!(f, "the bag is empty"),
        }
    }
}

impl Refusal for Violation {
    fn rule(&self) -> RuleId {
        RuleId(match self {
            Violation::NotYourTurn => "toy:R1",
            Violation::TooMany(_) => "toy:R2",
            Violation::BagEmpty => "toy:R3",
        })
    }
}

fn seats_of(state: &State) -> SeatSet {
    (0u8..).zip(&state.lines).map(|(seat, _)| Seat(seat)).collect()
}

fn hiding(state: &State) -> bool {
    state.lines.iter().any(|line| line.hidden.is_none())
}

impl Game for Toy {
    const ID: &'static str = "toy";
    const TITLE: &'static str = "Pebbles";
    const ACTIONS_MAX: u32 = 200;

    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Seen = Seen;
    type View = View;
    type Violation = Violation;

    fn ledger() -> &'static str {
        LEDGER
    }

    fn validate(setup: &Setup) -> Result<(), Vec<Fault>> {
        let mut faults = Vec::new();
        if !(2..=3).contains(&setup.players) {
            let message = format!("{} players; two or three can play", setup.players);
            faults.push(Fault { at: "players".into(), message });
        }
        if !(1..=9).contains(&setup.stones) {
            let message = format!("{} stones of each kind; 1 to 9 will do", setup.stones);
            faults.push(Fault { at: "stones".into(), message });
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    fn seats(setup: &Setup) -> u8 {
        setup.players
    }

    fn start(setup: &Setup) -> State {
        let lines = vec![Line::default(); usize::from(setup.players)];
        State { lines, bag: [setup.stones; 2], turn: Seat(0) }
    }

    fn open(step: &mut Step<'_, Self>) {
        for seat in seats_of(step.state()).iter() {
            draw(step, seat);
        }
    }

    fn awaiting(state: &State) -> Awaiting {
        if hiding(state) {
            let owing = (0u8..)
                .zip(&state.lines)
                .filter(|(_, line)| line.hidden.is_none())
                .map(|(seat, _)| Seat(seat));
            return Awaiting::Seats(owing.collect());
        }
        if !state.lines.iter().all(|line| line.stopped) {
            return Awaiting::Seats(SeatSet::one(state.turn));
        }
        let best = state.lines.iter().map(Line::sum).max().unwrap_or(0);
        let mut winners =
            (0u8..).zip(&state.lines).filter(|(_, line)| line.sum() == best).map(|(seat, _)| seat);
        match (winners.next(), winners.next()) {
            (Some(seat), None) => Awaiting::Over(Outcome::Win(Seat(seat))),
            _ => Awaiting::Over(Outcome::Draw),
        }
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Violation> {
        match Self::awaiting(state) {
            Awaiting::Seats(seats) if seats.contains(seat) => {}
            _ => return Err(Violation::NotYourTurn),
        }
        match action {
            Action::Hide(_) if !hiding(state) => Err(Violation::NotYourTurn),
            Action::Hide(count) if !(1..=3).contains(count) => Err(Violation::TooMany(*count)),
            Action::Draw | Action::Stop if hiding(state) => Err(Violation::NotYourTurn),
            Action::Draw if state.bag == [0, 0] => Err(Violation::BagEmpty),
            Action::Hide(_) | Action::Draw | Action::Stop => Ok(()),
        }
    }

    fn resolve(step: &mut Step<'_, Self>, seat: Seat, action: &Action) {
        match action {
            Action::Hide(count) => {
                step.emit(Event::Hid(seat, *count));
                if !hiding(step.state()) {
                    step.emit(Event::AllHid);
                }
                return;
            }
            Action::Draw => draw(step, seat),
            Action::Stop => step.emit(Event::Stopped(seat)),
        }
        let count = seats_of(step.state()).len();
        let next = (1..=count)
            .map(|ahead| Seat((seat.0 + ahead) % count))
            .find(|next| !step.state().lines[next.index()].stopped);
        if let Some(next) = next {
            step.emit(Event::Turn(next));
        }
    }

    fn apply(state: &mut State, event: &Event) {
        match event {
            Event::Hid(seat, count) => state.lines[seat.index()].hidden = Some(*count),
            Event::Drew(seat, stone) => {
                state.lines[seat.index()].hand.push(*stone);
                state.bag[usize::from(*stone - 1)] -= 1;
            }
            Event::Stopped(seat) => state.lines[seat.index()].stopped = true,
            Event::Turn(seat) => state.turn = *seat,
            Event::AllHid => {}
        }
    }

    fn view(state: &State, seat: Seat) -> View {
        View {
            seat,
            own: state.lines.get(seat.index()).cloned().unwrap_or_default(),
            counts: state.lines.iter().map(|line| line.hand.len()).collect(),
            hiding: hiding(state),
            turn: state.turn,
            bag_total: state.bag.iter().sum(),
            over: matches!(Self::awaiting(state), Awaiting::Over(_)),
        }
    }

    fn viewer(view: &View) -> Seat {
        view.seat
    }

    fn seen(event: &Event, seat: Seat) -> Option<Seen> {
        Some(match event {
            Event::Hid(who, _) if *who != seat => Seen::SomethingHidden(*who),
            Event::Drew(who, _) if *who != seat => Seen::SomeStone(*who),
            Event::Turn(_) => return None,
            event => Seen::Own(event.clone()),
        })
    }

    fn known(event: &Event) -> Seen {
        Seen::Own(event.clone())
    }

    fn reveals(event: &Event) -> bool {
        matches!(event, Event::AllHid)
    }

    fn candidates(view: &View, limit: usize, out: &mut Vec<Action>) {
        out.clear();
        if view.hiding {
            if view.own.hidden.is_none() && view.seat != Seat::NOBODY {
                out.extend((1..=3).map(Action::Hide));
            }
        } else if view.turn == view.seat && !view.over {
            if view.bag_total > 0 {
                out.push(Action::Draw);
            }
            out.push(Action::Stop);
        }
        out.truncate(limit);
    }

    fn guess(view: &View, _dice: &mut dyn Dice) -> State {
        let mut lines: Vec<Line> = view
            .counts
            .iter()
            .map(|count| Line { hidden: Some(1), hand: vec![1; *count], stopped: false })
            .collect();
        if let Some(line) = lines.get_mut(view.seat.index()) {
            *line = view.own.clone();
        }
        State { lines, bag: [view.bag_total, 0], turn: view.turn }
    }

    fn evaluate(state: &State, seat: Seat) -> i32 {
        i32::try_from(state.lines[seat.index()].sum()).unwrap_or(0) * 100
    }

    fn tally(_event: &Event, _count: &mut dyn FnMut(Seat, usize)) {}

    fn tally_names() -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn turns(state: &State) -> u32 {
        state.lines.iter().map(|line| line.hand.iter().map(|_| 1).sum::<u32>()).sum()
    }
}

fn draw(step: &mut Step<'_, Toy>, seat: Seat) {
    let bag = step.state().bag;
    if bag != [0, 0] {
        let kind = step.roll(Roll { name: "stone", seat: Some(seat) }, RollKind::Bag(&bag));
        step.emit(Event::Drew(seat, if kind == 0 { 1 } else { 2 }));
    }
}

/// One line of a picture: `A hidden=2 hand=1,2 stopped`, `turn=A` or `bag=3,3`.
fn read_picture(state: &mut State, picture: &str) -> Result<Vec<(usize, String)>, PictureError> {
    let mut said = Vec::new();
    for (index, line) in picture.lines().enumerate() {
        let wrong = |message: String| PictureError { line: index + 1, message };
        let mut words = line.split_whitespace().peekable();
        let seat = words.peek().and_then(|word| word.parse::<Seat>().ok());
        if let Some(seat) = seat {
            words.next();
            if seat.index() >= state.lines.len() {
                return Err(wrong(format!("there is no seat {seat}")));
            }
        }
        for word in words {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let number = |text: &str| {
                text.parse::<u8>().map_err(|_| wrong(format!("\"{text}\" is no number")))
            };
            let list = || value.split(',').filter(|item| !item.is_empty()).map(number).collect();
            match (seat.map(Seat::index), key) {
                (Some(at), "hidden") => state.lines[at].hidden = Some(number(value)?),
                (Some(at), "hand") => {
                    let hand: Vec<u8> = Result::from_iter::<Vec<_>>(list())?;
                    state.lines[at].hand = hand;
                }
                (Some(at), "stopped") => state.lines[at].stopped = true,
                (None, "turn") => state.turn = value.parse().map_err(wrong)?,
                (None, "bag") => {
                    let counts: Vec<u8> = Result::from_iter::<Vec<_>>(list())?;
                    state.bag =
                        counts.try_into().map_err(|_| wrong("a bag has two counts".into()))?;
                }
                _ => return Err(wrong(format!("\"{word}\" means nothing here"))),
            }
            let whose = seat.map(|seat| format!("{seat} ")).unwrap_or_default();
            said.push((index + 1, format!("{whose}{word}")));
        }
    }
    Ok(said)
}

impl odds::Odds for Toy {}

impl Words for Toy {
    fn default_setup(seats: u8) -> Setup {
        Setup { players: seats, stones: 5 }
    }

    fn set_option(setup: &mut Setup, key: &str, value: &str) -> Result<(), String> {
        let number = value.parse().map_err(|_| format!("{key}: \"{value}\" is no number"))?;
        match key {
            "players" => setup.players = number,
            "stones" => setup.stones = number,
            _ => return Err(format!("there is no option \"{key}\"; there are players, stones")),
        }
        Ok(())
    }

    fn options() -> &'static [(&'static str, &'static str, &'static str)] {
        &[("players", "2, 3", "how many play"), ("stones", "1 to 9", "stones of each kind")]
    }

    fn describe_setup(setup: &Setup) -> String {
        format!("{} players, {} stones of each kind", setup.players, setup.stones)
    }

    fn parse_action(text: &str) -> Result<Action, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["draw"] => Ok(Action::Draw),
            ["stop"] => Ok(Action::Stop),
            ["hide", count] => match count.parse() {
                Ok(count) => Ok(Action::Hide(count)),
                Err(_) => Err(format!("\"{count}\" is no number of pebbles")),
            },
            _ => Err(format!("\"{text}\" is no action: hide N, draw or stop")),
        }
    }

    fn action_text(action: &Action) -> String {
        match action {
            Action::Hide(count) => format!("hide {count}"),
            Action::Draw => "draw".into(),
            Action::Stop => "stop".into(),
        }
    }

    fn describe_action(_view: &View, action: &Action) -> String {
        match action {
            Action::Hide(count) => format!("hide {count} pebbles from the others"),
            Action::Draw => "draw a stone, unseen".into(),
            Action::Stop => "take no further part".into(),
        }
    }

    fn parse_rolls(text: &str) -> Result<Vec<ScriptEntry>, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (seat, face) = match words[..] {
            ["stone", face] => (None, face),
            ["stone", seat, face] => (Some(seat.parse()?), face),
            _ => return Err(format!("\"{text}\" is no roll: write stone [SEAT] 1 or 2")),
        };
        let value = match face {
            "1" => 0,
            "2" => 1,
            _ => return Err(format!("\"{face}\" is no stone: there are 1 and 2")),
        };
        Ok(vec![ScriptEntry { name: "stone".into(), seat, value, text: text.into() }])
    }

    fn narrate(_: &Setup, event: &Event) -> String {
        match event {
            Event::Hid(seat, count) => format!("{seat} hides {count} pebbles."),
            Event::AllHid => "Everybody has hidden something.".into(),
            Event::Drew(seat, stone) => format!("{seat} draws a {stone}."),
            Event::Stopped(seat) => format!("{seat} stops."),
            Event::Turn(_) => String::new(),
        }
    }

    fn narrate_seen(setup: &Setup, seen: &Seen) -> String {
        match seen {
            Seen::Own(event) => Self::narrate(setup, event),
            Seen::SomethingHidden(seat) => format!("{seat} hides some pebbles."),
            Seen::SomeStone(seat) => format!("{seat} draws a stone."),
        }
    }

    fn rule_of(seen: &Seen) -> Option<RuleId> {
        matches!(seen, Seen::SomeStone(_) | Seen::Own(Event::Drew(..))).then_some(RuleId("toy:R3"))
    }

    fn dice_of(_: &Setup, seen: &Seen) -> Vec<Thrown> {
        let Seen::Own(Event::Drew(seat, face)) = *seen else { return Vec::new() };
        let faces = vec![Face { face, success: None, again: false }];
        vec![Thrown { seat: Some(seat), label: "a stone".into(), need: None, faces }]
    }

    fn secret(events: &[Event]) -> bool {
        events.iter().any(|event| matches!(event, Event::Hid(..)))
    }

    fn question(view: &View) -> Option<String> {
        if view.hiding && view.own.hidden.is_none() && view.seat != Seat::NOBODY {
            return Some("Hide how many pebbles?".into());
        }
        (!view.hiding && view.turn == view.seat && !view.over).then(|| "Draw or stop?".into())
    }

    fn diagram(state: &State) -> String {
        let mut text = String::new();
        for (seat, line) in (0u8..).zip(&state.lines) {
            let hand: Vec<String> = line.hand.iter().map(ToString::to_string).collect();
            let hidden = line.hidden.map(|count| format!(" hidden={count}")).unwrap_or_default();
            let stopped = if line.stopped { " stopped" } else { "" };
            let _ = writeln!(text, "{}{hidden} hand={}{stopped}", Seat(seat), hand.join(","));
        }
        text + &format!("turn={}\nbag={},{}\n", state.turn, state.bag[0], state.bag[1])
    }

    fn diagram_view(view: &View) -> String {
        let mut text = String::new();
        for (seat, count) in (0u8..).zip(&view.counts) {
            if Seat(seat) == view.seat {
                let hand: Vec<String> = view.own.hand.iter().map(ToString::to_string).collect();
                let _ = writeln!(text, "{} hand={}", view.seat, hand.join(","));
            } else {
                let _ = writeln!(text, "{} stones={count}", Seat(seat));
            }
        }
        text
    }

    fn position(setup: &Setup, picture: &str) -> Result<State, PictureError> {
        let mut state = Self::start(setup);
        read_picture(&mut state, picture)?;
        Ok(state)
    }

    fn compare(state: &State, picture: &str) -> Result<Vec<String>, PictureError> {
        let mut drawn = state.clone();
        let said = read_picture(&mut drawn, picture)?;
        let text = Self::diagram(state);
        let holds = |said: &str| match said.split_once(' ') {
            Some((seat, word)) => text
                .lines()
                .any(|line| line.starts_with(seat) && line.split_whitespace().any(|w| w == word)),
            None => text.lines().any(|line| line == said),
        };
        Ok(said
            .into_iter()
            .filter(|(_, said)| !holds(said))
            .map(|(line, said)| format!("line {line}: {said} does not hold"))
            .collect())
    }

    fn compare_view(view: &View, picture: &str) -> Result<Vec<String>, PictureError> {
        let text = Self::diagram_view(view);
        Ok(picture
            .lines()
            .filter(|line| !text.lines().any(|seen| seen.trim() == line.trim()))
            .map(|line| format!("\"{}\" is not seen", line.trim()))
            .collect())
    }

    fn explain(view: &View, question: &str) -> Result<Vec<String>, String> {
        match question {
            "sum" => Ok(vec![format!("your sum is {} [toy:R4]", view.own.sum())]),
            _ => Err(format!("\"{question}\" can't be explained; ask for sum")),
        }
    }

    fn warning(view: &View, action: &Action) -> Option<String> {
        (*action == Action::Draw && view.own.sum() >= 6)
            .then(|| "a 2 would carry you over seven".into())
    }
}
