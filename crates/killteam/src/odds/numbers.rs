//! Attacks and harm from numbers, the target's perhaps from a position.

use odds::die::{Need, Repeat};
use odds::{Answer, Question, Refused};
use table::Length;

use crate::card::Reach;
use crate::explain::placed;
use crate::narrate::{Names, count, needs};
use crate::odds::attack::{Body, Part, Save, Source};
use crate::odds::choices::{hit_choices, read_rolled};
use crate::odds::tell::{self, Points, read_repeat};
use crate::rules::attack::{Changes, Why};
use crate::rules::{moving, wounds};
use crate::state::{Cause, Harm, Id, State};

const TARGET: [&str; 13] = [
    "target",
    "armour",
    "invulnerable",
    "wounds",
    "down",
    "armour-bonus",
    "armour-repeat",
    "recovery-bonus",
    "recovery-repeat",
    "fells",
    "cp",
    "enemy-cp",
    "goal",
];

/// A modifier by its name: whether it is of ranged or of melee attacks only, and what it changes.
type Named = (&'static str, Option<Reach>, Why, &'static [(Changes, i8)]);

/// The modifiers of attacks by name.
///
/// Rules `killteam:RNG-3`, `killteam:RNG-4`, `killteam:RNG-5`, `killteam:RNG-6`, `killteam:RNG-7`,
/// `killteam:MEL-5`, `killteam:MEL-6`, `killteam:MEL-8`, `killteam:MEL-9`, `killteam:MEL-10`,
/// `killteam:MEL-11`, `killteam:DOWN-7`.
const MODIFIERS: [Named; 11] = [
    ("obscured", Some(Reach::Ranged), Why::Obscured, &[(Changes::Hit, -1)]),
    ("long-range", Some(Reach::Ranged), Why::LongRange, &[(Changes::Hit, -1)]),
    ("aim", Some(Reach::Ranged), Why::Aim, &[(Changes::Hit, 1)]),
    ("focus-hit", Some(Reach::Melee), Why::Focus, &[(Changes::Hit, 1)]),
    ("focus-ap", Some(Reach::Melee), Why::Focus, &[(Changes::Ap, 1)]),
    ("charge-hit", Some(Reach::Melee), Why::Charge, &[(Changes::Hit, 1)]),
    ("charge-ap", Some(Reach::Melee), Why::Charge, &[(Changes::Ap, 1)]),
    ("outnumbering", Some(Reach::Melee), Why::Outnumbered, &[(Changes::Dice, 1)]),
    ("disengaging", Some(Reach::Melee), Why::Disengaging, &[(Changes::Hit, 1), (Changes::Ap, 1)]),
    // To hit as well in melee.
    ("down", None, Why::Down, &[(Changes::Ap, 1)]),
    ("cover", None, Why::Cover, &[(Changes::Armour, 1)]),
];

/// A number on its way from the card to the dice, with every reason.
struct Figure {
    name: &'static str,
    value: i8,
    why: Vec<String>,
}

impl Figure {
    fn new(name: &'static str, printed: i8, text: String) -> Figure {
        Figure { name, value: printed, why: vec![text] }
    }

    fn change(&mut self, by: i8, text: String) {
        self.value = self.value.saturating_add(by);
        self.why.push(text);
    }

    fn line(&self, value: &str) -> String {
        format!("{}: {value} ({}).", self.name, self.why.join(", "))
    }
}

/// The modifiers a question names.
struct Modified {
    reach: Reach,
    list: Vec<Named>,
}

impl Modified {
    fn read(question: &Question) -> Result<Modified, Refused> {
        let mut list: Vec<Named> = Vec::new();
        let said = question.get("with").unwrap_or("");
        let names = said.split(',').map(str::trim).filter(|name| !name.is_empty());
        let down = question.has("down").then_some("down");
        for name in names.chain(down) {
            let known = MODIFIERS.iter().find(|known| known.0 == name).ok_or_else(|| {
                let names: Vec<&str> = MODIFIERS.iter().map(|known| known.0).collect();
                Refused::wrong(format!(
                    "--with {name}: there is no such modifier; there are {}",
                    names.join(", ")
                ))
            })?;
            if list.iter().any(|other| other.0 == name) {
                return Err(Refused::wrong(format!("--with {name}: it was said twice")));
            }
            list.push(*known);
        }
        // A Focus and a charge give one or the other (`killteam:K14`).
        for [one, other] in [["focus-hit", "focus-ap"], ["charge-hit", "charge-ap"]] {
            let said = |name: &str| list.iter().any(|known| known.0 == name);
            if said(one) && said(other) {
                return Err(Refused::wrong(format!(
                    "--with {one},{other}: it gives either of them, not both; leave one out"
                )));
            }
        }
        let of = |reach| list.iter().find(|known| known.1 == Some(reach)).map(|known| known.0);
        let melee = question.has("melee") || of(Reach::Melee).is_some();
        if let (true, Some(ranged)) = (melee, of(Reach::Ranged)) {
            let melee = of(Reach::Melee).map_or("--melee".into(), |name| format!("--with {name}"));
            return Err(Refused::wrong(format!(
                "--with {ranged} is for ranged attacks and {melee} for melee: leave one out"
            )));
        }
        Ok(Modified { reach: if melee { Reach::Melee } else { Reach::Ranged }, list })
    }

