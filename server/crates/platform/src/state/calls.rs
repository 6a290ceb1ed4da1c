//! Calls under way, so that a stop can wait for them.

use std::sync::Arc;
use tokio::sync::watch;

/// How many calls are being answered. Sockets are none.
#[derive(Debug, Clone)]
pub struct CallsUnderWay(Arc<watch::Sender<usize>>);

impl Default for CallsUnderWay {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(0)))
    }
}

impl CallsUnderWay {
    /// One more, until what is given is dropped.
    pub fn begin(&self) -> CallUnderWay {
        self.0.send_modify(|calls| *calls += 1);
        CallUnderWay(self.clone())
    }

    /// Until there are none.
    pub async fn ended(&self) {
        // The sender is held here: it cannot be gone.
        self.0.subscribe().wait_for(|calls| *calls == 0).await.ok();
    }
}

/// A call that is being answered.
#[derive(Debug)]
pub struct CallUnderWay(CallsUnderWay);

impl Drop for CallUnderWay {
    fn drop(&mut self) {
        self.0.0.send_modify(|calls| *calls -= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn it_is_over_when_the_last_has_ended() {
        let calls = CallsUnderWay::default();
        calls.ended().await;
        let (first, second) = (calls.begin(), calls.begin());
        let mut ended = std::pin::pin!(calls.ended());
        assert!(futures::poll!(&mut ended).is_pending());
        drop(first);
        assert!(futures::poll!(&mut ended).is_pending());
        drop(second);
        ended.await;
    }
}
