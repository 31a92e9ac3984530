//! The pieces a random table is made of, each drawn about the origin.
//!
//! Measures are in twentieths of an inch, so that half of a wall's thickness is a whole number.

use crate::Facing;
use crate::point::Point;
use crate::terrain::{Kinds, Opening, Part, Way};
use crate::units::{INCH, Length};

/// Gives a number below the one it is asked for.
pub(super) type Chance<'a> = dyn FnMut(u32) -> u32 + 'a;

/// What can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Make {
    House,
    Hall,
    Corner,
    Tower,
    Watchtower,
    Bunker,
    Container,
    Stack,
    Crates,
    LowWall,
    Barricade,
    Hedge,
    Fence,
    Pipe,
    Woods,
    Rubble,
    Crater,
    Marsh,
    Pillar,
    Pool,
    Hill,
    Terrace,
}

/// A piece with the outline that holds all of it and nothing of another.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub name: &'static str,
    pub parts: Vec<Part>,
    pub outline: Vec<Point>,
    /// Whether it may stand at any angle; what is built stands nearly square to the table.
    pub any_angle: bool,
}

const UNIT: i32 = INCH / 20;
/// An inch.
const I: i32 = 20;
/// The thickness of a ruin's wall.
const WALL: i32 = 6;
/// The height of a storey.
const STOREY: i32 = 3 * I;
/// What walls of houses are: nobody passes, some might break through.
const MASONRY: Kinds = Kinds::IMPASSABLE.and(Kinds::BREACHABLE).and(Kinds::COVER);

fn length(units: i32) -> Length {
    Length(units * UNIT)
}

fn at(x: i32, y: i32) -> Point {
    Point::new(x * UNIT, y * UNIT)
}

/// One of `low`, `low + step`, … up to `high`.
fn between(chance: &mut Chance, low: i32, high: i32, step: i32) -> i32 {
    low + step * chance(((high - low) / step + 1) as u32) as i32
}

fn pick<T: Copy>(chance: &mut Chance, from: &[T]) -> T {
    from[chance(from.len() as u32) as usize]
}

/// Left, near, right and far sides of an upright rectangle.
#[derive(Clone, Copy)]
struct Sides {
    l: i32,
    b: i32,
    r: i32,
    t: i32,
}

impl Sides {
    fn about_origin(w: i32, d: i32) -> Sides {
        Sides { l: -w / 2, b: -d / 2, r: w - w / 2, t: d - d / 2 }
    }

    fn corners(self) -> Vec<Point> {
        let Sides { l, b, r, t } = self;
        vec![at(l, b), at(r, b), at(r, t), at(l, t)]
    }
}

/// A hole in a wall.
#[derive(Clone, Copy)]
enum Hole {
    None,
    Window,
    Door,
    /// Wide enough for the largest figures.
    Gate,
}

/// The holes spread evenly over a wall.
fn holes(long: i32, holes: &[Hole]) -> Vec<Opening> {
    let cell = long / holes.len() as i32;
    let opening = |(i, hole): (usize, &Hole)| {
        let (width, sill, head) = match hole {
            Hole::None => return None,
            Hole::Window => (I, 16, 42),
            Hole::Door => (32, 0, 48),
            Hole::Gate => (54, 0, 52),
        };
        Some(Opening {
            at: length(cell * i as i32 + (cell - width) / 2),
            width: length(width),
            sill: length(sill),
            head: length(head),
        })
    };
    holes.iter().enumerate().filter_map(opening).collect()
}

#[derive(Default)]
struct Kit {
    parts: Vec<Part>,
}

impl Kit {
    fn area(&mut self, outline: &[Point], kinds: Kinds) {
        self.parts.push(Part::Area { outline: outline.to_vec(), z: Length::ZERO, kinds });
    }

    fn solid(&mut self, outline: &[Point], z: i32, height: i32, kinds: Kinds) {
        self.parts.push(Part::Solid {
            outline: outline.to_vec(),
            height: length(height),
            z: length(z),
            kinds,
        });
    }

    fn floor(&mut self, outline: &[Point], z: i32) {
        self.parts.push(Part::Floor {
            outline: outline.to_vec(),
            z: length(z),
            thick: Length::tenths(1),
            kinds: Kinds::NONE,
        });
    }

