//! The register of valued inventory of a month (format 13.1): one line for what an item began with and one for each move, on the days
//! of the register of sales. Its figures are those of the ledger in céntimos, rounded as balances, so that each balance is the one
//! before plus the line.

use super::{
    register_codes::{self as codes, Paper},
    register_days::{DatedMove, Documents, lines_without_document, named},
    register_month::Month,
    register_pairs::netted,
    register_store::{self as store, PurchasePaper, RegisterItem, RegisterMove, ReturnPaper},
};
use chrono::NaiveDate;
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    money::{Money, Quantity},
};
use comanda_ledgers::stock::{ItemKind, MoveReason};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Moves of one month's file; a busy house has some sixty thousand.
const MAX_MOVES: i64 = 300_000;

/// A line, in base units.
#[derive(Debug, Clone)]
pub(super) struct Line<'a> {
    /// `M` and the move's number; of what an item began with, `A` or `S` and the item's.
    pub code: String,
    /// `A1` of what opens the year, `M1` of everything else.
    pub entry: &'static str,
    /// What the item began with.
    pub is_opening: bool,
    pub item: &'a RegisterItem,
    pub day: NaiveDate,
    pub paper: Paper,
    pub operation: &'static str,
    /// Signed.
    pub quantity: Quantity,
    /// Signed, céntimos.
    pub value: Money,
    pub balance: Quantity,
    pub balance_value: Money,
}
impl Line<'_> {
    /// What changes nothing but the value comes in where that grows.
    pub(super) fn comes_in(&self) -> bool {
        !self.quantity.is_negative() && (!self.quantity.is_zero() || !self.value.is_negative())
    }
}

/// An item with what there was of it before the month and what moved in it.
#[derive(Debug)]
pub(super) struct ItemMonth {
    pub item: RegisterItem,
    pub moves: Vec<DatedMove>,
}

/// Everything that the register is made of.
#[derive(Debug)]
pub(super) struct Register {
    pub month: Month,
    pub items: Vec<ItemMonth>,
    papers: HashMap<i64, PurchasePaper>,
    returns: HashMap<i64, ReturnPaper>,
}

impl Register {
    /// `None` while values of the month are being computed.
    pub(super) async fn load(tx: &mut Tx, month: Month) -> Result<Option<Self>> {
        if store::count(tx, &month).await? > MAX_MOVES {
            return invalid("month", "Ese mes tiene más movimientos de los que caben en un archivo.").err();
        }
        let items = store::items(tx, &month).await?;
        if items.iter().any(|item| item.pending) {
            return Ok(None);
        }
        let mut moves: Vec<RegisterMove> = Vec::new();
        loop {
            let more = store::moves(tx, &month, moves.last()).await?;
            if more.is_empty() {
                break;
            }
            moves.extend(more);
        }
        moves.extend(store::strays(tx, &month).await?);
        if moves.iter().any(|row| row.is_new && row.at < month.until) {
            return Ok(None);
        }
        let purchases: Vec<i64> = moves.iter().filter_map(purchase_of).collect();
        let papers = store::purchase_papers(tx, &purchases).await?;
        let refunds: HashSet<i64> = moves.iter().filter_map(refund_of).collect();
        let returns = store::return_papers(tx, &refunds.into_iter().collect::<Vec<_>>()).await?;
        let elsewhere = store::takings(tx, &lines_without_document(&moves)).await?;
        let numbers: HashSet<_> = moves.iter().chain(&elsewhere).flat_map(named).collect();
        let numbers: Vec<_> = numbers.into_iter().collect();
        let found = store::sale_documents(tx, &numbers).await?;
        let documents = Documents::of_lines(moves.iter().chain(&elsewhere), &found);
        let dated = moves.into_iter().map(|row| documents.date(row)).collect();
        Ok(Some(Self { month, items: by_item(&month, items, dated), papers, returns }))
    }

