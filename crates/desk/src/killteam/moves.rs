//! Moving: where to, along which way, what it costs and whom it provokes.

use arrayvec::ArrayVec;
use killteam::action::{Act, Action};
use killteam::card::Effect;
use killteam::explain::provokes;
use killteam::ideas;
use killteam::narrate::{Names, count, objective};
use killteam::rules::{engagement, feats, moving, nerve, scoring};
use killteam::setup::OBJECTIVES;
use killteam::state::{Id, LEGS, MoveFor, Route, State, members, other};
use killteam::violation::Violation;
use table::moves::Zone;
use table::{Bar, Facing, INCH, Leg, Length, Point, Spot, Stop, Walked, Way};

use super::ground::point;
use super::{Asked, refusal};
use crate::Refusal;
use crate::wire::{self, End, KtLeg, Level, PathAnswer, Place, Reach};

/// How far a drawn edge may be from the true one.
const TOLERANCE: i64 = 127;
/// Nobody points further off than this.
const FAR: i32 = 1_000_000;

/// A move somebody has in mind.
pub(super) struct Wish {
    pub model: String,
    pub why: String,
    pub target: Option<String>,
    pub to: Option<Place>,
    pub legs: Option<Vec<KtLeg>>,
    pub extra: bool,
}

/// A move as it is understood: who moves, why, and how far at most.
#[derive(Clone, Copy)]
struct Move {
    /// Whose deed it is.
    model: Id,
    /// Who moves: another only by a feat.
    mover: Id,
    /// Whom it is at or on.
    target: Option<Id>,
    why: MoveFor,
    /// The feat, if it is one.
    feat: Option<u8>,
    allowed: Length,
}

fn understand(
    asked: Asked<'_>,
    model: &str,
    why: &str,
    target: Option<&str>,
) -> Result<Move, Refusal> {
    let state = asked.state;
    let model = asked.model(model)?;
    let target = target.map(|target| asked.model(target)).transpose()?;
    let of = |why: MoveFor| {
        let (allowed, _) = moving::allowance(state, model, why);
        Move { model, mover: model, target, why, feat: None, allowed }
    };
    let found = match why.split_once(':') {
        None if why == "walk" => of(MoveFor::Walk),
        None if why == "run" => of(MoveFor::Run),
        None if why == "charge" => {
            of(MoveFor::Charge(target.unwrap_or(Id::new(other(model.seat()), 0))))
        }
        None if why == "fall_back" => of(MoveFor::Fallback),
        Some(("feat", number)) => {
            let number: u8 = number
                .parse()
                .map_err(|_| Refusal::plainly(format!("`{number}` is no feat's number")))?;
            let feat = feats::find(state, model, number).map_err(|why| refusal(&why))?;
            let far = feat.effects.iter().find_map(|effect| match effect {
                Effect::Move { up_to } => Some(*up_to),
                _ => None,
            });
            let allowed =
                far.ok_or_else(|| Refusal::plainly(format!("nobody moves by {}", feat.name)))?;
            let mover = if feat.pick.who.is_choice() { target.unwrap_or(model) } else { model };
            Move { model, mover, target, why: MoveFor::Feat, feat: Some(number), allowed }
        }
        _ => {
            return Err(Refusal::plainly(format!(
                "`{why}` is no way to move; there are walk, run, charge, fall_back and feat:1"
            )));
        }
    };
    asked.placed(&found.mover.to_string())?;
    Ok(found)
}

/// Where a model can get to.
pub(super) fn reach(
    asked: Asked<'_>,
    model: &str,
    why: &str,
    target: Option<&str>,
) -> Result<Reach, Refusal> {
    let wanted = understand(asked, model, why, target)?;
    let scene = asked.state.scene();
    let reach = scene.reach(wanted.mover.index(), wanted.allowed, &moving::terms(), &[]);
    let levels = reach.outline().into_iter().map(|outline| Level {
        z: outline.z,
        rings: outline.rings.iter().map(|ring| simplified(ring)).collect(),
    });
    Ok(Reach { allowed: wanted.allowed.0, levels: levels.collect() })
}

