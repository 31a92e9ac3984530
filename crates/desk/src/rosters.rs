//! Teams people put together.

use killteam::card::Card;
use killteam::faction::{self, Faction};
use killteam::roster::{self, FactionChoice, Member, Roster};
use killteam::stat_card::option_text;
use serde_json::{Value, json};

use crate::killteam::{feat_info, model_card, stat, weapon_info};
use crate::request::FileTexts;
use crate::wire::{
    self, CardInfo, DraftModel, FaultInfo, OptionChoice, RosterDraft, RosterSheet, TeamInfo,
};
use crate::{Refusal, wire::FeatInfo};

/// Refuses games without rosters.
fn known(game: &str) -> Result<(), Refusal> {
    games::rosters(game).map(|_| ()).map_err(Refusal::plainly)
}

/// The ready teams of all factions.
pub(crate) fn teams() -> Vec<TeamInfo> {
    faction::built_in().iter().flat_map(teams_of).collect()
}

fn teams_of(faction: &Faction) -> Vec<TeamInfo> {
    let one = |team: &faction::Ready| TeamInfo {
        id: team.id.clone(),
        name: team.name.clone(),
        faction: faction.id.clone(),
        faction_name: faction.name.clone(),
        about: team.about.clone(),
        points: faction.ready(&team.id).map_or(0, |roster| roster.cost(faction)),
        models: team.members.len(),
    };
    faction.teams.iter().map(one).collect()
}

/// The factions with everything a roster can take from them.
pub(crate) fn factions(game: &str) -> Result<Vec<wire::Faction>, Refusal> {
    known(game)?;
    Ok(faction::built_in().iter().map(told).collect())
}

fn told(faction: &Faction) -> wire::Faction {
    let feats = faction.feats.iter().chain(&faction.leader.feats);
    wire::Faction {
        id: faction.id.clone(),
        name: faction.name.clone(),
        about: faction.about.clone(),
        abilities: feats.map(|feat| feat_info(0, feat, Some(faction))).collect(),
        models: faction.cards.iter().filter_map(|card| card_info(faction, card)).collect(),
        teams: teams_of(faction),
    }
}

fn card_info(faction: &Faction, card: &Card) -> Option<CardInfo> {
    let (name, options) = (String::new(), Vec::new());
    let plain = Member { card: card.id.clone(), name, options, leader: false };
    let profile = plain.profile(faction)?;
    let feats: Vec<FeatInfo> =
        (1..).zip(&profile.feats).map(|(n, feat)| feat_info(n, feat, Some(faction))).collect();
    let options = card.options.iter().map(|option| OptionChoice {
        id: option.id.clone(),
        name: option.name.clone(),
        points: option.points.into(),
        about: option_text(option, faction),
    });
    Some(CardInfo {
        id: card.id.clone(),
        name: card.name.clone(),
        points: card.points.into(),
        max: card.max,
        leader: true,
        stat: stat(&profile),
        weapons: (1..).zip(&profile.weapons).map(|(n, weapon)| weapon_info(n, weapon)).collect(),
        feats,
        options: options.collect(),
    })
}

/// Reads a roster, TOML or JSON, and tells everything that is wrong with it. Refused only if it
/// can't be read at all.
pub(crate) fn sheet(
    game: &str,
    text: &str,
    files: &FileTexts,
    points: Option<u16>,
) -> Result<RosterSheet, Refusal> {
    known(game)?;
    let beside = |name: &str| {
        files.get(name).cloned().ok_or_else(|| format!("there is no file {name} among those given"))
    };
    let roster = Roster::read(text, beside).map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Refusal::plainly(faults.join("\n"))
    })?;
    let limit = points.unwrap_or(roster::POINTS);
    let faction = roster.find_faction().ok();
    let member = |member: &Member| DraftModel {
        name: member.name.clone(),
        kind: member.card.clone(),
        options: member.options.clone(),
        leader: member.leader,
    };
    let cards = roster.members.iter().filter_map(|member| member.profile(faction?));
    Ok(RosterSheet {
        draft: RosterDraft {
            name: roster.name.clone(),
            faction: match &roster.faction {
                FactionChoice::Named(id) => id.clone(),
                FactionChoice::Own(own) => own.id.clone(),
            },
            models: roster.members.iter().map(member).collect(),
        },
        points: faction.map_or(0, |faction| roster.cost(faction)),
        limit,
        faults: roster.faults(limit).iter().map(FaultInfo::from).collect(),
        cards: cards.map(|profile| model_card(&profile, faction)).collect(),
        text: roster.tidied().to_toml(),
    })
}

/// A ready team as a roster file.
pub(crate) fn ready(game: &str, team: &str) -> Result<Value, Refusal> {
    known(game)?;
    let roster = faction::find_team(team).ok_or_else(|| {
        let teams = teams();
        let known = teams.iter().map(|team| team.id.as_str());
        Refusal::plainly(format!("there is no team \"{team}\"; {}", games::instead(team, known)))
    })?;
    Ok(json!({ "text": roster.to_toml() }))
}

/// A draft as a roster file, whatever is wrong with it.
pub(crate) fn text(game: &str, draft: &RosterDraft) -> Result<Value, Refusal> {
    known(game)?;
    let member = |model: &DraftModel| Member {
        card: model.kind.clone(),
        name: model.name.clone(),
        options: model.options.clone(),
        leader: model.leader,
    };
    let roster = Roster {
        name: draft.name.clone(),
        faction: FactionChoice::Named(draft.faction.clone()),
        members: draft.models.iter().map(member).collect(),
    };
    Ok(json!({ "text": roster.to_toml() }))
}
