//! What is kept: over restarts, out of memory, in backups.

use std::time::Duration;

use serde_json::{Value, json};
use server::db::backup::{backup, restore};
use server::db::{Db, Place};

use crate::Kind;
use crate::cluster::Cluster;
use crate::house::{House, text};
use crate::play::{choice, play_on};

pub async fn games_go_on_after_a_restart(kind: &Kind<'_>) {
    let mut house = kind.house(|_| {}).await;
    let pair = house.pair().await;
    let mut a = house.sit(&pair.id, &pair.a).await;
    let mut b = house.sit(&pair.id, &pair.b).await;
    play_on(&house, &pair, &mut a, &mut b, 5).await;
    // A bot is due in this one, and nobody opens it again.
    let made = house.rome(&pair.ann, &["me", "random"]).await;
    let id = text(&made["id"]);
    house.stop().await;
    let mut last = String::new();
    while let Some(text) = a.next_text().await {
        last = text;
    }
    assert!(last.contains("\"closing\"") && last.contains("\"again\":true"), "{last}");
    undo_bots(&house, &id).await;
    house.start().await;
    let mut late = house.socket(&pair.id, None).await.expect("a socket");
    late.entries.clone_from(&a.entries);
    let welcome = late.hello(&pair.a, 5, Some(a.revision)).await;
    assert_eq!(welcome["entries"], json!([]));
    assert_eq!(welcome["head"]["actions"], 5);
    let mut other = house.sit(&pair.id, &pair.b).await;
    play_on(&house, &pair, &mut late, &mut other, 3).await;
    for _ in 0..500 {
        if house.on_disk(&id).await.actions() > 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the bot that was due did not go on");
}

/// Makes a game as if the server had died before its bot could act.
async fn undo_bots(house: &House, id: &str) {
    let db = Db::open(&Place::parse(&house.db).expect("a place")).await.expect("it opens");
    for sql in [
        "DELETE FROM actions WHERE game = $1",
        "UPDATE games SET actions = 0, revision = 0, bots_due = 1, owes = 'AB' WHERE id = $1",
    ] {
        sqlx::query(sql).bind(id).execute(db.pool()).await.expect("it is done");
    }
    db.close().await;
}

pub async fn idle_games_leave_memory_and_come_back(kind: &Kind<'_>) {
    let house = kind.house(|config| config.limits.idle = Duration::from_millis(100)).await;
    let pair = house.pair().await;
    let mut a = house.sit(&pair.id, &pair.a).await;
    let mut b = house.sit(&pair.id, &pair.b).await;
    play_on(&house, &pair, &mut a, &mut b, 3).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(house.metric("vanguard_games_in_memory "), "1", "somebody is there");
    a.close().await;
    b.close().await;
    let mut waited = 0;
    while house.metric("vanguard_games_in_memory ") != "0" {
        tokio::time::sleep(Duration::from_millis(50)).await;
        waited += 1;
        assert!(waited < 200, "the game stays in memory");
    }
    let mut a = house.sit(&pair.id, &pair.a).await;
    let mut b = house.sit(&pair.id, &pair.b).await;
    assert_eq!(a.actions(), 3);
    play_on(&house, &pair, &mut a, &mut b, 2).await;
}

pub async fn a_backup_brings_everything_back(kind: &Kind<'_>) {
    let mut house = kind.house(|_| {}).await;
    let pair = house.pair().await;
    let mut a = house.sit(&pair.id, &pair.a).await;
    let mut b = house.sit(&pair.id, &pair.b).await;
    play_on(&house, &pair, &mut a, &mut b, 5).await;
    let roster = json!({ "name": "Mine", "game": "killteam", "text": "name = \"é\"\n" });
    let path = "/api/v1/rosters/one";
    house.ask("PUT", path, &pair.ann, Some(roster)).await.fine();
    let place = Place::parse(&house.db).expect("a place");
    let file = house.file("backup");
    // What a backup left that was killed is no hindrance. While the server runs:
    std::fs::write(house.file("backup.part"), "half a li").expect("written");
    let rows = backup(&place, &file).await.expect("a backup");
    assert!(rows > 12, "{rows}");
    let hash = house.on_disk(&pair.id).await.hash();
    let other = kind.empty(&house).await;
    let other_place = Place::parse(&other).expect("a place");
    let error = restore(&place, &file).await.expect_err("the server runs").0;
    assert!(error.contains("another server"), "{error}");
    house.stop().await;
    let error = restore(&place, &file).await.expect_err("there is something in it").0;
    assert!(error.contains("something in this database"), "{error}");
    // A file that was cut off is noticed, and leaves nothing behind.
    let text = std::fs::read_to_string(&file).expect("the file");
    let cut = house.file("cut");
    let lines: Vec<&str> = text.lines().collect();
    std::fs::write(&cut, lines[..lines.len() - 1].join("\n")).expect("written");
    let error = restore(&other_place, &cut).await.expect_err("cut off").0;
    assert!(error.contains("cut off"), "{error}");
    assert_eq!(restore(&other_place, &file).await, Ok(rows));
    house.db = other;
    house.start().await;
    assert_eq!(house.on_disk(&pair.id).await.hash(), hash);
    let mut a = house.sit(&pair.id, &pair.a).await;
    assert_eq!(a.actions(), 5);
    let seat = u8::from(!a.asked("A"));
    let action = choice(&house, &pair.id, seat, 0).await;
    let mut b = house.sit(&pair.id, &pair.b).await;
    let me = if seat == 0 { &mut a } else { &mut b };
    me.play(&action).await.expect("tokens and games are the same");
    let kept = house.get(path, &pair.ann).await.fine();
    assert_eq!(kept["text"], "name = \"é\"\n");
    let me = house.get("/api/v1/me", &pair.ann).await.fine();
    assert_eq!(me["games"].as_array().map(Vec::len), Some(1));
    assert_ne!(me["games"][0]["begun"], Value::Null);
}

pub async fn an_older_backup_is_brought_up(kind: &Kind<'_>) {
    let mut house = kind.house(|_| {}).await;
    let ann = house.guest("Ann").await;
    let file = house.file("backup");
    backup(&Place::parse(&house.db).expect("a place"), &file).await.expect("a backup");
    house.stop().await;
    // As the first version wrote it: sessions had not been seen.
    let text = std::fs::read_to_string(&file).expect("the file");
    let mut older = String::new();
    for line in text.lines() {
        let mut line: Value = serde_json::from_str(line).expect("a line of JSON");
        if line["format"].is_string() {
            line["version"] = 1.into();
        } else if line["row"]["name"] == "version" {
            line["row"]["value"] = "1".into();
        } else if line["table"] == "sessions" {
            let row = line["row"].as_object_mut().expect("a row");
            row.remove("seen").expect("today's have one");
        }
        older += &format!("{line}\n");
    }
    std::fs::write(&file, &older).expect("written");
    house.db = kind.empty(&house).await;
    let place = Place::parse(&house.db).expect("a place");
    restore(&place, &file).await.expect("it is brought up");
    house.start().await;
    assert_eq!(house.get("/api/v1/me", &ann).await.fine()["name"], "Ann");
    // One of a program to come is not guessed at.
    std::fs::write(&file, older.replacen("\"version\":1", "\"version\":99", 1)).expect("written");
    let error = restore(&place, &file).await.expect_err("too new").0;
    assert!(error.contains("version 99, this program reads 1 to"), "{error}");
}

pub async fn a_second_server_is_turned_away(kind: &Kind<'_>) {
    let house = kind.house(|_| {}).await;
    let error = Db::open(&Place::parse(&house.db).expect("a place")).await.err().expect("taken").0;
    assert!(error.contains("another server"), "{error}");
}

pub async fn a_database_is_reached_over_tls(cluster: &Cluster) {
    let plain = cluster.database_over_tls("disable").await;
    let root = |name: &str| format!("verify-full&sslrootcert={}", cluster.certificate(name));
    let other = cluster.database_over_tls(&root("other.crt")).await;
    let named = other.replace("@localhost", "@127.0.0.1").replace("other.crt", "root.crt");
    for (url, why) in [(plain, "no encryption"), (other, "certificate"), (named, "certificate")] {
        let place = Place::parse(&url).expect("a place");
        let error = Db::open(&place).await.err().expect("refused").0;
        assert!(error.to_lowercase().contains(why) && !error.contains("secret"), "{url}: {error}");
    }
    for mode in ["require".to_owned(), root("root.crt")] {
        let url = cluster.database_over_tls(&mode).await;
        let folder = tempfile::TempDir::new().expect("a folder");
        let mut house = House::with(folder, url, |_| {}).await;
        let pair = house.pair().await;
        let mut a = house.sit(&pair.id, &pair.a).await;
        let mut b = house.sit(&pair.id, &pair.b).await;
        play_on(&house, &pair, &mut a, &mut b, 2).await;
        let db = Db::look(&Place::parse(&house.db).expect("a place")).await.expect("it opens");
        let sql = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
        let secret: bool = sqlx::query_scalar(sql).fetch_one(db.pool()).await.expect("an answer");
        assert!(secret, "{mode}");
        db.close().await;
        house.stop().await;
    }
}

pub async fn a_database_that_fell_is_waited_for(cluster: &Cluster) {
    let folder = tempfile::TempDir::new().expect("a folder");
    let mut house = House::with(folder, cluster.database().await, |_| {}).await;
    let pair = house.pair().await;
    let mut a = house.sit(&pair.id, &pair.a).await;
    let mut b = house.sit(&pair.id, &pair.b).await;
    play_on(&house, &pair, &mut a, &mut b, 2).await;
    cluster.restart();
    assert_eq!(house.get("/healthz", "").await.status, 200);
    play_on(&house, &pair, &mut a, &mut b, 2).await;
    assert_eq!(house.on_disk(&pair.id).await.actions(), 4);
    house.stop().await;
}
