//! How the game speaks.

mod cards;
mod choices;
mod deeds;
mod question;

use kernel::dice::ScriptEntry;
use kernel::{Files, PictureError, RuleId, Seat, Thrown, Words};

use crate::action::{self, Action};
use crate::event::{Event, Seen};
use crate::faction::{self, Faction};
use crate::setup::{Setup, TableChoice};
use crate::speech::Speech;
use crate::state::{Side, State};
use crate::view::View;
use crate::{KillTeam, beats, check, explain, narrate, picture, places};

pub use cards::{feat_lines, weapon_lines};
pub use choices::{empty_table, read_table};
pub use question::strike_kind;

use choices::{is_file, read_teams, table_in, table_text, team_of};
use deeds::{describe, warning};
use question::question;

impl Words for KillTeam {
    fn default_setup(seats: u8) -> Setup {
        let factions: Vec<&Faction> =
            faction::built_in().iter().filter(|faction| !faction.cards.is_empty()).collect();
        // Factions with ready teams come first, so that the default is something to play with.
        let (ready, plain): (Vec<&Faction>, Vec<&Faction>) =
            factions.into_iter().partition(|faction| !faction.teams.is_empty());
        let known = if ready.is_empty() { plain } else { ready };
        let teams = (0..usize::from(seats))
            .filter_map(|i| known.get(i % known.len().max(1)))
            .map(|faction| team_of(faction))
            .collect();
        Setup { teams, table: TableChoice::Seed(1), points: 100 }
    }

    fn set_option(setup: &mut Setup, key: &str, value: &str) -> Result<(), String> {
        match key {
            "teams" => setup.teams = read_teams(value, None)?,
            "table" => setup.table = read_table(value)?,
            "points" => {
                setup.points = value.parse().map_err(|_| {
                    format!("points: \"{value}\" is no number; a game is of 10 to 400")
                })?;
            }
            _ => {
                return Err(format!(
                    "\"{key}\" is no option of this game; the options are teams, table, points"
                ));
            }
        }
        Ok(())
    }

    fn set_option_with(
        setup: &mut Setup,
        key: &str,
        value: &str,
        files: Files<'_>,
    ) -> Result<(), String> {
        match key {
            "teams" => setup.teams = read_teams(value, Some(files))?,
            "table" if is_file(value) => setup.table = table_in(value, files)?,
            _ => Self::set_option(setup, key, value)?,
        }
        Ok(())
    }

    fn options() -> &'static [(&'static str, &'static str, &'static str)] {
        &[
            (
                "teams",
                "two with a comma, such as ashguard-line,my-team.toml",
                "ready teams, factions, or files with one's own",
            ),
            (
                "table",
                "a number, placed:1, empty, a name, or a file",
                "a fresh table of that number, terrain placed in turns, a known table, one's own",
            ),
            ("points", "10 to 400", "how much a team may cost"),
        ]
    }

    fn teams() -> Vec<String> {
        let all = faction::built_in().iter().flat_map(|faction| &faction.teams);
        all.map(|team| team.id.clone()).collect()
    }

    fn describe_setup(setup: &Setup) -> String {
        let names: Vec<&str> = setup.teams.iter().map(|team| team.name.as_str()).collect();
        format!(
            "{}, {}, {} points",
            names.join(" against "),
            table_text(&setup.table),
            setup.points
        )
    }

    fn parse_action(text: &str) -> Result<Action, String> {
        action::parse(text)
    }

    fn action_text(action: &Action) -> String {
        action.to_string()
    }

    fn describe_action(view: &View, action: &Action) -> String {
        describe(&view.state, view.seat, action)
    }

    fn parse_rolls(text: &str) -> Result<Vec<ScriptEntry>, String> {
        parse_rolls(text)
    }

    fn narrate(setup: &Setup, event: &Event) -> String {
        narrate::narrate(setup, &event.seen_by(None))
    }

    fn narrate_seen(setup: &Setup, seen: &Seen) -> String {
        narrate::narrate(setup, seen)
    }

    fn spoken(setup: &Setup, turned: bool, text: &str) -> String {
        let said = Speech::of(setup).say(text);
        if turned { places::turned(&said) } else { said }
    }

    fn turned(view: &View) -> bool {
        view.seat.index() < 2 && view.state.team(view.seat).side == Side::Far
    }

    fn rule_of(seen: &Seen) -> Option<RuleId> {
        beats::rule_of(seen)
    }

    fn dice_of(setup: &Setup, seen: &Seen) -> Vec<Thrown> {
        beats::dice_of(setup, seen)
    }

    fn secret(events: &[Event]) -> bool {
        events.iter().any(|event| matches!(event, Event::Bid { .. }))
    }

    fn question(view: &View) -> Option<String> {
        check::owes(&view.state, view.seat).then(|| question(view))
    }

    fn diagram(state: &State) -> String {
        picture::diagram(state)
    }

    fn diagram_view(view: &View) -> String {
        picture::diagram_view(view)
    }

    fn pictured_setup(setup: &Setup, picture: &str) -> Setup {
        picture::pictured_setup(setup, picture)
    }

    fn position(setup: &Setup, picture: &str) -> Result<State, PictureError> {
        picture::position(setup, picture)
    }

    fn compare(state: &State, picture: &str) -> Result<Vec<String>, PictureError> {
        picture::compare(state, picture)
    }

    fn compare_view(view: &View, picture: &str) -> Result<Vec<String>, PictureError> {
        picture::compare_view(view, picture)
    }

    fn explain(view: &View, question: &str) -> Result<Vec<String>, String> {
        explain::explain(view, question)
    }

    fn warning(view: &View, action: &Action) -> Option<String> {
        warning(&view.state, view.seat, action)
    }
}

