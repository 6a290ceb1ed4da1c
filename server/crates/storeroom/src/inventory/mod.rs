//! Movements of stock by hand: what came in or went out without a purchase or a sale, of products and of supplies. One table holds
//! both kinds; a call of one kind never shows the other's rows. An approved movement moves stock, a rejected one takes its moves back.
//! What there was when counting began is told here for several items at once.

mod answer;
mod change;
mod form;
mod http;
mod limit;
mod model;
mod opening;
mod opening_http;
mod paper;
mod products_http;
mod read;
mod record;
mod store;
mod supplies_http;

pub use form::moment;
pub use http::routes;
pub use limit::must_be_worth_little;
