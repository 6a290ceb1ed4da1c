//! The exported table of cases that do not agree. Its first row sums up all that agree, so that the totals are those of the house and of
//! the file.

use super::{matching::CaseKind, reading::Case, report::list_disagreeing};
use crate::reports::{DaySpan, days_text};
use comanda_base::money::Money;
use comanda_platform::{
    report_table::{ColumnKind, ReportCell, ReportColumn, ReportTable},
    settings::{CompanyInfo, Settings},
};

const COLUMNS: [ReportColumn; 9] = [
    ReportColumn::new("Caso", ColumnKind::Text, 20),
    ReportColumn::new("Fecha", ColumnKind::Text, 16),
    ReportColumn::new("Comprobante", ColumnKind::Text, 15),
    ReportColumn::new("N.º en Comanda", ColumnKind::Text, 15),
    ReportColumn::new("Comanda", ColumnKind::Money, 12),
    ReportColumn::new("N.º en el archivo", ColumnKind::Text, 16),
    ReportColumn::new("Archivo", ColumnKind::Money, 12),
    ReportColumn::new("Diferencia", ColumnKind::Money, 12),
    ReportColumn::new("Aclarado", ColumnKind::Text, 28),
];

pub(super) fn build_table(
    method: &str,
    span: DaySpan,
    cases: Vec<Case>,
    company: &CompanyInfo,
    settings: &Settings,
) -> ReportTable {
    let (agreeing, others): (Vec<Case>, Vec<Case>) = cases.into_iter().partition(Case::agrees);
    let others = list_disagreeing(others);
    let matched = sums_row(format!("Coinciden ({})", agreeing.len()), agreeing.iter());
    let total = sums_row("Total".to_owned(), agreeing.iter().chain(&others));
    ReportTable {
        title: format!("Conciliación de {method}"),
        lines: vec![company.legal_line(), format!("{}.", days_text(span.first, span.last))],
        columns: COLUMNS.to_vec(),
        rows: std::iter::once(matched).chain(others.iter().map(|case| case_row(case, settings))).collect(),
        total,
        notes: vec![
            "La diferencia es lo que el archivo tiene de más; las devoluciones restan en los dos lados.".to_owned(),
        ],
    }
}

fn case_row(case: &Case, settings: &Settings) -> Vec<ReportCell> {
    let text = |text: Option<&str>| ReportCell::Text(text.unwrap_or_default().to_owned());
    let (operation, line) = (case.operation.as_ref(), case.line.as_ref());
    let at = operation.map(|o| o.at).or(line.and_then(|l| l.at));
    let day = || line.map_or(ReportCell::Empty, |l| l.business_day.into());
    let cleared = case.mark.as_ref().map(|mark| format!("{} ({})", mark.note, mark.user_name));
    vec![
        text(Some(case_label(case.kind))),
        at.map_or_else(day, |at| settings.local_time(at).into()),
        text(operation.map(|o| o.document.as_str())),
        text(operation.and_then(|o| o.operation_number.as_deref())),
        operation.map(|o| o.amount).into(),
        text(line.map(|l| l.operation_number.as_str())),
        line.map(|l| l.amount).into(),
        ReportCell::Money(case.difference),
        text(cleared.as_deref()),
    ]
}

fn sums_row<'c>(name: String, cases: impl Iterator<Item = &'c Case> + Clone) -> Vec<ReportCell> {
    let ours: Money = cases.clone().filter_map(|case| case.operation.as_ref()).map(|o| o.amount).sum();
    let theirs: Money = cases.filter_map(|case| case.line.as_ref()).map(|l| l.amount).sum();
    let nothing = ReportCell::Empty;
    vec![
        ReportCell::Text(name),
        nothing.clone(),
        nothing.clone(),
        nothing.clone(),
        ReportCell::Money(ours),
        nothing.clone(),
        ReportCell::Money(theirs),
        ReportCell::Money(theirs - ours),
        nothing,
    ]
}

fn case_label(kind: CaseKind) -> &'static str {
    match kind {
        CaseKind::Matched | CaseKind::Joined => "Coincide",
        CaseKind::Likely => "Parecen la misma",
        CaseKind::OtherAmount => "Monto distinto",
        CaseKind::OnlyComanda => "Solo en Comanda",
        CaseKind::OnlyFile => "Solo en el archivo",
    }
}
