//! How the game speaks.

use kernel::dice::ScriptEntry;
use kernel::{Files, PictureError, RuleId, Seat, Thrown, Words};
use table::{Length, Point, Table};

use crate::action::{self, Act, Action, Blow};
use crate::card::{Reach, When};
use crate::check;
use crate::event::{Event, Seen};
use crate::explain::{self, Forecast};
use crate::faction::{self, Faction};
use crate::ideas;
use crate::narrate::{self, Names, count, needs};
use crate::roster::{FactionChoice, Member, Roster};
use crate::rules::{dice, feats, moving, nerve, rounds, terrain, wounds};
use crate::setup::{self, SIDE, Setup, TableChoice};
use crate::speech::Speech;
use crate::state::{Ask, AttackKind, Dice, Id, MoveFor, Route, Side, State};
use crate::view::View;
use crate::{KillTeam, beats, picture, places, tables};

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

/// The first ready team of a faction, or a plain one of its first model.
fn team_of(faction: &Faction) -> Roster {
    if let Some(roster) = faction.teams.first().and_then(|team| faction.ready(&team.id)) {
        return roster;
    }
    let card = &faction.cards[0];
    let affordable = 100 / usize::from(card.points.max(1));
    let members = (0..affordable.min(card.max.into()).clamp(1, 10))
        .map(|i| Member {
            card: card.id.clone(),
            name: String::new(),
            options: Vec::new(),
            leader: i == 0,
        })
        .collect();
    let name = faction.name.clone();
    Roster { name, faction: FactionChoice::Named(faction.id.clone()), members }
}

/// Whether a value names a file: ids have no full stop and no stroke.
fn is_file(value: &str) -> bool {
    value.contains(['.', '/', '\\'])
}

/// The faults of a file as one text.
fn faults_of<F: ToString>(key: &str, file: &str, faults: &[F]) -> String {
    let list: Vec<String> = faults.iter().map(ToString::to_string).collect();
    format!("{key}: {file}: {}", list.join("; "))
}

/// The table in a file.
fn table_in(file: &str, files: Files<'_>) -> Result<TableChoice, String> {
    let text = files(file).map_err(|error| format!("table: {error}"))?;
    let table = Table::from_toml(&text).map_err(|faults| faults_of("table", file, &faults))?;
    Ok(TableChoice::Own(table))
}

/// The team in a roster file, or the first of those in a faction file.
fn team_in(file: &str, files: Files<'_>) -> Result<Roster, String> {
    let text = files(file).map_err(|error| format!("teams: {error}"))?;
    let beside = |name: &str| match file.rfind(['/', '\\']) {
        Some(at) => files(&format!("{}{name}", &file[..=at])),
        None => files(name),
    };
    match Roster::read(&text, beside) {
        Ok(roster) => Ok(roster),
        Err(faults) => match Faction::read(&text) {
            Err(_) => Err(faults_of("teams", file, &faults)),
            Ok(faction) => match faction.faults() {
                faults if !faults.is_empty() => Err(faults_of("teams", file, &faults)),
                _ => {
                    let team = team_of(&faction);
                    let teams = Vec::new();
                    let own = FactionChoice::Own(Box::new(Faction { teams, ..faction }));
                    Ok(Roster { faction: own, ..team })
                }
            },
        },
    }
}

fn read_teams(value: &str, files: Option<Files<'_>>) -> Result<Vec<Roster>, String> {
    let known = || {
        let mut ids: Vec<&str> = Vec::new();
        for faction in faction::built_in() {
            ids.extend(faction.teams.iter().map(|team| team.id.as_str()));
        }
        ids.extend(faction::built_in().iter().map(|faction| faction.id.as_str()));
        ids.join(", ")
    };
    let ids: Vec<&str> = value.split(',').map(str::trim).collect();
    if ids.len() != 2 {
        return Err(format!(
            "teams: \"{value}\" names {} teams; write two with a comma, out of {}",
            ids.iter().filter(|id| !id.is_empty()).count(),
            known()
        ));
    }
    let team = |id: &&str| match files {
        Some(files) if is_file(id) => team_in(id, files),
        _ => setup::ready_team(id).or_else(|| faction::find(id).map(team_of)).ok_or_else(|| {
            let known = known();
            format!("teams: there is no team \"{id}\"; there are {known}, or a file's name")
        }),
    };
    ids.iter().map(team).collect()
}