/// The rolls there are, by name.
const ROLLS: [&str; 9] =
    ["terrain", "side", "first", "hit", "armour", "recovery", "nerve", "sixth", "bid"];

/// Reads scripted rolls: a name, a seat if one likes, and one face or several.
fn parse_rolls(text: &str) -> Result<Vec<ScriptEntry>, String> {
    let wrong = |why: &str| {
        format!(
            "\"{text}\" is no roll: {why}; write a name, a seat if you like, and faces, as in \
             hit 4, or hit A 4 5 2; the names are {}",
            ROLLS.join(", ")
        )
    };
    let mut words = text.split_whitespace();
    let name = words.next().ok_or_else(|| wrong("nothing is there"))?;
    let name = ROLLS
        .into_iter()
        .find(|known| *known == name)
        .ok_or_else(|| wrong(&format!("\"{name}\" is no name of one")))?;
    let mut words = words.peekable();
    let seat = words.peek().and_then(|word| word.parse::<Seat>().ok());
    if seat.is_some() {
        words.next();
    }
    let whose = seat.map_or(String::new(), |seat| format!("{seat} "));
    let entries = words
        .map(|word| {
            let highest = if name == "bid" { 99 } else { 6 };
            let value = word
                .parse::<u32>()
                .ok()
                .filter(|face| *face <= highest && (*face > 0 || name == "bid"))
                .ok_or_else(|| wrong(&format!("\"{word}\" is no face")))?;
            let text = format!("{name} {whose}{word}");
            Ok(ScriptEntry { name: name.into(), seat, value, text })
        })
        .collect::<Result<Vec<ScriptEntry>, String>>()?;
    if entries.is_empty() { Err(wrong("the face is missing")) } else { Ok(entries) }
}

#[cfg(test)]
mod tests {
    use kernel::Game;

    use super::*;
    use crate::roster::FactionChoice;
    use crate::tables;

    #[test]
    fn options_say_what_would_be_right() {
        let mut setup = KillTeam::default_setup(2);
        assert!(KillTeam::validate(&setup).is_ok());
        for (key, value) in
            [("teams", "ashguard,ashguard"), ("table", "7"), ("table", "empty"), ("points", "120")]
        {
            KillTeam::set_option(&mut setup, key, value).unwrap();
            assert!(KillTeam::validate(&setup).is_ok(), "{key}={value}");
        }
        for (key, value, says) in [
            ("teams", "ashguard", "write two"),
            ("teams", "ashguard,orcs", "there are "),
            ("table", "moon", "empty"),
            ("points", "many", "10 to 400"),
            ("mode", "full", "teams, table, points"),
        ] {
            let error = KillTeam::set_option(&mut setup, key, value).unwrap_err();
            assert!(error.contains(says), "{key}={value}: {error}");
        }
        assert!(KillTeam::describe_setup(&setup).contains("120 points"));
    }

