//! Sentences for those who do not type: names where a terminal has ids, lengths as people say them.
//!
//! Everything the game says names models so that they can be typed (`Brandt (A2)`, or `A2` alone) and
//! lengths so that nothing is lost (`19.989"`), and places by their inches. A page has
//! models and a table to point at; there all of it is noise.

use kernel::Seat;

use crate::places;
use crate::setup::Setup;
use crate::state::Id;

/// The names of a match, for its sentences.
pub struct Speech {
    /// By seat and number: the name on the card or roster, and what the model is called here.
    models: [Vec<(String, String)>; 2],
    teams: [String; 2],
}

/// What follows the letter of a seat where it is no article.
const VERBS: [&str; 17] = [
    "bids", "chooses", "gains", "goes", "has", "holds", "is", "may", "pays", "places", "rolls",
    "spends", "stays", "takes", "wins", "and", "must",
];

impl Speech {
    /// The names of a setup. Models of a team that share a name are numbered; what both teams share
    /// keeps its id.
    pub fn of(setup: &Setup) -> Speech {
        let bare = |seat: usize| -> Vec<String> {
            let Some(roster) = setup.teams.get(seat) else { return Vec::new() };
            let faction = roster.find_faction().ok();
            let name = |member: &crate::roster::Member| {
                if !member.name.is_empty() {
                    return member.name.clone();
                }
                let card = faction.and_then(|faction| faction.card(&member.card));
                card.map_or_else(|| member.card.clone(), |card| card.name.clone())
            };
            roster.members.iter().map(name).collect()
        };
        let both = [bare(0), bare(1)];
        let models = [0, 1].map(|seat: usize| {
            let own = &both[seat];
            let called = own.iter().enumerate().map(|(at, name)| {
                let alike = own.iter().filter(|other| *other == name).count();
                let number = own[..=at].iter().filter(|other| *other == name).count();
                let id = Id::new(Seat(seat as u8), at);
                if both[1 - seat].contains(name) {
                    (name.clone(), format!("{name} ({id})"))
                } else if alike > 1 {
                    (name.clone(), format!("{name} {number}"))
                } else {
                    (name.clone(), name.clone())
                }
            });
            called.collect()
        });
        let teams = [0, 1].map(|seat: usize| {
            let name = |seat: usize| setup.teams.get(seat).map_or("", |team| team.name.as_str());
            if name(0) == name(1) { String::new() } else { name(seat).to_owned() }
        });
        Speech { models, teams }
    }

    /// What a model is called.
    pub fn name(&self, id: Id) -> String {
        let found = self.models[id.seat().index()].get(id.number());
        found.map_or_else(|| id.to_string(), |(_, called)| called.clone())
    }

    /// What a side is called.
    pub fn team(&self, seat: Seat) -> String {
        match self.teams.get(seat.index()) {
            Some(name) if !name.is_empty() => name.clone(),
            _ => seat.to_string(),
        }
    }

    /// A sentence of the game, said for those who do not type.
    pub fn say(&self, text: &str) -> String {
        lengths(&places::said(&self.named(&untyped(text))))
    }

    /// Names for ids and for the letters of seats; rules in square brackets are left alone.
    fn named(&self, text: &str) -> String {
        let mut said = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            if first == '[' {
                let (rule, after) = rest.split_at(rest.find(']').map_or(rest.len(), |end| end + 1));
                said += rule;
                rest = after;
            } else if first.is_alphanumeric() {
                let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
                let (word, after) = rest.split_at(end);
                rest = self.word(&mut said, word, after);
            } else {
                said.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
        said
    }

    /// Says one word; what is left to be said comes back.
    fn word<'a>(&self, said: &mut String, word: &str, after: &'a str) -> &'a str {
        if let Some((seat, number)) = id_of(word)
            && let Some((bare, called)) = self.models[seat].get(number)
        {
            // `Brandt (A2)` is named already.
            if let (Some(before), Some(rest)) = (said.strip_suffix(" ("), after.strip_prefix(')')) {
                let length = before.strip_suffix(bare.as_str()).unwrap_or(before).len();
                said.truncate(length);
                *said += called;
                return rest;
            }
            *said += called;
            return after;
        }
        let seat = match word {
            "A" => Some(0),
            "B" => Some(1),
            _ => None,
        };
        if let Some(team) = seat.map(|seat| &self.teams[seat])
            && !team.is_empty()
            && is_seat(word, after)
        {
            *said += team;
            let again = after.strip_prefix(" (").and_then(|rest| rest.strip_prefix(team.as_str()));
            return again.and_then(|rest| rest.strip_prefix(')')).unwrap_or(after);
        }
        *said += word;
        after
    }
}

