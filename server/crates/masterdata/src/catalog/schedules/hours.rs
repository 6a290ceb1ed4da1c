//! The hours at which a schedule runs. Pure; hours follow the company's clocks, through changes to and from summer time.

use super::texts;
use chrono::{DateTime, Datelike, Days, Duration, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use chrono_tz::Tz;
use comanda_platform::settings::{
    Settings,
    wall_clock::{first_instant, last_instant},
};

/// The number of days that are searched for the next run, as a schedule runs at least once a week.
const AHEAD_DAYS: u64 = 8;

/// A point in time in a company's time zone.
#[derive(Debug, Clone, Copy)]
pub struct LocalMoment {
    pub at: DateTime<Utc>,
    pub zone: Tz,
}

impl LocalMoment {
    /// Builds the moment in the company's time zone.
    pub fn new(at: DateTime<Utc>, settings: &Settings) -> Self {
        Self { at, zone: settings.time_zone }
    }
    /// Returns its calendar day.
    pub(in crate::catalog) fn day(self) -> NaiveDate {
        self.at.with_timezone(&self.zone).date_naive()
    }
}

/// The weekdays and hours of a schedule, within its first and last day.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub(super) struct ScheduleHours {
    /// A bit mask: Monday is 1, Tuesday 2 … Sunday 64.
    pub days: i64,
    pub from_minutes: i64,
    /// Minutes of the day; at or before `from_minutes`: of the next day.
    pub until_minutes: i64,
    pub valid_from: Option<NaiveDate>,
    pub valid_until: Option<NaiveDate>,
}

/// One run of a schedule; the end is not included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RunSpan {
    pub begins: DateTime<Utc>,
    pub ends: DateTime<Utc>,
}

/// The state of a schedule at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ScheduleState {
    /// The schedule runs; `until` is absent if it goes on for more than a week.
    Runs { until: Option<DateTime<Utc>> },
    /// The schedule does not run; `next` is absent if it never will again.
    Waits { next: Option<RunSpan> },
}

impl ScheduleState {
    /// Returns when the state changes.
    pub fn changes_at(self) -> Option<DateTime<Utc>> {
        match self {
            ScheduleState::Runs { until } => until,
            ScheduleState::Waits { next } => next.map(|span| span.begins),
        }
    }
    pub fn runs(self) -> bool {
        matches!(self, ScheduleState::Runs { .. })
    }
}

impl ScheduleHours {
    /// Returns the state at a moment.
    pub fn state_at(&self, now: LocalMoment) -> ScheduleState {
        match self.current_span(now) {
            Some(span) => ScheduleState::Runs { until: self.continuous_end(span, now.zone) },
            None => ScheduleState::Waits { next: self.next_span(now) },
        }
    }

    /// Returns the hours as text: `de lunes a sábado de 07:00 a 11:30`.
    pub fn description(&self) -> String {
        texts::describe_hours(self)
    }

    fn span_on(&self, day: NaiveDate, zone: Tz) -> Option<RunSpan> {
        let is_day = self.days & (1 << day.weekday().num_days_from_monday()) != 0;
        let is_valid =
            self.valid_from.is_none_or(|first| first <= day) && self.valid_until.is_none_or(|last| day <= last);
        if !is_day || !is_valid {
            return None;
        }
        let last = if self.until_minutes > self.from_minutes { day } else { day + Days::new(1) };
        Some(RunSpan {
            begins: first_instant(local(day, self.from_minutes), zone),
            ends: last_instant(local(last, self.until_minutes), zone),
        })
    }

    fn current_span(&self, now: LocalMoment) -> Option<RunSpan> {
        let today = now.day();
        let spans = [today, today - Days::new(1)].into_iter().filter_map(|day| self.span_on(day, now.zone));
        spans.filter(|span| span.begins <= now.at && now.at < span.ends).max_by_key(|span| span.ends)
    }

    /// Returns the end of a run together with the runs that follow without a gap; `None` if there is no gap within the searched days.
    fn continuous_end(&self, span: RunSpan, zone: Tz) -> Option<DateTime<Utc>> {
        let mut end = span.ends;
        for _ in 0..AHEAD_DAYS {
            match self.current_span(LocalMoment { at: end, zone }) {
                Some(further) => end = further.ends,
                None => return Some(end),
            }
        }
        None
    }

    fn next_span(&self, now: LocalMoment) -> Option<RunSpan> {
        let first = self.valid_from.unwrap_or(now.day()).max(now.day());
        first
            .iter_days()
            .take(AHEAD_DAYS as usize)
            .filter_map(|day| self.span_on(day, now.zone))
            .find(|s| s.begins > now.at)
    }
}

