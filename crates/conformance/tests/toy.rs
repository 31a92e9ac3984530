//! The toy game keeps the laws: where one fails for another game, the law is not to blame.

use conformance::toy::{self, Setup, Toy};
use conformance::{Verdict, laws, suite};
use kernel::Seed;
use proptest::prelude::*;

fn setups() -> impl Strategy<Value = Setup> {
    (2u8..=4, 1u8..=3).prop_map(|(players, hand)| Setup { players, hand })
}

fn holds(verdict: Verdict) -> Result<(), TestCaseError> {
    verdict.map_err(TestCaseError::fail)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..Default::default() })]

    #[test]
    fn candidates_are_lawful(setup in setups(), seed: u64) {
        holds(suite::candidates::<Toy>(&setup, Seed::from(seed), 1))?;
    }

    #[test]
    fn records_replay(setup in setups(), seed: u64) {
        holds(suite::records::<Toy>(&setup, Seed::from(seed)))?;
    }

    #[test]
    fn refusals_change_nothing(setup in setups(), seed: u64) {
        holds(suite::refusals::<Toy>(&setup, Seed::from(seed), 1))?;
    }

    #[test]
    fn writing_round_trips(setup in setups(), seed: u64) {
        holds(suite::writing::<Toy>(&setup, Seed::from(seed), 1))?;
    }

    #[test]
    fn views_fit_a_terminal(setup in setups(), seed: u64) {
        holds(suite::terminal::<Toy>(&setup, Seed::from(seed), 1))?;
    }

    #[test]
    fn secrets_are_kept(setup in setups(), seed: u64) {
        holds(suite::secrets::<Toy>(&setup, Seed::from(seed), 1))?;
    }

    #[test]
    fn bots_are_legal_and_fair(setup in setups(), seed: u64) {
        for (name, _) in bots::NAMES {
            let make = |seed| bots::by_name::<Toy>(name, seed).expect("listed bots exist");
            holds(suite::bot::<Toy>(&setup, Seed::from(seed), 1, &make))?;
        }
        let effort = bots::Effort { simulations: 12, notices: usize::MAX, width: 4, horizon: 1, trust: 0, eye: kernel::Eye::Plain };
        let search = |seed| -> Box<dyn kernel::Chooser<Toy> + Send> {
            Box::new(bots::Search::new(seed, effort))
        };
        holds(suite::bot::<Toy>(&setup, Seed::from(seed), 1, &search))?;
    }

    #[test]
    fn undo_restores(setup in setups(), seed: u64) {
        holds(suite::undo::<Toy>(&setup, Seed::from(seed), 1))?;
    }

    #[test]
    fn seats_are_symmetric(setup in setups(), seed: u64) {
        let seats = setup.players;
        let turn = laws::Turn::<Toy> {
            state: &toy::rotate,
            action: &|action, by| toy::rotate_action(action, seats, by),
            seat: &|seat, by| toy::rotate_seat(seat, seats, by),
            by_seat: &|_| false,
        };
        holds(suite::symmetry::<Toy>(&setup, Seed::from(seed), 1, &turn))?;
    }
}

#[test]
fn damaged_input_is_refused_with_words() {
    for players in 2..=4 {
        let setup = Setup { players, hand: 2 };
        suite::robustness::<Toy>(&setup, Seed::from(5), 500).unwrap();
    }
}
