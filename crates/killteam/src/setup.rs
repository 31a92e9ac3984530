//! What a match is of: two teams, a table, and how many points.

use kernel::Fault;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Board, INCH, Point, Table};

use crate::faction;
use crate::roster::Roster;

/// Everything a match begins from: both teams, made before the game, and what they play on and for.
/// The scenario gives leaders no task of their own.
///
/// Rules `killteam:TEAM-1`, `killteam:TEAM-10`, `killteam:SETUP-1`, `killteam:SETUP-3`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The teams of seats A and B.
    pub teams: Vec<Roster>,
    /// What they fight on.
    pub table: TableChoice,
    /// How many points a team may cost (`killteam:TEAM-2`).
    #[serde(default = "hundred")]
    pub points: u16,
}

fn hundred() -> u16 {
    100
}

/// Which table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TableChoice {
    /// Made fresh from a number; the same number makes the same table (`killteam:K40`).
    Seed(u64),
    /// Empty at first; the players place the pieces in turns (`killteam:SETUP-4`). The number
    /// makes the pieces.
    Placed(u64),
    /// One of those that come with the program.
    Named(String),
    /// One's own.
    Own(Table),
}

/// The length of the table's sides (`killteam:SETUP-2`, `killteam:K37`).
pub const SIDE: i32 = 36 * INCH;

/// Where the objectives lie: the centre, then two near each of the edges (`killteam:INTEL-1`,
/// `killteam:SETUP-7`, `killteam:K37`).
pub const OBJECTIVES: [Point; 5] = [
    Point::inches(18, 18),
    Point::inches(9, 9),
    Point::inches(27, 9),
    Point::inches(9, 27),
    Point::inches(27, 27),
];

/// The radius of an objective counter (`killteam:K37`).
pub const COUNTER: i32 = INCH / 2;

/// The depth of the deployment zones (`killteam:K37`).
pub const ZONE: i32 = 6 * INCH;

impl Setup {
    /// The teams of these names on a table of this number.
    pub fn ready(teams: [&str; 2], seed: u64) -> Option<Setup> {
        let teams = teams.iter().map(|id| ready_team(id)).collect::<Option<Vec<Roster>>>()?;
        Some(Setup { teams, table: TableChoice::Seed(seed), points: 100 })
    }

    /// Everything that is wrong.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.teams.len() != 2 {
            let message = format!("two teams play, not {}", self.teams.len());
            faults.push(Fault { at: "teams".into(), message });
        }
        if !(10..=400).contains(&self.points) {
            let message = format!("{} points; a game is of 10 to 400", self.points);
            faults.push(Fault { at: "points".into(), message });
        }
        for (i, roster) in self.teams.iter().enumerate() {
            for fault in roster.faults(self.points) {
                let at = format!("team {}, {}", char::from(b'A' + i as u8), fault.at);
                faults.push(Fault { at, ..fault });
            }
        }
        if let Err(found) = self.table.board() {
            faults.extend(found);
        }
        faults
    }
}

/// The roster of a ready team, of any built-in faction.
pub fn ready_team(id: &str) -> Option<Roster> {
    faction::built_in().iter().find_map(|faction| faction.ready(id))
}

impl TableChoice {
    /// The table, built; or everything wrong with it.
    pub fn board(&self) -> Result<Board, Vec<Fault>> {
        let built = match self {
            TableChoice::Seed(seed) => crate::tables::fresh(*seed),
            TableChoice::Placed(_) => Table {
                name: "a table to be furnished".into(),
                size: Point::new(SIDE, SIDE),
                pieces: Vec::new(),
            },
            TableChoice::Named(name) => crate::tables::named(name)
                .map_err(|message| vec![Fault { at: "table".into(), message }])?,
            TableChoice::Own(table) => table.clone(),
        };
        if built.size != Point::new(SIDE, SIDE) {
            let message = "the table of this scenario is 36 by 36 inches".into();
            return Err(vec![Fault { at: "table, size".into(), message }]);
        }
        Board::build(&built).map_err(|faults| {
            faults
                .into_iter()
                .map(|fault| Fault { at: format!("table, {}", fault.at), message: fault.message })
                .collect()
        })
    }
}
