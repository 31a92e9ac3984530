//! Why an action is refused: a sentence with the numbers, and the rule.

use std::fmt;

use kernel::{Refusal, RuleId, Seat};

use crate::cards::{Command, Kind};
use crate::space::{Side, Space};

/// Why an action is refused.
#[derive(Clone, Debug, PartialEq)]
pub enum Violation {
    /// The game is over.
    Over,
    /// Another seat's turn.
    NotYourTurn {
        /// Who asked.
        seat: Seat,
        /// Whose turn it is.
        active: Seat,
    },
    /// The seat has arranged or declared already, and others have not.
    AlreadyDecided {
        /// Who.
        seat: Seat,
        /// The rule by which all decide at once.
        rule: &'static str,
    },
    /// The action belongs to another part of the game.
    WrongTime {
        /// What was tried.
        what: &'static str,
        /// When it may be done.
        when: &'static str,
        /// The rule that says so.
        rule: &'static str,
    },
    /// The arrangement does not use the seat's cards.
    WrongCards {
        /// A kind whose number is off.
        kind: Kind,
        /// How many the seat has.
        have: u8,
        /// How many were arranged.
        arranged: u8,
        /// Whether it is Nightfall.
        night: bool,
    },
    /// More Chariots keep a rider of this kind than carry one.
    WrongRiders {
        /// The rider's kind.
        kind: Kind,
        /// How many are mounted.
        have: u8,
        /// How many were arranged mounted.
        arranged: u8,
    },
    /// The rows don't have the shape they must have.
    WrongShape {
        /// What is wrong, with the numbers.
        what: ShapeFault,
        /// Whether it is Nightfall.
        night: bool,
    },
    /// No unit of that kind was drawn and is still to be placed.
    NotDrawn {
        /// The kind.
        kind: Kind,
        /// What is to be placed.
        drawn: [Option<Kind>; 2],
    },
    /// The front space is taken.
    Occupied {
        /// The space.
        at: Space,
        /// By what, if the asker may know.
        by: Kind,
    },
    /// The front space is too far out.
    TooFarOut {
        /// The column.
        column: i8,
        /// The leftmost allowed.
        low: i8,
        /// The rightmost allowed.
        high: i8,
    },
    /// No unit stands there.
    Empty {
        /// The space.
        at: Space,
    },
    /// There is no rear row in this mode.
    NoRearRow,
    /// There are no commands in this mode.
    NoCommands,
    /// The seat does not hold the command.
    NotInHand {
        /// The command.
        command: Command,
    },
    /// A command was played this turn already.
    SecondCommand {
        /// Which.
        played: Command,
    },
    /// Retreat comes after the attack.
    RetreatTooEarly,
    /// All others come before it.
    CommandTooLate {
        /// Which.
        command: Command,
    },
    /// Nobody else could fill the vanguard.
    NobodyToFill,
    /// The vanguard unit can't be flanked away.
    FlankVanguard,
    /// Flank leads to the opposite wing.
    FlankSameWing {
        /// The unit's space.
        unit: Space,
        /// The wing asked for.
        to: Side,
    },
    /// The unit has no such ability.
    CannotSwitch {
        /// The unit.
        kind: Kind,
    },
    /// The ability was used this turn.
    AlreadyUsed {
        /// The unit.
        kind: Kind,
        /// Where it is.
        at: Space,
    },
    /// A switch needs a unit on the other side.
    SwitchIntoEmpty {
        /// The unit.
        kind: Kind,
        /// The empty space.
        at: Space,
    },
    /// A unit can't change places with itself.
    SwitchSelf {
        /// The unit.
        kind: Kind,
    },
    /// The two are not adjacent.
    NotAdjacent {
        /// The unit that switches.
        kind: Kind,
        /// Its space.
        unit: Space,
        /// The other space.
        with: Space,
    },
    /// No Chariot there.
    NoChariot {
        /// The space.
        at: Space,
        /// What stands there.
        kind: Kind,
    },
    /// The unit is mounted already.
    AlreadyMounted {
        /// The unit.
        kind: Kind,
        /// Where.
        at: Space,
    },
    /// The Chariot is there already.
    RideNowhere {
        /// The space.
        at: Space,
    },
    /// A lone Chariot moves onto units only.
    LoneChariotToEmpty {
        /// The empty space.
        at: Space,
    },
    /// A Chariot's free rear space needs a unit before it.
    NobodyBefore {
        /// The rear space.
        at: Space,
    },
    /// Nothing to shift: the line is legal.
    LineIsLegal,
    /// That shift can't be made.
    CannotShift {
        /// Why.
        why: ShiftFault,
        /// The column.
        column: i8,
    },
    /// Units drawn must be placed first.
    NotPlaced {
        /// What waits.
        kind: Kind,
    },
    /// The line is not legal.
    LineIllegal {
        /// What is wrong with it.
        why: LineFault,
    },
    /// An attack from the centre must name its opponent.
    NameOpponent {
        /// The attacker.
        unit: Space,
    },
    /// That seat can't be attacked from there.
    BadOpponent {
        /// The attacker.
        unit: Space,
        /// The seat named.
        opponent: Seat,
    },
    /// A Cavalry in the vanguard must say which flank it rides around.
    NameFlank {
        /// How many it can choose from.
        choices: u8,
    },
    /// That flank has no end to attack, or the unit does not flank.
    BadFlank {
        /// The attacker.
        unit: Space,
        /// The flank.
        flank: Side,
    },
    /// The reach is not the unit's.
    BadReach {
        /// The attacker.
        kind: Kind,
        /// Its space.
        unit: Space,
        /// The reach asked for.
        reach: u8,
    },
    /// The unit does not need or allow this order.
    BadOrder {
        /// The attacker.
        unit: Space,
        /// What is wrong.
        why: OrderFault,
    },
    /// The turn's command does not fit the unit.
    WrongUnitForCommand {
        /// The command.
        command: Command,
        /// The unit.
        kind: Kind,
        /// Its space.
        unit: Space,
    },
    /// The unit attacks already.
    AttacksAlready {
        /// The unit.
        kind: Kind,
        /// Its space.
        unit: Space,
    },
    /// From the rear row a one-space attack would meet its own front.
    RearCannotAttack {
        /// The unit.
        kind: Kind,
        /// Its space.
        unit: Space,
    },
    /// The Standard does not attack.
    StandardIdle {
        /// Its space.
        at: Space,
        /// Whether there is a Standard at all.
        standard: bool,
    },
    /// The unit is not beside the Standard.
    NotBesideStandard {
        /// The Standard.
        standard: Space,
        /// The unit.
        unit: Space,
    },
    /// A retreating unit can't stand there.
    BadRetreat {
        /// Where.
        to: Space,
        /// Why not.
        why: RetreatFault,
    },
    /// The hand is within the limit.
    WithinLimit {
        /// How many the seat holds.
        hand: u8,
    },
}

