//! Productions of the restaurant itself: a sauce, a broth, a dough. A production takes its ingredients out of stock and puts the product in
//! at their cost; all its stock moves belong to one document, and are reversed together.

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
