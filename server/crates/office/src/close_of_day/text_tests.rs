use super::*;
use crate::reports::{ActKind, DayMethod, DayProduct, MethodDifference};
use comanda_base::ids::CycleId;

fn soles(text: &str) -> Money {
    text.parse().unwrap()
}

fn differing(name: &str, amount: &str) -> MethodDifference {
    MethodDifference { name: name.into(), is_cash: name == "Efectivo", amount: soles(amount) }
}

fn saturday() -> DayFigures {
    let method = |name: &str, total: &str| DayMethod { name: name.into(), operations: 1, total: soles(total) };
    DayFigures {
        date: "2026-11-21".parse().unwrap(),
        is_partial: false,
        total: soles("12846.90"),
        documents: 246,
        average: Some(soles("52.22")),
        before_date: "2026-11-14".parse().unwrap(),
        before: soles("9309.35"),
        change_percent: Some(Quantity::units(38)),
        methods: vec![method("Tarjeta", "9706.90"), method("Efectivo", "3140.00")],
        collected: soles("12846.90"),
        credit: Money::ZERO,
        tips: soles("20"),
        collections: Money::ZERO,
        cashboxes: vec![DayCash {
            cycle_id: CycleId(7),
            cashbox_name: "Caja Principal".into(),
            user_name: "Luis".into(),
            is_open: false,
            short: soles("12.40"),
            over: Money::ZERO,
            differences: vec![differing("Efectivo", "-12.40")],
            reason: Some("vuelto mal dado, mesa 8".into()),
        }],
        acts: vec![
            DayActs { kind: ActKind::LineMade, count: 1, amount: soles("38"), cost: soles("11.8") },
            DayActs { kind: ActKind::Courtesy, count: 2, amount: soles("58"), cost: Money::ZERO },
        ],
        unsent: 1,
        best: vec![DayProduct { name: "Ceviche".into(), quantity: Quantity::units(31), total: soles("1085") }],
    }
}

#[test]
fn the_subject_has_sales_change_and_cash_difference() {
    assert_eq!(email_subject(&saturday()), "Sábado 21: S/ 12,846.90, 38 % más. Falta S/ 12.40 en caja");
    let quiet = DayFigures { cashboxes: Vec::new(), change_percent: None, total: Money::ZERO, ..saturday() };
    assert_eq!(email_subject(&quiet), "Sábado 21: S/ 0.00");
    let now = DayFigures { is_partial: true, change_percent: None, cashboxes: Vec::new(), ..saturday() };
    assert_eq!(email_subject(&now), "Sábado 21: S/ 12,846.90 hasta ahora");
}

#[test]
fn the_whatsapp_text_has_problems_before_long_lists() {
    let text = whatsapp_text(&saturday(), "La Terraza");
    assert_eq!(
        text,
        "*La Terraza*\n*Sábado 21: S/ 12,846.90*\n38 % más que el sábado anterior\n246 comprobantes, promedio 52.22\n\
         ⚠ Caja Principal: falta S/ 12.40 (Luis: «vuelto mal dado, mesa 8»)\n\n\
         *Cómo pagaron*\nTarjeta: 9,706.90\nEfectivo: 3,140.00\nTotal: 12,846.90\nDe eso, propinas: 20.00\n\n\
         *Lo que hay que mirar*\nAnulaciones de platos ya hechos: 1 (38.00)\nA costo: 11.80\nCortesías: 2 (58.00)\nComprobantes por enviar a SUNAT: 1\n\n\
         *Lo más vendido*\n31 Ceviche: 1,085.00"
    );
    assert!(!plain_text(&saturday(), "La Terraza").contains('*'));
}

#[test]
fn a_cash_box_lists_every_method_with_a_difference() {
    let mut day = saturday();
    let cash = &mut day.cashboxes[0];
    (cash.short, cash.over) = (soles("215"), soles("3"));
    cash.differences = vec![differing("Efectivo", "-11.15"), differing("Plin", "3"), differing("Yape", "-203.85")];
    let (what, _) = cashbox_text(cash);
    assert_eq!(what, "Caja Principal: falta S/ 215.00 (Efectivo 11.15, Yape 203.85) y sobra S/ 3.00 (Plin 3.00)");
    assert_eq!(email_subject(&day), "Sábado 21: S/ 12,846.90, 38 % más. Falta S/ 215.00 y sobra S/ 3.00 en caja");
}

#[test]
fn amounts_have_thousands_separators() {
    for (amount, expected) in
        [("0", "0.00"), ("999.9", "999.90"), ("1000", "1,000.00"), ("-1234567.89", "-1,234,567.89")]
    {
        assert_eq!(amount_text(soles(amount)), expected);
    }
}
