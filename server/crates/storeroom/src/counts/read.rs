//! Reads one count in full. The expected stock is returned only for the review by the office.

use super::{
    answer::{
        StockCount, StockCountCancelled, StockCountEntered, StockCountLine, StockCountLineReview, StockCountRecount,
        StockCountTotals, StockCountUnit,
    },
    list_store::{self, StoredCount},
    model::CountStatus,
    store::{self, StoredLine},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    ids::{CountId, CountLineId},
    money::{Money, Quantity},
    words::Status,
};
use comanda_ledgers::stock::{
    Item,
    counting::{self, LedgerStock},
    units::{self, Unit},
};
use comanda_platform::use_case::{Action, Actor};
use std::collections::HashMap;

/// The ledger's data about the items of a count.
struct Ledger {
    states: HashMap<Item, LedgerStock>,
    sold: HashMap<Item, Quantity>,
}

/// Loads the stored row of a count.
pub(super) async fn load_stored(tx: &mut Tx, id: CountId) -> Result<StoredCount> {
    list_store::find_by_id(tx, id).await.or_not_found("el conteo")
}

/// Loads a count; the expected stock is included where `reviews` is set, the count is not open, and the user may see it.
pub(super) async fn load_count(
    tx: &mut Tx,
    actor: &Actor,
    id: CountId,
    (reviews, now): (bool, DateTime<Utc>),
) -> Result<StockCount> {
    let stored = load_stored(tx, id).await?;
    let lines = store::load_lines(tx, id).await?;
    let units = units::list_units(tx).await?;
    let sees = actor.can_without_pin(Action::EditCatalog);
    let ledger = match reviews && sees && stored.status != CountStatus::Open {
        true => Some(load_ledger(tx, &stored, &lines, now).await?),
        false => None,
    };
    let place = Some(stored.place.clone()).filter(|place| !place.is_empty());
    let lines: Vec<StockCountLine> = lines
        .iter()
        .map(|line| StockCountLine {
            review: ledger.as_ref().map(|ledger| review_line(&stored, line, ledger)),
            ..to_line(line, place.clone(), &units)
        })
        .collect();
    let cancelled = stored.cancelled_at.map(|at| StockCountCancelled {
        at,
        by: stored.cancelled_by.clone().unwrap_or_default(),
        reason: stored.cancel_reason.clone().unwrap_or_default(),
    });
    let counters = list_store::load_counters(tx, &[id]).await?.remove(&id).unwrap_or_default();
    Ok(StockCount {
        totals: ledger.is_some().then(|| sum_totals(&lines)),
        row: stored.to_row(counters, sees),
        started_at: stored.started_at,
        ended_at: stored.ended_at,
        lines,
        cancelled,
        warnings: Vec::new(),
    })
}

/// Computes the current value of the differences of a count.
pub(super) async fn compute_value(tx: &mut Tx, id: CountId, now: DateTime<Utc>) -> Result<Money> {
    let stored = load_stored(tx, id).await?;
    let lines = store::load_lines(tx, id).await?;
    let ledger = load_ledger(tx, &stored, &lines, now).await?;
    Ok(lines.iter().filter_map(|line| review_line(&stored, line, &ledger).value).sum())
}

/// Loads one line as a counting user sees it.
pub(super) async fn load_line(tx: &mut Tx, stored: &StoredCount, id: CountLineId) -> Result<StockCountLine> {
    let line: StoredLine = store::find_line(tx, stored.id, id).await.or_not_found("el ítem en este conteo")?;
    let place = Some(stored.place.clone()).filter(|place| !place.is_empty());
    Ok(to_line(&line, place, &units::list_units(tx).await?))
}

async fn load_ledger(tx: &mut Tx, stored: &StoredCount, lines: &[StoredLine], now: DateTime<Utc>) -> Result<Ledger> {
    let items: Vec<Item> = lines.iter().map(StoredLine::item).collect();
    let until = stored.approved_at.or(stored.cancelled_at).unwrap_or(now);
    let states = counting::load_ledger_stock(tx, &items).await?;
    Ok(Ledger { states, sold: counting::load_sold_between(tx, &items, (stored.created_at, until)).await? })
}

