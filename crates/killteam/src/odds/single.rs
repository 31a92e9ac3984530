//! Rolls of one die: nerve, recovery, the roll for first player.

use kernel::Seat;
use odds::die::{Need, Repeat, roll_off, single};
use odds::{Answer, Case, Question, Ratio, Refused};

use crate::card::RollOf;
use crate::explain::placed;
use crate::narrate::{Names, needs};
use crate::odds::tell::{self, read_repeat};
use crate::rules::wounds::recovery_need;
use crate::rules::{feats, nerve};
use crate::state::{Id, State};
use crate::view::View;

/// The odds of a nerve test and what follows from it.
///
/// Rules `killteam:NERVE-1`, `killteam:NERVE-9`, `killteam:NERVE-16`, `killteam:NERVE-17`.
fn fallback(need: i8, repeat: Repeat, edge: bool) -> Case {
    let pass = single(Need(need), repeat);
    let fail = pass.opposite();
    let mut case = Case::new("");
    case.ratio("holds its nerve", pass);
    case.ratio("falls back", fail);
    if edge {
        case.ratio("stays at the edge", fail.and(pass));
        case.ratio("removed at the edge", fail.and(fail));
    }
    case
}

/// A nerve test by its numbers.
pub fn of_numbers(question: &Question) -> Result<Answer, Refused> {
    question.only("nerve", &["bonus", "repeat", "edge"])?;
    if question.get("nerve").is_some_and(|text| text.parse::<Id>().is_ok()) {
        return Err(Refused::wrong(
            "--nerve of a model is about a position: say which with --at RECORD, or give its nerve as a number",
        ));
    }
    let printed = question.number("nerve", 2, 7)?.unwrap_or(7);
    let bonus = question.number("bonus", -9, 9)?.unwrap_or(0);
    let need = printed - bonus;
    let repeat = read_repeat(question, "repeat")?;
    let why =
        if bonus == 0 { String::new() } else { format!(" ({printed}+ on the card, {bonus:+})") };
    Ok(Answer {
        about: format!("A nerve test that needs {}{why}", needs(need)),
        cases: vec![fallback(need, repeat, question.has("edge"))],
        ..Answer::default()
    })
}

/// The nerve test of a model where it stands.
pub fn of_model(state: &State, question: &Question) -> Result<Answer, Refused> {
    let text = question.get("nerve").unwrap_or("");
    if text.parse::<i8>().is_ok() {
        return of_numbers(question);
    }
    question.only("nerve", &[])?;
    let id =
        placed(state, text).map_err(|error| Refused::wrong(format!("--nerve {text}: {error}")))?;
    let need = nerve::need(state, id);
    let repeat = tell::repeat(feats::reroll(state, id, RollOf::Nerve, None));
    let edge = nerve::at_edge(state, id) || reaches_edge(state, id);
    let mut given = crate::explain::nerve_answer(state, id);
    given.push(if edge {
        "Falling back it reaches its edge, where it tests again [killteam:NERVE-15].".into()
    } else {
        "Falling back it does not reach its edge.".into()
    });
    let name = Names(&state.fixed.setup).of(id);
    Ok(Answer {
        about: format!("The nerve test of {name}, which needs {}", needs(need)),
        given,
        cases: vec![fallback(need, repeat, edge)],
        ..Answer::default()
    })
}

fn reaches_edge(state: &State, id: Id) -> bool {
    let path = crate::rules::moving::settled(state, id, &nerve::way_back(state, id));
    path.last().is_some_and(|leg| nerve::edge_gap(state, id, leg.to) <= table::Length::CONTACT)
}

/// A recovery roll.
pub fn recovery(question: &Question) -> Result<Answer, Refused> {
    question.only("recovery", &["recovery-bonus", "recovery-repeat"])?;
    let excess = question.number("recovery", 0, 40)?.unwrap_or(0);
    let bonus = question.number("recovery-bonus", -9, 9)?.unwrap_or(0);
    let need = recovery_need(-excess, bonus);
    let pass = single(Need(need), read_repeat(question, "recovery-repeat")?);
    let mut case = Case::new("");
    case.ratio("recovers", pass);
    case.ratio("removed", pass.opposite());
    let beyond =
        if excess == 0 { String::new() } else { format!(" with {excess} wounds too many") };
    Ok(Answer {
        about: format!("A recovery roll{beyond}: it needs {} [killteam:WND-5]", needs(need)),
        cases: vec![case],
        ..Answer::default()
    })
}

/// The roll for first player.
///
/// Rules `killteam:ROUND-9`, `killteam:CMD-18`, `killteam:CMD-19`, `killteam:K9`.
pub fn first(question: &Question, view: Option<&View>) -> Result<Answer, Refused> {
    question.only("first", &[])?;
    let said = question.get("first").unwrap_or("");
    let bonus = match (said.is_empty(), view) {
        (false, _) => read_bonuses(said)?,
        (true, None) => {
            return Err(Refused::wrong(
                "--first needs the bonuses of both, as in --first 2,0; without them it is about a position, so say --at",
            ));
        }
        (true, Some(view)) => [Seat(0), Seat(1)].map(|seat| {
            let team = view.state.team(seat);
            team.bid.unwrap_or(team.seize)
        }),
    };
    let (wins, tie) = roll_off(bonus);
    let mut case = Case::new("");
    case.ratio("A chooses the order", wins);
    case.ratio("B chooses the order", wins.opposite());
    case.ratio("a tie, rolled again", tie);
    let mut notes = Vec::new();
    if view.is_some_and(|view| view.other_bid) && said.is_empty() {
        notes.push("The other's bid is not known yet and is left out [killteam:K45].".into());
    }
    let more: Vec<String> = (0..=5)
        .map(|more| {
            let (wins, _) = roll_off([more, 0]);
            format!("+{more} {:.1}%", 100.0 * Ratio::value(wins))
        })
        .collect();
    notes.push(format!("What a bonus is worth against none: {}.", more.join(", ")));
    Ok(Answer {
        about: format!("The roll for first player, A +{} against B +{}", bonus[0], bonus[1]),
        given: Vec::new(),
        cases: vec![case],
        notes,
    })
}

fn read_bonuses(text: &str) -> Result<[u8; 2], Refused> {
    let numbers: Vec<Option<u8>> = text
        .split(',')
        .map(|part| part.trim().trim_start_matches('+').parse().ok().filter(|bonus| *bonus <= 99))
        .collect();
    match numbers[..] {
        [Some(a), Some(b)] => Ok([a, b]),
        _ => Err(Refused::wrong(format!(
            "--first {text}: write the bonuses of A and B with a comma, as in 2,0"
        ))),
    }
}
