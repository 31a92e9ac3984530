//! The table in letters: two columns and a row for an inch.

use std::fmt;

use super::View;
use crate::convex::Convex;
use crate::point::Point;
use crate::polygon;
use crate::terrain::{Kinds, Opening, Part, Way};
use crate::units::INCH;

/// What a character stands for, so that a terminal can colour it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Nothing there.
    Open,
    /// Numbers along the edges.
    Ruler,
    /// Ground that slows nobody, such as the floor of a ruin.
    Ground,
    /// Difficult ground.
    Difficult,
    /// Difficult ground that is hard to see through.
    Dense,
    /// Ground nobody can enter.
    Pool,
    /// A solid thing without a roof to stand on.
    Solid,
    /// A wall nobody passes.
    Wall,
    /// A window in it.
    Window,
    /// A door in it.
    Door,
    /// An obstacle of at most 2".
    Low,
    /// A taller obstacle.
    Tall,
    /// A floor, as high as its digit says.
    Floor,
    /// A ladder or stairs.
    Link,
    /// A counter.
    Counter,
    /// A figure of a side.
    Side(u8),
}

/// One character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What is printed.
    pub ch: char,
    /// What it stands for.
    pub class: Class,
}

/// A table in letters, with a ruler and a legend of what appears on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// From the far edge to the near one.
    pub rows: Vec<Vec<Cell>>,
    /// What the letters mean, one for each kind on this table.
    pub legend: Vec<(Cell, String)>,
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            let line: String = row.iter().map(|cell| cell.ch).collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        let mut line = String::new();
        for (cell, meaning) in &self.legend {
            let entry = format!("{} {meaning}", cell.ch);
            if !line.is_empty() && line.len() + entry.len() + 3 > 76 {
                writeln!(f, "{line}")?;
                line.clear();
            }
            line += "   ";
            line += &entry;
        }
        writeln!(f, "{line}")
    }
}

/// Columns left of the table, for the ruler.
const MARGIN: usize = 3;

struct Canvas {
    cells: Vec<Vec<Cell>>,
    /// The size of a cell.
    wide: i32,
    deep: i32,
}

impl Canvas {
    /// Row and column of a point of the table, the far row being the first.
    fn place(&self, at: Point) -> (usize, usize) {
        let (rows, columns) = (self.cells.len() as i32, self.cells[0].len() as i32);
        let row = rows - 1 - (at.y / self.deep).clamp(0, rows - 1);
        (row as usize, (at.x / self.wide).clamp(0, columns - 1) as usize)
    }

    fn put(&mut self, at: Point, ch: char, class: Class) {
        let (row, column) = self.place(at);
        self.cells[row][column] = Cell { ch, class };
    }

    /// Fills the cells whose middle lies in an outline; a shape too small for that marks the cell
    /// it is in.
    fn fill(&mut self, outline: &[Point], ch: char, class: Class) {
        let Some((low, high)) = Convex::hull(outline).map(|hull| hull.bounds()) else { return };
        let mut filled = false;
        let rows = self.cells.len() as i32;
        for y in low.y / self.deep..=(high.y / self.deep).min(rows - 1) {
            for x in low.x / self.wide..=high.x / self.wide {
                let middle =
                    Point::new(x * self.wide + self.wide / 2, y * self.deep + self.deep / 2);
                if polygon::covers(outline, middle) {
                    self.put(middle, ch, class);
                    filled = true;
                }
            }
        }
        if !filled {
            self.put(low.towards(high, 1, 2), ch, class);
        }
    }

    /// Marks the cells a line runs through; `what` says by the distance from its first end.
    fn trace(&mut self, from: Point, to: Point, what: impl Fn(i32) -> (char, Class)) {
        let length = from.distance(to).0;
        let steps = length / (self.wide / 2) + 1;
        for i in 0..=steps {
            let (ch, class) = what((i64::from(length) * i64::from(i) / i64::from(steps)) as i32);
            self.put(from.towards(to, i.into(), steps.into()), ch, class);
        }
    }
}

