//! Answers to the questions people argue about: how far, how much is seen, what an attack needs and
//! why, what a path costs and whom it provokes, who holds what.

use kernel::{Refusal, RuleId, Seat};
use table::{Convex, Hider, INCH, Length, Link, Path, Point, Role, Sight, Spot, Way};

use crate::action::{self, Blow};
use crate::card::{Effect, Reach, RollOf, Which};
use crate::check;
use crate::narrate::{Names, count, needs, objective, strikes};
use crate::rules::attack::{self, Changes, Modifier, Plan, Why};
use crate::rules::feats::Origin;
use crate::rules::{engagement, moving, nerve, rounds, scoring, wounds};
use crate::setup::OBJECTIVES;
use crate::stat_card::{effect_text, feat_text, quirk_text};
use crate::state::{
    Attack, AttackKind, Cause, Harm, Id, LEGS, Models, MoveFor, Route, State, members, other,
};
use crate::view::View;
use crate::violation::Violation;
use crate::words::{feat_lines, weapon_lines};

const HELP: [&str; 11] = [
    "card A1: its values, attacks and feats",
    "range A1 B2: how far apart they are",
    "sight A1 B2: clear, obscured or blocked, and by what",
    "engaged A1: with whom it is engaged",
    "attack A1 1 at B2: every modifier with its reason",
    "move A1 by 12,3; 14,5: what the path costs, and whom it provokes",
    "terrain 12,3 or terrain A1: what stands there and near it, how high, and how to write its floors",
    "objectives: who holds what",
    "cp: the command points, and what they buy",
    "nerve A1: whether it must test, and what it needs",
    "any action: whether it is allowed now, and why not",
];

/// Answers a question from what the seat knows.
pub fn explain(view: &View, question: &str) -> Result<Vec<String>, String> {
    let state = &view.state;
    let question = question.trim();
    let words: Vec<&str> = question.split_whitespace().collect();
    match words[..] {
        [] => Err(format!("ask one of: {}", HELP.join("; "))),
        ["help"] => Ok(HELP.iter().map(|line| (*line).to_owned()).collect()),
        ["card", id] => Ok(card(state, known(state, id)?)),
        ["range", a, b] => Ok(range(state, placed(state, a)?, placed(state, b)?)),
        ["sight", a, b] => sight(state, placed(state, a)?, placed(state, b)?),
        ["engaged", id] => Ok(engaged(state, placed(state, id)?)),
        ["attack", id, ref rest @ ..] if id.parse::<Id>().is_ok() => {
            attack_answer(state, placed(state, id)?, &rest.join(" "))
        }
        ["move", id, "by", ref rest @ ..] => {
            path_answer(state, placed(state, id)?, &rest.join(" "))
        }
        ["objectives"] => Ok(objectives(state)),
        ["terrain", at] if at.contains(',') || at.parse::<Id>().is_ok() => {
            Ok(terrain(state, point(state, at)?))
        }
        ["cp"] => Ok(command_points(state)),
        ["nerve", id] => Ok(nerve_answer(state, placed(state, id)?)),
        _ => allowed(view, question),
    }
}

fn known(state: &State, text: &str) -> Result<Id, String> {
    let id: Id = text.parse()?;
    if state.exists(id) { Ok(id) } else { Err(format!("there is no model {id} in this game")) }
}

/// The model of that id, if it is on the table.
pub fn placed(state: &State, text: &str) -> Result<Id, String> {
    let id = known(state, text)?;
    if state.in_play(id) { Ok(id) } else { Err(format!("{id} is not on the table")) }
}

fn allowed(view: &View, question: &str) -> Result<Vec<String>, String> {
    let action = action::parse(question)
        .map_err(|error| format!("{error}. Or ask one of: {}", HELP.join("; ")))?;
    Ok(match check::check(&view.state, view.seat, &action) {
        Ok(()) => {
            let words = <crate::KillTeam as kernel::Words>::describe_action(view, &action);
            let mut answer = vec![format!("Yes: {words}.")];
            let warning = <crate::KillTeam as kernel::Words>::warning(view, &action);
            answer.extend(warning.map(|warning| format!("But {warning}.")));
            answer
        }
        Err(violation) => vec![format!("No: {violation} [{}].", violation.rule())],
    })
}

