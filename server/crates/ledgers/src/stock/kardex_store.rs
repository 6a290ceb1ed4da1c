//! SQL of the kardex.

use super::{
    kardex::KardexReplay,
    model::{Item, ItemKind, MoveReason},
    valuation::Balance,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::LineId,
    money::{Money, Quantity},
    product_unit,
};
use std::collections::{BTreeSet, HashMap};

/// The item of a kardex.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct Subject {
    pub name: String,
    pub category: Option<String>,
    pub measurement: String,
    /// The number of base units in one of its own unit.
    pub equivalence: Quantity,
}

pub(super) async fn find_subject(tx: &mut Tx, item: Item) -> db::Result<Option<Subject>> {
    let sql = match item.kind() {
        ItemKind::Product => {
            concat!(
                "SELECT p.name, c.name AS category, ",
                product_unit!("p"),
                " AS measurement, CAST(1000000 AS BIGINT) AS equivalence FROM products p
                 LEFT JOIN categories c ON c.id = p.category_id WHERE p.id = $1"
            )
        }
        ItemKind::Supply => {
            "SELECT s.name, c.name AS category, m.symbol AS measurement, m.equivalence FROM supplies s
             JOIN measurements m ON m.id = s.measurement_id LEFT JOIN categories c ON c.id = s.category_id WHERE s.id = $1"
        }
    };
    tx.query(sql).bind(item.id()).maybe().await
}

/// A move as it is stored.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct Move {
    pub id: i64,
    pub at: DateTime<Utc>,
    pub business_day: NaiveDate,
    pub quantity: Quantity,
    pub reason: MoveReason,
    pub source: String,
    pub document: Option<String>,
    /// The order line that it belongs to.
    pub line_id: Option<LineId>,
    pub reversed: bool,
    pub value: Option<Money>,
    pub adjustment: Money,
    balance: Option<Quantity>,
    balance_value: Option<Money>,
    balance_cost: Option<Money>,
    pub user_name: String,
}

impl Move {
    /// Whether the move is one of a pair that cancel each other at the same moment.
    pub(super) fn is_netted(&self) -> bool {
        self.reversed || self.reason == MoveReason::Split
    }
    /// Returns the balance after the move; a move that is not valued yet changes only the quantity.
    pub(super) fn balance_after(&self, before: Balance) -> Balance {
        match self.balance {
            Some(quantity) => {
                Balance { quantity, value: self.balance_value.unwrap_or_default(), cost: self.balance_cost }
            }
            None => Balance { quantity: before.quantity + self.quantity, ..before },
        }
    }
}

/// Lists the moves since `from` and before `until`.
pub(super) async fn list_moves(
    tx: &mut Tx,
    item: Item,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
    limit: usize,
) -> db::Result<Vec<Move>> {
    tx.query(
        "SELECT m.id, m.at, m.business_day, m.quantity, m.reason, m.source, m.document, m.line_id, m.reversed, m.value, m.adjustment, m.balance,
                m.balance_value, m.balance_cost, TRIM(u.name || ' ' || u.lastname) AS user_name
         FROM stock_moves m JOIN users u ON u.id = m.user_id
         WHERE m.item_kind = $1 AND m.item_id = $2 AND m.at >= $3 AND m.at < $4 ORDER BY m.at, m.id LIMIT $5",
    )
    .bind(item.kind())
    .bind(item.id())
    .bind(from)
    .bind(until)
    .bind(i64::try_from(limit).unwrap_or(i64::MAX))
    .all()
    .await
}

/// Loads the balance of an item before a moment.
pub(super) async fn load_balance_before(tx: &mut Tx, item: Item, at: DateTime<Utc>) -> db::Result<Balance> {
    let last: Option<(Option<Quantity>, Option<Money>, Option<Money>)> = tx
        .query(
            "SELECT balance, balance_value, balance_cost FROM stock_moves WHERE item_kind = $1 AND item_id = $2 AND at < $3
             ORDER BY at DESC, id DESC LIMIT 1",
        )
        .bind(item.kind())
        .bind(item.id())
        .bind(at)
        .maybe()
        .await?;
    match last {
        None => Ok(Balance::default()),
        Some((Some(quantity), value, cost)) => Ok(Balance { quantity, value: value.unwrap_or_default(), cost }),
        Some((None, ..)) => {
            let quantity = tx
                .query(
                    "SELECT CAST(COALESCE(SUM(quantity), 0) AS BIGINT) FROM stock_moves
                     WHERE item_kind = $1 AND item_id = $2 AND at < $3",
                )
                .bind(item.kind())
                .bind(item.id())
                .bind(at)
                .scalar()
                .await?;
            Ok(Balance { quantity, ..Balance::default() })
        }
    }
}

/// Loads what documents among these moves changed in the cost of later sales, by source.
pub(super) async fn load_replays(tx: &mut Tx, item: Item, moves: &[Move]) -> db::Result<HashMap<String, KardexReplay>> {
    let sources: BTreeSet<&str> =
        moves.iter().filter(|m| m.quantity > Quantity::ZERO).map(|m| m.source.as_str()).collect();
    let mut found = HashMap::new();
    let sources: Vec<String> = sources.into_iter().map(str::to_owned).collect();
    for part in sources.chunks(1_000) {
        let sql = Sql::new(
            "SELECT source, sales, first_day, last_day, cost_before, cost_after, unknown_before, done_at FROM stock_replays
             WHERE item_kind = $1 AND item_id = $2",
        )
        .bind(item.kind())
        .bind(item.id())
        .list("AND source IN (?)", part.iter().cloned());
        let rows: Vec<ReplayRow> = tx.query(sql).all().await?;
        found.extend(rows.into_iter().map(|r| (r.source.clone(), r.into_replay())));
    }
    Ok(found)
}

#[derive(comanda_from_row::FromRow)]
struct ReplayRow {
    source: String,
    sales: i64,
    first_day: Option<NaiveDate>,
    last_day: Option<NaiveDate>,
    cost_before: Money,
    cost_after: Money,
    unknown_before: i64,
    done_at: Option<DateTime<Utc>>,
}

impl ReplayRow {
    fn into_replay(self) -> KardexReplay {
        KardexReplay {
            sales: self.sales,
            first_day: self.first_day,
            last_day: self.last_day,
            cost_before: self.cost_before,
            cost_after: self.cost_after,
            unknown_before: self.unknown_before,
            done: self.done_at.is_some(),
        }
    }
}
