//! The rooms: salons and tables where they stand, and what state a table is in. The state follows from facts (`model::status`) that
//! orders brings along; nothing here changes an account.

mod http;
mod layout;
pub mod model;
mod plan;
mod save;
mod store;
mod uses;

pub use http::{WithStatus, routes};
pub use model::{Salon, StatusTable, TableFacts, TableRow};
pub use plan::{SalonForm, TableForm};
pub use save::{change_salon, change_table, delete_salon, delete_table};
pub use uses::{must_be_free, salon_must_be_free};

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

/// The active salons in their order.
pub async fn salons(tx: &mut Tx) -> Result<Vec<Salon>> {
    Ok(store::active_salons(tx).await?)
}

/// All salons, those that are disabled too.
async fn all_salons(tx: &mut Tx) -> Result<Vec<Salon>> {
    Ok(store::all_salons(tx).await?)
}

/// One salon, whatever its status.
async fn salon(tx: &mut Tx, id: SalonId) -> Result<Salon> {
    store::salon(tx, id).await.or_not_found("el salón")
}

/// The active tables of one salon or of all, in their order.
pub async fn tables(tx: &mut Tx, of: Option<SalonId>) -> Result<Vec<TableRow>> {
    Ok(store::active_tables(tx, of).await?)
}

/// All tables of one salon or of all, those that are disabled too.
pub async fn all_tables(tx: &mut Tx, of: Option<SalonId>) -> Result<Vec<TableRow>> {
    Ok(store::all_tables(tx, of).await?)
}

/// One active table.
pub async fn table(tx: &mut Tx, id: TableId) -> Result<TableRow> {
    store::active_table(tx, id).await.or_not_found("la mesa")
}

/// One table, whatever its status.
pub async fn table_of_any_status(tx: &mut Tx, id: TableId) -> Result<TableRow> {
    store::table(tx, id).await.or_not_found("la mesa")
}

async fn plan(tx: &mut Tx, id: SalonId) -> Result<SalonPlan> {
    Ok(SalonPlan { salon: salon(tx, id).await?, tables: all_tables(tx, Some(id)).await? })
}

/// Locks an active table, after the account that is to come to it: who opens, reserves, disables or deletes it waits here.
pub async fn lock_table(work: &mut Work<'_>, id: TableId) -> Result<TableRow> {
    store::lock_table(work.tx, id).await.or_not_found("la mesa")?;
    table(work.tx, id).await
}

/// Locks a table, whatever its status.
pub async fn lock_table_of_any_status(work: &mut Work<'_>, id: TableId) -> Result<TableRow> {
    store::lock_table(work.tx, id).await.or_not_found("la mesa")?;
    table_of_any_status(work.tx, id).await
}

/// Locks a salon with its tables; gives these.
pub async fn lock_tables_of(work: &mut Work<'_>, id: SalonId) -> Result<Vec<TableId>> {
    store::lock_salon(work.tx, id).await.or_not_found("el salón")?;
    Ok(store::lock_tables_of(work.tx, id).await?)
}

/// The table of an account that has just come to it: whatever cleaning it waited for is over. Refused where the table was
/// disabled or deleted in this very moment.
pub async fn occupy(work: &mut Work<'_>, id: TableId) -> Result<()> {
    match store::end_cleaning(work.tx, id).await? {
        0 => not_found("la mesa").err(),
        _ => Ok(()),
    }
}

/// The table of an account that has just closed: it is to be cleaned where the company wants that.
pub async fn vacate(work: &mut Work<'_>, id: TableId) -> Result<()> {
    if work.settings().await?.cleaning_enabled {
        set_cleaning(work, id, true).await?;
    }
    Ok(())
}

/// Begins or ends the cleaning of a table, and tells the floor.
pub async fn set_cleaning(work: &mut Work<'_>, id: TableId, cleaning: bool) -> Result<()> {
    store::set_cleaning(work.tx, id, cleaning.then_some(work.now)).await?;
    work.tell(Room::Floor, EventKind::FloorChanged, json!({"table_id": id}));
    Ok(())
}
