//! The cost of a path, or the first point where it is illegal and why.

use std::fmt;

use super::course::{Course, Met, Thing, sane};
use super::{Leg, Terms};
use crate::base::{Facing, Figure, Spot};
use crate::board::{Board, Link, Scene};
use crate::convex::Convex;
use crate::point::{Point, ceil_sqrt};
use crate::polygon;
use crate::terrain::{Kinds, Way};
use crate::{INCH, Length};

/// A path that was gone, with what it cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walked {
    /// All of it.
    pub cost: Length,
    /// Where the mover now stands.
    pub end: Spot,
    /// Leg by leg.
    pub legs: Vec<Step>,
}

/// One leg of a path that was gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// How.
    pub way: Way,
    /// From where.
    pub from: Spot,
    /// To where.
    pub to: Spot,
    /// All it cost.
    pub cost: Length,
    /// Its horizontal length, rounded up. In flight, its length in space.
    pub length: Length,
    /// What slow ground added.
    pub slow: Length,
    /// The obstacles it crossed. One that is crossed in two legs is in both, each with its share.
    pub crossings: Vec<Crossing>,
    /// What its change of level cost besides.
    pub rise: Length,
    /// How deep it dropped, if it did.
    pub drop: Option<Length>,
    /// The pieces the base was over, with the kinds of those parts.
    pub touched: Vec<Touch>,
}

/// An obstacle on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Which piece.
    pub piece: u16,
    /// How high it is above the mover's surface.
    pub height: Length,
    /// What it cost on this leg.
    pub cost: Length,
}

/// A piece the base was over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    /// Which.
    pub piece: u16,
    /// What it is there.
    pub kinds: Kinds,
}

/// Where a path stops being legal, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The leg in question, from 0.
    pub leg: usize,
    /// The last point of the path before the trouble. Where the trouble is the end of the path, the
    /// last place before it where one may end.
    pub at: Spot,
    /// What is wrong.
    pub why: Bar,
}

/// What bars a path or a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// The mover is not on the table.
    Absent,
    /// The table ends here.
    TableEdge,
    /// Another figure's base.
    Figure(usize),
    /// A block or ground that can't be entered.
    Block {
        /// Which piece.
        piece: u16,
    },
    /// Something above the surface leaves too little height.
    Headroom {
        /// Which piece.
        piece: u16,
        /// The height that is free under it.
        free: Length,
        /// The height that the mover needs.
        needs: Length,
    },
    /// The opening the leg leads through is not as wide as the base.
    Narrow {
        /// The piece with the wall.
        piece: u16,
        /// How wide the opening is.
        width: Length,
        /// How wide the base is, the way it faces.
        base: Length,
    },
    /// The centre of the base would leave the surface it moves on.
    OverEdge {
        /// The height of the surface.
        z: Length,
    },
    /// The base would not be wholly on a surface.
    OffSurface {
        /// The height of the surface.
        z: Length,
    },
    /// No marked edge of that way joins the two heights where the leg passes.
    NoLink {
        /// How the leg was to be gone.
        way: Way,
        /// From which height.
        from: Length,
        /// To which.
        to: Length,
    },
    /// A marked edge of that way is there, but it leads past that height.
    HalfWay {
        /// How the leg was to be gone.
        way: Way,
        /// To which height.
        to: Length,
        /// Where the marked edge begins.
        low: Length,
        /// Where it ends.
        high: Length,
    },
    /// A leg of that way can't go from the one height to the other.
    WrongHeight {
        /// How the leg was to be gone.
        way: Way,
        /// From which height.
        from: Length,
        /// To which.
        to: Length,
    },
    /// A drop deeper than is allowed.
    TooDeep {
        /// How deep.
        drop: Length,
        /// How deep it may be.
        most: Length,
    },
    /// Nobody ends a move on an obstacle.
    EndsOn {
        /// Which piece.
        piece: u16,
    },
    /// A zone to stay out of.
    Zone(usize),
}

