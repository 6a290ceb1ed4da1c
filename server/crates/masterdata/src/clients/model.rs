//! A client as the API shows it.

use chrono::NaiveDate;
use comanda_base::words::Status;
use comanda_base::{ids::ClientId, words::IdentityDocument};
use serde::Serialize;
use utoipa::ToSchema;

/// A client of the restaurant.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Client {
    pub id: ClientId,
    pub document_type: IdentityDocument,
    pub document_number: Option<String>,
    pub name: String,
    pub last_name: String,
    pub business_name: String,
    /// The name that documents and screens show.
    pub display_name: String,
    pub phone: String,
    pub email: String,
    /// The date of birth.
    pub dob: Option<NaiveDate>,
    pub address: String,
    pub department: String,
    pub province: String,
    pub district: String,
    pub ubigeo_sunat: String,
    pub reference: String,
    pub status: Status,
}
