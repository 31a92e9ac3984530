//! The game's own questions.

use serde::Deserialize;
use ts_rs::TS;

use crate::wire::{BlowDraft, KtLeg, Place, Spot};
use crate::{Answer, killteam as kt, to_value};

/// Questions of a seat about a position; all with `table`, `seat` and, for earlier positions, `at`.
#[derive(Debug, Deserialize, TS)]
#[serde(tag = "ask")]
pub enum KtRequest {
    /// Everything the seat could do now.
    #[serde(rename = "kt.deeds")]
    Deeds {
        /// The selected model.
        #[serde(default)]
        model: Option<String>,
    },
    /// Where a model can get to.
    #[serde(rename = "kt.reach")]
    Reach {
        /// Which.
        model: String,
        /// `walk`, `run`, `charge`, `feat:2` or `fall_back`.
        why: String,
        /// Whom a feat that moves another is used on.
        #[serde(default)]
        target: Option<String>,
    },
    /// A path, found or given.
    #[serde(rename = "kt.path")]
    Path {
        /// Which model.
        model: String,
        /// As in reach.
        why: String,
        /// Whom a charge is at.
        #[serde(default)]
        target: Option<String>,
        /// Where to.
        #[serde(default)]
        to: Option<Place>,
        /// The very path.
        #[serde(default)]
        legs: Option<Vec<KtLeg>>,
        /// Whether it is bought as the extra action.
        #[serde(default)]
        extra: bool,
    },
    /// A place for a model that is deployed.
    #[serde(rename = "kt.place")]
    Place {
        /// Which.
        model: String,
        /// Across.
        x: i32,
        /// Along.
        y: i32,
        /// The height.
        #[serde(default)]
        z: Option<i32>,
    },
    /// A place for a piece of terrain.
    #[serde(rename = "kt.terrain")]
    Terrain {
        /// Which, from 1.
        piece: u8,
        /// Across.
        x: i32,
        /// Along.
        y: i32,
        /// How it is turned, in degrees.
        #[serde(default)]
        facing: i32,
    },
    /// The pieces still to be placed.
    #[serde(rename = "kt.pool")]
    Pool {},
    /// Every enemy as a target.
    #[serde(rename = "kt.targets")]
    Targets {
        /// Of which model.
        model: String,
        /// `attack`, `strike` or `charge`.
        deed: String,
        /// Whether it is bought as the extra action.
        #[serde(default)]
        extra: bool,
    },
    /// An attack with everything that modifies it.
    #[serde(rename = "kt.blow")]
    Blow {
        /// Who attacks.
        by: String,
        /// `attack`, `strike` or `charge`.
        deed: String,
        /// How.
        blow: BlowDraft,
        /// Whether it is bought as the extra action.
        #[serde(default)]
        extra: bool,
    },
    /// The interruption in hand.
    #[serde(rename = "kt.question")]
    Question {},
    /// A special action or ability as it would be used.
    #[serde(rename = "kt.feat")]
    Feat {
        /// Whose.
        model: String,
        /// Which on its card, from 1.
        feat: u8,
        /// On whom.
        #[serde(default)]
        on: Option<String>,
        /// Where to.
        #[serde(default)]
        to: Option<Place>,
        /// Whether it is bought as the extra action.
        #[serde(default)]
        extra: bool,
    },
    /// How one model sees another.
    #[serde(rename = "kt.sight")]
    Sight {
        /// Who looks.
        from: String,
        /// At whom.
        to: String,
    },
    /// What a model sees.
    #[serde(rename = "kt.eyes")]
    Eyes {
        /// Which.
        model: String,
    },
    /// A model's card.
    #[serde(rename = "kt.card")]
    Card {
        /// Which.
        model: String,
    },
    /// What is at a place.
    #[serde(rename = "kt.ground")]
    Ground {
        /// Across.
        x: i32,
        /// Along.
        y: i32,
    },
    /// How far it is.
    #[serde(rename = "kt.measure")]
    Measure {
        /// From where.
        from: Spot,
        /// To where.
        to: Spot,
    },
}

impl KtRequest {
    /// The names of all of them.
    pub const NAMES: &[&str] = &[
        "kt.deeds",
        "kt.reach",
        "kt.path",
        "kt.place",
        "kt.terrain",
        "kt.pool",
        "kt.targets",
        "kt.blow",
        "kt.question",
        "kt.feat",
        "kt.sight",
        "kt.eyes",
        "kt.card",
        "kt.ground",
        "kt.measure",
    ];
}

/// The answer.
pub(super) fn answer(asked: kt::Asked<'_>, request: KtRequest) -> Answer {
    match request {
        KtRequest::Deeds { model } => to_value(&kt::deeds::deeds(asked, model.as_deref())?),
        KtRequest::Reach { model, why, target } => {
            to_value(&kt::moves::reach(asked, &model, &why, target.as_deref())?)
        }
        KtRequest::Path { model, why, target, to, legs, extra } => {
            let wish = kt::moves::Wish { model, why, target, to, legs, extra };
            to_value(&kt::moves::path(asked, &wish)?)
        }
        KtRequest::Place { model, x, y, z } => {
            to_value(&kt::place::place(asked, &model, Place { x, y, z })?)
        }
        KtRequest::Terrain { piece, x, y, facing } => {
            to_value(&kt::place::terrain(asked, piece, (x, y), facing)?)
        }
        KtRequest::Pool {} => to_value(&kt::place::pool(asked)),
        KtRequest::Targets { model, deed, extra } => {
            to_value(&kt::targets::targets(asked, &model, &deed, extra)?)
        }
        KtRequest::Blow { by, deed, blow, extra } => {
            to_value(&kt::blow::blow(asked, &by, &deed, &blow, extra)?)
        }
        KtRequest::Question {} => to_value(&kt::question::question(asked)?),
        KtRequest::Feat { model, feat, on, to, extra } => {
            to_value(&kt::feat::feat(asked, &model, feat, on.as_deref(), to, extra)?)
        }
        KtRequest::Sight { from, to } => to_value(&kt::sight::sight(asked, &from, &to)?),
        KtRequest::Eyes { model } => to_value(&kt::sight::eyes(asked, &model)?),
        KtRequest::Card { model } => to_value(&kt::card::card(asked, &model)?),
        KtRequest::Ground { x, y } => to_value(&kt::sight::ground(asked, x, y)?),
        KtRequest::Measure { from, to } => to_value(&kt::sight::measure(asked, &from, &to)?),
    }
}
