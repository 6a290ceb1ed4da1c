//! What the house makes itself: a sauce, a stock, a dough. A production takes its ingredients out of stock and puts what it made in, at
//! what they cost; it moves stock as one document of `stock`, and is taken back as one.

mod answer;
mod change;
mod form;
mod http;
mod model;
mod paper;
mod quote;
mod read;
mod record;
mod store;

pub use http::routes;
