//! Match records: read, replayed, and given to the hosts that pass only texts.

#![no_main]

use conformance::robust;
use libfuzzer_sys::fuzz_target;
use rome::Rome;

fuzz_target!(|text: &str| {
    robust::record::<Rome>(text).unwrap();
    assert!(!games::replay_json(text).is_empty());
});
