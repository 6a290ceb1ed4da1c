//! The rows that a deletion deletes.

use serde::Serialize;
use utoipa::ToSchema;

/// The number of rows of one thing.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Part {
    /// The name that users know it by, in the right number.
    pub name: &'static str,
    pub count: i64,
}

/// The result of a deletion.
#[derive(Debug, Serialize, ToSchema)]
pub struct Deleted {
    pub deleted: Vec<Part>,
    /// The backup file on the server, with all deleted rows.
    pub backup: String,
    pub backup_bytes: i64,
}
