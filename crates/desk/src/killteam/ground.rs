//! The table as a page draws it.

use table::{Kinds, Length, Table};

use crate::wire;

/// A table.
pub(super) fn ground(table: &Table) -> wire::Ground {
    wire::Ground {
        name: table.name.clone(),
        size: point(table.size),
        pieces: table.pieces.iter().enumerate().map(|(index, one)| piece(index, one)).collect(),
    }
}

/// A piece of terrain.
pub(super) fn piece(index: usize, piece: &table::Piece) -> wire::Piece {
    wire::Piece {
        index,
        name: piece.name.clone(),
        kinds: names(piece.kinds),
        told: told(piece),
        parts: piece.parts.iter().map(part).collect(),
    }
}

pub(super) fn point(point: table::Point) -> wire::Point {
    (point.x, point.y)
}

fn ring(outline: &[table::Point]) -> wire::Ring {
    outline.iter().copied().map(point).collect()
}

fn names(kinds: Kinds) -> Vec<String> {
    kinds.names().map(Into::into).collect()
}

fn part(part: &table::Part) -> wire::Part {
    match part {
        table::Part::Area { outline, z, kinds } => {
            wire::Part::Area { outline: ring(outline), z: z.0, kinds: names(*kinds) }
        }
        table::Part::Solid { outline, height, z, kinds } => wire::Part::Solid {
            outline: ring(outline),
            z: z.0,
            height: height.0,
            kinds: names(*kinds),
        },
        table::Part::Wall { from, to, thick, height, z, openings, kinds } => wire::Part::Wall {
            from: point(*from),
            to: point(*to),
            thick: thick.0,
            z: z.0,
            height: height.0,
            kinds: names(*kinds),
            openings: openings
                .iter()
                .map(|opening| wire::Opening {
                    along: opening.at.0,
                    width: opening.width.0,
                    sill: opening.sill.0,
                    height: (opening.head - opening.sill).0,
                    door: opening.sill == Length::ZERO,
                })
                .collect(),
        },
        table::Part::Floor { outline, z, thick, kinds } => wire::Part::Floor {
            outline: ring(outline),
            z: z.0,
            thick: thick.0,
            kinds: names(*kinds),
        },
        table::Part::Link { way, from, to, low, high } => wire::Part::Link {
            way: way.to_string(),
            from: point(*from),
            to: point(*to),
            low: low.0,
            high: high.0,
        },
    }
}

/// Kind and height in words.
fn told(piece: &table::Piece) -> String {
    let top = |part: &table::Part| match part {
        table::Part::Area { z, .. } | table::Part::Floor { z, .. } => *z,
        table::Part::Solid { z, height, .. } | table::Part::Wall { z, height, .. } => *z + *height,
        table::Part::Link { high, .. } => *high,
    };
    let own = |part: &table::Part| match part {
        table::Part::Area { kinds, .. }
        | table::Part::Solid { kinds, .. }
        | table::Part::Wall { kinds, .. }
        | table::Part::Floor { kinds, .. } => *kinds,
        table::Part::Link { .. } => Kinds::NONE,
    };
    let kinds = piece.parts.iter().fold(piece.kinds, |all, part| all.and(own(part)));
    let high = piece.parts.iter().map(top).max().unwrap_or(Length::ZERO);
    let floors =
        piece.parts.iter().filter(|part| matches!(part, table::Part::Floor { .. })).count();
    let mut text = kinds.to_string();
    if high > Length::ZERO {
        text += &format!(", {high} high");
    }
    match floors {
        0 => {}
        1 => text += ", with a floor",
        more => text += &format!(", with {more} floors"),
    }
    text
}
