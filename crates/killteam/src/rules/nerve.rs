//! Nerve and falling back.

use std::borrow::Cow;

use table::moves::Zone;
use table::{Base, Facing, Figure, Leg, Length, Point, Spot};

use crate::card::Stat;
use crate::check;
use crate::rules::{engagement, feats, moving};
use crate::setup::SIDE;
use crate::state::{Id, MoveFor, Route, Side, State, other};
use crate::violation::Violation;
use crate::ways::Asked;

/// What a nerve test needs.
///
/// Rules `killteam:NERVE-1`, `killteam:CARD-7`.
pub fn need(state: &State, model: Id) -> i8 {
    state.profile(model).nerve as i8 - feats::bonus(state, model, Stat::Nerve, None)
}

/// Whether a team with so many models left of so many is broken: fewer than half.
///
/// Rules `killteam:NERVE-4`, `killteam:K34`.
pub fn broken(left: usize, started: usize) -> bool {
    2 * left < started
}

/// Whether a model must test its nerve now that it is activated: its team is broken, it was not
/// activated before in this round, and nobody engages it.
///
/// Rules `killteam:NERVE-6`, `killteam:NERVE-7`, `killteam:K34`, `killteam:K52`.
pub fn must_test(state: &State, model: Id, again: bool) -> bool {
    !again
        && state.team(model.seat()).broken
        && !state.model(model).steady
        && !engagement::is_engaged(state, model)
}

/// How far a base at a spot is from the team's own edge.
///
/// Rules `killteam:SETUP-12`, `killteam:K37`.
pub fn edge_gap(state: &State, model: Id, at: Spot) -> Length {
    let (low, high) = state.profile(model).base.footprint(at.at, at.facing).bounds();
    Length(match state.team(model.seat()).side {
        Side::Near => low.y,
        Side::Far => SIDE - high.y,
    })
}

/// Whether a model touches its own edge.
///
/// Rules `killteam:NERVE-15`, `killteam:K4`.
pub fn at_edge(state: &State, model: Id) -> bool {
    state.figure(model).is_some_and(|figure| edge_gap(state, model, figure.spot) <= Length::CONTACT)
}

/// The enemies a model that falls back might engage, each with everything within the longer reach of
/// the two.
fn enemy_zones(state: &State, model: Id) -> Vec<(Id, Zone)> {
    let own = state.profile(model).engages;
    state
        .on_table(other(model.seat()))
        .filter_map(|enemy| {
            let reach = own.max(state.profile(enemy).engages)?;
            let figure = state.figure(enemy)?;
            Some((enemy, Zone::around(figure, reach.max(Length::CONTACT))))
        })
        .collect()
}

fn turned(spot: Spot, facing: Facing) -> Spot {
    Spot { facing, ..spot }
}

/// Stretches of a way no longer than this are judged by their ends.
const FINE: i32 = 25;

/// A model on its way back, and one enemy it must not engage.
struct Watched<'a> {
    state: &'a State,
    figure: Figure,
    enemy: &'a Figure,
    skip: [usize; 2],
    zone: &'a Zone,
}

