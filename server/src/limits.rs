//! How often somebody may try: log-ins by name, letters by address. In memory, per process; PIN failures are counted in the
//! database.

use crate::error::{Code, Result, refuse};
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Tries within the window before the name has to wait.
const TRIES: u32 = 10;
const WINDOW: Duration = Duration::from_secs(300);
/// Letters to one address, and of one company, within the window.
const LETTERS: u32 = 3;
const LETTERS_OF_ALL: u32 = 60;
/// Names remembered at most: an attacker's list must not fill the memory.
const MOST_NAMES: usize = 10_000;

/// Stands for all agents; no user can be called so, names are trimmed.
const PAIRING: &str = " pairing";

/// Counts of recent tries.
#[derive(Debug, Default)]
pub struct Limits(Mutex<HashMap<Key, (u32, Instant)>>);

/// The digest of who tries: however long a name somebody makes up, it takes no more room than another.
type Key = [u8; 32];

fn key_of(text: &str) -> Key {
    Sha256::digest(text).into()
}

impl Limits {
    /// Counts a log-in, and refuses the eleventh within five minutes.
    pub fn log_in(&self, company: &str, username: &str) -> Result<()> {
        self.count(format!("{company}/{username}"), TRIES)
    }
    /// Counts a request for a way back in by mail, known address or not: three to one address within five minutes.
    pub fn recovery(&self, company: &str, email: &str) -> Result<()> {
        self.count(format!("{company}/ recovery {email}"), LETTERS)?;
        self.count(format!("{company}/ recovery"), LETTERS_OF_ALL)
    }
    /// Counts a try at a reset link.
    pub fn reset(&self, company: &str, email: &str) -> Result<()> {
        self.count(format!("{company}/ reset {email}"), TRIES)
    }
    /// Counts a guess at one's own password by somebody who is signed in.
    pub fn own_password(&self, company: &str, user: i64) -> Result<()> {
        self.count(format!("{company}/ password {user}"), TRIES)
    }
    /// Knowing it starts the count again.
    pub fn forget_own_password(&self, company: &str, user: i64) {
        self.forget(company, &format!(" password {user}"));
    }
    /// Counts a letter that tries the mail settings out.
    pub fn test_letter(&self, company: &str) -> Result<()> {
        self.count(format!("{company}/ test letter"), TRIES)
    }
    fn count(&self, key: String, most: u32) -> Result<()> {
        let now = Instant::now();
        let mut tries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if tries.len() >= MOST_NAMES {
            forget_the_oldest(&mut tries, now);
        }
        let (count, since) = tries.entry(key_of(&key)).or_insert((0, now));
        if now.duration_since(*since) >= WINDOW {
            (*count, *since) = (0, now);
        }
        *count += 1;
        if *count <= most {
            return Ok(());
        }
        let wait = (WINDOW - now.duration_since(*since)).as_secs().max(1);
        let mut r = refuse(
            Code::TooManyRequests,
            format!("Demasiados intentos. Espera {} minutos y vuelve a intentar.", wait.div_ceil(60)),
        );
        r.retry_after_s = Some(wait);
        r.err()
    }
    /// Counts a guess at a pairing code, with all others of the company: six digits are few.
    pub fn pairing(&self, company: &str) -> Result<()> {
        self.log_in(company, PAIRING)
    }
    /// A code that was right starts the count again.
    pub fn forget_pairing(&self, company: &str) {
        self.forget(company, PAIRING);
    }
    /// A log-in that went through starts the count again.
    pub fn forget(&self, company: &str, username: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&key_of(&format!("{company}/{username}")));
    }
}

/// Makes room: forgets what is over, and where that is not enough the older half of the rest.
fn forget_the_oldest(tries: &mut HashMap<Key, (u32, Instant)>, now: Instant) {
    tries.retain(|_, (_, since)| now.duration_since(*since) < WINDOW);
    if tries.len() < MOST_NAMES {
        return;
    }
    let mut begun: Vec<Instant> = tries.values().map(|(_, since)| *since).collect();
    let middle = begun.len() / 2;
    let (_, median, _) = begun.select_nth_unstable(middle);
    let median = *median;
    tries.retain(|_, (_, since)| *since > median);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eleventh_try_waits_and_knowing_it_begins_anew() {
        let limits = Limits::default();
        for _ in 0..TRIES {
            limits.log_in("casa", "luis").unwrap();
        }
        assert!(limits.log_in("casa", "luis").is_err());
        limits.log_in("otra", "luis").unwrap();
        limits.forget("casa", "luis");
        limits.log_in("casa", "luis").unwrap();
    }

    #[test]
    fn a_list_of_invented_names_does_not_fill_the_memory() {
        let limits = Limits::default();
        for n in 0..MOST_NAMES * 2 + 10 {
            limits.log_in("casa", &n.to_string()).unwrap();
        }
        assert!(limits.0.lock().unwrap().len() <= MOST_NAMES);
        for _ in 0..TRIES {
            limits.log_in("casa", "luis").unwrap();
        }
        assert!(limits.log_in("casa", "luis").is_err(), "who tries now is still counted");
    }
}
