//! What a match begins from.

use kernel::Game;
use killteam::KillTeam;
use killteam::setup::{Setup, TableChoice, ready_team};
use killteam::state::State;
use table::{Kinds, Role};

fn setup() -> Setup {
    Setup::ready(["ashguard-line", "glass-wall"], 1).expect("ready teams are ready")
}

/// `killteam:TEAM-1`: no match begins without two sound teams, and every fault is told at once.
#[test]
fn team_1_both_teams_are_made_before_the_game() {
    assert_eq!(KillTeam::validate(&setup()), Ok(()));
    let mut alone = setup();
    alone.teams.pop();
    let faults = KillTeam::validate(&alone).unwrap_err();
    assert!(faults.iter().any(|fault| fault.message.contains("two teams")), "{faults:?}");
    let mut twice = setup();
    for team in &mut twice.teams {
        team.members.iter_mut().for_each(|member| member.leader = false);
    }
    let faults = KillTeam::validate(&twice).unwrap_err();
    assert!(faults.iter().any(|fault| fault.at.starts_with("team A")), "{faults:?}");
    assert!(faults.iter().any(|fault| fault.at.starts_with("team B")), "{faults:?}");
}

/// `killteam:TEAM-7`: a team that costs less plays the same game as one that costs all of it.
#[test]
fn team_7_a_smaller_sum_is_no_smaller_game() {
    let mut cheap = setup();
    let team = &mut cheap.teams[1];
    let cost = |setup: &Setup| {
        let team = &setup.teams[1];
        team.cost(team.find_faction().unwrap())
    };
    team.members.truncate(3);
    assert!(team.members.iter().any(|member| member.leader));
    assert!(cost(&cheap) < 100);
    assert_eq!(KillTeam::validate(&cheap), Ok(()));
    assert_eq!(KillTeam::start(&cheap).last_round, KillTeam::start(&setup()).last_round);
}

/// `killteam:TEAM-10`: in this scenario a leader has no task: what an objective is worth to a team
/// does not depend on who leads it.
#[test]
fn team_10_the_scenario_asks_nothing_of_leaders() {
    let mut other = setup();
    for member in &mut other.teams[0].members {
        member.leader = !member.leader;
    }
    let first = other.teams[0].members.iter().position(|member| member.leader).unwrap();
    for (i, member) in other.teams[0].members.iter_mut().enumerate() {
        member.leader = i == first;
    }
    let worth = |state: &State| {
        [0, 1, 2, 3, 4].map(|i| killteam::rules::scoring::worth(state, i, kernel::Seat(0)))
    };
    assert_eq!(worth(&KillTeam::start(&other)), worth(&KillTeam::start(&setup())));
}

/// `killteam:SETUP-6`: whatever stands on a table says whether it can be crossed or bars the way.
#[test]
fn setup_6_what_each_piece_is_was_agreed_upon() {
    let named = killteam::tables::FILES.iter().map(|(name, _)| TableChoice::Named((*name).into()));
    for table in (0..4).map(TableChoice::Seed).chain(named) {
        let state = KillTeam::start(&Setup { table, ..setup() });
        let agreed = Kinds::OBSTACLE.and(Kinds::IMPASSABLE);
        let solid = state.board.blocks.iter().filter(|block| block.role == Role::Solid);
        for block in solid {
            let name = state.board.piece_name(block.piece);
            assert!(block.kinds.any(agreed), "{name} of {}", state.board.table.name);
        }
    }
    assert!(ready_team("nobody").is_none());
}

/// `killteam:SETUP-9`: ties are rolled again, but dice whose script has ended only ever tie: their
/// fault is told instead of rolling for ever.
#[test]
fn setup_9_dice_that_have_run_out_are_told_of() {
    let dice = Box::new(kernel::Scripted::new([]));
    let Err(faults) = kernel::Match::<KillTeam>::with_dice(setup(), dice) else {
        panic!("a match began without dice");
    };
    assert!(faults.iter().any(|fault| fault.message.contains("script has ended")), "{faults:?}");
}