/// A ring with the points left out that nobody would miss.
fn simplified(ring: &[Point]) -> wire::Ring {
    if ring.len() < 5 {
        return ring.iter().copied().map(point).collect();
    }
    // Two halves, so that both have ends that differ.
    let half = ring.len() / 2;
    let mut kept = vec![false; ring.len()];
    kept[0] = true;
    kept[half] = true;
    let closed: Vec<Point> = ring.iter().copied().chain([ring[0]]).collect();
    let mut parts = vec![(0, half), (half, ring.len())];
    while let Some((a, b)) = parts.pop() {
        let off = |i: &usize| {
            let (x, y) = closed[a].to(closed[b]);
            let length = (x * x + y * y).isqrt().max(1);
            closed[a].cross(closed[b], closed[*i]).abs() / length
        };
        if let Some(worst) = (a + 1..b).max_by_key(off)
            && off(&worst) > TOLERANCE
        {
            kept[worst] = true;
            parts.extend([(a, worst), (worst, b)]);
        }
    }
    ring.iter().zip(kept).filter(|(_, kept)| *kept).map(|(at, _)| point(*at)).collect()
}

/// A path, walked in mind.
pub(super) fn path(asked: Asked<'_>, wish: &Wish) -> Result<PathAnswer, Refusal> {
    let state = asked.state;
    let wanted = understand(asked, &wish.model, &wish.why, wish.target.as_deref())?;
    let mut notes = Vec::new();
    let legs: Vec<Leg> = match (&wish.legs, wish.to, wanted.why) {
        (Some(legs), ..) => read_legs(state, wanted.mover, legs)?,
        (None, Some(to), _) => found(state, &wanted, to, &mut notes),
        (None, None, MoveFor::Charge(target)) if wanted.target.is_some() => {
            charge(state, &wanted, target)
        }
        (None, None, MoveFor::Fallback) => {
            nerve::way_back(state, wanted.mover).into_iter().collect()
        }
        (None, None, _) => return Err(Refusal::plainly("say where to, or along which legs")),
    };
    if legs.len() > LEGS {
        return Err(Refusal::plainly(format!(
            "a path has at most {LEGS} legs, not {}",
            legs.len()
        )));
    }
    let route: Route = legs.into_iter().collect();
    Ok(told(asked, &wanted, &route, wish.extra, notes))
}

fn read_legs(state: &State, mover: Id, legs: &[KtLeg]) -> Result<Vec<Leg>, Refusal> {
    let facing = state.figure(mover).map(|figure| figure.spot.facing).unwrap_or_default();
    let read = |leg: &KtLeg| {
        let way = [Way::Walk, Way::Stairs, Way::Ladder, Way::Climb, Way::Drop]
            .into_iter()
            .find(|way| way.to_string() == leg.way)
            .ok_or_else(|| {
                Refusal::plainly(format!(
                    "`{}` is no way to go; there are walk, stairs, ladder, climb and drop",
                    leg.way
                ))
            })?;
        let at = Point::new(leg.to.0.clamp(-FAR, FAR), leg.to.1.clamp(-FAR, FAR));
        // On a path 0 is a facing that is not said; turned right round a base covers the same.
        let turned = leg.facing.map(|degrees| Facing::degrees(degrees.rem_euclid(360)));
        let turned = turned.unwrap_or(facing);
        let turned =
            if turned.steps() == 0 && facing.steps() != 0 { Facing::degrees(180) } else { turned };
        Ok(Leg { way, to: Spot { at, z: leg.z.clamp(-FAR, FAR), facing: turned } })
    };
    legs.iter().map(read).collect()
}

