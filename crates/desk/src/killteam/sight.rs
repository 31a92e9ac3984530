//! Seeing and measuring.

use kernel::Seat;
use killteam::explain;
use killteam::narrate::Names;
use killteam::rules::attack::has_cover;
use killteam::rules::moving;
use killteam::state::{Id, State};
use table::{Figure, Hider, Length, Point, Sight};

use super::Asked;
use crate::Refusal;
use crate::wire::{EyesAnswer, Measured, Sees, SightAnswer, Spot};

const FAR: i32 = 1_000_000;

/// How something is seen, in a word.
pub(super) fn word(sight: Sight) -> String {
    match sight {
        Sight::Clear => "clear",
        Sight::Obscured => "obscured",
        Sight::Blocked => "blocked",
    }
    .into()
}

/// What stands between two models: in words, the pieces, the models.
pub(super) fn hiders(state: &State, a: Id, b: Id) -> (Vec<String>, Vec<usize>, Vec<String>) {
    let (mut told, mut pieces, mut models) = (Vec::new(), Vec::new(), Vec::new());
    for hider in state.scene().hiders(a.index(), b.index()) {
        match hider {
            Hider::Piece(piece) => {
                told.push(state.board.piece_name(piece).to_owned());
                pieces.push(usize::from(piece));
            }
            Hider::Figure(number) => {
                let id = Id(number as u8);
                told.push(Names(&state.fixed.setup).of(id));
                models.push(id.to_string());
            }
        }
    }
    (told, pieces, models)
}

/// A line of sight from end to end.
pub(super) fn line(state: &State, a: Id, b: Id) -> Option<[[i32; 3]; 2]> {
    state.scene().sight_line(a.index(), b.index()).map(|(from, to)| [from, to])
}

/// How one model sees another.
pub(super) fn sight(asked: Asked<'_>, from: &str, to: &str) -> Result<SightAnswer, Refusal> {
    let (a, b) = (asked.placed(from)?, asked.placed(to)?);
    if a == b {
        return Err(Refusal::plainly("name two models"));
    }
    let state = asked.state;
    let sight = state.scene().sight(a.index(), b.index());
    let (told, hider_pieces, hider_models) = match sight {
        Sight::Clear => (Vec::new(), Vec::new(), Vec::new()),
        Sight::Obscured | Sight::Blocked => hiders(state, a, b),
    };
    let gap = state.gap(a, b);
    let cover = has_cover(state, a, b);
    let names = Names(&state.fixed.setup);
    let (who, whom) = (names.of(a), names.of(b));
    let by = if told.is_empty() { String::new() } else { format!(" by {}", told.join(", ")) };
    let mut text = match sight {
        Sight::Clear => format!("{who} sees {whom} clearly"),
        Sight::Obscured => format!("{who} sees {whom} obscured{by}"),
        Sight::Blocked => format!("{who} can't see {whom}: hidden{by}"),
    };
    if cover {
        text += ", in cover";
    }
    Ok(SightAnswer {
        sight: word(sight),
        line: line(state, a, b),
        hiders: told,
        hider_pieces,
        hider_models,
        gap: gap.0,
        cover,
        text: format!("{text}, {gap} away."),
    })
}

/// What a model sees.
pub(super) fn eyes(asked: Asked<'_>, model: &str) -> Result<EyesAnswer, Refusal> {
    let id = asked.placed(model)?;
    let state = asked.state;
    let figure = state.figure(id).ok_or_else(|| Refusal::plainly("it is not on the table"))?;
    let (at, top) = (figure.spot.at, figure.spot.z + figure.height.0);
    let others = [Seat(0), Seat(1)].into_iter().flat_map(|seat| state.on_table(seat));
    let sees = others.filter(|other| *other != id).map(|other| Sees {
        id: other.to_string(),
        sight: word(state.scene().sight(id.index(), other.index())),
    });
    // A little below the crown.
    let eye = top - figure.height.0 / 10;
    Ok(EyesAnswer { at: [at.x, at.y, eye], sees: sees.collect() })
}

/// What is at a place, in words.
pub(super) fn ground(asked: Asked<'_>, x: i32, y: i32) -> Result<Vec<String>, Refusal> {
    let size = asked.state.board.size;
    if !(0..=size.x).contains(&x) || !(0..=size.y).contains(&y) {
        return Err(Refusal::plainly("that is beside the table"));
    }
    Ok(explain::terrain(asked.state, Point::new(x, y)))
}

/// How far it is.
pub(super) fn measure(asked: Asked<'_>, from: &Spot, to: &Spot) -> Result<Measured, Refusal> {
    let state = asked.state;
    let figure = |spot: &Spot| -> Result<Figure, Refusal> {
        match spot {
            Spot::Model { model } => {
                let id = asked.placed(model)?;
                state.figure(id).copied().ok_or_else(|| Refusal::plainly("it is not on the table"))
            }
            Spot::Place(place) => {
                let at = Point::new(place.x.clamp(-FAR, FAR), place.y.clamp(-FAR, FAR));
                let top = || moving::heights(state, at).last().map_or(0, |height| height.0);
                let z = place.z.map_or_else(top, |z| z.clamp(-FAR, FAR));
                let spot = table::Spot { at, z, ..table::Spot::default() };
                Ok(Figure { spot, base: table::Base::Round { diameter: 0 }, height: Length::ZERO })
            }
        }
    };
    let gap = figure(from)?.gap(&figure(to)?);
    Ok(Measured { gap: gap.0, text: gap.to_string() })
}
