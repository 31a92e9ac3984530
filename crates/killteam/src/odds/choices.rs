//! Dice that lie there: what comes of every choice with them.

use odds::Refused;
use odds::again::Choice;
use odds::die::Need;
use odds::pool::{Chain, Lie, repeat_one};

use crate::odds::attack::{Fate, Goal, Part, Source, Stage};
use crate::odds::tell;

/// Dice to hit as they lie there.
pub fn read_rolled(text: &str, dice: u8, need: Need) -> Result<Lie, Refused> {
    let wrong = |why: String| {
        Refused::wrong(format!("--rolled {text}: {why}; write the faces with commas, as in 6,4,2"))
    };
    let mut lie = Lie::default();
    let mut ends = 0;
    for part in text.split(',').map(str::trim) {
        match part.parse::<u8>() {
            Ok(6) => lie.sixes += 1,
            Ok(face @ 1..=5) => {
                ends += 1;
                if need.passes(face) {
                    lie.passed += 1;
                } else {
                    lie.failed += 1;
                }
            }
            _ => return Err(wrong(format!("\"{part}\" is no face"))),
        }
        if lie.sixes > 60 || ends > dice {
            break;
        }
    }
    if ends != dice {
        return Err(wrong(format!(
            "each 6 brings another die, so {dice} of the faces are below 6, not {ends}"
        )));
    }
    Ok(lie)
}

/// What comes of every choice with dice to hit that lie there.
pub fn hit_choices(part: &Part, goal: Goal, lie: Lie, cp: [u8; 2]) -> Vec<odds::Case> {
    let Source::Roll { need, repeat, .. } = part.source else { return Vec::new() };
    let chain = Chain::of(Need(need), repeat);
    let stage = Stage::last(part, goal, cp);
    let mut options = Vec::new();
    let mut option = |name: &str, start: Vec<(Lie, f64)>, have: u8| {
        let mut fate = Fate::default();
        let mut spent = 0.0;
        stage.play_from(start, [have, cp[1]], &mut fate, &mut |left, _, chance| {
            spent += chance * f64::from(have - left[0]);
        });
        options.push((name.to_owned(), fate, spent));
    };
    // Nothing more is paid once the dice are kept.
    option("keep", vec![(lie, 1.0)], 0);
    if cp[0] > 0 {
        for (choice, possible) in
            [(Choice::Failed, lie.failed > 0), (Choice::Passed, lie.passed > 0)]
        {
            let (name, without) = match choice {
                Choice::Failed => {
                    ("roll a failure", Lie { failed: lie.failed.saturating_sub(1), ..lie })
                }
                _ => ("roll a hit", Lie { passed: lie.passed.saturating_sub(1), ..lie }),
            };
            if possible {
                let mut start = Vec::new();
                repeat_one(&chain, Need(need), without, |lie, p| start.push((lie, p)));
                option(name, start, cp[0] - 1);
            }
        }
    }
    tell::choices(options, part)
}

/// What comes of every choice with armour dice that lie there.
pub fn armour_choices(part: &Part, goal: Goal, lie: Lie, cp: u8) -> Vec<odds::Case> {
    let Some(save) = part.save else { return Vec::new() };
    let stage = Stage::last(part, goal, [0, cp]);
    let mut options = Vec::new();
    let mut option = |name: &str, start: Vec<(Lie, f64)>, have: u8| {
        let mut fate = Fate::default();
        let mut spent = 0.0;
        stage.save_from(start, have, &mut fate, &mut |left, _, chance| {
            spent += chance * f64::from(have - left[1]);
        });
        options.push((name.to_owned(), fate, spent));
    };
    option("keep", vec![(lie, 1.0)], 0);
    if cp > 0 && lie.failed > 0 {
        let chain = Chain::of(Need(save.need), save.repeat);
        let mut start = Vec::new();
        let without = Lie { failed: lie.failed - 1, ..lie };
        repeat_one(&chain, Need(save.need), without, |lie, p| start.push((lie, p)));
        option("roll a failure", start, cp - 1);
    }
    tell::choices(options, part)
}