pub(super) fn picture(view: &View) -> Picture {
    let size = view.board.size;
    // Tables wider than 36" are drawn smaller.
    let scale = (size.x + 36 * INCH - 1) / (36 * INCH);
    let (wide, deep) = (INCH / 2 * scale, INCH * scale);
    let columns = ((size.x + wide - 1) / wide) as usize;
    let rows = ((size.y + deep - 1) / deep) as usize;
    let open = Cell { ch: ' ', class: Class::Open };
    let mut canvas = Canvas { cells: vec![vec![open; columns]; rows], wide, deep };
    dots(&mut canvas, size);
    terrain(&mut canvas, view);
    for counter in view.counters {
        let ch = counter.label.chars().next().unwrap_or('*');
        canvas.put(counter.at, '*', Class::Counter);
        let (row, column) = canvas.place(counter.at);
        if ch != '*' && column > 0 {
            canvas.cells[row][column - 1] = Cell { ch, class: Class::Counter };
        }
    }
    for token in view.tokens {
        let at = token.figure.spot.at;
        let letters: Vec<char> = token.label.chars().take(2).collect();
        // Two letters stand astride the middle.
        let first = if letters.len() == 2 { at.shifted(-wide / 2, 0) } else { at };
        let (row, column) = canvas.place(first);
        for (i, &ch) in letters.iter().enumerate() {
            let column = (column + i).min(columns - 1);
            canvas.cells[row][column] = Cell { ch, class: Class::Side(token.side) };
        }
    }
    let legend = legend(&canvas.cells);
    Picture { rows: ruled(canvas.cells, scale), legend }
}

/// A dot every three inches, to measure by.
fn dots(canvas: &mut Canvas, size: Point) {
    for y in (0..size.y).step_by(3 * INCH as usize) {
        for x in (0..size.x).step_by(3 * INCH as usize) {
            canvas.put(Point::new(x, y), '.', Class::Open);
        }
    }
}

fn terrain(canvas: &mut Canvas, view: &View) {
    let parts = || {
        let pieces = view.board.table.pieces.iter();
        pieces.flat_map(|piece| piece.parts.iter().map(move |part| (piece.kinds, part)))
    };
    for (of_piece, part) in parts() {
        if let Part::Area { outline, kinds, .. } = part {
            let kinds = kinds.and(of_piece);
            let (ch, class) = if kinds.any(Kinds::IMPASSABLE) {
                ('~', Class::Pool)
            } else if kinds.any(Kinds::DENSE) {
                ('"', Class::Dense)
            } else if kinds.any(Kinds::DIFFICULT) {
                (':', Class::Difficult)
            } else {
                ('`', Class::Ground)
            };
            canvas.fill(outline, ch, class);
        }
    }
    // Low things first, so that what is seen from above is on top.
    let mut tall: Vec<(i32, &Part, Kinds)> = parts()
        .filter_map(|(of_piece, part)| match part {
            Part::Solid { height, z, kinds, .. } => {
                Some((z.0 + height.0, part, kinds.and(of_piece)))
            }
            Part::Floor { z, kinds, .. } => Some((z.0, part, kinds.and(of_piece))),
            _ => None,
        })
        .collect();
    tall.sort_by_key(|(top, part, _)| (*top, matches!(part, Part::Floor { .. })));
    for (top, part, kinds) in tall {
        match part {
            Part::Floor { outline, .. } => {
                let inches = (top + INCH / 2) / INCH;
                canvas.fill(outline, digit(inches), Class::Floor);
            }
            Part::Solid { outline, .. } => {
                let (ch, class) = barrier(top, kinds);
                let ch = if class == Class::Wall { 'O' } else { ch };
                let class = if class == Class::Wall { Class::Solid } else { class };
                canvas.fill(outline, ch, class);
            }
            _ => {}
        }
    }
    for (of_piece, part) in parts() {
        if let Part::Wall { from, to, height, z, openings, kinds, .. } = part {
            let (ch, class) = barrier(height.0, kinds.and(of_piece));
            // The upper storey stands on the lower, which has the doors.
            if z.0 == 0 || class != Class::Wall {
                canvas.trace(*from, *to, |at| {
                    let hole = |o: &&Opening| (o.at.0..=o.at.0 + o.width.0).contains(&at);
                    match openings.iter().find(hole) {
                        Some(hole) if hole.sill.0 == 0 => ('D', Class::Door),
                        Some(_) => ('o', Class::Window),
                        None => (ch, class),
                    }
                });
            }
        }
    }
    for link in &view.board.links {
        let ch = match link.way {
            Way::Ladder => 'L',
            Way::Stairs => 'S',
            _ => continue,
        };
        canvas.put(link.from.towards(link.to, 1, 2), ch, Class::Link);
    }
}

