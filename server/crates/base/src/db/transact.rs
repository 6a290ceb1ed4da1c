//! Writing: `transact!` runs a whole transaction and retries it when the database is busy; `attempt!` runs a part that may fail.
//! They are macros because closures that take `&mut Tx` make handlers fail with "implementation of `Send` is not general enough".

use std::time::Duration;

use tokio::time::Instant;

use super::error::{Error, Result};

/// The time for which a transaction is retried before its caller hears that the database is busy.
const RETRY_TIMEOUT: Duration = Duration::from_secs(10);
const MAX_ATTEMPTS: u32 = 12;

/// An error that knows whether running the same transaction again may help.
pub trait Retry {
    /// Whether it comes from [`Error::Busy`].
    fn is_busy(&self) -> bool;
}

impl Retry for Error {
    fn is_busy(&self) -> bool {
        matches!(self, Error::Busy)
    }
}

impl Retry for anyhow::Error {
    fn is_busy(&self) -> bool {
        self.downcast_ref::<Error>().is_some_and(Retry::is_busy)
    }
}

/// Counts the attempts of a transaction. Part of [`transact!`](crate::transact).
#[derive(Debug)]
pub struct Attempts {
    count: u32,
    max: u32,
    until: Instant,
}

impl Attempts {
    /// Starts before the first attempt.
    pub fn start() -> Self {
        Attempts { count: 0, max: MAX_ATTEMPTS, until: Instant::now() + RETRY_TIMEOUT }
    }

    /// Limits the attempts by this time only, not by their number.
    pub(super) fn with_patience(patience: Duration) -> Self {
        Attempts { count: 0, max: u32::MAX, until: Instant::now() + patience }
    }

    /// Whether to try again, after a pause that grows and is random, so that two conflicting transactions do not meet again.
    pub async fn again<T, E: Retry>(&mut self, result: &Result<T, E>) -> bool {
        let busy = result.as_ref().is_err_and(Retry::is_busy);
        self.count += 1;
        if !busy || self.count >= self.max || Instant::now() >= self.until {
            return false;
        }
        let ceiling_ms = 4_u64 << self.count.min(8);
        let pause_ms = rand::random_range(ceiling_ms / 2..=ceiling_ms);
        tokio::time::sleep(Duration::from_millis(pause_ms)).await;
        true
    }
}

/// Runs a write transaction, `transact!(db, |tx| { … Ok(answer) })`, commits it, and returns the body's result.
///
/// The body is an async block that borrows its surroundings and may run several times: side effects come after it.
/// Its error is any type that is `From<db::Error>` and [`Retry`]. When the result has come, everything that it was
/// based on is on disk, for a refusal as well as for a success. Write `|tx| -> Result<T, E> { … }` where the
/// compiler cannot tell the types.
#[macro_export]
macro_rules! transact {
    ($db:expr, |$tx:ident| $body:block) => { $crate::transact!($db, |$tx| -> ::std::result::Result<_, _> $body) };
    ($db:expr, |$tx:ident| -> $result:ty $body:block) => {{
        let mut attempts = $crate::db::Attempts::start();
        loop {
            let result: $result = match $db.write().await {
                Ok(mut begun) => {
                    let result: $result = async {
                        let $tx = &mut begun;
                        $body
                    }
                    .await;
                    begun.finish(result).await
                }
                Err(error) => Err(error.into()),
            };
            if !attempts.again(&result).await {
                break result;
            }
        }
    }};
}

/// Runs a part of a transaction that may fail, `attempt!(tx, tx.query("INSERT …").run().await)`, and returns its
/// result. When it fails, only that part is rolled back and the transaction goes on.
#[macro_export]
macro_rules! attempt {
    ($tx:expr, $part:expr) => {{
        $tx.mark().await?;
        let result = async { $part }.await;
        $tx.settle(result).await
    }};
}
