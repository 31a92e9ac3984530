//! Changing the state by one event: the only writer.

use kernel::{Outcome, Seat};

use crate::action::Decided;
use crate::cards::{Command, Kind};
use crate::event::{Deck, Event, Open};
use crate::line::{Line, Standing, Unit};
use crate::space::{Row, Side, Space, VANGUARD, front, rear};
use crate::state::{Phase, Secrets, State};

/// Changes the state by one event.
#[allow(clippy::inline_always)] // Where the event is made its arm is known, and only that is left.
#[inline(always)]
pub fn apply(state: &mut State, event: &Event) {
    match event {
        Event::Dealt { seat, kind } => {
            let pile = state.table.pile(*seat);
            state.unit_decks[pile][kind.index()] -= 1;
            state.dealt[seat.index()][kind.index()] += 1;
        }
        Event::CommandDrawn { seat, command } => {
            let pile = state.table.pile(*seat);
            state.command_decks[pile][command.index()] -= 1;
            state.hands[seat.index()][command.index()] += 1;
        }
        Event::Planned { seat, plan } => {
            let decided = plan.as_deref().cloned().map_or(Decided::Keep, Decided::Arrange);
            secrets(state).plans[seat.index()] = Some(decided);
            state.table.owing = state.table.owing.without(*seat);
        }
        Event::Declared { seat, orders } => {
            secrets(state).orders[seat.index()] = Some((**orders).clone());
            state.table.owing = state.table.owing.without(*seat);
        }
        Event::Deployed { seat, unit } => deploy(state, *seat, *unit),
        Event::Open(open) => apply_open(state, open),
    }
}

fn secrets(state: &mut State) -> &mut Secrets {
    state.secrets.get_or_insert_default()
}

fn line(state: &mut State, seat: Seat) -> &mut Line {
    &mut state.table.lines[seat.index()]
}

#[allow(clippy::too_many_lines)] // One arm an event; splitting it would hide the list.
#[allow(clippy::inline_always)] // As above.
#[inline(always)]
fn apply_open(state: &mut State, open: &Open) {
    match *open {
        Open::ArrangingBegan => {
            state.table.phase = Phase::Arranging;
            state.table.owing = state.table.alive;
            state.secrets = None;
        }
        Open::TookUp { seat } => {
            remember_line(state, seat);
            let units: Vec<Unit> = state.line(seat).units().map(|(_, unit)| unit).collect();
            let dealt = &mut state.dealt[seat.index()];
            for unit in units {
                dealt[unit.kind.index()] += 1;
                dealt[Kind::Chariot.index()] += u8::from(unit.chariot());
            }
            *line(state, seat) = Line::EMPTY;
        }
        Open::LineCleared { seat } => {
            remember_line(state, seat);
            *line(state, seat) = Line::EMPTY;
            state.dealt[seat.index()] = [0; 12];
        }
        Open::Kept { .. } | Open::Survived(_) | Open::Struck { .. } => {}
        Open::NightEnded => {
            state.table.phase = Phase::Turn;
            state.secrets = None;
        }
        Open::ClashBegan => {
            state.table.phase = Phase::Clash;
            state.table.owing = state.table.alive;
            state.secrets = None;
        }
        Open::ClashWon { .. } => state.secrets = None,
        Open::ClashTied { replay } => {
            state.table.replays = replay;
            state.secrets = None;
        }
        Open::TurnBegan { seat, turn } => {
            let table = &mut state.table;
            table.phase = Phase::Turn;
            table.active = seat;
            table.turn = turn;
            table.drawn = [None; 2];
            table.command = None;
            table.lines[seat.index()].rest();
        }
        Open::Reshuffled { deck, pile } => {
            let pile = usize::from(pile);
            match deck {
                Deck::Units => {
                    std::mem::swap(
                        &mut state.unit_decks[pile],
                        &mut state.table.unit_discards[pile],
                    );
                }
                Deck::Commands => {
                    std::mem::swap(
                        &mut state.command_decks[pile],
                        &mut state.table.command_discards[pile],
                    );
                }
            }
        }
        Open::UnitDrawn { seat, kind } => {
            let pile = state.table.pile(seat);
            state.unit_decks[pile][kind.index()] -= 1;
            let slot = state.table.drawn.iter_mut().find(|slot| slot.is_none());
            *slot.expect("at most two units are drawn in a turn") = Some(kind);
        }
        Open::Placed { seat, kind, at } => {
            let slot = state.table.drawn.iter_mut().find(|slot| **slot == Some(kind));
            *slot.expect("the unit was drawn") = None;
            line(state, seat).set(at, Some(Unit::new(kind).shown()));
        }
        Open::Played { seat, command } => {
            let pile = state.table.pile(seat);
            state.hands[seat.index()][command.index()] -= 1;
            state.table.command_discards[pile][command.index()] += 1;
            state.table.command = Some(command);
            if command == Command::Nightfall {
                state.table.phase = Phase::Night;
                state.table.owing = state.table.alive;
                state.secrets = None;
            }
        }
        Open::Flanked { seat, from, to } => {
            let line = line(state, seat);
            let unit = line.take(from);
            line.set(to, unit);
        }
        Open::Switched { seat, unit, with } => {
            let line = line(state, seat);
            let user = line.take(unit).map(|user| user.with_used(true));
            let other = line.take(with);
            line.set(unit, other);
            line.set(with, user);
        }
        Open::ChariotShown { seat, at } => {
            let unit = state.line(seat).get(at).expect("a unit rides there");
            let shown = unit.on_chariot(true, unit.chariot_used());
            recall(state, seat, unit, shown);
            line(state, seat).set(at, Some(shown));
        }
        Open::Rode { seat, from, to } => ride(state, seat, from, to),
        Open::SteppedUp { seat, column } => {
            if state.table.phase == Phase::Retreating && column == 0 {
                state.table.stepped_up = true;
            }
            let line = line(state, seat);
            let unit = line.take(rear(column));
            line.set(front(column), unit);
        }
        Open::ClosedUp { seat, column, from } => {
            line(state, seat).close_up(column, from);
        }
        Open::RearMoved { seat, column } => {
            let line = line(state, seat);
            let unit = line.take(rear(column));
            let inward = column - Side::of(column).map_or(0, Side::outward);
            line.set(rear(inward), unit);
        }
        Open::Revealed { seat, unit } => {
            let before = state.line(seat).get(unit.at).expect("only units are revealed");
            recall(state, seat, before, unit.unit());
            line(state, seat).set(unit.at, Some(unit.unit()));
        }
        Open::Lifted { seat } => {
            let unit = line(state, seat).take(VANGUARD).expect("the vanguard unit retreats");
            state.table.retreating = Some(Standing::new(VANGUARD, unit));
            state.table.stepped_up = false;
            state.table.phase = Phase::Retreating;
        }
        Open::Settled { seat, to } => {
            let unit = state.table.retreating.take().map(Standing::unit);
            line(state, seat).set(to, unit);
            state.table.stepped_up = false;
            state.table.phase = Phase::AfterAttack;
        }
        Open::Killed(fate) => {
            let unit = line(state, fate.seat).take(fate.at).expect("only units die");
            let pile = state.table.pile(fate.seat);
            let discards = &mut state.table.unit_discards[pile];
            discards[unit.kind.index()] += 1;
            discards[Kind::Chariot.index()] += u8::from(unit.chariot());
        }
        Open::AttackEnded { .. } => state.table.phase = Phase::AfterAttack,
        Open::LineDied { seat, hand } => {
            let table = &mut state.table;
            table.alive = table.alive.without(seat);
            let pile = table.pile(seat);
            for (discarded, held) in table.command_discards[pile].iter_mut().zip(hand) {
                *discarded += held;
            }
            state.hands[seat.index()] = [0; 8];
            state.table.remembered[seat.index()] = [0; 12];
        }
        Open::OverLimit { .. } => state.table.phase = Phase::Discarding,
        Open::Discarded { seat, command } => {
            let pile = state.table.pile(seat);
            state.hands[seat.index()][command.index()] -= 1;
            state.table.command_discards[pile][command.index()] += 1;
        }
        Open::TurnEnded { .. } => {}
        Open::Over { outcome, .. } => end(state, outcome),
    }
}

