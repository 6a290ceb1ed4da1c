//! Lists: paging, searching, sorting, and the shape of the answer.

mod days;
mod paging;
mod rows;
mod rows_http;
mod short_list;

pub use days::{Days, check_day, check_day_range};
pub use paging::{Flag, ListFilters, MAX_ROWS, Paging, page_count};
pub use rows::Rows;
pub use short_list::{SortKey, search_sort_and_page};
