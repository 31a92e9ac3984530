//! Games between memory and disk: how a match becomes rows, and rows a match.

use games::AnyMatch;
use kernel::Awaiting;
use serde_json::{Value, json};

use crate::db::games::Stored;
use crate::db::journal::{Kept, Standing};

/// A match as it is kept: the record it begins with, and its actions.
pub fn parts(table: &dyn AnyMatch) -> Result<(String, Vec<Kept>), String> {
    let json = table.record_json().ok_or("the match has no seed, so it can't be kept")?;
    let mut record: Value = serde_json::from_str(&json).map_err(|error| error.to_string())?;
    let cut_short: Vec<usize> =
        serde_json::from_value(record["cut_short"].take()).unwrap_or_default();
    let actions = record["actions"].take();
    let kept = actions
        .as_array()
        .into_iter()
        .flatten()
        .zip(1..)
        .map(|(played, number)| Kept {
            seat: played["seat"].as_str().unwrap_or_default().into(),
            action: played["action"].to_string(),
            cut_short: cut_short.contains(&number),
        })
        .collect();
    if let Value::Object(record) = &mut record {
        record.remove("cut_short");
        record.insert("actions".into(), json!([]));
        record.insert("outcome".into(), Value::Null);
    }
    Ok((record.to_string(), kept))
}

/// The match of what is kept.
pub fn table(stored: &Stored) -> Result<Box<dyn AnyMatch>, String> {
    let mut record: Value =
        serde_json::from_str(&stored.beginning).map_err(|error| error.to_string())?;
    let mut actions = Vec::with_capacity(stored.actions.len());
    let mut cut_short = Vec::new();
    for (kept, number) in stored.actions.iter().zip(1..) {
        let action: Value =
            serde_json::from_str(&kept.action).map_err(|error| error.to_string())?;
        actions.push(json!({ "seat": kept.seat, "action": action }));
        if kept.cut_short {
            cut_short.push(number);
        }
    }
    record["actions"] = actions.into();
    if !cut_short.is_empty() {
        record["cut_short"] = cut_short.into();
    }
    let loaded = games::load(&record.to_string(), Some(stored.actions.len()))
        .map_err(|error| error.to_string())?;
    Ok(loaded.table)
}

/// How a match stands, for the list.
pub fn standing(table: &dyn AnyMatch, bots: &[Option<String>], revision: u64) -> Standing {
    let owing = match table.awaiting() {
        Awaiting::Seats(seats) => seats,
        Awaiting::Over(_) => kernel::SeatSet::EMPTY,
    };
    let bot = |seat: kernel::Seat| bots.get(seat.index()).is_some_and(Option::is_some);
    let outcome = table.outcome();
    Standing {
        actions: table.actions(),
        revision,
        owes: owing.iter().map(kernel::Seat::letter).collect(),
        bots_due: owing.iter().any(bot),
        outcome: outcome.and_then(|outcome| serde_json::to_string(&outcome).ok()),
        seed: outcome.and(table.seed()).map(|seed| seed.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use games::Patience;
    use kernel::Seed;

    use super::*;
    use crate::db::games::Listed;

    #[test]
    fn a_match_comes_back_from_what_is_kept() {
        for game in games::all() {
            let mut table =
                game.new_match(&[], &games::no_files, 2, Seed::from(7)).expect("a match");
            table.commit();
            for _ in 0..25 {
                let Awaiting::Seats(seats) = table.awaiting() else { break };
                let seat = seats.lowest().expect("somebody");
                table.bot_play(seat, "random", &Patience::default()).expect("a decision");
            }
            let (beginning, actions) = parts(&*table).expect("parts");
            let listed = Listed {
                id: String::new(),
                game: game.id().into(),
                setup: String::new(),
                maker: String::new(),
                commitment: String::new(),
                standing: Standing::default(),
                begun: 0,
                changed: 0,
                sitters: Vec::new(),
            };
            let undos = Vec::new();
            let again = super::table(&Stored { listed, beginning, actions, undos }).expect("back");
            assert_eq!(again.hash(), table.hash());
            assert_eq!(again.record_json(), table.record_json());
        }
    }
}
