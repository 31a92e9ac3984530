//! Dealing a full position that fits what a seat knows.

use kernel::{Dice, Roll, RollKind, Seat};

use crate::action::{Action, Card, Decided, Plan, PlanRow};
use crate::candidates;
use crate::cards::{self, Kind, UnitCounts};
use crate::line::Line;
use crate::rules::nightfall;
use crate::space::Space;
use crate::state::{Phase, Secrets, State};
use crate::view::{View, view};

const GUESS: Roll = Roll { name: "guess", seat: None };

/// Draws one card of the kinds allowed out of a pool.
fn draw(
    dice: &mut dyn Dice,
    pool: &mut UnitCounts,
    allowed: impl Fn(Kind) -> bool,
) -> Option<Kind> {
    let mut bag = *pool;
    for kind in Kind::ALL {
        if !allowed(kind) {
            bag[kind.index()] = 0;
        }
    }
    if cards::total(&bag) == 0 {
        return None;
    }
    let kind = Kind::from_index(dice.roll(GUESS, RollKind::Bag(&bag)) as usize)?;
    pool[kind.index()] -= 1;
    Some(kind)
}

/// Takes one of the spaces by lot.
fn pick(dice: &mut dyn Dice, spaces: &mut Vec<Space>) -> Option<Space> {
    let count = u8::try_from(spaces.len()).ok().filter(|count| *count > 0)?;
    let index = dice.roll(GUESS, RollKind::Die(count)) as usize - 1;
    Some(spaces.swap_remove(index))
}

/// The hidden units of one line while they are being dealt.
pub(crate) struct Unknown {
    /// Whose.
    pub(crate) seat: Seat,
    /// Those with a Chariot face down below them.
    pub(crate) carriers: Vec<Space>,
    /// Those on a Chariot that is known.
    pub(crate) riders: Vec<Space>,
    /// All others.
    pub(crate) plain: Vec<Space>,
    /// Kinds known to be among them.
    pub(crate) remembered: UnitCounts,
}

/// A full position that fits the view.
///
/// What the seat can't see is dealt by lot from the cards it can't account for. Face-down units are
/// no Elephants, for those are always shown; kinds remembered from before a Nightfall are among
/// them.
pub fn guess(view: &View, dice: &mut dyn Dice) -> State {
    let mut state = State::new(&view.table.setup);
    let viewer = view.seat;
    state.table = view.table.clone();
    if view.table.seats().contains(viewer) {
        state.hands[viewer.index()] = view.hand;
        state.dealt[viewer.index()] = view.dealt;
    }
    deal_units(view, &mut state, dice);
    deal_commands(view, &mut state, dice);
    if matches!(view.table.phase, Phase::Arranging | Phase::Night | Phase::Clash) {
        decide_secretly(view, &mut state, dice);
    }
    state
}

fn deal_units(view: &View, state: &mut State, dice: &mut dyn Dice) {
    for pile in 0..view.unit_deck_sizes.len() {
        let members: Vec<Seat> =
            view.table.seats().iter().filter(|seat| view.table.pile(*seat) == pile).collect();
        let mut pool = cards::all_units(view.table.setup.divide);
        account_for(view, pile, &members, &mut pool);
        let mut unknown: Vec<Unknown> = members
            .iter()
            .filter(|seat| **seat != view.seat)
            .map(|seat| unknown_of(view, *seat))
            .collect();
        // What is remembered is not in the pool for anybody else.
        for line in &mut unknown {
            for kind in Kind::ALL {
                let index = kind.index();
                line.remembered[index] = line.remembered[index].min(pool[index]);
                pool[index] -= line.remembered[index];
            }
        }
        for line in &mut unknown {
            fill_mounted(line, &mut state.table.lines[line.seat.index()], &mut pool, dice);
        }
        for line in &mut unknown {
            fill_rest(line, &mut state.table.lines[line.seat.index()], &mut pool, dice);
        }
        for line in &unknown {
            // Units to be arranged may be anything, Elephants too.
            let want = view.dealt_sizes[line.seat.index()];
            let dealt = &mut state.dealt[line.seat.index()];
            *dealt = line.remembered;
            while cards::total(dealt) < want {
                let Some(kind) = draw(dice, &mut pool, |_| true) else { break };
                dealt[kind.index()] += 1;
            }
        }
        state.unit_decks[pile] = pool;
    }
}

