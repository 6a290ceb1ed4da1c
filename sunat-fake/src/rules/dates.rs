//! The time limits for sending a document.

use crate::{codes::Finding, document::Document, names::Kind};
use chrono::{NaiveDate, TimeDelta};

/// The days by which the issue date may be in the future (2329).
const DAYS_AHEAD: i64 = 2;

/// Compares the issue date with today. `days` is the time limit for sending, in days after the issue.
pub(crate) fn date_rules(document: &Document, today: NaiveDate, days: i64) -> Option<Finding> {
    let Some(issued) = document.issue_date else {
        return Some(Finding::new(306, "cbc:IssueDate"));
    };
    let finding = |code| Some(Finding::new(code, format!("emitido {issued}, recibido {today}")));
    if issued > today + TimeDelta::days(DAYS_AHEAD) {
        return finding(2329);
    }
    if today - issued <= TimeDelta::days(days) {
        return None;
    }
    match document.id.kind {
        // A late boleta has to be sent in a summary.
        Kind::Boleta => finding(1079),
        _ if document.id.is_of_f_series() => finding(2108),
        _ => None,
    }
}
