//! How the toy game speaks.

use kernel::dice::ScriptEntry;
use kernel::{Game, Outcome, PictureError, Seat, Words};

use super::{Action, EACH, Event, Phase, Seen, Setup, State, Toy, VALUES, View};

const KEYS: &str = "lead, phase, rounds, shown, or a seat";

fn list(cards: &[u8]) -> String {
    if cards.is_empty() {
        return "-".into();
    }
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

fn parse_list(text: &str) -> Result<Vec<u8>, String> {
    if text == "-" {
        return Ok(Vec::new());
    }
    text.split(',').map(parse_card).collect()
}

fn parse_card(text: &str) -> Result<u8, String> {
    match text.parse() {
        Ok(card) if (1..=VALUES as u8).contains(&card) => Ok(card),
        _ => Err(format!("\"{text}\" is no card: cards are 1 to {VALUES}")),
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("\"{text}\" is no number, or not a possible one"))
}

fn phase_text(phase: Phase) -> String {
    match phase {
        Phase::Dealing => "dealing".into(),
        Phase::Choosing => "choosing".into(),
        Phase::Taking(seat) => format!("taking {seat}"),
        Phase::Over(Outcome::Win(seat)) => format!("won {seat}"),
        Phase::Over(Outcome::Draw) => "draw".into(),
    }
}

fn parse_phase(text: &str) -> Result<Phase, String> {
    match text.split_once(' ') {
        None if text == "dealing" => Ok(Phase::Dealing),
        None if text == "choosing" => Ok(Phase::Choosing),
        None if text == "draw" => Ok(Phase::Over(Outcome::Draw)),
        Some(("taking", seat)) => Ok(Phase::Taking(seat.parse()?)),
        Some(("won", seat)) => Ok(Phase::Over(Outcome::Win(seat.parse()?))),
        _ => Err(format!("\"{text}\" is no phase")),
    }
}

/// Changes the position by one line of a picture.
fn read_line(state: &mut State, line: &str) -> Result<(), String> {
    let (key, rest) = line.split_once(' ').ok_or(format!("write a key ({KEYS}) and a value"))?;
    let seats = state.seats();
    let sits = |seat: Seat| {
        if seat.0 < seats { Ok(seat) } else { Err(format!("nobody sits at {seat}")) }
    };
    match key {
        "lead" => state.lead = sits(rest.parse()?)?,
        "rounds" => state.rounds = number(rest)?,
        "phase" => {
            let phase = parse_phase(rest)?;
            if let Phase::Taking(seat) | Phase::Over(Outcome::Win(seat)) = phase {
                sits(seat)?;
            }
            state.phase = phase;
        }
        "shown" => {
            let counts = rest.split(',').map(number).collect::<Result<Vec<u8>, _>>()?;
            state.shown = counts.try_into().map_err(|_| format!("write {VALUES} counts"))?;
        }
        _ => {
            let seat = sits(key.parse().map_err(|_| format!("\"{key}\" is none of {KEYS}"))?)?;
            let place = &mut state.places[seat.index()];
            let words: Vec<&str> = rest.split(' ').collect();
            let ["hand", hand, "chosen", chosen, "points", points] = words[..] else {
                return Err("write: hand 1,2 chosen 3 points 0".into());
            };
            place.hand = parse_list(hand)?;
            place.hand.sort_unstable();
            place.chosen = if chosen == "-" { None } else { Some(parse_card(chosen)?) };
            place.points = number(points)?;
        }
    }
    Ok(())
}

/// Whether no value occurs more often than there are cards of it, and points stay countable.
fn possible(state: &State) -> Result<(), String> {
    for value in 1..=VALUES as u8 {
        let cards = state.places.iter().flat_map(|place| place.hand.iter().chain(&place.chosen));
        let count = cards.filter(|card| **card == value).count();
        if count + usize::from(state.shown[super::slot(value)]) > usize::from(EACH) {
            return Err(format!("there are only {EACH} cards of {value}"));
        }
    }
    if state.places.iter().any(|place| place.points > 100) {
        return Err("nobody has more than 100 points".into());
    }
    if state.phase == Phase::Dealing || state.rounds > 1000 {
        return Err("a position is of a round, at most the 1000th".into());
    }
    let choosing = state.phase == Phase::Choosing;
    if choosing && state.places.iter().any(|p| p.chosen.is_none() && p.hand.is_empty()) {
        return Err("everybody needs a card to choose".into());
    }
    if choosing && state.places.iter().all(|place| place.chosen.is_some()) {
        return Err("somebody has still to choose".into());
    }
    if !choosing && state.places.iter().any(|place| place.chosen.is_some()) {
        return Err("cards are chosen only while all choose".into());
    }
    Ok(())
}

/// The lines of `picture` that `diagram` lacks.
fn differences(diagram: &str, picture: &str) -> Vec<String> {
    let there: Vec<&str> = diagram.lines().collect();
    let wanted = picture.lines().map(str::trim).filter(|line| !line.is_empty());
    let missing = wanted.filter(|line| !there.contains(line));
    missing.map(|line| format!("\"{line}\" is not so in\n{diagram}")).collect()
}

impl Words for Toy {
    fn default_setup(seats: u8) -> Setup {
        Setup { players: seats, hand: 2 }
    }

    fn set_option(setup: &mut Setup, key: &str, value: &str) -> Result<(), String> {
        match key {
            "players" => setup.players = number(value)?,
            "hand" => setup.hand = number(value)?,
            _ => return Err(format!("\"{key}\" is no option: there are players and hand")),
        }
        Ok(())
    }

    fn options() -> &'static [(&'static str, &'static str, &'static str)] {
        &[("players", "2-4", "how many play"), ("hand", "1-3", "cards in hand")]
    }

    fn describe_setup(setup: &Setup) -> String {
        format!("{} players, {} cards", setup.players, setup.hand)
    }

    fn parse_action(text: &str) -> Result<Action, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["take"] => Ok(Action::Take),
            ["steal", from] => Ok(Action::Steal { from: from.parse()? }),
            ["choose", card] => Ok(Action::Choose { card: number(card)? }),
            _ => Err(format!("\"{text}\" is no action: choose CARD, take, or steal SEAT")),
        }
    }

    fn action_text(action: &Action) -> String {
        match action {
            Action::Choose { card } => format!("choose {card}"),
            Action::Take => "take".into(),
            Action::Steal { from } => format!("steal {from}"),
        }
    }

    fn describe_action(_view: &View, action: &Action) -> String {
        match action {
            Action::Choose { card } => format!("Choose the {card}."),
            Action::Take => "Take a point.".into(),
            Action::Steal { from } => format!("Steal a point from {from}."),
        }
    }

    fn parse_rolls(text: &str) -> Result<Vec<ScriptEntry>, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (name, seat, value) = match words[..] {
            ["draw", seat, card] => ("draw", Some(seat.parse()?), u32::from(parse_card(card)?) - 1),
            ["equals", face] => ("equals", None, number(face)?),
            _ => return Err(format!("\"{text}\" is no roll: draw SEAT CARD, or equals FACE")),
        };
        Ok(vec![ScriptEntry { name: name.into(), seat, value, text: text.into() }])
    }

    fn narrate(_: &Setup, event: &Event) -> String {
        match event {
            Event::Drew { seat, card } => format!("{seat} draws a {card}."),
            Event::Began => "A round begins.".into(),
            Event::Chose { seat, card } => format!("{seat} chooses a {card}."),
            Event::Shown { cards } => format!("The cards are {}.", list(cards)),
            Event::Rolled { face } => format!("The die shows {face}."),
            Event::Won { seat } => format!("{seat} wins the round."),
            Event::Took { seat, from: None } => format!("{seat} takes a point."),
            Event::Took { seat, from: Some(from) } => format!("{seat} takes a point from {from}."),
            Event::Ended { outcome } => format!("It is over: {outcome}."),
        }
    }

    fn narrate_seen(setup: &Setup, seen: &Seen) -> String {
        match *seen {
            Seen::Drew { seat, card: Some(card) } => {
                Toy::narrate(setup, &Event::Drew { seat, card })
            }
            Seen::Drew { seat, card: None } => format!("{seat} draws a card."),
            Seen::Chose { seat, card: Some(card) } => {
                Toy::narrate(setup, &Event::Chose { seat, card })
            }
            Seen::Chose { seat, card: None } => format!("{seat} has chosen."),
            Seen::Open { ref event } => Toy::narrate(setup, event),
        }
    }

    fn question(view: &View) -> Option<String> {
        match view.phase {
            Phase::Choosing if view.own.chosen.is_none() && view.seat != Seat::NOBODY => {
                Some("Which card?".into())
            }
            Phase::Taking(seat) if seat == view.seat => Some("Take a point, or steal one?".into()),
            _ => None,
        }
    }

    fn diagram(state: &State) -> String {
        use std::fmt::Write;
        let shown: Vec<String> = state.shown.iter().map(ToString::to_string).collect();
        let mut text = format!(
            "lead {}\nphase {}\nrounds {}\nshown {}\n",
            state.lead,
            phase_text(state.phase),
            state.rounds,
            shown.join(","),
        );
        for (index, place) in (0..).zip(&state.places) {
            let chosen = place.chosen.map_or("-".into(), |card| card.to_string());
            let hand = list(&place.hand);
            let points = place.points;
            let _ = writeln!(text, "{} hand {hand} chosen {chosen} points {points}", Seat(index));
        }
        text
    }

    fn diagram_view(view: &View) -> String {
        use std::fmt::Write;
        let mut text = format!("phase {}\n", phase_text(view.phase));
        for (index, place) in (0..).zip(&view.places) {
            let own = if Seat(index) == view.seat {
                format!(" hand {}", list(&view.own.hand))
            } else {
                String::new()
            };
            let chosen = if place.chosen { " chosen" } else { "" };
            let (cards, points) = (place.cards, place.points);
            let _ = writeln!(text, "{} cards {cards}{own}{chosen} points {points}", Seat(index));
        }
        text
    }

    fn position(setup: &Setup, picture: &str) -> Result<State, PictureError> {
        let mut state = Toy::start(setup);
        state.phase = Phase::Choosing;
        for (index, line) in picture.lines().map(str::trim).enumerate() {
            if !line.is_empty() {
                read_line(&mut state, line)
                    .map_err(|message| PictureError { line: index + 1, message })?;
            }
        }
        possible(&state).map_err(|message| PictureError { line: 0, message })?;
        Ok(state)
    }

    fn compare(state: &State, picture: &str) -> Result<Vec<String>, PictureError> {
        Ok(differences(&Toy::diagram(state), picture))
    }

    fn compare_view(view: &View, picture: &str) -> Result<Vec<String>, PictureError> {
        Ok(differences(&Toy::diagram_view(view), picture))
    }

    fn explain(view: &View, question: &str) -> Result<Vec<String>, String> {
        match question {
            "shown" => Ok(vec![format!("shown so far: {:?}", view.shown)]),
            _ => Err(format!("\"{question}\" can't be explained; ask for: shown")),
        }
    }

    fn warning(view: &View, action: &Action) -> Option<String> {
        match action {
            Action::Choose { card: 1 } if view.own.hand.len() > 1 => {
                Some("a 1 never wins against another card".into())
            }
            _ => None,
        }
    }
}
