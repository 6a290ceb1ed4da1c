//! Productions of the restaurant itself: a sauce, a broth, a dough. A production takes its ingredients out of stock and puts the product in
//! at their cost; all its stock moves belong to one document, and are reversed together. Its source is `production:5`. Recipes of supplies
//! are in `stock::supply_recipe`.

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
