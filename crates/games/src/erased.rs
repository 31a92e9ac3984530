//! One game behind [`AnyGame`].

use std::marker::PhantomData;
use std::ops::RangeInclusive;

use kernel::{Files, Match, Record, Seat, Seed, Words};
use odds::ask::Key;
use odds::{Answer, Odds, Question};

use crate::any::{AnyGame, AnyMatch, BotCheck, LoadError, Loaded, OptionInfo, Patience};
use crate::bot::Task;
use crate::contract::Reasons;
use crate::lab::{self, CaseReport, LabFile};
use crate::table::Table;

/// No table has more seats.
const SEATS_MAX: u8 = 8;

/// A game with its types erased.
pub(crate) struct Erased<G>(PhantomData<fn() -> G>);

impl<G> Erased<G> {
    pub(crate) const fn new() -> Self {
        Erased(PhantomData)
    }
}

/// How many can play, found by asking for each number.
pub(crate) fn seats_of<G: Words>() -> RangeInclusive<u8> {
    let plays = |seats: &u8| G::validate(&G::default_setup(*seats)).is_ok();
    let least = (1..=SEATS_MAX).find(plays).unwrap_or(1);
    let most = (least..=SEATS_MAX).rev().find(plays).unwrap_or(least);
    least..=most
}

/// A setup from options as people write them, or everything that is wrong with it.
pub(crate) fn setup_from<G: Words>(
    options: &[(String, String)],
    files: Files<'_>,
    seats: u8,
) -> Result<G::Setup, Vec<String>> {
    let mut setup = G::default_setup(seats);
    let mut faults: Vec<String> = options
        .iter()
        .filter_map(|(key, value)| G::set_option_with(&mut setup, key, value, files).err())
        .collect();
    if let Err(more) = G::validate(&setup) {
        faults.extend(more.iter().map(ToString::to_string));
    }
    if faults.is_empty() { Ok(setup) } else { Err(faults) }
}

impl<G: Odds> AnyGame for Erased<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn ledger(&self) -> &'static str {
        G::ledger()
    }

    fn options(&self) -> &'static [OptionInfo] {
        G::options()
    }

    fn seats(&self) -> RangeInclusive<u8> {
        seats_of::<G>()
    }

    fn new_match(
        &self,
        options: &[(String, String)],
        files: Files<'_>,
        seats: u8,
        seed: Seed,
    ) -> Result<Box<dyn AnyMatch>, String> {
        let setup = setup_from::<G>(options, files, seats).map_err(|faults| faults.join("\n"))?;
        let table = Match::<G>::new(setup, seed).map_err(|faults| {
            faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        })?;
        Ok(Box::new(Table(table)))
    }

    fn load(&self, json: &str, at: Option<usize>) -> Result<Loaded, LoadError> {
        let record = Record::<G>::from_json(json)
            .map_err(|error| LoadError::Unreadable(error.to_string()))?;
        if let Some(at) = at.filter(|at| *at > record.actions.len()) {
            let reason = format!("the record has {} actions, not {at}", record.actions.len());
            return Err(LoadError::Unreadable(reason));
        }
        let notes = note_on_rules::<G>(&record).into_iter().collect();
        let table = record.replay(at).map_err(|error| LoadError::Disagrees(error.to_string()))?;
        Ok(Loaded { table: Box::new(Table(table)), actions: record.actions.len(), notes })
    }

    fn check_bots(&self, json: &str, patience: &Patience) -> Result<BotCheck, LoadError> {
        let record = Record::<G>::from_json(json)
            .map_err(|error| LoadError::Unreadable(error.to_string()))?;
        let disagrees = |error: &dyn std::fmt::Display| LoadError::Disagrees(error.to_string());
        let mut table = Table(record.replay(Some(0)).map_err(|error| disagrees(&error))?);
        let mut check = BotCheck::default();
        for (number, played) in (1..).zip(&record.actions) {
            // In a run a bot is named with its team.
            let player = record.players.get(played.seat.index());
            let bot = player.map(|name| name.split('@').next().unwrap_or(name));
            let bot = bot.filter(|name| name.parse::<bots::Spec>().is_ok());
            if record.cut_short.contains(&number) {
                check.cut_short += 1;
            } else if let Some(bot) = bot {
                let now = table.ask_bot(played.seat, bot, patience).map_err(|e| disagrees(&e))?.0;
                if now != played.action {
                    let text = G::action_text;
                    check.differs = Some((number, text(&played.action), text(&now)));
                    return Ok(check);
                }
                check.same += 1;
            }
            table
                .0
                .play(played.seat, played.action.clone())
                .map_err(|error| LoadError::Disagrees(format!("at action {number}: {error}")))?;
        }
        Ok(check)
    }

    fn odds_keys(&self) -> &'static [Key] {
        G::odds_keys()
    }

    fn odds(&self, question: &Question) -> Result<Answer, odds::Refused> {
        G::odds(question)
    }

    fn hint_from_view(
        &self,
        view: &serde_json::Value,
        seat: Seat,
        bot: &str,
        patience: &Patience,
    ) -> Result<Reasons, String> {
        Ok(Task::<G>::from_view(view, seat, bot, patience)?.think().1)
    }

    fn lab(&self, file: &LabFile) -> Vec<CaseReport> {
        lab::run_cases::<G>(file)
    }
}

