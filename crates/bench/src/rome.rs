//! Rome: whole games, and a position from the middle of one.

use ::rome::Rome;
use ::rome::action::Action;
use ::rome::setup::Setup;
use ::rome::state::State;
use bots::by_name;
use kernel::{Awaiting, Chooser, Game, Knower, Outcome, Seat, Seed, Seeded, Step, playout};

/// A whole game from a seed, all seats played by one kind of bot.
pub fn game(setup: Setup, bot: &str, seed: u64) -> Outcome {
    let seed = Seed::from(seed).derive(0);
    let mut dice = Seeded::new(seed);
    let mut events = Vec::new();
    let mut state = Rome::start(&setup);
    Rome::open(&mut Step::new(&mut state, &mut dice, &mut events));
    let mut bots: Vec<Box<dyn Chooser<Rome>>> = (0..setup.players)
        .map(|seat| {
            let bot = by_name::<Rome>(bot, seed.derive(u64::from(seat)));
            bot.expect("the bot exists") as Box<dyn Chooser<Rome>>
        })
        .collect();
    playout::<Rome>(&mut state, &mut dice, &mut bots, &mut events, &mut |_, _, _| {})
        .expect("bots don't stall")
}

/// A position of the full game about which much can be asked: turn 20, and an attack may be declared.
pub fn position() -> (State, Seat, Action) {
    let mut bot = by_name::<Rome>("random", Seed::from(1)).expect("the bot exists");
    for seed in 0.. {
        let mut dice = Seeded::new(Seed::from(seed));
        let mut state = Rome::start(&Setup::default());
        let mut events = Vec::new();
        Rome::open(&mut Step::new(&mut state, &mut dice, &mut events));
        while let Awaiting::Seats(seats) = Rome::awaiting(&state) {
            let seat = seats.lowest().expect("somebody owes a decision");
            let action = bot.choose_unseen(Knower::from_state(&state, seat));
            let attack = matches!(&action, Action::Attack { orders } if !orders.is_empty());
            if Rome::turns(&state) >= 20 && attack {
                return (state, seat, action);
            }
            events.clear();
            Rome::resolve(&mut Step::new(&mut state, &mut dice, &mut events), seat, &action);
        }
    }
    unreachable!("some game has such a position")
}
