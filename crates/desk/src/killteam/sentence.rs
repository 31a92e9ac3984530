//! What could be done, as a sentence: who does what to whom, where to, and how likely it helps.

use kernel::{Played, Words};
use killteam::KillTeam;
use killteam::action::{Act, Action, Blow};
use killteam::card::Reach;
use killteam::check;
use killteam::explain::Forecast;
use killteam::narrate::needs;
use killteam::rules::{feats, moving};
use killteam::setup::{COUNTER, OBJECTIVES, SIDE};
use killteam::speech::Speech;
use killteam::state::{Ask, AttackKind, Id, MoveFor, Route, Side, State, other};
use killteam::view::View;
use killteam::words::strike_kind;
use table::{Length, Point};

use super::blow::percent;
use super::targets::{Kind, charged, fates, foresee};

/// An action as a sentence for the one who looks; `earlier` comes before it and is not played yet.
pub(super) fn sentence(view: &View, earlier: &[Played<Action>], action: &Action) -> String {
    let state = &view.state;
    let speech = Speech::of(&state.fixed.setup);
    // After an activation holding back ends the turn.
    let rested = earlier.last().is_some_and(|played| played.action == Action::Done);
    let turned = KillTeam::turned(view);
    let teller = Teller { state, turned, speech, now: earlier.is_empty(), rested };
    let said = teller.action(actor(state, earlier), action);
    teller.speech.say(&said)
}

/// Who is active after some actions.
fn actor(state: &State, earlier: &[Played<Action>]) -> Option<Id> {
    let now = state.activation.map(|now| now.model);
    earlier.iter().fold(now, |active, played| match played.action {
        Action::Activate(id) | Action::Reactivate(id) => Some(id),
        Action::Done | Action::Pass | Action::Finish => None,
        _ => active,
    })
}

struct Teller<'a> {
    state: &'a State,
    /// Whether the one who looks sees the table turned round.
    turned: bool,
    speech: Speech,
    /// Whether the position is the one in which it would be done: then numbers are known.
    now: bool,
    /// Whether an activation was ended just before.
    rested: bool,
}