    fn wall(&mut self, ends: [(i32, i32); 2], z: i32, height: i32, openings: Vec<Opening>) {
        self.barrier(ends, WALL, z, height, openings, MASONRY);
    }

    fn barrier(
        &mut self,
        [from, to]: [(i32, i32); 2],
        thick: i32,
        z: i32,
        height: i32,
        openings: Vec<Opening>,
        kinds: Kinds,
    ) {
        self.parts.push(Part::Wall {
            from: at(from.0, from.1),
            to: at(to.0, to.1),
            thick: length(thick),
            height: length(height),
            z: length(z),
            openings,
            kinds,
        });
    }

    fn link(&mut self, way: Way, ends: [(i32, i32); 2], low: i32, high: i32) {
        let [from, to] = ends.map(|(x, y)| at(x, y));
        self.parts.push(Part::Link { way, from, to, low: length(low), high: length(high) });
    }

    /// Each side of an outline as a link.
    fn links_around(&mut self, way: Way, outline: &[Point], low: i32, high: i32) {
        for i in 0..outline.len() {
            let (from, to) = (outline[i], outline[(i + 1) % outline.len()]);
            self.parts.push(Part::Link { way, from, to, low: length(low), high: length(high) });
        }
    }

    fn built(self, name: &'static str, outline: Vec<Point>) -> Made {
        Made { name, parts: self.parts, outline, any_angle: false }
    }

    fn grown(self, name: &'static str, outline: Vec<Point>) -> Made {
        Made { name, parts: self.parts, outline, any_angle: true }
    }
}

/// Makes one, a little different each time.
pub(super) fn make(what: Make, chance: &mut Chance) -> Made {
    match what {
        Make::House => house(chance),
        Make::Hall => hall(chance),
        Make::Corner => corner(chance),
        Make::Tower => tower(chance),
        Make::Watchtower => watchtower(chance),
        Make::Bunker => bunker(chance),
        Make::Container => container(chance),
        Make::Stack => stack(chance),
        Make::Crates => crates(chance),
        Make::LowWall => line(chance, &["Low wall", "Field wall"], 8, (20, 30), Kinds::DEFENSIBLE),
        Make::Barricade => barricade(chance),
        Make::Hedge => line(chance, &["Hedge", "Hedgerow"], 18, (26, 36), Kinds::DENSE),
        Make::Fence => fence(chance),
        Make::Pipe => line(chance, &["Pipeline", "Fuel pipe"], 20, (24, 32), Kinds::HEAVY),
        Make::Woods => woods(chance),
        Make::Rubble => rubble(chance),
        Make::Crater => {
            soft(chance, &["Crater", "Shell crater"], (40, 54), 100, Kinds::DIFFICULT, Kinds::COVER)
        }
        Make::Marsh => {
            soft(chance, &["Marsh", "Bog", "Mire"], (48, 60), 130, Kinds::DIFFICULT, Kinds::NONE)
        }
        Make::Pool => pool(chance),
        Make::Pillar => pillar(chance),
        Make::Hill => hill(chance),
        Make::Terrace => terrace(chance),
    }
}

/// A ruin's ground: swept, or strewn with rubble.
fn ruin_ground(chance: &mut Chance) -> Kinds {
    if chance(3) == 0 { Kinds::DIFFICULT.and(Kinds::COVER) } else { Kinds::COVER }
}

