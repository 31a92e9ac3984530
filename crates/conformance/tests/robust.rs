//! Damaged input of every kind: an error in words, never a panic.

use conformance::{robust, suite};
use kernel::ledger::Ledger;
use kernel::{Game, Seed, Words};
use rome::Rome;
use rome::setup::{Mode, Setup};

const ITERATIONS: usize = 1500;

#[test]
fn damaged_records_actions_and_pictures_of_rome() {
    for (players, mode) in
        [(2, Mode::Full), (4, Mode::Full), (3, Mode::NoCommands), (2, Mode::First)]
    {
        let setup = Setup { players, mode, ..Setup::default() };
        suite::robustness::<Rome>(&setup, Seed::from(11), ITERATIONS).unwrap();
    }
}

#[test]
fn any_number_of_seats_is_a_setup_or_a_list_of_faults() {
    for seats in 0..=u8::MAX {
        let setup = Rome::default_setup(seats);
        assert_eq!(Rome::validate(&setup).is_ok(), (2..=4).contains(&seats), "{seats}");
    }
}

#[test]
fn damaged_ledgers() {
    let corpus = [Rome::ledger().to_string()];
    robust::batter(&corpus, 300, Seed::from(12), &mut |text| {
        if let Some(ledger) = robust::said(Ledger::parse(text))? {
            ledger.holes();
            ledger.search("unit");
            ledger.find("rome:R1");
        }
        Ok(())
    })
    .unwrap();
}
