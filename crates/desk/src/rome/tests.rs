//! What the desk offers is what the rules allow, and nothing hidden shows.

use kernel::{Awaiting, Game, Knower, Match, Seat, Seed, Seeded};
use rome::Rome;
use rome::action::Action;
use rome::rules::attack::check_orders;
use rome::setup::{Mode, Setup};
use rome::state::{Phase, State};
use rome::view::View;
use serde_json::{Value, json};

use super::{attack, deeds, details, scene};
use crate::{Desk, DeskGame, Known};

/// All variants: two to four players, every mode.
fn setups() -> Vec<Setup> {
    let mut list = Vec::new();
    for players in 2..=4 {
        for mode in Mode::ALL {
            list.push(Setup { players, mode, ..Setup::default() });
        }
    }
    list.push(Setup { divide: true, ..Setup::default() });
    list
}

/// Numbers that look random and are the same every time.
struct Lots(u64);

impl Lots {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % count.max(1)
    }
}

/// Plays a game by lot and looks at every so-manieth position.
fn wander(setup: Setup, seed: u64, every: usize, mut look: impl FnMut(&Match<Rome>, &mut Lots)) {
    let mut table = Match::<Rome>::new(setup, Seed::from(seed)).expect("a fine setup");
    let mut lots = Lots(seed);
    while let Awaiting::Seats(seats) = table.awaiting() {
        if table.len() < 12 || lots.below(every) == 0 {
            look(&table, &mut lots);
        }
        let owing: Vec<Seat> = seats.iter().collect();
        let seat = owing[lots.below(owing.len())];
        let who = Knower::from_state(table.state(), seat);
        let action = Rome::lot(who, &mut |below| lots.below(below as usize) as u32);
        table.play(seat, action).expect("lots are legal");
    }
    look(&table, &mut lots);
}

fn read(action: &Value) -> Action {
    serde_json::from_value(action.clone()).expect("an action as the record has it")
}

fn candidates(view: &View) -> Vec<Action> {
    let mut actions = Vec::new();
    Rome::candidates(view, 5000, &mut actions);
    actions
}

/// Whether an action is what a deed is about.
fn is_of(action: &Action, deed: &str) -> bool {
    let command = |which: &rome::cards::Command| {
        deed.ends_with(&format!(":{}", super::cards::written(which)))
    };
    match action {
        Action::Arrange(_) => deed == "arrange",
        Action::Keep => deed == "keep",
        Action::Place { .. } => deed == "place",
        Action::Play(which) => command(which) && deed.starts_with("play:"),
        Action::Flank { .. } => deed == "play:flank",
        Action::Shift(_) => deed == "shift",
        Action::Settle { .. } => deed == "settle",
        Action::Attack { .. } => deed == "attack",
        Action::Discard(which) => command(which) && deed.starts_with("discard:"),
        Action::End => deed == "end",
        Action::Switch { .. } | Action::Ride { .. } => false,
    }
}

