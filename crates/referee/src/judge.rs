//! Whether what a program wants to do may be done.

use kernel::{Match, Refusal, Seat, Words};

use crate::message::{Act, Wrong};

/// Why an action was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct No {
    /// What kind of wrong.
    pub kind: Wrong,
    /// A sentence with the reason.
    pub reason: String,
    /// The id of the rule that forbids it, if one does.
    pub rule: Option<String>,
}

impl No {
    /// A refusal without a rule behind it.
    pub fn plainly(kind: Wrong, reason: impl Into<String>) -> Self {
        No { kind, reason: reason.into(), rule: None }
    }
}

/// The action that was meant, if it is legal.
pub fn judge<G: Words>(
    table: &Match<G>,
    seat: Seat,
    act: Act<G::Action>,
    candidates: &[G::Action],
) -> Result<G::Action, No> {
    let action = match (act.choice, act.action, act.text) {
        (Some(choice), None, None) => {
            let chosen = usize::try_from(choice).ok().and_then(|at| candidates.get(at));
            chosen.cloned().ok_or_else(|| {
                let last = candidates.len().saturating_sub(1);
                let reason = format!("choice {choice}: the candidates are numbered 0 to {last}");
                No::plainly(Wrong::Illegal, reason)
            })?
        }
        (None, Some(action), None) => action,
        (None, None, Some(text)) => {
            G::parse_action(&text).map_err(|error| No::plainly(Wrong::Unreadable, error))?
        }
        _ => {
            let reason = "say one of choice, action and text, and only one";
            return Err(No::plainly(Wrong::Unreadable, reason));
        }
    };
    table.check(seat, &action).map_err(|violation| No {
        kind: Wrong::Illegal,
        reason: violation.to_string(),
        rule: Some(violation.rule().to_string()),
    })?;
    Ok(action)
}

#[cfg(test)]
mod tests {
    use conformance::toy::Toy;
    use kernel::{Game, Seed};

    use super::*;

    fn act(json: &str) -> Act<<Toy as Game>::Action> {
        serde_json::from_str(json).expect("a well-formed answer")
    }

    #[test]
    fn an_action_is_said_in_one_of_three_ways_and_checked_in_each() {
        let table = Match::<Toy>::new(Toy::default_setup(2), Seed::from(1)).expect("a fine setup");
        let seat = Seat(0);
        let mut candidates = Vec::new();
        Toy::candidates(&Toy::view(table.state(), seat), 9, &mut candidates);
        let judge = |json: &str| judge::<Toy>(&table, seat, act(json), &candidates);
        let first = &candidates[0];
        let whole = format!(r#"{{"action":{}}}"#, serde_json::to_string(first).unwrap());
        let typed = format!(r#"{{"text":"{}"}}"#, Toy::action_text(first));
        for json in [r#"{"choice":0}"#, &whole, &typed] {
            assert_eq!(judge(json).as_ref(), Ok(first), "{json}");
        }
        for (json, kind) in [
            (r#"{"choice":99}"#, Wrong::Illegal),
            (r#"{"text":"fly"}"#, Wrong::Unreadable),
            ("{}", Wrong::Unreadable),
            (r#"{"choice":0,"text":"draw"}"#, Wrong::Unreadable),
        ] {
            assert_eq!(judge(json).map_err(|no| no.kind), Err(kind), "{json}");
        }
    }
}