impl Bar {
    fn write(&self, f: &mut impl fmt::Write, board: Option<&Board>) -> fmt::Result {
        let name = |piece: &u16| match board {
            Some(board) if usize::from(*piece) < board.table.pieces.len() => {
                board.piece_name(*piece).to_owned()
            }
            _ => format!("piece {}", piece + 1),
        };
        match self {
            Bar::Absent => write!(f, "this figure is not on the table, so it can't move"),
            Bar::TableEdge => write!(f, "the base would leave the table; it stays wholly on it"),
            Bar::Figure(n) => {
                write!(f, "the base would overlap figure {n}; bases may touch, not overlap")
            }
            Bar::Block { piece } => {
                let name = name(piece);
                write!(f, "the base would enter {name}, which bars the way; go around it")
            }
            Bar::Headroom { piece, free, needs } => {
                let (name, free) = (name(piece), free.beside(*needs));
                write!(f, "{name} leaves {free} of height, and the figure needs {needs}; go around")
            }
            Bar::Narrow { piece, width, base } => {
                let (name, width) = (name(piece), width.beside(*base));
                write!(
                    f,
                    "the opening in {name} is {width} wide, and the base {base}; it does not fit \
                     through"
                )
            }
            Bar::OverEdge { z } => write!(
                f,
                "the centre of the base would leave the surface {z} up; keep it above it, or \
                 change level at a marked edge"
            ),
            Bar::OffSurface { z } => write!(
                f,
                "the base would not be wholly on a surface {z} up; keep it inside the edge, or \
                 change level at a marked edge"
            ),
            Bar::NoLink { way: Way::Drop, from, to } => write!(
                f,
                "no edge to drop or climb from joins {from} and {to} here; the leg must cross one"
            ),
            Bar::NoLink { way, from, to } => write!(
                f,
                "no edge marked `{way}` joins {from} and {to} here; the leg must cross one"
            ),
            Bar::HalfWay { way, to, low, high } => write!(
                f,
                "the edge marked `{way}` here leads from {low} to {high}, and nobody stops at {to} \
                 on the way"
            ),
            Bar::WrongHeight { way: Way::Walk, from, to } => write!(
                f,
                "a walk stays at one height and can't go from {from} to {to}; say stairs, ladder, \
                 climb or drop"
            ),
            Bar::WrongHeight { way: Way::Drop, from, to } => {
                write!(f, "a drop goes down, not from {from} to {to}; say climb")
            }
            Bar::WrongHeight { way, from, to } => write!(
                f,
                "`{way}` leads to another height, not from {from} to {to}; say where it leads, \
                 such as `up 3`"
            ),
            Bar::TooDeep { drop, most } => {
                write!(f, "a drop of {drop} is too deep; at most {most} is allowed")
            }
            Bar::EndsOn { piece } => {
                let name = name(piece);
                write!(f, "the move would end on {name}; end it where the base is clear of it")
            }
            Bar::Zone(_) => write!(f, "the base would come into a zone it must stay out of"),
        }
    }

    /// The sentence, with the piece called by its name.
    pub fn explain(&self, board: &Board) -> String {
        let mut text = String::new();
        // Writing to a string can't fail.
        let _ = self.write(&mut text, Some(board));
        text
    }
}

impl fmt::Display for Bar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, None)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "leg {}, after {}: {}", self.leg + 1, self.at, self.why)
    }
}

impl Stop {
    /// The sentence, with the piece called by its name.
    pub fn explain(&self, board: &Board) -> String {
        format!("leg {}, after {}: {}", self.leg + 1, self.at, self.why.explain(board))
    }
}

/// An obstacle the base is over between two legs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    piece: u16,
    top: i32,
}

/// What the obstacles on a stretch cost.
#[derive(Default)]
pub(super) struct Toll {
    pub(super) cost: i64,
    pub(super) drop: i32,
}

