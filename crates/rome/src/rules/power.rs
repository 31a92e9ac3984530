//! How strong a unit is when it attacks, and how much it can stand.

use kernel::{Mod, RuleId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cards::Kind;
use crate::line::{Line, Unit};
use crate::space::{Row, Side, Space};

/// `rome:ATK-8` `rome:R18` Attacking strength: the printed power and what adds to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Strength {
    /// The printed power.
    pub printed: u8,
    /// From its Chariot.
    pub chariot: u8,
    /// From a Centurion's place in the line.
    pub centurion: u8,
    /// From Slingers beside it, all together (`rome:SLINGER-3`).
    pub slingers: u8,
}

/// `rome:R18` Defending power: the printed power and what adds to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Defence {
    /// The printed power.
    pub printed: u8,
    /// From its Chariot.
    pub chariot: u8,
    /// From a Centurion's place in the line.
    pub centurion: u8,
    /// From Consuls beside it, all together.
    pub consuls: u8,
}

const CHARIOT: RuleId = RuleId("rome:CHARIOT-3");
const CENTURION: RuleId = RuleId("rome:CENTURION-2");

impl Strength {
    /// All of it.
    #[inline]
    pub fn total(self) -> u8 {
        self.printed + self.chariot + self.centurion + self.slingers
    }

    /// Why it is more than printed.
    pub fn mods(self) -> Vec<Mod> {
        mods([
            (self.chariot, "on a Chariot", CHARIOT),
            (self.centurion, "Centurion in the vanguard or at an end", CENTURION),
            (self.slingers, "from Slingers beside it", RuleId("rome:SLINGER-2")),
        ])
    }
}

impl Defence {
    /// All of it.
    #[inline]
    pub fn total(self) -> u8 {
        self.power() + self.consuls
    }

    /// `rome:R9` What the unit has as power, whoever stands beside it.
    #[inline]
    pub fn power(self) -> u8 {
        self.printed + self.chariot + self.centurion
    }

    /// Why it is more than printed.
    pub fn mods(self) -> Vec<Mod> {
        mods([
            (self.chariot, "on a Chariot", CHARIOT),
            (self.centurion, "Centurion in the vanguard or at an end", CENTURION),
            (self.consuls, "from Consuls beside it", RuleId("rome:CONSUL-2")),
        ])
    }
}

