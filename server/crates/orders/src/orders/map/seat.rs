//! Assigns open accounts and reservations to tables. Pure.

use super::{
    super::{reservations::NextReservation, store::OpenAccountRow},
    model::{FloorRequest, Table, TableRequest},
};
use chrono::{DateTime, Utc};
use comanda_base::ids::TableId;
use comanda_masterdata::floor::{StatusTable, TableFacts, TableRow, model::table_status};
use std::collections::HashMap;

/// Assigns the open accounts and the reservations of today to their tables.
pub(super) fn seat_accounts(tables: Vec<TableRow>, open: &[OpenAccountRow], now: DateTime<Utc>) -> Vec<Table> {
    let requests_by_table = |reservation: bool| {
        let rows = open.iter().filter(move |r| r.is_reservation == reservation);
        rows.filter_map(|r| Some((r.table_id?, r)))
    };
    let sitting: HashMap<TableId, &OpenAccountRow> = requests_by_table(false).collect();
    let mut expected: HashMap<TableId, NextReservation> = HashMap::new();
    for (table, next) in requests_by_table(true).filter_map(|(table, r)| Some((table, next_reservation(r)?))) {
        let first = expected.entry(table).or_insert_with(|| next.clone());
        if next.reserved_for < first.reserved_for {
            *first = next;
        }
    }
    tables.into_iter().map(|t| to_table(sitting.get(&t.id).copied(), expected.remove(&t.id), t, now)).collect()
}

fn next_reservation(r: &OpenAccountRow) -> Option<NextReservation> {
    Some(NextReservation {
        id: r.shown.id,
        reserved_for: r.reserved_for?,
        client_name: r.shown.client_name.clone(),
        phone: r.shown.phone.clone(),
        persons: r.persons,
    })
}

fn to_table(open: Option<&OpenAccountRow>, next: Option<NextReservation>, t: TableRow, now: DateTime<Utc>) -> Table {
    let billed = open.is_some_and(|r| r.billed_at.is_some());
    let reserved_for = next.as_ref().map(|n| n.reserved_for);
    let facts = TableFacts { open: open.is_some(), billed, cleaning: t.cleaning_since.is_some(), reserved_for };
    let status_table = table_status(facts, now);
    Table {
        id: t.id,
        salon_id: t.salon_id,
        name: t.name,
        seats: t.seats,
        x: t.x,
        y: t.y,
        width: t.width,
        height: t.height,
        shape: t.shape,
        status: t.status,
        status_table,
        cleaning_since: t.cleaning_since.filter(|_| status_table == StatusTable::Cleaning),
        reserved_for: reserved_for.filter(|_| status_table == StatusTable::Reserved),
        next_reservation: next,
        client_request_id: open.map(|r| r.shown.id),
        request: open.map(to_table_request),
    }
}

fn to_table_request(r: &OpenAccountRow) -> TableRequest {
    let shown = r.shown.clone();
    TableRequest {
        id: shown.id,
        persons: r.persons,
        opened_at: shown.opened_at,
        attendant_id: shown.attendant_id,
        attendant_name: shown.attendant_name,
        total: shown.total,
        due: r.due(),
        unsent_count: shown.unsent_count,
        held_count: shown.held_count,
        ready_count: shown.ready_count,
        version: shown.version,
        client_name: shown.client_name,
    }
}

pub(super) fn to_floor_request(r: &OpenAccountRow) -> FloorRequest {
    FloorRequest { due: r.due(), ..r.shown.clone() }
}