/// A way to a place: the cheapest, but rather one on which nobody strikes; beyond what is allowed if
/// there is none, and straight if there is none at all.
fn found(state: &State, wanted: &Move, to: Place, notes: &mut Vec<String>) -> Vec<Leg> {
    let Some(figure) = state.figure(wanted.mover) else { return Vec::new() };
    let at = Point::new(to.x.clamp(-FAR, FAR), to.y.clamp(-FAR, FAR));
    let heights: Vec<i32> = match to.z {
        Some(z) => vec![z.clamp(-FAR, FAR)],
        None => moving::heights(state, at).iter().rev().map(|height| height.0).collect(),
    };
    let spots: Vec<Spot> =
        heights.iter().map(|z| Spot { at, z: *z, facing: figure.spot.facing }).collect();
    let terms = moving::terms();
    let scene = state.scene();
    let fitting: Vec<Spot> = spots
        .iter()
        .filter_map(|spot| {
            if scene.fits(wanted.mover.index(), *spot, &terms).is_ok() {
                return Some(*spot);
            }
            let near = scene.nearest_place(figure, wanted.mover.index(), *spot, &terms)?;
            (near.at.distance(spot.at) <= Length(3 * INCH / 2)).then_some(near)
        })
        .collect();
    if let Some(legs) = way_to(state, wanted, &fitting) {
        if legs.last().is_some_and(|leg| leg.to.at.distance(at) > Length(INCH / 8)) {
            notes.push("There is no room just there: this is the nearest place.".into());
        }
        return legs;
    }
    let straight = spots.iter().find(|spot| spot.z == figure.spot.z).or(spots.first());
    straight.map(|spot| vec![Leg::walk(*spot)]).unwrap_or_default()
}

/// The best way to any of some places.
fn way_to(state: &State, wanted: &Move, places: &[Spot]) -> Option<Vec<Leg>> {
    let terms = moving::terms();
    let scene = state.scene();
    let mover = wanted.mover.index();
    let way = |budget: Length, avoid: &[Zone]| {
        places
            .iter()
            .filter_map(|to| scene.find(mover, *to, budget, &terms, avoid))
            .filter(|found| found.path.len() <= LEGS)
            .min_by_key(|found| found.walked.cost)
    };
    let Some(short) = way(wanted.allowed, &[]) else {
        let far = Length(wanted.allowed.0.saturating_mul(2)) + Length::inches(6);
        return way(far, &[]).map(|found| found.path.0);
    };
    let route: Route = short.path.iter().copied().collect();
    let by = provokes(state, wanted.mover, &route);
    if by == 0 {
        return Some(short.path.0);
    }
    let zones: Vec<Zone> = members(by)
        .filter_map(|enemy| {
            let reach = state.profile(enemy).engages?;
            Some(Zone::around(state.figure(enemy)?, reach.max(Length::CONTACT)))
        })
        .collect();
    let safe = way(wanted.allowed, &zones).filter(|found| {
        let route: Route = found.path.iter().copied().collect();
        provokes(state, wanted.mover, &route).count_ones() < by.count_ones()
    });
    Some(safe.unwrap_or(short).path.0)
}

/// The best way into contact with a target; straight at it if there is none.
fn charge(state: &State, wanted: &Move, target: Id) -> Vec<Leg> {
    let (Some(from), Some(enemy)) = (state.figure(wanted.mover), state.figure(target)) else {
        return Vec::new();
    };
    let reach = state.profile(wanted.mover).engages.unwrap_or_default().max(Length::CONTACT);
    if let Some(route) = ideas::charge(state, wanted.mover, target) {
        return route.into_iter().collect();
    }
    let gap = (from.gap(enemy) - Length(2)).max(Length::ZERO);
    let straight =
        Spot { facing: from.spot.facing, ..ideas::part_way(from.spot, enemy.spot.at, gap) };
    let scene = state.scene();
    // Too far, or out of sight: no way is worth looking for.
    if !from.within(enemy, wanted.allowed + reach)
        || !scene.sees(wanted.mover.index(), target.index())
    {
        return vec![Leg::walk(straight)];
    }
    let terms = moving::terms();
    let room = from.base.reach() + enemy.base.reach() + 2;
    let mut places: Vec<Spot> = (0..72)
        .step_by(4)
        .map(|direction| ideas::toward(enemy.spot, direction, Length(room)))
        .map(|spot| Spot { facing: from.spot.facing, ..spot })
        .collect();
    places.sort_by_key(|spot| spot.at.distance_squared(from.spot.at));
    let beside: ArrayVec<Spot, 6> = places
        .iter()
        .filter_map(|spot| scene.nearest_place(from, wanted.mover.index(), *spot, &terms))
        .filter(|spot| state.figure_at(wanted.mover, *spot).within(enemy, reach))
        .take(6)
        .collect();
    way_to(state, wanted, &beside).unwrap_or_else(|| vec![Leg::walk(straight)])
}

