//! One mover under some terms: what its base meets on a straight stretch, and at a place.
//!
//! Everything else in here asks these two questions, so that nothing the finder proposes is seen
//! differently by the trace.

use std::borrow::Cow;

use super::span;
use super::trace::Touch;
use super::{Bar, Terms, Zone};
use crate::base::{Base, Facing, Figure, Spot};
use crate::board::{Area, Block, Board, Role, Scene};
use crate::convex::Convex;
use crate::point::{LIMIT, Point, ceil_sqrt, segment_clears};
use crate::terrain::Part;

/// What a base can meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    /// The table's edge.
    Edge,
    /// The edge of the surface at that height.
    Brink(i32),
    /// A figure.
    Figure(u16),
    /// A block of the board.
    Block(u16),
    /// An area of the board.
    Area(u16),
    /// A zone to stay out of.
    Zone(u16),
}

/// What can be met on the ground of one search; the rest is too far away.
#[derive(Clone, Debug, Default)]
pub(super) struct Near {
    pub(super) blocks: Vec<Ball>,
    pub(super) areas: Vec<Ball>,
    pub(super) figures: Vec<Ball>,
    pub(super) zones: Vec<Ball>,
}

/// A disc that holds something, and what. Few tests go on to the thing itself, which is large.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ball {
    pub(super) number: u16,
    pub(super) centre: Point,
    /// For a zone, more than it reaches from there: whoever only touches a zone is within.
    pub(super) reach: i32,
}

/// A part of a stretch over an obstacle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Over {
    pub(super) piece: u16,
    /// How high it is above the mover's surface.
    pub(super) height: i32,
    pub(super) start: f64,
    pub(super) end: f64,
    pub(super) free: bool,
    pub(super) block: u16,
}

/// What a stretch meets that does not bar it.
#[derive(Clone, Debug, Default)]
pub(super) struct Met {
    pub(super) over: Vec<Over>,
    /// When it is over slow ground, from 0 to 1, and over what.
    pub(super) slow: Vec<(f64, f64, Thing)>,
    pub(super) touched: Vec<Touch>,
}

/// The ground a base sweeps on a straight stretch, with quick tests for what is far from it.
pub(super) struct Sweep {
    /// Its shape, unless the base is round: that is made only for who asks for it. Large, so that it
    /// is kept apart.
    shape: Option<Box<Convex>>,
    /// How far it reaches beyond its core.
    radius: i32,
    from: Point,
    to: Point,
    /// A rectangle around it.
    low: Point,
    high: Point,
    twice_middle: (i64, i64),
    twice_reach: i64,
}

impl Sweep {
    /// Whether a disc is so far away that it need not be looked at. The rectangle comes first and
    /// lets no point through whose coordinates are too large to be multiplied.
    #[inline]
    fn far(&self, centre: Point, reach: i32) -> bool {
        if centre.x < self.low.x - reach
            || centre.x > self.high.x + reach
            || centre.y < self.low.y - reach
            || centre.y > self.high.y + reach
        {
            return true;
        }
        let x = 2 * i64::from(centre.x) - self.twice_middle.0;
        let y = 2 * i64::from(centre.y) - self.twice_middle.1;
        let reach = self.twice_reach + 2 * i64::from(reach);
        x * x + y * y >= reach * reach
    }

    /// Its shape.
    fn shape(&self) -> Cow<'_, Convex> {
        if let Some(shape) = &self.shape {
            return Cow::Borrowed(shape);
        }
        let mut shape = Convex::disc(self.from, self.radius);
        if self.from != self.to {
            shape.core.push(self.to);
        }
        Cow::Owned(shape)
    }

    /// Whether all of it lies on a table.
    #[inline]
    fn is_on(&self, board: &Board) -> bool {
        if let Some(shape) = &self.shape {
            return board.holds(shape);
        }
        let (low, high, size) = (self.low, self.high, board.size);
        low.x >= 0 && low.y >= 0 && high.x <= size.x && high.y <= size.y
    }

    /// Whether a shape is overlapped. Exact.
    fn overlaps(&self, other: &Convex) -> bool {
        if self.shape.is_some() || other.core.len() < 3 {
            return self.shape().overlaps(other);
        }
        round_overlaps(self.from, self.to, self.radius, other)
    }
}

