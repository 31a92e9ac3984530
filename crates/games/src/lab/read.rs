//! Reading what only the game can read: options, pictures, rolls and actions of a case.
//!
//! All of it is read before anything is run, so that all faults are told at once.

use kernel::dice::ScriptEntry;
use kernel::ledger::Ledger;
use kernel::{PictureError, Seat, Words};

use super::dice::LabDice;
use super::file::{Action, Case, Step, Text, Then};
use crate::erased::seats_of;
use crate::near::near;

/// A case in the game's own types.
pub(super) struct Prepared<G: Words> {
    pub setup: G::Setup,
    /// Where it begins, if not with the deal.
    pub state: Option<G::State>,
    pub dice: LabDice,
    /// One for each step of the case.
    pub moves: Vec<Move<G>>,
    pub then: Wanted<G>,
}

/// A step in the game's own types.
pub(super) struct Move<G: Words> {
    pub action: G::Action,
    pub dice: Vec<ScriptEntry>,
    pub then: Wanted<G>,
}

/// Candidates that must, and must not, be proposed.
pub(super) struct Wanted<G: Words> {
    pub candidates: Vec<(Seat, Text, G::Action)>,
    pub no_candidates: Vec<(Seat, Text, G::Action)>,
}

/// Places and reasons of what is wrong with a case.
pub(super) struct Faults<'a> {
    pub file: &'a str,
    pub case: &'a str,
    pub list: Vec<String>,
}

impl Faults<'_> {
    pub fn add(&mut self, line: usize, place: &str, reason: &str) {
        let fault = format!("{}:{line}: case \"{}\", {place}: {reason}", self.file, self.case);
        if !self.list.contains(&fault) {
            self.list.push(fault);
        }
    }

    /// A fault in a picture is told with the line of the file.
    pub fn add_picture(&mut self, picture: &Text, place: &str, error: &PictureError) {
        let line = picture.line + error.line.saturating_sub(1);
        self.add(line, place, &error.to_string());
    }

    /// The value, or a fault.
    fn take<T>(&mut self, line: usize, place: &str, got: Result<T, String>) -> Option<T> {
        got.map_err(|reason| self.add(line, place, &reason)).ok()
    }
}

/// What a step is called in messages.
pub(super) fn step_place(step: &Step) -> String {
    let action = match &step.action {
        Action::Spoken(text) => text.text.clone(),
        Action::Written(_, json) => json.to_string(),
    };
    format!("do {} ({}: {action})", step.number, step.seat)
}

/// The case in the game's own types; what is wrong with it is added to the faults.
pub(super) fn prepare<G: Words>(
    case: &Case,
    ledger: Option<&Ledger>,
    faults: &mut Faults<'_>,
) -> Option<Prepared<G>> {
    if let Some(ledger) = ledger {
        check_ids(case, ledger, faults);
    }
    let setup = read_setup::<G>(case, faults).map(|setup| match &case.position {
        Some(picture) => G::pictured_setup(&setup, &picture.text),
        None => setup,
    });
    if let Some(setup) = &setup {
        check_seats(case, G::seats(setup), faults);
    }
    let moves: Vec<Option<Move<G>>> =
        case.steps.iter().map(|step| read_move(step, faults)).collect();
    let then = read_wanted::<G>("then", case.then.as_ref(), faults);
    let script = read_rolls::<G>("dice", case.dice.as_deref().unwrap_or_default(), faults);
    let setup = setup?;
    let mut state = None;
    if let Some(picture) = &case.position {
        match G::position(&setup, &picture.text) {
            Ok(drawn) => state = Some(drawn),
            Err(error) => faults.add_picture(picture, "position", &error),
        }
    }
    let scripted = case.dice.is_some() || case.steps.iter().any(|step| !step.dice.is_empty());
    let dice = LabDice::new(case.seed, script, scripted);
    let moves = moves.into_iter().collect::<Option<_>>()?;
    Some(Prepared { setup, state, dice, moves, then })
}

/// Every rule a case names must be in the ledger.
fn check_ids(case: &Case, ledger: &Ledger, faults: &mut Faults<'_>) {
    let mut check = |place: &str, id: &Text| {
        if ledger.find(&id.text).is_none() {
            let ids = ledger.rules.iter().map(|rule| rule.id.as_str());
            let meant = match near(&id.text, ids) {
                Some(meant) => format!("did you mean \"{meant}\"?"),
                None => format!("`vanguard rules {}` lists them", ledger.game),
            };
            faults.add(id.line, place, &format!("there is no rule \"{}\"; {meant}", id.text));
        }
    };
    case.rules.iter().for_each(|id| check("rules", id));
    for step in &case.steps {
        if let Some(id) = step.refused.as_ref().and_then(|refused| refused.rule.as_ref()) {
            check(&format!("{}, refused", step_place(step)), id);
        }
    }
}

