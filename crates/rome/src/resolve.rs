//! What happens when an action is taken.

use kernel::{Outcome, Roll, RollKind, Seat, SeatSet};

use crate::Rome;
use crate::action::{Action, Decided, Order, Shift};
use crate::cards::{self, Command, Kind};
use crate::event::{ClashTest, Deck, Event, Open};
use crate::line::Standing;
use crate::rules::attack::{self, Fates, Strikes};
use crate::rules::clash::{self, Verdict};
use crate::rules::{commands, nightfall};
use crate::space::{Space, VANGUARD, front};
use crate::state::{Phase, State};

type Step<'a> = kernel::Step<'a, Rome>;

/// Deals the units and asks everybody to arrange them (`rome:SETUP-1`).
pub fn open(step: &mut Step<'_>) {
    deal(step);
    step.emit(Open::ArrangingBegan.into());
}

/// Lets a checked action happen.
pub fn resolve(step: &mut Step<'_>, seat: Seat, action: &Action) {
    match action {
        Action::Arrange(plan) => {
            step.emit(Event::Planned { seat, plan: Some(plan.clone()) });
            arranged(step);
        }
        Action::Keep => {
            step.emit(Event::Planned { seat, plan: None });
            arranged(step);
        }
        Action::Place { unit, column } => {
            step.emit(Open::Placed { seat, kind: *unit, at: front(*column) }.into());
        }
        Action::Play(command) => play(step, seat, *command),
        Action::Flank { unit, to } => {
            step.emit(Open::Played { seat, command: Command::Flank }.into());
            // `rome:R26` The flank space as it is before the unit leaves its own; `rome:FLANK-3` the
            // line may then have a gap, and is shifted like any other.
            let space = step.state().line(seat).flank_space(*to);
            step.emit(Open::Flanked { seat, from: *unit, to: space }.into());
            reveal(step, seat, space);
        }
        Action::Switch { unit, with } => {
            reveal(step, seat, *unit);
            step.emit(Open::Switched { seat, unit: *unit, with: *with }.into());
            for at in [*unit, *with] {
                reveal_in_front(step, seat, at);
            }
        }
        Action::Ride { from, to } => {
            // `rome:R5` `rome:R16` A Chariot that moves is known; its rider may stay hidden.
            let carrier = step.state().line(seat).get(*from);
            match carrier {
                Some(unit) if !unit.chariot() => reveal(step, seat, *from),
                Some(unit) if !unit.chariot_known() => {
                    step.emit(Open::ChariotShown { seat, at: *from }.into());
                }
                _ => {}
            }
            step.emit(Open::Rode { seat, from: *from, to: *to }.into());
        }
        Action::Shift(shift) => match *shift {
            Shift::Forward { column } => {
                step.emit(Open::SteppedUp { seat, column }.into());
                reveal(step, seat, front(column));
            }
            Shift::Inward { column, from } => {
                step.emit(Open::ClosedUp { seat, column, from }.into());
            }
            Shift::Rear { column } => step.emit(Open::RearMoved { seat, column }.into()),
        },
        Action::Settle { to } => {
            step.emit(Open::Settled { seat, to: *to }.into());
            end_turn(step, seat);
        }
        Action::Attack { orders } => match step.state().table.phase {
            Phase::Clash => {
                step.emit(Event::Declared { seat, orders: Box::new(orders.clone()) });
                if step.state().table.owing.is_empty() {
                    fight_clash(step);
                }
            }
            _ => attack_turn(step, seat, orders),
        },
        Action::Discard(command) => {
            step.emit(Open::Discarded { seat, command: *command }.into());
            end_turn(step, seat);
        }
        Action::End => end_turn(step, seat),
    }
}

/// Shows a unit to everybody, unless it is known already.
fn reveal(step: &mut Step<'_>, seat: Seat, at: Space) {
    if let Some(unit) = step.state().line(seat).get(at).filter(|unit| !unit.fully_known()) {
        step.emit(Open::Revealed { seat, unit: Standing::new(at, unit.shown()) }.into());
    }
}

fn reveal_in_front(step: &mut Step<'_>, seat: Seat, at: Space) {
    if at == front(at.column) {
        reveal(step, seat, at);
    }
}

/// Draws a unit by lot, after reshuffling if need be (`rome:DECK-3` `rome:R30`); nothing if there
/// is no card left anywhere.
fn draw_unit(step: &mut Step<'_>, seat: Seat) -> Option<Kind> {
    let pile = step.state().table.pile(seat);
    if cards::total(&step.state().unit_decks[pile]) == 0 {
        if cards::total(&step.state().table.unit_discards[pile]) == 0 {
            return None;
        }
        step.emit(Open::Reshuffled { deck: Deck::Units, pile: pile as u8 }.into());
    }
    let deck = step.state().unit_decks[pile];
    let index = step.roll(Roll { name: "unit", seat: Some(seat) }, RollKind::Bag(&deck));
    Kind::from_index(index as usize)
}

