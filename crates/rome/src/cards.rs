//! The sixty units and forty commands.
//!
//! The cards are a table in code and not a data file: every kind has rules of its own in code, and
//! power and number are read in the innermost loop.

use std::fmt;
use std::str::FromStr;

use kernel::RuleId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How many kinds of unit there are.
pub const KINDS: usize = 12;
/// How many kinds of command there are.
pub const COMMANDS: usize = 8;

/// So many cards of each kind of unit.
pub type UnitCounts = [u8; KINDS];
/// So many cards of each kind of command.
pub type CommandCounts = [u8; COMMANDS];

/// The kinds of unit.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Kind {
    /// Kills whatever it hits, but for Infantry and those it protects.
    Archer,
    /// Attacks every turn from the front.
    Ballista,
    /// May attack two spaces away every turn.
    Catapult,
    /// Attacks the enemy's flank when nobody stands before it.
    Cavalry,
    /// Stronger in the vanguard and at the ends; switches.
    Centurion,
    /// Carries another unit and makes it stronger.
    Chariot,
    /// Strengthens its neighbours' defence; switches.
    Consul,
    /// The strongest, and the one that may stampede.
    Elephant,
    /// Immune to Archers, and protects its neighbours from them.
    Infantry,
    /// Strong; switches, also with a far Consul.
    Praetorian,
    /// Strengthens its neighbours' attacks.
    Slinger,
    /// Brings a neighbour into its attack.
    Standard,
    /// A card its viewer can't see. Stands in views only, never in a state.
    Hidden,
}

/// What is printed on a unit card.
struct UnitCard {
    kind: Kind,
    name: &'static str,
    code: &'static str,
    power: u8,
    count: u8,
    mounted: bool,
    rule: RuleId,
    gist: &'static str,
}

/// Everything printed on the unit cards.
///
/// * `rome:DECK-1` the number in brackets is the power, the other one how many there are.
/// * `rome:R6` Ballista, Catapult, Cavalry, Elephant and Chariot are mounted by themselves.
/// * `rome:ARCHER-1`, `rome:BALLISTA-1`, `rome:CATAPULT-1`, `rome:CAVALRY-1`, `rome:CENTURION-1`,
///   `rome:CHARIOT-1`, `rome:CONSUL-1`, `rome:ELEPHANT-1`, `rome:INFANTRY-1`,
///   `rome:PRAETORIAN-1`, `rome:SLINGER-1`, `rome:STANDARD-1`: a row each.
const UNITS: [UnitCard; KINDS + 1] = [
    unit(
        Kind::Archer,
        "Archer",
        "ARC",
        1,
        6,
        false,
        "rome:ARCHER-1",
        "kills whatever it hits, but for Infantry and units Infantry protects",
    ),
    unit(
        Kind::Ballista,
        "Ballista",
        "BAL",
        1,
        4,
        true,
        "rome:BALLISTA-1",
        "attacks every turn from any front space",
    ),
    unit(
        Kind::Catapult,
        "Catapult",
        "CAT",
        1,
        4,
        true,
        "rome:CATAPULT-1",
        "may attack every turn, exactly two spaces away, from either row",
    ),
    unit(
        Kind::Cavalry,
        "Cavalry",
        "CAV",
        3,
        4,
        true,
        "rome:CAVALRY-1",
        "with nobody before it, attacks the end of the enemy's flank every turn",
    ),
    unit(
        Kind::Centurion,
        "Centurion",
        "CEN",
        2,
        6,
        false,
        "rome:CENTURION-1",
        "+2 in the vanguard and at either end of the front; may switch with a neighbour",
    ),
    unit(
        Kind::Chariot,
        "Chariot",
        "CHA",
        2,
        4,
        true,
        "rome:CHARIOT-1",
        "may carry an unmounted unit, which gains +1",
    ),
    unit(
        Kind::Consul,
        "Consul",
        "CON",
        2,
        4,
        false,
        "rome:CONSUL-1",
        "neighbours defend with +1; may switch with a neighbour",
    ),
    unit(
        Kind::Elephant,
        "Elephant",
        "ELE",
        5,
        4,
        true,
        "rome:ELEPHANT-1",
        "the strongest; always shown; may stampede",
    ),
    unit(
        Kind::Infantry,
        "Infantry",
        "INF",
        2,
        8,
        false,
        "rome:INFANTRY-1",
        "immune to Archers, and so are its unmounted neighbours",
    ),
    unit(
        Kind::Praetorian,
        "Praetorian",
        "PRA",
        4,
        4,
        false,
        "rome:PRAETORIAN-1",
        "may switch with a neighbour or with any own Consul",
    ),
    unit(
        Kind::Slinger,
        "Slinger",
        "SLI",
        1,
        8,
        false,
        "rome:SLINGER-1",
        "neighbours attack with +1",
    ),
    unit(
        Kind::Standard,
        "Standard",
        "STA",
        2,
        4,
        false,
        "rome:STANDARD-1",
        "when it attacks, one neighbour may attack too",
    ),
    unit(Kind::Hidden, "hidden unit", "???", 0, 0, false, "rome:R5", "face down"),
];

