//! Whole games, recorded: they must come out the same today as when they were recorded.
//!
//! `UPDATE_GOLDEN=1` writes them anew. A change of these files is a change of the rules, of a bot or
//! of the dice, and its commit says why.

use std::path::PathBuf;

use kernel::{Awaiting, Seed};

/// A game to be recorded: its name, the game, its options, who plays, and the seed.
struct Golden {
    name: &'static str,
    game: &'static str,
    options: &'static [(&'static str, &'static str)],
    bots: &'static [&'static str],
    seed: u64,
}

const GAMES: &[Golden] = &[
    Golden {
        name: "rome-full-greedy",
        game: "rome",
        options: &[],
        bots: &["greedy", "greedy"],
        seed: 1,
    },
    Golden {
        name: "rome-full-random",
        game: "rome",
        options: &[],
        bots: &["random", "random"],
        seed: 2,
    },
    Golden {
        name: "rome-first",
        game: "rome",
        options: &[("mode", "first")],
        bots: &["greedy", "random"],
        seed: 3,
    },
    Golden {
        name: "rome-front-commands",
        game: "rome",
        options: &[("mode", "front-commands")],
        bots: &["random", "random"],
        seed: 4,
    },
    Golden {
        name: "rome-no-commands",
        game: "rome",
        options: &[("mode", "no-commands")],
        bots: &["random", "greedy"],
        seed: 5,
    },
    Golden {
        name: "rome-divide",
        game: "rome",
        options: &[("divide", "yes")],
        bots: &["random", "random"],
        seed: 6,
    },
    Golden {
        name: "rome-three",
        game: "rome",
        options: &[],
        bots: &["greedy", "random", "greedy"],
        seed: 7,
    },
    Golden {
        name: "rome-four",
        game: "rome",
        options: &[],
        bots: &["greedy", "greedy", "random", "random"],
        seed: 8,
    },
    Golden {
        name: "killteam-random",
        game: "killteam",
        options: &[],
        bots: &["random", "random"],
        seed: 9,
    },
    Golden {
        name: "killteam-empty-table",
        game: "killteam",
        options: &[("table", "empty")],
        bots: &["random", "random"],
        seed: 10,
    },
];

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../golden/{name}.vanguard.json"))
}

/// Plays the game with its bots and gives its record.
fn play(golden: &Golden) -> String {
    let options: Vec<(String, String)> =
        golden.options.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect();
    let seed = Seed::from(golden.seed);
    let game = games::find(golden.game).expect("the game exists");
    let seats = u8::try_from(golden.bots.len()).expect("a handful of bots");
    let mut table =
        game.new_match(&options, &games::no_files, seats, seed).expect("the options are right");
    table.set_players(golden.bots.iter().map(|bot| (*bot).to_string()).collect());
    while let Awaiting::Seats(seats) = table.awaiting() {
        let seat = seats.lowest().expect("somebody is asked");
        let bot = golden.bots[seat.index()];
        table.bot_play(seat, bot, &games::Patience::default()).expect("bots play legally");
    }
    table.record_json().expect("a seeded match has a record")
}

#[test]
fn recorded_games_come_out_the_same_and_replay_to_their_hash() {
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    for golden in GAMES {
        let path = path(golden.name);
        let now = play(golden);
        if update {
            std::fs::write(&path, &now).expect("the folder of golden records can be written");
        }
        let then = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            now == then,
            "{} came out differently. If that is meant, run `cargo xtask golden` and say why in the \
             commit.",
            golden.name
        );
        let answer: serde_json::Value =
            serde_json::from_str(&games::replay_json(&then)).expect("an answer in JSON");
        let record: serde_json::Value = serde_json::from_str(&then).expect("a record in JSON");
        assert_eq!(answer["ok"], true, "{}: {answer}", golden.name);
        assert_eq!(answer["hash"], record["hash"], "{}", golden.name);
    }
}

#[test]
fn no_record_lies_in_the_folder_that_is_not_in_the_list() {
    let folder = path("x").parent().expect("a folder").to_path_buf();
    for entry in std::fs::read_dir(folder).expect("the folder of golden records") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        let known = GAMES.iter().any(|golden| name == format!("{}.vanguard.json", golden.name));
        assert!(known, "{name} is not in the list");
    }
}
