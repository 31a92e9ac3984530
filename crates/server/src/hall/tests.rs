//! Games that break, and bots that break off.

use std::sync::Weak;
use std::sync::atomic::Ordering::Relaxed;

use games::AnyMatch;
use kernel::{Awaiting, Seed};
use serde_json::json;
use tempfile::TempDir;

use super::*;
use crate::db::Place;
use crate::db::games::{Listed, Sitter};

/// Longer than anything takes, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(30);

struct House {
    hall: Arc<Hall>,
    _folder: TempDir,
}

async fn house(change: fn(&mut Config)) -> House {
    let folder = TempDir::new().expect("a folder");
    let place = Place::Sqlite(folder.path().join("table.db"));
    let db = Arc::new(Db::open(&place).await.expect("it opens"));
    let metrics = Arc::new(Metrics::default());
    let (journal, _) = Journal::start(db.pool().clone(), metrics.clone());
    let mut config = Config::new(([127, 0, 0, 1], 0).into(), "");
    config.bot_pause = Duration::from_millis(20);
    change(&mut config);
    let hall = Hall::new(config, db, journal, metrics).expect("a hall");
    House { hall, _folder: folder }
}

impl House {
    /// A game of Rome, and the same match once more.
    async fn rome(&self, id: &str, bots: [Option<&str>; 2]) -> Box<dyn AnyMatch> {
        let game = games::find("rome").expect("the game");
        let mut table =
            game.new_match(&[], &games::no_files, 2, Seed::from(7).derive(1)).expect("a match");
        let bots = bots.map(|bot| bot.map(str::to_owned));
        table.set_players(bots.iter().map(|b| b.clone().unwrap_or("human".into())).collect());
        let commitment = table.commit().expect("a commitment").to_string();
        let (beginning, _) = load::parts(&*table).expect("parts");
        let sitters = bots.iter().zip(0..).map(|(bot, seat)| Sitter {
            seat: Seat(seat),
            who: bot.is_none().then(|| "ann".into()),
            name: "Ann".into(),
            bot: bot.clone(),
        });
        let listed = Listed {
            id: id.into(),
            game: "rome".into(),
            setup: table.setup_text(),
            maker: "ann".into(),
            commitment,
            standing: load::standing(&*table, &bots, 0),
            begun: 0,
            changed: 0,
            sitters: sitters.collect(),
        };
        self.hall.db.add_game(&listed, &beginning, &[]).await.expect("it is kept");
        table
    }

    async fn sit(&self, id: &str, seat: u8) -> Page {
        let (out, told) = mpsc::channel(64);
        let (reply, joined) = oneshot::channel();
        let client = Client::from(std::net::IpAddr::from([127, 0, 0, 1]));
        let seat = Some(Seat(seat));
        let join = Join { seat, client, seen: -1, revision: None, out, reply };
        let handle = self.hall.wish(id, Wish::Join(join)).await.expect("it is open");
        let number = joined.await.expect("an answer").expect("it is let in");
        Page { handle, number, told }
    }

