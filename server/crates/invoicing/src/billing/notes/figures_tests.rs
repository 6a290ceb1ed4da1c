//! What notes come to, alone and together.

use super::*;
use crate::billing::{
    BillingRow, BillingState, DocumentLineKind,
    notes::{
        CreditNote, CreditNoteLine, ReasonCode,
        discount::{check_off_lines, figures_of_discount, off_document},
    },
};
use chrono::{TimeZone, Utc};
use comanda_base::{
    ids::{BillingId, CreditNoteId, CycleId, PaymentId, RequestId},
    words::IdentityDocument,
};
use proptest::prelude::*;

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

/// A boleta of these lines (units, céntimos, affectation) less a discount, with a charge outside the IGV.
fn boleta(lines: &[(i64, i64, &str)], discount: i64, other: i64) -> Billing {
    let (mut own, mut sums) = (Vec::new(), [0_i64; 3]);
    for (i, (quantity, total, affectation)) in (1..).zip(lines) {
        let net = if *affectation == "10" { (total * 100 + 59) / 118 } else { *total };
        sums[usize::from(affectation.as_bytes()[0] - b'1')] += total;
        own.push(BillingLine {
            id: BillingLineId(i),
            billing_id: BillingId(1),
            line_id: None,
            kind: DocumentLineKind::Product,
            description: format!("Plato {i}"),
            quantity: Quantity::units(*quantity),
            unit_price: Money::centimos(total / quantity),
            total: Money::centimos(*total),
            affectation: (*affectation).into(),
            base: Money::centimos(net),
            igv: Money::centimos(total - net),
            free_igv: Money::ZERO,
            discount: Money::ZERO,
            bag_tax: Money::ZERO,
        });
    }
    let taxed = sums[0] - discount.min(sums[0]);
    let taxable = (taxed * 100 + 59) / 118;
    let row = BillingRow {
        id: BillingId(1),
        billing_type_id: 1,
        code: "BOLETA".into(),
        name: "Boleta".into(),
        serie: "B001".into(),
        number: 347,
        client_request_id: RequestId(1),
        payment_id: PaymentId(1),
        standing_payment_id: Some(PaymentId(1)),
        cycle_id: CycleId(1),
        issued_at: Utc.with_ymd_and_hms(2026, 11, 21, 19, 22, 0).unwrap(),
        client_id: None,
        client_name: "CLIENTES VARIOS".into(),
        client_document_type: IdentityDocument::Dni,
        client_document_number: "00000000".into(),
        client_address: String::new(),
        by_consumption: false,
        taxable: Money::centimos(taxable),
        exonerated: Money::centimos(sums[1]),
        unaffected: Money::centimos(sums[2]),
        free: Money::ZERO,
        discount: Money::ZERO,
        other_charges: Money::centimos(other),
        igv: Money::centimos(taxed - taxable),
        igv_percent: Quantity::units(18),
        bag_tax: Money::ZERO,
        total: Money::centimos(taxed + sums[1] + sums[2] + other),
        total_in_words: String::new(),
        state: BillingState::Accepted,
        sunat_code: String::new(),
        sunat_message: String::new(),
        was_accepted: false,
        hash: Some("hash".into()),
        voided_at: None,
        voided_by_name: None,
        void_reason: None,
        replaced_by_id: None,
        replaced_by_number: None,
        replaces_id: None,
        replaces_number: None,
        establishment: "0000".into(),
        establishment_address: String::new(),
        is_contingency: false,
        regime: comanda_platform::settings::Regime::General,
    };
    Billing {
        full_number: row.full_number(),
        row,
        lines: own,
        amounts: Vec::new(),
        credit_notes: Vec::new(),
        debit_notes: Vec::new(),
        debit: None,
        what_to_do: None,
        instalments: Vec::new(),
    }
}

/// The same with so many plastic bags at 0.60 as its last line, which the discount is not of.
fn with_bags(mut billing: Billing, bags: i64) -> Billing {
    if bags == 0 {
        return billing;
    }
    let (last, own) = (billing.lines.len() as i64 + 1, Money::centimos(10 * bags));
    let base = Money::centimos((10 * bags * 100 + 59) / 118);
    let bag_tax = Money::centimos(50 * bags);
    billing.lines.push(BillingLine {
        id: BillingLineId(last),
        description: "Bolsa".into(),
        quantity: Quantity::units(bags),
        unit_price: money("0.60"),
        total: own + bag_tax,
        affectation: "10".into(),
        base,
        igv: own - base,
        bag_tax,
        ..billing.lines[0].clone()
    });
    billing.row.taxable += base;
    billing.row.igv += own - base;
    billing.row.bag_tax = bag_tax;
    billing.row.total += own + bag_tax;
    billing
}

