//! Why an action is refused: a sentence with the numbers, and the rule behind it.

use std::fmt;

use kernel::{Refusal, RuleId, Seat};
use table::{Length, Spot};

use crate::card::Reach;
use crate::state::{Ask, Id, Models, members};

/// Why an action is refused.
#[derive(Clone, Debug, PartialEq)]
pub enum Violation {
    /// Somebody else is asked.
    NotYou {
        /// Who tried.
        seat: Seat,
        /// What is asked, and of whom.
        ask: Ask,
    },
    /// Something else is asked.
    NotNow {
        /// What is asked.
        ask: Ask,
        /// Whether something was to be done with an activation.
        acts: bool,
    },
    /// The game is over.
    Over,
    /// There is no such model.
    NoModel {
        /// Which.
        model: Id,
    },
    /// The model is the other's.
    NotYours {
        /// Which.
        model: Id,
    },
    /// The model is not on the table.
    NotInPlay {
        /// Which.
        model: Id,
    },
    /// The model is on the table already.
    Deployed {
        /// Which.
        model: Id,
    },
    /// There is still a place for a model in the zone.
    StillRoom {
        /// For which.
        model: Id,
        /// Where.
        at: Spot,
    },
    /// The base is not wholly in the zone.
    OutsideZone {
        /// Which.
        model: Id,
        /// How far the zone reaches from the edge.
        depth: Length,
        /// Which edge.
        edge: &'static str,
    },
    /// The piece of terrain can't be placed there.
    BadTerrain {
        /// Why, in words.
        why: String,
    },
    /// There is still a place for a piece of terrain.
    NotStuck,
    /// The place does not fit.
    BadPlace {
        /// Why, in words.
        why: String,
        /// The rule behind it.
        rule: RuleId,
    },
    /// The model was activated already.
    Activated {
        /// Which.
        model: Id,
    },
    /// The model was not activated yet, so it can't be re-activated.
    NotActivated {
        /// Which.
        model: Id,
    },
    /// The same model can't follow itself.
    SameModel {
        /// Which.
        model: Id,
    },
    /// Command points are missing.
    TooDear {
        /// For what.
        what: &'static str,
        /// How many it costs.
        cost: u8,
        /// How many there are.
        have: u8,
        /// The rule that sets the price.
        rule: RuleId,
    },
    /// There is no pass token.
    NoToken,
    /// Models are still to be activated.
    NotFinished {
        /// How many.
        left: u8,
    },
    /// The enemy is still there.
    EnemyLeft,
    /// The model must stand up first.
    MustStand {
        /// Which.
        model: Id,
    },
    /// The model stands already.
    Standing {
        /// Which.
        model: Id,
    },
    /// The action was taken already in this activation.
    Repeated {
        /// What.
        what: &'static str,
    },
    /// Walking excludes running and charging.
    WalkExcludes {
        /// What was tried.
        what: &'static str,
        /// What was done.
        done: &'static str,
    },
    /// There is no room for a long action.
    NoLong {
        /// Short actions taken.
        shorts: u8,
        /// Whether it is a re-activation.
        again: bool,
    },
    /// There is no room for a short action.
    NoShort {
        /// Short actions taken.
        shorts: u8,
        /// Long actions taken.
        longs: u8,
        /// Whether it is a re-activation.
        again: bool,
        /// Whether an extra action can still be bought.
        buyable: bool,
    },
    /// The extra action was bought already.
    ExtraTwice,
    /// An extra action is a short one.
    ExtraLong,
    /// A path goes nowhere.
    NoPath,
    /// The path is illegal somewhere.
    BadPath {
        /// On which leg, from 1.
        leg: usize,
        /// Why, in words.
        why: String,
        /// The rule behind it.
        rule: RuleId,
    },
    /// The path is too long.
    TooFar {
        /// Who.
        model: Id,
        /// What it costs.
        moved: Length,
        /// What it may cost.
        allowed: Length,
        /// The rule that sets the limit.
        rule: RuleId,
    },
    /// One can't charge while engaged.
    ChargeEngaged {
        /// Who.
        model: Id,
        /// By whom.
        by: Models,
    },
    /// A target is needed and is none.
    NotEnemy {
        /// Who.
        target: Id,
    },
    /// The target can't be seen.
    Unseen {
        /// Who looks.
        model: Id,
        /// At whom.
        target: Id,
        /// The rule that asks for sight.
        rule: RuleId,
    },
    /// There is no such attack on the card.
    NoWeapon {
        /// Whose card.
        model: Id,
        /// Which was asked for.
        weapon: u8,
        /// How many there are.
        count: usize,
    },
    /// The attack is of the wrong kind here.
    WrongWeapon {
        /// What it must be.
        needed: Reach,
        /// The rule that says so.
        rule: RuleId,
    },
    /// The target is out of range.
    OutOfRange {
        /// Whom.
        target: Id,
        /// How far it is.
        gap: Length,
        /// How far the attack reaches.
        range: Length,
    },
    /// An engaged model can't shoot.
    ShooterEngaged {
        /// Who.
        model: Id,
        /// By whom.
        by: Models,
    },
    /// An engaged model is no target.
    TargetEngaged {
        /// Whom.
        target: Id,
        /// By whom.
        by: Models,
    },
    /// Not engaged with the target.
    NotEngaged {
        /// Who.
        model: Id,
        /// With whom.
        target: Id,
    },
    /// A further target is too far from the first.
    SplitTooFar {
        /// Whom.
        target: Id,
        /// The first.
        first: Id,
        /// How far it is.
        gap: Length,
    },
    /// The dice are not split rightly.
    BadSplit {
        /// Dice assigned.
        given: u8,
        /// Dice on the card.
        dice: u8,
    },
    /// The attack can't be split here.
    NoSplit {
        /// The only target there can be.
        target: Id,
        /// The rule that says so.
        rule: RuleId,
    },
    /// A target is named twice, or none at all.
    BadTargets,
    /// The bonus die can't go there.
    NoBonus {
        /// Where it was to go.
        target: Id,
    },
    /// There is no Focus or charge to choose for.
    NoBoon {
        /// Which of the two.
        what: &'static str,
    },
    /// A knocked-down model makes no attacks.
    Down {
        /// Who.
        model: Id,
    },
    /// The model has made its disengaging attack this turn.
    StruckAlready {
        /// Who.
        model: Id,
    },
    /// The model is not among those that may.
    NotAmong {
        /// Who.
        model: Id,
        /// Those that may.
        may: Models,
        /// What for.
        what: &'static str,
        /// The rule behind it.
        rule: RuleId,
    },
    /// There is no such feat on the card.
    NoFeat {
        /// Whose card.
        model: Id,
        /// Which was asked for.
        feat: u8,
        /// How many there are.
        count: usize,
    },
    /// The feat is for another time.
    FeatTime {
        /// Its name.
        name: String,
        /// When it may be used.
        when: String,
    },
    /// The feat was used as often as it may be.
    FeatUsed {
        /// Its name.
        name: String,
        /// The limit.
        limit: &'static str,
        /// The rule that sets it.
        rule: RuleId,
    },
    /// A condition of the feat does not hold.
    FeatCondition {
        /// Its name.
        name: String,
        /// What must hold.
        needs: String,
    },
    /// The feat picks somebody else.
    FeatPick {
        /// Its name.
        name: String,
        /// What is wrong.
        why: String,
    },
    /// No more effects can last.
    TooManyEffects,
    /// There is no such invulnerable armour.
    NoInvulnerable {
        /// How many there are.
        count: usize,
    },
    /// There is no such die.
    NoDie {
        /// How many there are.
        count: usize,
    },
    /// The die was rolled again already.
    DieAgain,
    /// A six need not be rolled again.
    DieSix,
    /// The way back is not the nearest to the edge.
    NotNearest {
        /// How far from the edge it ends.
        ends: Length,
        /// How near it could end.
        could: Length,
    },
    /// The way back is longer than one that ends as near.
    NotShortest {
        /// What it costs.
        cost: Length,
        /// What it could cost.
        least: Length,
    },
    /// The way back engages an enemy.
    EngagesOnTheWay {
        /// Whom.
        enemy: Id,
    },
    /// The way back drops too deep.
    DeepDrop {
        /// How deep.
        height: Length,
    },
    /// The bid is more than there is.
    BidTooHigh {
        /// What was bid.
        bid: u8,
        /// What there is.
        have: u8,
    },
}

