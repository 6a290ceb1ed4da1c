//! Waiting with a deadline: for something that tells when it happens, or for what only asking can show.

use serde_json::Value;
use std::time::{Duration, Instant};

/// Far above what anything here takes on a busy machine: it ends what would never come.
pub const TIMEOUT: Duration = Duration::from_secs(45);
const BETWEEN_QUESTIONS: Duration = Duration::from_millis(25);

/// Waits for an event.
pub async fn within<T>(what: &str, event: impl Future<Output = T>) -> T {
    within_time(TIMEOUT, what, event).await
}

/// The same for what takes longer than anything else.
pub async fn within_time<T>(limit: Duration, what: &str, event: impl Future<Output = T>) -> T {
    let in_time = tokio::time::timeout(limit, event).await;
    in_time.unwrap_or_else(|_| panic!("waited {} s for {what}", limit.as_secs()))
}

/// Asks until the answer is good. `Err` says what was seen instead, for the message of the failure.
pub async fn eventually<T>(what: &str, mut ask: impl AsyncFnMut() -> Result<T, Value>) -> T {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        match ask().await {
            Ok(found) => return found,
            Err(seen) => {
                assert!(Instant::now() < deadline, "waited {} s for {what}; last: {seen:#}", TIMEOUT.as_secs())
            }
        }
        tokio::time::sleep(BETWEEN_QUESTIONS).await;
    }
}
