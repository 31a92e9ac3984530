//! What a seat may do, and how people write it.

use std::fmt;

use arrayvec::ArrayVec;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Leg, Spot};

use crate::state::{Id, LEGS, Route, Side};

/// What a Focus gives (`killteam:ACT-14`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Boon {
    /// +1 to hit.
    #[default]
    Hit,
    /// +1 armour piercing.
    Ap,
}

impl fmt::Display for Boon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Boon::Hit => "hit",
            Boon::Ap => "ap",
        })
    }
}

/// One target of an attack and its share of the dice on the card; 0 for all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Share {
    /// Whom.
    pub target: Id,
    /// With how many of the dice on the card; 0 stands for all of them.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub dice: u8,
}

fn is_nothing(n: &u8) -> bool {
    *n == 0
}

/// How an attack is made: everything is declared before the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Blow {
    /// Which attack on the card, from 1.
    pub weapon: u8,
    /// Whom, in the order in which it is resolved.
    pub at: ArrayVec<Share, 8>,
    /// Who gets the bonus die for outnumbering, if several could.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bonus: Option<Id>,
    /// What an earlier Focus gives; +1 to hit if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub focus: Option<Boon>,
    /// What the charge gives; +1 to hit if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charge: Option<Boon>,
    /// The feats used with it, by their numbers on the card.
    #[serde(default, rename = "use", skip_serializing_if = "ArrayVec::is_empty")]
    pub feats: ArrayVec<u8, 4>,
}

impl Blow {
    /// All dice at one target.
    pub fn at(weapon: u8, target: Id) -> Blow {
        let mut at = ArrayVec::new();
        at.push(Share { target, dice: 0 });
        Blow { weapon, at, bonus: None, focus: None, charge: None, feats: ArrayVec::new() }
    }
}

/// What the active model does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Moves up to its speed.
    Walk(Route),
    /// Moves up to twice its speed.
    Run(Route),
    /// Charges a target.
    Charge {
        /// Whom.
        target: Id,
        /// Along which path.
        path: Route,
    },
    /// Attacks.
    Attack(Blow),
    /// Aims.
    Aim,
    /// Focuses.
    Focus,
    /// Stands up.
    StandUp,
    /// Uses a special action or an ability.
    Feat {
        /// Which on its card, from 1.
        feat: u8,
        /// On whom, if somebody has to be chosen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<Id>,
        /// Where to, if something is placed or returned.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Spot>,
        /// Along which path, if somebody moves.
        #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
        path: Route,
    },
}

/// What a seat may do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Places a piece of terrain.
    Terrain {
        /// Which of those to be placed, from 1.
        piece: u8,
        /// Where its middle comes to lie, and how it is turned.
        at: Spot,
    },
    /// Picks a side of the table.
    Side(Side),
    /// Places a model.
    Deploy {
        /// Which.
        model: Id,
        /// Where.
        at: Spot,
    },
    /// Takes the first turn of the round.
    GoFirst,
    /// Takes the second.
    GoSecond,
    /// Activates a model.
    Activate(Id),
    /// Activates a model again, for two command points.
    Reactivate(Id),
    /// Spends a pass token.
    Pass,
    /// Declares to be finished for the round.
    Finish,
    /// Plays out the rest of a game without an enemy, everybody staying where they are.
    RunOut,
    /// An action of the active model.
    Act(Act),
    /// The same, bought as the extra action for a command point.
    Extra(Act),
    /// Ends the activation.
    Done,
    /// Falls back along a path.
    FallBack(Route),
    /// A charge attack, a disengaging attack or a retaliation.
    Strike {
        /// By whom.
        by: Id,
        /// How.
        blow: Blow,
    },
    /// Makes no charge attack, strike, retaliation or follow-up.
    Hold,
    /// Chooses the armour for a roll.
    Armour {
        /// Which invulnerable value of the card, from 1; nothing for ordinary armour.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invulnerable: Option<u8>,
        /// The feats used with it, by their numbers on the card.
        #[serde(default, rename = "use", skip_serializing_if = "ArrayVec::is_empty")]
        feats: ArrayVec<u8, 4>,
    },
    /// Rolls a die again, by its place in the roll, from 1.
    Reroll(u8),
    /// Keeps the dice as they are.
    Keep,
    /// Bids command points for the next roll for first player.
    Bid(u8),
}

