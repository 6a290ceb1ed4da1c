//! What the panel says: that the rate changes soon, and that the year's sales come near what a small firm may sell.

use super::{
    coming::{ComingChange, PlannedRateState, coming, is_on_small_rate},
    month::{MonthOfSales, Sold},
    store,
};
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    money::{Money, Quantity, percent_of},
};
use comanda_ledgers::figures::{self, Cut, Narrowed};
use comanda_masterdata::catalog::dish_costs::priced;
use comanda_platform::{
    law::{self, LegalSubject, soles_text},
    settings::{Settings, tax},
};

/// From this share of the bound on the house is told, per cent.
const TOLD_FROM: Quantity = Quantity::units(80);

/// A notice in words.
#[derive(Debug, Clone)]
pub struct LawNotice {
    pub text: String,
    pub detail: String,
}

/// The change that the house is to decide on, soon and not put off, with what it costs a month.
pub async fn rate_notice(tx: &mut Tx, settings: &Settings, now: DateTime<Utc>) -> Result<Option<LawNotice>> {
    let Some(change) = undecided(tx, now).await?.filter(ComingChange::is_near) else { return Ok(None) };
    if store::put_off_until(tx).await?.is_some_and(|day| day > tax::issue_date(now)) {
        return Ok(None);
    }
    let month = month_of(tx, &change, settings, now).await?;
    let left = match change.days_left {
        1 => "Falta 1 día.".to_owned(),
        days => format!("Faltan {days} días."),
    };
    let costs = match month.less_left > Money::ZERO {
        true => format!(" Con los precios de hoy, cada mes te quedan {} menos.", soles_text(month.less_left)),
        false => String::new(),
    };
    Ok(Some(LawNotice { text: change.headline(), detail: format!("{left}{costs}") }))
}

/// The change that is coming, where nobody has confirmed its rate.
pub(super) async fn undecided(tx: &mut Tx, now: DateTime<Utc>) -> Result<Option<ComingChange>> {
    Ok(coming(tx, now).await?.filter(|change| change.state == PlannedRateState::Proposed))
}

/// What the change costs the house in a month.
pub(super) async fn month_of(
    tx: &mut Tx,
    change: &ComingChange,
    settings: &Settings,
    now: DateTime<Utc>,
) -> Result<MonthOfSales> {
    let dishes = priced(tx, now).await?;
    Ok(Sold::load(tx, settings, now).await?.month(change, settings, &dishes))
}

/// That the year's sales come near what a small firm may sell, for a house at its rate. The year is that of the house's business days.
pub async fn sales_notice(tx: &mut Tx, settings: &Settings, now: DateTime<Utc>) -> Result<Option<LawNotice>> {
    let day = tax::issue_date(now);
    let Some(bound) = law::small_firm_bound(day) else { return Ok(None) };
    if !is_on_small_rate(tx, now).await? {
        return Ok(None);
    }
    let first = NaiveDate::from_ymd_opt(day.year(), 1, 1).unwrap_or(day);
    let span = (first, settings.business_day(now).max(first));
    let days = figures::sold(tx, span, Cut::Day, &Narrowed::default(), settings.time_zone).await?;
    let sold: Money = days.iter().map(|day| day.sums.net).sum();
    let Some(share) = percent_of(sold, bound).filter(|share| *share >= TOLD_FROM) else { return Ok(None) };
    let text = match sold > bound {
        true => format!("Este año vendiste más de lo que permite la tasa de IGV reducida: {}", soles_text(sold)),
        false => format!("Tus ventas del año llegan al {share} % del tope de la tasa de IGV reducida"),
    };
    let uits = law::fact_on(LegalSubject::SmallFirm, day).map(|fact| format!(" ({})", fact.text())).unwrap_or_default();
    let by_last = law::last_uit(day)
        .filter(|uit| !uit.holds_on(day))
        .map(|uit| format!(", con la UIT de {}, la última publicada", uit.valid_from.year()));
    let by_last = by_last.unwrap_or_default();
    let detail = format!(
        "Vendiste {} sin IGV; el tope de una pequeña empresa es {}{uits}{by_last}. Si lo pasas, la tasa reducida se termina: háblalo con tu \
         contador.",
        soles_text(sold),
        soles_text(bound)
    );
    Ok(Some(LawNotice { text, detail }))
}
