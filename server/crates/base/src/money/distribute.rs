//! Splits an amount into whole céntimos that add up to it, by the method of largest remainders.

use super::{CENTIMO, Money};

/// Splits `amount` (whole céntimos) by `weights`, which are not negative; where all are zero it is split evenly. The parts are
/// whole céntimos and add up to `amount`; a zero weight gets nothing, as long as another weight is not zero.
pub fn distribute(amount: Money, weights: &[Money]) -> Vec<Money> {
    if weights.is_empty() {
        return Vec::new();
    }
    let even = weights.iter().all(|w| w.millionths() <= 0);
    let weights: Vec<i128> = weights.iter().map(|w| if even { 1 } else { i128::from(w.millionths().max(0)) }).collect();
    let all: i128 = weights.iter().sum();
    let sign = if amount.is_negative() { -1 } else { 1 };
    let centimos = i128::from(amount.millionths().unsigned_abs()) / i128::from(CENTIMO);
    let mut parts: Vec<i128> = weights.iter().map(|w| centimos * w / all).collect();
    let remaining = centimos - parts.iter().sum::<i128>();
    let mut by_remainder: Vec<usize> = (0..weights.len()).collect();
    // The sort is stable: among equal remainders the first gets the céntimo, so the same account splits the same way every time.
    by_remainder.sort_by_key(|i| std::cmp::Reverse(centimos * weights[*i] % all));
    for i in by_remainder.into_iter().take(remaining as usize) {
        parts[i] += 1;
    }
    parts.into_iter().map(|c| Money::centimos(sign * c as i64)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn split(amount: i64, weights: &[i64]) -> Vec<i64> {
        let weights: Vec<Money> = weights.iter().map(|w| Money::centimos(*w)).collect();
        distribute(Money::centimos(amount), &weights).iter().map(|m| m.millionths() / CENTIMO).collect()
    }

    #[test]
    fn gives_the_odd_centimo_to_the_largest_remainder() {
        assert_eq!(split(100, &[1, 1, 1]), [34, 33, 33]);
        assert_eq!(split(-100, &[1, 1, 1]), [-34, -33, -33]);
        assert_eq!(split(10, &[1, 2, 0]), [3, 7, 0]);
        assert_eq!(split(5, &[0, 0]), [3, 2]);
        assert_eq!(split(0, &[7, 3]), [0, 0]);
        assert_eq!(split(7, &[]), [0; 0]);
    }

    proptest! {
        #[test]
        fn parts_add_up_and_stay_within_a_centimo_of_fair(
            amount in -1_000_000_000i64..1_000_000_000,
            weights in prop::collection::vec(0i64..1_000_000_000, 1..40),
        ) {
            let parts = split(amount, &weights);
            prop_assert_eq!(parts.iter().sum::<i64>(), amount);
            let all: i128 = weights.iter().map(|w| i128::from(*w)).sum();
            if all > 0 {
                for (part, weight) in parts.iter().zip(&weights) {
                    let deviation = i128::from(*part) * all - i128::from(amount) * i128::from(*weight);
                    prop_assert!(deviation.abs() < all);
                }
            }
        }
    }
}
