//! HTTP calls of purchases.

use super::{
    change,
    create::record_purchase,
    files,
    form::{ChangePurchase, NewPurchase, PayPurchase, VoidPurchaseBody},
    from_xml, list,
    model::{LastPrice, PaidPrice, Purchase, PurchaseReport, PurchaseRows},
    paper_rules::{self, PaperQuery, PaperRules},
    pay, prices, read,
    report::{self, ReportFilter},
    report_table, to_buy_http, void,
};
use axum::{Json, extract::Path, response::Response};
use chrono::NaiveDate;
use comanda_base::{
    error::Result,
    ids::{ItemId, ProviderId, PurchaseId},
    listing::{Paging, Rows},
};
use comanda_ledgers::stock::{Item, ItemKind};
use comanda_pdf::report_file_response;
use comanda_platform::{
    http::{Answer, Query, Write, ok, rows},
    idempotent_write,
    people::pin,
    report_table::{FileFormat, TableBody},
    settings::{CompanyInfo, Settings},
    state::App,
    use_case::{Action, Actor, WriteAnswer, not_permitted_refusal},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The routes of purchases.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_purchases, create_purchase))
        .routes(routes!(get_paper_rules))
        .routes(routes!(get_price_history))
        .routes(routes!(get_last_prices))
        .merge(to_buy_http::routes())
        .routes(routes!(get_purchase, change_purchase, void_purchase))
        .routes(routes!(pay_purchase))
        .routes(routes!(get_purchase_report))
        .routes(routes!(get_purchase_report_file))
        .merge(from_xml::routes())
        .merge(files::routes())
}

/// Requires the right to edit the catalog or to see reports: the office records purchases, and the accountant reads them.
pub(super) fn must_see(actor: &Actor) -> Result<()> {
    if actor.can_without_pin(Action::EditCatalog) || actor.can_without_pin(Action::SeeReports) {
        Ok(())
    } else {
        not_permitted_refusal().err()
    }
}

/// The days of a list of purchases.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PurchaseFilter {
    /// The first and the last date of the documents.
    pub date_from: Option<NaiveDate>,
    pub date_to: Option<NaiveDate>,
}

/// Lists purchases, the latest document first; `term` searches their numbers, providers and items. Filters: `type`, `document`,
/// `provider_id`, `state` (ACTIVE, VOIDED, DUE, OVERDUE, PAID). Sorted by date, total, provider or due.
#[utoipa::path(get, path = "/purchase", tag = "purchases", params(Paging, PurchaseFilter), responses((status = 200, body = PurchaseRows)))]
async fn list_purchases(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<PurchaseFilter>,
) -> Result<Json<PurchaseRows>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let days = (filter.date_from, filter.date_to);
    Ok(Json(list::load_page(&mut tx, &paging, days, actor.app.clock().now()).await?))
}

/// Records a purchase: stock comes in, and cash payments leave the user's own open cash cycle; 409 `already_exists` with the purchase that
/// has the same document.
#[utoipa::path(post, path = "/purchase", tag = "purchases", request_body = NewPurchase, responses((status = 200, body = Answer<Purchase>)))]
async fn create_purchase(actor: Actor, write: Write<NewPurchase>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| record_purchase(work, body).await)
}

/// Returns one purchase.
#[utoipa::path(get, path = "/purchase/{id}", tag = "purchases", params(("id" = PurchaseId, Path)), responses((status = 200, body = Answer<Purchase>)))]
async fn get_purchase(actor: Actor, Path(id): Path<PurchaseId>) -> Result<Json<Answer<Purchase>>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(read::load_purchase(&mut tx, id, actor.app.clock().now()).await?))
}

/// Corrects data that was entered wrong; 409 for items, money and date: void the purchase and record it again.
#[utoipa::path(put, path = "/purchase/{id}", tag = "purchases", params(("id" = PurchaseId, Path)), request_body = ChangePurchase, responses((status = 200, body = Answer<Purchase>)))]
async fn change_purchase(
    actor: Actor,
    Path(id): Path<PurchaseId>,
    write: Write<ChangePurchase>,
) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| change::correct_purchase(work, id, body).await)
}