impl Teller<'_> {
    fn action(&self, actor: Option<Id>, action: &Action) -> String {
        let state = self.state;
        let who = actor.map_or_else(|| "The model".into(), |id| self.speech.name(id));
        let asks = |ask: fn(Ask) -> bool| self.now && ask(state.ask);
        match action {
            Action::Terrain { piece, at } => {
                let piece = state.fixed.pool.get(usize::from(*piece).wrapping_sub(1));
                let name = piece.map_or("the piece", |piece| piece.name.as_str());
                format!("Put {name} {}", self.region(at.at))
            }
            Action::Side(Side::Near) => "Begin on the near side".into(),
            Action::Side(Side::Far) => "Begin on the far side".into(),
            Action::Deploy { model, at } => {
                format!("Deploy {} {} of your zone", self.speech.name(*model), self.wing(at.at))
            }
            Action::GoFirst => "Take the first turn of this round".into(),
            Action::GoSecond => "Leave the first turn to the other side".into(),
            Action::Activate(id) if asks(|ask| matches!(ask, Ask::FollowUp(_))) => {
                format!("{} follows up for 1 CP{}", self.speech.name(*id), self.wounds(*id))
            }
            Action::Activate(id) => {
                format!("Activate {}{}", self.speech.name(*id), self.wounds(*id))
            }
            Action::Reactivate(id) => {
                let cost = if asks(|ask| matches!(ask, Ask::FollowUp(_))) { 3 } else { 2 };
                format!("{} acts again for {cost} CP", self.speech.name(*id))
            }
            Action::Pass if asks(|ask| matches!(ask, Ask::Deploy(_))) => {
                "Leave the rest out of play".into()
            }
            Action::Pass if asks(|ask| matches!(ask, Ask::Terrain(_))) => {
                "Place no more terrain".into()
            }
            Action::Pass => "Pass, for a pass token".into(),
            Action::Finish => "Take no more turns in this round".into(),
            Action::RunOut => "Play the rest out: nobody is left against you".into(),
            Action::Act(act) => self.act(actor, &who, act),
            Action::Extra(act) => {
                format!("For 1 CP more: {}", self.act(actor, &who, act))
            }
            Action::Done => format!("{who} does no more"),
            Action::FallBack(_) => format!("{who} falls back towards its own edge"),
            Action::Strike { by, blow } => {
                let kind = strike_kind(state);
                let price = if kind == AttackKind::Retaliation { ", for 1 CP" } else { "" };
                format!("{}{price}", self.blow(*by, Kind::Strike, blow))
            }
            Action::Hold => match state.ask {
                Ask::ChargeAttack(_) if self.now => "Make no charge attack",
                Ask::Strike(_) if self.now => "Let it go",
                Ask::Retaliate(_) if self.now => "Do not strike back",
                Ask::FollowUp(_) if self.now => "End the turn",
                _ if self.rested => "End the turn",
                _ => "Hold back",
            }
            .into(),
            Action::Armour { invulnerable, feats } => self.armour(*invulnerable, feats),
            Action::Reroll(place) => self.reroll(*place),
            Action::Keep => "Keep the dice as they are".into(),
            Action::Bid(0) => "Bid nothing for the initiative".into(),
            Action::Bid(cp) => format!("Bid {cp} CP for the initiative"),
        }
    }

    fn act(&self, actor: Option<Id>, who: &str, act: &Act) -> String {
        match act {
            Act::Walk(path) => self.walk(actor, who, "walks", MoveFor::Walk, path),
            Act::Run(path) => self.walk(actor, who, "runs", MoveFor::Run, path),
            Act::Charge { target, .. } => {
                let whom = self.speech.name(*target);
                let odds = actor.and_then(|by| self.charge_odds(by, *target)).unwrap_or_default();
                format!("{who} charges {whom}{odds}")
            }
            Act::Attack(blow) => match actor {
                Some(by) => self.blow(by, Kind::Attack, blow),
                None => format!("{who} attacks"),
            },
            Act::Aim => format!("{who} aims: +1 to hit with its next shot"),
            Act::Focus => format!("{who} focuses: +1 to hit or +1 AP with its next strike"),
            Act::StandUp => format!("{who} stands up"),
            Act::Feat { feat, on, path, .. } => {
                let found = actor.and_then(|by| feats::find(self.state, by, *feat).ok());
                let name = found.map_or("an ability", |feat| feat.name.as_str());
                let on = on.map_or(String::new(), |on| format!(" on {}", self.speech.name(on)));
                let end = path.last().map_or(String::new(), |leg| {
                    format!(", going {}", self.towards(None, leg.to.at, 0))
                });
                format!("{who} uses {name}{on}{end}")
            }
        }
    }

    /// `Hale Orrin walks 5.0" towards the objective in the middle, out of every enemy's sight`.
    fn walk(&self, actor: Option<Id>, who: &str, verb: &str, why: MoveFor, path: &Route) -> String {
        let Some(end) = path.last().map(|leg| leg.to) else { return format!("{who} {verb}") };
        let figure = actor.and_then(|id| self.state.figure(id)).filter(|_| self.now);
        let reach = figure.map_or(0, |figure| figure.base.reach());
        let goal = self.towards(figure.map(|figure| figure.spot.at), end.at, reach);
        let walked = actor
            .filter(|_| self.now)
            .and_then(|id| moving::check_path(self.state, id, path, why, None).ok().zip(Some(id)));
        match walked {
            Some((walked, id)) => {
                format!("{who} {verb} {} {goal}{}", walked.cost, self.sights(id, walked.end))
            }
            None => format!("{who} {verb} {goal}"),
        }
    }

    /// What a move changes about who sees whom.
    fn sights(&self, id: Id, end: table::Spot) -> String {
        let seen = |state: &State| -> Vec<Id> {
            let enemies = state.on_table(other(id.seat()));
            enemies.filter(|enemy| state.scene().sees(enemy.index(), id.index())).collect()
        };
        let mut there = self.state.clone();
        there.figures[id.index()] = Some(self.state.figure_at(id, end));
        match (seen(self.state).len(), seen(&there).as_slice()) {
            (1.., []) => ", out of every enemy's sight".into(),
            (0, [one]) => format!(", into the sight of {}", self.speech.name(*one)),
            (0, more @ [_, ..]) => format!(", into the sight of {} enemies", more.len()),
            _ => String::new(),
        }
    }

    /// Where a move leads, by the objectives.
    fn towards(&self, from: Option<Point>, to: Point, reach: i32) -> String {
        let far = |at: Point, index: usize| at.distance(OBJECTIVES[index]);
        let on = |at: Point, index: usize| far(at, index) <= Length(COUNTER + reach);
        let nearest = (0..OBJECTIVES.len()).min_by_key(|index| far(to, *index)).unwrap_or(0);
        if on(to, nearest) {
            let goal = self.objective(nearest);
            return match from {
                Some(from) if on(from, nearest) => format!("and stays at {goal}"),
                _ => format!("to {goal}"),
            };
        }
        let Some(from) = from else { return format!("towards {}", self.objective(nearest)) };
        let nearer = (0..OBJECTIVES.len()).filter(|index| far(to, *index) < far(from, *index));
        match nearer.min_by_key(|index| far(to, *index)) {
            Some(goal) => {
                let short = far(to, goal) - Length(COUNTER + reach);
                format!("towards {}, {short} short of it", self.objective(goal))
            }
            None => "back".into(),
        }
    }

    fn objective(&self, index: usize) -> &'static str {
        let turned = if self.turned && index > 0 { 5 - index } else { index };
        [
            "the objective in the middle",
            "the near left objective",
            "the near right objective",
            "the far left objective",
            "the far right objective",
        ][turned.min(4)]
    }

    fn wing(&self, at: Point) -> &'static str {
        let x = if self.turned { SIDE - at.x } else { at.x };
        ["on the left", "in the middle", "on the right"][(x * 3 / SIDE).clamp(0, 2) as usize]
    }

    fn region(&self, at: Point) -> String {
        let y = if self.turned { SIDE - at.y } else { at.y };
        let depth = ["near you", "half-way across", "on the far side"];
        format!("{}, {}", self.wing(at), depth[(y * 3 / SIDE).clamp(0, 2) as usize])
    }

    /// The wounds of a model that has lost some.
    fn wounds(&self, id: Id) -> String {
        let (left, all) = (self.state.model(id).wounds, self.state.profile(id).wounds);
        if left < all { format!(" ({left} of {all} wounds left)") } else { String::new() }
    }

    fn blow(&self, by: Id, kind: Kind, blow: &Blow) -> String {
        let state = self.state;
        let weapon = state.profile(by).weapons.get(usize::from(blow.weapon).wrapping_sub(1));
        let verb = match weapon.map(|weapon| weapon.kind) {
            Some(Reach::Ranged) => "shoots at",
            _ => "strikes at",
        };
        let with = weapon.map_or(String::new(), |weapon| format!(" with {}", weapon.name));
        let whom: Vec<String> =
            blow.at.iter().map(|share| self.speech.name(share.target)).collect();
        let odds = if self.now {
            let forecast = Forecast::of(state, by, kind.of(state), blow).ok();
            forecast.and_then(|forecast| told(state, &forecast)).unwrap_or_default()
        } else {
            String::new()
        };
        format!("{} {verb} {}{with}{odds}", self.speech.name(by), whom.join(" and "))
    }

    /// The odds of the strike after a charge, with the best weapon for it.
    fn charge_odds(&self, by: Id, target: Id) -> Option<String> {
        if !self.now {
            return None;
        }
        let (there, _) = charged(self.state, by, target)?;
        let count = there.profile(by).weapons.len() as u8;
        let forecasts = (1..=count)
            .filter(|number| {
                there.profile(by).weapons[usize::from(*number) - 1].kind == Reach::Melee
            })
            .filter_map(|number| foresee(&there, by, Kind::Charge, &Blow::at(number, target)).ok());
        let best = forecasts.max_by(|a, b| {
            let out = |one: &Forecast| {
                fates(&there, &one.attack).first().map_or(0.0, |fate| fate.removed)
            };
            out(a).total_cmp(&out(b))
        })?;
        told(&there, &best)
    }

    fn armour(&self, invulnerable: Option<u8>, used: &[u8]) -> String {
        let kind = if invulnerable.is_some() { "invulnerable armour" } else { "armour" };
        if !self.now || self.state.save.is_none() {
            return format!("Rely on {kind}");
        }
        match check::armour(self.state, invulnerable, used) {
            Ok((need, _, cp)) => {
                let price = if cp > 0 { format!(", for {cp} CP") } else { String::new() };
                let saved = killteam::odds::saved(self.state, invulnerable, used).ok();
                let odds = saved.map_or(String::new(), |(_, fate)| {
                    format!(", {} to save everything", percent(fate.unsaved.exactly(0)))
                });
                format!("Rely on {kind}: each die needs {}{odds}{price}", needs(need))
            }
            Err(_) => format!("Rely on {kind}"),
        }
    }

    fn reroll(&self, place: u8) -> String {
        let state = self.state;
        let dice = match state.ask {
            Ask::RerollArmour(_) => state.save.as_ref().map(|save| &save.dice),
            _ => state.attack.as_ref().map(|attack| &attack.dice),
        };
        let die = dice.and_then(|dice| dice.get(usize::from(place).wrapping_sub(1)));
        match die {
            Some(die) if self.now => format!("Roll the {} again for 1 CP", die.face),
            _ => "Roll a die again for 1 CP".into(),
        }
    }
}

/// `: 56% to wound, 31% to take it out`.
fn told(state: &State, forecast: &Forecast) -> Option<String> {
    let fates = fates(state, &forecast.attack);
    let fate = fates.first()?;
    let (wound, out) = (percent(fate.wounds.at_least(1)), percent(fate.removed));
    Some(format!(": {wound} to wound, {out} to take it out"))
}