/// What is wrong with the shape of an arrangement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeFault {
    /// The opening arrangement has other rows than it must.
    Opening {
        /// How many must stand in front, and as many behind if there is a rear row.
        each: u8,
        /// How many are in front.
        front: usize,
        /// How many are behind.
        rear: usize,
    },
    /// The row does not begin where it must.
    Start {
        /// The row's name.
        row: &'static str,
        /// Its first column.
        from: i8,
        /// Where it may begin.
        low: i8,
        /// And where it may begin as well.
        high: i8,
    },
    /// Front and rear differ by too much.
    Balance {
        /// In front.
        front: usize,
        /// Behind.
        rear: usize,
    },
    /// A rear unit has nobody before it.
    Unsupported {
        /// The column.
        column: i8,
    },
    /// There is no rear row in this mode.
    NoRear,
    /// The line must be rearranged because it is not legal.
    MustRearrange,
}

/// What is wrong with a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShiftFault {
    /// No rear unit in the column.
    NoRearUnit,
    /// The front space is taken.
    FrontTaken,
    /// Nobody stands next to the gap on that side.
    NobodyBeside,
    /// That side would move outward.
    Outward,
    /// A front unit stands before it.
    HasFront,
    /// The rear space further in is taken.
    RearTaken,
    /// It is at the centre already.
    AtCentre,
}

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineFault {
    /// Nobody in the vanguard.
    NoVanguard,
    /// A gap in front.
    Gap {
        /// The column.
        column: i8,
    },
    /// A rear unit with nobody before it.
    Alone {
        /// The column.
        column: i8,
    },
}

