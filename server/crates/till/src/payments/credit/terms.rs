//! The terms of a sale on credit: to whom, and by which dates it is paid. Pure.

use chrono::{Months, NaiveDate};
use comanda_base::{
    error::{Faults, Result, invalid},
    money::Money,
};
use comanda_invoicing::billing::{Customer, Instalment};

/// The most instalments of one sale.
const MAX_INSTALMENTS: usize = 24;
/// The most months until the last instalment.
const MAX_MONTHS: u32 = 60;

/// Refuses instalments that do not add up to the amount on credit, or are not in ascending order after today.
pub fn check_terms(on_credit: Money, instalments: &[Instalment], today: NaiveDate) -> Result<()> {
    match (on_credit.is_zero(), instalments.is_empty()) {
        (true, true) => return Ok(()),
        (true, false) => return invalid("instalments", "Solo lo que queda al crédito tiene cuotas.").err(),
        (false, true) => return invalid("instalments", "Escribe cuándo se paga lo que queda al crédito.").err(),
        (false, false) => {}
    }
    if instalments.len() > MAX_INSTALMENTS {
        return invalid("instalments", format!("Usa hasta {MAX_INSTALMENTS} cuotas.")).err();
    }
    let mut faults = Faults::default();
    let last = today.checked_add_months(Months::new(MAX_MONTHS)).unwrap_or(NaiveDate::MAX);
    let mut before = today;
    for (i, instalment) in instalments.iter().enumerate() {
        let Instalment { amount, due_on } = *instalment;
        let good = amount > Money::ZERO && amount == amount.to_centimos();
        faults.check(
            good,
            &format!("instalments.{i}.amount"),
            "El monto es mayor que cero y tiene hasta dos decimales.",
        );
        let field = format!("instalments.{i}.due_on");
        if due_on <= today {
            faults.add(&field, "La fecha de pago es después de hoy.");
        } else if due_on <= before {
            faults.add(&field, "Cada cuota vence después de la anterior.");
        } else if due_on > last {
            faults.add(&field, "La fecha de pago es dentro de los próximos 5 años.");
        }
        before = before.max(due_on);
    }
    let sum: Money = instalments.iter().map(|i| i.amount).sum();
    if sum != on_credit {
        faults.add("instalments", format!("Las cuotas suman S/ {sum:#}, y al crédito quedan S/ {on_credit:#}."));
    }
    faults.finish()
}

/// Refuses a sale on credit to a client without an identity document, and more credit than the document total: a tip outside it cannot be
/// owed.
pub fn check_debtor(on_credit: Money, document_total: Money, customer: &Customer) -> Result<()> {
    if on_credit.is_zero() {
        return Ok(());
    }
    if customer.id.is_none() || !customer.is_identified() {
        return invalid("client_id", "Al crédito se vende a un cliente con su documento. Elige o crea el cliente.")
            .err();
    }
    if on_credit > document_total {
        let text = format!("Al crédito quedan hasta S/ {document_total:#}: la propina se paga aparte.");
        return invalid("payment_options", text).err();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }
    fn check(on_credit: &str, instalments: &[(&str, &str)]) -> Result<()> {
        let instalment =
            |(amount, due_on): &(&str, &str)| Instalment { amount: amount.parse().unwrap(), due_on: day(due_on) };
        let instalments: Vec<Instalment> = instalments.iter().map(instalment).collect();
        check_terms(on_credit.parse().unwrap(), &instalments, day("2026-11-23"))
    }

    #[test]
    fn future_instalments_that_add_up_are_accepted() {
        check("100", &[("100", "2026-11-24")]).unwrap();
        check("100", &[("33.34", "2026-12-23"), ("33.33", "2027-01-23"), ("33.33", "2027-02-23")]).unwrap();
        check("0", &[]).unwrap();
    }

    #[test]
    fn invalid_instalments_are_refused() {
        let many: Vec<(&str, &str)> = vec![("1", "2026-12-01"); 25];
        for (on_credit, instalments) in [
            ("100", &[][..]),
            ("0", &[("1", "2026-12-01")]),
            ("100", &[("99.99", "2026-12-01")]),
            ("100", &[("100", "2026-11-23")]),
            ("100", &[("50", "2026-12-01"), ("50", "2026-12-01")]),
            ("100", &[("50", "2027-12-01"), ("50", "2026-12-01")]),
            ("100", &[("100", "2226-12-01")]),
            ("100", &[("100.005", "2026-12-01")]),
            ("100", &[("101", "2026-12-01"), ("-1", "2026-12-02")]),
            ("25", &many),
        ] {
            assert!(check(on_credit, instalments).is_err(), "{on_credit} {instalments:?}");
        }
    }
}