fn path_text(path: &[Leg]) -> String {
    path.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

impl fmt::Display for Blow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at ", self.weapon)?;
        for (i, share) in self.at.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            match share.dice {
                0 => write!(f, "{comma}{}", share.target)?,
                dice => write!(f, "{comma}{}*{dice}", share.target)?,
            }
        }
        if let Some(bonus) = self.bonus {
            write!(f, " bonus {bonus}")?;
        }
        if let Some(focus) = self.focus {
            write!(f, " focus {focus}")?;
        }
        if let Some(charge) = self.charge {
            write!(f, " charge {charge}")?;
        }
        self.feats.iter().try_for_each(|feat| write!(f, " use {feat}"))
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Walk(path) => write!(f, "walk {}", path_text(path)),
            Act::Run(path) => write!(f, "run {}", path_text(path)),
            Act::Charge { target, path } => write!(f, "charge {target} by {}", path_text(path)),
            Act::Attack(blow) => write!(f, "attack {blow}"),
            Act::Aim => f.write_str("aim"),
            Act::Focus => f.write_str("focus"),
            Act::StandUp => f.write_str("stand up"),
            Act::Feat { feat, on, to, path } => {
                write!(f, "feat {feat}")?;
                if let Some(on) = on {
                    write!(f, " on {on}")?;
                }
                if let Some(to) = to {
                    write!(f, " to {to}")?;
                }
                if !path.is_empty() {
                    write!(f, " by {}", path_text(path))?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Terrain { piece, at } => write!(f, "terrain {piece} at {at}"),
            Action::Side(side) => write!(f, "side {side}"),
            Action::Deploy { model, at } => write!(f, "deploy {model} at {at}"),
            Action::GoFirst => f.write_str("go first"),
            Action::GoSecond => f.write_str("go second"),
            Action::Activate(id) => write!(f, "activate {id}"),
            Action::Reactivate(id) => write!(f, "reactivate {id}"),
            Action::Pass => f.write_str("pass"),
            Action::Finish => f.write_str("finish"),
            Action::RunOut => f.write_str("run out"),
            Action::Act(act) => write!(f, "{act}"),
            Action::Extra(act) => write!(f, "extra {act}"),
            Action::Done => f.write_str("done"),
            Action::FallBack(path) => write!(f, "fall back {}", path_text(path)),
            Action::Strike { by, blow } => write!(f, "strike {by} {blow}"),
            Action::Hold => f.write_str("hold"),
            Action::Armour { invulnerable, feats } => {
                match invulnerable {
                    None => f.write_str("armour")?,
                    Some(which) => write!(f, "invulnerable {which}")?,
                }
                feats.iter().try_for_each(|feat| write!(f, " use {feat}"))
            }
            Action::Reroll(die) => write!(f, "reroll {die}"),
            Action::Keep => f.write_str("keep"),
            Action::Bid(cp) => write!(f, "bid {cp}"),
        }
    }
}

const FORMS: &str = "write one of: side near, deploy A1 at 12,3, go first, go second, activate A1, \
    reactivate A1, pass, finish, run out, walk 12,3; 14,5, run …, charge B1 by 12,3, \
    attack 1 at B1, aim, focus, stand up, feat 1 on A2, extra (and an action), done, \
    fall back 12,0, strike A1 1 at B1, hold, armour, invulnerable 1, reroll 1, keep, bid 1";

fn number(text: &str, what: &str) -> Result<u8, String> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|_| plain)
        .ok_or_else(|| format!("`{text}` is no number for {what}; numbers on a card begin at 1"))
}

fn route(text: &str) -> Result<Route, String> {
    let path: table::Path = text.parse()?;
    path.iter()
        .copied()
        .collect::<Vec<Leg>>()
        .as_slice()
        .try_into()
        .map_err(|_| format!("a path has at most {LEGS} legs, not {}", path.len()))
}

/// The words after `keyword`, up to the next of `stops`.
fn clause<'a>(words: &[&'a str], keyword: &str, stops: &[&str]) -> Option<Vec<&'a str>> {
    let start = words.iter().position(|word| *word == keyword)? + 1;
    let end = words[start..]
        .iter()
        .position(|word| stops.contains(word))
        .map_or(words.len(), |offset| start + offset);
    Some(words[start..end].to_vec())
}

fn feats(words: &[&str]) -> Result<ArrayVec<u8, 4>, String> {
    let mut out = ArrayVec::new();
    for (i, _) in words.iter().enumerate().filter(|(_, word)| **word == "use") {
        let text = words.get(i + 1).copied().unwrap_or("");
        let feat = number(text, "a feat")?;
        out.try_push(feat).map_err(|_| "at most four feats go with one roll".to_owned())?;
    }
    Ok(out)
}

