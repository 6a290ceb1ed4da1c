//! SQL that reads prices paid for items.

use chrono::NaiveDate;
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{ItemId, MeasurementId, ProviderId, PurchaseId},
    money::{Money, Quantity},
};
use comanda_ledgers::stock::{Item, ItemKind};

/// One purchase line, with its prices.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct PaidLine {
    pub item_type: ItemKind,
    pub item_id: ItemId,
    pub date: NaiveDate,
    pub provider_id: ProviderId,
    pub provider_name: String,
    pub purchase_id: PurchaseId,
    pub full_number: String,
    pub quantity: Quantity,
    pub measurement_id: MeasurementId,
    pub measurement: String,
    pub buy_price: Money,
    pub paid_price: Money,
    pub base_quantity: Quantity,
}

const FROM_ITEMS: &str =
    "FROM purchase_items i JOIN purchases p ON p.id = i.purchase_id JOIN providers r ON r.id = p.provider_id
     WHERE p.status = 'ACTIVE' AND p.modified_document IS NULL";

fn select_paid_lines() -> Sql {
    Sql::new(
        "SELECT i.item_kind AS item_type, i.item_id, p.issued_on AS date, p.provider_id,
                CASE WHEN r.business_name <> '' THEN r.business_name ELSE TRIM(r.name || ' ' || r.last_name) END AS provider_name,
                p.id AS purchase_id,
                CASE WHEN p.number = '' THEN 'S/N' WHEN p.serie = '' THEN p.number ELSE p.serie || '-' || p.number END AS full_number,
                i.quantity, i.measurement_id, i.measurement, i.buy_price, i.paid_price, i.base_quantity",
    )
    .add(FROM_ITEMS)
}

/// Loads the purchase lines of an item, the latest first.
pub(super) async fn load_price_history(
    tx: &mut Tx,
    item: Item,
    provider: Option<ProviderId>,
    limit: i64,
) -> db::Result<Vec<PaidLine>> {
    let sql = select_paid_lines()
        .with("AND i.item_kind = ?", item.kind())
        .with("AND i.item_id = ?", item.id())
        .when("AND p.provider_id = ?", provider)
        .add("ORDER BY p.issued_at DESC, p.id DESC");
    tx.query(sql.with("LIMIT ?", limit)).all().await
}

/// Loads the latest purchase line of each item.
pub(super) async fn load_last_lines(tx: &mut Tx, items: &[Item]) -> db::Result<Vec<PaidLine>> {
    let ids = |kind: ItemKind| items.iter().filter(move |i| i.kind() == kind).map(|i| i.id());
    let sql = select_paid_lines()
        .add(
            "AND i.id IN (SELECT n.id FROM (SELECT j.id, ROW_NUMBER() OVER (PARTITION BY j.item_kind, j.item_id
                 ORDER BY o.issued_at DESC, o.id DESC) AS place
             FROM purchase_items j JOIN purchases o ON o.id = j.purchase_id WHERE o.status = 'ACTIVE' AND o.modified_document IS NULL AND (",
        )
        .list("(j.item_kind = 'PRODUCT' AND j.item_id IN (?))", ids(ItemKind::Product))
        .list("OR (j.item_kind = 'SUPPLY' AND j.item_id IN (?))", ids(ItemKind::Supply))
        .add(")) n WHERE n.place = 1) ORDER BY i.item_kind, i.item_id");
    tx.query(sql).all().await
}

/// Loads document number and telephone of these providers.
pub(super) async fn load_provider_contacts(
    tx: &mut Tx,
    ids: impl Iterator<Item = ProviderId>,
) -> db::Result<Vec<(ProviderId, String, String)>> {
    let ids: Vec<ProviderId> = ids.collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = Sql::new("SELECT id, document_number, phone FROM providers WHERE 1 = 1").list("AND id IN (?)", ids);
    tx.query(sql).all().await
}

/// Loads the display name of a provider.
pub(super) async fn load_provider_name(tx: &mut Tx, id: ProviderId) -> db::Result<String> {
    tx.query(
        "SELECT CASE WHEN business_name <> '' THEN business_name ELSE TRIM(name || ' ' || last_name) END
         FROM providers WHERE id = $1",
    )
    .bind(id)
    .scalar()
    .await
}
