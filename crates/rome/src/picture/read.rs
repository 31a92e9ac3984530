//! Reading a picture into facts.

use kernel::{Outcome, PictureError, Seat, SeatSet};

use super::{Cell, Facts, OTHER_PHASES, PhaseFact, TURN_PHASES, parse_token, wrong};
use crate::action::{Action, Decided};
use crate::cards::{COMMANDS, Command, KINDS, Kind};
use crate::setup::{Mode, Setup};
use crate::space::{COLUMN_MAX, Row, in_reach};
use crate::state::Phase;
use crate::text;

/// Reads what a picture says.
pub(super) fn read(picture: &str) -> Result<Facts, PictureError> {
    let mut facts = Facts::default();
    let mut rows: Vec<(usize, Seat, Row, &str)> = Vec::new();
    let lines = unwrap(picture);
    for (index, line) in lines.iter().enumerate() {
        let number = index + 1;
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some((seat, row, cells)) = row_of(line) {
            rows.push((index, seat, row, cells));
            continue;
        }
        if header_of(line).is_some() {
            continue;
        }
        let (key, value) = line.split_once(':').ok_or_else(|| {
            wrong(number, format!("\"{line}\" is not understood; {WHAT_A_LINE_CAN_BE}"))
        })?;
        fact(&mut facts, key.trim(), value.trim()).map_err(|message| wrong(number, message))?;
    }
    for (index, seat, row, cells) in &rows {
        let (index, seat, row) = (*index, *seat, *row);
        let sister = rows.iter().find(|other| other.1 == seat && other.2 != row);
        let cells = numbers_beside(&lines, index, seat)
            .map(parse_columns)
            .transpose()
            .and_then(|columns| parse_cells(cells, columns.as_deref(), sister.map(|row| row.3)))
            .map_err(|message| wrong(index + 1, message))?;
        let old = facts.seats[seat.index()].row_mut(row).get_or_insert_default();
        for (column, unit) in cells {
            if old.iter().any(|(other, _)| *other == column) {
                return Err(wrong(index + 1, format!("column {column} is drawn twice")));
            }
            old.push((column, unit));
        }
    }
    Ok(facts)
}

const WHAT_A_LINE_CAN_BE: &str = "a line is a row (A front ARC INF .), the columns above or below \
                                  rows (A -1 0 1), a fact (A hand: volley), or a # comment";

/// For a row in a line of the picture, the column numbers it belongs to: the nearest header of its
/// seat with nothing but rows between, above or, for the near line of two that face each other,
/// below.
fn numbers_beside(lines: &[String], index: usize, seat: Seat) -> Option<&str> {
    let header = |line: &String| header_of(line).is_some_and(|(other, _)| other == seat);
    let is_row =
        |line: &&String| line.is_empty() || line.starts_with('#') || row_of(line).is_some();
    let above = lines[..index].iter().rev().find(|line| !is_row(line)).filter(|line| header(line));
    let below = lines[index + 1..].iter().find(|line| !is_row(line)).filter(|line| header(line));
    header_of(above.or(below)?).map(|(_, numbers)| numbers)
}

/// The lines of a picture, trimmed; one that begins with an ellipsis goes on the line above it.
fn unwrap(picture: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in picture.lines().map(str::trim) {
        let goes_on = line.strip_prefix('…');
        let before = lines.iter().rposition(|line| !line.is_empty());
        match (goes_on, before) {
            (Some(rest), Some(before)) => {
                lines[before].push(' ');
                lines[before].push_str(rest.trim());
                // An empty line keeps the numbers of those that follow.
                lines.push(String::new());
            }
            _ => lines.push(line.into()),
        }
    }
    lines
}

fn seat_of(word: &str) -> Option<Seat> {
    word.parse().ok().filter(|seat: &Seat| seat.0 < 4)
}

/// `A front ARC INF`: the seat, the row and its cells.
fn row_of(line: &str) -> Option<(Seat, Row, &str)> {
    let (seat, rest) = line.split_once(char::is_whitespace)?;
    let rest = rest.trim_start();
    let (row, cells) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let row = match row.trim_end_matches(':') {
        "front" => Row::Front,
        "rear" => Row::Rear,
        _ => return None,
    };
    Some((seat_of(seat)?, row, cells))
}

/// `A -1 0 1`: the seat and the column numbers.
fn header_of(line: &str) -> Option<(Seat, &str)> {
    let (seat, rest) = line.split_once(char::is_whitespace)?;
    let numbers = rest.split_whitespace().all(|word| word.parse::<i16>().is_ok());
    numbers.then_some((seat_of(seat)?, rest))
}

fn parse_columns(text: &str) -> Result<Vec<i8>, String> {
    text.split_whitespace()
        .map(|word| match word.parse::<i8>() {
            Ok(column) if in_reach(column) => Ok(column),
            _ => Err(format!("column {word} is out of reach: columns go to {}", COLUMN_MAX - 1)),
        })
        .collect()
}