/// Two walls and, in their corner, an upper floor.
fn house(chance: &mut Chance) -> Made {
    let (w, d) = (between(chance, 112, 148, 4), between(chance, 100, 128, 4));
    let sides @ Sides { l, b, r, t } = Sides::about_origin(w, d);
    let mut kit = Kit::default();
    kit.area(&sides.corners(), ruin_ground(chance));
    let long = [Hole::Window, Hole::Window, pick(chance, &[Hole::Door, Hole::Window])];
    kit.wall([(l + 3, b), (l + 3, t)], 0, STOREY, holes(d, &long));
    let back = [pick(chance, &[Hole::Window, Hole::None]), Hole::Door, Hole::Window];
    kit.wall([(l + WALL, t - 3), (r, t - 3)], 0, STOREY, holes(w - WALL, &back));
    let floor = Sides {
        l: l + WALL,
        r: l + WALL + between(chance, 56, w - WALL - 28, 4),
        b: t - WALL - between(chance, 56, d - WALL - 24, 4),
        t: t - WALL,
    };
    kit.floor(&floor.corners(), STOREY);
    // What is left of the upper storey.
    let (up, across) = (t - floor.b, floor.r - floor.l);
    kit.wall([(l + 3, floor.b), (l + 3, t)], STOREY, 44, holes(up, &[Hole::Window]));
    kit.wall(
        [(floor.l, t - 3), (floor.l + across * 3 / 4, t - 3)],
        STOREY,
        24,
        holes(across * 3 / 4, &[Hole::None]),
    );
    let right = [(floor.r, floor.b), (floor.r, floor.t)];
    let near = [(floor.l, floor.b), (floor.r, floor.b)];
    let (x, y) = (i32::midpoint(floor.l, floor.r), i32::midpoint(floor.b, floor.t));
    if chance(2) == 0 {
        kit.link(Way::Ladder, [(floor.r, y - 10), (floor.r, y + 10)], 0, STOREY);
        kit.link(Way::Climb, near, 0, STOREY);
    } else {
        kit.link(Way::Stairs, [(x - 18, floor.b), (x + 18, floor.b)], 0, STOREY);
        kit.link(Way::Climb, right, 0, STOREY);
    }
    kit.link(Way::Drop, right, 0, STOREY);
    kit.link(Way::Drop, near, 0, STOREY);
    let name = pick(chance, &["Ruined house", "Burnt-out farmhouse", "Ruined workshop"]);
    kit.built(name, sides.corners())
}

/// Three walls and a gallery along the middle one.
fn hall(chance: &mut Chance) -> Made {
    let (w, d) = (between(chance, 128, 160, 4), between(chance, 108, 128, 4));
    let sides @ Sides { l, b, r, t } = Sides::about_origin(w, d);
    let mut kit = Kit::default();
    kit.area(&sides.corners(), ruin_ground(chance));
    let flank = [Hole::Window, pick(chance, &[Hole::Door, Hole::Window])];
    kit.wall([(l + 3, b), (l + 3, t)], 0, STOREY, holes(d, &flank));
    let short = d - between(chance, 0, 24, 8);
    kit.wall([(r - 3, t - short), (r - 3, t)], 0, STOREY, holes(short, &flank));
    let span = w - 2 * WALL;
    let back = if chance(2) == 0 {
        vec![Hole::Window, Hole::Gate, Hole::Window]
    } else {
        vec![Hole::Window, Hole::Window, Hole::Door, Hole::Window]
    };
    kit.wall([(l + WALL, t - 3), (r - WALL, t - 3)], 0, STOREY, holes(span, &back));
    let gallery = Sides { l: l + WALL, r: r - WALL, b: t - WALL - 56, t: t - WALL };
    kit.floor(&gallery.corners(), STOREY);
    let windows = [Hole::Window, Hole::None, Hole::Window];
    kit.wall([(l + WALL, t - 3), (r - WALL, t - 3)], STOREY, 44, holes(span, &windows));
    kit.wall([(l + 3, gallery.b), (l + 3, t)], STOREY, 44, holes(62, &[Hole::Window]));
    kit.wall([(r - 3, gallery.b + 20), (r - 3, t)], STOREY, 24, Vec::new());
    let edge = |from: i32, to: i32| [(from, gallery.b), (to, gallery.b)];
    kit.link(Way::Stairs, edge(gallery.l + 2, gallery.l + 38), 0, STOREY);
    kit.link(Way::Ladder, edge(gallery.r - 34, gallery.r - 14), 0, STOREY);
    kit.link(Way::Drop, edge(gallery.l, gallery.r), 0, STOREY);
    let name = pick(chance, &["Ruined chapel", "Ruined hall", "Bombed warehouse"]);
    kit.built(name, sides.corners())
}

