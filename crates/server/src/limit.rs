//! Limits: how often a client may do something, and how much it may hold at the same time.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// So many clients are remembered before the rested ones are forgotten.
const REMEMBERED: usize = 10_000;

/// A client: an address, or for IPv6 the network it is in, of which one client has many addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client(IpAddr);

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Self {
        Client(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = u128::from(address) & !u128::from(u64::MAX);
                IpAddr::V6(Ipv6Addr::from(network))
            }
            address @ IpAddr::V4(_) => address,
        })
    }
}

/// A bucket that fills at a steady rate up to a brim.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    level: f64,
    at: Instant,
}

impl Bucket {
    /// A full one.
    pub fn full(brim: f64, now: Instant) -> Self {
        Bucket { level: brim, at: now }
    }

    /// Takes one out, if there is one.
    pub fn take(&mut self, rate: f64, brim: f64, now: Instant) -> bool {
        let filled = now.saturating_duration_since(self.at).as_secs_f64() * rate;
        self.level = (self.level + filled).min(brim);
        self.at = now;
        let there = self.level >= 1.0;
        if there {
            self.level -= 1.0;
        }
        there
    }
}

/// A bucket for each of many.
pub struct Buckets<K> {
    rate: f64,
    brim: f64,
    all: Mutex<HashMap<K, Bucket>>,
}

impl<K: Eq + Hash> Buckets<K> {
    /// That many a second in the long run, and `brim` at once.
    pub fn new(rate: f64, brim: f64) -> Self {
        Buckets { rate, brim, all: Mutex::default() }
    }

    /// Takes one out of its bucket; `false` if it is empty.
    pub fn take(&self, key: K, now: Instant) -> bool {
        let mut all = lock(&self.all);
        if all.len() >= REMEMBERED {
            let rested = self.brim / self.rate.max(f64::MIN_POSITIVE);
            all.retain(|_, bucket| now.saturating_duration_since(bucket.at).as_secs_f64() < rested);
        }
        if all.len() >= REMEMBERED && !all.contains_key(&key) {
            return false;
        }
        all.entry(key)
            .or_insert_with(|| Bucket::full(self.brim, now))
            .take(self.rate, self.brim, now)
    }
}

/// How many of something each of many holds now.
pub struct Counts<K: Eq + Hash + Copy> {
    most: usize,
    most_of_all: usize,
    held: Mutex<(usize, HashMap<K, usize>)>,
}

impl<K: Eq + Hash + Copy> Counts<K> {
    /// At most `most` each, and `most_of_all` together.
    pub fn new(most: usize, most_of_all: usize) -> Self {
        Counts { most, most_of_all, held: Mutex::default() }
    }

    /// Takes one, until what is returned is dropped.
    pub fn hold(self: &Arc<Self>, key: K) -> Option<Held<K>> {
        let mut held = lock(&self.held);
        let mine = held.1.get(&key).copied().unwrap_or(0);
        if mine >= self.most || held.0 >= self.most_of_all {
            return None;
        }
        held.0 += 1;
        held.1.insert(key, mine + 1);
        Some(Held { counts: self.clone(), key })
    }

    /// How many are held by all.
    pub fn all(&self) -> usize {
        lock(&self.held).0
    }
}

/// One that is held.
pub struct Held<K: Eq + Hash + Copy> {
    counts: Arc<Counts<K>>,
    key: K,
}

impl<K: Eq + Hash + Copy> Drop for Held<K> {
    fn drop(&mut self) {
        let mut held = lock(&self.counts.held);
        held.0 = held.0.saturating_sub(1);
        if let Some(mine) = held.1.get_mut(&self.key) {
            *mine -= 1;
            if *mine == 0 {
                held.1.remove(&self.key);
            }
        }
    }
}

/// Locks, whatever happened to others who did.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_gives_its_brim_at_once_and_then_at_its_rate() {
        let start = Instant::now();
        let buckets = Buckets::new(2.0, 3.0);
        assert_eq!((0..10).filter(|_| buckets.take("a", start)).count(), 3);
        assert!(buckets.take("b", start));
        let later = start + Duration::from_secs(1);
        assert_eq!((0..10).filter(|_| buckets.take("a", later)).count(), 2);
        let much_later = start + Duration::from_secs(100);
        assert_eq!((0..10).filter(|_| buckets.take("a", much_later)).count(), 3);
    }

    #[test]
    fn what_is_held_counts_until_it_is_dropped() {
        let counts = Arc::new(Counts::new(2, 3));
        let first = counts.hold(1);
        let second = counts.hold(1);
        assert!(first.is_some() && second.is_some() && counts.hold(1).is_none());
        let other = counts.hold(2);
        assert!(other.is_some() && counts.hold(3).is_none());
        drop(first);
        assert_eq!(counts.all(), 2);
        assert!(counts.hold(3).is_some());
    }

    #[test]
    fn the_addresses_of_one_network_are_one_client() {
        let client = |text: &str| Client::from(text.parse::<IpAddr>().expect("an address"));
        assert_eq!(client("2001:db8::1"), client("2001:db8::2"));
        assert_ne!(client("2001:db8::1"), client("2001:db8:0:1::1"));
        assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
        assert_ne!(client("192.0.2.2"), client("192.0.2.1"));
    }
}
