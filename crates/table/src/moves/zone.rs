//! Zones around figures, and the points where a path enters and leaves them.

use super::Leg;
use super::course::{Ball, sane};
use super::span;
use crate::base::{Figure, Spot};
use crate::convex::Convex;
use crate::point::{Point, ceil_sqrt};
use crate::{Length, Way};

/// Everything within reach of a shape that lies at some height: an engagement range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// The shape it is around.
    pub shape: Convex,
    /// The height of that shape.
    pub z: i32,
    /// How far the zone reaches from it, in space.
    pub reach: Length,
}

impl Zone {
    /// Around the base of a figure.
    pub fn around(figure: &Figure, reach: Length) -> Zone {
        Zone { shape: figure.footprint(), z: figure.spot.z, reach }
    }

    /// Whether a shape at a height is within. Exact.
    #[inline]
    pub fn holds(&self, shape: &Convex, z: i32) -> bool {
        self.is_sound() && self.shape.within(shape, self.z - z, self.reach.0)
    }

    /// A disc that holds it, for a quick look. An unsound zone holds nothing.
    pub(super) fn ball(&self, number: u16) -> Ball {
        if !self.is_sound() {
            return Ball { number, centre: Point::default(), reach: 0 };
        }
        let (centre, reach) = self.shape.ball();
        Ball { number, centre, reach: reach + self.reach.0.max(0) + 1 }
    }

    /// Whether its measures could be on a table.
    fn is_sound(&self) -> bool {
        sane(self.z) && sane(self.reach.0) && self.shape.core.iter().all(|p| sane(p.x) && sane(p.y))
    }

    /// How far it reaches at another height, rounded up to more than it does.
    pub(super) fn reach_at(&self, z: i32) -> Option<i32> {
        let rise = i64::from(self.z) - i64::from(z);
        let room = i64::from(self.reach.0).pow(2) - rise * rise;
        (room >= 0 && self.reach.0 >= 0).then(|| room.isqrt() as i32 + 1)
    }
}

/// A point where a path enters or leaves a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// Which leg, from 0.
    pub leg: usize,
    /// How many units along that leg.
    pub along: Length,
    /// Leaving: the last grid point still within. Entering: the first.
    pub at: Spot,
    /// Which zone.
    pub zone: usize,
    /// Whether it leaves or enters.
    pub leaves: bool,
}

/// Every point where a path enters or leaves a zone, in the path's order; what happens at the same
/// point stands together, by zone.
///
/// Of a leg that changes level only the ends count, and leaving happens at its start. A leg that
/// grazes a zone between two grid points does not enter it.
pub fn passes(figure: &Figure, path: &[Leg], zones: &[Zone]) -> Vec<Pass> {
    let mut out = Vec::new();
    for (number, zone) in zones.iter().enumerate() {
        let holds = |spot: Spot| zone.holds(&figure.footprint_at(spot), spot.z);
        let mut here = figure.spot;
        if !sane(here.at.x) || !sane(here.at.y) || !sane(here.z) {
            continue;
        }
        for (leg, next) in path.iter().enumerate() {
            let to = next.to;
            if !sane(to.at.x) || !sane(to.at.y) || !sane(to.z) {
                break;
            }
            let mut note = |along: i64, at: Spot, leaves: bool| {
                out.push(Pass { leg, along: Length(along as i32), at, zone: number, leaves });
            };
            let steps = ceil_sqrt(here.at.distance_squared(to.at));
            if here.z == to.z {
                let point = |k: i64| {
                    if k == steps { to.at } else { here.at.towards(to.at, k, steps) }
                };
                let inside = |k: i64| holds(here.moved(point(k)));
                let (first, last) = (inside(0), inside(steps));
                let middle = if first {
                    Some(0)
                } else if last {
                    Some(steps)
                } else {
                    inner(figure, zone, here, to.at, steps).filter(|&k| inside(k))
                };
                if let Some(k) = middle {
                    if !first {
                        let enters = edge(0, k, |k| !inside(k)) + 1;
                        note(enters, here.moved(point(enters)), false);
                    }
                    if !last {
                        let leaves = edge(k, steps, inside);
                        note(leaves, here.moved(point(leaves)), true);
                    }
                }
                // Turning at the end of the leg.
                if to.facing != here.facing && figure.base.has_facing() {
                    let turned = holds(to);
                    if last && !turned {
                        note(steps, here.moved(to.at), true);
                    } else if turned && !last {
                        note(steps, to, false);
                    }
                }
            } else {
                match (holds(here), holds(to)) {
                    (true, false) => note(0, here, true),
                    (false, true) => note(steps, to, false),
                    _ => {}
                }
            }
            here = to;
        }
    }
    // Stable, so that one zone's entering stays before its leaving.
    out.sort_by_key(|pass| (pass.leg, pass.along, pass.zone));
    out
}

/// Every point where a path leaves a zone, in the path's order.
pub fn leaves(figure: &Figure, path: &[Leg], zones: &[Zone]) -> Vec<Pass> {
    let mut out = passes(figure, path, zones);
    out.retain(|pass| pass.leaves);
    out
}

/// Whether a path is ever within a zone. Exact.
pub fn meets(figure: &Figure, path: &[Leg], zone: &Zone) -> bool {
    let mut here = figure.spot;
    let sound = |spot: Spot| sane(spot.at.x) && sane(spot.at.y) && sane(spot.z);
    if !sound(here) {
        return false;
    }
    let holds = |spot: Spot| zone.holds(&figure.footprint_at(spot), spot.z);
    if holds(here) {
        return true;
    }
    for leg in path {
        let to = leg.to;
        if !sound(to) || holds(to) {
            return sound(to);
        }
        if here.z == to.z || leg.way == Way::Walk {
            let swept = figure.footprint_at(here).swept(to.at.x - here.at.x, to.at.y - here.at.y);
            if zone.holds(&swept, here.z) {
                return true;
            }
        }
        here = to;
    }
    false
}

/// The last number from `low`, where the test holds, that is below `high`, where it does not.
fn edge(mut low: i64, mut high: i64, holds: impl Fn(i64) -> bool) -> i64 {
    while high - low > 1 {
        let middle = i64::midpoint(low, high);
        if holds(middle) { low = middle } else { high = middle }
    }
    low
}

/// A step in the middle of the part of a leg that is within the zone, if there is such a part.
fn inner(figure: &Figure, zone: &Zone, here: Spot, to: Point, steps: i64) -> Option<i64> {
    let footprint = figure.footprint_at(here);
    let rise = i64::from(zone.z) - i64::from(here.z);
    let room = i64::from(zone.reach.0).pow(2) - rise * rise;
    if room < 0 || zone.reach.0 < 0 || steps == 0 {
        return None;
    }
    let flat = (room as f64).sqrt();
    let radius = flat + f64::from(footprint.radius) + f64::from(zone.shape.radius);
    let base: arrayvec::ArrayVec<Point, { crate::convex::CORNERS }> =
        footprint.core.iter().map(|p| p.shifted(-here.at.x, -here.at.y)).collect();
    let (start, end) = span::span(&span::difference(&zone.shape.core, &base), radius, here.at, to)?;
    Some((f64::midpoint(start, end) * steps as f64 + 0.5) as i64)
}
