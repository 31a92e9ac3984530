//! How the game speaks.

use kernel::dice::ScriptEntry;
use kernel::{PictureError, RuleId, Words};

use crate::action::{Action, Order, Role, Shift};
use crate::cards::Command;
use crate::event::{Event, Seen};
use crate::explain;
use crate::rules::declare::Choices;
use crate::setup::Setup;
use crate::space::{Space, in_reach};
use crate::state::{Phase, State};
use crate::view::View;
use crate::{Rome, narrate, picture, text};

impl Words for Rome {
    fn default_setup(seats: u8) -> Setup {
        Setup { players: seats, ..Setup::default() }
    }

    fn set_option(setup: &mut Setup, key: &str, value: &str) -> Result<(), String> {
        let flag = |value: &str| match value {
            "true" | "yes" | "on" => Ok(true),
            "false" | "no" | "off" => Ok(false),
            _ => Err(format!("{key}: \"{value}\" is neither yes nor no")),
        };
        let number = |value: &str| {
            value
                .parse::<u16>()
                .map_err(|_| format!("{key}: \"{value}\" is no number from 0 to {}", u16::MAX))
        };
        match key {
            "players" => {
                let players = number(value)?;
                setup.players = u8::try_from(players)
                    .map_err(|_| format!("players: {players}, but two to four can play"))?;
            }
            "mode" => setup.mode = value.parse().map_err(|error| format!("mode: {error}"))?,
            "divide" => setup.divide = flag(value)?,
            "turn_limit" | "turn-limit" => setup.turn_limit = number(value)?,
            _ => {
                return Err(format!(
                    "\"{key}\" is no option of this game; the options are players, mode, divide, \
                     turn_limit"
                ));
            }
        }
        Ok(())
    }

    fn options() -> &'static [(&'static str, &'static str, &'static str)] {
        &[
            ("players", "2, 3 or 4", "how many play"),
            (
                "mode",
                "first, front-commands, no-commands, full",
                "how much of the game is played, from the first game to everything",
            ),
            (
                "divide",
                "yes or no",
                "Divide and Conquer: each of two players has half of the cards",
            ),
            ("turn_limit", "a number, 0 for none", "after so many turns the game is drawn"),
        ]
    }

    fn describe_setup(setup: &Setup) -> String {
        picture::setup_text(setup)
    }

    fn parse_action(text: &str) -> Result<Action, String> {
        text::parse_action(text)
    }

    fn action_text(action: &Action) -> String {
        text::action_text(action)
    }

    fn describe_action(view: &View, action: &Action) -> String {
        describe(view, action)
    }

    fn parse_rolls(text: &str) -> Result<Vec<ScriptEntry>, String> {
        text::parse_roll(text).map(|entry| vec![entry])
    }

    fn narrate(_: &Setup, event: &Event) -> String {
        narrate::narrate(&event.seen_by(None))
    }

    fn narrate_seen(_: &Setup, seen: &Seen) -> String {
        narrate::narrate(seen)
    }

    fn rule_of(seen: &Seen) -> Option<RuleId> {
        Some(narrate::rule_of(seen))
    }

    fn secret(events: &[Event]) -> bool {
        let secret = |event| matches!(event, &Event::Planned { .. } | &Event::Declared { .. });
        events.iter().any(secret)
    }

    fn question(view: &View) -> Option<String> {
        question(view)
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
        warning(view, action)
    }
}

