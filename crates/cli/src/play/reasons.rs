//! Why a bot would do something, in lines.

use games::Reasons;
use kernel::Scale;

use crate::text::count;

/// How many ideas are shown beside the one that was taken, and how much of what is expected.
const OTHERS: usize = 4;
const EXPECTED: usize = 6;

/// What a bot weighed, with values, and the line it expects; nothing if it had nothing to weigh.
pub fn lines(reasons: &Reasons) -> Vec<String> {
    if reasons.weighed.len() < 2 {
        return Vec::new();
    }
    // Where nothing was played on there is no chance to tell.
    let known = reasons.scale == Scale::Worth || reasons.simulations > 0;
    let mut lines: Vec<String> = reasons
        .weighed
        .iter()
        .take(1 + OTHERS)
        .map(|reason| {
            let value = if known { value(reasons.scale, reason.value) } else { String::new() };
            format!("{value:>7}  {}", reason.choice.text)
        })
        .collect();
    let left = reasons.weighed.len().saturating_sub(lines.len());
    if left > 0 {
        lines.push(format!("         and {} that looked worse", count(left, "other")));
    }
    if reasons.simulations > 0 {
        let unit = match reasons.scale {
            Scale::Chance => "chance to win",
            Scale::Worth => "worth",
        };
        let tried = count(usize::try_from(reasons.simulations).unwrap_or(usize::MAX), "simulation");
        lines.push(format!("         {unit}, by {tried}"));
    }
    if reasons.line.len() > 1 {
        let line: Vec<String> = reasons
            .line
            .iter()
            .take(EXPECTED)
            .map(|expected| format!("{} {}", expected.seat, expected.text))
            .collect();
        let more = if reasons.line.len() > EXPECTED { " …" } else { "" };
        lines.push(format!("         expects {}{more}", line.join(", ")));
    }
    if reasons.cut_short {
        lines.push("         a clock stopped it before it was done".into());
    }
    lines
}

fn value(scale: Scale, value: i64) -> String {
    match scale {
        Scale::Chance => format!("{}.{}%", value / 10, value % 10),
        Scale::Worth => format!("{value:+}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Choice, Expected, Reason};
    use kernel::Seat;

    fn reason(text: &str, value: i64) -> Reason {
        let choice = Choice {
            action: serde_json::Value::Null,
            text: text.into(),
            description: String::new(),
            warning: None,
        };
        Reason { choice, value, simulations: 10 }
    }

    #[test]
    fn what_was_weighed_is_told_with_values_and_what_is_expected() {
        let reasons = Reasons {
            scale: Scale::Chance,
            weighed: (0..7).map(|i| reason(&format!("move {i}"), 612 - i)).collect(),
            line: vec![
                Expected { seat: Seat(0), text: "move 0".into() },
                Expected { seat: Seat(1), text: "end".into() },
            ],
            simulations: 70,
            cut_short: true,
        };
        let told = lines(&reasons).join("\n");
        let parts =
            ["61.2%  move 0", "60.8%  move 4", "2 others", "70 sim", "A move 0, B end", "clock"];
        for part in parts {
            assert!(told.contains(part), "{part} in\n{told}");
        }
        assert!(!told.contains("move 5"));
    }

    #[test]
    fn who_had_no_choice_has_no_reasons() {
        let reasons = Reasons {
            scale: Scale::Worth,
            weighed: vec![reason("end", 0)],
            line: Vec::new(),
            simulations: 0,
            cut_short: false,
        };
        assert!(lines(&reasons).is_empty());
    }
}
