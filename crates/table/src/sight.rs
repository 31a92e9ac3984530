//! Sight: what one figure sees of another, in space.
//!
//! A body is an upright prism ([`Figure::body`]). What hides is every block of the board and every
//! body but the two that look at each other. A line is stopped if it passes through the inside of
//! something; running along its face is not stopped, and two things with a common edge leave nothing
//! between them.
//!
//! What is said to be seen is seen: the line, or the point that overlooks the whole target, has been
//! checked against everything between. What is said to be hidden has been searched for by cutting
//! up the lines that could lead there, see `lines.rs`, and what overlooks a body by cutting up the
//! places one could look from, see `whole.rs`.
//!
//! Only `+ − × ÷ sqrt` of doubles are used, so that every platform gives the same answer.

// Points, corners and directions of the plane have the names they have in geometry.
#![allow(clippy::many_single_char_names)]

mod clip;
mod glance;
mod lines;
mod place;
mod shape;
mod whole;

use std::cell::Cell;

use crate::Scene;
use crate::base::{Base, Figure};
use clip::{Cells, Cutter, V};
use lines::{Bundle, Known, Rectangle};
use place::{Among, Place};
use shape::{Cone, GRAZE, P3};

/// How much of a target its viewer sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sight {
    /// No point of either sees any point of the other.
    Blocked,
    /// They see each other, but no point of the viewer sees all of the target.
    Obscured,
    /// Some point of the viewer sees all of the target.
    Clear,
}

/// What stands between two figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hider {
    /// A piece of terrain.
    Piece(u16),
    /// Another figure.
    Figure(usize),
}

/// Room to work in, kept from question to question, so that questions don't allocate.
#[derive(Default)]
struct Desk {
    place: Place,
    cutter: Cutter,
    side: Vec<Rectangle>,
    bundles: Vec<Bundle>,
    later: Vec<Bundle>,
    outlines: Cells,
    tries: Vec<V>,
    known: Known,
}

thread_local! {
    static DESK: Cell<Option<Box<Desk>>> = const { Cell::new(None) };
}

fn at_desk<T>(work: impl FnOnce(&mut Desk) -> T) -> T {
    let mut desk = DESK.take().unwrap_or_default();
    let answer = work(&mut desk);
    DESK.set(Some(desk));
    answer
}

/// Two figures in an order that does not depend on who looks, so that seeing is mutual.
fn in_order<'a>(a: &'a Figure, b: &'a Figure) -> (bool, &'a Figure, &'a Figure) {
    let key = |figure: &Figure| {
        let base = match figure.base {
            Base::Round { diameter } => (0, diameter, 0),
            Base::Oval { long, wide } => (1, long, wide),
            Base::Rectangle { long, wide } => (2, long, wide),
        };
        (figure.spot, figure.height, base)
    };
    if key(a) <= key(b) { (false, a, b) } else { (true, b, a) }
}

impl Desk {
    /// Lays out a question; the number of the viewer's body.
    fn lay_out(&mut self, scene: &Scene, among: Among, viewer: &Figure, target: &Figure) -> usize {
        let (swapped, first, second) = in_order(viewer, target);
        self.place.lay_out(scene, among, first, second);
        usize::from(swapped)
    }

    fn sight(&mut self, viewer: usize) -> Sight {
        if self.place.solids.is_empty() {
            Sight::Clear
        } else if self.any_line().is_none() {
            Sight::Blocked
        } else if self.overlook(viewer).is_some() {
            Sight::Clear
        } else {
            Sight::Obscured
        }
    }
}

