//! A run as one HTML page that needs nothing else: style and charts are in it.

use std::fmt::Write as _;

use arena::sprt::Decision;
use arena::stats::Interval;
use arena::{Balance, Comparison, Finding, Kind, Piece, Standing};

use super::svg::{self, Axis};
use crate::sim::grouped;

const STYLE: &str = include_str!("page.css");

/// The whole page; `bots` are those who played.
pub fn page(title: &str, bots: &str, balance: &Balance, comparison: Option<&Comparison>) -> String {
    let mut body = String::new();
    head(&mut body, title, bots, balance);
    findings(&mut body, balance);
    if let Some(comparison) = comparison {
        compared(&mut body, comparison);
    }
    if balance.cross.entrants.len() > 1 {
        entrants(&mut body, balance);
        matrix(&mut body, balance);
    }
    order(&mut body, balance);
    ways(&mut body, balance);
    lengths(&mut body, balance);
    pieces(&mut body, &balance.pieces);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}: balance</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        title = plain(title)
    )
}

/// A text without anything that HTML would take for its own.
fn plain(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

fn between(share: Interval) -> String {
    format!("{:.1}–{:.1}", share.low * 100.0, share.high * 100.0)
}

fn head(body: &mut String, title: &str, bots: &str, balance: &Balance) {
    let cross = &balance.cross;
    let kind = match balance.kind {
        Kind::RoundRobin if cross.entrants.len() == 1 => "A bot against itself",
        Kind::RoundRobin => "Everybody against everybody",
        Kind::Gauntlet => "One against all others",
        Kind::Sprt(_) => "A sequential test",
    };
    let _ = write!(
        body,
        "<header><p class=\"eyebrow\">{kind}</p><h1>{}</h1><dl class=\"facts\">",
        plain(title)
    );
    let facts = [
        ("games", grouped(cross.games)),
        ("played by", plain(bots)),
        ("turns, median", grouped(balance.turns.length.median.into())),
        ("drawn", percent(balance.drawn.value)),
        ("seed", balance.seed.to_string()),
    ];
    let tables = (balance.tables > 1).then(|| ("tables", grouped(balance.tables)));
    for (name, value) in facts.into_iter().chain(tables) {
        let _ = write!(body, "<div><dt>{name}</dt><dd>{value}</dd></div>");
    }
    body.push_str("</dl>");
    if let Some(test) = &cross.test {
        let _ = write!(
            body,
            "<p>{}: LLR {:+.2}, where {:.2} is a no and {:+.2} a yes.</p>",
            match test.decision {
                Decision::Yes => "The answer is yes",
                Decision::No => "The answer is no",
                Decision::Open => "There is no answer yet",
            },
            test.llr,
            test.lower,
            test.upper
        );
    }
    if !cross.finished {
        body.push_str("<p class=\"note\">The run is not finished: numbers will still move.</p>");
    }
    body.push_str("</header>\n");
}

fn findings(body: &mut String, balance: &Balance) {
    body.push_str("<section><h2>What stands out</h2>");
    if balance.findings.is_empty() {
        body.push_str("<p>Nothing is out of line.</p>");
    }
    let (sure, maybe): (Vec<&Finding>, Vec<&Finding>) =
        balance.findings.iter().partition(|finding| finding.sure);
    let list = |body: &mut String, class: &str, findings: &[&Finding]| {
        let _ = write!(body, "<ul class=\"findings {class}\">");
        for finding in findings {
            let _ = write!(body, "<li>{}</li>", plain(&finding.text));
        }
        body.push_str("</ul>");
    };
    list(body, "sure", &sure);
    if !maybe.is_empty() {
        let count = maybe.len();
        let _ = write!(body, "<details><summary>{count} more that may be within limits</summary>");
        list(body, "maybe", &maybe);
        body.push_str("</details>");
    }
    body.push_str("</section>\n");
}

fn compared(body: &mut String, comparison: &Comparison) {
    let rules = if comparison.same_rules { "the same" } else { "other" };
    let _ = write!(
        body,
        "<section><h2>Before and after</h2><p>Compared with a run by {rules} rules and data. "
    );
    let changes: Vec<_> = comparison.significant().collect();
    if changes.is_empty() {
        body.push_str("Nothing has changed by more than chance.</p></section>\n");
        return;
    }
    body.push_str(
        "What has changed by more than chance:</p><div class=\"scroll\"><table class=\"plain\">\
         <tr><th></th><th>before</th><th>after</th><th>difference</th><th>95%</th></tr>",
    );
    for change in changes {
        let scale = if change.is_share { 100.0 } else { 1.0 };
        let unit = if change.is_share { "%" } else { "" };
        let class = if change.difference.value > 0.0 { "up" } else { "down" };
        let _ = write!(
            body,
            "<tr><td>{}</td><td>{:.1}{unit}</td><td>{:.1}{unit}</td>\
             <td class=\"{class}\">{:+.1}</td><td>{:+.1} to {:+.1}</td></tr>",
            plain(&change.what),
            change.before.value * scale,
            change.after.value * scale,
            change.difference.value * scale,
            change.difference.low * scale,
            change.difference.high * scale
        );
    }
    let _ = writeln!(
        body,
        "</table></div><p>Of {} things measured, {} or so look changed by chance alone.</p></section>",
        comparison.changes.len(),
        comparison.by_chance()
    );
}

/// A row of a chart: a name, what is drawn, the number, and how sure it is.
fn chart_row(body: &mut String, name: &str, drawn: &str, number: &str, aside: &str) {
    let _ = write!(
        body,
        "<div class=\"row\"><span class=\"name\">{}</span>{drawn}\
         <span class=\"number\">{number}</span><span class=\"aside\">{aside}</span></div>",
        plain(name)
    );
}

/// The numbers below the rows of a chart.
fn scale_row(body: &mut String, axis: Axis) {
    let _ = write!(
        body,
        "<div class=\"row scale\"><span class=\"name\"></span>{}</div>",
        svg::scale(axis)
    );
}

/// An axis about a half that is wide enough for all shares, to round numbers.
fn about_half(shares: impl Iterator<Item = Interval>) -> Axis {
    let far = |share: Interval| (share.low - 0.5).abs().max((share.high - 0.5).abs());
    let reach = (shares.map(far).fold(0.05, f64::max) * 20.0).ceil().min(10.0) / 20.0;
    Axis { low: 0.5 - reach, high: 0.5 + reach, even: 0.5 }
}

/// The entrants with their numbers, the one that is ahead first.
fn best_first(balance: &Balance) -> Vec<(usize, &Standing)> {
    let mut order: Vec<_> = balance.cross.entrants.iter().enumerate().collect();
    order.sort_by(|(_, one), (_, two)| two.share.value.total_cmp(&one.share.value));
    order
}

fn entrants(body: &mut String, balance: &Balance) {
    body.push_str(
        "<section><h2>Who is ahead</h2><p>The share of the points against all others, a draw for \
         half, with its 95% interval. The line is an even share.</p><div class=\"chart\">",
    );
    let axis = about_half(balance.cross.entrants.iter().map(|standing| standing.share));
    for (_, standing) in best_first(balance) {
        let drawn = svg::interval(axis, standing.share);
        let elo = format!("{} · Elo {:+.0}", between(standing.share), standing.elo.value);
        chart_row(body, &standing.name, &drawn, &percent(standing.share.value), &elo);
    }
    scale_row(body, axis);
    body.push_str("</div></section>\n");
}

fn matrix(body: &mut String, balance: &Balance) {
    body.push_str(
        "<section><h2>Who beats whom</h2><p>What the row gets against the column, in percent. \
         <span class=\"key\"><i class=\"k-low\"></i>loses <i class=\"k-even\"></i>even \
         <i class=\"k-high\"></i>wins.</span> Bold: even the near end of the interval is on that \
         side.</p><div class=\"scroll\"><table class=\"heat\"><tr><th></th>",
    );
    // In the same order as above, so that what does not fit it catches the eye.
    let order = best_first(balance);
    for (_, standing) in &order {
        let _ = write!(body, "<th class=\"top\"><span>{}</span></th>", plain(&standing.name));
    }
    body.push_str("</tr>");
    for (one, standing) in &order {
        let _ = write!(body, "<tr><th class=\"side\">{}</th>", plain(&standing.name));
        for (two, _) in &order {
            match balance.cross.share(*one, *two) {
                None => body.push_str("<td class=\"self\"></td>"),
                Some(share) => cell(body, share),
            }
        }
        body.push_str("</tr>");
    }
    body.push_str("</table></div></section>\n");
}

/// A cell of the heat map. Blue and orange can be told apart by nearly everybody.
fn cell(body: &mut String, share: Interval) {
    let depth = ((share.value - 0.5).abs() / 0.2).min(1.0);
    let colour = if share.value >= 0.5 { "31,104,172" } else { "200,90,10" };
    let deep = if depth > 0.8 { " deep" } else { "" };
    let sure = if share.excludes(0.5) { " sure" } else { "" };
    let _ = write!(
        body,
        "<td class=\"cell{deep}{sure}\" style=\"background:rgba({colour},{:.2})\" \
         title=\"{} ({}%)\">{:.0}</td>",
        depth * 0.9,
        percent(share.value),
        between(share),
        share.value * 100.0
    );
}

fn order(body: &mut String, balance: &Balance) {
    body.push_str(
        "<section><h2>Going first</h2><p>What a seat and the first turn are worth, over all games.\
         </p><div class=\"chart\">",
    );
    let mut rows = vec![("first seat", balance.first_seat)];
    rows.extend(balance.first_player.map(|share| ("first turn", share)));
    let axis = about_half(rows.iter().map(|(_, share)| *share));
    for (name, share) in rows {
        let drawn = svg::interval(axis, share);
        chart_row(body, name, &drawn, &percent(share.value), &between(share));
    }
    scale_row(body, axis);
    body.push_str("</div></section>\n");
}

fn ways(body: &mut String, balance: &Balance) {
    if balance.ways.is_empty() {
        return;
    }
    body.push_str("<section><h2>How games are decided</h2><div class=\"chart\">");
    for way in &balance.ways {
        let drawn = svg::share(way.share.value);
        let games = match way.games {
            1 => "1 game".into(),
            games => format!("{} games", grouped(games)),
        };
        chart_row(body, &way.how, &drawn, &percent(way.share.value), &games);
    }
    body.push_str("</div></section>\n");
}

fn lengths(body: &mut String, balance: &Balance) {
    body.push_str("<section><h2>How long games are</h2><div class=\"two\">");
    for (name, spread) in [("turns", &balance.turns), ("actions", &balance.actions)] {
        let length = spread.length;
        let _ = write!(
            body,
            "<figure><figcaption><b>{name}</b>: median {}, one in twenty below {} or above {}, \
             longest {}</figcaption>{}</figure>",
            grouped(length.median.into()),
            grouped(length.p5.into()),
            grouped(length.p95.into()),
            grouped(length.max.into()),
            svg::histogram(&spread.bins, length.median)
        );
    }
    body.push_str("</div></section>\n");
}

fn pieces(body: &mut String, pieces: &[Piece]) {
    if pieces.is_empty() {
        return;
    }
    body.push_str(
        "<section><h2>What pieces earn for their cost</h2><p>What each takes from the enemy and \
         what it scores, both alike, for each point it costs; the line at 100% is the average of \
         all pieces of the run. Beside each: its cost, what it takes for each point, what it scores \
         for each hundred, and how many live to the end.</p>",
    );
    let axis = Axis { low: 0.0, high: 2.5, even: 1.0 };
    let mut team = "";
    for piece in pieces {
        if piece.team != team {
            if !team.is_empty() {
                scale_row(body, axis);
                body.push_str("</div>");
            }
            let _ = write!(body, "<h3>{}</h3><div class=\"chart wide\">", plain(&piece.team));
            team = &piece.team;
        }
        let number = format!("{:.0}%", piece.earns.value * 100.0);
        let aside = format!(
            "cost {:.0} · takes {:.2} · scores {:.1} · {:.0}% live",
            piece.cost,
            piece.taken,
            piece.scored,
            piece.kept * 100.0
        );
        chart_row(body, &piece.piece, &svg::interval(axis, piece.earns), &number, &aside);
    }
    scale_row(body, axis);
    body.push_str("</div></section>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_can_t_break_the_page() {
        assert_eq!(plain("<b>\"&"), "&lt;b&gt;&quot;&amp;");
    }
}
