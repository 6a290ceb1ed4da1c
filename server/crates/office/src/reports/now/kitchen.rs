//! The kitchen's day in times: prepared dishes, their duration and waiting dishes, without any amounts of money.

use crate::reports::attention::AttentionContext;
use chrono::{DateTime, Utc};
use comanda_base::{db::Tx, error::Result, money::Quantity};
use comanda_orders::orders::kitchen_source::{self, PreparedDish, WaitingDish};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The state of the kitchen now.
#[derive(Debug, Serialize, ToSchema)]
pub struct KitchenNow {
    pub all: TimesNow,
    /// The areas with prepared or waiting dishes today, by name.
    pub areas: Vec<AreaTimesNow>,
    /// The time at which the oldest waiting dish was sent.
    pub oldest_sent_at: Option<DateTime<Utc>>,
}

/// Today's dishes; the dishes of a combo count one by one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct TimesNow {
    pub prepared: Quantity,
    /// The median time from sent to ready. Absent as long as no dish was ready.
    pub median_seconds: Option<i64>,
    /// The prepared dishes that took longer than their area promises.
    pub prepared_late: Quantity,
    pub waiting: Quantity,
    pub waiting_late: Quantity,
}

/// The dishes of one area.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AreaTimesNow {
    pub name: String,
    #[serde(flatten)]
    pub times: TimesNow,
}

pub(super) async fn load_kitchen_now(tx: &mut Tx, context: &AttentionContext<'_>) -> Result<KitchenNow> {
    let prepared = kitchen_source::list_prepared_dishes(tx, context.today).await?;
    Ok(times_by_area(&prepared, context.waiting, context.now))
}

/// Returns the quantity of waiting dishes that are late.
pub(super) fn late_quantity(waiting: &[WaitingDish], now: DateTime<Utc>) -> Quantity {
    waiting.iter().filter(|dish| dish.is_late(now)).map(|dish| dish.quantity).sum()
}

fn times_by_area(prepared: &[PreparedDish], waiting: &[WaitingDish], now: DateTime<Utc>) -> KitchenNow {
    let mut by_area: BTreeMap<&str, (Vec<&PreparedDish>, Vec<&WaitingDish>)> = BTreeMap::new();
    for dish in prepared {
        by_area.entry(&dish.area).or_default().0.push(dish);
    }
    for dish in waiting {
        by_area.entry(&dish.area).or_default().1.push(dish);
    }
    let area = |(name, (prepared_dishes, open)): (&str, (Vec<_>, Vec<_>))| AreaTimesNow {
        name: name.to_owned(),
        times: sum_times(&prepared_dishes, &open, now),
    };
    KitchenNow {
        all: sum_times(&prepared.iter().collect::<Vec<_>>(), &waiting.iter().collect::<Vec<_>>(), now),
        areas: by_area.into_iter().map(area).collect(),
        oldest_sent_at: waiting.iter().map(|dish| dish.sent_at).min(),
    }
}

fn sum_times(prepared_dishes: &[&PreparedDish], open: &[&WaitingDish], now: DateTime<Utc>) -> TimesNow {
    let took_long = |dish: &&&PreparedDish| dish.seconds > dish.late_minutes * 60;
    TimesNow {
        prepared: prepared_dishes.iter().map(|dish| dish.quantity).sum(),
        median_seconds: median(prepared_dishes.iter().map(|dish| dish.seconds).collect()),
        prepared_late: prepared_dishes.iter().filter(took_long).map(|dish| dish.quantity).sum(),
        waiting: open.iter().map(|dish| dish.quantity).sum(),
        waiting_late: open.iter().filter(|dish| dish.is_late(now)).map(|dish| dish.quantity).sum(),
    }
}

/// Returns the middle value, or the mean of the two middle ones.
fn median(mut seconds: Vec<i64>) -> Option<i64> {
    seconds.sort_unstable();
    let (low, high) = (seconds.len().checked_sub(1)? / 2, seconds.len() / 2);
    Some((seconds[low] + seconds[high]) / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_what_was_made_took_less_than_the_median() {
        for (seconds, expected) in [
            (vec![], None),
            (vec![240], Some(240)),
            (vec![900, 300], Some(600)),
            (vec![60, 3600, 120], Some(120)),
            (vec![4, 1, 3, 2], Some(2)),
        ] {
            assert_eq!(median(seconds), expected);
        }
    }
}
