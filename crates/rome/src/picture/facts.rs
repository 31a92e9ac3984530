//! From facts to positions and back, and how two sets of facts differ.

use kernel::{Game, PictureError, Seat, SeatSet};

use super::draw::{decided_text, phase_text, setup_text};
use super::read::read;
use super::{Cell, Facts, PhaseFact, SeatFacts, token, wrong};
use crate::Rome;
use crate::action::{Action, Decided};
use crate::cards::{self, Kind, UnitCounts};
use crate::line::{Line, Standing, Unit};
use crate::narrate::{commands_text, units_text};
use crate::rules::clash::REPLAYS_MAX;
use crate::rules::commands::HAND_MAX;
use crate::rules::nightfall;
use crate::setup::Setup;
use crate::space::{Row, Space, VANGUARD};
use crate::state::{Phase, Secrets, State, Table};
use crate::text;
use crate::view::View;

/// Builds a position; what the picture leaves out is as in an ordinary game: it is A's first turn,
/// the unit is placed, hands are empty, and all other cards are in the decks.
pub fn position(setup: &Setup, picture: &str) -> Result<State, PictureError> {
    let facts = read(picture)?;
    build(setup, &facts).map_err(|message| wrong(0, message))
}

/// The variant a picture is of: its own line `game:` if it has one, else the given one with as many
/// players as have rows.
pub fn pictured_setup(setup: &Setup, picture: &str) -> Setup {
    read(picture).map_or(*setup, |facts| setup_of(setup, &facts))
}

fn setup_of(setup: &Setup, facts: &Facts) -> Setup {
    let drawn = |facts: &SeatFacts| facts.front.is_some() || facts.rear.is_some();
    let seats = facts.seats.iter().rposition(drawn).map_or(0, |last| last as u8 + 1);
    facts.setup.unwrap_or(Setup { players: setup.players.max(seats), ..*setup })
}

fn build(setup: &Setup, facts: &Facts) -> Result<State, String> {
    let setup = setup_of(setup, facts);
    if let Some(fault) = setup.faults().first() {
        return Err(format!("game: {fault}"));
    }
    let mut state = State::new(&setup);
    let phase = facts.phase.unwrap_or(PhaseFact {
        phase: Phase::Turn,
        active: Some(Seat(0)),
        turn: Some(1),
    });
    let table = &mut state.table;
    table.phase = phase.phase;
    table.active = phase.active.unwrap_or(Seat(0));
    table.turn = phase.turn.unwrap_or(u16::from(active_phase(phase.phase)));
    table.replays = facts.replays.unwrap_or(0);
    table.drawn = facts.drawn.unwrap_or_default();
    table.command = facts.command.unwrap_or_default();
    table.stepped_up = facts.stepped_up.unwrap_or(false);
    table.retreating = facts.retreating.flatten().map(|unit| Standing::new(VANGUARD, unit));
    for seat in facts.out.unwrap_or_default().iter() {
        table.alive = table.alive.without(seat);
    }
    if !table.seats().contains(table.active) {
        return Err(format!("there is no seat {} in a game of {}", table.active, setup.players));
    }
    for (index, seat_facts) in facts.seats.iter().enumerate() {
        let seat = Seat(index as u8);
        if !state.table.seats().contains(seat) {
            if *seat_facts != SeatFacts::default() {
                return Err(format!("there is no seat {seat} in a game of {}", setup.players));
            }
            continue;
        }
        seat_down(&mut state, seat, seat_facts)?;
    }
    if !setup.divide && (facts.unit_discards[1].is_some() || facts.command_discards[1].is_some()) {
        return Err("only divided decks have a discard pile for each player".into());
    }
    for pile in 0..state.unit_decks.len() {
        state.table.unit_discards[pile] = facts.unit_discards[pile].unwrap_or_default();
        state.table.command_discards[pile] = facts.command_discards[pile].unwrap_or_default();
    }
    fill_decks(&mut state)?;
    decide(&mut state, facts)?;
    sound(&state)?;
    Ok(state)
}

fn active_phase(phase: Phase) -> bool {
    !matches!(phase, Phase::Dealing | Phase::Arranging | Phase::Clash)
}