impl Course<'_> {
    pub(super) fn is_low(&self, height: i32) -> bool {
        height <= self.terms.over_height.0
    }

    /// What getting onto an obstacle costs.
    fn up(&self, height: i32) -> i64 {
        if self.is_low(height) {
            i64::from(self.terms.over_cost.0)
        } else {
            i64::from(height) * i64::from(self.terms.climb)
        }
    }

    /// What getting off it costs, and how deep the drop is.
    fn down(&self, height: i32, way: Way) -> (i64, i32) {
        if self.is_low(height) {
            (0, 0)
        } else if way == Way::Drop {
            (i64::from(height) * i64::from(self.terms.drop), height)
        } else {
            (i64::from(height) * i64::from(self.terms.climb), 0)
        }
    }

    /// Adds up the obstacles met on a stretch. Blocks of one piece that are overlapped without a
    /// break are one obstacle, as high as the highest of them. `first`: what the base is over at
    /// the start was not entered by this path, so that only leaving it can cost.
    pub(super) fn toll(
        &self,
        met: &mut Met,
        way: Way,
        first: bool,
        open: &mut Vec<Open>,
        mut each: impl FnMut(Crossing),
    ) -> Toll {
        let mut toll = Toll::default();
        let before = std::mem::take(open);
        met.over.sort_by(|a, b| a.piece.cmp(&b.piece).then(a.start.total_cmp(&b.start)));
        let mut i = 0;
        while i < met.over.len() {
            let mut one = met.over[i];
            i += 1;
            while i < met.over.len()
                && met.over[i].piece == one.piece
                && met.over[i].start <= one.end
            {
                let next = met.over[i];
                one.end = one.end.max(next.end);
                one.free &= next.free;
                one.height = one.height.max(next.height);
                i += 1;
            }
            let entered = if one.start > 0.0 {
                None
            } else if first {
                Some(one.height)
            } else {
                before.iter().find(|open| open.piece == one.piece).map(|open| open.top)
            };
            let top = one.height.max(entered.unwrap_or(one.height));
            let mut cost = 0;
            let mut drop = 0;
            if !one.free {
                cost = (self.up(top) - entered.map_or(0, |top| self.up(top))).max(0);
            }
            if one.end >= 1.0 {
                open.push(Open { piece: one.piece, top });
            } else if !one.free {
                let (down, depth) = self.down(top, way);
                cost += down;
                drop = depth;
            }
            toll.cost += cost;
            toll.drop = toll.drop.max(drop);
            each(Crossing {
                piece: one.piece,
                height: Length(top),
                cost: Length(cost.min(i32::MAX.into()) as i32),
            });
        }
        toll
    }

    /// A leg's length rounded up, and what slow ground adds to it so that the sum is rounded up.
    pub(super) fn length(&self, from: Point, to: Point, met: &mut Met) -> (i32, i32) {
        let squared = from.distance_squared(to);
        let length = ceil_sqrt(squared) as i32;
        if met.slow.is_empty() || length == 0 {
            return (length, 0);
        }
        let slow = measure(&mut met.slow);
        let factor = f64::from(self.terms.slow_factor) - 1.0;
        if slow >= 1.0 {
            return (length, length * (i32::from(self.terms.slow_factor) - 1).max(0));
        }
        let exact = (squared as f64).sqrt();
        // The slack takes back what doubles may add to a whole number.
        let all = (exact + exact * slow * factor - 1e-6).max(0.0);
        let whole = all as i32 + i32::from(all > f64::from(all as i32));
        (length, (whole - length).max(0))
    }

    /// One leg. On failure, the last clear point and the reason.
    fn leg(
        &self,
        here: Spot,
        leg: &Leg,
        first: bool,
        open: &mut Vec<Open>,
        met: &mut Met,
    ) -> Result<Step, (Spot, Bar)> {
        let to = leg.to;
        let mut step = blank(here, to, leg.way);
        if self.terms.flying {
            self.fly(here, leg, &mut step, met)?;
        } else if here.z == to.z {
            self.walk(here, leg, first, open, met, &mut step)?;
        } else {
            open.clear();
            self.change_level(here, leg, met, &mut step)?;
        }
        Ok(step)
    }

    fn wrong_height(here: Spot, leg: &Leg) -> (Spot, Bar) {
        let (from, to) = (Length(here.z), Length(leg.to.z));
        (here, Bar::WrongHeight { way: leg.way, from, to })
    }

    fn too_deep(&self, drop: i32) -> Option<Bar> {
        let most = self.terms.drop_most.filter(|most| drop > most.0)?;
        Some(Bar::TooDeep { drop: Length(drop), most })
    }

    fn walk(
        &self,
        here: Spot,
        leg: &Leg,
        first: bool,
        open: &mut Vec<Open>,
        met: &mut Met,
        step: &mut Step,
    ) -> Result<(), (Spot, Bar)> {
        if matches!(leg.way, Way::Stairs | Way::Ladder) {
            return Err(Self::wrong_height(here, leg));
        }
        met.clear();
        let to = leg.to;
        if let Err(thing) = self.pass(here.at, to.at, here.z, here.facing, &[], met) {
            if self.brief {
                return Err((here, self.bar(thing, here.z)));
            }
            let (at, thing) = self.clear_to(here, to.at, &[], thing);
            let why = self.narrow(thing, here, to.at);
            return Err((here.moved(at), why.unwrap_or_else(|| self.bar(thing, here.z))));
        }
        let (length, slow) = self.length(here.at, to.at, met);
        let toll = self.toll(met, leg.way, first, open, |crossing| step.crossings.push(crossing));
        if let Some(bar) = self.too_deep(toll.drop) {
            return Err((here, bar));
        }
        step.length = Length(length);
        step.slow = Length(slow);
        step.drop = (toll.drop > 0).then_some(Length(toll.drop));
        step.cost = sum([length.into(), slow.into(), toll.cost]);
        step.touched = std::mem::take(&mut met.touched);
        self.turn(here.moved(to.at), to.facing, met)
    }

    /// Turns at the end of a leg: the new facing must fit as well.
    fn turn(&self, here: Spot, facing: Facing, met: &mut Met) -> Result<(), (Spot, Bar)> {
        if self.radius.is_some() || facing == here.facing {
            return Ok(());
        }
        met.clear();
        self.pass(here.at, here.at, here.z, facing, &[], met)
            .map_err(|thing| (here, self.bar(thing, here.z)))
    }

    fn fly(
        &self,
        here: Spot,
        leg: &Leg,
        step: &mut Step,
        met: &mut Met,
    ) -> Result<(), (Spot, Bar)> {
        met.clear();
        let to = leg.to;
        for (from, facing) in [(here.at, here.facing), (to.at, to.facing)] {
            if let Err(thing) = self.pass(from, to.at, here.z, facing, &[], met) {
                let (at, thing) = self.clear_to(here, to.at, &[], thing);
                return Err((here.moved(at), self.bar(thing, here.z)));
            }
        }
        if !sane(to.z) {
            return Err(Self::wrong_height(here, leg));
        }
        let rise = i64::from(here.z) - i64::from(to.z);
        let squared = here.at.distance_squared(to.at) + rise * rise;
        step.length = Length(ceil_sqrt(squared) as i32);
        step.cost = step.length;
        // The ground matters where one comes down.
        self.touch_at(to, met);
        step.touched = std::mem::take(&mut met.touched);
        Ok(())
    }

    /// One leg from one height to another; where it meets the edge.
    pub(super) fn change_level(
        &self,
        here: Spot,
        leg: &Leg,
        met: &mut Met,
        step: &mut Step,
    ) -> Result<Point, (Spot, Bar)> {
        let to = leg.to;
        if leg.way == Way::Walk || (leg.way == Way::Drop && to.z > here.z) {
            return Err(Self::wrong_height(here, leg));
        }
        let no_link = Bar::NoLink { way: leg.way, from: Length(here.z), to: Length(to.z) };
        if !sane(to.at.x) || !sane(to.at.y) {
            return Err((here, Bar::TableEdge));
        }
        let height = (i64::from(here.z) - i64::from(to.z)).abs() as i32;
        let mut refused = no_link;
        for link in &self.scene.board.links {
            let Some(at) = joins(link, leg.way, here, to) else { continue };
            match self.over_link(here, to, link, at, met, step) {
                Ok(()) => {
                    let factor = i64::from(self.rising(leg.way));
                    step.rise = sum([i64::from(height) * factor]);
                    step.cost = sum([step.cost.0.into(), step.rise.0.into()]);
                    step.drop = (leg.way == Way::Drop).then_some(Length(height));
                    if leg.way == Way::Drop
                        && let Some(bar) = self.too_deep(height)
                    {
                        return Err((here, bar));
                    }
                    return Ok(at);
                }
                Err(bar) if refused == no_link => refused = bar,
                Err(_) => {}
            }
        }
        if refused == no_link
            && let Some(bar) = self.half_way(here, leg)
        {
            return Err((here, bar));
        }
        Err((here, refused))
    }

    /// What a unit of height costs.
    pub(super) fn rising(&self, way: Way) -> u8 {
        match way {
            Way::Climb => self.terms.climb,
            Way::Ladder => self.terms.ladder,
            Way::Stairs => self.terms.stairs,
            Way::Drop | Way::Walk => self.terms.drop,
        }
    }

    /// The marked edge a leg would stop in the middle of.
    fn half_way(&self, here: Spot, leg: &Leg) -> Option<Bar> {
        let inside = |link: &Link, z: i32| link.low < z && z < link.high;
        self.scene.board.links.iter().find_map(|link| {
            let to = leg.to.z;
            if !inside(link, to) || (here.z != link.low && here.z != link.high) {
                return None;
            }
            // Gone to its end it would be a leg over this edge.
            let end = if here.z == link.low { link.high } else { link.low };
            joins(link, leg.way, here, Spot { z: end, ..leg.to })?;
            let (low, high) = (Length(link.low), Length(link.high));
            Some(Bar::HalfWay { way: leg.way, to: Length(to), low, high })
        })
    }

    /// Goes to the edge at the one height and on from it at the other.
    fn over_link(
        &self,
        here: Spot,
        to: Spot,
        link: &Link,
        edge: Point,
        met: &mut Met,
        step: &mut Step,
    ) -> Result<(), Bar> {
        let turned = (to.facing != here.facing).then_some(Spot { facing: here.facing, ..to });
        for end in [here, to].into_iter().chain(turned) {
            self.rest(end.at, end.z, end.facing).map_err(|thing| self.bar_at_rest(thing, end.z))?;
        }
        step.crossings.clear();
        step.touched.clear();
        // A leg up a wall passes over that wall, and over the edges of the floors it joins.
        let mut through: arrayvec::ArrayVec<u16, 3> = [link.piece].into_iter().collect();
        for end in [here, to] {
            if end.z != 0 {
                let shape = self.footprint(end.at, here.facing);
                let surfaces = &self.scene.board.surfaces;
                let surface = surfaces.iter().find(|s| s.z == end.z && s.supports(&shape));
                let Some(surface) = surface else {
                    return Err(Bar::OffSurface { z: Length(end.z) });
                };
                if !lies_at(&surface.outline, edge, end.at) {
                    return Err(Bar::OffSurface { z: Length(end.z) });
                }
                through.push(surface.piece);
            }
        }
        let mut cost = 0;
        let mut slow_cost = 0;
        for (from, to, z) in [(here.at, edge, here.z), (edge, to.at, to.z)] {
            met.clear();
            self.pass(from, to, z, here.facing, &through, met)
                .map_err(|thing| self.bar(thing, z))?;
            let (_, slow) = self.length(from, to, met);
            slow_cost += i64::from(slow);
            let toll = self.toll(met, Way::Walk, true, &mut Vec::new(), |crossing| {
                step.crossings.push(crossing);
            });
            cost += toll.cost;
            step.touched.append(&mut met.touched);
        }
        step.length = here.at.distance(to.at);
        step.slow = sum([slow_cost]);
        step.cost = sum([step.length.0.into(), slow_cost, cost]);
        Ok(())
    }

    /// The cost of a straight walk between two places where the base is over no obstacle, and the
    /// way to say it: a drop where that is allowed and cheaper.
    pub(super) fn stride(
        &self,
        from: Point,
        to: Point,
        z: i32,
        facing: Facing,
        first: bool,
        met: &mut Met,
    ) -> Result<(i64, Way), Thing> {
        met.clear();
        self.pass(from, to, z, facing, &[], met)?;
        let (length, slow) = self.length(from, to, met);
        let plain = i64::from(length) + i64::from(slow);
        if met.over.is_empty() {
            return Ok((plain, Way::Walk));
        }
        let mut open = Vec::new();
        let walk = self.toll(met, Way::Walk, first, &mut open, |_| ());
        let drop = self.toll(met, Way::Drop, first, &mut open, |_| ());
        Ok(if drop.drop > 0 && self.too_deep(drop.drop).is_none() && drop.cost < walk.cost {
            (plain + drop.cost, Way::Drop)
        } else {
            (plain + walk.cost, Way::Walk)
        })
    }

    /// The cost of a change of level from one place to another, and the cheapest way to make it,
    /// unless it costs `most` or more.
    pub(super) fn scale(
        &self,
        from: Spot,
        to: Spot,
        most: i64,
        met: &mut Met,
    ) -> Option<(i64, Way)> {
        let mut best: Option<(i64, Way)> = None;
        let length = i64::from(from.at.distance(to.at).0);
        let height = (i64::from(from.z) - i64::from(to.z)).abs();
        for way in [Way::Stairs, Way::Ladder, Way::Climb, Way::Drop] {
            if length + height * i64::from(self.rising(way)) >= most {
                continue;
            }
            let crosses = |link: &Link| joins(link, way, from, to).is_some();
            if (way == Way::Drop && to.z > from.z) || !self.scene.board.links.iter().any(crosses) {
                continue;
            }
            let mut step = blank(from, to, way);
            if self.change_level(from, &Leg { way, to }, met, &mut step).is_ok() {
                let cost = i64::from(step.cost.0);
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, way));
                }
            }
        }
        best
    }
}

