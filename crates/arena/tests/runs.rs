//! Runs of a game small enough to know what must come out.

use std::io::Write;

use arena::sprt::{Decision, Test};
use arena::{
    Balance, BatchError, Bout, Comparison, Cross, Entrant, Kind, Limits, Plan, Run, RunError,
    RunFile, Terms,
};
use conformance::toy::{Setup, Toy};
use kernel::{Outcome, Seed};

const LIMITS: Limits = Limits { most: 0.6 };

fn entrant(bot: &str) -> Entrant {
    Entrant { bot: bot.into(), team: None }
}

fn plan(kind: Kind, bots: &[&str], games: u64) -> Plan<Toy> {
    let entrants = bots.iter().map(|bot| entrant(bot)).collect();
    let terms = Terms { kind, entrants, games, tables: 2, seed: Seed::from(7) };
    let setup = |_: &Entrant, _: &Entrant| Ok::<_, BatchError>(vec![Setup { players: 2, hand: 3 }]);
    Plan::new(terms, &setup).expect("a plan")
}

fn played(plan: &Plan<Toy>, threads: usize) -> Run {
    let run = Run::new(plan.header().clone());
    plan.conduct(run, threads, &mut |_| Ok(())).expect("nothing is written")
}

#[test]
fn a_run_is_the_same_whatever_the_number_of_threads() {
    let plan = plan(Kind::RoundRobin, &["greedy", "random"], 100);
    assert_eq!(played(&plan, 1), played(&plan, 4));
}

#[test]
fn pairs_have_dice_in_common_and_change_sides() {
    let plan = plan(Kind::RoundRobin, &["greedy", "random"], 20);
    let header = plan.header();
    assert_eq!(header.games(), 20);
    for pair in 0..10 {
        let (one, two) = (2 * pair, 2 * pair + 1);
        assert_eq!(header.seed_of(one), header.seed_of(two));
        assert_eq!((header.seats(one), header.seats(two)), ([0, 1], [1, 0]));
    }
    // Whoever meets themselves would play the same game twice.
    let mirror = self::plan(Kind::RoundRobin, &["random"], 20);
    assert_ne!(mirror.header().seed_of(0), mirror.header().seed_of(1));
}

#[test]
fn setups_take_turns_pair_after_pair() {
    let entrants = vec![entrant("greedy"), entrant("random")];
    let terms =
        Terms { kind: Kind::RoundRobin, entrants, games: 14, tables: 1, seed: Seed::from(7) };
    let setups = |_: &Entrant, _: &Entrant| {
        Ok::<_, BatchError>((1..=3).map(|hand| Setup { players: 2, hand }).collect())
    };
    let plan = Plan::<Toy>::new(terms, &setups).expect("a plan");
    let numbers: Vec<usize> = (0..14).map(|game| plan.header().setup_of(game)).collect();
    assert_eq!(numbers, [0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2, 0, 0]);
    let run = played(&plan, 2);
    assert_eq!(Balance::of(&run, LIMITS).cross.games, 14);
    let again = Plan::<Toy>::of(run.header.clone()).expect("the header says it all");
    assert_eq!(played(&again, 1), run);
}

#[test]
fn everything_is_counted_once() {
    let run = played(&plan(Kind::RoundRobin, &["level3", "random"], 200), 2);
    let balance = Balance::of(&run, LIMITS);
    assert_eq!((balance.cross.games, balance.cross.finished), (200, true));
    let [veteran, random] = &balance.cross.entrants[..] else { panic!("two entrants") };
    assert_eq!(veteran.wins, random.losses);
    assert_eq!(veteran.wins + veteran.draws + veteran.losses, 200);
    assert!(veteran.elo.low > random.elo.high, "{:?}", balance.cross.entrants);
    let games: u64 = balance.turns.bins.iter().map(|bin| bin.games).sum();
    assert_eq!(games, 200);
    assert!(balance.findings.iter().any(|finding| finding.text.contains("level3 beats random")));
}

#[test]
fn a_run_file_is_taken_up_where_it_was_torn() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("toy.run");
    let plan = plan(Kind::Gauntlet, &["greedy", "random"], 40);
    let whole = played(&plan, 1);
    {
        let (mut file, run) = RunFile::open(&path, plan.header()).expect("a new file");
        assert!(run.bouts.is_empty());
        assert!(matches!(RunFile::open(&path, plan.header()), Err(RunError::Busy)));
        file.add(&whole.bouts[4..9]).expect("it is written");
    }
    let mut torn = std::fs::OpenOptions::new().append(true).open(&path).expect("the file");
    torn.write_all(b"{\"game\":9,\"outc").expect("it is written");
    // Half a pair goes with it.
    let (mut file, run) = RunFile::open(&path, plan.header()).expect("it goes on");
    assert_eq!(run.bouts, whole.bouts[4..8]);
    let run = plan.conduct(run, 2, &mut |bouts| file.add(bouts)).expect("it is written");
    assert_eq!(run, whole);
    drop(file);
    assert_eq!(Run::read(&path).expect("whole lines"), whole);
    assert_eq!(std::fs::read_to_string(&path).expect("the file").lines().count(), 41);
}

