//! Random tables that are fair: the same from both sides, covered enough, and open to walkers.

mod pieces;

use std::fmt;

use crate::Facing;
use crate::board::Board;
use crate::convex::Convex;
use crate::coverage::{Coverage, Ground, coverage};
use crate::point::Point;
use crate::polygon;
use crate::terrain::{Kinds, Part, Piece, Table};
use crate::units::{INCH, Length};
use crate::zone::{Edge, Zone};
use pieces::{Chance, Made, Make, make};

/// What a random table should look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// Some of everything.
    #[default]
    Mixed,
    /// Ruins and rubble.
    City,
    /// Woods, rocks and water.
    Wilds,
    /// Containers, bunkers and pipes.
    Works,
}

impl Style {
    /// All of them.
    pub const ALL: [Style; 4] = [Style::Mixed, Style::City, Style::Wilds, Style::Works];

    fn recipe(self) -> Recipe {
        use Make::{
            Barricade, Bunker, Container, Corner, Crater, Crates, Fence, Hall, Hedge, Hill, House,
            LowWall, Marsh, Pillar, Pipe, Pool, Rubble, Stack, Terrace, Tower, Watchtower, Woods,
        };
        match self {
            Style::Mixed => Recipe {
                middle: &[House, Hall, House, Tower, Stack],
                tall: &[Tower, Bunker, Stack, Watchtower, Corner],
                wide: &[Woods, Hill, Terrace, House, Marsh],
                more: &[Rubble, Crater, Container, Pillar, Pool, Watchtower, Marsh, Crates],
                lines: &[LowWall, Barricade, Hedge, Fence, Pipe],
            },
            Style::City => Recipe {
                middle: &[Hall, House, Tower],
                tall: &[House, Tower, Corner, Bunker],
                wide: &[House, Hall, Terrace, Corner],
                more: &[Rubble, Crater, Corner, Rubble, Crates, Watchtower],
                lines: &[LowWall, Barricade, Fence],
            },
            Style::Wilds => Recipe {
                middle: &[Pillar, Woods, House],
                tall: &[Pillar, Tower, Hall, House],
                wide: &[Woods, Hill, Marsh, Woods],
                more: &[Woods, Rubble, Pool, Hill, Marsh, Pillar],
                lines: &[Hedge, LowWall, Fence],
            },
            Style::Works => Recipe {
                middle: &[Stack, Bunker, Stack],
                tall: &[Watchtower, Bunker, Tower],
                wide: &[Terrace, Stack, House, Bunker, Hall],
                more: &[Container, Crates, Pool, Crater, Container, Watchtower],
                lines: &[Pipe, Barricade, Fence],
            },
        }
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Style::Mixed => "mixed",
            Style::City => "city",
            Style::Wilds => "wilds",
            Style::Works => "works",
        })
    }
}

/// What a table of a style is made of.
struct Recipe {
    /// Near the middle, to break the long lines of sight.
    middle: &'static [Make],
    tall: &'static [Make],
    wide: &'static [Make],
    more: &'static [Make],
    lines: &'static [Make],
}

/// A table one would like to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Width and depth.
    pub size: Point,
    /// How much of it lies under terrain, at least.
    pub coverage_percent: u8,
    /// The same number gives the same table.
    pub seed: u64,
    /// Discs and other shapes without terrain, such as objectives; each one's middle can be walked
    /// to on a 60 mm base.
    pub keep_free: Vec<Convex>,
    /// Zones that are open to each other for a 60 mm base, such as those of deployment.
    pub open: Vec<Zone>,
    /// What it should look like.
    pub style: Style,
}

impl Wish {
    /// A quarter covered, with nothing kept free, and open between strips of 6" at the near and the
    /// far edge.
    pub fn new(size: Point, seed: u64) -> Wish {
        let strips = [Edge::Near, Edge::Far].map(|edge| Zone::strip(size, edge, Length::inches(6)));
        Wish {
            size,
            coverage_percent: 25,
            seed,
            keep_free: Vec::new(),
            open: strips.into_iter().flatten().collect(),
            style: Style::Mixed,
        }
    }
}

/// Why no table fulfils a wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfulfilled {
    /// No table has that size.
    Size(String),
    /// All that was tried stayed too bare or too closed.
    Tried {
        /// How many tables.
        tables: u32,
        /// The most any of them covered.
        best: Coverage,
    },
}

impl fmt::Display for Unfulfilled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfulfilled::Size(why) => f.write_str(why),
            Unfulfilled::Tried { tables, best } => write!(
                f,
                "none of {tables} random tables could be covered as much as wished and stay open \
                 to walkers; the fullest had {best}: wish for less coverage or keep less free"
            ),
        }
    }
}

