//! What an attack phase would kill, from what a seat knows.

mod hidden;
mod phase;

use std::borrow::Cow;

use kernel::{Refusal, Seat};
use odds::ask::Key;
use odds::{Answer, Odds, Question, Refused};

use crate::Rome;
use crate::action::{Action, Order, Orders};
use crate::event::Fate;
use crate::rules::attack::check_orders;
use crate::state::Phase;
use crate::text;
use crate::view::View;

const KEYS: &[Key] = &[
    (
        "attack",
        "[orders]",
        "the attack phase with these orders, as typed after attack in play; \
      without orders those that kill most on average",
    ),
    (
        "by",
        "B",
        "whose attack phase; the active player's if left out, or the next one's after an attack",
    ),
];

impl Odds for Rome {
    fn odds_keys() -> &'static [Key] {
        KEYS
    }

    fn odds(_: &Question) -> Result<Answer, Refused> {
        Err(Refused::wrong(
            "Rome has no dice: its odds are about a position, so say which with --at RECORD, or \
             RECORD:N after N actions",
        ))
    }

    fn odds_at(view: &View, question: &Question) -> Result<Answer, Refused> {
        question.only("attack", &["by"])?;
        let by = attacker(view, question)?;
        let mut view = Cow::Borrowed(view);
        // A command serves the attack of the turn it was played in, and no other.
        let waits = matches!(view.table.phase, Phase::Turn | Phase::Night);
        if view.table.command.is_some() && (by != view.table.active || !waits) {
            view.to_mut().table.command = None;
        }
        let view: &View = &view;
        if matches!(view.table.phase, Phase::Dealing | Phase::Arranging | Phase::Over(_)) {
            let message = "nobody attacks now: the lines are not drawn up, or the game is over";
            return Err(Refused::No { message: message.into(), rule: None });
        }
        let said = question.get("attack").filter(|orders| !orders.trim().is_empty());
        if by != view.seat {
            if said.is_some() {
                return Err(Refused::wrong(format!(
                    "--attack with orders is for one's own attack; {by} decides on its own, so \
                     leave the orders out"
                )));
            }
            return Ok(phase::against(view, by));
        }
        let orders = said.map(|text| read(view, text)).transpose()?;
        Ok(phase::own(view, orders))
    }
}

/// What becomes of everybody these orders hit, as far as the seat can see, and how likely each is
/// killed. The orders must have passed [`check_orders`].
pub fn fates(view: &View, orders: &[Order]) -> Vec<(Fate, f64)> {
    phase::fates(view, orders)
}

fn attacker(view: &View, question: &Question) -> Result<Seat, Refused> {
    let table = &view.table;
    match question.get("by") {
        Some(text) => {
            text.parse().ok().filter(|seat| table.alive.contains(*seat)).ok_or_else(|| {
                Refused::wrong(format!("--by {text}: write a seat whose line stands, such as A"))
            })
        }
        None => Ok(match table.phase {
            Phase::Clash => view.seat,
            Phase::AfterAttack | Phase::Retreating | Phase::Discarding => {
                table.left_of(table.active)
            }
            _ => table.active,
        }),
    }
}

/// Reads orders and holds them against the rules.
fn read(view: &View, text: &str) -> Result<Orders, Refused> {
    let typed = text.trim();
    let rest = typed.strip_prefix("attack").unwrap_or(typed).trim_start_matches([',', ';', ' ']);
    let action = text::parse_action(&format!("attack, {rest}"))
        .map_err(|error| Refused::wrong(format!("--attack \"{text}\": {error}")))?;
    let Action::Attack { orders } = action else {
        return Err(Refused::wrong(format!("--attack \"{text}\": these are no orders")));
    };
    check_orders(&view.table, view.seat, &orders).map_err(|violation| {
        let rule = violation.rule();
        Refused::No { message: format!("{violation} [{rule}]"), rule: Some(rule.to_string()) }
    })?;
    Ok(orders)
}
