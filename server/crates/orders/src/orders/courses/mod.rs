//! Courses of an account: what leaves for the kitchen when an order is sent, what waits, and how a waiting course is fired. A line that waits
//! is unsent and has `held_at`; nothing of it is printed, taken out of stock or counted in kitchen times before it is fired.

mod by_itself;
mod fire;
mod http;
mod rule;
mod store;
mod summary;

pub(in crate::orders) use by_itself::fire_served;
pub(in crate::orders) use http::routes;
pub(in crate::orders) use rule::{Selection, SendScope};
pub(in crate::orders) use store::{hold_lines, load_line_course, read_course};
pub use summary::{AccountCourse, CourseState, LineCourse};
pub(crate) use summary::{order_of_eating, summarize};
