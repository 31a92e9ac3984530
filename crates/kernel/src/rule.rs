//! Rule ids and modifiers: every answer can say which rule gave it.

use std::fmt;

use serde::Serialize;

/// The id of a rule in a game's ledger, with the game before the colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct RuleId(pub &'static str);

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// One reason why a number is larger or smaller than printed.
///
/// Modifiers stay a list until the last moment, so that a player can see why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Mod {
    /// What it adds.
    pub delta: i16,
    /// The reason in a word or two.
    pub reason: &'static str,
    /// The rule behind it.
    pub rule: RuleId,
}

impl fmt::Display for Mod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+} {} [{}]", self.delta, self.reason, self.rule)
    }
}
