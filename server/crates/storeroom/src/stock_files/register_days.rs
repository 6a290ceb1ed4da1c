//! The date of a move in the register: the stock taken by an order line has the date of its document, as in the register of sales; every
//! other move has its own.

use super::register_store::RegisterMove;
use chrono::{DateTime, Duration, NaiveDate, Utc};
use comanda_base::document_kind::DocumentKind;
use comanda_invoicing::billing::contingency::ENTRY_DAYS;
use comanda_ledgers::stock::MoveReason;
use comanda_platform::settings::tax;
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

/// The largest distance between a move and the document that dates it; a document issued later, since its account stayed open, does not
/// date the move. Only moves within this margin around a month are read for its documents. A contingency document may be entered at any
/// hour of its last day, with noon as its time.
pub(super) const MAX_DATE_SHIFT: Duration = Duration::days(ENTRY_DAYS + 1);

/// The current document of a sale: the latest one where it was reissued.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct SaleDocument {
    pub billing_type_id: DocumentKind,
    pub request_id: i64,
    pub serie: String,
    pub number: i64,
    pub issued_at: DateTime<Utc>,
    pub is_voided: bool,
}

/// Series and number by which a move refers to its document.
pub(super) type SerieAndNumber = (String, i64);

/// Documents by series and number; a boleta and a factura on paper may have the same ones.
pub(super) type SaleDocuments = HashMap<SerieAndNumber, Vec<Arc<SaleDocument>>>;

/// Returns the document of that number issued for the account of the line, else the first one.
fn document_of_account<'d>(
    row: &RegisterMove,
    found: &'d SaleDocuments,
    number: &SerieAndNumber,
) -> Option<&'d Arc<SaleDocument>> {
    let all = found.get(number)?;
    all.iter().find(|document| Some(document.request_id) == row.request_id).or(all.first())
}

/// Parses the documents of a move such as `B001-00000347`; there are several where the line was paid in parts.
pub(super) fn parse_documents(row: &RegisterMove) -> impl Iterator<Item = SerieAndNumber> {
    let all = row.document.as_deref().filter(|_| is_taken_by_line(row)).unwrap_or_default();
    all.split(", ").filter_map(|one| {
        let (serie, number) = one.rsplit_once('-')?;
        Some((serie.to_owned(), number.parse().ok()?))
    })
}

/// Lists the order lines that a document may date, although no move here refers to one: the move that does is in another month.
pub(super) fn lines_without_document(moves: &[RegisterMove]) -> Vec<i64> {
    let documented: HashSet<i64> = moves
        .iter()
        .filter(|row| is_taken_by_line(row) && row.document.is_some())
        .filter_map(|row| row.line_id)
        .collect();
    let is_dated =
        |row: &&RegisterMove| is_taken_by_line(row) || matches!(row.reason, MoveReason::Dismissed | MoveReason::Waste);
    let lines: HashSet<i64> = moves.iter().filter(is_dated).filter_map(|row| row.line_id).collect();
    lines.difference(&documented).copied().collect()
}

/// Whether the move was taken by a line, or handed to it by a split.
fn is_taken_by_line(row: &RegisterMove) -> bool {
    matches!(row.reason, MoveReason::Sale | MoveReason::Split)
}

/// A move with its date in the register and its document.
#[derive(Debug, Clone)]
pub(super) struct DatedMove {
    pub row: RegisterMove,
    pub day: NaiveDate,
    pub document: Option<Arc<SaleDocument>>,
}

/// The documents that date moves, by order line.
#[derive(Debug, Default)]
pub(super) struct Documents(HashMap<i64, Arc<SaleDocument>>);

impl Documents {
    /// Chooses for each line among `moves` the first of its documents that is not voided, else the first one.
    pub(super) fn from_moves<'m>(moves: impl Iterator<Item = &'m RegisterMove>, found: &SaleDocuments) -> Self {
        let mut by_line = HashMap::new();
        for row in moves {
            let Some(line) = row.line_id else { continue };
            let documents: Vec<&Arc<SaleDocument>> =
                parse_documents(row).filter_map(|number| document_of_account(row, found, &number)).collect();
            let standing = documents.iter().find(|document| !document.is_voided).or(documents.first());
            if let Some(document) = standing {
                by_line.insert(line, Arc::clone(document));
            }
        }
        Self(by_line)
    }

    /// Dates a move; stock that left the line before its document was issued has the date of the taking.
    pub(super) fn date(&self, row: RegisterMove) -> DatedMove {
        let document = row.line_id.and_then(|line| self.0.get(&line));
        let document = document.filter(|document| (document.issued_at - row.at).abs() <= MAX_DATE_SHIFT);
        let is_before = document.is_some_and(|document| row.at <= document.issued_at);
        // A split after the document is a return, or was never on it: a closed month stays unchanged.
        let goes_along =
            is_before && matches!(row.reason, MoveReason::Split | MoveReason::Dismissed | MoveReason::Waste);
        let dates_it = document.filter(|_| row.reason == MoveReason::Sale || goes_along);
        let day = tax::issue_date(dates_it.map_or(row.at, |document| document.issued_at));
        let document = dates_it.filter(|_| is_taken_by_line(&row)).map(Arc::clone);
        DatedMove { row, day, document }
    }
}