/// What is asked, in words.
fn asked(ask: Ask) -> &'static str {
    match ask {
        Ask::Nothing => "the match is being opened",
        Ask::Terrain(_) => "a piece of terrain is to be placed",
        Ask::Side(_) => "a side of the table is to be picked",
        Ask::Deploy(_) => "a model is to be deployed",
        Ask::Order(_) => "it is to be said who goes first",
        Ask::Turn(_) => "a model is to be activated, or the turn passed",
        Ask::Act(_) => "the active model is to act",
        Ask::Fallback(_) => "the active model must fall back",
        Ask::ChargeAttack(_) => "the charge attack is to be made, or held back",
        Ask::Strike(_) => "a disengaging attack is to be made, or held back",
        Ask::RerollHit(_) => "a die to hit is to be rolled again, or all kept",
        Ask::Armour(_) => "armour is to be chosen",
        Ask::RerollArmour(_) => "an armour die is to be rolled again, or all kept",
        Ask::Retaliate(_) => "a retaliation is to be made, or held back",
        Ask::FollowUp(_) => "another model is to follow up, or not",
        Ask::Bid => "both bid for the initiative",
        Ask::Over(_) => "the game is over",
    }
}

/// Whether this is asked in the middle of somebody's action.
fn within_action(ask: Ask) -> bool {
    matches!(
        ask,
        Ask::ChargeAttack(_)
            | Ask::Strike(_)
            | Ask::RerollHit(_)
            | Ask::Armour(_)
            | Ask::RerollArmour(_)
            | Ask::Retaliate(_)
    )
}

