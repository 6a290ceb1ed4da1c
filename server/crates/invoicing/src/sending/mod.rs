//! Sends documents to the tax authority: gateways, the worker that sends, and batches. It runs beside the HTTP calls: a till never waits
//! for it.
//!
//! A document is signed once and stored, then sent, then the answer is stored: three steps, each durable before the next, so that an
//! interruption anywhere is continued with the same bytes. [`comanda_sunat::answer`] interprets answers, `delivery_status` derives the
//! state of a document from them, and no transaction is open during a call.

mod batches;
mod clock;
mod company;
mod context;
mod delivery_status;
#[cfg(test)]
mod delivery_status_tests;
mod dispatch;
pub mod gateway;
mod http;
mod lease;
mod notify;
mod pace;
mod probe;
mod status_query;
mod store;
mod transmit;
mod trial;
mod user_requests;
mod via_provider;
mod worker;

pub use http::routes;
pub use pace::SendingPace;
pub use trial::routes as trial_routes;
pub use user_requests::can_resend;
pub use worker::run_sender;