fn note_on_rules<G: Words>(record: &Record<G>) -> Option<String> {
    (record.rules != G::rules_hash()).then(|| {
        "the record was made under another version of the rules; it was replayed under this one"
            .into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    const TOY: Erased<Toy> = Erased::new();

    fn options(list: &[(&str, &str)]) -> Vec<(String, String)> {
        list.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect()
    }

    #[test]
    fn the_number_of_seats_is_found_by_trying() {
        assert_eq!(TOY.seats(), 2..=3);
    }

    #[test]
    fn a_bad_setup_is_reported_whole() {
        let bad = options(&[("stones", "x"), ("colour", "1"), ("stones", "0"), ("players", "9")]);
        let message =
            TOY.new_match(&bad, &crate::no_files, 2, Seed::from(1)).err().unwrap_or_default();
        for part in ["stones: \"x\"", "no option \"colour\"", "players: 9", "stones: 0"] {
            assert!(message.contains(part), "{part} is missing in:\n{message}");
        }
    }

    fn played() -> Box<dyn AnyMatch> {
        let mut table =
            TOY.new_match(&[], &crate::no_files, 2, Seed::from(7)).expect("a fine setup");
        for (seat, text) in [(0, "hide 1"), (1, "hide 2"), (0, "draw"), (1, "stop"), (0, "stop")] {
            table.play_text(kernel::Seat(seat), text).expect("a legal action");
        }
        table
    }

    #[test]
    fn a_record_replays_whole_and_is_played_on_from_any_action() {
        let table = played();
        let json = table.record_json().expect("a seeded match has a record");
        let again = TOY.load(&json, None).expect("it replays");
        assert_eq!((again.table.hash(), again.actions), (table.hash(), 5));
        assert!(again.notes.is_empty());
        let mut cut = TOY.load(&json, Some(3)).expect("it replays").table;
        assert_eq!(cut.actions(), 3);
        cut.play_text(kernel::Seat(1), "draw").expect("another way to go on");
    }

    #[test]
    fn a_record_under_other_rules_replays_with_a_note() {
        let json = played().record_json().expect("a record");
        let ours = kernel::hash::of_text(TOY.ledger());
        let other = json.replace(&ours, &kernel::hash::of_text("other"));
        assert_eq!(TOY.load(&other, None).expect("it replays").notes.len(), 1);
    }

    #[test]
    fn a_doctored_record_disagrees_and_nonsense_is_unreadable() {
        let json = played().record_json().expect("a record");
        let doctored = json.replacen("{\"hide\":1}", "{\"hide\":3}", 1);
        assert!(matches!(TOY.load(&doctored, None), Err(LoadError::Disagrees(_))));
        let illegal = json.replacen("{\"hide\":1}", "{\"hide\":9}", 1);
        let error = TOY.load(&illegal, None).err().map(|error| error.to_string());
        assert!(error.unwrap_or_default().starts_with("at action 1: you hide 9 pebbles"));
        assert!(matches!(TOY.load("{}", None), Err(LoadError::Unreadable(_))));
        assert!(matches!(TOY.load(&json, Some(99)), Err(LoadError::Unreadable(_))));
    }
}