fn card(state: &State, id: Id) -> Vec<String> {
    let profile = state.profile(id);
    let invulnerable: Vec<String> =
        profile.invulnerable.iter().map(|value| format!("{value}+")).collect();
    let mut line = format!(
        "{}: speed {}, armour {}+, {} of {} wounds, nerve {}+, {} CP, {} points, base {}, {} tall",
        Names(&state.fixed.setup).of(id),
        profile.speed,
        profile.armour,
        state.model(id).wounds,
        profile.wounds,
        profile.nerve,
        profile.cp,
        profile.points,
        profile.base,
        profile.height
    );
    if !invulnerable.is_empty() {
        line += &format!(", invulnerable {}", invulnerable.join(" or "));
    }
    if profile.leader {
        line += ", leader";
    }
    let mut answer = vec![line + "."];
    for (line, weapon) in weapon_lines(state, id).into_iter().zip(&profile.weapons) {
        answer.push(line);
        answer.extend(weapon.rules.iter().map(|rule| format!("  {}", quirk_text(rule))));
    }
    let faction = state.fixed.setup.teams[id.seat().index()].find_faction().ok();
    for (line, feat) in feat_lines(state, id).into_iter().zip(&profile.feats) {
        // The line has its name and when it comes; the rest says on whom and what it does.
        let text = faction.map(|faction| feat_text(feat, faction)).unwrap_or_default();
        let does = text.split_once(" - ").map_or("", |(_, does)| does);
        answer.push(if does.is_empty() { line } else { format!("{line} - {does}") });
    }
    answer
}

/// What there is at a point and within two inches of it.
pub fn terrain(state: &State, at: Point) -> Vec<String> {
    let spot = |point: Point| Spot { at: point, ..Spot::default() };
    let up = |height: Length| height.to_string().trim_end_matches('"').to_owned();
    let floors = moving::heights(state, at);
    let stand: Vec<String> = floors
        .iter()
        .map(|height| match height.0 {
            0 => "on the ground".into(),
            _ => format!("{height} up, written `{} up {}`", spot(at), up(*height)),
        })
        .collect();
    let mut answer = vec![format!("At {} there is a surface {}.", spot(at), stand.join(" and "))];
    let disc = Convex::disc(at, 0);
    for (number, piece) in state.board.table.pieces.iter().enumerate() {
        let number = number as u16;
        let near = |shape: &Convex| shape.within(&disc, 0, 2 * INCH);
        let blocks = state.board.blocks.iter().filter(|b| b.piece == number && near(&b.shape));
        let areas = state.board.areas.iter().filter(|a| a.piece == number && near(&a.shape));
        let mut parts: Vec<String> = Vec::new();
        parts.extend(areas.map(|area| match area.z {
            0 => format!("{} ground", area.kinds),
            z => format!("{} ground {} up", area.kinds, Length(z)),
        }));
        parts.extend(blocks.map(|block| {
            let role = match block.role {
                Role::Solid => "solid",
                Role::Sill => "a sill",
                Role::Lintel => "a lintel",
                Role::Slab => "a floor",
            };
            let (low, high) = (Length(block.low), Length(block.high));
            match block.role {
                Role::Slab => format!("{role} at {high}"),
                _ => format!("{role} from {low} to {high} ({})", block.kinds),
            }
        }));
        let line = |link: &&Link| {
            link.piece == number
                && Convex::hull(&[link.from, link.to]).is_some_and(|line| near(&line))
        };
        parts.extend(state.board.links.iter().filter(line).map(|link| {
            let (low, high) = (Length(link.low), Length(link.high));
            format!("{} from {low} to {high}", link.way)
        }));
        parts.sort();
        parts.dedup();
        if !parts.is_empty() {
            answer.push(format!("{}: {}.", piece.name, parts.join("; ")));
        }
    }
    if answer.len() == 1 {
        answer.push("No terrain is within 2.0\" of it.".into());
    }
    answer
}

/// The point a question is about: a place, or where a model is.
fn point(state: &State, text: &str) -> Result<Point, String> {
    match text.parse::<Id>() {
        Ok(id) => {
            let id = placed(state, &id.to_string())?;
            Ok(state.figure(id).map_or_else(Point::default, |figure| figure.spot.at))
        }
        Err(_) => text.parse::<Spot>().map(|spot| spot.at),
    }
}

