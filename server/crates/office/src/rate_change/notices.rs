//! Notices of the panel: that the rate changes soon, and that the year's sales come near the limit of a small firm.

use super::{
    coming_change::{ComingChange, PlannedRateState, is_on_small_rate, load_coming_change},
    month::{MonthOfSales, RecentSales},
    store,
};
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    money::{Money, Quantity, percent_of},
};
use comanda_ledgers::figures::{self, Cut, SalesFilter};
use comanda_masterdata::catalog::dish_costs::list_priced_dishes;
use comanda_platform::{
    law::{self, LegalSubject, soles_text},
    settings::{Settings, tax},
};

/// The share of the limit from which the house is notified, per cent.
const NOTICE_FROM: Quantity = Quantity::units(80);

/// A notice as its texts.
#[derive(Debug, Clone)]
pub struct LawNotice {
    pub text: String,
    pub detail: String,
}

/// Returns the notice of a near change that is neither confirmed nor postponed, with its cost per month.
pub async fn load_rate_notice(tx: &mut Tx, settings: &Settings, now: DateTime<Utc>) -> Result<Option<LawNotice>> {
    let Some(change) = load_undecided_change(tx, now).await?.filter(ComingChange::is_near) else { return Ok(None) };
    if store::load_postponed_until(tx).await?.is_some_and(|day| day > tax::issue_date(now)) {
        return Ok(None);
    }
    let month = load_monthly_cost(tx, &change, settings, now).await?;
    let remaining_text = match change.days_left {
        1 => "Falta 1 día.".to_owned(),
        days => format!("Faltan {days} días."),
    };
    let costs = match month.less_left > Money::ZERO {
        true => format!(" Con los precios de hoy, cada mes te quedan {} menos.", soles_text(month.less_left)),
        false => String::new(),
    };
    Ok(Some(LawNotice { text: change.headline(), detail: format!("{remaining_text}{costs}") }))
}

/// Loads the coming change if no user has confirmed its rate.
pub(super) async fn load_undecided_change(tx: &mut Tx, now: DateTime<Utc>) -> Result<Option<ComingChange>> {
    Ok(load_coming_change(tx, now).await?.filter(|change| change.state == PlannedRateState::Proposed))
}

/// Loads what the change costs the house in a month.
pub(super) async fn load_monthly_cost(
    tx: &mut Tx,
    change: &ComingChange,
    settings: &Settings,
    now: DateTime<Utc>,
) -> Result<MonthOfSales> {
    let dishes = list_priced_dishes(tx, now).await?;
    Ok(RecentSales::load(tx, settings, now).await?.monthly_cost(change, settings, &dishes))
}

/// Returns the notice that the year's sales come near the limit of a small firm, for a house at the reduced rate. The year consists of the
/// house's business days.
pub async fn load_sales_notice(tx: &mut Tx, settings: &Settings, now: DateTime<Utc>) -> Result<Option<LawNotice>> {
    let day = tax::issue_date(now);
    let Some(bound) = law::small_firm_sales_limit(day) else { return Ok(None) };
    if !is_on_small_rate(tx, now).await? {
        return Ok(None);
    }
    let first = NaiveDate::from_ymd_opt(day.year(), 1, 1).unwrap_or(day);
    let span = (first, settings.business_day(now).max(first));
    let days = figures::load_day_sums(tx, span, Cut::Day, &SalesFilter::default(), settings.time_zone).await?;
    let sold: Money = days.iter().map(|day| day.sums.net).sum();
    let Some(share) = percent_of(sold, bound).filter(|share| *share >= NOTICE_FROM) else { return Ok(None) };
    let text = match sold > bound {
        true => format!("Este año vendiste más de lo que permite la tasa de IGV reducida: {}", soles_text(sold)),
        false => format!("Tus ventas del año llegan al {share} % del tope de la tasa de IGV reducida"),
    };
    let uits = law::find_fact_on(LegalSubject::SmallFirm, day)
        .map(|fact| format!(" ({})", fact.value_text()))
        .unwrap_or_default();
    let last_uit_text = law::find_last_uit(day)
        .filter(|uit| !uit.is_valid_on(day))
        .map(|uit| format!(", con la UIT de {}, la última publicada", uit.valid_from.year()));
    let last_uit_text = last_uit_text.unwrap_or_default();
    let detail = format!(
        "Vendiste {} sin IGV; el tope de una pequeña empresa es {}{uits}{last_uit_text}. Si lo pasas, la tasa reducida se termina: háblalo con tu \
         contador.",
        soles_text(sold),
        soles_text(bound)
    );
    Ok(Some(LawNotice { text, detail }))
}
