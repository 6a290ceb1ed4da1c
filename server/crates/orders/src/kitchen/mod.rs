//! The kitchen monitor: what is to be made, what was made lately, and the taps that move it on. Owns no table: it reads the
//! accounts' lines and moves them by the accounts' own rules.

mod feed;
mod http;
mod model;

pub use http::routes;
