//! Deletes supplies and units of measure; refused where a recipe uses them.

use comanda_base::{
    error::{Code, Result, refuse},
    ids::{MeasurementId, SupplyId},
};
use comanda_ledgers::stock::{
    save_supply,
    supplies::Supply,
    units::{self, Unit},
    used_in,
};
use comanda_platform::use_case::Work;

/// Deletes a supply that no recipe takes.
pub(super) async fn delete_supply(work: &mut Work<'_>, id: SupplyId) -> Result<Supply> {
    save_supply::lock_supply(work.tx, id).await?;
    if let Some(used) = used_in::list_recipe_names_with_supply(work.tx, id).await? {
        let text = format!("Se usa en {used}. Quítalo de ahí primero, o desactívalo para que ya no se ofrezca.");
        return refuse(Code::InUse, text).err();
    }
    save_supply::delete_supply(work, id).await
}

/// Deletes a unit that no recipe is written in.
pub(super) async fn delete_unit(work: &mut Work<'_>, id: MeasurementId) -> Result<Unit> {
    if let Some(used) = used_in::list_recipe_names_in_unit(work.tx, id).await? {
        let text = format!("Está en la receta de {used}. Desactívala para que ya no se ofrezca.");
        return refuse(Code::InUse, text).err();
    }
    units::delete_unit(work, id).await
}
