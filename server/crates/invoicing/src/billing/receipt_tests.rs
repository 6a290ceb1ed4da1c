//! Compares the printed forms of the documents with golden files.

use super::*;
use crate::billing::{
    model::{Billing, BillingAmount, BillingRow, BillingState},
    receipt::ReceiptPayment,
    sample::{sample_boleta, sample_document, sample_line},
    words::amount_in_words,
};
use chrono::NaiveDate;
use comanda_base::{document_kind::DocumentKind, ids::BillingId, words::IdentityDocument};
use comanda_platform::settings::CompanyInfo;
use comanda_test_support::golden;

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

fn company() -> CompanyInfo {
    CompanyInfo {
        document_type: comanda_platform::settings::TaxIdType::Ruc,
        document_number: "20601234567".into(),
        legal_name: "TERRAZA GASTRONÓMICA S.A.C.".into(),
        commercial_name: "LA TERRAZA DE MIRAFLORES".into(),
        commercial_address: "Av. Larco 345, Miraflores".into(),
        department: "Lima".into(),
        province: "Lima".into(),
        ..CompanyInfo::default()
    }
}

fn line(kind: DocumentLineKind, quantity: &str, description: &str, unit_price: &str, total: &str) -> BillingLine {
    BillingLine {
        quantity: quantity.parse().unwrap(),
        measure: Default::default(),
        unit_price: money(unit_price),
        total: money(total),
        ..sample_line(kind, description)
    }
}

fn billing() -> Billing {
    let row = BillingRow {
        taxable: money("96.86"),
        discount: money("10.77"),
        igv: money("17.44"),
        total: money("114.30"),
        total_in_words: amount_in_words(money("114.30")),
        hash: Some("7qvMMVnQ8kXhqZCS6TAqgaqSPpzHUJvq4sLqVdyAFyI=".into()),
        ..sample_boleta()
    };
    let lines = vec![
        line(DocumentLineKind::Product, "2", "Lomo saltado", "38.00", "76.00"),
        line(DocumentLineKind::Topping, "2", "Huevo frito", "3.00", "6.00"),
        line(DocumentLineKind::Product, "1", "Combo criollo", "45.00", "45.00"),
    ];
    let discount = BillingAmount {
        billing_id: BillingId(1),
        code: "02".into(),
        description: "Descuento 10%".into(),
        amount: money("-12.70"),
    };
    Billing { amounts: vec![discount], ..sample_document(row, lines) }
}

fn print(name: &str, billing: &Billing, paid: &[(&str, &str)], change: impl FnOnce(&mut Receipt<'_>)) {
    let company = company();
    let paid: Vec<ReceiptPayment> =
        paid.iter().map(|(name, amount)| ReceiptPayment { name: (*name).into(), tendered: money(amount) }).collect();
    let mut receipt = Receipt {
        company: &company,
        billing,
        issued_at: "21/11/2026 14:22",
        issued_on: NaiveDate::from_ymd_opt(2026, 11, 21).unwrap(),
        cashbox: "Principal",
        place: "Mesa: 12",
        waiter: "Rosa",
        cashier: "Luis",
        paid: &paid,
        change: Money::ZERO,
        rounding: Money::ZERO,
        tip: Money::ZERO,
        consult_at: "https://caja.laterraza.pe/consulta",
        is_demo: false,
    };
    change(&mut receipt);
    golden::assert_ticket(&format!("server/crates/invoicing/src/billing/golden/{name}"), &receipt_ticket(&receipt));
}

#[test]
fn boleta() {
    print("boleta", &billing(), &[("Efectivo", "120.00")], |r| r.change = money("5.70"));
}

#[test]
fn a_document_of_the_demo_is_marked_as_invalid() {
    print("boleta_demo", &billing(), &[("Efectivo", "114.30")], |r| r.is_demo = true);
}

#[test]
fn a_document_without_electronic_issue_is_a_ticket() {
    let mut b = billing();
    b.row.hash = None;
    b.row.state = BillingState::NotSent;
    print("ticket", &b, &[("Efectivo", "114.30")], |_| {});
}

#[test]
fn breakdown_omits_amounts_of_zero() {
    let mut b = billing();
    (b.row.taxable, b.row.exonerated, b.row.unaffected, b.row.free) =
        (money("10.00"), money("20.00"), money("30.00"), money("40.00"));
    let company = company();
    let receipt = Receipt {
        company: &company,
        billing: &b,
        issued_at: "",
        issued_on: NaiveDate::from_ymd_opt(2026, 11, 21).unwrap(),
        cashbox: "",
        place: "",
        waiter: "",
        cashier: "",
        paid: &[],
        change: Money::ZERO,
        rounding: Money::ZERO,
        tip: Money::ZERO,
        consult_at: "https://caja.laterraza.pe/consulta",
        is_demo: false,
    };
    let lines: Vec<String> =
        receipt.amount_rows().into_iter().map(|(label, amount)| format!("{label} {amount}")).collect();
    let kinds = ["OP. GRAVADA 10.00", "OP. EXONERADA 20.00", "OP. INAFECTA 30.00", "OP. GRATUITA 40.00"];
    assert_eq!(lines[1..5], kinds);
    let mut usual = b.clone();
    usual.row.unaffected = Money::ZERO;
    assert!(
        receipt_ticket(&Receipt { billing: &usual, ..receipt })
            .blocks
            .iter()
            .all(|block| { !matches!(block, comanda_ticket::Block::Total(total) if total.label.contains("INAFECTA")) })
    );
}

#[test]
fn factura_with_recargo_and_a_courtesy() {
    let mut b = billing();
    b.row.billing_type_id = DocumentKind::Factura;
    b.row.name = "Factura".into();
    b.row.serie = "F001".into();
    b.full_number = b.row.full_number();
    b.row.client_name = "INVERSIONES DEL PACÍFICO SUR SOCIEDAD ANÓNIMA CERRADA".into();
    b.row.client_document_type = IdentityDocument::Ruc;
    b.row.client_document_number = "20100070970".into();
    b.row.client_address = "Calle Morelli 181 Int. P-2, San Borja, Lima".into();
    (b.row.taxable, b.row.igv, b.row.free) = (money("107.63"), money("19.37"), money("13.56"));
    (b.row.other_charges, b.row.total) = (money("10.76"), money("137.76"));
    b.row.total_in_words = amount_in_words(b.row.total);
    b.lines.push(BillingLine {
        affectation: "15".into(),
        ..line(DocumentLineKind::Product, "1", "Suspiro a la limeña", "16.00", "0.00")
    });
    b.amounts[0] = BillingAmount {
        billing_id: BillingId(1),
        code: "46".into(),
        description: "Recargo al consumo".into(),
        amount: money("10.76"),
    };
    print("factura", &b, &[("Visa", "137.76")], |_| {});
}

#[test]
fn nota_de_venta_by_consumption() {
    let mut b = billing();
    b.row.billing_type_id = DocumentKind::SaleNote;
    b.row.name = "Nota de venta".into();
    b.row.serie = "NV01".into();
    b.row.hash = None;
    b.row.number = 12;
    b.full_number = b.row.full_number();
    b.lines = vec![line(DocumentLineKind::Consumption, "1", "POR CONSUMO", "114.30", "114.30")];
    b.amounts.clear();
    print("nota_venta", &b, &[("Yape", "100.00"), ("Efectivo", "20.00")], |r| {
        r.place = "LLEVAR #18";
        r.tip = money("5.00");
        r.rounding = money("0.08");
        r.change = money("0.78");
    });
}
