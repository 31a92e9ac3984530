//! The table from above, drawn like a map.

use super::{Counter, Overlay, Token, Trace, View};
use crate::base::Base;
use crate::board::{Link, Surface};
use crate::convex::Convex;
use crate::point::Point;
use crate::polygon;
use crate::terrain::{Kinds, Opening, Part, Piece, Way};
use crate::units::{INCH, Length};

/// Light on dark, or dark on light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// A lit table in a dark room.
    #[default]
    Night,
    /// A map on paper.
    Paper,
}

/// How a table is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// Its colours.
    pub theme: Theme,
    /// Put before every id, so that several drawings can be on one page.
    pub prefix: String,
}

impl Default for Drawing {
    fn default() -> Drawing {
        Drawing { theme: Theme::Night, prefix: "t".into() }
    }
}

/// Of the picture, to an inch.
const PIXELS: i64 = 24;
/// Around the table.
const MARGIN: i32 = INCH * 9 / 8;

struct Colours {
    room: &'static str,
    table: [&'static str; 2],
    ink: &'static str,
    faint: &'static str,
    paving: [&'static str; 2],
    rough: [&'static str; 2],
    wet: [&'static str; 2],
    wood: [&'static str; 2],
    water: [&'static str; 2],
    lava: [&'static str; 2],
    rock: [&'static str; 3],
    /// By height, from an inch to six.
    floors: [&'static str; 4],
    /// Of the lower storey and of those above.
    walls: [&'static str; 2],
    earth: [&'static str; 3],
    window: &'static str,
    low: &'static str,
    hedge: &'static str,
    fence: &'static str,
    shade: &'static str,
    link: &'static str,
    counter: &'static str,
    sides: [&'static str; 2],
    bases: [&'static str; 2],
    reach: &'static str,
    wrong: &'static str,
}

const NIGHT: Colours = Colours {
    room: "#0d1218",
    table: ["#2c3640", "#202830"],
    ink: "#e8edf2",
    faint: "#8796a5",
    paving: ["#37414b", "#46525d"],
    rough: ["#3b3a35", "#746c58"],
    wet: ["#2c3d3a", "#5b8479"],
    wood: ["#24382c", "#47694f"],
    water: ["#17384a", "#3d7c99"],
    lava: ["#4c2018", "#e2703c"],
    rock: ["#515760", "#646b75", "#7c848f"],
    floors: ["#4c5864", "#5b6875", "#6f7d8b", "#8694a2"],
    walls: ["#b4bdc6", "#e4e9ee"],
    earth: ["#454a3c", "#545a48", "#656b56"],
    window: "#7db9e8",
    low: "#b0946a",
    hedge: "#5c8a5f",
    fence: "#c8b083",
    shade: "#000",
    link: "#f4d58d",
    counter: "#f4d35e",
    sides: ["#4c9be8", "#f2994a"],
    bases: ["#12324f", "#4f2a0e"],
    reach: "#7fd6a8",
    wrong: "#ff6b6b",
};

const PAPER: Colours = Colours {
    room: "#f6f1e7",
    table: ["#efe7d6", "#e4dac5"],
    ink: "#2a2722",
    faint: "#8d8371",
    paving: ["#dcd3c1", "#c9bea8"],
    rough: ["#d8c9a8", "#a58f62"],
    wet: ["#cfd8c6", "#7d9a86"],
    wood: ["#c3d2ae", "#7f9b69"],
    water: ["#b7d3dd", "#6c9fb3"],
    lava: ["#e8b39b", "#c2512a"],
    rock: ["#b9b2a6", "#a59d90", "#8d8578"],
    floors: ["#d3cabb", "#c3b9a8", "#b1a693", "#9d917d"],
    walls: ["#5a5248", "#2e2a25"],
    earth: ["#d3cba6", "#c6bd94", "#b5ab80"],
    window: "#3f86b8",
    low: "#8a6a3b",
    hedge: "#5f8a4c",
    fence: "#7b6238",
    shade: "#3a2f1c",
    link: "#8a4b14",
    counter: "#b8860b",
    sides: ["#1f6fbf", "#c05f12"],
    bases: ["#d6e6f6", "#f8e2cd"],
    reach: "#2f8f5b",
    wrong: "#c62828",
};

struct Pen<'a> {
    view: &'a View<'a>,
    colours: &'static Colours,
    prefix: &'a str,
    out: String,
}

pub(super) fn svg(view: &View, drawing: &Drawing) -> String {
    let colours = match drawing.theme {
        Theme::Night => &NIGHT,
        Theme::Paper => &PAPER,
    };
    let prefix: String = drawing.prefix.chars().filter(char::is_ascii_alphanumeric).collect();
    let mut pen = Pen { view, colours, prefix: &prefix, out: String::new() };
    pen.draw();
    pen.out
}

/// A length as pixels with two decimals, rounded the same everywhere.
fn px(units: i64) -> String {
    let hundredths =
        (units * PIXELS * 100 + i64::from(INCH) / 2 * units.signum()) / i64::from(INCH);
    let (whole, part) = (hundredths.abs() / 100, hundredths.abs() % 100);
    let sign = if hundredths < 0 { "-" } else { "" };
    match part {
        0 => format!("{sign}{whole}"),
        p if p % 10 == 0 => format!("{sign}{whole}.{}", p / 10),
        p => format!("{sign}{whole}.{p:02}"),
    }
}

/// Text that is safe inside an element.
fn safe(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// How far a shadow falls from something so tall, to the right and towards the near edge.
fn shadow(tall: i32) -> (i32, i32) {
    (tall * 9 / 50, -(tall * 13 / 50))
}

fn inches(units: i32) -> String {
    let text = Length(units).to_string();
    text.replace(".0\"", "\"")
}

impl Pen<'_> {
    /// The picture's coordinates, whose y grows downwards.
    fn x(x: i32) -> String {
        px(i64::from(x) + i64::from(MARGIN))
    }

    fn y(&self, y: i32) -> String {
        px(i64::from(self.view.board.size.y) - i64::from(y) + i64::from(MARGIN))
    }

    fn points(&self, points: &[Point]) -> String {
        let at = |p: &Point| format!("{},{}", Self::x(p.x), self.y(p.y));
        points.iter().map(at).collect::<Vec<_>>().join(" ")
    }

    fn polygon(&mut self, points: &[Point], rest: &str) {
        let points = self.points(points);
        self.out += &format!("<polygon points=\"{points}\" {rest}/>\n");
    }

    fn line(&mut self, a: Point, b: Point, rest: &str) {
        let (x1, y1, x2, y2) = (Self::x(a.x), self.y(a.y), Self::x(b.x), self.y(b.y));
        self.out += &format!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" {rest}/>\n");
    }

    fn circle(&mut self, at: Point, radius: i32, rest: &str) {
        let (x, y, r) = (Self::x(at.x), self.y(at.y), px(radius.into()));
        self.out += &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {rest}/>\n");
    }

    fn text(&mut self, at: Point, rest: &str, text: &str) {
        let (x, y, text) = (Self::x(at.x), self.y(at.y), safe(text));
        self.out += &format!("<text x=\"{x}\" y=\"{y}\" {rest}>{text}</text>\n");
    }

    fn pattern_url(&self, name: &str) -> String {
        format!("fill=\"url(#{}-{name})\"", self.prefix)
    }

    fn draw(&mut self) {
        let size = self.view.board.size;
        let (w, h) = (px((size.x + 2 * MARGIN).into()), px((size.y + 2 * MARGIN).into()));
        let name = match self.view.board.table.name.as_str() {
            "" => "Table",
            name => name,
        };
        self.out += &format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" \
             height=\"{h}\" role=\"img\" font-family=\"Inter, Helvetica, Arial, 'DejaVu Sans', \
             sans-serif\">\n<title>{}</title>\n",
            safe(name)
        );
        self.definitions();
        let room = self.colours.room;
        self.out += &format!("<rect width=\"{w}\" height=\"{h}\" fill=\"{room}\"/>\n");
        self.ground();
        self.traces(&[Trace::Zone]);
        self.pieces();
        self.links();
        self.traces(&[Trace::Reach]);
        for counter in self.view.counters {
            self.counter(counter);
        }
        self.traces(&[Trace::Path, Trace::Sight, Trace::Obscured, Trace::Blocked]);
        for token in self.view.tokens {
            self.token(token);
        }
        self.out += "</svg>\n";
    }

    fn definitions(&mut self) {
        let Colours { paving, rough, wet, wood, water, lava, table, .. } = self.colours;
        let p = self.prefix;
        self.out += "<defs>\n";
        let mut pattern = |name: &str, side: u32, ground: &str, marks: &str| {
            self.out += &format!(
                "<pattern id=\"{p}-{name}\" width=\"{side}\" height=\"{side}\" \
                 patternUnits=\"userSpaceOnUse\"><rect width=\"{side}\" height=\"{side}\" \
                 fill=\"{ground}\"/>{marks}</pattern>\n"
            );
        };
        let stroke = |path: &str, colour: &str, width: &str| {
            format!(
                "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                 stroke-linecap=\"round\"/>"
            )
        };
        ground_patterns(&mut pattern, &stroke, [paving, rough, wet, wood, water, lava]);
        self.out += &format!(
            "<radialGradient id=\"{p}-table\" cx=\"0.5\" cy=\"0.46\" r=\"0.75\"><stop offset=\"0\" \
             stop-color=\"{}\"/><stop offset=\"1\" stop-color=\"{}\"/></radialGradient>\n</defs>\n",
            table[0], table[1]
        );
    }

    /// The bare table with ticks for inches along its edges.
    fn ground(&mut self) {
        let size = self.view.board.size;
        let faint = self.colours.faint;
        let corners = [Point::new(0, 0), Point::new(size.x, 0), size, Point::new(0, size.y)];
        let fill = self.pattern_url("table");
        let edge = format!("{fill} stroke=\"{faint}\" stroke-opacity=\".7\" stroke-width=\"1.2\"");
        self.polygon(&corners, &edge);
        self.out += &format!(
            "<g stroke=\"{faint}\" fill=\"{faint}\" font-size=\"10\" text-anchor=\"middle\">\n"
        );
        self.ruler(size.x, size.y, Point::new);
        self.ruler(size.y, size.x, |s, t| Point::new(t, s));
        self.out += "</g>\n";
    }

    /// Ticks and numbers along two opposite edges, `at` so far along them and from the first.
    fn ruler(&mut self, along: i32, across: i32, at: impl Fn(i32, i32) -> Point) {
        for inch in 0..=along / INCH {
            let s = inch * INCH;
            let long = if inch % 6 == 0 { INCH / 3 } else { INCH / 6 };
            let mark = "stroke-width=\".8\" stroke-opacity=\".55\"";
            self.line(at(s, 0), at(s, -long), mark);
            self.line(at(s, across), at(s, across + long), mark);
            if inch % 6 == 0 {
                if inch > 0 && s < along {
                    self.line(at(s, 0), at(s, across), "stroke-opacity=\".09\"");
                }
                let plain = "stroke=\"none\" dy=\".35em\"";
                self.text(at(s, -INCH * 7 / 10), plain, &inch.to_string());
            }
        }
    }

    /// All terrain, from the ground upwards: on each level floors, shadows, then what stands there.
    fn pieces(&mut self) {
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
    fn doors(&mut self) {
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
    fn titled(&mut self, piece: &Piece, mut part: impl FnMut(&mut Self, &Part, Kinds)) {
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

    fn area(&mut self, outline: &[Point], kinds: Kinds) {
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
    fn smooth(&mut self, outline: &[Point], rest: &str) {
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
    fn shadows(&mut self, level: i32) {
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

    fn tone(&self, z: i32) -> &'static str {
        self.colours.floors[(z / (2 * INCH)).clamp(0, 3) as usize]
    }

    fn floor(&mut self, outline: &[Point], z: i32, roof: bool) {
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
    fn boards(&mut self, outline: &[Point], roof: bool) {
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

    fn solid(&mut self, piece: &Piece, outline: &[Point], tall: i32, kinds: Kinds) {
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

    fn wall(
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
    fn bushes(&mut self, a: Point, b: Point, thick: i32) {
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
    fn posts(&mut self, a: Point, b: Point, thick: i32, colour: &str) {
        let count = i64::from((a.distance(b).0 / INCH).max(1));
        for i in 0..=count {
            let rest = format!("fill=\"{colour}\"");
            self.circle(a.towards(b, i, count), thick, &rest);
        }
    }

    /// Crowns over the trunks of a wood.
    fn canopies(&mut self) {
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
    fn heights(&mut self) {
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
    fn clear_place(&self, surface: &Surface) -> Option<Point> {
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

    fn links(&mut self) {
        let links = self.view.board.links.clone();
        for link in &links {
            let Some((x, y)) = self.downhill(link) else { continue };
            match link.way {
                Way::Ladder => self.ladder(link, x, y),
                Way::Stairs => self.stairs(link, x, y),
                Way::Climb => self.hachures(link, x, y),
                Way::Drop | Way::Walk => {}
            }
        }
    }

    /// An inch from a link's edge at right angles, towards the lower side.
    fn downhill(&self, link: &Link) -> Option<(i32, i32)> {
        let (x, y) = link.from.to(link.to);
        let length = i64::from(link.from.distance(link.to).0);
        let inch = i64::from(INCH);
        let (x, y) = ((y * inch / length) as i32, (-x * inch / length) as i32);
        let middle = link.from.towards(link.to, 1, 2);
        let on_top = |x: i32, y: i32| {
            let at = middle.shifted(x / 4, y / 4);
            self.view
                .board
                .surfaces
                .iter()
                .any(|surface| surface.z == link.high && polygon::covers(&surface.outline, at))
        };
        match (on_top(x, y), on_top(-x, -y)) {
            (false, true) => Some((x, y)),
            (true, false) => Some((-x, -y)),
            _ => None,
        }
    }

    fn ladder(&mut self, link: &Link, x: i32, y: i32) {
        let colour = self.colours.link;
        let title = format!("ladder from {} to {}", inches(link.low), inches(link.high));
        self.out += &format!(
            "<g stroke=\"{colour}\" stroke-width=\"1.7\" stroke-linecap=\"round\"><title>{}</title>\n",
            safe(&title)
        );
        let middle = link.from.towards(link.to, 1, 2);
        let half = i64::from(INCH) * 3 / 10;
        let length = i64::from(link.from.distance(link.to).0).max(1);
        let (a, b) = (
            middle.towards(link.from, half * 2, length),
            middle.towards(link.to, half * 2, length),
        );
        let at = |p: Point, part: i32| p.shifted(x * part / 20, y * part / 20);
        for end in [a, b] {
            self.line(at(end, -3), at(end, 13), "");
        }
        for rung in [0, 4, 8, 12] {
            self.line(at(a, rung), at(b, rung), "stroke-width=\"1.3\"");
        }
        self.out += "</g>\n";
    }

    fn stairs(&mut self, link: &Link, x: i32, y: i32) {
        let colour = self.colours.link;
        let title = format!("stairs from {} to {}", inches(link.low), inches(link.high));
        self.out += &format!(
            "<g stroke=\"{colour}\" stroke-linecap=\"round\"><title>{}</title>\n",
            safe(&title)
        );
        let (from, to) = (link.from.towards(link.to, 1, 12), link.to.towards(link.from, 1, 12));
        let at = |p: Point, part: i32| p.shifted(x * part / 20, y * part / 20);
        let tread = [at(from, 0), at(to, 0), at(to, 15), at(from, 15)];
        let fill = format!("fill=\"{colour}\" fill-opacity=\".13\" stroke=\"none\"");
        self.polygon(&tread, &fill);
        for (step, width) in [(0, "2.2"), (5, "1.7"), (10, "1.3"), (15, ".9")] {
            self.line(at(from, step), at(to, step), &format!("stroke-width=\"{width}\""));
        }
        self.out += "</g>\n";
    }

    /// Short strokes downhill, as maps draw a scarp one can climb.
    fn hachures(&mut self, link: &Link, x: i32, y: i32) {
        let ink = self.colours.ink;
        self.out += &format!(
            "<g stroke=\"{ink}\" stroke-opacity=\".55\" stroke-width=\"1\"><title>climb from {} to \
             {}</title>\n",
            safe(&inches(link.low)),
            safe(&inches(link.high))
        );
        let count = (link.from.distance(link.to).0 / (INCH * 2 / 5)).max(2);
        for i in 1..count {
            let p = link.from.towards(link.to, i.into(), count.into());
            let long = if i % 2 == 0 { 5 } else { 3 };
            self.line(p, p.shifted(x * long / 20, y * long / 20), "");
        }
        self.out += "</g>\n";
    }

    fn counter(&mut self, counter: &Counter) {
        let Colours { counter: colour, ink, .. } = self.colours;
        let title = match counter.label.as_str() {
            "" => "counter".to_owned(),
            label => format!("counter {label}"),
        };
        self.out += &format!("<g><title>{}</title>\n", safe(&title));
        let r = counter.radius;
        let ring = format!(
            "fill=\"{colour}\" fill-opacity=\".16\" stroke=\"{colour}\" stroke-width=\"1\" \
             stroke-dasharray=\"2 2.4\" stroke-opacity=\".7\""
        );
        self.circle(counter.at, r * 8 / 5, &ring);
        let disc = format!(
            "fill=\"{colour}\" fill-opacity=\".85\" stroke=\"{ink}\" stroke-opacity=\".8\""
        );
        self.circle(counter.at, r, &disc);
        let rest = "font-size=\"11\" font-weight=\"700\" fill=\"#1b1b1b\" text-anchor=\"middle\" \
                    dy=\".35em\"";
        self.text(counter.at, rest, &counter.label);
        self.out += "</g>\n";
    }

    fn traces(&mut self, which: &[Trace]) {
        let overlays = self.view.overlays;
        for overlay in overlays.iter().filter(|overlay| which.contains(&overlay.trace)) {
            self.trace(overlay);
        }
    }

    fn trace(&mut self, overlay: &Overlay) {
        let Colours { ink, faint, reach, wrong, .. } = self.colours;
        let style = match overlay.trace {
            Trace::Zone => format!(
                "fill=\"{ink}\" fill-opacity=\".035\" stroke=\"{faint}\" stroke-opacity=\".55\" \
                 stroke-width=\"1\" stroke-dasharray=\"7 5\""
            ),
            Trace::Reach => format!(
                "fill=\"{reach}\" fill-opacity=\".16\" stroke=\"{reach}\" stroke-opacity=\".8\" \
                 stroke-width=\"1.2\""
            ),
            Trace::Path => format!(
                "fill=\"none\" stroke=\"{ink}\" stroke-width=\"2\" stroke-dasharray=\"6 4\" \
                 stroke-linejoin=\"round\""
            ),
            Trace::Sight => {
                format!("fill=\"none\" stroke=\"{ink}\" stroke-opacity=\".7\" stroke-width=\"1\"")
            }
            Trace::Obscured => format!(
                "fill=\"none\" stroke=\"{ink}\" stroke-opacity=\".8\" stroke-width=\"1.4\" \
                 stroke-dasharray=\"1.5 4\" stroke-linecap=\"round\""
            ),
            Trace::Blocked => {
                format!(
                    "fill=\"none\" stroke=\"{wrong}\" stroke-opacity=\".9\" stroke-width=\"1.2\""
                )
            }
        };
        let element = if overlay.closed { "polygon" } else { "polyline" };
        let title = match overlay.title.as_str() {
            "" => String::new(),
            title => format!("<title>{}</title>", safe(title)),
        };
        let points = self.points(&overlay.points);
        self.out += &format!("<{element} points=\"{points}\" {style}>{title}</{element}>\n");
        if let (Trace::Blocked, Some(&end)) = (overlay.trace, overlay.points.last()) {
            let (r, style) = (INCH / 7, format!("stroke=\"{wrong}\" stroke-width=\"2\""));
            self.line(end.shifted(-r, -r), end.shifted(r, r), &style);
            self.line(end.shifted(-r, r), end.shifted(r, -r), &style);
        }
    }

    fn token(&mut self, token: &Token) {
        let side = usize::from(token.side.min(1));
        let (rim, fill, ink) =
            (self.colours.sides[side], self.colours.bases[side], self.colours.ink);
        let figure = &token.figure;
        let dim = if token.dim { " opacity=\".5\"" } else { "" };
        let title = format!("{}, {} at {}", token.label, figure.base, figure.spot);
        self.out += &format!("<g{dim}><title>{}</title>\n", safe(&title));
        // The second side's rim is notched, for those who can't tell the colours apart.
        let notches = if side == 1 { " stroke-dasharray=\"5 2.2\"" } else { "" };
        let style = format!("fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"2.6\"{notches}");
        let shade = format!("fill=\"{}\" opacity=\".4\"", self.colours.shade);
        let (dx, dy) = (INCH / 16, -INCH / 12);
        let at = figure.spot.at;
        match figure.base {
            Base::Round { diameter } => {
                let r = i32::from(diameter) / 2;
                self.circle(at.shifted(dx, dy), r, &shade);
                self.circle(at, r - INCH / 18, &style);
            }
            Base::Oval { .. } | Base::Rectangle { .. } => {
                let shape = figure.footprint();
                self.polygon(&shape.shifted(dx, dy).core, &shade);
                self.polygon(&inset(&shape.core, 19, 20), &style);
            }
        }
        let rest = format!(
            "font-size=\"11.5\" font-weight=\"700\" fill=\"{ink}\" text-anchor=\"middle\" \
             dy=\".35em\""
        );
        self.text(at, &rest, &token.label);
        if figure.spot.z > 0 {
            let below = at.shifted(0, -(figure.base.narrowest().0 / 2 + INCH / 5));
            let rest = format!(
                "font-size=\"8\" fill=\"{rim}\" text-anchor=\"middle\" \
                 dy=\".35em\""
            );
            self.text(below, &rest, &format!("+{}", inches(figure.spot.z)));
        }
        self.out += "</g>\n";
    }
}

/// The patterns of the ground.
fn ground_patterns(
    pattern: &mut impl FnMut(&str, u32, &str, &str),
    stroke: &impl Fn(&str, &str, &str) -> String,
    [paving, rough, wet, wood, water, lava]: [&[&str; 2]; 6],
) {
    pattern(
        "paving",
        24,
        paving[0],
        &stroke("M0 .5H24M.5 0V12M12.5 12V24M0 12.5H24", paving[1], ".7"),
    );
    let marks = "M2 6L6 2M10 13L14 9M17 5l3 2M4 17l3 1.6M15 20l3-3M9 4l1 .6";
    pattern("rough", 22, rough[0], &stroke(marks, rough[1], "1.2"));
    let tufts =
        "M3 8h7M6.5 8v-3M8 8l1.5-2.5M5 8l-1.5-2.5M15 19h7M18.5 19v-3M20 19l1.5-2.5M17 19l-1.5-2.5";
    pattern("wet", 26, wet[0], &stroke(tufts, wet[1], "1"));
    let leaves = "M4 6a2.5 2.5 0 0 1 5 0M14 15a2.5 2.5 0 0 1 5 0M15 4a1.5 1.5 0 0 1 3 0M3 17a1.5 1.5 0 0 1 3 0";
    pattern("wood", 22, wood[0], &stroke(leaves, wood[1], "1.1"));
    let waves = "M1 7q3.5-3 7 0t7 0M9 18q3.5-3 7 0t6 0";
    pattern("water", 24, water[0], &stroke(waves, water[1], "1.1"));
    pattern("lava", 24, lava[0], &stroke(waves, lava[1], "1.5"));
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
fn inset(outline: &[Point], part: i64, parts: i64) -> Vec<Point> {
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
