//! The silhouette of a model, from its card.

use killteam::card::Reach;
use killteam::roster::Profile;
use table::{Length, MM};

use crate::wire::Role;

/// What a model looks like from afar. Cards don't say, so its build tells: who is long and low runs
/// on four legs, who is tiny or a mass of armour is a machine, and so on.
pub(crate) fn role(profile: &Profile) -> Role {
    let (long, wide) = (profile.base.longest(), profile.base.narrowest());
    let ranged = || profile.weapons.iter().filter(|weapon| weapon.kind == Reach::Ranged);
    let large = wide >= Length(40 * MM) || long >= Length(50 * MM);
    let tiny = profile.height <= Length::inches(1);
    if profile.leader {
        Role::Leader
    } else if long > wide && profile.height <= Length::tenths(15) {
        Role::Beast
    } else if tiny || (large && profile.armour <= 3 && profile.invulnerable.is_empty()) {
        Role::Machine
    } else if large || profile.wounds >= 4 || ranged().any(|weapon| weapon.dice >= 3) {
        Role::Heavy
    } else if profile.speed >= Length::inches(7)
        || ranged().any(|weapon| weapon.range >= Length::inches(20))
    {
        Role::Scout
    } else {
        Role::Trooper
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use killteam::roster::Member;

    use super::*;

    #[test]
    fn every_silhouette_occurs_and_most_are_troopers_or_close_to_it() {
        let mut seen: BTreeMap<Role, Vec<String>> = BTreeMap::new();
        for faction in killteam::faction::built_in() {
            let mut ordinary = 0;
            for (card, leader) in
                faction.cards.iter().flat_map(|card| [(card, false), (card, true)])
            {
                let (card, name, options) = (card.id.clone(), String::new(), Vec::new());
                let member = Member { card, name, options, leader };
                let profile = member.profile(faction).expect("a card of the faction");
                let role = role(&profile);
                assert_eq!(role == Role::Leader, leader);
                ordinary += usize::from(role == Role::Trooper);
                seen.entry(role).or_default().push(profile.card.clone());
            }
            assert!(ordinary > 0, "{} has no trooper", faction.id);
        }
        assert_eq!(seen.len(), 6, "{seen:?}");
        let is = |role: Role, card: &str| seen[&role].iter().any(|one| one == card);
        assert!(is(Role::Beast, "cur") && is(Role::Beast, "bramble-hound"));
        assert!(is(Role::Machine, "mainspring") && is(Role::Machine, "tick"));
        assert!(is(Role::Heavy, "hauler") && is(Role::Scout, "marksman"));
        assert!(is(Role::Trooper, "trooper"));
    }
}