#[test]
fn a_run_may_be_made_longer_and_its_games_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("toy.run");
    let plan = |games| self::plan(Kind::RoundRobin, &["greedy", "random"], games);
    for games in [10, 30] {
        let plan = plan(games);
        let (mut file, run) = RunFile::open(&path, plan.header()).expect("it goes on");
        plan.conduct(run, 2, &mut |bouts| file.add(bouts)).expect("it is written");
    }
    assert_eq!(Run::read(&path).expect("a run"), played(&plan(30), 1));
    let text = std::fs::read_to_string(&path).expect("the file");
    let other = text.replacen("\"seed\":\"7\"", "\"seed\":\"8\"", 1);
    let error = Run::parse(&other).expect_err("refused").to_string();
    assert!(error.contains("line 12: it begins another run"), "{error}");
}

#[test]
fn another_run_or_a_broken_one_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("toy.run");
    let plan = |games| self::plan(Kind::RoundRobin, &["greedy", "random"], games);
    drop(RunFile::open(&path, plan(40).header()).expect("a new file"));
    let told = |games| RunFile::open(&path, plan(games).header()).expect_err("refused").to_string();
    assert!(told(20).contains("games of a pairing: 40; asked for: 20"), "{}", told(20));
    let text = std::fs::read_to_string(&path).expect("the file");
    for (more, part) in [
        ("nonsense\n", "line 2: this is no game"),
        (
            "{\"game\":90,\"outcome\":null,\"how\":\"\",\"first\":null,\"turns\":0,\"actions\":0,\
          \"tallies\":[],\"earnings\":[]}\n",
            "line 2: the games are 0 to 39, not 90",
        ),
    ] {
        let error = Run::parse(&format!("{text}{more}")).expect_err("refused").to_string();
        assert!(error.contains(part), "{error}");
    }
    for (text, part) in [("", "empty"), ("{}\n", "no run file"), ("{\"format\":\"x\"}\n", "\"x\"")]
    {
        let error = Run::parse(text).expect_err("refused").to_string();
        assert!(error.contains(part), "{error}");
    }
    // A file that is something else is left as it is.
    std::fs::write(&path, "my diary").expect("a file");
    assert!(RunFile::open(&path, plan(40).header()).is_err());
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), "my diary");
}

#[test]
fn a_sequential_test_ends_when_it_is_decided_and_counts_no_more() {
    let test = Test { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 };
    let plan = plan(Kind::Sprt(test), &["greedy", "random"], 100_000);
    let (one, many) = (Cross::of(&played(&plan, 1)), Cross::of(&played(&plan, 4)));
    assert_eq!(one, many);
    assert!(one.finished && one.games < 5000, "{one:?}");
    let tested = one.test.expect("it was a test");
    assert_eq!(tested.decision, Decision::Yes);
    assert!(tested.llr >= tested.upper);
    // Taken up again, there is nothing left to do.
    let run = played(&plan, 1);
    let again = plan.conduct(run.clone(), 1, &mut |_| panic!("no game is left")).expect("nothing");
    assert_eq!(again, run);
}

#[test]
fn any_game_is_recorded_by_its_number() {
    let plan = plan(Kind::RoundRobin, &["greedy", "random"], 10);
    for bout in played(&plan, 1).bouts {
        let (record, stalled) = plan.record(bout.game);
        assert_eq!(stalled, None);
        assert_eq!(record.outcome, bout.outcome);
        assert_eq!(record.actions.len(), bout.actions as usize);
        record.replay(None).expect("a record replays");
        assert_eq!(plan.play(bout.game), bout);
    }
}

#[test]
fn runs_are_compared_by_what_is_more_than_chance() {
    let run = played(&plan(Kind::RoundRobin, &["level3", "random"], 400), 2);
    let before = Balance::of(&run, LIMITS);
    assert_eq!(Comparison::of(&before, &before).significant().count(), 0);
    let draw =
        |bout: &Bout| Bout { outcome: Some(Outcome::Draw), turns: bout.turns * 2, ..bout.clone() };
    let bouts = run.bouts.iter().map(draw).collect();
    let after = Balance::of(&Run { header: run.header.clone(), bouts }, LIMITS);
    let comparison = Comparison::of(&before, &after);
    let named: Vec<&str> = comparison.significant().map(|change| change.what.as_str()).collect();
    assert!(named.contains(&"turns") && named.contains(&"drawn games"), "{named:?}");
    assert!(named.contains(&"level3 against random") && !named.contains(&"actions"), "{named:?}");
    assert!(after.findings.iter().any(|finding| finding.text.contains("drawn")));
}
