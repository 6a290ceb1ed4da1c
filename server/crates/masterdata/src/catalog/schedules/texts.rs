//! Hours as Spanish text, for tills, refusals and the office.

use super::hours::{LocalMoment, RunSpan, ScheduleHours};
use chrono::{DateTime, Datelike, Days, NaiveDate, Utc};

const DAYS: [&str; 7] = ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"];
const SHORT_DAYS: [&str; 7] = ["lun", "mar", "mié", "jue", "vie", "sáb", "dom"];
/// From this number of consecutive days on, only the first and the last are named.
const MIN_RUN_OF_DAYS: usize = 3;

/// `de lunes a sábado de 07:00 a 11:30`
pub(super) fn describe_hours(hours: &ScheduleHours) -> String {
    let days = describe_days(hours.days);
    if hours.from_minutes == 0 && hours.until_minutes == 0 {
        return format!("{days}, todo el día{}", describe_dates(hours));
    }
    format!(
        "{days} de {} a {}{}",
        format_minutes(hours.from_minutes),
        format_minutes(hours.until_minutes),
        describe_dates(hours)
    )
}

/// `, hasta el 24/12/2026`
fn describe_dates(hours: &ScheduleHours) -> String {
    match (hours.valid_from, hours.valid_until) {
        (None, None) => String::new(),
        (Some(from), None) => format!(", desde el {}", format_date(from)),
        (None, Some(until)) => format!(", hasta el {}", format_date(until)),
        (Some(from), Some(until)) if from == until => format!(", el {}", format_date(from)),
        (Some(from), Some(until)) => format!(", del {} al {}", format_date(from), format_date(until)),
    }
}

/// `de lunes a viernes`, `sábado y domingo`, `todos los días`
fn describe_days(mask: i64) -> String {
    if mask == 127 {
        return "todos los días".to_owned();
    }
    let days: Vec<usize> = (0..7).filter(|day| mask & (1 << day) != 0).collect();
    let are_consecutive = days.windows(2).all(|two| two[1] == two[0] + 1);
    match days.as_slice() {
        [] => String::new(),
        [one] => DAYS[*one].to_owned(),
        [first, .., last] if are_consecutive && days.len() >= MIN_RUN_OF_DAYS => {
            format!("de {} a {}", DAYS[*first], DAYS[*last])
        }
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(|day| DAYS[*day]).collect();
            format!("{} y {}", first.join(", "), DAYS[*last])
        }
    }
}

/// `07:00`
pub(super) fn format_minutes(minutes: i64) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

fn format_date(day: NaiveDate) -> String {
    day.format("%d/%m/%Y").to_string()
}

fn format_clock(at: DateTime<Utc>, now: LocalMoment) -> String {
    at.with_timezone(&now.zone).format("%H:%M").to_string()
}

/// Returns a short text for a tile: `18:00` today, `lun 07:00` within a week, otherwise `24/12 20:00`.
pub(super) fn short_time(at: DateTime<Utc>, now: LocalMoment) -> String {
    let (clock, day) = (format_clock(at, now), at.with_timezone(&now.zone).date_naive());
    if day == now.day() {
        clock
    } else if day < now.day() + Days::new(7) {
        format!("{} {clock}", SHORT_DAYS[day.weekday().num_days_from_monday() as usize])
    } else {
        format!("{} {clock}", day.format("%d/%m"))
    }
}

/// `Hoy de 18:00 a 20:00`, `El lunes 23/11 de 07:00 a 11:30`
pub(super) fn describe_span(span: RunSpan, now: LocalMoment) -> String {
    let day = LocalMoment { at: span.begins, ..now }.day();
    let name = DAYS[day.weekday().num_days_from_monday() as usize];
    let when = match (day - now.day()).num_days() {
        0 => "Hoy".to_owned(),
        1 => "Mañana".to_owned(),
        _ => format!("El {name} {}", day.format("%d/%m")),
    };
    format!("{when} de {} a {}", format_clock(span.begins, now), format_clock(span.ends, now))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_show_a_short_text() {
        let now = LocalMoment { at: "2026-11-20T22:59:00Z".parse().unwrap(), zone: chrono_tz::America::Lima };
        for (at, expected) in [
            ("2026-11-20T23:00:00Z", "18:00"),
            ("2026-11-21T12:00:00Z", "sáb 07:00"),
            ("2026-12-25T01:00:00Z", "24/12 20:00"),
        ] {
            assert_eq!(short_time(at.parse().unwrap(), now), expected);
        }
    }

    #[test]
    fn hours_are_described_in_spanish() {
        let describe = |days, from_minutes, until_minutes, valid_until| {
            describe_hours(&ScheduleHours { days, from_minutes, until_minutes, valid_from: None, valid_until })
        };
        for (days, from, until, expected) in [
            (0b011_1111, 420, 690, "de lunes a sábado de 07:00 a 11:30"),
            (0b110_0000, 1320, 120, "sábado y domingo de 22:00 a 02:00"),
            (0b001_0101, 720, 900, "lunes, miércoles y viernes de 12:00 a 15:00"),
            (0b111_1111, 0, 0, "todos los días, todo el día"),
            (0b000_1000, 360, 360, "jueves de 06:00 a 06:00"),
        ] {
            assert_eq!(describe(days, from, until, None), expected);
        }
        let until = NaiveDate::from_ymd_opt(2026, 12, 24);
        assert_eq!(describe(64, 720, 900, until), "domingo de 12:00 a 15:00, hasta el 24/12/2026");
    }
}
