//! What an attack phase would kill.

use odds::Odds;

use crate::Rome;

impl Odds for Rome {}
