//! Factions: the lists teams are chosen from, read from files and checked whole.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use kernel::Fault;
use serde::{Deserialize, Serialize};
use table::Length;

use crate::card::{Card, Condition, Effect, Extra, Feat, Lasts, Quirk, Stat, Weapon, When, Who};
use crate::roster::Roster;

/// A faction: what its models share, and the models themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Faction {
    /// The short name rosters use.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// A sentence of background.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// What its leader gains (`killteam:TEAM-9`).
    #[serde(default)]
    pub leader: Leader,
    /// Attacks of every model (`killteam:TEAM-11`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attacks: Vec<Weapon>,
    /// Abilities and special actions of every model (`killteam:TEAM-11`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub feats: Vec<Feat>,
    /// The models.
    #[serde(rename = "model")]
    pub cards: Vec<Card>,
    /// Teams ready to play.
    #[serde(default, rename = "team", skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<Ready>,
}

/// What a leader gains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leader {
    /// More command points.
    #[serde(default = "one")]
    pub cp: u8,
    /// More wounds.
    #[serde(default = "one")]
    pub wounds: u8,
    /// The faction's extras.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub feats: Vec<Feat>,
}

fn one() -> u8 {
    1
}

impl Default for Leader {
    fn default() -> Leader {
        Leader { cp: 1, wounds: 1, feats: Vec::new() }
    }
}

/// A team ready to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ready {
    /// The short name people type.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// A sentence on how it plays.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Its members.
    #[serde(rename = "model")]
    pub members: Vec<crate::roster::Member>,
}

impl Faction {
    /// Reads a faction and checks it whole; the error says line or place, what is wrong, and what
    /// would be right.
    pub fn parse(text: &str) -> Result<Faction, Vec<Fault>> {
        let faction: Faction = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(0, |span| {
                text.as_bytes().iter().take(span.start).filter(|byte| **byte == b'\n').count() + 1
            });
            vec![Fault { at: format!("line {line}"), message: error.message().to_owned() }]
        })?;
        let faults = faction.faults();
        if faults.is_empty() { Ok(faction) } else { Err(faults) }
    }

    /// The card of that id.
    pub fn card(&self, id: &str) -> Option<&Card> {
        self.cards.iter().find(|card| card.id == id)
    }

    /// The ready team of that id, as a roster.
    pub fn ready(&self, id: &str) -> Option<Roster> {
        self.teams.iter().find(|team| team.id == id).map(|team| Roster {
            name: team.name.clone(),
            faction: crate::roster::FactionChoice::Named(self.id.clone()),
            members: team.members.clone(),
        })
    }

    /// Everything that is wrong with it.
    pub fn faults(&self) -> Vec<Fault> {
        let mut check = Checker { faults: Vec::new(), at: String::new(), faction: self };
        check.faction();
        check.faults
    }
}

struct Checker<'a> {
    faults: Vec<Fault>,
    at: String,
    faction: &'a Faction,
}

