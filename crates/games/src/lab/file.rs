//! What a lab file says, read from its TOML: everything that doesn't need to know the game.

use kernel::{Outcome, Seat, Seed};

use super::tree::{self, Entry, Node, Value};
use crate::near::instead;

/// A lab file, read but not yet run.
#[derive(Clone, Debug)]
pub struct LabFile {
    /// The file's name, for messages.
    pub(super) name: String,
    /// The game's id, and the line it stands in.
    pub(super) game: Text,
    pub(super) cases: Vec<Case>,
}

/// A text and its line.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    pub line: usize,
    pub text: String,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Case {
    pub name: String,
    pub line: usize,
    pub rules: Vec<Text>,
    pub options: Vec<(Text, String)>,
    /// The line is that of the picture's first line.
    pub position: Option<Text>,
    pub seed: Option<Seed>,
    pub dice: Option<Vec<Text>>,
    pub steps: Vec<Step>,
    pub then: Option<Then>,
    pub asks: Vec<Ask>,
    /// What is wrong with the case as it is written: it is not run then.
    pub faults: Vec<String>,
}

#[derive(Clone, Debug)]
pub(super) struct Step {
    pub line: usize,
    /// Counted from 1.
    pub number: usize,
    pub seat: Seat,
    pub action: Action,
    pub dice: Vec<Text>,
    pub events: Vec<Text>,
    pub no_events: Vec<Text>,
    pub seen: Vec<(Seat, Vec<Text>)>,
    pub unseen: Vec<(Seat, Vec<Text>)>,
    pub refused: Option<Refused>,
    pub then: Option<Then>,
}

#[derive(Clone, Debug)]
pub(super) enum Action {
    /// As people type it.
    Spoken(Text),
    /// As the record has it.
    Written(usize, serde_json::Value),
}

/// The refusal a step expects: by which rule, in which words.
#[derive(Clone, Debug, Default)]
pub(super) struct Refused {
    pub rule: Option<Text>,
    pub says: Option<Text>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Then {
    pub line: usize,
    pub position: Option<Text>,
    pub sees: Vec<(Seat, Text)>,
    pub awaiting: Option<(usize, Vec<Seat>)>,
    pub outcome: Option<(usize, Option<Outcome>)>,
    pub candidates: Vec<(Seat, Vec<Text>)>,
    pub no_candidates: Vec<(Seat, Vec<Text>)>,
}

#[derive(Clone, Debug)]
pub(super) struct Ask {
    pub line: usize,
    /// Counted from 1.
    pub number: usize,
    pub seat: Seat,
    pub question: String,
    pub answer: Vec<Text>,
}

const TOP_KEYS: &[&str] = &["game", "case"];
const CASE_KEYS: &[&str] =
    &["name", "rules", "options", "position", "seed", "dice", "do", "then", "ask"];
const STEP_KEYS: &[&str] =
    &["seat", "action", "dice", "events", "no_events", "seen", "unseen", "refused", "says", "then"];
const THEN_KEYS: &[&str] =
    &["position", "sees", "awaiting", "outcome", "candidates", "no_candidates"];
const ASK_KEYS: &[&str] = &["seat", "question", "answer"];

impl LabFile {
    /// Reads a lab file, or says what is wrong with the file as a whole. What is wrong with one
    /// case is kept with the case, so that the others can be run.
    pub fn parse(name: &str, text: &str) -> Result<LabFile, Vec<String>> {
        let entries =
            tree::parse(text).map_err(|(line, reason)| vec![format!("{name}:{line}: {reason}")])?;
        let mut reader = Reader { file: name, place: String::new(), faults: Vec::new() };
        reader.only(&entries, TOP_KEYS);
        let game = reader
            .needed(1, &entries, "game", "write which game the cases are of, game = \"…\"")
            .and_then(|node| reader.text(node, "game"));
        let cases = match find(&entries, "case") {
            Some(Node { value: Value::List(items), .. }) => {
                items.iter().zip(1..).map(|(item, number)| case(name, item, number)).collect()
            }
            Some(node) => {
                let kind = node.value.kind();
                let reason = format!("{kind}, where cases belong: begin each with [[case]]");
                reader.fault(node.line, "case", &reason);
                Vec::new()
            }
            None => {
                reader.fault(1, "case", "there is none: begin one with [[case]]");
                Vec::new()
            }
        };
        match game {
            Some(game) if reader.faults.is_empty() => {
                Ok(LabFile { name: name.into(), game, cases })
            }
            _ => Err(reader.faults),
        }
    }
}

fn find<'a>(entries: &'a [Entry], key: &str) -> Option<&'a Node> {
    entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node)
}

