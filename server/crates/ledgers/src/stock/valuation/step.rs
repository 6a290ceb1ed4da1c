//! One step of valuing: a bounded number of moves in one transaction, after which the ledger is consistent as far as it is valued. Items
//! whose moves came in order are valued together; one that is valued again, or has many moves, gets the rest of the step.

use super::{
    lines,
    moving_average::Balance,
    productions::{self, ChangedProductions},
    store::{self, MAX_MOVES_PER_STEP, MoveRow, PendingItem},
    write_store::{self, ReplayChange, ValuationProgress, ValuedMove},
};
use crate::{
    figures,
    stock::model::{Item, MoveReason},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Tx},
    ids::LineId,
    money::{Money, Quantity},
};
use std::collections::{BTreeMap, BTreeSet};

/// The outcome of a step.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct StepOutcome {
    /// Whether more has to be valued.
    pub more: bool,
    /// Whether a replay ended, so that screens have to show other figures.
    pub replayed: bool,
}

/// Values some of the pending items.
pub(super) async fn value_pending_items(tx: &mut Tx, now: DateTime<Utc>) -> db::Result<StepOutcome> {
    let waiting = store::lock_pending(tx).await?;
    if waiting.is_empty() {
        return Ok(StepOutcome::default());
    }
    let (short, long): (Vec<PendingItem>, Vec<PendingItem>) =
        waiting.into_iter().partition(|item| item.valued_at.is_some() && item.replay_from.is_none() && !item.is_behind);
    let mut results = StepResults::default();
    let mut more = long.len() > 1;
    if !short.is_empty() {
        more |= value_new_moves(tx, &short, &mut results).await?;
    }
    if let Some(first) = long.first() {
        more |= revalue(tx, first, &mut results).await?;
    }
    let replayed = !results.ended.is_empty();
    more |= results.write(tx, now).await?;
    Ok(StepOutcome { more, replayed })
}

/// Values items that only have new moves, and returns whether some moves are left.
async fn value_new_moves(tx: &mut Tx, waiting: &[PendingItem], results: &mut StepResults) -> db::Result<bool> {
    let from: Vec<(Item, DateTime<Utc>)> =
        waiting.iter().filter_map(|w| w.valued_at.map(|at| (w.item(), at))).collect();
    let rows = store::list_new_moves(tx, &from).await?;
    let is_incomplete = i64::try_from(rows.len()).is_ok_and(|n| n > MAX_MOVES_PER_STEP);
    // The last item may have more moves than were read: it waits for the next step.
    let incomplete_item = rows.last().filter(|_| is_incomplete).map(MoveRow::item);
    let mut by_item: BTreeMap<Item, Vec<MoveRow>> = BTreeMap::new();
    for row in rows {
        by_item.entry(row.item()).or_default().push(row);
    }
    let mut more = is_incomplete;
    let late = store::find_first_late_by_item(tx, &from).await?;
    for w in waiting.iter().take_while(|w| incomplete_item.is_none_or(|incomplete_item| w.item() < incomplete_item)) {
        let rows = by_item.remove(&w.item()).unwrap_or_default();
        if let Some(late) = late.get(&w.item()) {
            write_store::request_replay(tx, w.item(), *late).await?;
            more = true;
            continue;
        }
        results.add_item(tx, w, w.balance(), w.valued_at, rows, true).await?;
    }
    if let Some(w) = waiting.iter().find(|w| incomplete_item == Some(w.item())) {
        more |= revalue(tx, w, results).await?;
    }
    Ok(more)
}

/// Values the next moves of one item, from where it has to be valued again, and returns whether some moves are left.
async fn revalue(tx: &mut Tx, w: &PendingItem, results: &mut StepResults) -> db::Result<bool> {
    let replayed = w.replay_from.filter(|from| w.valued_at.is_some_and(|at| *from <= at));
    let late = match w.valued_at {
        Some(at) => store::find_first_late(tx, w.item(), at).await?,
        None => None,
    };
    let (position, balance) = match replayed.into_iter().chain(late).min() {
        None => (w.valued_at, w.balance()),
        Some(from) => match store::find_balance_before(tx, w.item(), from).await? {
            Some((at, balance)) => (Some(at), balance),
            None => (None, Balance::default()),
        },
    };
    let mut rows = store::list_moves_after(tx, w.item(), position).await?;
    let is_incomplete = i64::try_from(rows.len()).is_ok_and(|n| n > MAX_MOVES_PER_STEP);
    if is_incomplete && let Some(last) = rows.last().map(|r| r.at) {
        // Moves of one moment belong together.
        rows.retain(|r| r.at < last);
        if rows.is_empty() {
            rows = store::list_moves_at(tx, w.item(), last).await?;
        }
    }
    results.add_item(tx, w, balance, position, rows, !is_incomplete).await?;
    Ok(is_incomplete)
}

