//! What a seat can't see has no effect on anything it gets.
//!
//! The twin of a position for a seat differs from it only in what the seat can't see. Whatever the
//! seat is told must be the same in both, as bytes: else something hidden shows through.

use kernel::{Dice, Game, Match, Roll, RollKind, Seat, Seed, Seeded, Step};

use crate::play::{self, Picker};
use crate::{Verdict, json, parting};

/// A guess has the view it came from, and the same guess comes from the same dice.
pub fn guess_fits_the_view<G: Game>(state: &G::State, seat: Seat, seed: Seed) -> Verdict {
    let view = G::view(state, seat);
    let twin = G::guess(&view, &mut Seeded::new(seed));
    let (left, right) = (json(&view), json(&G::view(&twin, seat)));
    ensure!(left == right, "a guess of {seat} has another view: {}", parting(&left, &right));
    let again = G::guess(&view, &mut Seeded::new(seed));
    ensure!(again == twin, "the same dice give {seat} another guess");
    Ok(())
}

/// Non-interference: the seat gets the same in a position and in its twin.
///
/// `actions` are tried beside the candidates, to compare refusals.
pub fn hidden_facts_do_not_matter<G: Game>(
    table: &Match<G>,
    seat: Seat,
    actions: &[G::Action],
    picker: &mut Picker,
) -> Verdict {
    let state = table.state();
    let twin = G::guess(&G::view(state, seat), &mut Seeded::new(picker.seed()));
    looks_the_same::<G>(state, &twin, seat, actions, picker)
}

/// Non-interference for those who only watch: whatever anybody's secrets are, they see the same, and
/// they may do nothing.
pub fn watchers_know_no_secret<G: Game>(
    table: &Match<G>,
    actions: &[G::Action],
    picker: &mut Picker,
) -> Verdict {
    let state = table.state();
    // After each seat has guessed what it can't see, nobody's secrets are left as they were.
    let mut twin = state.clone();
    for seat in (0..G::seats(table.setup())).map(Seat) {
        twin = G::guess(&G::view(&twin, seat), &mut Seeded::new(picker.seed()));
    }
    let offered = play::candidates::<G>(state, Seat::NOBODY, play::LIMIT);
    ensure!(offered.is_empty(), "who only watches is offered {offered:?}");
    let owed = play::owed::<G>(state);
    let legal = owed.iter().flat_map(|seat| play::candidates::<G>(state, seat, 8));
    for action in legal.chain(actions.iter().cloned()) {
        ensure!(
            G::check(state, Seat::NOBODY, &action).is_err(),
            "who only watches may do {action:?}"
        );
    }
    looks_the_same::<G>(state, &twin, Seat::NOBODY, actions, picker)
}

/// The seat gets the same in both positions, now and after whatever is done next.
fn looks_the_same<G: Game>(
    state: &G::State,
    twin: &G::State,
    seat: Seat,
    actions: &[G::Action],
    picker: &mut Picker,
) -> Verdict {
    let view = G::view(state, seat);
    same_now::<G>(state, twin, seat, actions)?;
    let owed = play::owed::<G>(state);
    let seeds = [picker.seed(), picker.seed()];
    for actor in owed.iter() {
        let mut tried = play::candidates::<G>(state, actor, 8);
        tried.extend(play::candidates::<G>(twin, actor, 8));
        let mut outcomes = Outcomes::<G>::new(json(&view), seat);
        for action in &tried {
            let here = outcomes.act(state, actor, action, seeds[0]);
            let there = outcomes.act(twin, actor, action, seeds[0]);
            let luck = outcomes.act(state, actor, action, seeds[1]);
            if let (Some(here), Some(there)) = (here, there) {
                outcomes.same_action(actor, action, here, there)?;
            }
            if let (Some(here), Some(luck)) = (here, luck) {
                outcomes.other_luck(actor, action, here, luck)?;
            }
        }
        outcomes.same_seen_same_view(actor)?;
        if owed.len() > 1 && actor != seat {
            outcomes.same_view_same_seen(actor)?;
        }
    }
    Ok(())
}

/// What the seat gets in this very position.
fn same_now<G: Game>(
    state: &G::State,
    twin: &G::State,
    seat: Seat,
    actions: &[G::Action],
) -> Verdict {
    let (left, right) = (json(&G::view(state, seat)), json(&G::view(twin, seat)));
    ensure!(left == right, "{seat}'s twin has another view: {}", parting(&left, &right));
    ensure!(
        G::awaiting(state) == G::awaiting(twin),
        "{seat}'s twin waits for {:?}, not for {:?}",
        G::awaiting(twin),
        G::awaiting(state)
    );
    let candidates = play::candidates::<G>(state, seat, play::LIMIT);
    let others = play::candidates::<G>(twin, seat, play::LIMIT);
    ensure!(json(&candidates) == json(&others), "{seat}'s twin offers other candidates");
    for action in candidates.iter().chain(actions) {
        let (here, there) = (G::check(state, seat, action), G::check(twin, seat, action));
        ensure!(
            here == there,
            "{action:?} of {seat} depends on what it can't see: {} or {}",
            verdict(&here),
            verdict(&there)
        );
    }
    ensure!(
        G::turns(state) == G::turns(twin),
        "{seat}'s twin is in another turn: {} or {}",
        G::turns(state),
        G::turns(twin)
    );
    Ok(())
}

fn verdict<V: std::fmt::Display>(verdict: &Result<(), V>) -> String {
    match verdict {
        Ok(()) => "legal".into(),
        Err(violation) => format!("\"{violation}\""),
    }
}

