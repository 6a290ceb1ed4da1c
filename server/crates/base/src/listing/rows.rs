//! The envelope of a list: `{"success": true, "rows": […], "total_rows": …, "total_pages": …}`.

use serde::Serialize;
use utoipa::ToSchema;

/// A list: one page of it, or all of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Rows<T> {
    pub success: bool,
    pub rows: Vec<T>,
    pub total_rows: i64,
    pub total_pages: i64,
}

impl<T> Rows<T> {
    /// Wraps a page of `limit` rows of a list of `total_rows`.
    pub fn page(rows: Vec<T>, total_rows: i64, limit: i64) -> Self {
        Self { success: true, rows, total_rows, total_pages: super::page_count(total_rows, limit) }
    }
    /// Wraps a whole list.
    pub fn all(rows: Vec<T>) -> Self {
        Self { success: true, total_rows: rows.len() as i64, rows, total_pages: 1 }
    }
    /// Converts each row.
    pub fn map<U>(self, each: impl FnMut(T) -> U) -> Rows<U> {
        let rows = self.rows.into_iter().map(each).collect();
        Rows { success: self.success, rows, total_rows: self.total_rows, total_pages: self.total_pages }
    }
}
