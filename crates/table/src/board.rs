//! A table built for asking: convex blocks, areas, surfaces and links.

use std::fmt;

use crate::base::{Figure, Spot};
use crate::convex::Convex;
use crate::point::{LIMIT, Point, ceil_sqrt, segment_clears};
use crate::polygon;
use crate::terrain::{Kinds, Opening, Part, Table, Way};
use crate::{Length, units};

/// Something wrong with a table file: where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFault {
    /// The piece and part, as a path from the file's top.
    pub at: String,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for TableFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.message)
    }
}

/// What a block does besides hiding what is behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Stands in the way as its kinds say.
    Solid,
    /// The part of a wall below an opening: an obstacle, whatever the wall is.
    Sill,
    /// The part of a wall above an opening: in nobody's way.
    Lintel,
    /// The thickness of a floor.
    Slab,
}

/// A solid convex prism.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Its outline.
    pub shape: Convex,
    /// Where it begins.
    pub low: i32,
    /// Where it ends.
    pub high: i32,
    /// What it does.
    pub role: Role,
    /// What it is.
    pub kinds: Kinds,
    /// The piece it is part of.
    pub piece: u16,
    /// A disc around it: the centre.
    pub centre: Point,
    /// A disc around it: the radius.
    pub reach: i32,
}

/// Blocks of one piece that come one after the other, and a cylinder that holds them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Group {
    pub(crate) blocks: std::ops::Range<usize>,
    pub(crate) centre: Point,
    pub(crate) reach: i32,
    pub(crate) low: i32,
    pub(crate) high: i32,
}

impl Group {
    /// No group has more blocks. Walls are built piece by piece, so few are close together.
    const MOST: usize = 8;

    fn of(blocks: &[Block], from: usize, to: usize) -> Group {
        let part = &blocks[from..to];
        let edges = |of: fn(Point) -> i32| {
            let low = part.iter().map(|block| of(block.centre) - block.reach).min();
            let high = part.iter().map(|block| of(block.centre) + block.reach).max();
            i32::midpoint(low.unwrap_or(0), high.unwrap_or(0))
        };
        let centre = Point::new(edges(|p| p.x), edges(|p| p.y));
        let away = |block: &Block| centre.distance(block.centre).0 + block.reach;
        Group {
            blocks: from..to,
            centre,
            // A unit more than rounding needs.
            reach: part.iter().map(away).max().unwrap_or(0) + 1,
            low: part.iter().map(|block| block.low).min().unwrap_or(0),
            high: part.iter().map(|block| block.high).max().unwrap_or(0),
        }
    }
}

/// Flat ground of some kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// Its outline.
    pub shape: Convex,
    /// The height of the surface it lies on.
    pub z: i32,
    /// What it is.
    pub kinds: Kinds,
    /// The piece it is part of.
    pub piece: u16,
    /// A disc around it: the centre.
    pub centre: Point,
    /// A disc around it: the radius.
    pub reach: i32,
}

/// A floor above the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    /// Its edge, counter-clockwise.
    pub outline: Vec<Point>,
    /// Its height.
    pub z: i32,
    /// What it is.
    pub kinds: Kinds,
    /// The piece it is part of.
    pub piece: u16,
    /// A disc around it: the centre.
    pub centre: Point,
    /// A disc around it: the radius.
    pub reach: i32,
}

/// A marked edge between two surfaces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// How it is used.
    pub way: Way,
    /// One end.
    pub from: Point,
    /// The other.
    pub to: Point,
    /// The height of the lower surface.
    pub low: i32,
    /// The height of the upper surface.
    pub high: i32,
    /// The piece it is part of.
    pub piece: u16,
}

/// A table with its terrain. It never changes during a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The file it was built from.
    pub table: Table,
    /// Width and depth.
    pub size: Point,
    /// What hides and stands in the way. Whoever changes them calls [`Board::regroup`].
    pub blocks: Vec<Block>,
    /// The blocks in groups, in their order.
    pub(crate) groups: Vec<Group>,
    /// Ground of some kind.
    pub areas: Vec<Area>,
    /// Floors.
    pub surfaces: Vec<Surface>,
    /// Ways up and down.
    pub links: Vec<Link>,
}

impl Board {
    /// Builds a table, or says everything that is wrong with it.
    pub fn build(table: &Table) -> Result<Board, Vec<TableFault>> {
        let mut builder = Builder {
            board: Board {
                table: table.clone(),
                size: table.size,
                blocks: Vec::new(),
                groups: Vec::new(),
                areas: Vec::new(),
                surfaces: Vec::new(),
                links: Vec::new(),
            },
            faults: Vec::new(),
            at: String::new(),
        };
        builder.table();
        builder.board.regroup();
        if builder.faults.is_empty() { Ok(builder.board) } else { Err(builder.faults) }
    }

