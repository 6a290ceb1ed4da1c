//! Rules of the head, dates, customer and lines of a document.

use super::{payment::payment_rules, rates};
use crate::{
    codes::Finding,
    document::{Document, Line},
    names::Kind,
};
use chrono::{NaiveDate, TimeDelta};
use rust_decimal::Decimal;

/// The largest total in soles of a boleta that does not identify its customer.
const MAX_ANONYMOUS_TOTAL: Decimal = Decimal::from_parts(700, 0, 0, false, 0);
/// The days by which the issue date may be in the future (2329).
const DAYS_AHEAD: i64 = 2;
/// The largest base whose IGV may round to 0.00 (3111).
const MAX_BASE_WITHOUT_IGV: Decimal = Decimal::from_parts(6, 0, 0, false, 2);

/// Checks everything that does not depend on other documents. `days` is the time limit for sending, in days after the issue.
pub(crate) fn document_rules(document: &Document, today: NaiveDate, days: i64) -> Vec<Finding> {
    let mut found = Vec::new();
    head(document, &mut found);
    dates(document, today, days, &mut found);
    customer(document, &mut found);
    payment_rules(document, &mut found);
    lines(document, &mut found);
    found
}

fn head(document: &Document, found: &mut Vec<Finding>) {
    match document.ubl_version.as_deref() {
        None => found.push(Finding::new(2075, "cbc:UBLVersionID")),
        Some("2.1") => {}
        Some(other) => found.push(Finding::new(2074, other)),
    }
    if document.customization.as_deref() != Some("2.0") {
        found.push(Finding::new(2072, document.customization.clone().unwrap_or_default()));
    }
}

fn dates(document: &Document, today: NaiveDate, days: i64, found: &mut Vec<Finding>) {
    let Some(issued) = document.issue_date else {
        found.push(Finding::new(306, "cbc:IssueDate"));
        return;
    };
    let detail = format!("emitido {issued}, recibido {today}");
    if issued > today + TimeDelta::days(DAYS_AHEAD) {
        found.push(Finding::new(2329, detail));
    } else if today - issued > TimeDelta::days(days) {
        match document.id.kind {
            // A late boleta has to be sent in a summary.
            Kind::Boleta => found.push(Finding::new(1079, detail)),
            _ if document.id.is_of_f_series() => found.push(Finding::new(2108, detail)),
            _ => {}
        }
    }
}

fn customer(document: &Document, found: &mut Vec<Finding>) {
    let customer = &document.customer;
    let Some(number) = &customer.number else {
        found.push(Finding::new(2014, "cac:AccountingCustomerParty"));
        return;
    };
    match customer.scheme.as_deref() {
        None => found.push(Finding::new(2015, "@schemeID")),
        Some("6") if number.len() != 11 || !number.bytes().all(|byte| byte.is_ascii_digit()) => {
            found.push(Finding::new(2017, number.as_str()));
        }
        Some(scheme) if document.id.kind == Kind::Factura && scheme != "6" => found.push(Finding::new(2800, scheme)),
        Some(_) => {}
    }
    if customer.name.is_none() {
        found.push(Finding::new(2021, "cbc:RegistrationName"));
    }
    let is_large = document.totals.payable.is_some_and(|payable| payable > MAX_ANONYMOUS_TOTAL);
    let is_in_soles = document.currency.as_deref() == Some("PEN");
    if document.id.kind == Kind::Boleta && is_large && is_in_soles && !customer.is_identified() {
        found.push(Finding::new(2514, number.as_str()));
    }
}

fn lines(document: &Document, found: &mut Vec<Finding>) {
    if document.lines.is_empty() {
        found.push(Finding::new(306, "sin líneas"));
    }
    for (index, line) in document.lines.iter().enumerate() {
        let place = format!("línea {}", index + 1);
        if line.main_part().is_none() {
            found.push(Finding::new(3105, place));
        } else if lacks_igv(line) {
            found.push(Finding::new(3111, place));
        }
    }
    let mut rates = document.lines.iter().filter_map(rate);
    if let Some(first) = rates.next()
        && let Some(other) = rates.find(|rate| *rate != first)
    {
        found.push(Finding::new(3462, format!("{first} y {other}")));
    }
    let is_note = matches!(document.id.kind, Kind::CreditNote | Kind::DebitNote);
    if let (Some(rate), Some(day), false) = (document.lines.iter().find_map(rate), document.issue_date, is_note)
        && !rates::is_valid(rate, day)
    {
        found.push(Finding::new(3462, format!("{rate} el {day}")));
    }
}

/// Whether a line that is taxed with IGV, or would be if it were paid, states no IGV.
fn lacks_igv(line: &Line) -> bool {
    line.main_part().is_some_and(|part| {
        let bears = part.tribute == "1000" || is_gratuitous_but_taxed(line);
        bears && part.base > MAX_BASE_WITHOUT_IGV && part.amount.is_zero()
    })
}

/// Whether a line is free but of a taxed kind: affectations 11 to 16, under tribute 9996.
fn is_gratuitous_but_taxed(line: &Line) -> bool {
    const TAXED: [&str; 6] = ["11", "12", "13", "14", "15", "16"];
    let affectation = line.main_part().and_then(|part| part.affectation.as_deref());
    line.is_of("9996") && affectation.is_some_and(|code| TAXED.contains(&code))
}

/// Returns the rate of a line that is taxed with IGV.
fn rate(line: &Line) -> Option<Decimal> {
    let bears = line.is_of("1000") || is_gratuitous_but_taxed(line);
    line.main_part().filter(|_| bears)?.percent.map(|rate| rate.normalize())
}
