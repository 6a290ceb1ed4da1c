//! Protection against guessing short secrets: PINs and codes of a second factor. Each lock lasts longer than the one before. Both a person
//! who guesses at many PINs and a PIN at which many people guess are locked.

mod http;
mod store;

pub(super) use http::routes;
pub use store::{GuessLock, list_locks};

use chrono::{DateTime, Duration, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Refusal, Result, refuse},
    ids::UserId,
    words::text_enum,
};

/// The length of the first, second … lock in minutes; later ones last as long as the last of these. An administrator can lift a lock.
const LOCK_MINUTES: [i64; 4] = [5, 15, 60, 24 * 60];
/// After how many hours without a failure the count is forgotten.
const FORGOTTEN_HOURS: i64 = 24;
/// The tolerance for small automatic corrections of the clock.
const CLOCK_STEP: Duration = Duration::minutes(1);
/// The number of failures of one person that leads to a lock.
const MAX_OF_ONE: i64 = 5;
/// The number of failures of all people at one PIN that locks it: a single person is stopped long before.
const MAX_OF_ALL: i64 = 20;

text_enum!(
    /// The counter of failures: that of one asking person, or that of one PIN.
    LockKind {
        /// The person who types PINs.
        Asker = "ASKER",
        /// The PIN that is typed: the company's or a personal one.
        Pin = "PIN",
        /// A user's second factor at the log-in.
        SecondFactor = "SECOND_FACTOR",
    }
);

/// The subject of a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GuessSubject {
    By(UserId),
    CompanyPin,
    PinOf(UserId),
    SecondFactorOf(UserId),
}

impl GuessSubject {
    /// Returns the PIN of `approver`, or the company's.
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
    /// The user in the key of the count; 0, which no user has, stands for the company.
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

/// The number of failures, and the lock.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, comanda_from_row::FromRow)]
pub(super) struct Count {
    pub failures: i64,
    /// The number of locks so far: the next one is longer.
    pub locks: i64,
    pub failed_at: Option<DateTime<Utc>>,
    pub locked_until: Option<DateTime<Utc>>,
}

impl Count {
    /// Returns until when it is locked, if it is.
    pub fn locked(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        // A lock that would last longer than its length was set by a clock that was ahead, and is ignored.
        let last = now + lock_length(self.locks - 1) + CLOCK_STEP;
        self.locked_until.filter(|until| *until > now && *until <= last)
    }

    /// Returns the count without what has expired.
    fn without_expired(self, now: DateTime<Utc>) -> Self {
        let last = self.failed_at.max(self.locked_until);
        // A time farther in the future than any lock was set by a clock that was ahead.
        let memory = Duration::hours(FORGOTTEN_HOURS);
        let forgotten = last.is_none_or(|at| now - at >= memory || at - now > memory + CLOCK_STEP);
        let lock_is_over = self.locked_until.is_some() && self.locked(now).is_none();
        if forgotten {
            Self::default()
        } else if lock_is_over {
            Self { failures: 0, locked_until: None, ..self }
        } else {
            self
        }
    }

    /// Adds a failure; the last one before the limit locks.
    fn with_failure(self, max: i64, now: DateTime<Utc>) -> Self {
        let was = self.without_expired(now);
        let failures = was.failures + 1;
        if failures < max {
            return Self { failures, failed_at: Some(now), locked_until: None, ..was };
        }
        let until = now + lock_length(was.locks);
        Self { failures: 0, locks: was.locks + 1, failed_at: Some(now), locked_until: Some(until) }
    }
}

/// Returns the length of a lock after this many earlier ones.
fn lock_length(locks_before: i64) -> Duration {
    let step = usize::try_from(locks_before).unwrap_or(0).min(LOCK_MINUTES.len() - 1);
    Duration::minutes(LOCK_MINUTES[step])
}

/// The result of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FailureResult {
    /// The guess was wrong, and this many attempts are left.
    Left(i64),
    /// The subject is locked until this time.
    Locked(DateTime<Utc>),
}

