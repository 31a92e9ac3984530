//! Running the cases of a lab file.

use kernel::ledger::Ledger;
use kernel::{Awaiting, Dice, Outcome, Refusal, Seat, SeatSet, Words};

use super::dice::LabDice;
use super::file::{Ask, Case, LabFile, Refused, Step, Text, Then};
use super::read::{Faults, Move, Prepared, Wanted, prepare, step_place};
use super::report::{CaseReport, Failure, Verdict};
use crate::table::tell;

/// Enough to find any candidate among, and few enough to compare.
const CANDIDATES_MAX: usize = 10_000;

/// A list in a message is cut after this many.
const LIST_MAX: usize = 20;

/// Runs all cases of a file of this game.
pub(crate) fn run_cases<G: Words>(file: &LabFile) -> Vec<CaseReport> {
    let ledger = Ledger::parse(G::ledger()).ok();
    file.cases
        .iter()
        .map(|case| CaseReport {
            name: case.name.clone(),
            line: case.line,
            rules: case.rules.iter().map(|rule| rule.text.clone()).collect(),
            verdict: run_case::<G>(file, ledger.as_ref(), case),
        })
        .collect()
}

fn run_case<G: Words>(file: &LabFile, ledger: Option<&Ledger>, case: &Case) -> Verdict {
    let mut faults = Faults { file: &file.name, case: &case.name, list: case.faults.clone() };
    let prepared = prepare::<G>(case, ledger, &mut faults);
    let Some(prepared) = prepared.filter(|_| faults.list.is_empty()) else {
        return Verdict::Broken(faults.list);
    };
    let mut run = Run::<G>::begin(prepared, ledger, &mut faults);
    run.all(case);
    let failures = run.failures;
    if !faults.list.is_empty() {
        Verdict::Broken(faults.list)
    } else if failures.is_empty() {
        Verdict::Holds
    } else {
        Verdict::Fails(failures)
    }
}

/// A case being run.
struct Run<'a, 'b, G: Words> {
    setup: G::Setup,
    state: G::State,
    dice: LabDice,
    /// What happened last: the deal, then the latest step.
    events: Vec<G::Event>,
    moves: Vec<Move<G>>,
    then: Wanted<G>,
    ledger: Option<&'a Ledger>,
    faults: &'a mut Faults<'b>,
    failures: Vec<Failure>,
}

impl<'a, 'b, G: Words> Run<'a, 'b, G> {
    fn begin(
        prepared: Prepared<G>,
        ledger: Option<&'a Ledger>,
        faults: &'a mut Faults<'b>,
    ) -> Self {
        let Prepared { setup, state, mut dice, moves, then } = prepared;
        let mut events = Vec::new();
        let state = state.unwrap_or_else(|| {
            let mut state = G::start(&setup);
            G::open(&mut kernel::Step::new(&mut state, &mut dice, &mut events));
            state
        });
        Run { setup, state, dice, events, moves, then, ledger, faults, failures: Vec::new() }
    }

    fn all(&mut self, case: &Case) {
        if !self.dice_answered(case.line, "the deal") {
            return;
        }
        self.dice.deal_is_over();
        let moves = std::mem::take(&mut self.moves);
        for (step, action) in case.steps.iter().zip(&moves) {
            let place = step_place(step);
            if !self.step(step, action, &place) {
                return;
            }
            if let Some(then) = &step.then {
                self.then(then, &action.then, &format!("{place}, then"));
            }
        }
        if let Some(then) = &case.then {
            let wanted = std::mem::replace(&mut self.then, Wanted::none());
            self.then(then, &wanted, "then");
        }
        case.asks.iter().for_each(|ask| self.ask(ask));
        if let Err(fault) = self.dice.finish() {
            self.fail(case.line, "dice", "the script is used up", &fault.to_string(), None);
        }
    }

    /// Keeps an expectation that doesn't hold, with the position as the seat, or all, see it.
    fn fail(
        &mut self,
        line: usize,
        place: &str,
        expected: &str,
        happened: &str,
        seat: Option<Seat>,
    ) {
        let position = match seat {
            Some(seat) => G::diagram_view(&G::view(&self.state, seat)),
            None => G::diagram(&self.state),
        };
        self.failures.push(Failure {
            place: place.into(),
            line,
            expected: expected.into(),
            happened: happened.into(),
            events: tell::<G>(&self.setup, &self.events, seat),
            position,
        });
    }