    /// Nothing was ever counted.
    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// All lines, item by item.
    pub(super) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        self.items.iter().flat_map(|of| self.of_item(of))
    }

    fn of_item<'a>(&'a self, of: &'a ItemMonth) -> Vec<Line<'a>> {
        let item = &of.item;
        let (mut balance, mut worth) = (item.quantity, item.value.unwrap_or_default());
        let mut lines = Vec::with_capacity(of.moves.len() + 1);
        if !balance.is_zero() || !worth.to_centimos().is_zero() {
            lines.push(self.opening(item));
        }
        for moved in &of.moves {
            let (row, paper) = (&moved.row, self.paper(moved));
            let before = worth.to_centimos();
            balance += row.quantity;
            worth += row.value.unwrap_or_default();
            lines.push(Line {
                code: format!("M{}", row.id),
                entry: "M1",
                is_opening: false,
                item,
                day: moved.day,
                operation: codes::operation(row.reason, row.item_kind, row.quantity >= Quantity::ZERO, paper.kind),
                paper,
                quantity: row.quantity,
                value: worth.to_centimos() - before,
                balance,
                balance_value: worth.to_centimos(),
            });
        }
        lines
    }

    /// Only January opens a year; in every other month it is the balance that goes on.
    fn opening<'a>(&self, item: &'a RegisterItem) -> Line<'a> {
        let (initial, entry) = if self.month.opens_year() { ('A', "A1") } else { ('S', "M1") };
        let value = item.value.unwrap_or_default().to_centimos();
        Line {
            code: format!("{initial}{}{}", letter(item.item_kind), item.item_id),
            entry,
            is_opening: true,
            item,
            day: self.month.first,
            paper: codes::no_document(),
            operation: codes::OPENING_BALANCE,
            quantity: item.quantity,
            value,
            balance: item.quantity,
            balance_value: value,
        }
    }

    fn paper(&self, moved: &DatedMove) -> Paper {
        let of_purchase = purchase_of(&moved.row).and_then(|id| self.papers.get(&id)).map(codes::of_purchase);
        let of_sale = || moved.document.as_deref().map(codes::of_sale);
        let of_return = || refund_of(&moved.row).and_then(|id| self.returns.get(&id)).map(codes::of_return);
        of_purchase.or_else(of_sale).or_else(of_return).unwrap_or_else(codes::no_document)
    }
}

/// What the month's days hold of each item, in their order. What happened before the month and stands in it or behind it is taken out of
/// what the item began with; what happened in it and stands before it goes in.
pub(super) fn by_item(month: &Month, items: Vec<RegisterItem>, dated: Vec<DatedMove>) -> Vec<ItemMonth> {
    let mut seen: HashSet<i64> = HashSet::new();
    let mut moves: BTreeMap<(ItemKind, i64), Vec<DatedMove>> = BTreeMap::new();
    let mut shifts: HashMap<(ItemKind, i64), (Quantity, Money)> = HashMap::new();
    for moved in dated.into_iter().filter(|moved| seen.insert(moved.row.id)) {
        let row = &moved.row;
        let key = (row.item_kind, row.item_id);
        let (was_before, stands_before) = (row.at < month.from, moved.day < month.first);
        if was_before != stands_before {
            let (quantity, value) = (row.quantity, row.value.unwrap_or_default());
            let (quantity, value) = if was_before { (-quantity, -value) } else { (quantity, value) };
            let shift = shifts.entry(key).or_default();
            *shift = (shift.0 + quantity, shift.1 + value);
        }
        if (month.first..=month.last).contains(&moved.day) {
            moves.entry(key).or_default().push(moved);
        }
    }
    let of_item = |mut item: RegisterItem| {
        let key = (item.item_kind, item.item_id);
        if let Some((quantity, value)) = shifts.get(&key) {
            item.quantity += *quantity;
            item.value = Some(item.value.unwrap_or_default() + *value);
        }
        let mut moves = moves.remove(&key).unwrap_or_default();
        moves.sort_by_key(|moved| (moved.day, moved.row.at, moved.row.id));
        ItemMonth { item, moves: netted(moves) }
    };
    items.into_iter().map(of_item).collect()
}

/// Products and supplies are numbered apart.
pub(super) fn letter(kind: ItemKind) -> char {
    match kind {
        ItemKind::Product => 'P',
        ItemKind::Supply => 'S',
    }
}

fn purchase_of(row: &RegisterMove) -> Option<i64> {
    row.source.strip_prefix("purchase:")?.parse().ok()
}

/// The refund that something came back with; what of it was waste is the house's own affair.
fn refund_of(row: &RegisterMove) -> Option<i64> {
    let source = Some(&row.source).filter(|_| row.reason == MoveReason::Refunded)?;
    source.strip_prefix("refund:")?.parse().ok()
}

#[cfg(test)]
#[path = "register_tests.rs"]
mod tests;