fn local(day: NaiveDate, minutes: i64) -> NaiveDateTime {
    day.and_time(NaiveTime::MIN) + Duration::minutes(minutes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVERY_DAY: i64 = 127;

    fn hours(days: i64, from: (i64, i64), until: (i64, i64)) -> ScheduleHours {
        let minutes = |(hour, minute)| hour * 60 + minute;
        ScheduleHours {
            days,
            from_minutes: minutes(from),
            until_minutes: minutes(until),
            valid_from: None,
            valid_until: None,
        }
    }
    fn state(hours: &ScheduleHours, zone: Tz, at: &str) -> (bool, Option<String>) {
        let state = hours.state_at(LocalMoment { at: at.parse().unwrap(), zone });
        (state.runs(), state.changes_at().map(|at| at.format("%d %H:%M").to_string()))
    }

    #[test]
    fn a_run_includes_its_first_minute_but_not_its_last() {
        // 21 November 2026 is a Saturday; Lima is five hours behind UTC.
        let breakfast = hours(0b011_1111, (7, 0), (11, 30));
        let lima = chrono_tz::America::Lima;
        for (at, expected) in [
            ("2026-11-21T11:59:59Z", (false, Some("21 12:00"))),
            ("2026-11-21T12:00:00Z", (true, Some("21 16:30"))),
            ("2026-11-21T16:29:59Z", (true, Some("21 16:30"))),
            ("2026-11-21T16:30:00Z", (false, Some("23 12:00"))),
        ] {
            let (runs, changes) = state(&breakfast, lima, at);
            assert_eq!((runs, changes.as_deref()), expected, "{at}");
        }
    }

    #[test]
    fn a_night_belongs_to_the_day_on_which_it_begins() {
        // Fridays from ten to two, in São Paulo, three hours behind UTC.
        let night = hours(0b001_0000, (22, 0), (2, 0));
        let zone = chrono_tz::America::Sao_Paulo;
        for (at, expected) in [
            ("2026-11-21T00:59:00Z", (false, Some("21 01:00"))),
            ("2026-11-21T04:59:00Z", (true, Some("21 05:00"))),
            ("2026-11-21T05:00:00Z", (false, Some("28 01:00"))),
            ("2026-11-22T03:00:00Z", (false, Some("28 01:00"))),
        ] {
            let (runs, changes) = state(&night, zone, at);
            assert_eq!((runs, changes.as_deref()), expected, "{at}");
        }
    }

    #[test]
    fn clocks_that_change_neither_lose_nor_double_an_hour() {
        let zone = chrono_tz::Europe::Madrid;
        // 25 October 2026: clocks go from three back to two. Two to half past two lasts until the second half past two.
        let autumn = hours(EVERY_DAY, (2, 0), (2, 30));
        assert_eq!(state(&autumn, zone, "2026-10-24T23:59:00Z"), (false, Some("25 00:00".into())));
        assert_eq!(state(&autumn, zone, "2026-10-25T00:45:00Z"), (true, Some("25 01:30".into())));
        assert_eq!(state(&autumn, zone, "2026-10-25T01:30:00Z"), (false, Some("26 01:00".into())));
        // 29 March 2026: clocks go from two to three. A run that would end at half past two ends at three.
        let spring = hours(EVERY_DAY, (23, 0), (2, 30));
        assert_eq!(state(&spring, zone, "2026-03-29T00:59:00Z"), (true, Some("29 01:00".into())));
        assert_eq!(state(&spring, zone, "2026-03-29T01:00:00Z"), (false, Some("29 21:00".into())));
    }

    #[test]
    fn days_without_a_gap_between_them_have_no_end() {
        let zone = chrono_tz::America::Lima;
        let always = hours(EVERY_DAY, (0, 0), (0, 0));
        assert_eq!(state(&always, zone, "2026-11-21T18:00:00Z"), (true, None));
        // Whole Saturday and whole Sunday make one run.
        let weekend = hours(0b110_0000, (0, 0), (0, 0));
        assert_eq!(state(&weekend, zone, "2026-11-21T18:00:00Z"), (true, Some("23 05:00".into())));
    }

    #[test]
    fn first_and_last_day_are_within() {
        let zone = chrono_tz::America::Lima;
        let day = |n| NaiveDate::from_ymd_opt(2026, 12, n);
        let season = ScheduleHours { valid_from: day(24), valid_until: day(24), ..hours(EVERY_DAY, (20, 0), (1, 0)) };
        assert_eq!(state(&season, zone, "2026-11-21T18:00:00Z"), (false, Some("25 01:00".into())));
        assert_eq!(state(&season, zone, "2026-12-25T05:59:00Z"), (true, Some("25 06:00".into())));
        assert_eq!(state(&season, zone, "2026-12-25T06:00:00Z"), (false, None));
    }
}