impl<'a> Watched<'a> {
    fn new(state: &'a State, model: Id, (enemy, zone): &'a (Id, Zone)) -> Option<Watched<'a>> {
        let (figure, watcher) = (*state.figure(model)?, state.figure(*enemy)?);
        let skip = [model.index(), enemy.index()];
        Some(Watched { state, figure, enemy: watcher, skip, zone })
    }

    fn sees(&self, figure: &Figure) -> bool {
        self.state.scene().sees_of(self.enemy, figure, &self.skip)
    }

    /// Whether the two would be engaged if the model were there.
    fn at(&self, spot: Spot) -> bool {
        self.zone.holds(&self.figure.footprint_at(spot), spot.z)
            && self.sees(&Figure { spot, ..self.figure })
    }

    /// Whether the two would be engaged somewhere on a straight stretch on foot, its start left out.
    /// Where not even a body as large as all the bodies on the stretch is in sight, nothing of it is;
    /// otherwise it is halved.
    fn between(&self, from: Spot, to: Spot) -> bool {
        let (x, y) = (to.at.x - from.at.x, to.at.y - from.at.y);
        let base = self.figure.footprint_at(from);
        if !self.zone.holds(&base.swept(x, y), from.z) {
            return false;
        }
        if self.at(to) {
            return true;
        }
        if x.abs().max(y.abs()) <= FINE {
            return false;
        }
        let middle = from.moved(from.at.shifted(x / 2, y / 2));
        // A body is a little smaller than its base, all around the middle.
        let (low, high) = base.bounds();
        let side = |across: i32, along: i32| u16::try_from(across + along.abs() * 10 / 9 + 4);
        if let (Ok(long), Ok(wide)) = (side(high.x - low.x, x), side(high.y - low.y, y)) {
            let whole = Figure {
                spot: turned(middle, Facing::default()),
                base: Base::Rectangle { long, wide },
                height: self.figure.height,
            };
            if !whole.footprint().overlaps(&self.enemy.footprint()) && !self.sees(&whole) {
                return false;
            }
        }
        self.between(from, middle) || self.between(middle, to)
    }

    /// Whether the two would be engaged anywhere on a path after its start. Of a change of level
    /// only the ends count.
    fn on(&self, path: &[Leg]) -> bool {
        let mut here = self.figure.spot;
        path.iter().any(|leg| {
            let from = std::mem::replace(&mut here, leg.to);
            let walks = from.z == leg.to.z && self.between(from, from.moved(leg.to.at));
            walks || self.at(leg.to)
        })
    }

    /// Whether something could hide the two from each other within the zone.
    fn may_be_hidden(&self) -> bool {
        let (_, far) = self.zone.shape.ball();
        let far = far + self.zone.reach.0 + 2 * self.figure.base.reach();
        let near = |at: Point, reach: i32| {
            let most = i64::from(far) + i64::from(reach);
            self.enemy.spot.at.distance_squared(at) <= most * most
        };
        let others = self.state.figures.iter().enumerate().filter(|(i, _)| !self.skip.contains(i));
        self.state.board.blocks.iter().any(|block| near(block.centre, block.reach))
            || others.flat_map(|(_, figure)| figure).any(|f| near(f.spot.at, f.base.reach()))
    }
}

/// The enemy that a path engages, if any.
///
/// Rules `killteam:NERVE-12`, `killteam:ENG-2`, `killteam:K35`.
fn engages(state: &State, model: Id, path: &[Leg], zones: &[(Id, Zone)]) -> Option<Id> {
    let met = |one: &&(Id, Zone)| Watched::new(state, model, one).is_some_and(|w| w.on(path));
    zones.iter().find(met).map(|(enemy, _)| *enemy)
}

/// The position with a model on its feet, as it is when it falls back.
fn upright(state: &State, model: Id) -> Cow<'_, State> {
    if !state.model(model).down {
        return Cow::Borrowed(state);
    }
    let mut state = state.clone();
    let height = state.profile(model).height;
    if let Some(figure) = &mut state.figures[model.index()] {
        figure.height = height;
    }
    Cow::Owned(state)
}

/// The position without the models that are too far away to matter to whoever moves no further than
/// allowed: what is found in it depends on no others.
fn nearby(state: &State, model: Id, allowed: Length, zones: &[(Id, Zone)]) -> State {
    let mut near = state.clone();
    let Some(mover) = near.figures[model.index()] else { return near };
    let widest = zones.iter().map(|(_, zone)| zone.reach).max().unwrap_or_default();
    let most = i64::from(allowed.0) + i64::from(widest.0) + i64::from(table::INCH);
    for figure in &mut near.figures {
        *figure = figure.filter(|figure| {
            let most = most + i64::from(figure.base.reach()) + i64::from(mover.base.reach());
            mover.spot.at.distance_squared(figure.spot.at) <= most * most
        });
    }
    near
}

/// The terms for falling back: no drop that causes hits.
///
/// Rules `killteam:K25`, `killteam:K35`.
fn terms() -> table::Terms {
    table::Terms { drop_most: Some(Length(3 * table::INCH - 1)), ..moving::terms() }
}

/// A search for the way back.
struct Search<'a> {
    state: &'a State,
    model: Id,
    figure: Figure,
    allowed: Length,
    zones: Vec<(Id, Zone)>,
}

