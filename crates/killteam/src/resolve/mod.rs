//! What happens: actions turned into events, and everything that follows of itself.

mod activation;
mod attack;
mod feats;
mod harm;
mod rounds;

use kernel::{Dice, Roll, RollKind, Seat, Step};

use crate::KillTeam;
use crate::action::Action;
use crate::check;
use crate::event::{Event, Expense, Loss};
use crate::ideas;
use crate::rules::terrain;
use crate::state::{Ask, Id, State, other};

use activation::{act_now, acting, activate, fall_back, following, going};
use attack::{answering, attacking, hold, keep, reroll, strike};
use feats::effect;
use harm::{armour, saving};
use rounds::{deployed, roll_off, sides, turning};

type Now<'a, 'b> = &'a mut Step<'b, KillTeam>;

/// Everything before the first decision: the roll for sides, or for placing terrain before it.
///
/// Rules `killteam:SETUP-4`, `killteam:K40`, `killteam:K54`.
pub fn open(step: Now<'_, '_>) {
    if step.state().fixed.pool.is_empty() {
        return sides(step);
    }
    let winner = roll_off(step, "terrain", [0, 0], |faces| Event::TerrainRolled { faces });
    step.emit(Event::Asked(Ask::Terrain(winner)));
}

/// What happens when a seat does something that was checked.
pub fn resolve(step: Now<'_, '_>, seat: Seat, action: &Action) {
    match action {
        Action::Terrain { piece, at } => {
            step.emit(Event::TerrainPlaced { seat, piece: *piece, at: *at });
            if terrain::enough(step.state()) {
                sides(step);
            } else {
                step.emit(Event::Asked(Ask::Terrain(other(seat))));
            }
            return;
        }
        // Nothing that is left fits anywhere: the table is as full as it gets.
        Action::Pass if matches!(step.state().ask, Ask::Terrain(_)) => return sides(step),
        // `killteam:SETUP-10`: whoever picks the side deploys first.
        Action::Side(side) => {
            step.emit(Event::SideTaken { seat, side: *side });
            step.emit(Event::Asked(Ask::Deploy(seat)));
            return;
        }
        Action::Deploy { model, at } => {
            step.emit(Event::Deployed { model: *model, at: *at });
            deployed(step, seat);
            return;
        }
        // `killteam:K58`: nobody that is left finds a place.
        Action::Pass if matches!(step.state().ask, Ask::Deploy(_)) => {
            let left: Vec<Id> = ideas::undeployed(step.state(), seat).collect();
            for model in left {
                step.emit(Event::Removed { model, why: Loss::NoRoom });
            }
            deployed(step, seat);
            return;
        }
        Action::GoFirst => step.emit(Event::OrderSet { first: seat, by: Some(seat) }),
        Action::GoSecond => {
            step.emit(Event::OrderSet { first: other(seat), by: Some(seat) });
        }
        Action::Activate(model) | Action::Reactivate(model) => {
            let again = matches!(action, Action::Reactivate(_));
            if matches!(step.state().ask, Ask::FollowUp(_)) {
                step.emit(Event::Spent { seat, cp: 1, on: Expense::FollowUp });
            }
            if again {
                step.emit(Event::Spent { seat, cp: 2, on: Expense::Reactivation });
            }
            activate(step, *model, again);
        }
        Action::Pass => {
            step.emit(Event::Passed { seat });
            step.emit(Event::TurnEnded);
        }
        Action::Finish => step.emit(Event::Finished { seat, declared: true }),
        Action::RunOut => step.emit(Event::RanOut { seat }),
        Action::Act(act) => act_now(step, act, false),
        Action::Extra(act) => act_now(step, act, true),
        Action::Done => {
            let model = check::active(step.state()).model;
            step.emit(Event::Rested { model });
        }
        Action::FallBack(path) => fall_back(step, path),
        Action::Strike { by, blow } => strike(step, seat, *by, blow),
        Action::Hold => hold(step, seat),
        Action::Armour { invulnerable, feats } => armour(step, *invulnerable, feats),
        Action::Reroll(die) => reroll(step, seat, die - 1),
        Action::Keep => keep(step),
        Action::Bid(cp) => step.emit(Event::Bid { seat, cp: *cp }),
    }
    advance(step);
}

/// What would be asked in a position of its own accord: nothing if something would happen first.
/// For positions that come from elsewhere than from play.
pub fn would_ask(state: &State) -> Option<Ask> {
    let mut state = state.clone();
    state.ask = Ask::Nothing;
    let (mut dice, mut events) = (Rising(0), Vec::new());
    advance(&mut Step::new(&mut state, &mut dice, &mut events));
    match events[..] {
        [Event::Asked(ask)] => Some(ask),
        _ => None,
    }
}

/// Dice that come up 1, 2, 3 and so on: no two rolls tie, so that every roll-off ends.
struct Rising(u64);

impl Dice for Rising {
    fn roll(&mut self, _: Roll, _: RollKind<'_>) -> u32 {
        self.0 += 1;
        1 + (self.0 % 5) as u32
    }

    fn rolled(&self) -> u64 {
        self.0
    }
}

/// Goes on until somebody is asked something.
fn advance(step: Now<'_, '_>) {
    loop {
        let state = step.state();
        let asked = if state.save.is_some() {
            saving(step)
        } else if state.attack.is_some() {
            attacking(step)
        } else if state.answers.is_some() {
            answering(step)
        } else if let Some(harm) = state.harms.first().copied() {
            step.emit(Event::Faced(harm));
            false
        } else if state.moving.is_some() {
            going(step)
        } else if state.using.is_some() {
            effect(step);
            false
        } else if state.activation.is_some() {
            acting(step)
        } else if state.rested.is_some() {
            following(step)
        } else {
            turning(step)
        };
        if asked {
            return;
        }
    }
}

fn ask(step: Now<'_, '_>, question: Ask) -> bool {
    if step.state().ask != question {
        step.emit(Event::Asked(question));
    }
    true
}
