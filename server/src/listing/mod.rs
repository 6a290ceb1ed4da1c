//! Lists: pages of them, searching, sorting, and the answer's shape.

mod paging;
mod rows;
mod short_list;

pub(crate) use paging::folded;
pub use paging::{Filters, Flag, MAX_ROWS, Paging, contains, pages, search_key};
pub use rows::Rows;
pub use short_list::{SortKey, short_list};
