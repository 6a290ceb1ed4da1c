//! The kitchen monitor: what is to be made, what was made lately, and the taps that move it on. It owns no table: it reads the lines of
//! accounts and moves them by the rules of accounts.

mod feed;
mod held;
mod http;
mod model;

pub use http::routes;
