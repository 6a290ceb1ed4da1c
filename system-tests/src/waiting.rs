//! Waiting with a deadline: for an event, or by repeated questions.

use serde_json::Value;
use std::time::{Duration, Instant};

/// Far longer than anything here takes on a busy machine: it ends a wait that would never end.
pub const TIMEOUT: Duration = Duration::from_secs(45);
const BETWEEN_QUESTIONS: Duration = Duration::from_millis(25);

/// Waits for an event.
pub async fn within<T>(what: &str, event: impl Future<Output = T>) -> T {
    within_time(TIMEOUT, what, event).await
}

/// Waits for an event that may take longer than usual.
pub async fn within_time<T>(limit: Duration, what: &str, event: impl Future<Output = T>) -> T {
    let in_time = tokio::time::timeout(limit, event).await;
    in_time.unwrap_or_else(|_| panic!("waited {} s for {what}", limit.as_secs()))
}

/// Asks until the answer is good. `Err` holds the observed state, for the message of the failure.
pub async fn eventually<T>(what: &str, mut ask: impl AsyncFnMut() -> Result<T, Value>) -> T {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        match ask().await {
            Ok(found) => return found,
            Err(last_state) => {
                assert!(Instant::now() < deadline, "waited {} s for {what}; last: {last_state:#}", TIMEOUT.as_secs())
            }
        }
        tokio::time::sleep(BETWEEN_QUESTIONS).await;
    }
}
