//! The dice of a lab case: a script, a seed, or both.

use kernel::dice::ScriptEntry;
use kernel::{Dice, DiceFault, Roll, RollKind, Scripted, Seed, Seeded};

pub(super) struct LabDice {
    /// Answers what the script does not.
    seeded: Option<Box<dyn Dice>>,
    scripted: Scripted,
    /// Whether cards are still being dealt: the seed, if there is one, decides that.
    dealing: bool,
}

impl LabDice {
    /// Dice that a case asks for: with a seed it decides the deal and whatever comes after the
    /// script; with a script alone the script decides all; a case that says nothing does not care,
    /// so any seed will do.
    pub fn new(seed: Option<Seed>, script: Vec<ScriptEntry>, scripted: bool) -> Self {
        let seed = seed.or_else(|| (!scripted).then(|| Seed::from(0)));
        let seeded = seed.map(|seed| Box::new(Seeded::new(seed)) as Box<dyn Dice>);
        LabDice { seeded, scripted: Scripted::new(script), dealing: true }
    }

    /// The first decision is due.
    pub fn deal_is_over(&mut self) {
        self.dealing = false;
    }

    /// Adds a step's own entries at the end of the script.
    pub fn extend(&mut self, entries: &[ScriptEntry]) {
        self.scripted.extend(entries.iter().cloned());
    }

    /// Whether all went well and the script is used up.
    pub fn finish(&self) -> Result<(), DiceFault> {
        self.scripted.finish()
    }
}

impl Dice for LabDice {
    fn roll(&mut self, roll: Roll, kind: RollKind<'_>) -> u32 {
        let script_is_next = !self.dealing && self.scripted.left() > 0;
        match &mut self.seeded {
            Some(dice) if !script_is_next => dice.roll(roll, kind),
            _ => self.scripted.roll(roll, kind),
        }
    }

    fn rolled(&self) -> u64 {
        self.seeded.as_ref().map_or(0, |dice| dice.rolled()) + self.scripted.rolled()
    }

    fn fault(&self) -> Option<&DiceFault> {
        self.scripted.fault()
    }
}
