//! Moving: how far, along which path, past whom.

use arrayvec::ArrayVec;
use kernel::RuleId;
use table::moves::Zone;
use table::moves::leaves;
use table::{Bar, Facing, Figure, Leg, Length, Point, Spot, Terms, Walked, Way};

use crate::card::Stat;
use crate::rules::{attack, feats};
use crate::state::{Falls, Id, LEGS, Models, MoveFor, Moving, Route, State, other};
use crate::violation::Violation;

/// What moving costs and what bars the way: difficult ground doubles, an obstacle up to 2" costs 2",
/// a higher one is climbed, a height counts twice climbing, once on a ladder and not at all on
/// stairs or dropping. What each piece is was agreed upon when the table was made, part by part, and
/// its edge is the edge of its outline; what merely represents it is not there at all.
///
/// Rules `killteam:TER-1`, `killteam:TER-9`, `killteam:TER-10`, `killteam:SETUP-6`,
/// `killteam:K55`.
///
/// Rules `killteam:MOVE-2`, `killteam:MOVE-5`, `killteam:TER-2`, `killteam:TER-3`,
/// `killteam:TER-4`, `killteam:TER-5`, `killteam:TER-8`, `killteam:TER-11`, `killteam:VERT-1`,
/// `killteam:VERT-2`, `killteam:VERT-3`, `killteam:VERT-4`, `killteam:VERT-5`, `killteam:VERT-8`,
/// `killteam:K23`, `killteam:K49`.
pub fn terms() -> Terms {
    Terms::default()
}

/// The speed of a model with everything that changes it, never below an inch.
///
/// Rules `killteam:CARD-3`, `killteam:MOVE-1`.
pub fn speed(state: &State, model: Id) -> Length {
    let bonus = feats::bonus(state, model, Stat::Speed, None);
    (state.profile(model).speed + Length::inches(bonus.into())).max(Length::inches(1))
}

/// How far a model may move for a reason, and the rule that says so.
///
/// Rules `killteam:ACT-9`, `killteam:ACT-11`, `killteam:ACT-12`, `killteam:ENG-10`.
pub fn allowance(state: &State, model: Id, why: MoveFor) -> (Length, RuleId) {
    let speed = speed(state, model);
    match why {
        MoveFor::Walk | MoveFor::Feat => (speed, RuleId("killteam:ACT-9")),
        MoveFor::Run => (speed * 2, RuleId("killteam:ACT-11")),
        MoveFor::Charge(_) => (speed + Length::inches(3), RuleId("killteam:ENG-10")),
        MoveFor::Fallback => {
            let legs = if state.model(model).down { 1 } else { 2 };
            (speed * legs, RuleId("killteam:NERVE-10"))
        }
    }
}

/// The rule behind an obstruction on a path.
fn rule_of(bar: &Bar) -> RuleId {
    RuleId(match bar {
        Bar::TableEdge => "killteam:MOVE-6",
        Bar::Figure(_) => "killteam:MOVE-4",
        Bar::Block { .. } => "killteam:TER-11",
        Bar::Headroom { .. } => "killteam:K51",
        Bar::Narrow { .. } => "killteam:K27",
        Bar::OverEdge { .. } => "killteam:K50",
        Bar::NoLink { way: Way::Climb, .. } => "killteam:VERT-4",
        Bar::HalfWay { .. } => "killteam:VERT-5",
        Bar::NoLink { .. } | Bar::WrongHeight { .. } => "killteam:K23",
        Bar::TooDeep { .. } => "killteam:K35",
        Bar::Absent | Bar::OffSurface { .. } | Bar::EndsOn { .. } | Bar::Zone(_) => "killteam:K24",
    })
}

/// The rule behind an obstruction where a model is to be set down.
///
/// Rules `killteam:K24`, `killteam:K51`.
pub fn rule_of_place(bar: &Bar) -> RuleId {
    match bar {
        Bar::Headroom { .. } => rule_of(bar),
        _ => RuleId("killteam:K24"),
    }
}

/// An obstruction in words, with models by their names.
pub fn bar_text(state: &State, bar: &Bar) -> String {
    match bar {
        Bar::Figure(number) => {
            format!("{} stands in the way, and bases may not overlap", Id(*number as u8))
        }
        bar => bar.explain(&state.board),
    }
}

/// Why a base can't be set down at a place, in words.
pub fn place_text(state: &State, bar: &Bar, at: Spot) -> String {
    let name = |piece: &u16| state.board.piece_name(*piece);
    match bar {
        Bar::EndsOn { piece } => {
            format!("the base would stand on {}; nobody is set down there", name(piece))
        }
        Bar::Block { piece } => format!("the base would stand inside {}", name(piece)),
        Bar::OffSurface { z } => {
            let why = format!("the base would not be wholly on a surface {z} up");
            why + &heights_text(state, bar, at)
        }
        Bar::Figure(number) => {
            format!("the base would overlap the base of {}", Id(*number as u8))
        }
        bar => bar.explain(&state.board),
    }
}