/// Whose sight is asked for is on the table under a number, or stands anywhere: the questions that
/// end in `_of` are about figures that need not be on the table, so that one may ask what would be
/// seen from elsewhere. A figure that is not on the table sees nothing.
impl Scene<'_> {
    fn pair(&self, viewer: usize, target: usize) -> Option<(&Figure, &Figure)> {
        Some((self.figure(viewer)?, self.figure(target)?))
    }

    /// Whether the figures see each other.
    pub fn sees(&self, viewer: usize, target: usize) -> bool {
        self.pair(viewer, target).is_some_and(|(a, b)| self.sees_of(a, b, &[viewer, target]))
    }

    /// Whether figures at these places would see each other, the figures in `skip` being away.
    pub fn sees_of(&self, viewer: &Figure, target: &Figure, skip: &[usize]) -> bool {
        at_desk(|desk| {
            desk.lay_out(self, Among::AllBut(skip), viewer, target);
            desk.any_line().is_some()
        })
    }

    /// How much a figure sees of another.
    pub fn sight(&self, viewer: usize, target: usize) -> Sight {
        self.pair(viewer, target)
            .map_or(Sight::Blocked, |(a, b)| self.sight_of(a, b, &[viewer, target]))
    }

    /// How much a figure there would see of another there, the figures in `skip` being away.
    pub fn sight_of(&self, viewer: &Figure, target: &Figure, skip: &[usize]) -> Sight {
        at_desk(|desk| {
            let viewer = desk.lay_out(self, Among::AllBut(skip), viewer, target);
            desk.sight(viewer)
        })
    }

    /// How much a figure would see of another with one piece of terrain alone on the table.
    pub fn sight_past_piece(&self, viewer: usize, target: usize, piece: u16) -> Sight {
        self.pair(viewer, target)
            .map_or(Sight::Blocked, |(a, b)| self.sight_past_piece_of(a, b, piece))
    }

    /// How much a figure there would see of another there with one piece of terrain alone.
    pub fn sight_past_piece_of(&self, viewer: &Figure, target: &Figure, piece: u16) -> Sight {
        at_desk(|desk| {
            let viewer = desk.lay_out(self, Among::Piece(piece), viewer, target);
            desk.sight(viewer)
        })
    }

    /// A free line from the viewer's body to the target's, to draw, rounded to the grid.
    pub fn sight_line(&self, viewer: usize, target: usize) -> Option<([i32; 3], [i32; 3])> {
        let (a, b) = self.pair(viewer, target)?;
        at_desk(|desk| {
            let first = desk.lay_out(self, Among::AllBut(&[viewer, target]), a, b);
            let mut ends = desk.any_line()?;
            for (i, end) in ends.iter_mut().enumerate() {
                let body = desk.place.body(i);
                end[2] = end[2].clamp(body.low, body.high);
            }
            let ends = ends.map(|end| desk.place.on_table(end));
            Some((ends[first], ends[1 - first]))
        })
    }

    /// A point of the viewer's body that sees all of the target, rounded to the grid, if any does.
    pub fn viewpoint(&self, viewer: usize, target: usize) -> Option<[i32; 3]> {
        let (a, b) = self.pair(viewer, target)?;
        at_desk(|desk| {
            let first = desk.lay_out(self, Among::AllBut(&[viewer, target]), a, b);
            desk.any_line()?;
            desk.overlook(first).map(|eye| desk.place.on_table(eye))
        })
    }

    /// What hides the target, the nearest to the viewer first. If it is blocked, what stops the line
    /// that the fewest things stop; if it is obscured, what hides some of it from the point from
    /// which the fewest things do. Nothing if it is seen whole.
    pub fn hiders(&self, viewer: usize, target: usize) -> Vec<Hider> {
        let Some((a, b)) = self.pair(viewer, target) else { return Vec::new() };
        at_desk(|desk| {
            let first = desk.lay_out(self, Among::AllBut(&[viewer, target]), a, b);
            match desk.sight(first) {
                Sight::Clear => Vec::new(),
                Sight::Blocked => desk.stoppers(first),
                Sight::Obscured => desk.obscurers(first),
            }
        })
    }
}

impl Desk {
    /// Points of a body to look from or at: over its outline, at its top and its middle.
    fn stations(&self, which: usize) -> impl Iterator<Item = P3> + '_ {
        let body = *self.place.body(which);
        let outline = self.place.outline(self.place.body(which));
        let [x, w] = outline.centre();
        [body.high, f64::midpoint(body.low, body.high)].into_iter().flat_map(move |z| {
            (0..9).map(move |k| {
                let rim = outline.farthest(whole::direction(k * 4));
                let part = if k == 8 { 0.0 } else { 0.95 };
                [x + (rim[0] - x) * part, w + (rim[1] - w) * part, z]
            })
        })
    }

    /// The shortest of some lists of occluders that is not empty, each named once, from near to far.
    fn fewest(&self, viewer: usize, lists: impl Iterator<Item = Vec<usize>>) -> Vec<Hider> {
        let place = &self.place;
        let middle = place.outline(place.body(viewer)).centre();
        let mut best: Option<(usize, Vec<usize>)> = None;
        for list in lists {
            let mut names: Vec<Hider> = list.iter().map(|&i| place.solids[i].who).collect();
            names.sort_unstable();
            names.dedup();
            let better = best.as_ref().is_none_or(|(count, _)| names.len() < *count);
            if !list.is_empty() && better {
                best = Some((names.len(), list));
            }
        }
        // A search can fail where everything only grazes; then all that is near is named.
        let mut found = best.map_or_else(|| (0..place.solids.len()).collect(), |(_, list)| list);
        let away = |i: &usize| place.outline(&place.solids[*i]).distance(middle);
        found.sort_by(|i, j| {
            let order = away(i).total_cmp(&away(j));
            order.then(place.solids[*i].who.cmp(&place.solids[*j].who))
        });
        let mut out = Vec::new();
        for i in found {
            let who = place.solids[i].who;
            if !out.contains(&who) {
                out.push(who);
            }
        }
        out
    }

    /// What stops the line that the fewest things stop.
    fn stoppers(&self, viewer: usize) -> Vec<Hider> {
        let place = &self.place;
        let lists = self.stations(0).flat_map(|a| {
            self.stations(1).map(move |b| {
                let stops = |&i: &usize| place.stops(&place.solids[i], a, b, GRAZE);
                (0..place.solids.len()).filter(stops).collect()
            })
        });
        self.fewest(viewer, lists)
    }

    /// What hides some of the target from the point from which the fewest things do.
    fn obscurers(&self, viewer: usize) -> Vec<Hider> {
        let place = &self.place;
        let target = place.body(1 - viewer);
        let lists = self.stations(viewer).map(|eye| {
            let cone = Cone::new(eye, place.outline(target), target.low, target.high);
            let meets = |&i: &usize| {
                let solid = &place.solids[i];
                cone.meets(place.outline(solid), solid.low, solid.high)
            };
            (0..place.solids.len()).filter(meets).collect()
        });
        self.fewest(viewer, lists)
    }
}
