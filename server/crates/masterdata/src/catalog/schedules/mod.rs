//! Timed menus and prices: schedules say on which days and hours products are sold, and what they cost meanwhile. The server's clock
//! and the company's time zone decide. Where several run at once, the lowest price counts. Knows no order: `selling` asks for what is
//! ordered, `sale` for the whole menu, both in one statement.

mod form;
mod hours;
mod http;
mod item;
mod model;
mod price;
mod rules;
mod save;
mod store;
mod words;

pub use hours::Moment;
pub(super) use http::routes;
pub use model::{Channel, ProductNow};
pub use rules::{Asked, Now, Rules};
pub(super) use store::IS_SCHEDULED;
