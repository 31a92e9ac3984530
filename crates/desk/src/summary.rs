//! A match looked back upon.

use kernel::{Earning, Match};

use crate::DeskGame;
use crate::wire::{Earned, Head, Summary};

/// Everything worth telling of a match.
pub(crate) fn of<G: DeskGame>(head: Head, game: &Match<G>, states: &[G::State]) -> Summary {
    let mut events: Vec<G::Event> = game.opening().to_vec();
    game.log().for_each(|(_, more)| events.extend_from_slice(more));
    let earned = G::earnings(&G::start(game.setup()), &events);
    Summary {
        head,
        turns: G::turns(game.state()),
        series: G::series(states),
        luck: G::luck(game),
        earned: earned.iter().map(told).collect(),
        decided_by: if game.outcome().is_some() {
            G::decided_by(game.state()).into()
        } else {
            String::new()
        },
    }
}

fn told(earning: &Earning) -> Earned {
    let hundredths = |number: u32| {
        let (whole, part) = (number / 100, number % 100);
        if part == 0 { whole.to_string() } else { format!("{whole}.{part:02}") }
    };
    let mut did = vec![format!("{} of {} left", earning.kept, earning.pieces)];
    if earning.taken > 0 {
        did.push(format!("took {}", hundredths(earning.taken)));
    }
    if earning.scored > 0 {
        did.push(format!("scored {}", hundredths(earning.scored)));
    }
    Earned { seat: earning.seat, what: earning.piece.clone(), did: did.join(", ") }
}
