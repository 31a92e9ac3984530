//! The way on foot from anywhere to each objective, worked out once for a table.
//!
//! A net of half inches over the ground knows for every point how far it is to walk from there, for
//! a small base and for a large one. That is what a player sees at a glance, and what candidates
//! and their worth are made from; what a move really costs is always the table's own answer.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use arrayvec::ArrayVec;
use table::moves::Zone;
use table::{Board, Convex, Figure, INCH, Kinds, Length, Point, Role, Spot, Table};

use crate::setup::{OBJECTIVES, SIDE};
use crate::state::{MODELS, Route};

/// How many tables' ways are remembered: games are often played again on the same one.
const REMEMBERED: usize = 64;
/// How many ways back are remembered on a table.
const WAYS_BACK: usize = 32;
/// The width of a mesh.
const MESH: i32 = INCH / 2;
/// How many meshes a side has.
const N: usize = (SIDE / MESH) as usize;
/// How far it is straight on to the next mesh, and across, in hundredths of an inch.
const STRAIGHT: u32 = 50;
const ACROSS: u32 = 71;
/// As far as one can't get.
const NEVER: u16 = u16::MAX;

/// A board with the ways on it.
#[derive(Debug)]
pub struct Ground {
    pub(crate) board: Board,
    /// The pieces that players placed in turns: numbers and places, in order.
    pub placed: Vec<(u8, Spot)>,
    pub(crate) ways: [OnceLock<Arc<Ways>>; 2],
    pub(crate) ways_back: Mutex<VecDeque<(Asked, Route)>>,
}

/// Everything a way back depends on besides the board.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Asked {
    pub(crate) mover: usize,
    pub(crate) side: table::moves::Side,
    pub(crate) budget: Length,
    /// Those near enough to matter.
    pub(crate) figures: ArrayVec<Option<Figure>, MODELS>,
    pub(crate) avoid: Vec<Zone>,
}

/// The distances from every mesh to every objective, in hundredths of an inch.
#[derive(Debug)]
pub struct Ways {
    far: Vec<[u16; N * N]>,
}

impl Ground {
    /// The ground of a board.
    pub fn new(board: Board) -> Ground {
        Ground { board, placed: Vec::new(), ways: <_>::default(), ways_back: Mutex::default() }
    }

    /// What `find` finds for a question about a way back. The last answers are kept: whoever falls
    /// back looks for the way, and then the same way is checked; and whoever thinks ahead meets the
    /// same models in the same straits again and again.
    pub(crate) fn way_back(&self, asked: Asked, find: impl FnOnce(&Asked) -> Route) -> Route {
        let known = || self.ways_back.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, route)) = known().iter().find(|(known, _)| *known == asked) {
            return route.clone();
        }
        let route = find(&asked);
        let mut known = known();
        known.truncate(WAYS_BACK - 1);
        known.push_front((asked, route.clone()));
        route
    }

    /// The ground with one more piece on it.
    #[must_use]
    pub fn with(&self, board: Board, piece: u8, at: Spot) -> Ground {
        let mut placed = self.placed.clone();
        placed.push((piece, at));
        Ground { placed, ..Ground::new(board) }
    }

    /// The ways for a base of this radius.
    pub fn ways(&self, radius: i32) -> &Ways {
        let (class, radius) = if radius <= 2000 { (0, 1600) } else { (1, 3000) };
        self.ways[class].get_or_init(|| Ways::known(&self.board, radius))
    }
}

impl Deref for Ground {
    type Target = Board;

    fn deref(&self) -> &Board {
        &self.board
    }
}

impl PartialEq for Ground {
    fn eq(&self, other: &Ground) -> bool {
        self.board == other.board && self.placed == other.placed
    }
}

fn mesh(at: Point) -> usize {
    let index = |v: i32| (v / MESH).clamp(0, N as i32 - 1) as usize;
    index(at.y) * N + index(at.x)
}

/// The meshes that touch a point: one, or more if it is on their edge. Which of them a point counts
/// for would depend on from where the table is looked at.
fn touching(at: Point) -> ArrayVec<usize, 4> {
    let mut meshes = ArrayVec::new();
    for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let mesh = mesh(at.shifted(-x, -y));
        if !meshes.contains(&mesh) {
            meshes.push(mesh);
        }
    }
    meshes
}

fn middle(mesh: usize) -> Point {
    let (x, y) = ((mesh % N) as i32, (mesh / N) as i32);
    Point::new(x * MESH + MESH / 2, y * MESH + MESH / 2)
}

