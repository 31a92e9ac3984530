//! Stat cards as text: boxes of 80 columns, with every feat in words.

use table::Length;

use crate::card::{
    Card, Condition, Effect, Extra, Feat, Ignored, Lasts, Limit, Pick, Quirk, RollOf, Stat, Weapon,
    When, Which, Who,
};
use crate::faction::Faction;
use crate::roster::{Member, Profile, Roster};

/// How wide a card is.
const COLUMNS: usize = 80;
/// How much text fits on a line of it.
const INNER: usize = COLUMNS - 4;

/// The stat cards of a roster under its name; nothing but the heading if its faction is unknown.
pub fn sheet(roster: &Roster) -> String {
    let Ok(faction) = roster.find_faction() else { return format!("{}\n", roster.name) };
    let profiles = roster.profiles();
    let cp: u32 = profiles.iter().map(|profile| u32::from(profile.cp)).sum();
    let mut text = format!(
        "{}\n{}, {} points, {}, {} command points a round\n",
        roster.name,
        faction.name,
        roster.cost(faction),
        count(profiles.len(), "model"),
        cp + 2
    );
    for profile in &profiles {
        text.push('\n');
        text += &card(profile, faction);
    }
    text
}

/// The cards of a faction with their options.
pub fn catalogue(faction: &Faction) -> String {
    let mut text = format!("{}\n", faction.name);
    for line in wrap(&faction.about, COLUMNS) {
        text += &format!("{line}\n");
    }
    let mut shared: Vec<String> = faction.attacks.iter().map(weapon_text).collect();
    shared.extend(faction.feats.iter().map(|feat| feat_text(feat, faction)));
    let leader = &faction.leader;
    let mut led = vec![format!("+{} CP, +{} WN", leader.cp, leader.wounds)];
    led.extend(leader.feats.iter().map(|feat| feat_text(feat, faction)));
    for (title, lines) in [("Every model", shared), ("The leader", led)] {
        if !lines.is_empty() {
            text += &format!("\n{title}:\n");
            for line in &lines {
                text += &hanging(line, 2, COLUMNS).join("\n");
                text.push('\n');
            }
        }
    }
    for entry in &faction.cards {
        text.push('\n');
        text += &entry_card(entry, faction);
    }
    text
}

/// The stat card of a model in play.
pub fn card(profile: &Profile, faction: &Faction) -> String {
    let kind = faction.card(&profile.card).map_or(profile.card.as_str(), |card| &card.name);
    let mut title = profile.name.clone();
    if profile.name != kind {
        title += &format!(", {kind}");
    }
    if profile.leader {
        title += " (leader)";
    }
    let right = count(profile.points.unsigned_abs() as usize, "point");
    let mut boxed = Boxed::new(&title, &right);
    boxed.profile(profile, &profile.feats, faction);
    boxed.end()
}

/// The stat card of a faction's entry, with its options, without what the faction shares.
fn entry_card(entry: &Card, faction: &Faction) -> String {
    let title = format!("{} ({})", entry.name, entry.id);
    let right = format!("{}, at most {}", count(entry.points, "point"), entry.max);
    let mut boxed = Boxed::new(&title, &right);
    let plain =
        Member { card: entry.id.clone(), name: String::new(), options: Vec::new(), leader: false };
    if let Some(profile) = plain.profile(faction) {
        let weapons = entry.attacks.clone();
        boxed.profile(&Profile { weapons, ..profile }, &entry.feats, faction);
    }
    if !entry.options.is_empty() {
        boxed.rule();
        boxed.line("Options");
        for option in &entry.options {
            boxed.hanging(&option_text(option, faction));
        }
    }
    boxed.end()
}

/// A card while it is drawn.
struct Boxed(String);

impl Boxed {
    fn new(left: &str, right: &str) -> Boxed {
        let mut boxed = Boxed(format!("┌{}┐\n", "─".repeat(COLUMNS - 2)));
        let room = INNER.saturating_sub(right.chars().count() + 2);
        let lines = wrap(left, room);
        for (i, line) in lines.iter().enumerate() {
            let right = if i == 0 { right } else { "" };
            let gap = INNER.saturating_sub(line.chars().count() + right.chars().count());
            boxed.line(&format!("{line}{}{right}", " ".repeat(gap)));
        }
        boxed
    }

    fn line(&mut self, text: &str) {
        let gap = INNER.saturating_sub(text.chars().count());
        self.0 += &format!("│ {text}{} │\n", " ".repeat(gap));
    }