fn case(file: &str, node: &Node, number: usize) -> Case {
    let mut reader = Reader { file, place: format!("case {number}"), faults: Vec::new() };
    let mut case = Case { line: node.line, name: format!("case {number}"), ..Case::default() };
    if let Value::Table(entries) = &node.value {
        match find(entries, "name").map(|node| reader.text(node, "name")) {
            Some(Some(name)) => {
                reader.place = format!("case \"{}\"", name.text);
                case.name = name.text;
            }
            Some(None) => {}
            None => reader.fault(node.line, "name", "missing: say in a sentence what must hold"),
        }
        reader.only(entries, CASE_KEYS);
        for entry in entries {
            reader.case_entry(&mut case, entry);
        }
        if case.position.is_some() && case.seed.is_some() && case.dice.is_some() {
            let reason = "nothing is left for it to decide: the position is drawn and the dice are \
                          scripted; leave out one of the three";
            reader.fault(node.line, "seed", reason);
        }
    } else {
        reader.wrong(node, "case", "a table: begin it with [[case]]");
    }
    case.faults = reader.faults;
    case
}

/// Reads values and gathers what is wrong with them.
struct Reader<'a> {
    file: &'a str,
    /// The case and the step, for messages.
    place: String,
    faults: Vec<String>,
}