/// The rule by which this is to be decided before anything else.
fn waits(ask: Ask) -> &'static str {
    match ask {
        Ask::Nothing => "killteam:ROUND-1",
        Ask::Terrain(_) => "killteam:SETUP-4",
        Ask::Side(_) => "killteam:SETUP-10",
        Ask::Deploy(_) => "killteam:SETUP-11",
        Ask::Order(_) => "killteam:ROUND-10",
        Ask::Turn(_) => "killteam:ROUND-11",
        Ask::Act(_) => "killteam:ROUND-13",
        Ask::Fallback(_) => "killteam:NERVE-13",
        Ask::ChargeAttack(_) => "killteam:ENG-12",
        Ask::Strike(_) => "killteam:ENG-16",
        Ask::RerollHit(_) | Ask::RerollArmour(_) => "killteam:K7",
        Ask::Armour(_) => "killteam:K8",
        Ask::Retaliate(_) => "killteam:CMD-15",
        Ask::FollowUp(_) => "killteam:CMD-6",
        Ask::Bid => "killteam:K17",
        Ask::Over(_) => "killteam:END-5",
    }
}

struct List(Models);

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = members(self.0).map(|id| id.to_string()).collect();
        f.write_str(&if names.is_empty() { "nobody".to_owned() } else { names.join(", ") })
    }
}

