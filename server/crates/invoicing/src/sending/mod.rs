//! Brings what the tax authority has to get to the tax authority: the gateways, the worker that sends, and batches. It runs beside
//! the calls: a till never waits for it.
//!
//! A document is signed once and kept, then sent, then what was answered is kept: three steps, each durable before the next, so that
//! whatever ends between them is taken up where it was, with the same bytes. What an answer means is decided by
//! [`comanda_sunat::answer`], what it makes of a document by `standing`, and no transaction is open while somebody is asked.

mod again;
mod ask;
mod batches;
mod bring;
mod clock;
mod company;
mod desk;
mod dispatch;
pub mod gateway;
mod http;
mod knock;
mod lease;
mod pace;
mod provided;
mod standing;
#[cfg(test)]
mod standing_tests;
mod store;
mod telling;
mod trial;
mod worker;

pub use again::can_be_sent;
pub use http::routes;
pub use pace::Pace;
pub use trial::routes as trial_routes;
pub use worker::run;
