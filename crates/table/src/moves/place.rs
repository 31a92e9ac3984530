//! The nearest legal place to a wish.
//!
//! The centre of a base must stay out of the ground around each thing in its way. The nearest free
//! point to a point inside such ground lies on its edge: straight across from the wish, or where
//! two such edges cross. So those points are tried, from the nearest, each rounded to the grid
//! outwards until the base is clear.

use super::course::{Course, Thing, sane};
use super::{Terms, Zone};
use crate::INCH;
use crate::base::{Figure, Spot};
use crate::board::{Role, Scene};
use crate::point::Point;

/// A part of the edge of ground to stay out of.
#[derive(Clone, Copy)]
enum Border {
    /// Straight from a point along a direction for a length.
    Line { at: (f64, f64), along: (f64, f64), length: f64 },
    /// All around a point.
    Circle { at: (f64, f64), radius: f64 },
}

fn pair(p: Point) -> (f64, f64) {
    (f64::from(p.x), f64::from(p.y))
}

impl Border {
    /// The nearest points of it.
    fn nearest(&self, wish: (f64, f64), mut offer: impl FnMut((f64, f64))) {
        match *self {
            Border::Line { at, along, length } => {
                let t = (wish.0 - at.0) * along.0 + (wish.1 - at.1) * along.1;
                let t = t.clamp(0.0, length);
                offer((at.0 + along.0 * t, at.1 + along.1 * t));
            }
            Border::Circle { at, radius } => {
                let (x, y) = (wish.0 - at.0, wish.1 - at.1);
                let far = (x * x + y * y).sqrt();
                if far > 1e-9 {
                    offer((at.0 + x / far * radius, at.1 + y / far * radius));
                } else {
                    // From the very centre all directions are as good.
                    offer((at.0 + radius, at.1));
                }
            }
        }
    }

    /// Where two of them cross.
    fn cross(&self, other: &Border, mut offer: impl FnMut((f64, f64))) {
        match (*self, *other) {
            (
                Border::Line { at, along, length },
                Border::Line { at: at2, along: along2, length: length2 },
            ) => {
                let turn = along.0 * along2.1 - along.1 * along2.0;
                if turn.abs() < 1e-9 {
                    return;
                }
                let (x, y) = (at2.0 - at.0, at2.1 - at.1);
                let t = (x * along2.1 - y * along2.0) / turn;
                let u = (x * along.1 - y * along.0) / turn;
                if (-1.0..=length + 1.0).contains(&t) && (-1.0..=length2 + 1.0).contains(&u) {
                    offer((at.0 + along.0 * t, at.1 + along.1 * t));
                }
            }
            (Border::Line { at, along, length }, Border::Circle { at: centre, radius })
            | (Border::Circle { at: centre, radius }, Border::Line { at, along, length }) => {
                let (x, y) = (centre.0 - at.0, centre.1 - at.1);
                let middle = x * along.0 + y * along.1;
                let off = x * along.1 - y * along.0;
                let under = radius * radius - off * off;
                if under >= 0.0 {
                    for t in [middle - under.sqrt(), middle + under.sqrt()] {
                        if (-1.0..=length + 1.0).contains(&t) {
                            offer((at.0 + along.0 * t, at.1 + along.1 * t));
                        }
                    }
                }
            }
            (Border::Circle { at, radius }, Border::Circle { at: at2, radius: radius2 }) => {
                let (x, y) = (at2.0 - at.0, at2.1 - at.1);
                let squared = x * x + y * y;
                let apart = squared.sqrt();
                if apart < 1e-9 {
                    return;
                }
                let along = (squared + radius * radius - radius2 * radius2) / (2.0 * apart);
                let under = radius * radius - along * along;
                if under >= 0.0 {
                    let (root, x, y) = (under.sqrt(), x / apart, y / apart);
                    let foot = (at.0 + x * along, at.1 + y * along);
                    offer((foot.0 - y * root, foot.1 + x * root));
                    offer((foot.0 + y * root, foot.1 - x * root));
                }
            }
        }
    }
}

/// The edge of everything within `radius` of a convex ring.
fn borders(ring: &[Point], radius: i32, out: &mut Vec<Border>) {
    let radius = f64::from(radius);
    if radius > 0.0 {
        out.extend(ring.iter().map(|&p| Border::Circle { at: pair(p), radius }));
    }
    for i in 0..if ring.len() > 1 { ring.len() } else { 0 } {
        let (p, q) = (ring[i], ring[(i + 1) % ring.len()]);
        let (x, y) = p.to(q);
        let length = ((x * x + y * y) as f64).sqrt();
        let along = (x as f64 / length, y as f64 / length);
        let at = pair(p);
        let at = (at.0 + along.1 * radius, at.1 - along.0 * radius);
        out.push(Border::Line { at, along, length });
    }
}