/// Reads the cells of a row. Without numbers, the cell in brackets is the vanguard column, in this
/// row or in the seat's other one, or else the middle cell if the row is odd.
fn parse_cells(
    text: &str,
    columns: Option<&[i8]>,
    sister: Option<&str>,
) -> Result<Vec<Cell>, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let columns = match columns {
        Some(columns) if columns.len() == words.len() => columns.to_vec(),
        Some(columns) => {
            return Err(format!(
                "{} cells beside {} column numbers; write . for an empty space",
                words.len(),
                columns.len()
            ));
        }
        None => {
            let centre = centre_of(&words, sister)?;
            if words.len() >= usize::from(COLUMN_MAX.unsigned_abs()) {
                return Err(format!("{} columns are more than any line has", words.len()));
            }
            (0..words.len()).map(|index| index as i8 - centre as i8).collect()
        }
    };
    columns
        .into_iter()
        .zip(words)
        .map(|(column, word)| {
            let word = word.trim_start_matches('[').trim_end_matches(']');
            match word {
                "." | "-" | "" => Ok((column, None)),
                word => Ok((column, Some(parse_token(word)?))),
            }
        })
        .collect()
}

/// Which cell of a row without column numbers is the vanguard column.
fn centre_of(words: &[&str], sister: Option<&str>) -> Result<usize, String> {
    let bracketed =
        |words: &[&str]| words.iter().position(|word| word.starts_with('[') && word.ends_with(']'));
    let marked = words.iter().filter(|word| word.starts_with('[')).count();
    if marked > 1 {
        return Err(format!("{marked} cells are in brackets; only the vanguard column is"));
    }
    if let Some(centre) = bracketed(words) {
        return Ok(centre);
    }
    let other: Vec<&str> = sister.unwrap_or_default().split_whitespace().collect();
    match bracketed(&other) {
        Some(centre) if other.len() == words.len() => Ok(centre),
        Some(_) => {
            Err("this row has not as many cells as the seat's other row, where the vanguard \
                        column is in brackets: put brackets into this row too"
                .into())
        }
        None if words.len() % 2 == 1 => Ok(words.len() / 2),
        None => Err("which column is the vanguard? Put its cell in brackets, as in ARC [CEN], or \
                     write the column numbers above the row"
            .into()),
    }
}

fn fact(facts: &mut Facts, key: &str, value: &str) -> Result<(), String> {
    match key {
        "game" => facts.setup = Some(parse_setup(value)?),
        "phase" => facts.phase = Some(parse_phase(value)?),
        "owing" => facts.owing = Some(parse_seats(value)?),
        "out" => facts.out = Some(parse_seats(value)?),
        "replays" => {
            facts.replays = Some(value.parse().map_err(|_| format!("\"{value}\" is no number"))?);
        }
        "drawn" => facts.drawn = Some(parse_drawn(value)?),
        "command" => {
            facts.command = Some(if value == "none" { None } else { Some(value.parse()?) });
        }
        "retreating" => {
            let (unit, stepped) = value.split_once(',').unwrap_or((value, ""));
            facts.stepped_up = Some(match stepped.trim() {
                "" => false,
                "stepped up" => true,
                other => return Err(format!("\"{other}\": write nothing, or stepped up")),
            });
            facts.retreating =
                Some(if unit == "none" { None } else { Some(parse_token(unit.trim())?.shown()) });
        }
        "discarded units" => facts.unit_discards[0] = Some(unit_counts(value)?),
        "discarded commands" => facts.command_discards[0] = Some(command_counts(value)?),
        _ => return seat_fact(facts, key, value),
    }
    Ok(())
}

fn seat_fact(facts: &mut Facts, key: &str, value: &str) -> Result<(), String> {
    let unknown = || {
        format!(
            "\"{key}\" is no fact; facts are game, phase, owing, out, replays, drawn, command, \
             retreating, discarded units, discarded commands, and for a seat: hand, holds, dealt, \
             remembered, plan, orders"
        )
    };
    let (seat, key) = key.split_once(char::is_whitespace).ok_or_else(unknown)?;
    let index = seat_of(seat).ok_or_else(unknown)?.index();
    let seat = &mut facts.seats[index];
    match key.trim() {
        "hand" => seat.hand = Some(command_counts(value)?),
        "holds" => {
            seat.hand_size = Some(value.parse().map_err(|_| format!("\"{value}\" is no number"))?);
        }
        "dealt" => seat.dealt = Some(unit_counts(value)?),
        "remembered" => seat.remembered = Some(unit_counts(value)?),
        "plan" if value == "keep" => seat.plan = Some(Decided::Keep),
        "plan" => seat.plan = Some(Decided::Arrange(text::parse_plan(value)?)),
        "orders" => match text::parse_action(value)? {
            Action::Attack { orders } => seat.orders = Some(orders),
            _ => return Err("orders are written as an attack: attack, fire r1".into()),
        },
        "discarded units" if index < 2 => facts.unit_discards[index] = Some(unit_counts(value)?),
        "discarded commands" if index < 2 => {
            facts.command_discards[index] = Some(command_counts(value)?);
        }
        _ => return Err(unknown()),
    }
    Ok(())
}

