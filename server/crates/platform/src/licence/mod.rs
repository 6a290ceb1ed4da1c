//! The licence of a company: whether it may be used, until when, and its switch for super admins. What it forbids stands in
//! `people::actor_http`; it lies in the control database, out of the company's own reach.

mod http;
mod status;
mod switch;

pub use http::routes;
