//! All SQL of `productions` and `production_items`.

use super::{
    answer::{StoredItem, StoredProduction},
    form::ProductionToRecord,
    model::ProductionStatus,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    error::Result,
    ids::{ProductionId, UserId},
    insert,
    listing::{Days, Paging, Rows},
    search::contains_pattern,
    update,
};

/// Selects productions; `cost` is that of the product's stock move in force, or of the last one, and `pending` is true while an ingredient
/// is being valued.
const PRODUCTIONS: &str = "SELECT p.id, p.number, p.supply_id, p.name, p.measurement_id, p.measurement, p.quantity, p.quantity_base,
            p.produced, p.produced_base, p.extra_cost, p.responsible, p.note, p.status, p.at, p.user_id,
            TRIM(u.name || ' ' || u.lastname) AS user_name, p.approvals, p.source AS moved_as, p.rejected_at,
            TRIM(r.name || ' ' || r.lastname) AS rejected_by, p.reject_reason, p.created_at,
            (SELECT m.cost FROM stock_moves m WHERE m.source = p.source AND m.line_id IS NULL AND m.quantity > 0
                 AND m.item_kind = 'SUPPLY' AND m.item_id = p.supply_id) AS cost,
            EXISTS (SELECT 1 FROM stock_moves m JOIN stock_values v ON v.item_kind = m.item_kind AND v.item_id = m.item_id
                 WHERE m.source = p.source AND m.line_id IS NULL AND NOT m.reversed AND m.quantity < 0
                 AND (m.balance IS NULL OR v.replay_from <= m.at)) AS pending";

const FROM_PRODUCTIONS: &str = "FROM productions p JOIN users u ON u.id = p.user_id
     LEFT JOIN users r ON r.id = p.rejected_by WHERE 1 = 1";

/// The columns by which lists can be sorted.
const COLUMNS: [(&str, &str); 5] = [
    ("date", "p.at"),
    ("number", "p.number"),
    ("name", "p.name"),
    ("status", "p.status"),
    ("responsible", "p.responsible"),
];

/// The conditions of a list of productions.
#[derive(Debug)]
pub(super) struct ProductionFilter<'w> {
    /// Restricts the list to the productions that this user recorded.
    pub by: Option<UserId>,
    pub states: Option<Vec<String>>,
    pub supplies: Option<Vec<i64>>,
    pub days: Days,
    /// A text searched in name, responsible, note and ingredients.
    pub term: Option<&'w str>,
}

impl ProductionFilter<'_> {
    fn add_conditions(&self, sql: Sql) -> Sql {
        let mut sql = sql
            .add(FROM_PRODUCTIONS)
            .when("AND p.user_id = ?", self.by)
            .when("AND p.business_day >= ?", self.days.date_from)
            .when("AND p.business_day <= ?", self.days.date_to)
            .when("AND p.search_key LIKE ? ESCAPE '!'", self.term.map(contains_pattern));
        if let Some(states) = &self.states {
            sql = sql.list("AND p.status IN (?)", states.iter().map(String::as_str));
        }
        if let Some(supplies) = &self.supplies {
            sql = sql.list("AND p.supply_id IN (?)", supplies.iter().copied());
        }
        sql
    }
}

/// Loads a page of productions, the latest first unless another order is asked for.
pub(super) async fn load_page(
    tx: &mut Tx,
    filter: &ProductionFilter<'_>,
    paging: &Paging,
) -> Result<Rows<StoredProduction>> {
    let list = filter.add_conditions(Sql::new(PRODUCTIONS));
    let list = match paging.sort.as_deref() {
        None | Some("") => list.add("ORDER BY p.at DESC, p.id DESC"),
        Some(_) => paging.add_order_by(list, &COLUMNS, "p.id")?,
    };
    paging.load_page(tx, filter.add_conditions(Sql::new("SELECT COUNT(*)")), list).await
}

/// Finds a production, of this user where one is given.
pub(super) async fn find_production(
    tx: &mut Tx,
    id: ProductionId,
    user: Option<UserId>,
) -> db::Result<Option<StoredProduction>> {
    let sql = Sql::new(PRODUCTIONS).add(FROM_PRODUCTIONS).with("AND p.id = ?", id);
    tx.query(sql.when("AND p.user_id = ?", user)).maybe().await
}

