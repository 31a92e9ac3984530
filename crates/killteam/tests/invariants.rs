//! What holds after every action of every game, whoever plays and on whatever table.

use kernel::{Awaiting, Eye, Game, Knower, Seat, Seed, Seeded, Step, dice};
use killteam::action::{Act, Action};
use killteam::event::Event;
use killteam::rules::moving;
use killteam::setup::{SIDE, Setup, TableChoice};
use killteam::state::{Id, Phase, State};
use killteam::{KillTeam, faction};
use table::Length;

fn teams() -> Vec<String> {
    let factions = faction::built_in().iter();
    factions.flat_map(|faction| faction.teams.iter().map(|team| team.id.clone())).collect()
}

/// Bases apart and on the table, wounds and points in range.
fn sound(state: &State) -> Result<(), String> {
    let ids: Vec<Id> = [Seat(0), Seat(1)].into_iter().flat_map(|seat| state.roster(seat)).collect();
    let mover = state.moving.as_ref().map(|moving| moving.model);
    for (i, id) in ids.iter().enumerate() {
        let (model, profile) = (state.model(*id), state.profile(*id));
        if model.wounds > profile.wounds {
            return Err(format!("{id} has {} of {} wounds", model.wounds, profile.wounds));
        }
        let Some(figure) = state.figure(*id) else { continue };
        if model.out || (model.wounds == 0 && state.save.is_none()) {
            return Err(format!("{id} is on the table with {} wounds", model.wounds));
        }
        let (low, high) = figure.footprint().bounds();
        if low.x < 0 || low.y < 0 || high.x > SIDE || high.y > SIDE {
            return Err(format!("{id} hangs over the edge at {}", figure.spot));
        }
        // On its way a model may be over an obstacle; at rest everybody stands where one can.
        if mover != Some(*id) {
            let fits = state.scene().fits(id.index(), figure.spot, &moving::terms());
            if let Err(bar) = fits {
                return Err(format!("{id} at {}: {}", figure.spot, bar.explain(&state.board)));
            }
        }
        for other in &ids[i + 1..] {
            if state.figure(*other).is_some_and(|there| figure.overlaps(there)) {
                return Err(format!("{id} and {other} overlap"));
            }
        }
    }
    for team in &state.teams {
        if team.score > 11 * u16::from(state.last_round) || team.cp > 99 {
            return Err(format!("{team:?}"));
        }
    }
    Ok(())
}

/// Nobody moves further than the move allows.
fn moves_are_short(before: &State, events: &[Event]) -> Result<(), String> {
    let mut state = before.clone();
    for event in events {
        if let Event::SetOut { model, why, path, .. } = event
            && !path.is_empty()
        {
            let walked = moving::walk(&state, *model, path).map_err(|why| why.to_string())?;
            let (allowed, _) = moving::allowance(&state, *model, *why);
            let most = match why {
                killteam::state::MoveFor::Feat => Length::inches(12),
                _ => allowed,
            };
            if walked.cost > most {
                return Err(format!("{model} moved {} of {most}", walked.cost));
            }
        }
        KillTeam::apply(&mut state, event);
    }
    Ok(())
}

/// A charge that is proposed ends with its target in reach, whatever the shapes of the bases.
fn charges_arrive(state: &State, action: &Action) -> bool {
    let Action::Act(Act::Charge { target, path }) = action else { return true };
    let Some(now) = &state.activation else { return false };
    let reach = state.profile(now.model).engages.unwrap_or_default().max(Length::CONTACT);
    let (end, enemy) = (path.last().map(|leg| leg.to), state.figure(*target));
    end.zip(enemy).is_some_and(|(end, enemy)| state.figure_at(now.model, end).within(enemy, reach))
}

fn choose(state: &State, seat: Seat, clever: bool, random: &mut dyn FnMut(u32) -> u32) -> Action {
    if !clever {
        return KillTeam::lot(Knower::from_state(state, seat), random);
    }
    let view = KillTeam::view(state, seat);
    let (mut actions, mut values) = (Vec::new(), Vec::new());
    KillTeam::candidates(&view, 32, &mut actions);
    for action in &actions {
        assert!(charges_arrive(state, action), "{seat} would {action}");
    }
    KillTeam::appraise(&view, &actions, Eye::Seasoned, &mut values);
    let best =
        (0..actions.len()).max_by_key(|i| values[*i]).expect("a seat that owes has a choice");
    actions.swap_remove(best)
}

