//! One step of valuing: a bounded number of moves in one transaction, after which the ledger is consistent as far as it is valued.
//! Items whose moves came in order are taken together; one that is valued again, or has much to be valued, gets the rest of the step.

use super::{
    fold::Balance,
    lines,
    made::{self, Touched},
    store::{self, MAX_STEP, MoveRow, Waiting},
    write_store::{self as written, Changed, Progress, Valued},
};
use crate::{
    figures,
    stock::model::{Item, MoveReason},
};
use chrono::{DateTime, Duration, NaiveDate, Utc};
use comanda_base::{
    db::{self, Tx},
    ids::LineId,
    money::{Money, Quantity},
};
use std::collections::{BTreeMap, BTreeSet};

/// How long a sale may be under way: its moves may come behind others that are later.
const LATE: Duration = Duration::hours(1);

/// What a step did.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Stepped {
    /// Something waits still.
    pub more: bool,
    /// A replay ended: screens show other figures now.
    pub replayed: bool,
}

/// Values some of what waits.
pub(super) async fn step(tx: &mut Tx, now: DateTime<Utc>) -> db::Result<Stepped> {
    let waiting = store::waiting(tx).await?;
    if waiting.is_empty() {
        return Ok(Stepped::default());
    }
    let (short, long): (Vec<Waiting>, Vec<Waiting>) =
        waiting.into_iter().partition(|w| w.valued_at.is_some() && w.replay_from.is_none() && !w.is_behind);
    let mut done = Done::default();
    let mut more = long.len() > 1;
    if !short.is_empty() {
        more |= in_order(tx, &short, &mut done).await?;
    }
    if let Some(first) = long.first() {
        more |= again(tx, first, &mut done).await?;
    }
    let replayed = !done.ended.is_empty();
    more |= done.write(tx, now).await?;
    Ok(Stepped { more, replayed })
}

/// Items that only have new moves. Whether something of them is left.
async fn in_order(tx: &mut Tx, waiting: &[Waiting], done: &mut Done) -> db::Result<bool> {
    let from: Vec<(Item, DateTime<Utc>)> =
        waiting.iter().filter_map(|w| w.valued_at.map(|at| (w.item(), at))).collect();
    let rows = store::moves_behind(tx, &from).await?;
    let cut = i64::try_from(rows.len()).is_ok_and(|n| n > MAX_STEP);
    // Of the last one there may be others: it waits for the next step.
    let left = rows.last().filter(|_| cut).map(MoveRow::item);
    let mut by_item: BTreeMap<Item, Vec<MoveRow>> = BTreeMap::new();
    for row in rows {
        by_item.entry(row.item()).or_default().push(row);
    }
    let mut more = cut;
    let late = late(tx, waiting, &by_item).await?;
    for w in waiting.iter().take_while(|w| left.is_none_or(|left| w.item() < left)) {
        let rows = by_item.remove(&w.item()).unwrap_or_default();
        if let Some(late) = late.get(&w.item()) {
            written::rewind(tx, w.item(), *late).await?;
            more = true;
            continue;
        }
        done.item(tx, w, w.balance(), w.valued_at, rows, true).await?;
    }
    if let Some(w) = waiting.iter().find(|w| left == Some(w.item())) {
        more |= again(tx, w, done).await?;
    }
    Ok(more)
}

/// The first late move of each item that has one. A change of stock writes its moves with one time: where there are as many times as
/// changes, none is late, and the last hour's moves of a dish that sells well are not read for each order.
async fn late(
    tx: &mut Tx,
    waiting: &[Waiting],
    by_item: &BTreeMap<Item, Vec<MoveRow>>,
) -> db::Result<BTreeMap<Item, DateTime<Utc>>> {
    let times = |w: &Waiting| by_item.get(&w.item()).map_or(0, |rows| rows.chunk_by(|a, b| a.at == b.at).count());
    let may_have_late = |w: &&Waiting| i64::try_from(times(w)) != Ok(w.unseen);
    let unsure: Vec<(Item, DateTime<Utc>)> =
        waiting.iter().filter(may_have_late).filter_map(|w| w.valued_at.map(|at| (w.item(), at))).collect();
    if unsure.is_empty() { Ok(BTreeMap::new()) } else { store::first_late_of(tx, &unsure, LATE).await }
}