impl Checker<'_> {
    fn wrong(&mut self, message: impl Into<String>) {
        self.faults.push(Fault { at: self.at.clone(), message: message.into() });
    }

    fn id(&mut self, id: &str) {
        let sound = !id.is_empty()
            && id.len() <= 40
            && id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        if !sound {
            self.wrong(format!("the id `{id}` must be of small letters, digits and hyphens"));
        }
    }

    fn range(&mut self, what: &str, value: i64, low: i64, high: i64) {
        if !(low..=high).contains(&value) {
            self.wrong(format!("{what} is {value}; it must be from {low} to {high}"));
        }
    }

    fn unique<'b>(&mut self, what: &str, names: impl Iterator<Item = &'b str>) {
        let mut seen = BTreeSet::new();
        for name in names {
            if !seen.insert(name) {
                self.wrong(format!("two {what} are called `{name}`; names must differ"));
            }
        }
    }

    fn faction(&mut self) {
        let faction = self.faction;
        self.at = "faction".into();
        self.id(&faction.id);
        self.range("the number of models", faction.cards.len() as i64, 1, 40);
        self.unique("models", faction.cards.iter().map(|card| card.id.as_str()));
        self.unique("teams", faction.teams.iter().map(|team| team.id.as_str()));
        self.at = "leader".into();
        self.range("cp", faction.leader.cp.into(), 0, 5);
        self.range("wounds", faction.leader.wounds.into(), 0, 5);
        self.feats("leader", &faction.leader.feats);
        self.weapons("faction", &faction.attacks);
        self.feats("faction", &faction.feats);
        for card in &faction.cards {
            self.card(card);
        }
        for team in &faction.teams {
            self.at = format!("team {}", team.id);
            self.id(&team.id);
            let roster = Roster {
                name: team.name.clone(),
                faction: crate::roster::FactionChoice::Own(Box::new(Faction {
                    teams: Vec::new(),
                    ..faction.clone()
                })),
                members: team.members.clone(),
            };
            for fault in roster.faults_in(faction, 100) {
                self.at = format!("team {}: {}", team.id, fault.at);
                self.wrong(fault.message);
            }
        }
    }

    fn card(&mut self, card: &Card) {
        let place = format!("model {}", card.id);
        self.at.clone_from(&place);
        self.id(&card.id);
        self.range("points", card.points.into(), 1, 200);
        self.range("max", card.max.into(), 1, 20);
        self.range("cp", card.cp.into(), 0, 5);
        self.range("armour", card.armour.into(), 2, 7);
        self.range("wounds", card.wounds.into(), 1, 20);
        self.range("nerve", card.nerve.into(), 2, 6);
        // A team of them must find room in its zone.
        self.lengths("the base", card.base.longest(), Length::ZERO, Length::millimetres(100));
        self.lengths("speed", card.speed, Length::inches(1), Length::inches(12));
        if let Some(height) = card.height {
            self.lengths("height", height, Length::tenths(5), Length::inches(6));
        }
        self.range("the number of invulnerable values", card.invulnerable.len() as i64, 0, 3);
        for value in &card.invulnerable {
            self.range("invulnerable", (*value).into(), 2, 6);
        }
        self.weapons(&place, &card.attacks);
        self.feats(&place, &card.feats);
        self.at.clone_from(&place);
        self.unique("options", card.options.iter().map(|option| option.id.as_str()));
        for option in &card.options {
            self.option(card, option);
        }
    }

    fn option(&mut self, card: &Card, option: &Extra) {
        let place = format!("model {}, option {}", card.id, option.id);
        self.at.clone_from(&place);
        self.id(&option.id);
        self.range("points", option.points.into(), -50, 100);
        for name in &option.replaces {
            if !card.attacks.iter().any(|weapon| weapon.name == *name) {
                self.wrong(format!(
                    "it replaces `{name}`, which is none of the model's attacks: {}",
                    card.attacks.iter().map(|w| w.name.as_str()).collect::<Vec<_>>().join(", ")
                ));
            }
        }
        for id in &option.not_with {
            if !card.options.iter().any(|other| other.id == *id) {
                self.wrong(format!("`not_with` names `{id}`, which is no option of the model"));
            }
        }
        if let Some(value) = option.invulnerable {
            self.range("invulnerable", value.into(), 2, 6);
        }
        if let Some(value) = option.armour {
            self.range("armour", value.into(), 2, 7);
        }
        self.weapons(&place, &option.attacks);
        self.feats(&place, &option.feats);
    }

    fn lengths(&mut self, what: &str, value: Length, low: Length, high: Length) {
        if !(low..=high).contains(&value) {
            self.wrong(format!("{what} is {value}; it must be from {low} to {high}"));
        }
    }

    fn weapons(&mut self, place: &str, weapons: &[Weapon]) {
        place.clone_into(&mut self.at);
        self.unique("attacks", weapons.iter().map(|weapon| weapon.name.as_str()));
        for weapon in weapons {
            self.at = format!("{place}, attack {}", weapon.name);
            self.range("dice", weapon.dice.into(), 1, 12);
            self.range("hit", weapon.hit.into(), 2, 6);
            self.range("ap", weapon.ap.into(), 0, 6);
            self.range("damage", weapon.damage.into(), 1, 12);
            self.lengths("range", weapon.range, Length::ZERO, Length::inches(72));
            if weapon.kind == crate::card::Reach::Ranged && weapon.range == Length::ZERO {
                self.wrong("a ranged attack needs a range");
            }
            if weapon.kind == crate::card::Reach::Melee && weapon.range > Length::inches(6) {
                self.wrong("a melee attack reaches at most 6\"");
            }
            for quirk in &weapon.rules {
                self.quirk(place, weapon, quirk);
            }
        }
    }

    fn quirk(&mut self, place: &str, weapon: &Weapon, quirk: &Quirk) {
        self.at = format!("{place}, attack {}, rule {}", weapon.name, quirk.name);
        self.conditions(&quirk.conditions, true);
        if quirk.effects.is_empty() {
            self.wrong("it has no effect; write at least one");
        }
        for effect in &quirk.effects {
            let sound = match effect {
                Effect::Bonus { to, lasts: Lasts::Now, .. } => {
                    matches!(to, Stat::Hit | Stat::Ap | Stat::Dice | Stat::Damage)
                }
                Effect::Reroll { roll: crate::card::RollOf::Hit, lasts: Lasts::Now, .. } => true,
                Effect::Ignore { lasts: Lasts::Now, .. } | Effect::Sixes { .. } | Effect::Fells => {
                    true
                }
                _ => false,
            };
            if !sound {
                self.wrong(
                    "a weapon's rule can give a bonus to hit, ap, dice or damage, a reroll of \
                     hits, ignore something, cause mortal wounds on sixes, or fell its target",
                );
            }
        }
    }

    fn conditions(&mut self, conditions: &[Condition], attack: bool) {
        for condition in conditions {
            let of_attack = matches!(
                condition,
                Condition::Ranged
                    | Condition::Melee
                    | Condition::Charging
                    | Condition::Disengaging
                    | Condition::Retaliating
                    | Condition::Within(_)
                    | Condition::Beyond(_)
                    | Condition::TargetDown
                    | Condition::TargetWounded
                    | Condition::TargetLeader
                    | Condition::TargetBig(_)
            );
            if of_attack && !attack {
                self.wrong("a condition speaks of an attack, and there is none at that time");
            }
        }
    }

    fn feats(&mut self, place: &str, feats: &[Feat]) {
        place.clone_into(&mut self.at);
        self.unique("feats", feats.iter().map(|feat| feat.name.as_str()));
        for feat in feats {
            self.at = format!("{place}, feat {}", feat.name);
            self.feat(feat);
        }
    }

    fn feat(&mut self, feat: &Feat) {
        use When::{Activation, Always, Attacked, EndPhase, FreeAction, LongAction, ShortAction};
        self.range("cost", feat.cost.into(), 0, 6);
        if feat.cost > 0 && matches!(feat.when, Always | EndPhase) {
            self.wrong("what happens without being asked costs nothing");
        }
        if feat.effects.is_empty() {
            self.wrong("it has no effect; write at least one");
        }
        let with_attack =
            matches!(feat.when, When::Attack | When::RangedAttack | When::MeleeAttack);
        let of_attack = with_attack || matches!(feat.when, Attacked | Always);
        self.conditions(&feat.conditions, of_attack);
        let pick = &feat.pick;
        for id in &pick.models {
            if self.faction.card(id).is_none() {
                self.wrong(format!("it picks `{id}`, which is no model of the faction"));
            }
        }
        if (with_attack || feat.when == Attacked) && pick.who != Who::This {
            self.wrong("a feat that goes with a roll is for the model itself");
        }
        if feat.when == EndPhase && pick.who.is_choice() {
            self.wrong(
                "what happens without being asked can't choose; take friends, enemies or everyone",
            );
        }
        if feat.when == Always && !matches!(pick.who, Who::This | Who::Friends | Who::Enemies) {
            self.wrong("what holds always is for this model, friends or enemies");
        }
        if matches!(pick.who, Who::Friends | Who::Enemies | Who::Everyone) && pick.within.is_none()
        {
            self.wrong("say how near they must be: within");
        }
        let active = matches!(feat.when, ShortAction | LongAction | FreeAction | Activation);
        for effect in &feat.effects {
            self.effect(feat, effect, active, with_attack);
        }
        let places = feat
            .effects
            .iter()
            .filter(|e| {
                matches!(e, Effect::Move { .. } | Effect::Return { .. } | Effect::Place { .. })
            })
            .count();
        if places > 1 {
            self.wrong("one feat moves, places or returns at most once");
        }
    }

    fn effect(&mut self, feat: &Feat, effect: &Effect, active: bool, with_attack: bool) {
        let pick = &feat.pick;
        match effect {
            Effect::Bonus { by, lasts, to } => {
                self.range("by", (*by).into(), -3, 3);
                if *by == 0 {
                    self.wrong("a bonus of nothing does nothing");
                }
                if active && *lasts == Lasts::Now {
                    self.wrong("say how long it lasts: activation, round or game");
                }
                if with_attack && !matches!(to, Stat::Hit | Stat::Ap | Stat::Dice | Stat::Damage) {
                    self.wrong("with an attack it can change hit, ap, dice or damage");
                }
                if feat.when == When::Attacked && *to != Stat::Armour {
                    self.wrong("before an armour roll it can change armour");
                }
            }
            Effect::Reroll { lasts, roll, .. } => {
                if active && *lasts == Lasts::Now {
                    self.wrong("say how long it lasts: activation, round or game");
                }
                if with_attack && *roll != crate::card::RollOf::Hit {
                    self.wrong("with an attack it can reroll hits");
                }
                if feat.when == When::Attacked && *roll != crate::card::RollOf::Armour {
                    self.wrong("before an armour roll it can reroll armour");
                }
            }
            Effect::Ignore { lasts, .. } => {
                if active && *lasts == Lasts::Now {
                    self.wrong("say how long it lasts: activation, round or game");
                }
            }
            Effect::Sixes { .. } | Effect::Fells => {
                if !with_attack && feat.when != When::Always {
                    self.wrong("sixes and fells go with an attack, or hold always");
                }
            }
            Effect::Move { up_to } => {
                self.lengths("up_to", *up_to, Length::inches(1), Length::inches(12));
                if !active || !matches!(pick.who, Who::This | Who::Friend) {
                    self.wrong("a move is for this model or a friend, in its own activation");
                }
            }
            Effect::Heal { wounds } => {
                self.range("wounds", (*wounds).into(), 1, 10);
                if !active && feat.when != When::EndPhase {
                    self.wrong("healing happens in its activation or in the end phase");
                }
            }
            Effect::Return { wounds, within, .. } => {
                self.range("wounds", (*wounds).into(), 1, 10);
                self.lengths("within", *within, Length::inches(1), Length::inches(12));
                if !active || pick.who != Who::Casualty {
                    self.wrong("a return picks a casualty, in the model's own activation");
                }
            }
            Effect::Place { within, .. } => {
                self.lengths("within", *within, Length::inches(1), Length::inches(36));
                if !active || !matches!(pick.who, Who::This | Who::Friend) {
                    self.wrong("placing is for this model or a friend, in its own activation");
                }
            }
            Effect::Hits { count, ap, damage } => {
                self.range("count", (*count).into(), 1, 6);
                self.range("ap", (*ap).into(), 0, 6);
                self.range("damage", (*damage).into(), 1, 6);
                self.harmful(feat, active);
            }
            Effect::Mortal { count } => {
                self.range("count", (*count).into(), 1, 6);
                self.harmful(feat, active);
            }
            Effect::KnockDown | Effect::StandUp => self.harmful(feat, active),
            Effect::Gain { cp } => {
                self.range("cp", (*cp).into(), 1, 5);
                if !active && feat.when != When::EndPhase {
                    self.wrong("command points are gained in its activation or in the end phase");
                }
            }
        }
        if pick.who == Who::Casualty && !matches!(effect, Effect::Return { .. }) {
            self.wrong("a casualty can only be returned");
        }
    }

    fn harmful(&mut self, feat: &Feat, active: bool) {
        if !active && feat.when != When::EndPhase {
            self.wrong("this happens in its activation or in the end phase");
        }
    }
}

/// The factions that come with the program, in the order of their names.
pub fn built_in() -> &'static [Faction] {
    static FACTIONS: OnceLock<Vec<Faction>> = OnceLock::new();
    FACTIONS.get_or_init(|| {
        let mut factions: Vec<Faction> = FILES
            .iter()
            .map(|(name, text)| match Faction::parse(text) {
                Ok(faction) => faction,
                Err(faults) => panic!("{name}: {}", faults[0]),
            })
            .collect();
        factions.sort_by(|a, b| a.id.cmp(&b.id));
        factions
    })
}

/// The files of the factions that come with the program: name and text.
pub const FILES: &[(&str, &str)] =
    &[("ashguard.toml", include_str!("../../../data/killteam/ashguard.toml"))];

/// The built-in faction of that id.
pub fn find(id: &str) -> Option<&'static Faction> {
    built_in().iter().find(|faction| faction.id == id)
}
