//! What the server says of itself: to a proxy, to a monitor, in its log.

mod asked_for;
mod health;
mod metrics;
mod request_ids;
