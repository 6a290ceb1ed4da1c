//! Deletes salons and tables; refused while somebody sits there or is still expected. Past accounts keep their names.

use comanda_base::{
    error::Result,
    ids::{SalonId, TableId},
};
use comanda_masterdata::floor::{self, check_no_table_in_use, check_tables_free};
use comanda_platform::use_case::Work;

/// Deletes a salon with its tables.
pub(super) async fn delete_salon(work: &mut Work<'_>, id: SalonId) -> Result<bool> {
    check_no_table_in_use(work, id, "eliminar el salón").await?;
    floor::delete_salon(work, id).await?;
    Ok(true)
}

/// Deletes a table.
pub(super) async fn delete_table(work: &mut Work<'_>, id: TableId) -> Result<bool> {
    floor::lock_table(work, id).await?;
    check_tables_free(work, &[id], "eliminar la mesa").await?;
    floor::delete_table(work, id).await?;
    Ok(true)
}
