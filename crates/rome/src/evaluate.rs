//! How good a position looks.

use kernel::Seat;

use crate::action::Orders;
use crate::cards::{Command, Kind};
use crate::rules::attack::{self, Fates, Strikes};
use crate::rules::{declare, nightfall};
use crate::state::{Phase, State, Table};

/// What a unit is worth, in five-hundredths of the logarithm of the odds to win: a logistic regression
/// of who won on what stood in the lines when a turn began.
fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::Archer => 280,
        Kind::Ballista => 255,
        Kind::Catapult => 270,
        Kind::Cavalry => 370,
        Kind::Centurion => 420,
        Kind::Chariot => 170,
        Kind::Consul => 320,
        Kind::Elephant => 560,
        Kind::Infantry => 200,
        Kind::Praetorian => 460,
        Kind::Slinger => 265,
        Kind::Standard => 310,
        Kind::Hidden => 290,
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

/// What a command in hand is worth, on the same scale. Those that bots play at once are in no hand
/// when a turn begins, and are guessed.
fn held(command: Command) -> i32 {
    match command {
        Command::Flank | Command::Javelin => 90,
        Command::Nightfall => 100,
        Command::Reinforcements => 275,
        Command::Retreat => 20,
        Command::Stampede => 80,
        Command::Surprise => 140,
        Command::Volley => 55,
    }
}

fn commands(state: &State, seat: Seat) -> i32 {
    let hand = &state.hands[seat.index()];
    Command::ALL.iter().map(|command| i32::from(hand[command.index()]) * held(*command)).sum()
}

/// How good the position looks for the seat.
///
/// Units and commands count by their worth. So does what would die if attacks came now: nearly in full
/// while the seat's own attack is still to come, less for those of others, who may do better or worse.
/// What others threaten counts the same before and after one's own attack, lest bots that judge in the
/// middle of a turn put off its end.
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
    let wealth = |seat: Seat| material(state, seat) + commands(state, seat);
    let rivals: i32 = opponents.iter().map(wealth).sum();
    let mut score = wealth(seat) - rivals / i32::from(opponents.len().max(1));
    let mine = table.active == seat;
    if mine {
        score += table.drawn.iter().flatten().map(|kind| worth(*kind) * 9 / 10).sum::<i32>();
        if let Some(unit) = table.retreating.map(crate::line::Standing::unit) {
            score += worth(unit.kind);
        }
    }
    let before_attack = mine && matches!(table.phase, Phase::Turn | Phase::Night);
    score += threat(table, seat, None) * if before_attack { 90 } else { 20 } / 100;
    for other in opponents.iter() {
        score -= threat(table, other, Some(seat)) * 55 / 100;
    }
    if !state.line(seat).legal() {
        score -= 30;
    }
    score
}
