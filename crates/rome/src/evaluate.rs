//! How good a position looks.

use kernel::Seat;

use crate::action::Orders;
use crate::cards::Kind;
use crate::rules::attack::{self, Fates, Strikes};
use crate::rules::{declare, nightfall};
use crate::state::{Phase, State, Table};

/// What a unit is worth, in hundredths of a Slinger's half.
fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::Archer => 300,
        Kind::Ballista | Kind::Catapult => 330,
        Kind::Cavalry => 340,
        Kind::Centurion => 290,
        Kind::Chariot | Kind::Standard => 250,
        Kind::Consul => 240,
        Kind::Elephant => 480,
        Kind::Infantry => 260,
        Kind::Praetorian => 430,
        Kind::Slinger => 200,
        Kind::Hidden => 280,
    }
}

const WON: i32 = 1_000_000;
/// How many declarations are weighed when a threat is judged.
const DECLARATIONS: usize = 6;

fn material(state: &State, seat: Seat) -> i32 {
    let (all, _) = nightfall::line_cards(state.line(seat));
    Kind::ALL.iter().map(|kind| i32::from(all[kind.index()]) * worth(*kind)).sum()
}

/// What the seat's attack would kill if it came now: the worth of others' units, and of the
/// `victim`'s among them.
fn threat(table: &Table, seat: Seat, victim: Option<Seat>) -> i32 {
    let mut best = 0;
    let mut judge = |orders: &Orders| {
        let mut strikes = Strikes::new();
        attack::strikes(table, seat, orders, &mut strikes);
        let mut fates = Fates::new();
        attack::fates(table, &strikes, &mut fates);
        let killed: i32 = fates
            .iter()
            .filter(|fate| fate.dies() && victim.is_none_or(|victim| victim == fate.seat))
            .map(|fate| worth(fate.kind) + if fate.chariot { worth(Kind::Chariot) } else { 0 })
            .sum();
        // A wound that does not kill is worth a little: another attacker may add to it.
        best = best.max(killed);
    };
    declare::declarations(table, seat, DECLARATIONS, |orders| judge(&orders));
    best
}

/// How good the position looks for the seat.
///
/// Units count by their worth; so does what would die if attacks came now: nearly in full while the
/// seat's own attack is still to come, less for those of others, who may do better or worse.
pub fn evaluate(state: &State, seat: Seat) -> i32 {
    let table = &state.table;
    if let Phase::Over(outcome) = table.phase {
        return match outcome {
            kernel::Outcome::Win(winner) if winner == seat => WON,
            kernel::Outcome::Win(_) => -WON,
            kernel::Outcome::Draw => 0,
        };
    }
    if !table.alive.contains(seat) {
        return -WON;
    }
    let opponents = table.opponents(seat);
    let rivals: i32 = opponents.iter().map(|other| material(state, other)).sum();
    let mut score = material(state, seat) - rivals / i32::from(opponents.len().max(1));
    let mine = table.active == seat;
    if mine {
        score += table.drawn.iter().flatten().map(|kind| worth(*kind) * 9 / 10).sum::<i32>();
        if let Some(unit) = table.retreating.map(crate::line::Standing::unit) {
            score += worth(unit.kind);
        }
    }
    score += 40 * i32::from(crate::cards::total(&state.hands[seat.index()]));
    let before_attack = mine && matches!(table.phase, Phase::Turn | Phase::Night);
    let weight = if before_attack { 90 } else { 30 };
    score += threat(table, seat, None) * weight / 100;
    for other in opponents.iter() {
        score -= threat(table, other, Some(seat)) * 60 / 100;
    }
    if !state.line(seat).legal() {
        score -= 30;
    }
    score
}