/// Returns until when something is locked, without locking its row: for a refusal before anything is hashed.
pub(super) async fn locked_until(tx: &mut Tx, what: GuessSubject, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>> {
    Ok(store::peek(tx, what).await?.and_then(|count| count.locked(now)))
}

/// Loads the count and locks its row, so that concurrent guesses count one after another.
pub(super) async fn load_for_update(tx: &mut Tx, what: GuessSubject) -> Result<Count> {
    Ok(store::count(tx, what).await?)
}

/// Counts a failure.
pub(super) async fn record_failure(
    tx: &mut Tx,
    what: GuessSubject,
    was: Count,
    now: DateTime<Utc>,
) -> Result<FailureResult> {
    let count = was.with_failure(what.max_failures(), now);
    store::keep(tx, what, &count).await?;
    Ok(count.locked(now).map_or(FailureResult::Left(what.max_failures() - count.failures), FailureResult::Locked))
}

/// Resets the count after a right answer.
pub(super) async fn reset(tx: &mut Tx, what: GuessSubject) -> Result<()> {
    Ok(store::keep(tx, what, &Count::default()).await?)
}

/// Subtracts the failures of a person who was right in the end; those of others stay.
pub(super) async fn subtract_failures(
    tx: &mut Tx,
    what: GuessSubject,
    was: Count,
    failures: i64,
    now: DateTime<Utc>,
) -> Result<()> {
    if failures == 0 || was.failures == 0 {
        return Ok(());
    }
    let was = was.without_expired(now);
    Ok(store::keep(tx, what, &Count { failures: (was.failures - failures).max(0), ..was }).await?)
}

/// Returns the seconds to wait, and the same as a text: `4:59`, `1 h 5 min`.
pub(super) fn wait_text(until: DateTime<Utc>, now: DateTime<Utc>) -> (u64, String) {
    let seconds = (until - now).num_seconds().max(1);
    let text = if seconds < 3600 {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    } else {
        format!("{} h {} min", seconds / 3600, seconds % 3600 / 60)
    };
    (seconds.unsigned_abs(), text)
}

/// Makes the refusal while something is locked.
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
    fn each_lock_lasts_longer_and_expires_after_a_day_without_failures() {
        let (mut count, mut now) = (Count::default(), at(0));
        for minutes in [5, 15, 60, 24 * 60] {
            for _ in 0..5 {
                assert_eq!(count.locked(now), None);
                count = count.with_failure(5, now);
            }
            let until = count.locked(now).unwrap();
            assert_eq!((until - now).num_minutes(), minutes);
            now = until;
        }
        assert_eq!(
            count.without_expired(now).locks,
            4,
            "what was locked for a day is not forgotten when the day is over"
        );
        let later = now + Duration::hours(FORGOTTEN_HOURS);
        assert_eq!(count.without_expired(later), Count::default());
        assert_eq!(wait_text(at(65), at(0)).1, "1 h 5 min");
        assert_eq!(wait_text(at(5), at(0)), (300, "5:00".into()));
    }

    #[test]
    fn locks_of_a_clock_that_was_ahead_are_ignored() {
        let ahead = (0..5).fold(Count::default(), |count, _| count.with_failure(5, at(60 * 24 * 60)));
        assert!(ahead.locked(at(60 * 24 * 60)).is_some());
        assert_eq!(ahead.locked(at(0)), None, "the clock was put right");
        assert_eq!(ahead.with_failure(5, at(0)).failures, 1);
        let an_hour_ahead = (0..5).fold(Count::default(), |count, _| count.with_failure(5, at(60)));
        assert_eq!(an_hour_ahead.locked(at(0)), None);
        let failures = (0..5).fold(an_hour_ahead, |count, _| count.with_failure(5, at(0)));
        assert_eq!((failures.locked(at(0)).unwrap() - at(0)).num_minutes(), 15, "and counts as the next one");
    }

    #[test]
    fn failures_of_yesterday_do_not_add_up() {
        let count = (0..4).fold(Count::default(), |c, _| c.with_failure(5, at(0)));
        assert_eq!(count.with_failure(5, at(24 * 60)).failures, 1);
        assert_eq!(count.with_failure(5, at(60)).locks, 1);
    }
}
