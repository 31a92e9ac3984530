//! Attacks in a position, with the engine's own modifiers.

use odds::pool::Lie;
use odds::{Answer, Question, Refused};

use kernel::Refusal;

use crate::action::{self, Act, Action, Blow};
use crate::card::{Effect, RollOf, When};
use crate::check;
use crate::explain::{Forecast, placed};
use crate::narrate::{Names, needs};
use crate::odds::attack::{Fate, Goal, Part, Save, Source};
use crate::odds::choices::{armour_choices, hit_choices};
use crate::odds::numbers::body_of;
use crate::odds::tell::{self, Points};
use crate::rules::{dice, feats, wounds};
use crate::state::{
    self, Activation, Aimed, Ask, Attack, AttackKind, Cause, Dice, Harm, Id, State, other,
};
use crate::violation::Violation;
use crate::words::strike_kind;

fn no(violation: &Violation) -> Refused {
    let rule = violation.rule();
    Refused::No { message: format!("{violation} [{rule}]"), rule: Some(rule.to_string()) }
}

/// Reads an attack: its attacker, unless the active model is meant, and the rest as in play.
fn read(state: &State, text: &str) -> Result<(Id, Blow, bool), Refused> {
    let wrong = |why: String| {
        Refused::wrong(format!("--attack \"{text}\": {why}; write it as in \"A1 1 at B2\""))
    };
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let strike = words.first() == Some(&"strike");
    if strike || words.first() == Some(&"attack") {
        words.remove(0);
    }
    let by = match (words.first().and_then(|word| word.parse::<Id>().ok()), state.activation) {
        (Some(_), _) => placed(state, words.remove(0)).map_err(wrong)?,
        (None, Some(activation)) => activation.model,
        (None, None) => return Err(wrong("nobody is active, so say who attacks".into())),
    };
    match action::parse(&format!("attack {}", words.join(" "))) {
        Ok(Action::Act(Act::Attack(blow))) => Ok((by, blow, strike)),
        Ok(_) => Err(wrong("it is no attack".into())),
        Err(error) => Err(wrong(error)),
    }
}

/// The harm that hits of an attack are.
fn harm_of(attacker: Id, aimed: &Aimed) -> Harm {
    Harm {
        target: aimed.target,
        cause: Cause::Attack(attacker),
        hits: 1,
        ap: aimed.ap,
        armour: aimed.armour,
        damage: aimed.damage,
        mortal: 0,
        was_down: aimed.was_down,
        fells: aimed.fells,
        piercing: aimed.piercing,
    }
}

/// The armour roll against a harm: what the model would use of itself, or what is said.
fn save_of(state: &State, harm: &Harm, said: Option<&Action>) -> Result<Save, Refused> {
    let mut reroll = wounds::armour_reroll(state, harm);
    let Some(Action::Armour { invulnerable, feats: used }) = said else {
        let (need, _) = wounds::best_armour(state, harm, 0);
        return Ok(Save { need, repeat: tell::repeat(reroll) });
    };
    let mut asked = state.clone();
    let dice = Dice::new();
    asked.save = Some(state::Save { harm: *harm, need: None, dice, rolled: false, reroll: None });
    let (need, ..) = check::armour(&asked, *invulnerable, used).map_err(|error| no(&error))?;
    for number in used {
        for effect in &state.profile(harm.target).feats[usize::from(number - 1)].effects {
            if let Effect::Reroll { roll: RollOf::Armour, which, .. } = effect {
                reroll = feats::better(reroll, Some(*which));
            }
        }
    }
    Ok(Save { need, repeat: tell::repeat(reroll) })
}

/// Everything about one target of a declared attack.
fn part_of(
    state: &State,
    attacker: Id,
    aimed: &Aimed,
    said: Option<&Action>,
) -> Result<Part, Refused> {
    let harm = harm_of(attacker, aimed);
    Ok(Part {
        source: Source::Roll {
            dice: aimed.dice,
            need: aimed.need,
            repeat: tell::repeat(aimed.reroll),
            sixes: aimed.sixes,
        },
        damage: aimed.damage,
        save: Some(save_of(state, &harm, said)?),
        body: Some(body_of(state, &harm, false)),
    })
}

/// Everything about the targets of a declared attack, with the armour they would use of themselves.
pub fn parts(state: &State, attack: &Attack) -> Vec<Part> {
    let during = during(state, attack);
    let part = |aimed| part_of(&during, attack.attacker, aimed, None).ok();
    attack.targets.iter().filter_map(part).collect()
}

