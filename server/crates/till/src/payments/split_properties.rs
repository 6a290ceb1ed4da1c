//! However an account is split, its payments, documents and tips add up to it to the céntimo.

use super::*;
use crate::payments::arbitrary::{adjustments, lines, part};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn payments_documents_and_tips_add_up_to_the_account(
        lines in lines(), adjustments in adjustments(), parts in prop::collection::vec((part(), any::<bool>()), 0..8),
        tip_on_document in any::<bool>(),
    ) {
        let mut t = TestAccount { lines, adjustments, tip_on_document, ..TestAccount::default() };
        let totals = t.account().totals;
        let mut closed = false;
        for (part, by_consumption) in &parts {
            if closed {
                break;
            }
            // A part that no longer fits is refused and changes nothing.
            if let Ok((_, closes)) = t.pay(part, *by_consumption) {
                closed = closes;
            }
        }
        if !closed {
            closed = t.pay(&PaymentScope::All, false).unwrap().1;
        }
        prop_assert!(closed);
        prop_assert_eq!(t.paid(), totals.total);
        prop_assert_eq!(t.billed.total + t.tips, totals.total);
        let (tips, services): (Money, Money) = (totals.tip, totals.charges.iter().filter(|c| c.kind == Some(AdjustmentKind::Service)).map(|c| c.amount).sum());
        let (beside, outside) = if tip_on_document { (Money::ZERO, services + tips) } else { (tips, services) };
        for line in t.lines.iter().filter(|l| l.is_plastic_bag) {
            let bags: Quantity = t.bags().iter().filter(|(id, _)| *id == line.id).map(|(_, bags)| *bags).sum();
            prop_assert_eq!(bags, line.qty_original, "all documents together have the bags of the account");
        }
        let bags: Quantity = t.lines.iter().filter(|l| l.is_plastic_bag).map(|l| l.qty_original).sum();
        let bag_tax: Money = t.documents.iter().map(|d| d.bag_tax).sum();
        prop_assert_eq!(bag_tax, Money::centimos(50).times(bags).unwrap());
        prop_assert_eq!(t.tips, beside);
        prop_assert_eq!(t.billed.services, outside);
        for d in &t.documents {
            prop_assert_eq!(d.taxable + d.exonerated + d.unaffected + d.igv + d.bag_tax + d.other_charges, d.total);
            prop_assert!(!d.taxable.is_negative() && !d.igv.is_negative());
        }
    }

    #[test]
    fn refunded_and_repeated_payments_add_up_to_the_account(
        lines in lines(), before in adjustments(), then in prop::option::of(adjustments()),
        parts in prop::collection::vec((part(), any::<bool>()), 1..8), tip_on_document in any::<bool>(),
    ) {
        let is_changed = then.is_some();
        let mut t = TestAccount { lines, adjustments: before, tip_on_document, is_changed, ..TestAccount::default() };
        for (n, (part, is_given_back)) in parts.iter().enumerate() {
            if let Some(then) = then.as_ref().filter(|_| n == 1) {
                t.adjustments.clone_from(then);
            }
            drop(t.pay(part, false));
            if *is_given_back && !t.earlier.is_empty() {
                t.refund(n * 7 % t.earlier.len());
            }
        }
        let totals = t.account().totals;
        if t.paid() < totals.total && t.pay(&PaymentScope::All, false).is_ok() {
            prop_assert_eq!(t.billed.total + t.tips, totals.total);
            let outside = totals.charges.iter().filter(|c| matches!(c.kind, Some(AdjustmentKind::Service | AdjustmentKind::Tip)));
            let outside: Money = outside.map(|c| c.amount).sum();
            prop_assert!(is_changed || t.billed.services + t.tips == outside, "{} and {} of {}", t.billed.services, t.tips, outside);
        }
    }

    #[test]
    fn an_account_changed_between_payments_never_collects_more_tips_than_it_had(
        lines in lines(), more in lines(), adjustments in adjustments(), then in adjustments(),
        parts in prop::collection::vec(part(), 0..8), tip_on_document in any::<bool>(),
    ) {
        let mut t = TestAccount { lines, adjustments, tip_on_document, ..TestAccount::default() };
        let (before, after) = parts.split_at(parts.len() / 2);
        let before = before.iter().filter(|part| matches!(t.pay(part, false), Ok((_, true)))).count();
        let tips_before = t.account().totals.tip;
        let more = more.into_iter().map(|line| comanda_orders::orders::Line { id: LineId(line.id.0 + 100), ..line });
        t.lines.extend(more);
        (t.adjustments, t.is_changed) = (then, true);
        let totals = t.account().totals;
        if before == 0 && totals.total > t.paid() {
            let closed = after.iter().any(|part| matches!(t.pay(part, false), Ok((_, true))));
            // A payment that does not fit on a document is refused, and the account stays open.
            if closed || t.pay(&PaymentScope::All, false).is_ok() {
                let units: i64 = t.lines.iter().map(|line| line.qty_original.millionths() / comanda_base::money::SCALE).sum();
                let most = tips_before.max(totals.tip) + Money::centimos(2 * units);
                prop_assert_eq!(t.billed.total + t.tips, totals.total);
                prop_assert!(t.tips <= most, "{} of {} and {}", t.tips, tips_before, totals.tip);
            }
        }
    }
}
