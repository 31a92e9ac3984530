//! Bots by name, and bots with settings: `search:simulations=100,ideas=8`.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use kernel::{Chooser, Eye, Game, Seed};

use crate::level::TRUST;
use crate::{Clock, Effort, Greedy, LIMIT, Level, NAMES, Random, Search};

/// A bot as somebody names it: one that has a name, or a way to think with settings.
///
/// Its text is the same bot again: `greedy:notices=5`, `search:simulations=100,eye=plain`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    name: String,
    settings: Vec<Setting>,
}

/// One setting, by the place of its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Setting {
    key: &'static Key,
    value: u32,
}

/// Something that can be set.
#[derive(Debug, PartialEq, Eq)]
struct Key {
    name: &'static str,
    may: May,
}

/// What a setting may be.
#[derive(Debug, PartialEq, Eq)]
enum May {
    Number(RangeInclusive<u32>),
    Word(&'static [&'static str]),
}

/// A way to think that has settings, and which.
type Way = (&'static str, &'static [Key]);

const fn number(name: &'static str, least: u32, most: u32) -> Key {
    Key { name, may: May::Number(least..=most) }
}

const EYES: [(&str, Eye); 3] =
    [("plain", Eye::Plain), ("seasoned", Eye::Seasoned), ("hasty", Eye::Hasty)];
const EYE: Key = Key { name: "eye", may: May::Word(&[EYES[0].0, EYES[1].0, EYES[2].0]) };
const YES_OR_NO: &[&str] = &["no", "yes"];

/// The ways to think, each with what can be set of it, in the order in which it is written.
static WAYS: &[Way] = &[
    (
        "greedy",
        &[
            number("guesses", 1, 1000),
            number("candidates", 1, 1000),
            number("notices", 1, 1000),
            Key { name: "finishes", may: May::Word(YES_OR_NO) },
            EYE,
        ],
    ),
    (
        "search",
        &[
            number("simulations", 1, 100_000),
            number("notices", 1, 1000),
            number("ideas", 1, 64),
            number("turns", 0, 50),
            number("trust", 0, 10_000),
            EYE,
        ],
    ),
];

/// Why a text names no bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpecError {
    /// There is no bot of that name.
    Unknown(String),
    /// A setting is wrong, in words.
    Setting(String),
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::Setting(reason) => f.write_str(reason),
            SpecError::Unknown(name) => {
                let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
                let names = names.join(", ");
                write!(f, "there is no bot \"{name}\"; there are: {names}, and search")
            }
        }
    }
}

impl std::error::Error for SpecError {}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let (name, list) = match text.split_once(':') {
            None => (text, None),
            Some((name, list)) => (name, Some(list)),
        };
        let way = WAYS.iter().find(|(way, _)| *way == name);
        match (way, list) {
            (None, None) if crate::is_bot(name) => {
                Ok(Spec { name: name.into(), settings: Vec::new() })
            }
            (None, Some(_)) if crate::is_bot(name) => {
                let ways: Vec<&str> = WAYS.iter().map(|(name, _)| *name).collect();
                let ways = ways.join(" and ");
                Err(SpecError::Setting(format!("{text}: {name} has no settings; {ways} have")))
            }
            (None, _) => Err(SpecError::Unknown(name.into())),
            (Some(way), list) => Spec::with(way, list, text),
        }
    }
}

impl Spec {
    fn with((name, keys): &Way, list: Option<&str>, text: &str) -> Result<Spec, SpecError> {
        let wrong = |reason: String| SpecError::Setting(format!("{text}: {reason}"));
        let mut settings: Vec<Setting> = Vec::new();
        for setting in list.map(|list| list.split(',')).into_iter().flatten() {
            let names: Vec<&str> = keys.iter().map(|key| key.name).collect();
            let names = names.join(", ");
            let Some((key, value)) = setting.split_once('=') else {
                return Err(wrong(format!("write settings as KEY=VALUE, with keys of {names}")));
            };
            let (key, value) = (key.trim(), value.trim());
            let key = keys.iter().find(|known| known.name == key).ok_or_else(|| {
                wrong(format!("there is no setting \"{key}\"; {name} has {names}"))
            })?;
            let value = key
                .may
                .read(value)
                .map_err(|may| wrong(format!("{}={value}: it may be {may}", key.name)))?;
            if settings.iter().any(|known| known.key == key) {
                return Err(wrong(format!("{} is set twice", key.name)));
            }
            settings.push(Setting { key, value });
        }
        settings.sort_by_key(|setting| keys.iter().position(|key| key == setting.key));
        Ok(Spec { name: (*name).into(), settings })
    }

    fn get(&self, name: &str) -> Option<u32> {
        self.settings.iter().find(|setting| setting.key.name == name).map(|found| found.value)
    }

    fn eye(&self, usual: Eye) -> Eye {
        self.get("eye").and_then(|eye| Some(EYES.get(eye as usize)?.1)).unwrap_or(usual)
    }