fn play(setup: &Setup, seed: u64, clever: [bool; 2]) {
    let mut state = KillTeam::start(setup);
    let mut dice = Seeded::new(Seed::from(seed));
    let mut word = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut random = move |bound: u32| {
        dice::below(bound, || {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            (word >> 32) as u32
        })
    };
    let mut events = Vec::new();
    KillTeam::open(&mut Step::new(&mut state, &mut dice, &mut events));
    for step in 0..KillTeam::ACTIONS_MAX {
        let seat = match KillTeam::awaiting(&state) {
            Awaiting::Over(_) => {
                assert_eq!(state.phase, Phase::Over);
                return;
            }
            Awaiting::Seats(seats) => seats.lowest().expect("somebody is waited for"),
        };
        let action = choose(&state, seat, clever[seat.index()], &mut random);
        let place = || format!("game {seed}, action {step}: {seat} {action}");
        if let Err(why) = KillTeam::check(&state, seat, &action) {
            panic!("{}: {why}", place());
        }
        assert!(charges_arrive(&state, &action), "{}", place());
        let before = state.clone();
        events.clear();
        KillTeam::resolve(&mut Step::new(&mut state, &mut dice, &mut events), seat, &action);
        if let Err(why) = moves_are_short(&before, &events).and_then(|()| sound(&state)) {
            panic!("{}: {why}", place());
        }
    }
    panic!("game {seed} does not end");
}

/// Every pair of teams within a hundred games, on many tables.
fn setup(seed: u64) -> Setup {
    let teams = teams();
    let count = teams.len() as u64;
    let pick = |k: u64| teams[(k % count) as usize].as_str();
    Setup::ready([pick(seed), pick(seed * 7 + 3 + seed / count)], seed % 59)
        .expect("ready teams are ready")
}

/// How many games are played in all: `VANGUARD_GAMES`, or as many as suit an ordinary test.
fn games() -> u64 {
    match std::env::var("VANGUARD_GAMES") {
        Ok(text) => {
            text.parse().unwrap_or_else(|_| panic!("VANGUARD_GAMES is a number, not `{text}`"))
        }
        Err(_) => 80,
    }
}

/// Now and then, in a long run, says how far it has come.
fn tell(seed: u64, of: u64) {
    if seed > 0 && seed.is_multiple_of(1000) {
        println!("{seed} of {of} games");
    }
}

/// Three quarters of the games are of random decisions.
#[test]
fn random_games_break_no_invariant() {
    let count = games() - games() / 4;
    for seed in 0..count {
        play(&setup(seed), seed, [false, false]);
        tell(seed, count);
    }
}

/// A quarter of the games have a clever side, or two.
#[test]
fn clever_games_break_no_invariant() {
    let count = games() / 4;
    for seed in 0..count {
        play(&setup(seed), seed, [true, seed % 2 == 0]);
        tell(seed, count);
    }
}

/// `killteam:SETUP-4`, `killteam:SETUP-5`, `killteam:K40`: terrain placed in turns covers a quarter
/// of the table, and the game is played on it.
#[test]
fn setup_4_terrain_is_placed_in_turns_until_a_quarter_is_covered() {
    for seed in 0..2 {
        let setup = Setup { table: TableChoice::Placed(seed), ..setup(seed) };
        let mut state = KillTeam::start(&setup);
        let mut dice = Seeded::new(Seed::from(seed));
        let mut events = Vec::new();
        KillTeam::open(&mut Step::new(&mut state, &mut dice, &mut events));
        let mut last = None;
        let mut count = 0_u32;
        while let killteam::state::Ask::Terrain(seat) = state.ask {
            assert_ne!(last, Some(seat), "they place in turns");
            last = Some(seat);
            count += 1;
            let mut k = count;
            let action = KillTeam::lot(Knower::from_state(&state, seat), &mut |bound| {
                k = k.wrapping_mul(1_103_515_245).wrapping_add(12_345);
                (k >> 8) % bound
            });
            KillTeam::check(&state, seat, &action).unwrap();
            KillTeam::resolve(&mut Step::new(&mut state, &mut dice, &mut events), seat, &action);
        }
        assert!(table::coverage(&state.board).is_at_least(25), "{count} pieces");
        assert!(matches!(state.ask, killteam::state::Ask::Side(_)));
        sound(&state).unwrap();
    }
}
