//! What makes a table fair and playable: how much of it is covered, whether it looks the same from
//! both sides, and whether one can walk from everywhere to everywhere.

use std::fmt;

use crate::board::{Area, Block, Board, Link, Role};
use crate::convex::Convex;
use crate::point::{Point, segment_clears};
use crate::polygon;
use crate::terrain::{Kinds, Opening, Part};
use crate::units::{INCH, Length};

/// How much of a table lies under terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coverage {
    /// In hundredths of a percent, rounded down.
    pub hundredths: u32,
}

impl Coverage {
    /// Whether it is at least so many percent.
    pub fn is_at_least(self, percent: u32) -> bool {
        self.hundredths >= percent * 100
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}%", self.hundredths / 100, self.hundredths % 100)
    }
}

/// Measures the union of all footprints on a grid of cells of at most a tenth of an inch: a cell
/// counts if its middle is covered.
pub fn coverage(board: &Board) -> Coverage {
    let middles = |side: i32| -> Vec<i32> {
        let count = (side + INCH / 10 - 1) / (INCH / 10);
        let middle =
            |i: i32| (i64::from(2 * i + 1) * i64::from(side) / i64::from(2 * count)) as i32;
        (0..count).map(middle).collect()
    };
    let (xs, ys) = (middles(board.size.x), middles(board.size.y));
    let mut covered = vec![false; xs.len() * ys.len()];
    let areas = board.areas.iter().map(|area| &area.shape);
    for shape in areas.chain(board.blocks.iter().map(|block| &block.shape)) {
        let (low, high) = shape.bounds();
        let rows = ys.partition_point(|&y| y < low.y)..ys.partition_point(|&y| y <= high.y);
        for row in rows {
            if let Some((from, to)) = chord(shape, ys[row]) {
                let start = row * xs.len() + xs.partition_point(|&x| x < from);
                let end = row * xs.len() + xs.partition_point(|&x| x <= to);
                covered[start.min(end)..end].fill(true);
            }
        }
    }
    let count = covered.iter().filter(|&&cell| cell).count() as u64;
    Coverage { hundredths: (count * 10_000 / covered.len() as u64) as u32 }
}

/// The first and last grid points of a terrain shape at that height of the plane.
fn chord(shape: &Convex, y: i32) -> Option<(i32, i32)> {
    debug_assert_eq!(shape.radius, 0, "terrain is made of polygons");
    let mut found: Option<(i32, i32)> = None;
    let n = shape.core.len();
    for i in 0..n {
        let (a, b) = (shape.core[i], shape.core[(i + 1) % n]);
        if y < a.y.min(b.y) || y > a.y.max(b.y) {
            continue;
        }
        let (from, to) = if a.y == b.y {
            (a.x.min(b.x), a.x.max(b.x))
        } else {
            let over = i64::from(y - a.y) * i64::from(b.x - a.x);
            let under = i64::from(b.y - a.y);
            let (over, under) = (over * under.signum(), under.abs());
            let floor = over.div_euclid(under) as i32;
            let ceil = -((-over).div_euclid(under) as i32);
            (a.x + ceil, a.x + floor)
        };
        found = Some(found.map_or((from, to), |(f, t)| (f.min(from), t.max(to))));
    }
    found
}

/// Whether a half-turn about its middle leaves the table as it is, to the unit. Names of pieces
/// don't matter, nor which piece a part belongs to.
pub fn is_half_turn_symmetric(board: &Board) -> bool {
    let mut here: Vec<Outlined> = Vec::new();
    let mut turned: Vec<Outlined> = Vec::new();
    for piece in &board.table.pieces {
        for part in &piece.parts {
            here.push(outlined(part, piece.kinds, |p| p));
            turned.push(outlined(part, piece.kinds, |p| {
                Point::new(board.size.x - p.x, board.size.y - p.y)
            }));
        }
    }
    here.sort_unstable();
    turned.sort_unstable();
    here == turned
}

/// A part in a form that is the same however it was written: shape and way, outline, measures,
/// openings, kinds.
type Outlined = (&'static str, Vec<Point>, [i32; 3], Vec<[i32; 4]>, Vec<&'static str>);

