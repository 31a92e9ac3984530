//! Every law asked along a random game: what a game's tests call.
//!
//! Each function plays one game that follows from the seed and asks at one position in `every`, drawn
//! at random; 1 asks at all of them.

use kernel::{Game, Match, Seat, Seed, Words};

use crate::laws::{self, Maker, Turn};
use crate::play::{self, Picker};
use crate::{Verdict, robust};

/// How many odd actions are tried at a position beside the candidates.
const STRANGE: usize = 8;

fn sampled<G: Game>(
    setup: &G::Setup,
    seed: Seed,
    every: usize,
    mut law: impl FnMut(&mut Match<G>, &mut Picker) -> Verdict,
) -> Verdict {
    let mut visit = |table: &mut Match<G>, picker: &mut Picker| {
        // The first and the last position are like no other.
        if table.is_empty() || table.outcome().is_some() || picker.once_in(every) {
            law(table, picker)
        } else {
            Ok(())
        }
    };
    play::walk(setup, seed, &mut visit).map(drop)
}

/// Candidates and lots are legal, and random play ends.
pub fn candidates<G: Game>(setup: &G::Setup, seed: Seed, every: usize) -> Verdict {
    let seats = G::seats(setup);
    sampled::<G>(setup, seed, every, |table, picker| {
        laws::candidates_are_lawful::<G>(table.state(), seats)?;
        laws::lots_are_lawful::<G>(table.state(), picker.seed())
    })?;
    laws::random_play_ends::<G>(setup, seed)
}

/// The log is the match: it folds, replays, can be cut, and follows from the seed.
pub fn records<G: Game>(setup: &G::Setup, seed: Seed) -> Verdict {
    let table = play::whole::<G>(setup, seed)?;
    laws::events_fold_to_the_state(&table)?;
    laws::replay_equals_play(&table)?;
    for at in [0, Picker::new(seed).below(table.len() + 1), table.len()] {
        laws::cut_and_play_on(&table, at)?;
    }
    laws::same_seed_same_log::<G>(setup, seed)
}

/// Refused actions change nothing.
pub fn refusals<G: Game>(setup: &G::Setup, seed: Seed, every: usize) -> Verdict {
    sampled::<G>(setup, seed, every, |table, picker| {
        let actions = laws::strange_actions(table, STRANGE, picker);
        laws::refusals_change_nothing(table, &actions)
    })
}

/// Pictures, action texts and JSON read back, and everything that happens is told.
pub fn writing<G: Words>(setup: &G::Setup, seed: Seed, every: usize) -> Verdict {
    let seats = G::seats(setup);
    sampled::<G>(setup, seed, every, |table, _| {
        laws::pictures_round_trip::<G>(setup, table.state())?;
        laws::actions_round_trip::<G>(table.state(), seats)?;
        laws::values_round_trip(table)?;
        if table.outcome().is_some() { laws::narration_speaks(table) } else { Ok(()) }
    })
}

/// Every view fits a terminal of 80 columns.
pub fn terminal<G: Words>(setup: &G::Setup, seed: Seed, every: usize) -> Verdict {
    let seats = G::seats(setup);
    sampled::<G>(setup, seed, every, |table, _| {
        laws::views_fit_a_terminal::<G>(table.state(), seats)
    })
}

/// What a seat can't see has no effect on what it gets, and who only watches sees no secret.
pub fn secrets<G: Game>(setup: &G::Setup, seed: Seed, every: usize) -> Verdict {
    let seats = G::seats(setup);
    sampled::<G>(setup, seed, every, |table, picker| {
        let actions = laws::strange_actions(table, STRANGE, picker);
        for seat in (0..seats).map(Seat) {
            laws::guess_fits_the_view::<G>(table.state(), seat, picker.seed())?;
            laws::hidden_facts_do_not_matter(table, seat, &actions, picker)?;
        }
        laws::watchers_know_no_secret(table, &actions, picker)
    })
}

/// A bot plays by the rules and by what it sees.
pub fn bot<G: Game>(setup: &G::Setup, seed: Seed, every: usize, make: Maker<'_, G>) -> Verdict {
    sampled::<G>(setup, seed, every, |table, picker| {
        laws::bot_is_legal(make, table.state(), picker)?;
        laws::bot_sees_only_its_view(make, table.state(), picker)
    })
}

