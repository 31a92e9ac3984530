//! A picture that says two things of one and the same: the last must not win without a word.

use std::mem::discriminant;

use kernel::{PictureError, Seat};

use super::read::Lines;
use super::{Fact, ModelFact, TeamFact, wrong};
use crate::rules::activation;
use crate::state::{Id, Side};

/// Puts a value in its place, unless something else was said before.
pub(super) fn set<T: PartialEq>(place: &mut Option<T>, value: T, what: &str) -> Result<(), String> {
    if place.as_ref().is_some_and(|said| *said != value) {
        return Err(format!("{what} is said twice, and not the same: leave one out"));
    }
    *place = Some(value);
    Ok(())
}

/// Takes over what another line says.
fn join<T: PartialEq>(place: &mut Option<T>, other: Option<T>, what: &str) -> Result<(), String> {
    other.map_or(Ok(()), |value| set(place, value, what))
}

fn join_model(all: &mut ModelFact, more: ModelFact) -> Result<(), String> {
    let ModelFact { place, wounds, down, activated, steady, used_round, used_game } = more;
    join(&mut all.place, place, "its place")?;
    join(&mut all.wounds, wounds, "how many wounds it has")?;
    join(&mut all.down, down, "whether it is down")?;
    join(&mut all.activated, activated, "whether it is activated")?;
    join(&mut all.steady, steady, "whether it is steady")?;
    join(&mut all.used_round, used_round, "what it has used")?;
    join(&mut all.used_game, used_game, "what it has ever used")
}

fn join_team(all: &mut TeamFact, more: TeamFact) -> Result<(), String> {
    let TeamFact { side, cp, tokens, score, seize, broken, finished, bid } = more;
    join(&mut all.side, side, "its side")?;
    join(&mut all.cp, cp, "how many command points it has")?;
    join(&mut all.tokens, tokens, "how many pass tokens it has")?;
    join(&mut all.score, score, "its score")?;
    join(&mut all.seize, seize, "what it has seized")?;
    join(&mut all.broken, broken, "whether it is broken")?;
    join(&mut all.finished, finished, "whether it has finished")?;
    join(&mut all.bid, bid, "its bid")
}

/// Whether a line is the only one of its sort.
fn is_single(fact: &Fact) -> bool {
    !matches!(
        fact,
        Fact::Team(..)
            | Fact::Model(..)
            | Fact::Placed(..)
            | Fact::Piece(_)
            | Fact::Part(_)
            | Fact::Card(..)
            | Fact::Stats(..)
            | Fact::Attack(..)
            | Fact::Feat(..)
    )
}

/// Looks for the first line that says otherwise than one before it, or what can't be.
pub(super) fn agree(lines: &Lines) -> Result<(), PictureError> {
    let mut models: Vec<(Id, ModelFact)> = Vec::new();
    let mut teams = [TeamFact::default(); 2];
    let mut singles: Vec<&Fact> = Vec::new();
    for (number, fact) in lines {
        let joined = match fact {
            Fact::Model(id, more) => {
                let known = models.iter().position(|(known, _)| known == id);
                let index = known.unwrap_or_else(|| {
                    models.push((*id, ModelFact::default()));
                    models.len() - 1
                });
                join_model(&mut models[index].1, *more).map_err(|why| format!("{id}: {why}"))
            }
            Fact::Team(seat, more) => join_team(&mut teams[seat.index()], *more)
                .map_err(|why| format!("{seat}: {why}"))
                .and_then(|()| apart(&teams)),
            Fact::Active(Some(now)) if !activation::is_possible(now) => Err(format!(
                "an activation is one long or two short actions (one short if again), and one short \
                 more with extra, not longs {} shorts {}",
                now.longs, now.shorts
            )),
            _ => Ok(()),
        };
        joined.map_err(|why| wrong(*number, why))?;
        if is_single(fact) {
            let said = singles.iter().find(|said| discriminant(**said) == discriminant(fact));
            if said.is_some_and(|said| *said != fact) {
                return Err(wrong(
                    *number,
                    "another line says something else of the same: leave one out",
                ));
            }
            singles.push(fact);
        }
    }
    Ok(())
}

/// Both can't have the same edge.
fn apart(teams: &[TeamFact; 2]) -> Result<(), String> {
    let same = |side: Side| teams.iter().all(|team| team.side == Some(side));
    if same(Side::Near) || same(Side::Far) {
        let [a, b] = [Seat(0), Seat(1)];
        return Err(format!("{a} and {b} can't have the same edge: one is near, the other far"));
    }
    Ok(())
}