fn range(state: &State, a: Id, b: Id) -> Vec<String> {
    let names = Names(&state.fixed.setup);
    let gap = state.gap(a, b);
    let mut answer =
        vec![format!("{} and {} are {gap} apart [killteam:MEAS-2].", names.of(a), names.of(b))];
    for (from, to) in [(a, b), (b, a)] {
        if from.seat() == to.seat() {
            continue;
        }
        for (weapon, number) in state.profile(from).weapons.iter().zip(1..) {
            let within = if attack::reaches(state, from, weapon, to) { "in" } else { "out of" };
            answer.push(format!(
                "{}: attack {number}, {}, {}, is {within} reach.",
                names.of(from),
                weapon.name,
                weapon.range
            ));
        }
    }
    answer
}

/// What stands between two models, in words.
fn hiders(state: &State, a: Id, b: Id) -> String {
    let list: Vec<String> = state
        .scene()
        .hiders(a.index(), b.index())
        .into_iter()
        .map(|hider| match hider {
            Hider::Piece(piece) => state.board.piece_name(piece).to_owned(),
            Hider::Figure(number) => Names(&state.fixed.setup).of(Id(number as u8)),
        })
        .collect();
    list.join(", ")
}

fn sight(state: &State, a: Id, b: Id) -> Result<Vec<String>, String> {
    if a == b {
        return Err("name two models".into());
    }
    let names = Names(&state.fixed.setup);
    let (from, to) = (names.of(a), names.of(b));
    Ok(vec![match state.scene().sight(a.index(), b.index()) {
        Sight::Clear => format!("{from} sees {to} clearly [killteam:SIGHT-2]."),
        Sight::Obscured => {
            format!("{from} sees {to} obscured by {} [killteam:SIGHT-5].", hiders(state, a, b))
        }
        Sight::Blocked => {
            format!("{from} can't see {to}: {} [killteam:ATK-4].", hiders(state, a, b))
        }
    }])
}

fn engaged(state: &State, id: Id) -> Vec<String> {
    let names = Names(&state.fixed.setup);
    let by = engagement::engagements(state, id);
    let mut answer = vec![format!("{} is engaged with {}.", names.of(id), names.list(by))];
    if let Some(reach) = state.profile(id).engages {
        answer.push(format!("It engages enemies within {reach} that it sees [killteam:ENG-1]."));
    } else {
        answer.push("It has no melee attack, so it engages nobody itself [killteam:K18].".into());
    }
    let pinned = engagement::pinned_by(state, id);
    if by != 0 && pinned == 0 {
        answer.push("All of them are knocked down: it may shoot and be shot at.".into());
    }
    answer
}

/// An attack with everything that modifies it, for telling.
pub struct Forecast {
    /// The attack as it would be declared.
    pub attack: Attack,
    /// What its feats cost.
    pub cost: u8,
    lists: Vec<Vec<Modifier>>,
    others: Vec<Vec<(Effect, Origin)>>,
    sights: Vec<Sight>,
}

impl Forecast {
    /// The attack as it would be now, or why it can't be made.
    pub fn of(state: &State, by: Id, kind: AttackKind, blow: &Blow) -> Result<Self, Violation> {
        let only = match kind {
            AttackKind::Charge => state.activation.and_then(|activation| activation.charging),
            AttackKind::Disengaging => state.moving.as_ref().map(|moving| moving.model),
            AttackKind::Retaliation => state.answers.map(|answers| answers.attacker),
            AttackKind::Action => None,
        };
        Self::at(state, by, kind, blow, only)
    }

    /// The same with the one target that an attack of its kind has, as if it were the time for it.
    pub fn at(
        state: &State,
        by: Id,
        kind: AttackKind,
        blow: &Blow,
        only: Option<Id>,
    ) -> Result<Self, Violation> {
        if !state.exists(by) {
            return Err(Violation::NoModel { model: by });
        }
        if !state.in_play(by) {
            return Err(Violation::NotInPlay { model: by });
        }
        let plan = Plan { attacker: by, kind, blow };
        let (attack, cost) = plan.declare(state, only)?;
        let weapon = attack::weapon(state, by, blow.weapon)?;
        let mut lists = Vec::new();
        let mut others = Vec::new();
        let mut sights = Vec::new();
        for aimed in &attack.targets {
            let sight = match weapon.kind {
                Reach::Ranged => state.scene().sight(by.index(), aimed.target.index()),
                Reach::Melee => Sight::Clear,
            };
            let (list, _) = plan.modifiers(state, weapon, aimed.target, sight);
            lists.push(list.into_iter().collect());
            others.push(plan.others(state, weapon, aimed.target));
            sights.push(sight);
        }
        Ok(Forecast { attack, cost, lists, others, sights })
    }

