//! What moving costs in a game, and what bars the way.

use crate::{Kinds, Length};

/// A game's rules for moving, or one figure's: games change them for abilities and actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Ground and blocks over which every length counts `slow_factor` times.
    pub slow: Kinds,
    /// How often a length counts there.
    pub slow_factor: u8,
    /// Blocks that are crossed at a price. The part of a wall below an opening always is one.
    pub over: Kinds,
    /// What crossing a low one costs, once.
    pub over_cost: Length,
    /// Up to which height an obstacle is low. A higher one is climbed up and down.
    pub over_height: Length,
    /// Ground and blocks nobody enters, whatever else they are.
    pub barred: Kinds,
    /// Blocks and ground that are not there for the mover while it moves: they neither bar, slow
    /// nor cost. Nobody ends a move inside such a block.
    pub ignore: Kinds,
    /// How often a height counts that is climbed.
    pub climb: u8,
    /// How often a height counts on a ladder.
    pub ladder: u8,
    /// How often a height counts on stairs.
    pub stairs: u8,
    /// How often a height counts that is dropped.
    pub drop: u8,
    /// The deepest drop that is allowed, where there is a limit.
    pub drop_most: Option<Length>,
    /// Whether the mover may pass over other figures. It may not end on them.
    pub over_bases: bool,
    /// Whether the mover flies: only the table's edge and the ends of legs count. A leg may go to
    /// another height without a marked edge, and its length is then that of the line in space.
    pub flying: bool,
}

impl Default for Terms {
    /// Difficult ground doubles; obstacles up to 2" cost 2" once; climbing doubles the height,
    /// ladders count it once, stairs and drops not at all; impassable is impassable.
    fn default() -> Terms {
        Terms {
            slow: Kinds::DIFFICULT,
            slow_factor: 2,
            over: Kinds::OBSTACLE,
            over_cost: Length::inches(2),
            over_height: Length::inches(2),
            barred: Kinds::IMPASSABLE,
            ignore: Kinds::NONE,
            climb: 2,
            ladder: 1,
            stairs: 0,
            drop: 0,
            drop_most: None,
            over_bases: false,
            flying: false,
        }
    }
}
