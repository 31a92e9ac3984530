//! Answers in names and numbers.

use odds::again::Choice;
use odds::die::Repeat;
use odds::pool::Lie;
use odds::{Answer, Case, Question, Refused};

use crate::card::Which;
use crate::odds::attack::{Fate, Goal, Part, Source, Stage, forecast};

/// Command points for re-rolls: what the question says, or what there is.
pub struct Points {
    /// What the question says for attacker and defender.
    pub said: [Option<u8>; 2],
    /// What there is; the cases that are told if the question says nothing have one at most.
    pub have: [u8; 2],
}

impl Points {
    /// What a question says, where so many are to be had.
    pub fn of(question: &Question, have: [u8; 2]) -> Result<Points, Refused> {
        let read = |key| Ok(question.number(key, 0, 5)?.map(|number| number as u8));
        Ok(Points { said: [read("cp")?, read("enemy-cp")?], have })
    }

    /// The cases to compare: nobody has any, and then who has how many.
    fn cases(&self) -> Vec<[u8; 2]> {
        let mut cases = vec![[0, 0]];
        if self.said == [None, None] {
            let one = self.have.map(|have| have.min(1));
            for case in [[one[0], 0], [0, one[1]], one] {
                if !cases.contains(&case) {
                    cases.push(case);
                }
            }
        } else {
            let said = self.said.map(Option::unwrap_or_default);
            if said != [0, 0] {
                cases.push(said);
            }
        }
        cases
    }

    /// What each has in a roll that is going on.
    pub fn now(&self) -> [u8; 2] {
        [0, 1].map(|side| self.said[side].unwrap_or(self.have[side].min(3)))
    }
}

fn case_name(cp: [u8; 2]) -> String {
    match cp {
        [0, 0] => "no re-rolls".into(),
        [a, 0] => format!("attacker {a} CP"),
        [0, d] => format!("defender {d} CP"),
        [a, d] if a == d => format!("{a} CP each"),
        [a, d] => format!("{a} CP against {d}"),
    }
}

/// Reads what re-rolls are bought for.
pub fn goal(question: &Question, parts: &[Part]) -> Result<Goal, Refused> {
    match question.get("goal") {
        None if parts.iter().any(|part| part.body.is_none()) => Ok(Goal::Wounds),
        Some("remove") if parts.iter().any(|part| part.body.is_none()) => Err(Refused::wrong(
            "--goal remove: nobody is said to be removed; say --wounds, as in --wounds 2, or write \
             wounds",
        )),
        None | Some("remove") => Ok(Goal::Remove),
        Some("wounds") => Ok(Goal::Wounds),
        Some(other) => Err(Refused::wrong(format!("--goal {other}: write remove or wounds"))),
    }
}

/// The cases of an attack on these targets.
pub fn cases(parts: &[(String, Part)], goal: Goal, points: &Points) -> Vec<Case> {
    let list: Vec<Part> = parts.iter().map(|(_, part)| *part).collect();
    let cases = points.cases();
    let paid = cases.len() > 1;
    let told = cases.into_iter().map(|cp| {
        let found = forecast(&list, goal, cp);
        let mut case = Case::new(case_name(cp));
        for ((name, part), fate) in parts.iter().zip(&found.fates) {
            let name = if parts.len() > 1 { format!("{name}: ") } else { String::new() };
            tell_fate(&mut case, &name, part, fate);
        }
        if parts.len() > 1 && list.iter().all(|part| part.body.is_some()) {
            case.spread("models removed", found.removed);
        }
        if paid {
            case.mean("CP the attacker spends", found.spent[0]);
            case.mean("CP the defender spends", found.spent[1]);
        }
        case
    });
    let mut told: Vec<Case> = told.collect();
    if let [only] = &mut told[..] {
        only.name.clear();
    }
    told
}

/// What becomes of one target, as a case of its own.
pub fn told(part: &Part, fate: &Fate) -> Case {
    let mut case = Case::default();
    tell_fate(&mut case, "", part, fate);
    case
}

