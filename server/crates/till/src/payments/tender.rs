//! Settles a charge with the amounts handed over. Change is only given from cash, other methods never exceed the charge, and where the
//! company rounds cash it is rounded down to S/ 0.10, in the client's favour as the law requires (Ley 29571, art. 44-A). Pure.

use comanda_base::{
    error::{Refusal, invalid},
    ids::PaymentOptionId,
    money::{CENTIMO, Money},
};
use comanda_masterdata::payment_options::PaymentOption;
use std::collections::BTreeMap;

/// The amount of one payment method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TenderEntry {
    pub payment_option_id: PaymentOptionId,
    pub name: String,
    pub is_cash: bool,
    /// Whether the amount is sold on credit: nothing is handed over.
    pub is_credit: bool,
    /// The amount kept.
    pub amount: Money,
    /// The amount handed over.
    pub tendered: Money,
    pub operation_number: Option<String>,
}

/// The amounts handed over for a charge by each payment method, checked to be enough, with the change and the rounding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tender {
    pub entries: Vec<TenderEntry>,
    /// The amount given up by rounding cash down.
    pub rounding: Money,
    pub change: Money,
}

impl Tender {
    /// Returns the amount sold on credit.
    pub fn credit_total(&self) -> Money {
        self.entries.iter().filter(|e| e.is_credit).map(|e| e.amount).sum()
    }
}

const MAX_OPERATION_NUMBER_CHARS: usize = 40;
/// The multiple that cash is rounded down to.
const CASH_STEP: i64 = 10 * CENTIMO;

/// Settles `charge` with the amounts given by method.
pub fn compute_tender(
    options: &[PaymentOption],
    values: &BTreeMap<String, Money>,
    operation_numbers: &BTreeMap<String, String>,
    charge: Money,
    rounds_cash: bool,
) -> Result<Tender, Refusal> {
    let mut entries = Vec::new();
    for (name, value) in values.iter().filter(|(_, value)| !value.is_zero()) {
        entries.push(entry(options, name, *value, operation_numbers)?);
    }
    let sum = |cash: bool| entries.iter().filter(|e| e.is_cash == cash).map(|e| e.tendered).sum::<Money>();
    let (cash, others) = (sum(true), sum(false));
    if others > charge {
        return Err(invalid(
            "payment_options",
            format!("Solo el efectivo da vuelto: los demás medios suman más que S/ {charge:#}."),
        ));
    }
    let cash_charge = charge - others;
    let rounding = if rounds_cash && !cash.is_zero() {
        Money::from_millionths(cash_charge.millionths() % CASH_STEP)
    } else {
        Money::ZERO
    };
    let cash_due = cash_charge - rounding;
    if cash < cash_due {
        return Err(invalid("payment_options", format!("Faltan S/ {:#}.", cash_due - cash)));
    }
    let change = cash - cash_due;
    give_change(&mut entries, change);
    Ok(Tender { entries, rounding, change })
}

fn entry(
    options: &[PaymentOption],
    name: &str,
    value: Money,
    operation_numbers: &BTreeMap<String, String>,
) -> Result<TenderEntry, Refusal> {
    let option = options.iter().find(|o| o.name == *name && o.status.is_active());
    let option = option.ok_or_else(|| invalid("payment_options", format!("No hay un medio de pago {name}.")))?;
    if value.is_negative() || value != value.to_centimos() {
        return Err(invalid(
            "payment_options",
            format!("El monto de {name} no puede ser negativo y tiene hasta dos decimales."),
        ));
    }
    let number = operation_numbers.get(name).map(|n| n.trim()).filter(|n| !n.is_empty());
    let field = format!("operation_numbers.{name}");
    if option.asks_operation_number && number.is_none() {
        return Err(invalid(&field, format!("Escribe el número de operación de {name}.")));
    }
    if number.is_some_and(|n| n.chars().count() > MAX_OPERATION_NUMBER_CHARS) {
        return Err(invalid(&field, "El número de operación es demasiado largo (hasta 40 letras)."));
    }
    Ok(TenderEntry {
        payment_option_id: option.id,
        name: option.name.clone(),
        is_cash: option.is_cash,
        is_credit: option.is_credit(),
        amount: value,
        tendered: value,
        operation_number: number.map(str::to_owned),
    })
}