/// Locks the production until the end of the transaction; returns whether it exists.
pub(super) async fn lock_production(tx: &mut Tx, id: ProductionId) -> db::Result<bool> {
    let found: Option<(ProductionId,)> =
        tx.query("SELECT id FROM productions WHERE id = $1").bind(id).for_update().maybe().await?;
    Ok(found.is_some())
}

/// Loads the ingredients of a production in the order in which they were entered.
pub(super) async fn load_items(tx: &mut Tx, id: ProductionId) -> db::Result<Vec<StoredItem>> {
    tx.query(
        "SELECT i.supply_id, i.name, i.measurement_id, i.measurement, i.quantity, i.base_quantity, i.base_measurement, i.has_stock,
                i.cost, s.value
         FROM production_items i JOIN productions p ON p.id = i.production_id
         LEFT JOIN stock_moves s ON s.source = p.source AND s.line_id IS NULL AND NOT s.reversed
              AND s.item_kind = 'SUPPLY' AND s.item_id = i.supply_id
         WHERE i.production_id = $1 ORDER BY i.id",
    )
    .bind(id)
    .all()
    .await
}

/// The row of a production to be inserted.
#[derive(Debug)]
pub(super) struct NewProductionRow<'n> {
    pub number: i64,
    pub new: &'n ProductionToRecord,
    pub search_key: String,
    pub day: NaiveDate,
    pub user: UserId,
    pub created_at: DateTime<Utc>,
}

pub(super) async fn insert_production(tx: &mut Tx, row: &NewProductionRow<'_>) -> db::Result<ProductionId> {
    let (new, planned) = (row.new, &row.new.planned);
    let id: ProductionId = tx
        .query(insert!("productions" {
            number: row.number,
            supply_id: planned.good.item.id(),
            name: planned.good.name.as_str(),
            measurement_id: planned.measurement,
            measurement: planned.symbol.as_str(),
            quantity: planned.quantity,
            quantity_base: planned.base,
            produced: new.produced.quantity,
            produced_base: new.produced.base,
            extra_cost: new.extra_cost,
            responsible: new.responsible.as_str(),
            note: new.note.as_str(),
            search_key: row.search_key.as_str(),
            status: ProductionStatus::Approved,
            at: new.at,
            business_day: row.day,
            user_id: row.user,
            created_at: row.created_at,
        } returning "id"))
        .scalar()
        .await?;
    let rows = new.items.iter().map(|ingredient| {
        let e = &ingredient.entered;
        args![
            id,
            ingredient.supply,
            e.good.name.as_str(),
            e.measurement,
            e.symbol.as_str(),
            e.quantity,
            e.base,
            e.base_symbol.as_str(),
            e.good.has_stock,
            ingredient.cost
        ]
    });
    let statement = Sql::new(
        "INSERT INTO production_items (production_id, supply_id, name, measurement_id, measurement, quantity, base_quantity,
                                       base_measurement, has_stock, cost) VALUES",
    );
    tx.query(statement.rows(rows)).run().await?;
    Ok(id)
}

/// Marks the production as approved and stores the source of its stock moves.
pub(super) async fn mark_approved(tx: &mut Tx, id: ProductionId, source: &str) -> db::Result<u64> {
    tx.query(
        "UPDATE productions SET status = 'APPROVED', approvals = approvals + 1, source = $1, rejected_at = NULL,
                rejected_by = NULL, reject_reason = NULL WHERE id = $2",
    )
    .bind(source)
    .bind(id)
    .run()
    .await
}

pub(super) async fn mark_rejected(
    tx: &mut Tx,
    id: ProductionId,
    (user, at): (UserId, DateTime<Utc>),
    reason: Option<&str>,
) -> db::Result<u64> {
    tx.query(update!("productions" {
        status: ProductionStatus::Rejected,
        rejected_at: at,
        rejected_by: user,
        reject_reason: reason,
    } where id = id))
        .run()
        .await
}