fn offers_are_legal(state: &State, seat: Seat) {
    let view = rome::view::view(state, seat);
    let legal = candidates(&view);
    let bar = deeds::deeds(&view);
    for deed in &bar {
        if let Some(action) = &deed.action {
            Rome::check(state, seat, &read(action)).expect("what is offered is allowed");
            assert!(deed.why.is_none());
        }
        let possible = legal.iter().any(|action| is_of(action, &deed.id));
        assert_eq!(possible, deed.why.is_none(), "{} of {seat}: {:?}", deed.id, deed.why);
    }
    for action in &legal {
        let shown = matches!(action, Action::Switch { .. } | Action::Ride { .. });
        assert!(shown || bar.iter().any(|deed| is_of(action, &deed.id)), "{action:?} has no deed");
    }
    let mut moves: Vec<Action> =
        deeds::moves(&view, None, None).iter().map(|one| read(&one.action)).collect();
    let flank = Some(rome::cards::Command::Flank);
    moves.extend(deeds::moves(&view, None, flank).iter().map(|one| read(&one.action)));
    for place in deeds::places(&view) {
        moves.extend(place.actions.iter().map(read));
    }
    for action in &moves {
        Rome::check(state, seat, action).expect("what is offered is allowed");
    }
    let in_space = |action: &&Action| {
        matches!(
            action,
            Action::Switch { .. }
                | Action::Ride { .. }
                | Action::Shift(_)
                | Action::Settle { .. }
                | Action::Flank { .. }
                | Action::Place { .. }
        )
    };
    for action in legal.iter().filter(in_space) {
        assert!(moves.contains(action), "{action:?} is not offered to {seat}");
    }
    for plan in deeds::suggest(&view) {
        let arranged = deeds::arranged(&view, &plan);
        let owes = view.table.owing.contains(seat);
        assert_eq!(arranged.refused.is_none(), owes);
        let mut fewer = plan.clone();
        fewer.front.units.pop();
        assert!(deeds::arranged(&view, &fewer).action.is_none(), "a unit is missing");
    }
}

#[test]
fn whatever_is_offered_is_allowed_and_whatever_is_refused_is_not() {
    for (number, setup) in setups().into_iter().enumerate() {
        wander(setup, number as u64, 6, |table, _| {
            for seat in (0..setup.players).map(Seat) {
                offers_are_legal(table.state(), seat);
            }
        });
    }
}

#[test]
fn each_way_to_choose_in_an_attack_can_be_chosen() {
    let (mut asked, mut certain) = (0, 0);
    for (number, setup) in setups().into_iter().enumerate() {
        wander(setup, 50 + number as u64, 3, |table, lots| {
            let Awaiting::Seats(owing) = table.awaiting() else { return };
            for seat in owing.iter() {
                let view = rome::view::view(table.state(), seat);
                let mut forecast = attack::forecast(&view, &[]);
                for _ in 0..4 {
                    if let Some(action) = &forecast.action {
                        Rome::check(table.state(), seat, &read(action)).expect("it is allowed");
                    }
                    for fate in &forecast.fates {
                        assert!((0.0..=1.0 + 1e-9).contains(&fate.dies), "{fate:?}");
                        certain += usize::from(fate.dies > 0.999 || fate.dies < 0.001);
                    }
                    let chosen = forecast
                        .choices
                        .iter()
                        .all(|c| c.options.iter().filter(|o| o.chosen).count() == 1);
                    assert!(chosen, "one way of each is chosen: {:?}", forecast.choices);
                    if forecast.choices.is_empty() {
                        break;
                    }
                    asked += 1;
                    let choice = &forecast.choices[lots.below(forecast.choices.len())];
                    let option = &choice.options[lots.below(choice.options.len())];
                    let order = option.order.clone();
                    let next = attack::forecast(&view, &option.orders);
                    let legal = forecast.refused.is_none();
                    assert_eq!(next.refused.is_none(), legal, "{choice:?} {:?}", next.refused);
                    if let Some(order) = order {
                        assert!(option.orders.contains(&order));
                    }
                    forecast = next;
                }
            }
        });
    }
    assert!(asked > 100 && certain > 100, "{asked} {certain}");
}

#[test]
fn an_order_that_is_none_is_refused_in_words() {
    let table = Match::<Rome>::new(Setup::default(), Seed::from(1)).expect("fine");
    let view = rome::view::view(table.state(), Seat(0));
    let forecast = attack::forecast(&view, &[json!({ "role": "juggler" })]);
    assert!(forecast.refused.is_some_and(|why| why.message.contains("no order")));
    let many = vec![json!({ "role": "catapult", "unit": "f1" }); 11];
    assert!(attack::forecast(&view, &many).refused.is_some());
    let early = attack::forecast(&view, &[]);
    assert!(early.refused.is_some() && early.action.is_none(), "lines are not drawn up");
}