    /// Waits until something is so.
    async fn until(&self, what: &str, so: impl AsyncFn(&Hall) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !so(&self.hall).await {
            assert!(Instant::now() < end, "waited for: {what}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

async fn actions(hall: &Hall, id: &str) -> usize {
    hall.db.game(id).await.expect("it is read").expect("it is there").standing.actions
}

struct Page {
    handle: Handle,
    number: SocketId,
    told: mpsc::Receiver<Utf8Bytes>,
}

impl Page {
    async fn next(&mut self) -> Option<Value> {
        let next = tokio::time::timeout(PATIENCE, self.told.recv()).await;
        next.expect("a message in time").map(|text| serde_json::from_str(&text).expect("JSON"))
    }

    /// The next message of this kind.
    async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("waited for {kind}"));
            if let Some(told) = message.get(kind) {
                return told.clone();
            }
        }
    }
}

/// Takes the first thing that can be done, by whoever is asked first.
async fn play(pages: &mut [Page; 2], table: &mut dyn AnyMatch) {
    let Awaiting::Seats(seats) = table.awaiting() else { panic!("it is over") };
    let seat = seats.lowest().expect("somebody");
    let action = table.choices(seat, 1)[0].action.clone();
    let page = &mut pages[seat.index()];
    let after = table.actions();
    let play = Play {
        socket: page.number,
        id: 1,
        after,
        revision: None,
        action: action.clone(),
        at: Instant::now(),
    };
    assert!(page.handle.wish(Wish::Play(play)).await);
    page.until("done").await;
    table.play_json(seat, &action.to_string()).expect("it was allowed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_breaks_is_taken_up_from_disk() {
    let house = house(|_| {}).await;
    let mut table = house.rome("game", [None, None]).await;
    let mut pages = [house.sit("game", 0).await, house.sit("game", 1).await];
    play(&mut pages, &mut *table).await;
    for broken in 1..4 {
        let wish = Wish::Break { socket: pages[0].number, id: 5 };
        assert!(pages[0].handle.wish(wish).await);
        let refused = pages[0].until("refused").await;
        assert_eq!((&refused["id"], &refused["head"]["actions"]), (&json!(5), &json!(broken)));
        for page in &mut pages {
            assert_eq!(page.until("closing").await["again"], true);
            assert!(page.next().await.is_none(), "and hung up");
        }
        assert_eq!(house.hall.metrics.panics.get(), broken);
        // It may count as one game still while it is leaving: nobody is there when it is back.
        let back = async |hall: &Hall| {
            hall.metrics.games.get() == 1 && hall.here("game") == SeatSet::EMPTY
        };
        house.until("it is back", back).await;
        // The handle is the same: nothing that was wished meanwhile is lost.
        assert!(pages[0].handle.wish(Wish::Wake).await);
        pages = [house.sit("game", 0).await, house.sit("game", 1).await];
        let welcome = pages[0].until("welcome").await;
        assert_eq!(welcome["head"]["actions"], broken, "what was done stays done");
        play(&mut pages, &mut *table).await;
    }
    let stored = house.hall.db.stored("game").await.expect("it is read").expect("it is there");
    assert_eq!(load::table(&stored).expect("a match").hash(), table.hash());
    let start = Instant::now();
    house.hall.close(PATIENCE).await;
    assert!(start.elapsed() < PATIENCE, "nothing stays in the hall");
    assert_eq!(house.hall.metrics.games.get(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_breaks_off_is_asked_again() {
    let house = house(|_| {}).await;
    house.rome("game", [Some("random"), Some("random")]).await;
    house.hall.pool.breaking.store(3, Relaxed);
    house.hall.wish("game", Wish::Wake).await;
    house.until("two actions", async |hall| actions(hall, "game").await >= 2).await;
    assert_eq!(house.hall.metrics.bots_broken.get(), 3);
    assert_eq!(house.hall.metrics.panics.get(), 3);
    // The game itself breaks under it, with nobody there.
    house.hall.wish("game", Wish::Break { socket: 0, id: 0 }).await;
    house.until("it broke", async |hall| hall.metrics.panics.get() == 4).await;
    let before = actions(&house.hall, "game").await;
    house
        .until("the bots go on", async |hall| {
            let game = hall.db.game("game").await.expect("it is read").expect("it is there");
            game.standing.actions > before || game.standing.outcome.is_some()
        })
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_always_breaks_off_is_given_up_until_somebody_comes() {
    let house = house(|config| {
        config.bot_pause = Duration::from_micros(100);
        config.limits.idle = Duration::from_millis(50);
    })
    .await;
    house.rome("game", [Some("random"), None]).await;
    house.hall.pool.breaking.store(1000, Relaxed);
    house.hall.wish("game", Wish::Wake).await;
    house.until("ten tries", async |hall| hall.metrics.bots_broken.get() >= 10).await;
    house.until("it leaves memory", async |hall| hall.metrics.games.get() == 0).await;
    assert_eq!(house.hall.metrics.bots_broken.get(), 10);
    house.hall.pool.breaking.store(0, Relaxed);
    let _page = house.sit("game", 1).await;
    house.until("it acts", async |hall| actions(hall, "game").await >= 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_that_find_no_room_to_think_are_asked_later() {
    let house = house(|config| {
        config.bot_threads = 1;
        config.limits.thoughts = 1;
    })
    .await;
    let names: Vec<String> = (0..8).map(|number| format!("game{number}")).collect();
    for name in &names {
        house.rome(name, [Some("greedy"), Some("random")]).await;
        house.hall.wish(name, Wish::Wake).await;
    }
    for name in &names {
        house.until("ten actions", async |hall| actions(hall, name).await >= 10).await;
    }
    assert_eq!(house.hall.metrics.bots_broken.get(), 0);
}

#[test]
fn what_nobody_wants_to_know_is_not_thought_about() {
    let metrics = Arc::new(Metrics::default());
    let pool = Pool::start(1, 8, metrics.clone()).expect("a pool");
    let (send, told) = std::sync::mpsc::channel();
    let broken = || -> games::BotTask { Box::new(|| panic!("this is thought about")) };
    for wanted in [Weak::new(), Arc::downgrade(&Arc::new(()))] {
        let send = send.clone();
        assert!(pool.ask(broken(), None, wanted, move |_| send.send("unwanted").expect("told")));
    }
    let wanted = Arc::new(());
    let tell = move |_| send.send("wanted").expect("told");
    assert!(pool.ask(broken(), None, Arc::downgrade(&wanted), tell));
    assert_eq!(told.recv_timeout(PATIENCE), Ok("wanted"));
    assert_eq!(metrics.panics.get(), 1);
    let patience = pool::patience(PATIENCE, Arc::downgrade(&wanted));
    let clock = patience.clock.expect("a clock");
    assert!(!clock());
    drop(wanted);
    assert!(clock(), "thinking ends when nobody wants to know");
}

#[test]
fn nobody_waits_longer_because_another_has_many_games() {
    let pool = Pool::start(1, 100, Arc::default()).expect("a pool");
    let wanted = Arc::new(());
    let (send, told) = std::sync::mpsc::channel();
    let (go, wait) = std::sync::mpsc::channel::<()>();
    let client = |last| Some(Client::from(std::net::IpAddr::from([192, 0, 2, last])));
    let ask = |client, name: &'static str, task: games::BotTask| {
        let send = send.clone();
        pool.ask(task, client, Arc::downgrade(&wanted), move |_| send.send(name).expect("told"))
    };
    // The thread is busy while the others ask.
    let first = Box::new(move || {
        wait.recv().expect("a word");
        panic!("enough")
    });
    assert!(ask(client(9), "first", first));
    for _ in 0..20 {
        assert!(ask(client(1), "many", Box::new(|| panic!("enough"))));
        assert!(ask(None, "absent", Box::new(|| panic!("enough"))));
    }
    assert!(ask(client(2), "few", Box::new(|| panic!("enough"))));
    go.send(()).expect("it waits");
    let order: Vec<&str> = (0..42).map(|_| told.recv_timeout(PATIENCE).expect("in time")).collect();
    let few = order.iter().position(|name| *name == "few").expect("told");
    assert!(few <= 4, "{order:?}");
    let absent = order[..20].iter().filter(|name| **name == "absent").count();
    assert_eq!(absent, 5, "nobody waits for these, but they are not forgotten: {order:?}");
}
