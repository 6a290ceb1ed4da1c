//! Toppings: what can be added to a dish for a price of its own. One stands for a supply, has a recipe, or takes nothing.

mod http;
mod model;
mod save;
mod store;

pub(super) use http::routes;
