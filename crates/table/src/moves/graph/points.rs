//! Points to go by: around what is met, in the gaps between, at edges and links.

use arrayvec::ArrayVec;

use super::pad::{Pad, SLACK, TWELVE, TWELVE_OUT, nearest_on, outward, rounded};
use super::{FAR, Graph, NODES, Node, Rest, least, within};
use crate::moves::course::Thing;
use crate::point::Point;
use crate::terrain::Way;

impl Graph<'_> {
    pub(super) fn push(&mut self, at: Point, z: i32) {
        if self.nodes.len() >= NODES {
            return;
        }
        // Beside the table's edge a ring is cut short, so that one may pass along the edge.
        let at = if self.nodes.len() < 2 {
            at
        } else {
            let (low, high) = self.room;
            if at.x < low.x - self.course.reach()
                || at.y < low.y - self.course.reach()
                || at.x > high.x + self.course.reach()
                || at.y > high.y + self.course.reach()
            {
                return;
            }
            Point::new(at.x.min(high.x).max(low.x), at.y.min(high.y).max(low.y))
        };
        let start = self.nodes.first().map_or(at, |node| node.at);
        let near = self.goal.map_or_else(
            || within(start, at, self.budget),
            |goal| least(start, at) + least(at, goal.at) <= self.budget,
        );
        if self.nodes.len() > 1 && !near {
            return;
        }
        self.nodes.push(Node {
            at,
            z,
            cost: FAR,
            from: 0,
            way: Way::Walk,
            rest: Rest::Unknown,
            owner: self.owner,
            beside: self.beside,
            at_link: self.at_link,
            seen: 0,
        });
    }

    /// Makes points around a thing that was met at a height.
    pub(in crate::moves) fn activate(&mut self, thing: Thing, z: i32) {
        if self.complete || thing == Thing::Edge || self.active.contains(&(thing, z)) {
            return;
        }
        self.active.push((thing, z));
        self.middles.push(Point::default());
        self.close.push(false);
        if let Thing::Brink(z) = thing {
            self.corners_of_floors(z);
            return;
        }
        let Some(pad) = self.course.pad(thing, z, self.facing) else { return };
        let mut points = Vec::with_capacity(32);
        pad.around(|p| points.push(p));
        let ring = points.len();
        let crossable = self.course.crossable(thing, z);
        if crossable {
            let slow = match thing {
                Thing::Area(i) => {
                    self.course.scene.board.areas[usize::from(i)].kinds.any(self.course.terms.slow)
                }
                _ => false,
            };
            if slow {
                let mut ends = vec![self.nodes[0].at];
                ends.extend(self.goal.map(|goal| goal.at));
                pad.along(&ends, |p| points.push(p));
            }
            if let Thing::Block(_) = thing {
                self.gates(thing, &pad, &mut points, z);
            }
        } else {
            self.gaps(thing, &pad, z, &mut points);
            if z == self.nodes[0].z && pad.beside(self.nodes[0].at, |p| points.push(p)) {
                *self.close.last_mut().expect("it was just met") = true;
            }
            let n = pad.ring.len() as i64;
            let sum =
                |of: fn(&Point) -> i32| pad.ring.iter().map(|p| i64::from(of(p))).sum::<i64>();
            let middle = Point::new((sum(|p| p.x) / n) as i32, (sum(|p| p.y) / n) as i32);
            *self.middles.last_mut().expect("it was just met") = middle;
        }
        for (i, &p) in points.iter().enumerate() {
            self.owner = 0;
            if i < ring && !crossable {
                self.owner = self.active.len() as u32;
                self.beside = (points[(i + ring - 1) % ring], points[(i + 1) % ring]);
            }
            self.push(p, z);
        }
        self.owner = 0;
    }

    /// Where a floor's edge turns inwards, the way along it needs a corner.
    fn corners_of_floors(&mut self, z: i32) {
        let reach = f64::from(self.course.reach()) * TWELVE_OUT + SLACK;
        let mut points = Vec::new();
        for surface in self.course.scene.board.surfaces.iter().filter(|s| s.z == z) {
            let n = surface.outline.len();
            for i in 0..n {
                let (a, b, c) = (
                    surface.outline[(i + n - 1) % n],
                    surface.outline[i],
                    surface.outline[(i + 1) % n],
                );
                if a.cross(b, c) < 0 {
                    points.extend(
                        TWELVE.map(|(x, y)| b.shifted(rounded(x * reach), rounded(y * reach))),
                    );
                }
            }
        }
        for p in points {
            self.push(p, z);
        }
    }

    /// Points in gaps that are hardly wider than the base, where rings around both sides leave no
    /// corner.
    fn gaps(&self, thing: Thing, pad: &Pad, z: i32, points: &mut Vec<Point>) {
        let near = self.course.near.as_ref().expect("a search knows its surroundings");
        let reach = f64::from(self.course.reach());
        let blocks = near.blocks.iter().map(|b| (Thing::Block(b.number), b.centre, b.reach));
        let figures = near.figures.iter().map(|b| (Thing::Figure(b.number), b.centre, b.reach));
        let zones = near.zones.iter().map(|b| (Thing::Zone(b.number), b.centre, b.reach));
        // Slow ground makes no gaps of its own, but beside a zone it is better passed than crossed.
        let beside = if let Thing::Zone(_) = thing { &near.areas[..] } else { &[] };
        let areas = beside.iter().map(|b| (Thing::Area(b.number), b.centre, b.reach));
        let (low, high) = pad.ring.iter().fold((pad.ring[0], pad.ring[0]), |(low, high), p| {
            (
                Point::new(low.x.min(p.x), low.y.min(p.y)),
                Point::new(high.x.max(p.x), high.y.max(p.y)),
            )
        });
        // What the rings leave at least free between them, and something for rounding.
        let margin = |other: i32| i64::from(pad.radius + other) / 16 + 8;
        self.gaps_at_the_edge(pad, margin(self.course.reach()), points);
        for (other, centre, its_reach) in blocks.chain(figures).chain(zones).chain(areas) {
            let its_room = self.course.reach() + its_reach;
            let room = pad.radius + its_room + margin(its_room) as i32;
            let apart = centre.x < low.x - room
                || centre.x > high.x + room
                || centre.y < low.y - room
                || centre.y > high.y + room;
            if apart
                || other == thing
                || self.active.contains(&(other, z))
                    && other != thing
                    && self.paired(other, thing, z)
                || !matches!(other, Thing::Area(_)) && self.course.crossable(other, z)
            {
                continue;
            }
            let Some(its) = self.course.pad(other, z, self.facing) else { continue };
            let margin = margin(its.radius);
            for (one, two) in [(pad, &its), (&its, pad)] {
                for &corner in &one.ring {
                    let close = nearest_on(&two.ring, corner);
                    let (x, y) = (close.0 - f64::from(corner.x), close.1 - f64::from(corner.y));
                    let wide = (x * x + y * y).sqrt();
                    let spare = wide - f64::from(one.radius) - f64::from(two.radius);
                    if wide < 1.0 || !(-1.0..=margin as f64).contains(&spare) {
                        continue;
                    }
                    let (x, y) = (x / wide, y / wide);
                    let across = f64::from(one.radius) + spare / 2.0;
                    for along in [0.0, 0.6, -0.6, 1.2, -1.2, 2.0, -2.0] {
                        points.push(corner.shifted(
                            rounded(x * across - y * along * reach),
                            rounded(y * across + x * along * reach),
                        ));
                    }
                }
            }
        }
    }

    /// Points before the sides of an obstacle that has something in the way at its ends, as a sill has
    /// the wall: the corners of the ring around it are taken, and one crosses between them.
    fn gates(&self, thing: Thing, pad: &Pad, points: &mut Vec<Point>, z: i32) {
        let near = self.course.near.as_ref().expect("a search knows its surroundings");
        let reach = f64::from(self.course.reach());
        let n = pad.ring.len();
        let walls: Vec<Pad> = near
            .blocks
            .iter()
            .map(|ball| Thing::Block(ball.number))
            .filter(|other| *other != thing && !self.course.crossable(*other, z))
            .filter_map(|other| self.course.pad(other, z, self.facing))
            .collect();
        let taken = |p: Point| {
            walls.iter().any(|wall| {
                let (x, y) = nearest_on(&wall.ring, p);
                let (x, y) = (x - f64::from(p.x), y - f64::from(p.y));
                (x * x + y * y).sqrt() <= reach + f64::from(wall.radius)
            })
        };
        for i in 0..if n > 2 { n } else { 0 } {
            let (p, q) = (pad.ring[i], pad.ring[(i + 1) % n]);
            let (x, y) = p.to(q);
            let length = ((x * x + y * y) as f64).sqrt();
            if length < 1.0 || !(taken(p) || taken(q)) {
                continue;
            }
            let normal = outward(p, q);
            let out = f64::from(pad.radius) + SLACK;
            let inset = ((reach + SLACK) / length).min(0.5);
            for part in [inset, 0.5, 1.0 - inset] {
                points.push(p.shifted(
                    rounded(x as f64 * part + normal.0 * out),
                    rounded(y as f64 * part + normal.1 * out),
                ));
            }
        }
    }

    /// Points between a thing and the table's edge.
    fn gaps_at_the_edge(&self, pad: &Pad, margin: i64, points: &mut Vec<Point>) {
        let (low, high) = self.room;
        let close = |gap: i32| (-1..=margin).contains(&(i64::from(gap) - i64::from(pad.radius)));
        let reach = self.course.reach();
        for &corner in &pad.ring {
            for tenths in [0, 6, -6, 12, -12, 20, -20] {
                let along = reach * tenths / 10;
                for (edge, gap) in [(low.x, corner.x - low.x), (high.x, high.x - corner.x)] {
                    if close(gap) {
                        points.push(Point::new(edge, corner.y + along));
                    }
                }
                for (edge, gap) in [(low.y, corner.y - low.y), (high.y, high.y - corner.y)] {
                    if close(gap) {
                        points.push(Point::new(corner.x + along, edge));
                    }
                }
            }
        }
    }

    /// Whether a pair of things was looked at when the earlier of them was met.
    fn paired(&self, earlier: Thing, later: Thing, z: i32) -> bool {
        let place = |thing| self.active.iter().position(|&met| met == (thing, z));
        place(earlier) < place(later)
    }

    /// Everything that is near, at the height of the start and at heights that can be got to.
    pub(in crate::moves) fn activate_all(&mut self) {
        let near = self.course.near.clone().expect("a search knows its surroundings");
        let mut heights = vec![self.nodes[0].z];
        heights.extend(self.nodes.iter().map(|node| node.z));
        heights.sort_unstable();
        heights.dedup();
        let board = self.course.scene.board;
        let tall = self.course.figure.height.0;
        for z in heights {
            if z != 0 {
                self.activate(Thing::Brink(z), z);
            }
            for i in near.blocks.iter().map(|ball| ball.number) {
                let block = &board.blocks[usize::from(i)];
                if block.low < z + tall
                    && z < block.high
                    && !block.kinds.any(self.course.terms.ignore)
                {
                    self.activate(Thing::Block(i), z);
                }
            }
            for i in near.areas.iter().map(|ball| ball.number) {
                let area = &board.areas[usize::from(i)];
                let terms = &self.course.terms;
                if area.z == z && area.kinds.any(terms.slow.and(terms.barred)) {
                    self.activate(Thing::Area(i), z);
                }
            }
            for i in near.figures.iter().map(|ball| ball.number) {
                let shares = self.course.scene.figure(i.into()).is_some_and(|figure| {
                    figure.spot.z < z + tall && z < figure.spot.z + figure.height.0
                });
                if shares && !self.course.terms.over_bases {
                    self.activate(Thing::Figure(i), z);
                }
            }
            for zone in &near.zones {
                self.activate(Thing::Zone(zone.number), z);
            }
        }
        // What moving may disregard is met only where one would end, or where it costs.
        let terms = &self.course.terms;
        self.complete = !terms.over_bases && terms.ignore == crate::Kinds::NONE;
    }

    /// Points on both sides of the marked edges, as close to them as the base can stand.
    pub(in crate::moves) fn links(&mut self) {
        let course = &self.course;
        let (start, goal) = (self.nodes[0].at, self.goal.map(|goal| goal.at));
        let mut found: Vec<(Point, i32)> = Vec::new();
        let facing = self.facing;
        for link in &course.scene.board.links {
            let (x, y) = link.from.to(link.to);
            let side = (x * x + y * y) as f64;
            let length = side.sqrt();
            let normal = (y as f64 / length, -x as f64 / length);
            let project = |p: Point| {
                let (px, py) = link.from.to(p);
                (px * x + py * y) as f64 / side
            };
            let mut parts = vec![0.5, project(start)];
            parts.extend(goal.map(project));
            let inset = (f64::from(course.reach()) / length).min(0.5);
            parts.extend([inset, 1.0 - inset]);
            let mut tried: ArrayVec<Point, 5> = ArrayVec::new();
            for part in parts {
                let part = part.clamp(inset, 1.0 - inset);
                let at = link.from.shifted(rounded(x as f64 * part), rounded(y as f64 * part));
                // Of a short edge, and beside its ends, these are often the same.
                if tried.contains(&at) {
                    continue;
                }
                tried.push(at);
                let spare = self.budget + i64::from(course.reach());
                if least(start, at) + goal.map_or(0, |goal| least(at, goal)) > spare {
                    continue;
                }
                for z in [link.low, link.high] {
                    for way in [1.0, -1.0] {
                        let point = |out: i32| {
                            let out = f64::from(out) * way;
                            at.shifted(rounded(normal.0 * out), rounded(normal.1 * out))
                        };
                        let rests = |out: i32| course.rest(point(out), z, facing).is_ok();
                        let step = (course.reach() / 4).max(1);
                        let Some(k) = (1..14).find(|&k| rests(k * step)) else { continue };
                        let (mut low, mut high) = ((k - 1) * step, k * step);
                        while high - low > 1 {
                            let middle = i32::midpoint(low, high);
                            if rests(middle) { high = middle } else { low = middle }
                        }
                        if !found.contains(&(point(high), z)) {
                            found.push((point(high), z));
                        }
                    }
                }
            }
        }
        self.at_link = true;
        for (at, z) in found {
            self.push(at, z);
        }
        self.at_link = false;
    }
}
