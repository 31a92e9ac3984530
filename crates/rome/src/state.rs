//! The position: what lies on the table, and what is hidden.

use arrayvec::ArrayVec;
use kernel::{Outcome, Seat, SeatSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::action::{Decided, Orders};
use crate::cards::{self, Command, CommandCounts, Kind, UnitCounts};
use crate::line::{Line, Standing};
use crate::setup::Setup;

/// Where in the game we are: who owes what decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Cards are about to be dealt.
    Dealing,
    /// Everybody arranges the units dealt to them, face down.
    Arranging,
    /// The Initial Vanguard: everybody declares attacks, revealed together.
    Clash,
    /// The active player's turn, up to the attack.
    Turn,
    /// Nightfall: everybody rearranges or declines.
    Night,
    /// After the attack: Retreat may still be played.
    AfterAttack,
    /// The vanguard unit is on its way back: the line shifts, then the unit settles.
    Retreating,
    /// The active player holds too many commands.
    Discarding,
    /// It is over.
    Over(Outcome),
}

/// Everything that lies open on the table. In a view, what the viewer can't see of the lines is
/// replaced by hidden units.
#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The variant played.
    pub setup: Setup,
    /// The battle lines by seat.
    pub lines: ArrayVec<Line, 4>,
    /// Whose line still stands.
    pub alive: SeatSet,
    /// Whose turn it is.
    pub active: Seat,
    /// Where in the game we are.
    pub phase: Phase,
    /// Who still has to arrange or declare, in the phases where several do.
    pub owing: SeatSet,
    /// Turns begun since the Initial Vanguard.
    pub turn: u16,
    /// How often the Initial Vanguard was fought again.
    pub replays: u8,
    /// Units drawn this turn and not yet placed; they lie face up.
    pub drawn: [Option<Kind>; 2],
    /// The command played this turn.
    pub command: Option<Command>,
    /// The unit on its way back after a Retreat, with the space it left.
    pub retreating: Option<Standing>,
    /// How the vanguard was refilled while a unit retreats: true if the unit behind stepped up.
    pub stepped_up: bool,
    /// Kinds that are known to be among each line's hidden units, though not where: what was known
    /// before a Nightfall is not forgotten.
    pub remembered: ArrayVec<UnitCounts, 4>,
    /// The discarded units: one shared pile, or one for each player.
    pub unit_discards: ArrayVec<UnitCounts, 2>,
    /// The discarded commands, likewise.
    pub command_discards: ArrayVec<CommandCounts, 2>,
}

/// Copies a list as bytes: its own `clone` goes element by element, and search clones a lot.
#[inline]
pub(crate) fn copied<T: Copy, const N: usize>(list: &ArrayVec<T, N>) -> ArrayVec<T, N> {
    let mut copy = ArrayVec::new();
    let fits = copy.try_extend_from_slice(list);
    debug_assert!(fits.is_ok(), "both lists have the same capacity");
    copy
}

impl Clone for Table {
    fn clone(&self) -> Self {
        Table {
            lines: copied(&self.lines),
            remembered: copied(&self.remembered),
            unit_discards: copied(&self.unit_discards),
            command_discards: copied(&self.command_discards),
            ..*self
        }
    }
}

impl Table {
    /// The line of a seat.
    #[inline]
    pub fn line(&self, seat: Seat) -> &Line {
        &self.lines[seat.index()]
    }

    /// Which pile a seat draws from and discards to (`rome:DIVIDE-1`: its own, if divided).
    #[inline]
    pub fn pile(&self, seat: Seat) -> usize {
        if self.setup.divide { seat.index() } else { 0 }
    }

    /// The seats at the table, alive or not.
    pub fn seats(&self) -> SeatSet {
        SeatSet::first(self.setup.players)
    }

    /// How many units wait to be placed.
    #[inline]
    pub fn undrawn(&self) -> usize {
        self.drawn.iter().flatten().count()
    }
}