/// The best way into contact with a target, or straight at it.
pub(super) fn charge_route(state: &State, by: Id, target: Id) -> Route {
    let why = MoveFor::Charge(target);
    let (allowed, _) = moving::allowance(state, by, why);
    let wanted = Move { model: by, mover: by, target: Some(target), why, feat: None, allowed };
    charge(state, &wanted, target).into_iter().take(LEGS).collect()
}

/// The position after the best charge at a target, and the way; nothing if there is none.
pub(super) fn charge_to(state: &State, by: Id, target: Id) -> Option<(State, Route)> {
    let route = charge_route(state, by, target);
    let why = MoveFor::Charge(target);
    let walked = moving::check_path(state, by, &route, why, None).ok()?;
    let mut there = state.clone();
    there.figures[by.index()] = Some(state.figure_at(by, walked.end));
    Some((there, route))
}

/// The action a move would be.
fn action(wanted: &Move, route: &Route, extra: bool) -> Result<Action, Refusal> {
    let act = match wanted.why {
        MoveFor::Walk => Act::Walk(route.clone()),
        MoveFor::Run => Act::Run(route.clone()),
        MoveFor::Charge(_) => {
            let target = wanted.target.ok_or_else(|| Refusal::plainly("say whom to charge"))?;
            Act::Charge { target, path: route.clone() }
        }
        MoveFor::Fallback => return Ok(Action::FallBack(route.clone())),
        MoveFor::Feat => {
            let on = (wanted.mover != wanted.model).then_some(wanted.mover);
            let feat = wanted.feat.unwrap_or_default();
            Act::Feat { feat, on, to: None, path: route.clone() }
        }
    };
    Ok(if extra { Action::Extra(act) } else { Action::Act(act) })
}

fn told(
    asked: Asked<'_>,
    wanted: &Move,
    route: &Route,
    extra: bool,
    mut notes: Vec<String>,
) -> PathAnswer {
    let state = asked.state;
    let mut answer = PathAnswer {
        ok: false,
        refused: None,
        stops_at: None,
        legs: Vec::new(),
        cost: 0,
        allowed: wanted.allowed.0,
        provokes: Vec::new(),
        notes: Vec::new(),
        end: None,
        action: None,
    };
    match action(wanted, route, extra) {
        Ok(action) => (answer.action, answer.refused) = asked.ready(&action),
        Err(why) => answer.refused = Some(why),
    }
    let settled = moving::settled(state, wanted.mover, route);
    match state.scene().trace(wanted.mover.index(), &settled, &moving::terms()) {
        Ok(walked) => {
            answer.ok = walked.cost <= wanted.allowed;
            answer.cost = walked.cost.0;
            answer.legs = walked.legs.iter().map(|leg| leg_answer(state, leg)).collect();
            answer.end = Some(End { at: point(walked.end.at), z: walked.end.z });
            if !answer.ok {
                answer.stops_at = Some(point(out_of_breath(&walked, wanted.allowed)));
            }
            if answer.ok {
                let by = provokes(state, wanted.mover, route);
                answer.provokes = members(by).map(|id| id.to_string()).collect();
                if by != 0 {
                    let names = Names(&state.fixed.setup);
                    notes.push(format!("{} may strike at it on its way.", names.list(by)));
                }
                notes.extend(arrival(state, wanted, walked.end));
            }
        }
        Err(Stop { at, why, .. }) => {
            answer.legs = route
                .iter()
                .map(|leg| wire::LegAnswer {
                    to: point(leg.to.at),
                    z: leg.to.z,
                    way: leg.way.to_string(),
                    facing: i32::from(leg.to.facing.steps()) * 5,
                    cost: 0,
                    text: None,
                })
                .collect();
            answer.stops_at = Some(point(at.at));
            // What is too far off is told before what stands in the way to it.
            let straight = straightly(state, wanted.mover, route);
            if straight > wanted.allowed {
                let rule = moving::allowance(state, wanted.model, wanted.why).1;
                let (model, allowed) = (wanted.mover, wanted.allowed);
                answer.refused =
                    Some(refusal(&Violation::TooFar { model, moved: straight, allowed, rule }));
                answer.action = None;
            } else if !matches!(why, Bar::Absent) {
                notes.push(capital(&moving::bar_text(state, &why)));
            }
        }
    }
    // A way back may be empty, and standing still is no way to stop.
    if route.is_empty() && wanted.why == MoveFor::Fallback {
        answer.ok = true;
        answer.stops_at = None;
        notes.clear();
        notes.push("There is no place nearer to its edge: it stays.".into());
    }
    answer.notes = notes;
    answer
}

