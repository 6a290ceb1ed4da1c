//! SQL of `stock_items` and `stock_moves`, and what recipes read of `supplies`.

use super::model::{Item, ItemKind, ItemQuantity, MoveReason, OutstandingStock};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    error::Result,
    ids::{CategoryId, LineId, MeasurementId, ProductId, SupplyId},
    money::Quantity,
};
use comanda_platform::use_case::Work;
use std::collections::HashMap;

/// The number of rows in one statement, far below the arguments that either database takes.
const MAX_ROWS: usize = 2_000;

#[derive(comanda_from_row::FromRow)]
struct LevelRow {
    item_kind: ItemKind,
    item_id: i64,
    on_hand: Quantity,
}

/// Adds signed quantities to those on hand and returns the new quantities; supplies that are not counted are left out.
pub(super) async fn add_to_counted(tx: &mut Tx, changes: &[ItemQuantity]) -> db::Result<Vec<ItemQuantity>> {
    upsert_levels(
        tx,
        changes,
        ") AS v WHERE NOT EXISTS (SELECT 1 FROM supplies s WHERE v.column1 = 'SUPPLY' AND s.id = v.column2 AND NOT s.has_stock)",
    )
    .await
}

/// Adds signed quantities to those on hand and returns the new quantities.
pub(super) async fn add_to_on_hand(tx: &mut Tx, changes: &[ItemQuantity]) -> db::Result<Vec<ItemQuantity>> {
    upsert_levels(tx, changes, ") AS v WHERE 1 = 1").await
}

/// Each row is locked as it is reached, in the order of kind and id: two sends of the same items wait for each other and never end in a
/// deadlock.
async fn upsert_levels(
    tx: &mut Tx,
    changes: &[ItemQuantity],
    values_end: &'static str,
) -> db::Result<Vec<ItemQuantity>> {
    let mut levels = Vec::with_capacity(changes.len());
    for part in changes.chunks(MAX_ROWS) {
        let sql = Sql::new(
            "INSERT INTO stock_items (item_kind, item_id, on_hand) SELECT v.column1, v.column2, v.column3 FROM (VALUES",
        )
        .rows(part.iter().map(|c| args![c.item.kind(), c.item.id(), c.quantity]))
        .add(values_end)
        .add(
            "ORDER BY v.column1, v.column2
             ON CONFLICT (item_kind, item_id) DO UPDATE SET on_hand = stock_items.on_hand + excluded.on_hand,
                 changes = stock_items.changes + 1
             RETURNING item_kind, item_id, on_hand",
        );
        let rows: Vec<LevelRow> = tx.query(sql).all().await?;
        levels.extend(
            rows.into_iter()
                .map(|r| ItemQuantity { item: Item::from_row(r.item_kind, r.item_id), quantity: r.on_hand }),
        );
    }
    Ok(levels)
}

/// A row of the ledger that belongs to an order line.
#[derive(Debug, Clone, Copy)]
pub(super) struct StockMove {
    pub line: LineId,
    pub item: Item,
    /// Signed; negative for what goes out.
    pub quantity: Quantity,
    /// The units of the line, with the same sign.
    pub units: Quantity,
}

impl StockMove {
    pub(super) fn reverse(&self) -> Self {
        Self { quantity: -self.quantity, units: -self.units, ..*self }
    }
}

/// Inserts moves of one reason and source.
pub(super) async fn insert_moves(
    work: &mut Work<'_>,
    reason: MoveReason,
    source: &str,
    moves: &[StockMove],
) -> Result<()> {
    let (day, now, user) = (work.business_day().await?, work.now, work.actor.user_id);
    work.wakes_valuer = true;
    for part in moves.chunks(MAX_ROWS) {
        let sql = Sql::new(
            "INSERT INTO stock_moves (line_id, item_kind, item_id, quantity, line_quantity, reason, source, business_day,
                 at, user_id)
             SELECT v.column1, v.column2, v.column3, v.column4, v.column5, $1, $2, $3, $4, $5 FROM (VALUES",
        )
        .bind(reason)
        .bind(source)
        .bind(day)
        .bind(now)
        .bind(user)
        .rows(part.iter().map(|m| args![m.line, m.item.kind(), m.item.id(), m.quantity, m.units]))
        .add(") AS v");
        work.query(sql).run_later().await?;
    }
    Ok(())
}

