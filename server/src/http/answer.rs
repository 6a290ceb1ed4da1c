//! The envelope of every success: `{"success": true, "response": …}` or `{"success": true, "rows": […], …}`.

use crate::listing::Rows;
use axum::{
    Json,
    response::{IntoResponse, Response},
};
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

impl<T: Serialize> IntoResponse for Rows<T> {
    fn into_response(self) -> Response {
        Json(self).into_response()
    }
}

/// What failures look like; documented once, sent by `http::error`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Failure {
    pub success: bool,
    pub code: crate::error::Code,
    /// Spanish, says what to do next.
    pub message: String,
    /// Texts by field.
    pub errors: std::collections::BTreeMap<String, Vec<String>>,
    pub request_id: String,
    /// What it is now, with 409.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<serde_json::Value>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub license_expired: bool,
}
