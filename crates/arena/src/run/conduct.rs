//! Playing what is left of a run, on all cores.

use std::collections::BTreeSet;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use kernel::Game;

use super::{Bout, Kind, Plan, Run};
use crate::sprt::Walk;
use crate::{batch, cross};

/// Told of every pair of games when it has been played.
pub type Keep<'a> = dyn FnMut(&[Bout; 2]) -> io::Result<()> + Send + 'a;

/// What the threads share.
struct Desk<'a, 'b> {
    bouts: Vec<Bout>,
    walk: Option<Walk>,
    keep: &'a mut Keep<'b>,
    failed: Option<io::Error>,
}

impl<G: Game> Plan<G> {
    /// Plays the games a run lacks and gives it back whole. Pairs are begun in the order of their
    /// numbers; a sequential test ends as soon as it is decided.
    pub fn conduct(&self, run: Run, threads: usize, keep: &mut Keep<'_>) -> io::Result<Run> {
        let header = self.header();
        let pairs = header.games() / 2;
        let done: BTreeSet<u64> = cross::pairs(&run).map(|(pair, _)| pair).collect();
        let walk = match header.kind {
            Kind::Sprt(test) => Some(Walk::of(test, &run)),
            Kind::RoundRobin | Kind::Gauntlet => None,
        };
        let decided = walk.as_ref().is_some_and(Walk::is_over);
        let desk = Mutex::new(Desk { bouts: run.bouts, walk, keep, failed: None });
        let (next, stop) = (AtomicU64::new(0), AtomicBool::new(decided));
        let work = || {
            while !stop.load(Ordering::Relaxed) {
                let pair = next.fetch_add(1, Ordering::Relaxed);
                if pair >= pairs {
                    return;
                }
                if done.contains(&pair) {
                    continue;
                }
                let bouts = [self.play(2 * pair), self.play(2 * pair + 1)];
                let mut desk = desk.lock().expect("nobody panics at the desk");
                if desk.hand_in(bouts, pair) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..batch::workers(threads, pairs) {
                scope.spawn(work);
            }
        });
        let desk = desk.into_inner().expect("nobody panics at the desk");
        let mut bouts = desk.bouts;
        bouts.sort_by_key(|bout| bout.game);
        bouts.dedup_by_key(|bout| bout.game);
        match desk.failed {
            Some(error) => Err(error),
            None => Ok(Run { header: run.header, bouts }),
        }
    }
}

impl Desk<'_, '_> {
    /// Takes a pair that was played; tells whether to stop.
    fn hand_in(&mut self, bouts: [Bout; 2], pair: u64) -> bool {
        if let Err(error) = (self.keep)(&bouts) {
            self.failed = Some(error);
            return true;
        }
        let over = self.walk.as_mut().is_some_and(|walk| {
            walk.add(pair, bouts.each_ref());
            walk.is_over()
        });
        self.bouts.extend(bouts);
        over
    }
}