/// Draws a command likewise.
fn draw_command(step: &mut Step<'_>, seat: Seat) {
    let pile = step.state().table.pile(seat);
    if cards::total(&step.state().command_decks[pile]) == 0 {
        if cards::total(&step.state().table.command_discards[pile]) == 0 {
            return;
        }
        step.emit(Open::Reshuffled { deck: Deck::Commands, pile: pile as u8 }.into());
    }
    let deck = step.state().command_decks[pile];
    let index = step.roll(Roll { name: "command", seat: Some(seat) }, RollKind::Bag(&deck));
    step.emit(Event::CommandDrawn { seat, command: Command::ALL[index as usize] });
}

/// `rome:SETUP-1` `rome:CLASH-8` Everybody draws up to ten units, or five.
fn deal(step: &mut Step<'_>) {
    let table = &step.state().table;
    let (seats, want) = (table.clockwise(table.active), table.setup.mode.dealt());
    for seat in seats {
        while cards::total(&step.state().dealt[seat.index()]) < want {
            let Some(kind) = draw_unit(step, seat) else { break };
            step.emit(Event::Dealt { seat, kind });
        }
    }
}

/// Once everybody has decided, the new lines are revealed together.
fn arranged(step: &mut Step<'_>) {
    if !step.state().table.owing.is_empty() {
        return;
    }
    let night = step.state().table.phase == Phase::Night;
    let alive = step.state().table.alive;
    for seat in alive.iter() {
        let secrets = step.state().secrets.as_deref();
        let decided = secrets.and_then(|secrets| secrets.plans[seat.index()].clone());
        match &decided {
            Some(Decided::Arrange(plan)) => {
                let old = *step.state().line(seat);
                step.emit(Open::LineCleared { seat }.into());
                nightfall::deploy(plan, &old, |at, unit| {
                    step.emit(Event::Deployed { seat, unit: Standing::new(at, unit) });
                });
            }
            _ => step.emit(Open::Kept { seat }.into()),
        }
    }
    if night {
        // `rome:NIGHTFALL-4` The active player goes on with the turn.
        step.emit(Open::NightEnded.into());
    } else {
        step.emit(Open::ClashBegan.into());
    }
}

fn play(step: &mut Step<'_>, seat: Seat, command: Command) {
    step.emit(Open::Played { seat, command }.into());
    match command {
        // `rome:REINFORCEMENTS-2` A second unit, to be placed by itself.
        Command::Reinforcements => {
            if let Some(kind) = draw_unit(step, seat) {
                step.emit(Open::UnitDrawn { seat, kind }.into());
            }
        }
        // `rome:RETREAT-2` The unit is taken up; the line shifts before it is put down.
        Command::Retreat => step.emit(Open::Lifted { seat }.into()),
        // Nightfall changes the phase; the others wait for the attack.
        _ => {}
    }
}

/// Lets attacks happen together: everybody involved is shown, everybody hit meets their fate.
fn strike(step: &mut Step<'_>, strikes: &Strikes, fates: &mut Fates) {
    let table = &step.state().table;
    attack::fates(table, strikes, fates);
    let mut shown: arrayvec::ArrayVec<(Seat, Space), 60> = arrayvec::ArrayVec::new();
    attack::shown_by(table, strikes, |seat, at| shown.push((seat, at)));
    for (seat, at) in shown {
        reveal(step, seat, at);
    }
    for strike in strikes {
        let hit = step.state().line(strike.target).occupied(strike.to);
        step.emit(Open::Struck { strike: *strike, hit }.into());
    }
    for fate in fates {
        if fate.dies() {
            step.emit(Open::Killed(*fate).into());
        } else {
            step.emit(Open::Survived(*fate).into());
        }
    }
}

/// `rome:WIN-1` `rome:R29` Lines that are gone leave the game; tells whether it is over.
fn bury(step: &mut Step<'_>) -> bool {
    let alive = step.state().table.alive;
    for seat in alive.iter() {
        if step.state().line(seat).is_empty() {
            let hand = step.state().hands[seat.index()];
            step.emit(Open::LineDied { seat, hand }.into());
        }
    }
    let alive = step.state().table.alive;
    let outcome = match (alive.len(), alive.lowest()) {
        (0, _) => Outcome::Draw,
        (1, Some(seat)) => Outcome::Win(seat),
        _ => return false,
    };
    step.emit(Open::Over { outcome, limit: false }.into());
    true
}