impl Course<'_> {
    /// The edges of all ground within `range` of a wish that the base's centre must stay out of.
    fn borders(&self, wish: Spot, range: i32) -> Vec<Border> {
        let board = self.scene.board;
        let tall = self.figure.height.0;
        let close = |centre: Point, reach: i32| {
            let far = i64::from(range) + i64::from(reach) + i64::from(self.reach());
            wish.at.distance_squared(centre) <= far * far
        };
        let mut things: Vec<Thing> = Vec::new();
        for (i, block) in board.blocks.iter().enumerate() {
            let there = block.low < wish.z + tall && wish.z < block.high;
            if there && block.role != Role::Lintel && close(block.centre, block.reach) {
                things.push(Thing::Block(i as u16));
            }
        }
        for (i, area) in board.areas.iter().enumerate() {
            let bars = area.kinds.any(self.terms.barred) && !area.kinds.any(self.terms.ignore);
            if area.z == wish.z && bars && close(area.centre, area.reach) {
                things.push(Thing::Area(i as u16));
            }
        }
        for (i, figure) in self.scene.figures.iter().enumerate() {
            let there = figure.as_ref().is_some_and(|figure| {
                sane(figure.spot.at.x)
                    && sane(figure.spot.at.y)
                    && close(figure.spot.at, figure.base.reach())
            });
            if there && i != self.skip {
                things.push(Thing::Figure(i as u16));
            }
        }
        things.extend((0..self.avoid.len()).map(|i| Thing::Zone(i as u16)));
        let mut out = Vec::new();
        for thing in things {
            if let Some(pad) = self.pad(thing, wish.z, wish.facing) {
                borders(&pad.ring, pad.radius, &mut out);
            }
        }
        // The table's edge, and those of floors, from inside.
        let base = self.footprint(Point::default(), wish.facing);
        let (low, high) = base.bounds();
        let (low, high) = (
            (f64::from(-low.x), f64::from(-low.y)),
            (f64::from(board.size.x - high.x), f64::from(board.size.y - high.y)),
        );
        for (at, along, length) in [
            (low, (1.0, 0.0), high.0 - low.0),
            (low, (0.0, 1.0), high.1 - low.1),
            (high, (-1.0, 0.0), high.0 - low.0),
            (high, (0.0, -1.0), high.1 - low.1),
        ] {
            out.push(Border::Line { at, along, length: length.max(0.0) });
        }
        for surface in board.surfaces.iter().filter(|s| s.z == wish.z && close(s.centre, s.reach)) {
            let n = surface.outline.len();
            for i in 0..n {
                let side = [surface.outline[i], surface.outline[(i + 1) % n]];
                let ring = super::span::difference(&side, &base.core);
                borders(&ring, base.radius, &mut out);
            }
        }
        out
    }

    /// The nearest grid point where the base may rest to a point of the plane, a few units around.
    fn settle(&self, at: (f64, f64), wish: Spot) -> Option<Spot> {
        let (x, y) = (at.0 as i32, at.1 as i32);
        let mut near: Vec<(i64, Point)> = Vec::with_capacity(36);
        for dy in -2..=3 {
            for dx in -2..=3 {
                let p = Point::new(x + dx, y + dy);
                near.push((p.distance_squared(wish.at), p));
            }
        }
        near.sort_unstable();
        near.into_iter()
            .map(|(_, p)| wish.moved(p))
            .find(|spot| self.rest(spot.at, spot.z, spot.facing).is_ok())
    }
}

impl Scene<'_> {
    /// The legal place nearest to a wish, at its height and with its facing; to within two or three
    /// units, and never overlapping anything. `number` is the figure's own, which is not in its
    /// way. `None` if there is no place at that height.
    pub fn nearest_place(
        &self,
        figure: &Figure,
        number: usize,
        wish: Spot,
        terms: &Terms,
    ) -> Option<Spot> {
        self.nearest_place_outside(figure, number, wish, terms, &[])
    }

    /// [`Scene::nearest_place`], outside some zones.
    pub fn nearest_place_outside(
        &self,
        figure: &Figure,
        number: usize,
        wish: Spot,
        terms: &Terms,
        avoid: &[Zone],
    ) -> Option<Spot> {
        if !sane(wish.at.x) || !sane(wish.at.y) || !sane(wish.z) {
            return None;
        }
        let figure = Figure { spot: wish, ..*figure };
        let course = Course::new(*self, &figure, number, terms, avoid)?;
        if course.rest(wish.at, wish.z, wish.facing).is_ok() {
            return Some(wish);
        }
        let target = pair(wish.at);
        let table = self.board.size.x.max(self.board.size.y);
        let mut range = 2 * INCH;
        loop {
            let all = course.borders(wish, range);
            let mut tries: Vec<(f64, (f64, f64))> = Vec::new();
            let mut offer = |p: (f64, f64)| {
                let (x, y) = (p.0 - target.0, p.1 - target.1);
                let far = (x * x + y * y).sqrt();
                if far <= f64::from(range) {
                    tries.push((far, p));
                }
            };
            for (i, one) in all.iter().enumerate() {
                one.nearest(target, &mut offer);
                for other in &all[..i] {
                    one.cross(other, &mut offer);
                }
            }
            tries.sort_by(|a, b| {
                a.0.total_cmp(&b.0).then(a.1.0.total_cmp(&b.1.0)).then(a.1.1.total_cmp(&b.1.1))
            });
            let found = tries.iter().find_map(|&(_, at)| course.settle(at, wish));
            if found.is_some() || range > 4 * table {
                return found;
            }
            range *= 2;
        }
    }
}
