//! Loads the next change of the IGV rate that affects this house.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    money::Quantity,
    words::{IgvTreatment, text_enum},
};
use comanda_platform::{
    law::{self, LegalFact, RateParts},
    settings::tax,
};

/// The days before the change from which the house is notified.
pub(super) const NOTICE_DAYS: i64 = 35;

text_enum!(
    /// Whether the house has planned the coming tax rate.
    PlannedRateState {
        /// The rate is law, but no user has confirmed it.
        Proposed = "PROPOSED",
        /// The house's rate table has a rate from that day on.
        Planned = "PLANNED",
    }
);

/// The next change of a house that sells at the rate of small restaurants.
#[derive(Debug, Clone)]
pub(super) struct ComingChange {
    pub valid_from: NaiveDate,
    pub days_left: i64,
    pub from: Quantity,
    /// The rate of the house's table or, where it has none, of the law.
    pub to: Quantity,
    /// The parts of the law's rate.
    pub law_parts: RateParts,
    pub facts: Vec<&'static LegalFact>,
    pub state: PlannedRateState,
}

impl ComingChange {
    pub fn is_near(&self) -> bool {
        self.days_left <= NOTICE_DAYS
    }
    /// Returns the first day of the change as `1 de enero de 2027`.
    pub fn day_text(&self) -> String {
        let month = MONTHS[self.valid_from.month0() as usize % MONTHS.len()];
        format!("{} de {month} de {}", self.valid_from.day(), self.valid_from.year())
    }
    /// Returns `El 1 de enero de 2027 tu IGV pasa de 10.5 % a 15 %`.
    pub fn headline(&self) -> String {
        format!("El {} tu IGV pasa de {} % a {} %", self.day_text(), self.from, self.to)
    }
}

const MONTHS: [&str; 12] = [
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "setiembre",
    "octubre",
    "noviembre",
    "diciembre",
];

/// Whether the house sells at the present rate of small restaurants.
pub(super) async fn is_on_small_rate(tx: &mut Tx, now: DateTime<Utc>) -> Result<bool> {
    let rule = tax::load_rule_at(tx, now).await?;
    let small = law::small_restaurant_rate_on(tax::issue_date(now)).map(RateParts::total);
    Ok(small == Some(rule.percent_of(IgvTreatment::Taxed)))
}

/// Loads the next change of the house's rate. Returns `None` where the house does not sell at the rate of small restaurants today, where
/// its own table leaves that rate before the change, and where no IGV will apply on that day.
pub(super) async fn load_coming_change(tx: &mut Tx, now: DateTime<Utc>) -> Result<Option<ComingChange>> {
    let today = tax::issue_date(now);
    let Some(next) = law::next_small_restaurant_rate(today) else { return Ok(None) };
    // A house that is exonerated or under the Nuevo RUS, also on the day of the change, has no IGV that could change.
    let then = tax::load_rule_on(tx, next.valid_from).await?;
    if !is_on_small_rate(tx, now).await? || then.percent_of(IgvTreatment::Taxed).is_zero() {
        return Ok(None);
    }
    let from = tax::load_rule_at(tx, now).await?.percent;
    let rates = tax::list_rates(tx).await?;
    if rates.iter().any(|rate| today < rate.valid_from && rate.valid_from < next.valid_from && rate.percent != from) {
        return Ok(None);
    }
    let planned = rates.into_iter().find(|rate| rate.valid_from == next.valid_from);
    Ok(Some(ComingChange {
        valid_from: next.valid_from,
        days_left: (next.valid_from - today).num_days(),
        from,
        to: planned.as_ref().map_or(next.parts.total(), |rate| rate.percent),
        law_parts: next.parts,
        facts: next.facts,
        state: if planned.is_some() { PlannedRateState::Planned } else { PlannedRateState::Proposed },
    }))
}
