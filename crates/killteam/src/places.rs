//! Places for those who do not type: a page has no use for `11.8,6.8`, a player knows the objectives.

use table::{Point, Spot};

use crate::narrate;
use crate::setup::{COUNTER, OBJECTIVES, SIDE};

/// How far from a counter a base's middle still stands at it.
const AT: i32 = table::INCH;

/// What a leg that is not walked is called in a path, and how it was gone.
const WAYS: [(&str, &str); 4] = [
    ("stairs", "by the stairs"),
    ("ladder", "by the ladder"),
    ("climb", "climbing"),
    ("drop", "dropping"),
];

/// A text with its places said by the objectives. Of a path the end counts, and how it was gone
/// other than on foot; the path of a charge ends at its target, which is told already.
pub fn said(text: &str) -> String {
    let mut said = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let fresh = !said.ends_with(|c: char| c.is_alphanumeric() || c == '.' || c == ',');
        let Some((ways, end, after)) = fresh.then(|| path(rest)).flatten() else {
            let next = rest.chars().next().map_or(1, char::len_utf8);
            said += &rest[..next];
            rest = &rest[next..];
            continue;
        };
        match said.strip_suffix(" by ").map(str::len).filter(|_| said.contains(" charges ")) {
            Some(length) => said.truncate(length),
            None => said += &place(end),
        }
        for (at, way) in ways.iter().enumerate() {
            said += if at == 0 { ", " } else { " and " };
            said += way;
        }
        rest = after;
    }
    said
}

/// A text for somebody who looks at the table from its far end: what is near to others is far there,
/// and what is left is right.
pub fn turned(text: &str) -> String {
    const ENDS: [(&str, &str); 4] = [
        ("near left", "far right"),
        ("near right", "far left"),
        ("near edge", "far edge"),
        ("near side", "far side"),
    ];
    let both = ENDS.iter().flat_map(|&(near, far)| [(near, far), (far, near)]);
    let mut said = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let new = !said.ends_with(char::is_alphanumeric);
        let found = both.clone().find(|(here, _)| new && rest.starts_with(here));
        let (word, there) = found.unwrap_or_else(|| {
            let letter = &rest[..next.len_utf8()];
            (letter, letter)
        });
        said += there;
        rest = &rest[word.len()..];
    }
    said
}

/// Where somebody stands, by the nearest objective.
fn place(spot: Spot) -> String {
    let gap = |objective: &Point| (objective.distance(spot.at).0 - COUNTER).max(0);
    let nearest = (0..OBJECTIVES.len()).min_by_key(|at| gap(&OBJECTIVES[*at])).unwrap_or(0);
    let name = match nearest {
        0 => "the objective in the middle".to_owned(),
        other => format!("the {} objective", narrate::objective(other)),
    };
    let inches = |length: i32| (length + table::INCH / 2) / table::INCH;
    let far = gap(&OBJECTIVES[nearest]);
    match (spot.z, far <= AT) {
        (0, true) => name,
        (0, false) => format!("a place {}\" from {name}", inches(far)),
        (z, true) => format!("a place {}\" up at {name}", inches(z)),
        (z, false) => format!("a place {}\" up, {}\" from {name}", inches(z), inches(far)),
    }
}

/// A path a text begins with: how it is gone other than on foot, where it ends, and what follows.
fn path(text: &str) -> Option<(Vec<&'static str>, Spot, &str)> {
    let mut ways = Vec::new();
    let mut rest = text;
    let mut end = None;
    loop {
        let way = WAYS.iter().find_map(|(typed, gone)| {
            let after = rest.strip_prefix(typed)?.strip_prefix(' ')?;
            Some((*gone, after))
        });
        let Some((spot, after)) = spot(way.map_or(rest, |(_, after)| after)) else { break };
        if let Some((gone, _)) = way.filter(|(gone, _)| !ways.contains(gone)) {
            ways.push(gone);
        }
        end = Some((spot, after));
        match after.strip_prefix("; ") {
            Some(next) => rest = next,
            None => break,
        }
    }
    end.map(|(spot, after)| (ways, spot, after))
}

/// A place a text begins with, as [`Spot`] writes it, and what follows.
fn spot(text: &str) -> Option<(Spot, &str)> {
    let (_, after) = number(text)?;
    let (_, mut after) = number(after.strip_prefix(',')?)?;
    for word in [" up ", " facing "] {
        if let Some((_, further)) = after.strip_prefix(word).and_then(number) {
            after = further;
        }
    }
    let spot: Spot = text[..text.len() - after.len()].parse().ok()?;
    (spot.at.x <= SIDE && spot.at.y <= SIDE).then_some((spot, after))
}

/// A number a text begins with, and what follows: a full stop at its end is the sentence's.
fn number(text: &str) -> Option<(&str, &str)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    let fraction = text[whole..].strip_prefix('.').map_or(0, digits);
    let length = if fraction > 0 { whole + 1 + fraction } else { whole };
    (whole > 0).then(|| text.split_at(length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_the_far_end_near_is_far() {
        for (said, there) in [
            ("It walks to the near left objective.", "It walks to the far right objective."),
            ("A holds far left, near right: 2 points.", "A holds near right, far left: 2 points."),
            ("wholly within 6\" of the far edge", "wholly within 6\" of the near edge"),
            ("It is too far, and linear edges stay.", "It is too far, and linear edges stay."),
        ] {
            assert_eq!(turned(said), there);
        }
    }

    #[test]
    fn places_are_said_by_the_objectives() {
        for (typed, says) in [
            ("Brandt walks to 9.4,9.", "Brandt walks to the near left objective."),
            (
                "Brandt walks to 18,18.9 [killteam:K24].",
                "Brandt walks to the objective in the middle [killteam:K24].",
            ),
            ("It runs to 11,2; 9,3.5.", "It runs to a place 5\" from the near left objective."),
            (
                "It walks to 20,20; ladder 20.5,21 up 3; 21,22 up 3.",
                "It walks to a place 3\" up, 5\" from the objective in the middle, by the ladder.",
            ),
            (
                "It walks to climb 20,18 up 3; drop 18.2,18.",
                "It walks to the objective in the middle, climbing and dropping.",
            ),
            ("It charges Mosk by 11,2; 9,3.5.", "It charges Mosk."),
            ("It charges Mosk by drop 9,3.5.", "It charges Mosk, dropping."),
            (
                "It is deployed at 27.25,1 facing 45.",
                "It is deployed at a place 8\" from the near right objective.",
            ),
            (
                "It returns at 27,26 up 3 with 1 wound.",
                "It returns at a place 3\" up at the far right objective with 1 wound.",
            ),
            ("They rolled 4, 6 and 1,200 games", "They rolled 4, 6 and 1,200 games"),
            ("2.5 and 3", "2.5 and 3"),
        ] {
            assert_eq!(said(typed), says, "{typed}");
        }
    }
}
