//! Nerve and falling back.

use table::moves::Zone;
use table::{Leg, Length, Spot};

use crate::card::Stat;
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

/// The zones a model that falls back must not enter: where it would be engaged. It starts
/// unengaged, so it is in none of them, or can't be seen there.
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

/// The way back that ends nearest the edge, or an empty one if there is no nearer place.
///
/// Rules `killteam:NERVE-10`, `killteam:NERVE-11`, `killteam:NERVE-12`, `killteam:K35`.
pub fn way_back(state: &State, model: Id) -> Route {
    let Some(figure) = state.figure(model) else { return Route::new() };
    let (allowed, _) = moving::allowance(state, model, MoveFor::Fallback);
    let terms = table::Terms { drop_most: Some(Length::inches(2)), ..moving::terms() };
    let here = edge_gap(state, model, figure.spot);
    // Straight home first: nothing can end nearer.
    let home = (here.0 - Length::CONTACT.0).max(0).min(allowed.0);
    let down = match state.team(model.seat()).side {
        Side::Near => -home,
        Side::Far => home,
    };
    let zones: Vec<Zone> = enemy_zones(state, model).into_iter().map(|(_, zone)| zone).collect();
    let straight = moving::straight(figure.spot.moved(figure.spot.at.shifted(0, down)));
    let clear = || !zones.iter().any(|zone| table::moves::meets(figure, &straight, zone));
    if home > 0
        && state.scene().cost(model.index(), &straight, &terms).is_some_and(|cost| cost <= allowed)
        && clear()
    {
        return straight.into_iter().collect();
    }
    // The base keeps its facing, so the nearest centre is the nearest base.
    let side = match state.team(model.seat()).side {
        Side::Near => table::moves::Side::Near,
        Side::Far => table::moves::Side::Far,
    };
    let asked = Asked {
        figures: state.figures.clone(),
        mover: model.index(),
        side,
        budget: allowed,
        avoid: zones,
    };
    state.board.way_back(asked, |asked| {
        state
            .scene()
            .toward_side(asked.mover, side, allowed, &terms, &asked.avoid)
            .filter(|found| edge_gap(state, model, found.walked.end) < here)
            .and_then(|found| found.path.0.as_slice().try_into().ok())
            .unwrap_or_default()
    })
}

/// Whether a path is a way back as the rules want it.
///
/// Rules `killteam:NERVE-10`, `killteam:NERVE-12`, `killteam:NERVE-18`, `killteam:K35`.
pub fn check_way_back(state: &State, model: Id, path: &[Leg]) -> Result<(), Violation> {
    let Some(figure) = state.figure(model) else {
        return Err(Violation::NotInPlay { model });
    };
    let best = way_back(state, model);
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
    let deep = walked.legs.iter().filter_map(|leg| leg.drop).find(|drop| *drop > Length::inches(2));
    if let Some(height) = deep {
        return Err(Violation::DeepDrop { height });
    }
    for (enemy, zone) in enemy_zones(state, model) {
        if table::moves::meets(figure, path, &zone) {
            return Err(Violation::EngagesOnTheWay { enemy });
        }
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
