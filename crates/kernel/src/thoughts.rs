//! What a bot thought before it decided, for those who want to know why.

use serde::Serialize;

use crate::Played;

/// What the values of some thoughts are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// Thousandths of the chance to win.
    Chance,
    /// What the game's own appraisal gives; more is better, and that is all it says.
    Worth,
}

/// One action that was thought about.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Weighed<A> {
    /// What could be done.
    pub action: A,
    /// How good it looked.
    pub value: i64,
    /// In how many simulations it was tried.
    pub simulations: u32,
}

/// What a bot thought before it decided.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Thoughts<A> {
    /// What the values are.
    pub scale: Scale,
    /// What it weighed; what it chose stands first, the best of the rest next.
    pub weighed: Vec<Weighed<A>>,
    /// How it expects the game to go on, its own action first.
    pub line: Vec<Played<A>>,
    /// How many simulations all of it took.
    pub simulations: u64,
    /// Whether the clock stopped it before it had thought as long as it wanted to: then it may
    /// decide otherwise on another machine.
    pub cut_short: bool,
}
