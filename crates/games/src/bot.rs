//! Bots that decide for a seat: here and now, or later on another thread.

use std::any::Any;

use bots::{Spec, SpecError};
use kernel::{Awaiting, Chooser, Game, Match, Scale, Seat, Seed, Thoughts, Words};
use serde_json::Value;

use crate::any::Patience;
use crate::contract::{Choice, Expected, Reason, Reasons};
use crate::near::instead;

/// A decision that is being thought about: takes as long as it takes, and needs the match no more.
pub type BotTask = Box<dyn FnOnce() -> Decided + Send>;

/// What a bot has decided, to be played if the match still is as it was.
pub struct Decided {
    /// For whom.
    pub seat: Seat,
    /// Which bot.
    pub bot: String,
    /// What it weighed; what it decided stands first.
    pub reasons: Reasons,
    /// What it saw and what it does, in the game's own types.
    pub(crate) what: Box<dyn Any + Send>,
}

/// What a bot saw, how often its seat had decided before, and what it does.
pub(crate) struct What<G: Game> {
    pub(crate) view: G::View,
    pub(crate) decisions: u64,
    pub(crate) action: G::Action,
}

/// A decision to be made: everything it follows from.
pub(crate) struct Task<G: Game> {
    view: G::View,
    bot: String,
    chooser: Box<dyn Chooser<G> + Send>,
    decisions: u64,
}

impl<G: Words> Task<G> {
    /// Of a seat of a match. The bot's seed follows from the match's own, and tells it nothing of the
    /// dice to come.
    pub(crate) fn new(
        table: &Match<G>,
        seat: Seat,
        bot: &str,
        patience: &Patience,
    ) -> Result<Self, String> {
        let seats = G::seats(table.setup());
        if seat.0 >= seats {
            return Err(no_seat(seat, seats));
        }
        if !matches!(table.awaiting(), Awaiting::Seats(owing) if owing.contains(seat)) {
            return Err(format!("{seat} has nothing to decide now"));
        }
        let view = G::view(table.state(), seat);
        let seed = bots::seed_at(table.seed().unwrap_or(Seed::from(0)), seat);
        Task::of(view, bot, seed, decisions(table, seat), patience)
    }

    /// Of somebody who has nothing but a view.
    pub(crate) fn from_view(
        view: &Value,
        seat: Seat,
        bot: &str,
        patience: &Patience,
    ) -> Result<Self, String> {
        let view: G::View = serde_json::from_value(view.clone())
            .map_err(|error| format!("this is no view of {}: {error}", G::TITLE))?;
        if G::viewer(&view) != seat {
            return Err(format!("this is what {} sees, not {seat}", G::viewer(&view)));
        }
        let mut actions = Vec::new();
        G::candidates(&view, 1, &mut actions);
        if actions.is_empty() {
            return Err(format!("{seat} has nothing to decide now"));
        }
        Task::of(view, bot, Seed::from(0), 0, patience)
    }

    fn of(
        view: G::View,
        bot: &str,
        seed: Seed,
        decisions: u64,
        patience: &Patience,
    ) -> Result<Self, String> {
        let Patience { clock, threads } = patience.clone();
        let spec: Spec = bot.parse().map_err(|error| match error {
            SpecError::Setting(reason) => reason,
            SpecError::Unknown(name) => {
                let names = bots::NAMES.iter().map(|(name, _)| *name);
                format!("there is no bot \"{name}\"; {}", instead(&name, names))
            }
        })?;
        let mut chooser = spec.bot::<G>(seed, clock, threads);
        chooser.resume(decisions);
        Ok(Task { view, bot: bot.into(), chooser, decisions })
    }

    /// Thinks, and says what it does and why.
    pub(crate) fn think(&mut self) -> (G::Action, Reasons) {
        let action = self.chooser.choose(&self.view);
        let reasons = reasons::<G>(&self.view, &action, self.chooser.thoughts());
        (action, reasons)
    }

    /// Thinks, to be played later.
    pub(crate) fn decide(mut self) -> Decided {
        let (action, reasons) = self.think();
        let Task { view, bot, decisions, .. } = self;
        let seat = G::viewer(&view);
        Decided { seat, bot, reasons, what: Box::new(What::<G> { view, decisions, action }) }
    }
}

/// How often the seat has decided.
pub(crate) fn decisions<G: Game>(table: &Match<G>, seat: Seat) -> u64 {
    table.log().filter(|(played, _)| played.seat == seat).count() as u64
}

pub(crate) fn no_seat(seat: Seat, seats: u8) -> String {
    format!("there is no seat {seat}: {seats} sit at this table")
}

/// The action with its words, for a list.
pub fn choice<G: Words>(view: &G::View, action: &G::Action) -> Choice {
    Choice {
        action: serde_json::to_value(action).unwrap_or(Value::Null),
        text: G::action_text(action),
        description: G::describe_action(view, action),
        warning: G::warning(view, action),
    }
}

/// What a bot thought, in words.
pub fn reasons<G: Words>(
    view: &G::View,
    action: &G::Action,
    thoughts: Option<Thoughts<G::Action>>,
) -> Reasons {
    let reason = |action: &G::Action, value, simulations| Reason {
        choice: choice::<G>(view, action),
        value,
        simulations,
    };
    match thoughts {
        None => Reasons {
            scale: Scale::Worth,
            weighed: vec![reason(action, 0, 0)],
            line: Vec::new(),
            simulations: 0,
            cut_short: false,
        },
        Some(thoughts) => Reasons {
            scale: thoughts.scale,
            weighed: thoughts
                .weighed
                .iter()
                .map(|weighed| reason(&weighed.action, weighed.value, weighed.simulations))
                .collect(),
            line: thoughts
                .line
                .iter()
                .map(|played| Expected { seat: played.seat, text: G::action_text(&played.action) })
                .collect(),
            simulations: thoughts.simulations,
            cut_short: thoughts.cut_short,
        },
    }
}