/// Seat and number of a model's id.
fn id_of(word: &str) -> Option<(usize, usize)> {
    let seat = match word.as_bytes().first()? {
        b'A' => 0,
        b'B' => 1,
        _ => return None,
    };
    let digits = &word[1..];
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    Some((seat, digits.parse::<usize>().ok()?.checked_sub(1)?))
}

/// Whether a lone letter is a seat: `A` may be an article.
fn is_seat(letter: &str, after: &str) -> bool {
    if letter == "B" {
        return true;
    }
    match after.strip_prefix(' ') {
        None => true,
        Some(rest) => {
            let word = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            word.is_empty() || word.bytes().all(|c| c.is_ascii_digit()) || VERBS.contains(&word)
        }
    }
}

/// Without what only helps those who type.
fn untyped(text: &str) -> String {
    let mut text = text.replace(": write extra before it", "");
    if let Some(rest) = text.strip_prefix("leg ")
        && let Some((number, why)) = rest.split_once(": ")
        && number.bytes().all(|c| c.is_ascii_digit())
    {
        text = why.to_owned();
    }
    if let Some(start) = text.find(" rolled ") {
        let (before, rolled) = text.split_at(start + " rolled ".len());
        text = before.to_owned() + &placeless(rolled);
    }
    while let Some(start) = text.find('`') {
        let Some(length) = text[start + 1..].find('`') else { break };
        let typed = text[start + 1..=start + length].to_owned();
        let end = start + length + 2;
        let example = text[..start].ends_with(", as in ");
        let (from, instead) = match typed.strip_prefix("up ") {
            Some(height) => (start, format!("{height}\" up")),
            None if example => (start - ", as in ".len(), String::new()),
            None => (start, typed),
        };
        text.replace_range(from..end, &instead);
    }
    text
}

/// Dice without their places, which are there to be typed: `1: 4, 2: 6 to hit` is `4, 6 to hit`.
fn placeless(rolled: &str) -> String {
    let face = |part: &str| -> Option<usize> {
        let (place, rest) = part.split_once(": ")?;
        let dice = !place.is_empty() && place.bytes().all(|c| c.is_ascii_digit());
        (dice && rest.starts_with(|c: char| c.is_ascii_digit())).then_some(place.len() + 2)
    };
    let parts = rolled.split(", ").map(|part| &part[face(part).unwrap_or(0)..]);
    parts.collect::<Vec<_>>().join(", ")
}

/// Lengths with one decimal, and with more where two that differ would read the same.
fn lengths(text: &str) -> String {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let bytes = text.as_bytes();
    for (end, _) in text.match_indices('"') {
        let digit = |at: &usize| bytes[*at].is_ascii_digit() || bytes[*at] == b'.';
        let start = (0..end).rev().take_while(digit).last().unwrap_or(end);
        if start < end && bytes[start].is_ascii_digit() && text[start..end].parse::<f64>().is_ok() {
            found.push((start, end));
        }
    }
    let reads =
        |raw: &str, digits: usize| format!("{:.digits$}", raw.parse::<f64>().unwrap_or_default());
    let mut said = String::with_capacity(text.len());
    let mut from = 0;
    for (start, end) in found.iter().copied() {
        let raw = &text[start..end];
        let decimals = raw.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let clear = |digits: &usize| {
            let mut others = found.iter().map(|(start, end)| &text[*start..*end]);
            others.all(|other| other == raw || reads(other, *digits) != reads(raw, *digits))
        };
        said += &text[from..start];
        match (1..decimals).find(clear) {
            Some(digits) => said += &reads(raw, digits),
            None => said += raw,
        }
        from = end;
    }
    said + &text[from..]
}

#[cfg(test)]
mod tests {
    use kernel::{Awaiting, Game, Match, Seed, Words};

    use super::*;
    use crate::KillTeam;

    fn speech() -> Speech {
        let setup = Setup::ready(["ashguard-line", "glass-wall"], 1);
        Speech::of(&setup.expect("ready teams"))
    }

