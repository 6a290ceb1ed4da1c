//! Compares the use of items by recipes with the use found by counts: the missing quantity of each item and its value.

use super::list_store as store;
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::CategoryId,
    listing::Paging,
    money::{Money, Quantity, SCALE, div_round},
    words::text_enum,
};
use comanda_ledgers::stock::{
    ItemKind,
    usage::{self, ItemUse},
};
use comanda_platform::settings::Settings;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use utoipa::ToSchema;

text_enum!(
    /// The result of the last count of an item.
    UseState {
        /// The stock was less than recipes and documents left.
        Missing = "MISSING",
        /// The stock was more.
        Surplus = "SURPLUS",
        /// The stock was equal.
        Exact = "EXACT",
        NotCounted = "NOT_COUNTED",
    }
);

/// The span of days of the comparison.
#[derive(Debug, Clone, Copy, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UseSpan {
    /// The first business day; when absent, the first of the last day's month.
    pub date_initialize: Option<NaiveDate>,
    /// The last business day; today when absent.
    pub date_end: Option<NaiveDate>,
}

/// The use of an item, in its own unit.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StockUse {
    pub item_type: ItemKind,
    pub item_id: i64,
    pub name: String,
    pub category_id: Option<CategoryId>,
    pub category: Option<String>,
    pub measurement: String,
    /// The quantity used by sales and productions, according to recipes.
    pub theoretical: Quantity,
    /// The quantity recorded by hand: waste, gifts, own use.
    pub by_hand: Quantity,
    /// The actual use found by counts; null when the item was not counted.
    pub counted_use: Option<Quantity>,
    /// The correction by counts; negative when stock is missing. Null when the item was not counted.
    pub difference: Option<Quantity>,
    /// The difference at cost; null where the cost is unknown.
    pub difference_value: Option<Money>,
    /// The difference in per cent of the theoretical use, with one decimal; null where that use is zero.
    pub difference_percent: Option<Quantity>,
    /// The business day of the last count; null when there is none in the span.
    pub counted_on: Option<NaiveDate>,
    pub state: UseState,
    /// Whether the value is still being computed.
    pub pending: bool,
}

/// The totals of all items, whatever state is selected.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
pub struct UseTotals {
    pub missing: i64,
    pub surplus: i64,
    pub exact: i64,
    pub not_counted: i64,
    /// The missing stock at cost, as a negative amount.
    pub missing_value: Money,
    pub surplus_value: Money,
    /// The number of differences whose cost is unknown.
    pub without_cost: i64,
    pub pending: i64,
}

/// A page of items with their use.
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

/// Loads a page of items, the largest missing value first unless another order is asked for.
pub async fn load_page(tx: &mut Tx, paging: &Paging, span: UseSpan, now: DateTime<Utc>) -> Result<StockUses> {
    let settings = Settings::load(tx).await?;
    let last = span.date_end.unwrap_or_else(|| settings.business_day(now));
    let first = span.date_initialize.unwrap_or_else(|| last.with_day(1).unwrap_or(last));
    if first > last {
        return invalid("date_end", "La fecha final no puede ser antes de la inicial.").err();
    }
    let filters = paging.parse_filters()?;
    let states: Vec<UseState> = parse_words(filters.column_texts("state"))?.unwrap_or_default();
    let kinds = parse_words(filters.column_texts("item_type"))?;
    let categories = filters.column_ids("category_id")?;
    let used = usage::list_item_use(tx, (first, last), paging.term.as_deref(), kinds, categories, now).await?;
    let span = (settings.day_begins(first), settings.day_span(last).1);
    let counted = store::load_last_counted(tx, span).await?;
    let mut all: Vec<StockUse> = used
        .into_iter()
        .map(|used| {
            let at = counted.get(&used.item).copied();
            use_row(used, at.map(|at| settings.business_day(at)))
        })
        .collect();
    let totals = sum_totals(&all);
    all.retain(|row| states.is_empty() || states.contains(&row.state));
    sort(&mut all, paging.sort.as_deref())?;
    let page = paging.slice_page(all)?;
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

fn parse_words<W: FromStr>(texts: Option<Vec<String>>) -> Result<Option<Vec<W>>> {
    let word = |text: String| text.parse().map_err(|_| invalid("filters", format!("No se conoce {text}.")).into());
    texts.map(|texts| texts.into_iter().map(word).collect()).transpose()
}

/// Builds the row of an item; a count without difference moves nothing but still counts as a count.
fn use_row(used: ItemUse, counted_on: Option<NaiveDate>) -> StockUse {
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
        difference_percent: difference.and_then(|d| percent_of(d, used.by_recipes)),
        counted_on,
        state,
        pending: used.pending,
    }
}

fn percent_of(difference: Quantity, whole: Quantity) -> Option<Quantity> {
    if whole <= Quantity::ZERO {
        return None;
    }
    let tenths = div_round(i128::from(difference.millionths()) * 1_000, i128::from(whole.millionths()));
    i64::try_from(tenths).ok()?.checked_mul(SCALE / 10).map(Quantity::from_millionths)
}

fn sum_totals(all: &[StockUse]) -> UseTotals {
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

/// Sorts rows that come ordered by name, which remains the order among equals.
fn sort(rows: &mut [StockUse], order: Option<&str>) -> Result<()> {
    let order = order.filter(|order| !order.is_empty()).unwrap_or("difference_value");
    match order.trim_start_matches('-') {
        // An unknown value counts as zero, so such items come after those with a known loss.
        "difference_value" => rows.sort_by_key(|r| (r.difference.is_none(), r.difference_value.unwrap_or_default())),
        "difference_percent" => rows.sort_by_key(|r| (r.difference_percent.is_none(), r.difference_percent)),
        "theoretical" => rows.sort_by_key(|r| r.theoretical),
        "name" => {}
        _ => {
            let text = "Esta lista se ordena por: difference_value, difference_percent, theoretical, name.";
            return invalid("sort", text).err();
        }
    }
    if order.starts_with('-') {
        rows.reverse();
    }
    Ok(())
}