/// The rows that one step of the valuation writes.
#[derive(Default)]
struct StepResults {
    values: Vec<ValuedMove>,
    progress: Vec<ValuationProgress>,
    used: BTreeMap<(Item, NaiveDate), Quantity>,
    bought: BTreeSet<Item>,
    changed: Vec<ReplayChange>,
    productions: ChangedProductions,
    ended: Vec<(String, Item)>,
    /// The first business day on which something sold has another value now.
    sold_since: Option<NaiveDate>,
}

impl StepResults {
    async fn add_item(
        &mut self,
        tx: &mut Tx,
        w: &PendingItem,
        mut balance: Balance,
        position: Option<DateTime<Utc>>,
        rows: Vec<MoveRow>,
        is_last: bool,
    ) -> db::Result<()> {
        let item = w.item();
        let lines: BTreeSet<LineId> =
            rows.iter().filter(|r| r.reason != MoveReason::Sale).filter_map(|r| r.line_id).collect();
        let lines: Vec<LineId> = lines.into_iter().collect();
        let before = match position {
            Some(until) => store::list_line_moves(tx, item, &lines, until).await?,
            None => Vec::new(),
        };
        let valued = lines::value_moves(&mut balance, &rows, &before);
        let mut changed = ReplayChange {
            source: w.cause.clone().unwrap_or_default(),
            item,
            sales: 0,
            days: None,
            before: Money::ZERO,
            after: Money::ZERO,
            unknown_before: 0,
        };
        for (row, (move_value, after)) in rows.iter().zip(&valued) {
            let is_new = row.balance.is_none();
            let now =
                (move_value.value, move_value.adjustment, Some(after.quantity), after.value_if_known(), after.cost);
            if (row.value, row.adjustment, row.balance, row.balance_value, row.balance_cost) != now {
                self.values.push(ValuedMove {
                    id: row.id,
                    value: move_value.value,
                    adjustment: move_value.adjustment,
                    after: *after,
                });
                if productions::is_ingredient(row) {
                    self.productions.insert(row.source.clone(), w.cause.clone());
                }
            }
            if row.line_id.is_some() && row.value != move_value.value {
                self.sold_since = self.sold_since.into_iter().chain([row.business_day]).min();
            }
            if row.reason == MoveReason::Purchase {
                self.bought.insert(item);
            }
            let is_use = (row.line_id.is_some() && row.reason != MoveReason::Split) || productions::is_use(row, &rows);
            if is_new && is_use {
                *self.used.entry((item, row.business_day)).or_default() -= row.quantity;
            }
            if !is_new && row.reason == MoveReason::Sale && row.value != move_value.value {
                changed.sales += 1;
                changed.unknown_before += i64::from(row.value.is_none());
                changed.before -= row.value.unwrap_or_default();
                changed.after -= move_value.value.unwrap_or_default();
                let (first, last) = changed.days.unwrap_or((row.business_day, row.business_day));
                changed.days = Some((first.min(row.business_day), last.max(row.business_day)));
            }
        }
        if changed.sales > 0 && w.cause.is_some() {
            self.changed.push(changed);
        }
        if let Some(cause) = w.cause.clone().filter(|_| is_last) {
            self.ended.push((cause, item));
        }
        self.progress.push(ValuationProgress {
            item,
            changes: if is_last { w.changes } else { -1 },
            valued_at: rows.last().map(|r| r.at).or(position),
            balance,
            cause: w.cause.clone().filter(|_| !is_last),
        });
        Ok(())
    }

    /// Writes everything, and returns whether something has to be valued again because of it.
    async fn write(self, tx: &mut Tx, now: DateTime<Utc>) -> db::Result<bool> {
        write_store::write_values(tx, &self.values).await?;
        write_store::write_progress(tx, &self.progress).await?;
        let used: Vec<(Item, NaiveDate, Quantity)> =
            self.used.into_iter().map(|((item, day), used)| (item, day, used)).collect();
        write_store::add_used(tx, &used).await?;
        let bought: Vec<Item> = self.bought.into_iter().collect();
        write_store::update_purchase_prices(tx, &bought).await?;
        if let Some(day) = self.sold_since {
            figures::mark_days_stale_since(tx, day).await?;
        }
        write_store::add_replay_changes(tx, &self.changed, now).await?;
        write_store::end_replays(tx, &self.ended, now).await?;
        productions::update_product_costs(tx, &self.productions).await
    }
}