/// What becomes of one target, in the lines of a case.
pub fn tell_fate(case: &mut Case, prefix: &str, part: &Part, fate: &Fate) {
    if let Source::Roll { .. } = part.source {
        case.spread(format!("{prefix}hits"), fate.hits.clone());
    }
    let no_hits = matches!(part.source, Source::Sure { hits: 0, .. });
    if part.save.is_none() && !no_hits {
        return;
    }
    if !no_hits {
        case.spread(format!("{prefix}unsaved hits"), fate.unsaved.clone());
    }
    case.spread(format!("{prefix}wounds"), fate.wounds.clone());
    let Some(body) = part.body else { return };
    case.chance(format!("{prefix}unharmed"), fate.wounds.exactly(0));
    if body.fells && !body.was_down {
        case.chance(format!("{prefix}knocked down"), fate.felled);
    } else {
        case.chance(format!("{prefix}wounded"), fate.wounded);
    }
    if !body.was_down {
        case.chance(format!("{prefix}recovers"), fate.recovered);
    }
    case.chance(format!("{prefix}removed"), fate.removed);
}

/// When the attacker should pay for a re-roll, in a sentence, with one point to spend and none on
/// the other side.
pub fn advice(part: &Part, goal: Goal) -> Option<String> {
    let Source::Roll { dice, .. } = part.source else { return None };
    let stage = Stage::last(part, goal, [1, 0]);
    let attacker = stage.attacker(0);
    // Of dice that failed and of those that passed without a six, at which numbers of hits.
    let mut at: [Vec<u8>; 2] = [Vec::new(), Vec::new()];
    for hits in 0..=dice + 2 {
        let failed = Lie { failed: 1, fixed: hits, ..Lie::default() };
        if attacker.choose(1, failed) == Choice::Failed {
            at[0].push(hits);
        }
        if hits >= dice {
            let passed = Lie { passed: 1, fixed: hits - 1, ..Lie::default() };
            if attacker.choose(1, passed) == Choice::Passed {
                at[1].push(hits);
            }
        }
    }
    let span = |list: &[u8], most: u8| match list {
        [] => None,
        [only] => Some(format!("at {only}")),
        [first, .., last] if *last >= most => Some(format!("from {first} on")),
        [first, .., last] => Some(format!("at {first} to {last}")),
    };
    let told: Vec<String> =
        [("a failed die", &at[0]), ("a hit that is no 6, if nothing failed,", &at[1])]
            .into_iter()
            .filter_map(|(what, list)| Some(format!("{what} {}", span(list, dice + 2)?)))
            .collect();
    if part.sixes_matter() {
        return None;
    }
    Some(if told.is_empty() {
        "No re-roll to hit is worth a command point.".into()
    } else {
        format!("Best use of 1 CP to hit, by number of hits: {}.", told.join("; "))
    })
}

/// One case for every choice with dice that lie there: what to do, and what comes of it.
pub fn choices(options: Vec<(String, Fate, f64)>, part: &Part) -> Vec<Case> {
    let told = options.into_iter().map(|(name, fate, spent)| {
        let mut case = Case::new(name);
        tell_fate(&mut case, "", part, &fate);
        case.mean("more CP spent", spent);
        case
    });
    told.collect()
}

/// The re-rolls of an ability.
pub fn repeat(which: Option<Which>) -> Repeat {
    match which {
        None => Repeat::Never,
        Some(Which::Ones) => Repeat::Ones,
        Some(Which::One) => Repeat::One,
        Some(Which::Failures) => Repeat::Failures,
    }
}

/// Reads which failures are rolled again.
pub fn read_repeat(question: &Question, key: &str) -> Result<Repeat, Refused> {
    match question.get(key) {
        None => Ok(Repeat::Never),
        Some("ones") => Ok(Repeat::Ones),
        Some("one") => Ok(Repeat::One),
        Some("failures") => Ok(Repeat::Failures),
        Some(other) => Err(Refused::wrong(format!("--{key} {other}: write ones, one or failures"))),
    }
}

/// An answer about something, with the goal among its notes where it matters.
pub fn answer(about: String, given: Vec<String>, cases: Vec<Case>, goal: Goal) -> Answer {
    let mut notes = Vec::new();
    if cases.len() > 1 {
        let what = match goal {
            Goal::Remove => "the attacker to remove the target, the defender to keep it",
            Goal::Wounds => "the attacker for more wounds, the defender for fewer",
        };
        notes.push(format!("Re-rolls, 1 CP a die, are bought by {what} [killteam:K7]."));
    }
    Answer { about, given, cases, notes }
}
