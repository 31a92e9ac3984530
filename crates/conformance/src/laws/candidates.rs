//! What a game proposes is legal.

use std::collections::BTreeSet;

use kernel::{Game, Knower, Seat, Seed, Seeded};

use crate::{Verdict, json, play};

/// Every seat that owes a decision is offered some, all legal and all different; the others none.
pub fn candidates_are_lawful<G: Game>(state: &G::State, seats: u8) -> Verdict {
    let owed = play::owed::<G>(state);
    // Left over from an earlier question: it must be cleared.
    let mut out = Vec::new();
    for seat in (0..seats).map(Seat) {
        let view = G::view(state, seat);
        ensure!(G::viewer(&view) == seat, "the view of {seat} says it is {}'s", G::viewer(&view));
        for limit in [1, 5, play::LIMIT, 1000] {
            G::candidates(&view, limit, &mut out);
            if !owed.contains(seat) {
                ensure!(out.is_empty(), "{seat} owes nothing and is offered {:?}", out[0]);
                continue;
            }
            ensure!(!out.is_empty(), "{seat} owes a decision and is offered nothing");
            let count = out.len();
            ensure!(count <= limit, "{count} candidates, and the limit is {limit}");
            let different: BTreeSet<String> = out.iter().map(json).collect();
            ensure!(different.len() == count, "{seat} is offered the same twice: {out:?}");
            for action in &out {
                if let Err(violation) = G::check(state, seat, action) {
                    return Err(format!("{seat} is offered {action:?}, but {violation}"));
                }
            }
        }
    }
    Ok(())
}

/// A decision by lot is legal, and the same whether it is drawn from the position or from the view.
pub fn lots_are_lawful<G: Game>(state: &G::State, seed: Seed) -> Verdict {
    for seat in play::owed::<G>(state).iter() {
        let view = G::view(state, seat);
        let lot = |who: Knower<'_, G>| {
            let mut random = Seeded::new(seed);
            let mut unfair = None;
            let action = who.lot(&mut |bound| {
                unfair = unfair.or((bound == 0).then_some("a lot is drawn from nothing"));
                random.below(bound.max(1))
            });
            unfair.map_or(Ok(action), |message| Err(message.to_string()))
        };
        let action = lot(Knower::from_state(state, seat))?;
        let seen = lot(Knower::from_view(&view))?;
        ensure!(
            action == seen,
            "{seat} draws {action:?} from the position, {seen:?} from the view"
        );
        if let Err(violation) = G::check(state, seat, &action) {
            return Err(format!("the lot gives {seat} {action:?}, but {violation}"));
        }
    }
    Ok(())
}