    /// The terminal's words, and what a page says.
    #[test]
    fn sentences_have_names_and_short_lengths() {
        let speech = speech();
        let foe = speech.name(Id::new(Seat(1), 0));
        for (typed, says) in [
            ("A2 is not yours", "Brandt is not yours".to_owned()),
            (
                "Brandt (A2) walks to 3,4 [killteam:K24].",
                "Brandt walks to a place 7\" from the near left objective [killteam:K24].".into(),
            ),
            (
                "B1 is 19.989\" away, and the attack reaches 16.0\"",
                format!("{foe} is 20.0\" away, and the attack reaches 16.0\""),
            ),
            // What is over a limit reads as over it.
            (
                "A2 would move 6.042\", and may move 6.0\"",
                "Brandt would move 6.04\", and may move 6.0\"".into(),
            ),
            (
                "A2 would move 6.0004\", and may move 6.0\"",
                "Brandt would move 6.0004\", and may move 6.0\"".into(),
            ),
            (
                "A2's base must lie wholly within 6.0\" of the near edge",
                "Brandt's base must lie wholly within 6.0\" of the near edge".into(),
            ),
            ("leg 2: A3 stands in the way", "Mosk stands in the way".into()),
            ("2 left, as in `deploy A1 at 12,3`.", "2 left.".into()),
            ("there is the ground and `up 3.0`", "there is the ground and 3.0\" up".into()),
            (
                "an extra short action costs 1 CP: write extra before it",
                "an extra short action costs 1 CP".into(),
            ),
            (
                "The roll for sides: A 4, B 2 [killteam:SETUP-9].",
                "The roll for sides: The Third Rank 4, The Closed Window 2 [killteam:SETUP-9]."
                    .into(),
            ),
            (
                "A (The Third Rank) takes the near side.",
                "The Third Rank takes the near side.".into(),
            ),
            (
                "Brandt (A2) rolled 1: 4, 2: 6 (again) to hit B1, needing 5+: roll one again?",
                format!("Brandt rolled 4, 6 (again) to hit {foe}, needing 5+: roll one again?"),
            ),
            ("A's turn.", "The Third Rank's turn.".into()),
            ("A tie, rolled again.", "A tie, rolled again.".into()),
            ("AP 2, A12 and B0 are nobody", "AP 2, A12 and B0 are nobody".into()),
        ] {
            assert_eq!(speech.say(typed), says, "{typed}");
        }
    }

    #[test]
    fn models_that_share_a_name_are_told_apart() {
        let mut setup = Setup::ready(["ashguard-line", "glass-wall"], 1).expect("ready teams");
        for member in &mut setup.teams[0].members {
            member.name.clear();
        }
        setup.teams[1].members[0].name = "Sergeant".into();
        let speech = Speech::of(&setup);
        assert_eq!(speech.say("A3 and A4"), "Ash Trooper 1 and Ash Trooper 2");
        assert_eq!(speech.say("Ash Trooper (A4) aims."), "Ash Trooper 2 aims.");
        assert_eq!(speech.say("Sergeant (A2) aims at B1."), "Sergeant (A2) aims at Sergeant (B1).");
    }

    /// Whatever is told of a game, no id, no seat's letter and no long decimal is left in it.
    #[test]
    fn whole_games_are_told_without_ids() {
        let setup = KillTeam::default_setup(2);
        let speech = Speech::of(&setup);
        let mut game = Match::<KillTeam>::new(setup, Seed::from(5)).expect("a fine setup");
        let mut bot = bots::by_name::<KillTeam>("greedy", Seed::from(5)).expect("a bot");
        while let Awaiting::Seats(seats) = game.awaiting() {
            let seat = seats.lowest().expect("somebody owes");
            let view = KillTeam::view(game.state(), seat);
            let said = KillTeam::question(&view).map(|text| speech.say(&text)).unwrap_or_default();
            assert_plain(&said);
            let action = bot.choose(&view);
            game.play(seat, action).expect("a bot's action is allowed");
        }
        let events = game.log().flat_map(|(_, events)| events);
        for event in events.chain(game.opening()) {
            assert_plain(&speech.say(&KillTeam::narrate(game.setup(), event)));
        }
    }

    fn assert_plain(said: &str) {
        let bare = said.split('[').map(|part| part.split_once(']').map_or(part, |(_, rest)| rest));
        for part in bare {
            for word in part.split(|c: char| !c.is_alphanumeric()) {
                assert!(id_of(word).is_none() && word != "B", "{word} in {said}");
            }
            assert!(!part.contains('`'), "{said}");
        }
    }
}
