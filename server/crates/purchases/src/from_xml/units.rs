//! Converts units of a document (catalogue 03, which is UN/ECE's recommendation 20) into the restaurant's units of measurement.

use comanda_base::{
    ids::MeasurementId,
    money::{Quantity, SCALE, div_round},
};
use comanda_ledgers::stock::units::Unit;

/// The quantity that a unit measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dimension {
    Mass,
    Volume,
    Pieces,
}

impl Dimension {
    /// The symbols by which the base unit is recognized.
    const fn symbols(self) -> &'static [&'static str] {
        match self {
            Self::Mass => &["kg", "kilo", "kgr"],
            Self::Volume => &["l", "lt", "ltr", "litro"],
            Self::Pieces => &["und", "unidad", "u", "un", "uni"],
        }
    }
}

/// Units of a fixed size: code, dimension, millionths of the base unit. The size of a pack (BX, BG, SA…) is read from the line's text.
const FIXED_SIZES: [(&str, Dimension, i64); 19] = [
    ("KGM", Dimension::Mass, SCALE),
    ("GRM", Dimension::Mass, 1_000),
    ("MGM", Dimension::Mass, 1),
    ("TNE", Dimension::Mass, 1_000 * SCALE),
    ("LBR", Dimension::Mass, 453_592),
    ("ONZ", Dimension::Mass, 28_350),
    ("LTR", Dimension::Volume, SCALE),
    ("MLT", Dimension::Volume, 1_000),
    ("CLT", Dimension::Volume, 10_000),
    ("HLT", Dimension::Volume, 100 * SCALE),
    ("GLL", Dimension::Volume, 3_785_412),
    ("GLI", Dimension::Volume, 4_546_090),
    ("NIU", Dimension::Pieces, SCALE),
    ("C62", Dimension::Pieces, SCALE),
    ("PR", Dimension::Pieces, 2 * SCALE),
    ("DZN", Dimension::Pieces, 12 * SCALE),
    ("CEN", Dimension::Pieces, 100 * SCALE),
    ("MLL", Dimension::Pieces, 1_000 * SCALE),
    ("MIL", Dimension::Pieces, 1_000 * SCALE),
];

/// Unit symbols written on packs: symbol, dimension, millionths of the base unit.
const PACK_SYMBOLS: [(&str, Dimension, i64); 16] = [
    ("kg", Dimension::Mass, SCALE),
    ("kgs", Dimension::Mass, SCALE),
    ("kilo", Dimension::Mass, SCALE),
    ("kilos", Dimension::Mass, SCALE),
    ("g", Dimension::Mass, 1_000),
    ("gr", Dimension::Mass, 1_000),
    ("grs", Dimension::Mass, 1_000),
    ("l", Dimension::Volume, SCALE),
    ("lt", Dimension::Volume, SCALE),
    ("lts", Dimension::Volume, SCALE),
    ("ml", Dimension::Volume, 1_000),
    ("cc", Dimension::Volume, 1_000),
    ("und", Dimension::Pieces, SCALE),
    ("unid", Dimension::Pieces, SCALE),
    ("un", Dimension::Pieces, SCALE),
    ("pza", Dimension::Pieces, SCALE),
];

/// The conversion of one unit of the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Conversion {
    pub measurement: MeasurementId,
    /// The number of measurement units in one unit of the document.
    pub factor: Quantity,
    /// False when the size is a guess or unknown; an unknown unit counts as one.
    pub is_sure: bool,
}

/// Finds the conversion for an item whose stock is counted in `own`: by the code of the unit, else by the size written in the line's text.
pub(super) fn find_conversion(units: &[Unit], item_unit: MeasurementId, code: &str, text: &str) -> Conversion {
    let unknown = Conversion { measurement: item_unit, factor: Quantity::units(1), is_sure: false };
    let Some(base) = units.iter().find(|unit| unit.id == item_unit).map(Unit::base) else { return unknown };
    let symbol = units.iter().find(|unit| unit.id == base).map(|unit| unit.symbol.to_lowercase()).unwrap_or_default();
    let is_of = |dimension: Dimension| dimension.symbols().contains(&symbol.as_str());
    let sized = FIXED_SIZES.iter().find(|(known, ..)| *known == code).map(|(_, dimension, size)| (*dimension, *size));
    let (size, is_sure) = match sized {
        Some((dimension, size)) if is_of(dimension) => (size, true),
        // A mass or a volume does not become pieces by the text of the line.
        Some((dimension, _)) if dimension != Dimension::Pieces => return unknown,
        _ => match size_in_text(text).filter(|(dimension, _)| is_of(*dimension)) {
            Some((_, size)) => (size * sized.map_or(1, |(_, pieces)| pieces / SCALE), false),
            None => return unknown,
        },
    };
    let convert = |measurement: MeasurementId, factor: i64| Conversion {
        measurement,
        factor: Quantity::from_millionths(factor),
        is_sure,
    };
    let same = units
        .iter()
        .find(|unit| unit.base() == base && unit.equivalence.millionths() == size && unit.status.is_active());
    match same {
        Some(unit) => convert(unit.id, SCALE),
        None => convert(base, size),
    }
}

