//! However a random account is split, changed between payments, given back and paid again, its payments, documents and tips add up to
//! it to the céntimo.

use super::{
    arbitrary::{adjustments, lines, part},
    split::{Part, tests::Table},
};
use crate::{ids::LineId, orders::Line};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn payments_documents_and_tips_add_up_to_the_account(
        lines in lines(), adjustments in adjustments(), parts in prop::collection::vec((part(), any::<bool>()), 0..8),
        tip_on_document in any::<bool>(),
    ) {
        let mut t = Table { lines, adjustments, tip_on_document, ..Table::default() };
        let totals = t.account().totals;
        let mut closed = false;
        for (part, by_consumption) in &parts {
            if closed {
                break;
            }
            // A part that does not fit any more is refused and changes nothing.
            if let Ok((_, closes)) = t.pay(part, *by_consumption) {
                closed = closes;
            }
        }
        if !closed {
            closed = t.pay(&Part::All, false).unwrap().1;
        }
        prop_assert!(closed);
        prop_assert_eq!(t.paid(), totals.total);
        prop_assert_eq!(t.billed.total + t.tips, totals.total);
        prop_assert_eq!((t.billed.services, t.tips), t.outside(&totals));
        for d in &t.documents {
            prop_assert_eq!(d.taxable + d.exonerated + d.unaffected + d.igv + d.other_charges, d.total);
            prop_assert!(!d.taxable.is_negative() && !d.igv.is_negative());
        }
    }

    #[test]
    fn payments_that_are_given_back_and_made_again_add_up_to_the_account(
        lines in lines(), before in adjustments(), then in prop::option::of(adjustments()),
        parts in prop::collection::vec((part(), any::<bool>()), 1..8), tip_on_document in any::<bool>(),
    ) {
        let mut t = Table { lines, adjustments: before, tip_on_document, ..Table::default() };
        let mut is_changed = false;
        for (n, (part, is_given_back)) in parts.iter().enumerate() {
            if let Some(then) = then.as_ref().filter(|_| n == 1) {
                t.adjustments.clone_from(then);
                (is_changed, t.is_changed) = (true, true);
            }
            // A part that does not fit any more is refused and changes nothing.
            drop(t.pay(part, false));
            if *is_given_back && !t.earlier.is_empty() {
                t.refund(n * 7 % t.earlier.len());
            }
        }
        let totals = t.account().totals;
        if t.paid() < totals.total {
            // Only of an account that was changed there may be what cannot be put on a document: it stays open.
            match t.pay(&Part::All, false) {
                Ok(_) => prop_assert_eq!(t.billed.total + t.tips, totals.total),
                Err(refusal) => prop_assert!(is_changed, "{:?}", refusal),
            }
        }
        if !is_changed {
            prop_assert_eq!(t.paid(), totals.total);
            prop_assert_eq!((t.billed.services, t.tips), t.outside(&totals));
        }
    }

    #[test]
    fn of_an_account_that_changes_between_payments_no_more_tips_are_collected_than_it_ever_had(
        lines in lines(), more in lines(), adjustments in adjustments(), then in adjustments(),
        parts in prop::collection::vec(part(), 0..8), tip_on_document in any::<bool>(),
    ) {
        let mut t = Table { lines, adjustments, tip_on_document, ..Table::default() };
        let (before, after) = parts.split_at(parts.len() / 2);
        let before = before.iter().filter(|part| matches!(t.pay(part, false), Ok((_, true)))).count();
        let tips_before = t.account().totals.tip;
        let more = more.into_iter().map(|line| Line { id: LineId(line.id.0 + 100), ..line });
        t.lines.extend(more);
        (t.adjustments, t.is_changed) = (then, true);
        let totals = t.account().totals;
        if before == 0 && totals.total > t.paid() {
            let closed = after.iter().any(|part| matches!(t.pay(part, false), Ok((_, true))));
            // What cannot be put on a document is refused, and the account stays open.
            if closed || t.pay(&Part::All, false).is_ok() {
                prop_assert_eq!(t.billed.total + t.tips, totals.total);
                prop_assert!(t.tips <= tips_before.max(totals.tip), "{} of {} and {}", t.tips, tips_before, totals.tip);
            }
        }
    }
}