/// A table by number, name, or `empty`.
pub fn read_table(value: &str) -> Result<TableChoice, String> {
    if value == "empty" {
        return Ok(TableChoice::Own(empty_table()));
    }
    if let Ok(number) = value.parse() {
        return Ok(TableChoice::Seed(number));
    }
    if let Some(number) = value.strip_prefix("placed:").and_then(|number| number.parse().ok()) {
        return Ok(TableChoice::Placed(number));
    }
    if tables::FILES.iter().any(|(name, _)| *name == value) {
        return Ok(TableChoice::Named(value.into()));
    }
    let known = tables::FILES.iter().fold(String::new(), |known, (name, _)| known + ", " + name);
    Err(format!(
        "table: there is no table \"{value}\"; write a number for a fresh one, placed:1 to place \
         terrain in turns, empty{known}"
    ))
}

/// A table with nothing on it.
pub fn empty_table() -> Table {
    Table { name: "an empty table".into(), size: Point::new(SIDE, SIDE), pieces: Vec::new() }
}

fn table_text(choice: &TableChoice) -> String {
    match choice {
        TableChoice::Seed(number) => format!("table {number}"),
        TableChoice::Placed(number) => format!("terrain placed in turns ({number})"),
        TableChoice::Named(name) => format!("the table {name}"),
        TableChoice::Own(table) if table.name.is_empty() => "a table of one's own".into(),
        TableChoice::Own(table) => table.name.clone(),
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

/// Dice with their places, for a re-roll: `1: 4, 2: 6, 3: 2'`.
fn placed(dice: &Dice) -> String {
    let list: Vec<String> = dice
        .iter()
        .zip(1..)
        .map(|(die, place)| {
            format!("{place}: {}{}", die.face, if die.again { " (again)" } else { "" })
        })
        .collect();
    list.join(", ")
}

fn terrain_question(state: &State) -> String {
    let covered = table::coverage(&state.board);
    let left: Vec<String> = terrain::left(state)
        .take(12)
        .map(|number| format!("{number} {}", state.fixed.pool[usize::from(number) - 1].name))
        .collect();
    format!(
        "Place a piece of terrain, as in `terrain 1 at 18,12 facing 90`: {covered} of 25% are \
         covered; there are {}.",
        left.join(", ")
    )
}

fn question(view: &View) -> String {
    let state = &view.state;
    let names = Names(&state.fixed.setup);
    let team = state.team(view.seat);
    let cp = team.cp;
    match state.ask {
        Ask::Nothing | Ask::Over(_) => String::new(),
        Ask::Terrain(_) => terrain_question(state),
        Ask::Side(_) => "Pick your side of the table.".into(),
        Ask::Deploy(_) => {
            let left = ideas::undeployed(state, view.seat).count();
            if ideas::room(state, view.seat).is_none() {
                return format!("Your zone is full: `pass`, and {left} of your models stay out.");
            }
            format!(
                "Deploy a model within 6\" of the {} edge: {left} left, as in `deploy A1 at 12,3`.",
                team.side
            )
        }
        Ask::Order(_) => "You won the roll: go first or second?".into(),
        Ask::Turn(_) => {
            let left = rounds::unactivated(state, view.seat).count();
            let mut text =
                format!("Your turn in round {}: {left} still to activate, {cp} CP", state.round);
            if team.tokens > 0 {
                text += &format!(", {}", count(team.tokens, "pass token"));
            }
            text + "."
        }
        Ask::Act(_) => act_question(state, names, cp),
        Ask::Fallback(_) => {
            let model = check::active(state).model;
            let (allowed, _) = moving::allowance(state, model, MoveFor::Fallback);
            format!(
                "{} must fall back up to {allowed} towards the {} edge.",
                names.of(model),
                team.side
            )
        }
        Ask::ChargeAttack(_) => {
            let activation = check::active(state);
            let target = activation.charging.map_or("nobody".into(), |target| names.of(target));
            format!("{} has reached {target}: strike, or hold?", names.of(activation.model))
        }
        Ask::Strike(_) => {
            let mover = state.moving.as_ref().map_or("somebody".into(), |m| names.of(m.model));
            let may = names.list(check::striking(state));
            format!("{mover} leaves: {may} may strike at it, or hold.")
        }
        Ask::RerollHit(_) => match &state.attack {
            Some(attack) => {
                let aimed = &attack.targets[usize::from(attack.at)];
                format!(
                    "{} rolled {} to hit {}, needing {}: roll one again for 1 CP of {cp}, or keep?",
                    names.of(attack.attacker),
                    placed(&attack.dice),
                    names.of(aimed.target),
                    needs(aimed.need)
                )
            }
            None => String::new(),
        },
        Ask::RerollArmour(_) => match &state.save {
            Some(save) => format!(
                "{} rolled {} for armour against {}, needing {}: roll one again for 1 CP of {cp}, \
                 or keep?",
                names.of(save.harm.target),
                placed(&save.dice),
                count(save.harm.hits, "hit"),
                needs(save.need.unwrap_or(7))
            ),
            None => String::new(),
        },
        Ask::Armour(_) => match &state.save {
            Some(save) => {
                let (need, _) = wounds::best_armour(state, &save.harm, 0);
                format!(
                    "{} must save {} by {} at AP {}: which armour, {} at best, and with which feats?",
                    names.of(save.harm.target),
                    count(save.harm.hits, "hit"),
                    narrate::cause(names, save.harm.cause),
                    save.harm.ap,
                    needs(need)
                )
            }
            None => String::new(),
        },
        Ask::Retaliate(_) => {
            let attacker = state.answers.map_or("nobody".into(), |a| names.of(a.attacker));
            let may = names.list(check::answering(state));
            format!("{may} may strike back at {attacker} for 1 CP of {cp}, or hold.")
        }
        Ask::FollowUp(_) => {
            format!("Another model may follow up for 1 CP of {cp}, or the turn ends.")
        }
        Ask::Bid => format!("How much of your {cp} CP do you bid for the next roll for first?"),
    }
}

fn act_question(state: &State, names: Names<'_>, cp: u8) -> String {
    let activation = check::active(state);
    let model = activation.model;
    let mut text = format!("{} acts: ", names.of(model));
    if state.model(model).down {
        return text + "it is knocked down and must stand up first.";
    }
    text += &match (activation.longs, activation.shorts, activation.again) {
        (0, 0, false) => "one long action or two short ones".to_owned(),
        (0, 0, true) => "one short action".into(),
        (longs, shorts, _) => {
            let mut done = Vec::new();
            if longs > 0 {
                done.push(format!("{longs} long"));
            }
            if shorts > 0 {
                done.push(format!("{shorts} short"));
            }
            format!("{} done", done.join(" and "))
        }
    };
    text += &format!(", speed {}, {cp} CP", moving::speed(state, model));
    if activation.aim {
        text += ", aiming";
    }
    if activation.focus {
        text += ", focused";
    }
    text + "."
}

/// The kind of attack a strike would be now.
pub fn strike_kind(state: &State) -> AttackKind {
    match state.ask {
        Ask::ChargeAttack(_) => AttackKind::Charge,
        Ask::Strike(_) => AttackKind::Disengaging,
        Ask::Retaliate(_) => AttackKind::Retaliation,
        _ => AttackKind::Action,
    }
}

fn describe(state: &State, seat: Seat, action: &Action) -> String {
    let names = Names(&state.fixed.setup);
    match action {
        Action::Terrain { piece, at } => {
            let name = state.fixed.pool.get(usize::from(*piece).wrapping_sub(1));
            format!("{} comes to lie at {at}", name.map_or("it", |piece| &piece.name))
        }
        Action::Side(side) => format!("your own edge is the {side} one"),
        Action::Deploy { model, .. } => names.of(*model),
        Action::GoFirst => "take the first turn of this round".into(),
        Action::GoSecond => "leave the first turn to the other".into(),
        Action::Activate(id) => {
            let follow = matches!(state.ask, Ask::FollowUp(_));
            let cost = if follow { " follows up for 1 CP" } else { " acts" };
            format!("{}{cost}{}", names.of(*id), condition(state, *id))
        }
        Action::Reactivate(id) => {
            let cost = if matches!(state.ask, Ask::FollowUp(_)) { 3 } else { 2 };
            format!("{} has one short action more for {cost} CP", names.of(*id))
        }
        Action::Pass => match state.ask {
            Ask::Terrain(_) => "no piece that is left fits anywhere".into(),
            Ask::Deploy(_) => {
                let left = ideas::undeployed(state, seat).count() as u8;
                format!("no room: {} out of play", count(left, "model"))
            }
            _ => format!("let the turn go by, {} left", count(state.team(seat).tokens, "token")),
        },
        Action::Finish => "take no more turns in this round".into(),
        Action::RunOut => "nobody is left against you: stay put to the end".into(),
        Action::Act(act) => describe_act(state, names, act),
        Action::Extra(act) => format!("for 1 CP: {}", describe_act(state, names, act)),
        Action::Done => "end the activation".into(),
        Action::FallBack(path) => {
            let Some(activation) = state.activation else { return "fall back".into() };
            let end = path.last().map(|leg| leg.to);
            let at = end.or_else(|| state.figure(activation.model).map(|figure| figure.spot));
            match at {
                Some(at) if state.exists(activation.model) => {
                    let gap = nerve::edge_gap(state, activation.model, at);
                    format!("{} ends {gap} from its edge", names.of(activation.model))
                }
                _ => "fall back".into(),
            }
        }
        Action::Strike { by, blow } => {
            let kind = strike_kind(state);
            let text = describe_blow(state, *by, kind, blow);
            if kind == AttackKind::Retaliation { format!("{text}, for 1 CP") } else { text }
        }
        Action::Hold => match state.ask {
            Ask::ChargeAttack(_) => "no charge attack".into(),
            Ask::Strike(_) => "let it go".into(),
            Ask::Retaliate(_) => "nobody strikes back".into(),
            Ask::FollowUp(_) => "end the turn".into(),
            _ => "do nothing".into(),
        },
        Action::Armour { invulnerable, feats } => describe_armour(state, *invulnerable, feats),
        Action::Reroll(place) => describe_reroll(state, *place),
        Action::Keep => "leave the dice as they are".into(),
        Action::Bid(cp) => format!("+{cp} on your next roll for first player"),
    }
}

/// What is worth knowing of a model that is to act.
fn condition(state: &State, id: Id) -> String {
    if !state.exists(id) || !state.in_play(id) {
        return String::new();
    }
    let (profile, model) = (state.profile(id), state.model(id));
    let mut list = vec![format!("{} of {} wounds", model.wounds, profile.wounds)];
    if model.down {
        list.push("knocked down".into());
    }
    if nerve::must_test(state, id, false) {
        list.push(format!("must test its nerve, {}", needs(nerve::need(state, id))));
    }
    format!(": {}", list.join(", "))
}

fn describe_armour(state: &State, invulnerable: Option<u8>, feats: &[u8]) -> String {
    if state.save.is_none() {
        return "armour".into();
    }
    match check::armour(state, invulnerable, feats) {
        Ok((need, is_invulnerable, cost)) => {
            let kind = if is_invulnerable { "invulnerable armour" } else { "armour" };
            let cost = if cost > 0 { format!(", for {cost} CP") } else { String::new() };
            format!("{kind}: each die needs {}{cost}", needs(need))
        }
        Err(violation) => violation.to_string(),
    }
}

fn describe_reroll(state: &State, place: u8) -> String {
    let (roll, need) = match (state.ask, &state.attack, &state.save) {
        (Ask::RerollArmour(_), _, Some(save)) => (Some(&save.dice), save.need.unwrap_or(7)),
        (_, Some(attack), _) => {
            let need = attack.targets.get(usize::from(attack.at)).map_or(7, |aimed| aimed.need);
            (Some(&attack.dice), need)
        }
        _ => (None, 7),
    };
    let die = roll.and_then(|dice| dice.get(usize::from(place).checked_sub(1)?));
    match die {
        Some(die) => {
            let now = if dice::succeeds(die.face, need) { "a success" } else { "a failure" };
            format!("roll the {} again for 1 CP: {now} now, it needs {}", die.face, needs(need))
        }
        None => "roll a die again for 1 CP".into(),
    }
}

fn describe_act(state: &State, names: Names<'_>, act: &Act) -> String {
    let Some(activation) = state.activation else { return act.to_string() };
    let model = activation.model;
    match act {
        Act::Walk(path) => describe_path(state, model, MoveFor::Walk, path),
        Act::Run(path) => describe_path(state, model, MoveFor::Run, path),
        Act::Charge { target, path } => format!(
            "at {}: {}",
            names.of(*target),
            describe_path(state, model, MoveFor::Charge(*target), path)
        ),
        Act::Attack(blow) => describe_blow(state, model, AttackKind::Action, blow),
        Act::Aim => "+1 to hit on its next ranged attack".into(),
        Act::Focus => "+1 to hit or +1 AP on its next melee attack".into(),
        Act::StandUp => format!("{} gets up", names.of(model)),
        Act::Feat { feat, on, .. } => match feats::find(state, model, *feat) {
            Ok(found) => {
                let on = on.map_or(String::new(), |on| format!(" on {}", names.of(on)));
                let cost =
                    if found.cost > 0 { format!(", {} CP", found.cost) } else { String::new() };
                format!("{}{on} ({}{cost})", found.name, found.when)
            }
            Err(violation) => violation.to_string(),
        },
    }
}

fn describe_path(state: &State, model: Id, why: MoveFor, path: &Route) -> String {
    let (allowed, _) = moving::allowance(state, model, why);
    match moving::walk(state, model, path) {
        Ok(walked) => {
            let verb = match why {
                MoveFor::Walk => "walks",
                MoveFor::Run => "runs",
                MoveFor::Charge(_) => "charges",
                MoveFor::Fallback => "falls back",
                MoveFor::Feat => "moves",
            };
            let length = walked.legs.iter().fold(Length::ZERO, |sum, leg| sum + leg.length);
            let cost = if walked.cost == length {
                String::new()
            } else {
                format!(", counted as {}", walked.cost)
            };
            format!("{verb} {length}{cost} of {allowed}")
        }
        Err(violation) => violation.to_string(),
    }
}

fn describe_blow(state: &State, by: Id, kind: AttackKind, blow: &Blow) -> String {
    match Forecast::of(state, by, kind, blow) {
        Ok(forecast) => forecast.line(state),
        Err(violation) => violation.to_string(),
    }
}

/// What is worth knowing before an action is taken though it is legal.
fn warning(state: &State, seat: Seat, action: &Action) -> Option<String> {
    check::check(state, seat, action).ok()?;
    let names = Names(&state.fixed.setup);
    match action {
        Action::Act(act) | Action::Extra(act) => {
            let model = state.activation?.model;
            match act {
                Act::Walk(path) | Act::Run(path) | Act::Charge { path, .. } => {
                    path_warning(state, names, model, path)
                }
                Act::Attack(blow) => blow_warning(state, names, model, AttackKind::Action, blow),
                _ => None,
            }
        }
        Action::Strike { by, blow } => blow_warning(state, names, *by, strike_kind(state), blow),
        Action::FallBack(path) => path_warning(state, names, state.activation?.model, path),
        Action::Done => {
            let activation = state.activation?;
            let idle = activation.longs == 0 && activation.shorts + u8::from(activation.again) < 2;
            idle.then(|| format!("{} still has an action left", names.of(activation.model)))
        }
        Action::Finish => {
            let team = state.team(seat);
            let mut left = Vec::new();
            if team.tokens > 0 {
                left.push(count(team.tokens, "pass token"));
            }
            if team.cp >= 2 {
                left.push(format!("{} CP, enough for a re-activation", team.cp));
            }
            (!left.is_empty()).then(|| format!("you still have {}", left.join(" and ")))
        }
        _ => None,
    }
}

fn path_warning(state: &State, names: Names<'_>, model: Id, path: &Route) -> Option<String> {
    let mut list = Vec::new();
    let by = explain::provokes(state, model, path);
    if by != 0 {
        let who = names.list(by);
        list.push(format!("{who} could strike at it on its way [killteam:ENG-5]"));
    }
    if let Ok(walked) = moving::walk(state, model, path) {
        for (_, height) in moving::falls(&walked) {
            let hits = moving::fall_hits(height);
            list.push(format!(
                "a drop of {height} causes {} at AP {hits} [killteam:VERT-9]",
                count(hits, "hit")
            ));
        }
    }
    (!list.is_empty()).then(|| list.join("; "))
}

fn blow_warning(
    state: &State,
    names: Names<'_>,
    by: Id,
    kind: AttackKind,
    blow: &Blow,
) -> Option<String> {
    let forecast = Forecast::of(state, by, kind, blow).ok()?;
    let hard = forecast.attack.targets.iter().find(|aimed| aimed.need > 5)?;
    let printed = state.profile(by).weapons.get(usize::from(forecast.attack.weapon))?.hit;
    (printed < 6).then(|| format!("only sixes would hit {}", names.of(hard.target)))
}

/// The feats of a model with their numbers, for lists.
pub fn feat_lines(state: &State, id: Id) -> Vec<String> {
    state
        .profile(id)
        .feats
        .iter()
        .zip(1..)
        .map(|(feat, number)| {
            let cost = if feat.cost > 0 { format!(", {} CP", feat.cost) } else { String::new() };
            let typed = match feat.when {
                When::Always | When::EndPhase => String::new(),
                when if when.is_action() || when == When::Activation => format!(": feat {number}"),
                _ => format!(": use {number}"),
            };
            format!("{} ({}{cost}){typed}", feat.name, feat.when)
        })
        .collect()
}

/// The attacks of a model with their numbers, for lists.
pub fn weapon_lines(state: &State, id: Id) -> Vec<String> {
    state
        .profile(id)
        .weapons
        .iter()
        .zip(1..)
        .map(|(weapon, number)| {
            let reach = match (weapon.kind, weapon.range) {
                (Reach::Melee, Length::ZERO) => "melee in contact".into(),
                (kind, range) => format!("{kind} {range}"),
            };
            let rules: Vec<&str> = weapon.rules.iter().map(|rule| rule.name.as_str()).collect();
            let rules =
                if rules.is_empty() { String::new() } else { format!(", {}", rules.join(", ")) };
            format!(
                "attack {number}: {}, {reach}, {}, {}+ to hit, AP {}, damage {}{rules}",
                weapon.name,
                if weapon.dice == 1 { "1 die".into() } else { format!("{} dice", weapon.dice) },
                weapon.hit,
                weapon.ap,
                weapon.damage
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use kernel::Game;

    use super::*;

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
        let glass = include_str!("../../../data/killteam/glass.toml");
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
        ] {
            let picture = right.replace("A1 at 18,5", line);
            let error = KillTeam::position(&setup, &picture).unwrap_err();
            assert!(error.message.contains(says), "{line}: {error}");
        }
    }
}
