//! Charts as SVG. Places are in percent, so that a chart is as wide as its page and its strokes and
//! texts keep their size.

use std::fmt::Write as _;

use arena::Bin;
use arena::stats::Interval;

/// A scale from `low` to `high` across the whole width.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// At the left.
    pub low: f64,
    /// At the right.
    pub high: f64,
    /// Where a line marks what would be even.
    pub even: f64,
}

impl Axis {
    fn at(&self, number: f64) -> f64 {
        ((number - self.low) / (self.high - self.low)).clamp(0.0, 1.0) * 100.0
    }
}

/// A number with its interval: a bar and a dot. What surely is above or below even has a colour.
pub fn interval(axis: Axis, interval: Interval) -> String {
    let Interval { value, low, high } = interval;
    let side = if low > axis.even {
        "up"
    } else if high < axis.even {
        "down"
    } else {
        "level"
    };
    format!(
        "<svg class=\"range {side}\" width=\"100%\" height=\"22\" role=\"img\">\
         <title>{value:.3} ({low:.3} to {high:.3})</title>\
         <line class=\"track\" x1=\"0\" x2=\"100%\" y1=\"11\" y2=\"11\"/>\
         <line class=\"even\" x1=\"{even:.2}%\" x2=\"{even:.2}%\" y1=\"0\" y2=\"22\"/>\
         <line class=\"bar\" x1=\"{from:.2}%\" x2=\"{to:.2}%\" y1=\"11\" y2=\"11\"/>\
         <circle cx=\"{at:.2}%\" cy=\"11\" r=\"5\"/></svg>",
        even = axis.at(axis.even),
        from = axis.at(low),
        to = axis.at(high),
        at = axis.at(value)
    )
}

/// The numbers below a chart: both ends of its axis, and what would be even.
pub fn scale(axis: Axis) -> String {
    let percent = |number: f64| format!("{:.0}%", number * 100.0);
    format!(
        "<svg class=\"scale\" width=\"100%\" height=\"18\" aria-hidden=\"true\">\
         <text x=\"0\" y=\"13\">{}</text>\
         <text x=\"{:.2}%\" y=\"13\" text-anchor=\"middle\">{}</text>\
         <text x=\"100%\" y=\"13\" text-anchor=\"end\">{}</text></svg>",
        percent(axis.low),
        axis.at(axis.even),
        percent(axis.even),
        percent(axis.high)
    )
}

/// A share as a bar from the left.
pub fn share(share: f64) -> String {
    format!(
        "<svg class=\"share\" width=\"100%\" height=\"22\" aria-hidden=\"true\">\
         <rect class=\"track\" width=\"100%\" height=\"14\" y=\"4\" rx=\"3\"/>\
         <rect class=\"bar\" width=\"{:.2}%\" height=\"14\" y=\"4\" rx=\"3\"/></svg>",
        share * 100.0
    )
}

/// How many games were how long; a line marks the median.
pub fn histogram(bins: &[Bin], median: u32) -> String {
    let most = bins.iter().map(|bin| bin.games).max().unwrap_or(1).max(1);
    let (Some(first), Some(last)) = (bins.first(), bins.last()) else { return String::new() };
    let mut text = String::from(
        "<svg class=\"histogram\" width=\"100%\" height=\"130\" role=\"img\">\
         <title>How many games were how long</title>",
    );
    let count = float(bins.len() as u64);
    for (number, bin) in (0_u64..).zip(bins) {
        let height = 110.0 * float(bin.games) / float(most);
        let _ = write!(
            text,
            "<rect x=\"{:.2}%\" y=\"{:.1}\" width=\"{:.2}%\" height=\"{height:.1}\">\
             <title>{} to {}: {} games</title></rect>",
            float(number) / count * 100.0,
            112.0 - height,
            0.86 / count * 100.0,
            bin.from,
            bin.to,
            bin.games
        );
    }
    let span = f64::from(last.to - first.from + 1);
    let at = (f64::from(median - first.from.min(median)) + 0.5) / span * 100.0;
    let _ = write!(
        text,
        "<line class=\"even\" x1=\"{at:.2}%\" x2=\"{at:.2}%\" y1=\"0\" y2=\"112\"/>\
         <text x=\"0\" y=\"128\">{}</text>\
         <text x=\"100%\" y=\"128\" text-anchor=\"end\">{}</text></svg>",
        first.from, last.to
    );
    text
}

#[expect(clippy::cast_precision_loss)]
fn float(count: u64) -> f64 {
    count as f64
}