#[derive(comanda_from_row::FromRow)]
struct OutstandingRow {
    line_id: LineId,
    item_kind: ItemKind,
    item_id: i64,
    quantity: Quantity,
    units: Quantity,
}

/// Loads what these lines still have out: what they took, less what came back or went to another line. Waste stays out for good.
pub(super) async fn load_outstanding(
    tx: &mut Tx,
    lines: &[LineId],
) -> db::Result<HashMap<LineId, Vec<OutstandingStock>>> {
    let sql = Sql::new(
        "SELECT line_id, item_kind, item_id, CAST(-SUM(quantity) AS BIGINT) AS quantity,
                CAST(-SUM(line_quantity) AS BIGINT) AS units
         FROM stock_moves WHERE reason <> 'WASTE'",
    )
    .list("AND line_id IN (?)", lines.iter().copied())
    .add("GROUP BY line_id, item_kind, item_id ORDER BY item_kind, item_id");
    let rows: Vec<OutstandingRow> = tx.query(sql).all().await?;
    let mut by_line: HashMap<LineId, Vec<OutstandingStock>> = HashMap::new();
    for r in rows {
        let item = Item::from_row(r.item_kind, r.item_id);
        by_line.entry(r.line_id).or_default().push(OutstandingStock { item, quantity: r.quantity, units: r.units });
    }
    Ok(by_line)
}

pub(super) async fn write_document_number(tx: &mut Tx, lines: &[LineId], document: &str) -> db::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let sql = Sql::new(
        "UPDATE stock_moves SET document = CASE WHEN document IS NULL THEN $1 ELSE document || ', ' || $1 END
         WHERE reason IN ('SALE', 'SPLIT') AND quantity < 0",
    )
    .bind(document)
    .list("AND line_id IN (?)", lines.iter().copied());
    tx.query(sql).run().await?;
    Ok(())
}

pub(super) async fn load_products_on_hand(
    tx: &mut Tx,
    products: &[ProductId],
) -> db::Result<HashMap<ProductId, Quantity>> {
    if products.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = Sql::new("SELECT item_id, on_hand FROM stock_items WHERE item_kind = 'PRODUCT'")
        .list("AND item_id IN (?)", products.iter().copied());
    let rows: Vec<(ProductId, Quantity)> = tx.query(sql).all().await?;
    let mut found: HashMap<_, _> = products.iter().map(|id| (*id, Quantity::ZERO)).collect();
    found.extend(rows);
    Ok(found)
}

/// Loads how much of these supplies is on hand, in base units; supplies that were never counted are left out.
pub(super) async fn load_supplies_on_hand(
    tx: &mut Tx,
    supplies: &[SupplyId],
) -> db::Result<HashMap<SupplyId, Quantity>> {
    let sql = Sql::new("SELECT item_id, on_hand FROM stock_items WHERE item_kind = 'SUPPLY'");
    let rows: Vec<(SupplyId, Quantity)> =
        tx.query(sql.list("AND item_id IN (?)", supplies.iter().copied())).all().await?;
    Ok(rows.into_iter().collect())
}

/// Loads the name and base unit of the supplies among these items.
pub(super) async fn load_supply_names(
    tx: &mut Tx,
    items: impl Iterator<Item = Item>,
) -> db::Result<HashMap<SupplyId, (String, String)>> {
    let ids: Vec<SupplyId> = items.filter_map(|i| if let Item::Supply(id) = i { Some(id) } else { None }).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = Sql::new(
        "SELECT s.id, s.name, COALESCE(b.symbol, m.symbol) AS unit FROM supplies s
         JOIN measurements m ON m.id = s.measurement_id LEFT JOIN measurements b ON b.id = m.magnitude_id",
    );
    let rows: Vec<(SupplyId, String, String)> = tx.query(sql.list("WHERE s.id IN (?)", ids)).all().await?;
    Ok(rows.into_iter().map(|(id, name, unit)| (id, (name, unit))).collect())
}

