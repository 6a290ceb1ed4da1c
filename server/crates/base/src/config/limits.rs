//! Limits of connections: how many, and time-outs.

use std::time::Duration;

/// The largest number of open connections.
#[derive(Debug, Clone, Copy)]
pub struct MaxConnections {
    pub total: usize,
    /// The largest number from one address; a trusted proxy may have more.
    pub per_address: usize,
}

impl Default for MaxConnections {
    /// A restaurant behind one address has some thirty devices with seven connections each.
    fn default() -> Self {
        Self { total: 12_000, per_address: 600 }
    }
}

/// The times for which the server waits for a client.
#[derive(Debug, Clone, Copy)]
pub struct Timeouts {
    /// The time for the head of a request, from its first byte.
    pub head: Duration,
    /// The time between two requests: longer than usual proxies wait, so that they close first.
    pub idle: Duration,
    /// The time for a body to begin; each [`MIN_BODY_BYTES_PER_S`] bytes of it add one second.
    pub body: Duration,
    /// The time until the client has taken the next part of an answer.
    pub write: Duration,
}

/// The least speed of an upload; even a restaurant's wireless network is faster.
pub const MIN_BODY_BYTES_PER_S: u64 = 4_000;

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(15),
            idle: Duration::from_secs(150),
            body: Duration::from_secs(20),
            write: Duration::from_secs(60),
        }
    }
}
