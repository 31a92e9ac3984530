//! A match looked back upon.

use kernel::{Earning, Match};

use crate::DeskGame;
use crate::wire::{Earned, Head, Luck, Summary};

/// Everything worth telling of a match.
pub(crate) fn of<G: DeskGame>(head: Head, game: &Match<G>, states: &[G::State]) -> Summary {
    let mut events: Vec<G::Event> = game.opening().to_vec();
    game.log().for_each(|(_, more)| events.extend_from_slice(more));
    let earned = G::earnings(&G::start(game.setup()), &events);
    Summary {
        head,
        turns: G::turns(game.state()),
        series: G::series(states),
        luck: luck::<G>(game.setup(), &events),
        earned: earned
            .iter()
            .map(|one| told::<G>(one, G::piece(game.setup(), &one.piece)))
            .collect(),
        decided_by: if game.outcome().is_some() {
            G::decided_by(game.state()).into()
        } else {
            String::new()
        },
    }
}

/// What the dice gave against what was to be expected.
fn luck<G: DeskGame>(setup: &G::Setup, events: &[G::Event]) -> Vec<Luck> {
    let mut list: Vec<Luck> = Vec::new();
    let thrown = events.iter().flat_map(|event| G::dice_of(setup, &G::known(event)));
    for roll in thrown {
        let (Some(seat), Some(need), Some(what)) = (roll.seat, roll.need, G::luck(&roll.label))
        else {
            continue;
        };
        let known = list.iter().position(|luck| luck.seat == seat && luck.what == what);
        let at = known.unwrap_or_else(|| {
            let (expected, got, rolls) = (0.0, 0, 0);
            list.push(Luck { seat, what: what.into(), expected, got, rolls });
            list.len() - 1
        });
        let luck = &mut list[at];
        for face in &roll.faces {
            luck.rolls += 1;
            luck.got += u32::from(face.success == Some(true));
            luck.expected += f64::from(7 - need.clamp(1, 7)) / 6.0;
        }
    }
    list.sort_by(|a, b| (a.seat, &a.what).cmp(&(b.seat, &b.what)));
    list
}

fn told<G: DeskGame>(earning: &Earning, what: String) -> Earned {
    let hundredths = |number: u32| {
        let (whole, part) = (number / 100, number % 100);
        if part == 0 { whole.to_string() } else { format!("{whole}.{part:02}") }
    };
    let mut did = vec![format!("{} of {} left", earning.kept, earning.pieces)];
    if earning.taken > 0 {
        let unit = if earning.taken == 100 { G::TAKEN.0 } else { G::TAKEN.1 };
        did.push(format!("took out {} {unit}", hundredths(earning.taken)));
    }
    if earning.scored > 0 {
        did.push(format!("scored {}", hundredths(earning.scored)));
    }
    Earned { seat: earning.seat, what, did: did.join(", ") }
}
