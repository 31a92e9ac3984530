//! Factions: the lists teams are chosen from, read from files and checked whole.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use kernel::Fault;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::Length;

use crate::card::{
    Card, Condition, Effect, Extra, Feat, Ignored, Lasts, Pick, Quirk, Reach, RollOf, Stat, Weapon,
    When, Who,
};
use crate::roster::Roster;

/// A faction: what its models share, and the models themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
        let faction = Faction::read(text).map_err(|fault| vec![fault])?;
        let faults = faction.faults();
        if faults.is_empty() { Ok(faction) } else { Err(faults) }
    }

    /// Reads a faction without checking what it says; the error names the line.
    pub fn read(text: &str) -> Result<Faction, Fault> {
        read_toml(text)
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
        let mut check = Checker { faults: Vec::new(), at: String::new(), rule: "", faction: self };
        check.faction();
        check.faults
    }
}

/// Reads TOML; the error names the line.
pub(crate) fn read_toml<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Fault> {
    toml::from_str(text).map_err(|error| {
        let before = |span: std::ops::Range<usize>| text.as_bytes().iter().take(span.start);
        let line = |span| before(span).filter(|byte| **byte == b'\n').count() + 1;
        let at = error.span().map_or("file".into(), |span| format!("line {}", line(span)));
        Fault { at, message: in_plain_words(error.message().trim_end()) }
    })
}

/// A reader's complaint without the names of our types.
fn in_plain_words(message: &str) -> String {
    let types = [
        ("expected u8", "expected a whole number from 0 to 255"),
        ("expected u16", "expected a whole number from 0 to 65535"),
        ("expected i8", "expected a whole number from -128 to 127"),
        ("expected i16", "expected a whole number from -32768 to 32767"),
    ];
    let found = types.iter().find(|(name, _)| message.ends_with(name));
    found.map_or(message.into(), |(name, words)| message.replace(name, words))
}

/// What is wrong with a name, if something is: people read it on cards and in reports.
pub(crate) fn name_fault(name: &str, max: usize) -> Option<String> {
    let length = name.chars().count();
    if name.trim().is_empty() {
        Some("the name is empty; write one".into())
    } else if length > max {
        Some(format!("the name has {length} letters; it may have {max}"))
    } else if name.chars().any(char::is_control) {
        Some("the name has letters that can't be printed; write it on one line".into())
    } else {
        None
    }
}

/// How long the name of a thing in a faction may be.
const NAME_MAX: usize = 32;
/// How long a sentence of background may be.
const ABOUT_MAX: usize = 240;

/// The rule that has the value of this name on the card.
fn rule_of(what: &str) -> Option<&'static str> {
    Some(match what {
        "points" | "max" => "killteam:TEAM-4",
        "cp" => "killteam:CARD-2",
        "speed" => "killteam:CARD-3",
        "armour" => "killteam:CARD-4",
        "wounds" => "killteam:CARD-5",
        "nerve" => "killteam:CARD-7",
        "cost" => "killteam:CARD-9",
        "range" => "killteam:CARD-15",
        "dice" => "killteam:CARD-17",
        "hit" => "killteam:CARD-18",
        "ap" => "killteam:CARD-19",
        "damage" => "killteam:CARD-20",
        _ => return None,
    })
}

struct Checker<'a> {
    faults: Vec<Fault>,
    at: String,
    /// The rule that what is being checked falls under; empty for none.
    rule: &'static str,
    faction: &'a Faction,
}