fn outlined(part: &Part, of_piece: Kinds, moved: impl Fn(Point) -> Point) -> Outlined {
    // A ring may start anywhere; the smallest corner is as good as any.
    let ring = |outline: &[Point]| {
        let mut ring: Vec<Point> = outline.iter().map(|&p| moved(p)).collect();
        if polygon::doubled_area(&ring) < 0 {
            ring.reverse();
        }
        let first = (0..ring.len()).min_by_key(|&i| ring[i]).unwrap_or(0);
        ring.rotate_left(first);
        ring
    };
    let names = |kinds: Kinds| kinds.and(of_piece).names().collect();
    match part {
        Part::Area { outline, z, kinds } => {
            ("area", ring(outline), [z.0, 0, 0], Vec::new(), names(*kinds))
        }
        Part::Solid { outline, height, z, kinds } => {
            ("solid", ring(outline), [z.0, height.0, 0], Vec::new(), names(*kinds))
        }
        Part::Floor { outline, z, thick, kinds } => {
            ("floor", ring(outline), [z.0, thick.0, 0], Vec::new(), names(*kinds))
        }
        Part::Wall { from, to, thick, height, z, openings, kinds } => {
            let length = from.distance(*to).0;
            let (mut a, mut b) = (moved(*from), moved(*to));
            // A wall may be told from either end.
            let swapped = b < a;
            if swapped {
                (a, b) = (b, a);
            }
            let mut holes: Vec<[i32; 4]> = openings
                .iter()
                .map(|Opening { at, width, sill, head }| {
                    let at = if swapped { length - at.0 - width.0 } else { at.0 };
                    [at, width.0, sill.0, head.0]
                })
                .collect();
            holes.sort_unstable();
            ("wall", vec![a, b], [z.0, height.0, thick.0], holes, names(*kinds))
        }
        Part::Link { way, from, to, low, high } => {
            let (a, b) = (moved(*from), moved(*to));
            let ends = vec![a.min(b), a.max(b)];
            ("link", ends, [low.0, high.0, *way as i32], Vec::new(), Vec::new())
        }
    }
}

/// What hangs lower than this is in a walker's way.
pub const HEADROOM: Length = Length::tenths(25);

fn bars_walkers(block: &Block) -> bool {
    block.role != Role::Lintel && block.low < HEADROOM.0
}

fn bars_feet(area: &Area) -> bool {
    area.z == 0 && area.kinds.any(Kinds::IMPASSABLE)
}

/// Where a round base can walk on the ground without crossing, climbing or entering anything that
/// stands there: the regions it can't leave on foot.
///
/// The regions are found on a grid and are sound: two spots of one region are joined by a path that
/// is clear to the unit. A gap less than a grid step wider than the base may be taken for closed.
#[derive(Clone, Debug)]
pub struct Ground {
    barriers: Vec<Convex>,
    size: Point,
    radius: i32,
    columns: usize,
    /// The region of each grid point, from 1; nothing where the base can't be.
    regions: Vec<u16>,
    /// The legs that are shut from each grid point.
    shut: Vec<u8>,
    /// How many grid points each region has.
    sizes: Vec<u32>,
}

/// Of the grid a base walks on.
const STEP: i32 = INCH / 4;
/// The leg to the next column.
const RIGHT: u8 = 1;
/// The leg to the next row.
const AWAY: u8 = 2;

impl Ground {
    /// Maps the ground for a round base.
    pub fn of(board: &Board, diameter: Length) -> Ground {
        let blocks = board.blocks.iter().filter(|b| bars_walkers(b)).map(|b| b.shape.clone());
        let areas = board.areas.iter().filter(|a| bars_feet(a)).map(|a| a.shape.clone());
        let radius = (diameter.0 + 1) / 2;
        let columns = (board.size.x / STEP) as usize;
        let rows = (board.size.y / STEP) as usize;
        let mut ground = Ground {
            barriers: blocks.chain(areas).collect(),
            size: board.size,
            radius,
            columns,
            regions: vec![UNSEEN; columns * rows],
            shut: vec![0; columns * rows],
            sizes: vec![0],
        };
        ground.bar();
        ground.flood();
        ground
    }

    fn point(&self, i: usize) -> Point {
        let at = |k: usize| k as i32 * STEP + STEP / 2;
        Point::new(at(i % self.columns), at(i / self.columns))
    }