    fn dice_answered(&mut self, line: usize, place: &str) -> bool {
        let Some(fault) = self.dice.fault() else { return true };
        let fault = fault.to_string();
        self.fail(line, place, "the script fits the rolls", &fault, None);
        false
    }

    /// Takes a step and looks at what follows; whether the case can go on.
    fn step(&mut self, step: &Step, action: &Move<G>, place: &str) -> bool {
        self.dice.extend(&action.dice);
        self.events.clear();
        let checked = G::check(&self.state, step.seat, &action.action);
        if let Some(refused) = &step.refused {
            self.refusal(step, refused, checked, place);
            return true;
        }
        if let Err(violation) = checked {
            let happened = format!("refused: {violation} [{}]", violation.rule());
            self.fail(step.line, place, "the action is legal", &happened, None);
            return false;
        }
        let before = self.state.clone();
        let mut taken = kernel::Step::new(&mut self.state, &mut self.dice, &mut self.events);
        G::resolve(&mut taken, step.seat, &action.action);
        if self.dice.fault().is_some() {
            // Faulty dice answer anything: what followed is not shown.
            self.state = before;
            self.events.clear();
            return self.dice_answered(step.line, place);
        }
        self.told(None, &step.events, &step.no_events, place, ("events", "no_events"));
        for (seat, texts) in &step.seen {
            self.told(Some(*seat), texts, &[], place, ("seen", ""));
        }
        for (seat, texts) in &step.unseen {
            self.told(Some(*seat), &[], texts, place, ("", "unseen"));
        }
        true
    }

    fn refusal(
        &mut self,
        step: &Step,
        expected: &Refused,
        checked: Result<(), G::Violation>,
        place: &str,
    ) {
        let place = format!("{place}, refused");
        let Err(violation) = checked else {
            let wanted = match &expected.rule {
                Some(rule) => format!("a refusal by {}", rule.text),
                None => "a refusal".into(),
            };
            self.fail(step.line, &place, &wanted, "the action is legal", None);
            return;
        };
        let happened = format!("refused: {violation} [{}]", violation.rule());
        if let Some(rule) = &expected.rule {
            let id = self.ledger.and_then(|ledger| ledger.find(&rule.text));
            let id = id.map_or(rule.text.as_str(), |found| found.id.as_str());
            if !id.eq_ignore_ascii_case(violation.rule().0) {
                self.fail(rule.line, &place, &format!("a refusal by {id}"), &happened, None);
            }
        }
        if let Some(says) = &expected.says
            && !fold(&happened).contains(&fold(&says.text))
        {
            let wanted = format!("a refusal that says \"{}\"", says.text);
            self.fail(says.line, &place, &wanted, &happened, None);
        }
    }

    /// Looks for texts in what was told of the step, in order, and for texts that must not be
    /// there.
    fn told(
        &mut self,
        seat: Option<Seat>,
        wanted: &[Text],
        unwanted: &[Text],
        place: &str,
        (key, no_key): (&str, &str),
    ) {
        let sentences: Vec<String> = tell::<G>(&self.setup, &self.events, seat)
            .iter()
            .map(|sentence| fold(sentence))
            .collect();
        let of = seat.map(|seat| format!(".{seat}")).unwrap_or_default();
        let told = sentences.join("\n");
        let mut from = 0;
        for text in wanted {
            let needle = fold(&text.text);
            if let Some(at) = told[from..].find(&needle) {
                from += at + needle.len();
                continue;
            }
            let happened = if told.contains(&needle) {
                "told, but before what stands before it in the list"
            } else {
                "not told"
            };
            let expected = format!("\"{}\" is told", text.text);
            self.fail(text.line, &format!("{place}, {key}{of}"), &expected, happened, seat);
        }
        for text in unwanted {
            if let Some(sentence) = sentences.iter().find(|line| line.contains(&fold(&text.text))) {
                let expected = format!("\"{}\" is not told", text.text);
                let happened = format!("told: {sentence}");
                let place = format!("{place}, {no_key}{of}");
                self.fail(text.line, &place, &expected, &happened, seat);
            }
        }
    }