/// Dice that remember whether a die was rolled, which everybody sees, or cards were only drawn.
struct Watched<D> {
    dice: D,
    die: bool,
}

impl<D: Dice> Dice for Watched<D> {
    fn roll(&mut self, roll: Roll, kind: RollKind<'_>) -> u32 {
        self.die |= matches!(kind, RollKind::Die(_));
        self.dice.roll(roll, kind)
    }

    fn rolled(&self) -> u64 {
        self.dice.rolled()
    }
}

/// What one seat gets to see of an action, as bytes.
#[allow(clippy::struct_excessive_bools)] // Four independent facts of one outcome.
struct Outcome {
    action: String,
    seen: String,
    /// What was seen before anything hidden was shown.
    seen_before: String,
    view: String,
    reveals: bool,
    rolled: bool,
    die: bool,
}

/// All outcomes of a decision that one seat watches.
struct Outcomes<G: Game> {
    before: String,
    seat: Seat,
    list: Vec<Outcome>,
    game: std::marker::PhantomData<G>,
}

impl<G: Game> Outcomes<G> {
    fn new(before: String, seat: Seat) -> Self {
        Outcomes { before, seat, list: Vec::new(), game: std::marker::PhantomData }
    }

    /// Takes the action on a copy; tells where its outcome is, if it was legal.
    fn act(
        &mut self,
        state: &G::State,
        actor: Seat,
        action: &G::Action,
        seed: Seed,
    ) -> Option<usize> {
        G::check(state, actor, action).ok()?;
        let mut state = state.clone();
        let mut events = Vec::new();
        let mut dice = Watched { dice: Seeded::new(seed), die: false };
        G::resolve(&mut Step::new(&mut state, &mut dice, &mut events), actor, action);
        let told = |events: &[G::Event]| -> Vec<G::Seen> {
            events.iter().filter_map(|event| G::seen(event, self.seat)).collect()
        };
        let reveal = events.iter().position(G::reveals);
        let all = told(&events);
        self.list.push(Outcome {
            action: format!("{action:?}"),
            seen: json(&all),
            seen_before: json(&told(&events[..reveal.unwrap_or(events.len())])),
            view: json(&G::view(&state, self.seat)),
            reveals: reveal.is_some(),
            rolled: dice.rolled() > 0,
            die: dice.die,
        });
        Some(self.list.len() - 1)
    }

    /// The same action looks the same until it says that it shows something or rolls.
    fn same_action(&self, actor: Seat, action: &G::Action, here: usize, there: usize) -> Verdict {
        let (here, there) = (&self.list[here], &self.list[there]);
        let seat = self.seat;
        let shown = here.reveals || there.reveals;
        let rolled = here.rolled || there.rolled;
        ensure!(
            rolled || here.seen_before == there.seen_before,
            "{actor}'s {action:?} tells {seat} something hidden before anything is shown: {}",
            parting(&here.seen_before, &there.seen_before)
        );
        ensure!(
            rolled || shown || here.view == there.view,
            "{actor}'s {action:?} shows nothing, but {seat}'s view gives something away: {}",
            parting(&here.view, &there.view)
        );
        ensure!(
            shown || here.view != there.view || here.seen == there.seen,
            "{actor}'s {action:?} shows nothing, but {seat} is told something hidden: {}",
            parting(&here.seen, &there.seen)
        );
        Ok(())
    }

    /// A card drawn and not shown is told in the same words whichever it is. A die is open to all.
    fn other_luck(&self, actor: Seat, action: &G::Action, here: usize, there: usize) -> Verdict {
        let (here, there) = (&self.list[here], &self.list[there]);
        let open = [here, there].iter().any(|outcome| outcome.reveals || outcome.die);
        ensure!(
            open || here.view != there.view || here.seen == there.seen,
            "{actor}'s {action:?} tells {} what was drawn: {}",
            self.seat,
            parting(&here.seen, &there.seen)
        );
        Ok(())
    }

    /// Where several decide at once, what one decides is told in the same words whatever it is, until
    /// it is shown.
    fn same_view_same_seen(&self, actor: Seat) -> Verdict {
        let secret = |outcome: &&Outcome| !outcome.reveals && !outcome.rolled;
        let mut list: Vec<&Outcome> = self.list.iter().filter(secret).collect();
        list.sort_by(|one, two| one.view.cmp(&two.view));
        for pair in list.windows(2) {
            ensure!(
                pair[0].view != pair[1].view || pair[0].seen == pair[1].seen,
                "{} is told which of {} and {} {actor} has chosen in secret: {}",
                self.seat,
                pair[0].action,
                pair[1].action,
                parting(&pair[0].seen, &pair[1].seen)
            );
        }
        Ok(())
    }

    /// Whatever was told in the same words leads to the same view, and nothing told to no change.
    fn same_seen_same_view(&self, actor: Seat) -> Verdict {
        let seat = self.seat;
        for outcome in &self.list {
            ensure!(
                outcome.seen != "[]" || outcome.view == self.before,
                "{actor}'s {} changed the view of {seat}, who was told nothing: {}",
                outcome.action,
                parting(&self.before, &outcome.view)
            );
        }
        let mut list: Vec<&Outcome> = self.list.iter().collect();
        list.sort_by(|one, two| one.seen.cmp(&two.seen));
        for pair in list.windows(2) {
            ensure!(
                pair[0].seen != pair[1].seen || pair[0].view == pair[1].view,
                "{actor}'s {} and {} are told to {seat} in the same words, but the views differ: {}",
                pair[0].action,
                pair[1].action,
                parting(&pair[0].view, &pair[1].view)
            );
        }
        Ok(())
    }
}