pub(super) fn blank(from: Spot, to: Spot, way: Way) -> Step {
    Step {
        way,
        from,
        to,
        cost: Length::ZERO,
        length: Length::ZERO,
        slow: Length::ZERO,
        crossings: Vec::new(),
        rise: Length::ZERO,
        drop: None,
        touched: Vec::new(),
    }
}

/// A sum of costs that stays a length.
fn sum<const N: usize>(parts: [i64; N]) -> Length {
    Length(parts.iter().sum::<i64>().min(i32::MAX.into()) as i32)
}

/// How much of the way some parts of it cover together, from 0 to 1.
fn measure(parts: &mut [(f64, f64, Thing)]) -> f64 {
    parts.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut covered, mut done) = (0.0, 0.0);
    for &(start, end, _) in parts.iter() {
        let start = if start > done { start } else { done };
        if end > start {
            covered += end - start;
            done = end;
        }
    }
    covered
}

/// Where a leg meets a marked edge that it may use, if it does.
fn joins(link: &Link, way: Way, from: Spot, to: Spot) -> Option<Point> {
    let fits = match way {
        Way::Walk => false,
        Way::Drop => matches!(link.way, Way::Drop | Way::Climb),
        way => link.way == way,
    };
    let heights = (from.z.min(to.z), from.z.max(to.z));
    if !fits || heights != (link.low, link.high) {
        return None;
    }
    meeting(from.at, to.at, link.from, link.to)
}