/// What a pair of eyes is shown and told of a position.
fn told(state: &State, eyes: Seat) -> String {
    let view = rome::view::view(state, eyes);
    let scene = json!(scene::scene(Known::View(&view)));
    let threats = json!(attack::threats(&view.table));
    let mut told = format!("{scene}{threats}");
    if eyes != Seat::NOBODY {
        told += &json!([deeds::deeds(&view), attack::forecast(&view, &[])]).to_string();
    }
    for seat in view.table.seats().iter() {
        for (at, _) in view.table.line(seat).units() {
            let question = json!({ "ask": "rome.unit", "of": seat, "space": at.to_string() });
            let answer = Rome::ask(Known::View(&view), None, "rome.unit", &question);
            told += &format!("{answer:?}");
        }
    }
    told
}

#[test]
fn nothing_hidden_shows() {
    for (number, setup) in setups().into_iter().enumerate() {
        wander(setup, 100 + number as u64, 24, |table, lots| {
            let state = table.state();
            let mut shuffled = state.clone();
            for seat in (0..setup.players).map(Seat) {
                let mut dice = Seeded::new(Seed::from(lots.below(1000) as u64));
                let twin = Rome::guess(&Rome::view(state, seat), &mut dice);
                assert_eq!(told(state, seat), told(&twin, seat), "{seat}");
                shuffled = Rome::guess(&Rome::view(&shuffled, seat), &mut dice);
            }
            assert_eq!(told(state, Seat::NOBODY), told(&shuffled, Seat::NOBODY));
        });
    }
}

#[test]
fn who_may_know_all_sees_hands_and_hidden_units() {
    let mut hidden = 0;
    wander(Setup::default(), 9, 4, |table, _| {
        let state = table.state();
        let all = scene::scene(Known::All(state));
        assert!(all.hands.iter().all(|hand| hand.cards.is_some()) && all.hand.is_empty());
        assert!(all.lines.iter().flat_map(|line| &line.units).all(|unit| unit.kind.is_some()));
        let watcher = rome::view::view(state, Seat::NOBODY);
        let seen = scene::scene(Known::View(&watcher));
        assert!(seen.hands.iter().all(|hand| hand.cards.is_none()) && seen.hand.is_empty());
        let sizes = |scene: &super::wire::RomeScene| -> Vec<u8> {
            scene.hands.iter().map(|hand| hand.size).collect()
        };
        assert_eq!((sizes(&all), &all.decks), (sizes(&seen), &seen.decks));
        let unknown = seen.lines.iter().flat_map(|line| &line.units).filter(|u| u.kind.is_none());
        hidden += unknown.clone().count();
        assert!(unknown.clone().all(|unit| !unit.face_up && unit.attack.is_none()));
    });
    assert!(hidden > 0);
}

#[test]
fn a_threat_is_what_the_attack_brings() {
    wander(Setup { mode: Mode::First, ..Setup::default() }, 3, 2, |table, _| {
        let state = table.state();
        let Phase::Turn = state.table.phase else { return };
        let seat = state.table.active;
        let view = rome::view::view(state, seat);
        if check_orders(&view.table, seat, &[]).is_err() {
            return;
        }
        let threats = attack::threats(&view.table);
        for fate in attack::forecast(&view, &[]).fates {
            let threat = threats.iter().find(|one| one.seat == fate.seat && one.at == fate.at);
            let threat = threat.expect("who is hit is threatened");
            assert!(threat.against >= fate.damage, "{threat:?} {fate:?}");
            // With the front row alone nothing is hidden.
            assert!(fate.dies < 0.001 || threat.dies);
        }
    });
}