    /// Groups the blocks, so that sight need not look at each.
    pub fn regroup(&mut self) {
        let blocks = &self.blocks;
        self.groups.clear();
        let mut from = 0;
        while from < blocks.len() {
            let rest = blocks[from..].iter().take(Group::MOST);
            let count = rest.take_while(|block| block.piece == blocks[from].piece).count();
            self.groups.push(Group::of(blocks, from, from + count));
            from += count;
        }
    }

    /// An empty table.
    pub fn empty(width: Length, depth: Length) -> Board {
        let table =
            Table { name: String::new(), size: Point::new(width.0, depth.0), pieces: Vec::new() };
        Board::build(&table).expect("an empty table of a sensible size is sound")
    }

    /// What people call a piece.
    pub fn piece_name(&self, piece: u16) -> &str {
        &self.table.pieces[usize::from(piece)].name
    }

    /// Whether all of a shape lies on the table.
    pub fn holds(&self, shape: &Convex) -> bool {
        let (low, high) = shape.bounds();
        low.x >= 0 && low.y >= 0 && high.x <= self.size.x && high.y <= self.size.y
    }

    /// Whether the shape lies wholly on one surface of that height.
    pub fn supports(&self, shape: &Convex, z: i32) -> bool {
        if z == 0 {
            return self.holds(shape);
        }
        self.surfaces.iter().any(|surface| surface.z == z && surface.supports(shape))
    }

    /// The height of the highest surface at or below `z` under a point.
    pub fn floor_below(&self, at: Point, z: i32) -> i32 {
        self.surfaces
            .iter()
            .filter(|surface| surface.z <= z && polygon::covers(&surface.outline, at))
            .map(|surface| surface.z)
            .max()
            .unwrap_or(0)
    }
}

impl Surface {
    /// Whether all of a shape lies on it. Exact.
    pub fn supports(&self, shape: &Convex) -> bool {
        let n = self.outline.len();
        let mut sides = (0..n).map(|i| (self.outline[i], self.outline[(i + 1) % n]));
        if let [centre] = shape.core[..] {
            let clear = |(a, b)| segment_clears(a, b, centre, shape.radius.into());
            return sides.all(clear) && polygon::covers(&self.outline, centre);
        }
        // The middle of a shape tells inside from outside: a corner may touch the edge from there.
        let (low, high) = shape.bounds();
        polygon::covers(&self.outline, low.towards(high, 1, 2))
            && sides.all(|(a, b)| {
                let side = Convex { core: [a, b].into_iter().collect(), radius: 0 };
                shape.clears(&side, 0)
            })
    }
}

/// Says if there are more pieces, or parts of all pieces together, than a table may have: everything
/// is compared with everything else.
pub(crate) fn count(pieces: usize, parts: usize) -> Result<(), String> {
    for (what, count, most) in [("pieces", pieces, 200), ("parts", parts, 2000)] {
        if count > most {
            return Err(format!("a table has at most {most} {what}, not {count}"));
        }
    }
    Ok(())
}

struct Builder {
    board: Board,
    faults: Vec<TableFault>,
    at: String,
}

impl Builder {
    fn wrong(&mut self, message: impl Into<String>) {
        self.faults.push(TableFault { at: self.at.clone(), message: message.into() });
    }

    fn table(&mut self) {
        let size = self.board.size;
        self.at = "size".into();
        if size.x < units::INCH * 6
            || size.y < units::INCH * 6
            || size.x >= LIMIT
            || size.y >= LIMIT
        {
            self.wrong("a table is at least 6\" and less than 100\" wide and deep");
            return;
        }
        let pieces = self.board.table.pieces.clone();
        self.at = "piece".into();
        let parts = pieces.iter().map(|piece| piece.parts.len()).sum();
        if let Err(message) = count(pieces.len(), parts) {
            self.wrong(message);
            return;
        }
        for (i, piece) in pieces.iter().enumerate() {
            self.at = format!("piece {} ({})", i + 1, piece.name);
            if piece.parts.is_empty() {
                self.wrong("it has no part; write at least one [[piece.part]]");
            }
            if piece.parts.len() > 100 {
                self.wrong("a piece has at most 100 parts");
                continue;
            }
            for (j, part) in piece.parts.iter().enumerate() {
                self.at = format!("piece {} ({}), part {}", i + 1, piece.name, j + 1);
                self.part(i as u16, piece.kinds, part);
            }
        }
        // Links need the surfaces of all pieces.
        if self.faults.is_empty() {
            for (i, piece) in pieces.iter().enumerate() {
                for (j, part) in piece.parts.iter().enumerate() {
                    if let Part::Link { way, from, to, low, high } = part {
                        self.at = format!("piece {} ({}), part {}", i + 1, piece.name, j + 1);
                        self.link(Link {
                            way: *way,
                            from: *from,
                            to: *to,
                            low: low.0,
                            high: high.0,
                            piece: i as u16,
                        });
                    }
                }
            }
        }
    }

