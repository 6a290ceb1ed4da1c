//! The rooms: salons and tables where they stand, and what state a table is in. The state follows from facts (`model::status`) that
//! orders brings along; nothing here knows an account.

mod http;
pub mod model;
mod store;

pub use http::routes;
pub use model::{Salon, StatusTable, TableFacts, TableRow};

use crate::{
    db::{Sql, Tx},
    error::{OrNotFound, Result},
    http::Work,
    ids::{SalonId, TableId},
    realtime::Room,
};
use serde_json::json;

/// The salons in their order.
pub async fn salons(tx: &mut Tx) -> Result<Vec<Salon>> {
    Ok(store::salons(tx).await?)
}

/// The active tables of one salon or of all, in their order.
pub async fn tables(tx: &mut Tx, of: Option<SalonId>) -> Result<Vec<TableRow>> {
    let list = store::tables().add("AND t.status = 'ACTIVE'").when("AND t.salon_id = ?", of);
    Ok(tx.query(list.add("ORDER BY s.position, s.id, t.id")).all().await?)
}

/// One active table.
pub async fn table(tx: &mut Tx, id: TableId) -> Result<TableRow> {
    let one: Sql = store::tables().add("AND t.status = 'ACTIVE'").with("AND t.id = ?", id);
    tx.query(one).maybe().await.or_not_found("la mesa")
}

/// The table of an account that has just opened: whatever cleaning it waited for is over.
pub async fn occupy(work: &mut Work<'_>, id: TableId) -> Result<()> {
    store::set_cleaning(work.tx, id, None).await?;
    Ok(())
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
    work.tell(Room::Floor, "floor.changed", json!({"table_id": id}));
    Ok(())
}
