//! Whatever is offered is allowed, whatever is refused is refused by the same rule.

use kernel::ledger::Ledger;
use kernel::{Awaiting, Chooser, Game, Match, Seat, Seed, Words};
use killteam::KillTeam;
use killteam::action::{Act, Action};
use killteam::check;
use killteam::rules::dice;
use killteam::state::{Ask, Id, MoveFor, Route, State, other};
use serde_json::Value;

use super::{Asked, ask, blow, deeds, feat, moves, place, question, targets};
use crate::wire::{AskOption, BlowDraft, Deed, DraftShare, KtLeg, Needs, Place};

/// The action as data is accepted.
fn accepted(asked: Asked<'_>, action: &Value, what: &str) {
    let action: Action = serde_json::from_value(action.clone()).expect("an action");
    let seat = asked.seat.expect("a seat asks");
    if let Err(violation) = check::check(asked.state, seat, &action) {
        panic!("{what} offers {action}: {violation}");
    }
}

/// An action a deed stands for, where the deed alone says enough.
fn stands_for(state: &State, deed: &Deed, model: Option<Id>) -> Option<Action> {
    let path = Route::new();
    let act = match deed.id.as_str() {
        "activate" => return model.map(Action::Activate),
        "reactivate" => return model.map(Action::Reactivate),
        "pass" => return Some(Action::Pass),
        "finish" => return Some(Action::Finish),
        "done" => return Some(Action::Done),
        "walk" => Act::Walk(path),
        "run" => Act::Run(path),
        "aim" => Act::Aim,
        "focus" => Act::Focus,
        "stand_up" => Act::StandUp,
        "charge" => {
            let by = check::active(state).model;
            let nearest = state.on_table(other(by.seat())).min_by_key(|id| state.gap(by, *id))?;
            Act::Charge { target: nearest, path: moves::charge_route(state, by, nearest) }
        }
        _ => return None,
    };
    Some(Action::Act(act))
}

/// Asks everything there is to ask in a position.
fn ask_all(state: &State, seat: Seat, random: &mut impl FnMut(u32) -> u32) {
    let asked = Asked { state, seat: Some(seat) };
    let own: Vec<Id> = state.roster(seat).collect();
    let picked = own[random(own.len() as u32) as usize];
    let active = state.activation.map(|now| now.model).filter(|id| id.seat() == seat);
    let model = active.unwrap_or(picked);
    let name = model.to_string();
    let list = deeds::deeds(asked, Some(&name)).expect("deeds");
    assert!(!list.is_empty(), "{:?}", state.ask);
    for deed in &list {
        if let Some(action) = &deed.action {
            assert!(deed.why.is_none());
            accepted(asked, action, &deed.id);
        }
        assert!(deed.needs != Needs::Nothing || deed.action.is_some() != deed.why.is_some());
        if let (Some(why), Some(action)) = (&deed.why, stands_for(state, deed, Some(model))) {
            let violation = check::check(state, seat, &action).expect_err(&deed.id);
            // Of a charge that would come to nothing anyway it is told how far it is.
            let far = deed.id == "charge" && why.rule.as_deref() == Some("killteam:ENG-10");
            let rule = kernel::Refusal::rule(&violation).to_string();
            assert!(far || why.rule.as_ref() == Some(&rule), "{}: {why:?} and {rule}", deed.id);
        }
    }
    if let Some(answer) = question::question(asked).expect("a question") {
        assert!(!answer.options.is_empty() && !answer.sentence.is_empty());
        assert!(answer.options.iter().filter(|option| option.best).count() <= 1);
        for option in &answer.options {
            accepted(asked, &option.action, &option.label);
            let same = answer.options.iter().filter(|other| other.label == option.label);
            assert_eq!(same.count(), 1, "{} is offered twice", option.label);
        }
    }
    let mut point = || Place { x: random(91_440) as i32, y: random(91_440) as i32, z: None };
    match state.ask {
        Ask::Deploy(_) => {
            let undeployed = killteam::ideas::undeployed(state, seat).next();
            let id = undeployed.expect("somebody is left").to_string();
            let answer = place::place(asked, &id, point()).expect("a place");
            assert!(answer.action.is_some() != answer.refused.is_some());
            if let Some(action) = &answer.action {
                accepted(asked, action, "place");
            }
        }
        Ask::Terrain(_) => {
            let pool = place::pool(asked);
            let at = point();
            let number = pool.first().map_or(1, |piece| piece.index as u8);
            let answer = place::terrain(asked, number, (at.x, at.y), 90).expect("an answer");
            if let Some(action) = &answer.action {
                accepted(asked, action, "terrain");
            }
        }
        Ask::Act(_) => acts(asked, model, &list, point()),
        _ => {}
    }
    strikes(asked);
}

