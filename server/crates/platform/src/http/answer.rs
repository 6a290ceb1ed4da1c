//! The envelope of every success: `{"success": true, "response": …}` or `{"success": true, "rows": […], …}`.

use axum::Json;
use comanda_base::listing::Rows;
use serde::Serialize;
use utoipa::ToSchema;

/// One thing.
#[derive(Debug, Serialize, ToSchema)]
pub struct Answer<T> {
    pub success: bool,
    pub response: T,
}

/// One thing, as a handler answers it.
pub fn ok<T: Serialize>(response: T) -> Json<Answer<T>> {
    Json(Answer { success: true, response })
}

/// A whole list.
pub fn rows<T: Serialize>(rows: Vec<T>) -> Rows<T> {
    Rows::all(rows)
}
