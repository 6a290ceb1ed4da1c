//! The two tables of a move, their accounts under lock, and whether the destination is free.

use crate::orders::{
    account::request::{lock_to_serve, may_serve, must_serve},
    comandas::papers::table_label,
    store::{self, RequestRow},
};
use comanda_base::{
    db::Tx,
    error::{Code, Refusal, Result, invalid, refuse},
    ids::{RequestId, SalonId, TableId},
};
use comanda_masterdata::floor::{self, StatusTable, TableFacts, TableRow, model::table_status};
use comanda_platform::use_case::Work;
use serde_json::json;

/// The tables of a move.
#[derive(Debug)]
pub(super) struct MoveTables {
    pub origin: TableRow,
    pub destination: TableRow,
}

impl MoveTables {
    pub(super) async fn load(tx: &mut Tx, origin: TableId, destination: TableId) -> Result<Self> {
        if origin == destination {
            return invalid("destination_table_id", "La mesa de destino debe ser otra.").err();
        }
        Ok(Self {
            origin: floor::load_active_table(tx, origin).await?,
            destination: floor::load_active_table(tx, destination).await?,
        })
    }
    /// Returns the name of the origin: `Mesa 5 - Terraza`.
    pub(super) fn origin_label(&self) -> String {
        label(&self.origin)
    }
    /// Returns the name of the destination: `Mesa 12 - Salón`.
    pub(super) fn destination_label(&self) -> String {
        label(&self.destination)
    }
    /// Refuses salons that the tables are not in: the map of the client is out of date.
    pub(super) fn must_be_in(&self, origin: Option<SalonId>, destination: Option<SalonId>) -> Result<()> {
        for (field, requested, table) in
            [("origin_salon_id", origin, &self.origin), ("destination_salon_id", destination, &self.destination)]
        {
            if requested.is_some_and(|salon| salon != table.salon_id) {
                return invalid(field, "Esa mesa no es de ese salón. Actualiza la pantalla.").err();
            }
        }
        Ok(())
    }
    /// Locks the account at the origin.
    pub(super) async fn lock_origin(&self, work: &mut Work<'_>) -> Result<RequestRow> {
        let open = find_account_at(work.tx, &self.origin).await?;
        let request = lock_to_serve(work, open).await?;
        if request.table_id != Some(self.origin.id) {
            return tables_changed_refusal().err();
        }
        Ok(request)
    }
    /// Locks the accounts at both tables, the lower id first; there may be none at the destination. The user must be allowed to serve both.
    pub(super) async fn lock_both(&self, work: &mut Work<'_>) -> Result<(RequestRow, Option<RequestRow>)> {
        let from = find_account_at(work.tx, &self.origin).await?;
        let to = store::find_open_at_table(work.tx, self.destination.id).await?;
        let ids: Vec<RequestId> = [from].into_iter().chain(to).collect();
        let (mut origin, mut destination) = (None, None);
        for row in store::lock_requests(work.tx, &ids).await? {
            must_serve(work, &row).await?;
            // Somebody may have closed or moved one between the look-up and the lock.
            let (table, place) =
                if row.id == from { (&self.origin, &mut origin) } else { (&self.destination, &mut destination) };
            if row.closed_at.is_some() || row.table_id != Some(table.id) {
                return tables_changed_refusal().err();
            }
            *place = Some(row);
        }
        Ok((origin.ok_or_else(tables_changed_refusal)?, destination))
    }
    /// Refuses a destination that is not free. `movable` is the account that would move there.
    pub(super) async fn must_be_free(&self, work: &mut Work<'_>, movable: &RequestRow) -> Result<()> {
        let table = &self.destination;
        if let Some(open) = store::find_open_at_table(work.tx, table.id).await? {
            return self.refuse_taken(work, movable, open).await;
        }
        let now = work.now;
        let facts = TableFacts { cleaning: table.cleaning_since.is_some(), ..TableFacts::default() };
        if table_status(facts, now) == StatusTable::Cleaning {
            return refuse(
                Code::Conflict,
                format!("{} está en limpieza. Márcala libre primero.", self.destination_label()),
            )
            .with_current(json!({"status_table": StatusTable::Cleaning}))
            .err();
        }
        for at in store::list_reserved_times(work.tx, table.id).await? {
            let facts = TableFacts { reserved_for: Some(at), ..TableFacts::default() };
            if table_status(facts, now) == StatusTable::Reserved {
                let time = work.settings().await?.local_text(at);
                let text = format!(
                    "{} está reservada para {time}. Elige otra o cancela la reserva.",
                    self.destination_label()
                );
                let current = json!({"status_table": StatusTable::Reserved, "reserved_for": at});
                return refuse(Code::Conflict, text).with_current(current).err();
            }
        }
        Ok(())
    }
    /// Refuses a taken destination, and tells whether the two accounts could be merged instead.
    pub(super) async fn refuse_taken<T>(
        &self,
        work: &mut Work<'_>,
        movable: &RequestRow,
        open: RequestId,
    ) -> Result<T> {
        let destination_header = store::find_request_header(work.tx, open).await?;
        let movable_header = store::find_request_header(work.tx, movable.id).await?;
        let unpaid = movable_header.is_some_and(|h| h.terms.paid.is_zero());
        let can_merge = match destination_header {
            Some(destination_header) => unpaid && may_serve(work, &destination_header.request).await?,
            None => false,
        };
        let text = match can_merge {
            true => format!("{} tiene una cuenta abierta. Puedes juntar las dos.", self.destination_label()),
            false => format!("{} tiene una cuenta abierta. Elige una mesa libre.", self.destination_label()),
        };
        refuse(Code::TableTaken, text).with_current(json!({"client_request_id": open, "can_merge": can_merge})).err()
    }
}

fn label(table: &TableRow) -> String {
    table_label(&table.name, &table.salon)
}

/// Finds the account that is open at a table.
pub(super) async fn find_account_at(tx: &mut Tx, table: &TableRow) -> Result<RequestId> {
    match store::find_open_at_table(tx, table.id).await? {
        Some(id) => Ok(id),
        None => refuse(Code::Conflict, format!("{} no tiene una cuenta abierta. Actualiza la pantalla.", label(table)))
            .with_current(json!({"client_request_id": null}))
            .err(),
    }
}

fn tables_changed_refusal() -> Refusal {
    refuse(Code::Conflict, "Una de las mesas cambió hace un momento. Mira cómo están y vuelve a intentar.")
}
