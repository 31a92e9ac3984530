//! Nothing hidden gets out: what two servers say is compared, byte for byte, where they differ only
//! in what the listener can't know.

use kernel::{Seat, Seed};
use serde_json::{Value, json};
use server::db::games::{Listed, Sitter};
use server::db::journal::Kept;
use server::db::{Db, Place};
use server::hall::load;
use server::token::{Claim, Key};

use crate::house::House;

pub const ID: &str = "AAAAAAAAAAAAAAAAAAAA";

/// A house with this match in it, for two people; everything else is the same in every such house.
pub async fn house_of(table: &mut dyn games::AnyMatch, actions: Vec<Kept>) -> (House, Key) {
    let mut house = House::new(|_| {}).await;
    house.stop().await;
    table.set_players(vec!["human".into(), "human".into()]);
    let commitment = table.commit().map(|commitment| commitment.to_string()).unwrap_or_default();
    let (beginning, _) = load::parts(table).expect("parts");
    let sitter = |seat, name: &str| Sitter {
        seat: Seat(seat),
        who: Some(name.to_lowercase()),
        name: name.into(),
        bot: None,
    };
    let game = Listed {
        id: ID.into(),
        game: table.game().into(),
        setup: table.setup_text(),
        maker: "ann".into(),
        commitment,
        standing: load::standing(table, &[], 0),
        begun: 1000,
        changed: 1000,
        sitters: vec![sitter(0, "Ann"), sitter(1, "Bob")],
    };
    let db = Db::open(&Place::parse(&house.db).expect("a place")).await.expect("it opens");
    db.add_game(&game, &beginning, &actions).await.expect("it is kept");
    let key = db.key().await.expect("a key");
    db.close().await;
    house.start().await;
    (house, key)
}

/// What somebody hears while the other seat takes an action, and then their own.
async fn heard(
    house: &House,
    token: &str,
    others: &str,
    action: &Value,
    actions: usize,
) -> Vec<String> {
    let mut me = house.socket(ID, None).await.expect("a socket");
    me.say(json!({ "hello": { "token": token, "seen": -1 } })).await;
    let mut heard = vec![me.next_text().await.expect("a welcome")];
    let mut other = house.sit(ID, others).await;
    other.play(action).await.expect("it is allowed");
    loop {
        let text = me.next_text().await.expect("a message");
        let message: Value = serde_json::from_str(&text).expect("JSON");
        let happened = message["update"]["head"]["actions"] == json!(actions + 1);
        heard.push(text);
        if happened {
            break;
        }
    }
    // Somebody who comes later hears the same, too.
    let mut late = house.socket(ID, None).await.expect("a socket");
    late.say(json!({ "hello": { "token": token, "seen": -1 } })).await;
    heard.push(late.next_text().await.expect("a welcome"));
    // The other stays until now: who is there is no secret, and when they leave is a matter of the clock.
    other.close().await;
    heard
}

/// When the card says it changed is a matter of the clock.
fn timeless(texts: Vec<String>) -> Vec<String> {
    texts
        .into_iter()
        .map(|text| match text.split_once("\"changed\":\"") {
            Some((before, after)) => format!("{before}{}", &after["2026-11-16T15:00:00Z".len()..]),
            None => text,
        })
        .collect()
}

/// Compares what A and a watcher hear when B takes either of two actions that only B may know.
async fn nothing_gets_out(mut one: Box<dyn games::AnyMatch>, secret: [Value; 2]) {
    let (_, kept) = load::parts(&*one).expect("parts");
    let mut all: Vec<Vec<Vec<String>>> = Vec::new();
    for action in &secret {
        let mut said = Vec::new();
        for who in ["seat", "watch"] {
            let (mut house, key) = house_of(&mut *one, kept.clone()).await;
            let token = if who == "seat" {
                key.sign(&Claim::Seat(ID.into(), Seat(0)))
            } else {
                key.sign(&Claim::Watch(ID.into()))
            };
            let other = key.sign(&Claim::Seat(ID.into(), Seat(1)));
            let texts = heard(&house, &token, &other, action, kept.len()).await;
            house.stop().await;
            for text in &texts {
                assert!(
                    !text.contains(&one.seed().expect("a seed").to_string()),
                    "the seed: {text}"
                );
                assert!(!text.contains(&other) && !text.contains(&token), "a token: {text}");
            }
            said.push(timeless(texts));
        }
        all.push(said);
    }
    assert_ne!(secret[0], secret[1]);
    assert_eq!(all[0], all[1]);
    assert!(all[0].iter().all(|texts| texts.len() >= 3));
}

fn seed(number: u64) -> Seed {
    Seed::from(number).derive(1)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_arrangement_in_rome_is_its_owners_alone() {
    let game = games::find("rome").expect("the game");
    let table = game.new_match(&[], &games::no_files, 2, seed(3)).expect("a match");
    let choices = table.choices(Seat(1), 40);
    let actions = [choices[0].action.clone(), choices[choices.len() - 1].action.clone()];
    nothing_gets_out(table, actions).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watcher_hears_the_same_whatever_was_dealt() {
    // Seeds that deal A the same, and B something else: what A is told must be the same.
    let game = games::find("rome").expect("the game");
    let dealt = |number| game.new_match(&[], &games::no_files, 2, seed(number)).expect("a match");
    let watched = games::Eyes::Nobody;
    let first = dealt(0);
    let mut second = dealt(1);
    assert_ne!(first.hash(), second.hash());
    assert_eq!(first.view_json(watched), second.view_json(watched), "nothing is open yet");
    let mut said = Vec::new();
    for mut table in [first, std::mem::replace(&mut second, dealt(2))] {
        let (mut house, key) = house_of(&mut *table, Vec::new()).await;
        let mut eve = house.socket(ID, None).await.expect("a socket");
        let token = key.sign(&Claim::Watch(ID.into()));
        eve.say(json!({ "hello": { "token": token, "seen": -1 } })).await;
        let text = eve.next_text().await.expect("a welcome");
        let commitment = table.commit().expect("a commitment").to_string();
        assert!(text.contains(&commitment));
        said.push(text.replace(&commitment, ""));
        house.stop().await;
    }
    assert_eq!(said[0], said[1]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bid_in_kill_team_is_its_owners_alone() {
    let game = games::find("killteam").expect("the game");
    let mut table = game.new_match(&[], &games::no_files, 2, seed(5)).expect("a match");
    let patience = games::Patience::default();
    for _ in 0..600 {
        let kernel::Awaiting::Seats(seats) = table.awaiting() else { break };
        let both = seats.contains(Seat(0)) && seats.contains(Seat(1));
        let choices = table.choices(Seat(1), 8);
        if both && choices.len() > 1 {
            let actions = [choices[0].action.clone(), choices[1].action.clone()];
            return nothing_gets_out(table, actions).await;
        }
        let seat = seats.lowest().expect("somebody");
        table.bot_play(seat, "random", &patience).expect("a decision");
    }
    panic!("nobody bid in this game: choose another seed");
}