fn blow(words: &[&str]) -> Result<Blow, String> {
    const STOPS: [&str; 4] = ["bonus", "focus", "charge", "use"];
    let weapon = number(words.first().copied().unwrap_or(""), "an attack")?;
    if words.get(1) != Some(&"at") {
        return Err("say at whom, such as `attack 1 at B2`".into());
    }
    let known = |word: &&str| {
        STOPS.contains(word)
            || *word == "at"
            || word.starts_with(|c: char| c.is_ascii_digit())
            || matches!(*word, "hit" | "ap")
            || word.split(',').all(|part| {
                part.is_empty() || part.split('*').next().is_some_and(|id| id.parse::<Id>().is_ok())
            })
    };
    if let Some(word) = words.iter().find(|word| !known(word)) {
        return Err(format!(
            "`{word}` is not known here; after the targets come bonus, focus, charge and use"
        ));
    }
    for once in &STOPS[..3] {
        if words.iter().filter(|word| *word == once).count() > 1 {
            return Err(format!("`{once}` is said twice: it is chosen once for an attack"));
        }
    }
    let targets = clause(words, "at", &STOPS).unwrap_or_default().join(" ");
    let mut at = ArrayVec::new();
    for part in targets.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (id, dice) = match part.split_once('*') {
            Some((id, dice)) => (id.trim(), number(dice.trim(), "dice")?),
            None => (part, 0),
        };
        at.try_push(Share { target: id.parse()?, dice })
            .map_err(|_| "an attack has at most eight targets".to_owned())?;
    }
    let boon = |keyword: &str| -> Result<Option<Boon>, String> {
        match clause(words, keyword, &STOPS).as_deref() {
            None => Ok(None),
            Some(["hit"]) => Ok(Some(Boon::Hit)),
            Some(["ap"]) => Ok(Some(Boon::Ap)),
            Some(_) => Err(format!("after `{keyword}` comes hit or ap")),
        }
    };
    let bonus = match clause(words, "bonus", &STOPS).as_deref() {
        None => None,
        Some([id]) => Some(id.parse()?),
        Some(_) => return Err("after `bonus` comes one target, such as B2".into()),
    };
    Ok(Blow {
        weapon,
        at,
        bonus,
        focus: boon("focus")?,
        charge: boon("charge")?,
        feats: feats(words)?,
    })
}

fn act(text: &str) -> Result<Option<Act>, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    Ok(Some(match first {
        "walk" => Act::Walk(route(rest)?),
        "run" if rest.trim() != "out" => Act::Run(route(rest)?),
        "charge" => {
            let (target, path) = rest
                .split_once(" by ")
                .ok_or("say whom and how, such as `charge B2 by 12,3; 14,3`")?;
            Act::Charge { target: target.trim().parse()?, path: route(path)? }
        }
        "attack" => Act::Attack(blow(&words[1..])?),
        "aim" if words.len() == 1 => Act::Aim,
        "focus" if words.len() == 1 => Act::Focus,
        "stand" if words == ["stand", "up"] => Act::StandUp,
        "feat" => {
            const STOPS: [&str; 3] = ["on", "to", "by"];
            let feat = number(words.get(1).copied().unwrap_or(""), "a feat")?;
            if words.get(2).is_some_and(|word| !STOPS.contains(word)) {
                return Err(format!(
                    "`{}` is not known here; after the number come on, to and by",
                    words[2]
                ));
            }
            let on = match clause(&words, "on", &STOPS).as_deref() {
                None => None,
                Some([id]) => Some(id.parse()?),
                Some(_) => return Err("after `on` comes one model, such as A2".into()),
            };
            let to = clause(&words, "to", &STOPS).map(|spot| spot.join(" ").parse()).transpose()?;
            let path = clause(&words, "by", &[]).map(|path| path.join(" "));
            Act::Feat { feat, on, to, path: route(path.as_deref().unwrap_or(""))? }
        }
        _ => return Ok(None),
    }))
}

