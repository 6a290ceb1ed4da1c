//! Weights as text: `+  0.850` with a unit.

/// The longest run of digits that still counts as a weight.
const MAX_DIGITS: usize = 9;

/// A unit of weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Kilogram,
    Gram,
    /// A unit that scales have and that is not sold by here.
    Foreign,
}

impl Unit {
    /// Reads a unit in capital or small letters. Returns `None` if the text is no unit.
    pub(super) fn parse(text: &[u8]) -> Option<Self> {
        match text.to_ascii_lowercase().as_slice() {
            b"kg" => Some(Self::Kilogram),
            b"g" => Some(Self::Gram),
            b"lb" | b"oz" | b"t" => Some(Self::Foreign),
            _ => None,
        }
    }

    /// The number of decimals of this unit that make a gram.
    const fn decimals(self) -> usize {
        match self {
            Self::Kilogram => 3,
            Self::Gram | Self::Foreign => 0,
        }
    }
}

/// Reads a number with an optional sign, blanks before and after the sign, and at most one decimal point, in grams. Half a gram counts as
/// a whole one.
pub(super) fn parse_grams(text: &[u8], unit: Unit) -> Option<i64> {
    let text = text.trim_ascii_start();
    let (is_negative, digits) = match text.split_first()? {
        (b'-', rest) => (true, rest.trim_ascii_start()),
        (b'+', rest) => (false, rest.trim_ascii_start()),
        _ => (false, text),
    };
    let point = digits.iter().position(|byte| *byte == b'.');
    let (whole, decimals) = match point {
        Some(point) => (&digits[..point], &digits[point + 1..]),
        None => (digits, &[][..]),
    };
    if whole.is_empty() || (point.is_some() && decimals.is_empty()) || digits.len() > MAX_DIGITS {
        return None;
    }
    let grams = scale_digits(whole, decimals, unit.decimals())?;
    Some(if is_negative { -grams } else { grams })
}

/// Returns the number with the decimal point moved by `places` to the right, rounded to a whole number.
pub(super) fn scale_digits(whole: &[u8], decimals: &[u8], places: usize) -> Option<i64> {
    let digit = |byte: &u8| byte.is_ascii_digit().then(|| i64::from(byte - b'0'));
    let mut number = 0_i64;
    for byte in whole {
        number = number.checked_mul(10)?.checked_add(digit(byte)?)?;
    }
    for place in 0..places {
        number = number.checked_mul(10)?.checked_add(decimals.get(place).map_or(Some(0), digit)?)?;
    }
    let mut rest = decimals.iter().skip(places);
    if rest.clone().any(|byte| !byte.is_ascii_digit()) {
        return None;
    }
    let rounds_up = rest.next().is_some_and(|byte| *byte >= b'5');
    number.checked_add(i64::from(rounds_up))
}

#[cfg(test)]
mod tests {
    use super::{Unit, parse_grams};

    #[test]
    fn weights_are_read_exactly() {
        let cases = [
            ("+  0.850", Unit::Kilogram, Some(850)),
            ("  0.850", Unit::Kilogram, Some(850)),
            (" -0.450", Unit::Kilogram, Some(-450)),
            ("- 0.450", Unit::Kilogram, Some(-450)),
            ("+000.850", Unit::Kilogram, Some(850)),
            ("00013.5", Unit::Kilogram, Some(13_500)),
            ("15", Unit::Kilogram, Some(15_000)),
            ("0.8505", Unit::Kilogram, Some(851)),
            ("0.8504", Unit::Kilogram, Some(850)),
            ("850", Unit::Gram, Some(850)),
            ("850.5", Unit::Gram, Some(851)),
            ("-0.000", Unit::Kilogram, Some(0)),
            ("0.8 50", Unit::Kilogram, None),
            ("0.85O", Unit::Kilogram, None),
            ("0..850", Unit::Kilogram, None),
            (".850", Unit::Kilogram, None),
            ("0.", Unit::Kilogram, None),
            ("+-1", Unit::Kilogram, None),
            ("------", Unit::Kilogram, None),
            ("", Unit::Kilogram, None),
            ("99999999999", Unit::Kilogram, None),
        ];
        for (text, unit, expected) in cases {
            assert_eq!(parse_grams(text.as_bytes(), unit), expected, "{text}");
        }
    }
}