fn end(state: &mut State, outcome: Outcome) {
    state.table.phase = Phase::Over(outcome);
    state.table.owing = kernel::SeatSet::EMPTY;
    state.secrets = None;
}

/// `rome:R40` Before a line is taken up: what is known of it is remembered, though its place is lost.
fn remember_line(state: &mut State, seat: Seat) {
    let table = &mut state.table;
    let remembered = &mut table.remembered[seat.index()];
    for (_, unit) in table.lines[seat.index()].units() {
        remembered[unit.kind.index()] += u8::from(unit.known());
        remembered[Kind::Chariot.index()] += u8::from(unit.chariot() && unit.chariot_known());
    }
}

/// What is newly known of a unit is no longer a memory without a place.
fn recall(state: &mut State, seat: Seat, before: Unit, after: Unit) {
    let remembered = &mut state.table.remembered[seat.index()];
    let mut found = |kind: Kind, newly: bool| {
        let count = &mut remembered[kind.index()];
        *count = count.saturating_sub(u8::from(newly));
    };
    found(after.kind, after.known() && !before.known());
    found(Kind::Chariot, after.chariot_known() && !before.chariot_known());
}

fn deploy(state: &mut State, seat: Seat, standing: Standing) {
    let unit = standing.unit();
    recall(state, seat, unit.hidden(), unit);
    line(state, seat).set(standing.at, Some(unit));
}

/// A Chariot moves: from below its rider or with its own space, below another or into a space.
fn ride(state: &mut State, seat: Seat, from: Space, to: Space) {
    let carrier = state.line(seat).get(from).expect("a Chariot stands there");
    if carrier.chariot() {
        line(state, seat).set(from, Some(carrier.on_foot()));
    } else {
        line(state, seat).set(from, None);
    }
    let line = line(state, seat);
    let moved = match line.get(to) {
        Some(rider) => rider.on_chariot(true, true),
        None => Unit::new(Kind::Chariot).shown().with_used(true),
    };
    debug_assert!(to.row == Row::Rear || moved.known());
    line.set(to, Some(moved));
}
