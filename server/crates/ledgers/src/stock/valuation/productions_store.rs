//! SQL of what productions made and of their ingredients.

use super::productions::Revaluation;
use crate::stock::model::{Item, ItemKind};
use chrono::{DateTime, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    money::Money,
};

/// The number of rows in one statement.
const MAX_ROWS: usize = 1_000;

/// The move of what a production made, with the value of its ingredients.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct ProductionEntry {
    pub id: i64,
    item_kind: ItemKind,
    item_id: i64,
    pub at: DateTime<Utc>,
    pub source: String,
    pub cost: Option<Money>,
    extra_cost: Option<Money>,
    /// The value of its ingredients; NULL where one of them is unknown or not valued yet.
    taken: Option<Money>,
}

impl ProductionEntry {
    pub(super) fn item(&self) -> Item {
        Item::from_row(self.item_kind, self.item_id)
    }
    /// Returns the cost by its ingredients, never below zero: ingredients taken out below zero may have had a negative value.
    pub(super) fn current_cost(&self) -> Option<Money> {
        let cost = self.extra_cost? + self.taken?;
        Some(if cost.is_negative() { Money::ZERO } else { cost })
    }
}

/// Loads what these productions made. One without counted ingredients took nothing.
pub(super) async fn load_entries(tx: &mut Tx, sources: &[&str]) -> db::Result<Vec<ProductionEntry>> {
    let mut all = Vec::new();
    for part in sources.chunks(MAX_ROWS) {
        let sql = Sql::new(
            "SELECT m.id, m.item_kind, m.item_id, m.at, m.source, m.cost, m.extra_cost,
                    (SELECT CASE WHEN COUNT(*) = COUNT(t.value) THEN CAST(COALESCE(-SUM(t.value), 0) AS BIGINT) END FROM stock_moves t
                     WHERE t.source = m.source AND t.line_id IS NULL AND NOT t.reversed AND t.quantity < 0) AS taken
             FROM stock_moves m WHERE m.line_id IS NULL AND NOT m.reversed AND m.quantity > 0",
        );
        all.extend(tx.query(sql.list("AND m.source IN (?)", part.iter().copied())).all::<ProductionEntry>().await?);
    }
    Ok(all)
}

pub(super) async fn update_costs(tx: &mut Tx, costs: &[(i64, Option<Money>)]) -> db::Result<()> {
    for part in costs.chunks(MAX_ROWS) {
        let sql = Sql::new("UPDATE stock_moves SET cost = v.column2 FROM (VALUES")
            .rows(part.iter().map(|(id, cost)| args![*id, *cost]))
            .add(") AS v WHERE stock_moves.id = v.column1");
        tx.query(sql).run().await?;
    }
    Ok(())
}

/// Has these items valued again in the next step; `items` must be sorted.
pub(super) async fn request_revaluation(tx: &mut Tx, items: &[Revaluation]) -> db::Result<()> {
    for part in items.chunks(MAX_ROWS) {
        let sql = Sql::new(
            "UPDATE stock_values SET cause = COALESCE(v.column4, stock_values.cause),
                 replay_from = CASE WHEN stock_values.replay_from < v.column3 THEN stock_values.replay_from ELSE v.column3 END
             FROM (VALUES",
        )
        .rows(part.iter().map(|a| args![a.item.kind(), a.item.id(), a.from, a.cause.clone()]))
        .add(") AS v WHERE stock_values.item_kind = v.column1 AND stock_values.item_id = v.column2");
        tx.query(sql).run().await?;
    }
    Ok(())
}
