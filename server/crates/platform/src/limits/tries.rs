//! Counts attempts of one kind, within five minutes of the first, including those of other servers. The memory is bounded; a key that is
//! at its limit is never removed to make room.

use super::Kind;
use crate::servers::{Message, Relay};
use comanda_base::error::{Code, Refusal, Result, refuse};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

const WINDOW: Duration = Duration::from_secs(300);
/// The most keys of each kind, some 600 kB: an attacker's list must not fill the memory.
const MAX_KEYS: usize = 10_000;

/// The digest of who makes the attempt, so that long invented names take no more memory than others.
type Key = [u8; 32];

/// The counts of one kind.
#[derive(Debug)]
pub(super) struct AttemptCounter {
    max: u32,
    kind: Kind,
    counts: Mutex<HashMap<Key, Count>>,
    relay: Relay,
}

/// A change of a count that is sent to the other servers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TryMessage {
    pub(super) kind: Kind,
    /// The digest of who makes the attempt, in hexadecimal.
    who: String,
    what: What,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
enum What {
    Added,
    Subtracted,
    Reset,
    /// The number of attempts, and the age of the first in seconds.
    Total {
        tries: u32,
        since_s: u64,
    },
}

impl Message for TryMessage {
    const NAME: &'static str = "tries";
}

#[derive(Debug, Clone, Copy)]
struct Count {
    tries: u32,
    since: Instant,
}

impl AttemptCounter {
    pub(super) fn new(max: u32, kind: Kind, relay: Relay) -> Self {
        Self { max, kind, counts: Mutex::default(), relay }
    }

    /// Counts an attempt, and refuses it beyond the limit. Where the memory is full of keys at their limit, new keys are refused too.
    pub(super) fn count_attempt(&self, identity: &[&str]) -> Result<()> {
        let (now, key) = (Instant::now(), key(identity));
        match self.add(key, 1, now) {
            Ok(()) => {
                self.broadcast(&key, What::Added);
                Ok(())
            }
            Err(wait) => too_many(wait).err(),
        }
    }

    /// Adds attempts, or returns how long to wait.
    fn add(&self, key: Key, tries: u32, now: Instant) -> std::result::Result<(), Duration> {
        let mut counts = self.counts();
        if counts.len() >= MAX_KEYS && !counts.contains_key(&key) && !self.make_room(&mut counts, now) {
            return Err(WINDOW);
        }
        let count = counts.entry(key).or_insert(Count { tries: 0, since: now });
        if now.duration_since(count.since) >= WINDOW {
            *count = Count { tries: 0, since: now };
        }
        if count.tries < self.max {
            count.tries = count.tries.saturating_add(tries).min(self.max);
            return Ok(());
        }
        Err(WINDOW.saturating_sub(now.duration_since(count.since)))
    }

    pub(super) fn reset_attempts(&self, identity: &[&str]) {
        let key = key(identity);
        self.counts().remove(&key);
        self.broadcast(&key, What::Reset);
    }

    /// Takes back an attempt.
    pub(super) fn take_back_attempt(&self, identity: &[&str]) {
        let key = key(identity);
        self.subtract(&key);
        self.broadcast(&key, What::Subtracted);
    }

    fn subtract(&self, key: &Key) {
        if let Some(count) = self.counts().get_mut(key) {
            count.tries = count.tries.saturating_sub(1);
        }
    }

    fn broadcast(&self, key: &Key, what: What) {
        if self.relay.has_joined() {
            self.relay.broadcast(&TryMessage { kind: self.kind, who: hex::encode(key), what });
        }
    }

    /// Applies the count of another server.
    pub(super) fn apply_message(&self, message: TryMessage) {
        let mut key = Key::default();
        if hex::decode_to_slice(&message.who, &mut key).is_err() {
            return;
        }
        let now = Instant::now();
        match message.what {
            // An error only means that it is at its limit already.
            What::Added => drop(self.add(key, 1, now)),
            What::Subtracted => self.subtract(&key),
            What::Reset => drop(self.counts().remove(&key)),
            What::Total { tries, since_s } => {
                let Some(since) = now.checked_sub(Duration::from_secs(since_s)) else { return };
                let known = self.counts().get(&key).map_or(0, |count| count.tries);
                if tries > known && self.add(key, tries - known, now).is_ok() && known == 0 {
                    self.counts().entry(key).and_modify(|count| count.since = since);
                }
            }
        }
    }

    /// Sends all current counts to the other servers.
    pub(super) fn broadcast_all(&self) {
        let now = Instant::now();
        let counts = self.counts();
        for (key, count) in counts.iter() {
            let since = now.duration_since(count.since);
            if since < WINDOW && count.tries > 0 {
                self.broadcast(key, What::Total { tries: count.tries, since_s: since.as_secs() });
            }
        }
    }

    /// Removes expired counts, and where that is not enough the older half of those below the limit.
    fn make_room(&self, counts: &mut HashMap<Key, Count>, now: Instant) -> bool {
        counts.retain(|_, count| now.duration_since(count.since) < WINDOW);
        if counts.len() < MAX_KEYS {
            return true;
        }
        let mut begun: Vec<Instant> = counts.values().filter(|c| c.tries < self.max).map(|c| c.since).collect();
        if begun.is_empty() {
            return false;
        }
        let middle = begun.len() / 2;
        let median = *begun.select_nth_unstable(middle).1;
        counts.retain(|_, count| count.tries >= self.max || count.since > median);
        true
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<Key, Count>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.counts().len()
    }
}

fn key(identity: &[&str]) -> Key {
    let mut hash = Sha256::new();
    for part in identity {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().into()
}

fn too_many(wait: Duration) -> Refusal {
    let seconds = wait.as_secs().max(1);
    let minutes = seconds.div_ceil(60);
    let unit = if minutes == 1 { "minuto" } else { "minutos" };
    let mut refusal =
        refuse(Code::TooManyRequests, format!("Demasiados intentos. Espera {minutes} {unit} y vuelve a intentar."));
    refusal.retry_after_s = Some(seconds);
    refusal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locked_name_stays_locked_under_a_flood_of_others() {
        let tries = AttemptCounter::new(3, Kind::LogIn, Relay::default());
        for _ in 0..3 {
            tries.count_attempt(&["luis"]).unwrap();
        }
        for n in 0..MAX_KEYS * 2 + 10 {
            tries.count_attempt(&[&n.to_string()]).unwrap();
        }
        assert!(tries.len() <= MAX_KEYS, "the list does not fill the memory");
        assert!(tries.count_attempt(&["luis"]).is_err());
    }

    #[test]
    fn when_all_keys_are_locked_new_ones_are_refused_and_none_is_unlocked() {
        let tries = AttemptCounter::new(1, Kind::LogIn, Relay::default());
        for n in 0..MAX_KEYS {
            tries.count_attempt(&[&n.to_string()]).unwrap();
        }
        assert!(tries.count_attempt(&["new"]).is_err());
        assert!(tries.count_attempt(&["0"]).is_err());
        assert_eq!(tries.len(), MAX_KEYS);
        tries.reset_attempts(&["0"]);
        tries.count_attempt(&["new"]).unwrap();
    }
}
