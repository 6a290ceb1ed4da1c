//! Interprets entries of the action log. Pure.

use super::acts::ActKind;
use crate::reports::store::LoggedAct;
use chrono::{DateTime, Utc};
use comanda_base::{
    ids::{DiscountTypeId, LineId, RequestId},
    money::{Quantity, percent_of},
};
use comanda_orders::orders::RequestKind;
use serde::Deserialize;

/// The per cent above which discounts are counted.
const NOTABLE_PERCENT: Quantity = Quantity::units(10);
const COURTESY: DiscountTypeId = DiscountTypeId(1);

const DISMISSED: &str = "LINE_DISMISSED";
const VOIDED: &str = "DOCUMENT_VOIDED";
const CREDITED: &str = "CREDIT_NOTE_ISSUED";
const DISCOUNTED: &str = "DISCOUNT_ADDED";
const DOCUMENT_REPRINTED: &str = "DOCUMENT_REPRINTED";
const DRAWER: &str = "DRAWER_OPENED";

/// The types of the log that may be acts.
pub(super) const LOGGED_TYPES: [&str; 8] =
    [DISMISSED, VOIDED, CREDITED, DISCOUNTED, "COMMAND_REPRINTED", DOCUMENT_REPRINTED, "PRINT_JOB_REPRINTED", DRAWER];

/// Returns the time and the account of an entry; all entries of one operation share both.
pub(super) fn time_and_account(act: &LoggedAct) -> (DateTime<Utc>, Option<RequestId>) {
    (act.at, act.client_request_id)
}

/// Whether a document was voided or credited. In the same moment its lines are dismissed and its discounts are logged again for what stays.
pub(super) fn reverses_document(act: &LoggedAct) -> bool {
    [VOIDED, CREDITED].contains(&act.action_type.as_str())
}

/// Whether the entry is not an act of its own if a document was voided or credited in the same moment.
pub(super) fn may_belong_to_reversal(act: &LoggedAct) -> bool {
    [DISMISSED, DISCOUNTED].contains(&act.action_type.as_str())
}

/// Returns the kind of act; `None` for a small discount or one that was removed again.
pub(super) fn act_kind(act: &LoggedAct) -> Option<ActKind> {
    Some(match act.action_type.as_str() {
        DISMISSED if was_made(act) => ActKind::LineMade,
        DISMISSED => ActKind::LineNotMade,
        VOIDED => ActKind::Voided,
        CREDITED => ActKind::CreditNote,
        DISCOUNTED if act.discount_type_id? == COURTESY => ActKind::Courtesy,
        DISCOUNTED => {
            let computed_percent = || percent_of(act.amount?, act.base?);
            (act.percentage.or_else(computed_percent)? > NOTABLE_PERCENT).then_some(ActKind::Discount)?
        }
        DRAWER => ActKind::Drawer,
        _ => ActKind::Reprint,
    })
}

fn was_made(act: &LoggedAct) -> bool {
    act.after_value.as_ref().is_some_and(|after| after.0["made"] == true)
}

/// A line that was taken off, as stored in the log.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct DismissedLine {
    pub id: LineId,
    pub name: String,
    pub quantity: Quantity,
}

/// Returns the lines that were taken off; empty for other acts.
pub(super) fn dismissed_lines(act: &LoggedAct) -> Vec<DismissedLine> {
    let read = |value: &serde_json::Value| serde_json::from_value(value.clone()).unwrap_or_default();
    let before = act.before_value.as_ref().filter(|_| act.action_type == DISMISSED);
    before.map(|before| read(&before.0)).unwrap_or_default()
}

/// Returns the lines that were taken off after they were made.
pub(super) fn wasted_lines(act: &LoggedAct) -> Vec<DismissedLine> {
    if was_made(act) { dismissed_lines(act) } else { Vec::new() }
}

/// Separates document and reason. The log writes the document's number before the reason, `B001-00000347: RUC equivocado`; for a note after
/// the note's own, `BC01-00000002 de B001-00000347: Llegó frío`; and for a reprint instead of a reason.
pub(super) fn document_and_reason(act: &LoggedAct) -> (Option<String>, String) {
    let text = act.reason.clone().unwrap_or_default();
    match act.action_type.as_str() {
        VOIDED | CREDITED => match text.split_once(": ") {
            Some((numbers, reason)) => {
                let document = numbers.rsplit(" de ").next().unwrap_or(numbers);
                (Some(document.to_owned()), reason.to_owned())
            }
            None => (None, text),
        },
        DOCUMENT_REPRINTED => (Some(text), String::new()),
        _ => (None, text),
    }
}

pub(super) fn account_place(act: &LoggedAct) -> String {
    let number = act.correlative.unwrap_or_default();
    match act.kind {
        Some(RequestKind::Order) => format!("Para llevar {number}"),
        Some(RequestKind::Delivery) => format!("Delivery {number}"),
        _ => act.table_name.clone().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use comanda_base::ids::UserId;

    fn act(action_type: &str, reason: &str) -> LoggedAct {
        LoggedAct {
            id: 1,
            at: DateTime::UNIX_EPOCH,
            action_type: action_type.into(),
            user_id: UserId(1),
            approver_id: None,
            client_request_id: None,
            kind: None,
            correlative: None,
            table_name: None,
            amount: None,
            reason: Some(reason.into()),
            before_value: None,
            after_value: None,
            discount_type_id: None,
            percentage: None,
            base: None,
        }
    }

    #[test]
    fn document_and_reason_are_separated() {
        let parsed = |action_type, reason| {
            let (document, reason) = document_and_reason(&act(action_type, reason));
            format!("{} | {reason}", document.unwrap_or_default())
        };
        assert_eq!(parsed(VOIDED, "B001-00000347: RUC: equivocado"), "B001-00000347 | RUC: equivocado");
        assert_eq!(parsed(CREDITED, "BC01-00000002 de B001-00000347: Llegó frío"), "B001-00000347 | Llegó frío");
        assert_eq!(parsed(DOCUMENT_REPRINTED, "B001-00000347"), "B001-00000347 | ");
        assert_eq!(parsed(DISMISSED, "Demoró: mucho"), " | Demoró: mucho");
    }

    #[test]
    fn small_and_removed_discounts_are_no_acts() {
        let discount = |kind: Option<i64>, percentage: Option<i64>, amount: i64| {
            let amount = Some(comanda_base::money::Money::units(amount));
            let base = Some(comanda_base::money::Money::units(100));
            let (discount_type_id, percentage) = (kind.map(DiscountTypeId), percentage.map(Quantity::units));
            act_kind(&LoggedAct { discount_type_id, percentage, amount, base, ..act(DISCOUNTED, "") })
        };
        assert_eq!(discount(Some(1), Some(100), 100), Some(ActKind::Courtesy));
        assert_eq!(discount(Some(2), Some(11), 11), Some(ActKind::Discount));
        assert_eq!(discount(Some(2), Some(10), 10), None);
        assert_eq!(discount(Some(2), None, 11), Some(ActKind::Discount), "a fixed amount, of what the dishes come to");
        assert_eq!(discount(Some(2), None, 10), None);
        assert_eq!(discount(None, Some(50), 50), None);
    }
}