    fn down(&self) -> bool {
        self.list.iter().any(|known| known.0 == "down")
    }

    fn apply(&self, figure: &mut Figure, changes: Changes) {
        for (name, _, why, effects) in &self.list {
            let melee_hit = [(Changes::Hit, 1)];
            let more: &[(Changes, i8)] =
                if *name == "down" && self.reach == Reach::Melee { &melee_hit } else { &[] };
            for (_, by) in effects.iter().chain(more).filter(|(what, _)| *what == changes) {
                let rule = why.rule(self.reach, changes);
                figure.change(*by, format!("{by:+} {name} [{rule}]"));
            }
        }
    }
}

/// The target: what armour it has, and how much it can stand.
struct Target {
    name: String,
    armour: Option<u8>,
    invulnerable: Vec<u8>,
    bonus: i8,
    repeat: Repeat,
    body: Option<Body>,
    cp: [u8; 2],
}

impl Target {
    fn of_numbers(question: &Question, down: bool) -> Result<Target, Refused> {
        let wounds = question.number("wounds", 1, 40)?;
        let recovery = question.number("recovery-bonus", -9, 9)?.unwrap_or(0);
        let repeat = read_repeat(question, "recovery-repeat")?;
        let fells = question.has("fells");
        let body = wounds.map(|wounds| Body {
            wounds: wounds as u8,
            was_down: down,
            fells,
            recovery,
            repeat,
        });
        Ok(Target {
            name: "the target".into(),
            armour: question.number("armour", 2, 7)?.map(|armour| armour as u8),
            invulnerable: question
                .number("invulnerable", 2, 7)?
                .map(|value| value as u8)
                .into_iter()
                .collect(),
            bonus: 0,
            repeat: read_repeat(question, "armour-repeat")?,
            body,
            cp: [1, 1],
        })
    }

    /// The model of the position that a question names; its own values take the place of numbers.
    fn of_model(
        question: &Question,
        state: &State,
        id: Id,
        cause: Cause,
    ) -> Result<Target, Refused> {
        let own = [
            "armour",
            "invulnerable",
            "wounds",
            "down",
            "armour-repeat",
            "recovery-bonus",
            "recovery-repeat",
        ];
        if let Some(key) = own.into_iter().find(|key| question.has(key)) {
            return Err(Refused::wrong(format!(
                "--{key} is a value of {id} itself: leave it out, or leave out --target"
            )));
        }
        let harm = wounds::outside(state, id, cause);
        let profile = state.profile(id);
        Ok(Target {
            name: Names(&state.fixed.setup).of(id),
            armour: Some(profile.armour),
            invulnerable: profile.invulnerable.to_vec(),
            bonus: harm.armour,
            repeat: tell::repeat(wounds::armour_reroll(state, &harm)),
            body: Some(body_of(state, &harm, question.has("fells"))),
            cp: [1, state.team(id.seat()).cp],
        })
    }

    /// What its armour roll needs against this much piercing, and why.
    fn save(
        &self,
        question: &Question,
        ap: i8,
        modified: Option<&Modified>,
    ) -> Result<Option<(Save, String)>, Refused> {
        let armour = match (self.armour, self.invulnerable.iter().min()) {
            (None, None) => return Ok(None),
            (armour, _) => armour.unwrap_or(7),
        };
        let mut figure = Figure::new("Armour", armour as i8, format!("{armour}+ on the card"));
        if ap != 0 {
            figure.change(ap, format!("{:+} AP [killteam:ATK-12]", -ap));
        }
        // What helps the roll lowers what it needs.
        let mut help = Figure::new("", 0, String::new());
        if self.bonus != 0 {
            help.change(self.bonus, format!("{:+} by its abilities", self.bonus));
        }
        if let Some(modified) = modified {
            modified.apply(&mut help, Changes::Armour);
        }
        if let Some(bonus) = question.number("armour-bonus", -9, 9)? {
            help.change(bonus, format!("{bonus:+} as said"));
        }
        figure.why.extend(help.why.drain(1..));
        let ordinary = wounds::armour_need(armour, ap, help.value);
        let best = self.invulnerable.iter().min().map(|value| *value as i8);
        let (need, line) = match best {
            Some(value) if value < ordinary || self.armour.is_none() => (
                value,
                format!(
                    "Armour: {} (invulnerable, which nothing modifies [killteam:ARM-2]).",
                    needs(value)
                ),
            ),
            _ => (ordinary, figure.line(&needs(ordinary))),
        };
        Ok(Some((Save { need, repeat: self.repeat }, line)))
    }