    fn hanging(&mut self, text: &str) {
        for line in hanging(text, 2, INNER) {
            self.line(&line);
        }
    }

    fn rule(&mut self) {
        self.0 += &format!("├{}┤\n", "─".repeat(COLUMNS - 2));
    }

    fn end(mut self) -> String {
        self.0 += &format!("└{}┘\n", "─".repeat(COLUMNS - 2));
        self.0
    }

    fn profile(&mut self, profile: &Profile, feats: &[Feat], faction: &Faction) {
        let mut values = vec![
            format!("CP {}", profile.cp),
            format!("SP {}", inches(profile.speed)),
            format!("AR {}+", profile.armour),
        ];
        if !profile.invulnerable.is_empty() {
            let all: Vec<String> = profile.invulnerable.iter().map(|v| format!("{v}+")).collect();
            values.push(format!("invulnerable {}", all.join(", ")));
        }
        values.push(format!("WN {}", profile.wounds));
        values.push(format!("NE {}+", profile.nerve));
        let base = format!("{}, {} tall", profile.base, inches(profile.height));
        let values = values.join("   ");
        let gap = INNER.saturating_sub(values.chars().count() + base.chars().count());
        if gap >= 2 {
            self.line(&format!("{values}{}{base}", " ".repeat(gap)));
        } else {
            self.line(&values);
            self.line(&base);
        }
        if !profile.weapons.is_empty() {
            self.rule();
            let row = |name: &str, rest: [&str; 6]| {
                let [kind, range, dice, hit, ap, damage] = rest;
                format!("{name:<38} {kind:<8} {range:>5} {dice:>6} {hit:>5} {ap:>4} {damage:>4}")
            };
            self.line(&row("Attack", ["", "range", "dice", "hit", "AP", "D"]));
            for weapon in &profile.weapons {
                self.line(&row(
                    &weapon.name,
                    [
                        &weapon.kind.to_string(),
                        &inches(weapon.range),
                        &weapon.dice.to_string(),
                        &format!("{}+", weapon.hit),
                        &weapon.ap.to_string(),
                        &weapon.damage.to_string(),
                    ],
                ));
                for quirk in &weapon.rules {
                    self.hanging(&quirk_text(quirk));
                }
            }
        }
        let (actions, abilities): (Vec<&Feat>, Vec<&Feat>) =
            feats.iter().partition(|feat| feat.when.is_action());
        for (title, feats) in [("Actions", actions), ("Abilities", abilities)] {
            if !feats.is_empty() {
                self.rule();
                self.line(title);
                for feat in feats {
                    self.hanging(&feat_text(feat, faction));
                }
            }
        }
    }
}

/// A feat in words: `Rewind (long) - one lost friend: …`.
pub fn feat_text(feat: &Feat, faction: &Faction) -> String {
    let mut marks: Vec<String> = Vec::new();
    marks.extend(match feat.when {
        When::ShortAction => Some("short".into()),
        When::LongAction => Some("long".into()),
        When::FreeAction => Some("free".into()),
        _ => None,
    });
    if feat.cost > 0 {
        marks.push(format!("{} CP", feat.cost));
    }
    marks.extend(feat.limit.map(|limit| match limit {
        Limit::Round => "once a round".into(),
        Limit::Game => "once a game".into(),
    }));
    let marks = if marks.is_empty() { String::new() } else { format!(" ({})", marks.join(", ")) };
    let mut parts: Vec<String> = Vec::new();
    if !feat.when.is_action() && (feat.when != When::Always || feat.conditions.is_empty()) {
        parts.push(feat.when.to_string());
    }
    if !feat.conditions.is_empty() {
        parts.push(conditions_text(&feat.conditions));
    }
    parts.extend(pick_text(&feat.pick, faction));
    let head = if parts.is_empty() { String::new() } else { format!("{}: ", parts.join(", ")) };
    format!("{}{marks} - {head}{}.", feat.name, effects_text(&feat.effects))
}

/// A weapon's special rule in words.
pub fn quirk_text(quirk: &Quirk) -> String {
    let effects = effects_text(&quirk.effects);
    if quirk.conditions.is_empty() {
        format!("{} - {effects}.", quirk.name)
    } else {
        format!("{} - {}: {effects}.", quirk.name, conditions_text(&quirk.conditions))
    }
}