/// A small generator of random numbers (`SplitMix64`), the same on every platform.
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// From a seed; any will do.
    pub fn new(seed: u64) -> SplitMix {
        SplitMix(seed)
    }

    /// The next 64 bits.
    pub fn next_word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`; 0 if there is none. For the small numbers asked here the bias is below
    /// one in a million.
    pub fn below(&mut self, n: u32) -> u32 {
        (((self.next_word() >> 32) * u64::from(n)) >> 32) as u32
    }
}

/// A random table after a wish, or why there is none.
pub fn generate(wish: &Wish) -> Result<Table, Unfulfilled> {
    let mut random = SplitMix::new(wish.seed);
    let mut table = generate_with(wish, &mut |n| random.below(n))?;
    table.name = format!("Random table {} ({})", wish.seed, wish.style);
    Ok(table)
}

/// A random table after a wish, by any source of numbers below the one it is asked for; the wish's
/// seed is not looked at.
pub fn generate_with(
    wish: &Wish,
    chance: &mut dyn FnMut(u32) -> u32,
) -> Result<Table, Unfulfilled> {
    let bare = Table { name: String::new(), size: wish.size, pieces: Vec::new() };
    if let Err(faults) = Board::build(&bare) {
        return Err(Unfulfilled::Size(faults[0].to_string()));
    }
    let mut best = Coverage { hundredths: 0 };
    for _ in 0..ATTEMPTS {
        let mut layout = Layout::new(wish);
        layout.fill(chance);
        best = best.max(layout.coverage());
        if !layout.is_covered() {
            continue;
        }
        let table = layout.finish();
        let board = Board::build(&table).expect("every piece is sound wherever it stands");
        if coverage(&board).is_at_least(wish.coverage_percent.into()) && is_open(wish, &board) {
            return Ok(table);
        }
    }
    Err(Unfulfilled::Tried { tables: ATTEMPTS, best })
}

/// How many tables are tried for one wish.
const ATTEMPTS: u32 = 200;
/// Pieces are this far apart, and from the table's edge, so that figures pass.
const ALLEY: i32 = INCH * 3 / 2;
/// The largest base that must get everywhere that matters.
const WALKER: Length = Length::millimetres(60);

/// Whether a walker gets from everything kept free to everything else and to most of each zone.
fn is_open(wish: &Wish, board: &Board) -> bool {
    let ground = Ground::of(board, WALKER);
    let main = ground.main();
    let reached = |shape: &Convex| ground.region(shape.ball().0) == Some(main);
    wish.keep_free.iter().all(reached)
        && wish.open.iter().all(|zone| {
            let shape = Convex::hull(zone.outline()).map(|hull| hull.bounds());
            shape.is_some_and(|(low, high)| {
                let share = ground.share(low, high, main);
                // Corners behind terrain may be closed to the largest bases, but not more; and
                // there must be room for a whole team.
                share.joined * 4 >= share.spots && share.joined * 10 >= share.free * 9
            })
        })
}

/// A table being filled.
struct Layout<'a> {
    wish: &'a Wish,
    /// Kept free, with its half-turned twin and room for a walker on it.
    free: Vec<Convex>,
    pieces: Vec<Piece>,
    /// What was placed so far.
    made: Vec<Make>,
    /// What the pieces cover: convex parts with their bounds.
    taken: Vec<(Convex, (Point, Point))>,
    /// Twice the area covered.
    doubled_area: i64,
}

impl<'a> Layout<'a> {
    fn new(wish: &'a Wish) -> Layout<'a> {
        let mut free = Vec::new();
        for shape in &wish.keep_free {
            // A little more than a walker's radius beyond its middle.
            let room = (WALKER.0 / 2 + INCH / 8 - shape.radius).max(0);
            let grown = Convex { core: shape.core.clone(), radius: shape.radius + room };
            let twin = grown.core.iter().map(|&p| half_turn(wish.size, p)).collect();
            free.push(Convex { core: twin, radius: grown.radius });
            free.push(grown);
        }
        Layout {
            wish,
            free,
            pieces: Vec::new(),
            made: Vec::new(),
            taken: Vec::new(),
            doubled_area: 0,
        }
    }

    /// What the outlines hold, since they don't overlap.
    fn coverage(&self) -> Coverage {
        let table = 2 * i64::from(self.wish.size.x) * i64::from(self.wish.size.y);
        Coverage { hundredths: (self.doubled_area * 10_000 / table) as u32 }
    }

    /// Whether the outlines cover what is wished, and a little more: the gates of fences are in
    /// them, and cells of a grid may fall the wrong way.
    fn is_covered(&self) -> bool {
        self.coverage().hundredths >= u32::from(self.wish.coverage_percent) * 100 + 40
    }

    fn fill(&mut self, chance: &mut Chance) {
        let recipe = self.wish.style.recipe();
        let size = self.wish.size;
        // On a table of 36" by 36" every step is taken once.
        let area = i64::from(size.x) * i64::from(size.y);
        let common = i64::from(36 * INCH) * i64::from(36 * INCH);
        let rounds = ((area + common / 2) / common).max(1);
        let quarter = size.x.min(size.y) / 4;
        self.place(recipe.middle, Some(quarter), chance);
        for _ in 0..rounds {
            self.place(recipe.tall, None, chance);
            self.place(recipe.wide, None, chance);
            self.place(recipe.wide, None, chance);
            self.place(recipe.more, None, chance);
            self.place(recipe.lines, None, chance);
        }
        // Bare tables get something wide, nearly full ones something smaller.
        let most = 8 * rounds as usize;
        for _ in 0..4 * rounds {
            if self.is_covered() || self.pieces.len() / 2 >= most {
                break;
            }
            let wanted = u32::from(self.wish.coverage_percent) * 100;
            let bare = self.coverage().hundredths + 250 < wanted;
            self.place(if bare { recipe.wide } else { recipe.more }, None, chance);
        }
        if self.pieces.len() / 2 < most {
            self.place(recipe.lines, None, chance);
        }
    }

    fn finish(mut self) -> Table {
        let size = self.wish.size;
        name_twins(&mut self.pieces, size);
        Table { name: String::new(), size, pieces: self.pieces }
    }

    /// Places one of these and its twin, if there is room within so far of the table's middle.
    fn place(&mut self, from: &[Make], within: Option<i32>, chance: &mut Chance) -> bool {
        let size = self.wish.size;
        for _ in 0..3 {
            let mut what = from[chance(from.len() as u32) as usize];
            // Something the table has not got yet, if chance allows.
            for _ in 0..4 {
                if self.made.contains(&what) {
                    what = from[chance(from.len() as u32) as usize];
                }
            }
            let made = make(what, chance);
            let turned = turned(&made, chance);
            let (low, high) = bounds(&turned.outline);
            // Positions are on a grid of a quarter inch.
            let step = INCH / 4;
            let span = |low: i32, high: i32, size: i32| {
                let (first, last) = (ALLEY - low, size - ALLEY - high);
                (first, (last >= first).then(|| ((last - first) / step + 1) as u32))
            };
            let ((x0, Some(columns)), (y0, Some(rows))) =
                (span(low.x, high.x, size.x), span(low.y, high.y, size.y))
            else {
                continue;
            };
            let shapes = polygon::convex_parts(&turned.outline);
            let mut best: Option<(i32, Point)> = None;
            let mut found = 0;
            for _ in 0..120 {
                let by =
                    Point::new(x0 + chance(columns) as i32 * step, y0 + chance(rows) as i32 * step);
                let middle = Point::new(size.x / 2, size.y / 2);
                if within.is_some_and(|far| middle.distance(by).0 > far) {
                    continue;
                }
                if let Some(room) = self.room(&shapes, by) {
                    found += 1;
                    if best.is_none_or(|(most, _)| room > most) {
                        best = Some((room, by));
                    }
                    if found == 4 {
                        break;
                    }
                }
            }
            if let Some((_, by)) = best {
                self.made.push(what);
                self.put(&turned, &shapes, by);
                return true;
            }
        }
        false
    }

    /// How much room there would be around a piece, up to a few inches, or none if it does not fit.
    fn room(&self, shapes: &[Convex], by: Point) -> Option<i32> {
        let size = self.wish.size;
        let here: Vec<Convex> = shapes.iter().map(|shape| shape.shifted(by.x, by.y)).collect();
        let bounds: Vec<(Point, Point)> = here.iter().map(Convex::bounds).collect();
        // Most shapes are far from each other, as their bounds show.
        let apart = |i: usize, (other, (low, high)): &(Convex, (Point, Point)), gap: i32| {
            let (a, b) = &bounds[i];
            let away = (low.x - b.x).max(a.x - high.x).max(low.y - b.y).max(a.y - high.y);
            away >= gap || here[i].clears(other, gap)
        };
        let clear =
            |gap: i32| (0..here.len()).all(|i| self.taken.iter().all(|other| apart(i, other, gap)));
        let blocked = here.iter().any(|shape| self.free.iter().any(|free| shape.overlaps(free)));
        if blocked || !clear(ALLEY) {
            return None;
        }
        for (shape, (low, high)) in here.iter().zip(&bounds) {
            let core = shape.core.iter().map(|&p| half_turn(size, p)).collect();
            let twin =
                (Convex { core, radius: 0 }, (half_turn(size, *high), half_turn(size, *low)));
            if !(0..here.len()).all(|i| apart(i, &twin, ALLEY)) {
                return None;
            }
        }
        let edge = bounds
            .iter()
            .map(|(low, high)| low.x.min(low.y).min(size.x - high.x).min(size.y - high.y))
            .min()?;
        let steps = [INCH * 5 / 2, INCH * 2].into_iter();
        Some(steps.filter(|&gap| clear(gap)).max().unwrap_or(ALLEY).min(edge))
    }

    fn put(&mut self, made: &Made, shapes: &[Convex], by: Point) {
        let size = self.wish.size;
        let piece = Piece {
            name: made.name.to_owned(),
            kinds: Kinds::NONE,
            parts: made.parts.iter().map(|part| moved(part, |p| p.shifted(by.x, by.y))).collect(),
        };
        let twin = Piece {
            parts: piece.parts.iter().map(|part| moved(part, |p| half_turn(size, p))).collect(),
            ..piece.clone()
        };
        self.pieces.extend([piece, twin]);
        for shape in shapes {
            let here = shape.shifted(by.x, by.y);
            let core = here.core.iter().map(|&p| half_turn(size, p)).collect();
            for shape in [Convex { core, radius: 0 }, here] {
                let bounds = shape.bounds();
                self.doubled_area += polygon::doubled_area(&shape.core);
                self.taken.push((shape, bounds));
            }
        }
    }
}

fn half_turn(size: Point, p: Point) -> Point {
    Point::new(size.x - p.x, size.y - p.y)
}

/// A piece flipped and turned by chance, as its nature allows.
fn turned(made: &Made, chance: &mut Chance) -> Made {
    let flip = chance(2) == 0;
    let steps = if made.any_angle {
        chance(72) as i32
    } else {
        // Mostly square to the table; a few degrees off now and then look less like a drawing.
        18 * chance(4) as i32 + [0, 0, 0, 0, 1, -1, 3, -3][chance(8) as usize]
    };
    let facing = Facing::new(steps);
    let turn = |p: Point| {
        let (x, y) = facing.turn(if flip { -p.x } else { p.x }, p.y);
        Point::new(x, y)
    };
    Made {
        parts: made.parts.iter().map(|part| moved(part, turn)).collect(),
        outline: made.outline.iter().map(|&p| turn(p)).collect(),
        ..*made
    }
}

fn bounds(points: &[Point]) -> (Point, Point) {
    points.iter().fold((points[0], points[0]), |(low, high), p| {
        (Point::new(low.x.min(p.x), low.y.min(p.y)), Point::new(high.x.max(p.x), high.y.max(p.y)))
    })
}

/// The part with all its points moved.
fn moved(part: &Part, to: impl Fn(Point) -> Point) -> Part {
    let mut part = part.clone();
    match &mut part {
        Part::Area { outline, .. } | Part::Solid { outline, .. } | Part::Floor { outline, .. } => {
            for p in outline {
                *p = to(*p);
            }
        }
        Part::Wall { from, to: end, .. } | Part::Link { from, to: end, .. } => {
            *from = to(*from);
            *end = to(*end);
        }
    }
    part
}

/// Tells the pieces of one name apart by where they stand.
fn name_twins(pieces: &mut [Piece], size: Point) {
    let plain: Vec<String> = pieces.iter().map(|piece| piece.name.clone()).collect();
    for i in 0..pieces.len() {
        let same = plain.iter().filter(|name| **name == plain[i]).count();
        let before = plain[..i].iter().filter(|name| **name == plain[i]).count();
        let middle = middle(&pieces[i]);
        let side = if 2 * middle.y != size.y {
            if 2 * middle.y < size.y { "near" } else { "far" }
        } else if 2 * middle.x < size.x {
            "left"
        } else {
            "right"
        };
        pieces[i].name = if same > 2 {
            format!("{} {}, {side}", plain[i], before / 2 + 1)
        } else {
            format!("{}, {side}", plain[i])
        };
    }
}

/// The middle of a piece's bounds.
fn middle(piece: &Piece) -> Point {
    let points: Vec<Point> = piece
        .parts
        .iter()
        .flat_map(|part| match part {
            Part::Area { outline, .. }
            | Part::Solid { outline, .. }
            | Part::Floor { outline, .. } => outline.clone(),
            Part::Wall { from, to, .. } | Part::Link { from, to, .. } => vec![*from, *to],
        })
        .collect();
    let (low, high) = bounds(&points);
    Point::new(i32::midpoint(low.x, high.x), i32::midpoint(low.y, high.y))
}