fn digit(inches: i32) -> char {
    char::from_digit(inches.clamp(0, 9) as u32, 10).unwrap_or('9')
}

fn barrier(tall: i32, kinds: Kinds) -> (char, Class) {
    if kinds.any(Kinds::IMPASSABLE) || !kinds.any(Kinds::OBSTACLE) {
        ('#', Class::Wall)
    } else if tall <= 2 * INCH {
        ('=', Class::Low)
    } else {
        ('H', Class::Tall)
    }
}

/// The meanings of the letters that appear, in a fixed order.
fn legend(cells: &[Vec<Cell>]) -> Vec<(Cell, String)> {
    let known = [
        ('#', Class::Wall, "wall"),
        ('o', Class::Window, "window"),
        ('D', Class::Door, "door"),
        ('O', Class::Solid, "solid"),
        ('=', Class::Low, "obstacle"),
        ('H', Class::Tall, "obstacle above 2\""),
        ('3', Class::Floor, "to 9: floor or roof, inches up"),
        ('L', Class::Link, "ladder"),
        ('S', Class::Link, "stairs"),
        ('`', Class::Ground, "floor of a ruin"),
        (':', Class::Difficult, "difficult"),
        ('"', Class::Dense, "difficult and dense"),
        ('~', Class::Pool, "impassable"),
        ('*', Class::Counter, "counter"),
    ];
    let seen = |ch: char, class: Class| {
        let same = |cell: &Cell| cell.class == class && (cell.ch == ch || class == Class::Floor);
        cells.iter().flatten().any(same)
    };
    known
        .into_iter()
        .filter(|&(ch, class, _)| seen(ch, class))
        .map(|(ch, class, meaning)| {
            let ch = if class == Class::Floor { '1' } else { ch };
            (Cell { ch, class }, meaning.to_owned())
        })
        .collect()
}

/// With inches along the left and the near edge.
fn ruled(cells: Vec<Vec<Cell>>, scale: i32) -> Vec<Vec<Cell>> {
    let rows = cells.len();
    let columns = cells[0].len();
    let ruler = |text: String| text.chars().map(|ch| Cell { ch, class: Class::Ruler }).collect();
    let mut out: Vec<Vec<Cell>> = Vec::with_capacity(rows + 2);
    for (i, row) in cells.into_iter().enumerate() {
        // A row is named by the inch at its near side.
        let inch = (rows - 1 - i) as i32 * scale;
        let text = if inch % 3 == 0 { format!("{inch:2}|") } else { "  |".into() };
        let mut line: Vec<Cell> = ruler(text);
        line.extend(row);
        line.push(Cell { ch: '|', class: Class::Ruler });
        out.push(line);
    }
    let mut foot = vec![' '; MARGIN + columns + 3];
    for column in (0..=columns).step_by(6) {
        let inch = column as i32 * scale / 2;
        for (k, ch) in inch.to_string().chars().enumerate() {
            foot[MARGIN + column + k] = ch;
        }
    }
    let edge = format!("{}+{}+", " ".repeat(MARGIN - 1), "-".repeat(columns));
    out.insert(0, ruler(edge.clone()));
    out.push(ruler(edge));
    out.push(ruler(foot.into_iter().collect::<String>().trim_end().to_owned()));
    out
}
