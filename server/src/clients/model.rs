//! A client as the API shows it.

use crate::ids::ClientId;
use serde::Serialize;
use utoipa::ToSchema;

/// A customer.
#[derive(Debug, Clone, Serialize, ToSchema, sqlx::FromRow)]
pub struct Client {
    pub id: ClientId,
    pub document_type: String,
    pub document_number: Option<String>,
    pub name: String,
    pub last_name: String,
    pub business_name: String,
    /// As documents and screens name them.
    pub display_name: String,
    pub phone: String,
    pub email: String,
    pub address: String,
    pub reference: String,
    pub status: String,
}
