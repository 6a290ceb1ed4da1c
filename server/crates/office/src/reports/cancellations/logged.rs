//! Entries of the action log, as they tell what was done. Pure.

use super::acts::ActKind;
use crate::reports::store::LoggedAct;
use chrono::{DateTime, Utc};
use comanda_base::{
    ids::{DiscountTypeId, LineId, RequestId},
    money::{Quantity, percent_of},
};
use comanda_orders::orders::RequestKind;
use serde::Deserialize;

/// Discounts above it are counted.
const NOTABLE: Quantity = Quantity::units(10);
const COURTESY: DiscountTypeId = DiscountTypeId(1);

const DISMISSED: &str = "LINE_DISMISSED";
const VOIDED: &str = "DOCUMENT_VOIDED";
const CREDITED: &str = "CREDIT_NOTE_ISSUED";
const DISCOUNTED: &str = "DISCOUNT_ADDED";
const DOCUMENT_REPRINTED: &str = "DOCUMENT_REPRINTED";
const DRAWER: &str = "DRAWER_OPENED";

/// Types of the log that tell of any act.
pub(super) const TYPES: [&str; 8] =
    [DISMISSED, VOIDED, CREDITED, DISCOUNTED, "COMMAND_REPRINTED", DOCUMENT_REPRINTED, "PRINT_JOB_REPRINTED", DRAWER];

/// When an entry was written, and of which account: what one act did shares both.
pub(super) fn moment(act: &LoggedAct) -> (DateTime<Utc>, Option<RequestId>) {
    (act.at, act.client_request_id)
}

/// Whether a document went back: its lines are taken off, and its discounts given again to what stays, in the same moment.
pub(super) fn gives_back(act: &LoggedAct) -> bool {
    [VOIDED, CREDITED].contains(&act.action_type.as_str())
}

/// Whether it is no act of its own where a document went back in the same moment.
pub(super) fn comes_with_document(act: &LoggedAct) -> bool {
    [DISMISSED, DISCOUNTED].contains(&act.action_type.as_str())
}

/// None of a small discount, or of one that was taken off again.
pub(super) fn kind(act: &LoggedAct) -> Option<ActKind> {
    Some(match act.action_type.as_str() {
        DISMISSED if was_made(act) => ActKind::LineMade,
        DISMISSED => ActKind::LineNotMade,
        VOIDED => ActKind::Voided,
        CREDITED => ActKind::CreditNote,
        DISCOUNTED if act.discount_type_id? == COURTESY => ActKind::Courtesy,
        DISCOUNTED => {
            let of_base = || percent_of(act.amount?, act.base?);
            (act.percentage.or_else(of_base)? > NOTABLE).then_some(ActKind::Discount)?
        }
        DRAWER => ActKind::Drawer,
        _ => ActKind::Reprint,
    })
}

fn was_made(act: &LoggedAct) -> bool {
    act.after_value.as_ref().is_some_and(|after| after.0["made"] == true)
}

/// A line that was taken off, as the log names it.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct TakenLine {
    pub id: LineId,
    pub name: String,
    pub quantity: Quantity,
}

/// Those that were taken off; of other acts none.
pub(super) fn lines(act: &LoggedAct) -> Vec<TakenLine> {
    let read = |value: &serde_json::Value| serde_json::from_value(value.clone()).unwrap_or_default();
    let before = act.before_value.as_ref().filter(|_| act.action_type == DISMISSED);
    before.map(|before| read(&before.0)).unwrap_or_default()
}

/// The log writes a document's number before the reason, `B001-00000347: RUC equivocado`, of a note behind its own,
/// `BC01-00000002 de B001-00000347: Llegó frío`, and in place of a reason where it was printed again.
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

pub(super) fn place(act: &LoggedAct) -> String {
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
    fn a_reason_is_told_apart_from_the_document_that_it_is_of() {
        let told = |action_type, reason| {
            let (document, reason) = document_and_reason(&act(action_type, reason));
            format!("{} | {reason}", document.unwrap_or_default())
        };
        assert_eq!(told(VOIDED, "B001-00000347: RUC: equivocado"), "B001-00000347 | RUC: equivocado");
        assert_eq!(told(CREDITED, "BC01-00000002 de B001-00000347: Llegó frío"), "B001-00000347 | Llegó frío");
        assert_eq!(told(DOCUMENT_REPRINTED, "B001-00000347"), "B001-00000347 | ");
        assert_eq!(told(DISMISSED, "Demoró: mucho"), " | Demoró: mucho");
    }

    #[test]
    fn a_small_discount_and_one_taken_off_again_are_none() {
        let discount = |kind: Option<i64>, percentage: Option<i64>, amount: i64| {
            let amount = Some(comanda_base::money::Money::units(amount));
            let base = Some(comanda_base::money::Money::units(100));
            let (discount_type_id, percentage) = (kind.map(DiscountTypeId), percentage.map(Quantity::units));
            super::kind(&LoggedAct { discount_type_id, percentage, amount, base, ..act(DISCOUNTED, "") })
        };
        assert_eq!(discount(Some(1), Some(100), 100), Some(ActKind::Courtesy));
        assert_eq!(discount(Some(2), Some(11), 11), Some(ActKind::Discount));
        assert_eq!(discount(Some(2), Some(10), 10), None);
        assert_eq!(discount(Some(2), None, 11), Some(ActKind::Discount), "a fixed amount, of what the dishes come to");
        assert_eq!(discount(Some(2), None, 10), None);
        assert_eq!(discount(None, Some(50), 50), None);
    }
}
