//! Answers as plain data.

use serde::{Serialize, Serializer};

use crate::{Ratio, Spread};

/// The answer to a question: what it is about, and one case or several to compare.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Answer {
    /// What was asked, in a sentence.
    pub about: String,
    /// Every number that was used, with its reasons.
    pub given: Vec<String>,
    /// The cases; those of one answer have the same lines.
    pub cases: Vec<Case>,
    /// What else is worth knowing.
    pub notes: Vec<String>,
}

/// The odds of one case.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Case {
    /// What sets it apart from the other cases; empty if there are none.
    pub name: String,
    /// How likely things are.
    #[serde(serialize_with = "numbers")]
    pub chances: Vec<(String, f64)>,
    /// The chances that are plain fractions, as such.
    #[serde(serialize_with = "as_map")]
    pub fractions: Vec<(String, String)>,
    /// How much something is on average.
    #[serde(serialize_with = "numbers")]
    pub means: Vec<(String, f64)>,
    /// How likely each number of something is.
    #[serde(serialize_with = "spreads")]
    pub spreads: Vec<(String, Spread)>,
}

impl Case {
    /// A case with a name and nothing else.
    pub fn new(name: impl Into<String>) -> Case {
        Case { name: name.into(), ..Case::default() }
    }

    /// Adds a chance.
    pub fn chance(&mut self, name: impl Into<String>, chance: f64) {
        self.chances.push((name.into(), chance));
    }

    /// Adds a chance that is a plain fraction.
    pub fn ratio(&mut self, name: impl Into<String>, ratio: Ratio) {
        let name = name.into();
        self.fractions.push((name.clone(), ratio.to_string()));
        self.chances.push((name, ratio.value()));
    }

    /// Adds a mean.
    pub fn mean(&mut self, name: impl Into<String>, mean: f64) {
        self.means.push((name.into(), mean));
    }

    /// Adds how likely each number of something is.
    pub fn spread(&mut self, name: impl Into<String>, spread: Spread) {
        self.spreads.push((name.into(), spread));
    }

    /// The chance of that name.
    pub fn chance_of(&self, name: &str) -> Option<f64> {
        self.chances.iter().find(|(known, _)| known == name).map(|(_, chance)| *chance)
    }

    /// The spread of that name.
    pub fn spread_of(&self, name: &str) -> Option<&Spread> {
        self.spreads.iter().find(|(known, _)| known == name).map(|(_, spread)| spread)
    }
}

/// A number as it is written: without digits that rounding has made.
fn tidy(number: f64) -> f64 {
    (number * 1e13).round() / 1e13
}

fn numbers<S: Serializer>(list: &[(String, f64)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(list.iter().map(|(name, value)| (name, tidy(*value))))
}

/// Names and values in their order.
fn as_map<S: Serializer, V: Serialize>(list: &[(String, V)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(list.iter().map(|(name, value)| (name, value)))
}

#[derive(Serialize)]
struct Written {
    mean: f64,
    /// Of 0, 1, 2 and so on.
    exactly: Vec<f64>,
    at_least: Vec<f64>,
}

fn spreads<S: Serializer>(list: &[(String, Spread)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(list.iter().map(|(name, spread)| {
        let exactly: Vec<f64> = spread.chances().iter().map(|chance| tidy(*chance)).collect();
        let at_least = (0..exactly.len()).map(|number| tidy(spread.at_least(number))).collect();
        (name, Written { mean: tidy(spread.mean()), exactly, at_least })
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_written_in_the_order_they_were_given() {
        let mut case = Case::new("one");
        case.ratio("z", Ratio::of(1, 4));
        case.chance("a", 0.5);
        let mut spread = Spread::new();
        spread.add(1, 1.0);
        case.spread("hits", spread);
        let json = serde_json::to_string(&case).unwrap();
        let want =
            r#"{"name":"one","chances":{"z":0.25,"a":0.5},"fractions":{"z":"1/4"},"means":{},"#;
        assert!(json.starts_with(want), "{json}");
        assert!(json.contains(r#""hits":{"mean":1.0,"exactly":[0.0,1.0],"at_least":[1.0,1.0]}"#));
        assert_eq!(case.chance_of("a"), Some(0.5));
    }
}
