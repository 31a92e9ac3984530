//! Vanguard: Rome on the desk.

use kernel::Seat;
use rome::Rome;
use serde_json::Value;

use crate::wire::{Series, Sheet};
use crate::{Answer, DeskGame, Known};

impl DeskGame for Rome {
    const ABOUT: &'static str = "A card game of two battle lines: place units, shift them, play \
                                 commands, and break the enemy's vanguard.";

    fn draw(_: Known<'_, Self>, _: &mut Sheet) {}

    fn ask(_: Known<'_, Self>, _: Option<Seat>, _: &str, _: &Value) -> Option<Answer> {
        None
    }

    fn questions() -> &'static [&'static str] {
        &[]
    }

    fn series(_: &[<Self as kernel::Game>::State]) -> Vec<Series> {
        Vec::new()
    }
}
