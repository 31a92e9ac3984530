//! Setting up, rounds and turns: whose turn it is, and how a round and the game end.

use kernel::Seat;

use super::{Now, advance, ask, feats::using};
use crate::check;
use crate::event::Event;
use crate::ideas;
use crate::rules::{dice, feats, nerve, rounds, scoring};
use crate::state::{Ask, Phase, Using, other};

/// Ties are rolled again, but not for ever: dice whose script has ended only ever tie, and their
/// fault must be told. Honest dice tie this often less than once in 10^77 rolls.
pub(super) const TIES: u32 = 100;

/// The roll for sides.
///
/// Rule `killteam:SETUP-9`.
pub(super) fn sides(step: Now<'_, '_>) {
    let winner = roll_off(step, "side", [0, 0], |faces| Event::SidesRolled { faces });
    step.emit(Event::Asked(Ask::Side(winner)));
}

/// Both roll, ties again with their bonuses kept; who has rolled highest.
///
/// Rule `killteam:ROUND-9`.
pub(super) fn roll_off(
    step: Now<'_, '_>,
    name: &'static str,
    bonus: [u8; 2],
    rolled: impl Fn([u8; 2]) -> Event,
) -> Seat {
    for _ in 0..TIES {
        let faces = [Seat(0), Seat(1)].map(|seat| dice::one(step, name, seat));
        step.emit(rolled(faces));
        let [a, b] = [faces[0] + bonus[0], faces[1] + bonus[1]];
        if a != b {
            return Seat(u8::from(b > a));
        }
    }
    Seat(0)
}

/// Rules `killteam:SETUP-11`, `killteam:K39`, `killteam:K58`.
pub(super) fn deployed(step: Now<'_, '_>, seat: Seat) {
    let state = step.state();
    let waiting = |seat: Seat| ideas::undeployed(state, seat).next().is_some();
    let next = [other(seat), seat].into_iter().find(|seat| waiting(*seat));
    match next {
        Some(next) => step.emit(Event::Asked(Ask::Deploy(next))),
        None => {
            if !begin_round(step) {
                advance(step);
            }
        }
    }
}

/// The start phase and the roll for first player; whether somebody is asked about the order.
///
/// Rules `killteam:ROUND-1`, `killteam:ROUND-2`, `killteam:ROUND-5`, `killteam:ROUND-6`,
/// `killteam:ROUND-7`, `killteam:ROUND-8`, `killteam:ROUND-9`, `killteam:ROUND-10`,
/// `killteam:NERVE-5`, `killteam:CMD-19`, `killteam:K9`, `killteam:K42`.
pub(super) fn begin_round(step: Now<'_, '_>) -> bool {
    let state = step.state();
    let seats = [Seat(0), Seat(1)];
    let broken = seats.map(|seat| {
        nerve::broken(state.count(seat), usize::from(state.fixed.counts[seat.index()]))
    });
    step.emit(Event::RoundBegan {
        round: step.state().round + 1,
        cp: seats.map(|seat| rounds::command_points(step.state(), seat)),
        tokens: seats.map(|seat| rounds::tokens(step.state(), seat)),
        broken,
    });
    if let Some(gone) = seats.into_iter().find(|seat| rounds::wiped_out(step.state(), *seat)) {
        step.emit(Event::OrderSet { first: other(gone), by: None });
        return false;
    }
    let bonus = step.state().teams.each_ref().map(|team| team.seize);
    let winner = roll_off(step, "first", bonus, |faces| Event::FirstRolled { faces, bonus });
    ask(step, Ask::Order(winner))
}