/// Takes every unit the viewer can see out of the pool.
pub(crate) fn account_for(view: &View, pile: usize, members: &[Seat], pool: &mut UnitCounts) {
    let table = &view.table;
    let mut gone = table.unit_discards[pile];
    let mut see = |kind: Kind, count: u8| {
        if kind != Kind::Hidden {
            gone[kind.index()] += count;
        }
    };
    for seat in members {
        for (_, unit) in table.line(*seat).units() {
            see(unit.kind, 1);
            see(Kind::Chariot, u8::from(unit.chariot()));
        }
        see(Kind::Chariot, view.hidden_chariots[seat.index()]);
        if *seat == view.seat {
            for kind in Kind::ALL {
                see(kind, view.dealt[kind.index()]);
            }
        }
        if *seat == table.active {
            for kind in table.drawn.iter().flatten() {
                see(*kind, 1);
            }
            if let Some(unit) = table.retreating.map(crate::line::Standing::unit) {
                see(unit.kind, 1);
                see(Kind::Chariot, u8::from(unit.chariot()));
            }
        }
    }
    for (left, gone) in pool.iter_mut().zip(gone) {
        *left = left.saturating_sub(gone);
    }
}

pub(crate) fn unknown_of(view: &View, seat: Seat) -> Unknown {
    let mut unknown = Unknown {
        seat,
        carriers: Vec::new(),
        riders: Vec::new(),
        plain: Vec::new(),
        remembered: view.table.remembered[seat.index()],
    };
    let mut hidden_chariots = view.hidden_chariots[seat.index()];
    for (at, unit) in view.table.line(seat).units() {
        match (unit.kind, unit.chariot()) {
            (Kind::Hidden, true) => unknown.riders.push(at),
            (Kind::Hidden, false) => unknown.plain.push(at),
            _ => {}
        }
    }
    // A Chariot face down is accounted for already, so it is no longer a memory to be placed.
    let chariots = &mut unknown.remembered[Kind::Chariot.index()];
    *chariots = chariots.saturating_sub(hidden_chariots);
    // Which of the face-down units ride is settled when they are filled; only their number is known.
    while hidden_chariots > 0 && !unknown.plain.is_empty() {
        hidden_chariots -= 1;
        unknown.carriers.push(unknown.plain[unknown.plain.len() - 1]);
        unknown.plain.pop();
    }
    unknown
}

/// Fills the units that ride first: they must be unmounted kinds.
fn fill_mounted(
    unknown: &mut Unknown,
    line: &mut Line,
    pool: &mut UnitCounts,
    dice: &mut dyn Dice,
) {
    // Any face-down unit may be a carrier: mix them before they are told apart.
    let count = unknown.carriers.len();
    let mut all: Vec<Space> = unknown.carriers.drain(..).chain(unknown.plain.drain(..)).collect();
    for _ in 0..count {
        unknown.carriers.extend(pick(dice, &mut all));
    }
    unknown.plain = all;
    let carriers = std::mem::take(&mut unknown.carriers);
    for (at, hidden) in carriers
        .into_iter()
        .map(|at| (at, true))
        .chain(unknown.riders.drain(..).map(|at| (at, false)))
    {
        let kind = draw(dice, &mut unknown.remembered, |kind| !kind.mounted())
            .or_else(|| draw(dice, pool, |kind| !kind.mounted()));
        if let (Some(kind), Some(unit)) = (kind, line.get(at)) {
            let mut unit = unit.with_kind(kind);
            if hidden {
                unit = unit.on_chariot(false, false);
            }
            line.set(at, Some(unit));
        }
    }
}

/// Fills all others: first what is remembered, then anything but Elephants.
fn fill_rest(unknown: &mut Unknown, line: &mut Line, pool: &mut UnitCounts, dice: &mut dyn Dice) {
    let mut spaces = std::mem::take(&mut unknown.plain);
    while let Some(at) = pick(dice, &mut spaces) {
        let kind = draw(dice, &mut unknown.remembered, |kind| kind != Kind::Elephant)
            .or_else(|| draw(dice, pool, |kind| kind != Kind::Elephant));
        if let (Some(kind), Some(unit)) = (kind, line.get(at)) {
            line.set(at, Some(unit.with_kind(kind)));
        }
    }
}