/// Finds the last size in a text: `X2KG`, `25 kg`, `12 x 900 ml` (twelve times 900 ml).
fn size_in_text(text: &str) -> Option<(Dimension, i64)> {
    let tokens = tokenize(&text.to_lowercase());
    let mut found = None;
    for (at, token) in tokens.iter().enumerate() {
        let Some((_, dimension, size)) = PACK_SYMBOLS.iter().find(|(word, ..)| word == token) else { continue };
        let Some(count) = at.checked_sub(1).and_then(|before| parse_number(&tokens[before])) else { continue };
        let packs = match at.checked_sub(2).map(|before| tokens[before].as_str()) {
            Some("x") => at.checked_sub(3).and_then(|before| parse_number(&tokens[before])).filter(|n| n % SCALE == 0),
            _ => None,
        };
        let one = div_round(i128::from(count) * i128::from(*size), i128::from(SCALE));
        let all = one.checked_mul(i128::from(packs.map_or(1, |n| n / SCALE)))?;
        found = i64::try_from(all).ok().filter(|all| *all > 0).map(|all| (*dimension, all));
    }
    found
}

fn parse_number(token: &str) -> Option<i64> {
    token.parse::<Quantity>().ok().map(Quantity::millionths).filter(|n| *n > 0 && *n <= 100_000 * SCALE)
}

/// Splits a text into runs of digits and runs of letters.
fn tokenize(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut before = None;
    for c in text.chars() {
        let kind = if c.is_ascii_digit() || (matches!(c, '.' | ',') && before == Some('0')) {
            '0'
        } else if c.is_alphabetic() {
            'a'
        } else {
            ' '
        };
        let c = if c == ',' { '.' } else { c };
        match (kind, all.last_mut()) {
            (' ', _) => {}
            (_, Some(last)) if before == Some(kind) => last.push(c),
            _ => all.push(c.to_string()),
        }
        before = Some(kind);
    }
    all.into_iter().map(|token| token.trim_end_matches('.').to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use comanda_base::words::Status;

    fn units() -> Vec<Unit> {
        let unit = |id, symbol: &str, base: Option<i64>, size: &str| Unit {
            id: MeasurementId(id),
            symbol: symbol.into(),
            name: symbol.into(),
            magnitude_id: base.map(MeasurementId),
            equivalence: size.parse().unwrap(),
            status: Status::Active,
        };
        vec![
            unit(1, "kg", None, "1"),
            unit(2, "l", None, "1"),
            unit(3, "und", None, "1"),
            unit(4, "g", Some(1), "0.001"),
            unit(5, "doc", Some(3), "12"),
            unit(6, "saco 50 kg", Some(1), "50"),
        ]
    }

    #[test]
    fn document_units_are_converted() {
        for (item_unit, code, text, measurement, factor, is_sure) in [
            (1, "KGM", "PULPO CONGELADO", 1, "1", true),
            (4, "KGM", "HIERBABUENA", 1, "1", true),
            (1, "GRM", "AZAFRAN", 4, "1", true),
            (1, "LBR", "QUESO", 1, "0.453592", true),
            (3, "DZN", "HUEVOS", 5, "1", true),
            (1, "NIU", "LANGOSTINO JUMBO S/C X2KG", 1, "2", false),
            (1, "SA", "ARROZ EXTRA SACO 50 KG", 6, "1", false),
            (1, "BX", "MANTEQUILLA CAJA 24 X 200 GR", 1, "4.8", false),
            (2, "BX", "ACEITE PRIMOR 12X900ML", 2, "10.8", false),
            (2, "BO", "VINAGRE 1,5 LT", 2, "1.5", false),
            (3, "NIU", "INCA KOLA 500 ML", 3, "1", true),
            (3, "BX", "CERVEZA", 3, "1", false),
            (3, "KGM", "PLATANO X 12 UND", 3, "1", false),
            (1, "ZZ", "FLETE", 1, "1", false),
        ] {
            let found = find_conversion(&units(), MeasurementId(item_unit), code, text);
            let expected =
                Conversion { measurement: MeasurementId(measurement), factor: factor.parse().unwrap(), is_sure };
            assert_eq!(found, expected, "{code} {text}");
        }
    }
}