/// The heights at which one could stand with the middle of a base over a point: the ground, and the
/// floors there.
pub fn heights(state: &State, at: Point) -> Vec<Length> {
    let mut heights = vec![Length::ZERO];
    let floors = state.board.surfaces.iter();
    heights.extend(floors.filter(|one| holds(&one.outline, at)).map(|one| Length(one.z)));
    heights.sort_unstable();
    heights.dedup();
    heights
}

/// Whether a point is inside an outline.
fn holds(outline: &[Point], at: Point) -> bool {
    let next = outline.iter().cycle().skip(1);
    let crossed = outline.iter().zip(next).filter(|(a, b)| {
        let (low, high) = if a.y <= b.y { (**a, **b) } else { (**b, **a) };
        let ((x, y), (px, py)) = (low.to(high), low.to(at));
        (low.y..high.y).contains(&at.y) && px * y < x * py
    });
    crossed.count() % 2 == 1
}

/// The heights there are, where a height was named that is not.
fn heights_text(state: &State, bar: &Bar, to: Spot) -> String {
    let about =
        matches!(bar, Bar::OffSurface { .. } | Bar::NoLink { .. } | Bar::WrongHeight { .. });
    let heights = heights(state, to.at);
    if !about || heights.contains(&Length(to.z)) {
        return String::new();
    }
    let up = |height: &Length| match height.0 {
        0 => "the ground".to_owned(),
        _ => format!("`up {}`", height.to_string().trim_end_matches('"')),
    };
    let list: Vec<String> = heights.iter().map(up).collect();
    format!(" (nothing is {} up there; there is {})", Length(to.z), list.join(" and "))
}

/// A path with every facing said: where none is, the base keeps the one it has.
///
/// Rule `killteam:K24`.
pub fn settled(state: &State, model: Id, path: &[Leg]) -> Route {
    let facing = state.figure(model).map_or_else(Facing::default, |figure| figure.spot.facing);
    Leg::settled(path, facing).take(LEGS).collect()
}

/// A path as it is gone: a change of level or a drop that goes on for more than 3" before or behind
/// its edge is made at the edge. The rest is gone on foot, where enemies may strike.
///
/// Rules `killteam:VERT-10`, `killteam:K23`, `killteam:K25`, `killteam:K59`.
pub fn gone(state: &State, model: Id, path: &[Leg]) -> Vec<Leg> {
    let path = settled(state, model, path);
    let near = Length::inches(3);
    let plain = path.iter().all(|leg| leg.way == Way::Walk);
    let parted = (!plain).then(|| state.scene().parted(model.index(), &path, &terms(), near));
    parted.flatten().unwrap_or_else(|| path.to_vec())
}

/// The same as a route: [`check_path`] has seen to it that it is short enough.
pub fn route(state: &State, model: Id, path: &[Leg]) -> Route {
    gone(state, model, path).into_iter().take(LEGS).collect()
}

/// Walks a path through, or says where and why it can't be gone. A base may hang over the edge of a
/// floor on its way, and needs its height free above it.
///
/// Rules `killteam:K50`, `killteam:K51`.
///
/// Rules `killteam:MOVE-3`, `killteam:MOVE-4`, `killteam:MOVE-6`, `killteam:K1`, `killteam:K24`,
/// `killteam:K28`.
pub fn walk(state: &State, model: Id, path: &[Leg]) -> Result<Walked, Violation> {
    if path.is_empty() {
        return Err(Violation::NoPath);
    }
    let path = settled(state, model, path);
    state.scene().trace(model.index(), &path, &terms()).map_err(|stop| Violation::BadPath {
        leg: stop.leg + 1,
        why: match path.get(stop.leg) {
            Some(leg) => bar_text(state, &stop.why) + &heights_text(state, &stop.why, leg.to),
            None => bar_text(state, &stop.why),
        },
        rule: rule_of(&stop.why),
    })
}

/// Checks a path against the distance a model may move for a reason.
pub fn check_path(
    state: &State,
    model: Id,
    path: &[Leg],
    why: MoveFor,
    most: Option<Length>,
) -> Result<Walked, Violation> {
    let walked = walk(state, model, path)?;
    let (allowed, rule) = allowance(state, model, why);
    let allowed = most.unwrap_or(allowed);
    if walked.cost > allowed {
        return Err(Violation::TooFar { model, moved: walked.cost, allowed, rule });
    }
    let legs = gone(state, model, path).len();
    if legs > LEGS {
        let why = format!(
            "with each change of level made at its edge it has {legs} legs, and a path has at most \
             {LEGS}"
        );
        return Err(Violation::BadPath { leg: path.len(), why, rule: RuleId("killteam:K59") });
    }
    Ok(walked)
}

