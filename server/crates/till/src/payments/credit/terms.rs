//! On which terms is sold on credit: to whom, and by which days it is to be paid. Pure.

use chrono::{Months, NaiveDate};
use comanda_base::{
    error::{Faults, Result, invalid},
    money::Money,
};
use comanda_invoicing::billing::{Customer, Instalment};

/// Dates of payment of one sale.
const MAX_INSTALMENTS: usize = 24;
/// The last one is at most so many months away.
const MAX_MONTHS: u32 = 60;

/// Refuses dates of payment that do not come to what is owed, or are not in the order of days to come.
pub fn check_terms(owed: Money, instalments: &[Instalment], today: NaiveDate) -> Result<()> {
    match (owed.is_zero(), instalments.is_empty()) {
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
        faults.unless(
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
    if sum != owed {
        faults.add("instalments", format!("Las cuotas suman S/ {sum}, y al crédito quedan S/ {owed}."));
    }
    faults.done()
}

/// Refuses to sell on credit to somebody whom nobody could ask for it, or more than the document comes to: a tip beside it is not owed.
pub fn check_debtor(owed: Money, document_total: Money, customer: &Customer) -> Result<()> {
    if owed.is_zero() {
        return Ok(());
    }
    if customer.id.is_none() || !customer.is_identified() {
        return invalid("client_id", "Al crédito se vende a un cliente con su documento. Elige o crea el cliente.")
            .err();
    }
    if owed > document_total {
        let text = format!("Al crédito quedan hasta S/ {document_total}: la propina se paga aparte.");
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
    fn check(owed: &str, instalments: &[(&str, &str)]) -> Result<()> {
        let of = |(amount, due_on): &(&str, &str)| Instalment { amount: amount.parse().unwrap(), due_on: day(due_on) };
        let instalments: Vec<Instalment> = instalments.iter().map(of).collect();
        check_terms(owed.parse().unwrap(), &instalments, day("2026-11-23"))
    }

    #[test]
    fn dates_to_come_that_sum_to_it() {
        check("100", &[("100", "2026-11-24")]).unwrap();
        check("100", &[("33.34", "2026-12-23"), ("33.33", "2027-01-23"), ("33.33", "2027-02-23")]).unwrap();
        check("0", &[]).unwrap();
    }

    #[test]
    fn what_is_no_agreement_is_refused() {
        let many: Vec<(&str, &str)> = vec![("1", "2026-12-01"); 25];
        for (owed, instalments) in [
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
            assert!(check(owed, instalments).is_err(), "{owed} {instalments:?}");
        }
    }
}
