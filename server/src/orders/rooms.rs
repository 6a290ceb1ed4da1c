//! Changing and deleting salons and tables: refused while somebody sits there or is still expected.

use super::store::{self, TableUse};
use crate::{
    error::{Code, Result, refuse},
    floor::{self, Salon, SalonForm, TableForm, TableRow, model::still_expected},
    http::{Answer, Write},
    idempotent_write,
    ids::{SalonId, TableId},
    state::App,
    use_case::{Action, Actor, Done, Work},
};
use axum::extract::Path;
use serde_json::json;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of rooms and tables that depend on who is there.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(change_salon, delete_salon)).routes(routes!(change_table, delete_table))
}

/// Changes what is given of a salon; disabling one in use is 409 `in_use`.
#[utoipa::path(put, path = "/salons/{id}", tag = "floor", params(("id" = SalonId, Path)), request_body = SalonForm, responses((status = 200, body = Answer<Salon>)))]
async fn change_salon(actor: Actor, Path(id): Path<SalonId>, write: Write<SalonForm>) -> Result<Done> {
    actor.must(Action::EditTables)?;
    idempotent_write!(actor, write, |work, form| {
        if form.status.as_deref() == Some("INACTIVE") {
            salon_must_be_free(work, id, "desactivar el salón").await?;
        }
        floor::change_salon(work, id, form).await
    })
}

/// Deletes a salon with its tables; 409 `in_use` where one of them is in use. The past keeps their names.
#[utoipa::path(delete, path = "/salons/{id}", tag = "floor", params(("id" = SalonId, Path)), responses((status = 200, body = Answer<bool>)))]
async fn delete_salon(actor: Actor, Path(id): Path<SalonId>, write: Write<serde_json::Value>) -> Result<Done> {
    actor.must(Action::EditTables)?;
    idempotent_write!(actor, write, |work, _body| {
        salon_must_be_free(work, id, "eliminar el salón").await?;
        floor::delete_salon(work, id).await?;
        Ok(true)
    })
}

/// Changes what is given of a table; disabling one in use, or moving it to another salon, is 409 `in_use`.
#[utoipa::path(put, path = "/tables/{id}", tag = "floor", params(("id" = TableId, Path)), request_body = TableForm, responses((status = 200, body = Answer<TableRow>)))]
async fn change_table(actor: Actor, Path(id): Path<TableId>, write: Write<TableForm>) -> Result<Done> {
    actor.must(Action::EditTables)?;
    idempotent_write!(actor, write, |work, form| {
        let table = floor::lock_table_of_any_status(work, id).await?;
        if form.status.as_deref() == Some("INACTIVE") {
            must_be_free(work, &[id], "desactivar la mesa").await?;
        }
        if form.salon_id.is_some_and(|to| to != table.salon_id) {
            must_be_free(work, &[id], "pasar la mesa a otro salón").await?;
        }
        floor::change_table(work, id, form).await
    })
}

/// Deletes a table; 409 `in_use` where somebody sits there or is expected. The past keeps its name.
#[utoipa::path(delete, path = "/tables/{id}", tag = "floor", params(("id" = TableId, Path)), responses((status = 200, body = Answer<bool>)))]
async fn delete_table(actor: Actor, Path(id): Path<TableId>, write: Write<serde_json::Value>) -> Result<Done> {
    actor.must(Action::EditTables)?;
    idempotent_write!(actor, write, |work, _body| {
        floor::lock_table_of_any_status(work, id).await?;
        must_be_free(work, &[id], "eliminar la mesa").await?;
        floor::delete_table(work, id).await?;
        Ok(true)
    })
}

async fn salon_must_be_free(work: &mut Work<'_>, id: SalonId, to_do: &str) -> Result<()> {
    let tables = floor::lock_tables_of(work, id).await?;
    must_be_free(work, &tables, to_do).await
}

async fn must_be_free(work: &mut Work<'_>, tables: &[TableId], to_do: &str) -> Result<()> {
    let uses = store::uses_of_tables(work.tx, tables, still_expected(work.now)).await?;
    let Some(first) = uses.first() else { return Ok(()) };
    let where_it_is = where_used(work, first).await?;
    let more = match uses.len() {
        1 => String::new(),
        n => format!(" Hay {} más.", n - 1),
    };
    refuse(Code::InUse, format!("No se puede {to_do}: {where_it_is}{more}")).current(json!({"uses": uses})).err()
}

async fn where_used(work: &mut Work<'_>, of: &TableUse) -> Result<String> {
    let table = &of.table_name;
    Ok(match of.reserved_for.filter(|_| of.is_reservation) {
        None => format!("la mesa {table} tiene una cuenta abierta. Ciérrala o muévela primero."),
        Some(at) => {
            let at = work.settings().await?.local_text(at);
            format!("la mesa {table} está reservada para el {at}. Cancela o cambia la reserva primero.")
        }
    })
}