fn seat_down(state: &mut State, seat: Seat, facts: &SeatFacts) -> Result<(), String> {
    let arranging = matches!(state.table.phase, Phase::Arranging | Phase::Dealing);
    let mut line = Line::EMPTY;
    for row in [Row::Front, Row::Rear] {
        for (column, unit) in facts.row(row).into_iter().flatten() {
            let at = Space { row, column: *column };
            let Some(unit) = unit else { continue };
            if unit.kind == Kind::Hidden {
                return Err(format!(
                    "{seat} {at}: a position must say what every unit is, not ???"
                ));
            }
            if row == Row::Rear && !state.table.setup.mode.rear() {
                return Err(format!("{seat} {at}: there is no rear row in this mode [rome:R32]"));
            }
            // What stands in front is known, and so is every Elephant [rome:R5].
            let shown = !arranging && (row == Row::Front || unit.kind == Kind::Elephant);
            line.set(at, Some(if shown { unit.shown() } else { *unit }));
        }
    }
    state.table.lines[seat.index()] = line;
    if let Some(hand) = facts.hand {
        if !state.table.setup.mode.commands() && cards::total(&hand) > 0 {
            return Err(format!("{seat} hand: there are no commands in this mode [rome:R32]"));
        }
        state.hands[seat.index()] = hand;
    }
    if facts.hand_size.is_some() {
        return Err(format!(
            "{seat} holds: a position must say which commands, as in {seat} hand: volley"
        ));
    }
    state.dealt[seat.index()] = facts.dealt.unwrap_or_default();
    state.table.remembered[seat.index()] = facts.remembered.unwrap_or_default();
    Ok(())
}

/// All cards that are nowhere else are in the decks.
fn fill_decks(state: &mut State) -> Result<(), String> {
    for pile in 0..state.unit_decks.len() {
        let table = &state.table;
        let mut used = table.unit_discards[pile];
        let mut commands = table.command_discards[pile];
        for seat in table.seats().iter().filter(|seat| table.pile(*seat) == pile) {
            let (line, _) = nightfall::line_cards(table.line(seat));
            add(&mut used, &line);
            add(&mut used, &state.dealt[seat.index()]);
            if seat == table.active {
                for kind in table.drawn.iter().flatten() {
                    used[kind.index()] = used[kind.index()].saturating_add(1);
                }
                if let Some(unit) = table.retreating.map(Standing::unit) {
                    used[unit.kind.index()] = used[unit.kind.index()].saturating_add(1);
                    let chariots = &mut used[Kind::Chariot.index()];
                    *chariots = chariots.saturating_add(u8::from(unit.chariot()));
                }
            }
            add(&mut commands, &state.hands[seat.index()]);
        }
        for kind in Kind::ALL {
            let (deck, used) = (&mut state.unit_decks[pile][kind.index()], used[kind.index()]);
            let all = *deck;
            *deck = all.checked_sub(used).ok_or_else(|| {
                format!("{used} × {kind} in the picture, but there are {all} [rome:R7]")
            })?;
        }
        for command in cards::Command::ALL {
            let index = command.index();
            let (deck, used) = (&mut state.command_decks[pile][index], commands[index]);
            let all = *deck;
            *deck = all.checked_sub(used).ok_or_else(|| {
                format!("{used} × {command} in the picture, but there are {all} [rome:R7]")
            })?;
        }
    }
    Ok(())
}

fn add(counts: &mut [u8], more: &[u8]) {
    for (count, more) in counts.iter_mut().zip(more) {
        *count = count.saturating_add(*more);
    }
}