/// What is wrong with an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderFault {
    /// Only the vanguard unit is aimed this way.
    NotVanguard,
    /// Only a Catapult, and not in the vanguard.
    NotCatapult,
    /// No command that names an attacker was played.
    NoCommand,
    /// Two orders for the same unit.
    Twice,
    /// Two units for the turn's command.
    SecondCommand,
    /// Two units for one Standard.
    SecondBrought,
    /// Volley's reach was given to the plain attack of the vanguard.
    VolleyByCommand,
    /// Not an opponent's Elephant in front.
    NotEnemyElephant,
}

/// Why a retreating unit can't stand somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetreatFault {
    /// In front only the two flank spaces are open to it.
    NotFlank {
        /// The left one.
        left: i8,
        /// The right one.
        right: i8,
    },
    /// The rear space is taken.
    Taken,
    /// Nobody stands before it.
    NobodyBefore,
    /// It would only have changed places with the unit behind it.
    StepBack,
}

impl fmt::Display for Violation {
    #[allow(clippy::too_many_lines)] // One sentence a line; splitting it would hide the list.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::Over => write!(f, "the game is over"),
            Violation::NotYourTurn { seat, active } => {
                write!(f, "it is {active}'s turn, not {seat}'s")
            }
            Violation::AlreadyDecided { seat, .. } => {
                write!(f, "{seat} has decided already and waits for the others")
            }
            Violation::WrongTime { what, when, .. } => write!(f, "{what} now: {when}"),
            Violation::WrongCards { kind, have, arranged, .. } => {
                write!(f, "{arranged} × {kind} arranged, but there are {have}")
            }
            Violation::WrongRiders { kind, have, arranged } => write!(
                f,
                "{arranged} × {kind} on a Chariot, but {have} are mounted; Nightfall mounts nobody"
            ),
            Violation::WrongShape { what, .. } => what.fmt(f),
            Violation::NotDrawn { kind, drawn } => {
                let drawn: Vec<&str> = drawn.iter().flatten().map(|kind| kind.name()).collect();
                if drawn.is_empty() {
                    write!(f, "there is no unit left to place this turn")
                } else {
                    write!(f, "no {kind} to place; drawn: {}", drawn.join(", "))
                }
            }
            Violation::Occupied { at, by: Kind::Hidden } => write!(f, "{at} is taken"),
            Violation::Occupied { at, by } => write!(f, "{at} is taken by the {by}"),
            Violation::TooFarOut { column, low, high } => {
                write!(f, "column {column} is too far out: columns {low} to {high} can be reached")
            }
            Violation::Empty { at } => write!(f, "no unit stands in {at}"),
            Violation::NoRearRow => write!(f, "this game is played without a rear row"),
            Violation::NoCommands => write!(f, "this game is played without commands"),
            Violation::NotInHand { command } => write!(f, "you hold no {command}"),
            Violation::SecondCommand { played } => {
                write!(f, "one command a turn: {played} was played already")
            }
            Violation::RetreatTooEarly => write!(f, "Retreat is played after the attack"),
            Violation::CommandTooLate { command } => {
                write!(f, "{command} is played before the attack; after it only Retreat is")
            }
            Violation::NobodyToFill => {
                write!(
                    f,
                    "the vanguard unit can't retreat: there is no other unit to take its place"
                )
            }
            Violation::FlankVanguard => write!(f, "Flank can't move the vanguard unit"),
            Violation::FlankSameWing { unit, to } => {
                write!(f, "Flank leads to the opposite wing: {unit} can't go to the {to}")
            }
            Violation::CannotSwitch { kind } => {
                write!(f, "{kind} can't switch; Centurion, Consul and Praetorian can")
            }
            Violation::AlreadyUsed { kind, at } => {
                write!(f, "the {kind} at {at} has used its ability this turn")
            }
            Violation::SwitchIntoEmpty { kind, at } => {
                write!(f, "the {kind} can't switch into {at}: nobody stands there")
            }
            Violation::SwitchSelf { kind } => write!(f, "a {kind} can't switch with itself"),
            Violation::NotAdjacent { kind, unit, with } => match kind {
                Kind::Praetorian => write!(
                    f,
                    "{with} is not beside {unit}: further away a Praetorian switches with a Consul only"
                ),
                _ => write!(f, "{with} is not beside {unit}: a {kind} switches with a neighbour"),
            },
            Violation::NoChariot { at, kind } => {
                write!(f, "the {kind} at {at} has no Chariot")
            }
            Violation::AlreadyMounted { kind, at } => {
                write!(
                    f,
                    "the {kind} at {at} is mounted already; a Chariot carries unmounted units"
                )
            }
            Violation::RideNowhere { at } => write!(f, "the Chariot is at {at} already"),
            Violation::LoneChariotToEmpty { at } => write!(
                f,
                "a Chariot that stands alone moves onto a unit, not into the empty space {at}"
            ),
            Violation::NobodyBefore { at } => {
                write!(f, "{at} can't be entered: nobody stands before it")
            }
            Violation::LineIsLegal => {
                write!(f, "the line has no gap to close, so nobody may shift")
            }
            Violation::CannotShift { why, column } => why.sentence(*column, f),
            Violation::NotPlaced { kind } => write!(f, "the {kind} drawn must be placed first"),
            Violation::LineIllegal { why } => why.fmt(f),
            Violation::NameOpponent { unit } => {
                write!(f, "{unit} attacks from the centre: name the opponent it attacks")
            }
            Violation::BadOpponent { unit, opponent } => {
                write!(f, "{unit} can't attack {opponent}")
            }
            Violation::NameFlank { choices } => write!(
                f,
                "nobody stands before the Cavalry in the vanguard: name the opponent and that opponent's left or right flank ({choices} to choose from)"
            ),
            Violation::BadFlank { unit, flank } => {
                write!(
                    f,
                    "{unit} can't attack around a flank: only Cavalry does, when nobody it could meet stands before it, and there must be a unit on that opponent's {flank} flank"
                )
            }
            Violation::BadReach { kind, unit, reach } => {
                let spaces = if *reach == 1 { "1 space" } else { &format!("{reach} spaces") };
                write!(f, "the {kind} at {unit} has no attack {spaces} away")
            }
            Violation::BadOrder { unit, why } => why.sentence(*unit, f),
            Violation::WrongUnitForCommand { command, kind, unit } => {
                let who = match command {
                    Command::Javelin => "an Infantry, Centurion or Praetorian",
                    Command::Stampede => "an Elephant in the front row",
                    Command::Volley => "an Archer or Slinger",
                    _ => "a unit",
                };
                write!(f, "{command} is for {who}, not for the {kind} at {unit}")
            }
            Violation::AttacksAlready { kind, unit } => {
                write!(f, "the {kind} at {unit} attacks already; no unit attacks twice")
            }
            Violation::RearCannotAttack { kind, unit } => {
                write!(f, "the {kind} at {unit} can't attack: one space ahead is its own front")
            }
            Violation::StandardIdle { at, standard: true } => {
                write!(f, "the Standard at {at} does not attack, so it brings nobody")
            }
            Violation::StandardIdle { at, standard: false } => {
                write!(f, "there is no Standard at {at}")
            }
            Violation::NotBesideStandard { standard, unit } => {
                write!(f, "{unit} is not beside the Standard at {standard}")
            }
            Violation::BadRetreat { to, why } => why.sentence(*to, f),
            Violation::WithinLimit { hand } => {
                write!(f, "{hand} commands are within the limit of seven: nothing has to go")
            }
        }
    }
}

