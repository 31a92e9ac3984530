//! Stat cards.

use killteam::card::{Feat, Limit, Reach, Weapon};
use killteam::explain::nerve_answer;
use killteam::faction::Faction;
use killteam::roster::Profile;
use killteam::rules::feats::{Origin, effects_on};
use killteam::stat_card::{effect_text, feat_text, quirk_text};

use super::{Asked, scene};
use crate::Refusal;
use crate::wire::{FeatInfo, KtCard, KtEffect, ModelCard, Stat, WeaponInfo};

/// A model's values.
pub(crate) fn stat(profile: &Profile) -> Stat {
    Stat {
        speed: profile.speed.0,
        wounds: profile.wounds,
        armour: format!("{}+", profile.armour),
        invulnerable: profile.invulnerable.iter().map(|value| format!("{value}+")).collect(),
        nerve: format!("{}+", profile.nerve),
        cp: profile.cp,
        base: profile.base.to_string(),
        height: profile.height.0,
    }
}

/// An attack on a card.
pub(crate) fn weapon_info(number: u8, weapon: &Weapon) -> WeaponInfo {
    WeaponInfo {
        number,
        name: weapon.name.clone(),
        melee: weapon.kind == Reach::Melee,
        range: weapon.range.0,
        dice: weapon.dice,
        hit: weapon.hit,
        ap: weapon.ap,
        damage: weapon.damage,
        notes: weapon.rules.iter().map(quirk_text).collect(),
    }
}

/// A special action or ability on a card.
pub(crate) fn feat_info(number: u8, feat: &Feat, faction: Option<&Faction>) -> FeatInfo {
    let mut cost: Vec<String> = Vec::new();
    if feat.cost > 0 {
        cost.push(format!("{} CP", feat.cost));
    }
    cost.extend(feat.limit.map(|limit| match limit {
        Limit::Round => "once a round".into(),
        Limit::Game => "once a game".into(),
    }));
    let text = faction.map(|faction| feat_text(feat, faction)).unwrap_or_default();
    FeatInfo {
        number,
        name: feat.name.clone(),
        cost: cost.join(", "),
        when: feat.when.to_string(),
        text: text.split_once(" - ").map_or(text.clone(), |(_, does)| does.into()),
    }
}

/// A model's stat card.
pub(crate) fn model_card(profile: &Profile, faction: Option<&Faction>) -> ModelCard {
    let kind = faction.and_then(|faction| faction.card(&profile.card));
    let kind = kind.map_or_else(|| profile.card.clone(), |card| card.name.clone());
    ModelCard {
        name: if profile.name.is_empty() { kind.clone() } else { profile.name.clone() },
        kind,
        points: profile.points,
        leader: profile.leader,
        stat: stat(profile),
        weapons: (1..)
            .zip(&profile.weapons)
            .map(|(number, one)| weapon_info(number, one))
            .collect(),
        feats: (1..)
            .zip(&profile.feats)
            .map(|(number, one)| feat_info(number, one, faction))
            .collect(),
    }
}

/// The card of a model with how it stands.
pub(super) fn card(asked: Asked<'_>, model: &str) -> Result<KtCard, Refusal> {
    let (id, state) = (asked.model(model)?, asked.state);
    let faction = state.fixed.setup.teams.get(id.seat().index());
    let faction = faction.and_then(|roster| roster.find_faction().ok());
    let (profile, own) = (state.profile(id), state.model(id));
    let mut lines = vec![format!("{} of {} wounds left.", own.wounds, profile.wounds)];
    if own.out {
        lines.push("It was removed from play.".into());
    } else if !state.in_play(id) {
        lines.push("It is not on the table yet.".into());
    }
    let marks =
        [(own.activated, "It was activated in this round."), (own.down, "It is knocked down.")];
    lines.extend(marks.into_iter().filter(|(holds, _)| *holds).map(|(_, text)| text.to_owned()));
    let mut effects = Vec::new();
    if state.in_play(id) {
        lines.extend(nerve_answer(state, id).into_iter().take(1));
        effects_on(state, id, None, |effect, origin| {
            if let Origin::Feat(by, index) = origin {
                let name = state.profile(by).feats.get(usize::from(index));
                let name = name.map_or("a feat", |feat| feat.name.as_str());
                effects.push(KtEffect {
                    what: format!("{} ({name}, {by})", effect_text(effect)),
                    rule: "killteam:CARD-11".into(),
                });
            }
        });
    }
    for status in state.statuses.iter().filter(|status| status.on == id) {
        let told = scene::status(state, status);
        let what = format!("{}: {} ({})", told.name, told.text, told.by);
        if !effects.iter().any(|known: &KtEffect| known.what.contains(&told.name)) {
            effects.push(KtEffect { what, rule: "killteam:CARD-11".into() });
        }
    }
    Ok(KtCard { card: model_card(profile, faction), state: lines, effects })
}
