//! Turning the table: the same position with everybody some seats on.
//!
//! Nothing in the rules may favour a seat number; tests turn the table to see that.

use kernel::{Outcome, Seat, SeatSet};

use crate::action::{Action, Aim, Order, Orders, Role};
use crate::state::{Phase, Secrets, State};

/// The seat so many places on.
pub fn turn_seat(seat: Seat, by: u8, players: u8) -> Seat {
    Seat((seat.0 + by) % players)
}

fn turn_set(seats: SeatSet, by: u8, players: u8) -> SeatSet {
    seats.iter().map(|seat| turn_seat(seat, by, players)).collect()
}

fn turn_orders(orders: &[Order], by: u8, players: u8) -> Orders {
    orders
        .iter()
        .map(|order| Order {
            role: match order.role {
                Role::Enemy(seat) => Role::Enemy(turn_seat(seat, by, players)),
                role => role,
            },
            aim: Aim {
                opponent: order.aim.opponent.map(|seat| turn_seat(seat, by, players)),
                ..order.aim
            },
            ..*order
        })
        .collect()
}

/// The action as the seat so many places on would take it.
pub fn turn_action(action: &Action, by: u8, players: u8) -> Action {
    match action {
        Action::Attack { orders } => Action::Attack { orders: turn_orders(orders, by, players) },
        action => action.clone(),
    }
}

/// The position with everybody so many seats on.
pub fn turn_state(state: &State, by: u8) -> State {
    let players = state.table.setup.players;
    let mut turned = state.clone();
    let table = &mut turned.table;
    table.alive = turn_set(table.alive, by, players);
    table.owing = turn_set(table.owing, by, players);
    table.active = turn_seat(table.active, by, players);
    if let Phase::Over(Outcome::Win(seat)) = table.phase {
        table.phase = Phase::Over(Outcome::Win(turn_seat(seat, by, players)));
    }
    let by_seats = usize::from(by % players);
    table.lines.rotate_right(by_seats);
    table.remembered.rotate_right(by_seats);
    turned.hands.rotate_right(by_seats);
    turned.dealt.rotate_right(by_seats);
    if state.table.setup.divide {
        table.unit_discards.rotate_right(by_seats);
        table.command_discards.rotate_right(by_seats);
        turned.unit_decks.rotate_right(by_seats);
        turned.command_decks.rotate_right(by_seats);
    }
    if let Some(secrets) = &state.secrets {
        let mut moved = Secrets::default();
        for seat in 0..players {
            let (old, new) = (usize::from(seat), turn_seat(Seat(seat), by, players).index());
            moved.plans[new].clone_from(&secrets.plans[old]);
            moved.orders[new] =
                secrets.orders[old].as_ref().map(|orders| turn_orders(orders, by, players));
        }
        turned.secrets = Some(Box::new(moved));
    }
    turned
}
