//! Terrain: ground, walls, floors, and how high they are.

use super::{Pen, inches, safe, shadow};
use crate::board::{Link, Surface};
use crate::convex::Convex;
use crate::point::Point;
use crate::polygon;
use crate::terrain::{Kinds, Opening, Part, Piece, Way};
use crate::units::INCH;

impl Pen<'_> {
    /// All terrain, from the ground upwards: on each level floors, shadows, then what stands there.
    pub(super) fn pieces(&mut self) {
        let pieces = &self.view.board.table.pieces;
        for piece in pieces {
            self.titled(piece, |pen, part, kinds| {
                if let Part::Area { outline, .. } = part {
                    pen.area(outline, kinds);
                }
            });
        }
        let mut levels: Vec<i32> = vec![0];
        for part in pieces.iter().flat_map(|piece| &piece.parts) {
            match part {
                Part::Solid { z, .. } | Part::Wall { z, .. } | Part::Floor { z, .. } => {
                    levels.push(z.0);
                }
                _ => {}
            }
        }
        levels.sort_unstable();
        levels.dedup();
        for level in levels {
            for piece in pieces {
                self.titled(piece, |pen, part, _| {
                    if let Part::Floor { outline, z, .. } = part
                        && z.0 == level
                    {
                        let roof = piece.parts.iter().any(
                            |part| matches!(part, Part::Solid { outline: under, .. } if under == outline),
                        );
                        pen.floor(outline, level, roof);
                    }
                });
            }
            self.shadows(level);
            for piece in pieces {
                self.titled(piece, |pen, part, kinds| match part {
                    Part::Solid { outline, height, z, .. } if z.0 == level => {
                        pen.solid(piece, outline, height.0, kinds);
                    }
                    Part::Wall { from, to, thick, height, z, openings, .. } if z.0 == level => {
                        pen.wall((*from, *to), thick.0, (level, height.0), openings, kinds);
                    }
                    _ => {}
                });
            }
        }
        self.doors();
        self.canopies();
        self.heights();
    }

    /// The doors on the ground, through what stands above them: a map shows the way in.
    pub(super) fn doors(&mut self) {
        let parts = self.view.board.table.pieces.iter().flat_map(|piece| &piece.parts);
        let doors: Vec<(Point, Point, i32)> = parts
            .filter_map(|part| match part {
                Part::Wall { from, to, thick, z, openings, kinds, .. }
                    if z.0 == 0 && kinds.any(Kinds::IMPASSABLE) =>
                {
                    let cut = slices(*from, *to, openings).into_iter();
                    let low = |hole: &Opening| hole.sill.0 == 0;
                    let thick = thick.0;
                    Some(cut.filter_map(move |(a, b, hole)| {
                        hole.as_ref().filter(|h| low(h)).map(|_| (a, b, thick))
                    }))
                }
                _ => None,
            })
            .flatten()
            .collect();
        let [_, dark] = self.colours.table;
        let colour = self.colours.link;
        for (a, b, thick) in doors {
            self.polygon(&bar(a, b, thick + INCH / 20).core, &format!("fill=\"{dark}\""));
            let rest =
                format!("stroke=\"{colour}\" stroke-width=\"1.3\" stroke-dasharray=\"3 2.5\"");
            self.line(a, b, &rest);
        }
    }

    /// Draws some parts of a piece in a group that says what it is; an empty group is left out.
    pub(super) fn titled(&mut self, piece: &Piece, mut part: impl FnMut(&mut Self, &Part, Kinds)) {
        let start = self.out.len();
        self.out += &format!("<g><title>{}</title>\n", safe(&told(piece)));
        let filled = self.out.len();
        for p in &piece.parts {
            let own = match p {
                Part::Area { kinds, .. }
                | Part::Solid { kinds, .. }
                | Part::Wall { kinds, .. }
                | Part::Floor { kinds, .. } => *kinds,
                Part::Link { .. } => Kinds::NONE,
            };
            part(self, p, own.and(piece.kinds));
        }
        if self.out.len() == filled {
            self.out.truncate(start);
        } else {
            self.out += "</g>\n";
        }
    }

    pub(super) fn area(&mut self, outline: &[Point], kinds: Kinds) {
        let c = self.colours;
        let (name, edge) = if kinds.any(Kinds::IMPASSABLE) && kinds.any(Kinds::DANGEROUS) {
            ("lava", c.lava[1])
        } else if kinds.any(Kinds::IMPASSABLE) {
            ("water", c.water[1])
        } else if kinds.any(Kinds::DENSE) {
            ("wood", c.wood[1])
        } else if kinds.any(Kinds::DIFFICULT) && kinds.any(Kinds::COVER) {
            ("rough", c.rough[1])
        } else if kinds.any(Kinds::DIFFICULT) {
            ("wet", c.wet[1])
        } else {
            ("paving", c.paving[1])
        };
        let fill = self.pattern_url(name);
        // Natural edges are rounded; a ruin's plot is square.
        let rest = format!(
            "{fill} stroke=\"{edge}\" stroke-width=\"1.4\" stroke-opacity=\".9\" \
             stroke-linejoin=\"round\""
        );
        if outline.len() > 6 { self.smooth(outline, &rest) } else { self.polygon(outline, &rest) }
    }

    /// An outline with its corners rounded off.
    pub(super) fn smooth(&mut self, outline: &[Point], rest: &str) {
        let n = outline.len();
        let at = |p: Point| format!("{} {}", Self::x(p.x), self.y(p.y));
        let middle = |i: usize| outline[i % n].towards(outline[(i + 1) % n], 1, 2);
        let mut path = format!("M{}", at(middle(n - 1)));
        for (i, &corner) in outline.iter().enumerate() {
            // The curve bulges past the straight cut, close to the true corner.
            let (before, after) = (middle(i + n - 1), middle(i));
            let (a, b) = (before.towards(corner, 3, 4), after.towards(corner, 3, 4));
            path += &format!("C{} {} {}", at(a), at(b), at(after));
        }
        self.out += &format!("<path d=\"{path}Z\" {rest}/>\n");
    }

    /// The shadows of all that begins on a level, and on the ground those of floors above.
    pub(super) fn shadows(&mut self, level: i32) {
        let mut cast: Vec<Convex> = Vec::new();
        let mut fall = |shape: Convex, tall: i32| {
            let (x, y) = shadow(tall);
            cast.push(shape.swept(x, y));
        };
        for part in self.view.board.table.pieces.iter().flat_map(|piece| &piece.parts) {
            match part {
                Part::Solid { outline, height, z, .. } if z.0 == level => {
                    for shape in polygon::convex_parts(outline) {
                        fall(shape, height.0);
                    }
                }
                Part::Wall { from, to, thick, height, z, openings, .. } if z.0 == level => {
                    for (from, to, hole) in slices(*from, *to, openings) {
                        let tall = hole.map_or(height.0, |hole| hole.sill.0);
                        if tall > 0 {
                            fall(bar(from, to, thick.0), tall);
                        }
                    }
                }
                Part::Floor { outline, z, .. } if level == 0 => {
                    // A raised floor's shadow falls away from it, with light between.
                    let (x, y) = shadow(z.0);
                    for shape in polygon::convex_parts(outline) {
                        fall(shape.shifted(x, y), 0);
                    }
                }
                _ => {}
            }
        }
        let shade = self.colours.shade;
        if !cast.is_empty() {
            self.out += &format!("<g fill=\"{shade}\" opacity=\".34\">\n");
            for shape in cast {
                self.polygon(&shape.core, "");
            }
            self.out += "</g>\n";
        }
    }

    pub(super) fn tone(&self, z: i32) -> &'static str {
        self.colours.floors[(z / (2 * INCH)).clamp(0, 3) as usize]
    }

    pub(super) fn floor(&mut self, outline: &[Point], z: i32, roof: bool) {
        let (tone, ink) = (self.tone(z), self.colours.ink);
        let edge = format!(
            "stroke=\"{ink}\" stroke-opacity=\".45\" stroke-width=\"1\" stroke-linejoin=\"round\""
        );
        if outline.len() <= 6 {
            self.polygon(outline, &format!("fill=\"{tone}\" {edge}"));
            self.boards(outline, roof);
            return;
        }
        // What nobody would build is a hill, with contours.
        let [low, middle, high] = self.colours.earth;
        self.polygon(outline, &format!("fill=\"{low}\" {edge}"));
        self.smooth(&inset(outline, 4, 5), &format!("fill=\"{middle}\""));
        self.smooth(&inset(outline, 9, 20), &format!("fill=\"{high}\""));
    }

    /// Planks along a floor one can stand under; ribs and a rim on the roof of something solid.
    pub(super) fn boards(&mut self, outline: &[Point], roof: bool) {
        let ink = self.colours.ink;
        if roof {
            let rim = format!("fill=\"none\" stroke=\"{ink}\" stroke-opacity=\".22\"");
            self.polygon(&inset(outline, 17, 20), &rim);
        }
        let [a, b, c, d] = *outline else { return };
        let flat = a.distance_squared(b) >= b.distance_squared(c);
        // The lines run from one of the two opposite sides to the other.
        let [near, far] = if flat == roof { [[a, b], [d, c]] } else { [[b, c], [a, d]] };
        let every = if roof { INCH / 4 } else { INCH / 2 };
        let count = i64::from((near[0].distance(near[1]).0 / every).max(1));
        self.out += &format!("<g stroke=\"{ink}\" stroke-opacity=\".13\" stroke-width=\".8\">\n");
        for i in 1..count {
            let (from, to) = (near[0].towards(near[1], i, count), far[0].towards(far[1], i, count));
            // Ribs end at the rim.
            let part = i64::from(roof);
            self.line(from.towards(to, part, 10), to.towards(from, part, 10), "");
        }
        self.out += "</g>\n";
    }

    pub(super) fn solid(&mut self, piece: &Piece, outline: &[Point], tall: i32, kinds: Kinds) {
        let c = self.colours;
        if !kinds.any(Kinds::IMPASSABLE) {
            let rest = format!("fill=\"{}\" stroke=\"{}\" stroke-opacity=\".5\"", c.low, c.ink);
            self.polygon(outline, &rest);
            return;
        }
        let roofed = piece.parts.iter().any(|part| matches!(part, Part::Floor { .. }));
        let box_like = outline.len() <= 4;
        let edge = format!("stroke=\"{}\" stroke-opacity=\".55\" stroke-linejoin=\"round\"", c.ink);
        self.polygon(outline, &format!("fill=\"{}\" {edge}", c.rock[0]));
        if roofed || tall < INCH {
            return;
        }
        // What nobody can stand on gets contours if it is rough, and a cross if it is a box.
        if box_like {
            let (a, b) = (inset(outline, 9, 10), c.rock[2]);
            self.polygon(&a, &format!("fill=\"{}\" stroke=\"{b}\"", c.rock[1]));
            for i in 0..2 {
                self.line(a[i], a[(i + 2) % a.len()], &format!("stroke=\"{b}\""));
            }
        } else {
            self.polygon(&inset(outline, 7, 10), &format!("fill=\"{}\"", c.rock[1]));
            self.polygon(&inset(outline, 4, 10), &format!("fill=\"{}\"", c.rock[2]));
        }
    }

    pub(super) fn wall(
        &mut self,
        (from, to): (Point, Point),
        thick: i32,
        (level, tall): (i32, i32),
        openings: &[Opening],
        kinds: Kinds,
    ) {
        let c = self.colours;
        let passable = kinds.any(Kinds::OBSTACLE) && !kinds.any(Kinds::IMPASSABLE);
        let colour = match () {
            () if passable && kinds.any(Kinds::DENSE) => c.hedge,
            () if passable && tall > 2 * INCH => c.fence,
            () if passable => c.low,
            () => c.walls[usize::from(level > 0)],
        };
        for (a, b, hole) in slices(from, to, openings) {
            match hole {
                None if passable && kinds.any(Kinds::DENSE) => self.bushes(a, b, thick),
                None => {
                    let rest = format!("fill=\"{colour}\"");
                    self.polygon(&bar(a, b, thick).core, &rest);
                    if passable && tall > 2 * INCH {
                        self.posts(a, b, thick, colour);
                    }
                }
                Some(hole) if hole.sill.0 > 0 => {
                    // A window: the wall's two faces with glass between.
                    let shape = bar(a, b, thick);
                    let rest = format!(
                        "fill=\"{}\" fill-opacity=\".35\" stroke=\"{colour}\" stroke-width=\".8\"",
                        c.window
                    );
                    self.polygon(&shape.core, &rest);
                    let glass = format!("stroke=\"{}\" stroke-width=\"1.6\"", c.window);
                    self.line(a, b, &glass);
                }
                Some(_) => {
                    let rest = format!(
                        "stroke=\"{colour}\" stroke-opacity=\".6\" stroke-width=\"1\" \
                         stroke-dasharray=\"2 3\""
                    );
                    self.line(a, b, &rest);
                }
            }
        }
    }

    /// A row of bushes.
    pub(super) fn bushes(&mut self, a: Point, b: Point, thick: i32) {
        let [dark, light] = self.colours.wood;
        let colour = self.colours.hedge;
        self.polygon(&bar(a, b, thick * 4 / 5).core, &format!("fill=\"{dark}\""));
        let length = a.distance(b).0;
        let count = i64::from((length - thick) / (thick * 3 / 5)).max(1);
        let (first, last) = (
            a.towards(b, i64::from(thick) / 2, length.into()),
            b.towards(a, i64::from(thick) / 2, length.into()),
        );
        for i in 0..=count {
            let at = first.towards(last, i, count);
            let rest = format!("fill=\"{colour}\" stroke=\"{dark}\" stroke-width=\".8\"");
            self.circle(at, thick / 2, &rest);
            self.circle(at.shifted(-thick / 8, thick / 8), thick / 5, &format!("fill=\"{light}\""));
        }
    }

    /// The posts of a fence, an inch apart.
    pub(super) fn posts(&mut self, a: Point, b: Point, thick: i32, colour: &str) {
        let count = i64::from((a.distance(b).0 / INCH).max(1));
        for i in 0..=count {
            let rest = format!("fill=\"{colour}\"");
            self.circle(a.towards(b, i, count), thick, &rest);
        }
    }

    /// Crowns over the trunks of a wood.
    pub(super) fn canopies(&mut self) {
        let colour = self.colours.hedge;
        for piece in &self.view.board.table.pieces {
            let dense = piece.parts.iter().any(|part| {
                matches!(part, Part::Area { kinds, .. } if kinds.and(piece.kinds).any(Kinds::DENSE))
            });
            if !dense {
                continue;
            }
            for part in &piece.parts {
                if let Part::Solid { outline, height, .. } = part
                    && let Some(hull) = Convex::hull(outline)
                {
                    let (at, reach) = hull.ball();
                    let crown = reach + height.0 / 8 + INCH / 4;
                    for (r, opacity) in [(crown, ".34"), (crown * 2 / 3, ".22")] {
                        self.circle(
                            at,
                            r,
                            &format!("fill=\"{colour}\" fill-opacity=\"{opacity}\""),
                        );
                    }
                }
            }
        }
    }

    /// How high floors are, and what solid things without one are.
    pub(super) fn heights(&mut self) {
        let ink = self.colours.ink;
        self.out += &format!(
            "<g fill=\"{ink}\" fill-opacity=\".72\" font-size=\"9.5\" text-anchor=\"middle\" \
             dy=\".35em\" pointer-events=\"none\">\n"
        );
        let surfaces = &self.view.board.surfaces;
        for surface in surfaces {
            if let Some(at) = self.clear_place(surface) {
                self.text(at, "", &inches(surface.z));
            }
        }
        self.out += "</g>\n";
    }

    /// The place on a floor with the most room for its number, if there is any: away from the
    /// edge, from higher floors and from the marks of links.
    pub(super) fn clear_place(&self, surface: &Surface) -> Option<Point> {
        let board = self.view.board;
        let hull = Convex::hull(&surface.outline)?;
        let (low, high) = hull.bounds();
        let above = board.surfaces.iter().filter(|other| other.z > surface.z);
        let above: Vec<_> = above.collect();
        let marked = |link: &&Link| matches!(link.way, Way::Ladder | Way::Stairs);
        let marks: Vec<Point> = board
            .links
            .iter()
            .filter(marked)
            .map(|link| link.from.towards(link.to, 1, 2))
            .collect();
        let spots = (1..12).flat_map(|i| (1..12).map(move |j| (i, j)));
        spots
            .filter_map(|(i, j)| {
                let at = Point::new(low.towards(high, i, 12).x, low.towards(high, j, 12).y);
                let inside = polygon::covers(&surface.outline, at);
                let hidden = above.iter().any(|other| polygon::covers(&other.outline, at));
                if !inside || hidden {
                    return None;
                }
                let n = surface.outline.len();
                let sides = (0..n).map(|k| {
                    let (a, b) = (surface.outline[k], surface.outline[(k + 1) % n]);
                    crate::Squared::to_segment(a, b, at).as_f64() as i64
                });
                let others = marks.iter().map(|mark| mark.distance_squared(at));
                let over = above.iter().filter_map(|other| {
                    let dot = Convex::disc(at, 0);
                    let hull = Convex::hull(&other.outline)?;
                    Some(hull.core_distance(&dot).as_f64() as i64)
                });
                let room = sides.chain(others).chain(over).min()?;
                Some((room, at))
            })
            // The first of the roomiest, so that the picture is always the same.
            .reduce(|best, next| if next.0 > best.0 { next } else { best })
            .map(|(_, at)| at)
    }
}

