//! Rome's own questions.

use kernel::{Seat, Words};
use rome::Rome;
use rome::cards::Command;
use rome::space::Space;
use rome::view::View;
use serde::Deserialize;
use serde_json::Value;
use ts_rs::TS;

use super::wire::RomePlan;
use super::{attack, deeds};
use crate::wire::Refusal;
use crate::{Answer, Known, to_value};

/// Questions of a seat about a position; all with `table`, `seat` and, for earlier positions, `at`.
#[derive(Debug, Deserialize, TS)]
#[serde(tag = "ask")]
pub enum RomeRequest {
    /// Everything the seat could do now.
    #[serde(rename = "rome.deeds")]
    Deeds {},
    /// Where each drawn unit may go.
    #[serde(rename = "rome.places")]
    Places {},
    /// What a unit may do, or whom a command may be played on.
    #[serde(rename = "rome.spaces")]
    Spaces {
        /// The unit's space; all units if left out.
        #[serde(default)]
        unit: Option<String>,
        /// The command.
        #[serde(default)]
        command: Option<String>,
    },
    /// Whether an arrangement may be played.
    #[serde(rename = "rome.arrange")]
    Arrange {
        /// How.
        plan: RomePlan,
    },
    /// Sensible arrangements to begin from.
    #[serde(rename = "rome.suggest")]
    Suggest {},
    /// What an attack would do.
    #[serde(rename = "rome.attack")]
    Attack {
        /// What is chosen, as an earlier answer gave it.
        #[serde(default)]
        #[ts(type = "Action[]")]
        orders: Vec<Value>,
    },
    /// What would hit each unit if everybody attacked now.
    #[serde(rename = "rome.threats")]
    Threats {},
    /// A unit's numbers with reasons.
    #[serde(rename = "rome.unit")]
    Unit {
        /// Whose.
        #[ts(type = "Seat")]
        of: Seat,
        /// Where.
        space: String,
    },
}

impl RomeRequest {
    /// The names of the questions.
    pub const NAMES: &'static [&'static str] = &[
        "rome.deeds",
        "rome.places",
        "rome.spaces",
        "rome.arrange",
        "rome.suggest",
        "rome.attack",
        "rome.threats",
        "rome.unit",
    ];
}

/// Answers one.
pub(super) fn answer(known: Known<'_, Rome>, request: RomeRequest) -> Answer {
    match request {
        RomeRequest::Threats {} => to_value(&attack::threats(match known {
            Known::All(state) => &state.table,
            Known::View(view) => &view.table,
        })),
        RomeRequest::Unit { of, space } => {
            let open;
            let view = match known {
                Known::View(view) => view,
                Known::All(state) => {
                    // Who may know all sees the lines as they are.
                    open = View {
                        table: state.table.clone(),
                        ..rome::view::view(state, Seat::NOBODY)
                    };
                    &open
                }
            };
            let lines = Rome::explain(view, &format!("{of} {space}")).map_err(Refusal::plainly)?;
            to_value(&lines)
        }
        RomeRequest::Deeds {} => to_value(&deeds::deeds(seated(known)?)),
        RomeRequest::Places {} => to_value(&deeds::places(seated(known)?)),
        RomeRequest::Spaces { unit, command } => {
            let unit: Option<Space> =
                unit.map(|unit| unit.parse()).transpose().map_err(Refusal::plainly)?;
            let command: Option<Command> =
                command.map(|command| command.parse()).transpose().map_err(Refusal::plainly)?;
            to_value(&deeds::moves(seated(known)?, unit, command))
        }
        RomeRequest::Arrange { plan } => to_value(&deeds::arranged(seated(known)?, &plan)),
        RomeRequest::Suggest {} => to_value(&deeds::suggest(seated(known)?)),
        RomeRequest::Attack { orders } => to_value(&attack::forecast(seated(known)?, &orders)),
    }
}

/// What a seat at the table knows; refused to those who only watch.
fn seated(known: Known<'_, Rome>) -> Result<&View, Refusal> {
    match known {
        Known::View(view) if view.table.seats().contains(view.seat) => Ok(view),
        _ => Err(Refusal::plainly("say for which seat you ask: \"seat\":\"A\"")),
    }
}
