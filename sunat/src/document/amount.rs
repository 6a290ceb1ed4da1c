//! Amounts, prices and rates as whole numbers, and their decimal texts.

use std::fmt;

/// An amount in whole céntimos of a sol. Displays with 2 decimals: `53.50`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Centimos(pub i64);

impl std::ops::Add for Centimos {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl std::iter::Sum for Centimos {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::default(), |sum, amount| sum + amount)
    }
}

impl fmt::Display for Centimos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format_decimal(i128::from(self.0), 2, 2))
    }
}

/// A price with IGV or a quantity, in whole millionths.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Millionths(pub i64);

impl Millionths {
    /// The text of a quantity: `2`, `0.5`.
    #[must_use]
    pub fn quantity(self) -> String {
        format_decimal(i128::from(self.0), 6, 0)
    }

    /// The text of a price, with at least 2 decimals: `25.00`, `1.333`.
    #[must_use]
    pub fn price(self) -> String {
        format_decimal(i128::from(self.0), 6, 2)
    }

    /// Subtracts the tax per unit from this unit price, if `tax` is the whole tax on `quantity` units.
    #[must_use]
    pub fn without_unit_tax(self, tax: Centimos, quantity: Self) -> Self {
        Self(self.0 - Self::share_per_unit(tax, quantity).0)
    }

    /// Divides an amount by a quantity, to the millionth; zero for no quantity.
    #[must_use]
    pub fn share_per_unit(amount: Centimos, quantity: Self) -> Self {
        if quantity.0 <= 0 {
            return Self::default();
        }
        let each = divide_half_up(i128::from(amount.0) * 10_000 * 1_000_000, i128::from(quantity.0));
        Self(i64::try_from(each).unwrap_or_default())
    }

    /// The text of this price without the tax that it includes, with 10 decimals: 25.00 at 18 % is `21.1864406780`.
    #[must_use]
    pub fn unit_value(self, rate: Rate) -> String {
        let whole = i128::from(rate.0) + 10_000;
        format_decimal(divide_half_up(i128::from(self.0) * 10_000 * 10_000, whole), 10, 10)
    }
}

/// A rate in hundredths of a percent: 18 % is 1800, 10.5 % is 1050. Displays with 2 decimals: `18.00`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate(pub u32);

impl Rate {
    pub const ZERO: Self = Self(0);
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format_decimal(i128::from(self.0), 2, 2))
    }
}

/// The largest factor: three digits before its 5 decimals (rule 3025).
const MAX_FACTOR: i128 = 99_999_999;

/// Returns the ratio of an amount to its base with 5 decimals: 4.53 of 45.34 is `0.09991`. `None` without a base, and where the factor
/// is longer than a document takes: a factor may be left out.
#[must_use]
pub(crate) fn factor(amount: Centimos, base: Centimos) -> Option<String> {
    if base.0 <= 0 {
        return None;
    }
    let factor = divide_half_up(i128::from(amount.0) * 100_000, i128::from(base.0));
    (factor <= MAX_FACTOR).then(|| format_decimal(factor, 5, 5))
}

/// Divides an amount by a quantity, with 10 decimals. `None` for no quantity.
#[must_use]
pub(crate) fn per_unit(amount: Centimos, quantity: Millionths) -> Option<String> {
    (quantity.0 > 0).then(|| {
        format_decimal(divide_half_up(i128::from(amount.0) * 100_000_000 * 1_000_000, i128::from(quantity.0)), 10, 10)
    })
}

/// Divides and rounds half up; neither number is negative.
const fn divide_half_up(dividend: i128, divisor: i128) -> i128 {
    (dividend * 2 + divisor) / (divisor * 2)
}

/// Formats a number of `scale` decimals without trailing zeros, but with at least `least` decimals.
fn format_decimal(value: i128, scale: u32, least: usize) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let one = 10_u128.pow(scale);
    let value = value.unsigned_abs();
    let decimals = format!("{:0width$}", value % one, width = scale as usize);
    let kept = decimals.trim_end_matches('0').len().max(least);
    match &decimals[..kept] {
        "" => format!("{sign}{}", value / one),
        decimals => format!("{sign}{}.{decimals}", value / one),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_format_of_sunat() {
        assert_eq!(Centimos(5350).to_string(), "53.50");
        assert_eq!(Centimos(5).to_string(), "0.05");
        assert_eq!(Centimos(0).to_string(), "0.00");
        assert_eq!(Centimos(-120).to_string(), "-1.20");
        assert_eq!(Millionths(2_000_000).quantity(), "2");
        assert_eq!(Millionths(500_000).quantity(), "0.5");
        assert_eq!(Millionths(25_000_000).price(), "25.00");
        assert_eq!(Millionths(1_333_000).price(), "1.333");
        assert_eq!(Rate(1050).to_string(), "10.50");
    }

    #[test]
    fn computed_figures_are_rounded_once() {
        assert_eq!(Millionths(25_000_000).unit_value(Rate(1800)), "21.1864406780");
        assert_eq!(Millionths(3_500_000).unit_value(Rate(1800)), "2.9661016949");
        assert_eq!(Millionths(3_500_000).unit_value(Rate::ZERO), "3.5000000000");
        assert_eq!(factor(Centimos(453), Centimos(4534)).as_deref(), Some("0.09991"));
        assert_eq!(factor(Centimos(453), Centimos(0)), None);
        assert_eq!(factor(Centimos(99_999_999), Centimos(100_000)).as_deref(), Some("999.99999"));
        assert_eq!(factor(Centimos(1_334), Centimos(1)), None, "longer than a document takes");
        assert_eq!(Millionths::share_per_unit(Centimos(100), Millionths(2_000_000)).price(), "0.50");
        assert_eq!(Millionths(600_000).without_unit_tax(Centimos(100), Millionths(2_000_000)), Millionths(100_000));
        assert_eq!(per_unit(Centimos(1000), Millionths(3_000_000)).as_deref(), Some("3.3333333333"));
    }
}