/// What a piece is, in words.
fn told(piece: &Piece) -> String {
    let mut kinds = piece.kinds;
    let mut top = 0;
    for part in &piece.parts {
        match part {
            Part::Area { kinds: own, .. } => kinds = kinds.and(*own),
            Part::Solid { kinds: own, z, height, .. }
            | Part::Wall { kinds: own, z, height, .. } => {
                kinds = kinds.and(*own);
                top = top.max(z.0 + height.0);
            }
            Part::Floor { kinds: own, z, .. } => {
                kinds = kinds.and(*own);
                top = top.max(z.0);
            }
            Part::Link { .. } => {}
        }
    }
    let high = if top > 0 { format!(", {} high", inches(top)) } else { String::new() };
    format!("{}: {kinds}{high}", piece.name)
}

/// An outline drawn to a part of its size about the middle of its bounds.
pub(super) fn inset(outline: &[Point], part: i64, parts: i64) -> Vec<Point> {
    let (low, high) = outline.iter().fold((outline[0], outline[0]), |(low, high), p| {
        (Point::new(low.x.min(p.x), low.y.min(p.y)), Point::new(high.x.max(p.x), high.y.max(p.y)))
    });
    let middle = low.towards(high, 1, 2);
    outline.iter().map(|&p| middle.towards(p, part, parts)).collect()
}

/// A wall cut at its openings.
fn slices(from: Point, to: Point, openings: &[Opening]) -> Vec<(Point, Point, Option<Opening>)> {
    let length = i64::from(from.distance(to).0);
    let at = |along: i32| from.towards(to, along.into(), length);
    let mut sorted = openings.to_vec();
    sorted.sort_by_key(|opening| opening.at);
    let mut out = Vec::new();
    let mut done = 0;
    for hole in sorted {
        if hole.at.0 > done {
            out.push((at(done), at(hole.at.0), None));
        }
        done = hole.at.0 + hole.width.0;
        out.push((at(hole.at.0), at(done), Some(hole)));
    }
    if i64::from(done) < length {
        out.push((at(done), to, None));
    }
    out
}

/// A straight bar around a middle line.
fn bar(from: Point, to: Point, thick: i32) -> Convex {
    let length = i64::from(from.distance(to).0).max(1);
    let (x, y) = from.to(to);
    let half = i64::from(thick / 2);
    let (x, y) = ((-y * half / length) as i32, (x * half / length) as i32);
    let corners = [from.shifted(-x, -y), to.shifted(-x, -y), to.shifted(x, y), from.shifted(x, y)];
    Convex::hull(&corners).expect("four corners")
}
