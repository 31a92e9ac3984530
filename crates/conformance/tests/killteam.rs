//! Kill Team Vanguard keeps the laws, on tables of all kinds.

mod half_turn;

use conformance::laws::Turn;
use conformance::{Verdict, play, robust, suite};
use half_turn::Mirror;
use kernel::{Game, Roll, Seat, Seed, Words};
use killteam::KillTeam;
use killteam::roster::Roster;
use killteam::setup::{Setup, TableChoice};
use proptest::prelude::*;

/// Teams of a few models of any faction, so that a game of random decisions is over soon, on an
/// empty table or one of a number.
fn setups() -> impl Strategy<Value = Setup> {
    let teams: Vec<String> = killteam::faction::built_in()
        .iter()
        .flat_map(|faction| faction.teams.iter().map(|team| team.id.clone()))
        .collect();
    let team = || (prop::sample::select(teams.clone()), 0_usize..20, 1_usize..=4);
    (team(), team(), prop::option::of(1_u64..=8)).prop_map(|(a, b, table)| {
        let mut setup = KillTeam::default_setup(2);
        set(&mut setup, "teams", &format!("{},{}", a.0, b.0));
        for (team, (_, from, count)) in setup.teams.iter_mut().zip([a, b]) {
            let from = from % team.members.len();
            team.members.rotate_left(from);
            team.members.truncate(count);
            led(team);
        }
        match table {
            Some(number) => setup.table = TableChoice::Seed(number),
            None => set(&mut setup, "table", "empty"),
        }
        setup
    })
}

fn set(setup: &mut Setup, key: &str, value: &str) {
    KillTeam::set_option(setup, key, value).expect("the option is right");
}

/// Somebody leads what is left of a team.
fn led(team: &mut Roster) {
    let led = team.members.iter().any(|member| member.leader);
    team.members[0].leader |= !led;
}

fn holds(verdict: Verdict) -> Result<(), TestCaseError> {
    verdict.map_err(TestCaseError::fail)
}

