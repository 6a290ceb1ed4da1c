//! Guesses at short secrets: PINs and the codes of a second factor. Each lock lasts longer than the one before, and a secret that
//! many guess at in turn locks as well as who guesses at many.

mod http;
mod store;

pub(super) use http::routes;
pub use store::{GuessLock, locked};

use chrono::{DateTime, Duration, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Refusal, Result, refuse},
    ids::UserId,
    words::words,
};

/// Minutes of the first, the second … lock; all that follow last as long as the last one, until an administrator lifts it.
const LOCK_MINUTES: [i64; 4] = [5, 15, 60, 24 * 60];
/// After so long without a failure nothing is remembered.
const FORGOTTEN_HOURS: i64 = 24;
/// Clocks are brought into line by less without anybody's doing.
const CLOCK_STEP: Duration = Duration::minutes(1);
/// Failures of one person before a lock.
const MAX_OF_ONE: i64 = 5;
/// Failures of all askers at one PIN before it locks: one person alone is stopped long before.
const MAX_OF_ALL: i64 = 20;

words!(
    /// What is counted together.
    LockKind {
        /// Who types PINs.
        Asker = "ASKER",
        /// The PIN that is typed: the company's or somebody's own.
        Pin = "PIN",
        /// Somebody's second factor at the log-in.
        SecondFactor = "SECOND_FACTOR",
    }
);

/// One thing that is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Guessed {
    By(UserId),
    CompanyPin,
    PinOf(UserId),
    SecondFactorOf(UserId),
}

impl Guessed {
    /// The PIN of `approver`, or the company's.
    pub fn pin(approver: Option<UserId>) -> Self {
        approver.map_or(Self::CompanyPin, Self::PinOf)
    }
    fn kind(self) -> LockKind {
        match self {
            Self::By(_) => LockKind::Asker,
            Self::CompanyPin | Self::PinOf(_) => LockKind::Pin,
            Self::SecondFactorOf(_) => LockKind::SecondFactor,
        }
    }
    /// Nobody has the id 0: it stands for the company.
    fn user(self) -> UserId {
        match self {
            Self::By(id) | Self::PinOf(id) | Self::SecondFactorOf(id) => id,
            Self::CompanyPin => UserId(0),
        }
    }
    const fn max_failures(self) -> i64 {
        match self {
            Self::By(_) | Self::SecondFactorOf(_) => MAX_OF_ONE,
            Self::CompanyPin | Self::PinOf(_) => MAX_OF_ALL,
        }
    }
}

/// How often it was guessed at, and how long it is locked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, comanda_from_row::FromRow)]
pub(super) struct Count {
    pub failures: i64,
    /// Locks so far: the next one is longer.
    pub locks: i64,
    pub failed_at: Option<DateTime<Utc>>,
    pub locked_until: Option<DateTime<Utc>>,
}

impl Count {
    /// Until when it is locked, if it is.
    pub fn locked(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        // No lock outlasts its length: one that would was set by a clock that was ahead.
        let last = now + lock_length(self.locks - 1) + CLOCK_STEP;
        self.locked_until.filter(|until| *until > now && *until <= last)
    }

    /// What is still remembered.
    fn remembered(self, now: DateTime<Utc>) -> Self {
        let last = self.failed_at.max(self.locked_until);
        // What lies farther ahead than any lock was said by a clock that was ahead.
        let memory = Duration::hours(FORGOTTEN_HOURS);
        let forgotten = last.is_none_or(|at| now - at >= memory || at - now > memory + CLOCK_STEP);
        let over = self.locked_until.is_some() && self.locked(now).is_none();
        if forgotten {
            Self::default()
        } else if over {
            Self { failures: 0, locked_until: None, ..self }
        } else {
            self
        }
    }

    /// One more failure; the last one locks.
    fn failed(self, max: i64, now: DateTime<Utc>) -> Self {
        let was = self.remembered(now);
        let failures = was.failures + 1;
        if failures < max {
            return Self { failures, failed_at: Some(now), locked_until: None, ..was };
        }
        let until = now + lock_length(was.locks);
        Self { failures: 0, locks: was.locks + 1, failed_at: Some(now), locked_until: Some(until) }
    }
}

/// How long the lock after so many others lasts.
fn lock_length(locks_before: i64) -> Duration {
    let step = usize::try_from(locks_before).unwrap_or(0).min(LOCK_MINUTES.len() - 1);
    Duration::minutes(LOCK_MINUTES[step])
}

