//! The envelope of a list: `{"success": true, "rows": […], "total_rows": …, "total_pages": …}`.

use serde::Serialize;
use utoipa::ToSchema;

/// A list, a page of it or all of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Rows<T> {
    pub success: bool,
    pub rows: Vec<T>,
    pub total_rows: i64,
    pub total_pages: i64,
}

impl<T> Rows<T> {
    /// A page of `limit` rows of a list of `total_rows`.
    pub fn page(rows: Vec<T>, total_rows: i64, limit: i64) -> Self {
        Self { success: true, rows, total_rows, total_pages: super::pages(total_rows, limit) }
    }
    /// A list that is given whole.
    pub fn all(rows: Vec<T>) -> Self {
        Self { success: true, total_rows: rows.len() as i64, rows, total_pages: 1 }
    }
    /// The same page of something else made of each row.
    pub fn map<U>(self, each: impl FnMut(T) -> U) -> Rows<U> {
        let rows = self.rows.into_iter().map(each).collect();
        Rows { success: self.success, rows, total_rows: self.total_rows, total_pages: self.total_pages }
    }
}