    /// The bot, on so many threads, with a clock that may stop it. How many threads there are changes
    /// nothing but the time it takes. Where the clock stops it, its thoughts say so: the decision may
    /// be another on a faster machine.
    pub fn bot<G: Game>(
        &self,
        seed: Seed,
        clock: Option<Clock>,
        threads: usize,
    ) -> Box<dyn Chooser<G> + Send> {
        let set = |name, usual: usize| self.get(name).map_or(usual, |value| value as usize);
        match (self.name.as_str(), Level::find(&self.name)) {
            (_, Some(level)) => level.bot(seed, clock, threads),
            ("greedy", _) => {
                let guesses = set("guesses", Greedy::<G>::GUESSES);
                let bot = Greedy::<G>::with(seed, guesses, set("candidates", LIMIT))
                    .noticing(set("notices", usize::MAX))
                    .with_eye(self.eye(Eye::Plain));
                Box::new(if self.get("finishes") == Some(0) { bot.hasty() } else { bot })
            }
            ("search", _) => {
                let effort = Effort {
                    simulations: self.get("simulations").unwrap_or(G::SIMULATIONS[1]),
                    notices: set("notices", usize::MAX),
                    width: set("ideas", G::IDEAS[1]),
                    horizon: self.get("turns").unwrap_or(G::HORIZON[1]),
                    trust: self.get("trust").unwrap_or(TRUST),
                    eye: self.eye(Eye::Seasoned),
                };
                Box::new(Search::<G>::new(seed, effort).with_clock(clock).with_threads(threads))
            }
            _ => Box::new(Random::<G>::new(seed)),
        }
    }
}

impl May {
    /// The value as a number, or what it may be.
    fn read(&self, text: &str) -> Result<u32, String> {
        match self {
            May::Number(range) => text
                .parse()
                .ok()
                .filter(|value| range.contains(value))
                .ok_or(format!("a number from {} to {}", range.start(), range.end())),
            May::Word(words) => {
                let place = words.iter().position(|word| *word == text);
                place.map(|place| place as u32).ok_or(words.join(", "))
            }
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (index, Setting { key, value }) in self.settings.iter().enumerate() {
            write!(f, "{}{}=", if index == 0 { ':' } else { ',' }, key.name)?;
            match &key.may {
                May::Number(_) => write!(f, "{value}")?,
                May::Word(words) => f.write_str(words.get(*value as usize).unwrap_or(&""))?,
            }
        }
        Ok(())
    }
}

/// The names in a list that was parted at its commas: a setting without a bot before it belongs to
/// the bot before.
pub fn names_of(pieces: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for piece in pieces {
        match names.last_mut() {
            Some(last) if piece.contains('=') && !piece.contains(':') && last.contains(':') => {
                last.push(',');
                last.push_str(piece);
            }
            _ => names.push(piece.clone()),
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_is_written_as_it_is_read_with_its_settings_in_their_order() {
        for (text, want) in [
            ("random", "random"),
            ("level4", "level4"),
            ("Captain", "Captain"),
            ("greedy", "greedy"),
            ("search", "search"),
            ("greedy:eye=seasoned", "greedy:eye=seasoned"),
            ("greedy:finishes=no, notices=5", "greedy:notices=5,finishes=no"),
            ("search:eye=plain,ideas=8,turns=0", "search:ideas=8,turns=0,eye=plain"),
        ] {
            let spec: Spec = text.parse().expect(text);
            assert_eq!(spec.to_string(), want);
            assert_eq!(want.parse(), Ok(spec), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_setting_is_told_with_what_it_may_be() {
        for (text, part) in [
            ("clever", "no bot \"clever\""),
            ("clever:eye=plain", "no bot \"clever\""),
            ("level4:ideas=8", "level4 has no settings; greedy and search have"),
            ("search:", "KEY=VALUE"),
            ("search:fast", "simulations, notices, ideas, turns, trust, eye"),
            ("search:guesses=4", "no setting \"guesses\"; search has simulations"),
            ("search:ideas=0", "ideas=0: it may be a number from 1 to 64"),
            ("search:simulations=-1", "from 1 to 100000"),
            ("greedy:eye=blind", "eye=blind: it may be plain, seasoned, hasty"),
            ("greedy:finishes=maybe", "no, yes"),
            ("search:turns=1,turns=2", "turns is set twice"),
        ] {
            let error = text.parse::<Spec>().expect_err(text).to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn a_list_is_parted_between_bots_and_not_between_settings() {
        let pieces = |list: &str| list.split(',').map(String::from).collect::<Vec<_>>();
        for (list, want) in [
            ("random,greedy", &["random", "greedy"][..]),
            ("search:ideas=8,turns=2,greedy", &["search:ideas=8,turns=2", "greedy"]),
            ("greedy,eye=plain", &["greedy", "eye=plain"]), // Nobody's setting, and refused as a name.
            ("search:ideas=1,search:ideas=2", &["search:ideas=1", "search:ideas=2"]),
        ] {
            assert_eq!(names_of(&pieces(list)), want, "{list}");
        }
    }
}
