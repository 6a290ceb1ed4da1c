//! The uses that prevent changing or deleting tables: open accounts, and reservations whose guests are still expected.

use super::{
    lock_salon_tables,
    model::earliest_expected,
    store::{self, TableUse},
};
use comanda_base::{
    error::{Code, Result, refuse},
    ids::{SalonId, TableId},
};
use comanda_platform::use_case::Work;
use serde_json::json;

/// Refuses an action on a salon while one of its tables is in use.
pub async fn check_no_table_in_use(work: &mut Work<'_>, id: SalonId, purpose: &str) -> Result<()> {
    let tables = lock_salon_tables(work, id).await?;
    check_tables_free(work, &tables, purpose).await
}

/// Refuses an action on tables in use: 409 `in_use`, with the accounts and reservations.
pub async fn check_tables_free(work: &mut Work<'_>, tables: &[TableId], purpose: &str) -> Result<()> {
    let uses = store::list_table_uses(work.tx, tables, earliest_expected(work.now)).await?;
    let Some(first) = uses.first() else { return Ok(()) };
    let where_it_is = describe_use(work, first).await?;
    let more = match uses.len() {
        1 => String::new(),
        n => format!(" Hay {} más.", n - 1),
    };
    refuse(Code::InUse, format!("No se puede {purpose}: {where_it_is}{more}")).with_current(json!({"uses": uses})).err()
}

async fn describe_use(work: &mut Work<'_>, table_use: &TableUse) -> Result<String> {
    let table = &table_use.table_name;
    Ok(match table_use.reserved_for.filter(|_| table_use.is_reservation) {
        None => format!("la mesa {table} tiene una cuenta abierta. Ciérrala o muévela primero."),
        Some(at) => {
            let at = work.settings().await?.local_text(at);
            format!("la mesa {table} está reservada para el {at}. Cancela o cambia la reserva primero.")
        }
    })
}