/// Two walls of different height in rubble.
fn corner(chance: &mut Chance) -> Made {
    let (w, d) = (between(chance, 84, 108, 4), between(chance, 84, 100, 4));
    let sides @ Sides { l, b, r, t } = Sides::about_origin(w, d);
    let mut kit = Kit::default();
    kit.area(&sides.corners(), Kinds::DIFFICULT.and(Kinds::COVER));
    kit.wall([(l + 3, b), (l + 3, t)], 0, 90, holes(d, &[Hole::Window, Hole::Window]));
    kit.wall([(l + WALL, t - 3), (r, t - 3)], 0, 52, holes(w - WALL, &[Hole::Window, Hole::Door]));
    let fallen = Sides { l: l + 48, b: b + 20, r: l + 72, t: b + 34 };
    kit.solid(&fallen.corners(), 0, 20, Kinds::OBSTACLE.and(Kinds::COVER));
    let name = pick(chance, &["Shattered corner", "Broken gable", "Collapsed storehouse"]);
    kit.built(name, sides.corners())
}

/// Three walls with two floors one above the other.
fn tower(chance: &mut Chance) -> Made {
    let (w, d) = (between(chance, 104, 116, 4), between(chance, 104, 120, 4));
    let sides @ Sides { l, b, r, t } = Sides::about_origin(w, d);
    let mut kit = Kit::default();
    kit.area(&sides.corners(), Kinds::COVER);
    let inner = Sides { l: l + WALL, r: r - WALL, b, t: t - WALL };
    for (z, height, flank, back) in [
        (0, STOREY, [Hole::Window, Hole::Door], [Hole::Window, Hole::Window]),
        (STOREY, STOREY, [Hole::Window, Hole::Window], [Hole::Window, Hole::None]),
    ] {
        // The upper storey's sides have fallen in at the front.
        let from = if z == 0 { b } else { t - 62 };
        kit.wall([(l + 3, from), (l + 3, t)], z, height, holes(t - from, &flank));
        kit.wall([(r - 3, from), (r - 3, t)], z, height, holes(t - from, &flank));
        kit.wall([(inner.l, t - 3), (inner.r, t - 3)], z, height, holes(w - 2 * WALL, &back));
    }
    kit.floor(&inner.corners(), STOREY);
    let loft = Sides { b: inner.t - 52, ..inner };
    kit.floor(&loft.corners(), 2 * STOREY);
    kit.wall([(inner.l, t - 3), (inner.r, t - 3)], 2 * STOREY, 20, Vec::new());
    let x = between(chance, inner.l + 24, inner.r - 24, 4);
    kit.link(Way::Ladder, [(x - 10, b), (x + 10, b)], 0, STOREY);
    kit.link(Way::Drop, [(inner.l, b), (inner.r, b)], 0, STOREY);
    kit.link(Way::Ladder, [(-x - 10, loft.b), (-x + 10, loft.b)], STOREY, 2 * STOREY);
    kit.link(Way::Drop, [(inner.l, loft.b), (inner.r, loft.b)], STOREY, 2 * STOREY);
    kit.built(pick(chance, &["Ruined tower", "Bell tower", "Gutted silo"]), sides.corners())
}

/// A floor on four posts.
fn watchtower(chance: &mut Chance) -> Made {
    let (w, d) = (between(chance, 96, 112, 4), between(chance, 92, 108, 4));
    let high = pick(chance, &[STOREY, 4 * I]);
    let sides @ Sides { l, b, r, t } = Sides::about_origin(w, d);
    let mut kit = Kit::default();
    for (x, y) in [(l, b), (r - 8, b), (r - 8, t - 8), (l, t - 8)] {
        let post = Sides { l: x, b: y, r: x + 8, t: y + 8 };
        kit.solid(&post.corners(), 0, high - 2, Kinds::IMPASSABLE);
    }
    kit.floor(&sides.corners(), high);
    // A parapet on the two sides without a way up.
    let parapet = Kinds::OBSTACLE.and(Kinds::COVER);
    kit.barrier([(l, t - 2), (r, t - 2)], 4, high, 20, Vec::new(), parapet);
    kit.barrier([(r - 2, b), (r - 2, t - 4)], 4, high, 20, Vec::new(), parapet);
    kit.link(Way::Ladder, [(-10, b), (10, b)], 0, high);
    kit.link(Way::Drop, [(l, b), (r - 4, b)], 0, high);
    kit.link(Way::Drop, [(l, b), (l, t - 4)], 0, high);
    if chance(2) == 0 {
        kit.link(Way::Climb, [(l, b), (l, t - 4)], 0, high);
    }
    kit.built(pick(chance, &["Watchtower", "Guard platform", "Signal tower"]), sides.corners())
}

