//! Models in pictures: their cards, values and attacks.

use kernel::Seat;
use table::{Base, Length};

use super::read::{Lines, Reader};
use super::{CardFact, Fact, Stat};
use crate::card::{Card, Reach, Weapon};
use crate::faction::{self, Faction, Leader};
use crate::roster::{FactionChoice, Member, Roster, TEAM_MAX};
use crate::state::Id;

/// `ashguard/trooper options scope,banner leader name Brannic`, or `plain`.
pub(super) fn card(words: &[&str]) -> Result<CardFact, String> {
    let mut words = Reader::new(words);
    let id = words.value("card")?;
    let mut fact = CardFact::default();
    if id != "plain" {
        let (faction, card) = id.split_once('/').ok_or_else(|| {
            format!("`{id}` is no card; write faction/model, such as ashguard/trooper, or plain")
        })?;
        let known = faction::find(faction).ok_or_else(|| {
            let ids: Vec<&str> = faction::built_in().iter().map(|f| f.id.as_str()).collect();
            format!("there is no faction `{faction}`; there are {}", ids.join(", "))
        })?;
        if known.card(card).is_none() {
            let ids: Vec<&str> = known.cards.iter().map(|card| card.id.as_str()).collect();
            return Err(format!("{faction} has no model `{card}`; it has {}", ids.join(", ")));
        }
        (fact.faction, fact.card) = (faction.into(), card.into());
    }
    while let Some(word) = words.next() {
        match word {
            "leader" => fact.leader = true,
            "options" => {
                fact.options = words.value(word)?.split(',').map(str::to_owned).collect();
            }
            "name" => {
                let mut rest = Vec::new();
                while let Some(word) = words.next() {
                    rest.push(word);
                }
                fact.name = rest.join(" ");
            }
            _ => {
                return Err(format!(
                    "`{word}` is not known of a card; there are options scope,banner, leader, and \
                     name Brannic at the end"
                ));
            }
        }
    }
    Ok(fact)
}

/// `armour 3 wounds 5 speed 6 nerve 3 cp 0 invulnerable 5 base "32 mm" height 1.5`.
pub(super) fn stats(words: &[&str]) -> Result<Vec<Stat>, String> {
    let mut words = Reader::new(words);
    let mut stats = Vec::new();
    while let Some(word) = words.next() {
        stats.push(match word {
            "armour" => Stat::Armour(words.number(word, 2, 7)?),
            "wounds" => Stat::Wounds(words.number(word, 1, 20)?),
            "speed" => Stat::Speed(Length::parse(words.value(word)?)?),
            "nerve" => Stat::Nerve(words.number(word, 2, 6)?),
            "cp" => Stat::Cp(words.number(word, 0, 5)?),
            "invulnerable" => Stat::Invulnerable(words.number(word, 2, 6)?),
            "base" => Stat::Base(base(&mut words)?),
            "height" => Stat::Height(Length::parse(words.value(word)?)?),
            _ => {
                return Err(format!(
                    "`{word}` is no value of a card; there are armour, wounds, speed, nerve, cp, \
                     invulnerable, base and height"
                ));
            }
        });
    }
    Ok(stats)
}

/// A base in quotes, which may be several words.
fn base(words: &mut Reader<'_>) -> Result<Base, String> {
    let mut text = words.value("base")?.to_owned();
    if text.starts_with('"') {
        while !(text.len() > 1 && text.ends_with('"')) {
            text = format!("{text} {}", words.value("base")?);
        }
    }
    text.trim_matches('"').parse()
}