pub(super) fn leg_answer(state: &State, leg: &table::moves::Step) -> wire::LegAnswer {
    let mut text: Vec<String> = Vec::new();
    if leg.slow > Length::ZERO {
        text.push("difficult ground ×2".into());
    }
    for crossing in &leg.crossings {
        let name = state.board.piece_name(crossing.piece);
        text.push(format!("over {name}: {}", crossing.cost));
    }
    if leg.rise > Length::ZERO {
        text.push(match leg.way {
            Way::Stairs => format!("stairs up {}", leg.rise),
            Way::Ladder => format!("ladder {}", leg.rise),
            _ => format!("climbs {}", leg.rise),
        });
    }
    if let Some(drop) = leg.drop {
        let hits = moving::fall_hits(drop);
        text.push(match hits {
            0 => format!("drops {drop}"),
            hits => format!("drops {drop}: {} at AP {hits}", count(hits, "hit")),
        });
    }
    wire::LegAnswer {
        to: point(leg.to.at),
        z: leg.to.z,
        way: leg.way.to_string(),
        facing: i32::from(leg.to.facing.steps()) * 5,
        cost: leg.cost.0,
        text: (!text.is_empty()).then(|| text.join(", ")),
    }
}

/// How far a path leads at least, whatever lies on it.
fn straightly(state: &State, mover: Id, route: &Route) -> Length {
    let Some(figure) = state.figure(mover) else { return Length::ZERO };
    let (far, _) = route.iter().fold((Length::ZERO, figure.spot.at), |(far, from), leg| {
        (far + from.distance(leg.to.at), leg.to.at)
    });
    far
}

/// Where on a path the allowance is used up.
fn out_of_breath(walked: &Walked, allowed: Length) -> Point {
    let mut left = allowed.0;
    for leg in &walked.legs {
        if leg.cost.0 > left {
            return leg.from.at.towards(leg.to.at, left.into(), leg.cost.0.max(1).into());
        }
        left -= leg.cost.0;
    }
    walked.end.at
}

/// What is worth knowing of where a move ends.
fn arrival(state: &State, wanted: &Move, end: Spot) -> Vec<String> {
    let mut there = state.clone();
    there.figures[wanted.mover.index()] = Some(there.figure_at(wanted.mover, end));
    let names = Names(&state.fixed.setup);
    let mut notes = Vec::new();
    let by = engagement::engagements(&there, wanted.mover);
    if by != 0 {
        notes.push(format!("It ends engaged with {}.", names.list(by)));
    }
    for index in 0..OBJECTIVES.len() {
        if scoring::touches(&there, wanted.mover, index) {
            notes.push(format!("It touches the objective: {}.", objective(index)));
        }
    }
    notes
}

/// A sentence from words.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or(String::new(), |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}
