//! On which day a move stands in the register: what a line took on that of its document, as in the register of sales, everything else
//! on its own. Pure.

use super::register_store::RegisterMove;
use chrono::{DateTime, Duration, NaiveDate, Utc};
use comanda_invoicing::billing::contingency::ENTRY_DAYS;
use comanda_ledgers::stock::MoveReason;
use comanda_platform::settings::tax;
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

/// A document that is further away from what it was issued for, since an account stayed open, does not date it: only so many days
/// around a month are read for moves that its documents date. A paper is entered on its last day at whatever hour, and says noon.
pub(super) const MARGIN: Duration = Duration::days(ENTRY_DAYS + 1);

/// The document of a sale as it stands now: of what was issued anew, the latest.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct SaleDocument {
    pub billing_type_id: i64,
    pub request_id: i64,
    pub serie: String,
    pub number: i64,
    pub issued_at: DateTime<Utc>,
    pub is_voided: bool,
}

/// Series and number, as a move names its document.
pub(super) type Number = (String, i64);

/// Documents by the numbers that moves name: a boleta and a factura on paper may have the same one.
pub(super) type SaleDocuments = HashMap<Number, Vec<Arc<SaleDocument>>>;

/// The document of that number which the line's account got.
fn of_account<'d>(row: &RegisterMove, found: &'d SaleDocuments, number: &Number) -> Option<&'d Arc<SaleDocument>> {
    let all = found.get(number)?;
    all.iter().find(|document| Some(document.request_id) == row.request_id).or(all.first())
}

/// The documents that a move names: `B001-00000347`, or several where its line was paid in parts.
pub(super) fn named(row: &RegisterMove) -> impl Iterator<Item = Number> {
    let all = row.document.as_deref().filter(|_| is_taken(row)).unwrap_or_default();
    all.split(", ").filter_map(|one| {
        let (serie, number) = one.rsplit_once('-')?;
        Some((serie.to_owned(), number.parse().ok()?))
    })
}

/// Lines that a document may date, of which no move here names one: what names it was moved in another month.
pub(super) fn lines_without_document(moves: &[RegisterMove]) -> Vec<i64> {
    let named: HashSet<i64> =
        moves.iter().filter(|row| is_taken(row) && row.document.is_some()).filter_map(|row| row.line_id).collect();
    let is_dated =
        |row: &&RegisterMove| is_taken(row) || matches!(row.reason, MoveReason::Dismissed | MoveReason::Waste);
    let lines: HashSet<i64> = moves.iter().filter(is_dated).filter_map(|row| row.line_id).collect();
    lines.difference(&named).copied().collect()
}

/// A line took it, or was handed it.
fn is_taken(row: &RegisterMove) -> bool {
    matches!(row.reason, MoveReason::Sale | MoveReason::Split)
}

/// A move with the day and the document that it stands under.
#[derive(Debug, Clone)]
pub(super) struct DatedMove {
    pub row: RegisterMove,
    pub day: NaiveDate,
    pub document: Option<Arc<SaleDocument>>,
}

/// Dates moves by the documents of their lines.
#[derive(Debug, Default)]
pub(super) struct Documents(HashMap<i64, Arc<SaleDocument>>);

impl Documents {
    /// Of each line that one of `moves` took something for: the first document that counts, else the first.
    pub(super) fn of_lines<'m>(moves: impl Iterator<Item = &'m RegisterMove>, found: &SaleDocuments) -> Self {
        let mut by_line = HashMap::new();
        for row in moves {
            let Some(line) = row.line_id else { continue };
            let documents: Vec<&Arc<SaleDocument>> =
                named(row).filter_map(|number| of_account(row, found, &number)).collect();
            let standing = documents.iter().find(|document| !document.is_voided).or(documents.first());
            if let Some(document) = standing {
                by_line.insert(line, Arc::clone(document));
            }
        }
        Self(by_line)
    }

    /// What a line did not keep until its document was issued goes with what it took.
    pub(super) fn date(&self, row: RegisterMove) -> DatedMove {
        let document = row.line_id.and_then(|line| self.0.get(&line));
        let document = document.filter(|document| (document.issued_at - row.at).abs() <= MARGIN);
        let is_before = document.is_some_and(|document| row.at <= document.issued_at);
        // What is split off behind its document is a return, or was never on it: a month that is over stays as it was.
        let goes_along =
            is_before && matches!(row.reason, MoveReason::Split | MoveReason::Dismissed | MoveReason::Waste);
        let dates_it = document.filter(|_| row.reason == MoveReason::Sale || goes_along);
        let day = tax::issue_date(dates_it.map_or(row.at, |document| document.issued_at));
        let document = dates_it.filter(|_| is_taken(&row)).map(Arc::clone);
        DatedMove { row, day, document }
    }
}