/// A massive block with a roof to stand on.
fn bunker(chance: &mut Chance) -> Made {
    let (w, d) = (between(chance, 108, 136, 4), between(chance, 92, 112, 4));
    let high = pick(chance, &[50, STOREY]);
    let sides @ Sides { l, b, r, t } = Sides::about_origin(w, d);
    let mut kit = Kit::default();
    kit.solid(&sides.corners(), 0, high, Kinds::IMPASSABLE.and(Kinds::COVER));
    kit.floor(&sides.corners(), high);
    let parapet = Kinds::OBSTACLE.and(Kinds::COVER);
    kit.barrier([(l, t - 3), (r, t - 3)], WALL, high, 16, Vec::new(), parapet);
    kit.link(Way::Ladder, [(-10, b), (10, b)], 0, high);
    for x in [l, r] {
        kit.link(Way::Climb, [(x, b), (x, t - WALL)], 0, high);
        kit.link(Way::Drop, [(x, b), (x, t - WALL)], 0, high);
    }
    kit.link(Way::Drop, [(l, b), (r, b)], 0, high);
    kit.built(pick(chance, &["Bunker", "Pumping station", "Generator block"]), sides.corners())
}

fn container(chance: &mut Chance) -> Made {
    let (w, d) = (between(chance, 128, 152, 4), between(chance, 56, 64, 4));
    let sides @ Sides { l, b, r, t } = Sides::about_origin(w, d);
    let mut kit = Kit::default();
    let high = 48;
    kit.solid(&sides.corners(), 0, high, Kinds::IMPASSABLE.and(Kinds::COVER));
    kit.floor(&sides.corners(), high);
    kit.link(Way::Ladder, [(r, -10), (r, 10)], 0, high);
    for y in [b, t] {
        kit.link(Way::Climb, [(l, y), (r, y)], 0, high);
    }
    kit.links_around(Way::Drop, &sides.corners(), 0, high);
    kit.built(
        pick(chance, &["Cargo container", "Freight container", "Derelict wagon"]),
        sides.corners(),
    )
}

/// Containers side by side and one on top of another.
fn stack(chance: &mut Chance) -> Made {
    let (long, wide) = (between(chance, 128, 148, 4), between(chance, 56, 64, 4));
    let high = 48;
    // An L: one container lies along, the other stands off its left end, down to `foot`.
    let leg = between(chance, 60, 76, 4);
    let Sides { l, r, t, .. } = Sides::about_origin(long, wide + leg);
    let (bend, foot) = (t - wide, t - wide - leg);
    let inner = l + wide;
    let outline =
        vec![at(l, foot), at(inner, foot), at(inner, bend), at(r, bend), at(r, t), at(l, t)];
    let mut kit = Kit::default();
    kit.solid(&outline, 0, high, Kinds::IMPASSABLE.and(Kinds::COVER));
    kit.floor(&outline, high);
    let upper = Sides { l: r - long / 2, b: bend, r, t };
    kit.solid(&upper.corners(), high, high, Kinds::IMPASSABLE.and(Kinds::COVER));
    kit.floor(&upper.corners(), 2 * high);
    let middle = l + wide / 2;
    kit.link(Way::Ladder, [(middle - 10, foot), (middle + 10, foot)], 0, high);
    kit.link(Way::Climb, [(l, foot), (l, t)], 0, high);
    kit.link(Way::Drop, [(l, foot), (l, t)], 0, high);
    kit.link(Way::Drop, [(inner, foot), (inner, bend)], 0, high);
    kit.link(Way::Drop, [(l, t), (upper.l, t)], 0, high);
    kit.link(Way::Climb, [(upper.l, bend), (upper.l, t)], high, 2 * high);
    kit.link(Way::Drop, [(upper.l, bend), (upper.l, t)], high, 2 * high);
    kit.built(pick(chance, &["Stacked containers", "Container yard"]), outline)
}