/// `Long Rifle ranged range 24 dice 2 hit 4 ap 1 damage 1`.
pub(super) fn weapon(words: &[&str]) -> Result<Weapon, String> {
    let form = "write it as in: A1 attack Gun ranged range 24 dice 2 hit 4 ap 1 damage 1";
    let at = words.iter().position(|word| matches!(*word, "ranged" | "melee"));
    let at = at.filter(|at| *at > 0).ok_or(format!("an attack has a name and a kind; {form}"))?;
    let kind = if words[at] == "ranged" { Reach::Ranged } else { Reach::Melee };
    let mut weapon = Weapon {
        name: words[..at].join(" "),
        kind,
        range: if kind == Reach::Ranged { Length::inches(24) } else { Length::inches(1) },
        dice: 2,
        hit: 4,
        ap: 0,
        damage: 1,
        rules: Vec::new(),
    };
    let rest = &words[at + 1..];
    let mut words = Reader::new(rest);
    while let Some(word) = words.next() {
        match word {
            "range" => weapon.range = Length::parse(words.value(word)?)?,
            "dice" => weapon.dice = words.number(word, 1, 12)?,
            "hit" => weapon.hit = words.number(word, 2, 6)?,
            "ap" => weapon.ap = words.number(word, 0, 6)?,
            "damage" => weapon.damage = words.number(word, 1, 12)?,
            "rules" => {
                let mut json = String::new();
                while let Some(word) = words.next() {
                    json = format!("{json} {word}");
                }
                weapon.rules = serde_json::from_str(&json)
                    .map_err(|error| format!("the rules of the attack can't be read: {error}"))?;
            }
            _ => {
                return Err(format!(
                    "`{word}` is not known of an attack; there are range, dice, hit, ap, damage, \
                     and rules at the end; {form}"
                ));
            }
        }
    }
    Ok(weapon)
}

/// A model without any peculiarity, so that a case needs no faction.
fn plain() -> Card {
    let weapon = |name: &str, kind, range| Weapon {
        name: name.into(),
        kind,
        range,
        dice: 2,
        hit: 4,
        ap: 0,
        damage: 1,
        rules: Vec::new(),
    };
    Card {
        id: "plain".into(),
        name: "Plain".into(),
        about: String::new(),
        points: 5,
        max: TEAM_MAX as u8,
        base: Base::round(28),
        height: None,
        cp: 0,
        speed: Length::inches(5),
        armour: 4,
        invulnerable: Vec::new(),
        wounds: 2,
        nerve: 4,
        attacks: vec![
            weapon("Gun", Reach::Ranged, Length::inches(24)),
            weapon("Blade", Reach::Melee, Length::inches(1)),
        ],
        feats: Vec::new(),
        options: Vec::new(),
    }
}

/// What is wrong with the models of a picture: the line, and why.
type Fault = (usize, String);

