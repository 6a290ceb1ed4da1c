//! Changing and deleting supplies and units of measure: refused where a recipe would lose its sense.

use crate::{
    db::{Sql, Tx},
    error::{Code, Result, refuse},
    form,
    http::{Answer, Write},
    idempotent_write,
    ids::{MeasurementId, SupplyId},
    state::App,
    stock::{
        save_supply::{self, SaveSupply},
        supplies::Supply,
        units::{self, SaveUnit, Unit},
    },
    use_case::{Action, Actor, Done, Work},
};
use axum::extract::Path;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of the store room that depend on what is made of it.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(update_supply, delete_supply))
        .routes(routes!(update_measurement, delete_measurement))
}

/// Changes what is given of a supply; measuring it in something else while recipes use it is 409 `in_use`.
#[utoipa::path(put, path = "/supplies/{id}", tag = "stock", params(("id" = SupplyId, Path)), request_body = SaveSupply, responses((status = 200, body = Answer<Supply>)))]
async fn update_supply(actor: Actor, Path(id): Path<SupplyId>, write: Write<SaveSupply>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| change_supply(work, id, body).await)
}

/// Changes what is given of a supply, unless recipes would lose their sense.
pub(super) async fn change_supply(work: &mut Work<'_>, id: SupplyId, body: &SaveSupply) -> Result<Supply> {
    save_supply::lock(work.tx, id).await?;
    if save_supply::changes_magnitude(work.tx, id, body).await?
        && let Some(used) = made_of(work.tx, OF_SUPPLY, id.0).await?
    {
        let text = format!("Se usa en {used} con otra unidad. Elige una que se convierta en ella, o crea otro insumo.");
        return refuse(Code::InUse, text).at("measurement_id", "Hay recetas en otra unidad.").err();
    }
    save_supply::update(work, id, body).await
}

/// Deletes a supply; 409 `in_use` where a recipe takes it or it was ever counted.
#[utoipa::path(delete, path = "/supplies/{id}", tag = "stock", params(("id" = SupplyId, Path)), responses((status = 200, body = Answer<Supply>)))]
async fn delete_supply(actor: Actor, Path(id): Path<SupplyId>, write: Write<serde_json::Value>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| {
        save_supply::lock(work.tx, id).await?;
        if let Some(used) = made_of(work.tx, OF_SUPPLY, id.0).await? {
            let text = format!("Se usa en {used}. Quítalo de ahí primero, o desactívalo para que ya no se ofrezca.");
            return refuse(Code::InUse, text).err();
        }
        save_supply::delete(work, id).await
    })
}

/// Changes what is given of a unit; what one is worth stays while supplies or recipes use it: 409 `in_use`.
#[utoipa::path(put, path = "/measurements/{id}", tag = "stock", params(("id" = MeasurementId, Path)), request_body = SaveUnit, responses((status = 200, body = Answer<Unit>)))]
async fn update_measurement(actor: Actor, Path(id): Path<MeasurementId>, write: Write<SaveUnit>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| {
        if units::changes_worth(work.tx, id, body).await? {
            let supplies = units::supplies_in(work.tx, id).await?;
            if let Some(used) = made_of(work.tx, IN_UNIT, id.0).await?.or(supplies) {
                let text =
                    format!("Hay cantidades escritas en esta unidad: {used}. Crea otra unidad con el valor nuevo.");
                return refuse(Code::InUse, text).at("equivalence", "No se cambia mientras se use.").err();
            }
        }
        units::update(work, id, body).await
    })
}

/// Deletes a unit; 409 `in_use` where a supply, a recipe or another unit is measured in it.
#[utoipa::path(delete, path = "/measurements/{id}", tag = "stock", params(("id" = MeasurementId, Path)), responses((status = 200, body = Answer<Unit>)))]
async fn delete_measurement(
    actor: Actor,
    Path(id): Path<MeasurementId>,
    write: Write<serde_json::Value>,
) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| {
        if let Some(used) = made_of(work.tx, IN_UNIT, id.0).await? {
            let text = format!("Está en la receta de {used}. Desactívala para que ya no se ofrezca.");
            return refuse(Code::InUse, text).err();
        }
        units::delete(work, id).await
    })
}

/// The products and toppings with this in their recipe, in words; `None` without any.
async fn made_of(tx: &mut Tx, which: &'static str, id: i64) -> Result<Option<String>> {
    Ok(form::some_names(&tx.query(Sql::new(which).bind(id)).column().await?))
}

const OF_SUPPLY: &str =
    "SELECT p.name FROM product_supplies r JOIN products p ON p.id = r.product_id WHERE r.supply_id = $1
    UNION SELECT t.name FROM topping_supplies r JOIN toppings t ON t.id = r.topping_id WHERE r.supply_id = $1
    UNION SELECT t.name FROM toppings t WHERE t.supply_id = $1 ORDER BY 1 LIMIT 1000";

const IN_UNIT: &str =
    "SELECT p.name FROM product_supplies r JOIN products p ON p.id = r.product_id WHERE r.measurement_id = $1
    UNION SELECT t.name FROM topping_supplies r JOIN toppings t ON t.id = r.topping_id WHERE r.measurement_id = $1
    UNION SELECT t.name FROM toppings t WHERE t.supply_measurement_id = $1 ORDER BY 1 LIMIT 1000";
