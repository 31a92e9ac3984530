//! What somebody wants to know.

use std::fmt;

use kernel::Words;

use crate::Answer;

/// Something that can be said in a question: key, values, meaning. Without values it stands for
/// itself; values in brackets may be left out.
pub type Key = (&'static str, &'static str, &'static str);

/// A question in keys and values, as people write them after `--`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question(Vec<(String, String)>);

impl Question {
    /// A question of these keys and values.
    pub fn new(said: impl IntoIterator<Item = (String, String)>) -> Question {
        Question(said.into_iter().collect())
    }

    /// The value of a key, if it was said.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(said, _)| said == key).map(|(_, value)| value.as_str())
    }

    /// Whether a key was said.
    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// The keys in the order they were said.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(key, _)| key.as_str())
    }

    /// The number that was said for a key, within bounds.
    pub fn number(&self, key: &str, least: i8, most: i8) -> Result<Option<i8>, Refused> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let wrong = || {
            Refused::wrong(format!("--{key} {value}: write a whole number from {least} to {most}"))
        };
        let digits = value.strip_prefix(['+', '-']).unwrap_or(value);
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let number: i8 = value.parse().ok().filter(|_| plain).ok_or_else(wrong)?;
        if (least..=most).contains(&number) { Ok(Some(number)) } else { Err(wrong()) }
    }

    /// Refuses keys that have no meaning beside `with`, and keys said twice.
    pub fn only(&self, with: &str, allowed: &[&str]) -> Result<(), Refused> {
        for (index, key) in self.keys().enumerate() {
            if self.keys().take(index).any(|earlier| earlier == key) {
                return Err(Refused::wrong(format!("--{key} was said twice: say it once")));
            }
            if key != with && !allowed.contains(&key) {
                let list: Vec<String> = allowed.iter().map(|key| format!("--{key}")).collect();
                let list = if list.is_empty() { "nothing".into() } else { list.join(", ") };
                return Err(Refused::wrong(format!(
                    "--{key} says nothing beside --{with}; what goes with it: {list}"
                )));
            }
        }
        Ok(())
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The question is wrong: what about it, and what would be right.
    Wrong(String),
    /// The question is right and the rules say no, with the rule's id in the sentence.
    No {
        /// Why not.
        message: String,
        /// The rule.
        rule: Option<String>,
    },
}

impl Refused {
    /// A wrong question.
    pub fn wrong(message: impl Into<String>) -> Refused {
        Refused::Wrong(message.into())
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Wrong(message) | Refused::No { message, .. } => f.write_str(message),
        }
    }
}

/// A game whose rolls have odds.
pub trait Odds: Words {
    /// Everything a question may say, the questions themselves first.
    fn odds_keys() -> &'static [Key] {
        &[]
    }

    /// The odds of numbers alone.
    fn odds(question: &Question) -> Result<Answer, Refused> {
        let _ = question;
        Err(Refused::wrong(format!("{} has no odds without a position", Self::TITLE)))
    }

    /// The odds in a position, from what a seat knows.
    fn odds_at(view: &Self::View, question: &Question) -> Result<Answer, Refused> {
        let _ = (view, question);
        Err(Refused::wrong(format!("{} has no odds of a position", Self::TITLE)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(said: &[(&str, &str)]) -> Question {
        Question::new(said.iter().map(|(key, value)| ((*key).into(), (*value).into())))
    }

    #[test]
    fn numbers_are_whole_and_within_bounds() {
        let asked = question(&[("a", "3"), ("b", "-1"), ("c", "+1"), ("d", "x"), ("e", "300")]);
        assert_eq!(asked.number("a", 1, 6), Ok(Some(3)));
        assert_eq!(asked.number("b", -3, 3), Ok(Some(-1)));
        assert_eq!(asked.number("c", -3, 3), Ok(Some(1)));
        assert_eq!(asked.number("z", 1, 6), Ok(None));
        for (key, least) in [("a", 4), ("d", 1), ("e", 1)] {
            let error = asked.number(key, least, 6).unwrap_err().to_string();
            assert!(error.contains(&format!("from {least} to 6")), "{error}");
        }
    }

    #[test]
    fn keys_without_meaning_or_said_twice_are_refused() {
        let asked = question(&[("roll", "1"), ("with", "2")]);
        assert_eq!(asked.only("roll", &["with"]), Ok(()));
        let error = asked.only("roll", &["on"]).unwrap_err().to_string();
        assert_eq!(error, "--with says nothing beside --roll; what goes with it: --on");
        let twice = question(&[("roll", "1"), ("roll", "2")]);
        assert!(twice.only("roll", &[]).unwrap_err().to_string().contains("twice"));
    }
}
