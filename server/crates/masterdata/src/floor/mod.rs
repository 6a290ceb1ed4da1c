//! Salons and tables with their places, and the state of a table. The state follows from facts (`model::table_status`) that orders supply;
//! nothing here changes an account.

mod http;
mod layout;
pub mod model;
mod plan;
mod save;
mod store;
mod uses;

pub use http::{StatusQuery, routes};
pub use model::{Salon, StatusTable, TableFacts, TableRow};
pub use plan::{SalonForm, TableForm};
pub use save::{change_salon, change_table, delete_salon, delete_table};
pub use uses::{check_no_table_in_use, check_tables_free};

use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result, not_found},
    ids::{SalonId, TableId},
};
use comanda_platform::{
    realtime::{EventKind, Room},
    use_case::Work,
};
use layout::SalonPlan;
use serde_json::json;

/// Lists the active salons in their order.
pub async fn list_active_salons(tx: &mut Tx) -> Result<Vec<Salon>> {
    Ok(store::list_active_salons(tx).await?)
}

/// Lists all salons, active or not.
async fn list_salons(tx: &mut Tx) -> Result<Vec<Salon>> {
    Ok(store::list_salons(tx).await?)
}

/// Loads a salon, active or not.
async fn load_salon(tx: &mut Tx, id: SalonId) -> Result<Salon> {
    store::find_salon(tx, id).await.or_not_found("el salón")
}

/// Lists the active tables of one salon or of all, in their order.
pub async fn list_active_tables(tx: &mut Tx, salon: Option<SalonId>) -> Result<Vec<TableRow>> {
    Ok(store::list_active_tables(tx, salon).await?)
}

/// Lists all tables of one salon or of all, active or not.
pub async fn list_tables(tx: &mut Tx, salon: Option<SalonId>) -> Result<Vec<TableRow>> {
    Ok(store::list_tables(tx, salon).await?)
}

/// Loads an active table.
pub async fn load_active_table(tx: &mut Tx, id: TableId) -> Result<TableRow> {
    store::find_active_table(tx, id).await.or_not_found("la mesa")
}

/// Loads a table, active or not.
pub async fn load_table(tx: &mut Tx, id: TableId) -> Result<TableRow> {
    store::find_table(tx, id).await.or_not_found("la mesa")
}

async fn load_plan(tx: &mut Tx, id: SalonId) -> Result<SalonPlan> {
    Ok(SalonPlan { salon: load_salon(tx, id).await?, tables: list_tables(tx, Some(id)).await? })
}

/// Locks an active table, after the account that is to come to it: whoever opens, reserves, disables or deletes the table waits here.
pub async fn lock_active_table(work: &mut Work<'_>, id: TableId) -> Result<TableRow> {
    store::lock_table(work.tx, id).await.or_not_found("la mesa")?;
    load_active_table(work.tx, id).await
}

/// Locks a table, active or not.
pub async fn lock_table(work: &mut Work<'_>, id: TableId) -> Result<TableRow> {
    store::lock_table(work.tx, id).await.or_not_found("la mesa")?;
    load_table(work.tx, id).await
}

/// Locks a salon with its tables, and returns the tables.
pub async fn lock_salon_tables(work: &mut Work<'_>, id: SalonId) -> Result<Vec<TableId>> {
    store::lock_salon(work.tx, id).await.or_not_found("el salón")?;
    Ok(store::lock_salon_tables(work.tx, id).await?)
}

/// Ends the cleaning of a table to which an account has just come. Refuses with 404 where the table was disabled or deleted at this very
/// moment.
pub async fn occupy_table(work: &mut Work<'_>, id: TableId) -> Result<()> {
    match store::end_cleaning(work.tx, id).await? {
        0 => not_found("la mesa").err(),
        _ => Ok(()),
    }
}

/// Begins the cleaning of a table whose account has just closed, where the company uses cleaning.
pub async fn vacate_table(work: &mut Work<'_>, id: TableId) -> Result<()> {
    if work.settings().await?.cleaning_enabled {
        set_cleaning(work, id, true).await?;
    }
    Ok(())
}

/// Begins or ends the cleaning of a table, and notifies the floor.
pub async fn set_cleaning(work: &mut Work<'_>, id: TableId, cleaning: bool) -> Result<()> {
    store::set_cleaning(work.tx, id, cleaning.then_some(work.now)).await?;
    work.add_event(Room::Floor, EventKind::FloorChanged, json!({"table_id": id}));
    Ok(())
}
