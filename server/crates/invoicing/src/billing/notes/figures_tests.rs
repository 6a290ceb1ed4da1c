//! Tests of the figures of credit notes, alone and together.

use super::*;
use crate::billing::{
    BillingRow, BillingState, DocumentLineKind,
    notes::{
        CreditNote, CreditNoteLine, ReasonCode,
        discount::{check_line_discounts, discount_figures, distribute_discount},
    },
    sample::{sample_boleta, sample_document, sample_line},
};
use comanda_base::ids::{BillingId, CreditNoteId};
use proptest::prelude::*;

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

/// Returns a boleta with these lines (units, céntimos, affectation), a discount, and a charge outside the IGV.
fn boleta(lines: &[(i64, i64, &str)], discount: i64, other: i64) -> Billing {
    let (mut billing_lines, mut sums) = (Vec::new(), [0_i64; 3]);
    for (i, (quantity, total, affectation)) in (1..).zip(lines) {
        let net = if *affectation == "10" { (total * 100 + 59) / 118 } else { *total };
        sums[usize::from(affectation.as_bytes()[0] - b'1')] += total;
        billing_lines.push(BillingLine {
            id: BillingLineId(i),
            quantity: Quantity::units(*quantity),
            measure: Default::default(),
            unit_price: Money::centimos(total / quantity),
            total: Money::centimos(*total),
            affectation: (*affectation).into(),
            base: Money::centimos(net),
            igv: Money::centimos(total - net),
            ..sample_line(DocumentLineKind::Product, format!("Plato {i}"))
        });
    }
    let taxed = sums[0] - discount.min(sums[0]);
    let taxable = (taxed * 100 + 59) / 118;
    let row = BillingRow {
        taxable: Money::centimos(taxable),
        exonerated: Money::centimos(sums[1]),
        unaffected: Money::centimos(sums[2]),
        other_charges: Money::centimos(other),
        igv: Money::centimos(taxed - taxable),
        total: Money::centimos(taxed + sums[1] + sums[2] + other),
        state: BillingState::Accepted,
        ..sample_boleta()
    };
    sample_document(row, billing_lines)
}

/// Adds a last line with `bags` plastic bags at 0.60, to which the discount does not apply.
fn with_bags(mut billing: Billing, bags: i64) -> Billing {
    if bags == 0 {
        return billing;
    }
    let (last, bag_total) = (billing.lines.len() as i64 + 1, Money::centimos(10 * bags));
    let base = Money::centimos((10 * bags * 100 + 59) / 118);
    let bag_tax = Money::centimos(50 * bags);
    billing.lines.push(BillingLine {
        id: BillingLineId(last),
        description: "Bolsa".into(),
        quantity: Quantity::units(bags),
        measure: Default::default(),
        unit_price: money("0.60"),
        total: bag_total + bag_tax,
        affectation: "10".into(),
        base,
        igv: bag_total - base,
        bag_tax,
        ..billing.lines[0].clone()
    });
    billing.row.taxable += base;
    billing.row.igv += bag_total - base;
    billing.row.bag_tax = bag_tax;
    billing.row.total += bag_total + bag_tax;
    billing
}

/// Records a note on its document.
fn record(billing: &mut Billing, f: &NoteFigures) {
    record_as(billing, f, ReasonCode::ReturnByLine);
}

fn record_as(billing: &mut Billing, f: &NoteFigures, reason_code: ReasonCode) {
    let line = |l: &NoteLine| CreditNoteLine {
        credit_note_id: CreditNoteId(1),
        billing_line_id: l.line,
        kind: DocumentLineKind::Product,
        description: String::new(),
        quantity: l.quantity,
        measure: Default::default(),
        unit_price: l.unit_price,
        total: l.total,
        affectation: "10".into(),
        base: l.base,
        igv: l.igv,
        bag_tax: l.bag_tax,
    };
    billing.credit_notes.push(CreditNote {
        id: CreditNoteId(1),
        billing_id: BillingId(1),
        full_number: "BC01-00000001".into(),
        serie: "BC01".into(),
        number: 1,
        reason_code,
        reason: String::new(),
        issued_at: billing.row.issued_at,
        igv_percent: billing.row.igv_percent,
        taxable: f.taxable,
        exonerated: f.exonerated,
        unaffected: f.unaffected,
        igv: f.igv,
        other_charges: f.other_charges,
        bag_tax: f.bag_tax,
        total: f.total,
        total_in_words: String::new(),
        user_name: String::new(),
        state: BillingState::Pending,
        sunat_code: String::new(),
        sunat_message: String::new(),
        hash: None,
        establishment: "0000".into(),
        establishment_address: String::new(),
        lines: f.lines.iter().map(line).collect(),
    });
}

