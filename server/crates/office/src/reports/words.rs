//! Texts that the reports' files share.

use chrono::NaiveDate;

/// Returns `El 21/11/2026` or `Del 16/11/2026 al 22/11/2026`.
pub fn days_text(first: NaiveDate, last: NaiveDate) -> String {
    if first == last {
        return format!("El {}", first.format("%d/%m/%Y"));
    }
    format!("Del {} al {}", first.format("%d/%m/%Y"), last.format("%d/%m/%Y"))
}

/// Returns the line of a report that compares: `Del 16/11/2026 al 22/11/2026. Antes: del 09/11/2026 al 15/11/2026, hasta la misma hora.`
pub fn compared_days_text(days: (NaiveDate, NaiveDate), before: (NaiveDate, NaiveDate), is_same_time: bool) -> String {
    let end = if is_same_time { ", hasta la misma hora" } else { "" };
    format!("{}. Antes: {}{end}.", days_text(days.0, days.1), days_text(before.0, before.1).to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compared_is_said_in_one_sentence_each() {
        let day = |n| NaiveDate::from_ymd_opt(2026, 11, n).unwrap();
        let text = compared_days_text((day(16), day(22)), (day(9), day(15)), true);
        assert_eq!(text, "Del 16/11/2026 al 22/11/2026. Antes: del 09/11/2026 al 15/11/2026, hasta la misma hora.");
        let text = compared_days_text((day(22), day(22)), (day(15), day(15)), false);
        assert_eq!(text, "El 22/11/2026. Antes: el 15/11/2026.");
    }
}
