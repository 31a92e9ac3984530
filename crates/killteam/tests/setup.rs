//! What a match begins from.

use kernel::{Game, Knower, Seat, Seed, Seeded, Step};
use killteam::KillTeam;
use killteam::action::Action;
use killteam::setup::{Setup, TableChoice, ready_team};
use killteam::state::{Ask, Side, State};
use table::{INCH, Kinds, Length, Part, Piece, Point, Role, Table};

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

/// A table with something impassable all over the near zone but for a bay at its left end.
fn crowded(bay: i32) -> Setup {
    let corner = |x, y| Point::new(x, y);
    let (width, depth) = (36 * INCH, 6 * INCH);
    let bog = Part::Area {
        outline: vec![corner(bay, 0), corner(width, 0), corner(width, depth), corner(bay, depth)],
        z: Length::ZERO,
        kinds: Kinds::IMPASSABLE,
    };
    let piece = Piece { name: "a bog".into(), kinds: Kinds::default(), parts: vec![bog] };
    let size = Point::new(width, width);
    let table = Table { name: "crowded".into(), size, pieces: vec![piece] };
    Setup { table: TableChoice::Own(table), ..setup() }
}

/// `killteam:K58`: whoever finds no place for any model passes, and those models are out; as long as
/// there is a place for one of them, nobody may.
#[test]
fn k56_models_without_a_place_stay_out() {
    for (bay, room) in [(0, false), (8 * INCH / 5, true), (36 * INCH - 1, true)] {
        for seed in 0..4 {
            let setup = crowded(bay);
            assert_eq!(KillTeam::validate(&setup), Ok(()));
            let mut state = KillTeam::start(&setup);
            let mut dice = Seeded::new(Seed::from(seed));
            let mut events = Vec::new();
            KillTeam::open(&mut Step::new(&mut state, &mut dice, &mut events));
            let mut passed = 0;
            while state.round == 0 && !matches!(state.ask, Ask::Over(_)) {
                let seat = state.ask.seat().expect("one seat sets up at a time");
                let mut word = seed + state.figures.iter().flatten().count() as u64;
                let mut random = |bound: u32| {
                    word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (word >> 33) as u32 % bound
                };
                let action = KillTeam::lot(Knower::from_state(&state, seat), &mut random);
                let mut candidates = Vec::new();
                KillTeam::candidates(&KillTeam::view(&state, seat), 64, &mut candidates);
                for action in candidates.iter().chain([&action]) {
                    assert_eq!(KillTeam::check(&state, seat, action), Ok(()), "{action}");
                }
                let may_pass = KillTeam::check(&state, seat, &Action::Pass).is_ok();
                assert_eq!(action == Action::Pass, may_pass, "{action}");
                passed += u32::from(may_pass);
                let mut step = Step::new(&mut state, &mut dice, &mut events);
                KillTeam::resolve(&mut step, seat, &action);
            }
            let near = if state.teams[0].side == Side::Near { Seat(0) } else { Seat(1) };
            let (there, all) = (state.count(near), state.roster(near).count());
            assert_eq!(there > 0, room, "{bay}");
            assert_eq!((there < all, passed), if bay > 30 * INCH { (false, 0) } else { (true, 1) });
            let out = state.roster(near).filter(|id| state.model(*id).out).count();
            assert_eq!(out, all - there, "those without a place are out");
            let far = killteam::state::other(near);
            assert_eq!(state.count(far), state.roster(far).count(), "the other has room for all");
        }
    }
}
