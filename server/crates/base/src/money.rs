//! Money and quantities as whole millionths: one scale for prices, unit costs and kitchen quantities, without floats. Products go through
//! `i128`, and JSON carries decimal strings. Amounts on documents are whole céntimos. The one rounding rule is half away from zero;
//! splitting uses the largest remainder (`distribute`).

mod distribute;

pub use distribute::distribute;

use crate::{
    db::{self, Arg, ArgKind, FromColumn, Row, ToArg},
    words::with_thousands,
};
use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{borrow::Cow, fmt, str::FromStr};

/// Millionths in one unit (one sol, one portion, one per cent).
pub const SCALE: i64 = 1_000_000;
/// Millionths in one céntimo.
pub const CENTIMO: i64 = 10_000;

/// The largest amount: a thousand million soles is far beyond any restaurant and far below what sums of i64 hold.
const MAX_UNITS: u64 = 1_000_000_000;

/// The error of a text that is no decimal number, has more than six decimals, or is too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("escribe un número como 12.50 (hasta 6 decimales)")]
pub struct NotADecimal;

macro_rules! decimal {
    ($name:ident, $what:literal) => {
        #[doc = $what]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(i64);

        impl $name {
            /// Zero.
            pub const ZERO: Self = Self(0);
            /// Makes the value from whole millionths, as stored.
            pub const fn from_millionths(v: i64) -> Self {
                Self(v)
            }
            /// Makes the value from whole units.
            pub const fn units(v: i64) -> Self {
                Self(v * SCALE)
            }
            /// Returns whole millionths, as stored.
            pub const fn millionths(self) -> i64 {
                self.0
            }
            /// Whether the value is exactly zero.
            pub const fn is_zero(self) -> bool {
                self.0 == 0
            }
            /// Whether the value is below zero.
            pub const fn is_negative(self) -> bool {
                self.0 < 0
            }
            /// Returns the sum, or `None` where it overflows.
            pub fn checked_add(self, o: Self) -> Option<Self> {
                self.0.checked_add(o.0).map(Self)
            }
        }
        impl std::ops::Add for $name {
            type Output = Self;
            fn add(self, o: Self) -> Self {
                Self(self.0 + o.0)
            }
        }
        impl std::ops::Sub for $name {
            type Output = Self;
            fn sub(self, o: Self) -> Self {
                Self(self.0 - o.0)
            }
        }
        impl std::ops::Neg for $name {
            type Output = Self;
            fn neg(self) -> Self {
                Self(-self.0)
            }
        }
        impl std::ops::AddAssign for $name {
            fn add_assign(&mut self, o: Self) {
                self.0 += o.0
            }
        }
        impl std::ops::SubAssign for $name {
            fn sub_assign(&mut self, o: Self) {
                self.0 -= o.0
            }
        }
        impl std::iter::Sum for $name {
            fn sum<I: Iterator<Item = Self>>(it: I) -> Self {
                it.fold(Self(0), |a, b| a + b)
            }
        }
        impl FromStr for $name {
            type Err = NotADecimal;
            fn from_str(s: &str) -> Result<Self, NotADecimal> {
                parse_millionths(s).map(Self)
            }
        }
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                s.collect_str(self)
            }
        }
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                d.deserialize_any(DecimalVisitor).map(Self)
            }
        }
        impl FromColumn for $name {
            fn from_column(row: &Row, index: usize) -> db::Result<Self> {
                i64::from_column(row, index).map(Self)
            }
        }
        impl ToArg for $name {
            const KIND: ArgKind = ArgKind::Int;
            fn arg(self) -> Arg {
                Arg::Int(self.0)
            }
        }
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                utoipa::openapi::schema::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::String)
                    .description(Some($what))
                    .examples(["38.00"])
                    .into()
            }
        }
        impl utoipa::ToSchema for $name {
            fn name() -> Cow<'static, str> {
                stringify!($name).into()
            }
        }
    };
}
decimal!(Money, "An amount in soles, as a decimal string with 2 to 6 decimals.");
decimal!(Quantity, "A quantity or a percentage, as a decimal string with up to 6 decimals.");

/// Texts for people use the alternate form, `{:#}`, which groups thousands: `1,680.00`.
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_decimal(f, self.0, 2)
    }
}
/// The alternate form, `{:#}`, groups thousands.
impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_decimal(f, self.0, 0)
    }
}