/// Boxes pushed together, too untidy to stand on.
fn crates(chance: &mut Chance) -> Made {
    let (a, b) = (between(chance, 48, 64, 4), between(chance, 36, 52, 4));
    let c = between(chance, 40, 56, 4);
    let kinds = Kinds::IMPASSABLE.and(Kinds::COVER).and(Kinds::UNSTABLE);
    let mut kit = Kit::default();
    let first = Sides { l: -a, b: -b / 2, r: 0, t: b - b / 2 };
    let second = Sides { l: 0, b: -c / 2, r: c, t: c - c / 2 };
    kit.solid(&first.corners(), 0, pick(chance, &[36, 50]), kinds);
    kit.solid(&second.corners(), 0, pick(chance, &[28, 60]), kinds);
    // Their common outline; the second may be wider or narrower than the first.
    let outline = vec![
        at(first.l, first.b),
        at(0, first.b),
        at(0, second.b),
        at(second.r, second.b),
        at(second.r, second.t),
        at(0, second.t),
        at(0, first.t),
        at(first.l, first.t),
    ];
    // Where both are as wide, corners fall together.
    let outline = if first.b == second.b {
        Sides { l: first.l, b: first.b, r: second.r, t: first.t }.corners()
    } else {
        outline
    };
    kit.grown(pick(chance, &["Crates", "Stack of crates", "Supply crates"]), outline)
}

