//! Where bots think: some threads of their own, so that thinking never holds up those who play.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use games::{BotTask, Decided, Patience};

use crate::fault::words;
use crate::limit::{Client, lock};
use crate::metrics::Metrics;

/// Told what a bot decided; nothing if it could not.
type Tell = Box<dyn FnOnce(Option<Decided>) + Send>;

/// Where nobody waits for a bot, it gets one of so many turns.
const TURNS: u64 = 4;

/// A decision that is wanted, as long as somebody holds what `wanted` points to.
struct Asked {
    task: BotTask,
    wanted: Weak<()>,
    tell: Tell,
}

/// Decisions that wait for a thread. Clients take turns, so that nobody waits longer because another
/// has many games; where nobody is there, the bot is in no hurry.
#[derive(Default)]
struct Waiting {
    by: HashMap<Option<Client>, VecDeque<Asked>>,
    turns: VecDeque<Client>,
    count: usize,
    taken: u64,
    closed: bool,
}

impl Waiting {
    fn push(&mut self, client: Option<Client>, asked: Asked) {
        let queue = self.by.entry(client).or_default();
        queue.push_back(asked);
        self.count += 1;
        if let Some(client) = client.filter(|_| queue.len() == 1) {
            self.turns.push_back(client);
        }
    }

    fn pop(&mut self) -> Option<Asked> {
        if self.count == 0 {
            return None;
        }
        self.taken += 1;
        let absent = self.by.contains_key(&None);
        let client = if absent && (self.turns.is_empty() || self.taken.is_multiple_of(TURNS)) {
            None
        } else {
            Some(self.turns.pop_front()?)
        };
        let queue = self.by.get_mut(&client)?;
        let asked = queue.pop_front();
        if queue.is_empty() {
            self.by.remove(&client);
        } else {
            self.turns.extend(client);
        }
        self.count -= usize::from(asked.is_some());
        asked
    }
}

#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    more: Condvar,
}

/// Threads for bots.
pub struct Pool {
    queue: Arc<Queue>,
    most: usize,
    metrics: Arc<Metrics>,
    /// So many of the next decisions break off.
    #[cfg(test)]
    pub(super) breaking: std::sync::atomic::AtomicU32,
}

impl Pool {
    /// Starts the threads. They end when the pool is dropped. At most `most` decisions wait for one.
    pub fn start(threads: usize, most: usize, metrics: Arc<Metrics>) -> std::io::Result<Self> {
        let queue = Arc::<Queue>::default();
        for number in 1..=threads.max(1) {
            let (queue, metrics) = (queue.clone(), metrics.clone());
            std::thread::Builder::new()
                .name(format!("bot-{number}"))
                .spawn(move || think(&queue, &metrics))?;
        }
        Ok(Pool {
            queue,
            most,
            metrics,
            #[cfg(test)]
            breaking: 0.into(),
        })
    }

    /// Has a bot think for a client, if one is there, and tells what it decided, if that is still
    /// wanted then. `false` if too many wait already.
    pub fn ask(
        &self,
        task: BotTask,
        client: Option<Client>,
        wanted: Weak<()>,
        tell: impl FnOnce(Option<Decided>) + Send + 'static,
    ) -> bool {
        #[cfg(test)]
        let task = self.perhaps_breaking(task);
        let mut waiting = lock(&self.queue.waiting);
        if waiting.count >= self.most {
            return false;
        }
        waiting.push(client, Asked { task, wanted, tell: Box::new(tell) });
        self.metrics.bots_waiting.change(1);
        self.queue.more.notify_one();
        true
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        lock(&self.queue.waiting).closed = true;
        self.queue.more.notify_all();
    }
}

#[cfg(test)]
impl Pool {
    fn perhaps_breaking(&self, task: BotTask) -> BotTask {
        use std::sync::atomic::Ordering::Relaxed;
        let broken = self.breaking.try_update(Relaxed, Relaxed, |left| left.checked_sub(1));
        if broken.is_ok() { Box::new(|| panic!("as it was told to")) } else { task }
    }
}

/// The next decision; nothing once the pool is no more.
fn next(queue: &Queue) -> Option<Asked> {
    let mut waiting = lock(&queue.waiting);
    loop {
        if waiting.closed {
            return None;
        }
        if let Some(asked) = waiting.pop() {
            return Some(asked);
        }
        waiting = queue.more.wait(waiting).unwrap_or_else(PoisonError::into_inner);
    }
}

fn think(queue: &Queue, metrics: &Metrics) {
    while let Some(Asked { task, wanted, tell }) = next(queue) {
        metrics.bots_waiting.change(-1);
        if wanted.strong_count() == 0 {
            continue;
        }
        let start = Instant::now();
        let decided = catch_unwind(AssertUnwindSafe(task));
        metrics.bot_time.took(start.elapsed());
        match &decided {
            Ok(_) => metrics.bots.add(),
            Err(panic) => {
                metrics.bots_broken.add();
                metrics.panics.add();
                tracing::error!(reason = words(&**panic), "thinking broke");
            }
        }
        tell(decided.ok());
    }
}

/// Lets a bot think on one thread, for at most so long from when it begins, and not longer than
/// anybody wants to know.
pub fn patience(most: Duration, wanted: Weak<()>) -> Patience {
    let begun = OnceLock::new();
    let over =
        move || wanted.strong_count() == 0 || begun.get_or_init(Instant::now).elapsed() > most;
    Patience { clock: Some(Arc::new(over)), threads: 1 }
}
