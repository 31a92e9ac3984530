//! The dice of a lab case: a script, or a seed, or a seed for the deal and a script from then on.

use kernel::dice::ScriptEntry;
use kernel::{Dice, DiceFault, Roll, RollKind, Scripted, Seed, Seeded};

pub(super) struct LabDice {
    /// In charge while it is there.
    seeded: Option<Box<dyn Dice>>,
    scripted: Scripted,
    /// Whether the script takes over when the deal is over.
    takes_over: bool,
}

impl LabDice {
    /// Dice that a case asks for: with a seed it decides the deal, and a script, if there is one,
    /// everything after it; without a seed the script decides all.
    pub fn new(seed: Option<Seed>, script: Vec<ScriptEntry>, scripted: bool) -> Self {
        let seeded = seed.map(|seed| Box::new(Seeded::new(seed)) as Box<dyn Dice>);
        LabDice { seeded, scripted: Scripted::new(script), takes_over: scripted }
    }

    /// The first decision is due: the script, if there is one, is in charge from now on.
    pub fn deal_is_over(&mut self) {
        if self.takes_over {
            self.seeded = None;
        }
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
        match &mut self.seeded {
            Some(dice) => dice.roll(roll, kind),
            None => self.scripted.roll(roll, kind),
        }
    }

    fn rolled(&self) -> u64 {
        self.seeded.as_ref().map_or(0, |dice| dice.rolled()) + self.scripted.rolled()
    }

    fn fault(&self) -> Option<&DiceFault> {
        self.scripted.fault()
    }
}
