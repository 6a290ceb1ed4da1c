//! Who the company is: on tickets, documents and screens, and how its electronic documents go out.

mod change;
pub(super) mod http;
mod model;
mod store;

pub use model::CompanyInfo;