    fn line(&self) -> Option<String> {
        let body = self.body?;
        let mut text = format!("Wounds: {} left", body.wounds);
        if body.was_down {
            text += ", knocked down, so without a recovery roll [killteam:DOWN-8]";
        } else if body.recovery != 0 {
            text += &format!(", {:+} to recover", body.recovery);
        }
        Some(text + ".")
    }
}

/// A model as it takes wounds: its recovery is judged when it has none left.
pub fn body_of(state: &State, harm: &Harm, fells: bool) -> Body {
    let id = harm.target;
    let mut ended = state.clone();
    ended.models[id.index()].wounds = 0;
    let repeat = crate::rules::feats::reroll(&ended, id, crate::card::RollOf::Recovery, None);
    Body {
        wounds: state.model(id).wounds,
        was_down: harm.was_down,
        fells: fells || harm.fells || harm.cause == Cause::Fall,
        recovery: wounds::recovery_bonus(&ended, id),
        repeat: tell::repeat(repeat),
    }
}

/// The model a question names as the target.
fn model(question: &Question, state: Option<&State>) -> Result<Option<Id>, Refused> {
    match (question.get("target"), state) {
        (None, _) => Ok(None),
        (Some(_), None) => {
            Err(Refused::wrong("--target is a model of a position: say which position with --at"))
        }
        (Some(text), Some(state)) => placed(state, text)
            .map(Some)
            .map_err(|error| Refused::wrong(format!("--target {text}: {error}"))),
    }
}

/// Reads a question of numbers and answers it.
pub fn answer(question: &Question, key: &str, state: Option<&State>) -> Result<Answer, Refused> {
    match key {
        "dice" => attack(question, state),
        _ => harm(question, key, state),
    }
}

fn target(
    question: &Question,
    state: Option<&State>,
    down: bool,
    cause: impl Fn(Id) -> Cause,
) -> Result<Target, Refused> {
    match (model(question, state)?, state) {
        (Some(id), Some(state)) => Target::of_model(question, state, id, cause(id)),
        _ => Target::of_numbers(question, down),
    }
}

/// An attack by its numbers.
fn attack(question: &Question, state: Option<&State>) -> Result<Answer, Refused> {
    let own = ["hit", "ap", "damage", "melee", "with", "hit-bonus", "sixes", "repeat", "rolled"];
    question.only("dice", &[&own[..], &TARGET].concat())?;
    let mut modified = Modified::read(question)?;
    let mut target = target(question, state, modified.down(), Cause::Feat)?;
    let lies = target.body.is_some_and(|body| body.was_down);
    if lies && !modified.down() {
        modified.list.push(MODIFIERS[9]);
    }
    if let Some(body) = &mut target.body {
        body.was_down = modified.down();
    }
    let printed = question.number("dice", 1, 20)?.unwrap_or(1);
    let Some(hit) = question.number("hit", 1, 9)? else {
        return Err(Refused::wrong(
            "--dice says how many, not what they need: say --hit as well, as in --hit 4",
        ));
    };
    let ap = question.number("ap", 0, 9)?.unwrap_or(0);
    let damage = question.number("damage", 1, 20)?.unwrap_or(1);
    let mut dice = Figure::new("Dice", printed, format!("{printed} on the card"));
    modified.apply(&mut dice, Changes::Dice);
    // A bonus to the roll lowers what it needs.
    let mut bonus = Figure::new("", 0, String::new());
    modified.apply(&mut bonus, Changes::Hit);
    if let Some(more) = question.number("hit-bonus", -9, 9)? {
        bonus.change(more, format!("{more:+} as said"));
    }
    let mut need = Figure::new("To hit", hit - bonus.value, format!("{hit}+ on the card"));
    need.why.extend(bonus.why.drain(1..));
    let mut piercing = Figure::new("AP", ap, format!("{ap} on the card"));
    modified.apply(&mut piercing, Changes::Ap);
    let save = target.save(question, piercing.value, Some(&modified))?;
    let sixes = question.number("sixes", 1, 9)?.unwrap_or(0) as u8;
    let repeat = read_repeat(question, "repeat")?;
    let source = Source::Roll { dice: dice.value as u8, need: need.value, repeat, sixes };
    let part = part_of(source, damage, &target, save.as_ref())?;
    let mut given = vec![
        dice.line(&dice.value.to_string()),
        need.line(&needs(need.value)),
        piercing.line(&piercing.value.to_string()),
        format!("Damage: {damage}."),
    ];
    if sixes > 0 {
        let wounds = count(sixes, "mortal wound");
        given.push(format!("Each natural 6 to hit also causes {wounds} [killteam:WND-8]."));
    }
    given.extend(save.map(|(_, line)| line));
    given.extend(target.line());
    let about = format!(
        "A {} attack with {} at {}",
        modified.reach,
        if dice.value == 1 { "1 die".into() } else { format!("{} dice", dice.value) },
        target.name
    );
    let goal = tell::goal(question, &[part])?;
    let have = [1, if part.save.is_some() { target.cp[1] } else { 0 }];
    let points = Points::of(question, have)?;
    if let Some(rolled) = question.get("rolled") {
        let lie = read_rolled(rolled, dice.value as u8, Need(need.value))?;
        let cases = hit_choices(&part, goal, lie, points.now());
        let given = given.into_iter().chain([format!("On the table: {rolled}.")]).collect();
        return Ok(tell::answer(about, given, cases, goal));
    }
    let cases = tell::cases(&[(target.name, part)], goal, &points);
    let mut answer = tell::answer(about, given, cases, goal);
    if points.said == [None, None] {
        answer.notes.extend(tell::advice(&part, goal));
    }
    Ok(answer)
}

