//! Figures of the running server, in the text form Prometheus reads.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// The upper ends of the histograms' cells, in seconds.
const ENDS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 20.0];

/// Something that is counted.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// One more.
    pub fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// How many.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Something that goes up and down.
#[derive(Debug, Default)]
pub struct Gauge(AtomicI64);

impl Gauge {
    /// Changes it.
    pub fn change(&self, by: i64) {
        self.0.fetch_add(by, Ordering::Relaxed);
    }

    /// How many.
    pub fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// How long something took, how often.
#[derive(Debug, Default)]
pub struct Histogram {
    cells: [AtomicU64; ENDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Histogram {
    /// One more.
    pub fn took(&self, time: Duration) {
        let seconds = time.as_secs_f64();
        if let Some(cell) = ENDS.iter().position(|end| seconds <= *end) {
            self.cells[cell].fetch_add(1, Ordering::Relaxed);
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }
}

/// All figures there are.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Answers by the first digit of their status.
    pub answers: [Counter; 6],
    /// Games in memory.
    pub games: Gauge,
    /// Open sockets.
    pub sockets: Gauge,
    /// Games begun.
    pub begun: Counter,
    /// Actions taken, those of bots included.
    pub actions: Counter,
    /// Actions refused.
    pub refused: Counter,
    /// Actions taken back.
    pub undone: Counter,
    /// Decisions of bots.
    pub bots: Counter,
    /// Bots that broke off while they thought.
    pub bots_broken: Counter,
    /// Faults of the server that were caught.
    pub panics: Counter,
    /// Sockets dropped as they were too slow.
    pub slow: Counter,
    /// What was turned away for being too much.
    pub limited: Counter,
    /// Bots that wait for a thread to think on.
    pub bots_waiting: Gauge,
    /// From an action's arrival until everybody's message waits for its socket.
    pub action_time: Histogram,
    /// Writing to disk.
    pub write_time: Histogram,
    /// Thinking.
    pub bot_time: Histogram,
}

impl Metrics {
    /// All of them as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let head = |text: &mut String, name: &str, kind: &str, about: &str| {
            let _ = writeln!(text, "# HELP vanguard_{name} {about}\n# TYPE vanguard_{name} {kind}");
        };
        head(&mut text, "http_answers_total", "counter", "Answers by class of status");
        for (class, counter) in self.answers.iter().enumerate().skip(1) {
            let _ = writeln!(
                text,
                "vanguard_http_answers_total{{class=\"{class}xx\"}} {}",
                counter.get()
            );
        }
        let counters = [
            ("games_begun_total", &self.begun, "Games begun"),
            ("actions_total", &self.actions, "Actions taken"),
            ("refused_total", &self.refused, "Actions refused"),
            ("undone_total", &self.undone, "Actions taken back"),
            ("bot_decisions_total", &self.bots, "Decisions of bots"),
            ("bot_failures_total", &self.bots_broken, "Bots that broke off while they thought"),
            ("panics_total", &self.panics, "Faults of the server that were caught"),
            ("slow_sockets_total", &self.slow, "Sockets dropped as they were too slow"),
            ("limited_total", &self.limited, "What was turned away for being too much"),
        ];
        for (name, counter, about) in counters {
            head(&mut text, name, "counter", about);
            let _ = writeln!(text, "vanguard_{name} {}", counter.get());
        }
        let gauges = [
            ("games_in_memory", &self.games, "Games in memory"),
            ("sockets", &self.sockets, "Open sockets"),
            ("bots_waiting", &self.bots_waiting, "Bots that wait for a thread"),
        ];
        for (name, gauge, about) in gauges {
            head(&mut text, name, "gauge", about);
            let _ = writeln!(text, "vanguard_{name} {}", gauge.get());
        }
        let histograms = [
            ("action_seconds", &self.action_time, "From an action's arrival until it is sent"),
            ("write_seconds", &self.write_time, "Writing to the database"),
            ("bot_seconds", &self.bot_time, "A bot's decision"),
        ];
        for (name, histogram, about) in histograms {
            head(&mut text, name, "histogram", about);
            let mut below = 0;
            for (end, cell) in ENDS.iter().zip(&histogram.cells) {
                below += cell.load(Ordering::Relaxed);
                let _ = writeln!(text, "vanguard_{name}_bucket{{le=\"{end}\"}} {below}");
            }
            let count = histogram.count.load(Ordering::Relaxed);
            let sum = Duration::from_micros(histogram.micros.load(Ordering::Relaxed));
            let _ = writeln!(text, "vanguard_{name}_bucket{{le=\"+Inf\"}} {count}");
            let _ = writeln!(text, "vanguard_{name}_sum {}", sum.as_secs_f64());
            let _ = writeln!(text, "vanguard_{name}_count {count}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_counts_from_below() {
        let metrics = Metrics::default();
        metrics.action_time.took(Duration::from_millis(2));
        metrics.action_time.took(Duration::from_secs(100));
        let text = metrics.text();
        assert!(text.contains("vanguard_action_seconds_bucket{le=\"0.001\"} 0\n"), "{text}");
        assert!(text.contains("vanguard_action_seconds_bucket{le=\"0.0025\"} 1\n"), "{text}");
        assert!(text.contains("vanguard_action_seconds_bucket{le=\"+Inf\"} 2\n"), "{text}");
        assert!(text.contains("vanguard_action_seconds_sum 100.002\n"), "{text}");
    }
}