/// An attack on one line: `Bayonet: melee 1", 1 die, 4+, AP 0, damage 1`.
pub fn weapon_text(weapon: &Weapon) -> String {
    let mut text = format!(
        "{}: {} {}, {}, {}+, AP {}, damage {}",
        weapon.name,
        weapon.kind,
        inches(weapon.range),
        dice(weapon.dice.into()),
        weapon.hit,
        weapon.ap,
        weapon.damage
    );
    for quirk in &weapon.rules {
        text += &format!("; {}", quirk_text(quirk).trim_end_matches('.'));
    }
    text
}

/// An option in words, with its price.
pub fn option_text(option: &Extra, faction: &Faction) -> String {
    let mut parts: Vec<String> = Vec::new();
    if !option.replaces.is_empty() {
        parts.push(format!("in place of {}", option.replaces.join(" and ")));
    }
    parts.extend(option.attacks.iter().map(weapon_text));
    parts.extend(option.armour.map(|value| format!("armour {value}+")));
    parts.extend(option.invulnerable.map(|value| format!("invulnerable {value}+")));
    if option.wounds > 0 {
        parts.push(format!("+{} WN", option.wounds));
    }
    if option.cp > 0 {
        parts.push(format!("+{} CP", option.cp));
    }
    let feats = option.feats.iter().map(|feat| feat_text(feat, faction));
    parts.extend(feats.map(|text| text.trim_end_matches('.').to_owned()));
    if !option.not_with.is_empty() {
        parts.push(format!("not with {}", option.not_with.join(", ")));
    }
    let most = option.max.map(|max| format!(", at most {max}")).unwrap_or_default();
    let price = format!("{:+}{most}", option.points);
    format!("{} ({}, {price}): {}", option.name, option.id, parts.join("; "))
}

fn conditions_text(conditions: &[Condition]) -> String {
    let all: Vec<String> = conditions.iter().map(condition_text).collect();
    format!("if {}", all.join(" and "))
}

/// A condition in words, to follow "if".
pub fn condition_text(condition: &Condition) -> String {
    match condition {
        Condition::Ranged => "the attack is ranged".into(),
        Condition::Melee => "the attack is melee".into(),
        Condition::Charging => "it is a charge attack".into(),
        Condition::Disengaging => "it is a disengaging attack".into(),
        Condition::Retaliating => "it is a retaliation".into(),
        Condition::Within(length) => format!("the two are within {}", inches(*length)),
        Condition::Beyond(length) => {
            format!("the two are more than {} apart", inches(*length))
        }
        Condition::TargetDown => "the target is knocked down".into(),
        Condition::TargetWounded => "the target has lost wounds".into(),
        Condition::TargetLeader => "the target leads its team".into(),
        Condition::TargetBig(wounds) => format!("the target's card has {wounds} wounds or more"),
        Condition::Unmoved => "it has not moved in this activation".into(),
        Condition::Wounded => "it has lost wounds".into(),
        Condition::Unwounded => "it has lost no wounds".into(),
        Condition::Engaged => "it is engaged".into(),
        Condition::Unengaged => "it is not engaged".into(),
        Condition::Down => "it is knocked down".into(),
        Condition::Broken => "its team is broken".into(),
        Condition::FriendWithin(length) => {
            format!("a friend stands within {}", inches(*length))
        }
        Condition::Alone(length) => format!("no friend is within {}", inches(*length)),
        Condition::LeaderInPlay => "its leader is in play".into(),
    }
}

/// Whom a feat is for, in words; `None` for the model itself and nobody else.
fn pick_text(pick: &Pick, faction: &Faction) -> Option<String> {
    let mut text = match pick.who {
        Who::This => "this model",
        Who::Friend => "one friend",
        Who::Enemy => "one enemy",
        Who::Casualty => "one lost friend",
        Who::Friends => "all friends",
        Who::Enemies => "all enemies",
        Who::Everyone => "all other models, friend or foe,",
    }
    .to_owned();
    if !pick.models.is_empty() {
        let name = |id: &String| faction.card(id).map_or(id.clone(), |card| card.name.clone());
        let names: Vec<String> = pick.models.iter().map(name).collect();
        text += &format!(" ({})", names.join(", "));
    }
    if let Some(within) = pick.within {
        text += &format!(" within {}", inches(within));
    }
    if pick.sight {
        text += " in sight";
    }
    let states = [
        pick.down.map(|down| if down { "knocked down" } else { "standing" }),
        pick.engaged.map(|engaged| if engaged { "engaged" } else { "not engaged" }),
    ];
    for state in states.into_iter().flatten() {
        text += &format!(", {state}");
    }
    if let Some(around) = pick.around {
        text += &format!(", and everybody within {} of it", inches(around));
    }
    (pick.who != Who::This || pick.around.is_some()).then_some(text)
}

