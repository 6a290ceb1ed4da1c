//! The month in whose register a supplier's document is written: the month of its date while its books are open, a later one for a late
//! document. A deductible IGV is written at most twelve months after its document (Ley 29215, article 2).

use super::moment::FIRST_YEAR;
use chrono::{DateTime, Datelike, Days, Months, NaiveDate, Utc};
use comanda_base::error::Faults;
use comanda_platform::settings::Settings;

/// The number of months after its document for which an IGV can be deducted.
const MAX_MONTHS_LATER: u32 = 12;

/// Returns the first day of the month of a day.
pub(super) fn month_of(day: NaiveDate) -> NaiveDate {
    day.with_day(1).unwrap_or(day)
}

/// Whether the register of the month `period` is too late to deduct the IGV of a document dated `day`.
pub fn is_too_late_to_deduct(day: NaiveDate, period: NaiveDate) -> bool {
    month_of(day).checked_add_months(Months::new(MAX_MONTHS_LATER)).is_some_and(|last| period > last)
}

/// Formats a month as `2026-12`.
pub(super) fn period_text(period: NaiveDate) -> String {
    period.format("%Y-%m").to_string()
}

/// Lists the months whose register takes a document of the given day now, the earliest first.
pub(super) fn open_periods(
    settings: &Settings,
    now: DateTime<Utc>,
    day: NaiveDate,
    gives_tax_credit: bool,
) -> Vec<NaiveDate> {
    let (today, closed) = (settings.calendar_day(now), settings.books_closed_until);
    if day.year() < FIRST_YEAR {
        return Vec::new();
    }
    let own_month = month_of(day);
    let months = (0..).map_while(|later| own_month.checked_add_months(Months::new(later)));
    let months =
        months.take_while(|month| *month <= today && !(gives_tax_credit && is_too_late_to_deduct(day, *month)));
    months.filter(|month| closed.is_none_or(|closed| *month + Months::new(1) - Days::new(1) > closed)).collect()
}

/// Reads the requested month, which must be an open one; `None` for the month of the document itself.
pub(super) fn read_period(
    requested_month: Option<&str>,
    day: NaiveDate,
    open: &[NaiveDate],
    faults: &mut Faults,
) -> Option<NaiveDate> {
    let (Some(first), Some(last)) = (open.first(), open.last()) else {
        faults.add(
            "date",
            "El IGV de un papel se anota hasta 12 meses después, y los libros de esos meses ya están cerrados: regístralo como «Otro documento», sin IGV, o pide al administrador que abra el mes.",
        );
        return None;
    };
    let requested = requested_month.map(str::trim).filter(|text| !text.is_empty());
    let found = match requested {
        None => Some(*first),
        Some(text) => {
            let month = format!("{text}-01").parse::<NaiveDate>().ok();
            month.filter(|month| open.contains(month))
        }
    };
    if found.is_none() {
        let text = format!(
            "Este papel se anota entre {} y {}: elige uno de esos meses, como {}.",
            first.format("%m/%Y"),
            last.format("%m/%Y"),
            period_text(*first)
        );
        faults.add("period", text);
    }
    found.filter(|period| *period != month_of(day))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn open(paper: &str, closed: Option<&str>, gives_tax_credit: bool) -> String {
        let settings = Settings { books_closed_until: closed.map(day), ..Settings::default() };
        let now = "2027-02-02T15:00:00Z".parse().unwrap();
        let found = open_periods(&settings, now, day(paper), gives_tax_credit);
        let ends = [found.first(), found.last()].into_iter().flatten().copied().map(period_text);
        ends.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_document_is_registered_in_an_open_month_up_to_a_year_later() {
        assert_eq!(open("2026-12-28", None, true), "2026-12 2027-02");
        assert_eq!(open("2027-02-01", None, true), "2027-02 2027-02");
        assert_eq!(open("2026-12-28", Some("2026-12-31"), true), "2027-01 2027-02");
        assert_eq!(open("2026-12-28", Some("2026-12-30"), true), "2026-12 2027-02", "its last day is open");
        assert_eq!(open("2026-02-10", Some("2027-01-31"), true), "2027-02 2027-02");
        assert_eq!(open("2026-01-31", Some("2027-01-31"), true), "", "thirteen months");
        assert_eq!(open("2026-01-31", Some("2027-01-31"), false), "2027-02 2027-02", "nothing is deducted of a boleta");
        assert_eq!(open("2027-02-03", None, true), "2027-02 2027-02", "the day is refused elsewhere");
    }

    #[test]
    fn a_requested_month_must_be_open() {
        let months = [day("2026-12-01"), day("2027-01-01")];
        let read_as = |requested_month: Option<&str>| {
            let mut faults = Faults::default();
            let found = read_period(requested_month, day("2026-12-28"), &months, &mut faults);
            faults.finish().map(|()| found.map(period_text)).map_err(drop)
        };
        assert_eq!(read_as(None), Ok(None));
        assert_eq!(read_as(Some(" ")), Ok(None));
        assert_eq!(read_as(Some("2026-12")), Ok(None));
        assert_eq!(read_as(Some("2027-01")), Ok(Some("2027-01".into())));
        for wrong in ["2026-11", "2027-02", "2027-1-1", "enero", "2027-13", "999999999999-01"] {
            assert_eq!(read_as(Some(wrong)), Err(()), "{wrong}");
        }
    }
}
