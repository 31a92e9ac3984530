//! Tables to play on: fresh ones by number, and those that come with the program.

use std::sync::{Mutex, PoisonError};

use table::{Convex, Point, Table, Wish, generate};

use crate::setup::{COUNTER, OBJECTIVES, SIDE};

/// How many fresh tables are remembered: batches play the same few over and over.
const REMEMBERED: usize = 64;

/// The table of a number: mirrored by a half-turn, a quarter covered, objectives free
/// (`killteam:SETUP-5`, `killteam:K40`).
pub fn fresh(seed: u64) -> Table {
    static KNOWN: Mutex<Vec<(u64, Table)>> = Mutex::new(Vec::new());
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, table)) = known.iter().find(|(number, _)| *number == seed) {
        return table.clone();
    }
    drop(known);
    let table = make(seed);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if known.len() >= REMEMBERED {
        known.remove(0);
    }
    known.push((seed, table.clone()));
    table
}

fn make(seed: u64) -> Table {
    let mut wish = Wish::new(Point::new(SIDE, SIDE), seed);
    // Room for a base around each counter.
    wish.keep_free = OBJECTIVES.iter().map(|at| Convex::disc(*at, COUNTER + table::INCH)).collect();
    // A number that makes no table passes the wish on to the next.
    for _ in 0..1000 {
        if let Ok(table) = generate(&wish) {
            return table;
        }
        wish.seed = wish.seed.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
    }
    Table { name: "an empty table".into(), size: wish.size, pieces: Vec::new() }
}

/// The tables that come with the program: id and text.
pub const FILES: &[(&str, &str)] = &[
    ("broken-citadel", include_str!("../../../data/tables/broken-citadel.toml")),
    ("container-yard", include_str!("../../../data/tables/container-yard.toml")),
    ("crossroads", include_str!("../../../data/tables/crossroads.toml")),
    ("old-forest", include_str!("../../../data/tables/old-forest.toml")),
];

/// The table of that name.
pub fn named(id: &str) -> Result<Table, String> {
    let known: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
    let (_, text) = FILES
        .iter()
        .find(|(name, _)| *name == id)
        .ok_or_else(|| format!("there is no table `{id}`; there are {}", known.join(", ")))?;
    Table::from_toml(text)
        .map_err(|faults| faults.first().map(ToString::to_string).unwrap_or_default())
}
