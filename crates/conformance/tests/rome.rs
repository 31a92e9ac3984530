//! Rome keeps the laws, in all its variants.

use conformance::laws::Turn;
use conformance::{Verdict, suite};
use kernel::Seed;
use proptest::prelude::*;
use rome::Rome;
use rome::setup::{Mode, Setup};
use rome::turn_table::{turn_action, turn_seat, turn_state};

/// All modes, two to four players, and Divide and Conquer for two.
fn setups() -> impl Strategy<Value = Setup> {
    (prop::sample::select(&Mode::ALL[..]), 2u8..=4, any::<bool>()).prop_map(
        |(mode, players, divide)| Setup {
            players,
            mode,
            divide: divide && players == 2,
            ..Setup::default()
        },
    )
}

fn holds(verdict: Verdict) -> Result<(), TestCaseError> {
    verdict.map_err(TestCaseError::fail)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..Default::default() })]

    #[test]
    fn candidates_are_lawful(setup in setups(), seed: u64) {
        holds(suite::candidates::<Rome>(&setup, Seed::from(seed), 4))?;
    }

    #[test]
    fn records_replay(setup in setups(), seed: u64) {
        holds(suite::records::<Rome>(&setup, Seed::from(seed)))?;
    }

    #[test]
    fn refusals_change_nothing(setup in setups(), seed: u64) {
        holds(suite::refusals::<Rome>(&setup, Seed::from(seed), 8))?;
    }

    #[test]
    fn writing_round_trips(setup in setups(), seed: u64) {
        holds(suite::writing::<Rome>(&setup, Seed::from(seed), 8))?;
    }

    #[test]
    fn views_fit_a_terminal(setup in setups(), seed: u64) {
        holds(suite::terminal::<Rome>(&setup, Seed::from(seed), 8))?;
    }

    #[test]
    fn secrets_are_kept(setup in setups(), seed: u64) {
        holds(suite::secrets::<Rome>(&setup, Seed::from(seed), 16))?;
    }

    #[test]
    fn bots_are_legal_and_fair(setup in setups(), seed: u64) {
        // The strongest is as the one before it, with more simulations.
        for (name, _) in bots::NAMES.iter().filter(|(name, _)| *name != "level5") {
            let make = |seed| bots::by_name::<Rome>(name, seed).expect("listed bots exist");
            holds(suite::bot::<Rome>(&setup, Seed::from(seed), 16, &make))?;
        }
        let effort = bots::Effort { simulations: 12, notices: usize::MAX, width: 4, horizon: 1, trust: 0, eye: kernel::Eye::Plain };
        let search = |seed| -> Box<dyn kernel::Chooser<Rome> + Send> {
            Box::new(bots::Search::new(seed, effort))
        };
        holds(suite::bot::<Rome>(&setup, Seed::from(seed), 16, &search))?;
    }

    #[test]
    fn undo_restores(setup in setups(), seed: u64) {
        holds(suite::undo::<Rome>(&setup, Seed::from(seed), 16))?;
    }

    #[test]
    fn seats_are_symmetric(setup in setups(), seed: u64) {
        let players = setup.players;
        let turn = Turn::<Rome> {
            state: &turn_state,
            action: &|action, by| turn_action(action, by, players),
            seat: &|seat, by| turn_seat(seat, by, players),
            by_seat: &|_| false,
        };
        holds(suite::symmetry::<Rome>(&setup, Seed::from(seed), 8, &turn))?;
    }
}