/// Voids a purchase with a PIN: its stock goes out again, and its cash comes back.
#[utoipa::path(delete, path = "/purchase/{id}", tag = "purchases", params(("id" = PurchaseId, Path)), request_body = VoidPurchaseBody, responses((status = 200, body = Answer<Purchase>)))]
async fn void_purchase(
    actor: Actor,
    Path(id): Path<PurchaseId>,
    write: Write<VoidPurchaseBody>,
) -> Result<WriteAnswer> {
    let approval = pin::approve_action(&actor, Action::VoidPurchase, &write.body.pin).await?;
    idempotent_write!(actor, write, |work, body| void::void_purchase(work, id, body, approval).await)
}

/// Pays a purchase on credit, the oldest instalment first unless one is named; 409 `balance_changed` when the amount exceeds the amount
/// due.
#[utoipa::path(post, path = "/purchase/{id}/pay", tag = "purchases", params(("id" = PurchaseId, Path)), request_body = PayPurchase, responses((status = 200, body = Answer<Purchase>)))]
async fn pay_purchase(actor: Actor, Path(id): Path<PurchaseId>, write: Write<PayPurchase>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| pay::record_payment(work, id, body).await)
}

/// Returns the rules for a supplier's document of a day: the rate of IGV, the months whose register takes it, and the time at which its
/// goods come in.
#[utoipa::path(get, path = "/purchase/paper-rules", tag = "purchases", params(PaperQuery), responses((status = 200, body = Answer<PaperRules>)))]
async fn get_paper_rules(actor: Actor, Query(query): Query<PaperQuery>) -> Result<Json<Answer<PaperRules>>> {
    actor.require(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(paper_rules::load_rules(&mut tx, &query, actor.app.clock().now()).await?))
}

/// The item whose price history is asked for.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PriceQuery {
    #[param(inline)]
    pub item_type: ItemKind,
    pub item_id: ItemId,
    /// Only prices of this provider.
    pub provider_id: Option<ProviderId>,
}

/// Lists the prices paid for an item, the latest first, at most 200.
#[utoipa::path(get, path = "/purchase/price-history", tag = "purchases", params(PriceQuery), responses((status = 200, body = Rows<PaidPrice>)))]
async fn get_price_history(actor: Actor, Query(query): Query<PriceQuery>) -> Result<Rows<PaidPrice>> {
    actor.require(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    let item = Item::from_row(query.item_type, query.item_id.0);
    Ok(rows(prices::load_price_history(&mut tx, item, query.provider_id).await?))
}

/// The items whose last prices are asked for.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ItemsQuery {
    /// `SUPPLY:3,PRODUCT:9`, up to 500.
    pub items: String,
}

/// Lists the last price paid for each of these items; items that were never bought are left out.
#[utoipa::path(get, path = "/purchase/last-prices", tag = "purchases", params(ItemsQuery), responses((status = 200, body = Rows<LastPrice>)))]
async fn get_last_prices(actor: Actor, Query(query): Query<ItemsQuery>) -> Result<Rows<LastPrice>> {
    actor.require(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    Ok(rows(prices::load_last_prices(&mut tx, &query.items).await?))
}

/// Reports the purchases of a span of days with their sums, by provider and kind of document.
#[utoipa::path(get, path = "/purchase-report", tag = "purchases", params(ReportFilter), responses((status = 200, body = Answer<PurchaseReport>)))]
async fn get_purchase_report(actor: Actor, Query(filter): Query<ReportFilter>) -> Result<Json<Answer<PurchaseReport>>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let today = Settings::load(&mut tx).await?.calendar_day(actor.app.clock().now());
    Ok(ok(report::load_report(&mut tx, &filter, today).await?))
}

/// Exports the report of purchases as Excel, PDF or CSV.
#[utoipa::path(get, path = "/purchase-report/file", tag = "purchases", params(ReportFilter, FileFormat), responses((status = 200, content((Answer<TableBody> = "application/json"), (Vec<u8> = "application/octet-stream")))))]
async fn get_purchase_report_file(
    actor: Actor,
    Query(filter): Query<ReportFilter>,
    Query(file): Query<FileFormat>,
) -> Result<Response> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let (settings, company) = (Settings::load(&mut tx).await?, CompanyInfo::load(&mut tx).await?);
    let today = settings.calendar_day(actor.app.clock().now());
    let days = filter.days(today)?;
    let report = report::load_report(&mut tx, &filter, today).await?;
    drop(tx);
    report_file_response(
        report_table::purchases_table(&report, &company, days),
        file.format,
        format!("compras-{}-{}", days.0, days.1),
    )
    .await
}
