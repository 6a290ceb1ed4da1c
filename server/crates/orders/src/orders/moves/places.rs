//! From where to where: the two tables of a move, their accounts under lock, and whether the destination is free.

use crate::orders::{
    account::request::{lock_to_serve, must_serve, serves},
    comandas::papers::table_label,
    store::{self, RequestRow},
};
use comanda_base::{
    db::Tx,
    error::{Code, Refusal, Result, invalid, refuse},
    ids::{RequestId, SalonId, TableId},
};
use comanda_masterdata::floor::{self, StatusTable, TableFacts, TableRow, model::status};
use comanda_platform::use_case::Work;
use serde_json::json;

/// The tables of a move.
#[derive(Debug)]
pub(super) struct Places {
    pub origin: TableRow,
    pub destination: TableRow,
}

impl Places {
    pub(super) async fn of(tx: &mut Tx, origin: TableId, destination: TableId) -> Result<Self> {
        if origin == destination {
            return invalid("destination_table_id", "La mesa de destino debe ser otra.").err();
        }
        Ok(Self { origin: floor::table(tx, origin).await?, destination: floor::table(tx, destination).await? })
    }
    /// `Mesa 5 - Terraza`
    pub(super) fn from(&self) -> String {
        label(&self.origin)
    }
    /// `Mesa 12 - Salón`
    pub(super) fn to(&self) -> String {
        label(&self.destination)
    }
    /// Refuses salons that are not those of the tables: the asker's map is an old one.
    pub(super) fn must_be_in(&self, origin: Option<SalonId>, destination: Option<SalonId>) -> Result<()> {
        for (field, asked, table) in
            [("origin_salon_id", origin, &self.origin), ("destination_salon_id", destination, &self.destination)]
        {
            if asked.is_some_and(|salon| salon != table.salon_id) {
                return invalid(field, "Esa mesa no es de ese salón. Actualiza la pantalla.").err();
            }
        }
        Ok(())
    }
    /// The account at the origin, locked.
    pub(super) async fn lock_origin(&self, work: &mut Work<'_>) -> Result<RequestRow> {
        let open = account_at(work.tx, &self.origin).await?;
        let request = lock_to_serve(work, open).await?;
        if request.table_id != Some(self.origin.id) {
            return changed().err();
        }
        Ok(request)
    }
    /// The accounts at both tables, locked, the lower id first; the destination's where there is one. Both must be the asker's to
    /// serve.
    pub(super) async fn lock_both(&self, work: &mut Work<'_>) -> Result<(RequestRow, Option<RequestRow>)> {
        let from = account_at(work.tx, &self.origin).await?;
        let to = store::open_at_table(work.tx, self.destination.id).await?;
        let ids: Vec<RequestId> = [from].into_iter().chain(to).collect();
        let (mut origin, mut destination) = (None, None);
        for row in store::locked_requests(work.tx, &ids).await? {
            must_serve(work, &row).await?;
            // Somebody may have closed or moved one between the look-up and the lock.
            let (table, place) =
                if row.id == from { (&self.origin, &mut origin) } else { (&self.destination, &mut destination) };
            if row.closed_at.is_some() || row.table_id != Some(table.id) {
                return changed().err();
            }
            *place = Some(row);
        }
        Ok((origin.ok_or_else(changed)?, destination))
    }
    /// Refuses a destination that is not free. `movable` is the account that wants to go there.
    pub(super) async fn must_be_free(&self, work: &mut Work<'_>, movable: &RequestRow) -> Result<()> {
        let table = &self.destination;
        if let Some(open) = store::open_at_table(work.tx, table.id).await? {
            return self.taken(work, movable, open).await;
        }
        let now = work.now;
        let facts = TableFacts { cleaning: table.cleaning_since.is_some(), ..TableFacts::default() };
        if status(facts, now) == StatusTable::Cleaning {
            return refuse(Code::Conflict, format!("{} está en limpieza. Márcala libre primero.", self.to()))
                .current(json!({"status_table": StatusTable::Cleaning}))
                .err();
        }
        for at in store::reserved_at(work.tx, table.id).await? {
            let facts = TableFacts { reserved_for: Some(at), ..TableFacts::default() };
            if status(facts, now) == StatusTable::Reserved {
                let time = work.settings().await?.local_text(at);
                let text = format!("{} está reservada para {time}. Elige otra o cancela la reserva.", self.to());
                let current = json!({"status_table": StatusTable::Reserved, "reserved_for": at});
                return refuse(Code::Conflict, text).current(current).err();
            }
        }
        Ok(())
    }
    /// The refusal of a taken destination, with whether the two accounts could be joined instead.
    pub(super) async fn taken<T>(&self, work: &mut Work<'_>, movable: &RequestRow, open: RequestId) -> Result<T> {
        let there = store::header(work.tx, open).await?;
        let here = store::header(work.tx, movable.id).await?;
        let unpaid = here.is_some_and(|h| h.paid.is_zero());
        let can_merge = match there {
            Some(there) => unpaid && serves(work, &there.request).await?,
            None => false,
        };
        let text = match can_merge {
            true => format!("{} tiene una cuenta abierta. Puedes juntar las dos.", self.to()),
            false => format!("{} tiene una cuenta abierta. Elige una mesa libre.", self.to()),
        };
        refuse(Code::TableTaken, text).current(json!({"client_request_id": open, "can_merge": can_merge})).err()
    }
}

fn label(table: &TableRow) -> String {
    table_label(&table.name, &table.salon)
}

/// The account that is open at a table.
pub(super) async fn account_at(tx: &mut Tx, table: &TableRow) -> Result<RequestId> {
    match store::open_at_table(tx, table.id).await? {
        Some(id) => Ok(id),
        None => refuse(Code::Conflict, format!("{} no tiene una cuenta abierta. Actualiza la pantalla.", label(table)))
            .current(json!({"client_request_id": null}))
            .err(),
    }
}

fn changed() -> Refusal {
    refuse(Code::Conflict, "Una de las mesas cambió hace un momento. Mira cómo están y vuelve a intentar.")
}
