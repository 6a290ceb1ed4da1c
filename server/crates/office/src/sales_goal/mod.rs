//! What the house wants to sell in a month, and how far it has come: a goal holds from its month on until another one is set. What was
//! sold is what `figures` says, as in the sales report.

mod goal;
mod http;
mod model;
mod store;

pub use http::routes;
