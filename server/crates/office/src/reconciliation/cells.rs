//! Parses the amounts, dates, times and directions that banks write in cells. Pure.

use chrono::{DateTime, NaiveDate, NaiveTime};
use chrono_tz::Tz;
use comanda_base::{money::Money, search::search_key};
use comanda_platform::sheet::cells::{self, ReadError};

const MONTHS: [&str; 12] = ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "set", "oct", "nov", "dic"];

/// Parses `1,234.50`, `1234,50`, `S/ 45.00`, `-10.00`, `(10.00)` or `10.00-`. Returns `None` for an empty cell.
pub(super) fn parse_amount(text: &str) -> Result<Option<Money>, ReadError> {
    let unreadable = || format!("«{}» no es un monto", excerpt(text));
    let bare = text.replace('\u{2212}', "-").to_uppercase();
    let bare = bare.replace("S/.", "").replace("S/", "").replace("PEN", "").replace('+', "");
    let bare = bare.trim();
    let is_negative = bare.starts_with(['-', '(']) || bare.ends_with('-');
    let bare = bare.trim_matches(|c: char| matches!(c, '-' | '(' | ')') || c.is_whitespace());
    // No bank writes thousandths: three digits behind the only comma are thousands.
    let is_thousands = !bare.contains('.') && bare.rsplit_once(',').is_some_and(|(_, rest)| rest.len() == 3);
    let bare = if is_thousands { format!("{bare}.00") } else { bare.to_owned() };
    let found = cells::parse_money(&bare).map_err(|_| unreadable())?;
    match found {
        Some(amount) if amount.to_centimos() != amount || amount.is_negative() => Err(unreadable()),
        Some(amount) if is_negative => Ok(Some(-amount)),
        found => Ok(found),
    }
}

/// Returns the operation number as it is displayed, without the quotes and signs that spreadsheets put around it. Refuses a number that
/// Excel has shortened to scientific notation.
pub(super) fn clean_number(text: &str) -> Result<String, ReadError> {
    let bare = cells::unescape_formula(text.trim()).trim_matches(['=', '"', '\'', ' ']);
    if cells::is_shortened(bare) {
        return Err(format!(
            "el número «{}» está abreviado. Descarga el archivo otra vez, sin guardarlo en Excel",
            excerpt(bare)
        ));
    }
    Ok(bare.chars().filter(|c| !c.is_control()).take(40).collect())
}

/// Converts an instant such as `2026-11-22T02:16:05Z` or `2026-11-21T21:16:05-05:00` to a date and time in the house's time zone.
pub(super) fn parse_instant(text: &str, zone: Tz) -> Option<(NaiveDate, Option<NaiveTime>)> {
    let local = DateTime::parse_from_rfc3339(text.trim()).ok()?.with_timezone(&zone).naive_local();
    Some((local.date(), Some(local.time())))
}

/// Whether a currency cell names a currency other than soles; such a line is left out.
pub(super) fn is_foreign_currency(text: &str) -> bool {
    let plain: String = search_key(text).chars().filter(|c| c.is_alphanumeric()).collect();
    !matches!(plain.as_str(), "" | "pen" | "s" | "sol" | "soles" | "nuevossoles" | "mn" | "604")
}

/// Parses `21/11/2026 21:16`, `2026-11-21T21:16:05`, `21-nov-26` or `20261121` into the day and, where the text has one, the time.
pub(super) fn parse_date_time(text: &str) -> Option<(NaiveDate, Option<NaiveTime>)> {
    let plain = search_key(text);
    let words = plain.trim_end_matches('z').split(|c: char| !c.is_alphanumeric());
    // The T of ISO stands between digits; that of «oct» does not.
    let parts = words.flat_map(|word| match word.split_once('t') {
        Some((day, hour)) if day.ends_with(|c: char| c.is_ascii_digit()) => vec![day, hour],
        _ => vec![word],
    });
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let (day, rest) = match parts.as_slice() {
        [whole, rest @ ..] if whole.len() == 8 && whole.bytes().all(|b| b.is_ascii_digit()) => {
            let forms = if whole.starts_with("20") { ["%Y%m%d", "%d%m%Y"] } else { ["%d%m%Y", "%Y%m%d"] };
            (forms.iter().find_map(|form| NaiveDate::parse_from_str(whole, form).ok())?, rest)
        }
        [year, month, day, rest @ ..] if year.len() == 4 => (parse_date(year, month, day)?, rest),
        [day, month, year, rest @ ..] => (parse_date(year, month, day)?, rest),
        _ => return None,
    };
    Some((day, time_from_parts(rest)))
}

