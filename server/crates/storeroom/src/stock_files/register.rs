//! The register of valued inventory of a month (format 13.1): a line for the opening balance of each item and one for each move, dated as
//! in the register of sales. Values are those of the ledger in céntimos; the balances are rounded, so that each balance is the previous one
//! plus the line.

use super::{
    register_codes::{self as codes, RegisterDocument},
    register_days::{DatedMove, Documents, lines_without_document, parse_documents},
    register_month::Month,
    register_pairs::merge_pairs,
    register_store::{self as store, PurchaseDocumentNumber, RegisterItem, RegisterMove},
};
use chrono::NaiveDate;
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    money::{Money, Quantity},
};
use comanda_ledgers::stock::{self, ItemKind, MoveReason, ReturnDocument};
use std::collections::{BTreeMap, HashMap, HashSet};

/// The largest number of moves in a month's file; a busy restaurant has some sixty thousand.
const MAX_MOVES: i64 = 300_000;

/// A line of the register, in base units.
#[derive(Debug, Clone)]
pub(super) struct Line<'a> {
    /// `M` and the id of the move; for an opening balance, `A` or `S` with the item's letter and id.
    pub code: String,
    /// `A1` for the opening balance of the year, `M1` for all other lines.
    pub entry: &'static str,
    /// Whether the line is an opening balance.
    pub is_opening: bool,
    pub item: &'a RegisterItem,
    pub day: NaiveDate,
    pub paper: RegisterDocument,
    pub operation: &'static str,
    /// The quantity, negative when it goes out.
    pub quantity: Quantity,
    /// The value in céntimos, negative when it goes out.
    pub value: Money,
    pub balance: Quantity,
    pub balance_value: Money,
}
impl Line<'_> {
    /// Whether the line is an entry; a line without quantity is one when the value grows.
    pub(super) fn is_entry(&self) -> bool {
        !self.quantity.is_negative() && (!self.quantity.is_zero() || !self.value.is_negative())
    }
}

/// An item with its opening balance and its moves of the month.
#[derive(Debug)]
pub(super) struct ItemMonth {
    pub item: RegisterItem,
    pub moves: Vec<DatedMove>,
}

/// The data of the register.
#[derive(Debug)]
pub(super) struct Register {
    pub month: Month,
    pub items: Vec<ItemMonth>,
    papers: HashMap<i64, PurchaseDocumentNumber>,
    returns: HashMap<i64, ReturnDocument>,
}

impl Register {
    /// Loads the register; `None` while values of the month are being computed.
    pub(super) async fn load(tx: &mut Tx, month: Month) -> Result<Option<Self>> {
        if store::count_moves(tx, &month).await? > MAX_MOVES {
            return invalid("month", "Ese mes tiene más movimientos de los que caben en un archivo.").err();
        }
        let items = store::load_items(tx, &month).await?;
        if items.iter().any(|item| item.pending) {
            return Ok(None);
        }
        let mut moves: Vec<RegisterMove> = Vec::new();
        loop {
            let more = store::load_moves(tx, &month, moves.last()).await?;
            if more.is_empty() {
                break;
            }
            moves.extend(more);
        }
        moves.extend(store::load_moves_dated_across_months(tx, &month).await?);
        if moves.iter().any(|row| row.is_new && row.at < month.until) {
            return Ok(None);
        }
        let purchases: Vec<i64> = moves.iter().filter_map(purchase_id).collect();
        let papers = store::load_purchase_documents(tx, &purchases).await?;
        let refunds: HashSet<i64> = moves.iter().filter_map(refund_id).collect();
        let returns = stock::load_return_documents(tx, &refunds.into_iter().collect::<Vec<_>>()).await?;
        let elsewhere = store::load_takings(tx, &lines_without_document(&moves)).await?;
        let numbers: HashSet<_> = moves.iter().chain(&elsewhere).flat_map(parse_documents).collect();
        let numbers: Vec<_> = numbers.into_iter().collect();
        let found = store::load_sale_documents(tx, &numbers).await?;
        let documents = Documents::from_moves(moves.iter().chain(&elsewhere), &found);
        let dated = moves.into_iter().map(|row| documents.date(row)).collect();
        Ok(Some(Self { month, items: group_by_item(&month, items, dated), papers, returns }))
    }