fn part_of(
    source: Source,
    damage: i8,
    target: &Target,
    save: Option<&(Save, String)>,
) -> Result<Part, Refused> {
    if target.body.is_some() && save.is_none() && !matches!(source, Source::Sure { hits: 0, .. }) {
        return Err(Refused::wrong(
            "--wounds alone does not say what is saved: say --armour as well, 7 for none but sixes",
        ));
    }
    Ok(Part { source, damage: damage as u8, save: save.map(|(save, _)| *save), body: target.body })
}

/// Harm without a roll to hit: falls, abilities, mortal wounds.
///
/// Rules `killteam:VERT-9`, `killteam:WND-8`, `killteam:WND-11`, `killteam:WND-12`, `killteam:K25`.
fn harm(question: &Question, key: &str, state: Option<&State>) -> Result<Answer, Refused> {
    let more: &[&str] = match key {
        "hits" => &["ap", "damage", "mortal"],
        _ => &[],
    };
    question.only(key, &[more, &TARGET].concat())?;
    if question.has("cp") {
        return Err(Refused::wrong("--cp is the attacker's, and there is none: say --enemy-cp"));
    }
    let cause = |id| if key == "fall" { Cause::Fall } else { Cause::Feat(id) };
    let mut target = target(question, state, question.has("down"), cause)?;
    let (hits, ap, about) = match key {
        "fall" => {
            let said = question.get("fall").unwrap_or("");
            let height =
                Length::parse(said).ok().filter(|height| height.0 >= 0).ok_or_else(|| {
                    Refused::wrong(format!("--fall {said}: write a height in inches, such as 5"))
                })?;
            let hits = moving::fall_hits(height);
            if height - Length::inches(2) >= Length::inches(i32::from(hits) + 1) {
                return Err(Refused::wrong(format!(
                    "--fall {said}: no table is that high; write a height of less than 23 inches"
                )));
            }
            if let Some(body) = &mut target.body {
                body.fells = true;
            }
            (
                hits,
                hits as i8,
                format!(
                    "A fall of {height}: {} at AP {hits} [killteam:VERT-9]",
                    count(hits, "hit")
                ),
            )
        }
        "hits" => {
            let hits = question.number("hits", 1, 20)?.unwrap_or(1) as u8;
            (hits, question.number("ap", 0, 9)?.unwrap_or(0), count(hits, "hit"))
        }
        _ => (0, 0, String::new()),
    };
    let mortal = question.number("mortal", 1, 40)?.unwrap_or(0) as u8;
    let mut what = vec![about];
    if mortal > 0 {
        what.push(count(mortal, "mortal wound"));
    }
    what.retain(|text| !text.is_empty());
    let damage = question.number("damage", 1, 20)?.unwrap_or(1);
    let save = if hits > 0 { target.save(question, ap, None)? } else { None };
    if hits > 0 && save.is_none() {
        return Err(Refused::wrong(format!(
            "--{key} needs the armour it meets: say --armour, as in --armour 4, or --target in a position"
        )));
    }
    let part = part_of(Source::Sure { hits, mortal }, damage, &target, save.as_ref())?;
    let goal = tell::goal(question, &[part])?;
    let have = [0, if hits > 0 { target.cp[1] } else { 0 }];
    let points = Points::of(question, have)?;
    let mut given: Vec<String> = save.map(|(_, line)| line).into_iter().collect();
    given.extend(target.line());
    let about = format!("{} for {}", what.join(" and "), target.name);
    let cases = tell::cases(&[(target.name, part)], goal, &points);
    Ok(tell::answer(about, given, cases, goal))
}
