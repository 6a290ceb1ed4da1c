//! What recipes say that was used, against what counts found: what is missing of each item, and what that is worth.

use super::list_store as store;
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::CategoryId,
    listing::Paging,
    money::{Money, Quantity, SCALE, div_round},
    words::words,
};
use comanda_ledgers::stock::{
    ItemKind,
    usage::{self, ItemUse},
};
use comanda_platform::settings::Settings;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use utoipa::ToSchema;

words!(
    /// What a count said of an item.
    UseState {
        /// There was less than recipes and documents left.
        Missing = "MISSING",
        /// There was more.
        Surplus = "SURPLUS",
        /// There was as much.
        Exact = "EXACT",
        NotCounted = "NOT_COUNTED",
    }
);

/// Which days are asked about.
#[derive(Debug, Clone, Copy, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UseSpan {
    /// First business day; absent: the first of the last day's month.
    pub date_initialize: Option<NaiveDate>,
    /// Last business day; absent: today.
    pub date_end: Option<NaiveDate>,
}

/// What was used of an item, in its own unit.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StockUse {
    pub item_type: ItemKind,
    pub item_id: i64,
    pub name: String,
    pub category_id: Option<CategoryId>,
    pub category: Option<String>,
    pub measurement: String,
    /// By sales and productions, as recipes say.
    pub theoretical: Quantity,
    /// By what somebody wrote down: waste, gifts, own use.
    pub by_hand: Quantity,
    /// What it really was, by the counts; null: it was not counted.
    pub counted_use: Option<Quantity>,
    /// What counts put right; less than nothing: so much is missing. Null: it was not counted.
    pub difference: Option<Quantity>,
    /// The same at cost; null where that is unknown.
    pub difference_value: Option<Money>,
    /// Of what recipes say that was used, to a tenth; null where that is nothing.
    pub difference_percent: Option<Quantity>,
    /// The business day of the last count; null: none between these days.
    pub counted_on: Option<NaiveDate>,
    pub state: UseState,
    /// Its value is being computed.
    pub pending: bool,
}

/// What all of it comes to, whatever state is chosen.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
pub struct UseTotals {
    pub missing: i64,
    pub surplus: i64,
    pub exact: i64,
    pub not_counted: i64,
    /// What is missing at cost, less than nothing.
    pub missing_value: Money,
    pub surplus_value: Money,
    /// Differences of which nobody knows the cost.
    pub without_cost: i64,
    pub pending: i64,
}

/// A page of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct StockUses {
    pub success: bool,
    pub rows: Vec<StockUse>,
    pub total_rows: i64,
    pub total_pages: i64,
    pub totals: UseTotals,
    pub date_initialize: NaiveDate,
    pub date_end: NaiveDate,
}

/// A page of what was used, what is missing most first unless another order is asked for.
pub async fn page(tx: &mut Tx, paging: &Paging, span: UseSpan, now: DateTime<Utc>) -> Result<StockUses> {
    let settings = Settings::load(tx).await?;
    let last = span.date_end.unwrap_or_else(|| settings.business_day(now));
    let first = span.date_initialize.unwrap_or_else(|| last.with_day(1).unwrap_or(last));
    if first > last {
        return invalid("date_end", "La fecha final no puede ser antes de la inicial.").err();
    }
    let filters = paging.filters()?;
    let states: Vec<UseState> = words_of(filters.texts("state"))?.unwrap_or_default();
    let kinds = words_of(filters.texts("item_type"))?;
    let categories = filters.ids("category_id")?;
    let used = usage::between(tx, (first, last), paging.term.as_deref(), kinds, categories, now).await?;
    let span = (settings.day_begins(first), settings.span_of(last).1);
    let counted = store::last_counted(tx, span).await?;
    let mut all: Vec<StockUse> = used
        .into_iter()
        .map(|used| {
            let at = counted.get(&used.item).copied();
            row(used, at.map(|at| settings.business_day(at)))
        })
        .collect();
    let totals = totals(&all);
    all.retain(|row| states.is_empty() || states.contains(&row.state));
    sort(&mut all, paging.sort.as_deref())?;
    let page = paging.slice(all)?;
    let (total_rows, total_pages) = (page.total_rows, page.total_pages);
    Ok(StockUses {
        success: true,
        rows: page.rows,
        total_rows,
        total_pages,
        totals,
        date_initialize: first,
        date_end: last,
    })
}

