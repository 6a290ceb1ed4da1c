//! SQL that reads what was given for free and is on no document.

use super::sold_store::CourtesyLines;
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    document_kind,
    ids::{CycleId, LineId},
    money::Money,
};
use std::collections::HashMap;

/// The units of a line that no document of its account lists, with a courtesy of that account.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
struct UndocumentedLine {
    #[row(flatten)]
    courtesy: CourtesyLines,
    line_id: LineId,
    /// The listed price of the units that were given away.
    value: Money,
}

/// The documents whose accounts are searched for courtesies.
#[derive(Debug, Clone, Copy)]
pub enum CourtesyScope {
    /// The documents that a cash cycle issued.
    Cycle(CycleId),
    /// The documents for the tax authority that were issued since the first moment and before the second, on business days within `days`.
    TaxDocuments { days: (NaiveDate, NaiveDate), issued: (DateTime<Utc>, DateTime<Utc>) },
}

/// A line that was given for free and that no document lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UndocumentedCourtesy {
    pub client_request_id: i64,
    /// The value at listed prices.
    pub value: Money,
}

/// Loads the lines that were given for free and that no document lists, since documents of shares, of amounts and POR CONSUMO name no dish.
/// An account is within the scope of the first such document of those that are valid.
pub async fn load_courtesies_without_document(
    tx: &mut Tx,
    scope: CourtesyScope,
) -> db::Result<Vec<UndocumentedCourtesy>> {
    let sql = Sql::new(UNDOCUMENTED_LINES);
    let sql = match scope {
        CourtesyScope::Cycle(cycle) => sql.with("b.cycle_id = ?", cycle),
        CourtesyScope::TaxDocuments { days, issued } => sql
            .with("b.business_day >= ?", days.0)
            .with("AND b.business_day <= ?", days.1)
            .with("AND b.issued_at >= ?", issued.0)
            .with("AND b.issued_at < ?", issued.1)
            .add(concat!("AND b.billing_type_id <> ", document_kind!(SaleNote))),
    };
    let rows: Vec<UndocumentedLine> = tx.query(sql.add(OF_FIRST_DOCUMENT)).all().await?;
    let free = rows.into_iter().filter(|row| row.courtesy.covers(row.line_id));
    // A line may have two courtesies: its own and the account's.
    let by_line: HashMap<LineId, UndocumentedCourtesy> = free
        .map(|row| {
            let client_request_id = row.courtesy.client_request_id;
            (row.line_id, UndocumentedCourtesy { client_request_id, value: row.value })
        })
        .collect();
    Ok(by_line.into_values().collect())
}

const UNDOCUMENTED_LINES: &str =
    "SELECT u.client_request_id, a.line_ids, u.line_id, CAST(u.quantity / 1000 * u.price / 1000 AS BIGINT) AS value
     FROM (SELECT o.client_request_id, o.id AS line_id, o.base_sale_amount + o.variant_amount + o.toppings_amount AS price,
                  o.quantity - (SELECT CAST(COALESCE(SUM(l.quantity), 0) AS BIGINT)
                                FROM billings x JOIN billing_lines l ON l.billing_id = x.id
                                WHERE x.client_request_id = o.client_request_id AND x.state <> 'VOIDED' AND l.line_id = o.id
                                    AND l.kind = 'PRODUCT') AS quantity
           FROM billings b JOIN order_lines o ON o.client_request_id = b.client_request_id
           WHERE";

const OF_FIRST_DOCUMENT: &str = "AND o.status <> 'DISMISSED' AND NOT o.is_plastic_bag
               AND b.id = (SELECT MIN(x.id) FROM billings x JOIN billing_lines l ON l.billing_id = x.id AND l.kind = 'CONSUMPTION'
                           WHERE x.client_request_id = b.client_request_id AND x.state <> 'VOIDED')) u
     JOIN billing_adjustments a ON a.client_request_id = u.client_request_id
     WHERE u.quantity > 0 AND a.kind = 'DISCOUNT' AND a.discount_type_id = 1 AND a.enabled";
