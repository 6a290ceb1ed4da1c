//! Lists: pages of them, searching, sorting, and the answer's shape.

mod days;
mod paging;
mod rows;
mod rows_http;
mod short_list;

pub use days::{day_within_reason, days_in_order};
pub use paging::{Filters, Flag, MAX_ROWS, Paging, pages};
pub use rows::Rows;
pub use short_list::{SortKey, short_list};
