//! What is written on a model's card.

use table::Length;

use crate::card::{Reach, When};
use crate::state::{Id, State};

/// The feats of a model with their numbers, for lists.
pub fn feat_lines(state: &State, id: Id) -> Vec<String> {
    state
        .profile(id)
        .feats
        .iter()
        .zip(1..)
        .map(|(feat, number)| {
            let cost = if feat.cost > 0 { format!(", {} CP", feat.cost) } else { String::new() };
            let typed = match feat.when {
                When::Always | When::EndPhase => String::new(),
                when if when.is_action() || when == When::Activation => format!(": feat {number}"),
                _ => format!(": use {number}"),
            };
            format!("{} ({}{cost}){typed}", feat.name, feat.when)
        })
        .collect()
}

/// The attacks of a model with their numbers, for lists.
pub fn weapon_lines(state: &State, id: Id) -> Vec<String> {
    state
        .profile(id)
        .weapons
        .iter()
        .zip(1..)
        .map(|(weapon, number)| {
            let reach = match (weapon.kind, weapon.range) {
                (Reach::Melee, Length::ZERO) => "melee in contact".into(),
                (kind, range) => format!("{kind} {range}"),
            };
            let rules: Vec<&str> = weapon.rules.iter().map(|rule| rule.name.as_str()).collect();
            let rules =
                if rules.is_empty() { String::new() } else { format!(", {}", rules.join(", ")) };
            format!(
                "attack {number}: {}, {reach}, {}, {}+ to hit, AP {}, damage {}{rules}",
                weapon.name,
                if weapon.dice == 1 { "1 die".into() } else { format!("{} dice", weapon.dice) },
                weapon.hit,
                weapon.ap,
                weapon.damage
            )
        })
        .collect()
}
