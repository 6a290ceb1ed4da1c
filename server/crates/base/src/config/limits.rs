//! What a connection may take, and how long.

use std::time::Duration;

/// How many connections there may be.
#[derive(Debug, Clone, Copy)]
pub struct MaxConnections {
    pub all: usize,
    /// From one address; a trusted proxy may have more.
    pub of_one_address: usize,
}

impl Default for MaxConnections {
    /// A house behind one address has some thirty devices with seven connections each.
    fn default() -> Self {
        Self { all: 12_000, of_one_address: 600 }
    }
}

/// How long nothing may happen.
#[derive(Debug, Clone, Copy)]
pub struct TimeOuts {
    /// For the head of a request, from its first byte.
    pub head: Duration,
    /// Between two requests: longer than usual proxies wait, so that it is they who hang up.
    pub idle: Duration,
    /// For a body to begin, and in the long run for every [`MIN_BODY_BYTES_PER_S`] of it one second more.
    pub body: Duration,
    /// Until something more of an answer has been taken.
    pub write: Duration,
}

/// Slower is no wireless of a restaurant.
pub const MIN_BODY_BYTES_PER_S: u64 = 4_000;

impl Default for TimeOuts {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(15),
            idle: Duration::from_secs(150),
            body: Duration::from_secs(20),
            write: Duration::from_secs(60),
        }
    }
}