/// The grid point nearest to where two segments meet, if they do. Whether they do is exact.
fn meeting(a: Point, b: Point, c: Point, d: Point) -> Option<Point> {
    let on = |p: Point, q: Point, r: Point| {
        p.cross(q, r) == 0
            && (p.x.min(q.x)..=p.x.max(q.x)).contains(&r.x)
            && (p.y.min(q.y)..=p.y.max(q.y)).contains(&r.y)
    };
    for end in [a, b] {
        if on(c, d, end) {
            return Some(end);
        }
    }
    for end in [c, d] {
        if on(a, b, end) {
            return Some(end);
        }
    }
    let (side_a, side_b) = (c.cross(d, a), c.cross(d, b));
    let (side_c, side_d) = (a.cross(b, c), a.cross(b, d));
    let apart = |p: i64, q: i64| (p > 0 && q < 0) || (p < 0 && q > 0);
    if !apart(side_a, side_b) || !apart(side_c, side_d) {
        return None;
    }
    let t = side_a as f64 / (side_a as f64 - side_b as f64);
    let (x, y) = a.to(b);
    let round = |n: f64| (n + if n < 0.0 { -0.5 } else { 0.5 }) as i32;
    Some(a.shifted(round(x as f64 * t), round(y as f64 * t)))
}

