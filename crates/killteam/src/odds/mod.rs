//! How likely things are, exactly: attacks from numbers or from a position, falls, mortal wounds,
//! nerve, the roll for first player.
//!
//! [`attack`] reckons; `numbers` and `position` read questions, `choices` those about dice that lie
//! there; `tell` makes answers of the result.

// Numbers of wounds become factors.
#![allow(clippy::cast_precision_loss)]

pub mod attack;
mod choices;
mod numbers;
mod part;
mod position;
mod saves;
mod single;
mod tell;

pub use position::{parts, rolls, saved};
pub use tell::told;

use odds::ask::Key;
use odds::{Answer, Odds, Question, Refused};

use crate::KillTeam;
use crate::view::View;

/// The keys that say what is asked; every question has one of them.
const QUESTIONS: [&str; 9] =
    ["attack", "rolls", "dice", "hits", "mortal", "fall", "recovery", "nerve", "first"];

const KEYS: &[Key] = &[
    ("attack", "\"A1 1 at B2\"", "an attack in the position, typed as in play, its attacker first"),
    (
        "rolls",
        "",
        "in the position: the dice that lie there and may be rolled again, choice by choice",
    ),
    ("dice", "1 to 20", "an attack with so many dice"),
    ("hits", "1 to 20", "so many hits without a roll to hit"),
    ("mortal", "1 to 40", "so many mortal wounds, alone or with --hits"),
    ("fall", "inches", "a fall from so high"),
    ("recovery", "0 to 40", "a recovery roll with so many wounds beyond the last"),
    ("nerve", "2 to 7, or A1", "a nerve test of that value, or of that model in the position"),
    ("first", "[A,B]", "the roll for first player with these bonuses for seizing the initiative"),
    ("hit", "1 to 9", "what each die needs, on the card"),
    ("ap", "0 to 9", "armour piercing, on the card"),
    ("damage", "1 to 20", "wounds for each unsaved hit; 1 if left out"),
    ("melee", "", "the attack is melee; ranged if left out"),
    (
        "with",
        "LIST",
        "modifiers with commas: obscured, long-range, aim, focus-hit, focus-ap, \
      charge-hit, charge-ap, outnumbering, disengaging, down, cover",
    ),
    ("hit-bonus", "-9 to 9", "another modifier to hit"),
    ("sixes", "1 to 9", "mortal wounds for each natural 6 to hit"),
    (
        "repeat",
        "ones, one, failures",
        "failures an ability rolls again at once: to hit, or of a nerve test",
    ),
    ("fells", "", "a wound that leaves the target in play knocks it down"),
    (
        "target",
        "B2",
        "in the position: the model that is hit; the four below and its abilities are its own",
    ),
    ("armour", "2 to 7", "the target's armour"),
    ("invulnerable", "2 to 7", "the target's invulnerable armour, used where it is better"),
    ("wounds", "1 to 40", "the wounds the target has left"),
    ("down", "", "the target lies knocked down; in an attack the same as --with down"),
    ("armour-bonus", "-9 to 9", "another modifier of the armour roll"),
    ("armour-repeat", "ones, one, failures", "failed armour dice that are rolled again at once"),
    ("recovery-bonus", "-9 to 9", "a modifier of the recovery roll"),
    ("recovery-repeat", "ones, failures", "whether the recovery roll is rolled again"),
    ("rolled", "6,4,2", "the dice to hit lie there like this: choice by choice what to roll again"),
    ("cp", "0 to 5", "command points the attacker has for re-rolls"),
    ("enemy-cp", "0 to 5", "command points the defender has for re-rolls"),
    ("goal", "remove, wounds", "what both play for when they buy re-rolls; remove if left out"),
    ("as", "charge, disengaging, retaliation", "with --attack: what sort of attack it is"),
    ("aim", "", "with --attack: as if the attacker had aimed"),
    ("focus", "", "with --attack: as if the attacker had focused"),
    (
        "defence",
        "\"armour use 1\"",
        "with --attack: the armour and feats the target uses, as typed in play",
    ),
    ("bonus", "-9 to 9", "with --nerve: a modifier of the test"),
    ("edge", "", "with --nerve: a failure ends at the table's edge, where the model tests again"),
];

impl Odds for KillTeam {
    fn odds_keys() -> &'static [Key] {
        KEYS
    }

    fn odds(question: &Question) -> Result<Answer, Refused> {
        match asked(question)? {
            key @ ("attack" | "rolls") => Err(Refused::wrong(format!(
                "--{key} is about a position: say which with --at RECORD, or RECORD:N after N actions"
            ))),
            "nerve" => single::of_numbers(question),
            "first" => single::first(question, None),
            "recovery" => single::recovery(question),
            key => numbers::answer(question, key, None),
        }
    }

    fn odds_at(view: &View, question: &Question) -> Result<Answer, Refused> {
        match asked(question)? {
            "attack" => position::attack(&view.state, question),
            "rolls" => position::rolls(&view.state, question),
            "nerve" => single::of_model(&view.state, question),
            "first" => single::first(question, Some(view)),
            "recovery" => single::recovery(question),
            key => numbers::answer(question, key, Some(&view.state)),
        }
    }
}

/// What is asked: the first key that is a question.
fn asked(question: &Question) -> Result<&'static str, Refused> {
    if let Some(key) = question.keys().find(|key| !KEYS.iter().any(|(known, ..)| known == key)) {
        return Err(Refused::wrong(format!("--{key} is nothing one can ask about here")));
    }
    QUESTIONS.into_iter().find(|key| question.has(key)).ok_or_else(|| {
        let list: Vec<String> = QUESTIONS.iter().map(|key| format!("--{key}")).collect();
        Refused::wrong(format!(
            "nothing is asked: say one of {}, as in --dice 3 --hit 4 --ap 1 --armour 4 --wounds 2",
            list.join(", ")
        ))
    })
}