impl Search<'_> {
    fn gap(&self, at: Spot) -> Length {
        edge_gap(self.state, self.model, at)
    }

    /// What a path costs if it is a legal way back.
    fn cost(&self, path: &[Leg]) -> Option<Length> {
        let cost = self.state.scene().cost(self.model.index(), path, &terms())?;
        let legal =
            cost <= self.allowed && engages(self.state, self.model, path, &self.zones).is_none();
        legal.then_some(cost)
    }

    /// How good a legal way back is: how near it ends, then how short it is.
    fn worth(&self, path: &[Leg]) -> Option<(Length, Length)> {
        let cost = self.cost(path)?;
        Some((self.gap(path.last()?.to).max(Length::CONTACT), cost))
    }

    /// Straight home, turned like this at the end.
    fn straight(&self, facing: Facing) -> Option<[Leg; 1]> {
        let spot = self.figure.spot;
        let home = self.gap(turned(spot, facing)).0 - Length::CONTACT.0;
        if home < 0 {
            return None;
        }
        let home = home.min(self.allowed.0);
        let down = match self.state.team(self.model.seat()).side {
            Side::Near => -home,
            Side::Far => home,
        };
        Some(moving::straight(turned(spot.moved(spot.at.shifted(0, down)), facing)))
    }

    /// The nearest the finder comes with a facing kept on the way. It avoids the whole reach of an
    /// enemy that sees it anywhere there, though it might have passed out of its sight.
    fn around(&self, facing: Facing) -> Route {
        let side = match self.state.team(self.model.seat()).side {
            Side::Near => table::moves::Side::Near,
            Side::Far => table::moves::Side::Far,
        };
        let turns = facing != self.figure.spot.facing;
        let mut figures = self.state.figures.clone();
        if turns && let Some(figure) = &mut figures[self.model.index()] {
            figure.spot.facing = facing;
        }
        let scene = table::Scene { board: &self.state.board, figures: &figures };
        let watched = |one| Watched::new(self.state, self.model, one);
        let mut avoided: Vec<bool> = self
            .zones
            .iter()
            .map(|one| watched(one).is_none_or(|watched| !watched.may_be_hidden()))
            .collect();
        loop {
            let avoid: Vec<Zone> = (self.zones.iter().zip(&avoided))
                .filter(|(_, avoided)| **avoided)
                .map(|((_, zone), _)| zone.clone())
                .collect();
            let index = self.model.index();
            let found = scene.toward_side(index, side, self.allowed, &terms(), &avoid);
            let Some(found) = found else { return Route::new() };
            let turn = turns.then(|| Leg::walk(turned(self.figure.spot, facing)));
            let legs: Vec<Leg> = turn.into_iter().chain(found.path.0).collect();
            let Ok(path) = Route::try_from(legs.as_slice()) else { return Route::new() };
            let met: Vec<usize> = (self.zones.iter().enumerate())
                .filter(|(_, one)| watched(one).is_some_and(|watched| watched.on(&path)))
                .map(|(i, _)| i)
                .collect();
            if met.is_empty() {
                return path;
            }
            // Whoever starts in a reach can't avoid it.
            if met.iter().all(|i| avoided[*i]) {
                return Route::new();
            }
            for i in met {
                avoided[i] = true;
            }
        }
    }

    /// The best way for a base that is not round: it may turn at the beginning and at the end.
    fn turning(&self) -> Route {
        let spot = self.figure.spot;
        let own = spot.facing;
        let mut facings: Vec<Facing> = (1..i32::from(table::FACINGS)).map(Facing::new).collect();
        // Half a turn does for none; only a base that is not turned at all has facing 0.
        if own == Facing::default() {
            facings.push(own);
        }
        // The further a base reaches towards the edge, the nearer it is; the own facing before others.
        facings.sort_by_key(|f| (self.gap(turned(spot, *f)), *f != own, f.steps()));
        let straight = facings.iter().filter_map(|facing| self.straight(*facing));
        let mut best: Option<((Length, Length), Route)> = None;
        let note = |best: &mut Option<((Length, Length), Route)>, path: &[Leg]| {
            if let (Some(worth), Ok(path)) = (self.worth(path), Route::try_from(path))
                && best.as_ref().is_none_or(|(least, _)| worth < *least)
            {
                *best = Some((worth, path));
            }
        };
        let mut first = true;
        for path in straight {
            note(&mut best, &path);
            // Nothing ends nearer than straight ahead with the base turned best.
            if std::mem::take(&mut first) && best.is_some() {
                return best.map(|(_, path)| path).unwrap_or_default();
            }
        }
        let mut starts = vec![own];
        let fits = |f: &&Facing| check::fits(self.state, self.model, turned(spot, **f)).is_ok();
        starts.extend(facings.iter().find(fits).filter(|f| **f != own));
        for start in starts {
            let way = self.around(start);
            note(&mut best, &way);
            let Some(last) = way.last().copied() else { continue };
            // Turned at the end as far as it will go; the nearest that is legal.
            for facing in &facings {
                let mut path = way.clone();
                if let Some(leg) = path.last_mut() {
                    leg.to = turned(last.to, *facing);
                }
                if self.worth(&path).is_some() {
                    note(&mut best, &path);
                    break;
                }
            }
        }
        let here = self.gap(spot);
        best.filter(|((gap, _), _)| *gap < here).map(|(_, path)| path).unwrap_or_default()
    }
}

