//! One match behind [`AnyMatch`].

use kernel::{
    Awaiting, Game, Match, Outcome, PlayError, Refusal, Scale, Seat, Seed, Thoughts, Words, hash,
};
use odds::{Answer, Odds, Question};
use serde_json::Value;

use crate::any::{AnyMatch, Choice, LogEntry, Patience, Reason, Reasons, Refused};
use crate::near::instead;

/// A match with its types erased.
pub(crate) struct Table<G: Words>(pub(crate) Match<G>);

/// What a bot decided, and what it thought before.
type Thought<G> = (<G as Game>::Action, Option<Thoughts<<G as Game>::Action>>);

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

    /// What a bot does in the seat's place. Its seed follows from the match's own, and tells it
    /// nothing of the dice to come.
    pub(crate) fn ask_bot(
        &self,
        seat: Seat,
        bot: &str,
        patience: &Patience,
    ) -> Result<Thought<G>, String> {
        let view = self.view(seat).ok_or_else(|| no_seat(seat, self.seats()))?;
        if !matches!(self.awaiting(), Awaiting::Seats(seats) if seats.contains(seat)) {
            return Err(format!("{seat} has nothing to decide now"));
        }
        let seed = bots::seed_at(self.0.seed().unwrap_or(Seed::from(0)), seat);
        let Patience { clock, threads } = patience.clone();
        let mut chooser = bots::thinking::<G>(bot, seed, clock, threads).ok_or_else(|| {
            let names = bots::NAMES.iter().map(|(name, _)| *name);
            format!("there is no bot \"{bot}\"; {}", instead(bot, names))
        })?;
        chooser.resume(self.0.log().filter(|(played, _)| played.seat == seat).count() as u64);
        let action = chooser.choose(&view);
        Ok((action, chooser.thoughts()))
    }

    /// What a bot thought, in words.
    fn reasons(&self, seat: Seat, (action, thoughts): Thought<G>) -> Result<Reasons, String> {
        let view = self.view_or_refuse(seat).map_err(|refused| refused.message)?;
        let reason = |action: &G::Action, value, simulations| Reason {
            choice: choice::<G>(&view, action),
            value,
            simulations,
        };
        Ok(match thoughts {
            None => Reasons {
                scale: Scale::Worth,
                weighed: vec![reason(&action, 0, 0)],
                line: Vec::new(),
                simulations: 0,
                cut_short: false,
            },
            Some(thoughts) => Reasons {
                scale: thoughts.scale,
                weighed: thoughts
                    .weighed
                    .iter()
                    .map(|weighed| reason(&weighed.action, weighed.value, weighed.simulations))
                    .collect(),
                line: thoughts
                    .line
                    .iter()
                    .map(|played| (played.seat, G::action_text(&played.action)))
                    .collect(),
                simulations: thoughts.simulations,
                cut_short: thoughts.cut_short,
            },
        })
    }
}

fn no_seat(seat: Seat, seats: u8) -> String {
    format!("there is no seat {seat}: {seats} sit at this table")
}

fn refused<V: Refusal>(error: &PlayError<V>) -> Refused {
    Refused { message: error.to_string(), rule: error.rule().map(|rule| rule.to_string()) }
}

/// The action with its words, for a list.
fn choice<G: Words>(view: &G::View, action: &G::Action) -> Choice {
    Choice {
        text: G::action_text(action),
        description: G::describe_action(view, action),
        warning: G::warning(view, action),
    }
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

    fn diagram(&self, seat: Option<Seat>) -> String {
        match seat {
            None => G::diagram(self.0.state()),
            Some(seat) => self.view(seat).map(|view| G::diagram_view(&view)).unwrap_or_default(),
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
        self.play(seat, action)
    }

    fn story(&self, seat: Option<Seat>, from: usize) -> Vec<String> {
        if seat.is_some_and(|seat| seat.0 >= self.seats()) {
            return Vec::new();
        }
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

    fn explain(&self, seat: Seat, question: &str) -> Result<Vec<String>, String> {
        let view = self.view(seat).ok_or_else(|| no_seat(seat, self.seats()))?;
        G::explain(&view, question)
    }

    fn odds(&self, seat: Seat, question: &Question) -> Result<Answer, odds::Refused> {
        let nobody = || odds::Refused::wrong(no_seat(seat, self.seats()));
        G::odds_at(&self.view(seat).ok_or_else(nobody)?, question)
    }

    fn bot_reasons(&self, seat: Seat, bot: &str, patience: &Patience) -> Result<Reasons, String> {
        self.reasons(seat, self.ask_bot(seat, bot, patience)?)
    }

    fn bot_play(&mut self, seat: Seat, bot: &str, patience: &Patience) -> Result<Reasons, String> {
        let thought = self.ask_bot(seat, bot, patience)?;
        let action = thought.0.clone();
        let reasons = self.reasons(seat, thought)?;
        self.play(seat, action).map_err(|refused| {
            format!("the bot {bot} chose \"{}\": {refused}", reasons.weighed[0].choice.text)
        })?;
        if reasons.cut_short {
            self.0.mark_cut_short();
        }
        Ok(reasons)
    }

    fn record_json(&self) -> Option<String> {
        self.0.record().map(|record| record.to_json())
    }

    fn view_json(&self, seat: Option<Seat>) -> Value {
        match seat {
            None => serde_json::to_value(self.0.state()).unwrap_or(Value::Null),
            Some(seat) => serde_json::to_value(self.view(seat)).unwrap_or(Value::Null),
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
        let all = table.story(None, 0).join(" ");
        let seen = table.story(Some(B), 0).join(" ");
        assert!(all.contains("A hides 3 pebbles."), "{all}");
        assert!(seen.contains("A hides some pebbles.") && seen.contains("A draws a stone."));
        assert_eq!(table.story(Some(B), 1), ["A hides some pebbles."]);
        assert_eq!(table.story(Some(B), 2), Vec::<String>::new());
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
    fn an_absent_seat_sees_nothing_and_may_do_nothing() {
        let mut table = table();
        let nobody = Seat(7);
        assert!(table.play_text(nobody, "hide 1").is_err());
        assert!(table.consider(nobody, "hide 1").is_err());
        assert!(table.explain(nobody, "sum").is_err());
        assert!(table.bot_play(nobody, "random", &Patience::default()).is_err());
        assert!(table.choices(nobody, 9).is_empty() && table.story(Some(nobody), 0).is_empty());
        assert_eq!(table.view_json(Some(nobody)), Value::Null);
        assert_eq!(table.diagram(Some(nobody)), "");
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