    fn bar(&mut self) {
        let r = self.radius;
        for i in 0..self.regions.len() {
            let p = self.point(i);
            if p.x < r || p.y < r || p.x > self.size.x - r || p.y > self.size.y - r {
                self.regions[i] = 0;
            }
        }
        // Any spot of a leg between neighbours is within half a step of one of them: a leg is only
        // worth a look if one of its ends has less room than that.
        let ample = r + (STEP + 1) / 2;
        let rows = self.regions.len() / self.columns;
        for barrier in &self.barriers {
            let (low, high) = barrier.bounds();
            let first = |low: i32| ((low - ample).max(0) / STEP) as usize;
            let last = |high: i32, count: usize| (((high + ample) / STEP) as usize).min(count - 1);
            for row in first(low.y)..=last(high.y, rows) {
                for column in first(low.x)..=last(high.x, self.columns) {
                    let i = row * self.columns + column;
                    if self.regions[i] == 0 || clears_dot(barrier, self.point(i), ample) {
                        continue;
                    }
                    if !clears_dot(barrier, self.point(i), r) {
                        self.regions[i] = 0;
                        continue;
                    }
                    let base = Convex::disc(self.point(i), r);
                    if !barrier.clears(&base.swept(STEP, 0), 0) {
                        self.shut[i] |= RIGHT;
                    }
                    if !barrier.clears(&base.swept(0, STEP), 0) {
                        self.shut[i] |= AWAY;
                    }
                    if column > 0 && !barrier.clears(&base.swept(-STEP, 0), 0) {
                        self.shut[i - 1] |= RIGHT;
                    }
                    if row > 0 && !barrier.clears(&base.swept(0, -STEP), 0) {
                        self.shut[i - self.columns] |= AWAY;
                    }
                }
            }
        }
    }

    /// The grid points one step away by an open leg.
    fn neighbours(&self, i: usize) -> impl Iterator<Item = usize> + use<> {
        let (column, n) = (i % self.columns, self.columns);
        let open = |i: usize, leg: u8| self.shut[i] & leg == 0;
        [
            (column > 0 && open(i - 1, RIGHT)).then(|| i - 1),
            (column + 1 < n && open(i, RIGHT)).then_some(i + 1),
            (i >= n && open(i - n, AWAY)).then(|| i - n),
            (i + n < self.shut.len() && open(i, AWAY)).then_some(i + n),
        ]
        .into_iter()
        .flatten()
    }

    fn flood(&mut self) {
        let mut open = Vec::new();
        for start in 0..self.regions.len() {
            if self.regions[start] != UNSEEN {
                continue;
            }
            // A table has far fewer regions; were there more, the last would count as one.
            let region = (self.sizes.len() as u16).min(UNSEEN - 1);
            self.sizes.push(0);
            self.regions[start] = region;
            open.push(start);
            while let Some(i) = open.pop() {
                self.sizes[usize::from(region)] += 1;
                for j in self.neighbours(i) {
                    if self.regions[j] == UNSEEN {
                        self.regions[j] = region;
                        open.push(j);
                    }
                }
            }
        }
    }

    /// The largest region.
    pub fn main(&self) -> u16 {
        (1..self.sizes.len()).max_by_key(|&i| (self.sizes[i], usize::MAX - i)).unwrap_or(0) as u16
    }

    /// The region a base with its centre there is in, if it can stand there at all and get away.
    pub fn region(&self, at: Point) -> Option<u16> {
        let (column, row) = (at.x / STEP, at.y / STEP);
        let rows = (self.regions.len() / self.columns) as i32;
        let base = Convex::disc(at, self.radius);
        let (low, high) = base.bounds();
        if low.x < 0 || low.y < 0 || high.x > self.size.x || high.y > self.size.y {
            return None;
        }
        // From the nearest ring outwards, the first grid point that can be walked to.
        (0..=3_i32).find_map(|ring| {
            (-ring..=ring)
                .flat_map(|dy| (-ring..=ring).map(move |dx| (dx, dy)))
                .filter(|(dx, dy)| dx.abs().max(dy.abs()) == ring)
                .find_map(|(dx, dy)| {
                    let (c, r) = (column + dx, row + dy);
                    if c < 0 || r < 0 || c >= self.columns as i32 || r >= rows {
                        return None;
                    }
                    let i = r as usize * self.columns + c as usize;
                    let region = self.regions[i];
                    let there = self.point(i);
                    let leg = base.swept(there.x - at.x, there.y - at.y);
                    let free = region != 0 && self.barriers.iter().all(|b| b.clears(&leg, 0));
                    free.then_some(region)
                })
        })
    }

    /// What a region holds of an upright rectangle.
    pub fn share(&self, low: Point, high: Point, region: u16) -> Share {
        let r = self.radius;
        let inside = |p: Point| {
            p.x - r >= low.x && p.y - r >= low.y && p.x + r <= high.x && p.y + r <= high.y
        };
        let mut share = Share::default();
        for (i, &found) in self.regions.iter().enumerate() {
            if inside(self.point(i)) {
                share.spots += 1;
                share.free += u32::from(found != 0);
                share.joined += u32::from(found == region && region != 0);
            }
        }
        share
    }
}

