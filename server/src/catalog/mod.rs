//! What is sold: categories, products with variants, toppings and combos, and what is sold out today. Knows no table and no order.

mod http;
mod model;
mod sale;
pub mod selling;
mod sold_out;
mod store;

pub use http::routes;