    /// Whether no stock was ever tracked.
    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns all lines, item by item.
    pub(super) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        self.items.iter().flat_map(|item_month| self.item_lines(item_month))
    }

    fn item_lines<'a>(&'a self, item_month: &'a ItemMonth) -> Vec<Line<'a>> {
        let item = &item_month.item;
        let (mut balance, mut worth) = (item.quantity, item.value.unwrap_or_default());
        let mut lines = Vec::with_capacity(item_month.moves.len() + 1);
        if !balance.is_zero() || !worth.to_centimos().is_zero() {
            lines.push(self.opening_line(item));
        }
        for moved in &item_month.moves {
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
                operation: codes::operation_code(row.reason, row.item_kind, row.quantity >= Quantity::ZERO, paper.kind),
                paper,
                quantity: row.quantity,
                value: worth.to_centimos() - before,
                balance,
                balance_value: worth.to_centimos(),
            });
        }
        lines
    }

    /// Returns the opening line of an item; only in January it opens the year, in other months it continues the balance.
    fn opening_line<'a>(&self, item: &'a RegisterItem) -> Line<'a> {
        let (initial, entry) = if self.month.opens_year() { ('A', "A1") } else { ('S', "M1") };
        let value = item.value.unwrap_or_default().to_centimos();
        Line {
            code: format!("{initial}{}{}", kind_letter(item.item_kind), item.item_id),
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

    fn paper(&self, moved: &DatedMove) -> RegisterDocument {
        let purchase_codes = purchase_id(&moved.row).and_then(|id| self.papers.get(&id)).map(codes::from_purchase);
        let sale_codes = || moved.document.as_deref().map(codes::from_sale);
        let return_codes = || refund_id(&moved.row).and_then(|id| self.returns.get(&id)).map(codes::from_return);
        purchase_codes.or_else(sale_codes).or_else(return_codes).unwrap_or_else(codes::no_document)
    }
}

/// Groups moves by item in the order of their dates. A move recorded before the month but dated in it or later is taken out of the opening
/// balance; one recorded in it but dated earlier is added to the opening balance.
pub(super) fn group_by_item(month: &Month, items: Vec<RegisterItem>, dated: Vec<DatedMove>) -> Vec<ItemMonth> {
    let mut seen_moves: HashSet<i64> = HashSet::new();
    let mut moves: BTreeMap<(ItemKind, i64), Vec<DatedMove>> = BTreeMap::new();
    let mut shifts: HashMap<(ItemKind, i64), (Quantity, Money)> = HashMap::new();
    for moved in dated.into_iter().filter(|moved| seen_moves.insert(moved.row.id)) {
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
    let build_item_month = |mut item: RegisterItem| {
        let key = (item.item_kind, item.item_id);
        if let Some((quantity, value)) = shifts.get(&key) {
            item.quantity += *quantity;
            item.value = Some(item.value.unwrap_or_default() + *value);
        }
        let mut moves = moves.remove(&key).unwrap_or_default();
        moves.sort_by_key(|moved| (moved.day, moved.row.at, moved.row.id));
        ItemMonth { item, moves: merge_pairs(moves) }
    };
    items.into_iter().map(build_item_month).collect()
}

/// The letter of the kind, since products and supplies have separate ids.
pub(super) fn kind_letter(kind: ItemKind) -> char {
    match kind {
        ItemKind::Product => 'P',
        ItemKind::Supply => 'S',
    }
}

fn purchase_id(row: &RegisterMove) -> Option<i64> {
    row.source.strip_prefix("purchase:")?.parse().ok()
}

/// Returns the id of the refund that returned goods; goods wasted in a refund have no document outside the restaurant.
fn refund_id(row: &RegisterMove) -> Option<i64> {
    stock::refund_id(&row.source).filter(|_| row.reason == MoveReason::Refunded)
}

#[cfg(test)]
#[path = "register_tests.rs"]
mod tests;
