//! Where bots think: some threads of their own, so that thinking never holds up those who play.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use games::{BotTask, Decided, Patience};

use crate::limit::lock;
use crate::metrics::Metrics;

/// Told what a bot decided; nothing if it could not.
type Tell = Box<dyn FnOnce(Option<Decided>) + Send>;

/// Threads for bots. Whoever asks first is thought about first.
pub struct Pool {
    queue: Sender<(BotTask, Tell)>,
    metrics: Arc<Metrics>,
}

impl Pool {
    /// Starts the threads. They end when the pool is dropped.
    pub fn start(threads: usize, metrics: Arc<Metrics>) -> std::io::Result<Self> {
        let (queue, waiting) = channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for number in 1..=threads.max(1) {
            let (waiting, metrics) = (waiting.clone(), metrics.clone());
            std::thread::Builder::new()
                .name(format!("bot-{number}"))
                .spawn(move || think(&waiting, &metrics))?;
        }
        Ok(Pool { queue, metrics })
    }

    /// Has a bot think, and tells what it decided.
    pub fn ask(&self, task: BotTask, tell: impl FnOnce(Option<Decided>) + Send + 'static) {
        self.metrics.bots_waiting.change(1);
        // The threads live as long as the pool does.
        let _ = self.queue.send((task, Box::new(tell)));
    }
}

fn think(waiting: &Mutex<Receiver<(BotTask, Tell)>>, metrics: &Metrics) {
    loop {
        // The lock is held while waiting: one thread waits, the others wait for it.
        let next = lock(waiting).recv();
        let Ok((task, tell)) = next else { return };
        metrics.bots_waiting.change(-1);
        let start = Instant::now();
        let decided = catch_unwind(AssertUnwindSafe(task));
        metrics.bot_time.took(start.elapsed());
        metrics.bots.add();
        tell(decided.ok());
    }
}

/// Lets a bot think on one thread, for at most so long from when it begins.
pub fn patience(most: Duration) -> Patience {
    let begun = OnceLock::new();
    Patience {
        clock: Some(Arc::new(move || begun.get_or_init(Instant::now).elapsed() > most)),
        threads: 1,
    }
}