#[allow(clippy::too_many_arguments)]
const fn unit(
    kind: Kind,
    name: &'static str,
    code: &'static str,
    power: u8,
    count: u8,
    mounted: bool,
    rule: &'static str,
    gist: &'static str,
) -> UnitCard {
    UnitCard { kind, name, code, power, count, mounted, rule: RuleId(rule), gist }
}

impl Kind {
    /// All kinds that are cards, in the order of the document.
    pub const ALL: [Kind; KINDS] = [
        Kind::Archer,
        Kind::Ballista,
        Kind::Catapult,
        Kind::Cavalry,
        Kind::Centurion,
        Kind::Chariot,
        Kind::Consul,
        Kind::Elephant,
        Kind::Infantry,
        Kind::Praetorian,
        Kind::Slinger,
        Kind::Standard,
    ];

    /// The kind as an index into counts.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The kind of an index.
    pub fn from_index(index: usize) -> Option<Kind> {
        Kind::ALL.get(index).copied()
    }

    #[inline]
    fn card(self) -> &'static UnitCard {
        &UNITS[self as usize]
    }

    /// The name people use.
    pub fn name(self) -> &'static str {
        self.card().name
    }

    /// Three capitals, for pictures.
    pub fn code(self) -> &'static str {
        self.card().code
    }

    /// The printed power.
    #[inline]
    pub fn power(self) -> u8 {
        const POWERS: [u8; KINDS + 1] = {
            let mut powers = [0; KINDS + 1];
            let mut index = 0;
            while index <= KINDS {
                powers[UNITS[index].kind as usize] = UNITS[index].power;
                index += 1;
            }
            powers
        };
        POWERS[self as usize]
    }

    /// How many cards of the kind there are.
    pub fn count(self) -> u8 {
        self.card().count
    }

    /// Whether a unit of the kind is mounted by itself.
    #[inline]
    pub fn mounted(self) -> bool {
        const MOUNTED: u16 = {
            let mut bits = 0;
            let mut index = 0;
            while index <= KINDS {
                if UNITS[index].mounted {
                    bits |= 1 << UNITS[index].kind as u16;
                }
                index += 1;
            }
            bits
        };
        MOUNTED & (1 << self as u16) != 0
    }

    /// The card's row in the ledger.
    pub fn rule(self) -> RuleId {
        self.card().rule
    }

    /// What it can do, in a line.
    pub fn gist(self) -> &'static str {
        self.card().gist
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Kind::ALL
            .into_iter()
            .find(|kind| {
                kind.name().eq_ignore_ascii_case(text) || kind.code().eq_ignore_ascii_case(text)
            })
            .ok_or_else(|| {
                let names: Vec<String> =
                    Kind::ALL.iter().map(|kind| kind.name().to_lowercase()).collect();
                format!("\"{text}\" is no unit; the units are {}", names.join(", "))
            })
    }
}

/// The kinds of command.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Command {
    /// A unit goes to the end of the other wing.
    Flank,
    /// An Infantry, Centurion or Praetorian attacks too.
    Javelin,
    /// Everybody may rearrange.
    Nightfall,
    /// A second unit this turn.
    Reinforcements,
    /// The vanguard unit goes back after the attack.
    Retreat,
    /// An Elephant tramples two spaces, or an enemy's turns on its own side.
    Stampede,
    /// Any unit attacks too.
    Surprise,
    /// An Archer or Slinger attacks too, up to two spaces.
    Volley,
}

impl Command {
    /// All of them, in the order of the document.
    pub const ALL: [Command; COMMANDS] = [
        Command::Flank,
        Command::Javelin,
        Command::Nightfall,
        Command::Reinforcements,
        Command::Retreat,
        Command::Stampede,
        Command::Surprise,
        Command::Volley,
    ];

