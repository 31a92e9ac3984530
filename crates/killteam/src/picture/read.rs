//! Reading pictures: lines to facts.

use kernel::{Outcome, PictureError, Seat};
use table::Spot;

use super::agree::{agree, set};
use super::{
    ACTS, ASKS, Bid, Fact, Flow, ModelFact, PHASES, TeamFact, Where, terrain, units, wrong,
};
use crate::state::{Activation, Ask, Fallback, Id, Models, Side};
use crate::words::read_table;

/// No picture has more lines, and no line more letters: what is longer was not made by hand.
const LINES_MAX: usize = 4000;

/// A fact with its line.
pub(super) type Lines = Vec<(usize, Fact)>;

/// Everything a picture says, in its order.
pub(super) fn read(picture: &str) -> Result<Lines, PictureError> {
    let mut facts: Lines = Vec::new();
    let mut joined: Vec<(usize, String)> = Vec::new();
    for (index, raw) in picture.lines().enumerate() {
        if index >= LINES_MAX {
            return Err(wrong(index + 1, format!("a picture has at most {LINES_MAX} lines")));
        }
        let text = raw.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        if let Some(rest) = text.strip_prefix('…') {
            let Some((_, line)) = joined.last_mut() else {
                return Err(wrong(index + 1, "a line that begins with … goes on with another"));
            };
            line.push_str(rest.trim_start());
            continue;
        }
        joined.push((index + 1, text.to_owned()));
    }
    for (number, text) in joined {
        let parts: Vec<&str> = if whole(&text) { vec![&text] } else { text.split(" | ").collect() };
        for part in parts.into_iter().map(str::trim).filter(|part| !part.is_empty()) {
            let fact = line(part).map_err(|message| wrong(number, message))?;
            facts.push((number, fact));
        }
    }
    agree(&facts)?;
    Ok(facts)
}

/// Whether a line may hold anything, so that it can't be cut up into several facts.
fn whole(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let (first, second) = (words.next(), words.next());
    matches!(first, Some("piece" | "flow")) || matches!(second, Some("card" | "attack" | "feat"))
}

const FORMS: &str = "write one of: round 2, ask turn A, turn A, first A, turns 14, phase turns, \
    active A1, rested A1, followed, struck A1,B2, last round 6, first finished A, running out, \
    A near cp 3, A1 at 12,3, A1 out, A1 waiting, A1 card plain, A1 stats armour 3, \
    A1 attack Gun ranged range 24 dice 2 hit 4, table empty, piece, area, solid, wall, floor, \
    ladder, stairs, climb, drop, flow, or # for a comment";

fn line(text: &str) -> Result<Fact, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let rest = || text.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim());
    match words[..] {
        ["round", round] => number(round, "a round", 0, 6).map(Fact::Round),
        ["phase", name] => PHASES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, phase)| Fact::Phase(*phase))
            .ok_or_else(|| format!("`{name}` is no phase; {}", list(PHASES.iter().map(|p| p.0)))),
        ["ask", ..] => ask(rest()).map(Fact::Ask),
        ["turn", seat] => self::seat(seat).map(Fact::Turn),
        ["first", "finished", "nobody"] => Ok(Fact::FirstFinished(None)),
        ["first", "finished", seat] => self::seat(seat).map(|seat| Fact::FirstFinished(Some(seat))),
        ["first", seat] => self::seat(seat).map(Fact::First),
        ["turns", turns] => number(turns, "a count of turns", 0, 10_000).map(Fact::Turns),
        ["followed"] => Ok(Fact::Followed(true)),
        ["not", "followed"] => Ok(Fact::Followed(false)),
        ["rested", "nobody"] => Ok(Fact::Rested(None)),
        ["rested", id] => Ok(Fact::Rested(Some(id.parse()?))),
        ["struck", "nobody"] => Ok(Fact::Struck(0)),
        ["struck", ids] => models(ids).map(Fact::Struck),
        ["last", "round", round] => number(round, "the last round", 5, 6).map(Fact::LastRound),
        ["running", "out"] => Ok(Fact::RunningOut(true)),
        ["active", "nobody"] => Ok(Fact::Active(None)),
        ["active", id, ref rest @ ..] => {
            active(id.parse()?, rest).map(|active| Fact::Active(Some(active)))
        }
        ["flow", ..] => {
            let flow: Flow = serde_json::from_str(rest())
                .map_err(|error| format!("the flow can't be read: {error}"))?;
            Ok(Fact::Flow(Box::new(flow)))
        }
        ["placed", piece, "at", ref place @ ..] => {
            let piece = number(piece, "a piece of terrain", 1, 48)?;
            Ok(Fact::Placed(piece, place.join(" ").parse()?))
        }
        ["table", name] => read_table(name).map(Fact::Table),
        ["piece", ..] => Ok(Fact::Piece(rest().into())),
        ["area" | "solid" | "wall" | "floor" | "ladder" | "stairs" | "climb" | "drop", ..] => {
            terrain::part(&words).map(Fact::Part)
        }
        ["A" | "B", ref rest @ ..] => Ok(Fact::Team(self::seat(words[0])?, team(rest)?)),
        [id, "card", ref rest @ ..] if is_id(id) => Ok(Fact::Card(id.parse()?, units::card(rest)?)),
        [id, "stats", ref rest @ ..] if is_id(id) => {
            Ok(Fact::Stats(id.parse()?, units::stats(rest)?))
        }
        [id, "attack", ref rest @ ..] if is_id(id) => {
            Ok(Fact::Attack(id.parse()?, units::weapon(rest)?))
        }
        [id, "feat", ..] if is_id(id) => {
            let json = text.split_once(" feat ").map_or("", |(_, json)| json);
            let feat = serde_json::from_str(json)
                .map_err(|error| format!("the feat can't be read: {error}"))?;
            Ok(Fact::Feat(id.parse()?, feat))
        }
        [id, ref rest @ ..] if is_id(id) => Ok(Fact::Model(id.parse()?, model(rest)?)),
        _ => Err(format!("`{text}` is not known; {FORMS}")),
    }
}