/// Reads an action as people type it.
pub fn parse(text: &str) -> Result<Action, String> {
    let text = text.trim();
    let words: Vec<&str> = text.split_whitespace().collect();
    let unknown = || format!("`{text}` is no action; {FORMS}");
    if let Some(rest) = text.strip_prefix("extra ") {
        return act(rest.trim())?.map(Action::Extra).ok_or_else(|| {
            format!("`{rest}` can't be an extra action; extra goes before walk, attack, aim and the like")
        });
    }
    if let Some(act) = act(text)? {
        return Ok(Action::Act(act));
    }
    Ok(match words[..] {
        ["terrain", piece, "at", ref place @ ..] => Action::Terrain {
            piece: number(piece, "a piece of terrain")?,
            at: place.join(" ").parse()?,
        },
        ["side", "near"] => Action::Side(Side::Near),
        ["side", "far"] => Action::Side(Side::Far),
        ["deploy", id, "at", ref place @ ..] => {
            Action::Deploy { model: id.parse()?, at: place.join(" ").parse()? }
        }
        ["go", "first"] => Action::GoFirst,
        ["go", "second"] => Action::GoSecond,
        ["activate", id] => Action::Activate(id.parse()?),
        ["reactivate", id] => Action::Reactivate(id.parse()?),
        ["pass"] => Action::Pass,
        ["finish"] => Action::Finish,
        ["run", "out"] => Action::RunOut,
        ["done"] => Action::Done,
        ["fall", "back", ref path @ ..] => Action::FallBack(route(&path.join(" "))?),
        ["strike", id, ref rest @ ..] => Action::Strike { by: id.parse()?, blow: blow(rest)? },
        ["hold"] => Action::Hold,
        ["armour", ref rest @ ..] if rest.iter().step_by(2).all(|word| *word == "use") => {
            Action::Armour { invulnerable: None, feats: feats(rest)? }
        }
        ["invulnerable", which, ref rest @ ..]
            if rest.iter().step_by(2).all(|word| *word == "use") =>
        {
            let which = number(which, "invulnerable armour")?;
            Action::Armour { invulnerable: Some(which), feats: feats(rest)? }
        }
        ["reroll", die] => Action::Reroll(number(die, "a die")?),
        ["keep"] => Action::Keep,
        ["bid", cp] => {
            Action::Bid(cp.parse().ok().filter(|_| !cp.starts_with('+')).ok_or_else(|| {
                format!("`{cp}` is no bid; bid a whole number of command points, 0 for none")
            })?)
        }
        _ => return Err(unknown()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_reads_back_to_what_it_was() {
        for text in [
            "terrain 3 at 12,20 facing 90",
            "side near",
            "side far",
            "deploy A3 at 12.5,3",
            "deploy B20 at 4,30 up 3 facing 90",
            "go first",
            "go second",
            "activate A1",
            "reactivate B2",
            "pass",
            "finish",
            "run out",
            "walk 12,3; 14,5",
            "run 12,3; climb 14,5 up 3; drop 16,5",
            "charge B2 by 12,3; 13,4",
            "attack 1 at B2",
            "attack 2 at B2*2, B3*1 bonus B2 focus ap use 1 use 3",
            "aim",
            "focus",
            "stand up",
            "feat 1",
            "feat 2 on A4 to 12,3 up 3",
            "feat 3 on A4 by 12,3; 15,3",
            "extra walk 12,3",
            "extra stand up",
            "done",
            "fall back 12,0.625",
            "fall back ",
            "strike A1 1 at B1 charge hit",
            "hold",
            "armour",
            "armour use 2",
            "invulnerable 1 use 2 use 3",
            "reroll 3",
            "keep",
            "bid 0",
        ] {
            let action = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(action.to_string().trim(), text.trim());
            assert_eq!(parse(&action.to_string()), Ok(action));
        }
    }

    /// `killteam:K61`: the twelfth turn is taken, the thirteenth is told.
    #[test]
    fn k61_a_path_has_at_most_twelve_legs() {
        let walk = |legs: usize| parse(&format!("walk {}", vec!["12,3"; legs].join("; ")));
        assert!(walk(LEGS).is_ok());
        assert!(walk(LEGS + 1).is_err_and(|error| error.contains("at most 12 legs, not 13")));
    }

    #[test]
    fn what_can_not_be_read_says_what_would_be_right() {
        for (text, says) in [
            ("", "write one of"),
            ("jump", "write one of"),
            ("walk", ""),
            ("walk 12", "comma"),
            ("attack 1", "at whom"),
            ("attack x at B1", "no number"),
            ("attack 1 at C3", "not known here"),
            ("attack 1 at B1 sneakily", "not known here"),
            ("attack 1 at B1 focus ap focus hit", "said twice"),
            ("charge B2", "say whom and how"),
            ("deploy A21 at 1,1", "no model"),
            ("extra done", "can't be an extra"),
            ("reroll -1", "no number"),
            ("bid 256", "is no bid"),
            ("bid -1", "0 for none"),
            ("feat 1 on A1 A2", "one model"),
            ("activate A+1", "no model"),
        ] {
            match parse(text) {
                // An empty path is a path: the rules say that it moves nowhere.
                Ok(_) => assert_eq!(text, "walk"),
                Err(error) => assert!(error.contains(says), "{text}: {error}"),
            }
        }
    }
}
