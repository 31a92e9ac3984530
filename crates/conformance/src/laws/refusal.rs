//! A refused action changes nothing and says why.

use kernel::{Game, Match, PlayError, Refusal, Seat};
use serde_json::Value;

use crate::play::{self, Picker};
use crate::{Verdict, robust};

/// Actions that may well be illegal now: other seats' candidates, earlier actions, and damaged ones.
pub fn strange_actions<G: Game>(
    table: &Match<G>,
    count: usize,
    picker: &mut Picker,
) -> Vec<G::Action> {
    let seats = G::seats(table.setup());
    let mut pool: Vec<G::Action> = Vec::new();
    for seat in (0..seats).map(Seat) {
        pool.extend(play::candidates::<G>(table.state(), seat, 8));
    }
    let earlier: Vec<&G::Action> = table.log().map(|(played, _)| &played.action).collect();
    for _ in 0..count {
        pool.extend(picker.any(&earlier).map(|action| (*action).clone()));
    }
    let mut damaged = Vec::new();
    for _ in 0..count {
        let Some(Ok(mut value)) = picker.any(&pool).map(serde_json::to_value) else {
            break;
        };
        robust::damage_value(&mut value, picker);
        damaged.extend(serde_json::from_value::<G::Action>(value as Value).ok());
    }
    pool.extend(damaged);
    pool
}

/// Tries the actions from every seat: what `check` refuses must leave the match as it is.
pub fn refusals_change_nothing<G: Game>(table: &mut Match<G>, actions: &[G::Action]) -> Verdict {
    let before = table.state().clone();
    let length = table.len();
    let owed = play::owed::<G>(table.state());
    // One seat more than there are: nobody sits there, and nothing may break.
    for seat in (0..=G::seats(table.setup())).map(Seat) {
        for action in actions {
            let Err(violation) = table.check(seat, action) else {
                ensure!(owed.contains(seat), "{seat} owes nothing and may do {action:?}");
                continue;
            };
            says_why::<G>(&violation)?;
            let refused = table.play(seat, action.clone()).err();
            ensure!(
                refused == Some(PlayError::Refused(violation.clone())),
                "{seat} {action:?}: check says \"{violation}\", play says {refused:?}"
            );
            ensure!(
                *table.state() == before && table.len() == length,
                "the refused {action:?} of {seat} changed the match"
            );
        }
    }
    Ok(())
}

/// A refusal is a sentence and names a rule of this game.
pub(crate) fn says_why<G: Game>(violation: &G::Violation) -> Verdict {
    let rule = violation.rule();
    let ours =
        rule.0.strip_prefix(G::ID).is_some_and(|rest| rest.len() > 1 && rest.starts_with(':'));
    ensure!(ours, "the refusal {violation:?} names the rule \"{rule}\"");
    ensure!(!violation.to_string().trim().is_empty(), "{violation:?} says nothing");
    Ok(())
}
