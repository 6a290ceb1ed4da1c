//! A list as the answer of a handler.

use super::Rows;
use axum::{
    Json,
    response::{IntoResponse, Response},
};
use serde::Serialize;

impl<T: Serialize> IntoResponse for Rows<T> {
    fn into_response(self) -> Response {
        Json(self).into_response()
    }
}
