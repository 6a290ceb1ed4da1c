//! Timed menus and prices: schedules say on which days and hours products are sold, and what they cost meanwhile. The server's clock and
//! the company's time zone decide. Where several run at once, the lowest price counts. Schedules know no order: `selling` reads the rules
//! of the ordered products, `sale` those of the whole menu, each with one statement.

mod form;
mod hours;
mod http;
mod item;
mod model;
mod price;
mod rules;
mod save;
mod store;
mod texts;

pub use hours::LocalMoment;
pub(super) use http::routes;
pub use model::ProductNow;
pub use rules::ScheduleRules;
pub(super) use store::IS_SCHEDULED;