/// Paths, targets, attacks and feats of the active model.
fn acts(asked: Asked<'_>, model: Id, list: &[Deed], to: Place) {
    let state = asked.state;
    let deed = |id: &str| list.iter().find(|deed| deed.id == id).expect("it is always listed");
    let here = state.figure(model).expect("it is active").spot.at;
    // Near enough to be got to now and then.
    let near = Place { x: i32::midpoint(here.x, to.x), y: i32::midpoint(here.y, to.y), z: None };
    for why in ["walk", "run"] {
        for to in [to, near] {
            let wish = moves::Wish {
                model: model.to_string(),
                why: why.into(),
                target: None,
                to: Some(to),
                legs: None,
                extra: deed(why).extra,
            };
            let answer = moves::path(asked, &wish).expect("a path");
            if let Some(action) = &answer.action {
                assert!(answer.ok && answer.cost <= answer.allowed);
                accepted(asked, action, "path");
                // The same legs, walked as they are, are the same path.
                let legs = answer.legs.iter();
                let legs = legs.map(|leg| KtLeg {
                    to: leg.to,
                    z: leg.z,
                    way: leg.way.clone(),
                    facing: Some(leg.facing),
                });
                let same = moves::Wish { legs: Some(legs.collect()), to: None, ..wish };
                let again = moves::path(asked, &same).expect("a path");
                assert_eq!((again.cost, again.ok), (answer.cost, true));
            } else {
                assert!(answer.refused.is_some());
            }
        }
    }
    for (kind, id) in [("attack", "attack"), ("charge", "charge")] {
        let extra = deed(id).extra;
        let list = targets::targets(asked, &model.to_string(), kind, extra).expect("targets");
        let any = list.iter().any(|target| target.why.is_none());
        assert_eq!(any, deed(id).why.is_none(), "{kind} of {model}: {:?}", deed(id).why);
        for target in &list {
            for weapon in &target.weapons {
                assert!(weapon.action.is_some() != weapon.why.is_some());
                assert!(
                    (0.0..=1.0 + 1e-9).contains(&weapon.hit) && weapon.out <= weapon.hit + 1e-9
                );
                let Some(action) = &weapon.action else { continue };
                accepted(asked, action, kind);
                let at = vec![DraftShare { target: target.id.clone(), dice: 0 }];
                let (bonus, focus, charge, feats) = (None, None, None, Vec::new());
                let draft = BlowDraft { weapon: weapon.number, at, bonus, focus, charge, feats };
                let answer =
                    blow::blow(asked, &model.to_string(), kind, &draft, extra).expect("an attack");
                accepted(asked, answer.action.as_ref().expect("as among the targets"), "blow");
                assert!(!answer.sentence.is_empty() && !answer.targets.is_empty());
                // Each feat that is offered may be used.
                for choice in answer.choices.feats.iter().filter(|_| kind == "attack") {
                    let draft = BlowDraft { feats: vec![choice.number], ..draft.clone() };
                    let with = blow::blow(asked, &model.to_string(), kind, &draft, extra);
                    let with = with.expect("an attack");
                    accepted(asked, with.action.as_ref().expect("the feat is offered"), "feat");
                }
            }
        }
    }
    for deed in list.iter().filter(|deed| deed.needs == Needs::Feat && deed.why.is_none()) {
        let number: u8 = deed.id["feat:".len()..].parse().expect("a number");
        let name = model.to_string();
        let first = feat::feat(asked, &name, number, None, None, deed.extra).expect("a feat");
        assert_eq!(first.refused, None);
        for on in first.ons.iter().filter(|on| on.why.is_none()) {
            let on = Some(on.id.as_str());
            let answer = feat::feat(asked, &name, number, on, None, deed.extra).expect("a feat");
            if answer.needs == "nothing"
                && let Some(action) = &answer.action
            {
                accepted(asked, action, "feat");
            }
        }
    }
    let reach = moves::reach(asked, &model.to_string(), "walk", None).expect("a reach");
    assert_eq!(reach.allowed, killteam::rules::moving::allowance(state, model, MoveFor::Walk).0.0);
}