/// Whether a point is at least `r` from a terrain shape. Exact, and quicker than asking for two
/// shapes: only sides that face the point can be the closest.
fn clears_dot(shape: &Convex, dot: Point, r: i32) -> bool {
    let next = |i: usize| shape.core[if i + 1 == shape.core.len() { 0 } else { i + 1 }];
    let mut outside = false;
    for (i, &corner) in shape.core.iter().enumerate() {
        if corner.cross(next(i), dot) <= 0 {
            outside = true;
            if !segment_clears(corner, next(i), dot, r.into()) {
                return false;
            }
        }
    }
    outside
}

/// Places in a rectangle where a base would be wholly within it, counted on a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// All of them, terrain or not.
    pub spots: u32,
    /// Those where the base can stand.
    pub free: u32,
    /// Those of the region asked for.
    pub joined: u32,
}

/// A grid point the flood has not reached yet.
const UNSEEN: u16 = u16::MAX;

/// Whether a round base can stand at all of these points and walk from each to each, on the ground
/// and without crossing or climbing anything.
pub fn connected(board: &Board, diameter: Length, points: &[Point]) -> bool {
    let ground = Ground::of(board, diameter);
    let mut regions = points.iter().map(|&at| ground.region(at));
    let Some(first) = regions.next() else { return true };
    first.is_some() && regions.all(|region| region == first)
}

/// Whether a round base can stand free on both sides of a link: on the lower surface beside its
/// edge, and right across on the upper one.
pub fn link_serves(board: &Board, link: &Link, diameter: Length) -> bool {
    let radius = (diameter.0 + 1) / 2;
    let (x, y) = link.from.to(link.to);
    let length = i64::from(link.from.distance(link.to).0);
    // A unit beyond the radius, since the vector is rounded to the grid.
    let aside = |p: Point, side: i64| {
        let out = i64::from(radius + 2) * side;
        p.shifted((-y * out / length) as i32, (x * out / length) as i32)
    };
    (1..8).any(|part| {
        let p = link.from.towards(link.to, part, 8);
        [-1, 1].into_iter().any(|side| {
            stands_free(board, &Convex::disc(aside(p, side), radius), link.low)
                && stands_free(board, &Convex::disc(aside(p, -side), radius), link.high)
        })
    })
}