fn to_line(line: &StoredLine, place: Option<String>, units: &[Unit]) -> StockCountLine {
    let in_line_unit = |base: Quantity| units::convert_from_base(base, line.equivalence);
    let awaits_recount = line.recount_asked_at.is_some();
    let codes: Vec<String> = line.codes.lines().map(str::to_owned).collect();
    let entered = line.entered.zip(line.entered_measurement_id);
    StockCountLine {
        id: line.id,
        item_type: line.item_kind,
        item_id: line.item_id,
        name: line.name.clone(),
        code: codes.first().cloned(),
        codes,
        category: line.category.clone(),
        place,
        measurement_id: line.measurement_id,
        measurement: line.measurement.clone(),
        units: countable_units(line, units),
        counted: line.counted.filter(|_| !awaits_recount).map(in_line_unit),
        entered: entered
            .filter(|_| !awaits_recount)
            .map(|(quantity, measurement_id)| StockCountEntered { quantity, measurement_id }),
        counted_by_id: line.counted_by,
        counted_by: line.counted_by_name.clone(),
        counted_at: line.counted_at,
        version: line.version,
        recount: line.recount_asked_at.map(|asked_at| StockCountRecount {
            by_user_id: line.recount_by,
            by_name: line.recount_by_name.clone(),
            asked_at,
        }),
        review: None,
    }
}

/// Lists the units of a line: its own first, then all active ones of the same base.
fn countable_units(line: &StoredLine, units: &[Unit]) -> Vec<StockCountUnit> {
    let Some(line_unit) = units.iter().find(|u| u.id == line.measurement_id) else { return Vec::new() };
    let others =
        units.iter().filter(|u| u.id != line_unit.id && u.base() == line_unit.base() && u.status == Status::Active);
    let to_unit = |unit: &Unit| StockCountUnit {
        measurement_id: unit.id,
        symbol: unit.symbol.clone(),
        name: unit.name.clone(),
        factor: units::convert_from_base(unit.equivalence, line_unit.equivalence),
    };
    std::iter::once(line_unit).chain(others).map(to_unit).collect()
}

fn review_line(stored: &StoredCount, line: &StoredLine, ledger: &Ledger) -> StockCountLineReview {
    let in_line_unit = |base: Quantity| units::convert_from_base(base, line.equivalence);
    let state = ledger.states.get(&line.item()).copied().unwrap_or_default();
    let unit_cost = match stored.status {
        CountStatus::Approved => line.unit_cost,
        _ => state.unit_cost,
    };
    let expected = line.expected.unwrap_or(state.on_hand);
    let difference = line.counted.map(|counted| counted - expected);
    let value = difference.and_then(|difference| match difference.is_zero() {
        true => Some(Money::ZERO),
        false => unit_cost.and_then(|cost| cost.cost_of(difference)).map(Money::to_centimos),
    });
    StockCountLineReview {
        counted: line.counted.map(in_line_unit),
        expected: in_line_unit(expected),
        difference: difference.map(in_line_unit),
        unit_cost: unit_cost.and_then(|cost| cost.cost_of(line.equivalence)),
        value,
        sold_meanwhile: in_line_unit(ledger.sold.get(&line.item()).copied().unwrap_or_default()),
        recounted: line.recounted,
    }
}

fn sum_totals(lines: &[StockCountLine]) -> StockCountTotals {
    let mut totals = StockCountTotals { lines: i64::try_from(lines.len()).unwrap_or(i64::MAX), ..Default::default() };
    for line in lines {
        totals.recounts += i64::from(line.recount.is_some());
        let Some(review) = line.review else { continue };
        let Some(difference) = review.difference else { continue };
        totals.counted += 1;
        let value = review.value.unwrap_or_default();
        totals.value += value;
        totals.without_cost += i64::from(review.value.is_none());
        if difference.is_zero() {
            totals.matching += 1;
        } else if difference.is_negative() {
            totals.missing_items += 1;
            totals.missing_value += value;
        } else {
            totals.surplus_items += 1;
            totals.surplus_value += value;
        }
    }
    totals
}