/// The strikes that are asked for, among targets too.
fn strikes(asked: Asked<'_>) {
    let state = asked.state;
    let by = match state.ask {
        Ask::ChargeAttack(_) => check::active(state).model.bit(),
        Ask::Strike(_) => check::striking(state),
        Ask::Retaliate(_) => check::answering(state),
        _ => return,
    };
    for id in killteam::state::members(by) {
        let list = targets::targets(asked, &id.to_string(), "strike", false).expect("targets");
        let mut actions =
            list.iter().flat_map(|one| &one.weapons).filter_map(|w| w.action.as_ref());
        let first = actions.next().expect("who may strike has somebody to strike at");
        accepted(asked, first, "strike");
    }
}

fn random(seed: u32) -> impl FnMut(u32) -> u32 {
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(12_345);
    move |below| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below.max(1)
    }
}

fn play(options: &[(&str, &str)], bot: &str, seed: u32, every: usize) -> usize {
    let mut setup = KillTeam::default_setup(2);
    for (key, value) in options {
        KillTeam::set_option(&mut setup, key, value).expect("an option");
    }
    let mut table = Match::<KillTeam>::new(setup, Seed::from(u64::from(seed))).expect("fine");
    let mut bots: Vec<Box<dyn Chooser<KillTeam> + Send>> =
        (0..2).map(|seat| bots::by_name(bot, Seed::from(seat + 10)).expect("a bot")).collect();
    let mut random = random(seed);
    let mut asked = 0;
    while let Awaiting::Seats(seats) = table.awaiting() {
        let seat = seats.lowest().expect("somebody owes");
        let view = KillTeam::view(table.state(), seat);
        view.sound().expect("views of a match hold together");
        let turn = matches!(view.state.ask, Ask::Terrain(_) | Ask::Deploy(_));
        if !turn && table.len().is_multiple_of(every) || table.len().is_multiple_of(every * 4) {
            ask_all(&view.state, seat, &mut random);
            asked += 1;
        }
        let action = bots[seat.index()].choose(&view);
        table.play(seat, action).expect("bots play by the rules");
    }
    asked
}

#[test]
fn what_is_offered_is_allowed_in_greedy_games() {
    let pairs = ["ashguard-line,thornveil-mist", "glass-lance,tallow-flood"];
    for (seed, pair) in (1..).zip(pairs) {
        assert!(play(&[("teams", pair)], "greedy", seed, 3) > 40);
    }
}

#[test]
fn what_is_offered_is_allowed_in_random_games_and_while_terrain_is_placed() {
    for seed in 1..3 {
        assert!(play(&[("table", "broken-citadel")], "random", seed, 4) > 40);
    }
    assert!(
        play(&[("table", "placed:1"), ("teams", "unwound-hammer,glass-wall")], "random", 5, 6) > 20
    );
}

