//! Setting down: models where they deploy, and terrain.

use killteam::action::Action;
use killteam::rules::{moving, terrain};
use killteam::setup::{SIDE, ZONE};
use killteam::state::{Ask, Id, Side, State};
use table::{Convex, Facing, Figure, INCH, Point, Spot};

use super::ground::{piece, point};
use super::{Asked, ground};
use crate::Refusal;
use crate::wire::{self, Place, PlaceAnswer};

const FAR: i32 = 1_000_000;

/// The nearest legal place for a model that is deployed.
pub(super) fn place(asked: Asked<'_>, model: &str, at: Place) -> Result<PlaceAnswer, Refusal> {
    let id = asked.model(model)?;
    let state = asked.state;
    let side = state.team(id.seat()).side;
    let facing = match side {
        Side::Near => Facing::degrees(90),
        Side::Far => Facing::degrees(270),
    };
    // Round bases have no facing worth telling.
    let round = !state.profile(id).base.has_facing();
    let facing = if round { Facing::default() } else { facing };
    let wish = Point::new(at.x.clamp(-FAR, FAR), at.y.clamp(-FAR, FAR));
    let wish = in_zone(state, id, facing, wish);
    let tops = moving::heights(state, wish);
    let heights: Vec<i32> = match at.z {
        Some(z) => vec![z.clamp(-FAR, FAR)],
        None => tops.iter().rev().map(|height| height.0).collect(),
    };
    let spots = heights.iter().map(|z| Spot { at: wish, z: *z, facing });
    let deploy = |spot: Spot| Action::Deploy { model: id, at: spot };
    // Just there if it can be, else nearby: at once, or after a step back into the zone.
    let mut first: Option<(Spot, Refusal)> = None;
    for spot in spots {
        let figure = state.figure_at(id, spot);
        let near = state.scene().nearest_place(&figure, id.index(), spot, &moving::terms());
        let back = near.map(|near| near.moved(in_zone(state, id, facing, near.at)));
        for tried in [Some(spot), near, back].into_iter().flatten() {
            match asked.ready(&deploy(tried)) {
                (action @ Some(_), _) => return Ok(set_down(&figure, tried, action, None)),
                (None, Some(why)) => first = first.or(Some((tried, why))),
                (None, None) => {}
            }
        }
    }
    // Around it, ever further off.
    for ring in 1..=24 {
        for direction in (0..72).step_by(3) {
            let (x, y) = Facing::new(direction).turn(ring * INCH / 4, 0);
            let near = in_zone(state, id, facing, wish.shifted(x, y));
            let spot = Spot { at: near, z: at.z.map_or(0, |z| z.clamp(-FAR, FAR)), facing };
            if let (action @ Some(_), _) = asked.ready(&deploy(spot)) {
                return Ok(set_down(&state.figure_at(id, spot), spot, action, None));
            }
        }
    }
    let (spot, why) =
        first.unwrap_or((Spot { at: wish, z: 0, facing }, Refusal::plainly("there is no room")));
    Ok(set_down(&state.figure_at(id, spot), spot, None, Some(why)))
}

/// The point of a model's zone nearest to a wish, for the whole of its base.
fn in_zone(state: &State, id: Id, facing: Facing, wish: Point) -> Point {
    let base = state.profile(id).base;
    let (low, high) = base.footprint(Point::default(), facing).bounds();
    let (near, far) = match state.team(id.seat()).side {
        Side::Near => (0, ZONE),
        Side::Far => (SIDE - ZONE, SIDE),
    };
    let within = |value: i32, least: i32, most: i32| value.max(least).min(most.max(least));
    Point::new(within(wish.x, -low.x, SIDE - high.x), within(wish.y, near - low.y, far - high.y))
}

fn set_down(
    figure: &Figure,
    spot: Spot,
    action: Option<serde_json::Value>,
    refused: Option<Refusal>,
) -> PlaceAnswer {
    let outline = Figure { spot, ..*figure }.footprint();
    PlaceAnswer {
        refused,
        at: Some(point(spot.at)),
        z: spot.z,
        action,
        outline: vec![ring(&outline)],
    }
}

/// The edge of a convex shape; a disc has many corners.
fn ring(shape: &Convex) -> wire::Ring {
    let radius = shape.radius;
    if let ([middle], true) = (&shape.core[..], radius > 0) {
        return (0..32)
            .map(|i| {
                let (x, y) = Facing::new(i * 72 / 32).turn(radius, 0);
                point(middle.shifted(x, y))
            })
            .collect();
    }
    shape.core.iter().copied().map(point).collect()
}

/// A place for a piece of terrain: just there, if it may lie there.
pub(super) fn terrain(
    asked: Asked<'_>,
    number: u8,
    (x, y): (i32, i32),
    facing: i32,
) -> Result<PlaceAnswer, Refusal> {
    let state = asked.state;
    let pool = &state.fixed.pool;
    let found = number.checked_sub(1).and_then(|index| pool.get(usize::from(index)));
    let found = found.ok_or_else(|| {
        Refusal::plainly(format!(
            "there are {} pieces to place, and no number {number}",
            pool.len()
        ))
    })?;
    let quarter = (facing.rem_euclid(360) + 45) / 90 % 4;
    let at = Point::new(x.clamp(-FAR, FAR), y.clamp(-FAR, FAR));
    let spot = Spot { at, z: 0, facing: Facing::degrees(quarter * 90) };
    let (action, refused) = asked.ready(&Action::Terrain { piece: number, at: spot });
    let moved = ground::piece(usize::from(number), &terrain::moved(found, spot));
    let outline = moved.parts.iter().map(edge).collect();
    Ok(PlaceAnswer { refused, at: Some(point(at)), z: 0, action, outline })
}

/// What a part covers, from above.
fn edge(part: &wire::Part) -> wire::Ring {
    match part {
        wire::Part::Area { outline, .. }
        | wire::Part::Solid { outline, .. }
        | wire::Part::Floor { outline, .. } => outline.clone(),
        wire::Part::Wall { from, to, .. } | wire::Part::Link { from, to, .. } => vec![*from, *to],
    }
}

/// The pieces still to be placed, about the middle of the table's corner; `index` is the number to
/// place them by.
pub(super) fn pool(asked: Asked<'_>) -> Vec<wire::Piece> {
    let state = asked.state;
    if !matches!(state.ask, Ask::Terrain(_)) {
        return Vec::new();
    }
    terrain::left(state)
        .filter_map(|number| {
            let found = state.fixed.pool.get(usize::from(number) - 1)?;
            Some(piece(usize::from(number), &terrain::moved(found, Spot::default())))
        })
        .collect()
}