/// Whether a word is meant to be a model: a wrong number is told better by reading it.
fn is_id(word: &str) -> bool {
    word.starts_with(['A', 'B']) && word[1..].starts_with(|c: char| c.is_ascii_digit())
}

/// A number between two others.
pub(super) fn number<T: TryFrom<i64>>(
    text: &str,
    what: &str,
    low: i64,
    high: i64,
) -> Result<T, String> {
    text.parse::<i64>()
        .ok()
        .filter(|number| (low..=high).contains(number))
        .and_then(|number| T::try_from(number).ok())
        .ok_or_else(|| format!("`{text}` is no number for {what}; write one from {low} to {high}"))
}

fn seat(text: &str) -> Result<Seat, String> {
    match text {
        "A" => Ok(Seat(0)),
        "B" => Ok(Seat(1)),
        _ => Err(format!("`{text}` is no seat; the seats are A and B")),
    }
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    format!("there are {}", names.collect::<Vec<_>>().join(", "))
}

fn models(text: &str) -> Result<Models, String> {
    text.split(',').try_fold(0, |set, id| Ok(set | id.trim().parse::<Id>()?.bit()))
}

fn ask(text: &str) -> Result<Ask, String> {
    match text {
        "bid" => return Ok(Ask::Bid),
        "nothing" => return Ok(Ask::Nothing),
        "over draw" => return Ok(Ask::Over(Outcome::Draw)),
        "over A wins" => return Ok(Ask::Over(Outcome::Win(Seat(0)))),
        "over B wins" => return Ok(Ask::Over(Outcome::Win(Seat(1)))),
        _ => {}
    }
    let (name, letter) = text.rsplit_once(' ').unwrap_or((text, ""));
    let known = ASKS.iter().find(|(known, _)| *known == name.trim());
    match known {
        Some((_, make)) => seat(letter).map(make),
        None => Err(format!(
            "`{text}` is nothing that is asked; write one of {}, with a seat after it, or bid, \
             over A wins, over draw",
            ASKS.map(|(name, _)| name).join(", ")
        )),
    }
}

/// The words of a line, one after the other, with the values that some of them need.
pub(super) struct Reader<'a> {
    words: std::iter::Peekable<std::slice::Iter<'a, &'a str>>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(words: &'a [&'a str]) -> Self {
        Reader { words: words.iter().peekable() }
    }

    pub(super) fn next(&mut self) -> Option<&'a str> {
        self.words.next().copied()
    }

    pub(super) fn peek(&mut self) -> Option<&'a str> {
        self.words.peek().map(|word| **word)
    }

    /// What comes after a word that needs something.
    pub(super) fn value(&mut self, after: &str) -> Result<&'a str, String> {
        self.next().ok_or_else(|| format!("after `{after}` something is missing"))
    }

    pub(super) fn number<T: TryFrom<i64>>(
        &mut self,
        what: &str,
        low: i64,
        high: i64,
    ) -> Result<T, String> {
        number(self.value(what)?, what, low, high)
    }
}

/// The bits of a list of numbers from 1 to 16.
fn bits(text: &str) -> Result<u16, String> {
    if text == "none" {
        return Ok(0);
    }
    text.split(',')
        .try_fold(0, |set, part| Ok(set | 1 << (number::<u16>(part, "a feat", 1, 16)? - 1)))
}