fn question(view: &View) -> Option<String> {
    let table = &view.table;
    let seat = view.seat;
    let owes = table.owing.contains(seat);
    let mine = table.active == seat;
    let text = match table.phase {
        Phase::Arranging if owes => {
            "Arrange your units: the front row, then the rear row, from left to right.".into()
        }
        Phase::Night if owes => "Nightfall: rearrange your line, or keep it.".into(),
        Phase::Clash if owes => "The Initial Vanguard: declare your attacks.".into(),
        Phase::Turn if mine => {
            let drawn: Vec<&str> = table.drawn.iter().flatten().map(|kind| kind.name()).collect();
            if !drawn.is_empty() {
                format!("Your turn: place {}; play a command, use abilities.", drawn.join(" and "))
            } else if view.line().legal() {
                "Your turn: attack, or use commands and abilities first.".into()
            } else {
                "Your turn: close the gaps in your line.".into()
            }
        }
        Phase::AfterAttack if mine => "The attack is over: retreat, or end your turn.".into(),
        Phase::Retreating if mine && view.line().legal() => {
            "Where does the retreating unit go?".into()
        }
        Phase::Retreating if mine => "Fill the vanguard.".into(),
        Phase::Discarding if mine => "You hold too many commands: discard.".into(),
        _ => return None,
    };
    Some(text)
}

/// The unit at a space of the viewer's line, by name.
fn named(view: &View, at: Space) -> String {
    // An action may name any column; a line has only so many.
    let unit = in_reach(at.column).then(|| view.line().get(at)).flatten();
    match unit {
        Some(unit) if unit.chariot() => format!("{} on a Chariot ({at})", unit.kind),
        Some(unit) => format!("{} ({at})", unit.kind),
        None => format!("{at}"),
    }
}

fn describe(view: &View, action: &Action) -> String {
    match action {
        Action::Arrange(_) => "stand like this, left to right, front / rear".into(),
        Action::Keep => "leave your line as it is".into(),
        Action::Place { unit, column } => {
            let place =
                if *column == 0 { "in the vanguard".into() } else { format!("at f{column}") };
            format!("put the {unit} {place}")
        }
        Action::Play(command) => command.gist().into(),
        Action::Flank { unit, to } => {
            format!("send the {} to the end of the {to} wing", named(view, *unit))
        }
        Action::Switch { unit, with } => {
            format!("{} changes places with {}", named(view, *unit), named(view, *with))
        }
        Action::Ride { from, to } => match view.line().get(*to) {
            Some(_) => format!("the Chariot at {from} takes up the {}", named(view, *to)),
            None => format!("the Chariot leaves {from} and stands alone at {to}"),
        },
        Action::Shift(Shift::Forward { column }) => {
            format!("{} steps forward", named(view, crate::space::rear(*column)))
        }
        Action::Shift(Shift::Inward { column, from }) => {
            format!("the units from the {from} close up to f{column}")
        }
        Action::Shift(Shift::Rear { column }) => {
            format!("{} moves one column inward", named(view, crate::space::rear(*column)))
        }
        Action::Settle { to } => format!("the retreating unit goes to {to}"),
        Action::Attack { orders } => explain::describe_attack(view, orders),
        Action::Discard(command) => format!("give up {command}: {}", command.gist()),
        Action::End => "hand over to the next player".into(),
    }
}

/// `rome:R24` A command whose unit can't be found is wasted; the player is told before.
pub fn warning(view: &View, action: &Action) -> Option<String> {
    let wasted = |command: Command| {
        let choices = Choices::new(&view.table, view.seat);
        let mut any = false;
        choices.command(command, &choices.unasked(), &mut |_| any = true);
        !any
    };
    match action {
        Action::Play(command) if command.names_attacker() && wasted(*command) => Some(format!(
            "as the lines stand no unit could use {command}: the card would be wasted [rome:R24]"
        )),
        Action::Attack { orders } => {
            let command = view.table.command.filter(|command| command.names_attacker())?;
            let used = |order: &Order| matches!(order.role, Role::Command | Role::Enemy(_));
            let idle = !orders.iter().any(used) && !wasted(command);
            idle.then(|| format!("you played {command} and name no unit for it [rome:R24]"))
        }
        Action::Play(Command::Reinforcements) => {
            let pile = view.table.pile(view.seat);
            let empty = view.unit_deck_sizes[pile] == 0
                && crate::cards::total(&view.table.unit_discards[pile]) == 0;
            empty.then(|| "there is no unit left to draw [rome:R30]".into())
        }
        _ => None,
    }
}