/// The team of a seat as its card lines say; none if there are none.
pub(super) fn roster(facts: &Lines, seat: Seat) -> Result<Option<Roster>, Fault> {
    let mut cards: Vec<(usize, Id, CardFact)> = Vec::new();
    for (line, fact) in facts {
        if let Fact::Card(id, card) = fact
            && id.seat() == seat
        {
            if cards.iter().any(|(_, other, _)| other == id) {
                return Err((*line, format!("{id} has a card already")));
            }
            cards.push((*line, *id, card.clone()));
        }
    }
    cards.sort_by_key(|(_, id, _)| *id);
    for (number, (line, id, _)) in cards.iter().enumerate() {
        if id.number() != number {
            let next = Id::new(seat, number);
            return Err((
                *line,
                format!("models are numbered without gaps: {next} comes before {id}"),
            ));
        }
    }
    if cards.is_empty() {
        return orphan(facts, seat).map(|()| None);
    }
    // The first faction named lends its own abilities; a team of plain models has none.
    let lent = cards.iter().find_map(|(_, _, card)| faction::find(&card.faction));
    let mut own = match lent {
        Some(faction) => Faction { teams: Vec::new(), ..faction.clone() },
        None => Faction {
            id: "plain".into(),
            name: "Plain".into(),
            about: String::new(),
            // What a line says is what counts: leading gives nothing.
            leader: Leader { cp: 0, wounds: 0, feats: Vec::new() },
            attacks: Vec::new(),
            feats: Vec::new(),
            cards: Vec::new(),
            teams: Vec::new(),
        },
    };
    let led = cards.iter().any(|(_, _, card)| card.leader);
    let mut members = Vec::new();
    let mut made: Vec<Card> = Vec::new();
    for (_, id, fact) in &cards {
        let member = |card: String| Member {
            card,
            name: fact.name.clone(),
            options: fact.options.clone(),
            leader: fact.leader || (!led && id.number() == 0),
        };
        // Abilities speak of cards by their ids, so a card that is not changed keeps its own.
        if fact.faction == lent.map_or("", |faction| &faction.id) && !changed(facts, *id) {
            let kept = if fact.faction.is_empty() { "plain" } else { &fact.card };
            if own.card(kept).is_some() {
                members.push(member(kept.into()));
                continue;
            }
            if fact.faction.is_empty() {
                own.cards.push(plain());
                members.push(member(kept.into()));
                continue;
            }
        }
        let mut card = faction::find(&fact.faction)
            .and_then(|faction| faction.card(&fact.card).cloned())
            .unwrap_or_else(plain);
        change(&mut card, facts, *id);
        card.id = id.to_string().to_lowercase();
        members.push(member(card.id.clone()));
        made.push(card);
    }
    // Cards of the faction that nobody has stay, as far as there is room: abilities may speak of
    // them.
    let used = |card: &Card| members.iter().any(|member| member.card == card.id);
    while own.cards.len() + made.len() > 40 {
        let Some(spare) = own.cards.iter().rposition(|card| !used(card)) else { break };
        own.cards.remove(spare);
    }
    own.cards.extend(made);
    for card in &mut own.cards {
        card.max = TEAM_MAX as u8;
        card.options.iter_mut().for_each(|option| option.max = None);
    }
    own.id = own.id.chars().take(36).chain("-lab".chars()).collect();
    let name = format!("Team {seat}");
    Ok(Some(Roster { name, faction: FactionChoice::Own(Box::new(own)), members }))
}

/// Values and attacks need a card to be on.
fn orphan(facts: &Lines, seat: Seat) -> Result<(), Fault> {
    for (line, fact) in facts {
        if let Fact::Stats(id, _) | Fact::Attack(id, _) | Fact::Feat(id, _) = fact
            && id.seat() == seat
        {
            return Err((*line, format!("say first which card it has: {id} card plain")));
        }
    }
    Ok(())
}

/// Whether any line changes the card of a model.
fn changed(facts: &Lines, model: Id) -> bool {
    facts.iter().any(|(_, fact)| {
        matches!(fact, Fact::Stats(id, _) | Fact::Attack(id, _) | Fact::Feat(id, _) if *id == model)
    })
}

/// Changes a card as the lines of its model say.
fn change(card: &mut Card, facts: &Lines, model: Id) {
    let mut fresh = true;
    let mut bare = true;
    for (_, fact) in facts {
        match fact {
            Fact::Stats(id, stats) if *id == model => {
                for stat in stats {
                    match stat {
                        Stat::Armour(value) => card.armour = *value,
                        Stat::Wounds(value) => card.wounds = *value,
                        Stat::Speed(value) => card.speed = *value,
                        Stat::Nerve(value) => card.nerve = *value,
                        Stat::Cp(value) => card.cp = *value,
                        Stat::Invulnerable(value) => {
                            if std::mem::take(&mut bare) {
                                card.invulnerable.clear();
                            }
                            card.invulnerable.push(*value);
                        }
                        Stat::Base(value) => card.base = *value,
                        Stat::Height(value) => card.height = Some(*value),
                    }
                }
            }
            Fact::Attack(id, weapon) if *id == model => {
                if std::mem::take(&mut fresh) {
                    card.attacks.clear();
                    card.options.iter_mut().for_each(|option| option.replaces.clear());
                }
                card.attacks.push(weapon.clone());
            }
            Fact::Feat(id, feat) if *id == model => card.feats.push(feat.clone()),
            _ => {}
        }
    }
}
