//! Courses of a meal in the order in which they are eaten: `Entradas`, `Fondos`, `Postres`. A category has a course, and a product may have
//! another one; what an order does with them is in `comanda-orders`.

mod http;
mod model;
mod save;
mod store;

pub(super) use http::routes;
pub use model::Course;
pub use store::check_exists;
pub(super) use store::list_courses;