fn parse_date(year: &str, month: &str, day: &str) -> Option<NaiveDate> {
    let year: i32 = year.parse().ok()?;
    let name = month.get(..3).unwrap_or(month);
    let named = MONTHS.iter().position(|m| *m == if name == "sep" { "set" } else { name });
    let month = match named {
        Some(at) => u32::try_from(at + 1).ok()?,
        None => month.parse().ok()?,
    };
    NaiveDate::from_ymd_opt(if year < 100 { year + 2_000 } else { year }, month, day.parse().ok()?)
}

/// Parses `21:16`, `21:16:05`, `9:16 p. m.` or `211605`, and also a time that Excel stores as a date-time on its first day.
pub(super) fn parse_time(text: &str) -> Option<NaiveTime> {
    let plain = search_key(text);
    let plain = if plain.contains("/1899") || plain.contains("/1900") {
        plain.split_once(' ').map(|(_, hour)| hour.to_owned())?
    } else {
        plain
    };
    let parts: Vec<&str> = plain.split(|c: char| !c.is_alphanumeric()).filter(|p| !p.is_empty()).collect();
    time_from_parts(&parts)
}

fn time_from_parts(parts: &[&str]) -> Option<NaiveTime> {
    let digits = |text: &&str| text.bytes().all(|b| b.is_ascii_digit());
    let is_afternoon = parts.iter().find(|p| !digits(p)).map(|p| p.starts_with('p'));
    let (hour, minute, second) = match parts.iter().filter(|p| digits(p)).copied().collect::<Vec<_>>().as_slice() {
        [whole] if matches!(whole.len(), 4 | 6) => (
            whole.get(..2)?.parse().ok()?,
            whole.get(2..4)?.parse().ok()?,
            whole.get(4..).unwrap_or("").parse().unwrap_or(0),
        ),
        [hour, minute, rest @ ..] => {
            let minute: u32 = minute.parse().ok()?;
            (hour.parse::<u32>().ok()?, minute, rest.first().and_then(|s| s.parse().ok()).unwrap_or(0))
        }
        _ => return None,
    };
    let hour = match is_afternoon {
        Some(true) if hour < 12 => hour + 12,
        Some(false) if hour == 12 => 0,
        _ => hour,
    };
    NaiveTime::from_hms_opt(hour, minute, second)
}

/// Whether the type of an operation means that the house paid. «Te pagó» is incoming.
pub(super) fn is_outgoing(kind: &str) -> bool {
    let kind = search_key(kind);
    let begins = [
        "devolucion",
        "extorno",
        "anulacion",
        "reembolso",
        "contracargo",
        "retiro",
        "egreso",
        "cargo",
        "salida",
        "yapeaste",
        "pagaste",
    ];
    kind == "pago" || begins.iter().any(|word| kind.starts_with(word))
}

/// Whether the status of an operation means that no money moved.
pub(super) fn has_failed(outcome: &str) -> bool {
    let outcome = search_key(outcome);
    ["rechazad", "denegad", "fallid", "no procesad", "anulad"].iter().any(|word| outcome.starts_with(word))
}

/// Returns the first 30 characters of a text, for error messages: the user may have chosen a wrong file.
pub(super) fn excerpt(text: &str) -> String {
    text.trim().chars().take(30).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_of_banks_are_read_or_refused() {
        for (text, read) in [
            ("1 234.50", "1234.50"),
            ("1,234", "1234.00"),
            ("12,345,678", "12345678.00"),
            ("- S/ 10.00", "-10.00"),
            ("(S/ 10.00)", "-10.00"),
            ("10.00 -", "-10.00"),
            ("\u{a0}45,5 ", "45.50"),
        ] {
            assert_eq!(parse_amount(text).map(|found| found.unwrap().to_string()), Ok(read.to_owned()), "{text}");
        }
        for text in ["12 50", "2 5", "1 2 3", "1,2,345", "1.234", "12.505"] {
            assert!(parse_amount(text).is_err(), "{text}");
        }
        assert_eq!(parse_amount(" "), Ok(None));
    }
}