    fn on_table(&mut self, points: &[Point]) -> bool {
        let size = self.board.size;
        let off =
            points.iter().find(|p| p.x < 0 || p.y < 0 || p.x > size.x || p.y > size.y).copied();
        if let Some(p) = off {
            self.wrong(format!(
                "the point {} is off the table, which is {} by {}",
                Spot::ground(p.x, p.y),
                Length(size.x),
                Length(size.y)
            ));
        }
        off.is_none()
    }

    fn heights(&mut self, low: i32, high: i32) -> bool {
        let sound = 0 <= low && low < high && high <= units::INCH * 24;
        if !sound {
            self.wrong(format!(
                "it reaches from {} to {}; heights begin at 0 or above, end above that, and stay \
                 within 24\"",
                Length(low),
                Length(high)
            ));
        }
        sound
    }

    fn outline(&mut self, outline: &[Point]) -> Option<Vec<Convex>> {
        if !self.on_table(outline) {
            return None;
        }
        if let Some(fault) = polygon::fault(outline) {
            self.wrong(fault);
            return None;
        }
        Some(polygon::convex_parts(outline))
    }

    fn block(&mut self, shape: Convex, low: i32, high: i32, role: Role, kinds: Kinds, piece: u16) {
        let (centre, reach) = shape.ball();
        self.board.blocks.push(Block { shape, low, high, role, kinds, piece, centre, reach });
    }

    fn part(&mut self, piece: u16, of_piece: Kinds, part: &Part) {
        match part {
            Part::Area { outline, z, kinds } => {
                let kinds = kinds.and(of_piece);
                for shape in self.outline(outline).unwrap_or_default() {
                    let (centre, reach) = shape.ball();
                    self.board.areas.push(Area { shape, z: z.0, kinds, piece, centre, reach });
                }
            }
            Part::Solid { outline, height, z, kinds } => {
                if self.heights(z.0, z.0 + height.0) {
                    for shape in self.outline(outline).unwrap_or_default() {
                        let kinds = kinds.and(of_piece);
                        self.block(shape, z.0, z.0 + height.0, Role::Solid, kinds, piece);
                    }
                }
            }
            Part::Floor { outline, z, thick, kinds } => {
                if self.heights(z.0 - thick.0, z.0)
                    && let Some(shapes) = self.outline(outline)
                {
                    let kinds = kinds.and(of_piece);
                    for shape in shapes {
                        self.block(shape, z.0 - thick.0, z.0, Role::Slab, kinds, piece);
                    }
                    let outline = polygon::tidy(outline);
                    let (centre, reach) =
                        Convex::hull(&outline).map_or((outline[0], LIMIT), |hull| hull.ball());
                    self.board.surfaces.push(Surface {
                        outline,
                        z: z.0,
                        kinds,
                        piece,
                        centre,
                        reach,
                    });
                }
            }
            Part::Wall { from, to, thick, height, z, openings, kinds } => {
                if self.heights(z.0, z.0 + height.0) && self.on_table(&[*from, *to]) {
                    let wall =
                        Wall { from: *from, to: *to, thick: thick.0, z: z.0, high: z.0 + height.0 };
                    self.wall(piece, kinds.and(of_piece), &wall, openings);
                }
            }
            Part::Link { .. } => {}
        }
    }