/// The armour roll that is asked for, with this armour and these feats, and what comes of it if
/// nobody rolls again.
pub fn saved(
    state: &State,
    invulnerable: Option<u8>,
    used: &[u8],
) -> Result<(Part, Fate), Violation> {
    let Some(asked) = state.save.as_ref() else {
        return Err(Violation::NotNow { ask: state.ask, acts: false });
    };
    let harm = asked.harm;
    let (need, ..) = check::armour(state, invulnerable, used)?;
    let mut reroll = wounds::armour_reroll(state, &harm);
    for number in used {
        let feat = feats::find(state, harm.target, *number)?;
        for effect in &feat.effects {
            if let Effect::Reroll { roll: RollOf::Armour, which, .. } = effect {
                reroll = feats::better(reroll, Some(*which));
            }
        }
    }
    let part = Part {
        source: Source::Sure { hits: harm.hits, mortal: harm.mortal },
        damage: harm.damage,
        save: Some(Save { need, repeat: tell::repeat(reroll) }),
        body: Some(body_of(state, &harm, false)),
    };
    let mut found = crate::odds::attack::forecast(&[part], Goal::Remove, [0, 0]);
    Ok((part, found.fates.pop().unwrap_or_default()))
}

/// The position as it would be if the attacker had prepared.
fn prepared(state: &State, by: Id, question: &Question) -> State {
    let mut state = state.clone();
    let (aim, focus) = (question.has("aim"), question.has("focus"));
    if !aim && !focus {
        return state;
    }
    let own = state.activation.filter(|activation| activation.model == by);
    let now = own.unwrap_or_else(|| Activation::of(by));
    state.activation = Some(Activation { aim: aim || now.aim, focus: focus || now.focus, ..now });
    state
}

/// The odds of an attack in the position.
///
/// Rules `killteam:ATK-2`, `killteam:K7`, `killteam:K29`.
pub fn attack(state: &State, question: &Question) -> Result<Answer, Refused> {
    question.only("attack", &["as", "aim", "focus", "defence", "cp", "enemy-cp", "goal"])?;
    let (by, blow, strike) = read(state, question.get("attack").unwrap_or(""))?;
    let state = &prepared(state, by, question);
    let first = blow.at.first().map(|share| share.target);
    let (kind, only) = match question.get("as") {
        None if strike => (strike_kind(state), None),
        None => (AttackKind::Action, None),
        Some("charge") => (AttackKind::Charge, first),
        Some("disengaging") => (AttackKind::Disengaging, first),
        Some("retaliation") => (AttackKind::Retaliation, first),
        Some(other) => {
            return Err(Refused::wrong(format!(
                "--as {other}: write charge, disengaging or retaliation"
            )));
        }
    };
    let found = match only {
        None => Forecast::of(state, by, kind, &blow),
        only => Forecast::at(state, by, kind, &blow, only),
    };
    let found = found.map_err(|violation| no(&violation))?;
    let defence = question.get("defence").map(read_defence).transpose()?;
    let during = during(state, &found.attack);
    let names = Names(&state.fixed.setup);
    let mut parts = Vec::new();
    for aimed in &found.attack.targets {
        let part = part_of(&during, by, aimed, defence.as_ref())?;
        parts.push((names.of(aimed.target), part));
    }
    let list: Vec<Part> = parts.iter().map(|(_, part)| *part).collect();
    let goal = tell::goal(question, &list)?;
    let have =
        [state.team(by.seat()).cp.saturating_sub(found.cost), state.team(other(by.seat())).cp];
    let points = Points::of(question, have)?;
    let mut lines = found.lines(state).into_iter();
    let about = lines.next().unwrap_or_default().trim_end_matches('.').to_owned();
    let mut given: Vec<String> = lines.collect();
    for ((name, part), aimed) in parts.iter().zip(&found.attack.targets) {
        if let (Some(save), Some(_)) = (part.save, &defence) {
            given.push(format!("{name} rolls armour as said and needs {}.", needs(save.need)));
        }
        let wounds = state.model(aimed.target).wounds;
        let down = if aimed.was_down {
            ", knocked down, so without a recovery roll [killteam:DOWN-8]"
        } else {
            ""
        };
        given.push(format!("{}, wounds: {wounds} left{down}.", aimed.target));
    }
    given.push(format!(
        "{} has {} CP and {} has {}.",
        by.seat(),
        have[0],
        other(by.seat()),
        have[1]
    ));
    let cases = tell::cases(&parts, goal, &points);
    let mut answer = tell::answer(about, given, cases, goal);
    if defence.is_none() {
        answer.notes.extend(reactions(&during, &found.attack));
    }
    if let ([(_, part)], [None, None], 1..) = (&parts[..], points.said, have[0]) {
        answer.notes.extend(tell::advice(part, goal));
    }
    Ok(answer)
}