/// The SQL of the quantity on hand of product `p` in a statement of the catalogue; 0 where it was never counted.
pub const PRODUCT_ON_HAND_SQL: &str =
    "COALESCE((SELECT i.on_hand FROM stock_items i WHERE i.item_kind = 'PRODUCT' AND i.item_id = p.id), 0)";

/// Lists the names of the supplies in a category.
pub(super) async fn list_supply_names_in_category(tx: &mut Tx, category: CategoryId) -> db::Result<Vec<String>> {
    tx.query("SELECT name FROM supplies WHERE category_id = $1 ORDER BY search_key LIMIT 10000")
        .bind(category)
        .column()
        .await
}

/// Lists the names of the products, toppings and supplies whose recipe takes a supply.
pub(super) async fn list_recipes_with_supply(tx: &mut Tx, supply: SupplyId) -> db::Result<Vec<String>> {
    tx.query(Sql::new(RECIPES_WITH_SUPPLY).bind(supply)).column().await
}

/// Lists the names of the products, toppings and supplies whose recipe is written in a unit.
pub(super) async fn list_recipes_in_unit(tx: &mut Tx, unit: MeasurementId) -> db::Result<Vec<String>> {
    tx.query(Sql::new(RECIPES_IN_UNIT).bind(unit)).column().await
}

/// Selects supplies as recipes need them; conditions are to be added with ` WHERE …`.
pub(super) fn select_ingredients() -> Sql {
    Sql::new(SELECT_INGREDIENTS)
}

const RECIPES_WITH_SUPPLY: &str =
    "SELECT p.name FROM product_supplies r JOIN products p ON p.id = r.product_id WHERE r.supply_id = $1
    UNION SELECT t.name FROM topping_supplies r JOIN toppings t ON t.id = r.topping_id WHERE r.supply_id = $1
    UNION SELECT t.name FROM toppings t WHERE t.supply_id = $1
    UNION SELECT s.name FROM supply_ingredients r JOIN supplies s ON s.id = r.made_id WHERE r.supply_id = $1 ORDER BY 1 LIMIT 1000";

const RECIPES_IN_UNIT: &str =
    "SELECT p.name FROM product_supplies r JOIN products p ON p.id = r.product_id WHERE r.measurement_id = $1
    UNION SELECT t.name FROM topping_supplies r JOIN toppings t ON t.id = r.topping_id WHERE r.measurement_id = $1
    UNION SELECT t.name FROM toppings t WHERE t.supply_measurement_id = $1
    UNION SELECT s.name FROM supply_ingredients r JOIN supplies s ON s.id = r.made_id WHERE r.measurement_id = $1 ORDER BY 1 LIMIT 1000";

const SELECT_INGREDIENTS: &str = "SELECT s.id, s.name, s.cost_amount, s.measurement_id, s.status, s.average, s.cost_at,
        s.cost_is_pending
    FROM (SELECT g.id, g.name, g.cost_amount, g.measurement_id, g.status,
                 CASE WHEN g.has_stock THEN v.unit_cost END AS average,
                 CASE WHEN g.has_stock AND v.unit_cost IS NOT NULL THEN v.last_bought_at END AS cost_at,
                 g.has_stock AND i.item_id IS NOT NULL
                     AND (v.item_id IS NULL OR v.changes <> i.changes OR v.replay_from IS NOT NULL) AS cost_is_pending
          FROM supplies g
          LEFT JOIN stock_values v ON v.item_kind = 'SUPPLY' AND v.item_id = g.id
          LEFT JOIN stock_items i ON i.item_kind = 'SUPPLY' AND i.item_id = g.id) s";
