//! Stock movements by hand: goods that came in or went out without a purchase or a sale, for products and supplies. One table holds both
//! kinds; a call for one kind never returns rows of the other. An approved movement moves stock, a rejected one reverses its moves. The
//! opening stock of several items is entered here too.

mod answer;
mod change;
mod form;
mod http;
mod limit;
mod model;
mod opening;
mod paper;
mod read;
mod record;
mod store;

pub use change::check_lines_again;
pub use form::parse_moment;
pub use http::routes;
pub use limit::require_pin_for_supplies_above_limit;
