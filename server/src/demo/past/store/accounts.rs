//! Inserts past accounts with their commands, lines, toppings and parts of combos.

use crate::demo::{
    past::{PastCashCycle, PastLine, PastSale},
    store::bulk::{insert_rows, insert_rows_returning_ids},
};
use chrono::Duration;
use comanda_base::{
    args,
    db::{Arg, Tx},
    error::Result,
    money::Quantity,
};
use comanda_orders::orders::RequestKind;

/// The ids of the inserted rows, in the order of the sales.
#[derive(Debug)]
pub(in crate::demo::past) struct InsertedAccounts {
    pub requests: Vec<i64>,
    /// The line ids by sale, in the order of its lines.
    pub lines: Vec<Vec<i64>>,
}

pub(in crate::demo::past) async fn insert_all(
    tx: &mut Tx,
    cash_cycles: &[PastCashCycle],
    sales: &[PastSale<'_>],
) -> Result<InsertedAccounts> {
    let requests = insert_requests(tx, cash_cycles, sales).await?;
    let commands = insert_commands(tx, cash_cycles, sales, &requests).await?;
    let lines = insert_lines(tx, sales, &requests, &commands).await?;
    insert_toppings(tx, sales, &lines).await?;
    insert_combo_parts(tx, sales, &lines).await?;
    Ok(InsertedAccounts { requests, lines })
}

async fn insert_requests(tx: &mut Tx, cash_cycles: &[PastCashCycle], sales: &[PastSale<'_>]) -> Result<Vec<i64>> {
    let row = |s: &PastSale<'_>| {
        let delivered = s.guest.filter(|_| s.kind == RequestKind::Delivery);
        args![
            s.kind,
            "DELIVERED",
            true,
            cash_cycles[s.cash_cycle].day,
            s.correlative,
            s.guest.map(|g| g.id),
            s.attendant,
            s.spot.map(|p| p.salon_id),
            s.spot.map(|p| p.table_id),
            s.persons,
            s.guest.filter(|_| s.kind != RequestKind::Table).map_or("", |g| g.name.as_str()),
            delivered.map_or("", |g| g.phone),
            delivered.map_or("", |g| g.address),
            4,
            s.opened,
            s.spot.map(|_| s.paid - Duration::minutes(4)),
            s.paid,
        ]
    };
    let statement = "INSERT INTO client_requests (type, status, is_paid, business_day, correlative, client_id, attendant_id, salon_id,
                    table_id, persons, client_name, phone, address, version, opened_at, billed_at, closed_at) VALUES";
    insert_rows_returning_ids(tx, statement, sales.iter().map(row).collect()).await
}

async fn insert_commands(
    tx: &mut Tx,
    cash_cycles: &[PastCashCycle],
    sales: &[PastSale<'_>],
    requests: &[i64],
) -> Result<Vec<i64>> {
    let row =
        |(s, id): (&PastSale<'_>, &i64)| args![*id, s.command, cash_cycles[s.cash_cycle].day, s.attendant, s.sent];
    let statement = "INSERT INTO commands (client_request_id, number, business_day, user_id, created_at) VALUES";
    let ids = insert_rows_returning_ids(tx, statement, sales.iter().zip(requests).map(row).collect()).await?;
    set_counters(tx).await?;
    Ok(ids)
}

/// Sets the counters of these days, so that later accounts and commands continue after the last number.
async fn set_counters(tx: &mut Tx) -> Result<()> {
    tx.query(
        "INSERT INTO counters (name, day, last)
         SELECT 'command', CAST(business_day AS TEXT), MAX(number) FROM commands GROUP BY business_day
         UNION ALL SELECT type, CAST(business_day AS TEXT), MAX(correlative) FROM client_requests
         WHERE correlative IS NOT NULL GROUP BY type, business_day",
    )
    .run()
    .await?;
    Ok(())
}

async fn insert_lines(
    tx: &mut Tx,
    sales: &[PastSale<'_>],
    requests: &[i64],
    commands: &[i64],
) -> Result<Vec<Vec<i64>>> {
    let mut rows: Vec<[Arg; 23]> = Vec::new();
    for ((sale, request), command) in sales.iter().zip(requests).zip(commands) {
        rows.extend(sale.lines.iter().map(|l| line_row(sale, l, *request, *command)));
    }
    let statement = "INSERT INTO order_lines (client_request_id, command_id, product_id, production_area_id, name, variant_id,
                    variant_name, comment, is_combo, quantity, qty_paid, base_sale_amount, variant_amount, toppings_amount,
                    minimum_sale_price, status, previous_status, status_changed_at, version, added_by, added_at, sent_at,
                    prepared_seconds) VALUES";
    let mut ids = insert_rows_returning_ids(tx, statement, rows).await?.into_iter();
    Ok(sales.iter().map(|s| ids.by_ref().take(s.lines.len()).collect()).collect())
}

fn line_row(sale: &PastSale<'_>, l: &PastLine<'_>, request: i64, command: i64) -> [Arg; 23] {
    let variant = l.variant.map(|v| &l.product.variants[v]);
    let quantity = Quantity::units(l.quantity);
    args![
        request,
        command,
        l.product.id,
        l.product.area,
        l.product.item.name,
        variant.map(|v| v.0),
        variant.map_or("", |v| v.1.as_str()),
        l.comment,
        !l.product.item.parts.is_empty(),
        quantity,
        quantity,
        l.base,
        l.variant_amount(),
        l.toppings_amount(),
        l.product.item.minimum.map(comanda_base::money::Money::centimos),
        "DELIVERED",
        "PREPARED",
        sale.sent + Duration::seconds(l.prepared_seconds.unwrap_or(780) + 60),
        5,
        sale.attendant,
        sale.sent - Duration::minutes(1),
        sale.sent,
        l.prepared_seconds,
    ]
}

async fn insert_toppings(tx: &mut Tx, sales: &[PastSale<'_>], ids: &[Vec<i64>]) -> Result<()> {
    let mut rows: Vec<[Arg; 5]> = Vec::new();
    for (sale, ids) in sales.iter().zip(ids) {
        for (line, id) in sale.lines.iter().zip(ids) {
            if let Some((topping, name, price)) = line.topping.map(|t| line.product.toppings[t]) {
                rows.push(args![*id, topping, name, price, Quantity::units(1)]);
            }
        }
    }
    insert_rows(tx, "INSERT INTO order_line_toppings (line_id, topping_id, name, price, quantity) VALUES", rows).await
}

/// Inserts the parts of combos as they are today.
async fn insert_combo_parts(tx: &mut Tx, sales: &[PastSale<'_>], ids: &[Vec<i64>]) -> Result<()> {
    let combos: Vec<i64> = sales
        .iter()
        .zip(ids)
        .flat_map(|(sale, ids)| sale.lines.iter().zip(ids))
        .filter(|(line, _)| !line.product.item.parts.is_empty())
        .map(|(_, id)| *id)
        .collect();
    let sql = comanda_base::db::Sql::new(
        "INSERT INTO order_line_components (line_id, product_id, production_area_id, name, quantity, status, previous_status,
             prepared_seconds)
         SELECT l.id, p.id, p.production_area_id, p.name, c.quantity, 'DELIVERED', 'PREPARED', l.prepared_seconds
         FROM order_lines l JOIN combo_items c ON c.product_id = l.product_id JOIN products p ON p.id = c.item_product_id",
    );
    tx.query(sql.list("WHERE l.id IN (?)", combos)).run().await?;
    Ok(())
}