/// Secret decisions, and who still owes one.
fn decide(state: &mut State, facts: &Facts) -> Result<(), String> {
    let alive = state.table.alive;
    let deciding = matches!(state.table.phase, Phase::Arranging | Phase::Night | Phase::Clash);
    state.table.owing = if deciding { alive } else { SeatSet::EMPTY };
    let mut secrets = Secrets::default();
    let mut any = false;
    for seat in alive.iter() {
        let facts = &facts.seats[seat.index()];
        let action = match (&facts.plan, &facts.orders) {
            (Some(Decided::Arrange(plan)), _) => Action::Arrange(Box::new(plan.clone())),
            (Some(Decided::Keep), _) => Action::Keep,
            (None, Some(orders)) => Action::Attack { orders: orders.clone() },
            (None, None) => continue,
        };
        if !deciding {
            return Err(format!("{seat} plan: nobody decides secretly in this phase"));
        }
        Rome::check(state, seat, &action).map_err(|violation| {
            format!("{seat}: {} can't have been decided: {violation}", text::action_text(&action))
        })?;
        any = true;
        secrets.plans[seat.index()].clone_from(&facts.plan);
        secrets.orders[seat.index()].clone_from(&facts.orders);
    }
    for seat in alive.iter() {
        let decided = &facts.seats[seat.index()];
        if decided.plan.is_some() || decided.orders.is_some() {
            state.table.owing = state.table.owing.without(seat);
        }
    }
    if let Some(owing) = facts.owing.filter(|owing| *owing != state.table.owing) {
        return Err(if deciding {
            format!(
                "owing: {owing}, but {} have not decided; give the others a plan or orders",
                state.table.owing
            )
        } else {
            format!("owing: {owing}, but nobody decides secretly in this phase")
        });
    }
    if deciding && state.table.owing.is_empty() {
        return Err("everybody has decided: there is nothing left to wait for".into());
    }
    if any {
        state.secrets = Some(Box::new(secrets));
    }
    Ok(())
}

/// Whether the position can be played on.
fn sound(state: &State) -> Result<(), String> {
    let table = &state.table;
    let active = table.active;
    for seat in table.seats().iter() {
        let line = table.line(seat);
        let alive = table.alive.contains(seat);
        match table.phase {
            Phase::Arranging | Phase::Dealing => {
                let dealt = cards::total(&state.dealt[seat.index()]);
                let want = table.setup.mode.dealt();
                if table.phase == Phase::Arranging && alive && dealt != want {
                    return Err(format!(
                        "{seat} dealt: {dealt} units, but {want} are arranged [rome:R7]"
                    ));
                }
                if !line.is_empty() {
                    return Err(format!("{seat}: units stand in a line that is not arranged yet"));
                }
            }
            Phase::Over(_) => {}
            _ if alive && line.is_empty() && table.retreating.is_none() => {
                return Err(format!("{seat} has no unit: draw its line, or write out: {seat}"));
            }
            _ if !alive && !line.is_empty() => {
                return Err(format!("{seat} is out, but units stand in its line"));
            }
            _ if cards::total(&state.dealt[seat.index()]) > 0 => {
                return Err(format!("{seat} dealt: units are dealt only before they are arranged"));
            }
            _ => {}
        }
        let hidden = hidden_cards(state, seat);
        for kind in Kind::ALL {
            let remembered = table.remembered[seat.index()][kind.index()];
            if remembered > hidden[kind.index()] {
                return Err(format!(
                    "{seat} remembered: {remembered} × {kind}, but {} are face down",
                    hidden[kind.index()]
                ));
            }
        }
    }
    if !matches!(table.phase, Phase::Over(_)) && !table.alive.contains(active) {
        return Err(format!("{active} is out and can't be at turn"));
    }
    if table.replays > REPLAYS_MAX {
        return Err(format!("replays: at most {REPLAYS_MAX} are fought [rome:R9]"));
    }
    if table.setup.turn_limit > 0 && table.turn > table.setup.turn_limit {
        return Err(format!(
            "turn {} is beyond the limit of {} [rome:R31]",
            table.turn, table.setup.turn_limit
        ));
    }
    if table.alive.len() < 2 && !matches!(table.phase, Phase::Over(_)) {
        return Err("with fewer than two lines the game is over".into());
    }
    if table.retreating.is_some() != (table.phase == Phase::Retreating) {
        return Err("retreating: a unit falls back in the phase retreating, and only then".into());
    }
    if table.phase == Phase::AfterAttack && !table.line(active).legal() {
        return Err(format!("after the attack {active}'s own line is legal, and here it is not"));
    }
    if table.phase == Phase::Discarding && cards::total(&state.hands[active.index()]) <= HAND_MAX {
        return Err(format!("{active} discards, but holds no more than seven commands"));
    }
    Ok(())
}

