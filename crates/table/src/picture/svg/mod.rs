//! The table from above, drawn like a map.

mod links;
mod terrain;
mod tokens;

use super::{Trace, View};
use crate::point::Point;
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