fn parse_setup(value: &str) -> Result<Setup, String> {
    let mut setup = Setup::default();
    for part in value.split(',').map(str::trim) {
        match part.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["divided"] => setup.divide = true,
            ["no", "turn", "limit"] => setup.turn_limit = 0,
            [count, "players"] => {
                setup.players = count.parse().map_err(|_| format!("\"{count}\" is no number"))?;
            }
            [count, "turns"] => {
                setup.turn_limit =
                    count.parse().map_err(|_| format!("\"{count}\" is no number"))?;
            }
            [mode] => setup.mode = mode.parse::<Mode>()?,
            _ => return Err(format!("\"{part}\" is not understood in the game's line")),
        }
    }
    match setup.faults().first() {
        Some(fault) => Err(fault.to_string()),
        None => Ok(setup),
    }
}

fn parse_phase(value: &str) -> Result<PhaseFact, String> {
    let words: Vec<&str> = value.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let turn_of =
        |word: &str| word.parse::<u16>().map_err(|_| format!("\"{word}\" is no turn number"));
    let (phase, rest) = match words.as_slice() {
        ["over", "draw", rest @ ..] => (Phase::Over(Outcome::Draw), rest),
        ["over", seat, "wins", rest @ ..] => {
            let seat = seat_of(seat).ok_or_else(|| format!("\"{seat}\" is no seat"))?;
            (Phase::Over(Outcome::Win(seat)), rest)
        }
        [word, rest @ ..] => {
            let known = TURN_PHASES.iter().chain(&OTHER_PHASES).find(|(name, _)| name == word);
            let Some((_, phase)) = known else {
                return Err(format!(
                    "\"{word}\" is no phase; the phases are arranging, clash, turn, night, \
                     after-attack, retreating, discarding, over"
                ));
            };
            (*phase, rest)
        }
        [] => return Err("the phase is missing".into()),
    };
    let mut fact = PhaseFact { phase, active: None, turn: None };
    for word in rest {
        match seat_of(word) {
            Some(seat) => fact.active = Some(seat),
            None => fact.turn = Some(turn_of(word)?),
        }
    }
    Ok(fact)
}

fn parse_seats(value: &str) -> Result<SeatSet, String> {
    value
        .split([',', ' '])
        .filter(|word| !word.is_empty() && *word != "none")
        .map(|word| seat_of(word).ok_or_else(|| format!("\"{word}\" is no seat")))
        .collect()
}

fn parse_drawn(value: &str) -> Result<[Option<Kind>; 2], String> {
    let mut drawn = [None; 2];
    let words: Vec<&str> =
        value.split([',', ' ']).filter(|word| !word.is_empty() && *word != "none").collect();
    if words.len() > 2 {
        return Err(format!("{} units drawn; at most two are in a turn", words.len()));
    }
    for (slot, word) in drawn.iter_mut().zip(words) {
        if word != "-" {
            *slot = Some(word.parse()?);
        }
    }
    Ok(drawn)
}

/// `archer, slinger 2` as counts.
fn parse_counts<const N: usize>(
    value: &str,
    index: impl Fn(&str) -> Result<usize, String>,
) -> Result<[u8; N], String> {
    let mut counts = [0u8; N];
    for part in value.split(',').map(str::trim).filter(|part| !part.is_empty() && *part != "none") {
        let (name, count) = match part.split_whitespace().collect::<Vec<_>>().as_slice() {
            [name] => (*name, 1),
            [name, count] => {
                let digits = count.trim_start_matches('x');
                let wrong = || format!("\"{count}\" is no number; separate cards with commas");
                (*name, digits.parse().map_err(|_| wrong())?)
            }
            _ => return Err(format!("\"{part}\" is not understood; write NAME or NAME NUMBER")),
        };
        let slot = &mut counts[index(name)?];
        *slot =
            slot.checked_add(count).filter(|sum| *sum <= 60).ok_or("more cards than there are")?;
    }
    Ok(counts)
}

fn unit_counts(value: &str) -> Result<[u8; KINDS], String> {
    parse_counts(value, |name| name.parse::<Kind>().map(Kind::index))
}

fn command_counts(value: &str) -> Result<[u8; COMMANDS], String> {
    parse_counts(value, |name| name.parse::<Command>().map(Command::index))
}
