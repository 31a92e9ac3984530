//! One match behind [`AnyMatch`].

use kernel::{
    Awaiting, Commitment, Match, Outcome, PlayError, Refusal, Seat, Seed, Thrown, Words, hash,
};
use odds::{Answer, Odds, Question};
use serde_json::Value;

use crate::any::{AnyMatch, LogEntry, Patience};
use crate::bot::{BotTask, Decided, Task, What, choice, decisions, no_seat};
use crate::contract::{Beat, Choice, Entry, Eyes, Head, Reasons, Refused};

/// A match with its types erased.
pub(crate) struct Table<G: Words>(pub(crate) Match<G>);

impl<G: Odds> Table<G> {
    /// The seat's view, if there is such a seat.
    fn view(&self, seat: Seat) -> Option<G::View> {
        (seat.0 < self.seats()).then(|| G::view(self.0.state(), seat))
    }

    fn view_or_refuse(&self, seat: Seat) -> Result<G::View, Refused> {
        self.view(seat).ok_or_else(|| Refused::plainly(no_seat(seat, self.seats())))
    }

    fn play(&mut self, seat: Seat, action: G::Action) -> Result<(), Refused> {
        self.view_or_refuse(seat)?;
        self.0.play(seat, action).map_err(|error| refused(&error))?;
        Ok(())
    }

    /// What a bot does in the seat's place, and why.
    pub(crate) fn ask_bot(
        &self,
        seat: Seat,
        bot: &str,
        patience: &Patience,
    ) -> Result<(G::Action, Reasons), String> {
        Ok(Task::new(&self.0, seat, bot, patience)?.think())
    }

    /// Takes an action a bot chose.
    fn play_chosen(
        &mut self,
        seat: Seat,
        bot: &str,
        action: G::Action,
        reasons: &Reasons,
    ) -> Result<(), Refused> {
        self.play(seat, action).map_err(|refused| {
            let text = reasons.weighed.first().map_or("", |reason| &reason.choice.text);
            Refused { message: format!("the bot {bot} chose \"{text}\": {refused}"), ..refused }
        })?;
        if reasons.cut_short {
            self.0.mark_cut_short();
        }
        Ok(())
    }

    /// Whether there is somebody with these eyes.
    fn may_look(&self, eyes: Eyes) -> bool {
        may_look(&self.0, eyes)
    }
}

/// Whether there is somebody with these eyes.
fn may_look<G: Words>(table: &Match<G>, eyes: Eyes) -> bool {
    !matches!(eyes, Eyes::Seat(seat) if seat.0 >= G::seats(table.setup()))
}

/// What everybody may know of a match.
pub fn head<G: Words>(table: &Match<G>) -> Head {
    let seats: Vec<Seat> = (0..G::seats(table.setup())).map(Seat).collect();
    let outcome = table.outcome();
    Head {
        game: G::ID.into(),
        names: seats.iter().map(|seat| G::seat_name(*seat)).collect(),
        players: table.players().to_vec(),
        actions: table.len(),
        owes: match table.awaiting() {
            Awaiting::Seats(owing) => owing.iter().collect(),
            Awaiting::Over(_) => Vec::new(),
        },
        outcome,
        may_undo: seats.iter().copied().filter(|s| table.may_undo(*s).is_ok()).collect(),
        setup: G::describe_setup(table.setup()),
        rules: G::rules_hash(),
        seed: table.seed().filter(|_| outcome.is_some()).map(|seed| seed.to_string()),
        seats,
    }
}

/// What happened in a match from an entry on, as the eyes saw it.
pub fn entries<G: Words>(table: &Match<G>, eyes: Eyes, from: usize) -> Vec<Entry> {
    if !may_look(table, eyes) {
        return Vec::new();
    }
    let turned = eyes.seat().is_some_and(|seat| G::turned(&G::view(table.state(), seat)));
    let beats = |events: &[G::Event]| -> Vec<Beat> {
        events.iter().filter_map(|event| beat::<G>(table.setup(), event, eyes, turned)).collect()
    };
    let mut entries = Vec::new();
    if from == 0 {
        let beats = beats(table.opening());
        entries.push(Entry { number: 0, seat: None, text: String::new(), beats });
    }
    let first = from.max(1);
    for (number, (played, events)) in (first..).zip(table.log().skip(first - 1)) {
        let knows = eyes == Eyes::All || eyes == Eyes::Seat(played.seat);
        let text = if knows || !G::secret(events) {
            G::action_text(&played.action)
        } else {
            String::new()
        };
        entries.push(Entry { number, seat: Some(played.seat), text, beats: beats(events) });
    }
    entries
}