    /// In one line: who, with what, at whom, how many dice, what they need and why.
    pub fn line(&self, state: &State) -> String {
        let names = Names(&state.fixed.setup);
        let attack = &self.attack;
        let weapon = &state.profile(attack.attacker).weapons[usize::from(attack.weapon)];
        let verb = strikes(attack.kind, weapon.kind == Reach::Ranged);
        let mut text = format!("{} {verb} {} at ", names.of(attack.attacker), weapon.name);
        for (i, (aimed, list)) in attack.targets.iter().zip(&self.lists).enumerate() {
            let mut why: Vec<String> = Vec::new();
            for modifier in list.iter().filter(|modifier| modifier.changes == Changes::Hit) {
                why.push(format!("{} {:+}", self.reason(state, modifier.why), modifier.delta));
            }
            let why = if why.is_empty() { String::new() } else { format!(" ({})", why.join(", ")) };
            let cover = match aimed.armour {
                0 => String::new(),
                bonus => format!(", armour {bonus:+}"),
            };
            text += &format!(
                "{}{}: {}, {} to hit{why}, AP {}{cover}",
                if i == 0 { "" } else { "; " },
                names.of(aimed.target),
                if aimed.dice == 1 { "1 die".into() } else { format!("{} dice", aimed.dice) },
                needs(aimed.need),
                aimed.ap
            );
        }
        if self.cost > 0 {
            text += &format!(", for {} CP", self.cost);
        }
        text
    }

    /// Everything that modifies the attack on the target of that place: which number, by how much,
    /// why, and by which rule.
    pub fn modifiers(&self, state: &State, place: usize) -> Vec<(Changes, i8, String, RuleId)> {
        let weapon = &state.profile(self.attack.attacker).weapons[usize::from(self.attack.weapon)];
        let list = self.lists.get(place).map_or(&[][..], |list| &list[..]);
        let mut told: Vec<(Changes, i8, String, RuleId)> = list
            .iter()
            .map(|one| {
                let rule = one.why.rule(weapon.kind, one.changes);
                (one.changes, one.delta, self.reason(state, one.why), rule)
            })
            .collect();
        if let Some(aimed) = self.attack.targets.get(place)
            && weapon.kind == Reach::Melee
            && aimed.dice > weapon.dice
            && engagement::outnumbers(state, self.attack.attacker, aimed.target)
            && !told.iter().any(|(changes, ..)| *changes == Changes::Dice)
        {
            told.push((Changes::Dice, 1, "outnumbered".into(), RuleId("killteam:MEL-6")));
        }
        told
    }

    /// What else works on the attack on the target of that place and is no number: re-rolls, what
    /// sixes do, what is passed over. Each with the feat or special rule it comes from.
    pub fn also(&self, state: &State, place: usize) -> Vec<(String, RuleId)> {
        let weapon = &state.profile(self.attack.attacker).weapons[usize::from(self.attack.weapon)];
        let list = self.others.get(place).map_or(&[][..], |list| &list[..]);
        let tell = |(effect, origin): &(Effect, Origin)| {
            let why = Why::From(*origin);
            let text = format!("{}: {}", self.reason(state, why), effect_text(effect));
            (text, why.rule(weapon.kind, Changes::Hit))
        };
        list.iter().map(tell).collect()
    }

    fn reason(&self, state: &State, why: Why) -> String {
        let weapon = &state.profile(self.attack.attacker).weapons[usize::from(self.attack.weapon)];
        match why {
            Why::Obscured => "obscured".into(),
            Why::LongRange => "long range".into(),
            Why::Aim => "aim".into(),
            Why::Focus => "focus".into(),
            Why::Charge => "charge".into(),
            Why::Disengaging => "it leaves".into(),
            Why::Down => "knocked down".into(),
            Why::Cover => "cover".into(),
            Why::Outnumbered => "outnumbered".into(),
            Why::From(Origin::Feat(id, index)) => state
                .profile(id)
                .feats
                .get(usize::from(index))
                .map_or("a feat".into(), |feat| feat.name.clone()),
            Why::From(Origin::Quirk(index)) => weapon
                .rules
                .get(usize::from(index))
                .map_or("a special rule".into(), |rule| rule.name.clone()),
        }
    }

