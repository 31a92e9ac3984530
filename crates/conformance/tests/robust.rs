//! Damaged input of every kind: an error in words, never a panic.

use conformance::{robust, suite};
use kernel::ledger::Ledger;
use kernel::{Game, Seed, Words};
use rome::Rome;
use rome::setup::{Mode, Setup};

const ITERATIONS: usize = 1000;

fn setup(players: u8, mode: Mode, divide: bool) -> Setup {
    Setup { players, mode, divide, ..Setup::default() }
}

#[test]
fn damaged_records_actions_and_pictures_of_rome() {
    for setup in [
        setup(2, Mode::Full, false),
        setup(4, Mode::Full, false),
        setup(3, Mode::NoCommands, false),
        setup(2, Mode::First, true),
    ] {
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

/// A lab file with something of everything; real ones are added where there are any.
const LAB: &str = r#"
game = "rome"

[[case]]
name = "a seed deals, and what is refused is told"
seed = "7"
steps = ["A attack"]
"#;

#[test]
fn damaged_labs() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lab/rome");
    let mut corpus = vec![LAB.to_string()];
    for file in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        corpus.extend(std::fs::read_to_string(file.path()));
    }
    corpus.sort();
    robust::batter(&corpus, 400, Seed::from(13), &mut |text| {
        let report = games::lab::run_text("damaged.toml", text);
        let told = report.cases.iter().all(|case| !case.to_string().trim().is_empty());
        let faults = report.faults.iter().all(|fault| !fault.trim().is_empty());
        let something = !report.cases.is_empty() || !report.faults.is_empty();
        if told && faults && something { Ok(()) } else { Err("a fault without words".into()) }
    })
    .unwrap();
}

#[test]
fn damaged_records_given_to_hosts_that_pass_only_texts() {
    let setup = Setup::default();
    let corpus = suite::Corpus::<Rome>::new(&setup, Seed::from(14)).unwrap();
    robust::batter(&corpus.records, 500, Seed::from(15), &mut |text| {
        let answer: serde_json::Value =
            serde_json::from_str(&games::replay_json(text)).map_err(|error| error.to_string())?;
        let said = |key: &str| answer[key].as_str().is_some_and(|words| !words.is_empty());
        match answer["ok"].as_bool() {
            Some(true) if said("hash") => Ok(()),
            Some(false) if said("error") => Ok(()),
            _ => Err(format!("an answer without words: {answer}")),
        }
    })
    .unwrap();
}

#[test]
fn pictures_of_one_match_given_to_another() {
    let setups = [
        setup(2, Mode::Full, true),
        setup(3, Mode::Full, false),
        setup(4, Mode::First, false),
        setup(2, Mode::NoCommands, false),
    ];
    for drawn in &setups {
        let corpus = suite::Corpus::<Rome>::new(drawn, Seed::from(16)).unwrap();
        for picture in &corpus.pictures {
            // With and without the line that says what is played.
            let (_, bare) = picture.split_once('\n').unwrap();
            for given in &setups {
                robust::picture::<Rome>(given, picture).unwrap();
                robust::picture::<Rome>(given, bare).unwrap();
            }
        }
    }
}
