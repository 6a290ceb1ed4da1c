//! What the map shows of a table and of an account.

use super::super::{
    model::{LineStatus, RequestKind},
    reservations::NextReservation,
};
use chrono::{DateTime, Utc};
use comanda_base::{
    ids::{RequestId, SalonId, TableId, UserId},
    money::Money,
    words::Status,
};
use comanda_masterdata::floor::{Salon, StatusTable, model::TableShape};
use serde::Serialize;
use utoipa::ToSchema;

/// The account that is open at a table, in short.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TableRequest {
    pub id: RequestId,
    pub persons: i64,
    pub opened_at: DateTime<Utc>,
    pub attendant_id: UserId,
    pub attendant_name: String,
    pub total: Money,
    /// Lines that have not gone to the kitchen.
    pub unsent_count: i64,
    /// Lines that wait to be brought.
    pub ready_count: i64,
    pub version: i64,
    pub client_name: String,
}

/// A table and who sits there.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Table {
    pub id: TableId,
    pub salon_id: SalonId,
    pub name: String,
    pub seats: i64,
    pub x: i64,
    pub y: i64,
    pub width: i64,
    pub height: i64,
    pub shape: TableShape,
    pub status: Status,
    pub status_table: StatusTable,
    pub cleaning_since: Option<DateTime<Utc>>,
    /// Of the reservation that makes it RESERVED.
    pub reserved_for: Option<DateTime<Utc>>,
    /// Who is expected here next, still today.
    pub next_reservation: Option<NextReservation>,
    pub client_request_id: Option<RequestId>,
    pub request: Option<TableRequest>,
}

/// A take-away or a delivery, in short.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FloorRequest {
    pub id: RequestId,
    #[serde(rename = "type")]
    pub kind: RequestKind,
    pub correlative: i64,
    pub client_name: String,
    pub phone: String,
    pub address: String,
    pub reference: String,
    pub courier: String,
    pub delivery_app: bool,
    pub status: LineStatus,
    pub total: Money,
    pub due: Money,
    /// Portions on the account.
    pub product_count: i64,
    pub unsent_count: i64,
    /// Lines that wait to be brought.
    pub ready_count: i64,
    pub opened_at: DateTime<Utc>,
    pub attendant_id: UserId,
    pub attendant_name: String,
    /// Paid and closed, shown until it is handed over.
    pub is_paid: bool,
    pub version: i64,
}

/// A salon with its tables.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FloorSalon {
    #[serde(flatten)]
    pub salon: Salon,
    pub tables: Vec<Table>,
}

/// The whole floor.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Floor {
    pub salons: Vec<FloorSalon>,
    pub takeaway: Vec<FloorRequest>,
    pub delivery: Vec<FloorRequest>,
}
