//! Counts calls in progress, so that a stop can wait for them.

use std::sync::Arc;
use tokio::sync::watch;

/// The number of calls in progress, without sockets.
#[derive(Debug, Clone)]
pub struct CallsInProgress(Arc<watch::Sender<usize>>);

impl Default for CallsInProgress {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(0)))
    }
}

impl CallsInProgress {
    /// Counts a call until the returned guard is dropped.
    pub fn begin(&self) -> CallInProgress {
        self.0.send_modify(|calls| *calls += 1);
        CallInProgress(self.clone())
    }

    /// Waits until no calls are in progress.
    pub async fn wait_until_none(&self) {
        // The sender is held here, so it cannot be dropped.
        self.0.subscribe().wait_for(|calls| *calls == 0).await.ok();
    }
}

/// A call in progress.
#[derive(Debug)]
pub struct CallInProgress(CallsInProgress);

impl Drop for CallInProgress {
    fn drop(&mut self) {
        self.0.0.send_modify(|calls| *calls -= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn waits_until_the_last_call_has_ended() {
        let calls = CallsInProgress::default();
        calls.wait_until_none().await;
        let (first, second) = (calls.begin(), calls.begin());
        let mut ended = std::pin::pin!(calls.wait_until_none());
        assert!(futures::poll!(&mut ended).is_pending());
        drop(first);
        assert!(futures::poll!(&mut ended).is_pending());
        drop(second);
        ended.await;
    }
}
