//! The odds of an attack phase against brute force: every card in every hidden place.

use std::collections::HashMap;

use kernel::{Game, Seat, Seeded, Step, Words};
use odds::{Answer, Odds, Question};
use rome::Rome;
use rome::cards::Kind;
use rome::event::{Event, Open};
use rome::line::Unit;
use rome::setup::Setup;
use rome::space::Space;
use rome::state::State;

const A: Seat = Seat(0);
const B: Seat = Seat(1);

fn position(picture: &str) -> State {
    Rome::position(&Setup::default(), picture).unwrap_or_else(|error| panic!("{error}\n{picture}"))
}

fn ask(state: &State, said: &[(&str, &str)]) -> Answer {
    let question = Question::new(said.iter().map(|(k, v)| ((*k).into(), (*v).into())));
    Rome::odds_at(&Rome::view(state, A), &question).unwrap_or_else(|error| panic!("{error}"))
}

/// The hidden places of B, and of each whether a Chariot that is known is below it.
fn hidden(state: &State) -> Vec<(Space, bool)> {
    let line = state.line(B);
    let places = line.units().filter(|(_, unit)| !unit.known());
    places.map(|(at, unit)| (at, unit.chariot() && unit.chariot_known())).collect()
}

/// What the attack kills in one full position, by playing it.
fn killed(state: &State, orders: &str) -> Vec<Space> {
    let mut state = state.clone();
    let action = Rome::parse_action(orders).expect("orders");
    Rome::check(&state, A, &action).expect("legal orders");
    let mut events = Vec::new();
    let mut dice = Seeded::new(kernel::Seed::from(1));
    Rome::resolve(&mut Step::new(&mut state, &mut dice, &mut events), A, &action);
    let dead = events.iter().filter_map(|event| match event {
        Event::Open(Open::Killed(fate)) if fate.seat == B => Some(fate.at),
        _ => None,
    });
    dead.collect()
}

/// How often each unit dies, and how often so many do.
type Counted = (HashMap<Space, f64>, Vec<f64>);

/// How likely each unit of B dies, with every card of the deck and of the hidden places in every
/// hidden place, card by card.
fn brute(state: &State, orders: &str) -> Counted {
    let places = hidden(state);
    let line = *state.line(B);
    let chariots = line.units().filter(|(_, unit)| unit.chariot() && !unit.chariot_known()).count();
    // Cards, each by itself, and whether it is known to be among the hidden ones.
    let remembered = state.table.remembered[B.index()];
    let mut cards: Vec<(Kind, bool)> = Vec::new();
    let mut unknown = state.unit_decks[0];
    for (at, _) in &places {
        unknown[line.get(*at).expect("a unit").kind.index()] += 1;
    }
    for kind in Kind::ALL {
        // A Chariot face down below a unit is no memory of a card in a place.
        let below = if kind == Kind::Chariot { chariots as u8 } else { 0 };
        let known = remembered[kind.index()].saturating_sub(below);
        cards.extend((0..unknown[kind.index()]).map(|i| (kind, i < known)));
    }
    let wanted = cards.iter().filter(|(_, known)| *known).count();
    let mut done: HashMap<(Vec<Kind>, u32), Vec<Space>> = HashMap::new();
    let mut dead: HashMap<Space, f64> = HashMap::new();
    let mut counts: Vec<f64> = Vec::new();
    let mut all = 0.0;
    each(cards.len(), places.len(), &mut Vec::new(), &mut |chosen| {
        let kinds: Vec<Kind> = chosen.iter().map(|i| cards[*i].0).collect();
        let used = chosen.iter().filter(|i| cards[**i].1).count();
        if used != wanted || kinds.contains(&Kind::Elephant) {
            return;
        }
        for below in 0_u32..1 << places.len() {
            let rides = |i: usize| below & (1 << i) != 0;
            let fits = below.count_ones() as usize == chariots
                && (0..places.len()).all(|i| {
                    !(places[i].1 && rides(i)) && !((places[i].1 || rides(i)) && kinds[i].mounted())
                });
            if !fits {
                continue;
            }
            let fallen = done.entry((kinds.clone(), below)).or_insert_with(|| {
                let mut full = state.clone();
                for (i, (at, _)) in places.iter().enumerate() {
                    let known = line.get(*at).expect("a unit");
                    let mut unit = Unit::new(kinds[i]);
                    if places[i].1 {
                        unit = known.with_kind(kinds[i]);
                    } else if rides(i) {
                        unit = unit.on_chariot(false, false);
                    }
                    full.table.lines[B.index()].set(*at, Some(unit));
                }
                killed(&full, orders)
            });
            all += 1.0;
            counts.resize(counts.len().max(fallen.len() + 1), 0.0);
            counts[fallen.len()] += 1.0;
            for at in fallen.iter() {
                *dead.entry(*at).or_default() += 1.0;
            }
        }
    });
    for count in dead.values_mut().chain(&mut counts) {
        *count /= all;
    }
    (dead, counts)
}

fn each(cards: usize, places: usize, chosen: &mut Vec<usize>, found: &mut dyn FnMut(&[usize])) {
    if chosen.len() == places {
        return found(chosen);
    }
    for card in 0..cards {
        if !chosen.contains(&card) {
            chosen.push(card);
            each(cards, places, chosen, found);
            chosen.pop();
        }
    }
}