/// The position while the attack is going on: conditions of feats may ask about it.
fn during(state: &State, attack: &Attack) -> State {
    State { attack: Some(attack.clone()), ..state.clone() }
}

fn read_defence(text: &str) -> Result<Action, Refused> {
    match action::parse(text) {
        Ok(action @ Action::Armour { .. }) => Ok(action),
        _ => Err(Refused::wrong(format!(
            "--defence \"{text}\": write armour or invulnerable 1, with the feats used, as in \"armour use 2\""
        ))),
    }
}

/// What targets could do before their armour rolls, and is not counted.
fn reactions(state: &State, attack: &Attack) -> Vec<String> {
    let names = Names(&state.fixed.setup);
    let mut notes = Vec::new();
    for aimed in &attack.targets {
        let scene = wounds::scene(state, &harm_of(attack.attacker, aimed));
        for (feat, number) in state.profile(aimed.target).feats.iter().zip(1_u8..) {
            let usable = feat.when == When::Attacked
                && feats::usable(state, aimed.target, number, scene, 0).is_ok();
            if usable {
                notes.push(format!(
                    "{} could use {} before its armour roll, which is not counted: \
                     --defence \"armour use {number}\" does.",
                    names.of(aimed.target),
                    feat.name
                ));
            }
        }
    }
    notes
}

fn lie_of(list: &Dice, need: i8) -> Lie {
    let mut lie = Lie::default();
    for die in list {
        match (die.face, dice::succeeds(die.face, need), die.again) {
            (6, ..) => lie.sixes += 1,
            (_, true, false) => lie.passed += 1,
            (_, false, false) => lie.failed += 1,
            (_, true, true) => lie.fixed += 1,
            (_, false, true) => {}
        }
    }
    lie
}

/// The dice that lie there and may be rolled again: what comes of every choice.
pub fn rolls(state: &State, question: &Question) -> Result<Answer, Refused> {
    question.only("rolls", &["cp", "enemy-cp", "goal"])?;
    let names = Names(&state.fixed.setup);
    let have = |by: Id| [state.team(by.seat()).cp, state.team(other(by.seat())).cp];
    match (state.ask, &state.attack, &state.save) {
        (Ask::RerollHit(_), Some(attack), _) => {
            let aimed = &attack.targets[usize::from(attack.at)];
            let part = part_of(state, attack.attacker, aimed, None)?;
            let goal = tell::goal(question, &[part])?;
            let points = Points::of(question, have(attack.attacker))?.now();
            let lie = lie_of(&attack.dice, aimed.need);
            let about = format!(
                "{} rolled {} to hit {}, needing {}",
                names.of(attack.attacker),
                crate::narrate::faces(&attack.dice),
                names.of(aimed.target),
                needs(aimed.need)
            );
            let cases = hit_choices(&part, goal, lie, points);
            Ok(tell::answer(about, Vec::new(), cases, goal))
        }
        (Ask::RerollArmour(_), _, Some(save)) => {
            let harm = save.harm;
            let need = save.need.unwrap_or(7);
            let part = Part {
                source: Source::Sure { hits: harm.hits, mortal: harm.mortal },
                damage: harm.damage,
                save: Some(Save { need, repeat: tell::repeat(save.reroll) }),
                body: Some(body_of(state, &harm, false)),
            };
            let goal = tell::goal(question, &[part])?;
            let [enemy, own] = [have(harm.target)[1], have(harm.target)[0]];
            let cp = Points::of(question, [enemy, own])?.now()[1];
            let about = format!(
                "{} rolled {} for armour against {} hits, needing {}",
                names.of(harm.target),
                crate::narrate::faces(&save.dice),
                harm.hits,
                needs(need)
            );
            let cases = armour_choices(&part, goal, lie_of(&save.dice, need), cp);
            Ok(tell::answer(about, Vec::new(), cases, goal))
        }
        _ => Err(Refused::wrong(
            "--rolls is for a position in which somebody is asked about a re-roll, and nobody is here",
        )),
    }
}