/// The figures of a re-roll can be held against each other: rolling a failure again never makes a
/// wound less likely, however many points both sides have and whatever it takes to remove the target.
#[test]
fn rolling_a_failure_again_never_looks_worse_than_keeping_it() {
    let mut compared = 0;
    for seed in 1..5 {
        let setup = KillTeam::default_setup(2);
        let mut table = Match::<KillTeam>::new(setup, Seed::from(seed)).expect("fine");
        let mut bots: Vec<Box<dyn Chooser<KillTeam> + Send>> =
            (0..2).map(|seat| bots::by_name("greedy", Seed::from(seat)).expect("a bot")).collect();
        while let Awaiting::Seats(seats) = table.awaiting() {
            let seat = seats.lowest().expect("somebody owes");
            for wounds in 1..=4 {
                let mut state = table.state().clone();
                state.teams.iter_mut().for_each(|team| team.cp = 3);
                for id in state.clone().roster(other(seat)) {
                    state.models[id.index()].wounds = wounds;
                }
                compared += rerolls_compare(Asked { state: &state, seat: Some(seat) });
            }
            let action = bots[seat.index()].choose(&KillTeam::view(table.state(), seat));
            table.play(seat, action).expect("bots play by the rules");
        }
    }
    assert!(compared > 100, "{compared}");
}

/// How many dice that failed were held against keeping them.
fn rerolls_compare(asked: Asked<'_>) -> usize {
    let (Ask::RerollHit(_), Some(attack)) = (asked.state.ask, &asked.state.attack) else {
        return 0;
    };
    let options = question::question(asked).expect("a question").expect("it is asked").options;
    let need = attack.targets[usize::from(attack.at)].need;
    let wound = |option: &AskOption| -> i32 {
        match option.odds.as_deref().expect("odds").split_once("% to wound") {
            Some(("under 1", _)) => 0,
            Some(("over 99", _)) => 100,
            found => found.expect("a chance to wound").0.parse().expect("a number"),
        }
    };
    let failed = options[1..].iter().filter(|option| {
        let action = serde_json::from_value(option.action.clone()).expect("an action");
        let Action::Reroll(number) = action else { panic!("{action} is no re-roll") };
        !dice::succeeds(attack.dice[usize::from(number) - 1].face, need)
    });
    failed
        .map(|option| {
            let told = format!("{:?}, then {:?}", options[0].odds, option.odds);
            assert!(wound(option) >= wound(&options[0]), "{}: {told}", option.label);
        })
        .count()
}

/// What works on an attack and is no number is told with the feat it comes from.
#[test]
fn effects_that_are_no_numbers_are_told_with_an_attack() {
    let setup = KillTeam::default_setup(2);
    let picture = "table empty\nA1 card plain\nB1 card plain\nA1 attack Gun ranged range 24 dice 3 hit 4\n\
        A1 feat {\"name\":\"Sure Hand\",\"when\":\"always\",\"effects\":[{\"do\":\"reroll\",\"roll\":\"hit\",\"which\":\"ones\"}]}\n\
        A1 at 18,5\nB1 at 18,12\n";
    let state = KillTeam::position(&setup, picture).expect("a position");
    let asked = Asked { state: &state, seat: Some(Seat(0)) };
    let draft = BlowDraft {
        weapon: state.profile(Id::new(Seat(0), 0)).weapons.len() as u8,
        at: vec![DraftShare { target: "B1".into(), dice: 0 }],
        bonus: None,
        focus: None,
        charge: None,
        feats: Vec::new(),
    };
    let answer = blow::blow(asked, "A1", "attack", &draft, false).expect("an answer");
    let also: Vec<&str> = answer.targets[0].also.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(also, ["Sure Hand: re-roll of natural ones in hit rolls"]);
}

/// The extra action may come first, so that a run or a charge follows it (`killteam:K16`).
#[test]
fn focus_and_standing_up_can_be_bought_before_a_long_action() {
    let setup = KillTeam::default_setup(2);
    let picture = |down: &str, cp: u8| {
        format!(
            "table empty\nA1 card plain\nB1 card plain\nA cp {cp} | B cp 0\nA1 at 18,5{down}\nB1 at 18,30\n"
        )
    };
    for (down, cp, id, offered) in
        [("", 1, "focus", true), (" down", 1, "stand_up", true), ("", 0, "focus", false)]
    {
        let state = KillTeam::position(&setup, &picture(down, cp)).expect("a position");
        let mut table = Match::<KillTeam>::from_state(
            setup.clone(),
            state,
            Box::new(kernel::Seeded::new(Seed::from(1))),
        );
        table.play(Seat(0), Action::Activate(Id::new(Seat(0), 0))).expect("it is activated");
        let asked = Asked { state: table.state(), seat: Some(Seat(0)) };
        let list = deeds::deeds(asked, Some("A1")).expect("deeds");
        let first = list.iter().find(|deed| deed.id == id && deed.extra);
        assert_eq!(first.is_some(), offered, "{id} with {cp} CP");
        let Some(first) = first else { continue };
        let action = first.action.clone().expect("it is ready");
        table.play(Seat(0), serde_json::from_value(action).expect("an action")).expect("legal");
        let asked = Asked { state: table.state(), seat: Some(Seat(0)) };
        let list = deeds::deeds(asked, Some("A1")).expect("deeds");
        let run = list.iter().find(|deed| deed.id == "run").expect("it is listed");
        assert!(run.why.is_none(), "{:?}", run.why);
    }
}