fn effects_text(effects: &[Effect]) -> String {
    effects.iter().map(effect_text).collect::<Vec<_>>().join("; ")
}

/// An effect in words.
pub fn effect_text(effect: &Effect) -> String {
    match effect {
        Effect::Bonus { to: Stat::Dice, by, lasts } => {
            let dice = if by.abs() == 1 { "die" } else { "dice" };
            format!("{by:+} {dice}{}", lasts_text(*lasts))
        }
        Effect::Bonus { to: Stat::Speed, by, lasts } => {
            format!("{by:+}\" speed{}", lasts_text(*lasts))
        }
        Effect::Bonus { to, by, lasts } => format!("{by:+} {to}{}", lasts_text(*lasts)),
        Effect::Reroll { roll, which, lasts } => {
            let roll = match roll {
                RollOf::Hit => "hit rolls",
                RollOf::Armour => "armour rolls",
                RollOf::Nerve => "nerve tests",
                RollOf::Recovery => "recovery rolls",
            };
            let which = match which {
                Which::Ones => "natural ones",
                Which::One => "one failed die",
                Which::Failures => "failed dice",
            };
            format!("re-roll of {which} in {roll}{}", lasts_text(*lasts))
        }
        Effect::Ignore { what, lasts } => {
            let what = match what {
                Ignored::Obscured => "the penalty for an obscured target",
                Ignored::Cover => "cover",
                Ignored::LongRange => "the penalty for long range",
                Ignored::Invulnerable => "invulnerable armour",
            };
            format!("ignores {what}{}", lasts_text(*lasts))
        }
        Effect::Sixes { mortal } => {
            format!("each natural 6 to hit also causes {}", count(*mortal, "mortal wound"))
        }
        Effect::Fells => "a target that loses wounds and stays in play is knocked down".into(),
        Effect::Move { up_to } => format!("moves up to {}", inches(*up_to)),
        Effect::Heal { wounds } => format!("gets back {}", count(*wounds, "wound")),
        Effect::Return { wounds, within, clear, activated } => {
            let mark = if *activated { ", marked as activated" } else { "" };
            format!(
                "returns to play with {}, within {} of this model and more than {} from enemies{mark}",
                count(*wounds, "wound"),
                inches(*within),
                inches(*clear)
            )
        }
        Effect::Place { within, clear } => format!(
            "is placed within {} of where this model stands, more than {} from enemies",
            inches(*within),
            inches(*clear)
        ),
        Effect::Hits { count: hits, ap, damage } => {
            format!("{} with AP {ap} and damage {damage}", count(*hits, "hit"))
        }
        Effect::Mortal { count: wounds } => count(*wounds, "mortal wound"),
        Effect::KnockDown => "is knocked down".into(),
        Effect::StandUp => "stands up".into(),
        Effect::Gain { cp } => format!("its team gets {cp} CP"),
    }
}

fn lasts_text(lasts: Lasts) -> &'static str {
    match lasts {
        Lasts::Now => "",
        Lasts::Activation => " until the activation ends",
        Lasts::Round => " until the round ends",
        Lasts::Game => " until the game ends",
    }
}

/// Inches as on a card: `6"`, `2.5"`.
fn inches(length: Length) -> String {
    length.to_string().replace(".0\"", "\"")
}

fn count(number: impl Into<usize>, thing: &str) -> String {
    let number = number.into();
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

fn dice(number: usize) -> String {
    if number == 1 { "1 die".into() } else { format!("{number} dice") }
}

/// The text in lines of at most so many letters; a longer word is cut.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for piece in letters.chunks(width) {
            let used = lines.last().map_or(0, |line| line.chars().count());
            let piece: String = piece.iter().collect();
            if used == 0 {
                lines.pop();
                lines.push(piece);
            } else if used + 1 + piece.chars().count() <= width {
                let line = lines.pop().unwrap_or_default();
                lines.push(format!("{line} {piece}"));
            } else {
                lines.push(piece);
            }
        }
    }
    lines
}

/// The text wrapped, with lines after the first indented two more.
fn hanging(text: &str, indent: usize, width: usize) -> Vec<String> {
    let lines = wrap(text, width.saturating_sub(indent + 2));
    let first = |i| if i == 0 { indent } else { indent + 2 };
    lines.iter().enumerate().map(|(i, line)| format!("{}{line}", " ".repeat(first(i)))).collect()
}
