//! Stat cards as data: values, weapons, and the vocabulary of special actions and abilities.
//!
//! Nothing here knows a model by name. A feat says when it may be used, what it costs, whom it
//! picks, under which conditions, and what it does; the rules read that and do it.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use table::{Base, Length};

/// What an attack is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// At a distance.
    Ranged,
    /// Hand to hand.
    Melee,
}

impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reach::Ranged => "ranged",
            Reach::Melee => "melee",
        })
    }
}

/// One line of the attacks on a stat card.
///
/// Rules `killteam:CARD-13`, `killteam:CARD-14`, `killteam:CARD-15`, `killteam:CARD-16`,
/// `killteam:CARD-17`, `killteam:CARD-18`, `killteam:CARD-19`, `killteam:CARD-20`,
/// `killteam:CARD-21`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// What it is called.
    pub name: String,
    /// Ranged or melee.
    pub kind: Reach,
    /// How far it reaches; a melee reach of nothing is base contact.
    #[serde(default)]
    pub range: Length,
    /// How many dice it rolls.
    pub dice: u8,
    /// What each die needs.
    pub hit: u8,
    /// What it takes from the target's armour roll.
    #[serde(default)]
    pub ap: u8,
    /// Wounds for each hit that is not saved.
    #[serde(default = "one")]
    pub damage: u8,
    /// Its special rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Quirk>,
}

fn one() -> u8 {
    1
}

/// A special rule of a weapon: always on when it attacks, if its conditions hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Quirk {
    /// What it is called.
    pub name: String,
    /// All of these must hold.
    #[serde(default, rename = "if", skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<Condition>,
    /// What it does.
    pub effects: Vec<Effect>,
}

/// A special action or ability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Feat {
    /// What it is called.
    pub name: String,
    /// When it may be used.
    pub when: When,
    /// Command points it costs.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub cost: u8,
    /// How often a model may use it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// Whom it is for.
    #[serde(default, skip_serializing_if = "Pick::is_this")]
    pub pick: Pick,
    /// All of these must hold when it is used.
    #[serde(default, rename = "if", skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<Condition>,
    /// What it does, in order.
    pub effects: Vec<Effect>,
}

fn is_nothing(n: &u8) -> bool {
    *n == 0
}

/// When a feat may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// As a special action that counts as short.
    ShortAction,
    /// As a special action that counts as long.
    LongAction,
    /// As a special action that counts as none.
    FreeAction,
    /// Between the actions of its own activation, once in it; no action.
    Activation,
    /// With any attack of its own, before the dice.
    Attack,
    /// With a ranged attack of its own, before the dice.
    RangedAttack,
    /// With a melee attack of its own, before the dice.
    MeleeAttack,
    /// When it must make an armour roll, before the dice.
    Attacked,
    /// All the time, without being asked.
    Always,
    /// In every end phase, without being asked.
    EndPhase,
}

impl When {
    /// Whether it is one of the special actions.
    pub fn is_action(self) -> bool {
        matches!(self, When::ShortAction | When::LongAction | When::FreeAction)
    }

    /// Whether it goes with an attack of this kind.
    pub fn goes_with(self, kind: Reach) -> bool {
        match self {
            When::Attack => true,
            When::RangedAttack => kind == Reach::Ranged,
            When::MeleeAttack => kind == Reach::Melee,
            _ => false,
        }
    }
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            When::ShortAction => "short action",
            When::LongAction => "long action",
            When::FreeAction => "free action",
            When::Activation => "in its activation",
            When::Attack => "with an attack",
            When::RangedAttack => "with a ranged attack",
            When::MeleeAttack => "with a melee attack",
            When::Attacked => "before its armour roll",
            When::Always => "always",
            When::EndPhase => "in the end phase",
        })
    }
}

/// How often a model may use a feat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// Once a round.
    Round,
    /// Once a game.
    Game,
}

/// Whom a feat is for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pick {
    /// Whom.
    #[serde(default)]
    pub who: Who,
    /// How near they must be; without it, anywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Length>,
    /// Whether they must be seen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sight: bool,
    /// Only models of these cards; empty for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<String>,
    /// Only models that are knocked down, or only those that stand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub down: Option<bool>,
    /// Only models that are engaged, or only those that are not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engaged: Option<bool>,
    /// Everybody this near to the picked model is affected too, friend or foe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub around: Option<Length>,
}

impl Pick {
    fn is_this(&self) -> bool {
        *self == Pick::default()
    }
}

/// Whom a feat picks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The model itself.
    #[default]
    This,
    /// One other friendly model.
    Friend,
    /// One enemy model.
    Enemy,
    /// One friendly model that was removed from play.
    Casualty,
    /// All other friendly models that fit.
    Friends,
    /// All enemy models that fit.
    Enemies,
    /// All other models that fit, friend or foe.
    Everyone,
}