fn neighbours(at: usize) -> impl Iterator<Item = usize> {
    let (x, y) = ((at % N) as i32, (at / N) as i32);
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter().filter_map(
        move |(dx, dy)| {
            let (nx, ny) = (x + dx, y + dy);
            let inside = (0..N as i32).contains(&nx) && (0..N as i32).contains(&ny);
            inside.then(|| (ny as usize) * N + nx as usize)
        },
    )
}

/// The ways on a table for a base of a radius.
type Known = (i32, Table, Arc<Ways>);

impl Ways {
    /// The ways on a board, which are remembered for the next game on the same table.
    fn known(board: &Board, radius: i32) -> Arc<Ways> {
        static KNOWN: Mutex<VecDeque<Known>> = Mutex::new(VecDeque::new());
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |(r, table, _): &&Known| *r == radius && *table == board.table;
        if let Some((_, _, ways)) = known().iter().find(same) {
            return Arc::clone(ways);
        }
        let ways = Arc::new(Ways::new(board, radius));
        let mut known = known();
        known.truncate(REMEMBERED - 1);
        known.push_front((radius, board.table.clone(), Arc::clone(&ways)));
        ways
    }

    fn new(board: &Board, radius: i32) -> Ways {
        let net = Net::new(&costs(board, radius));
        let far = OBJECTIVES.iter().map(|objective| net.distances(&touching(*objective))).collect();
        Ways { far }
    }

    /// How far it is to walk from a point of the ground to an objective, about; nothing if there is
    /// no way.
    pub fn distance(&self, from: Point, objective: usize) -> Option<Length> {
        let far = touching(from).iter().map(|mesh| self.far[objective][*mesh]).min()?;
        (far != NEVER).then(|| Length(i32::from(far) * INCH / 100))
    }

    /// The points one comes by on the way from a point to an objective, a mesh apart, as far as
    /// `most`.
    pub fn course(&self, from: Point, objective: usize, most: Length) -> Vec<Point> {
        let far = &self.far[objective];
        let mut at = mesh(from);
        let mut out = Vec::new();
        let end = i64::from(far[at]) - i64::from(most.0) * 100 / i64::from(INCH);
        while far[at] != 0 && far[at] != NEVER && i64::from(far[at]) > end {
            let next = neighbours(at).min_by_key(|next| (far[*next], *next));
            match next {
                Some(next) if far[next] < far[at] => at = next,
                _ => break,
            }
            out.push(if far[at] == 0 { OBJECTIVES[objective] } else { middle(at) });
        }
        out
    }
}

/// What crossing a mesh costs, in hundredths of a mesh's width; `NEVER` where a base can't be.
fn costs(board: &Board, radius: i32) -> Vec<u16> {
    let mut costs = vec![100_u16; N * N];
    let mark =
        |shape: &Convex, grow: i32, change: &mut dyn FnMut(&mut u16), costs: &mut Vec<u16>| {
            let (low, high) = shape.bounds();
            let (from, to) = (mesh(low.shifted(-grow, -grow)), mesh(high.shifted(grow, grow)));
            for y in from / N..=to / N {
                for x in from % N..=to % N {
                    let disc = Convex::disc(middle(y * N + x), grow);
                    if shape.overlaps(&disc) {
                        change(&mut costs[y * N + x]);
                    }
                }
            }
        };
    for area in board.areas.iter().filter(|area| area.z == 0) {
        let barred = area.kinds.any(Kinds::IMPASSABLE);
        let slow = area.kinds.any(Kinds::DIFFICULT);
        mark(
            &area.shape,
            radius,
            &mut |cost| {
                if barred {
                    *cost = NEVER;
                } else if slow && *cost != NEVER {
                    *cost = (*cost).max(200);
                }
            },
            &mut costs,
        );
    }
    for block in board.blocks.iter().filter(|block| block.low < INCH) {
        let over = match block.role {
            Role::Lintel => continue,
            Role::Sill => true,
            Role::Solid | Role::Slab => {
                block.kinds.any(Kinds::OBSTACLE) && !block.kinds.any(Kinds::IMPASSABLE)
            }
        };
        // What crossing costs, spread over the meshes a base needs to cross it.
        let high = block.high.min(6 * INCH);
        let price = if high <= 2 * INCH { 2 * INCH } else { 4 * high };
        let each = price / (2 * radius / MESH + 1).max(1) * 100 / MESH;
        mark(
            &block.shape,
            radius,
            &mut |cost| {
                if !over {
                    *cost = NEVER;
                } else if *cost != NEVER {
                    *cost = (*cost).max(100 + each as u16);
                }
            },
            &mut costs,
        );
    }
    costs
}

/// How many meshes a side of a net has: one more on both sides, where nobody gets.
const FRAMED: usize = N + 2;