impl fmt::Display for ShapeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShapeFault::Opening { each, front, rear } => {
                write!(f, "{front} in front and {rear} behind, but {each} stand in each row")
            }
            ShapeFault::Start { row, from, low, high } if low == high => {
                write!(f, "the {row} row begins in column {from}, but must begin in {low}")
            }
            ShapeFault::Start { row, from, low, high } => {
                write!(
                    f,
                    "the {row} row begins in column {from}, but must begin in {low} or {high}"
                )
            }
            ShapeFault::Balance { front, rear } => write!(
                f,
                "{front} in front and {rear} behind: the front must have as many as the rear, or one or two more"
            ),
            ShapeFault::Unsupported { column } => {
                write!(f, "the rear unit of column {column} has nobody before it")
            }
            ShapeFault::NoRear => write!(f, "this game is played without a rear row"),
            ShapeFault::MustRearrange => {
                write!(f, "your line is not legal as it is, so it must be rearranged")
            }
        }
    }
}

impl ShiftFault {
    fn sentence(self, column: i8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShiftFault::NoRearUnit => write!(f, "no unit stands in r{column}"),
            ShiftFault::FrontTaken => write!(f, "f{column} is taken, so nobody can move into it"),
            ShiftFault::NobodyBeside => {
                write!(f, "nobody stands next to the gap f{column} on that side")
            }
            ShiftFault::Outward => {
                write!(
                    f,
                    "units shift toward the vanguard only: f{column} is filled from further out"
                )
            }
            ShiftFault::HasFront => write!(f, "r{column} has a unit before it and may not shift"),
            ShiftFault::RearTaken => {
                write!(f, "r{column} can't move inward: the next rear space is taken")
            }
            ShiftFault::AtCentre => {
                write!(f, "r{column} is in the centre column and moves no further")
            }
        }
    }
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineFault::NoVanguard => write!(f, "shift first: nobody stands in the vanguard"),
            LineFault::Gap { column } => write!(f, "shift first: the front has a gap at f{column}"),
            LineFault::Alone { column } => {
                write!(f, "shift first: r{column} has nobody before it")
            }
        }
    }
}