/// What the eyes see of an event.
fn beat<G: Words>(setup: &G::Setup, event: &G::Event, eyes: Eyes, turned: bool) -> Option<Beat> {
    let seen = match eyes.seat() {
        None => G::known(event),
        Some(seat) => G::seen(event, seat)?,
    };
    let text = match eyes {
        Eyes::All => G::narrate(setup, event),
        _ => G::narrate_seen(setup, &seen),
    };
    Some(Beat {
        text: G::spoken(setup, turned, &text),
        rule: G::rule_of(&seen).map(|rule| rule.to_string()),
        event: serde_json::to_value(&seen).unwrap_or(Value::Null),
        dice: G::dice_of(setup, &seen)
            .into_iter()
            .map(|thrown| {
                Thrown { label: G::spoken(setup, turned, &thrown.label), ..thrown }.into()
            })
            .collect(),
    })
}

fn refused<V: Refusal>(error: &PlayError<V>) -> Refused {
    Refused { message: error.to_string(), rule: error.rule().map(|rule| rule.to_string()) }
}

/// What happened, as one who sits in the seat, or knows all, would tell it.
pub(crate) fn tell<G: Words>(
    setup: &G::Setup,
    events: &[G::Event],
    seat: Option<Seat>,
) -> Vec<String> {
    events
        .iter()
        .map(|event| match seat {
            None => G::narrate(setup, event),
            Some(seat) => {
                G::seen(event, seat).map(|seen| G::narrate_seen(setup, &seen)).unwrap_or_default()
            }
        })
        .filter(|sentence| !sentence.is_empty())
        .collect()
}