/// Whether a disc that goes straight from one point to another overlaps a shape with sides. Exact.
fn round_overlaps(from: Point, to: Point, radius: i32, other: &Convex) -> bool {
    let r = i64::from(radius) + i64::from(other.radius);
    let n = other.core.len();
    let sides = || (0..n).map(|i| (other.core[i], other.core[if i + 1 == n { 0 } else { i + 1 }]));
    // Mostly the whole sweep is well outside one side.
    let mut apart = false;
    for (a, b) in sides() {
        let out = -a.cross(b, from).max(a.cross(b, to));
        if out < 0 {
            continue;
        }
        apart = true;
        let (out, room) = (out as f64, a.distance_squared(b) as f64 * (r * r) as f64);
        if out * out > room * 1.000_001 {
            return false;
        }
    }
    // Its middle line is inside, or goes straight through.
    if !apart && from != to {
        let (mut left, mut right) = (false, false);
        for &p in &other.core {
            let side = from.cross(to, p);
            left |= side > 0;
            right |= side < 0;
        }
        apart = !(left && right);
    }
    if !apart {
        return true;
    }
    // Else it overlaps what is close enough to one of the corners, or has an end close to a side.
    let ends = |a, b| segment_clears(a, b, from, r) && segment_clears(a, b, to, r);
    !other.core.iter().all(|&p| segment_clears(from, to, p, r))
        || (r > 0 && !sides().all(|(a, b)| ends(a, b)))
}

/// A mover, its surroundings and its terms.
pub(super) struct Course<'a> {
    pub(super) scene: Scene<'a>,
    pub(super) terms: Terms,
    pub(super) figure: Figure,
    /// The mover's own number, or one that no figure has.
    pub(super) skip: usize,
    /// Zones to stay out of.
    pub(super) avoid: &'a [Zone],
    /// The radius of a round base.
    pub(super) radius: Option<i32>,
    /// The footprint about nothing, facing as the figure does.
    outline: Convex,
    reach: i32,
    pub(super) near: Option<Near>,
    /// Whether only the cost is asked, not where and why a path stops.
    pub(super) brief: bool,
}

/// Whether a coordinate could be on a table; products of others might not fit in their types.
pub(super) fn sane(n: i32) -> bool {
    (-LIMIT..=LIMIT).contains(&n)
}

fn sane_figure(figure: &Figure) -> bool {
    sane(figure.spot.at.x)
        && sane(figure.spot.at.y)
        && sane(figure.spot.z)
        && (0..=LIMIT).contains(&figure.height.0)
}

