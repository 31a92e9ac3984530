//! One game between bots and programs.

use bots::Random;
use kernel::{Awaiting, Chooser, Knower, Match, Outcome, Seat, SeatSet, Seed, Words};

use crate::guest::{Answer, Guest};
use crate::message::{Ended, Over, Verdict};

/// Who decides for a seat.
pub enum Player<'a, G: Words> {
    /// A bot of ours.
    Bot(Box<dyn Chooser<G> + Send>),
    /// A program.
    Guest(Box<Guest<'a, G>>),
}

/// How a game came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who has won, forfeits included.
    pub outcome: Outcome,
    /// How it ended.
    pub ended: Ended,
    /// How many decisions the lot made, for programs that were late or out.
    pub lots: u64,
}

/// Plays a match to its end. A program that forfeits is out: of two players the other has won; of
/// more, the lot plays on for the seat, which can't win any more, until one is left or the game ends.
pub fn play<G: Words>(table: &mut Match<G>, players: &mut [Player<'_, G>], lots: Seed) -> Ending {
    let mut seated = SeatSet::first(G::seats(table.setup()));
    for (seat, player) in (0..).map(Seat).zip(players.iter_mut()) {
        if let Player::Guest(guest) = player
            && guest.enter(table).is_err()
        {
            seated = seated.without(seat);
        }
    }
    let mut drawn = 0;
    let (outcome, ended) = loop {
        let seat = match table.awaiting() {
            Awaiting::Over(Outcome::Win(winner)) if !seated.contains(winner) => {
                break (Outcome::Draw, Ended::Rules);
            }
            Awaiting::Over(outcome) => break (outcome, Ended::Rules),
            Awaiting::Seats(seats) => seats.lowest().unwrap_or(Seat(0)),
        };
        match (seated.len(), seated.lowest()) {
            (1, Some(last)) => break (Outcome::Win(last), Ended::Forfeit),
            (0, _) => break (Outcome::Draw, Ended::Forfeit),
            _ if table.len() >= G::ACTIONS_MAX as usize => break (Outcome::Draw, Ended::NoEnd),
            _ => {}
        }
        let decided = match &mut players[seat.index()] {
            Player::Bot(bot) => Some(bot.choose_unseen(Knower::from_state(table.state(), seat))),
            Player::Guest(guest) if seated.contains(seat) => match guest.decide(table) {
                Ok(Answer::Act(action)) => Some(action),
                Ok(Answer::Late) => None,
                Err(_) => {
                    seated = seated.without(seat);
                    continue;
                }
            },
            Player::Guest(_) => None,
        };
        let action = decided.unwrap_or_else(|| {
            drawn += 1;
            let mut lot = Random::<G>::new(lots.derive(table.len() as u64));
            lot.choose_unseen(Knower::from_state(table.state(), seat))
        });
        if table.play(seat, action).is_err() {
            // A program's action was checked, and so is what a bot of ours gives back in the laws.
            break (Outcome::Draw, Ended::NoEnd);
        }
        let events = table.log().next_back().map_or(&[][..], |(_, events)| events);
        for player in players.iter_mut() {
            if let Player::Guest(guest) = player {
                guest.tell(table, events);
            }
        }
    };
    for (seat, player) in (0..).map(Seat).zip(players) {
        if let Player::Guest(guest) = player {
            guest.dismiss(over(seat, seated, outcome, ended));
        }
    }
    Ending { outcome, ended, lots: drawn }
}

/// What a seat is told at the end.
fn over(seat: Seat, seated: SeatSet, outcome: Outcome, ended: Ended) -> Over {
    let result = match outcome {
        _ if !seated.contains(seat) => Verdict::Lost,
        Outcome::Draw => Verdict::Drawn,
        Outcome::Win(winner) if winner == seat => Verdict::Won,
        Outcome::Win(_) => Verdict::Lost,
    };
    let how = match ended {
        Ended::Rules => "by the rules",
        Ended::Forfeit => "by forfeit",
        Ended::NoEnd => "stopped after too many actions",
    };
    Over { result, outcome, ended, text: format!("{outcome}, {how}") }
}