impl OrderFault {
    fn sentence(self, unit: Space, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrderFault::NotVanguard => {
                write!(f, "{unit} is not the vanguard; only f0 attacks unasked from the centre")
            }
            OrderFault::NotCatapult => {
                write!(f, "{unit} is no Catapult waiting for the order to attack")
            }
            OrderFault::NoCommand => {
                write!(f, "no command was played this turn that lets {unit} attack")
            }
            OrderFault::Twice => write!(f, "{unit} has an order already; it attacks once"),
            OrderFault::SecondCommand => {
                write!(f, "{unit} is a second unit for the turn's command, which names one")
            }
            OrderFault::SecondBrought => {
                write!(f, "{unit} is a second unit for the same Standard, which brings one")
            }
            OrderFault::VolleyByCommand => write!(
                f,
                "two spaces are Volley's reach: write command {unit} reach 2 instead of aim"
            ),
            OrderFault::NotEnemyElephant => {
                write!(f, "{unit} is no Elephant in that opponent's front row")
            }
        }
    }
}

impl RetreatFault {
    fn sentence(self, to: Space, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RetreatFault::NotFlank { left, right } => {
                write!(f, "{to} is no flank space: those are f{left} and f{right}")
            }
            RetreatFault::Taken => write!(f, "{to} is taken"),
            RetreatFault::NobodyBefore => write!(f, "{to} has nobody before it"),
            RetreatFault::StepBack => write!(
                f,
                "{to} is where the new vanguard unit came from: the old one may not just step back"
            ),
        }
    }
}