    /// Every number with its reasons and rules, a line each.
    pub fn lines(&self, state: &State) -> Vec<String> {
        let mut answer = vec![format!("{}.", self.line(state))];
        let attack = &self.attack;
        let weapon = &state.profile(attack.attacker).weapons[usize::from(attack.weapon)];
        for (i, (aimed, list)) in attack.targets.iter().zip(&self.lists).enumerate() {
            let target = aimed.target;
            let sum = |changes: Changes, printed: String| {
                let mut text = printed;
                for modifier in list.iter().filter(|modifier| modifier.changes == changes) {
                    text += &format!(
                        ", {:+} {} [{}]",
                        modifier.delta,
                        self.reason(state, modifier.why),
                        modifier.why.rule(weapon.kind, changes)
                    );
                }
                text
            };
            let extra = i16::from(aimed.dice) - i16::from(weapon.dice);
            let dice = sum(Changes::Dice, format!("{} on the card", weapon.dice));
            let outnumbered = if weapon.kind == Reach::Melee
                && engagement::outnumbers(state, attack.attacker, target)
                && extra > 0
            {
                ", +1 outnumbered [killteam:MEL-6]"
            } else {
                ""
            };
            answer.push(format!("{target}, dice: {} ({dice}{outnumbered}).", aimed.dice));
            let hit = sum(Changes::Hit, format!("{}+ on the card", weapon.hit));
            answer.push(format!("{target}, to hit: {} ({hit}).", needs(aimed.need)));
            let ap = sum(Changes::Ap, format!("{} on the card", weapon.ap));
            answer.push(format!("{target}, AP: {} ({ap}).", aimed.ap));
            let damage = sum(Changes::Damage, format!("{} on the card", weapon.damage));
            answer.push(format!("{target}, damage: {} ({damage}).", aimed.damage));
            if self.sights[i] == Sight::Obscured {
                let by = hiders(state, attack.attacker, target);
                answer.push(format!("{target} is obscured by {by}."));
            }
            if aimed.sixes > 0 {
                let wounds = count(aimed.sixes, "mortal wound");
                answer.push(format!(
                    "{target}: each natural 6 to hit also causes {wounds} [killteam:WND-8]."
                ));
            }
            if aimed.fells {
                answer.push(format!(
                    "{target}: a wound that leaves it in play knocks it down [killteam:CARD-21]."
                ));
            }
            if let Some(which) = aimed.reroll {
                let which = match which {
                    Which::Ones => "dice that show a 1",
                    Which::One => "the first die that failed",
                    Which::Failures => "all dice that failed",
                };
                let by = self.others[i].iter().filter_map(|(effect, origin)| match effect {
                    Effect::Reroll { roll: RollOf::Hit, .. } => {
                        Some(self.reason(state, Why::From(*origin)))
                    }
                    _ => None,
                });
                let by = by.collect::<Vec<_>>().join(", ");
                answer
                    .push(format!("{target}: {which} to hit will be rolled again at once ({by})."));
            }
            answer.push(self.armour_line(state, i));
        }
        answer
    }

    fn armour_line(&self, state: &State, i: usize) -> String {
        let (aimed, list) = (&self.attack.targets[i], &self.lists[i]);
        let profile = state.profile(aimed.target);
        let harm = Harm {
            target: aimed.target,
            cause: Cause::Attack(self.attack.attacker),
            hits: 1,
            ap: aimed.ap,
            armour: aimed.armour,
            damage: aimed.damage,
            mortal: 0,
            was_down: aimed.was_down,
            fells: aimed.fells,
            piercing: aimed.piercing,
        };
        let (need, invulnerable) = wounds::best_armour(state, &harm, 0);
        let mut text = format!("{}, armour: {}", aimed.target, needs(need));
        if invulnerable {
            return text + " (invulnerable, which nothing modifies [killteam:ARM-2]).";
        }
        text += &format!(" ({}+ on the card", profile.armour);
        if aimed.ap != 0 {
            text += &format!(", {:+} AP [killteam:ATK-12]", -aimed.ap);
        }
        for modifier in list.iter().filter(|modifier| modifier.changes == Changes::Armour) {
            let weapon =
                &state.profile(self.attack.attacker).weapons[usize::from(self.attack.weapon)];
            text += &format!(
                ", {:+} {} [{}]",
                modifier.delta,
                self.reason(state, modifier.why),
                modifier.why.rule(weapon.kind, Changes::Armour)
            );
        }
        text += ").";
        if !list.iter().any(|modifier| modifier.why == Why::Cover) {
            text += " No cover: it touches no obstacle that hides it [killteam:RNG-6].";
        }
        text
    }
}

