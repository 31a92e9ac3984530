//! Text pictures of positions: read, drawn again, and played on from.

#![no_main]

use conformance::robust;
use libfuzzer_sys::fuzz_target;
use rome::Rome;
use rome::setup::Setup;

fuzz_target!(|text: &str| {
    for players in 2..=4 {
        let setup = Setup { players, ..Setup::default() };
        robust::picture::<Rome>(&setup, text).unwrap();
    }
});