#[track_caller]
fn compare(picture: &str, orders: &str) {
    let state = position(picture);
    let answer = ask(&state, &[("attack", orders)]);
    let (dead, counts) = brute(&state, orders);
    let case = &answer.cases[0];
    assert!(!case.chances.is_empty(), "{answer:?}");
    for (name, chance) in &case.chances {
        let at: Space = name.split(' ').nth(1).expect("a space").parse().expect("a space");
        let want = dead.get(&at).copied().unwrap_or(0.0);
        assert!((chance - want).abs() < 1e-12, "{name}: {chance}, by brute force {want}");
    }
    let spread = case.spread_of("units killed").expect("few hidden cards");
    for (count, want) in counts.iter().enumerate() {
        let chance = spread.exactly(count);
        assert!((chance - want).abs() < 1e-12, "{count} killed: {chance}, by brute force {want}");
    }
}

/// `rome:R18` A Consul behind would save the Infantry; Slingers of one's own are known.
#[test]
fn a_front_unit_may_have_a_consul_behind_it() {
    compare("B rear  arc cat pra\nB front ARC [INF] SLI\nA front SLI [ARC] CEN", "attack");
    compare("B rear  arc cat .\nB front ARC [PRA] SLI\nA front SLI [CEN] CEN", "attack");
}

/// `rome:R20` `rome:R21` What a Catapult meets in the rear is not known, nor are its neighbours.
#[test]
fn a_catapult_strikes_at_cards_face_down() {
    compare(
        "B rear  arc pra sli\nB front INF [INF] SLI\nA front CAT [CEN] CAT\nA rear SLI . .",
        "attack, fire f-1, fire f1",
    );
}

/// `rome:R5` `rome:R6` A rider of a known Chariot is unmounted; a Chariot face down is below some card.
#[test]
fn riders_and_chariots_face_down_are_dealt_as_they_may_be() {
    compare(
        "B rear  arc+ pra sli\nB front INF [INF] SLI\nA front CAT [CEN] CAT",
        "attack, fire f-1, fire f1",
    );
    compare("B rear  arc~ pra .\nB front INF [INF] SLI\nA front CAT [CEN] CAT", "attack, fire f1");
}

/// What was known before a Nightfall is among the hidden cards.
#[test]
fn remembered_kinds_are_somewhere() {
    compare(
        "B rear  con pra sli\nB front INF [INF] SLI\nA front CAT [CEN] CAT\nB remembered: consul",
        "attack, fire f-1, fire f1",
    );
}

/// `rome:R25`
#[test]
fn a_turned_elephant_may_have_a_slinger_behind_it() {
    compare(
        "phase: turn A 3\nB rear  . sli .\nB front INF [ELE] SLI\nA front INF [CEN] INF\ncommand: stampede",
        "attack, turn B f0",
    );
}

#[test]
fn what_can_not_be_seen_changes_nothing() {
    let of = |rear: &str| {
        let state = position(&format!(
            "B rear  {rear}\nB front INF [INF] SLI\nA front CAT [CEN] CAT\nA rear SLI . ."
        ));
        (ask(&state, &[]), ask(&state, &[("by", "B")]))
    };
    assert_eq!(of("arc pra sli"), of("con con cat"));
}

/// `rome:CMD-4` A command is spent on the attack of the turn it was played in: the other side's next
/// attack has nothing of it.
#[test]
fn a_played_command_serves_nobody_else() {
    let lines = "B rear  . . .\nB front INF [ELE] INF\nA front INF [CEN] ARC";
    let quiet = position(&format!("phase: turn B 3\n{lines}"));
    for command in ["javelin", "surprise", "volley", "stampede"] {
        let state = position(&format!("phase: turn B 3\n{lines}\ncommand: {command}"));
        assert_eq!(ask(&state, &[("by", "A")]), ask(&quiet, &[("by", "A")]), "{command}");
    }
}

/// `rome:R21` A Catapult face down reaches the front before it, and a Slinger makes others stronger.
#[test]
fn the_others_attack_counts_what_may_stand_behind_it() {
    let state = position("B rear  . sli .\nB front INF [CEN] SLI\nA front ARC [PRA] ARC");
    let answer = ask(&state, &[("by", "B")]);
    let case = &answer.cases[0];
    // The Centurion strikes with 4 and kills the Praetorian in any case; nothing else is reached.
    assert_eq!(case.chance_of("A f0 Praetorian can be killed"), Some(1.0));
    assert_eq!(case.chances.len(), 1);
    let state = position("B rear  . sli .\nB front INF [INF] SLI\nA front ARC [CEN] ARC");
    let answer = ask(&state, &[("by", "B")]);
    let chance = answer.cases[0].chance_of("A f0 Centurion can be killed").expect("it may");
    // 2 of the Infantry and 1 of the Slinger beside it are one short of 4; a Slinger or a Catapult
    // behind it makes up for that: 7 and 4 cards of those that are not Elephants and not in view.
    let want = (7.0 + 4.0) / (60.0 - 4.0 - 6.0);
    assert!((chance - want).abs() < 1e-12, "{chance} {want}");
}