    /// The command as an index into counts.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The name people use.
    pub fn name(self) -> &'static str {
        match self {
            Command::Flank => "Flank",
            Command::Javelin => "Javelin",
            Command::Nightfall => "Nightfall",
            Command::Reinforcements => "Reinforcements",
            Command::Retreat => "Retreat",
            Command::Stampede => "Stampede",
            Command::Surprise => "Surprise",
            Command::Volley => "Volley",
        }
    }

    /// How many cards of it there are: `rome:DECK-2`, `rome:R7` and, a card each,
    /// `rome:FLANK-1`, `rome:JAVELIN-1`, `rome:NIGHTFALL-1`, `rome:REINFORCEMENTS-1`,
    /// `rome:RETREAT-1`, `rome:STAMPEDE-1`, `rome:SURPRISE-1`, `rome:VOLLEY-1`.
    pub fn count(self) -> u8 {
        match self {
            Command::Flank | Command::Nightfall | Command::Stampede | Command::Surprise => 4,
            Command::Javelin | Command::Reinforcements | Command::Retreat | Command::Volley => 6,
        }
    }

    /// The card's first row in the ledger.
    pub fn rule(self) -> RuleId {
        RuleId(match self {
            Command::Flank => "rome:FLANK-1",
            Command::Javelin => "rome:JAVELIN-1",
            Command::Nightfall => "rome:NIGHTFALL-1",
            Command::Reinforcements => "rome:REINFORCEMENTS-1",
            Command::Retreat => "rome:RETREAT-1",
            Command::Stampede => "rome:STAMPEDE-1",
            Command::Surprise => "rome:SURPRISE-1",
            Command::Volley => "rome:VOLLEY-1",
        })
    }

    /// What it does, in a line.
    pub fn gist(self) -> &'static str {
        match self {
            Command::Flank => "one of your units moves to the end of the other wing",
            Command::Javelin => "one Infantry, Centurion or Praetorian attacks too",
            Command::Nightfall => "everybody may rearrange their line face down",
            Command::Reinforcements => "draw and place a second unit",
            Command::Retreat => {
                "after the attack your vanguard unit goes to a flank or to the rear"
            }
            Command::Stampede => {
                "your Elephant hits both rows, or an enemy's hits the unit behind it"
            }
            Command::Surprise => "any one unit attacks too",
            Command::Volley => "one Archer or Slinger attacks too, up to two spaces",
        }
    }

    /// Whether it adds or changes an attack, so that its unit is named when attacks are declared.
    pub fn names_attacker(self) -> bool {
        matches!(self, Command::Javelin | Command::Stampede | Command::Surprise | Command::Volley)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Command {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Command::ALL
            .into_iter()
            .find(|command| command.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| {
                let names: Vec<String> =
                    Command::ALL.iter().map(|command| command.name().to_lowercase()).collect();
                format!("\"{text}\" is no command; the commands are {}", names.join(", "))
            })
    }
}

/// All units of one deck; half of each kind when the decks are divided (`rome:R33`).
pub fn all_units(divided: bool) -> UnitCounts {
    Kind::ALL.map(|kind| if divided { kind.count() / 2 } else { kind.count() })
}

/// All commands of one deck; half of each kind when the decks are divided (`rome:R33`).
pub fn all_commands(divided: bool) -> CommandCounts {
    Command::ALL.map(|command| if divided { command.count() / 2 } else { command.count() })
}

/// How many cards the counts hold.
#[inline]
pub fn total(counts: &[u8]) -> u8 {
    counts.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `rome:R7`, `rome:DECK-1` and `rome:DECK-2`: sixty units and forty commands.
    #[test]
    fn deck_1_sixty_units_and_forty_commands() {
        assert_eq!(total(&all_units(false)), 60);
        assert_eq!(total(&all_commands(false)), 40);
    }

    /// Number, power and mount of every unit card, against the document:
    /// `rome:ARCHER-1` `rome:BALLISTA-1` `rome:CATAPULT-1` `rome:CAVALRY-1` `rome:CENTURION-1`
    /// `rome:CHARIOT-1` `rome:CONSUL-1` `rome:ELEPHANT-1` `rome:INFANTRY-1` `rome:PRAETORIAN-1`
    /// `rome:SLINGER-1` `rome:STANDARD-1` `rome:R6`.
    #[test]
    fn unit_cards_are_as_printed() {
        for (kind, count, power, mounted) in [
            (Kind::Archer, 6, 1, false),
            (Kind::Ballista, 4, 1, true),
            (Kind::Catapult, 4, 1, true),
            (Kind::Cavalry, 4, 3, true),
            (Kind::Centurion, 6, 2, false),
            (Kind::Chariot, 4, 2, true),
            (Kind::Consul, 4, 2, false),
            (Kind::Elephant, 4, 5, true),
            (Kind::Infantry, 8, 2, false),
            (Kind::Praetorian, 4, 4, false),
            (Kind::Slinger, 8, 1, false),
            (Kind::Standard, 4, 2, false),
        ] {
            assert_eq!(
                (kind.count(), kind.power(), kind.mounted()),
                (count, power, mounted),
                "{kind}"
            );
            assert_eq!(UNITS[kind.index()].kind, kind, "the table is in the order of the kinds");
        }
    }

    /// The number of every command card: `rome:FLANK-1` `rome:JAVELIN-1` `rome:NIGHTFALL-1`
    /// `rome:REINFORCEMENTS-1` `rome:RETREAT-1` `rome:STAMPEDE-1` `rome:SURPRISE-1` `rome:VOLLEY-1`.
    #[test]
    fn command_cards_are_as_printed() {
        let counts = Command::ALL.map(|command| (command.name(), command.count()));
        assert_eq!(
            counts,
            [
                ("Flank", 4),
                ("Javelin", 6),
                ("Nightfall", 4),
                ("Reinforcements", 6),
                ("Retreat", 6),
                ("Stampede", 4),
                ("Surprise", 4),
                ("Volley", 6),
            ]
        );
    }

    /// `rome:R33` every kind splits evenly.
    #[test]
    fn divide_1_every_kind_splits_in_two_equal_halves() {
        assert_eq!(total(&all_units(true)), 30);
        assert_eq!(total(&all_commands(true)), 20);
        assert!(Kind::ALL.iter().all(|kind| kind.count() % 2 == 0));
    }
}
