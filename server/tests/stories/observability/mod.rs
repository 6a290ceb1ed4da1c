//! The server's reports about itself: to a proxy, to a monitor, in its log.

mod dashboards_and_alerts;
mod health;
mod metrics;
mod request_ids;
