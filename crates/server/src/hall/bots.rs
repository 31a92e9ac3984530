//! Bots at a table: asked when they owe a decision, and asked again if they broke off.

use std::sync::Arc;
use std::time::{Duration, Instant};

use kernel::{Awaiting, Seat};
use serde_json::Value;

use super::table::{Gone, Table};
use super::{Wish, pool};

/// So often in a row a bot is asked that breaks off; then again when somebody comes.
const TRIES: u32 = 10;

/// What is asked of a bot.
#[derive(Default)]
pub(super) struct Asked {
    now: Option<Thinking>,
    /// How often a bot was asked.
    number: u64,
    /// How often in a row it came to nothing.
    failures: u32,
    /// When it is asked again.
    again: Option<Instant>,
}

/// A decision that is being thought about, and what it follows from.
struct Thinking {
    number: u64,
    seat: Seat,
    view: Value,
    decisions: usize,
    /// While it lives the decision is wanted.
    _wanted: Arc<()>,
}

impl Table {
    /// Whether a bot thinks, or will.
    pub(super) fn thinks(&self) -> bool {
        self.bot.now.is_some() || self.bot.again.is_some()
    }

    /// How long the game may rest if nobody wants anything of it.
    pub(super) fn rest(&self) -> Duration {
        let idle = self.hall.config.limits.idle;
        let again = self.bot.again.map(|at| at.saturating_duration_since(Instant::now()));
        again.map_or(idle, |again| again.min(idle))
    }

    /// Whether it is time to ask a bot again.
    pub(super) fn asks_again(&self) -> bool {
        self.bot.again.is_some_and(|at| at <= Instant::now())
    }

    /// How often in a row asking a bot came to nothing.
    pub(super) fn failures(&self) -> u32 {
        self.bot.failures
    }

    /// Leaves bots alone for a while after so many failures.
    pub(super) fn let_be(&mut self, failures: u32) {
        self.bot.now = None;
        self.bot.failures = failures;
        let due = match self.table.awaiting() {
            Awaiting::Seats(_) => self.due().is_some(),
            Awaiting::Over(_) => false,
        };
        self.bot.again = (due && failures < TRIES).then(|| {
            let pause = self.hall.config.bot_pause * (1 << (failures.max(1) - 1).min(TRIES));
            Instant::now() + pause
        });
    }

    /// Somebody came: a bot that was given up is asked once more.
    pub(super) fn try_again(&mut self) {
        if self.bot.failures >= TRIES {
            self.bot.failures = TRIES - 1;
            self.think();
        }
    }

    /// The first bot that owes a decision.
    fn due(&self) -> Option<(Seat, String)> {
        let bot = |seat: Seat| self.bots.get(seat.index())?.clone().map(|bot| (seat, bot));
        self.owing().iter().find_map(bot)
    }

    fn decisions(&self, seat: Seat) -> usize {
        let letter = seat.to_string();
        self.log.iter().filter(|kept| kept.seat == letter).count()
    }

    /// Whether what a bot thinks about is still the question.
    fn still_asked(&self) -> bool {
        self.bot.now.as_ref().is_some_and(|now| {
            self.owing().contains(now.seat)
                && self.decisions(now.seat) == now.decisions
                && self.table.view_json(games::Eyes::Seat(now.seat)) == now.view
        })
    }

    /// Has a bot think, if one owes a decision. What it thought about before is dropped, if that is
    /// not the question any more.
    pub(super) fn think(&mut self) {
        if self.still_asked() || self.bot.again.is_some_and(|at| at > Instant::now()) {
            return;
        }
        self.bot.now = None;
        self.bot.again = None;
        if self.bot.failures >= TRIES {
            return;
        }
        let Some((seat, bot)) = self.due() else { return };
        let wanted = Arc::new(());
        let patience = pool::patience(self.hall.config.bot_patience, Arc::downgrade(&wanted));
        let task = match self.table.bot_task(seat, &bot, &patience) {
            Ok(task) => task,
            Err(reason) => {
                tracing::error!(game = self.listed.id, reason, "a bot can't decide");
                return self.let_be(TRIES);
            }
        };
        self.bot.number += 1;
        let number = self.bot.number;
        let wishes = self.handle.wishes.clone();
        // For those who play rather than for those who watch.
        let here = self.sockets.iter().min_by_key(|socket| socket.seat.is_none());
        let client = here.map(|socket| socket.client);
        let taken = self.hall.pool.ask(task, client, Arc::downgrade(&wanted), move |decided| {
            let _ = wishes.blocking_send(Wish::Thought(number, decided));
        });
        if !taken {
            // All threads have enough to do: later, and it is not the bot's fault.
            self.bot.again = Some(Instant::now() + self.hall.config.bot_pause);
            return;
        }
        let view = self.table.view_json(games::Eyes::Seat(seat));
        let decisions = self.decisions(seat);
        self.bot.now = Some(Thinking { number, seat, view, decisions, _wanted: wanted });
    }

    pub(super) async fn thought(
        &mut self,
        number: u64,
        decided: Option<games::Decided>,
    ) -> Result<(), Gone> {
        if self.bot.now.as_ref().is_none_or(|now| now.number != number) {
            return Ok(());
        }
        self.bot.now = None;
        let Some(decided) = decided else {
            let failures = self.bot.failures + 1;
            tracing::error!(game = self.listed.id, failures, "a bot broke off while it thought");
            self.let_be(failures);
            return Ok(());
        };
        let (seat, owed) = (decided.seat, self.owing());
        match self.table.play_bot(decided) {
            // Something was taken back, or somebody was faster.
            Err(_) => {
                self.think();
                Ok(())
            }
            Ok(reasons) => {
                let action = reasons.weighed.first().map(|first| first.choice.action.to_string());
                let action = action.unwrap_or_default();
                self.bot.failures = 0;
                self.happened(seat, action, reasons.cut_short, owed, None).await
            }
        }
    }
}
