//! A guess at how much is seen, from a few lines: for whoever weighs many places and must not think
//! long about any.

use super::place::Among;
use super::shape::GRAZE;
use super::{Desk, Sight, at_desk};
use crate::Scene;
use crate::base::Figure;

impl Scene<'_> {
    /// How much a figure there probably sees of another there, the figures in `skip` being away.
    ///
    /// Three lines are tried, between the heads and along both flanks: all free is clear, none is
    /// blocked. Whoever is said to be seen is seen; a narrow gap or a hidden foot is overlooked.
    pub fn glance(&self, viewer: &Figure, target: &Figure, skip: &[usize]) -> Sight {
        at_desk(|desk| {
            desk.lay_out(self, Among::AllBut(skip), viewer, target);
            desk.glance()
        })
    }
}

impl Desk {
    fn glance(&self) -> Sight {
        let place = &self.place;
        if place.solids.is_empty() {
            return Sight::Clear;
        }
        let end = |which: usize, side: f64| {
            let body = place.body(which);
            let outline = place.outline(body);
            let ([x, w], rim) = (outline.centre(), outline.farthest([0.0, side]));
            let part = if side == 0.0 { 0.0 } else { 0.9 };
            [x + (rim[0] - x) * part, w + (rim[1] - w) * part, body.high]
        };
        let free = [0.0, 1.0, -1.0].map(|side| place.free(end(0, side), end(1, side), GRAZE));
        match free {
            [true, true, true] => Sight::Clear,
            [false, false, false] => Sight::Blocked,
            _ => Sight::Obscured,
        }
    }
}
