//! The sales list as a table for Excel, PDF and CSV, with a row for each document.

use super::store::{SoldDocument, SoldTotals};
use crate::reports::{span::DaySpan, words::days_text};
use comanda_base::money::Money;
use comanda_ledgers::figures::SalesChannel;
use comanda_platform::{
    report_table::{ColumnKind, ReportCell, ReportColumn, ReportTable},
    settings::{CompanyInfo, Settings},
};

const COLUMNS: [ReportColumn; 10] = [
    ReportColumn::new("Fecha", ColumnKind::Text, 17),
    ReportColumn::new("Documento", ColumnKind::Text, 16),
    ReportColumn::new("Número", ColumnKind::Text, 16),
    ReportColumn::new("Cliente", ColumnKind::Text, 26),
    ReportColumn::new("Canal", ColumnKind::Text, 14),
    ReportColumn::new("Mesa", ColumnKind::Text, 14),
    ReportColumn::new("Mozo", ColumnKind::Text, 18),
    ReportColumn::new("Cajero", ColumnKind::Text, 18),
    ReportColumn::new("Medios de pago", ColumnKind::Text, 20),
    ReportColumn::new("Total", ColumnKind::Money, 13),
];

pub(super) fn build_table(
    documents: &[SoldDocument],
    totals: SoldTotals,
    span: DaySpan,
    (company, settings): (&CompanyInfo, &Settings),
) -> ReportTable {
    let mut total = vec![ReportCell::Text("Total".to_owned())];
    total.resize(COLUMNS.len() - 1, ReportCell::Empty);
    total.push(ReportCell::Money(totals.total));
    ReportTable {
        title: "Ventas".to_owned(),
        lines: vec![company.legal_line(), format!("{}.", days_text(span.first, span.last))],
        columns: COLUMNS.to_vec(),
        rows: documents.iter().map(|document| document_row(document, settings)).collect(),
        total,
        notes: vec!["Las notas de crédito restan; los comprobantes anulados van en cero.".to_owned()],
    }
}

fn document_row(document: &SoldDocument, settings: &Settings) -> Vec<ReportCell> {
    let text = |text: &str| ReportCell::Text(text.to_owned());
    let kind = if document.is_note { "Nota de crédito" } else { document.document.as_str() };
    let number = match document.voided {
        true => format!("{} (anulado)", document.full_number),
        false => document.full_number.clone(),
    };
    vec![
        settings.local_time(document.issued_at).into(),
        text(kind),
        ReportCell::Text(number),
        text(&document.client_name),
        text(channel_name(document.channel)),
        text(document.table_name.as_deref().unwrap_or_default()),
        text(&document.attendant),
        text(&document.cashier),
        text(&document.methods),
        ReportCell::Money(if document.voided { Money::ZERO } else { document.total }),
    ]
}

fn channel_name(channel: SalesChannel) -> &'static str {
    match channel {
        SalesChannel::Table => "Salón",
        SalesChannel::Order => "Para llevar",
        SalesChannel::Delivery => "Delivery",
        SalesChannel::App => "App de delivery",
    }
}
