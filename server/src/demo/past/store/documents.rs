//! Inserts past payments and their documents; tax and amounts in words are computed as for today's documents.

use super::accounts::InsertedAccounts;
use crate::demo::{
    past::{PastCashCycle, PastSale, SeedContext},
    store::bulk::{insert_rows, insert_rows_returning_ids},
};
use comanda_base::{
    args,
    db::{Arg, Tx},
    error::Result,
    ids::{BillingId, ClientId, LineId},
    measure::Measure,
    money::{Money, Quantity},
    search::search_key,
    words::IgvTreatment,
};
use comanda_invoicing::billing::{
    Customer, DocumentLineKind,
    electronic::register_past_documents,
    tax::{DocumentFigures, Sale, SoldItem, compute_document_figures},
    words::amount_in_words,
};
use comanda_platform::settings::TaxRule;
use std::collections::HashMap;

/// The series by `billing_type_id`.
const SERIES: [&str; 3] = ["B001", "F001", "NV01"];

/// Inserts payments, the lines they cover, and their documents.
pub(in crate::demo::past) async fn insert_all(
    tx: &mut Tx,
    scene: &SeedContext<'_>,
    cash_cycles: &[PastCashCycle],
    sales: &[PastSale<'_>],
    cycles: &[i64],
    accounts: &InsertedAccounts,
    rule: TaxRule,
) -> Result<()> {
    let payments = insert_payments(tx, scene, cash_cycles, sales, cycles, accounts).await?;
    insert_entries(tx, sales, &payments).await?;
    insert_payment_lines(tx, sales, &payments, accounts).await?;
    let mut documents = Vec::with_capacity(sales.len());
    for (sale, ids) in sales.iter().zip(&accounts.lines) {
        documents.push(compute_document_figures(build_sale(sale, ids, rule)).map_err(anyhow::Error::from)?);
    }
    let billings = insert_billings(tx, cash_cycles, sales, cycles, accounts, &payments, &documents).await?;
    insert_billing_lines(tx, &billings, documents).await?;
    let billings: Vec<BillingId> = billings.into_iter().map(BillingId).collect();
    register_past_documents(tx, &billings).await
}

async fn insert_payments(
    tx: &mut Tx,
    scene: &SeedContext<'_>,
    cash_cycles: &[PastCashCycle],
    sales: &[PastSale<'_>],
    cycles: &[i64],
    accounts: &InsertedAccounts,
) -> Result<Vec<i64>> {
    let row = |(s, request): (&PastSale<'_>, &i64)| -> [Arg; 9] {
        let turned: Money = s.payments.iter().map(|h| h.tendered - h.amount).sum();
        let client = s.guest.map(|g| g.id);
        let (cycle, day) = (cycles[s.cash_cycle], cash_cycles[s.cash_cycle].day);
        args![*request, cycle, scene.seeded.cashier(), "ALL", s.total(), turned, client, day, s.paid]
    };
    let statement =
        "INSERT INTO payments (client_request_id, cycle_id, user_id, kind, total, turned, client_id, business_day,
                    created_at) VALUES";
    insert_rows_returning_ids(tx, statement, sales.iter().zip(&accounts.requests).map(row).collect()).await
}

async fn insert_entries(tx: &mut Tx, sales: &[PastSale<'_>], payments: &[i64]) -> Result<()> {
    let options: Vec<(String, i64)> = tx.query("SELECT name, id FROM payment_options").all().await?;
    let options: HashMap<String, i64> = options.into_iter().collect();
    let mut rows: Vec<[Arg; 5]> = Vec::new();
    for (sale, payment) in sales.iter().zip(payments) {
        for h in &sale.payments {
            rows.push(args![*payment, options[h.option], h.amount, h.tendered, h.operation_number.as_deref()]);
        }
    }
    let statement =
        "INSERT INTO payment_entries (payment_id, payment_option_id, amount, tendered, operation_number) VALUES";
    insert_rows(tx, statement, rows).await
}

async fn insert_payment_lines(
    tx: &mut Tx,
    sales: &[PastSale<'_>],
    payments: &[i64],
    accounts: &InsertedAccounts,
) -> Result<()> {
    let mut rows: Vec<[Arg; 4]> = Vec::new();
    for ((sale, payment), ids) in sales.iter().zip(payments).zip(&accounts.lines) {
        for (line, id) in sale.lines.iter().zip(ids) {
            rows.push(args![*payment, *id, Quantity::units(line.quantity), line.total()]);
        }
    }
    insert_rows(tx, "INSERT INTO payment_lines (payment_id, line_id, quantity, amount) VALUES", rows).await
}

fn build_sale(sale: &PastSale<'_>, ids: &[i64], tax: TaxRule) -> Sale {
    let mut items = Vec::new();
    for (line, id) in sale.lines.iter().zip(ids) {
        let mut item = |kind, description: String, unit_price: Money| {
            let quantity = Quantity::units(line.quantity);
            let line_id = Some(LineId(*id));
            items.push(SoldItem {
                line_id,
                kind,
                description,
                quantity,
                measure: Measure::default(),
                unit_price,
                total: line.times(unit_price),
                bag_tax: Money::ZERO,
                discount: Money::ZERO,
                treatment: IgvTreatment::Taxed,
                is_free: false,
            });
        };
        let name = line.product.item.name;
        let description = match line.variant.map(|v| line.product.variants[v].1.as_str()) {
            Some(variant) => format!("{name} ({variant})"),
            None => name.to_owned(),
        };
        item(DocumentLineKind::Product, description, line.base + line.variant_amount());
        if let Some((_, topping, price)) = line.topping.map(|t| line.product.toppings[t]) {
            item(DocumentLineKind::Topping, topping.to_owned(), price);
        }
    }
    Sale { items, discounts: Vec::new(), services: Vec::new(), tax }
}

fn build_customer(sale: &PastSale<'_>) -> Customer {
    let Some(guest) = sale.guest else { return Customer::anonymous() };
    Customer {
        id: Some(ClientId(guest.id)),
        document_type: guest.document_type,
        document_number: guest.document_number.clone(),
        name: guest.name.clone(),
        address: guest.address.into(),
    }
}

async fn insert_billings(
    tx: &mut Tx,
    cash_cycles: &[PastCashCycle],
    sales: &[PastSale<'_>],
    cycles: &[i64],
    accounts: &InsertedAccounts,
    payments: &[i64],
    documents: &[DocumentFigures],
) -> Result<Vec<i64>> {
    let mut last = [0_i64; 3];
    let mut rows: Vec<[Arg; 21]> = Vec::with_capacity(sales.len());
    for (n, (s, f)) in sales.iter().zip(documents).enumerate() {
        let kind = (s.billing_type - 1) as usize;
        last[kind] += 1;
        let c = build_customer(s);
        let searched = search_key(&c.name);
        rows.push(args![
            s.billing_type,
            SERIES[kind],
            last[kind],
            accounts.requests[n],
            payments[n],
            cycles[s.cash_cycle],
            cash_cycles[s.cash_cycle].day,
            s.paid,
            c.id,
            c.document_type,
            c.document_number,
            c.name,
            c.address,
            f.igv_percent,
            f.taxable,
            f.exonerated,
            f.other_charges,
            f.igv,
            f.total,
            amount_in_words(f.total),
            searched,
        ]);
    }
    let statement =
        "INSERT INTO billings (billing_type_id, serie, number, client_request_id, payment_id, cycle_id, business_day,
                    issued_at, client_id, client_document_type, client_document_number, client_name, client_address,
                    igv_percent, taxable, exonerated, other_charges, igv, total, total_in_words, client_search_key) VALUES";
    let ids = insert_rows_returning_ids(tx, statement, rows).await?;
    for (serie, number) in SERIES.into_iter().zip(last) {
        let set = "UPDATE billing_series SET current_number = $1 WHERE serie = $2";
        tx.query(set).bind(number).bind(serie).run().await?;
    }
    Ok(ids)
}

async fn insert_billing_lines(tx: &mut Tx, billings: &[i64], documents: Vec<DocumentFigures>) -> Result<()> {
    let mut rows: Vec<[Arg; 11]> = Vec::new();
    for (billing, figures) in billings.iter().zip(documents) {
        for (line, position) in figures.lines.into_iter().zip(1_i64..) {
            let (item, affectation) = (line.item, line.affectation);
            let (kind, text) = (item.kind, item.description);
            let row = args![
                *billing,
                position,
                item.line_id,
                kind,
                text,
                item.quantity,
                item.unit_price,
                line.base,
                line.igv,
                line.total,
                affectation
            ];
            rows.push(row);
        }
    }
    let statement =
        "INSERT INTO billing_lines (billing_id, position, line_id, kind, description, quantity, unit_price, base, igv,
                    total, affectation) VALUES";
    insert_rows(tx, statement, rows).await
}
