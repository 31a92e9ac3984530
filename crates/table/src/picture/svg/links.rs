//! Ways up and down: ladders, stairs and edges to climb.

use super::{Pen, inches, safe};
use crate::board::Link;
use crate::point::Point;
use crate::polygon;
use crate::terrain::Way;
use crate::units::INCH;

impl Pen<'_> {
    pub(super) fn links(&mut self) {
        let links = self.view.board.links.clone();
        for link in &links {
            let Some((x, y)) = self.downhill(link) else { continue };
            match link.way {
                Way::Ladder => self.ladder(link, x, y),
                Way::Stairs => self.stairs(link, x, y),
                Way::Climb => self.hachures(link, x, y),
                Way::Drop | Way::Walk => {}
            }
        }
    }

    /// An inch from a link's edge at right angles, towards the lower side.
    pub(super) fn downhill(&self, link: &Link) -> Option<(i32, i32)> {
        let (x, y) = link.from.to(link.to);
        let length = i64::from(link.from.distance(link.to).0);
        let inch = i64::from(INCH);
        let (x, y) = ((y * inch / length) as i32, (-x * inch / length) as i32);
        let middle = link.from.towards(link.to, 1, 2);
        let on_top = |x: i32, y: i32| {
            let at = middle.shifted(x / 4, y / 4);
            self.view
                .board
                .surfaces
                .iter()
                .any(|surface| surface.z == link.high && polygon::covers(&surface.outline, at))
        };
        match (on_top(x, y), on_top(-x, -y)) {
            (false, true) => Some((x, y)),
            (true, false) => Some((-x, -y)),
            _ => None,
        }
    }

    pub(super) fn ladder(&mut self, link: &Link, x: i32, y: i32) {
        let colour = self.colours.link;
        let title = format!("ladder from {} to {}", inches(link.low), inches(link.high));
        self.out += &format!(
            "<g stroke=\"{colour}\" stroke-width=\"1.7\" stroke-linecap=\"round\"><title>{}</title>\n",
            safe(&title)
        );
        let middle = link.from.towards(link.to, 1, 2);
        let half = i64::from(INCH) * 3 / 10;
        let length = i64::from(link.from.distance(link.to).0).max(1);
        let (a, b) = (
            middle.towards(link.from, half * 2, length),
            middle.towards(link.to, half * 2, length),
        );
        let at = |p: Point, part: i32| p.shifted(x * part / 20, y * part / 20);
        for end in [a, b] {
            self.line(at(end, -3), at(end, 13), "");
        }
        for rung in [0, 4, 8, 12] {
            self.line(at(a, rung), at(b, rung), "stroke-width=\"1.3\"");
        }
        self.out += "</g>\n";
    }

    pub(super) fn stairs(&mut self, link: &Link, x: i32, y: i32) {
        let colour = self.colours.link;
        let title = format!("stairs from {} to {}", inches(link.low), inches(link.high));
        self.out += &format!(
            "<g stroke=\"{colour}\" stroke-linecap=\"round\"><title>{}</title>\n",
            safe(&title)
        );
        let (from, to) = (link.from.towards(link.to, 1, 12), link.to.towards(link.from, 1, 12));
        let at = |p: Point, part: i32| p.shifted(x * part / 20, y * part / 20);
        let tread = [at(from, 0), at(to, 0), at(to, 15), at(from, 15)];
        let fill = format!("fill=\"{colour}\" fill-opacity=\".13\" stroke=\"none\"");
        self.polygon(&tread, &fill);
        for (step, width) in [(0, "2.2"), (5, "1.7"), (10, "1.3"), (15, ".9")] {
            self.line(at(from, step), at(to, step), &format!("stroke-width=\"{width}\""));
        }
        self.out += "</g>\n";
    }

    /// Short strokes downhill, as maps draw a scarp one can climb.
    pub(super) fn hachures(&mut self, link: &Link, x: i32, y: i32) {
        let ink = self.colours.ink;
        self.out += &format!(
            "<g stroke=\"{ink}\" stroke-opacity=\".55\" stroke-width=\"1\"><title>climb from {} to \
             {}</title>\n",
            safe(&inches(link.low)),
            safe(&inches(link.high))
        );
        let count = (link.from.distance(link.to).0 / (INCH * 2 / 5)).max(2);
        for i in 1..count {
            let p = link.from.towards(link.to, i.into(), count.into());
            let long = if i % 2 == 0 { 5 } else { 3 };
            self.line(p, p.shifted(x * long / 20, y * long / 20), "");
        }
        self.out += "</g>\n";
    }
}