    #[test]
    fn teams_and_tables_may_come_from_files() {
        let roster = |faction: &str| {
            format!(
                "name = \"Mine\"\nfaction = \"{faction}\"\n[[model]]\ncard = \"squire\"\nleader = true\n"
            )
        };
        let glass = include_str!("../../../../data/killteam/glass.toml");
        let yard = tables::FILES[0].1;
        let files = |name: &str| match name {
            "mine.toml" => Ok(roster("glass")),
            "sub/mine.toml" => Ok(roster("own.toml")),
            "sub/own.toml" | "own.toml" => Ok(glass.replace("id = \"glass\"", "id = \"own\"")),
            "bad.toml" => Ok("name = 1".to_owned()),
            "yard.toml" => Ok(yard.to_owned()),
            _ => Err(format!("{name} can't be read: no such file")),
        };
        let mut setup = KillTeam::default_setup(2);
        for (key, value) in [
            ("teams", "mine.toml,glass-wall"),
            ("teams", "sub/mine.toml,own.toml"),
            ("table", "yard.toml"),
            ("table", "7"),
        ] {
            KillTeam::set_option_with(&mut setup, key, value, &files).unwrap();
            assert_eq!(KillTeam::validate(&setup), Ok(()), "{key}={value}");
        }
        assert_eq!(setup.teams[0].name, "Mine");
        assert!(matches!(&setup.teams[1].faction, FactionChoice::Own(own) if own.id == "own"));
        assert_eq!(setup.teams[1].members.len(), team_of(&setup_faction("glass")).members.len());
        for (key, value, says) in [
            ("teams", "bad.toml,glass", "bad.toml: line 1"),
            ("teams", "none.toml,glass", "none.toml can't be read"),
            ("teams", "nobody,glass", "or a file's name"),
            ("table", "none.toml", "none.toml can't be read"),
            ("table", "bad.toml", "bad.toml: "),
        ] {
            let error = KillTeam::set_option_with(&mut setup, key, value, &files).unwrap_err();
            assert!(error.contains(says), "{key}={value}: {error}");
        }
    }

    fn setup_faction(id: &str) -> Faction {
        faction::find(id).expect("a built-in faction").clone()
    }

    #[test]
    fn rolls_are_a_name_a_seat_and_faces() {
        let rolls = parse_rolls("hit A 4 5 2").unwrap();
        assert_eq!(rolls.iter().map(|roll| roll.value).collect::<Vec<_>>(), [4, 5, 2]);
        assert!(rolls.iter().all(|roll| roll.name == "hit" && roll.seat == Some(Seat(0))));
        assert_eq!(parse_rolls("nerve 3").unwrap()[0].seat, None);
        assert_eq!(parse_rolls("bid B 0").unwrap()[0].value, 0);
        for (text, says) in [
            ("", "nothing is there"),
            ("luck 3", "no name"),
            ("hit", "face is missing"),
            ("hit A", "face is missing"),
            ("hit 7", "no face"),
            ("hit 0", "no face"),
        ] {
            let error = parse_rolls(text).unwrap_err();
            assert!(error.contains(says) && error.contains("hit 4"), "{text}: {error}");
        }
    }