/// What going into a mesh costs, straight and across; `NEVER` where a base can't be.
struct Net {
    steps: Vec<[u16; 2]>,
}

impl Net {
    fn new(costs: &[u16]) -> Net {
        let mut steps = vec![[NEVER; 2]; FRAMED * FRAMED];
        for (mesh, &cost) in costs.iter().enumerate().filter(|(_, cost)| **cost != NEVER) {
            let step = |length: u32| (length * u32::from(cost) / 100) as u16;
            steps[framed(mesh)] = [step(STRAIGHT), step(ACROSS)];
        }
        Net { steps }
    }

    /// The distances from everywhere to the nearest of some meshes.
    fn distances(&self, goals: &[usize]) -> [u16; N * N] {
        const SIDES: [(isize, usize); 8] = {
            let row = FRAMED as isize;
            [
                (1, 0),
                (-1, 0),
                (row, 0),
                (-row, 0),
                (row + 1, 1),
                (1 - row, 1),
                (row - 1, 1),
                (-row - 1, 1),
            ]
        };
        let mut far = vec![NEVER; FRAMED * FRAMED];
        // How far, and then which mesh, in one number.
        let entry = |far: u16, at: usize| Reverse(u32::from(far) << 16 | at as u32);
        let mut open = BinaryHeap::new();
        for goal in goals {
            far[framed(*goal)] = 0;
            open.push(entry(0, framed(*goal)));
        }
        while let Some(Reverse(next)) = open.pop() {
            let (so_far, at) = ((next >> 16) as u16, (next & 0xffff) as usize);
            if so_far > far[at] {
                continue;
            }
            for (side, kind) in SIDES {
                let next = at.wrapping_add_signed(side);
                let step = self.steps[next][kind];
                let total = so_far.saturating_add(step).min(NEVER - 1);
                if step != NEVER && total < far[next] {
                    far[next] = total;
                    open.push(entry(total, next));
                }
            }
        }
        std::array::from_fn(|mesh| far[framed(mesh)])
    }
}

/// The place of a mesh in a net.
fn framed(mesh: usize) -> usize {
    (mesh / N + 1) * FRAMED + mesh % N + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_an_empty_table_the_way_is_nearly_straight() {
        let board = Board::empty(Length(SIDE), Length(SIDE));
        let ground = Ground::new(board);
        let ways = ground.ways(1600);
        let from = Point::inches(3, 18);
        let far = ways.distance(from, 0).unwrap();
        assert!((far - Length::inches(15)).0.abs() < INCH, "{far}");
        let course = ways.course(from, 0, Length::inches(6));
        let end = *course.last().unwrap();
        assert!((end.distance(OBJECTIVES[0]) - Length::inches(9)).0.abs() < INCH);
    }

    #[test]
    fn a_way_back_is_found_again_only_if_something_is_different() {
        let ground = Ground::new(Board::empty(Length(SIDE), Length(SIDE)));
        let asked = Asked {
            figures: ArrayVec::new(),
            mover: 0,
            side: table::moves::Side::Near,
            budget: Length::inches(6),
            avoid: Vec::new(),
        };
        let found = |asked: &Asked| {
            let mut anew = false;
            ground.way_back(asked.clone(), |_| {
                anew = true;
                Route::new()
            });
            anew
        };
        assert!(found(&asked));
        assert!(!found(&asked));
        let others = [
            Asked { figures: [None].into_iter().collect(), ..asked.clone() },
            Asked { mover: 1, ..asked.clone() },
            Asked { side: table::moves::Side::Far, ..asked.clone() },
            Asked { budget: Length::inches(7), ..asked.clone() },
        ];
        assert!(others.iter().all(found));
        assert!(!others.iter().any(found), "the last answers are kept");
        for budget in 10..10 + i32::try_from(WAYS_BACK).unwrap() {
            assert!(found(&Asked { budget: Length::inches(budget), ..asked.clone() }));
        }
        assert!(found(&asked), "not for ever");
    }

    #[test]
    fn every_fresh_table_has_a_way_from_both_edges_to_every_objective() {
        for seed in 0..12 {
            let board = Board::build(&crate::tables::fresh(seed)).unwrap();
            let ground = Ground::new(board);
            for radius in [1600, 3000] {
                for objective in 0..5 {
                    let reached = |y: i32| {
                        (1..71).any(|x| {
                            let from = Point::new(x * MESH, y * INCH);
                            ground.ways(radius).distance(from, objective).is_some()
                        })
                    };
                    assert!(reached(3) && reached(33), "table {seed}, objective {objective}");
                }
            }
        }
    }
}