fn stands_free(board: &Board, base: &Convex, z: i32) -> bool {
    board.supports(base, z)
        && board.blocks.iter().all(|block| {
            let beside = block.high <= z || block.low >= z + HEADROOM.0;
            beside || block.role == Role::Lintel || block.shape.clears(base, 0)
        })
        && board.areas.iter().all(|area| {
            area.z != z || !area.kinds.any(Kinds::IMPASSABLE) || area.shape.clears(base, 0)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Table, Way};

    fn rectangle(x: i32, y: i32, w: i32, d: i32) -> Vec<Point> {
        [(x, y), (x + w, y), (x + w, y + d), (x, y + d)]
            .map(|(x, y)| Point::new(x * INCH / 10, y * INCH / 10))
            .to_vec()
    }

    fn board(parts: Vec<Part>) -> Board {
        let piece = crate::Piece { name: "thing".into(), kinds: Kinds::NONE, parts };
        Board::build(&Table {
            name: String::new(),
            size: Point::inches(36, 36),
            pieces: vec![piece],
        })
        .unwrap()
    }

    fn solid(x: i32, y: i32, w: i32, d: i32) -> Part {
        Part::Solid {
            outline: rectangle(x, y, w, d),
            height: Length::inches(3),
            z: Length::ZERO,
            kinds: Kinds::IMPASSABLE,
        }
    }

    #[test]
    fn coverage_counts_a_union_once() {
        let board = board(vec![
            solid(0, 0, 180, 360),
            solid(90, 0, 90, 180),
            Part::Area {
                outline: vec![Point::inches(18, 0), Point::inches(36, 0), Point::inches(36, 36)],
                z: Length::ZERO,
                kinds: Kinds::NONE,
            },
        ]);
        // A half and a quarter, the triangle's diagonal being shared fairly.
        let Coverage { hundredths } = coverage(&board);
        assert!((7495..=7515).contains(&hundredths), "{hundredths}");
        assert_eq!(Coverage { hundredths: 2507 }.to_string(), "25.07%");
        assert!(Coverage { hundredths: 2500 }.is_at_least(25));
        assert!(!Coverage { hundredths: 2499 }.is_at_least(25));
    }

    #[test]
    fn symmetry_is_seen_however_parts_are_written_and_lost_by_a_unit() {
        let wall = |from: Point, to: Point, at: i32| Part::Wall {
            from,
            to,
            thick: Length::tenths(2),
            height: Length::inches(3),
            z: Length::ZERO,
            openings: vec![Opening {
                at: Length(at),
                width: Length::inches(1),
                sill: Length::ZERO,
                head: Length::inches(2),
            }],
            kinds: Kinds::IMPASSABLE,
        };
        let (a, b) = (Point::inches(14, 18), Point::inches(22, 18));
        let mut twin = rectangle(250, 330, 100, 20);
        twin.rotate_left(1);
        twin.reverse();
        let twin = Part::Area { outline: twin, z: Length::ZERO, kinds: Kinds::DIFFICULT };
        let area = Part::Area {
            outline: rectangle(10, 10, 100, 20),
            z: Length::ZERO,
            kinds: Kinds::DIFFICULT,
        };
        let seven = 7 * INCH / 2;
        assert!(is_half_turn_symmetric(&board(vec![
            area.clone(),
            twin.clone(),
            wall(a, b, seven)
        ])));
        assert!(!is_half_turn_symmetric(&board(vec![area.clone(), twin, wall(a, b, seven + 1)])));
        assert!(!is_half_turn_symmetric(&board(vec![area])));
    }

    #[test]
    fn a_base_walks_through_a_gap_it_fits_and_no_narrower_one() {
        let points = [Point::inches(6, 6), Point::inches(6, 30)];
        let gap = |tenths: i32| {
            board(vec![solid(0, 170, 150, 20), solid(150 + tenths, 170, 210 - tenths, 20)])
        };
        let base = Length::millimetres(60);
        assert!(connected(&gap(27), base, &points));
        assert!(!connected(&gap(23), base, &points), "60 mm are more than 2.3 inches");
        assert!(connected(&gap(16), Length::millimetres(32), &points));
        assert!(connected(&gap(16), base, &points[..1]) && connected(&gap(16), base, &[]));
        assert!(!connected(&gap(27), base, &[points[0], Point::inches(5, 18)]), "in the wall");
    }

    proptest::proptest! {
        #[test]
        fn a_dot_clears_a_shape_as_a_disc_does(
            at in proptest::collection::vec((0..9000, 0..9000), 3..8),
            x in -2000..11_000, y in -2000..11_000, r in 0..3000
        ) {
            let points: Vec<Point> = at.into_iter().map(|(x, y)| Point { x, y }).collect();
            let shape = Convex::hull(&points).unwrap();
            proptest::prop_assume!(shape.core.len() > 2);
            let (p, disc) = (Point { x, y }, Convex::disc(Point { x, y }, 0));
            proptest::prop_assert_eq!(clears_dot(&shape, p, r), shape.clears(&disc, r));
        }
    }

    #[test]
    fn pools_bar_walkers_and_high_floors_do_not() {
        let points = [Point::inches(6, 6), Point::inches(6, 30)];
        let pool = Part::Area {
            outline: rectangle(0, 170, 360, 20),
            z: Length::ZERO,
            kinds: Kinds::IMPASSABLE,
        };
        let bridge = |z: i32| Part::Floor {
            outline: rectangle(0, 170, 360, 20),
            z: Length::inches(z),
            thick: Length::tenths(1),
            kinds: Kinds::NONE,
        };
        let base = Length::millimetres(60);
        assert!(!connected(&board(vec![pool]), base, &points));
        assert!(connected(&board(vec![bridge(3)]), base, &points));
        assert!(!connected(&board(vec![bridge(1)]), base, &points));
    }

    #[test]
    fn a_link_needs_room_at_its_foot_and_at_its_head() {
        let link = Part::Link {
            way: Way::Ladder,
            from: Point::inches(15, 12),
            to: Point::inches(16, 12),
            low: Length::ZERO,
            high: Length::inches(3),
        };
        let roof = |depth: i32| Part::Floor {
            outline: rectangle(120, 120, 60, depth),
            z: Length::inches(3),
            thick: Length::tenths(1),
            kinds: Kinds::NONE,
        };
        let serves = |parts: Vec<Part>| {
            let board = board(parts);
            link_serves(&board, &board.links[0], Length::millimetres(32))
        };
        assert!(serves(vec![roof(20), solid(120, 120, 60, 20), link.clone()]));
        assert!(!serves(vec![roof(10), link.clone()]), "no room at its head");
        assert!(!serves(vec![roof(20), solid(120, 90, 60, 50), link]), "nor at its foot");
    }
}
