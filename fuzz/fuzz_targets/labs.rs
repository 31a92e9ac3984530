//! Lab files: read, run, and told of in words.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let report = games::lab::run_text("fuzz.toml", text);
    assert!(report.faults.iter().all(|fault| !fault.trim().is_empty()));
    assert!(report.cases.iter().all(|case| !case.to_string().is_empty()));
});