impl fmt::Display for Violation {
    #[allow(clippy::too_many_lines)]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::NotYou { seat, ask } => match ask.seat() {
                Some(other) if other != *seat => {
                    write!(f, "{seat} is not asked now, but {other}: {}", asked(*ask))
                }
                _ => write!(f, "{seat} is not asked now: {}", asked(*ask)),
            },
            Violation::NotNow { ask, .. } => write!(f, "that can't be done now: {}", asked(*ask)),
            Violation::Over => f.write_str("the game is over"),
            Violation::NoModel { model } => write!(f, "there is no model {model} in this game"),
            Violation::NotYours { model } => write!(f, "{model} is not yours"),
            Violation::NotInPlay { model } => write!(f, "{model} is not on the table"),
            Violation::Deployed { model } => write!(f, "{model} is on the table already"),
            Violation::StillRoom { model, at } => {
                write!(f, "there is room for {model} in the zone, at {at} for one")
            }
            Violation::OutsideZone { model, depth, edge } => {
                write!(f, "{model}'s base must lie wholly within {depth} of the {edge} edge")
            }
            Violation::BadPlace { why, .. } | Violation::BadTerrain { why } => write!(f, "{why}"),
            Violation::NotStuck => {
                f.write_str("a piece still fits, and less than a quarter of the table is covered")
            }
            Violation::Activated { model } => {
                write!(f, "{model} was activated this round; re-activating it costs 2 CP")
            }
            Violation::NotActivated { model } => {
                write!(f, "{model} was not activated yet this round: activate it")
            }
            Violation::SameModel { model } => {
                write!(f, "a follow-up is for another model than {model}")
            }
            Violation::TooDear { what, cost, have, .. } => {
                write!(f, "{what} costs {cost} CP, and you have {have}")
            }
            Violation::NoToken => f.write_str("you have no pass token"),
            Violation::NotFinished { left } => {
                let were = if *left == 1 { "model was" } else { "models were" };
                write!(f, "{left} of your {were} not activated yet: you can't be finished")
            }
            Violation::EnemyLeft => f.write_str("the enemy still has models on the table"),
            Violation::MustStand { model } => {
                write!(f, "{model} is knocked down and must stand up before anything else")
            }
            Violation::Standing { model } => write!(f, "{model} stands already"),
            Violation::Repeated { what } => {
                write!(f, "{what} was done already in this activation, and no action is done twice")
            }
            Violation::WalkExcludes { what, done } => {
                write!(f, "{what} does not go with {done} in one activation")
            }
            Violation::NoLong { again: true, .. } => {
                f.write_str("a re-activated model has one short action, no long one")
            }
            Violation::NoLong { shorts: 0, .. } => {
                f.write_str("a long action was taken already, and an activation has room for one")
            }
            Violation::NoLong { shorts, .. } => write!(
                f,
                "{shorts} short action{} taken: a long action needs the whole activation, or the \
                 extra action bought for the short one",
                if *shorts == 1 { " was" } else { "s were" }
            ),
            Violation::NoShort { shorts, longs, again, buyable } => {
                let room =
                    if *again { "one short action" } else { "one long or two short actions" };
                write!(
                    f,
                    "an activation{} is {room}, and {shorts} short and {longs} long were taken",
                    if *again { " again" } else { "" }
                )?;
                if *buyable {
                    write!(f, "; an extra short action costs 1 CP: write extra before it")?;
                }
                Ok(())
            }
            Violation::ExtraTwice => {
                f.write_str("the extra action was bought already in this activation")
            }
            Violation::ExtraLong => f.write_str("an extra action is a short one"),
            Violation::NoPath => f.write_str("the path is empty: say where to"),
            Violation::BadPath { leg, why, .. } => write!(f, "leg {leg}: {why}"),
            Violation::TooFar { model, moved, allowed, .. } => {
                let moved = moved.beside(*allowed);
                write!(f, "{model} would move {moved}, and may move {allowed}")
            }
            Violation::ChargeEngaged { model, by } => {
                write!(f, "{model} is engaged by {} and can't charge", List(*by))
            }
            Violation::NotEnemy { target } => write!(f, "{target} is no enemy"),
            Violation::Unseen { model, target, .. } => write!(f, "{model} can't see {target}"),
            Violation::NoWeapon { model, weapon, count } => {
                write!(f, "{model} has {count} attacks on its card, and no number {weapon}")
            }
            Violation::WrongWeapon { needed, .. } => write!(f, "this needs a {needed} attack"),
            Violation::OutOfRange { target, gap, range } if range.0 <= 0 => {
                write!(f, "{target} is {gap} away, and the attack needs base contact")
            }
            Violation::OutOfRange { target, gap, range } => {
                let gap = gap.beside(*range);
                write!(f, "{target} is {gap} away, and the attack reaches {range}")
            }
            Violation::ShooterEngaged { model, by } => {
                write!(f, "{model} is engaged by {} and can't shoot", List(*by))
            }
            Violation::TargetEngaged { target, by } => {
                write!(f, "{target} is engaged with {} and can't be shot at", List(*by))
            }
            Violation::NotEngaged { model, target } => {
                write!(f, "{model} is not engaged with {target}")
            }
            Violation::SplitTooFar { target, first, gap } => write!(
                f,
                "{target} is {} from {first}; further targets must be within 2.0\" of the first",
                gap.beside(Length::inches(2))
            ),
            Violation::BadSplit { given, dice } => {
                match given {
                    0 => f.write_str("no dice are assigned")?,
                    1 => f.write_str("1 die is assigned")?,
                    given => write!(f, "{given} dice are assigned")?,
                }
                write!(f, ", and the card has {dice}: say how many each target gets, at least one")
            }
            Violation::NoSplit { target, .. } => {
                write!(f, "all dice of this attack go at {target}")
            }
            Violation::BadTargets => f.write_str("name each target once, and at least one"),
            Violation::NoBonus { target } => {
                write!(f, "no bonus die for outnumbering is earned against {target}")
            }
            Violation::NoBoon { what } => write!(f, "there is no {what} to choose for"),
            Violation::Down { model } => {
                write!(f, "{model} is knocked down and can't attack")
            }
            Violation::StruckAlready { model } => {
                write!(f, "{model} has made its disengaging attack this turn")
            }
            Violation::NotAmong { model, may, what, .. } => {
                write!(f, "{model} can't {what} now; {} can", List(*may))
            }
            Violation::NoFeat { model, feat, count } => {
                write!(f, "{model} has {count} feats on its card, and no number {feat}")
            }
            Violation::FeatTime { name, when } => write!(f, "{name} is used {when}, not now"),
            Violation::FeatUsed { name, limit, .. } => {
                write!(f, "{name} was used already: once {limit}")
            }
            Violation::FeatCondition { name, needs } => write!(f, "{name} works only if {needs}"),
            Violation::FeatPick { name, why } => write!(f, "{name}: {why}"),
            Violation::TooManyEffects => f.write_str("no more effects can last at a time"),
            Violation::NoInvulnerable { count } => {
                write!(f, "the model has {count} invulnerable values that count against this")
            }
            Violation::NoDie { count } => write!(f, "there are {count} dice in this roll"),
            Violation::DieAgain => f.write_str("that die was rolled again already"),
            Violation::DieSix => f.write_str("a six can't get better"),
            Violation::NotNearest { ends, could } => {
                let (ends, could) = (ends.beside(*could), could.beside(*ends));
                write!(f, "that ends {ends} from the edge, and a legal way ends {could} from it")
            }
            Violation::NotShortest { cost, least } => {
                let (cost, least) = (cost.beside(*least), least.beside(*cost));
                write!(f, "that way is {cost} long, and one that ends as near is {least} long")
            }
            Violation::EngagesOnTheWay { enemy } => {
                write!(f, "that way engages {enemy}, which a model that falls back can't")
            }
            Violation::DeepDrop { height } => {
                write!(f, "that way drops {height}, and falling back never takes a harmful drop")
            }
            Violation::BidTooHigh { bid, have } => {
                write!(f, "a bid of {bid} is more than the {have} CP you have")
            }
        }
    }
}