fn deal_commands(view: &View, state: &mut State, dice: &mut dyn Dice) {
    if !view.table.setup.mode.commands() {
        return;
    }
    for pile in 0..view.command_deck_sizes.len() {
        let mut pool = cards::all_commands(view.table.setup.divide);
        let members = view.table.seats().iter().filter(|seat| view.table.pile(*seat) == pile);
        for (left, gone) in pool.iter_mut().zip(view.table.command_discards[pile]) {
            *left = left.saturating_sub(gone);
        }
        if view.table.seats().contains(view.seat) && view.table.pile(view.seat) == pile {
            for (left, held) in pool.iter_mut().zip(view.hand) {
                *left = left.saturating_sub(held);
            }
        }
        for seat in members.filter(|seat| *seat != view.seat) {
            for _ in 0..view.hand_sizes[seat.index()] {
                if cards::total(&pool) == 0 {
                    break;
                }
                let index = dice.roll(GUESS, RollKind::Bag(&pool)) as usize;
                pool[index] -= 1;
                state.hands[seat.index()][index] += 1;
            }
        }
        state.command_decks[pile] = pool;
    }
}

/// Decisions others have made secretly: any that they may have made.
fn decide_secretly(view: &View, state: &mut State, dice: &mut dyn Dice) {
    let decided = view.table.alive.0 & !view.table.owing.0;
    if decided == 0 {
        return;
    }
    let mut secrets = Secrets::default();
    for seat in kernel::SeatSet(decided).iter() {
        let index = seat.index();
        if seat == view.seat {
            secrets.plans[index].clone_from(&view.plan);
            secrets.orders[index].clone_from(&view.orders);
            continue;
        }
        match view.table.phase {
            Phase::Arranging => {
                let plan = any_opening(&state.dealt[index], dice);
                secrets.plans[index] = Some(Decided::Arrange(plan));
            }
            Phase::Night => {
                let line = state.line(seat);
                secrets.plans[index] = Some(if line.legal() {
                    Decided::Keep
                } else {
                    Decided::Arrange(any_plan(line, state))
                });
            }
            _ => {
                // Ask on the guessed position what the seat could have declared.
                let mut asked = state.clone();
                asked.table.owing = asked.table.owing.with(seat);
                let mut actions = Vec::new();
                candidates::candidates(&self::view(&asked, seat), 32, &mut actions);
                let count = u8::try_from(actions.len()).unwrap_or(u8::MAX).max(1);
                let choice = dice.roll(GUESS, RollKind::Die(count)) as usize - 1;
                if let Some(Action::Attack { orders }) = actions.get(choice) {
                    secrets.orders[index] = Some(orders.clone());
                }
            }
        }
    }
    state.secrets = Some(Box::new(secrets));
}

/// Some opening arrangement of these units.
fn any_opening(dealt: &UnitCounts, dice: &mut dyn Dice) -> Plan {
    let mut pool = *dealt;
    let mut row = || {
        let units: Vec<Card> = (0..5)
            .filter_map(|_| draw(dice, &mut pool, |_| true))
            .map(|kind| Card { kind, chariot: false })
            .collect();
        PlanRow { from: if units.is_empty() { 0 } else { -2 }, units }
    };
    Plan { front: row(), rear: row() }
}

/// Some Nightfall arrangement of this line.
fn any_plan(line: &Line, state: &State) -> Plan {
    let cards: Vec<Card> =
        line.units().map(|(_, unit)| Card { kind: unit.kind, chariot: unit.chariot() }).collect();
    plan_of(&cards, state.table.setup.mode.rear())
}

/// Sets cards into rows as Nightfall wants them, in the order given: the front first.
pub fn plan_of(cards: &[Card], rear: bool) -> Plan {
    let in_front = if rear { cards.len().div_ceil(2) } else { cards.len() };
    let row =
        |units: &[Card]| PlanRow { from: nightfall::starts(units.len()).0, units: units.to_vec() };
    Plan { front: row(&cards[..in_front]), rear: row(&cards[in_front..]) }
}