impl Who {
    /// Whether somebody has to be chosen.
    pub fn is_choice(self) -> bool {
        matches!(self, Who::Friend | Who::Enemy | Who::Casualty)
    }

    /// Whether only models of one's own team are meant.
    pub fn is_own(self) -> bool {
        matches!(self, Who::Friend | Who::Friends | Who::Casualty)
    }
}

/// What must hold for a feat or quirk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// The attack is ranged.
    Ranged,
    /// The attack is melee.
    Melee,
    /// The attack is a charge attack.
    Charging,
    /// The attack is a disengaging attack.
    Disengaging,
    /// The attack is a retaliation.
    Retaliating,
    /// The two in the attack are at most this far apart.
    Within(Length),
    /// The two in the attack are further apart than this.
    Beyond(Length),
    /// The target is knocked down.
    TargetDown,
    /// The target has lost wounds.
    TargetWounded,
    /// The target leads its team.
    TargetLeader,
    /// The target has at least this many wounds on its card.
    TargetBig(u8),
    /// The model has not moved in this activation.
    Unmoved,
    /// The model has lost wounds.
    Wounded,
    /// The model has lost no wounds.
    Unwounded,
    /// The model is engaged.
    Engaged,
    /// The model is not engaged.
    Unengaged,
    /// The model is knocked down.
    Down,
    /// The model's team is broken.
    Broken,
    /// Another standing friend is this near.
    FriendWithin(Length),
    /// No other friend is this near.
    Alone(Length),
    /// The team's leader is still in play.
    LeaderInPlay,
}

impl Condition {
    /// Whether it speaks of an attack, and so makes sense only with one.
    pub fn is_of_attack(&self) -> bool {
        matches!(
            self,
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
        )
    }
}

/// What a feat or quirk does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// Changes a value or a roll.
    Bonus {
        /// Which.
        to: Stat,
        /// By how much.
        by: i8,
        /// For how long.
        #[serde(default, skip_serializing_if = "Lasts::is_now")]
        lasts: Lasts,
    },
    /// Rolls failed dice again, once each.
    Reroll {
        /// Of which roll.
        roll: RollOf,
        /// Which of them.
        which: Which,
        /// For how long.
        #[serde(default, skip_serializing_if = "Lasts::is_now")]
        lasts: Lasts,
    },
    /// Passes over something that would count against the attack.
    Ignore {
        /// What.
        what: Ignored,
        /// For how long.
        #[serde(default, skip_serializing_if = "Lasts::is_now")]
        lasts: Lasts,
    },
    /// Each natural 6 to hit causes mortal wounds besides.
    Sixes {
        /// How many.
        mortal: u8,
    },
    /// A target that suffers a wound and stays in play is knocked down.
    #[serde(deserialize_with = "nothing_else")]
    Fells,
    /// The picked model moves at once.
    Move {
        /// How far.
        up_to: Length,
    },
    /// The picked model gets wounds back, up to what its card says.
    Heal {
        /// How many.
        wounds: u8,
    },
    /// The picked casualty returns to play.
    Return {
        /// With how many wounds.
        wounds: u8,
        /// How near this model.
        within: Length,
        /// How far from enemies, at least: further than this.
        clear: Length,
        /// Whether it counts as activated.
        #[serde(default = "yes")]
        activated: bool,
    },
    /// The picked model is set down elsewhere.
    Place {
        /// How near this model's place.
        within: Length,
        /// How far from enemies, at least: further than this.
        clear: Length,
    },
    /// The picked models suffer hits.
    Hits {
        /// How many each.
        count: u8,
        /// With which armour piercing.
        #[serde(default)]
        ap: u8,
        /// With which damage.
        #[serde(default = "one")]
        damage: u8,
    },
    /// The picked models suffer mortal wounds.
    Mortal {
        /// How many each.
        count: u8,
    },
    /// The picked models are knocked down.
    #[serde(deserialize_with = "nothing_else")]
    KnockDown,
    /// The picked models stand up.
    #[serde(deserialize_with = "nothing_else")]
    StandUp,
    /// The team gets command points.
    Gain {
        /// How many.
        cp: u8,
    },
}

fn yes() -> bool {
    true
}

/// Reads an effect that has no values; serde alone would pass over values it does not know.
fn nothing_else<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Nothing {}
    Nothing::deserialize(deserializer).map(|Nothing {}| ())
}