/// Whether a place on a floor is reached from an edge without leaving the floor again: the edge may
/// be at most 2" off it.
fn lies_at(outline: &[Point], edge: Point, place: Point) -> bool {
    let n = outline.len();
    let pair = |a: Point, b: Point| {
        let mut core = arrayvec::ArrayVec::new();
        core.push(a);
        if a != b {
            core.push(b);
        }
        Convex { core, radius: 0 }
    };
    let line = pair(edge, place);
    let sides = || (0..n).map(|i| pair(outline[i], outline[(i + 1) % n]));
    let crossed = sides().filter(|side| line.overlaps(side)).count();
    if polygon::covers(outline, edge) {
        return crossed == 0;
    }
    let start = Convex::disc(edge, 0);
    crossed <= 1 && sides().any(|side| side.within(&start, 0, 2 * INCH))
}

impl<'a> Scene<'a> {
    /// The course of a figure on the table.
    pub(super) fn course(&self, mover: usize, terms: &Terms) -> Option<Course<'a>> {
        Course::new(*self, self.figure(mover)?, mover, terms, &[])
    }

    /// What a path costs, or where it is not legal and why.
    pub fn trace(&self, mover: usize, path: &[Leg], terms: &Terms) -> Result<Walked, Stop> {
        let Some(course) = self.course(mover, terms) else {
            return Err(Stop { leg: 0, at: Spot::default(), why: Bar::Absent });
        };
        let start = course.figure.spot;
        let mut walked =
            Walked { cost: Length::ZERO, end: start, legs: Vec::with_capacity(path.len()) };
        let mut open = Vec::new();
        let mut met = Met::default();
        for (i, leg) in path.iter().enumerate() {
            let step = course
                .leg(walked.end, leg, i == 0, &mut open, &mut met)
                .map_err(|(at, why)| Stop { leg: i, at, why })?;
            walked.cost = sum([walked.cost.0.into(), step.cost.0.into()]);
            walked.end = leg.to;
            walked.legs.push(step);
        }
        if let Some(last) = path.len().checked_sub(1) {
            let end = walked.end;
            if let Err(thing) = course.rest(end.at, end.z, end.facing) {
                let why = course.bar_at_rest(thing, end.z);
                return Err(Stop {
                    leg: last,
                    at: self.last_rest(mover, path, last, end, terms),
                    why,
                });
            }
        }
        Ok(walked)
    }

    /// What a path costs if it is legal: the same as [`Scene::trace`] says, sooner.
    pub fn cost(&self, mover: usize, path: &[Leg], terms: &Terms) -> Option<Length> {
        let mut course = self.course(mover, terms)?;
        course.brief = true;
        let mut here = course.figure.spot;
        let (mut cost, mut open, mut met) = (Length::ZERO, Vec::new(), Met::default());
        for (i, leg) in path.iter().enumerate() {
            let step = course.leg(here, leg, i == 0, &mut open, &mut met).ok()?;
            cost = sum([cost.0.into(), step.cost.0.into()]);
            here = leg.to;
        }
        course.rest(here.at, here.z, here.facing).ok()?;
        Some(cost)
    }

    /// Whether a figure on the table may end a move at a place.
    pub fn fits(&self, mover: usize, spot: Spot, terms: &Terms) -> Result<(), Bar> {
        let figure = self.figure(mover).ok_or(Bar::Absent)?;
        self.fits_as(figure, mover, spot, terms)
    }

    /// Whether a figure that need not be on the table yet may be put at a place. `number` is its
    /// own number, so that it is not in its own way.
    pub fn fits_as(
        &self,
        figure: &Figure,
        number: usize,
        spot: Spot,
        terms: &Terms,
    ) -> Result<(), Bar> {
        let course =
            Course::new(*self, &Figure { spot: Spot::default(), ..*figure }, number, terms, &[])
                .ok_or(Bar::Absent)?;
        course.rest(spot.at, spot.z, spot.facing).map_err(|thing| course.bar_at_rest(thing, spot.z))
    }

    /// The last place at or before a point of a leg where the mover may end its move, going back
    /// along the path; at worst where it started.
    pub fn last_rest(
        &self,
        mover: usize,
        path: &[Leg],
        leg: usize,
        at: Spot,
        terms: &Terms,
    ) -> Spot {
        let Some(course) = self.course(mover, terms) else { return Spot::default() };
        let start = course.figure.spot;
        let before = |i: usize| match i.checked_sub(1) {
            Some(i) => path.get(i).map_or(start, |leg| leg.to),
            None => start,
        };
        let rests = |spot: Spot| course.rest(spot.at, spot.z, spot.facing).is_ok();
        let mut at = at;
        for i in (0..path.len().min(leg.saturating_add(1))).rev() {
            // The facing of a leg's end is taken only there.
            if rests(at) {
                return at;
            }
            let from = before(i);
            if from.z == at.z
                && sane(at.at.x)
                && sane(at.at.y)
                && let Some(rest) = course.rest_back(from, at.at)
            {
                return rest;
            }
            at = from;
        }
        if rests(at) { at } else { start }
    }
}