/// A straight obstacle.
fn line(
    chance: &mut Chance,
    names: &[&'static str],
    thick: i32,
    (low, high): (i32, i32),
    kinds: Kinds,
) -> Made {
    let w = between(chance, 88, 136, 4);
    let sides @ Sides { l, r, .. } = Sides::about_origin(w, thick);
    let tall = between(chance, low, high, 2);
    let mut kit = Kit::default();
    let kinds = kinds.and(Kinds::OBSTACLE).and(Kinds::COVER);
    kit.barrier([(l, 0), (r, 0)], thick, 0, tall, Vec::new(), kinds);
    kit.grown(pick(chance, names), sides.corners())
}

/// A bent obstacle.
fn barricade(chance: &mut Chance) -> Made {
    let (w, d) = (between(chance, 72, 104, 4), between(chance, 36, 60, 4));
    let (thick, tall) = (10, between(chance, 20, 28, 4));
    let Sides { l, b, r, t } = Sides::about_origin(w, d);
    let kinds = Kinds::OBSTACLE.and(Kinds::COVER).and(Kinds::DEFENSIBLE);
    let mut kit = Kit::default();
    kit.barrier([(l, t - 5), (r, t - 5)], thick, 0, tall, Vec::new(), kinds);
    kit.barrier([(l + 5, b), (l + 5, t - thick)], thick, 0, tall, Vec::new(), kinds);
    let (x, y) = (l + thick, t - thick);
    let outline = vec![at(l, b), at(x, b), at(x, y), at(r, y), at(r, t), at(l, t)];
    kit.grown(pick(chance, &["Barricade", "Sandbag wall", "Tank traps"]), outline)
}

/// A fence too tall to step over, with a gate in it.
fn fence(chance: &mut Chance) -> Made {
    let w = between(chance, 128, 156, 4);
    let sides @ Sides { l, r, .. } = Sides::about_origin(w, 4);
    let gate = Opening {
        at: length(w / 2 - 18),
        width: length(36),
        sill: Length::ZERO,
        head: length(STOREY),
    };
    let mut kit = Kit::default();
    kit.barrier([(l, 0), (r, 0)], 4, 0, STOREY, vec![gate], Kinds::OBSTACLE);
    kit.grown(pick(chance, &["Tall fence", "Palisade", "Wire fence"]), sides.corners())
}

/// An irregular outline about the origin, `stretch` percent as long as wide.
fn blob(chance: &mut Chance, low: i32, high: i32, stretch: i32) -> Vec<Point> {
    let corners = 9 + chance(4) as i32;
    (0..corners)
        .map(|i| {
            let r = between(chance, low, high, 1) * UNIT;
            let (x, y) = Facing::new(i * 72 / corners).turn(r, 0);
            Point::new((i64::from(x) * i64::from(stretch) / 100) as i32, y)
        })
        .collect()
}

/// A regular octagon, for what is round.
fn round(centre: Point, radius: i32) -> Vec<Point> {
    (0..8)
        .map(|i| {
            let (x, y) = Facing::new(9 * i + 4).turn(radius * UNIT, 0);
            centre.shifted(x, y)
        })
        .collect()
}

/// Ground without anything on it.
fn soft(
    chance: &mut Chance,
    names: &[&'static str],
    (low, high): (i32, i32),
    stretch: i32,
    kinds: Kinds,
    more: Kinds,
) -> Made {
    let grown = between(chance, 0, 6, 2);
    let outline = blob(chance, low + grown, high + grown, stretch);
    let mut kit = Kit::default();
    kit.area(&outline, kinds.and(more));
    kit.grown(pick(chance, names), outline)
}

fn woods(chance: &mut Chance) -> Made {
    let outline = blob(chance, 58, 74, 115);
    let mut kit = Kit::default();
    kit.area(&outline, Kinds::DIFFICULT.and(Kinds::DENSE).and(Kinds::COVER));
    let trunks = 3 + chance(3) as i32;
    for i in 0..trunks {
        let out = between(chance, 30, 42, 2) * UNIT;
        let (x, y) = Facing::new(i * 72 / trunks + chance(5) as i32).turn(out, 0);
        let thick = between(chance, 6, 9, 1);
        let tall = between(chance, 90, 120, 10);
        let kinds = Kinds::IMPASSABLE.and(Kinds::COVER);
        kit.solid(&round(Point::new(x, y), thick), 0, tall, kinds);
    }
    kit.grown(pick(chance, &["Woods", "Copse", "Dead trees", "Pine wood"]), outline)
}

fn rubble(chance: &mut Chance) -> Made {
    let outline = blob(chance, 46, 60, 120);
    let mut kit = Kit::default();
    kit.area(&outline, Kinds::DIFFICULT.and(Kinds::COVER));
    // Two lumps to crouch behind.
    for steps in [0, 36] {
        let (x, y) = Facing::new(steps + chance(9) as i32).turn(22 * UNIT, 0);
        let lump = round(Point::new(x, y), between(chance, 9, 13, 1));
        kit.solid(&lump, 0, between(chance, 14, 26, 2), Kinds::OBSTACLE.and(Kinds::COVER));
    }
    kit.grown(pick(chance, &["Rubble", "Scree", "Heap of debris"]), outline)
}

fn pool(chance: &mut Chance) -> Made {
    let (names, more): (&[&'static str], Kinds) = if chance(3) == 0 {
        (&["Lava pool", "Acid pit"], Kinds::DANGEROUS)
    } else {
        (&["Deep pool", "Flooded pit"], Kinds::NONE)
    };
    soft(chance, names, (40, 52), 115, Kinds::IMPASSABLE, more)
}

fn pillar(chance: &mut Chance) -> Made {
    let outline = blob(chance, 36, 50, 115);
    let mut kit = Kit::default();
    let tall = between(chance, 80, 120, 10);
    kit.solid(&outline, 0, tall, Kinds::IMPASSABLE.and(Kinds::COVER));
    kit.grown(pick(chance, &["Rock pillar", "Crag", "Standing rock"]), outline)
}

/// A low rise one can walk up on one side and climb on the others.
fn hill(chance: &mut Chance) -> Made {
    let outline = blob(chance, 58, 66, 115);
    let high = pick(chance, &[20, 30]);
    let mut kit = Kit::default();
    kit.solid(&outline, 0, high, Kinds::IMPASSABLE.and(Kinds::COVER));
    kit.floor(&outline, high);
    let n = outline.len();
    for i in 0..n {
        let (from, to) = (outline[i], outline[(i + 1) % n]);
        let way = if i == 0 || i == n / 2 { Way::Stairs } else { Way::Climb };
        for way in [way, Way::Drop] {
            kit.parts.push(Part::Link { way, from, to, low: Length::ZERO, high: length(high) });
        }
    }
    kit.grown(pick(chance, &["Knoll", "Low hill", "Rocky rise"]), outline)
}

/// A paved platform with stairs.
fn terrace(chance: &mut Chance) -> Made {
    let (w, d) = (between(chance, 120, 148, 4), between(chance, 92, 112, 4));
    let high = pick(chance, &[20, 30]);
    let sides @ Sides { l, b, r, t } = Sides::about_origin(w, d);
    let mut kit = Kit::default();
    kit.solid(&sides.corners(), 0, high, Kinds::IMPASSABLE.and(Kinds::COVER));
    kit.floor(&sides.corners(), high);
    let rail = Kinds::OBSTACLE.and(Kinds::COVER);
    kit.barrier([(l, t - 3), (-20, t - 3)], WALL, high, 16, Vec::new(), rail);
    kit.barrier([(20, t - 3), (r, t - 3)], WALL, high, 16, Vec::new(), rail);
    kit.link(Way::Stairs, [(-26, b), (26, b)], 0, high);
    for x in [l, r] {
        kit.link(Way::Climb, [(x, b), (x, t - WALL)], 0, high);
        kit.link(Way::Drop, [(x, b), (x, t - WALL)], 0, high);
    }
    kit.link(Way::Drop, [(l, b), (r, b)], 0, high);
    kit.built(pick(chance, &["Terrace", "Landing platform", "Loading dock"]), sides.corners())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::coverage::link_serves;
    use crate::generate::SplitMix;
    use crate::terrain::{Piece, Table};
    use crate::zone::Zone;
    use crate::{Convex, Role};

    const ALL: [Make; 22] = [
        Make::House,
        Make::Hall,
        Make::Corner,
        Make::Tower,
        Make::Watchtower,
        Make::Bunker,
        Make::Container,
        Make::Stack,
        Make::Crates,
        Make::LowWall,
        Make::Barricade,
        Make::Hedge,
        Make::Fence,
        Make::Pipe,
        Make::Woods,
        Make::Rubble,
        Make::Crater,
        Make::Marsh,
        Make::Pillar,
        Make::Pool,
        Make::Hill,
        Make::Terrace,
    ];

    /// Alone in the middle of a table, flipped and turned by chance.
    fn alone(what: Make, seed: u64) -> (Board, Zone) {
        let mut random = SplitMix::new(seed);
        let mut chance = |n| random.below(n);
        let made = make(what, &mut chance);
        let made = crate::generate::turned(&made, &mut chance);
        let to = |p: Point| p.shifted(18 * INCH, 18 * INCH);
        let parts = made.parts.iter().map(|part| crate::generate::moved(part, to)).collect();
        let piece = Piece { name: made.name.into(), kinds: Kinds::NONE, parts };
        let table = Table { name: String::new(), size: Point::inches(36, 36), pieces: vec![piece] };
        let board = Board::build(&table);
        let board = board.unwrap_or_else(|faults| panic!("{what:?} {seed}: {}", faults[0]));
        let outline: Vec<Point> = made.outline.iter().map(|&p| to(p)).collect();
        (board, Zone::new(&outline).unwrap_or_else(|fault| panic!("{what:?} {seed}: {fault}")))
    }

    #[test]
    fn every_piece_is_sound_and_lies_within_its_outline() {
        for what in ALL {
            for seed in 0..60 {
                let (board, outline) = alone(what, seed);
                let shapes = board.blocks.iter().map(|block| &block.shape);
                for shape in shapes.chain(board.areas.iter().map(|area| &area.shape)) {
                    for &p in &shape.core {
                        // Turning rounds each point by itself.
                        let near = |p: Point| {
                            let dot = Convex::disc(p, 0);
                            let parts = crate::polygon::convex_parts(outline.outline());
                            parts.iter().any(|part| part.gap(&dot, 0) <= 3)
                        };
                        assert!(outline.covers(p) || near(p), "{what:?} {seed} {p:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_floor_has_a_way_up_and_every_way_room_at_both_ends() {
        for what in ALL {
            for seed in 0..60 {
                let (board, _) = alone(what, seed);
                for link in &board.links {
                    let serves = link_serves(&board, link, Length::millimetres(32));
                    // A corner of a hill may be too short for more than a scramble.
                    let short = link.from.distance(link.to) < Length::inches(1);
                    assert!(serves || short, "{what:?} {seed} {link:?}");
                }
                for surface in &board.surfaces {
                    let up = |link: &&crate::Link| link.high == surface.z && link.way != Way::Drop;
                    assert!(board.links.iter().any(|link| up(&link)), "{what:?} {seed}");
                }
                let walls = board.blocks.iter().filter(|block| block.role == Role::Sill).count();
                assert!(what != Make::Hall || walls > 3, "a hall has windows");
            }
        }
    }
}