fn read_setup<G: Words>(case: &Case, faults: &mut Faults<'_>) -> Option<G::Setup> {
    let mut setup = G::default_setup(*seats_of::<G>().start());
    let before = faults.list.len();
    for (key, value) in &case.options {
        let place = format!("options.{}", key.text);
        faults.take(key.line, &place, G::set_option(&mut setup, &key.text, value));
    }
    if let Err(more) = G::validate(&setup) {
        for fault in more {
            faults.add(case.line, "options", &fault.to_string());
        }
    }
    (faults.list.len() == before).then_some(setup)
}

/// Every seat a case names must be at the table.
fn check_seats(case: &Case, seats: u8, faults: &mut Faults<'_>) {
    let mut check = |line: usize, place: &str, seat: Seat| {
        if seat.0 >= seats {
            let last = Seat(seats - 1);
            let reason =
                format!("there is no seat {seat}: with these options they are A to {last}");
            faults.add(line, place, &reason);
        }
    };
    let mut check_then = |place: &str, then: &Then| {
        let pictures = then.sees.iter().map(|(seat, picture)| (picture.line, *seat));
        let awaited = then
            .awaiting
            .iter()
            .flat_map(|(line, seats)| seats.iter().map(move |seat| (*line, *seat)));
        let lists = then.candidates.iter().chain(&then.no_candidates);
        let lists = lists.map(|(seat, _)| (then.line, *seat));
        let winner = then.outcome.iter().filter_map(|(line, outcome)| match outcome {
            Some(kernel::Outcome::Win(seat)) => Some((*line, *seat)),
            _ => None,
        });
        for (line, seat) in pictures.chain(awaited).chain(lists).chain(winner) {
            check(line, place, seat);
        }
    };
    if let Some(then) = &case.then {
        check_then("then", then);
    }
    for step in &case.steps {
        if let Some(then) = &step.then {
            check_then(&format!("{}, then", step_place(step)), then);
        }
    }
    for step in &case.steps {
        check(step.line, &step_place(step), step.seat);
        for (seat, _) in step.seen.iter().chain(&step.unseen) {
            check(step.line, &format!("{}, seen or unseen", step_place(step)), *seat);
        }
    }
    for ask in &case.asks {
        check(ask.line, &format!("ask {}, seat", ask.number), ask.seat);
    }
}

fn read_rolls<G: Words>(place: &str, rolls: &[Text], faults: &mut Faults<'_>) -> Vec<ScriptEntry> {
    rolls
        .iter()
        .filter_map(|roll| faults.take(roll.line, place, G::parse_rolls(&roll.text)))
        .flatten()
        .collect()
}

fn read_move<G: Words>(step: &Step, faults: &mut Faults<'_>) -> Option<Move<G>> {
    let place = step_place(step);
    let action = match &step.action {
        Action::Spoken(text) => faults.take(text.line, &place, G::parse_action(&text.text)),
        Action::Written(line, json) => {
            let action = serde_json::from_value(json.clone());
            let action = action.map_err(|error| format!("this is no action: {error}"));
            faults.take(*line, &place, action)
        }
    };
    let dice = read_rolls::<G>(&format!("{place}, dice"), &step.dice, faults);
    let then = read_wanted::<G>(&format!("{place}, then"), step.then.as_ref(), faults);
    Some(Move { action: action?, dice, then })
}

fn read_wanted<G: Words>(place: &str, then: Option<&Then>, faults: &mut Faults<'_>) -> Wanted<G> {
    let mut read = |key: &str, lists: &[(Seat, Vec<Text>)]| {
        let mut wanted = Vec::new();
        for (seat, texts) in lists {
            let place = format!("{place}.{key}.{seat}");
            for text in texts {
                if let Some(action) = faults.take(text.line, &place, G::parse_action(&text.text)) {
                    wanted.push((*seat, text.clone(), action));
                }
            }
        }
        wanted
    };
    let Some(then) = then else {
        return Wanted { candidates: Vec::new(), no_candidates: Vec::new() };
    };
    Wanted {
        candidates: read("candidates", &then.candidates),
        no_candidates: read("no_candidates", &then.no_candidates),
    }
}

impl<G: Words> Wanted<G> {
    /// Nothing is wanted.
    pub fn none() -> Self {
        Wanted { candidates: Vec::new(), no_candidates: Vec::new() }
    }
}