/// The legs of a path that end in a fall: deeper drops than 2".
///
/// Rules `killteam:VERT-6`, `killteam:VERT-9`, `killteam:K25`.
pub fn falls(walked: &Walked) -> Falls {
    walked
        .legs
        .iter()
        .enumerate()
        .filter_map(|(i, leg)| Some((i as u8, leg.drop?)))
        .filter(|(_, drop)| fall_hits(*drop) > 0)
        .collect()
}

/// How many hits a drop causes, and with which armour piercing: one for each whole inch beyond 2".
///
/// Rules `killteam:VERT-6`, `killteam:VERT-9`, `killteam:K25`.
pub fn fall_hits(drop: Length) -> u8 {
    ((drop - Length::inches(2)).0.max(0) / table::INCH).min(20) as u8
}

/// A point of a path where enemies can strike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit {
    /// On which leg.
    pub leg: u8,
    /// How far along that leg.
    pub along: Length,
    /// The last point within reach.
    pub at: Spot,
    /// Whose reach is left there.
    pub by: Models,
}

/// How far a model has got on its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The leg it is on.
    pub leg: u8,
    /// How far along that leg.
    pub along: Length,
    /// The enemies that were asked to strike at that point.
    pub asked: Models,
}

impl Progress {
    /// At the beginning of a path.
    pub const START: Progress = Progress { leg: 0, along: Length::ZERO, asked: 0 };

    /// Of a move that is going on.
    pub fn of(moving: &Moving) -> Progress {
        Progress { leg: moving.leg, along: moving.along, asked: moving.asked }
    }

    /// Whether this is the point of an exit.
    pub fn is_at(&self, exit: &Exit) -> bool {
        (self.leg, self.along) == (exit.leg, exit.along)
    }
}

/// The next point of a path, from where a model is on it, at which the model leaves some enemy's
/// engagement range; those who were asked already at the point where it is are left out. The path is
/// always taken from where it was begun, so that every such point lies on it.
///
/// Rules `killteam:ENG-5`, `killteam:ENG-14`, `killteam:ENG-16`, `killteam:K1`, `killteam:K19`.
pub fn next_exit(
    state: &State,
    model: Id,
    from: Spot,
    path: &[Leg],
    got: Progress,
) -> Option<Exit> {
    let figure = Figure { spot: from, ..*state.figure(model)? };
    let mut ids: ArrayVec<Id, 20> = ArrayVec::new();
    let mut zones: ArrayVec<Zone, 20> = ArrayVec::new();
    for enemy in state.on_table(other(model.seat())) {
        let Some(reach) = state.profile(enemy).engages else { continue };
        if state.model(enemy).down || state.struck & enemy.bit() != 0 {
            continue;
        }
        if let Some(stationary) = state.figure(enemy) {
            ids.push(enemy);
            zones.push(Zone::around(stationary, reach.max(Length::CONTACT)));
        }
    }
    if zones.is_empty() {
        return None;
    }
    let mut found: Option<Exit> = None;
    for pass in leaves(&figure, path, &zones) {
        let id = ids[pass.zone];
        let here = Exit { leg: pass.leg as u8, along: pass.along, at: pass.at, by: id.bit() };
        let asked = got.is_at(&here) && got.asked & id.bit() != 0;
        if asked || (here.leg, here.along) < (got.leg, got.along) {
            continue;
        }
        match &mut found {
            None => found = Some(here),
            Some(first) if (first.leg, first.along) == (here.leg, here.along) => {
                first.by |= id.bit();
            }
            Some(_) => break,
        }
    }
    found
}

/// The enemies among `by` that can strike at a model where it is: with a melee attack that reaches
/// and sees it, not knocked down, and not struck yet this turn.
///
/// Rules `killteam:ENG-15`, `killteam:DOWN-4`, `killteam:K19`, `killteam:K20`.
pub fn strikers(state: &State, model: Id, by: Models) -> Models {
    crate::state::members(by)
        .filter(|enemy| {
            state.struck & enemy.bit() == 0
                && attack::melee_at(state, *enemy, model).next().is_some()
        })
        .fold(0, |set, enemy| set | enemy.bit())
}

/// A straight path on foot.
pub fn straight(to: Spot) -> [Leg; 1] {
    [Leg { way: Way::Walk, to }]
}