impl<G: Odds> AnyMatch for Table<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn setup_text(&self) -> String {
        G::describe_setup(self.0.setup())
    }

    fn seats(&self) -> u8 {
        G::seats(self.0.setup())
    }

    fn seat_name(&self, seat: Seat) -> String {
        G::seat_name(seat)
    }

    fn players(&self) -> &[String] {
        self.0.players()
    }

    fn set_players(&mut self, players: Vec<String>) {
        self.0.set_players(players);
    }

    fn seed(&self) -> Option<Seed> {
        self.0.seed()
    }

    fn awaiting(&self) -> Awaiting {
        self.0.awaiting()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn actions(&self) -> usize {
        self.0.len()
    }

    fn hash(&self) -> String {
        hash::of_value(self.0.state())
    }

    fn question(&self, seat: Seat) -> Option<String> {
        G::question(&self.view(seat)?)
    }

    fn diagram(&self, eyes: Eyes) -> String {
        match eyes.seat() {
            _ if !self.may_look(eyes) => String::new(),
            None => G::diagram(self.0.state()),
            Some(seat) => G::diagram_view(&G::view(self.0.state(), seat)),
        }
    }

    fn choices(&self, seat: Seat, limit: usize) -> Vec<Choice> {
        let Some(view) = self.view(seat) else { return Vec::new() };
        let mut actions = Vec::new();
        G::candidates(&view, limit, &mut actions);
        actions.iter().map(|action| choice::<G>(&view, action)).collect()
    }

    fn consider(&self, seat: Seat, text: &str) -> Result<Choice, Refused> {
        let view = self.view_or_refuse(seat)?;
        let action = G::parse_action(text).map_err(Refused::plainly)?;
        self.0.check(seat, &action).map_err(|violation| refused(&PlayError::Refused(violation)))?;
        Ok(choice::<G>(&view, &action))
    }

    fn play_text(&mut self, seat: Seat, text: &str) -> Result<(), Refused> {
        let action = G::parse_action(text).map_err(Refused::plainly)?;
        self.play(seat, action)
    }

    fn play_json(&mut self, seat: Seat, json: &str) -> Result<(), Refused> {
        let action = serde_json::from_str(json).map_err(|error| {
            Refused::plainly(format!("this is no action of {}: {error}", G::TITLE))
        })?;
        // Data comes from a page, which speaks for itself.
        self.play(seat, action).map_err(|refused| {
            let turned = self.view(seat).is_some_and(|view| G::turned(&view));
            let message = G::spoken(self.0.setup(), turned, &refused.message);
            Refused { message, ..refused }
        })
    }

    fn head(&self) -> Head {
        head(&self.0)
    }

    fn entries(&self, eyes: Eyes, from: usize) -> Vec<Entry> {
        entries(&self.0, eyes, from)
    }

    fn story(&self, eyes: Eyes, from: usize) -> Vec<String> {
        if !self.may_look(eyes) {
            return Vec::new();
        }
        let seat = eyes.seat();
        let opening = if from == 0 { self.0.opening() } else { &[] };
        let mut story = tell::<G>(self.0.setup(), opening, seat);
        for (_, events) in self.0.log().skip(from.saturating_sub(1)) {
            story.extend(tell::<G>(self.0.setup(), events, seat));
        }
        story
    }

    fn log(&self) -> Vec<LogEntry> {
        self.0
            .log()
            .map(|(played, events)| LogEntry {
                seat: played.seat,
                text: G::action_text(&played.action),
                action: serde_json::to_value(&played.action).unwrap_or(Value::Null),
                events: tell::<G>(self.0.setup(), events, None),
            })
            .collect()
    }

    fn undo(&mut self, seat: Seat) -> Result<String, String> {
        let played = self.0.undo(seat).map_err(|error| error.to_string())?;
        Ok(G::action_text(&played.action))
    }

    fn may_undo(&self, seat: Seat) -> Result<(), String> {
        self.0.may_undo(seat).map_err(|error| error.to_string())
    }

    fn explain(&self, seat: Seat, question: &str) -> Result<Vec<String>, String> {
        let view = self.view(seat).ok_or_else(|| no_seat(seat, self.seats()))?;
        G::explain(&view, question)
    }

    fn odds(&self, seat: Seat, question: &Question) -> Result<Answer, odds::Refused> {
        let nobody = || odds::Refused::wrong(no_seat(seat, self.seats()));
        G::odds_at(&self.view(seat).ok_or_else(nobody)?, question)
    }

    fn bot_reasons(&self, seat: Seat, bot: &str, patience: &Patience) -> Result<Reasons, String> {
        Ok(self.ask_bot(seat, bot, patience)?.1)
    }

    fn bot_play(&mut self, seat: Seat, bot: &str, patience: &Patience) -> Result<Reasons, String> {
        let (action, reasons) = self.ask_bot(seat, bot, patience)?;
        self.play_chosen(seat, bot, action, &reasons).map_err(|refused| refused.message)?;
        Ok(reasons)
    }

    fn bot_task(&self, seat: Seat, bot: &str, patience: &Patience) -> Result<BotTask, String> {
        let task = Task::new(&self.0, seat, bot, patience)?;
        Ok(Box::new(move || task.decide()))
    }

    fn play_bot(&mut self, decided: Decided) -> Result<Reasons, Refused> {
        let Decided { seat, bot, reasons, what } = decided;
        let Ok(what) = what.downcast::<What<G>>() else {
            return Err(Refused::plainly(format!(
                "this was decided in another game than {}",
                G::ID
            )));
        };
        let now = self.view_or_refuse(seat)?;
        if decisions(&self.0, seat) != what.decisions || now != what.view {
            return Err(Refused::plainly(format!(
                "the match has gone on since the bot {bot} looked: {seat} has to be asked again"
            )));
        }
        self.play_chosen(seat, &bot, what.action, &reasons)?;
        Ok(reasons)
    }

    fn commit(&mut self) -> Option<Commitment> {
        self.0.commit()
    }

    fn commitment(&self) -> Option<Commitment> {
        self.0.commitment()
    }

    fn record_json(&self) -> Option<String> {
        self.0.record().map(|record| record.to_json())
    }

    fn view_json(&self, eyes: Eyes) -> Value {
        match eyes.seat() {
            _ if !self.may_look(eyes) => Value::Null,
            None => serde_json::to_value(self.0.state()).unwrap_or(Value::Null),
            Some(seat) => {
                serde_json::to_value(G::view(self.0.state(), seat)).unwrap_or(Value::Null)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    const A: Seat = Seat(0);
    const B: Seat = Seat(1);

    fn table() -> Table<Toy> {
        Table(Match::new(Toy::default_setup(2), Seed::from(3)).expect("a fine setup"))
    }

    #[test]
    fn a_seat_is_told_only_what_it_sees() {
        let mut table = table();
        table.play_text(A, "hide 3").expect("legal");
        let all = table.story(Eyes::All, 0).join(" ");
        let seen = table.story(Eyes::Seat(B), 0).join(" ");
        assert!(all.contains("A hides 3 pebbles."), "{all}");
        assert!(seen.contains("A hides some pebbles.") && seen.contains("A draws a stone."));
        assert_eq!(table.story(Eyes::Seat(B), 1), ["A hides some pebbles."]);
        assert_eq!(table.story(Eyes::Seat(B), 2), Vec::<String>::new());
    }

    #[test]
    fn a_watcher_is_told_what_everybody_sees_and_no_secret() {
        let mut table = table();
        table.play_text(A, "hide 3").expect("legal");
        table.play_text(B, "hide 2").expect("legal");
        table.play_text(A, "stop").expect("legal");
        let entries = table.entries(Eyes::Nobody, 0);
        assert_eq!(entries.iter().map(|entry| entry.number).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!((entries[0].seat, entries[1].seat), (None, Some(A)));
        let texts: Vec<&str> = entries.iter().map(|entry| entry.text.as_str()).collect();
        assert_eq!(texts, ["", "", "", "stop"], "what is secret is not said");
        assert_eq!(entries[1].beats[0].text, "A hides some pebbles.");
        assert!(entries[0].beats.iter().all(|beat| beat.dice.is_empty()));
        let own = table.entries(Eyes::Seat(A), 1);
        assert_eq!((own[0].number, own[0].text.as_str()), (1, "hide 3"));
        let all = table.entries(Eyes::All, 0);
        assert_eq!(all[2].text, "hide 2");
        assert_eq!(all[0].beats[0].dice[0].label, "a stone");
        assert_eq!(all[0].beats[0].rule.as_deref(), Some("toy:R3"));
        assert_eq!(table.view_json(Eyes::Nobody)["own"]["hand"], serde_json::json!([]));
        assert!(!table.diagram(Eyes::Nobody).contains("hand="));
        assert!(table.choices(Seat::NOBODY, 9).is_empty());
        assert!(table.play_text(Seat::NOBODY, "stop").is_err());
    }

    #[test]
    fn the_head_says_who_owes_and_may_take_back_and_keeps_the_seed_until_the_end() {
        let mut table = table();
        table.play_text(A, "hide 3").expect("legal");
        let head = table.head();
        assert_eq!((head.owes, head.may_undo, head.actions), (vec![B], vec![A], 1));
        assert_eq!((head.seed, head.outcome), (None, None));
        assert!(table.may_undo(B).is_err() && table.may_undo(Seat::NOBODY).is_err());
        table.undo(A).expect("as the head said");
        for text in ["hide 1", "stop"] {
            table.play_text(A, text).expect("legal");
            table.play_text(B, text).expect("legal");
        }
        let head = table.head();
        assert_eq!(head.seed.as_deref(), Some("3"));
        assert!(head.outcome.is_some() && head.owes.is_empty());
        let json = serde_json::to_value(&head).expect("plain data");
        assert!(json["mayUndo"].is_array(), "{json}");
    }

    #[test]
    fn a_bot_thinks_elsewhere_and_plays_only_where_it_looked() {
        let mut table = table();
        let patience = Patience::default();
        let task = table.bot_task(A, "random", &patience).expect("A owes");
        let here = table.bot_reasons(A, "random", &patience).expect("A owes");
        let decided = std::thread::spawn(task).join().expect("it thinks");
        assert_eq!(decided.reasons, here, "the same wherever it thinks");
        table.play_bot(decided).expect("nothing has happened since");
        let late = table.bot_task(B, "random", &patience).expect("B owes")();
        table.play_text(B, "hide 1").expect("legal");
        let refused = table.play_bot(late).expect_err("B has decided already");
        assert!(refused.message.contains("asked again"), "{refused}");
        assert!(table.bot_task(B, "random", &patience).is_err(), "B owes nothing");
    }

    #[test]
    fn a_hint_comes_from_a_bare_view() {
        use crate::AnyGame;
        let table = table();
        let game = crate::erased::Erased::<Toy>::new();
        let hint =
            |view: &Value, seat| game.hint_from_view(view, seat, "captain", &Patience::default());
        let view = table.view_json(Eyes::Seat(A));
        let reasons = hint(&view, A).expect("A owes");
        assert!(table.consider(A, &reasons.weighed[0].choice.text).is_ok());
        assert!(hint(&view, B).expect_err("not B's view").contains("this is what A sees"));
        assert!(hint(&table.view_json(Eyes::Nobody), Seat::NOBODY).is_err());
        assert!(hint(&Value::Null, A).expect_err("no view").contains("no view"));
    }

    #[test]
    fn a_published_commitment_stays_in_the_record_and_is_checked() {
        let mut table = table();
        let commitment = table.commit().expect("a seed").to_string();
        let record = table.record_json().expect("a record");
        assert!(record.contains(&format!("\"commitment\": \"{commitment}\"")), "{record}");
        let again = kernel::Record::<Toy>::from_json(&record).unwrap().replay(None).unwrap();
        assert_eq!(again.record().unwrap().to_json(), record);
        let other = record.replace("\"seed\": \"3\"", "\"seed\": \"4\"");
        let error = kernel::Record::<Toy>::from_json(&other).unwrap().replay(None).err();
        assert!(error.is_some_and(|e| e.reason.contains("not the one that was committed to")));
    }

    #[test]
    fn a_refusal_carries_its_rule_and_changes_nothing() {
        let mut table = table();
        let before = table.hash();
        let refused = table.play_text(A, "hide 9").expect_err("too many");
        assert_eq!(refused.message, "you hide 9 pebbles, may hide 1 to 3 [toy:R2]");
        assert_eq!(refused.rule.as_deref(), Some("toy:R2"));
        assert_eq!(table.consider(A, "fly").expect_err("no action").rule, None);
        assert!(table.play_json(A, "{\"hide\":").is_err());
        assert_eq!((table.hash(), table.actions()), (before, 0));
    }

    #[test]
    fn a_refusal_of_data_is_spoken_as_a_page_speaks() {
        use killteam::KillTeam;
        let game = Match::<KillTeam>::new(KillTeam::default_setup(2), Seed::from(3));
        let mut table = Table(game.expect("a fine setup"));
        let mut patience = 20;
        let seat = loop {
            let seat = table.head().owes[0];
            if table.choices(seat, 1).iter().any(|choice| choice.text.starts_with("deploy")) {
                break seat;
            }
            table.bot_play(seat, "greedy", &Patience::default()).expect("a bot plays");
            patience -= 1;
            assert!(patience > 0, "a game begins with deployment");
        };
        let text = format!("deploy {seat}1 at 18,18");
        let typed = table.play_text(seat, &text).expect_err("too far");
        let action = KillTeam::parse_action(&text).expect("it reads");
        let said = table.play_json(seat, &serde_json::to_string(&action).expect("data"));
        let said = said.expect_err("too far");
        assert!(typed.message.contains(&format!("{seat}1")), "{typed}");
        assert!(!said.message.contains(&format!("{seat}1")) && said.rule == typed.rule, "{said}");
    }

    #[test]
    fn an_absent_seat_sees_nothing_and_may_do_nothing() {
        let mut table = table();
        let nobody = Seat(7);
        assert!(table.play_text(nobody, "hide 1").is_err());
        assert!(table.consider(nobody, "hide 1").is_err());
        assert!(table.explain(nobody, "sum").is_err());
        assert!(table.bot_play(nobody, "random", &Patience::default()).is_err());
        assert!(
            table.choices(nobody, 9).is_empty() && table.story(Eyes::Seat(nobody), 0).is_empty()
        );
        assert_eq!(table.view_json(Eyes::Seat(nobody)), Value::Null);
        assert_eq!(table.diagram(Eyes::Seat(nobody)), "");
    }

    #[test]
    fn an_action_is_taken_back_until_something_is_revealed() {
        let mut table = table();
        table.play_json(A, "{\"hide\":2}").expect("legal");
        assert_eq!(table.undo(A), Ok("hide 2".into()));
        table.play_text(A, "hide 1").expect("legal");
        table.play_text(B, "hide 1").expect("legal");
        assert!(table.undo(A).is_err_and(|reason| reason.contains("have seen")));
    }

    #[test]
    fn a_bot_plays_what_it_chose_and_an_unknown_one_is_named() {
        let mut table = table();
        let patience = Patience::default();
        let choice = table.bot_reasons(A, "random", &patience).expect("a choice");
        assert_eq!(table.bot_play(A, "random", &patience), Ok(choice));
        let error = table.bot_play(B, "randum", &patience).expect_err("no such bot");
        assert!(error.contains("did you mean \"random\"?"), "{error}");
        assert!(table.bot_play(A, "random", &patience).is_err(), "A has decided already");
    }

    #[test]
    fn what_a_clock_stopped_is_marked_in_the_record() {
        let mut table = table();
        let late = Patience { clock: Some(std::sync::Arc::new(|| true)), threads: 1 };
        let reasons = table.bot_play(A, "general", &late).expect("it decides all the same");
        assert!(reasons.cut_short);
        table.bot_play(B, "general", &Patience::default()).expect("in its own time");
        let record = table.record_json().expect("a seeded match has a record");
        assert!(record.contains("\"cut_short\": [1],"), "{record}");
        let again = kernel::Record::<Toy>::from_json(&record).unwrap().replay(None).unwrap();
        assert_eq!(again.record().unwrap().to_json(), record);
        let beyond = record.replace("[1]", "[3]");
        let error = kernel::Record::<Toy>::from_json(&beyond).err().map(|error| error.to_string());
        assert!(error.is_some_and(|e| e.contains("cut_short: there is no action 3")));
    }
}
