//! When a purchase happened: the day and the time of its paper, on the house's clock.

use super::form::NewPurchase;
use crate::{
    error::{Faults, Result},
    settings::wall_clock,
    stock::documents,
    use_case::Work,
};
use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, Utc};

/// Papers of earlier years are misread.
const FIRST_YEAR: i32 = 2000;

/// The moment of a paper.
#[derive(Debug, Clone)]
pub(super) struct Moment {
    pub day: NaiveDate,
    /// `HH:MM`
    pub time: String,
    pub at: DateTime<Utc>,
}

impl Moment {
    /// On the day of the paper that it changes, a note comes after it, whatever hour it says.
    pub(super) fn not_before(&mut self, day: NaiveDate, at: DateTime<Utc>) {
        if day == self.day {
            self.at = self.at.max(at);
        }
    }
}

/// Read and checked: not in the future, and in a month that is open.
pub(super) async fn read(work: &mut Work<'_>, body: &NewPurchase, faults: &mut Faults) -> Result<Moment> {
    let now = work.now;
    let zone = work.settings().await?.time_zone;
    let local = now.with_timezone(&zone).naive_local();
    let today = local.date();
    let day = body.date.unwrap_or(today);
    let given = body.time.as_deref().map(str::trim).filter(|t| !t.is_empty());
    let typed = given.and_then(of_clock);
    if given.is_some() && typed.is_none() {
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
    } else {
        faults.ok(documents::check_date(work, "date", at).await)?;
    }
    Ok(Moment { day, time: time.format("%H:%M").to_string(), at })
}

fn of_clock(text: &str) -> Option<NaiveTime> {
    ["%H:%M", "%H:%M:%S"].iter().find_map(|format| NaiveTime::parse_from_str(text, format).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_comes_after_what_it_changes() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        let day = NaiveDate::from_ymd_opt(2026, 11, 20).unwrap();
        let noon = Moment { day, time: "12:00".into(), at: at("2026-11-20T17:00:00Z") };
        for (bought_on, bought_at, stands_at) in [
            (day, at("2026-11-20T20:00:00Z"), at("2026-11-20T20:00:00Z")),
            (day, at("2026-11-20T14:00:00Z"), noon.at),
            (day.pred_opt().unwrap(), at("2026-11-19T20:00:00Z"), noon.at),
        ] {
            let mut moment = noon.clone();
            moment.not_before(bought_on, bought_at);
            assert_eq!(moment.at, stands_at);
        }
    }
}
