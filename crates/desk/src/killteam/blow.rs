//! An attack with everything that modifies it.

use killteam::action::{Act, Action, Blow, Share};
use killteam::card::Reach;
use killteam::explain::Forecast;
use killteam::ideas;
use killteam::narrate::needs;
use killteam::odds::{parts, told};
use killteam::rules::attack::{Changes, Plan, may_target, weapon};
use killteam::rules::engagement;
use killteam::state::{AttackKind, Id, State, other};
use table::Length;

use super::targets::{Kind, charged, fates, foresee};
use super::{Asked, feat_info, refusal};
use crate::Refusal;
use crate::wire::{BlowAlso, BlowAnswer, BlowChoices, BlowDraft, BlowMod, BlowTarget};

/// An attack as somebody puts it together.
pub(super) fn blow(
    asked: Asked<'_>,
    by: &str,
    deed: &str,
    draft: &BlowDraft,
    extra: bool,
) -> Result<BlowAnswer, Refusal> {
    let (by, kind) = (asked.placed(by)?, Kind::read(deed)?);
    let wanted = read(asked, draft)?;
    let first = wanted.at.first().map(|share| share.target);
    let ahead = match (kind, first) {
        (Kind::Charge, Some(target)) => charged(asked.state, by, target),
        _ => None,
    };
    let action = match (kind, first, &ahead) {
        (Kind::Charge, Some(target), Some((_, route))) => {
            Action::Act(Act::Charge { target, path: route.clone() })
        }
        _ => kind.action(by, wanted.clone(), extra),
    };
    let state = ahead.as_ref().map_or(asked.state, |(there, _)| there);
    let (action, refused) = asked.ready(&action);
    let choices = choices(state, by, kind, &wanted, u8::from(extra));
    match foresee(state, by, kind, &wanted) {
        Ok(forecast) => {
            let targets = targets(state, &forecast);
            Ok(BlowAnswer {
                refused,
                action,
                dice: targets.iter().map(|target| target.dice).sum(),
                cp: forecast.cost,
                sentence: sentence(&targets),
                targets,
                choices,
            })
        }
        Err(violation) => Ok(BlowAnswer {
            refused: Some(refused.unwrap_or_else(|| refusal(&violation))),
            action: None,
            dice: 0,
            cp: 0,
            targets: Vec::new(),
            sentence: violation.to_string(),
            choices,
        }),
    }
}

fn read(asked: Asked<'_>, draft: &BlowDraft) -> Result<Blow, Refusal> {
    let mut wanted = Blow::at(draft.weapon, Id(0));
    wanted.at.clear();
    for share in &draft.at {
        let target = asked.model(&share.target)?;
        wanted
            .at
            .try_push(Share { target, dice: share.dice })
            .map_err(|_| Refusal::plainly("an attack has at most eight targets"))?;
    }
    for feat in &draft.feats {
        wanted
            .feats
            .try_push(*feat)
            .map_err(|_| Refusal::plainly("at most four feats go with one roll"))?;
    }
    wanted.bonus = draft.bonus.as_deref().map(|id| asked.model(id)).transpose()?;
    wanted.focus = draft.focus;
    wanted.charge = draft.charge;
    Ok(wanted)
}

fn targets(state: &State, forecast: &Forecast) -> Vec<BlowTarget> {
    let attack = &forecast.attack;
    let parts = parts(state, attack);
    let fates = fates(state, attack);
    let all = attack.targets.iter().enumerate().zip(parts.iter().zip(&fates));
    all.map(|((place, aimed), (part, fate))| BlowTarget {
        id: aimed.target.to_string(),
        dice: aimed.dice,
        need: aimed.need.clamp(2, 6),
        ap: aimed.ap,
        armour: aimed.armour,
        save: part.save.map(|save| save.need.clamp(2, 6)),
        damage: aimed.damage,
        mods: forecast
            .modifiers(state, place)
            .into_iter()
            .map(|(changes, delta, reason, rule)| BlowMod {
                what: match changes {
                    Changes::Hit => "hit",
                    Changes::Ap => "ap",
                    Changes::Armour => "armour",
                    Changes::Dice => "dice",
                    Changes::Damage => "damage",
                }
                .into(),
                delta,
                reason,
                rule: rule.to_string(),
            })
            .collect(),
        also: forecast
            .also(state, place)
            .into_iter()
            .map(|(text, rule)| BlowAlso { text, rule: rule.to_string() })
            .collect(),
        odds: told(part, fate).into(),
    })
    .collect()
}

/// Chances as people say them: no certainty that is none.
pub(super) fn percent(chance: f64) -> String {
    match (chance * 100.0).round() {
        _ if chance <= 0.0 => "0%".into(),
        rounded if rounded < 1.0 => "under 1%".into(),
        rounded if rounded >= 100.0 && chance < 1.0 => "over 99%".into(),
        rounded => format!("{rounded}%"),
    }
}

fn sentence(targets: &[BlowTarget]) -> String {
    let chance = |target: &BlowTarget, name: &str| {
        target.odds.chances.iter().find(|(known, _)| known == name).map_or(0.0, |(_, p)| *p)
    };
    let hit = |target: &BlowTarget| {
        let spread = target.odds.spreads.iter().find(|spread| spread.name == "hits");
        spread.and_then(|spread| spread.at_least.get(1).copied()).unwrap_or(0.0)
    };
    let many = targets.len() > 1;
    let one = |target: &BlowTarget| {
        let whom = if many { format!("{}: ", target.id) } else { String::new() };
        format!(
            "{whom}You need {}. {} to hit at least once, {} to take it out.",
            match needs(target.need).as_str() {
                "6+" => "a 6".to_owned(),
                other => other.to_owned(),
            },
            percent(hit(target)),
            percent(chance(target, "removed"))
        )
    };
    targets.iter().map(one).collect::<Vec<_>>().join(" ")
}

fn choices(state: &State, by: Id, kind: Kind, wanted: &Blow, spent: u8) -> BlowChoices {
    let (Ok(card), Some(first)) = (weapon(state, by, wanted.weapon), wanted.at.first()) else {
        return BlowChoices::default();
    };
    let first = first.target;
    let melee = card.kind == Reach::Melee;
    let sort = kind.of(state);
    let focused = state.activation.is_some_and(|now| now.model == by && now.focus);
    let faction = state.fixed.setup.teams.get(by.seat().index());
    let faction = faction.and_then(|roster| roster.find_faction().ok());
    let boosts = ideas::boosts(state, by, wanted.weapon, first, sort, spent);
    let feats = boosts.iter().filter_map(|number| {
        let feat = state.profile(by).feats.get(usize::from(*number) - 1)?;
        Some(feat_info(*number, feat, faction))
    });
    let outnumbered = |id: &Id| melee && engagement::outnumbers(state, by, *id);
    let bonus = wanted.at.iter().map(|share| share.target).filter(outnumbered);
    let pool = Plan { attacker: by, kind: sort, blow: wanted }.pool(state, card, first);
    let second = |enemy: &Id| {
        *enemy != first
            && may_target(state, by, card, *enemy).is_ok()
            && (melee || state.within(first, *enemy, Length::inches(2)))
    };
    BlowChoices {
        focus: melee && focused,
        charge: sort == AttackKind::Charge,
        bonus: bonus.map(|id| id.to_string()).collect(),
        feats: feats.collect(),
        split: sort == AttackKind::Action
            && pool >= 2
            && state.on_table(other(by.seat())).any(|enemy| second(&enemy)),
    }
}