impl Checker<'_> {
    fn wrong(&mut self, message: impl AsRef<str>) {
        self.wrong_by(self.rule, message);
    }

    fn wrong_by(&mut self, rule: &str, message: impl AsRef<str>) {
        let message = match (message.as_ref(), rule) {
            (message, "") => message.to_owned(),
            (message, rule) => format!("{message} [{rule}]"),
        };
        self.faults.push(Fault { at: self.at.clone(), message });
    }

    /// Turns to another place, and to the rule it falls under.
    fn go(&mut self, place: impl Into<String>, rule: &'static str) {
        self.at = place.into();
        self.rule = rule;
    }

    fn id(&mut self, id: &str) {
        let sound = !id.is_empty()
            && id.len() <= 40
            && id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        if !sound {
            self.wrong(format!(
                "the id `{id}` must be of small letters, digits and hyphens, at most 40"
            ));
        }
    }

    fn name(&mut self, name: &str) {
        if let Some(fault) = name_fault(name, NAME_MAX) {
            self.wrong(fault);
        }
    }

    fn about(&mut self, about: &str) {
        if about.chars().count() > ABOUT_MAX || about.chars().any(char::is_control) {
            self.wrong(format!("`about` is one line of at most {ABOUT_MAX} letters"));
        }
    }

    fn range(&mut self, what: &str, value: i64, low: i64, high: i64) {
        if !(low..=high).contains(&value) {
            let rule = rule_of(what).unwrap_or(self.rule);
            self.wrong_by(rule, format!("{what} is {value}; it must be from {low} to {high}"));
        }
    }

    fn lengths(&mut self, what: &str, value: Length, low: Length, high: Length) {
        if !(low..=high).contains(&value) {
            let rule = rule_of(what).unwrap_or(self.rule);
            self.wrong_by(rule, format!("{what} is {value}; it must be from {low} to {high}"));
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
        self.go("faction", "");
        self.id(&faction.id);
        self.name(&faction.name);
        self.about(&faction.about);
        self.range("the number of models", faction.cards.len() as i64, 1, 40);
        self.unique("models", faction.cards.iter().map(|card| card.id.as_str()));
        self.unique("teams", faction.teams.iter().map(|team| team.id.as_str()));
        self.go("leader", "killteam:TEAM-9");
        self.range("cp", faction.leader.cp.into(), 0, 5);
        self.range("wounds", faction.leader.wounds.into(), 0, 5);
        self.feats("leader", &faction.leader.feats);
        self.weapons("faction", &faction.attacks);
        self.feats("faction", &faction.feats);
        for card in &faction.cards {
            self.card(card);
        }
        for team in &faction.teams {
            self.go(format!("team {}", team.id), "");
            self.id(&team.id);
            self.about(&team.about);
            let roster = Roster {
                name: team.name.clone(),
                faction: crate::roster::FactionChoice::Named(faction.id.clone()),
                members: team.members.clone(),
            };
            for fault in roster.faults_in(faction, crate::roster::POINTS) {
                self.at = format!("team {}: {}", team.id, fault.at);
                self.wrong(fault.message);
            }
        }
    }

    fn card(&mut self, card: &Card) {
        let place = format!("model {}", card.id);
        self.go(place.clone(), "killteam:CARD-1");
        self.id(&card.id);
        self.name(&card.name);
        self.about(&card.about);
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
        self.go(place, "killteam:TEAM-5");
        self.unique("options", card.options.iter().map(|option| option.id.as_str()));
        let cheapest: i32 = card.options.iter().map(|o| i32::from(o.points.min(0))).sum();
        if i32::from(card.points) + cheapest < 1 {
            self.wrong("with its options it could cost less than 1 point; make them dearer");
        }
        for option in &card.options {
            self.option(card, option);
        }
        self.one_of_each(card);
    }

    /// Two attacks or feats of the same name on one card could not be told apart in play.
    fn one_of_each(&mut self, card: &Card) {
        self.go(format!("model {}", card.id), "killteam:CARD-13");
        let replaced = |name: &str| {
            card.options.iter().any(|option| option.replaces.iter().any(|other| other == name))
        };
        let kept = card.attacks.iter().filter(|weapon| !replaced(&weapon.name));
        let fixed: Vec<&str> =
            kept.chain(&self.faction.attacks).map(|weapon| weapon.name.as_str()).collect();
        self.unique("attacks", fixed.iter().copied());
        for option in &card.options {
            for weapon in option.attacks.iter().filter(|w| fixed.contains(&w.name.as_str())) {
                let name = &weapon.name;
                self.wrong(format!(
                    "the option {} gives a second `{name}`; give it another name or replace the first",
                    option.id
                ));
            }
        }
        self.rule = "killteam:CARD-10";
        let options = card.options.iter().flat_map(|option| &option.feats);
        let faction = self.faction.feats.iter().chain(&self.faction.leader.feats);
        let feats = card.feats.iter().chain(options).chain(faction);
        self.unique("feats", feats.map(|feat| feat.name.as_str()));
    }

    fn option(&mut self, card: &Card, option: &Extra) {
        let place = format!("model {}, option {}", card.id, option.id);
        self.go(place.clone(), "killteam:TEAM-5");
        self.id(&option.id);
        self.name(&option.name);
        self.range("points", option.points.into(), -50, 100);
        if let Some(max) = option.max {
            self.range("max", max.into(), 1, 20);
        }
        for name in &option.replaces {
            if !card.attacks.iter().any(|weapon| weapon.name == *name) {
                let known: Vec<&str> = card.attacks.iter().map(|w| w.name.as_str()).collect();
                self.wrong(format!(
                    "it replaces `{name}`, which is none of the model's attacks: {}",
                    known.join(", ")
                ));
            }
        }
        for id in &option.not_with {
            if *id == option.id {
                self.wrong("`not_with` names the option itself; name others");
            } else if !card.options.iter().any(|other| other.id == *id) {
                self.wrong(format!("`not_with` names `{id}`, which is no option of the model"));
            }
        }
        if let Some(value) = option.invulnerable {
            self.range("invulnerable", value.into(), 2, 6);
        }
        if let Some(value) = option.armour {
            self.range("armour", value.into(), 2, 7);
        }
        self.range("wounds", option.wounds.into(), 0, 10);
        self.range("cp", option.cp.into(), 0, 5);
        self.weapons(&place, &option.attacks);
        self.feats(&place, &option.feats);
    }

    fn weapons(&mut self, place: &str, weapons: &[Weapon]) {
        self.go(place, "killteam:CARD-13");
        self.unique("attacks", weapons.iter().map(|weapon| weapon.name.as_str()));
        for weapon in weapons {
            self.go(format!("{place}, attack {}", weapon.name), "killteam:CARD-13");
            self.name(&weapon.name);
            self.range("dice", weapon.dice.into(), 1, 12);
            self.range("hit", weapon.hit.into(), 2, 6);
            self.range("ap", weapon.ap.into(), 0, 6);
            self.range("damage", weapon.damage.into(), 1, 12);
            self.lengths("range", weapon.range, Length::ZERO, Length::inches(72));
            self.rule = "killteam:CARD-15";
            if weapon.kind == Reach::Ranged && weapon.range == Length::ZERO {
                self.wrong("a ranged attack needs a range");
            }
            if weapon.kind == Reach::Melee && weapon.range > Length::inches(6) {
                self.wrong("a melee attack reaches at most 6\"");
            }
            for quirk in &weapon.rules {
                self.quirk(place, weapon, quirk);
            }
        }
    }

    fn quirk(&mut self, place: &str, weapon: &Weapon, quirk: &Quirk) {
        let at = format!("{place}, attack {}, rule {}", weapon.name, quirk.name);
        self.go(at, "killteam:CARD-21");
        self.name(&quirk.name);
        self.conditions(&quirk.conditions, true);
        if quirk.effects.is_empty() {
            self.wrong("it has no effect; write at least one");
        }
        for effect in &quirk.effects {
            let sound = match effect {
                Effect::Bonus { to, lasts: Lasts::Now, .. } => is_of_attack(*to),
                Effect::Reroll { roll: RollOf::Hit, lasts: Lasts::Now, .. } => true,
                Effect::Ignore { lasts: Lasts::Now, .. } | Effect::Sixes { .. } | Effect::Fells => {
                    true
                }
                _ => false,
            };
            if !sound {
                self.wrong(
                    "a weapon's rule can give a bonus to hit, ap, dice or damage, a reroll of \
                     hits, ignore something, cause mortal wounds on sixes, or fell its target, \
                     and only for its attack",
                );
            }
            self.numbers(effect);
        }
    }

    fn conditions(&mut self, conditions: &[Condition], attack: bool) {
        for condition in conditions {
            if condition.is_of_attack() && !attack {
                self.wrong("a condition speaks of an attack, and there is none at that time");
            }
            match condition {
                Condition::Within(length)
                | Condition::Beyond(length)
                | Condition::FriendWithin(length)
                | Condition::Alone(length) => {
                    self.lengths("a condition's distance", *length, NEAREST, FARTHEST);
                }
                Condition::TargetBig(wounds) => {
                    self.range("target_big", (*wounds).into(), 2, 20);
                }
                _ => {}
            }
        }
        let has = |condition| conditions.contains(&condition);
        if has(Condition::Ranged) && has(Condition::Melee) {
            self.wrong("no attack is both ranged and melee; keep one condition");
        }
    }

    fn feats(&mut self, place: &str, feats: &[Feat]) {
        self.go(place, "killteam:CARD-10");
        self.unique("feats", feats.iter().map(|feat| feat.name.as_str()));
        for feat in feats {
            let rule = if feat.when.is_action() { "killteam:CARD-8" } else { "killteam:CARD-10" };
            self.go(format!("{place}, feat {}", feat.name), rule);
            self.feat(feat);
        }
    }

    fn feat(&mut self, feat: &Feat) {
        use When::{Activation, Always, Attacked, EndPhase};
        self.name(&feat.name);
        self.range("cost", feat.cost.into(), 0, 6);
        let unasked = matches!(feat.when, Always | EndPhase);
        if feat.cost > 0 && unasked {
            self.wrong("what happens without being asked costs nothing; leave cost out");
        }
        if feat.limit.is_some() && unasked {
            self.wrong("what happens without being asked has no limit; leave limit out");
        }
        if feat.effects.is_empty() {
            self.wrong("it has no effect; write at least one");
        }
        let with_attack =
            matches!(feat.when, When::Attack | When::RangedAttack | When::MeleeAttack);
        self.conditions(&feat.conditions, with_attack || matches!(feat.when, Attacked | Always));
        self.pick(feat, with_attack);
        let active = feat.when.is_action() || feat.when == Activation;
        for effect in &feat.effects {
            self.effect(feat, effect, active, with_attack);
            self.numbers(effect);
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

    fn pick(&mut self, feat: &Feat, with_attack: bool) {
        let pick = &feat.pick;
        for id in &pick.models {
            if self.faction.card(id).is_none() {
                self.wrong(format!("it picks `{id}`, which is no model of the faction"));
            }
        }
        if !pick.models.is_empty() && !pick.who.is_own() {
            self.wrong("models names cards of this faction; it is for friends and casualties");
        }
        for (what, length) in [("within", pick.within), ("around", pick.around)] {
            if let Some(length) = length {
                self.lengths(what, length, NEAREST, FARTHEST);
            }
        }
        if (with_attack || feat.when == When::Attacked) && *pick != Pick::default() {
            self.wrong("a feat that goes with a roll is for the model itself; leave pick out");
        }
        if feat.when == When::EndPhase && pick.who.is_choice() {
            self.wrong(
                "what happens without being asked can't choose; take friends, enemies or everyone",
            );
        }
        if feat.when == When::Always && !matches!(pick.who, Who::This | Who::Friends | Who::Enemies)
        {
            self.wrong("what holds always is for this model, friends or enemies");
        }
        if feat.when == When::Always && pick.around.is_some() {
            self.wrong("what holds always has no around; say within");
        }
        if matches!(pick.who, Who::Friends | Who::Enemies | Who::Everyone) && pick.within.is_none()
        {
            self.wrong("say how near they must be: within");
        }
        let state = pick.down.is_some() || pick.engaged.is_some();
        if pick.who == Who::This && (pick.within.is_some() || pick.sight || state) {
            self.wrong("this model needs no picking; say with if what must hold for it");
        }
        if pick.who == Who::Casualty
            && (pick.within.is_some() || pick.sight || state || pick.around.is_some())
        {
            self.wrong("a casualty is nowhere: it can be picked only by its card, with models");
        }
    }

    /// The numbers an effect may have, wherever it stands.
    fn numbers(&mut self, effect: &Effect) {
        match effect {
            Effect::Bonus { by, .. } => {
                self.range("by", (*by).into(), -3, 3);
                if *by == 0 {
                    self.wrong("a bonus of nothing does nothing; write 1 or -1");
                }
            }
            Effect::Sixes { mortal } => self.range("mortal", (*mortal).into(), 1, 3),
            Effect::Move { up_to } => {
                self.lengths("up_to", *up_to, Length::inches(1), Length::inches(12));
            }
            Effect::Heal { wounds } => self.range("wounds", (*wounds).into(), 1, 10),
            Effect::Return { wounds, within, clear, .. } => {
                self.range("wounds", (*wounds).into(), 1, 10);
                self.lengths("within", *within, Length::inches(1), Length::inches(12));
                self.lengths("clear", *clear, Length::ZERO, Length::inches(12));
            }
            Effect::Place { within, clear } => {
                self.lengths("within", *within, Length::inches(1), Length::inches(36));
                self.lengths("clear", *clear, Length::ZERO, Length::inches(12));
            }
            Effect::Hits { count, ap, damage } => {
                self.range("count", (*count).into(), 1, 6);
                self.range("ap", (*ap).into(), 0, 6);
                self.range("damage", (*damage).into(), 1, 6);
            }
            Effect::Mortal { count } => self.range("count", (*count).into(), 1, 6),
            Effect::Gain { cp } => self.range("cp", (*cp).into(), 1, 5),
            Effect::Reroll { .. }
            | Effect::Ignore { .. }
            | Effect::Fells
            | Effect::KnockDown
            | Effect::StandUp => {}
        }
    }

    fn effect(&mut self, feat: &Feat, effect: &Effect, active: bool, with_attack: bool) {
        let pick = &feat.pick;
        match effect {
            Effect::Bonus { lasts, to, .. } => {
                self.lasting(feat, *lasts, active);
                if with_attack && !is_of_attack(*to) {
                    self.wrong("with an attack it can change hit, ap, dice or damage");
                }
                if feat.when == When::Attacked && *to != Stat::Armour {
                    self.wrong("before an armour roll it can change armour");
                }
                let aside = matches!(to, Stat::Nerve | Stat::Recovery | Stat::Speed);
                if aside && feat.conditions.iter().any(Condition::is_of_attack) {
                    self.wrong(
                        "nerve, recovery and speed count outside attacks; leave conditions on \
                         attacks out",
                    );
                }
            }
            Effect::Reroll { lasts, roll, .. } => {
                self.lasting(feat, *lasts, active);
                if with_attack && *roll != RollOf::Hit {
                    self.wrong("with an attack it can reroll hits");
                }
                if feat.when == When::Attacked && *roll != RollOf::Armour {
                    self.wrong("before an armour roll it can reroll armour");
                }
            }
            Effect::Ignore { lasts, what } => {
                self.lasting(feat, *lasts, active);
                if feat.when == When::Attacked {
                    self.wrong("an attack ignores something, not an armour roll");
                }
                if feat.when == When::MeleeAttack
                    && matches!(what, Ignored::Obscured | Ignored::LongRange)
                {
                    self.wrong("a melee attack has no penalty for that");
                }
            }
            Effect::Sixes { .. } | Effect::Fells => {
                if !with_attack && feat.when != When::Always {
                    self.wrong("sixes and fells go with an attack, or hold always");
                }
            }
            Effect::Move { .. } => {
                if !active || !matches!(pick.who, Who::This | Who::Friend) {
                    self.wrong("a move is for this model or a friend, in its own activation");
                }
            }
            Effect::Return { .. } => {
                if !active || pick.who != Who::Casualty {
                    self.wrong("a return picks a casualty, in the model's own activation");
                }
            }
            Effect::Place { .. } => {
                if !active || !matches!(pick.who, Who::This | Who::Friend) {
                    self.wrong("placing is for this model or a friend, in its own activation");
                }
            }
            Effect::Heal { .. }
            | Effect::Hits { .. }
            | Effect::Mortal { .. }
            | Effect::KnockDown
            | Effect::StandUp
            | Effect::Gain { .. } => {
                if !active && feat.when != When::EndPhase {
                    self.wrong("this happens in its activation or in the end phase");
                }
            }
        }
        if pick.who == Who::Casualty && !matches!(effect, Effect::Return { .. }) {
            self.wrong("a casualty can only be returned");
        }
    }

    /// How long an effect lasts, by when it begins.
    fn lasting(&mut self, feat: &Feat, lasts: Lasts, active: bool) {
        if active && lasts == Lasts::Now {
            self.wrong("say how long it lasts: activation, round or game");
        } else if feat.when == When::EndPhase && lasts != Lasts::Game {
            self.wrong("the round is over in the end phase; it can only last the game");
        } else if !active && feat.when != When::EndPhase && lasts != Lasts::Now {
            self.wrong("it is for this roll or attack, or always; leave lasts out");
        }
    }
}

/// The least and the greatest distance a pick or condition can speak of.
const NEAREST: Length = Length::tenths(1);
const FARTHEST: Length = Length::inches(72);

/// Whether it is a value of the attack one makes.
fn is_of_attack(stat: Stat) -> bool {
    matches!(stat, Stat::Hit | Stat::Ap | Stat::Dice | Stat::Damage)
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
pub const FILES: &[(&str, &str)] = &[
    ("ashguard.toml", include_str!("../../../data/killteam/ashguard.toml")),
    ("glass.toml", include_str!("../../../data/killteam/glass.toml")),
    ("tallow.toml", include_str!("../../../data/killteam/tallow.toml")),
    ("thornveil.toml", include_str!("../../../data/killteam/thornveil.toml")),
    ("unwound.toml", include_str!("../../../data/killteam/unwound.toml")),
];

/// The built-in faction of that id.
pub fn find(id: &str) -> Option<&'static Faction> {
    built_in().iter().find(|faction| faction.id == id)
}

/// The built-in ready team of that id, as a roster.
pub fn find_team(id: &str) -> Option<Roster> {
    built_in().iter().find_map(|faction| faction.ready(id))
}
