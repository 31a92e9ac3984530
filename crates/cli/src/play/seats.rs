//! Who sits where.

use std::fmt;

use bots::{Spec, SpecError};
use games::{AnyMatch, instead};
use kernel::Seat;

use crate::failure::Failure;
use crate::text::visible;

/// The bot that fills empty seats.
pub const USUAL_BOT: &str = "greedy";

/// The bot that gives hints, and what it is called there.
pub const HINTING_BOT: &str = "level5";
pub const HINTING_NAME: &str = "A General";

const HUMAN: &str = "human";

/// Who decides for a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// Somebody at this keyboard.
    Human,
    /// The bot of this name.
    Bot(String),
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.write_str(HUMAN),
            Player::Bot(name) => f.write_str(name),
        }
    }
}

/// How many seats a new match has.
pub fn how_many(named: &[String], players: Option<u8>) -> Result<u8, Failure> {
    let named = u8::try_from(named.len()).unwrap_or(u8::MAX);
    match players {
        Some(players) if named > players => {
            Err(Failure::Use(format!("--seats names {named} and --players says {players}")))
        }
        Some(players) => Ok(players),
        None => Ok(named.max(2)),
    }
}

/// The players as named; seats without a name are a human's first and then bots'.
pub fn named(names: &[String], seats: u8) -> Result<Vec<Player>, Failure> {
    let seats = usize::from(seats);
    if names.len() > seats {
        let message = format!("--seats names {}, and {seats} sit at the table", names.len());
        return Err(Failure::Use(message));
    }
    let mut players = names.iter().map(|name| player(name)).collect::<Result<Vec<_>, _>>()?;
    if players.is_empty() {
        players.push(Player::Human);
    }
    players.resize(seats, Player::Bot(USUAL_BOT.into()));
    Ok(players)
}

fn player(name: &str) -> Result<Player, Failure> {
    let name = name.trim();
    if name == HUMAN {
        return Ok(Player::Human);
    }
    match name.parse::<Spec>() {
        Ok(spec) => return Ok(Player::Bot(spec.to_string())),
        Err(SpecError::Setting(reason)) => {
            return Err(Failure::Use(format!("--seats: {reason}")));
        }
        Err(SpecError::Unknown(_)) => {}
    }
    let bots = bots::NAMES.iter().map(|(bot, _)| *bot);
    let meant = instead(name, std::iter::once(HUMAN).chain(bots));
    Err(Failure::Use(format!("--seats: there is no player \"{name}\"; {meant}")))
}

/// The players a record names. A bot that is no more is replaced by the usual one, which is said.
pub fn of_record(table: &dyn AnyMatch) -> Vec<Player> {
    let usual = || Player::Bot(USUAL_BOT.into());
    let known_or_usual = |(seat, name): (u8, &String)| {
        player(name).unwrap_or_else(|_| {
            let (name, seat) = (visible(name), table.seat_name(Seat(seat)));
            anstream::eprintln!(
                "Note: there is no player \"{name}\" here; {USUAL_BOT} plays {seat} instead."
            );
            usual()
        })
    };
    let mut players: Vec<Player> =
        (0..table.seats()).zip(table.players()).map(known_or_usual).collect();
    if players.is_empty() {
        players.push(Player::Human);
    }
    players.resize(usize::from(table.seats()), usual());
    players
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn seats_without_a_name_are_filled() {
        for (list, seats, want) in [
            (&[][..], 2, "human greedy"),
            (&["greedy", "human"], 2, "greedy human"),
            (&["random"], 3, "random greedy greedy"),
            (&["human", "greedy:eye=seasoned"], 2, "human greedy:eye=seasoned"),
        ] {
            let players = named(&names(list), seats).expect("fine seats");
            let players: Vec<String> = players.iter().map(ToString::to_string).collect();
            assert_eq!(players.join(" "), want);
        }
    }

    #[test]
    fn too_many_and_unknown_players_are_refused() {
        assert!(named(&names(&["human", "human", "human"]), 2).is_err());
        assert!(how_many(&names(&["human", "human", "human"]), Some(2)).is_err());
        let Err(Failure::Use(message)) = named(&names(&["search:ideas=x"]), 2) else {
            panic!("x is no number")
        };
        assert!(message.contains("from 1 to 64"), "{message}");
        let Err(Failure::Use(message)) = named(&names(&["greddy"]), 2) else {
            panic!("there is no such bot")
        };
        assert!(message.contains("did you mean \"greedy\"?"), "{message}");
    }
}