/// What a bonus changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stat {
    /// Its rolls to hit.
    Hit,
    /// Its attacks' armour piercing.
    Ap,
    /// Its attacks' dice.
    Dice,
    /// Its attacks' damage.
    Damage,
    /// Its armour rolls.
    Armour,
    /// Rolls to hit it.
    BeingHit,
    /// Its nerve tests.
    Nerve,
    /// Its recovery rolls.
    Recovery,
    /// Its speed, in inches.
    Speed,
}

impl fmt::Display for Stat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stat::Hit => "to hit",
            Stat::Ap => "AP",
            Stat::Dice => "dice",
            Stat::Damage => "damage",
            Stat::Armour => "to armour rolls",
            Stat::BeingHit => "to hit it",
            Stat::Nerve => "to nerve tests",
            Stat::Recovery => "to recovery rolls",
            Stat::Speed => "speed",
        })
    }
}

/// A roll that can be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RollOf {
    /// To hit.
    Hit,
    /// Armour.
    Armour,
    /// Nerve.
    Nerve,
    /// Recovery.
    Recovery,
}

/// Which dice are rolled again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Which {
    /// Natural ones.
    Ones,
    /// One die that failed.
    One,
    /// All dice that failed.
    Failures,
}

/// What an attack can pass over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ignored {
    /// The penalty for an obscured target.
    Obscured,
    /// The target's cover.
    Cover,
    /// The penalty for long range.
    LongRange,
    /// The target's invulnerable armour.
    Invulnerable,
}

/// For how long an effect lasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Lasts {
    /// For this roll or attack.
    #[default]
    Now,
    /// Until the activation ends in which it began.
    Activation,
    /// Until the round's end.
    Round,
    /// Until the end of the game.
    Game,
}

impl Lasts {
    fn is_now(&self) -> bool {
        *self == Lasts::Now
    }
}

/// An entry in a faction's list: a model one can take.
///
/// Rules `killteam:CARD-1`, `killteam:CARD-2`, `killteam:CARD-3`, `killteam:CARD-4`,
/// `killteam:CARD-5`, `killteam:CARD-6`, `killteam:CARD-7`, `killteam:CARD-8`, `killteam:CARD-9`,
/// `killteam:CARD-10` name its values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// The short name rosters use.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// A sentence of background.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// What it costs.
    pub points: u16,
    /// How many a team may have.
    pub max: u8,
    /// What it stands on.
    /// An oval is measured as a polygon (`killteam:K60`).
    pub base: Base,
    /// How tall it is; without it, by its base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<Length>,
    /// Command points it brings each round.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub cp: u8,
    /// How far it walks.
    pub speed: Length,
    /// What its armour rolls need.
    pub armour: u8,
    /// Invulnerable armour, if any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invulnerable: Vec<u8>,
    /// How many wounds it can take.
    pub wounds: u8,
    /// What its nerve tests need.
    pub nerve: u8,
    /// Its attacks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attacks: Vec<Weapon>,
    /// Its special actions and abilities.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub feats: Vec<Feat>,
    /// What it may take besides.
    #[serde(default, rename = "option", skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<Extra>,
}

/// An option on a card: other weapons or additional gear.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Extra {
    /// The short name rosters use.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What it costs.
    #[serde(default)]
    pub points: i16,
    /// How many of the team may have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u8>,
    /// The names of the attacks it takes the place of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaces: Vec<String>,
    /// Options that can't be taken with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_with: Vec<String>,
    /// The attacks it gives.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attacks: Vec<Weapon>,
    /// The feats it gives.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub feats: Vec<Feat>,
    /// Invulnerable armour it gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invulnerable: Option<u8>,
    /// Armour it gives in place of the card's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub armour: Option<u8>,
    /// Wounds it adds.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub wounds: u8,
    /// Command points it adds.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub cp: u8,
}

/// How tall a body is if its card does not say, by the longest side of its base (`killteam:K2`).
pub fn default_height(base: Base) -> Length {
    match base.longest().0 {
        ..=2800 => Length(3175),
        2801..=3500 => Length(3810),
        3501..=4500 => Length::inches(2),
        _ => Length(6350),
    }
}

/// The height of a body that lies on the ground: half, rounded down to a tenth of an inch
/// (`killteam:K2`).
pub fn height_down(height: Length) -> Length {
    Length(height.0 / 2 / 254 * 254)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `killteam:K2`: heights by base, and half of them in whole tenths.
    #[test]
    fn k2_heights_follow_the_base_and_halve_when_down() {
        for (mm, tall, down) in [
            (25, 3175, 1524),
            (28, 3175, 1524),
            (32, 3810, 1778),
            (40, 5080, 2540),
            (60, 6350, 3048),
        ] {
            let height = default_height(Base::round(mm));
            assert_eq!(height, Length(tall), "{mm} mm");
            assert_eq!(height_down(height), Length(down), "{mm} mm");
        }
    }
}
