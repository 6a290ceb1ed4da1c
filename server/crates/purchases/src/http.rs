//! Calls of purchases.

use super::{
    change,
    create::create,
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
use comanda_platform::{
    http::{Answer, Query, Write, ok, rows},
    idempotent_write,
    people::pin,
    report_table::FileFormat,
    settings::{CompanyInfo, Settings},
    state::App,
    use_case::{Action, Actor, Done, not_permitted},
};
use comanda_printing::report_file;
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
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

/// Purchases are written by the office and read by the accountant too.
pub(super) fn must_see(actor: &Actor) -> Result<()> {
    if actor.may(Action::EditCatalog) || actor.may(Action::SeeReports) { Ok(()) } else { not_permitted().err() }
}

/// Which purchases a list wants.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PurchaseFilter {
    /// Days of the paper, from and to.
    pub date_from: Option<NaiveDate>,
    pub date_to: Option<NaiveDate>,
}

/// Purchases, the latest paper first; `term` searches their numbers, providers and items. Filters: `type`, `document`, `provider_id`,
/// `state` (ACTIVE, VOIDED, DUE, OVERDUE, PAID). Sorted by date, total, provider or due.
#[utoipa::path(get, path = "/purchase", tag = "purchases", params(Paging, PurchaseFilter), responses((status = 200, body = PurchaseRows)))]
async fn list_purchases(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<PurchaseFilter>,
) -> Result<Json<PurchaseRows>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let days = (filter.date_from, filter.date_to);
    Ok(Json(list::page(&mut tx, &paging, days, actor.app.clock().now()).await?))
}

/// Writes a purchase: stock comes in, and what is paid in cash leaves one's own open cash cycle; 409 `already_exists` with the
/// purchase that has the same paper.
#[utoipa::path(post, path = "/purchase", tag = "purchases", request_body = NewPurchase, responses((status = 200, body = Answer<Purchase>)))]
async fn create_purchase(actor: Actor, write: Write<NewPurchase>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| create(work, body).await)
}

/// One purchase.
#[utoipa::path(get, path = "/purchase/{id}", tag = "purchases", params(("id" = PurchaseId, Path)), responses((status = 200, body = Answer<Purchase>)))]
async fn get_purchase(actor: Actor, Path(id): Path<PurchaseId>) -> Result<Json<Answer<Purchase>>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(read::purchase(&mut tx, id, actor.app.clock().now()).await?))
}

/// Corrects what was copied wrong from the paper; 409 for its items, money and date: void it and write it again.
#[utoipa::path(put, path = "/purchase/{id}", tag = "purchases", params(("id" = PurchaseId, Path)), request_body = ChangePurchase, responses((status = 200, body = Answer<Purchase>)))]
async fn change_purchase(actor: Actor, Path(id): Path<PurchaseId>, write: Write<ChangePurchase>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| change::change(work, id, body).await)
}

/// Voids a purchase with a PIN: its stock goes out again, its cash comes back.
#[utoipa::path(delete, path = "/purchase/{id}", tag = "purchases", params(("id" = PurchaseId, Path)), request_body = VoidPurchaseBody, responses((status = 200, body = Answer<Purchase>)))]
async fn void_purchase(actor: Actor, Path(id): Path<PurchaseId>, write: Write<VoidPurchaseBody>) -> Result<Done> {
    let approval = pin::approve(&actor, Action::VoidPurchase, &write.body.pin).await?;
    idempotent_write!(actor, write, |work, body| void::void(work, id, body, approval).await)
}

/// Pays of a purchase on credit, the oldest instalment first unless one is named; 409 `balance_changed` beyond what is due.
#[utoipa::path(post, path = "/purchase/{id}/pay", tag = "purchases", params(("id" = PurchaseId, Path)), request_body = PayPurchase, responses((status = 200, body = Answer<Purchase>)))]
async fn pay_purchase(actor: Actor, Path(id): Path<PurchaseId>, write: Write<PayPurchase>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| pay::pay(work, id, body).await)
}

/// What a supplier's paper of a day means here: its rate of IGV, the months whose register takes it, and when its goods come in.
#[utoipa::path(get, path = "/purchase/paper-rules", tag = "purchases", params(PaperQuery), responses((status = 200, body = Answer<PaperRules>)))]
async fn get_paper_rules(actor: Actor, Query(query): Query<PaperQuery>) -> Result<Json<Answer<PaperRules>>> {
    actor.must(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(paper_rules::rules(&mut tx, &query, actor.app.clock().now()).await?))
}

/// Whose prices are wanted.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PriceQuery {
    #[param(inline)]
    pub item_type: ItemKind,
    pub item_id: ItemId,
    /// Only of this provider.
    pub provider_id: Option<ProviderId>,
}

/// What was paid for something, the latest first, at most 200 times.
#[utoipa::path(get, path = "/purchase/price-history", tag = "purchases", params(PriceQuery), responses((status = 200, body = Rows<PaidPrice>)))]
async fn get_price_history(actor: Actor, Query(query): Query<PriceQuery>) -> Result<Rows<PaidPrice>> {
    actor.must(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    let item = Item::of(query.item_type, query.item_id.0);
    Ok(rows(prices::history(&mut tx, item, query.provider_id).await?))
}

/// Of which items.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ItemsQuery {
    /// `SUPPLY:3,PRODUCT:9`, up to 500.
    pub items: String,
}

/// What was last paid for each of these things; what was never bought is left out.
#[utoipa::path(get, path = "/purchase/last-prices", tag = "purchases", params(ItemsQuery), responses((status = 200, body = Rows<LastPrice>)))]
async fn get_last_prices(actor: Actor, Query(query): Query<ItemsQuery>) -> Result<Rows<LastPrice>> {
    actor.must(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    Ok(rows(prices::last(&mut tx, &query.items).await?))
}

/// Purchases of a span of days with what they come to, by provider and kind of paper.
#[utoipa::path(get, path = "/purchase-report", tag = "purchases", params(ReportFilter), responses((status = 200, body = Answer<PurchaseReport>)))]
async fn get_purchase_report(actor: Actor, Query(filter): Query<ReportFilter>) -> Result<Json<Answer<PurchaseReport>>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let today = Settings::load(&mut tx).await?.calendar_day(actor.app.clock().now());
    Ok(ok(report::report(&mut tx, &filter, today).await?))
}

/// The same as Excel, PDF or CSV.
#[utoipa::path(get, path = "/purchase-report/file", tag = "purchases", params(ReportFilter, FileFormat), responses((status = 200, content_type = "application/octet-stream")))]
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
    let report = report::report(&mut tx, &filter, today).await?;
    drop(tx);
    report_file(report_table::table(&report, &company, days), file.format, format!("compras-{}-{}", days.0, days.1))
        .await
}