/// Takes the change out of the cash entries, the last one first.
fn give_change(entries: &mut [TenderEntry], mut change: Money) {
    for entry in entries.iter_mut().rev().filter(|e| e.is_cash) {
        let change_part = entry.amount.at_most(change);
        entry.amount -= change_part;
        change -= change_part;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use comanda_base::payment_type::PaymentType;
    use proptest::prelude::*;

    fn options() -> Vec<PaymentOption> {
        [
            ("Efectivo", true, false, "ACTIVE"),
            ("Yape", false, true, "ACTIVE"),
            ("Visa", false, false, "ACTIVE"),
            ("Viejo", false, false, "INACTIVE"),
        ]
        .into_iter()
        .zip(1..)
        .map(|((name, is_cash, asks_operation_number, status), id)| PaymentOption {
            id: PaymentOptionId(id),
            payment_type_id: PaymentType::Cash,
            name: name.into(),
            is_cash,
            asks_operation_number,
            icon: String::new(),
            status: status.parse().unwrap(),
        })
        .collect()
    }
    fn settle(values: &[(&str, &str)], charge: &str, rounds: bool) -> Result<Tender, Refusal> {
        let values = values.iter().map(|(n, v)| ((*n).to_owned(), v.parse().unwrap())).collect();
        let numbers = BTreeMap::from([("Yape".to_owned(), "00482915".to_owned())]);
        compute_tender(&options(), &values, &numbers, charge.parse().unwrap(), rounds)
    }
    fn shown(values: &[(&str, &str)], charge: &str, rounds: bool) -> (Vec<String>, String, String) {
        let t = settle(values, charge, rounds).unwrap();
        (t.entries.iter().map(|e| e.amount.to_string()).collect(), t.rounding.to_string(), t.change.to_string())
    }

    #[test]
    fn change_comes_from_cash() {
        assert_eq!(
            shown(&[("Efectivo", "120")], "114.30", false),
            (vec!["114.30".into()], "0.00".into(), "5.70".into())
        );
        assert_eq!(
            shown(&[("Efectivo", "20"), ("Yape", "100")], "114.30", false),
            (vec!["14.30".into(), "100.00".into()], "0.00".into(), "5.70".into())
        );
        assert_eq!(shown(&[], "0", false), (vec![], "0.00".into(), "0.00".into()));
    }

    #[test]
    fn only_cash_is_rounded_and_always_down() {
        assert_eq!(shown(&[("Efectivo", "20")], "10.38", true), (vec!["10.30".into()], "0.08".into(), "9.70".into()));
        assert_eq!(shown(&[("Efectivo", "10.30")], "10.38", true).2, "0.00");
        assert_eq!(shown(&[("Visa", "10.38")], "10.38", true).1, "0.00");
        assert_eq!(
            shown(&[("Efectivo", "5.30"), ("Visa", "5.00")], "10.38", true),
            (vec!["5.30".into(), "5.00".into()], "0.08".into(), "0.00".into())
        );
    }

    #[test]
    fn amounts_that_do_not_settle_the_charge_are_refused() {
        for (values, charge) in [
            (vec![("Efectivo", "10")], "10.01"),
            (vec![("Visa", "10.01")], "10.00"),
            (vec![], "0.01"),
            (vec![("Viejo", "10")], "10"),
            (vec![("Nada", "10")], "10"),
            (vec![("Efectivo", "-1"), ("Visa", "11")], "10"),
            (vec![("Efectivo", "10.005")], "10"),
        ] {
            assert!(settle(&values, charge, false).is_err(), "{values:?}");
        }
    }

    #[test]
    fn an_option_that_asks_for_an_operation_number_needs_one() {
        let values = BTreeMap::from([("Yape".to_owned(), Money::units(10))]);
        let refused = compute_tender(&options(), &values, &BTreeMap::new(), Money::units(10), false).unwrap_err();
        assert!(refused.errors.contains_key("operation_numbers.Yape"), "{refused:?}");
    }

    proptest! {
        #[test]
        fn kept_amounts_and_rounding_add_up_to_the_charge(
            charge in 0i64..100_000, cash in 0i64..120_000, visa in 0i64..100_000, rounds in any::<bool>(),
        ) {
            let values = BTreeMap::from([("Efectivo".to_owned(), Money::centimos(cash)), ("Visa".to_owned(), Money::centimos(visa))]);
            if let Ok(t) = compute_tender(&options(), &values, &BTreeMap::new(), Money::centimos(charge), rounds) {
                let amounts: Money = t.entries.iter().map(|e| e.amount).sum();
                prop_assert_eq!(amounts + t.rounding, Money::centimos(charge));
                prop_assert_eq!(t.entries.iter().map(|e| e.tendered - e.amount).sum::<Money>(), t.change);
                prop_assert!(t.entries.iter().all(|e| !e.amount.is_negative() && (e.is_cash || e.amount == e.tendered)));
            }
        }
    }
}
