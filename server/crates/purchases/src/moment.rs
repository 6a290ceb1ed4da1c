//! The day and time of a purchase on the restaurant's clock. A document that arrives after the books of its day were closed moves stock at
//! the beginning of the next open day, since nothing in a closed month is valued again.

use super::form::NewPurchase;
use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, Utc};
use comanda_base::error::{Faults, Result};
use comanda_platform::{
    settings::{Settings, wall_clock},
    use_case::Work,
};

/// An earlier year is taken for a typing error.
pub(super) const FIRST_YEAR: i32 = 2000;

/// The day and time of a document.
#[derive(Debug, Clone)]
pub(super) struct Moment {
    pub day: NaiveDate,
    /// `HH:MM`
    pub time: String,
    /// The instant at which its stock moves.
    pub at: DateTime<Utc>,
}

/// Returns the first instant, not before `at`, at which stock may move: the books must be open.
pub(super) fn earliest_open_instant(settings: &Settings, at: DateTime<Utc>) -> DateTime<Utc> {
    let open_from =
        settings.books_closed_until.and_then(|closed| closed.succ_opt()).map(|day| settings.day_begins(day));
    open_from.map_or(at, |from| at.max(from))
}

impl Moment {
    /// Moves the instant forward to `at` if it is earlier: a note takes effect after the purchase that it modifies, whatever hour it
    /// states.
    pub(super) fn not_before(&mut self, at: DateTime<Utc>) {
        self.at = self.at.max(at);
    }
}

/// Reads the day and time of a purchase and rejects those in the future.
pub(super) async fn read_moment(work: &mut Work<'_>, body: &NewPurchase, faults: &mut Faults) -> Result<Moment> {
    let now = work.now;
    let settings = work.settings().await?.clone();
    let zone = settings.time_zone;
    let local = now.with_timezone(&zone).naive_local();
    let today = local.date();
    let day = body.date.unwrap_or(today);
    let time_text = body.time.as_deref().map(str::trim).filter(|t| !t.is_empty());
    let typed = time_text.and_then(parse_clock_time);
    if time_text.is_some() && typed.is_none() {
        faults.add("time", "Escribe la hora como 11:20.");
    }
    let noon = NaiveTime::from_hms_opt(12, 0, 0).unwrap_or(NaiveTime::MIN);
    let (time, at) = match typed {
        None if day == today => (local.time(), now),
        other => {
            let time = other.unwrap_or(noon);
            (time, wall_clock::first_instant(day.and_time(time), zone))
        }
    };
    if day.year() < FIRST_YEAR || day > today {
        let text = if day > today { "La fecha no puede ser después de hoy." } else { "Revisa el año de la fecha." };
        faults.add("date", text);
    } else if at > now {
        faults.add("time", "La hora no puede ser después de ahora.");
    }
    Ok(Moment { day, time: time.format("%H:%M").to_string(), at: earliest_open_instant(&settings, at) })
}

fn parse_clock_time(text: &str) -> Option<NaiveTime> {
    ["%H:%M", "%H:%M:%S"].iter().find_map(|format| NaiveTime::parse_from_str(text, format).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_takes_effect_after_the_purchase_it_modifies() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        let day = NaiveDate::from_ymd_opt(2026, 11, 20).unwrap();
        let noon = Moment { day, time: "12:00".into(), at: at("2026-11-20T17:00:00Z") };
        for (bought_at, stands_at) in
            [(at("2026-11-20T20:00:00Z"), at("2026-11-20T20:00:00Z")), (at("2026-11-20T14:00:00Z"), noon.at)]
        {
            let mut moment = noon.clone();
            moment.not_before(bought_at);
            assert_eq!(moment.at, stands_at);
        }
    }

    #[test]
    fn a_late_document_moves_stock_when_the_next_open_day_begins() {
        let settings = Settings { books_closed_until: NaiveDate::from_ymd_opt(2026, 12, 31), ..Settings::default() };
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        let begins = settings.day_begins(NaiveDate::from_ymd_opt(2027, 1, 1).unwrap());
        for (paper, stands_at) in [
            (at("2026-12-28T17:00:00Z"), begins),
            // New Year's night belongs to the business day of the old year.
            (at("2027-01-01T06:00:00Z"), begins),
            (at("2027-01-02T17:00:00Z"), at("2027-01-02T17:00:00Z")),
        ] {
            assert_eq!(earliest_open_instant(&settings, paper), stands_at);
        }
        assert_eq!(earliest_open_instant(&Settings::default(), at("2026-12-28T17:00:00Z")), at("2026-12-28T17:00:00Z"));
    }
}
