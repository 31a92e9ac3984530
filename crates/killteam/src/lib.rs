//! Kill Team Vanguard: a skirmish of single models, with tape measure, line of sight and dice.

#![forbid(unsafe_code)]

pub mod card;
pub mod faction;
pub mod roster;
pub mod stat_card;