fn words_of<W: FromStr>(texts: Option<Vec<String>>) -> Result<Option<Vec<W>>> {
    let word = |text: String| text.parse().map_err(|_| invalid("filters", format!("No se conoce {text}.")).into());
    texts.map(|texts| texts.into_iter().map(word).collect()).transpose()
}

/// A count that found what was expected moves nothing, and is a count all the same.
fn row(used: ItemUse, counted_on: Option<NaiveDate>) -> StockUse {
    let difference = counted_on.map(|_| used.found.unwrap_or_default());
    let value = difference.and_then(|d| if d.is_zero() { Some(Money::ZERO) } else { used.found_value });
    let state = match difference {
        None => UseState::NotCounted,
        Some(d) if d.is_zero() => UseState::Exact,
        Some(d) if d.is_negative() => UseState::Missing,
        Some(_) => UseState::Surplus,
    };
    StockUse {
        item_type: used.item.kind(),
        item_id: used.item.id(),
        name: used.name,
        category_id: used.category_id,
        category: used.category,
        measurement: used.measurement,
        theoretical: used.by_recipes,
        by_hand: used.by_hand,
        counted_use: difference.map(|d| used.by_recipes + used.by_hand - d),
        difference,
        difference_value: value,
        difference_percent: difference.and_then(|d| share(d, used.by_recipes)),
        counted_on,
        state,
        pending: used.pending,
    }
}

fn share(difference: Quantity, of: Quantity) -> Option<Quantity> {
    if of <= Quantity::ZERO {
        return None;
    }
    let tenths = div_round(i128::from(difference.millionths()) * 1_000, i128::from(of.millionths()));
    i64::try_from(tenths).ok()?.checked_mul(SCALE / 10).map(Quantity::from_millionths)
}

fn totals(all: &[StockUse]) -> UseTotals {
    let mut sums = UseTotals::default();
    for row in all {
        let (count, value) = match row.state {
            UseState::Missing => (&mut sums.missing, Some(&mut sums.missing_value)),
            UseState::Surplus => (&mut sums.surplus, Some(&mut sums.surplus_value)),
            UseState::Exact => (&mut sums.exact, None),
            UseState::NotCounted => (&mut sums.not_counted, None),
        };
        *count += 1;
        match (value, row.difference_value) {
            (Some(sum), Some(value)) => *sum += value,
            (Some(_), None) => sums.without_cost += 1,
            (None, _) => {}
        }
        sums.pending += i64::from(row.pending);
    }
    sums
}

/// They come by name, which stays their order among equals.
fn sort(rows: &mut [StockUse], by: Option<&str>) -> Result<()> {
    let by = by.filter(|by| !by.is_empty()).unwrap_or("difference_value");
    match by.trim_start_matches('-') {
        // What is missing and of unknown worth comes after what is known to be missing.
        "difference_value" => rows.sort_by_key(|r| (r.difference.is_none(), r.difference_value.unwrap_or_default())),
        "difference_percent" => rows.sort_by_key(|r| (r.difference_percent.is_none(), r.difference_percent)),
        "theoretical" => rows.sort_by_key(|r| r.theoretical),
        "name" => {}
        _ => {
            let text = "Esta lista se ordena por: difference_value, difference_percent, theoretical, name.";
            return invalid("sort", text).err();
        }
    }
    if by.starts_with('-') {
        rows.reverse();
    }
    Ok(())
}
