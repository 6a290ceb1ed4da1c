//! What a deletion takes, and took.

use serde::Serialize;
use utoipa::ToSchema;

/// How many of something.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Part {
    /// As people call so many of it.
    pub name: &'static str,
    pub count: i64,
}

/// What was deleted.
#[derive(Debug, Serialize, ToSchema)]
pub struct Deleted {
    pub deleted: Vec<Part>,
    /// The file on the server that holds all of it.
    pub backup: String,
    pub backup_bytes: i64,
}
