//! Terrain in pictures.

use table::{Kinds, Length, Opening, Part, Piece, Point, Spot, Table, Way};

use super::Fact;
use super::read::Reader;
use crate::words::empty_table;

/// A line of terrain: `solid 3,3 6,3 6,6 3,6 height 2 kinds obstacle`.
pub(super) fn part(words: &[&str]) -> Result<Part, String> {
    let shape = words[0];
    let mut words = Reader::new(&words[1..]);
    let mut points: Vec<Point> = Vec::new();
    while let Some(word) = words.peek().filter(|word| word.contains(',')) {
        words.next();
        points.push(point(word)?);
        if words.peek() == Some("to")
            && matches!(shape, "wall" | "ladder" | "stairs" | "climb" | "drop")
        {
            words.next();
        }
        if points.len() > 64 {
            return Err("an outline has at most 64 corners".into());
        }
    }
    match shape {
        "wall" => wall(&points, words),
        "area" | "solid" | "floor" => flat(shape, points, words),
        _ => link(shape, &points, words),
    }
}

fn point(text: &str) -> Result<Point, String> {
    Ok(text.parse::<Spot>()?.at)
}

fn length(words: &mut Reader<'_>, after: &str) -> Result<Length, String> {
    Length::parse(words.value(after)?)
}

fn kinds(words: &mut Reader<'_>) -> Result<Kinds, String> {
    words
        .value("kinds")?
        .split(',')
        .try_fold(Kinds::NONE, |all, name| Ok(all.and(Kinds::named(name.trim())?)))
}

fn two(shape: &str, points: &[Point]) -> Result<(Point, Point), String> {
    match points {
        [from, to] => Ok((*from, *to)),
        _ => Err(format!("a {shape} goes from one point to another: {shape} 10,4 to 14,4 …")),
    }
}

fn flat(shape: &str, outline: Vec<Point>, mut words: Reader<'_>) -> Result<Part, String> {
    if outline.len() < 3 {
        return Err(format!("an outline has at least three corners: {shape} 3,3 6,3 6,6 3,6 …"));
    }
    let (mut tall, mut z, mut thick, mut of) = (None, None, None, Kinds::NONE);
    while let Some(word) = words.next() {
        match word {
            "height" if shape == "solid" => tall = Some(length(&mut words, word)?),
            "at" => z = Some(length(&mut words, word)?),
            "thick" if shape == "floor" => thick = Some(length(&mut words, word)?),
            "kinds" => of = kinds(&mut words)?,
            _ => {
                return Err(format!(
                    "`{word}` is not known of {shape}; there are at 3, kinds difficult, height 2 \
                     of a solid, thick 0.1 of a floor"
                ));
            }
        }
    }
    let low = z.unwrap_or(Length::ZERO);
    Ok(match shape {
        "area" => Part::Area { outline, z: low, kinds: of },
        "solid" => {
            let height = tall.ok_or("a solid has a height, as in height 2")?;
            Part::Solid { outline, height, z: low, kinds: of }
        }
        _ => {
            let z = z.ok_or("a floor lies at some height, as in at 3")?;
            Part::Floor { outline, z, thick: thick.unwrap_or(Length::tenths(1)), kinds: of }
        }
    })
}

fn wall(points: &[Point], mut words: Reader<'_>) -> Result<Part, String> {
    let (from, to) = two("wall", points)?;
    let mut height = None;
    let (mut thick, mut z, mut of) = (Length::tenths(2), Length::ZERO, Kinds::NONE);
    let mut openings = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "height" => height = Some(length(&mut words, word)?),
            "thick" => thick = length(&mut words, word)?,
            "at" => z = length(&mut words, word)?,
            "kinds" => of = kinds(&mut words)?,
            "window" | "door" => openings.push(opening(word, &mut words)?),
            _ => {
                return Err(format!(
                    "`{word}` is not known of a wall; there are height 3, thick 0.2, at 0, kinds \
                     impassable, window at 1 width 1.5 sill 1 head 2, door at 4 width 1.5 head 2"
                ));
            }
        }
    }
    let height = height.ok_or("a wall has a height, as in height 3")?;
    Ok(Part::Wall { from, to, thick, height, z, openings, kinds: of })
}

fn opening(what: &str, words: &mut Reader<'_>) -> Result<Opening, String> {
    let (mut at, mut width, mut sill, mut head) = (None, None, None, None);
    while let Some(word @ ("at" | "width" | "sill" | "head")) = words.peek() {
        words.next();
        let value = Some(length(words, word)?);
        match word {
            "at" => at = value,
            "width" => width = value,
            "sill" => sill = value,
            _ => head = value,
        }
    }
    match (at, width, head) {
        (Some(at), Some(width), Some(head)) => {
            Ok(Opening { at, width, sill: sill.unwrap_or(Length::ZERO), head })
        }
        _ => Err(format!("a {what} says where and how large: {what} at 1 width 1.5 head 2")),
    }
}

fn link(shape: &str, points: &[Point], mut words: Reader<'_>) -> Result<Part, String> {
    let (from, to) = two(shape, points)?;
    let way = match shape {
        "ladder" => Way::Ladder,
        "stairs" => Way::Stairs,
        "climb" => Way::Climb,
        _ => Way::Drop,
    };
    let (mut low, mut high) = (Length::ZERO, None);
    while let Some(word) = words.next() {
        match word {
            "from" => low = length(&mut words, word)?,
            "to" => high = Some(length(&mut words, word)?),
            _ => {
                return Err(format!("`{word}` is not known of {shape}; there are from 0 and to 3"));
            }
        }
    }
    let high = high.ok_or_else(|| format!("a {shape} leads somewhere: {shape} … from 0 to 3"))?;
    Ok(Part::Link { way, from, to, low, high })
}

/// The terrain of a picture as a table, if it has any.
pub(super) fn table(facts: &[(usize, Fact)]) -> Option<Table> {
    let mut table = empty_table();
    table.name = "a table of the picture".into();
    let mut named = false;
    for (_, fact) in facts {
        match fact {
            Fact::Piece(name) => {
                named = !name.is_empty();
                if named {
                    let piece = Piece { name: name.clone(), kinds: Kinds::NONE, parts: Vec::new() };
                    table.pieces.push(piece);
                }
            }
            Fact::Part(part) => match table.pieces.last_mut() {
                Some(piece) if named => piece.parts.push(part.clone()),
                _ => {
                    let shape = match part {
                        Part::Area { .. } => "area",
                        Part::Solid { .. } => "solid",
                        Part::Wall { .. } => "wall",
                        Part::Floor { .. } => "floor",
                        Part::Link { .. } => "way up",
                    };
                    let name = format!("{shape} {}", table.pieces.len() + 1);
                    let parts = vec![part.clone()];
                    table.pieces.push(Piece { name, kinds: Kinds::NONE, parts });
                }
            },
            _ => {}
        }
    }
    (!table.pieces.is_empty()).then_some(table)
}