/// `rome:CLASH-1` `rome:CLASH-3` `rome:R8` The Initial Vanguard: the units in the centre of the
/// fronts are the first vanguard units, and everybody's attacks come at once.
fn fight_clash(step: &mut Step<'_>) {
    let mut strikes = Strikes::new();
    let state = step.state();
    for seat in state.table.alive.iter() {
        let declared = state.secrets.as_deref().map(|secrets| &secrets.orders[seat.index()]);
        let orders: &[Order] = declared.and_then(Option::as_deref).unwrap_or_default();
        attack::strikes(&state.table, seat, orders, &mut strikes);
    }
    let mut fates = Fates::new();
    strike(step, &strikes, &mut fates);
    // `rome:R10` A line that is gone has lost; if only one is left, so is the fight.
    if bury(step) {
        return;
    }
    let alive = step.state().table.alive;
    match clash::decide(alive, &fates) {
        Verdict::Won(seat, test) => {
            // `rome:CLASH-4` The winner has the first turn.
            step.emit(Open::ClashWon { seat, test }.into());
            begin_turn(step, seat);
        }
        Verdict::Level(level) if step.state().table.replays >= clash::REPLAYS_MAX => {
            draw_lots(step, level);
        }
        Verdict::Level(_) => replay_clash(step, alive),
    }
}

/// `rome:R9` `rome:R42` After too many undecided fights the first player is drawn by lot among those
/// who are level.
fn draw_lots(step: &mut Step<'_>, level: SeatSet) {
    let roll = Roll { name: "lot", seat: None };
    let face = step.roll(roll, RollKind::Die(level.len())) as usize;
    let table = &step.state().table;
    let mut drawn = table.clockwise(table.active).filter(|seat| level.contains(*seat));
    let seat = drawn.nth(face - 1).expect("the die has a face for each");
    step.emit(Open::ClashWon { seat, test: ClashTest::Lot }.into());
    begin_turn(step, seat);
}

/// `rome:CLASH-8` `rome:R9` Everybody draws up to ten, takes up their units, and arranges anew.
fn replay_clash(step: &mut Step<'_>, alive: SeatSet) {
    let replay = step.state().table.replays + 1;
    step.emit(Open::ClashTied { replay }.into());
    for seat in alive.iter() {
        step.emit(Open::TookUp { seat }.into());
    }
    deal(step);
    step.emit(Open::ArrangingBegan.into());
}

/// The attack at the end of a turn.
fn attack_turn(step: &mut Step<'_>, seat: Seat, orders: &[Order]) {
    let mut strikes = Strikes::new();
    attack::strikes(&step.state().table, seat, orders, &mut strikes);
    strike(step, &strikes, &mut Fates::new());
    if bury(step) {
        return;
    }
    if may_retreat(step.state(), seat) {
        step.emit(Open::AttackEnded { seat }.into());
    } else {
        end_turn(step, seat);
    }
}

/// `rome:R43` Whether the seat is asked about a Retreat: whenever it could hold one. It must not depend on
/// whether it does, or the question would give the hand away.
fn may_retreat(state: &State, seat: Seat) -> bool {
    state.table.setup.mode.commands()
        && state.table.command.is_none()
        && cards::total(&state.hands[seat.index()]) > 0
        && state.line(seat).len() > 1
        && state.line(seat).occupied(VANGUARD)
}

/// Ends the turn, once the hand is within its limit (`rome:CMD-3`).
fn end_turn(step: &mut Step<'_>, seat: Seat) {
    if commands::over_limit(&step.state().hands[seat.index()]) > 0 {
        if step.state().table.phase != Phase::Discarding {
            step.emit(Open::OverLimit { seat }.into());
        }
        return;
    }
    step.emit(Open::TurnEnded { seat }.into());
    let table = &step.state().table;
    let limit = table.setup.turn_limit;
    // `rome:R31` Enough is enough.
    if limit > 0 && table.turn >= limit {
        step.emit(Open::Over { outcome: Outcome::Draw, limit: true }.into());
        return;
    }
    // `rome:TURN-1` `rome:R34` Play goes clockwise.
    let next = table.left_of(seat);
    begin_turn(step, next);
}

/// `rome:PLACE-1` `rome:CMD-1` `rome:R11` A turn begins: draw a unit and a command.
fn begin_turn(step: &mut Step<'_>, seat: Seat) {
    let turn = step.state().table.turn.saturating_add(1);
    step.emit(Open::TurnBegan { seat, turn }.into());
    if let Some(kind) = draw_unit(step, seat) {
        step.emit(Open::UnitDrawn { seat, kind }.into());
    }
    if step.state().table.setup.mode.commands() {
        draw_command(step, seat);
    }
}
