//! Translates errors of the request parsers to Spanish messages.

/// The messages of chrono for a text that is no date.
const NO_DATE: [&str; 6] = [
    "input contains invalid characters",
    "premature end of input",
    "trailing input",
    "input is out of range",
    "no possible date and time matching input",
    "input is not enough for unique date and time",
];

/// Sample texts that fit a field of a date, an instant or an hour, each with the hint for such a field.
const STAND_INS: [(&str, &str); 4] = [
    ("2000-01-01", "escribe una fecha como 2026-11-28 (año, mes y día)"),
    ("2000-01-01T00:00:00Z", "escribe una fecha con hora como 2026-11-28T13:30:00Z"),
    ("2000-01-01T00:00:00", "escribe una fecha con hora como 2026-11-28T13:30:00"),
    ("00:00:00", "escribe una hora como 13:30:00"),
];

/// Turns a parser's message about a field into one that says what to do; `fits` tests whether another text would fit in its place.
pub(super) fn explain_field(field: &str, text: &str, fits: impl FnMut(&str) -> bool) -> String {
    format!("Revisa el campo {field}: {}.", explain(text, fits))
}

fn explain(text: &str, mut fits: impl FnMut(&str) -> bool) -> String {
    if let Some(words) = expected_words(text) {
        return format!("puede ser {words}");
    }
    if NO_DATE.contains(&text) || text.contains("expected a formatted date") {
        let kind = STAND_INS.into_iter().find(|(stand_in, _)| fits(stand_in));
        return kind.map_or("la fecha o la hora no tiene el formato esperado", |(_, what)| what).to_owned();
    }
    let starts = |start: &str| text.starts_with(start);
    if starts("missing field") {
        "falta y es obligatorio".into()
    } else if starts("duplicate field") {
        "viene dos veces; manda una sola".into()
    } else if starts("unknown field") {
        "no existe; quítalo".into()
    } else if starts("provided string was not") || text.ends_with("expected a boolean") {
        "puede ser true o false".into()
    } else if is_out_of_range(text) {
        "ese número no cabe; escribe uno menor".into()
    } else if wants_integer(text) {
        "escribe un número entero, como 12".into()
    } else if ["invalid type", "invalid value", "invalid length", "UUID parsing"].into_iter().any(starts) {
        "no tiene el formato esperado".into()
    } else {
        text.to_owned()
    }
}

/// Whether a whole number is too large for its field.
fn is_out_of_range(text: &str) -> bool {
    text.starts_with("number too ") || (text.starts_with("invalid value: integer") && wants_integer(text))
}

/// Whether a whole number was expected.
fn wants_integer(text: &str) -> bool {
    let is_type = |word: &str| {
        word.len() <= 5
            && matches!(word.split_at_checked(1), Some(("i" | "u", size)) if size == "size" || size.parse::<u8>().is_ok())
    };
    let expected = text.rsplit_once("expected ").map_or("", |(_, last)| last);
    let is_parsing = text.starts_with("invalid digit") || text.starts_with("cannot parse integer");
    is_parsing || is_type(expected) || expected == "a nonzero integer"
}

/// Lists the words of a set (`ACTIVE o INACTIVE`) where another one was given.
fn expected_words(text: &str) -> Option<String> {
    let expected = text.strip_prefix("unknown variant `")?.rsplit_once(", expected ")?.1;
    let words: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
    let (last, others) = words.split_last()?;
    Some(if others.is_empty() { (*last).to_owned() } else { format!("{} o {last}", others.join(", ")) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
    use std::str::FromStr;

    fn explain_wrong<T: FromStr>(wrong: &str) -> String
    where
        T::Err: std::fmt::Display,
    {
        let text = wrong.parse::<T>().err().unwrap().to_string();
        explain_field("x", &text, |other| other.parse::<T>().is_ok())
    }

    #[test]
    fn dates_hours_and_numbers_say_what_to_write() {
        for wrong in ["", "mañana", "2026-13-01", "2026-02-30", "28/11/2026", "2026-11-28x", "2026"] {
            assert!(
                explain_wrong::<NaiveDate>(wrong).contains("una fecha como 2026-11-28"),
                "{}",
                explain_wrong::<NaiveDate>(wrong)
            );
        }
        assert!(explain_wrong::<DateTime<Utc>>("ayer").contains("con hora como 2026-11-28T13:30:00Z"));
        assert!(explain_wrong::<NaiveTime>("25:00").contains("una hora como 13:30:00"));
        assert!(explain_wrong::<i64>("x").contains("un número entero"));
        assert!(explain_wrong::<u8>("300").contains("no cabe"));
        assert!(explain_wrong::<bool>("si").contains("true o false"));
        assert!(explain_wrong::<comanda_base::money::Money>("mucho").contains("escribe un número como 12.50"));
    }
}
