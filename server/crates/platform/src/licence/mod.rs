//! The licence of a company: whether it is active and until when, and its switch for super admins. Calls without a licence are refused in
//! `people::actor_http`. It is stored in the control database, which the company itself cannot change.

mod http;
mod status;
mod switch;

pub use http::routes;
