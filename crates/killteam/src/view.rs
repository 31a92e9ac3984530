//! What a seat knows: everything but the other's bid.

use kernel::{Dice, Roll, RollKind, Seat, SeatSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::Spot;

use crate::state::{Ask, Cause, Id, MODELS, State, Team, other};

/// What a seat knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// Whose view it is.
    pub seat: Seat,
    /// The position, without the other's bid.
    pub state: State,
    /// Whether the other has bid.
    pub other_bid: bool,
    /// For one who only watches: who has bid, though not how much.
    #[serde(default, skip_serializing_if = "none")]
    pub bids: SeatSet,
}

impl View {
    /// Whether a seat has bid.
    pub fn has_bid(&self, seat: Seat) -> bool {
        let other = seat != self.seat && self.seat != Seat::NOBODY;
        self.state.team(seat).bid.is_some() || self.bids.contains(seat) || (other && self.other_bid)
    }
}

impl View {
    /// Whether it holds together, for views that came from elsewhere: everybody it speaks of exists,
    /// and what is asked about has begun. The error says what does not.
    pub fn sound(&self) -> Result<(), String> {
        let state = &self.state;
        if state.figures.len() != MODELS || state.models.len() != MODELS {
            return Err(format!("a position has places for {MODELS} models"));
        }
        let seats = [Some(state.turn), Some(state.first), state.ask.seat(), state.finished];
        if self.seat.0 > 1 && self.seat != Seat::NOBODY
            || seats.into_iter().flatten().any(|seat| seat.0 > 1)
        {
            return Err("two sit at this table".into());
        }
        let size = state.board.size;
        let sane = |spot: &Spot| {
            (0..=size.x).contains(&spot.at.x)
                && (0..=size.y).contains(&spot.at.y)
                && (0..=size.x).contains(&spot.z)
                && spot.facing.is_valid()
        };
        for (index, figure) in state.figures.iter().enumerate() {
            let Some(figure) = figure else { continue };
            let id = Id(index as u8);
            if !state.exists(id) || figure.base != state.profile(id).base || !sane(&figure.spot) {
                return Err(format!("{id} can't be where it is"));
            }
        }
        let mut ids: Vec<Id> = state.rested.into_iter().collect();
        ids.extend(state.statuses.iter().flat_map(|status| [status.on, status.by]));
        ids.extend(state.answers.map(|answers| answers.attacker));
        ids.extend(state.activation.and_then(|now| now.charging));
        let harms = state.harms.iter().chain(state.save.as_ref().map(|save| &save.harm));
        for harm in harms {
            ids.push(harm.target);
            ids.extend(match harm.cause {
                Cause::Attack(id) | Cause::Feat(id) => Some(id),
                Cause::Fall => None,
            });
        }
        if let Some(using) = &state.using {
            ids.extend([using.model, using.subject]);
        }
        if let Some(attack) = &state.attack {
            ids.push(attack.attacker);
            ids.extend(attack.targets.iter().map(|aimed| aimed.target));
        }
        let there = state.activation.map(|now| now.model);
        let there = there.into_iter().chain(state.moving.as_ref().map(|moving| moving.model));
        ids.extend(there.clone());
        if let Some(id) = ids.iter().find(|id| !state.exists(**id)) {
            return Err(format!("there is no model {id} in this game"));
        }
        if let Some(id) = there.into_iter().find(|id| !state.in_play(*id)) {
            return Err(format!("{id} acts and is not on the table"));
        }
        let feat = |by: Id, number: u8| crate::rules::feats::find(state, by, number).is_ok();
        if state.statuses.iter().any(|status| !feat(status.by, status.feat)) {
            return Err("an effect comes from no feat".into());
        }
        if let Some(attack) = &state.attack
            && (usize::from(attack.weapon) >= state.profile(attack.attacker).weapons.len()
                || usize::from(attack.at) >= attack.targets.len())
        {
            return Err("the attack is made with nothing or at nobody".into());
        }
        if let Some(moving) = &state.moving
            && (!sane(&moving.from) || !moving.path.iter().all(|leg| sane(&leg.to)))
        {
            return Err("the move leads off the table".into());
        }
        let begun = match state.ask {
            Ask::Act(_) | Ask::Fallback(_) | Ask::ChargeAttack(_) => state.activation.is_some(),
            Ask::Strike(_) => state.moving.is_some(),
            Ask::RerollHit(_) => state.attack.is_some(),
            Ask::Armour(_) | Ask::RerollArmour(_) => state.save.is_some(),
            Ask::Retaliate(_) => state.answers.is_some(),
            _ => true,
        };
        if begun { Ok(()) } else { Err("what is asked about has not begun".into()) }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // As serde asks.
fn none(seats: &SeatSet) -> bool {
    seats.is_empty()
}

/// What the seat knows (`killteam:K45`).
pub fn view(state: &State, seat: Seat) -> View {
    if seat.0 > 1 {
        return watched(state);
    }
    let rival = other(seat).index();
    let mut known = state.clone();
    known.teams[rival] = Team { bid: None, ..state.teams[rival] };
    View { seat, state: known, other_bid: state.teams[rival].bid.is_some(), bids: SeatSet::EMPTY }
}

/// What everybody knows: no bid at all.
fn watched(state: &State) -> View {
    let mut known = state.clone();
    let mut bids = SeatSet::EMPTY;
    for seat in [Seat(0), Seat(1)] {
        if known.teams[seat.index()].bid.take().is_some() {
            bids = bids.with(seat);
        }
    }
    View { seat: Seat::NOBODY, state: known, other_bid: false, bids }
}

/// A full position that fits the view: a bid that was made is anything that could be paid.
pub fn guess(view: &View, dice: &mut dyn Dice) -> State {
    let mut state = view.state.clone();
    let unknown = |rival: &Seat| view.has_bid(*rival) && view.state.team(*rival).bid.is_none();
    for rival in [Seat(0), Seat(1)].into_iter().filter(unknown) {
        let team = &mut state.teams[rival.index()];
        let counts = [1_u8; 100];
        let kinds = &counts[..=usize::from(team.cp.min(99))];
        let roll = Roll { name: "bid", seat: Some(rival) };
        team.bid = Some(dice.roll(roll, RollKind::Bag(kinds)) as u8);
    }
    state
}