/// Taking back restores everything, and is refused after dice and disclosures.
pub fn undo<G: Game>(setup: &G::Setup, seed: Seed, every: usize) -> Verdict {
    sampled::<G>(setup, seed, every, laws::undo_restores)
}

/// No seat is favoured.
pub fn symmetry<G: Game>(
    setup: &G::Setup,
    seed: Seed,
    every: usize,
    turn: &Turn<'_, G>,
) -> Verdict {
    let seats = G::seats(setup);
    sampled::<G>(setup, seed, every, |table, picker| {
        (1..seats)
            .try_for_each(|by| laws::seats_are_symmetric(table.state(), by, turn, picker.seed()))
    })
}

/// What is refused to one seat is refused to the others in its place, and in the same words.
pub fn symmetry_of_refusals<G: Game>(
    setup: &G::Setup,
    seed: Seed,
    every: usize,
    turn: &Turn<'_, G>,
    words: &dyn Fn(&str, u8) -> String,
) -> Verdict {
    let seats = G::seats(setup);
    sampled::<G>(setup, seed, every, |table, picker| {
        let actions = laws::strange_actions(table, STRANGE, picker);
        (1..seats).try_for_each(|by| {
            laws::refusals_are_symmetric(table.state(), &actions, by, turn, words)
        })
    })
}

/// Damaged records, actions, pictures and whatever else people type are refused in words.
///
/// The valid input to damage comes from one random game.
pub fn robustness<G: Words>(setup: &G::Setup, seed: Seed, iterations: usize) -> Verdict {
    let corpus = Corpus::<G>::new(setup, seed)?;
    let Corpus { tables, records, actions, texts, pictures, typed } = &corpus;
    let everywhere = |target: fn(&str, &G::Setup, &G::State) -> Verdict| {
        move |text: &str| tables.iter().try_for_each(|table| target(text, setup, table.state()))
    };
    let batter = |corpus: &[String], target: &mut dyn FnMut(&str) -> Verdict| {
        robust::batter(corpus, iterations, seed, target)
    };
    batter(records, &mut robust::record::<G>)?;
    batter(actions, &mut everywhere(robust::action_json::<G>))?;
    batter(texts, &mut everywhere(robust::action_text::<G>))?;
    // A picture may be given to a match of another size, too.
    let mut setups: Vec<G::Setup> = (1..=8).map(G::default_setup).collect();
    setups.retain(|setup| G::validate(setup).is_ok());
    setups.push(setup.clone());
    batter(pictures, &mut |text| {
        setups.iter().try_for_each(|setup| robust::picture::<G>(setup, text))
    })?;
    batter(typed, &mut everywhere(robust::typed::<G>))
}

/// Valid input of all kinds.
pub struct Corpus<G: Game> {
    /// Some matches on the way.
    pub tables: Vec<Match<G>>,
    /// Records.
    pub records: Vec<String>,
    /// Actions as JSON.
    pub actions: Vec<String>,
    /// Actions as people type them.
    pub texts: Vec<String>,
    /// Pictures of positions.
    pub pictures: Vec<String>,
    /// Options, and the words of events to ask about.
    pub typed: Vec<String>,
}

impl<G: Words> Corpus<G> {
    /// Gathers it from one random game.
    pub fn new(setup: &G::Setup, seed: Seed) -> Result<Self, String> {
        let whole = play::whole::<G>(setup, seed)?;
        let record = whole.record().ok_or("the match has no record")?;
        let cuts = [0, 1, 2, 5, 10, 20, 40, whole.len() / 2, whole.len()];
        let mut tables = Vec::new();
        for at in cuts.into_iter().filter(|at| *at <= whole.len()) {
            tables.push(record.replay(Some(at)).map_err(|error| error.to_string())?);
        }
        let unfinished = tables.iter().take(6).filter_map(Match::record);
        let played: Vec<&G::Action> = whole.log().map(|(played, _)| &played.action).collect();
        Ok(Corpus {
            records: unfinished.map(|record| record.to_json()).collect(),
            actions: played.iter().map(crate::json).collect(),
            texts: played.into_iter().map(G::action_text).collect(),
            pictures: tables.iter().map(|table| G::diagram(table.state())).collect(),
            typed: G::options()
                .iter()
                .map(|(key, values, _)| format!("{key}={values}"))
                .chain(whole.opening().iter().map(|event| G::narrate(whole.setup(), event)))
                .collect(),
            tables,
        })
    }
}
