//! The business days of a report.

use chrono::{DateTime, Days, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Faults, Result},
    listing::check_day_range,
};
use comanda_platform::{settings::Settings, use_case::Actor};
use serde::Deserialize;

/// The longest span of a report: a little more than three years.
const MAX_DAYS: i64 = 1_100;
const WEEK: u64 = 7;

/// Query of the first and last business day, both included; today by default.
#[derive(Debug, Clone, Copy, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReportDays {
    pub start_date: Option<NaiveDate>,
    pub end_date: Option<NaiveDate>,
}

/// The first and last business day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DaySpan {
    pub first: NaiveDate,
    pub last: NaiveDate,
}

impl ReportDays {
    /// Resolves the defaults; returns the span with the house's settings and the present business day.
    pub async fn resolve(self, tx: &mut Tx, actor: &Actor) -> Result<(DaySpan, Settings, NaiveDate)> {
        let settings = Settings::load(tx).await?;
        let today = settings.business_day(actor.app.clock().now());
        Ok((self.span(today)?, settings, today))
    }
    pub(super) fn span(self, today: NaiveDate) -> Result<DaySpan> {
        let last = self.end_date.unwrap_or_else(|| self.start_date.unwrap_or(today).max(today));
        let first = self.start_date.unwrap_or_else(|| last.min(today));
        check_day_range(Some(first), Some(last))?;
        let mut faults = Faults::default();
        let days = (last - first).num_days();
        faults.check(days <= MAX_DAYS, "end_date", "Un reporte abarca hasta tres años. Elige menos días.");
        faults.finish()?;
        Ok(DaySpan { first, last })
    }
}

impl DaySpan {
    pub fn first_and_last(self) -> (NaiveDate, NaiveDate) {
        (self.first, self.last)
    }
    /// Returns the preceding span of the same length; for a week or a part of one, the same weekdays of the week before.
    pub(super) fn preceding_span(self) -> DaySpan {
        let days = (u64::try_from((self.last - self.first).num_days()).unwrap_or_default() + 1).max(WEEK);
        let back = |day: NaiveDate| day.checked_sub_days(Days::new(days)).unwrap_or(NaiveDate::MIN);
        DaySpan { first: back(self.first), last: back(self.last) }
    }
    /// Returns the preceding period, for comparison with this one as it is at `now`. Where this span includes today, the preceding period
    /// ends at the same time of the corresponding day, which is a separate part with its end.
    pub(super) fn preceding_spans_until(
        self,
        today: NaiveDate,
        now: DateTime<Utc>,
    ) -> Vec<(DaySpan, Option<DateTime<Utc>>)> {
        let before = self.preceding_span();
        if !(self.first..=self.last).contains(&today) {
            return vec![(before, None)];
        }
        let back = self.first - before.first;
        let day = today - back;
        let whole = DaySpan { first: before.first, last: day.pred_opt().unwrap_or(day) };
        let is_any = whole.first < day;
        let part = (DaySpan { first: day, last: day }, Some(now - back));
        is_any.then_some((whole, None)).into_iter().chain([part]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_preceding_period_has_as_many_days_and_defaults_are_today() {
        let day = |n| NaiveDate::from_ymd_opt(2026, 11, n).unwrap();
        let span = |start_date, end_date| ReportDays { start_date, end_date }.span(day(25));
        assert_eq!(span(None, None).unwrap(), DaySpan { first: day(25), last: day(25) });
        assert_eq!(span(Some(day(20)), None).unwrap(), DaySpan { first: day(20), last: day(25) });
        assert_eq!(span(None, Some(day(20))).unwrap(), DaySpan { first: day(20), last: day(20) });
        let week = span(Some(day(16)), Some(day(22))).unwrap();
        assert_eq!(week.preceding_span(), DaySpan { first: day(9), last: day(15) });
        let so_far = span(Some(day(23)), Some(day(25))).unwrap();
        assert_eq!(so_far.preceding_span(), DaySpan { first: day(16), last: day(18) });
        let longer = span(Some(day(11)), Some(day(20))).unwrap();
        assert_eq!(longer.preceding_span(), DaySpan { first: day(1), last: day(10) });
        // A span that is not over is compared with the same part of the preceding one.
        let now = "2026-11-25T20:15:00Z".parse().unwrap();
        let until: DateTime<Utc> = "2026-11-18T20:15:00Z".parse().unwrap();
        let part = (DaySpan { first: day(18), last: day(18) }, Some(until));
        let whole = DaySpan { first: day(16), last: day(17) };
        assert_eq!(so_far.preceding_spans_until(day(25), now), [(whole, None), part]);
        let whole_week = span(Some(day(23)), Some(day(29))).unwrap();
        assert_eq!(whole_week.preceding_spans_until(day(25), now), [(whole, None), part]);
        assert_eq!(span(None, None).unwrap().preceding_spans_until(day(25), now), [part]);
        assert_eq!(week.preceding_spans_until(day(25), now), [(week.preceding_span(), None)]);
        assert!(span(Some(day(22)), Some(day(16))).is_err());
        assert!(span(NaiveDate::from_ymd_opt(2020, 1, 1), Some(day(1))).is_err());
    }
}