/// A wall of one's own people lies before a place that is too far off: the distance is what matters.
#[test]
fn what_is_too_far_is_told_before_what_stands_in_the_way() {
    let setup = KillTeam::default_setup(2);
    let picture = "table empty\nA1 card plain\nA2 card plain\nB1 card plain\nA1 at 18,5\nA2 at 18,8\nB1 at 30,30\n";
    let state = KillTeam::position(&setup, picture).expect("a position");
    let asked = Asked { state: &state, seat: Some(Seat(0)) };
    let to = |y: i32| moves::Wish {
        model: "A1".into(),
        why: "walk".into(),
        target: None,
        to: None,
        legs: Some(vec![KtLeg {
            to: (18 * 2540, y * 2540),
            z: 0,
            way: "walk".into(),
            facing: None,
        }]),
        extra: false,
    };
    let why = |y: i32| {
        let answer = moves::path(asked, &to(y)).expect("an answer");
        assert!(answer.action.is_none() && answer.stops_at.is_some());
        answer.refused.map(|refused| refused.message).unwrap_or_default() + &answer.notes.concat()
    };
    let far = why(30);
    assert!(far.contains("would move 25.0\"") && !far.contains("in the way"), "{far}");
    let near = why(9);
    assert!(near.contains("in the way"), "{near}");
}

/// The same for charges, at somebody and at all.
#[test]
fn who_is_too_far_to_be_charged_is_told_by_the_distance() {
    let setup = KillTeam::default_setup(2);
    let told = |enemy: &str| {
        let picture = format!(
            "table empty\nA1 card plain\nA2 card plain\nB1 card plain\nA1 at 18,5\nA2 at 18,8\nB1 at {enemy}\nask act A\nactive A1\n"
        );
        let state = KillTeam::position(&setup, &picture).expect("a position");
        let asked = Asked { state: &state, seat: Some(Seat(0)) };
        let targets = targets::targets(asked, "A1", "charge", false).expect("an answer");
        let one = targets[0].why.clone().expect("a reason");
        assert_eq!(targets::no_charge(asked, Id::new(Seat(0), 0)), Some(one.clone()));
        one
    };
    let far = told("18,30");
    assert!(
        far.message.contains("away; a charge goes 8.0\" at most and must end within 1.0\""),
        "{}",
        far.message
    );
    assert_eq!(far.rule.as_deref(), Some("killteam:ENG-10"));
}

#[test]
fn every_rule_the_desk_names_is_in_the_ledger() {
    let ledger = Ledger::parse(KillTeam::ledger()).expect("a fine ledger");
    for source in [include_str!("card.rs"), include_str!("details.rs"), include_str!("targets.rs")]
    {
        for part in source.split("\"killteam:").skip(1) {
            let id = format!("killteam:{}", part.split('"').next().unwrap_or_default());
            assert!(ledger.find(&id).is_some(), "{id}");
        }
    }
}

#[test]
fn every_question_has_a_name_and_every_name_a_question() {
    for name in ask::KtRequest::NAMES {
        let error = crate::read::<ask::KtRequest>(&serde_json::json!({ "ask": name }), name);
        let unknown = error.err().is_some_and(|why| why.message.contains("unknown variant"));
        assert!(!unknown, "{name}");
    }
}