impl Refusal for Violation {
    fn rule(&self) -> RuleId {
        RuleId(match self {
            Violation::Over => "rome:WIN-1",
            Violation::NotYourTurn { .. } => "rome:TURN-1",
            Violation::AlreadyDecided { rule, .. } | Violation::WrongTime { rule, .. } => rule,
            Violation::WrongCards { night: true, .. } => "rome:NIGHTFALL-2",
            Violation::WrongCards { night: false, .. } => "rome:SETUP-2",
            Violation::WrongRiders { .. } => "rome:R27",
            Violation::WrongShape { what: ShapeFault::NoRear, .. } => "rome:R32",
            Violation::WrongShape { night: false, .. } => "rome:LINE-1",
            Violation::WrongShape { what: ShapeFault::MustRearrange, .. } => "rome:R27",
            Violation::WrongShape { night: true, .. } => "rome:NIGHTFALL-3",
            Violation::NotDrawn { .. } | Violation::NotPlaced { .. } => "rome:PLACE-1",
            Violation::Occupied { .. } | Violation::TooFarOut { .. } => "rome:PLACE-2",
            Violation::Empty { .. } => "rome:R1",
            Violation::NoRearRow | Violation::NoCommands => "rome:R32",
            Violation::NotInHand { .. } => "rome:CMD-1",
            Violation::SecondCommand { .. } => "rome:CMD-2",
            Violation::RetreatTooEarly => "rome:RETREAT-4",
            Violation::CommandTooLate { .. } => "rome:CMD-4",
            Violation::NobodyToFill => "rome:R28",
            Violation::FlankVanguard | Violation::FlankSameWing { .. } => "rome:FLANK-2",
            Violation::CannotSwitch { .. } => "rome:R15",
            Violation::AlreadyUsed { .. } => "rome:ABIL-2",
            Violation::SwitchIntoEmpty { kind: Kind::Centurion, .. } => "rome:CENTURION-4",
            Violation::SwitchIntoEmpty { .. } | Violation::SwitchSelf { .. } => "rome:R15",
            Violation::NotAdjacent { kind: Kind::Praetorian, .. } => "rome:PRAETORIAN-3",
            Violation::NotAdjacent { kind: Kind::Consul, .. } => "rome:CONSUL-3",
            Violation::NotAdjacent { .. } => "rome:CENTURION-3",
            Violation::NoChariot { .. } | Violation::AlreadyMounted { .. } => "rome:CHARIOT-2",
            Violation::RideNowhere { .. }
            | Violation::LoneChariotToEmpty { .. }
            | Violation::NobodyBefore { .. } => "rome:R16",
            Violation::LineIsLegal => "rome:R14",
            Violation::CannotShift { why: ShiftFault::Outward, .. } => "rome:SHIFT-3",
            Violation::CannotShift {
                why: ShiftFault::NobodyBeside | ShiftFault::FrontTaken,
                ..
            } => "rome:SHIFT-6",
            Violation::CannotShift { why: ShiftFault::NoRearUnit, .. } => "rome:SHIFT-5",
            Violation::CannotShift { .. } => "rome:R14",
            Violation::LineIllegal { why: LineFault::Alone { .. } } => "rome:LINE-2",
            Violation::LineIllegal { .. } => "rome:SHIFT-1",
            Violation::NameOpponent { .. } | Violation::BadOpponent { .. } => "rome:R34",
            Violation::NameFlank { .. } | Violation::BadFlank { .. } => "rome:R22",
            Violation::BadReach { kind: Kind::Catapult, .. } => "rome:CATAPULT-3",
            Violation::BadReach { .. } => "rome:ATK-6",
            Violation::BadOrder { why, .. } => match why {
                OrderFault::NotVanguard => "rome:VAN-2",
                OrderFault::NotCatapult => "rome:CATAPULT-2",
                OrderFault::NoCommand => "rome:R24",
                OrderFault::Twice => "rome:R23",
                OrderFault::SecondCommand | OrderFault::VolleyByCommand => "rome:R24",
                OrderFault::SecondBrought => "rome:STANDARD-2",
                OrderFault::NotEnemyElephant => "rome:STAMPEDE-4",
            },
            Violation::WrongUnitForCommand { command, .. } => match command {
                Command::Javelin => "rome:JAVELIN-2",
                Command::Stampede => "rome:STAMPEDE-2",
                Command::Volley => "rome:VOLLEY-2",
                _ => "rome:SURPRISE-2",
            },
            Violation::AttacksAlready { .. } => "rome:R23",
            Violation::RearCannotAttack { .. } => "rome:R19",
            Violation::StandardIdle { .. } => "rome:STANDARD-2",
            Violation::NotBesideStandard { .. } => "rome:STANDARD-2",
            Violation::BadRetreat { .. } => "rome:R28",
            Violation::WithinLimit { .. } => "rome:CMD-3",
        })
    }
}