fn hidden_cards(state: &State, seat: Seat) -> UnitCounts {
    let mut hidden = state.dealt[seat.index()];
    for (_, unit) in state.line(seat).units() {
        hidden[unit.kind.index()] += u8::from(!unit.known());
        hidden[Kind::Chariot.index()] += u8::from(unit.chariot() && !unit.chariot_known());
    }
    hidden
}

fn table_facts(table: &Table) -> Facts {
    let mut facts = Facts {
        setup: Some(table.setup),
        phase: Some(PhaseFact {
            phase: table.phase,
            active: Some(table.active),
            turn: Some(table.turn),
        }),
        owing: Some(table.owing),
        out: Some(SeatSet(table.seats().0 & !table.alive.0)),
        replays: Some(table.replays),
        drawn: Some(table.drawn),
        command: Some(table.command),
        retreating: Some(table.retreating.map(Standing::unit)),
        stepped_up: Some(table.stepped_up),
        ..Facts::default()
    };
    for seat in table.seats().iter() {
        let seat_facts = &mut facts.seats[seat.index()];
        for row in [Row::Front, Row::Rear] {
            let cells =
                table.line(seat).row(row).map(|(at, unit)| (at.column, Some(unit))).collect();
            *seat_facts.row_mut(row) = Some(cells);
        }
        seat_facts.remembered = Some(table.remembered[seat.index()]);
    }
    for (index, counts) in table.unit_discards.iter().enumerate() {
        facts.unit_discards[index] = Some(*counts);
    }
    for (index, counts) in table.command_discards.iter().enumerate() {
        facts.command_discards[index] = Some(*counts);
    }
    facts
}

/// Where the position differs from the picture.
pub fn compare(state: &State, picture: &str) -> Result<Vec<String>, PictureError> {
    let wanted = read(picture)?;
    let mut actual = table_facts(&state.table);
    for seat in state.table.seats().iter() {
        let facts = &mut actual.seats[seat.index()];
        facts.hand = Some(state.hands[seat.index()]);
        facts.hand_size = Some(cards::total(&state.hands[seat.index()]));
        facts.dealt = Some(state.dealt[seat.index()]);
        if let Some(secrets) = &state.secrets {
            facts.plan.clone_from(&secrets.plans[seat.index()]);
            facts.orders.clone_from(&secrets.orders[seat.index()]);
        }
    }
    Ok(differences(&wanted, &actual))
}

/// Where what a seat sees differs from the picture.
pub fn compare_view(view: &View, picture: &str) -> Result<Vec<String>, PictureError> {
    let wanted = read(picture)?;
    let mut actual = table_facts(&view.table);
    for seat in view.table.seats().iter() {
        actual.seats[seat.index()].hand_size = Some(view.hand_sizes[seat.index()]);
    }
    if let Some(own) = actual.seats.get_mut(view.seat.index()) {
        own.hand = Some(view.hand);
        own.dealt = Some(view.dealt);
        own.plan.clone_from(&view.plan);
        own.orders.clone_from(&view.orders);
    }
    Ok(differences(&wanted, &actual))
}