/// What was decided secretly and is not revealed yet.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Secrets {
    /// Arrangements.
    pub plans: [Option<Decided>; 4],
    /// Declarations for the Initial Vanguard.
    pub orders: [Option<Orders>; 4],
}

/// A position, hidden things included.
///
/// Decks are counts, not orders: a card is drawn by lot from what is left, which is the same as
/// drawing from the top of a shuffled deck and leaves nothing hidden but what somebody holds.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// What lies on the table.
    pub table: Table,
    /// The unit decks: one, or one for each player.
    pub unit_decks: ArrayVec<UnitCounts, 2>,
    /// The command decks, likewise.
    pub command_decks: ArrayVec<CommandCounts, 2>,
    /// The commands each seat holds.
    pub hands: ArrayVec<CommandCounts, 4>,
    /// The units each seat has to arrange at the start.
    pub dealt: ArrayVec<UnitCounts, 4>,
    /// Secret decisions, while there are any.
    pub secrets: Option<Box<Secrets>>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        State {
            table: self.table.clone(),
            unit_decks: copied(&self.unit_decks),
            command_decks: copied(&self.command_decks),
            hands: copied(&self.hands),
            dealt: copied(&self.dealt),
            secrets: self.secrets.clone(),
        }
    }
}

impl State {
    /// The position before anything is dealt.
    pub fn new(setup: &Setup) -> State {
        let seats = usize::from(setup.players);
        let piles = if setup.divide { 2 } else { 1 };
        let commands = if setup.mode.commands() {
            cards::all_commands(setup.divide)
        } else {
            CommandCounts::default()
        };
        State {
            table: Table {
                setup: *setup,
                lines: std::iter::repeat_n(Line::EMPTY, seats).collect(),
                alive: SeatSet::first(setup.players),
                active: Seat(0),
                phase: Phase::Dealing,
                owing: SeatSet::EMPTY,
                turn: 0,
                replays: 0,
                drawn: [None; 2],
                command: None,
                retreating: None,
                stepped_up: false,
                remembered: std::iter::repeat_n(UnitCounts::default(), seats).collect(),
                unit_discards: std::iter::repeat_n(UnitCounts::default(), piles).collect(),
                command_discards: std::iter::repeat_n(CommandCounts::default(), piles).collect(),
            },
            unit_decks: std::iter::repeat_n(cards::all_units(setup.divide), piles).collect(),
            command_decks: std::iter::repeat_n(commands, piles).collect(),
            hands: std::iter::repeat_n(CommandCounts::default(), seats).collect(),
            dealt: std::iter::repeat_n(UnitCounts::default(), seats).collect(),
            secrets: None,
        }
    }

    /// The line of a seat.
    #[inline]
    pub fn line(&self, seat: Seat) -> &Line {
        self.table.line(seat)
    }

    /// What a seat may base its decisions on.
    #[inline]
    pub fn mind(&self, seat: Seat) -> Mind<'_> {
        Mind {
            table: &self.table,
            seat,
            hand: &self.hands[seat.index()],
            dealt: &self.dealt[seat.index()],
        }
    }
}

/// A seat at the table with what it holds: all that legality may depend on.
///
/// It is made from a state or from a view, so both give the same answer to "may I?".
#[derive(Clone, Copy)]
pub struct Mind<'a> {
    /// What lies on the table; the seat's own line in full.
    pub table: &'a Table,
    /// Who asks.
    pub seat: Seat,
    /// The commands the seat holds.
    pub hand: &'a CommandCounts,
    /// The units it has to arrange at the start.
    pub dealt: &'a UnitCounts,
}

impl<'a> Mind<'a> {
    /// The seat's own line.
    #[inline]
    pub fn line(&self) -> &'a Line {
        self.table.lines.get(self.seat.index()).unwrap_or(&Line::EMPTY)
    }
}
