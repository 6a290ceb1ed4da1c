//! How often somebody may try: log-ins by name, letters by address. In memory, per process; PIN failures are counted in the
//! database.

use crate::error::{Code, Result, refuse};
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
pub struct Limits(Mutex<HashMap<String, (u32, Instant)>>);

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
            tries.retain(|_, (_, since)| now.duration_since(*since) < WINDOW);
        }
        let (count, since) = tries.entry(key).or_insert((0, now));
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
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&format!("{company}/{username}"));
    }
}
