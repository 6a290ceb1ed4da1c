//! Tables and accounts as the map shows them.

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

/// The summary of the account that is open at a table.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TableRequest {
    pub id: RequestId,
    pub persons: i64,
    pub opened_at: DateTime<Utc>,
    pub attendant_id: UserId,
    pub attendant_name: String,
    pub total: Money,
    /// The part of the total that is not paid yet.
    pub due: Money,
    /// The number of lines that are neither sent to the kitchen nor wait for their course.
    pub unsent_count: i64,
    /// The number of lines that wait for their course to be fired.
    pub held_count: i64,
    /// The number of lines that wait to be delivered.
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
    /// The time of the reservation that makes it RESERVED.
    pub reserved_for: Option<DateTime<Utc>>,
    /// The next reservation of today; absent: none is to come.
    pub next_reservation: Option<NextReservation>,
    pub client_request_id: Option<RequestId>,
    pub request: Option<TableRequest>,
}

/// The summary of a take-away or a delivery.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct FloorRequest {
    pub id: RequestId,
    #[serde(rename = "type")]
    pub kind: RequestKind,
    pub correlative: i64,
    pub client_name: String,
    pub phone: String,
    pub address: String,
    #[row(rename = "address_reference")]
    pub reference: String,
    pub courier: String,
    pub delivery_app: bool,
    pub status: LineStatus,
    pub total: Money,
    #[row(skip)]
    pub due: Money,
    /// The number of portions on the account.
    pub product_count: i64,
    pub unsent_count: i64,
    #[serde(skip)]
    pub held_count: i64,
    /// The number of lines that wait to be delivered.
    pub ready_count: i64,
    pub opened_at: DateTime<Utc>,
    pub attendant_id: UserId,
    pub attendant_name: String,
    /// Whether it is paid and closed; it is shown until it is handed over.
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