fn assert_adds_up(f: &NoteFigures) {
    let sum = |amount: fn(&NoteLine) -> Money| f.lines.iter().map(amount).sum::<Money>();
    assert_eq!(sum(|l| l.total) + f.other_charges, f.total);
    assert_eq!(sum(|l| l.base), f.taxable + f.exonerated + f.unaffected);
    assert_eq!(sum(|l| l.igv), f.igv);
    assert_eq!(sum(|l| l.bag_tax), f.bag_tax);
    assert!(f.lines.iter().all(|l| l.total > Money::ZERO && !l.igv.is_negative() && !l.base.is_negative()), "{f:?}");
}

#[test]
fn a_note_of_everything_equals_the_document() {
    let billing = boleta(&[(2, 5000, "10"), (1, 350, "10")], 535, 480);
    let f = compute_note_figures(&billing, None, None).unwrap();
    assert_adds_up(&f);
    let b = &billing.row;
    assert_eq!((f.taxable, f.igv, f.other_charges, f.total), (b.taxable, b.igv, b.other_charges, b.total));
}

#[test]
fn a_document_discount_is_distributed_over_lines() {
    let billing = boleta(&[(2, 5000, "10"), (1, 350, "10")], 535, 0);
    let f = compute_note_figures(&billing, Some(&[(BillingLineId(1), Quantity::units(1))]), None).unwrap();
    assert_adds_up(&f);
    assert_eq!((f.total, f.lines[0].unit_price), (money("22.50"), money("22.50")));
    assert_eq!((f.taxable, f.igv), (money("19.07"), money("3.43")));
}

#[test]
fn the_account_may_determine_the_total() {
    let billing = boleta(&[(2, 5000, "10"), (1, 350, "10")], 535, 480);
    let one = [(BillingLineId(1), Quantity::units(1))];
    let target = NoteTarget { total: money("24.99"), other_charges: money("2.00") };
    let f = compute_note_figures(&billing, Some(&one), Some(target)).unwrap();
    assert_adds_up(&f);
    assert_eq!((f.total, f.other_charges), (target.total, target.other_charges));
    let target = NoteTarget { total: money("99.00"), other_charges: Money::ZERO };
    assert!(compute_note_figures(&billing, Some(&one), Some(target)).is_err());
}

#[test]
fn discounts_lower_the_remaining_amount_of_a_line() {
    let mut billing = boleta(&[(2, 5000, "10"), (1, 350, "20")], 0, 0);
    let discounts = [(BillingLineId(1), money("8.00"))];
    let f = discount_figures(&billing, &discounts).unwrap();
    record_as(&mut billing, &f, ReasonCode::LineDiscount);
    assert_eq!(remaining_by_line(&billing), [(BillingLineId(1), money("42.00")), (BillingLineId(2), money("3.50"))]);
    let one = compute_note_figures(&billing, Some(&[(BillingLineId(1), Quantity::units(1))]), None).unwrap();
    assert_eq!(one.total, money("21.00"));
    let all = distribute_discount(&billing, money("4.55")).unwrap();
    assert_eq!(all, [(BillingLineId(1), money("4.20")), (BillingLineId(2), money("0.35"))]);
    assert!(
        distribute_discount(&billing, money("45.50")).is_err() && distribute_discount(&billing, money("0.00")).is_err()
    );
}

