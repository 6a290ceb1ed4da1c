//! The report of purchases as a table with a row for each purchase.

use super::{
    model::{PurchaseReport, PurchaseRow},
    words::{PurchaseStatus, PurchaseType},
};
use chrono::NaiveDate;
use comanda_base::money::Money;
use comanda_base::purchase_document::PurchaseDocument;
use comanda_platform::{
    report_table::{ColumnKind, Report, ReportCell, ReportColumn, ReportGroup, ReportTable},
    settings::CompanyInfo,
    use_case::Action,
};

/// The reports of this crate, as the list of all reports shows them.
pub const REPORTS: &[Report] = &[Report::new("purchases", "Compras", ReportGroup::Purchases, "/purchase-report/file")
    .for_actions(&[Action::EditCatalog, Action::SeeReports])
    .with_day_range()
    .on_screen("/purchase-report")];

const COLUMNS: [ReportColumn; 8] = [
    ReportColumn::new("Fecha", ColumnKind::Text, 12),
    ReportColumn::new("Proveedor", ColumnKind::Text, 30),
    ReportColumn::new("Documento", ColumnKind::Text, 14),
    ReportColumn::new("Número", ColumnKind::Text, 18),
    ReportColumn::new("Pago", ColumnKind::Text, 12),
    ReportColumn::new("Total", ColumnKind::Money, 14),
    ReportColumn::new("Pagado", ColumnKind::Money, 14),
    ReportColumn::new("Por pagar", ColumnKind::Money, 14),
];

/// Builds the table of the purchases between two days.
pub(super) fn purchases_table(
    report: &PurchaseReport,
    company: &CompanyInfo,
    (first, last): (NaiveDate, NaiveDate),
) -> ReportTable {
    let summary = &report.summary;
    let mut notes = vec![format!("IGV por deducir: S/ {:#}.", summary.igv)];
    if summary.voided_count > 0 {
        notes.push("Las compras anuladas van en cero y no suman.".to_owned());
    }
    let text = |text: &str| ReportCell::Text(text.to_owned());
    ReportTable {
        title: "Compras".to_owned(),
        lines: vec![company.legal_line(), format!("Del {} al {}.", first.format("%d/%m/%Y"), last.format("%d/%m/%Y"))],
        columns: COLUMNS.to_vec(),
        rows: report.purchases.iter().map(row_cells).collect(),
        total: vec![
            text("Total"),
            ReportCell::Empty,
            ReportCell::Empty,
            ReportCell::Empty,
            ReportCell::Empty,
            ReportCell::Money(summary.total),
            ReportCell::Money(summary.paid),
            ReportCell::Money(summary.due),
        ],
        notes,
    }
}

fn row_cells(row: &PurchaseRow) -> Vec<ReportCell> {
    let is_voided = row.status == PurchaseStatus::Voided;
    let amount = |amount: Money| ReportCell::Money(if is_voided { Money::ZERO } else { amount });
    let paid_by = match row.payment_type {
        _ if is_voided => "Anulada",
        PurchaseType::Contado => "Contado",
        PurchaseType::Credito => "Crédito",
    };
    let document = match row.document {
        PurchaseDocument::Boleta => "Boleta",
        PurchaseDocument::Factura => "Factura",
        PurchaseDocument::SalesNote => "Nota de venta",
        PurchaseDocument::UtilityBill => "Recibo público",
        PurchaseDocument::CreditNote => "Nota de crédito",
        PurchaseDocument::DebitNote => "Nota de débito",
        PurchaseDocument::Other => "Otro",
    };
    vec![
        row.date.into(),
        ReportCell::Text(row.provider_name.clone()),
        ReportCell::Text(document.to_owned()),
        ReportCell::Text(row.full_number.clone()),
        ReportCell::Text(paid_by.to_owned()),
        amount(row.total),
        amount(row.paid),
        amount(row.due),
    ]
}
