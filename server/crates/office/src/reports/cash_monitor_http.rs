//! HTTP endpoints of the cash monitor's sales list.

use super::{
    cash_monitor::{self, PaymentFilter, SaleList, SaleListFilter, SalesByType, SoldProduct},
    cash_monitor_files,
    span::ReportDays,
};
use axum::{Json, response::Response};
use comanda_base::{
    error::Result,
    listing::{Paging, Rows},
};
use comanda_pdf::report_file_response;
use comanda_platform::{
    http::{Answer, Query, ok},
    report_table::{FileFormat, TableBody},
    settings::{CompanyInfo, Settings},
    state::App,
    use_case::Actor,
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_sale_billing))
        .routes(routes!(get_sale_billing_file))
        .routes(routes!(list_sold_products))
        .routes(routes!(list_sales_by_type))
}

/// Documents and credit notes, the latest first, including voided ones; `term` searches number, client and client's document. A cashier
/// sees those of their own cash cycles, without totals.
#[utoipa::path(get, path = "/cash-movements-sale-billing", tag = "cash", params(ReportDays, SaleListFilter, PaymentFilter, Paging), responses((status = 200, body = SaleList)))]
async fn list_sale_billing(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(filter): Query<SaleListFilter>,
    Query(paid_by): Query<PaymentFilter>,
    Query(paging): Query<Paging>,
) -> Result<Json<SaleList>> {
    let mut tx = actor.company.db.read().await?;
    Ok(Json(cash_monitor::load_page(&mut tx, &actor, days, (&filter, paid_by), &paging).await?))
}

/// The same list as Excel, PDF or CSV, with its totals, for users who see reports. At most 100,000 documents.
#[utoipa::path(get, path = "/cash-movements-sale-billing/file", tag = "cash", params(ReportDays, SaleListFilter, PaymentFilter, Term, FileFormat), responses((status = 200, content((Answer<TableBody> = "application/json"), (Vec<u8> = "application/octet-stream")))))]
async fn get_sale_billing_file(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(filter): Query<SaleListFilter>,
    Query(paid_by): Query<PaymentFilter>,
    Query(term): Query<Term>,
    Query(file): Query<FileFormat>,
) -> Result<Response> {
    let mut tx = actor.company.db.read().await?;
    let (span, documents, totals) =
        cash_monitor::load_for_file(&mut tx, &actor, days, (&filter, paid_by), term.term).await?;
    let (company, settings) = (CompanyInfo::load(&mut tx).await?, Settings::load(&mut tx).await?);
    drop(tx);
    let table = cash_monitor_files::build_table(&documents, totals, span, (&company, &settings));
    report_file_response(table, file.format, format!("ventas-{}-{}", span.first, span.last)).await
}

/// The search text of the list.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Term {
    /// A text within the number, the client's name or the client's document.
    term: Option<String>,
}

/// Sales by product, the highest first, from document lines with charges and discounts allocated to them. `term` searches the name.
#[utoipa::path(get, path = "/cash-movements-product", tag = "cash", params(ReportDays, SaleListFilter, Paging), responses((status = 200, body = Rows<SoldProduct>)))]
async fn list_sold_products(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(filter): Query<SaleListFilter>,
    Query(paging): Query<Paging>,
) -> Result<Rows<SoldProduct>> {
    let mut tx = actor.company.db.read().await?;
    paging.slice_page(cash_monitor::load_products(&mut tx, &actor, days, &filter, paging.term.as_deref()).await?)
}

/// Totals by document type; credit notes are a type of their own, with negative totals.
#[utoipa::path(get, path = "/billing-sales-by-type", tag = "cash", params(ReportDays, SaleListFilter), responses((status = 200, body = Answer<Vec<SalesByType>>)))]
async fn list_sales_by_type(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(filter): Query<SaleListFilter>,
) -> Result<Json<Answer<Vec<SalesByType>>>> {
    let mut tx = actor.company.db.read().await?;
    Ok(ok(cash_monitor::load_by_type(&mut tx, &actor, days, &filter).await?))
}
