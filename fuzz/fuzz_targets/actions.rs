//! Actions as JSON and as people type them, in positions of a random game.

#![no_main]

use std::sync::LazyLock;

use conformance::robust;
use conformance::suite::Corpus;
use kernel::Seed;
use libfuzzer_sys::fuzz_target;
use rome::Rome;
use rome::setup::Setup;

static STATES: LazyLock<Vec<(Setup, rome::state::State)>> = LazyLock::new(|| {
    let mut states = Vec::new();
    for players in 2..=4 {
        let setup = Setup { players, ..Setup::default() };
        let corpus = Corpus::<Rome>::new(&setup, Seed::from(1)).unwrap();
        states.extend(corpus.tables.iter().map(|table| (setup, table.state().clone())));
    }
    states
});

fuzz_target!(|text: &str| {
    for (setup, state) in STATES.iter() {
        robust::action_json::<Rome>(text, setup, state).unwrap();
        robust::action_text::<Rome>(text, setup, state).unwrap();
        robust::typed::<Rome>(text, setup, state).unwrap();
    }
});