fn attack_answer(state: &State, id: Id, text: &str) -> Result<Vec<String>, String> {
    let action::Action::Act(action::Act::Attack(blow)) = action::parse(&format!("attack {text}"))?
    else {
        return Err("write it as in: attack A1 1 at B2".into());
    };
    Ok(match Forecast::of(state, id, AttackKind::Action, &blow) {
        Ok(forecast) => forecast.lines(state),
        Err(violation) => vec![format!("No: {violation} [{}].", violation.rule())],
    })
}

/// The enemies that could strike at a model on its way along a path.
pub fn provokes(state: &State, model: Id, path: &Route) -> Models {
    let mut ahead = state.clone();
    let Some(from) = state.figure(model).map(|figure| figure.spot) else { return 0 };
    let path = &moving::gone(state, model, path);
    let (mut got, mut by) = (moving::Progress::START, 0);
    // Every step either leaves somebody's reach or goes on; a path has few such points.
    for _ in 0..LEGS * 20 {
        let Some(exit) = moving::next_exit(&ahead, model, from, path, got) else { break };
        let Some(figure) = &mut ahead.figures[model.index()] else { break };
        figure.spot = exit.at;
        let asked = if got.is_at(&exit) { got.asked | exit.by } else { exit.by };
        got = moving::Progress { leg: exit.leg, along: exit.along, asked };
        by |= moving::strikers(&ahead, model, exit.by);
    }
    by
}

fn path_answer(state: &State, id: Id, text: &str) -> Result<Vec<String>, String> {
    let names = Names(&state.fixed.setup);
    let path: Path = text.parse()?;
    let route: Route = path.iter().copied().take(LEGS).collect();
    if path.len() > LEGS {
        return Err(format!("a path has at most {LEGS} legs, not {}", path.len()));
    }
    let walked = match moving::walk(state, id, &route) {
        Ok(walked) => walked,
        Err(violation) => return Ok(vec![format!("No: {violation} [{}].", violation.rule())]),
    };
    let mut answer = Vec::new();
    for (leg, number) in walked.legs.iter().zip(1..) {
        let mut why = vec![format!("{} long", leg.length)];
        if leg.slow > Length::ZERO {
            why.push(format!("{} difficult counts twice [killteam:TER-8]", leg.slow));
        }
        for crossing in &leg.crossings {
            why.push(format!(
                "{} for crossing {}, {} high [{}]",
                crossing.cost,
                state.board.piece_name(crossing.piece),
                crossing.height,
                if crossing.height <= Length::inches(2) {
                    "killteam:TER-4"
                } else {
                    "killteam:TER-5"
                }
            ));
        }
        if leg.rise != Length::ZERO {
            let rule = match leg.way {
                Way::Stairs => "killteam:VERT-1",
                Way::Ladder => "killteam:VERT-2",
                _ => "killteam:VERT-3",
            };
            why.push(format!("{} {} [{rule}]", leg.way, leg.rise));
        }
        if let Some(drop) = leg.drop {
            let hits = moving::fall_hits(drop);
            let harm = if hits > 0 {
                format!("{} at AP {hits} [killteam:VERT-9]", count(hits, "hit"))
            } else {
                "harmless [killteam:VERT-6]".into()
            };
            why.push(format!("a drop of {drop}, {harm}"));
        }
        answer.push(format!("Leg {number} to {}: {} ({}).", leg.to, leg.cost, why.join(", ")));
    }
    let kinds = [
        ("walk", MoveFor::Walk),
        ("run", MoveFor::Run),
        ("charge", MoveFor::Charge(Id::new(other(id.seat()), 0))),
    ];
    let list: Vec<String> = kinds
        .into_iter()
        .map(|(name, why)| {
            let (allowed, rule) = moving::allowance(state, id, why);
            let enough = if walked.cost <= allowed { "enough" } else { "too short" };
            format!("a {name} is {allowed}, {enough} [{rule}]")
        })
        .collect();
    answer.push(format!("In all {}: {}.", walked.cost, list.join("; ")));
    let by = provokes(state, id, &route);
    answer.push(match by {
        0 => "Nobody could strike at it on its way.".into(),
        by => format!("{} could strike at it on its way [killteam:ENG-5].", names.list(by)),
    });
    Ok(answer)
}