#[test]
fn a_whole_match_can_be_looked_back_upon() {
    let mut deaths = 0;
    let mut positions = Vec::new();
    let setup = Setup::default();
    let mut table = Match::<Rome>::new(setup, Seed::from(4)).expect("fine");
    positions.push(table.state().clone());
    let mut lots = Lots(4);
    while let Awaiting::Seats(seats) = table.awaiting() {
        let seat = seats.lowest().expect("somebody owes");
        let who = Knower::from_state(table.state(), seat);
        let action = Rome::lot(who, &mut |below| lots.below(below as usize) as u32);
        let events = table.play(seat, action).expect("lots are legal").to_vec();
        for event in &events {
            let list = details::of(event);
            if let rome::event::Event::Open(rome::event::Open::Killed(fate)) = event {
                deaths += i32::from(1 + u8::from(fate.chariot));
                assert!(list.iter().any(|detail| detail.value == "dies"), "{list:?}");
            }
        }
        positions.push(table.state().clone());
    }
    let series = details::series(&positions);
    let last = |name: &str| -> i32 {
        let of = series.iter().filter(|one| one.name == name);
        of.filter_map(|one| one.points.last()).map(|point| point.1).sum()
    };
    assert_eq!(last("Units lost"), deaths);
    assert!(last("Units") > 0 && last("Power") > 0);
    assert_eq!(series.len(), 8, "four for each of two seats");
}

/// Asks, and expects an answer.
fn ask(desk: &mut Desk, question: &Value) -> Value {
    let answer: Value = serde_json::from_str(&desk.ask(&question.to_string())).expect("JSON");
    assert!(answer.get("ok").is_some(), "{question}: {answer}");
    answer["ok"].clone()
}

#[test]
fn a_whole_game_is_played_by_what_the_desk_offers() {
    'games: for players in [2_u8, 3] {
        let mut desk = Desk::new();
        let names = vec!["human"; usize::from(players)];
        let opened = ask(
            &mut desk,
            &json!({ "ask": "new", "game": "rome", "options": [["turn_limit", "30"]], "files": {},
                     "seats": players, "seed": "5", "players": names }),
        );
        let table = &opened["table"];
        let mut lots = Lots(u64::from(players));
        for _ in 0..2000 {
            let sheet = ask(
                &mut desk,
                &json!({ "ask": "look", "table": table, "eyes": "nobody", "at": null }),
            );
            if !sheet["head"]["outcome"].is_null() {
                let summary = ask(&mut desk, &json!({ "ask": "summary", "table": table }));
                assert!(summary["series"].as_array().is_some_and(|list| !list.is_empty()));
                continue 'games;
            }
            let seat = sheet["rome"]["owing"][0].clone();
            let own =
                ask(&mut desk, &json!({ "ask": "look", "table": table, "eyes": seat, "at": null }));
            assert!(own["question"].is_string(), "{own}");
            let asks = |what: &str| json!({ "ask": what, "table": table, "seat": seat });
            let mut actions: Vec<Value> = Vec::new();
            for plan in ask(&mut desk, &asks("rome.suggest")).as_array().expect("a list") {
                let mut question = asks("rome.arrange");
                question["plan"] = plan.clone();
                actions.push(ask(&mut desk, &question)["action"].clone());
            }
            for deed in ask(&mut desk, &asks("rome.deeds")).as_array().expect("a list") {
                if !deed["action"].is_null() {
                    actions.push(deed["action"].clone());
                }
            }
            for place in ask(&mut desk, &asks("rome.places")).as_array().expect("a list") {
                actions.extend(place["actions"].as_array().expect("a list").iter().cloned());
            }
            if actions.is_empty() || lots.below(3) == 0 {
                let moves = ask(&mut desk, &asks("rome.spaces"));
                let list = moves.as_array().expect("a list").iter();
                actions.extend(list.map(|one| one["action"].clone()));
            }
            let action = actions[lots.below(actions.len())].clone();
            ask(
                &mut desk,
                &json!({ "ask": "play", "table": table, "seat": seat, "action": action }),
            );
        }
        panic!("no end");
    }
}