/// What a failure led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Failed {
    /// So many tries are left.
    Left(i64),
    /// It is locked from now on, until then.
    Locked(DateTime<Utc>),
}

/// Until when it is locked, without a lock on its row: for a refusal before anything is hashed.
pub(super) async fn locked_until(tx: &mut Tx, what: Guessed, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>> {
    Ok(store::peek(tx, what).await?.and_then(|count| count.locked(now)))
}

/// The count, its row locked: guesses made at the same time count one after another.
pub(super) async fn count(tx: &mut Tx, what: Guessed) -> Result<Count> {
    Ok(store::count(tx, what).await?)
}

/// Counts a failure.
pub(super) async fn fail(tx: &mut Tx, what: Guessed, was: Count, now: DateTime<Utc>) -> Result<Failed> {
    let count = was.failed(what.max_failures(), now);
    store::keep(tx, what, &count).await?;
    Ok(count.locked(now).map_or(Failed::Left(what.max_failures() - count.failures), Failed::Locked))
}

/// Whoever knew it starts anew.
pub(super) async fn forget(tx: &mut Tx, what: Guessed) -> Result<()> {
    Ok(store::keep(tx, what, &Count::default()).await?)
}

/// Takes back the failures of somebody who knew it in the end; those of others stay.
pub(super) async fn forgive(tx: &mut Tx, what: Guessed, was: Count, failures: i64, now: DateTime<Utc>) -> Result<()> {
    if failures == 0 || was.failures == 0 {
        return Ok(());
    }
    let was = was.remembered(now);
    Ok(store::keep(tx, what, &Count { failures: (was.failures - failures).max(0), ..was }).await?)
}

/// How long to wait, as people read it: `4:59`, `1 h 5 min`.
pub(super) fn wait_text(until: DateTime<Utc>, now: DateTime<Utc>) -> (u64, String) {
    let seconds = (until - now).num_seconds().max(1);
    let text = if seconds < 3600 {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    } else {
        format!("{} h {} min", seconds / 3600, seconds % 3600 / 60)
    };
    (seconds.unsigned_abs(), text)
}

/// The refusal while something is locked.
pub(super) fn locked_refusal(code: Code, words: &str, until: DateTime<Utc>, now: DateTime<Utc>) -> Refusal {
    let (seconds, wait) = wait_text(until, now);
    let mut refusal = refuse(code, format!("{words} Intenta otra vez en {wait}."));
    refusal.retry_after_s = Some(seconds);
    refusal
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minutes: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + minutes * 60, 0).unwrap()
    }

    #[test]
    fn each_lock_lasts_longer_and_a_quiet_day_forgets() {
        let (mut count, mut now) = (Count::default(), at(0));
        for minutes in [5, 15, 60, 24 * 60] {
            for _ in 0..5 {
                assert_eq!(count.locked(now), None);
                count = count.failed(5, now);
            }
            let until = count.locked(now).unwrap();
            assert_eq!((until - now).num_minutes(), minutes);
            now = until;
        }
        assert_eq!(count.remembered(now).locks, 4, "what was locked for a day is not forgotten when the day is over");
        let later = now + Duration::hours(FORGOTTEN_HOURS);
        assert_eq!(count.remembered(later), Count::default());
        assert_eq!(wait_text(at(65), at(0)).1, "1 h 5 min");
        assert_eq!(wait_text(at(5), at(0)), (300, "5:00".into()));
    }

    #[test]
    fn no_lock_outlasts_its_length_by_the_clock_of_who_waits() {
        let ahead = (0..5).fold(Count::default(), |count, _| count.failed(5, at(60 * 24 * 60)));
        assert!(ahead.locked(at(60 * 24 * 60)).is_some());
        assert_eq!(ahead.locked(at(0)), None, "the clock was put right");
        assert_eq!(ahead.failed(5, at(0)).failures, 1);
        let an_hour_ahead = (0..5).fold(Count::default(), |count, _| count.failed(5, at(60)));
        assert_eq!(an_hour_ahead.locked(at(0)), None);
        let again = (0..5).fold(an_hour_ahead, |count, _| count.failed(5, at(0)));
        assert_eq!((again.locked(at(0)).unwrap() - at(0)).num_minutes(), 15, "and counts as the next one");
    }

    #[test]
    fn failures_of_yesterday_do_not_add_up() {
        let count = (0..4).fold(Count::default(), |c, _| c.failed(5, at(0)));
        assert_eq!(count.failed(5, at(24 * 60)).failures, 1);
        assert_eq!(count.failed(5, at(60)).locks, 1);
    }
}
