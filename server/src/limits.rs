//! How often somebody may try: log-ins by name. In memory, per process; PIN failures are counted in the database.

use crate::error::{Code, Result, refuse};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Tries within the window before the name has to wait.
const TRIES: u32 = 10;
const WINDOW: Duration = Duration::from_secs(300);
/// Names remembered at most: an attacker's list must not fill the memory.
const MOST_NAMES: usize = 10_000;

/// Stands for all agents; no user can be called so, names are trimmed.
const PAIRING: &str = " pairing";

/// Counts of recent tries.
#[derive(Debug, Default)]
pub struct Limits(Mutex<HashMap<String, (u32, Instant)>>);

impl Limits {
    /// Counts a try, and refuses the eleventh within five minutes.
    pub fn log_in(&self, company: &str, username: &str) -> Result<()> {
        let now = Instant::now();
        let mut tries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if tries.len() >= MOST_NAMES {
            tries.retain(|_, (_, since)| now.duration_since(*since) < WINDOW);
        }
        let (count, since) = tries.entry(format!("{company}/{username}")).or_insert((0, now));
        if now.duration_since(*since) >= WINDOW {
            (*count, *since) = (0, now);
        }
        *count += 1;
        if *count <= TRIES {
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