impl Refusal for Violation {
    fn rule(&self) -> RuleId {
        RuleId(match self {
            Violation::NotYou { ask: Ask::Turn(_) | Ask::Act(_), .. } => "killteam:ROUND-3",
            Violation::NotNow { ask, acts: true } if within_action(*ask) => "killteam:ACT-2",
            Violation::NotYou { ask, .. } | Violation::NotNow { ask, .. } => waits(*ask),
            Violation::Over => "killteam:END-5",
            Violation::NoModel { .. } | Violation::NotYours { .. } => "killteam:ROUND-11",
            Violation::NotInPlay { .. } => "killteam:WND-7",
            Violation::Deployed { .. } => "killteam:SETUP-11",
            Violation::OutsideZone { .. } => "killteam:K39",
            Violation::StillRoom { .. } => "killteam:K58",
            Violation::BadTerrain { .. } | Violation::NotStuck => "killteam:K40",
            Violation::Activated { .. } => "killteam:ROUND-12",
            Violation::NotActivated { .. } => "killteam:CMD-10",
            Violation::SameModel { .. } => "killteam:K11",
            Violation::NoToken => "killteam:ROUND-11",
            Violation::NotFinished { .. } => "killteam:K10",
            Violation::EnemyLeft => "killteam:K42",
            Violation::MustStand { .. } => "killteam:DOWN-2",
            Violation::Standing { .. } => "killteam:ACT-15",
            Violation::Repeated { .. } => "killteam:ACT-5",
            Violation::WalkExcludes { .. } => "killteam:ACT-10",
            Violation::NoLong { again: true, .. } | Violation::NoShort { again: true, .. } => {
                "killteam:CMD-11"
            }
            Violation::NoLong { .. } | Violation::NoShort { .. } => "killteam:ACT-1",
            Violation::ExtraTwice => "killteam:K16",
            Violation::ExtraLong => "killteam:CMD-3",
            Violation::NoPath => "killteam:MOVE-3",
            Violation::ChargeEngaged { .. } => "killteam:ENG-6",
            Violation::NotEnemy { .. } => "killteam:K18",
            Violation::NoWeapon { .. } => "killteam:ATK-1",
            Violation::OutOfRange { .. } => "killteam:ATK-3",
            Violation::ShooterEngaged { .. } => "killteam:ENG-8",
            Violation::TargetEngaged { .. } => "killteam:ENG-7",
            Violation::NotEngaged { .. } => "killteam:MEL-1",
            Violation::SplitTooFar { .. } => "killteam:RNG-2",
            Violation::BadSplit { .. } | Violation::BadTargets => "killteam:K29",
            Violation::NoBonus { .. } => "killteam:MEL-6",
            Violation::NoBoon { .. } => "killteam:K14",
            Violation::Down { .. } => "killteam:DOWN-4",
            Violation::StruckAlready { .. } => "killteam:K19",
            Violation::NoFeat { .. } => "killteam:CARD-8",
            Violation::FeatUsed { rule, .. } => rule.0,
            Violation::FeatTime { .. } => "killteam:CARD-10",
            Violation::FeatCondition { .. } | Violation::FeatPick { .. } => "killteam:CARD-10",
            Violation::TooManyEffects => "killteam:MEAS-5",
            Violation::NoInvulnerable { .. } => "killteam:ARM-1",
            Violation::NoDie { .. } | Violation::DieSix => "killteam:CMD-9",
            Violation::DieAgain => "killteam:DICE-8",
            Violation::NotNearest { .. } | Violation::NotShortest { .. } => "killteam:NERVE-10",
            Violation::EngagesOnTheWay { .. } => "killteam:NERVE-12",
            Violation::DeepDrop { .. } => "killteam:K35",
            Violation::BidTooHigh { .. } => "killteam:CMD-18",
            Violation::TooDear { rule, .. }
            | Violation::BadPlace { rule, .. }
            | Violation::BadPath { rule, .. }
            | Violation::TooFar { rule, .. }
            | Violation::Unseen { rule, .. }
            | Violation::WrongWeapon { rule, .. }
            | Violation::NoSplit { rule, .. }
            | Violation::NotAmong { rule, .. } => return *rule,
        })
    }
}
