//! Bots play by the rules and by what they see.

use kernel::{Chooser, Game, Seat, Seed, Seeded};

use crate::play::{self, Picker};
use crate::{Verdict, json};

/// How a bot is made from a seed.
pub type Maker<'a, G> = &'a dyn Fn(Seed) -> Box<dyn Chooser<G> + Send>;

/// Every seat that owes a decision, played by a new bot, decides legally.
pub fn bot_is_legal<G: Game>(make: Maker<'_, G>, state: &G::State, picker: &mut Picker) -> Verdict {
    for seat in play::owed::<G>(state).iter() {
        let action = make(picker.seed()).choose(&G::view(state, seat));
        legal::<G>(state, seat, &action)?;
    }
    Ok(())
}

/// A bot decides the same in a position and in its twin, which differs in what the seat can't see.
pub fn bot_sees_only_its_view<G: Game>(
    make: Maker<'_, G>,
    state: &G::State,
    picker: &mut Picker,
) -> Verdict {
    for seat in play::owed::<G>(state).iter() {
        let view = G::view(state, seat);
        let twin = G::guess(&view, &mut Seeded::new(picker.seed()));
        let seed = picker.seed();
        let here = make(seed).choose(&view);
        let there = make(seed).choose(&G::view(&twin, seat));
        ensure!(
            json(&here) == json(&there),
            "{seat}'s bot chooses {here:?}, but {there:?} in a twin it can't tell apart"
        );
        legal::<G>(&twin, seat, &there)?;
    }
    Ok(())
}

fn legal<G: Game>(state: &G::State, seat: Seat, action: &G::Action) -> Verdict {
    G::check(state, seat, action)
        .map_err(|violation| format!("{seat}'s bot chose {action:?}, but {violation}"))
}