impl Money {
    /// Makes the amount from whole céntimos.
    pub const fn centimos(v: i64) -> Self {
        Self(v * CENTIMO)
    }
    /// Multiplies by a quantity, rounded half away from zero to the céntimo; `None` on overflow.
    pub fn times(self, q: Quantity) -> Option<Self> {
        multiply_divide(self.0, q.0, SCALE)
    }
    /// Returns `percent` per cent of this amount, rounded half away from zero to the céntimo; `None` on overflow.
    pub fn percent(self, percent: Quantity) -> Option<Self> {
        multiply_divide(self.0, percent.0, 100 * SCALE)
    }
    /// Returns `self × part / whole`, rounded half away from zero to the millionth; `None` where `whole` is zero, and on overflow.
    pub fn proportion(self, part: Quantity, whole: Quantity) -> Option<Self> {
        if whole.is_zero() {
            return None;
        }
        let product = i128::from(self.0) * i128::from(part.0) * i128::from(whole.0.signum());
        i64::try_from(div_round(product, i128::from(whole.0).abs())).ok().map(Self)
    }
    /// Returns the amount of one of `quantity`, to the millionth; `None` where there is none, and on overflow.
    pub fn per_unit(self, quantity: Quantity) -> Option<Self> {
        self.proportion(Quantity::units(1), quantity)
    }
    /// Returns the cost of `quantity` at this unit cost, to the millionth ([`Money::times`] rounds to the céntimo); `None` on overflow.
    pub fn cost_of(self, quantity: Quantity) -> Option<Self> {
        self.proportion(quantity, Quantity::units(1))
    }
    /// Rounds half away from zero to whole céntimos.
    pub fn to_centimos(self) -> Self {
        Self(div_round(i128::from(self.0), i128::from(CENTIMO)) as i64 * CENTIMO)
    }
    /// Returns the smaller of two amounts.
    pub fn at_most(self, o: Self) -> Self {
        self.min(o)
    }
}

/// Computes `a × b / divisor`, rounded half away from zero to whole céntimos; `None` on overflow.
fn multiply_divide(a: i64, b: i64, divisor: i64) -> Option<Money> {
    let centimos = div_round(i128::from(a) * i128::from(b), i128::from(divisor) * i128::from(CENTIMO));
    i64::try_from(centimos * i128::from(CENTIMO)).ok().map(Money)
}

/// Returns which percentage `part` is of `whole`, to a tenth; `None` where `whole` is zero.
pub fn percent_of(part: Money, whole: Money) -> Option<Quantity> {
    if whole.is_zero() {
        return None;
    }
    let tenths = div_round(i128::from(part.millionths()) * 1_000, i128::from(whole.millionths()));
    i64::try_from(tenths).ok()?.checked_mul(SCALE / 10).map(Quantity::from_millionths)
}

/// Returns `amount × part / whole`, rounded to the céntimo; zero where `whole` is zero.
pub fn fraction(amount: Money, part: i64, whole: i64) -> Money {
    if whole == 0 {
        return Money::ZERO;
    }
    let centimos =
        div_round(i128::from(amount.millionths()) * i128::from(part), i128::from(whole) * i128::from(CENTIMO));
    Money::centimos(i64::try_from(centimos).unwrap_or_default())
}

/// Splits an amount by weights, to the céntimo: each share is the growth of the rounded running sum. Where all weights are zero the first
/// share is the whole amount.
pub fn spread_by_weights(amount: Money, weights: &[Money]) -> Vec<Money> {
    let all: Money = weights.iter().copied().sum();
    if all.is_zero() {
        return weights.iter().enumerate().map(|(at, _)| if at == 0 { amount } else { Money::ZERO }).collect();
    }
    let (mut weight, mut distributed) = (Money::ZERO, Money::ZERO);
    let share = |w: &Money| {
        weight += *w;
        let part = fraction(amount, weight.millionths(), all.millionths()) - distributed;
        distributed += part;
        part
    };
    weights.iter().map(share).collect()
}

/// Divides and rounds half away from zero; `divisor` is positive.
pub fn div_round(v: i128, divisor: i128) -> i128 {
    let half = divisor / 2;
    if v >= 0 { (v + half) / divisor } else { (v - half) / divisor }
}

fn write_decimal(f: &mut fmt::Formatter<'_>, v: i64, min_decimals: usize) -> fmt::Result {
    let sign = if v < 0 { "-" } else { "" };
    let abs = v.unsigned_abs();
    let (whole, rest) = (abs / SCALE as u64, abs % SCALE as u64);
    let digits = format!("{rest:06}");
    let shown = digits.trim_end_matches('0').len().max(min_decimals);
    f.write_str(sign)?;
    if f.alternate() {
        f.write_str(&with_thousands(&whole.to_string()))?
    } else {
        write!(f, "{whole}")?
    }
    if shown == 0 { Ok(()) } else { write!(f, ".{}", &digits[..shown]) }
}