/// The way back that ends nearest the edge, or an empty one if there is no nearer place. A base that
/// is not round may turn on the way.
///
/// Rules `killteam:NERVE-10`, `killteam:NERVE-11`, `killteam:NERVE-12`, `killteam:K24`,
/// `killteam:K35`.
pub fn way_back(state: &State, model: Id) -> Route {
    let (allowed, _) = moving::allowance(state, model, MoveFor::Fallback);
    let state = &*upright(state, model);
    let Some(figure) = state.figure(model) else { return Route::new() };
    let zones = enemy_zones(state, model);
    let search = Search { state, model, figure: *figure, allowed, zones };
    let round = !figure.base.has_facing();
    // Straight home first: nothing can end nearer.
    if round
        && let Some(straight) = search.straight(figure.spot.facing)
        && search.cost(&straight).is_some()
        && straight[0].to != figure.spot
    {
        return straight.into_iter().collect();
    }
    let near = nearby(state, model, allowed, &search.zones);
    let zones = enemy_zones(&near, model);
    let asked = Asked {
        mover: model.index(),
        side: match state.team(model.seat()).side {
            Side::Near => table::moves::Side::Near,
            Side::Far => table::moves::Side::Far,
        },
        budget: allowed,
        figures: near.figures.clone(),
        avoid: zones.iter().map(|(_, zone)| zone.clone()).collect(),
    };
    let search = Search { state: &near, zones, ..search };
    state.board.way_back(asked, |_| {
        if !round {
            return search.turning();
        }
        let way = search.around(figure.spot.facing);
        let nearer = way.last().is_some_and(|leg| search.gap(leg.to) < search.gap(figure.spot));
        if nearer { way } else { Route::new() }
    })
}

/// Whether a path is a way back as the rules want it. It may end nearer than any that was found.
///
/// Rules `killteam:NERVE-10`, `killteam:NERVE-12`, `killteam:NERVE-18`, `killteam:K25`,
/// `killteam:K35`, `killteam:K62`.
pub fn check_way_back(state: &State, model: Id, path: &[Leg]) -> Result<(), Violation> {
    let best = moving::settled(state, model, &way_back(state, model));
    let path = &*moving::settled(state, model, path);
    let state = &*upright(state, model);
    let Some(figure) = state.figure(model) else {
        return Err(Violation::NotInPlay { model });
    };
    let end = |path: &[Leg]| path.last().map_or(figure.spot, |leg| leg.to);
    // Touching the edge is as near as can be, whichever of the few units of contact it is.
    let near = |path: &[Leg]| edge_gap(state, model, end(path)).max(Length::CONTACT);
    let (ends, could) = (near(path), near(&best));
    if ends > could {
        return Err(Violation::NotNearest { ends, could });
    }
    if path.is_empty() || path == &best[..] {
        return Ok(());
    }
    let walked = moving::check_path(state, model, path, MoveFor::Fallback, None)?;
    let deep = |drop: &Length| moving::fall_hits(*drop) > 0;
    if let Some(height) = walked.legs.iter().filter_map(|leg| leg.drop).find(deep) {
        return Err(Violation::DeepDrop { height });
    }
    if let Some(enemy) =
        engages(state, model, &moving::gone(state, model, path), &enemy_zones(state, model))
    {
        return Err(Violation::EngagesOnTheWay { enemy });
    }
    if ends == could
        && let Some(least) = state.scene().cost(model.index(), &best, &moving::terms())
        && walked.cost > least + Length::CONTACT
    {
        return Err(Violation::NotShortest { cost: walked.cost, least });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `killteam:NERVE-4`: half is not broken, less is.
    #[test]
    fn nerve_4_fewer_than_half_is_broken() {
        for (left, started, want) in
            [(5, 10, false), (4, 10, true), (3, 7, true), (4, 7, false), (0, 1, true)]
        {
            assert_eq!(broken(left, started), want, "{left} of {started}");
        }
    }
}