/// Between turns: who is finished, whose turn is next, and the end phase.
///
/// Rules `killteam:ROUND-3`, `killteam:ROUND-14`, `killteam:ROUND-15`, `killteam:ROUND-16`,
/// `killteam:END-4`, `killteam:K10`, `killteam:K42`, `killteam:K46`.
pub(super) fn turning(step: Now<'_, '_>) -> bool {
    let state = step.state();
    if state.phase != Phase::Over && state.round > 0 {
        let gone = [Seat(0), Seat(1)].map(|seat| rounds::wiped_out(state, seat));
        if gone == [true, true] {
            step.emit(Event::Ended(scoring::outcome(step.state())));
            return true;
        }
    }
    match state.phase {
        Phase::Setup | Phase::Over => true,
        Phase::Turns => {
            for seat in [state.turn, other(state.turn)] {
                if !step.state().team(seat).finished && rounds::finished_anyway(step.state(), seat)
                {
                    step.emit(Event::Finished { seat, declared: false });
                }
            }
            let state = step.state();
            let next = [other(state.turn), state.turn]
                .into_iter()
                .find(|seat| !state.team(*seat).finished);
            match next {
                Some(seat) if !state.running_out => {
                    step.emit(Event::TurnBegan { seat });
                    ask(step, Ask::Turn(seat))
                }
                _ => {
                    step.emit(Event::EndPhase);
                    false
                }
            }
        }
        Phase::Ending => {
            if !end_effect(step) {
                score(step);
            }
            false
        }
        Phase::Bidding => bidding(step),
    }
}

/// The next effect of the end phase, if one is left: the first player's before the other's. Each is
/// done with everything that comes of it before the next one, so whoever an earlier one has removed
/// has none any more.
///
/// Rules `killteam:ROUND-17`, `killteam:K17`, `killteam:K44`.
pub(super) fn end_effect(step: Now<'_, '_>) -> bool {
    let state = step.state();
    let first = state.first;
    let next = [first, other(first)]
        .into_iter()
        .flat_map(|seat| state.fixed.endings.iter().filter(move |(id, _)| id.seat() == seat))
        .zip(0_u8..)
        .skip(state.ended.into())
        .find_map(|(&(owner, index), place)| {
            let feat = &state.profile(owner).feats[usize::from(index)];
            let applies = state.in_play(owner)
                && feat.conditions.iter().all(|c| feats::holds(state, owner, None, c));
            let on = if applies { check::affected(state, owner, feat, None) } else { 0 };
            (on != 0)
                .then(|| Using { ending: Some(place), ..using(state, owner, index + 1, owner, on) })
        });
    let Some(next) = next else { return false };
    step.emit(Event::Used { model: next.model, feat: next.feat, on: None });
    step.emit(Event::Using(Box::new(next)));
    true
}

/// Points, the roll for a sixth round, and the end.
///
/// Rules `killteam:END-1`, `killteam:END-2`, `killteam:END-3`, `killteam:END-4`, `killteam:END-5`,
/// `killteam:ROUND-4`, `killteam:INTEL-9`, `killteam:K17`, `killteam:K41`.
pub(super) fn score(step: Now<'_, '_>) {
    let (held, points) = scoring::count(step.state());
    step.emit(Event::Scored { held, points });
    let state = step.state();
    if state.round == 5 && state.last_round == 5 {
        let seat = state.finished.unwrap_or(state.first);
        let face = dice::one(step, "sixth", seat);
        step.emit(Event::SixthRolled { seat, face, more: face >= 4 });
    }
    if step.state().round >= step.state().last_round {
        step.emit(Event::Ended(scoring::outcome(step.state())));
    }
}

/// Bids for the initiative, both secret, then the table is cleared for the next round.
///
/// Rules `killteam:CMD-18`, `killteam:ROUND-18`, `killteam:ROUND-19`, `killteam:K17`,
/// `killteam:K42`, `killteam:K45`.
pub(super) fn bidding(step: Now<'_, '_>) -> bool {
    let state = step.state();
    let seats = [Seat(0), Seat(1)];
    let alone = seats.into_iter().any(|seat| rounds::wiped_out(state, seat));
    if !alone {
        for seat in seats {
            if state.team(seat).bid.is_none() && state.team(seat).cp > 0 {
                return ask(step, Ask::Bid);
            }
        }
        let bids = seats.map(|seat| state.team(seat).bid.unwrap_or(0));
        if bids != [0, 0] {
            step.emit(Event::BidsShown { bids });
        }
    }
    step.emit(Event::Cleared);
    begin_round(step)
}