/// Asks with everything that turns Kill Team's table by half. Who goes first, who picks a side and
/// who places terrain is rolled for by the first seat and then by the second.
fn symmetric(mirror: &Mirror, law: impl FnOnce(&Turn<'_, KillTeam>) -> Verdict) -> Verdict {
    law(&Turn::<KillTeam> {
        state: &|state, by| if by == 0 { state.clone() } else { mirror.state(state) },
        action: &|action, by| if by == 0 { action.clone() } else { half_turn::action(action) },
        seat: &|seat, by| if by == 0 { seat } else { half_turn::seat(seat) },
        by_seat: &|roll: Roll| matches!(roll.name, "first" | "side" | "terrain"),
    })
}

/// What is said of a position is said of the turned one.
fn explained_alike(state: &killteam::state::State, mirror: &Mirror) -> Verdict {
    let turned = mirror.state(state);
    let everybody: Vec<_> =
        [Seat(0), Seat(1)].iter().flat_map(|seat| state.on_table(*seat)).collect();
    let mut questions: Vec<String> = vec!["objectives".into(), "cp".into()];
    for id in &everybody {
        questions.extend([format!("card {id}"), format!("engaged {id}"), format!("nerve {id}")]);
        for other in everybody.iter().filter(|other| other.seat() != id.seat()) {
            questions.extend([format!("range {id} {other}"), format!("sight {id} {other}")]);
            questions.push(format!("attack {id} 1 at {other}"));
        }
    }
    for seat in [Seat(0), Seat(1)] {
        let (here, there) =
            (KillTeam::view(state, seat), KillTeam::view(&turned, half_turn::seat(seat)));
        for question in &questions {
            let ours = KillTeam::explain(&here, question);
            let theirs = KillTeam::explain(&there, &half_turn::words(question));
            let text = |answer: &Result<Vec<String>, String>, turn: bool| {
                let mut lines = match answer {
                    Ok(lines) => lines.join("\n"),
                    Err(error) => format!("no answer: {error}"),
                };
                // Where as few things hide a model in one way as in another, any of them is named.
                let seen =
                    |line: &str| match (line.split_once(" obscured by "), line.split_once(": ")) {
                        (Some((seen, _)), _) => format!("{seen} obscured"),
                        (None, Some((seen, _))) if question.starts_with("sight") => seen.to_owned(),
                        _ => line.to_owned(),
                    };
                lines = lines.lines().map(seen).collect::<Vec<_>>().join("\n");
                half_turn::sorted(&if turn { half_turn::words(&lines) } else { lines })
            };
            let (ours, theirs) = (text(&ours, true), text(&theirs, false));
            if ours != theirs {
                return Err(format!("{question}: {ours:?}; turned: {theirs:?}"));
            }
        }
    }
    Ok(())
}

/// Fresh tables are their own half-turn, so that no side is the better one.
#[test]
fn fresh_tables_are_their_own_half_turn() {
    for seed in 0..40 {
        let board = TableChoice::Seed(seed).board().expect("a fresh table is sound");
        assert!(table::is_half_turn_symmetric(&board), "table {seed}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..Default::default() })]

    #[test]
    fn candidates_are_lawful(setup in setups(), seed: u64) {
        holds(suite::candidates::<KillTeam>(&setup, Seed::from(seed), 24))?;
    }

    #[test]
    fn records_replay(setup in setups(), seed: u64) {
        holds(suite::records::<KillTeam>(&setup, Seed::from(seed)))?;
    }

    #[test]
    fn refusals_change_nothing(setup in setups(), seed: u64) {
        holds(suite::refusals::<KillTeam>(&setup, Seed::from(seed), 24))?;
    }

    #[test]
    fn writing_round_trips(setup in setups(), seed: u64) {
        holds(suite::writing::<KillTeam>(&setup, Seed::from(seed), 8))?;
    }

    #[test]
    fn views_fit_a_terminal(setup in setups(), seed: u64) {
        holds(suite::terminal::<KillTeam>(&setup, Seed::from(seed), 8))?;
    }

    #[test]
    fn secrets_are_kept(setup in setups(), seed: u64) {
        holds(suite::secrets::<KillTeam>(&setup, Seed::from(seed), 48))?;
    }

    #[test]
    fn bots_are_legal_and_fair(setup in setups(), seed: u64) {
        // Those that search are tried below, with fewer simulations: the laws are the same.
        let quick = |name: &str| !["level4", "level5"].contains(&name);
        for (name, _) in bots::NAMES.iter().filter(|(name, _)| quick(name)) {
            let make = |seed| bots::by_name::<KillTeam>(name, seed).expect("listed bots exist");
            holds(suite::bot::<KillTeam>(&setup, Seed::from(seed), 64, &make))?;
        }
        let effort = bots::Effort { simulations: 12, notices: usize::MAX, width: 4, horizon: 1, trust: 4, eye: kernel::Eye::Seasoned };
        let search = |seed| -> Box<dyn kernel::Chooser<KillTeam> + Send> {
            Box::new(bots::Search::new(seed, effort))
        };
        holds(suite::bot::<KillTeam>(&setup, Seed::from(seed), 64, &search))?;
    }

    /// On the table as it is turned, with every piece of it.
    #[test]
    fn seats_are_symmetric(setup in setups(), seed: u64) {
        let mirror = Mirror::new(false);
        holds(symmetric(&mirror, |turn| {
            suite::symmetry::<KillTeam>(&setup, Seed::from(seed), 12, turn)
        }))?;
    }

    /// On the same table, which is its own half-turn: the order of its pieces must not matter.
    #[test]
    fn seats_are_symmetric_on_a_symmetric_table(setup in setups(), seed: u64) {
        let mirror = Mirror::new(true);
        holds(symmetric(&mirror, |turn| {
            suite::symmetry::<KillTeam>(&setup, Seed::from(seed), 12, turn)
        }))?;
    }

    #[test]
    fn refusals_are_symmetric(setup in setups(), seed: u64) {
        let mirror = Mirror::new(false);
        holds(symmetric(&mirror, |turn| {
            suite::symmetry_of_refusals::<KillTeam>(&setup, Seed::from(seed), 12, turn, &|text, by| {
                half_turn::without_places(&if by == 0 { text.into() } else { half_turn::words(text) })
            })
        }))?;
    }

    #[test]
    fn explanations_are_symmetric(setup in setups(), seed: u64) {
        let mirror = Mirror::new(false);
        let mut ask = |table: &mut kernel::Match<KillTeam>, picker: &mut play::Picker| {
            if picker.once_in(12) { explained_alike(table.state(), &mirror) } else { Ok(()) }
        };
        holds(play::walk::<KillTeam>(&setup, Seed::from(seed), &mut ask).map(drop))?;
    }

    #[test]
    fn undo_restores(setup in setups(), seed: u64) {
        holds(suite::undo::<KillTeam>(&setup, Seed::from(seed), 24))?;
    }
}

#[test]
fn a_whole_default_game_is_written_and_read() {
    let setup = KillTeam::default_setup(2);
    suite::writing::<KillTeam>(&setup, Seed::from(1), 12).unwrap();
    suite::terminal::<KillTeam>(&setup, Seed::from(2), 12).unwrap();
}

fn small() -> Setup {
    let mut setup = KillTeam::default_setup(2);
    for team in &mut setup.teams {
        team.members.truncate(3);
        led(team);
    }
    setup
}

#[test]
fn damaged_records_actions_and_pictures() {
    let mut setup = small();
    suite::robustness::<KillTeam>(&setup, Seed::from(21), 120).unwrap();
    set(&mut setup, "table", "empty");
    suite::robustness::<KillTeam>(&setup, Seed::from(22), 120).unwrap();
}

/// A picture with something of everything that a case of the lab may say.
const PICTURE: &str = r#"
table empty
piece ruin
floor 10,10 16,10 16,16 10,16 at 3
wall 10,10 to 16,10 height 3 thick 0.2 kinds impassable window at 1 width 1.5 sill 1 head 2 door at 3 width 1.5 head 2
ladder 16,12 to 16,13 from 0 to 3
piece
area 20,20 24,20 24,24 20,24 kinds difficult,dense
solid 26,4 30,4 30,5 26,5 height 1 kinds obstacle
A1 card plain leader name Brannic
A1 stats armour 3 wounds 5 speed 6 nerve 3 cp 1 invulnerable 5 base "32 mm" height 1.5
A1 attack Long Gun ranged range 30 dice 3 hit 3 ap 1 damage 2 rules [{"name":"Hot","effects":[{"do":"sixes","mortal":1}]}]
A1 attack Knife melee range 1 dice 2 hit 4
A1 feat {"name":"Rush","when":"short_action","cost":1,"effects":[{"do":"move","up_to":3}]}
A2 card ashguard/trooper
B1 card plain
round 2 | turns 5
ask act A | turn A | first B
active A1 shorts 1 done aim aim
A near cp 3 tokens 0 score 4 seize 1
B far cp 2 tokens 1 broken
A1 at 5,5 wounds 4 used 1
A2 at 7,5 down activated
B1 at 13,13 up 3 facing 180 wounds 1
"#;

#[test]
fn damaged_pictures_of_the_lab() {
    let setup = small();
    let state = KillTeam::position(&setup, PICTURE).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(KillTeam::compare(&state, &KillTeam::diagram(&state)), Ok(Vec::new()));
    robust::batter(&[PICTURE.to_owned()], 400, Seed::from(23), &mut |text| {
        robust::picture::<KillTeam>(&setup, text)
    })
    .unwrap();
}

#[test]
fn only_two_can_play() {
    for seats in 0..=5 {
        let setup = KillTeam::default_setup(seats);
        assert_eq!(KillTeam::validate(&setup).is_ok(), seats == 2, "{seats}");
    }
}