    fn then(&mut self, then: &Then, wanted: &Wanted<G>, place: &str) {
        if let Some(picture) = &then.position {
            let found = G::compare(&self.state, &picture.text);
            self.picture(picture, found, &format!("{place}.position"), None);
        }
        for (seat, picture) in &then.sees {
            let found = G::compare_view(&G::view(&self.state, *seat), &picture.text);
            self.picture(picture, found, &format!("{place}.sees.{seat}"), Some(*seat));
        }
        if let Some((line, seats)) = &then.awaiting {
            let awaiting = G::awaiting(&self.state);
            let seats: SeatSet = seats.iter().copied().collect();
            let found = match awaiting {
                Awaiting::Seats(seats) => seats,
                Awaiting::Over(_) => SeatSet::EMPTY,
            };
            if found != seats {
                let expected = match seats {
                    SeatSet::EMPTY => "the game waits for nobody".into(),
                    seats => format!("the game waits for {seats}"),
                };
                let happened = match awaiting {
                    Awaiting::Seats(seats) => format!("it waits for {seats}"),
                    Awaiting::Over(outcome) => format!("it is over: {outcome}"),
                };
                self.fail(*line, &format!("{place}.awaiting"), &expected, &happened, None);
            }
        }
        if let Some((line, expected)) = &then.outcome {
            let outcome = match G::awaiting(&self.state) {
                Awaiting::Over(outcome) => Some(outcome),
                Awaiting::Seats(_) => None,
            };
            if outcome != *expected {
                let place = format!("{place}.outcome");
                self.fail(*line, &place, &outcome_text(*expected), &outcome_text(outcome), None);
            }
        }
        self.candidates(wanted, place);
    }

    fn picture(
        &mut self,
        picture: &Text,
        found: Result<Vec<String>, kernel::PictureError>,
        place: &str,
        seat: Option<Seat>,
    ) {
        match found {
            Err(error) => self.faults.add_picture(picture, place, &error),
            Ok(differences) if differences.is_empty() => {}
            Ok(differences) => {
                let happened = differences.join("\n");
                self.fail(picture.line, place, picture.text.trim_matches('\n'), &happened, seat);
            }
        }
    }

    fn candidates(&mut self, wanted: &Wanted<G>, place: &str) {
        for (key, list, must) in [
            ("candidates", &wanted.candidates, true),
            ("no_candidates", &wanted.no_candidates, false),
        ] {
            for (seat, text, action) in list {
                let mut actions = Vec::new();
                G::candidates(&G::view(&self.state, *seat), CANDIDATES_MAX, &mut actions);
                if actions.contains(action) == must {
                    continue;
                }
                let expected = if must { "is proposed" } else { "is not proposed" };
                let expected = format!("\"{}\" {expected}", text.text);
                let happened = if must { list_of::<G>(&actions) } else { "it is".into() };
                let place = format!("{place}.{key}.{seat}");
                self.fail(text.line, &place, &expected, &happened, Some(*seat));
            }
        }
    }

    fn ask(&mut self, ask: &Ask) {
        let place = format!("ask {} ({}: {})", ask.number, ask.seat, ask.question);
        let lines = match G::explain(&G::view(&self.state, ask.seat), &ask.question) {
            Ok(lines) => lines,
            Err(reason) => {
                let happened = format!("no answer: {reason}");
                self.fail(ask.line, &place, "an answer", &happened, Some(ask.seat));
                return;
            }
        };
        let answer: Vec<String> = lines.iter().map(|line| fold(line)).collect();
        let answer = answer.join("\n");
        for text in &ask.answer {
            if !answer.contains(&fold(&text.text)) {
                let expected = format!("the answer says \"{}\"", text.text);
                let happened = format!("the answer is\n{}", lines.join("\n"));
                self.fail(text.line, &place, &expected, &happened, Some(ask.seat));
            }
        }
    }
}

fn outcome_text(outcome: Option<Outcome>) -> String {
    outcome.map_or("the game is not over".into(), |outcome| outcome.to_string())
}

fn list_of<G: Words>(actions: &[G::Action]) -> String {
    if actions.is_empty() {
        return "nothing is proposed".into();
    }
    let texts: Vec<String> = actions.iter().take(LIST_MAX).map(G::action_text).collect();
    let more = match actions.len().saturating_sub(LIST_MAX) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("these are: {}{more}", texts.join(", "))
}

/// A text for comparing: in lower case, with single spaces.
fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}