#[test]
fn a_note_returns_the_tax_on_its_bags() {
    let mut billing = with_bags(boleta(&[(2, 5000, "10")], 500, 480), 3);
    let bags = |n: i64| [(BillingLineId(2), Quantity::units(n))];
    let target = NoteTarget { total: money("0.60"), other_charges: Money::ZERO };
    let f = compute_note_figures(&billing, Some(&bags(1)), Some(target)).unwrap();
    assert_adds_up(&f);
    assert_eq!((f.total, f.bag_tax, f.taxable, f.igv), (money("0.60"), money("0.50"), money("0.08"), money("0.02")));
    assert_eq!((f.lines[0].quantity, f.lines[0].unit_price), (Quantity::units(1), money("0.60")));
    record(&mut billing, &f);
    // A discount after the sale applies to the dishes only.
    let discounts = distribute_discount(&billing, money("5.00")).unwrap();
    assert_eq!(discounts, [(BillingLineId(1), money("5.00"))]);
    assert!(check_line_discounts(&billing, &[(BillingLineId(2), money("0.05"))]).is_err());
    let f = discount_figures(&billing, &discounts).unwrap();
    assert_eq!((f.total, f.bag_tax), (money("5.00"), Money::ZERO));
    record_as(&mut billing, &f, ReasonCode::GlobalDiscount);
    let remainder = compute_note_figures(&billing, None, None).unwrap();
    assert_adds_up(&remainder);
    assert_eq!((remainder.total, remainder.bag_tax), (billing.remaining_total(), money("1.00")));
}

#[test]
fn returning_more_than_is_left_is_refused() {
    let mut billing = boleta(&[(2, 5000, "10"), (1, 350, "10")], 0, 0);
    let one = |n: i64| [(BillingLineId(1), Quantity::units(n))];
    let f = compute_note_figures(&billing, Some(&one(1)), None).unwrap();
    record(&mut billing, &f);
    for requested in [&one(2)[..], &one(0), &[(BillingLineId(9), Quantity::units(1))], &[one(1)[0], one(1)[0]]] {
        assert!(compute_note_figures(&billing, Some(requested), None).is_err(), "{requested:?}");
    }
    let remainder = compute_note_figures(&billing, None, None).unwrap();
    assert_eq!(remainder.total, money("28.50"));
    record(&mut billing, &remainder);
    assert!(compute_note_figures(&billing, None, None).is_err());
}

proptest! {
    #[test]
    fn all_notes_together_equal_the_document(
        lines in prop::collection::vec((1_i64..6, 1_i64..20_000, 0_usize..3), 1..6),
        discount in 0_i64..100, other in 0_i64..5_000, bags in 0_i64..4, steps in prop::collection::vec((0_usize..6, 1_i64..4), 0..8),
    ) {
        let lines: Vec<_> = lines.iter().map(|(n, c, k)| (*n, *c, AFFECTATIONS[*k])).collect();
        let taxed: i64 = lines.iter().filter(|l| l.2 == "10").map(|l| l.1).sum();
        let mut billing = with_bags(boleta(&lines, taxed * discount / 100, other), bags);
        for (line, units) in steps {
            // A discount of the whole document, then of the line; neither returns units.
            if let Ok(discounts) = distribute_discount(&billing, Money::centimos(units * 37)) {
                let f = discount_figures(&billing, &discounts).unwrap();
                assert_adds_up(&f);
                prop_assert_eq!(f.total, Money::centimos(units * 37));
                record_as(&mut billing, &f, ReasonCode::GlobalDiscount);
            }
            let line = &billing.lines[line % billing.lines.len()];
            let discounts = [(line.id, Money::centimos(units))];
            if check_line_discounts(&billing, &discounts).is_ok() {
                let f = discount_figures(&billing, &discounts).unwrap();
                assert_adds_up(&f);
                record_as(&mut billing, &f, ReasonCode::LineDiscount);
            }
            let line = &billing.lines[usize::try_from(discounts[0].0.0 - 1).unwrap()];
            let units = Quantity::units(units).min(billing.remaining_quantity(line));
            if let Ok(f) = compute_note_figures(&billing, Some(&[(line.id, units)]), None) {
                assert_adds_up(&f);
                record(&mut billing, &f);
            }
        }
        if !billing.remaining_total().is_zero() {
            let f = compute_note_figures(&billing, None, None).unwrap();
            assert_adds_up(&f);
            record(&mut billing, &f);
        }
        let sum = |amount: fn(&CreditNote) -> Money| billing.credit_notes.iter().map(amount).sum::<Money>();
        let b = &billing.row;
        prop_assert_eq!(sum(|n| n.total), b.total);
        prop_assert_eq!((sum(|n| n.taxable), sum(|n| n.igv)), (b.taxable, b.igv));
        prop_assert_eq!((sum(|n| n.exonerated), sum(|n| n.unaffected)), (b.exonerated, b.unaffected));
        prop_assert_eq!((sum(|n| n.other_charges), sum(|n| n.bag_tax)), (b.other_charges, b.bag_tax));
    }
}