/// Keeps a note with its document.
fn keep(billing: &mut Billing, f: &Figures) {
    keep_as(billing, f, ReasonCode::ReturnByLine);
}

fn keep_as(billing: &mut Billing, f: &Figures, reason_code: ReasonCode) {
    let line = |l: &NoteLine| CreditNoteLine {
        credit_note_id: CreditNoteId(1),
        billing_line_id: l.line,
        kind: DocumentLineKind::Product,
        description: String::new(),
        quantity: l.quantity,
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

fn adds_up(f: &Figures) {
    let sum = |of: fn(&NoteLine) -> Money| f.lines.iter().map(of).sum::<Money>();
    assert_eq!(sum(|l| l.total) + f.other_charges, f.total);
    assert_eq!(sum(|l| l.base), f.taxable + f.exonerated + f.unaffected);
    assert_eq!(sum(|l| l.igv), f.igv);
    assert_eq!(sum(|l| l.bag_tax), f.bag_tax);
    assert!(f.lines.iter().all(|l| l.total > Money::ZERO && !l.igv.is_negative() && !l.base.is_negative()), "{f:?}");
}

#[test]
fn a_note_of_everything_is_the_document() {
    let billing = boleta(&[(2, 5000, "10"), (1, 350, "10")], 535, 480);
    let f = figures(&billing, None, None).unwrap();
    adds_up(&f);
    let b = &billing.row;
    assert_eq!((f.taxable, f.igv, f.other_charges, f.total), (b.taxable, b.igv, b.other_charges, b.total));
}

#[test]
fn a_discount_of_the_whole_is_spread_over_lines() {
    let billing = boleta(&[(2, 5000, "10"), (1, 350, "10")], 535, 0);
    let f = figures(&billing, Some(&[(BillingLineId(1), Quantity::units(1))]), None).unwrap();
    adds_up(&f);
    assert_eq!((f.total, f.lines[0].unit_price), (money("22.50"), money("22.50")));
    assert_eq!((f.taxable, f.igv), (money("19.07"), money("3.43")));
}

#[test]
fn the_account_may_say_what_it_comes_to() {
    let billing = boleta(&[(2, 5000, "10"), (1, 350, "10")], 535, 480);
    let one = [(BillingLineId(1), Quantity::units(1))];
    let target = Target { total: money("24.99"), other_charges: money("2.00") };
    let f = figures(&billing, Some(&one), Some(target)).unwrap();
    adds_up(&f);
    assert_eq!((f.total, f.other_charges), (target.total, target.other_charges));
    let target = Target { total: money("99.00"), other_charges: Money::ZERO };
    assert!(figures(&billing, Some(&one), Some(target)).is_err());
}

#[test]
fn what_is_left_of_a_line_is_less_its_discounts() {
    let mut billing = boleta(&[(2, 5000, "10"), (1, 350, "20")], 0, 0);
    let off = [(BillingLineId(1), money("8.00"))];
    let f = figures_of_discount(&billing, &off).unwrap();
    keep_as(&mut billing, &f, ReasonCode::LineDiscount);
    assert_eq!(left_by_line(&billing), [(BillingLineId(1), money("42.00")), (BillingLineId(2), money("3.50"))]);
    let one = figures(&billing, Some(&[(BillingLineId(1), Quantity::units(1))]), None).unwrap();
    assert_eq!(one.total, money("21.00"));
    let all = off_document(&billing, money("4.55")).unwrap();
    assert_eq!(all, [(BillingLineId(1), money("4.20")), (BillingLineId(2), money("0.35"))]);
    assert!(off_document(&billing, money("45.50")).is_err() && off_document(&billing, money("0.00")).is_err());
}

#[test]
fn a_note_gives_the_tax_on_its_bags_back() {
    let mut billing = with_bags(boleta(&[(2, 5000, "10")], 500, 480), 3);
    let bags = |n: i64| [(BillingLineId(2), Quantity::units(n))];
    let target = Target { total: money("0.60"), other_charges: Money::ZERO };
    let f = figures(&billing, Some(&bags(1)), Some(target)).unwrap();
    adds_up(&f);
    assert_eq!((f.total, f.bag_tax, f.taxable, f.igv), (money("0.60"), money("0.50"), money("0.08"), money("0.02")));
    assert_eq!((f.lines[0].quantity, f.lines[0].unit_price), (Quantity::units(1), money("0.60")));
    keep(&mut billing, &f);
    // A discount after the sale is of the dishes alone.
    let off = off_document(&billing, money("5.00")).unwrap();
    assert_eq!(off, [(BillingLineId(1), money("5.00"))]);
    assert!(check_off_lines(&billing, &[(BillingLineId(2), money("0.05"))]).is_err());
    let f = figures_of_discount(&billing, &off).unwrap();
    assert_eq!((f.total, f.bag_tax), (money("5.00"), Money::ZERO));
    keep_as(&mut billing, &f, ReasonCode::GlobalDiscount);
    let rest = figures(&billing, None, None).unwrap();
    adds_up(&rest);
    assert_eq!((rest.total, rest.bag_tax), (billing.left(), money("1.00")));
}

#[test]
fn more_than_is_left_is_refused() {
    let mut billing = boleta(&[(2, 5000, "10"), (1, 350, "10")], 0, 0);
    let one = |n: i64| [(BillingLineId(1), Quantity::units(n))];
    let f = figures(&billing, Some(&one(1)), None).unwrap();
    keep(&mut billing, &f);
    for asked in [&one(2)[..], &one(0), &[(BillingLineId(9), Quantity::units(1))], &[one(1)[0], one(1)[0]]] {
        assert!(figures(&billing, Some(asked), None).is_err(), "{asked:?}");
    }
    let rest = figures(&billing, None, None).unwrap();
    assert_eq!(rest.total, money("28.50"));
    keep(&mut billing, &rest);
    assert!(figures(&billing, None, None).is_err());
}

proptest! {
    #[test]
    fn notes_come_to_their_document(
        lines in prop::collection::vec((1_i64..6, 1_i64..20_000, 0_usize..3), 1..6),
        discount in 0_i64..100, other in 0_i64..5_000, bags in 0_i64..4, steps in prop::collection::vec((0_usize..6, 1_i64..4), 0..8),
    ) {
        let lines: Vec<_> = lines.iter().map(|(n, c, k)| (*n, *c, AFFECTATIONS[*k])).collect();
        let taxed: i64 = lines.iter().filter(|l| l.2 == "10").map(|l| l.1).sum();
        let mut billing = with_bags(boleta(&lines, taxed * discount / 100, other), bags);
        for (line, units) in steps {
            // A discount of all of it, and then of the line: neither takes units.
            if let Ok(off) = off_document(&billing, Money::centimos(units * 37)) {
                let f = figures_of_discount(&billing, &off).unwrap();
                adds_up(&f);
                prop_assert_eq!(f.total, Money::centimos(units * 37));
                keep_as(&mut billing, &f, ReasonCode::GlobalDiscount);
            }
            let line = &billing.lines[line % billing.lines.len()];
            let off = [(line.id, Money::centimos(units))];
            if check_off_lines(&billing, &off).is_ok() {
                let f = figures_of_discount(&billing, &off).unwrap();
                adds_up(&f);
                keep_as(&mut billing, &f, ReasonCode::LineDiscount);
            }
            let line = &billing.lines[usize::try_from(off[0].0.0 - 1).unwrap()];
            let units = Quantity::units(units).min(billing.left_of(line));
            if let Ok(f) = figures(&billing, Some(&[(line.id, units)]), None) {
                adds_up(&f);
                keep(&mut billing, &f);
            }
        }
        if !billing.left().is_zero() {
            let f = figures(&billing, None, None).unwrap();
            adds_up(&f);
            keep(&mut billing, &f);
        }
        let sum = |of: fn(&CreditNote) -> Money| billing.credit_notes.iter().map(of).sum::<Money>();
        let b = &billing.row;
        prop_assert_eq!(sum(|n| n.total), b.total);
        prop_assert_eq!((sum(|n| n.taxable), sum(|n| n.igv)), (b.taxable, b.igv));
        prop_assert_eq!((sum(|n| n.exonerated), sum(|n| n.unaffected)), (b.exonerated, b.unaffected));
        prop_assert_eq!((sum(|n| n.other_charges), sum(|n| n.bag_tax)), (b.other_charges, b.bag_tax));
    }
}
