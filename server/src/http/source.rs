//! Takes the [`Source`] of a request, or of the one that a socket began with: `serve` put it there.

use crate::source::Source;
use axum::{extract::FromRequestParts, http::request::Parts};
use std::convert::Infallible;

impl<S: Sync> FromRequestParts<S> for Source {
    type Rejection = Infallible;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::in_parts(parts))
    }
}

impl Source {
    /// Of a request's head.
    pub fn in_parts(parts: &Parts) -> Self {
        parts.extensions.get().copied().unwrap_or(Self::NOWHERE)
    }
}