impl Reader<'_> {
    fn fault(&mut self, line: usize, key: &str, reason: &str) {
        let place = if self.place.is_empty() { String::new() } else { format!("{}, ", self.place) };
        self.faults.push(format!("{}:{line}: {place}{key}: {reason}", self.file));
    }

    /// A fault for a value of the wrong kind.
    fn wrong(&mut self, node: &Node, key: &str, right: &str) {
        let reason = format!("{} can't stand here; write {right}", node.value.kind());
        self.fault(node.line, key, &reason);
    }

    /// Reads something that stands in a place of its own.
    fn within<T>(&mut self, place: &str, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.place.clone();
        self.place = format!("{outer}, {place}");
        let value = read(self);
        self.place = outer;
        value
    }

    /// The value of a key that must be there.
    fn needed<'e>(
        &mut self,
        line: usize,
        entries: &'e [Entry],
        key: &str,
        right: &str,
    ) -> Option<&'e Node> {
        let node = find(entries, key);
        if node.is_none() {
            self.fault(line, key, &format!("missing: {right}"));
        }
        node
    }

    /// Every key must be one of these.
    fn only(&mut self, entries: &[Entry], keys: &[&str]) {
        for entry in entries.iter().filter(|entry| !keys.contains(&entry.key.as_str())) {
            let meant = instead(&entry.key, keys.iter().copied());
            self.fault(entry.line, &entry.key, &format!("there is no such key here; {meant}"));
        }
    }

    fn text(&mut self, node: &Node, key: &str) -> Option<Text> {
        let Value::Text(text, _) = &node.value else {
            self.wrong(node, key, "a text between quotes");
            return None;
        };
        // An empty text would expect nothing, and nobody would notice.
        if text.trim().is_empty() {
            self.fault(node.line, key, "the text is empty: write something, or leave it out");
            return None;
        }
        Some(Text { line: node.line, text: text.clone() })
    }

    /// A text of several lines, with the line of its first.
    fn picture(&mut self, node: &Node, key: &str) -> Option<Text> {
        if let Value::Text(text, below) = &node.value {
            return Some(Text { line: node.line + below, text: text.clone() });
        }
        self.wrong(node, key, "a picture between three quotes");
        None
    }

    /// A list of texts; a single one may stand without its brackets.
    fn texts(&mut self, node: &Node, key: &str) -> Vec<Text> {
        match &node.value {
            Value::Text(..) => self.text(node, key).into_iter().collect(),
            Value::List(items) => items.iter().filter_map(|item| self.text(item, key)).collect(),
            _ => {
                self.wrong(node, key, "a list of texts: [\"…\", \"…\"]");
                Vec::new()
            }
        }
    }

    fn seat(&mut self, line: usize, key: &str, text: &str) -> Option<Seat> {
        text.trim().parse().map_err(|reason: String| self.fault(line, key, &reason)).ok()
    }

    /// A table with a seat's letter for each key.
    fn by_seat<T>(
        &mut self,
        node: &Node,
        key: &str,
        mut read: impl FnMut(&mut Self, &Node, &str) -> Option<T>,
    ) -> Vec<(Seat, T)> {
        let Value::Table(entries) = &node.value else {
            self.wrong(node, key, "a table with a seat for each key: { A = … }");
            return Vec::new();
        };
        let mut list = Vec::new();
        for entry in entries {
            let key = format!("{key}.{}", entry.key);
            let seat = self.seat(entry.line, &key, &entry.key);
            let value = read(self, &entry.node, &key);
            if let (Some(seat), Some(value)) = (seat, value) {
                list.push((seat, value));
            }
        }
        list
    }

    fn texts_by_seat(&mut self, node: &Node, key: &str) -> Vec<(Seat, Vec<Text>)> {
        self.by_seat(node, key, |reader, node, key| Some(reader.texts(node, key)))
    }

    fn case_entry(&mut self, case: &mut Case, entry: &Entry) {
        let (key, node) = (entry.key.as_str(), &entry.node);
        match key {
            "rules" => case.rules = self.texts(node, key),
            "options" => case.options = self.options(node),
            "position" => case.position = self.picture(node, key),
            "seed" => case.seed = self.seed(node),
            "dice" => case.dice = Some(self.texts(node, key)),
            "do" => case.steps = self.steps(node),
            "then" => case.then = self.within("then", |reader| reader.then(node)),
            "ask" => case.asks = self.asks(node),
            _ => {}
        }
    }

    fn options(&mut self, node: &Node) -> Vec<(Text, String)> {
        let Value::Table(entries) = &node.value else {
            self.wrong(node, "options", "a table: { key = value }");
            return Vec::new();
        };
        let mut options = Vec::new();
        for entry in entries {
            let value = match &entry.node.value {
                Value::Text(text, _) => text.clone(),
                Value::Int(number) => number.to_string(),
                Value::Bool(truth) => truth.to_string(),
                _ => {
                    let key = format!("options.{}", entry.key);
                    self.wrong(&entry.node, &key, "a text, a whole number, true or false");
                    continue;
                }
            };
            options.push((Text { line: entry.line, text: entry.key.clone() }, value));
        }
        options
    }

    fn seed(&mut self, node: &Node) -> Option<Seed> {
        let text = match &node.value {
            Value::Text(text, _) => text.clone(),
            Value::Int(number) => number.to_string(),
            _ => {
                self.wrong(node, "seed", "a number, or a text of 64 hexadecimal digits");
                return None;
            }
        };
        text.parse().map_err(|reason: String| self.fault(node.line, "seed", &reason)).ok()
    }

    fn steps(&mut self, node: &Node) -> Vec<Step> {
        let items = match &node.value {
            Value::List(items) => items.as_slice(),
            Value::Text(..) => std::slice::from_ref(node),
            _ => {
                self.wrong(node, "do", "a list: [\"A: …\"], or begin each step with [[case.do]]");
                return Vec::new();
            }
        };
        let mut steps = Vec::new();
        for (item, number) in items.iter().zip(1..) {
            let place = format!("do {number}");
            steps.extend(self.within(&place, |reader| reader.step(item, number)));
        }
        steps
    }

    fn step(&mut self, node: &Node, number: usize) -> Option<Step> {
        match &node.value {
            Value::Text(text, _) => self.short_step(node.line, text, number),
            Value::Table(entries) => self.long_step(node.line, entries, number),
            _ => {
                self.wrong(node, "step", "a text \"SEAT: action\" or a table");
                None
            }
        }
    }

    fn short_step(&mut self, line: usize, text: &str, number: usize) -> Option<Step> {
        let Some((seat, action)) = text.split_once(':') else {
            let reason = format!("\"{text}\" names no seat; write \"SEAT: action\"");
            self.fault(line, "step", &reason);
            return None;
        };
        let seat = self.seat(line, "seat", seat)?;
        let action = Action::Spoken(Text { line, text: action.trim().into() });
        Some(Step::new(line, number, seat, action))
    }

    fn long_step(&mut self, line: usize, entries: &[Entry], number: usize) -> Option<Step> {
        self.only(entries, STEP_KEYS);
        let seat = self.needed_seat(line, entries);
        let action = self
            .needed(line, entries, "action", "write what the seat does")
            .and_then(|node| self.action(node));
        let refused = self.refused(entries);
        // A step that can't be made still has its other values read, so that all faults are told.
        let readable = seat.is_some() && action.is_some();
        let action = action.unwrap_or(Action::Spoken(Text::default()));
        let mut step = Step::new(line, number, seat.unwrap_or(Seat(0)), action);
        step.refused = refused;
        for Entry { key, line, node } in entries {
            let follows = ["events", "no_events", "seen", "unseen", "dice"];
            if step.refused.is_some() && follows.contains(&key.as_str()) {
                let reason = "a refused action rolls nothing and nothing follows from it; leave \
                              this out";
                self.fault(*line, key, reason);
            }
            match key.as_str() {
                "dice" => step.dice = self.texts(node, key),
                "events" => step.events = self.texts(node, key),
                "no_events" => step.no_events = self.texts(node, key),
                "seen" => step.seen = self.texts_by_seat(node, key),
                "unseen" => step.unseen = self.texts_by_seat(node, key),
                "then" => step.then = self.within("then", |reader| reader.then(node)),
                _ => {}
            }
        }
        readable.then_some(step)
    }

    fn needed_seat(&mut self, line: usize, entries: &[Entry]) -> Option<Seat> {
        let node = self.needed(line, entries, "seat", "write whose it is, seat = \"A\"")?;
        let text = self.text(node, "seat")?;
        self.seat(node.line, "seat", &text.text)
    }

    fn action(&mut self, node: &Node) -> Option<Action> {
        match &node.value {
            Value::Text(text, _) => {
                Some(Action::Spoken(Text { line: node.line, text: text.clone() }))
            }
            Value::Table(_) => self.json(node).map(|value| Action::Written(node.line, value)),
            _ => {
                self.wrong(node, "action", "a text, or a table in the record's form");
                None
            }
        }
    }

    /// The value as JSON would have it.
    fn json(&mut self, node: &Node) -> Option<serde_json::Value> {
        Some(match &node.value {
            Value::Text(text, _) => text.clone().into(),
            Value::Int(number) => (*number).into(),
            Value::Bool(truth) => (*truth).into(),
            Value::List(items) => {
                items.iter().map(|item| self.json(item)).collect::<Option<Vec<_>>>()?.into()
            }
            Value::Table(entries) => {
                let mut map = serde_json::Map::new();
                for entry in entries {
                    map.insert(entry.key.clone(), self.json(&entry.node)?);
                }
                map.into()
            }
            Value::Other(_) => {
                self.wrong(node, "action", "texts, whole numbers, true, false, lists and tables");
                return None;
            }
        })
    }

    fn refused(&mut self, entries: &[Entry]) -> Option<Refused> {
        let says = find(entries, "says");
        let mut refused = match find(entries, "refused") {
            None => {
                let node = says?;
                let reason = "only a refusal says something; add refused = true, or the rule's id";
                self.fault(node.line, "says", reason);
                return None;
            }
            Some(Node { line, value: Value::Text(id, _) }) => {
                Refused { rule: Some(Text { line: *line, text: id.clone() }), says: None }
            }
            Some(Node { value: Value::Bool(true), .. }) => Refused::default(),
            Some(node) => {
                self.wrong(node, "refused", "the id of the rule that forbids it, or true");
                return None;
            }
        };
        refused.says = says.and_then(|node| self.text(node, "says"));
        Some(refused)
    }

    fn then(&mut self, node: &Node) -> Option<Then> {
        let Value::Table(entries) = &node.value else {
            self.wrong(node, "then", "a table of expectations");
            return None;
        };
        self.only(entries, THEN_KEYS);
        let mut then = Then { line: node.line, ..Then::default() };
        for Entry { key, node, .. } in entries {
            match key.as_str() {
                "position" => then.position = self.picture(node, key),
                "sees" => {
                    then.sees = self.by_seat(node, key, Self::picture);
                }
                "awaiting" => {
                    let seats = self.texts(node, key);
                    let seats =
                        seats.iter().filter_map(|text| self.seat(text.line, key, &text.text));
                    then.awaiting = Some((node.line, seats.collect()));
                }
                "outcome" => then.outcome = self.outcome(node),
                "candidates" => then.candidates = self.texts_by_seat(node, key),
                "no_candidates" => then.no_candidates = self.texts_by_seat(node, key),
                _ => {}
            }
        }
        Some(then)
    }

    fn outcome(&mut self, node: &Node) -> Option<(usize, Option<Outcome>)> {
        let text = self.text(node, "outcome")?.text;
        let words: Vec<&str> = text.split_whitespace().collect();
        let outcome = match words[..] {
            ["none"] => None,
            ["draw"] => Some(Outcome::Draw),
            [seat, "wins"] => Some(Outcome::Win(self.seat(node.line, "outcome", seat)?)),
            _ => {
                let reason =
                    format!("\"{text}\" is no outcome; write \"A wins\", \"draw\" or \"none\"");
                self.fault(node.line, "outcome", &reason);
                return None;
            }
        };
        Some((node.line, outcome))
    }

    fn asks(&mut self, node: &Node) -> Vec<Ask> {
        let Value::List(items) = &node.value else {
            self.wrong(node, "ask", "a list: begin each question with [[case.ask]]");
            return Vec::new();
        };
        let mut asks = Vec::new();
        for (item, number) in items.iter().zip(1..) {
            let place = format!("ask {number}");
            asks.extend(self.within(&place, |reader| reader.ask(item, number)));
        }
        asks
    }

    fn ask(&mut self, node: &Node, number: usize) -> Option<Ask> {
        let Value::Table(entries) = &node.value else {
            self.wrong(node, "ask", "a table with seat, question and answer");
            return None;
        };
        self.only(entries, ASK_KEYS);
        let seat = self.needed_seat(node.line, entries);
        let question = self
            .needed(node.line, entries, "question", "write what is asked")
            .and_then(|node| self.text(node, "question"));
        let answer = self
            .needed(node.line, entries, "answer", "write what the answer must say")
            .map(|node| self.texts(node, "answer"));
        if answer.as_ref().is_some_and(Vec::is_empty) {
            self.fault(node.line, "answer", "write what the answer must say");
        }
        let (seat, question, answer) = (seat?, question?.text, answer?);
        Some(Ask { line: node.line, number, seat, question, answer })
    }
}

impl Step {
    fn new(line: usize, number: usize, seat: Seat, action: Action) -> Self {
        Step {
            line,
            number,
            seat,
            action,
            dice: Vec::new(),
            events: Vec::new(),
            no_events: Vec::new(),
            seen: Vec::new(),
            unseen: Vec::new(),
            refused: None,
            then: None,
        }
    }
}