/// The next moves of one item, from where it is to be valued again. Whether some are left.
async fn again(tx: &mut Tx, w: &Waiting, done: &mut Done) -> db::Result<bool> {
    let replayed = w.replay_from.filter(|from| w.valued_at.is_some_and(|at| *from <= at));
    let late = match w.valued_at {
        Some(at) => store::first_late(tx, w.item(), at - LATE, at).await?,
        None => None,
    };
    let (position, balance) = match replayed.into_iter().chain(late).min() {
        None => (w.valued_at, w.balance()),
        Some(from) => match store::before(tx, w.item(), from).await? {
            Some((at, balance)) => (Some(at), balance),
            None => (None, Balance::default()),
        },
    };
    let mut rows = store::moves_after(tx, w.item(), position).await?;
    let cut = i64::try_from(rows.len()).is_ok_and(|n| n > MAX_STEP);
    if cut && let Some(last) = rows.last().map(|r| r.at) {
        // Moves of one moment belong together.
        rows.retain(|r| r.at < last);
        if rows.is_empty() {
            rows = store::moves_at(tx, w.item(), last).await?;
        }
    }
    done.item(tx, w, balance, position, rows, !cut).await?;
    Ok(cut)
}

/// What a step writes.
#[derive(Default)]
struct Done {
    values: Vec<Valued>,
    progress: Vec<Progress>,
    used: BTreeMap<(Item, NaiveDate), Quantity>,
    bought: BTreeSet<Item>,
    changed: Vec<Changed>,
    productions: Touched,
    ended: Vec<(String, Item)>,
    /// The first business day of which something that was sold is worth something else now.
    sold_since: Option<NaiveDate>,
}

impl Done {
    async fn item(
        &mut self,
        tx: &mut Tx,
        w: &Waiting,
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
            Some(until) => store::of_lines(tx, item, &lines, until).await?,
            None => Vec::new(),
        };
        let valued = lines::value(&mut balance, &rows, &before);
        let mut changed = Changed {
            source: w.cause.clone().unwrap_or_default(),
            item,
            sales: 0,
            days: None,
            before: Money::ZERO,
            after: Money::ZERO,
            unknown_before: 0,
        };
        for (row, (worth, after)) in rows.iter().zip(&valued) {
            let is_new = row.balance.is_none();
            let now = (worth.value, worth.adjustment, Some(after.quantity), after.known_value(), after.cost);
            if (row.value, row.adjustment, row.balance, row.balance_value, row.balance_cost) != now {
                self.values.push(Valued {
                    id: row.id,
                    value: worth.value,
                    adjustment: worth.adjustment,
                    after: *after,
                });
                if made::is_ingredient(row) {
                    self.productions.insert(row.source.clone(), w.cause.clone());
                }
            }
            if row.line_id.is_some() && row.value != worth.value {
                self.sold_since = self.sold_since.into_iter().chain([row.business_day]).min();
            }
            if row.reason == MoveReason::Purchase {
                self.bought.insert(item);
            }
            let is_use = (row.line_id.is_some() && row.reason != MoveReason::Split) || made::is_use(row, &rows);
            if is_new && is_use {
                *self.used.entry((item, row.business_day)).or_default() -= row.quantity;
            }
            if !is_new && row.reason == MoveReason::Sale && row.value != worth.value {
                changed.sales += 1;
                changed.unknown_before += i64::from(row.value.is_none());
                changed.before -= row.value.unwrap_or_default();
                changed.after -= worth.value.unwrap_or_default();
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
        self.progress.push(Progress {
            item,
            changes: if is_last { w.changes } else { -1 },
            valued_at: rows.last().map(|r| r.at).or(position),
            balance,
            cause: w.cause.clone().filter(|_| !is_last),
        });
        Ok(())
    }

    /// Whether something is to be valued again because of it.
    async fn write(self, tx: &mut Tx, now: DateTime<Utc>) -> db::Result<bool> {
        written::write_values(tx, &self.values).await?;
        written::write_progress(tx, &self.progress).await?;
        let used: Vec<(Item, NaiveDate, Quantity)> =
            self.used.into_iter().map(|((item, day), used)| (item, day, used)).collect();
        written::add_used(tx, &used).await?;
        let bought: Vec<Item> = self.bought.into_iter().collect();
        written::set_prices(tx, &bought).await?;
        if let Some(day) = self.sold_since {
            figures::changed_since(tx, day).await?;
        }
        written::add_changed(tx, &self.changed, now).await?;
        written::end_replays(tx, &self.ended, now).await?;
        made::follow(tx, &self.productions).await
    }
}