fn parse_millionths(s: &str) -> Result<i64, NotADecimal> {
    let d = Decimal::from_str_exact(s.trim()).map_err(|_| NotADecimal)?;
    let m = d.checked_mul(Decimal::from(SCALE)).ok_or(NotADecimal)?;
    if !m.is_integer() {
        return Err(NotADecimal);
    }
    i64::try_from(m).ok().filter(|v| v.unsigned_abs() <= MAX_UNITS * SCALE.unsigned_abs()).ok_or(NotADecimal)
}

struct DecimalVisitor;
impl de::Visitor<'_> for DecimalVisitor {
    type Value = i64;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("un número decimal")
    }
    fn visit_str<E: de::Error>(self, s: &str) -> Result<i64, E> {
        parse_millionths(s).map_err(E::custom)
    }
    fn visit_u64<E: de::Error>(self, v: u64) -> Result<i64, E> {
        parse_millionths(&v.to_string()).map_err(E::custom)
    }
    fn visit_i64<E: de::Error>(self, v: i64) -> Result<i64, E> {
        parse_millionths(&v.to_string()).map_err(E::custom)
    }
    fn visit_f64<E: de::Error>(self, v: f64) -> Result<i64, E> {
        parse_millionths(&v.to_string()).map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn costs_are_exact_to_the_millionth() {
        for (price, quantity, cost) in
            [("2.50", "3", "7.50"), ("1", "0.333333", "0.333333"), ("0.5", "0.000001", "0.000001"), ("0", "2", "0")]
        {
            let price: Money = price.parse().unwrap();
            assert_eq!(price.cost_of(quantity.parse().unwrap()), Some(cost.parse().unwrap()));
        }
        assert_eq!(Money::units(1_000_000_000).cost_of(Quantity::units(1_000_000_000)), None);
        assert_eq!(Money::units(10).per_unit(Quantity::units(-3)), Some(Money::from_millionths(-3_333_333)));
        assert_eq!(Money::units(10).per_unit(Quantity::ZERO), None);
    }

    #[test]
    fn people_read_thousands_in_groups() {
        for (amount, plain, grouped) in [
            ("1680", "1680.00", "1,680.00"),
            ("-12345678.5", "-12345678.50", "-12,345,678.50"),
            ("999.123", "999.123", "999.123"),
            ("0", "0.00", "0.00"),
        ] {
            let amount: Money = amount.parse().unwrap();
            assert_eq!((amount.to_string().as_str(), format!("{amount:#}").as_str()), (plain, grouped));
        }
        assert_eq!(format!("{:#}", Quantity::units(10_000_000)), "10,000,000");
    }

    #[test]
    fn reads_text_and_numbers_and_refuses_the_rest() {
        let read = |s: &str| serde_json::from_str::<Money>(s).map(|m| m.to_string()).ok();
        assert_eq!(read("\"38\"").as_deref(), Some("38.00"));
        assert_eq!(read("38.1").as_deref(), Some("38.10"));
        assert_eq!(read("\"0.123456\"").as_deref(), Some("0.123456"));
        for bad in
            ["\"\"", "\"abc\"", "\"1e3\"", "\"0.1234567\"", "1e300", "\"99999999999999999999\"", "null", "\"NaN\""]
        {
            assert_eq!(read(bad), None, "{bad}");
        }
        assert_eq!(read("\"-1000000000\"").as_deref(), Some("-1000000000.00"));
        // The last one is the smallest i64, whose absolute value does not fit into an i64.
        for too_large in ["1000000000.000001", "-1000000000.000001", "9223372036854.775807", "-9223372036854.775808"] {
            assert_eq!(read(&format!("\"{too_large}\"")), None, "{too_large}");
        }
    }

    #[test]
    fn rounds_half_away_from_zero() {
        let m = |s: &str| s.parse::<Money>().unwrap();
        assert_eq!(m("10.005").to_centimos(), m("10.01"));
        assert_eq!(m("-10.005").to_centimos(), m("-10.01"));
        assert_eq!(m("45.34").percent("10".parse().unwrap()), Some(m("4.53")));
    }

    proptest! {
        #[test]
        fn displayed_amounts_parse_back(v in -1_000_000_000_000_000i64..1_000_000_000_000_000) {
            let m = Money::from_millionths(v);
            prop_assert_eq!(m.to_string().parse::<Money>().unwrap(), m);
        }
    }
}
