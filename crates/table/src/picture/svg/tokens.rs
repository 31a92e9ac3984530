//! What lies and stands on the table, and what is drawn over it.

use super::{Colours, Pen, inches, safe, terrain::inset};
use crate::base::Base;
use crate::picture::{Counter, Overlay, Token, Trace};
use crate::units::INCH;

impl Pen<'_> {
    pub(super) fn counter(&mut self, counter: &Counter) {
        let Colours { counter: colour, ink, .. } = self.colours;
        let title = match counter.label.as_str() {
            "" => "counter".to_owned(),
            label => format!("counter {label}"),
        };
        self.out += &format!("<g><title>{}</title>\n", safe(&title));
        let r = counter.radius;
        let ring = format!(
            "fill=\"{colour}\" fill-opacity=\".16\" stroke=\"{colour}\" stroke-width=\"1\" \
             stroke-dasharray=\"2 2.4\" stroke-opacity=\".7\""
        );
        self.circle(counter.at, r * 8 / 5, &ring);
        let disc = format!(
            "fill=\"{colour}\" fill-opacity=\".85\" stroke=\"{ink}\" stroke-opacity=\".8\""
        );
        self.circle(counter.at, r, &disc);
        let rest = "font-size=\"11\" font-weight=\"700\" fill=\"#1b1b1b\" text-anchor=\"middle\" \
                    dy=\".35em\"";
        self.text(counter.at, rest, &counter.label);
        self.out += "</g>\n";
    }

    pub(super) fn traces(&mut self, which: &[Trace]) {
        let overlays = self.view.overlays;
        for overlay in overlays.iter().filter(|overlay| which.contains(&overlay.trace)) {
            self.trace(overlay);
        }
    }

    pub(super) fn trace(&mut self, overlay: &Overlay) {
        let Colours { ink, faint, reach, wrong, .. } = self.colours;
        let style = match overlay.trace {
            Trace::Zone => format!(
                "fill=\"{ink}\" fill-opacity=\".035\" stroke=\"{faint}\" stroke-opacity=\".55\" \
                 stroke-width=\"1\" stroke-dasharray=\"7 5\""
            ),
            Trace::Reach => format!(
                "fill=\"{reach}\" fill-opacity=\".16\" stroke=\"{reach}\" stroke-opacity=\".8\" \
                 stroke-width=\"1.2\""
            ),
            Trace::Path => format!(
                "fill=\"none\" stroke=\"{ink}\" stroke-width=\"2\" stroke-dasharray=\"6 4\" \
                 stroke-linejoin=\"round\""
            ),
            Trace::Sight => {
                format!("fill=\"none\" stroke=\"{ink}\" stroke-opacity=\".7\" stroke-width=\"1\"")
            }
            Trace::Obscured => format!(
                "fill=\"none\" stroke=\"{ink}\" stroke-opacity=\".8\" stroke-width=\"1.4\" \
                 stroke-dasharray=\"1.5 4\" stroke-linecap=\"round\""
            ),
            Trace::Blocked => {
                format!(
                    "fill=\"none\" stroke=\"{wrong}\" stroke-opacity=\".9\" stroke-width=\"1.2\""
                )
            }
        };
        let element = if overlay.closed { "polygon" } else { "polyline" };
        let title = match overlay.title.as_str() {
            "" => String::new(),
            title => format!("<title>{}</title>", safe(title)),
        };
        let points = self.points(&overlay.points);
        self.out += &format!("<{element} points=\"{points}\" {style}>{title}</{element}>\n");
        if let (Trace::Blocked, Some(&end)) = (overlay.trace, overlay.points.last()) {
            let (r, style) = (INCH / 7, format!("stroke=\"{wrong}\" stroke-width=\"2\""));
            self.line(end.shifted(-r, -r), end.shifted(r, r), &style);
            self.line(end.shifted(-r, r), end.shifted(r, -r), &style);
        }
    }

    pub(super) fn token(&mut self, token: &Token) {
        let side = usize::from(token.side.min(1));
        let (rim, fill, ink) =
            (self.colours.sides[side], self.colours.bases[side], self.colours.ink);
        let figure = &token.figure;
        let dim = if token.dim { " opacity=\".5\"" } else { "" };
        let title = format!("{}, {} at {}", token.label, figure.base, figure.spot);
        self.out += &format!("<g{dim}><title>{}</title>\n", safe(&title));
        // The second side's rim is notched, for those who can't tell the colours apart.
        let notches = if side == 1 { " stroke-dasharray=\"5 2.2\"" } else { "" };
        let style = format!("fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"2.6\"{notches}");
        let shade = format!("fill=\"{}\" opacity=\".4\"", self.colours.shade);
        let (dx, dy) = (INCH / 16, -INCH / 12);
        let at = figure.spot.at;
        match figure.base {
            Base::Round { diameter } => {
                let r = i32::from(diameter) / 2;
                self.circle(at.shifted(dx, dy), r, &shade);
                self.circle(at, r - INCH / 18, &style);
            }
            Base::Oval { .. } | Base::Rectangle { .. } => {
                let shape = figure.footprint();
                self.polygon(&shape.shifted(dx, dy).core, &shade);
                self.polygon(&inset(&shape.core, 19, 20), &style);
            }
        }
        let rest = format!(
            "font-size=\"11.5\" font-weight=\"700\" fill=\"{ink}\" text-anchor=\"middle\" \
             dy=\".35em\""
        );
        self.text(at, &rest, &token.label);
        if figure.spot.z > 0 {
            let below = at.shifted(0, -(figure.base.narrowest().0 / 2 + INCH / 5));
            let rest = format!(
                "font-size=\"8\" fill=\"{rim}\" text-anchor=\"middle\" \
                 dy=\".35em\""
            );
            self.text(below, &rest, &format!("+{}", inches(figure.spot.z)));
        }
        self.out += "</g>\n";
    }
}