    fn wall(&mut self, piece: u16, kinds: Kinds, wall: &Wall, openings: &[Opening]) {
        let length = wall.length();
        if length == 0 || wall.thick < 20 {
            self.wrong("a wall has a length, and is at least 0.2 mm thick");
            return;
        }
        let mut sorted = openings.to_vec();
        sorted.sort_by_key(|opening| opening.at);
        let mut done = 0;
        for opening in &sorted {
            let (from, to) = (opening.at.0, opening.at.0 + opening.width.0);
            let tall = wall.high - wall.z;
            if from < done || opening.width.0 <= 0 || to > length {
                self.wrong(format!(
                    "the opening at {} must have a width, lie within the wall's {} and apart from \
                     other openings",
                    opening.at,
                    Length(length)
                ));
                return;
            }
            if !(0 <= opening.sill.0 && opening.sill < opening.head && opening.head.0 <= tall) {
                self.wrong(format!(
                    "the opening at {} goes from {} to {}; its sill must be below its head, and \
                     both within the wall's {}",
                    opening.at,
                    opening.sill,
                    opening.head,
                    Length(tall)
                ));
                return;
            }
            if from > done {
                self.block(wall.slice(done, from), wall.z, wall.high, Role::Solid, kinds, piece);
            }
            let hole = wall.slice(from, to);
            if opening.sill.0 > 0 {
                let high = wall.z + opening.sill.0;
                self.block(hole.clone(), wall.z, high, Role::Sill, kinds, piece);
            }
            if opening.head.0 < tall {
                let low = wall.z + opening.head.0;
                self.block(hole, low, wall.high, Role::Lintel, kinds, piece);
            }
            done = to;
        }
        if done < length {
            self.block(wall.slice(done, length), wall.z, wall.high, Role::Solid, kinds, piece);
        }
    }

    fn link(&mut self, link: Link) {
        if link.way == Way::Walk {
            self.wrong("the way of a link is stairs, ladder, climb or drop");
        }
        if link.from == link.to {
            self.wrong("a link is an edge with two different ends");
        }
        if !self.on_table(&[link.from, link.to]) || !self.heights(link.low, link.high) {
            return;
        }
        for (z, which) in [(link.low, "lower"), (link.high, "upper")] {
            let edge = Convex { core: [link.from, link.to].into_iter().collect(), radius: 0 };
            let near = z == 0
                || self.board.surfaces.iter().any(|surface| {
                    surface.z == z
                        && polygon::convex_parts(&surface.outline)
                            .iter()
                            .any(|part| part.gap(&edge, 0) <= 2 * units::INCH)
                });
            if !near {
                self.wrong(format!("no floor at {} lies at this edge, its {which} end", Length(z)));
            }
        }
        self.board.links.push(link);
    }
}

struct Wall {
    from: Point,
    to: Point,
    thick: i32,
    z: i32,
    high: i32,
}

impl Wall {
    /// Its length, rounded up, so that an opening may reach to its end.
    fn length(&self) -> i32 {
        ceil_sqrt(self.from.distance_squared(self.to)) as i32
    }

    /// The part of it between two distances from its first end.
    fn slice(&self, start: i32, end: i32) -> Convex {
        let length = i64::from(self.length());
        let (x, y) = self.from.to(self.to);
        let half = i64::from(self.thick / 2);
        // To the left of the middle line, rounded to the grid.
        let (left_x, left_y) = ((-y * half / length) as i32, (x * half / length) as i32);
        let (a, b) = (
            self.from.towards(self.to, i64::from(start), length),
            self.from.towards(self.to, i64::from(end), length),
        );
        let corners = [
            a.shifted(-left_x, -left_y),
            b.shifted(-left_x, -left_y),
            b.shifted(left_x, left_y),
            a.shifted(left_x, left_y),
        ];
        Convex::hull(&corners).expect("four corners")
    }
}

/// A board with the figures on it; a figure that is gone leaves its place empty.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The terrain.
    pub board: &'a Board,
    /// The figures, by number.
    pub figures: &'a [Option<Figure>],
}

impl<'a> Scene<'a> {
    /// The figure of that number, if it is on the table.
    pub fn figure(&self, number: usize) -> Option<&'a Figure> {
        self.figures.get(number)?.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_hold_every_block_once_and_whole() {
        let tables = [
            include_str!("../../../data/tables/broken-citadel.toml"),
            include_str!("../../../data/tables/container-yard.toml"),
        ];
        for text in tables {
            let board = Board::read(text).unwrap();
            let grouped: Vec<usize> = board.groups.iter().flat_map(|g| g.blocks.clone()).collect();
            assert_eq!(grouped, (0..board.blocks.len()).collect::<Vec<_>>());
            for group in &board.groups {
                for block in &board.blocks[group.blocks.clone()] {
                    let room = i64::from(group.reach - block.reach);
                    assert!(room > 0 && group.centre.distance_squared(block.centre) < room * room);
                    assert!(group.low <= block.low && block.high <= group.high);
                }
            }
        }
    }
}
