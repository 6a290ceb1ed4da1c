//! The arithmetic of a cash count: the sum of notes and coins, and its difference from what is expected. Pure.

use super::model::{ByMethod, Denominations};
use comanda_base::{
    error::{Refusal, invalid},
    money::{Money, Quantity, SCALE},
};

/// The notes and coins to count, in céntimos, from the largest down.
const DENOMINATIONS_CENTIMOS: [i64; 11] = [20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10];
/// The most pieces of one denomination, more than any drawer holds.
const MAX_PIECES: i64 = 100_000;

/// Returns the denominations as screens and request bodies name them.
pub fn list_denominations() -> Vec<Money> {
    DENOMINATIONS_CENTIMOS.into_iter().map(Money::centimos).collect()
}

/// Returns the sum of counted notes and coins, with the pieces keyed the way they are stored (`"0.50"`, even where `"0.5"` was sent).
pub fn sum_denominations(pieces: &Denominations) -> Result<(Money, Denominations), Refusal> {
    let mut sum = Money::ZERO;
    let mut counted = Denominations::new();
    for (name, count) in pieces {
        let value = name.parse::<Money>().ok().filter(|v| list_denominations().contains(v));
        let value = value.ok_or_else(|| invalid("denominations", format!("No hay billete ni moneda de {name}.")))?;
        if count.is_negative() || count.millionths() % SCALE != 0 || *count > Quantity::units(MAX_PIECES) {
            return Err(invalid("denominations", format!("La cantidad de {value} debe ser un número entero desde 0.")));
        }
        sum += value.times(*count).unwrap_or_default();
        counted.insert(value.to_string(), *count);
    }
    Ok((sum, counted))
}

/// Returns counted less expected, by method; a method that was not counted counts as zero.
pub fn compute_differences(counted: &ByMethod, expected: &ByMethod) -> ByMethod {
    let zero = Money::ZERO;
    let difference = |name: &String| *counted.get(name).unwrap_or(&zero) - *expected.get(name).unwrap_or(&zero);
    counted.keys().chain(expected.keys()).map(|name| (name.clone(), difference(name))).collect()
}

/// Whether a count closes without a reason or PIN. Each method counts for itself: a surplus of Yape does not offset missing cash.
pub fn is_within_tolerance(differences: &ByMethod, tolerance: Money) -> bool {
    differences.values().all(|d| *d <= tolerance && -*d <= tolerance)
}

/// Returns the total shortage of some methods and the total surplus of others; neither offsets the other.
pub fn total_short_and_over(differences: &ByMethod) -> (Money, Money) {
    let missing = differences.values().filter(|amount| amount.is_negative()).map(|amount| -*amount).sum();
    let surplus = differences.values().copied().filter(|amount| !amount.is_negative()).sum();
    (missing, surplus)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amounts(list: &[(&str, &str)]) -> ByMethod {
        list.iter().map(|(name, amount)| ((*name).to_owned(), amount.parse().unwrap())).collect()
    }
    fn pieces(list: &[(&str, &str)]) -> Denominations {
        list.iter().map(|(name, count)| ((*name).to_owned(), count.parse().unwrap())).collect()
    }

    #[test]
    fn notes_and_coins_add_up() {
        let (sum, counted) = sum_denominations(&pieces(&[("200", "3"), ("0.5", "7"), ("0.10", "4")])).unwrap();
        assert_eq!(sum.to_string(), "603.90");
        assert_eq!(counted.keys().map(String::as_str).collect::<Vec<_>>(), ["0.10", "0.50", "200.00"]);
    }

    #[test]
    fn unknown_denominations_and_invalid_counts_are_refused() {
        for bad in
            [("3.00", "1"), ("0.05", "1"), ("billete", "1"), ("10.00", "1.5"), ("10.00", "-1"), ("10.00", "100001")]
        {
            assert!(sum_denominations(&pieces(&[bad])).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn differences_include_methods_of_both_sides() {
        let d = compute_differences(
            &amounts(&[("Efectivo", "95.00"), ("Plin", "3.00")]),
            &amounts(&[("Efectivo", "100.00"), ("Yape", "20.00")]),
        );
        assert_eq!(d, amounts(&[("Efectivo", "-5.00"), ("Plin", "3.00"), ("Yape", "-20.00")]));
    }

    #[test]
    fn a_surplus_of_one_method_does_not_offset_a_shortage_of_another() {
        let tolerance = Money::units(5);
        for (differences, is_tolerated) in [
            (amounts(&[("Efectivo", "5.00")]), true),
            (amounts(&[("Efectivo", "-5.00"), ("Yape", "0.00")]), true),
            (amounts(&[("Efectivo", "5.01")]), false),
            (amounts(&[("Efectivo", "-20.00"), ("Yape", "20.00")]), false),
        ] {
            assert_eq!(is_within_tolerance(&differences, tolerance), is_tolerated, "{differences:?}");
        }
        let netted = amounts(&[("Efectivo", "-20.00"), ("Plin", "3.00"), ("Yape", "17.00")]);
        assert_eq!(total_short_and_over(&netted), (Money::units(20), Money::units(20)));
    }
}
