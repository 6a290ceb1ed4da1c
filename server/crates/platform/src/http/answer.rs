//! The envelope of every success: `{"success": true, "response": …}` or `{"success": true, "rows": […], …}`.

use axum::Json;
use comanda_base::listing::Rows;
use serde::Serialize;
use utoipa::ToSchema;

/// The envelope of a single thing.
#[derive(Debug, Serialize, ToSchema)]
pub struct Answer<T> {
    pub success: bool,
    pub response: T,
}

/// Wraps a single thing as a handler's answer.
pub fn ok<T: Serialize>(response: T) -> Json<Answer<T>> {
    Json(Answer { success: true, response })
}

/// Wraps a whole list.
pub fn rows<T: Serialize>(rows: Vec<T>) -> Rows<T> {
    Rows::all(rows)
}
