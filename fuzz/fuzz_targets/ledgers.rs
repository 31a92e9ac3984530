//! Rule ledgers: read, searched and compared with their document.

#![no_main]

use conformance::robust;
use kernel::ledger::Ledger;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Some(ledger) = robust::said(Ledger::parse(text)).unwrap() {
        ledger.holes();
        ledger.search("the");
    }
});
