//! A report table on the wire: every value in its canonical form and with its kind, for the screen to format.

use super::{ColumnKind, ReportCell, ReportTable};
use comanda_base::text_enum;
use serde::Serialize;
use utoipa::ToSchema;

text_enum!(
    /// The kind of a value, by which a screen formats it.
    CellKind {
        Text = "TEXT",
        /// `1234.50`
        Money = "MONEY",
        /// An amount with at least two and at most six decimals: `0.0125`.
        UnitCost = "UNIT_COST",
        /// `3.5`
        Quantity = "QUANTITY",
        /// Per cent, to a tenth: `62.5`.
        Percent = "PERCENT",
        /// `2026-11-25`
        Day = "DAY",
        /// A moment on the house's clock: `2026-11-25T20:15:00`.
        Moment = "MOMENT",
    }
);

/// A column of a report table.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct ColumnBody {
    #[schema(value_type = String)]
    pub title: &'static str,
    pub kind: ColumnKind,
}

/// The value of a cell in its canonical form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CellBody {
    pub kind: CellKind,
    pub value: String,
}

/// A report table. Every row has a cell for each column, null where it is empty; the total has so many, or none where nothing is summed up.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TableBody {
    pub title: String,
    /// Lines below the title: company, filters, period.
    pub lines: Vec<String>,
    pub columns: Vec<ColumnBody>,
    pub rows: Vec<Vec<Option<CellBody>>>,
    pub total: Vec<Option<CellBody>>,
    /// Notes on the figures, below the table.
    pub notes: Vec<String>,
}

impl ReportTable {
    /// Returns the table as it goes over the wire.
    pub fn into_body(self) -> TableBody {
        let columns = self.columns;
        let line = |cells: Vec<ReportCell>| -> Vec<Option<CellBody>> {
            columns.iter().zip(cells).map(|(column, cell)| cell_body(cell, column.kind)).collect()
        };
        TableBody {
            title: self.title,
            lines: self.lines,
            rows: self.rows.into_iter().map(line).collect(),
            total: line(self.total),
            columns: columns.iter().map(|column| ColumnBody { title: column.title, kind: column.kind }).collect(),
            notes: self.notes,
        }
    }
}

fn cell_body(cell: ReportCell, column: ColumnKind) -> Option<CellBody> {
    let (kind, value) = match cell {
        ReportCell::Empty => return None,
        ReportCell::Text(text) if text.is_empty() => return None,
        ReportCell::Text(text) => (CellKind::Text, text),
        ReportCell::Money(amount) if column == ColumnKind::UnitCost => (CellKind::UnitCost, amount.to_string()),
        ReportCell::Money(amount) => (CellKind::Money, amount.to_centimos().to_string()),
        ReportCell::Quantity(percent) if column == ColumnKind::Percent => (CellKind::Percent, percent.to_string()),
        ReportCell::Quantity(quantity) => (CellKind::Quantity, quantity.to_string()),
        ReportCell::Day(day) => (CellKind::Day, day.format("%Y-%m-%d").to_string()),
        ReportCell::Moment(at) => (CellKind::Moment, at.format("%Y-%m-%dT%H:%M:%S").to_string()),
    };
    Some(CellBody { kind, value })
}