fn objectives(state: &State) -> Vec<String> {
    let names = Names(&state.fixed.setup);
    (0..OBJECTIVES.len())
        .map(|index| {
            let at = OBJECTIVES[index];
            let place = table::Spot { at, ..table::Spot::default() };
            let worth = [Seat(0), Seat(1)].map(|seat| scoring::worth(state, index, seat));
            let mut text = format!(
                "{} at {place}, worth {} to A and {} to B: ",
                objective(index),
                worth[0],
                worth[1]
            );
            let there = |seat: Seat| -> Models {
                state
                    .on_table(seat)
                    .filter(|id| scoring::touches(state, *id, index))
                    .fold(0, |set, id| set | id.bit())
            };
            let both = there(Seat(0)) | there(Seat(1));
            if let Some(holder) = scoring::holder(state, index) {
                text += &format!("{holder} holds it with {}", names.list(there(holder)));
            } else if both == 0 {
                text += "nobody touches it";
            } else if there(Seat(0)) != 0 && there(Seat(1)) != 0 {
                text += &format!("contested by {} [killteam:INTEL-5]", names.list(both));
            } else {
                let why: Vec<String> = members(both)
                    .map(|id| {
                        let why = if state.model(id).down {
                            "knocked down [killteam:INTEL-6]"
                        } else {
                            "engaged [killteam:INTEL-7]"
                        };
                        format!("{} is {why}", names.of(id))
                    })
                    .collect();
                text += &format!("nobody holds it: {}", why.join(", "));
            }
            text + "."
        })
        .collect()
}

fn command_points(state: &State) -> Vec<String> {
    let mut answer: Vec<String> = [Seat(0), Seat(1)]
        .into_iter()
        .map(|seat| {
            let team = state.team(seat);
            format!(
                "{seat} has {} CP and {}; as things stand a new round gives {} CP \
                 [killteam:ROUND-5].",
                team.cp,
                count(team.tokens, "pass token"),
                rounds::command_points(state, seat)
            )
        })
        .collect();
    answer.push(
        "1 CP buys an extra short action [killteam:CMD-3], a follow-up [killteam:CMD-6], a \
         re-roll of a die to hit or of armour [killteam:CMD-9], or a retaliation \
         [killteam:CMD-14]; 2 CP buy a re-activation [killteam:CMD-10]; what is left can be bid \
         for the initiative [killteam:CMD-18]."
            .into(),
    );
    answer
}

/// Whether a model must test its nerve and what it needs, and how its team stands.
pub fn nerve_answer(state: &State, id: Id) -> Vec<String> {
    let name = Names(&state.fixed.setup).of(id);
    let seat = id.seat();
    let (left, started) = (state.count(seat), state.fixed.counts[seat.index()]);
    let why = if !state.team(seat).broken {
        "its team is not broken [killteam:NERVE-6]"
    } else if state.model(id).steady {
        "it was activated in this round [killteam:NERVE-7]"
    } else if engagement::is_engaged(state, id) {
        "it is engaged [killteam:K52]"
    } else {
        ""
    };
    let need = needs(nerve::need(state, id));
    let first = if why.is_empty() {
        format!("{name} must test its nerve when it is activated, and needs {need}.")
    } else {
        format!("{name} need not test its nerve: {why}. It would need {need}.")
    };
    let verdict = if nerve::broken(left, usize::from(started)) { "" } else { "not " };
    vec![
        first,
        format!(
            "{seat} has {left} of {started} models: in a new round it would {verdict}be broken \
             [killteam:NERVE-4]."
        ),
    ]
}