    /// `killteam:K13`, `killteam:K14`: an Aim ends with its activation, so one without room for an attack
    /// is warned of, and bots think of it last.
    #[test]
    fn an_aim_that_no_attack_can_follow_is_thrown_away() {
        let setup = KillTeam::default_setup(2);
        for (active, action, vain) in [
            ("", "aim", false),
            ("shorts 1 done walk", "extra aim", false),
            ("shorts 1 done walk", "aim", false),
            ("shorts 2 done walk,stand", "extra aim", true),
            ("shorts 1 done attack", "aim", true),
            ("shorts 1 done attack", "extra focus", true),
            ("longs 1 done run", "extra aim", true),
            ("again", "extra focus", false),
            ("again shorts 1 done walk", "extra focus", true),
            ("", "extra focus", false),
        ] {
            let rested = if active.starts_with("again") { " activated" } else { "" };
            let picture = format!(
                "table empty\nA1 card plain\nB1 card plain\nA1 at 18,5{rested}\nB1 at 18,20\nA cp 1\n\
                 ask act A\nactive A1 {active}\n"
            );
            let state = KillTeam::position(&setup, &picture).expect("a position");
            let view = KillTeam::view(&state, Seat(0));
            let action = KillTeam::parse_action(action).expect("an action");
            let Ok(()) = KillTeam::check(&state, Seat(0), &action) else {
                panic!("{active}: {action}")
            };
            let warned = KillTeam::warning(&view, &action).is_some();
            assert_eq!(warned, vain, "{active}: {action}");
            let mut worths = Vec::new();
            let list = [action.clone(), Action::Done];
            KillTeam::appraise(&view, &list, kernel::Eye::Seasoned, &mut worths);
            assert_eq!(worths[0] < worths[1] - 10_000, vain, "{active}: {action} {worths:?}");
        }
    }

    /// A picture with one line changed is refused with its line and what would be right.
    #[test]
    fn wrong_pictures_say_what_would_be_right() {
        let setup = KillTeam::default_setup(2);
        let right = "table empty\nA1 card plain\nB1 card plain\nA1 at 18,5\nB1 at 18,30\n";
        assert!(KillTeam::position(&setup, right).is_ok());
        for (line, says) in [
            ("A1 ta 18,5", "is not known of a model"),
            ("A1 at 18", "comma"),
            ("A1 at 18,40", "36 by 36"),
            ("A2 at 18,5", "there is no A2"),
            ("A1 at 18,5 wounds 3", "its card 2"),
            ("A1 at 18,0.2", "leave the table"),
            ("A1 waiting", "that is over"),
            ("A1 at 18,29.5", "overlap"),
            ("A1 out", "can't have a turn"),
            ("A1 at 18,5 | A cp many", "from 0 to 99"),
            ("A1 at 18,5 | ask act A", "the game would"),
            ("A1 at 18,5 | ask jump A", "nothing that is asked"),
            ("A1 at 18,5 | A bid ?", "what was bid"),
            ("A1 at 18,5 | active A1", "does not fit"),
            ("A1 at 18,5 | round 6", "1 to 5"),
            ("A1 at 18,5 | A cp 1 bid 1", "end phase"),
            ("A1 at 18,5\nflow {}}", "can't be read"),
            ("A1 at 18,5\nA3 card plain", "without gaps"),
            ("A1 at 18,5\nA1 card plain", "a card already"),
            ("A1 at 18,5\nA2 card ashguard/tank", "it has captain"),
            ("A1 at 18,5\nA1 stats armour 9", "from 2 to 7"),
            ("A1 at 18,5\nA1 attack Gun range 4", "a name and a kind"),
            ("A1 at 18,5\nwall 1,1 height 3", "from one point to another"),
            ("A1 at 18,5\nsolid 1,1 2,1 2,2 kinds rock height 1", "no kind of terrain"),
            ("A1 at 18,5\nhello", "write one of"),
            ("A1 at 18,5\nA1 at 18,6", "A1: its place is said twice"),
            ("A1 at 18,5 down standing", "whether it is down"),
            ("A1 at 18,5\nA cp 3\nA cp 5", "command points"),
            ("A1 at 18,5\nA far | B far", "the same edge"),
            ("A1 at 18,5\nround 2\nround 3", "another line"),
            ("A1 at 18,5\nask act A\nactive A1 longs 1 shorts 2", "one long or two short"),
        ] {
            let picture = right.replace("A1 at 18,5", line);
            let error = KillTeam::position(&setup, &picture).unwrap_err();
            assert!(error.message.contains(says), "{line}: {error}");
        }
    }
}
