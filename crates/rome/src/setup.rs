//! Who plays and by which variant.

use std::fmt;
use std::str::FromStr;

use kernel::Fault;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `rome:R32` How much of the game is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// `rome:MODE-1` The first game: the front line only, no commands.
    First,
    /// `rome:MODE-2` The front line only, with commands.
    FrontCommands,
    /// `rome:MODE-2` Both lines, no commands.
    NoCommands,
    /// Everything.
    #[default]
    Full,
}

impl Mode {
    /// All of them, from the simplest.
    pub const ALL: [Mode; 4] = [Mode::First, Mode::FrontCommands, Mode::NoCommands, Mode::Full];

    /// Whether there is a rear row.
    #[inline]
    pub fn rear(self) -> bool {
        matches!(self, Mode::NoCommands | Mode::Full)
    }

    /// Whether commands are drawn and played.
    #[inline]
    pub fn commands(self) -> bool {
        matches!(self, Mode::FrontCommands | Mode::Full)
    }

    /// `rome:SETUP-1` `rome:R7` Ten units are dealt, five where there is only a front.
    #[inline]
    pub fn dealt(self) -> u8 {
        if self.rear() { 10 } else { 5 }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mode::First => "first",
            Mode::FrontCommands => "front-commands",
            Mode::NoCommands => "no-commands",
            Mode::Full => "full",
        })
    }
}

impl FromStr for Mode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Mode::ALL.into_iter().find(|mode| mode.to_string() == text).ok_or_else(|| {
            format!("\"{text}\" is no mode; the modes are first, front-commands, no-commands, full")
        })
    }
}

/// A game of Rome before it is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// `rome:MULTI-1` Two, three or four.
    pub players: u8,
    /// How much of the game is played.
    #[serde(default)]
    pub mode: Mode,
    /// `rome:DIVIDE-1` Every player draws from half of the cards.
    #[serde(default)]
    pub divide: bool,
    /// `rome:R31` The game is drawn after this many turns; 0 for no limit.
    #[serde(default = "turn_limit")]
    pub turn_limit: u16,
}

fn turn_limit() -> u16 {
    300
}

impl Default for Setup {
    fn default() -> Self {
        Setup { players: 2, mode: Mode::Full, divide: false, turn_limit: turn_limit() }
    }
}

impl Setup {
    /// Everything that is wrong with it.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if !(2..=4).contains(&self.players) {
            faults.push(Fault {
                at: "players".into(),
                message: format!(
                    "{} players, but two to four can play [rome:MULTI-1]",
                    self.players
                ),
            });
        }
        // `rome:DIVIDE-2` Sharing out the decks is for two.
        if self.divide && self.players != 2 {
            faults.push(Fault {
                at: "divide".into(),
                message: format!(
                    "Divide and Conquer is for two players, not for {} [rome:DIVIDE-2]",
                    self.players
                ),
            });
        }
        if self.turn_limit > 10_000 {
            faults.push(Fault {
                at: "turn_limit".into(),
                message: format!(
                    "{} turns, but the limit is at most 10000, or 0 for none [rome:R31]",
                    self.turn_limit
                ),
            });
        }
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `rome:MULTI-1` `rome:DIVIDE-2` `rome:R31` every fault is named, all at once.
    #[test]
    fn multi_1_divide_2_a_bad_setup_names_all_its_faults() {
        let bad = Setup { players: 5, divide: true, turn_limit: 20_000, ..Setup::default() };
        let at: Vec<String> = bad.faults().into_iter().map(|fault| fault.at).collect();
        assert_eq!(at, ["players", "divide", "turn_limit"]);
        for players in 2..=4 {
            assert!(Setup { players, ..Setup::default() }.faults().is_empty());
        }
        assert!(!Setup { players: 3, divide: true, ..Setup::default() }.faults().is_empty());
        assert!(!Setup { players: 1, ..Setup::default() }.faults().is_empty());
    }

    /// `rome:R32` `rome:MODE-1` `rome:MODE-2` which parts each mode has.
    #[test]
    fn r32_modes() {
        let parts = Mode::ALL.map(|mode| (mode.rear(), mode.commands(), mode.dealt()));
        assert_eq!(
            parts,
            [(false, false, 5), (false, true, 5), (true, false, 10), (true, true, 10)]
        );
    }
}
