//! What a run is of: everything its games follow from.

use std::fmt;

use kernel::{Seat, Seed};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::sprt::Test;

/// What stands in the first line of a run file.
pub const FORMAT: &str = "vanguard-run-1";

/// Who meets whom, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Everybody against everybody.
    RoundRobin,
    /// The first against everybody else.
    Gauntlet,
    /// The first against the second, until it is decided whether the first is better.
    Sprt(Test),
}

/// A bot, with the team it plays where there are teams.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// The bot's name.
    pub bot: String,
    /// The team's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.team {
            None => f.write_str(&self.bot),
            Some(team) => write!(f, "{}@{team}", self.bot),
        }
    }
}

/// Two entrants who meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meeting {
    /// The one, by number.
    pub one: usize,
    /// The other.
    pub two: usize,
    /// The setups, by number: with the one at the first seat, and with the other there.
    pub setups: [usize; 2],
    /// Further setups, likewise: pair after pair they take turns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<[usize; 2]>,
}

impl Meeting {
    /// The setups of a pair, by number.
    pub fn setups_of(&self, round: u64) -> [usize; 2] {
        match (round % (self.more.len() as u64 + 1)) as usize {
            0 => self.setups,
            turn => self.more[turn - 1],
        }
    }

    /// All its setups, by number.
    pub fn all_setups(&self) -> impl Iterator<Item = usize> + '_ {
        std::iter::once(&self.setups).chain(&self.more).flatten().copied()
    }
}

/// The first line of a run file. Game `n` follows from it and from `n` alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Always [`FORMAT`].
    pub format: String,
    /// The game's id.
    pub game: String,
    /// The hash of its rules and data.
    pub rules: String,
    /// Who meets whom.
    pub kind: Kind,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// Who meets whom, in the order in which they take turns.
    pub meetings: Vec<Meeting>,
    /// What they play, each setup once.
    pub setups: Vec<Value>,
    /// How many pairs of games each meeting has, at most.
    pub pairs: u64,
    /// On how many different grounds, in turn.
    pub tables: u64,
    /// What all dice and all bots follow from.
    pub seed: Seed,
    /// What is counted of each seat, by group and name.
    pub tallies: Vec<(String, String)>,
}

/// Where a game stands in the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Which meeting.
    pub meeting: usize,
    /// Which pair of it.
    pub round: u64,
    /// Whether the other sits first.
    pub swapped: bool,
}

impl Header {
    /// What the entrants are called: what they all have in common is left out.
    pub fn names(&self) -> Vec<String> {
        let alike = |of: fn(&Entrant) -> &str| {
            self.entrants.iter().all(|entrant| of(entrant) == of(&self.entrants[0]))
        };
        let same_bot = alike(|entrant| &entrant.bot);
        let same_team = alike(|entrant| entrant.team.as_deref().unwrap_or_default());
        let name = |entrant: &Entrant| match &entrant.team {
            Some(team) if same_bot => team.clone(),
            Some(_) if same_team => entrant.bot.clone(),
            _ => entrant.to_string(),
        };
        self.entrants.iter().map(name).collect()
    }

    /// How many games there are, at most.
    pub fn games(&self) -> u64 {
        2 * self.pairs * self.meetings.len() as u64
    }

    /// Where a game stands. Meetings take turns, so that whatever is done so far is even.
    pub fn slot(&self, game: u64) -> Slot {
        let meetings = self.meetings.len() as u64;
        let pair = game / 2;
        Slot { meeting: (pair % meetings) as usize, round: pair / meetings, swapped: game % 2 == 1 }
    }

    /// Who sits where, by number.
    pub fn seats(&self, game: u64) -> [usize; 2] {
        let slot = self.slot(game);
        let Meeting { one, two, .. } = &self.meetings[slot.meeting];
        let (one, two) = (*one, *two);
        if slot.swapped { [two, one] } else { [one, two] }
    }

    /// At which seat the one of the meeting sits.
    pub fn seat_of_one(&self, game: u64) -> Seat {
        Seat(u8::from(self.slot(game).swapped))
    }

    /// What the dice and the bots of a game follow from. Both games of a pair have the same; but
    /// where somebody meets themselves they would be the same game then.
    pub fn seed_of(&self, game: u64) -> Seed {
        let slot = self.slot(game);
        let meeting = &self.meetings[slot.meeting];
        self.seed.derive(if meeting.one == meeting.two { game } else { slot.round })
    }

    /// Which setup a game is played with, by number.
    pub fn setup_of(&self, game: u64) -> usize {
        let slot = self.slot(game);
        self.meetings[slot.meeting].setups_of(slot.round)[usize::from(slot.swapped)]
    }

    /// Which ground a game is played on.
    pub fn ground_of(&self, game: u64) -> u64 {
        self.slot(game).round % self.tables.max(1)
    }

    /// Whether it is the same run with more games.
    pub fn goes_on_from(&self, shorter: &Header) -> bool {
        self.pairs > shorter.pairs && *self == Header { pairs: self.pairs, ..shorter.clone() }
    }

    /// Why another run is not this one; nothing if it is.
    pub fn differs(&self, other: &Header) -> Option<String> {
        let names = |header: &Header| -> String {
            let all: Vec<String> = header.entrants.iter().map(ToString::to_string).collect();
            all.join(", ")
        };
        let kind = |header: &Header| match header.kind {
            Kind::RoundRobin => "a round robin".to_string(),
            Kind::Gauntlet => "a gauntlet".into(),
            Kind::Sprt(test) => format!("a sequential test of {test}"),
        };
        let told = [
            ("game", self.game.clone(), other.game.clone()),
            ("hash of rules and data", self.rules.clone(), other.rules.clone()),
            ("plan", kind(self), kind(other)),
            ("entrants", names(self), names(other)),
            ("games of a pairing", (2 * self.pairs).to_string(), (2 * other.pairs).to_string()),
            ("tables", self.tables.to_string(), other.tables.to_string()),
            ("seed", self.seed.to_string(), other.seed.to_string()),
        ];
        let named = told.into_iter().find(|(_, one, two)| one != two);
        match named {
            Some((what, one, two)) => Some(format!("its {what}: {one}; asked for: {two}")),
            None if self.setups != other.setups => Some("the teams or options differ".into()),
            None => (self != other).then(|| "it was made by another version".into()),
        }
    }
}
