//! An amount in words, as the law requires on documents (legend 1000): `CIENTO CATORCE CON 30/100 SOLES`. No maintained crate writes this
//! form, and it is small.

use comanda_base::money::{CENTIMO, Money};

const UP_TO_29: [&str; 30] = [
    "CERO",
    "UNO",
    "DOS",
    "TRES",
    "CUATRO",
    "CINCO",
    "SEIS",
    "SIETE",
    "OCHO",
    "NUEVE",
    "DIEZ",
    "ONCE",
    "DOCE",
    "TRECE",
    "CATORCE",
    "QUINCE",
    "DIECISÉIS",
    "DIECISIETE",
    "DIECIOCHO",
    "DIECINUEVE",
    "VEINTE",
    "VEINTIUNO",
    "VEINTIDÓS",
    "VEINTITRÉS",
    "VEINTICUATRO",
    "VEINTICINCO",
    "VEINTISÉIS",
    "VEINTISIETE",
    "VEINTIOCHO",
    "VEINTINUEVE",
];
const TENS: [&str; 10] = ["", "", "", "TREINTA", "CUARENTA", "CINCUENTA", "SESENTA", "SETENTA", "OCHENTA", "NOVENTA"];
const HUNDREDS: [&str; 10] = [
    "",
    "CIENTO",
    "DOSCIENTOS",
    "TRESCIENTOS",
    "CUATROCIENTOS",
    "QUINIENTOS",
    "SEISCIENTOS",
    "SETECIENTOS",
    "OCHOCIENTOS",
    "NOVECIENTOS",
];

/// Writes a non-negative amount in words; documents carry whole céntimos.
pub fn amount_in_words(amount: Money) -> String {
    let centimos = amount.millionths().max(0) / CENTIMO;
    format!("{} CON {:02}/100 SOLES", cardinal(centimos / 100), centimos % 100)
}

fn cardinal(n: i64) -> String {
    if n == 0 {
        return UP_TO_29[0].into();
    }
    let (millions, thousands, rest) = (n / 1_000_000, n / 1_000 % 1_000, n % 1_000);
    let mut words = Vec::new();
    match millions {
        0 => {}
        1 => words.push("UN MILLÓN".to_owned()),
        // Money is bounded far below a million millions; thousands of millions are written correctly all the same.
        m => words.push(format!("{} MILLONES", apocopated(&cardinal(m)))),
    }
    match thousands {
        0 => {}
        1 => words.push("MIL".to_owned()),
        t => words.push(format!("{} MIL", apocopated(&below_thousand(t)))),
    }
    if rest > 0 {
        words.push(below_thousand(rest));
    }
    words.join(" ")
}

/// Shortens `UNO` before MIL and MILLONES to `UN`, and `VEINTIUNO` to `VEINTIÚN`.
fn apocopated(words: &str) -> String {
    match words.strip_suffix("VEINTIUNO") {
        Some(head) => format!("{head}VEINTIÚN"),
        None => words.strip_suffix("UNO").map_or_else(|| words.to_owned(), |head| format!("{head}UN")),
    }
}

fn below_thousand(n: i64) -> String {
    let (hundreds, rest) = ((n / 100) as usize, n % 100);
    match (hundreds, rest) {
        (1, 0) => "CIEN".into(),
        (_, 0) => HUNDREDS[hundreds].into(),
        (0, _) => below_hundred(rest),
        _ => format!("{} {}", HUNDREDS[hundreds], below_hundred(rest)),
    }
}

fn below_hundred(n: i64) -> String {
    let (tens, ones) = ((n / 10) as usize, n % 10);
    match n {
        0..30 => UP_TO_29[n as usize].into(),
        _ if ones == 0 => TENS[tens].into(),
        _ => format!("{} Y {}", TENS[tens], UP_TO_29[ones as usize]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_as_on_documents() {
        for (amount, words) in [
            ("0", "CERO CON 00/100 SOLES"),
            ("0.05", "CERO CON 05/100 SOLES"),
            ("1", "UNO CON 00/100 SOLES"),
            ("16.50", "DIECISÉIS CON 50/100 SOLES"),
            ("21.10", "VEINTIUNO CON 10/100 SOLES"),
            ("30", "TREINTA CON 00/100 SOLES"),
            ("31", "TREINTA Y UNO CON 00/100 SOLES"),
            ("53.50", "CINCUENTA Y TRES CON 50/100 SOLES"),
            ("100", "CIEN CON 00/100 SOLES"),
            ("101", "CIENTO UNO CON 00/100 SOLES"),
            ("114.30", "CIENTO CATORCE CON 30/100 SOLES"),
            ("500.99", "QUINIENTOS CON 99/100 SOLES"),
            ("999", "NOVECIENTOS NOVENTA Y NUEVE CON 00/100 SOLES"),
            ("1000", "MIL CON 00/100 SOLES"),
            ("1001.20", "MIL UNO CON 20/100 SOLES"),
            ("21000", "VEINTIÚN MIL CON 00/100 SOLES"),
            ("31741", "TREINTA Y UN MIL SETECIENTOS CUARENTA Y UNO CON 00/100 SOLES"),
            ("100100", "CIEN MIL CIEN CON 00/100 SOLES"),
            ("1000000", "UN MILLÓN CON 00/100 SOLES"),
            ("2000021", "DOS MILLONES VEINTIUNO CON 00/100 SOLES"),
            ("1000000000", "MIL MILLONES CON 00/100 SOLES"),
        ] {
            assert_eq!(amount_in_words(amount.parse().unwrap()), words, "{amount}");
        }
    }
}