fn mods(parts: [(u8, &'static str, RuleId); 3]) -> Vec<Mod> {
    parts
        .into_iter()
        .filter(|(delta, ..)| *delta > 0)
        .map(|(delta, reason, rule)| Mod { delta: i16::from(delta), reason, rule })
        .collect()
}

/// `rome:CENTURION-2` `rome:R3` A Centurion in the vanguard or at a flank end has +2, once, and in
/// the front row only.
#[inline]
pub fn centurion_bonus(line: &Line, at: Space, unit: Unit) -> u8 {
    let strong = unit.kind == Kind::Centurion
        && at.row == Row::Front
        && (at.column == 0
            || Side::BOTH.iter().any(|side| line.flank_end(*side) == Some(at.column)));
    if strong { 2 } else { 0 }
}

/// With how much the unit attacks from where it stands.
///
/// * `rome:CHARIOT-3` +1 on a Chariot.
/// * `rome:SLINGER-2` `rome:SLINGER-3` +1 for each Slinger beside it.
#[inline]
pub fn strength(line: &Line, at: Space, unit: Unit) -> Strength {
    Strength {
        printed: unit.kind.power(),
        chariot: u8::from(unit.chariot()),
        centurion: centurion_bonus(line, at, unit),
        slingers: line.count_adjacent(at, Kind::Slinger),
    }
}

/// How much it takes to kill the unit where it stands.
///
/// * `rome:CONSUL-2` +1 for each Consul beside it.
/// * Slingers don't help a defender, nor Consuls an attacker.
#[inline]
pub fn defence(line: &Line, at: Space, unit: Unit) -> Defence {
    Defence {
        printed: unit.kind.power(),
        chariot: u8::from(unit.chariot()),
        centurion: centurion_bonus(line, at, unit),
        consuls: line.count_adjacent(at, Kind::Consul),
    }
}

/// `rome:INFANTRY-2` `rome:ARCHER-3` `rome:R20` Why an arrow does nothing to the unit: it is
/// Infantry, or unmounted and beside Infantry. Cards beat rules: `rome:CARD-1`.
#[inline]
pub fn immune_to_archers(line: &Line, at: Space, unit: Unit) -> bool {
    unit.kind == Kind::Infantry || (!unit.mounted() && line.count_adjacent(at, Kind::Infantry) > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{front, rear};

    fn line(units: &[(Space, Kind)]) -> Line {
        let mut line = Line::EMPTY;
        for (at, kind) in units {
            line.set(*at, Some(Unit::new(*kind)));
        }
        line
    }

    fn at(line: &Line, space: Space) -> (u8, u8) {
        let unit = line.get(space).unwrap();
        (strength(line, space, unit).total(), defence(line, space, unit).total())
    }

    /// `rome:CENTURION-2` `rome:R3` `rome:ATK-8`
    #[test]
    fn centurion_2_gains_two_in_the_vanguard_and_at_the_ends_of_the_front() {
        let cen = Kind::Centurion;
        let line = line(&[
            (front(-2), cen),
            (front(-1), cen),
            (front(0), cen),
            (front(1), Kind::Infantry),
            (rear(-2), cen),
            (rear(0), cen),
        ]);
        assert_eq!(at(&line, front(-2)), (4, 4)); // The end of the left wing.
        assert_eq!(at(&line, front(-1)), (2, 2)); // In the middle.
        assert_eq!(at(&line, front(0)), (4, 4)); // The vanguard.
        assert_eq!(at(&line, rear(-2)), (2, 2)); // Behind the end.
        assert_eq!(at(&line, rear(0)), (2, 2)); // Behind the vanguard.
    }

    /// `rome:R3` alone in front it is both the vanguard and, to the eye, both ends: still +2.
    #[test]
    fn r3_a_centurion_gains_two_only_once() {
        let line = line(&[(front(0), Kind::Centurion)]);
        assert_eq!(at(&line, front(0)), (4, 4));
    }

    /// `rome:SLINGER-2` `rome:SLINGER-3` `rome:R18`
    #[test]
    fn slinger_2_and_3_every_slinger_beside_adds_one_to_attack_only() {
        let sli = Kind::Slinger;
        let line = line(&[
            (front(-1), sli),
            (front(0), Kind::Infantry),
            (front(1), sli),
            (rear(0), sli),
            (rear(1), sli),
        ]);
        assert_eq!(at(&line, front(0)), (5, 2));
        assert_eq!(at(&line, front(1)), (2, 1)); // Slingers help each other.
    }

    /// `rome:CONSUL-2` `rome:R18`
    #[test]
    fn consul_2_every_consul_beside_adds_one_to_defence_only() {
        let con = Kind::Consul;
        let line =
            line(&[(front(0), Kind::Archer), (front(1), con), (rear(0), con), (rear(1), con)]);
        assert_eq!(at(&line, front(0)), (1, 3));
        assert_eq!(at(&line, rear(1)), (2, 4)); // Consuls help each other, not themselves.
    }

    /// `rome:CHARIOT-3` `rome:CHARIOT-4`
    #[test]
    fn chariot_3_the_rider_gains_one_always() {
        let mut line = line(&[(front(0), Kind::Infantry)]);
        line.set(front(1), Some(Unit::new(Kind::Archer).on_chariot(true, false)));
        assert_eq!(at(&line, front(1)), (2, 2));
        assert!(line.get(front(1)).unwrap().mounted());
        let rider = line.get(front(1)).unwrap();
        assert_eq!(strength(&line, front(1), rider).mods()[0].rule.0, "rome:CHARIOT-3");
    }

    /// `rome:INFANTRY-2` `rome:ARCHER-3` `rome:R6` `rome:R20` `rome:CARD-1`
    #[test]
    fn infantry_2_protects_itself_and_its_unmounted_neighbours() {
        let mut line = line(&[
            (front(-2), Kind::Slinger),
            (front(-1), Kind::Consul),
            (front(0), Kind::Infantry),
            (front(1), Kind::Elephant),
            (rear(0), Kind::Archer),
        ]);
        let immune = |line: &Line, at| immune_to_archers(line, at, line.get(at).unwrap());
        assert!(immune(&line, front(0)));
        assert!(immune(&line, front(-1)));
        assert!(immune(&line, rear(0)));
        assert!(!immune(&line, front(1)), "an Elephant is mounted");
        assert!(!immune(&line, front(-2)), "two spaces away");
        line.set(rear(0), Some(Unit::new(Kind::Archer).on_chariot(true, false)));
        assert!(!immune(&line, rear(0)), "a rider is mounted");
        line.set(front(0), Some(Unit::new(Kind::Infantry).on_chariot(true, false)));
        assert!(immune(&line, front(0)), "mounted Infantry is still immune");
        assert!(immune(&line, front(-1)), "and still protects");
    }
}