fn active(model: Id, words: &[&str]) -> Result<Activation, String> {
    let mut activation = Activation::of(model);
    let mut words = Reader::new(words);
    while let Some(word) = words.next() {
        match word {
            "again" => activation.again = true,
            "extra" => activation.extra = true,
            "aim" => activation.aim = true,
            "focus" => activation.focus = true,
            "moved" => activation.moved = true,
            "longs" => activation.longs = words.number("longs", 0, 2)?,
            "shorts" => activation.shorts = words.number("shorts", 0, 3)?,
            "done" => {
                for name in words.value("done")?.split(',') {
                    let bit = ACTS.iter().position(|known| *known == name).ok_or_else(|| {
                        format!("`{name}` is no action; {}", list(ACTS.into_iter()))
                    })?;
                    activation.done |= 1 << bit;
                }
            }
            "feats" => activation.feats = bits(words.value("feats")?)?,
            "fallback" => {
                activation.fallback = match words.value("fallback")? {
                    "due" => Fallback::Due,
                    "done" => Fallback::Done,
                    other => return Err(format!("a fallback is due or done, not `{other}`")),
                };
            }
            "charging" => activation.charging = Some(words.value("charging")?.parse()?),
            _ => {
                return Err(format!(
                    "`{word}` is not known of an active model; there are again, longs 1, shorts 1, \
                     extra, aim, focus, moved, done walk,attack, feats 1, fallback due, charging B2"
                ));
            }
        }
    }
    Ok(activation)
}

fn team(words: &[&str]) -> Result<TeamFact, String> {
    let mut fact = TeamFact::default();
    let mut words = Reader::new(words);
    while let Some(word) = words.next() {
        match word {
            "near" => set(&mut fact.side, Side::Near, "its side")?,
            "far" => set(&mut fact.side, Side::Far, "its side")?,
            "cp" => {
                set(&mut fact.cp, words.number("cp", 0, 99)?, "how many command points it has")?;
            }
            "tokens" => set(
                &mut fact.tokens,
                words.number("tokens", 0, 20)?,
                "how many pass tokens it has",
            )?,
            "score" => set(&mut fact.score, words.number("score", 0, 999)?, "its score")?,
            "seize" => set(&mut fact.seize, words.number("seize", 0, 99)?, "what it has seized")?,
            "broken" => set(&mut fact.broken, true, "whether it is broken")?,
            "unbroken" => set(&mut fact.broken, false, "whether it is broken")?,
            "finished" => set(&mut fact.finished, true, "whether it has finished")?,
            "unfinished" => set(&mut fact.finished, false, "whether it has finished")?,
            "bid" => {
                fact.bid = Some(match words.value("bid")? {
                    "?" => Bid::Secret,
                    "none" => Bid::None,
                    cp => Bid::Of(number(cp, "a bid", 0, 99)?),
                });
            }
            _ => {
                return Err(format!(
                    "`{word}` is not known of a team; there are near, far, cp 3, tokens 1, score \
                     4, seize 1, broken, unbroken, finished, unfinished, bid 2"
                ));
            }
        }
    }
    Ok(fact)
}

fn model(words: &[&str]) -> Result<ModelFact, String> {
    let mut fact = ModelFact::default();
    let mut words = Reader::new(words);
    while let Some(word) = words.next() {
        match word {
            "out" => set(&mut fact.place, Where::Out, "its place")?,
            "waiting" => set(&mut fact.place, Where::Waiting, "its place")?,
            "at" => {
                let mut text = words.value("at")?.to_owned();
                while let Some(word @ ("up" | "facing")) = words.peek() {
                    words.next();
                    text += &format!(" {word} {}", words.value(word)?);
                }
                set(&mut fact.place, Where::At(text.parse::<Spot>()?), "its place")?;
            }
            "wounds" => {
                set(&mut fact.wounds, words.number("wounds", 0, 99)?, "how many wounds it has")?;
            }
            "down" => set(&mut fact.down, true, "whether it is down")?,
            "standing" => set(&mut fact.down, false, "whether it is down")?,
            "activated" => set(&mut fact.activated, true, "whether it is activated")?,
            "fresh" => set(&mut fact.activated, false, "whether it is activated")?,
            "steady" => set(&mut fact.steady, true, "whether it is steady")?,
            "unsteady" => set(&mut fact.steady, false, "whether it is steady")?,
            "used" => set(&mut fact.used_round, bits(words.value("used")?)?, "what it has used")?,
            "ever" => {
                set(&mut fact.used_game, bits(words.value("ever")?)?, "what it has ever used")?;
            }
            _ => {
                return Err(format!(
                    "`{word}` is not known of a model; there are at 12,3, up 3 and facing 90 after \
                     it, wounds 2, down, standing, activated, fresh, out, waiting, used 1, ever 1"
                ));
            }
        }
    }
    Ok(fact)
}