impl<'a> Course<'a> {
    pub(super) fn new(
        scene: Scene<'a>,
        figure: &Figure,
        skip: usize,
        terms: &Terms,
        avoid: &'a [Zone],
    ) -> Option<Course<'a>> {
        let radius = match figure.base {
            Base::Round { diameter } => Some(i32::from(diameter / 2)),
            _ => None,
        };
        sane_figure(figure).then(|| Course {
            scene,
            terms: *terms,
            figure: *figure,
            skip,
            avoid,
            radius,
            outline: figure.base.footprint(Point::default(), figure.spot.facing),
            reach: radius.unwrap_or_else(|| figure.base.reach()),
            near: None,
            brief: false,
        })
    }

    /// A disc of this radius holds the base.
    pub(super) fn reach(&self) -> i32 {
        self.reach
    }

    #[inline]
    pub(super) fn footprint(&self, at: Point, facing: Facing) -> Convex {
        match self.radius {
            Some(radius) => Convex::disc(at, radius),
            None if facing == self.figure.spot.facing => self.outline.shifted(at.x, at.y),
            None => self.figure.base.footprint(at, facing),
        }
    }

    #[inline]
    fn sweep(&self, from: Point, to: Point, facing: Facing) -> Sweep {
        let shape = match self.radius {
            Some(_) => None,
            None => {
                Some(Box::new(self.footprint(from, facing).swept(to.x - from.x, to.y - from.y)))
            }
        };
        let reach = self.reach;
        Sweep {
            shape,
            radius: self.radius.unwrap_or_default(),
            from,
            to,
            low: Point::new(from.x.min(to.x) - reach, from.y.min(to.y) - reach),
            high: Point::new(from.x.max(to.x) + reach, from.y.max(to.y) + reach),
            twice_middle: (
                i64::from(from.x) + i64::from(to.x),
                i64::from(from.y) + i64::from(to.y),
            ),
            // A little more does no harm.
            twice_reach: (from.distance_squared(to) as f64).sqrt() as i64
                + 1
                + 2 * i64::from(reach),
        }
    }

    /// Whether something reaches into the mover's height.
    #[inline]
    fn shares(&self, z: i32, low: i32, high: i32) -> bool {
        low < z + self.figure.height.0 && z < high
    }

    /// How high an obstacle is above the surface, if the block is one.
    pub(super) fn obstacle(&self, block: &Block, z: i32) -> Option<i32> {
        let over = block.role == Role::Sill
            || (block.role == Role::Solid
                && block.kinds.any(self.terms.over)
                && !block.kinds.any(self.terms.barred));
        over.then_some(block.high - z)
    }

    /// Goes straight from one point to another on the surface at `z`, facing one way. Blocks of
    /// the pieces in `through` do not count.
    pub(super) fn pass(
        &self,
        from: Point,
        to: Point,
        z: i32,
        facing: Facing,
        through: &[u16],
        met: &mut Met,
    ) -> Result<(), Thing> {
        if !sane(to.x) || !sane(to.y) || !sane(from.x) || !sane(from.y) || !sane(z) {
            return Err(Thing::Edge);
        }
        let sweep = self.sweep(from, to, facing);
        if !sweep.is_on(self.scene.board) {
            return Err(Thing::Edge);
        }
        // Of a change of level only the ends count, and they are looked at by themselves.
        let changing = !through.is_empty();
        if !changing && let Some(i) = self.zone_of(&sweep, z) {
            return Err(Thing::Zone(i));
        }
        if self.terms.flying {
            return Ok(());
        }
        if z != 0 && !changing && !self.carried(&sweep, z) {
            return Err(Thing::Brink(z));
        }
        if !self.terms.over_bases {
            self.pass_figures(&sweep, z)?;
        }
        match &self.near {
            None => {
                for (i, block) in self.scene.board.blocks.iter().enumerate() {
                    if !sweep.far(block.centre, block.reach) {
                        self.pass_block(&sweep, z, facing, through, (i, block), met)?;
                    }
                }
                for (i, area) in self.scene.board.areas.iter().enumerate() {
                    if !sweep.far(area.centre, area.reach) {
                        self.pass_area(&sweep, z, facing, (i, area), met)?;
                    }
                }
            }
            Some(near) => {
                for ball in &near.blocks {
                    if !sweep.far(ball.centre, ball.reach) {
                        let i = usize::from(ball.number);
                        let block = &self.scene.board.blocks[i];
                        self.pass_block(&sweep, z, facing, through, (i, block), met)?;
                    }
                }
                for ball in &near.areas {
                    if !sweep.far(ball.centre, ball.reach) {
                        let i = usize::from(ball.number);
                        let area = &self.scene.board.areas[i];
                        self.pass_area(&sweep, z, facing, (i, area), met)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// A zone to stay out of that holds some of a sweep.
    fn zone_of(&self, sweep: &Sweep, z: i32) -> Option<u16> {
        let holds = |i: usize| self.avoid[i].holds(&sweep.shape(), z);
        match &self.near {
            None => (0..self.avoid.len()).find(|&i| holds(i)).map(|i| i as u16),
            Some(near) => near
                .zones
                .iter()
                .find(|ball| !sweep.far(ball.centre, ball.reach) && holds(ball.number.into()))
                .map(|ball| ball.number),
        }
    }

    fn pass_figures(&self, sweep: &Sweep, z: i32) -> Result<(), Thing> {
        let hit = |i: usize| match &self.scene.figures[i] {
            Some(figure) if i != self.skip => self.hits(sweep, z, figure),
            _ => false,
        };
        let found = match &self.near {
            None => (0..self.scene.figures.len()).find(|&i| hit(i)),
            Some(near) => near
                .figures
                .iter()
                .find(|ball| !sweep.far(ball.centre, ball.reach) && hit(ball.number.into()))
                .map(|ball| ball.number.into()),
        };
        found.map_or(Ok(()), |i| Err(Thing::Figure(i as u16)))
    }

    /// Whether a figure stands in the sweep.
    #[inline]
    fn hits(&self, sweep: &Sweep, z: i32, figure: &Figure) -> bool {
        let round = match figure.base {
            Base::Round { diameter } => Some(i32::from(diameter / 2)),
            _ => None,
        };
        let reach = round.unwrap_or_else(|| figure.base.reach());
        if sweep.far(figure.spot.at, reach) {
            return false;
        }
        let high = figure.spot.z.saturating_add(figure.height.0);
        if !self.shares(z, figure.spot.z, high) {
            return false;
        }
        if let (Some(radius), Some(other)) = (self.radius, round) {
            let radius = i64::from(radius) + i64::from(other);
            return !segment_clears(sweep.from, sweep.to, figure.spot.at, radius);
        }
        sweep.shape().overlaps(&figure.footprint())
    }

    #[inline]
    fn pass_block(
        &self,
        sweep: &Sweep,
        z: i32,
        facing: Facing,
        through: &[u16],
        (i, block): (usize, &Block),
        met: &mut Met,
    ) -> Result<(), Thing> {
        if !self.shares(z, block.low, block.high)
            || block.role == Role::Lintel
            || through.contains(&block.piece)
            || !sweep.overlaps(&block.shape)
        {
            return Ok(());
        }
        let free = block.kinds.any(self.terms.ignore);
        if let Some(height) = self.obstacle(block, z) {
            let (start, end) = self.when(sweep, facing, &block.shape);
            let piece = block.piece;
            met.over.push(Over { piece, height, start, end, free, block: i as u16 });
            if !free && block.kinds.any(self.terms.slow) {
                met.slow.push((start, end, Thing::Block(i as u16)));
            }
        } else if !free {
            return Err(Thing::Block(i as u16));
        }
        met.touch(block.piece, block.kinds);
        Ok(())
    }

    #[inline]
    fn pass_area(
        &self,
        sweep: &Sweep,
        z: i32,
        facing: Facing,
        (i, area): (usize, &Area),
        met: &mut Met,
    ) -> Result<(), Thing> {
        if area.z != z || !sweep.overlaps(&area.shape) {
            return Ok(());
        }
        if !area.kinds.any(self.terms.ignore) {
            if area.kinds.any(self.terms.barred) {
                return Err(Thing::Area(i as u16));
            }
            if area.kinds.any(self.terms.slow) {
                let (start, end) = self.when(sweep, facing, &area.shape);
                met.slow.push((start, end, Thing::Area(i as u16)));
            }
        }
        met.touch(area.piece, area.kinds);
        Ok(())
    }

    /// Notes the pieces the base is over at a place.
    pub(super) fn touch_at(&self, spot: Spot, met: &mut Met) {
        let shape = self.footprint(spot.at, spot.facing);
        let board = self.scene.board;
        for area in &board.areas {
            if area.z == spot.z && shape.overlaps(&area.shape) {
                met.touch(area.piece, area.kinds);
            }
        }
        for block in &board.blocks {
            let there = block.role != Role::Lintel && self.shares(spot.z, block.low, block.high);
            if there && shape.overlaps(&block.shape) {
                met.touch(block.piece, block.kinds);
            }
        }
    }

    /// From when to when the base is over a shape which the sweep overlaps. Exactly 0 and 1 where it
    /// begins and ends over it.
    fn when(&self, sweep: &Sweep, facing: Facing, shape: &Convex) -> (f64, f64) {
        let (from, to) = (sweep.from, sweep.to);
        let ((mut start, mut end), over) = match self.radius {
            Some(radius) if shape.core.len() > 2 => (
                span::disc(radius, from, to, shape),
                [from, to].map(|at| round_overlaps(at, at, radius, shape)),
            ),
            _ => {
                let bases = [from, to].map(|at| self.footprint(at, facing));
                (
                    span::overlap(&bases[0], from, to, shape),
                    [bases[0].overlaps(shape), bases[1].overlaps(shape)],
                )
            }
        };
        // Rounding must not pretend to an end that the exact test denies.
        start = start.max(f64::MIN_POSITIVE);
        end = end.min(1.0 - f64::EPSILON);
        if over[0] {
            start = 0.0;
        }
        if over[1] {
            end = 1.0;
        }
        (start, end.max(start))
    }

    /// Whether a base may end a move here, or what is in the way.
    pub(super) fn rest(&self, at: Point, z: i32, facing: Facing) -> Result<(), Thing> {
        if !sane(at.x) || !sane(at.y) || !sane(z) {
            return Err(Thing::Edge);
        }
        let sweep = self.sweep(at, at, facing);
        let board = self.scene.board;
        if !sweep.is_on(board) {
            return Err(Thing::Edge);
        }
        if z != 0 && !board.supports(&sweep.shape(), z) {
            return Err(Thing::Brink(z));
        }
        if let Some(i) = self.zone_of(&sweep, z) {
            return Err(Thing::Zone(i));
        }
        self.pass_figures(&sweep, z)?;
        let block = |i: usize| {
            let block = &board.blocks[i];
            self.shares(z, block.low, block.high)
                && block.role != Role::Lintel
                && sweep.overlaps(&block.shape)
        };
        let area = |i: usize| {
            let area = &board.areas[i];
            area.z == z
                && area.kinds.any(self.terms.barred)
                && !area.kinds.any(self.terms.ignore)
                && sweep.overlaps(&area.shape)
        };
        let (block, area) = match &self.near {
            None => (
                (0..board.blocks.len())
                    .find(|&i| {
                        !sweep.far(board.blocks[i].centre, board.blocks[i].reach) && block(i)
                    })
                    .map(|i| i as u16),
                (0..board.areas.len())
                    .find(|&i| !sweep.far(board.areas[i].centre, board.areas[i].reach) && area(i))
                    .map(|i| i as u16),
            ),
            Some(near) => {
                let close = |ball: &&Ball| !sweep.far(ball.centre, ball.reach);
                let mut blocks = near.blocks.iter().filter(close).map(|ball| ball.number);
                let mut areas = near.areas.iter().filter(close).map(|ball| ball.number);
                (blocks.find(|&i| block(i.into())), areas.find(|&i| area(i.into())))
            }
        };
        match (block, area) {
            (Some(i), _) => Err(Thing::Block(i)),
            (_, Some(i)) => Err(Thing::Area(i)),
            _ => Ok(()),
        }
    }

    /// Whether the base at a place stands in a thing that [`Course::rest`] found.
    fn stands_in(&self, at: Point, facing: Facing, thing: Thing) -> bool {
        let shape = self.footprint(at, facing);
        match thing {
            Thing::Figure(i) => self.scene.figures[usize::from(i)]
                .as_ref()
                .is_some_and(|figure| shape.overlaps(&figure.footprint())),
            Thing::Block(i) => shape.overlaps(&self.scene.board.blocks[usize::from(i)].shape),
            Thing::Area(i) => shape.overlaps(&self.scene.board.areas[usize::from(i)].shape),
            Thing::Edge => !self.scene.board.holds(&shape),
            Thing::Brink(z) => !self.scene.board.supports(&shape, z),
            Thing::Zone(_) => true,
        }
    }

    /// The last place at or before `at`, going back to `from`, where the base may end a move.
    pub(super) fn rest_back(&self, from: Spot, at: Point) -> Option<Spot> {
        let steps = ceil_sqrt(from.at.distance_squared(at));
        let point = |k: i64| if steps == 0 { at } else { from.at.towards(at, k, steps) };
        let mut k = steps;
        loop {
            let Err(thing) = self.rest(point(k), from.z, from.facing) else {
                return Some(from.moved(point(k)));
            };
            // Being over one convex thing is one interval of the way, so its start can be found.
            let in_it = |k: i64| self.stands_in(point(k), from.facing, thing);
            if k == 0 || in_it(0) {
                return None;
            }
            let (mut low, mut high) = (0, k);
            while high - low > 1 {
                let middle = i64::midpoint(low, high);
                if in_it(middle) { high = middle } else { low = middle }
            }
            k = low;
        }
    }

    /// The last point towards `to` up to which the stretch is clear, and what is met after it.
    pub(super) fn clear_to(
        &self,
        from: Spot,
        to: Point,
        through: &[u16],
        thing: Thing,
    ) -> (Point, Thing) {
        let mut met = Met::default();
        if !sane(to.x) || !sane(to.y) {
            return (from.at, thing);
        }
        let steps = ceil_sqrt(from.at.distance_squared(to));
        if steps == 0 {
            return (from.at, thing);
        }
        let point = |k: i64| from.at.towards(to, k, steps);
        let (mut end, mut why) = (steps, thing);
        // The way up to one thing is found by halving; then there may be another before it.
        loop {
            let (mut low, mut high) = (0, end);
            while high - low > 1 {
                let middle = i64::midpoint(low, high);
                let sweep = self.sweep(from.at, point(middle), from.facing);
                if self.bars(&sweep, from.z, why) { high = middle } else { low = middle }
            }
            met.clear();
            match self.pass(from.at, point(low), from.z, from.facing, through, &mut met) {
                Ok(()) => return (point(low), why),
                Err(thing) if low == 0 => return (from.at, thing),
                Err(thing) => (end, why) = (low, thing),
            }
        }
    }

    /// Whether the centre stays over one surface all the way. The rest of the base may hang over its
    /// edge on the way; where it ends, it must not.
    fn carried(&self, sweep: &Sweep, z: i32) -> bool {
        let mut way = Convex::disc(sweep.from, 0);
        if sweep.from != sweep.to {
            way.core.push(sweep.to);
        }
        self.scene.board.supports(&way, z)
    }

    /// Whether a thing that barred another stretch at this height bars this one.
    pub(super) fn barred_by(
        &self,
        thing: Thing,
        from: Point,
        to: Point,
        z: i32,
        facing: Facing,
    ) -> bool {
        if let (Thing::Block(i), Some(radius)) = (thing, self.radius) {
            let shape = &self.scene.board.blocks[usize::from(i)].shape;
            if shape.core.len() > 2 {
                return round_overlaps(from, to, radius, shape);
            }
        }
        self.bars(&self.sweep(from, to, facing), z, thing)
    }

    /// Whether one thing, of which it is known that it may bar, bars a sweep.
    fn bars(&self, sweep: &Sweep, z: i32, thing: Thing) -> bool {
        let board = self.scene.board;
        match thing {
            Thing::Edge => !sweep.is_on(board),
            Thing::Brink(_) => !self.carried(sweep, z),
            Thing::Figure(i) => self.scene.figures[usize::from(i)]
                .as_ref()
                .is_some_and(|figure| self.hits(sweep, z, figure)),
            Thing::Block(i) => sweep.overlaps(&board.blocks[usize::from(i)].shape),
            Thing::Area(i) => sweep.overlaps(&board.areas[usize::from(i)].shape),
            Thing::Zone(i) => self.avoid[usize::from(i)].holds(&sweep.shape(), z),
        }
    }

    /// What to say about a thing in the way of a stretch on the surface at `z`.
    pub(super) fn bar(&self, thing: Thing, z: i32) -> Bar {
        let board = self.scene.board;
        match thing {
            Thing::Edge => Bar::TableEdge,
            Thing::Brink(z) => Bar::OverEdge { z: crate::Length(z) },
            Thing::Figure(i) => Bar::Figure(i.into()),
            Thing::Block(i) => self.bar_of(&board.blocks[usize::from(i)], z),
            Thing::Area(i) => Bar::Block { piece: board.areas[usize::from(i)].piece },
            Thing::Zone(i) => Bar::Zone(i.into()),
        }
    }

    /// What to say about a block that can't be entered: whatever begins above the surface is no
    /// barrier to go around, but wants of height.
    fn bar_of(&self, block: &Block, z: i32) -> Bar {
        let piece = block.piece;
        if block.low > z {
            let free = crate::Length(block.low - z);
            Bar::Headroom { piece, free, needs: self.figure.height }
        } else {
            Bar::Block { piece }
        }
    }

    /// The opening of a wall that a leg leads through, if the thing in its way is that wall and the
    /// base is wider than the opening.
    pub(super) fn narrow(&self, thing: Thing, here: Spot, to: Point) -> Option<Bar> {
        let Thing::Block(i) = thing else { return None };
        let piece = self.scene.board.blocks[usize::from(i)].piece;
        let parts = &self.scene.board.table.pieces.get(usize::from(piece))?.parts;
        parts.iter().find_map(|part| {
            let Part::Wall { from, to: end, z, openings, .. } = part else { return None };
            // Where the leg crosses the middle of the wall, as a part of the wall's length.
            let (sides, ends) = (
                [from.cross(*end, here.at), from.cross(*end, to)],
                [here.at.cross(to, *from), here.at.cross(to, *end)],
            );
            let crosses = sides[0].signum() * sides[1].signum() < 0
                && ends[0].signum() * ends[1].signum() <= 0
                && ends[0] != ends[1];
            if !crosses || here.z < z.0 {
                return None;
            }
            let length = (from.distance_squared(*end) as f64).sqrt();
            let along = length * (ends[0] as f64 / (ends[0] - ends[1]) as f64);
            let (x, y) = from.to(*end);
            let reach = |p: &Point| {
                let (px, py) = here.at.to(*p);
                (px * x + py * y) as f64 / length
            };
            let shape = self.footprint(here.at, here.facing);
            let (low, high) = shape
                .core
                .iter()
                .map(reach)
                .fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)));
            let base = high - low + 2.0 * f64::from(shape.radius);
            openings.iter().find_map(|opening| {
                let (start, width) = (f64::from(opening.at.0), f64::from(opening.width.0));
                let through = (start..=start + width).contains(&along)
                    && here.z < z.0.saturating_add(opening.head.0);
                (through && base > width + 0.5).then_some(Bar::Narrow {
                    piece,
                    width: opening.width,
                    base: crate::Length(base.ceil() as i32),
                })
            })
        })
    }

    /// What to say about a thing in which nobody may end.
    pub(super) fn bar_at_rest(&self, thing: Thing, z: i32) -> Bar {
        let board = self.scene.board;
        match thing {
            Thing::Block(i) => {
                let block = &board.blocks[usize::from(i)];
                let passable =
                    self.obstacle(block, z).is_some() || block.kinds.any(self.terms.ignore);
                if passable || self.terms.flying {
                    Bar::EndsOn { piece: block.piece }
                } else {
                    self.bar_of(block, z)
                }
            }
            Thing::Brink(z) => Bar::OffSurface { z: crate::Length(z) },
            thing => self.bar(thing, z),
        }
    }
}

impl Met {
    fn touch(&mut self, piece: u16, kinds: crate::Kinds) {
        match self.touched.iter_mut().find(|touch| touch.piece == piece) {
            Some(touch) => touch.kinds = touch.kinds.and(kinds),
            None => self.touched.push(Touch { piece, kinds }),
        }
    }

    pub(super) fn clear(&mut self) {
        self.over.clear();
        self.slow.clear();
        self.touched.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Length;
    use proptest::prelude::*;

    proptest! {
        /// On a coarse grid, so that touching is as frequent as overlapping.
        #[test]
        fn quick_tests_of_a_sweep_agree_with_the_exact_one(
            corners in prop::collection::vec((0..12, 0..12), 3..6),
            from in (0..12, 0..12), to in (0..12, 0..12), radius in 1_u16..4
        ) {
            let point = |(x, y): (i32, i32)| Point::new(x * 1000, y * 1000);
            let corners: Vec<Point> = corners.into_iter().map(point).collect();
            let shape = Convex::hull(&corners).unwrap();
            let (from, to) = (point(from), point(to));
            let board = Board::empty(Length::inches(20), Length::inches(20));
            let scene = Scene { board: &board, figures: &[] };
            let base = Base::Round { diameter: radius * 2000 };
            let figure = Figure { spot: Spot::ground(0, 0), base, height: Length(1) };
            let course = Course::new(scene, &figure, 0, &Terms::default(), &[]).unwrap();
            let sweep = course.sweep(from, to, Facing::default());
            let exact = sweep.shape().overlaps(&shape);
            prop_assert_eq!(sweep.overlaps(&shape), exact);
            let (centre, reach) = shape.ball();
            prop_assert!(!(sweep.far(centre, reach) && exact));
        }
    }
}