fn differences(wanted: &Facts, actual: &Facts) -> Vec<String> {
    let mut found = Vec::new();
    let mut differ = |what: String, wanted: String, actual: String| {
        if wanted != actual {
            found.push(format!("{what}: expected {wanted}, got {actual}"));
        }
    };
    let mut fact = |what: &str, wanted: Option<String>, actual: Option<String>| {
        if let Some(wanted) = wanted {
            differ(what.into(), wanted, actual.unwrap_or_else(|| "nothing".into()));
        }
    };
    fact("game", wanted.setup.map(|s| setup_text(&s)), actual.setup.map(|s| setup_text(&s)));
    if let (Some(want), Some(got)) = (wanted.phase, actual.phase) {
        let (active, turn) = (got.active.unwrap_or(Seat(0)), got.turn.unwrap_or(0));
        let want_text =
            phase_text(want.phase, want.active.unwrap_or(active), want.turn.unwrap_or(turn));
        fact("phase", Some(want_text), Some(phase_text(got.phase, active, turn)));
    }
    let seats = |set: Option<SeatSet>| set.map(|set| set.to_string());
    fact("owing", seats(wanted.owing), seats(actual.owing));
    fact("out", seats(wanted.out), seats(actual.out));
    let number = |number: Option<u8>| number.map(|number| number.to_string());
    fact("replays", number(wanted.replays), number(actual.replays));
    fact("drawn", wanted.drawn.map(drawn_text), actual.drawn.map(drawn_text));
    let command = |command: Option<Option<cards::Command>>| {
        command.map(|command| command.map_or("none", cards::Command::name).to_string())
    };
    fact("command", command(wanted.command), command(actual.command));
    let unit =
        |unit: Option<Option<Unit>>| unit.map(|unit| unit.map_or_else(|| "none".into(), token));
    fact("retreating", unit(wanted.retreating), unit(actual.retreating));
    for pile in 0..2 {
        let units = |facts: &Facts| facts.unit_discards[pile].map(|counts| units_text(&counts));
        fact("discarded units", units(wanted), units(actual));
        let commands =
            |facts: &Facts| facts.command_discards[pile].map(|counts| commands_text(&counts));
        fact("discarded commands", commands(wanted), commands(actual));
    }
    for (index, (want, got)) in wanted.seats.iter().zip(&actual.seats).enumerate() {
        seat_differences(Seat(index as u8), want, got, &mut fact);
    }
    found
}

/// Told of a fact: what it is, what a picture wants, what there is.
type Differ<'a> = dyn FnMut(&str, Option<String>, Option<String>) + 'a;

fn drawn_text(drawn: [Option<Kind>; 2]) -> String {
    let names: Vec<&str> = drawn.iter().flatten().map(|kind| kind.name()).collect();
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

fn seat_differences(seat: Seat, want: &SeatFacts, got: &SeatFacts, fact: &mut Differ<'_>) {
    for row in [Row::Front, Row::Rear] {
        let Some(cells) = want.row(row) else { continue };
        row_differences(seat, row, cells, got.row(row).map_or(&[], Vec::as_slice), fact);
    }
    let hand = |facts: &SeatFacts| facts.hand.map(|counts| commands_text(&counts));
    fact(&format!("{seat} hand"), hand(want), hand(got));
    let size = |facts: &SeatFacts| facts.hand_size.map(|size| size.to_string());
    fact(&format!("{seat} holds"), size(want), size(got));
    let dealt = |facts: &SeatFacts| facts.dealt.map(|counts| units_text(&counts));
    fact(&format!("{seat} dealt"), dealt(want), dealt(got));
    let remembered = |facts: &SeatFacts| facts.remembered.map(|counts| units_text(&counts));
    fact(&format!("{seat} remembered"), remembered(want), remembered(got));
    let plan = |facts: &SeatFacts| facts.plan.as_ref().map(decided_text);
    fact(&format!("{seat} plan"), plan(want), plan(got));
    let orders = |facts: &SeatFacts| facts.orders.as_ref().map(|orders| text::orders_text(orders));
    fact(&format!("{seat} orders"), orders(want), orders(got));
}

/// Compares a row cell by cell. A picture that does not mark abilities as used does not care.
fn row_differences(seat: Seat, row: Row, wanted: &[Cell], actual: &[Cell], fact: &mut Differ<'_>) {
    let unit_at = |cells: &[Cell], column: i8| {
        cells.iter().find(|(other, _)| *other == column).and_then(|(_, unit)| *unit)
    };
    let mut columns: Vec<i8> = wanted.iter().chain(actual).map(|(column, _)| *column).collect();
    columns.sort_unstable();
    columns.dedup();
    for column in columns {
        let at = Space { row, column };
        let (want, mut got) = (unit_at(wanted, column), unit_at(actual, column));
        if want.is_some_and(|unit| !unit.used() && !unit.chariot_used()) {
            got = got.map(Unit::rested);
        }
        let cell = |unit: Option<Unit>| Some(unit.map_or_else(|| ".".into(), token));
        fact(&format!("{seat} {at}"), cell(want), cell(got));
    }
}
