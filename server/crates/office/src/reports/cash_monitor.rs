//! The cash monitor's sales list: issued documents, including voided ones, and the totals of those that are valid.

use super::{
    sales::report::round_to_thousandths,
    span::{DaySpan, ReportDays},
    store::{self, DocumentQuery, SoldByMethod, SoldDocument, SoldTotals},
};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::{CycleId, UserId},
    listing::{Paging, page_count},
    money::{Money, Quantity},
};
use comanda_ledgers::figures::{self, Cut, SalesChannel, SalesFilter};
use comanda_platform::use_case::{Action, Actor, not_permitted_refusal};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The most documents of one file: three busy months.
const MAX_FILE_ROWS: i64 = 100_000;

/// Filter of the sales list.
#[derive(Debug, Clone, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SaleListFilter {
    /// The sales channel: TABLE, ORDER, DELIVERY or APP.
    pub sale_by: Option<SalesChannel>,
    /// The document type.
    pub billing_type_id: Option<i64>,
    /// The cashier who collected.
    pub user_id: Option<UserId>,
    pub attendant_id: Option<UserId>,
    pub cashbox_cycle_id: Option<CycleId>,
}

/// Filter of documents of which any part was paid in this way; each is listed with its whole total.
#[derive(Debug, Clone, Copy, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PaymentFilter {
    /// The id of the type of payment methods.
    pub payment_type: Option<i64>,
    /// The id of the payment method.
    pub payment_option: Option<i64>,
}

/// The totals of all documents that match. Amounts are null for a user who counts the drawer blind.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SaleTotals {
    /// The number of valid documents, without credit notes.
    pub documents: i64,
    pub total: Option<Money>,
    /// The totals by payment method, with tips and less refunds.
    pub by_method: Option<Vec<SoldByMethod>>,
}

/// A page of the sales list, the latest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SaleList {
    pub success: bool,
    pub rows: Vec<SoldDocument>,
    pub total_rows: i64,
    pub total_pages: i64,
    pub totals: SaleTotals,
}

/// The totals of one document type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SalesByType {
    pub billing_type_id: i64,
    pub name: String,
    pub documents: i64,
    pub total: Money,
}

/// The sales of a product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SoldProduct {
    /// `0` for lines without a product; `-1` for recargo and tips, `-2` for charges that belong to no dish.
    pub product_id: i64,
    pub name: String,
    pub quantity: Quantity,
    pub total: Money,
}

/// Returns the cashier to whom the list is limited: none for users who see reports, the user for cashiers. Refuses everybody else.
fn visible_cashier(actor: &Actor) -> Result<Option<UserId>> {
    if actor.can_without_pin(Action::SeeReports) {
        return Ok(None);
    }
    if actor.can_without_pin(Action::OwnCycle) { Ok(Some(actor.user_id)) } else { not_permitted_refusal().err() }
}

fn to_sales_filter(filter: &SaleListFilter) -> SalesFilter {
    SalesFilter {
        channel: filter.sale_by,
        attendant: filter.attendant_id,
        cashier: filter.user_id,
        billing_type: filter.billing_type_id,
        cycle: filter.cashbox_cycle_id,
        ..SalesFilter::default()
    }
}

fn document_query(
    span: DaySpan,
    (filter, paid_by): (&SaleListFilter, PaymentFilter),
    cashier: Option<UserId>,
    term: Option<String>,
) -> DocumentQuery {
    DocumentQuery {
        days: Some(span.first_and_last()),
        filter: to_sales_filter(filter),
        with_voided: true,
        cashier,
        term,
        payment_type: paid_by.payment_type,
        payment_option: paid_by.payment_option,
        ..DocumentQuery::default()
    }
}

/// Loads the whole list with its totals for a file. Only users who may see the totals are allowed.
pub(super) async fn load_for_file(
    tx: &mut Tx,
    actor: &Actor,
    days: ReportDays,
    filters: (&SaleListFilter, PaymentFilter),
    term: Option<String>,
) -> Result<(DaySpan, Vec<SoldDocument>, SoldTotals)> {
    actor.require(Action::SeeReports)?;
    let (span, ..) = days.resolve(tx, actor).await?;
    let (documents, sums) = load_all_documents(tx, &document_query(span, filters, None, term)).await?;
    Ok((span, documents, sums))
}

/// Loads every document of some days.
pub(super) async fn load_documents_of_days(tx: &mut Tx, span: DaySpan) -> Result<(Vec<SoldDocument>, SoldTotals)> {
    load_all_documents(tx, &document_query(span, (&SaleListFilter::default(), PaymentFilter::default()), None, None))
        .await
}

async fn load_all_documents(tx: &mut Tx, criteria: &DocumentQuery) -> Result<(Vec<SoldDocument>, SoldTotals)> {
    let sums = store::load_sold_totals(tx, criteria).await?;
    if sums.rows > MAX_FILE_ROWS {
        return invalid("end_date", "Son más de 100000 comprobantes: elige menos días.").err();
    }
    Ok((store::list_sold_documents(tx, criteria, (MAX_FILE_ROWS, 0)).await?, sums))
}

pub(super) async fn load_page(
    tx: &mut Tx,
    actor: &Actor,
    days: ReportDays,
    filters: (&SaleListFilter, PaymentFilter),
    paging: &Paging,
) -> Result<SaleList> {
    let cashier = visible_cashier(actor)?;
    let (span, ..) = days.resolve(tx, actor).await?;
    let criteria = document_query(span, filters, cashier, paging.term.clone());
    let sums = store::load_sold_totals(tx, &criteria).await?;
    let window = paging.page_limits_of_sales(sums.rows)?;
    let rows = store::list_sold_documents(tx, &criteria, window).await?;
    let sees = cashier.is_none();
    let by_method = if sees { Some(store::load_sold_by_method(tx, &criteria).await?) } else { None };
    let totals = SaleTotals { documents: sums.documents, total: sees.then_some(sums.total), by_method };
    Ok(SaleList { success: true, rows, total_rows: sums.rows, total_pages: page_count(sums.rows, window.0), totals })
}

pub(super) async fn load_by_type(
    tx: &mut Tx,
    actor: &Actor,
    days: ReportDays,
    filter: &SaleListFilter,
) -> Result<Vec<SalesByType>> {
    actor.require(Action::SeeReports)?;
    let (span, settings, _) = days.resolve(tx, actor).await?;
    let sold =
        figures::load_day_sums(tx, span.first_and_last(), Cut::Document, &to_sales_filter(filter), settings.time_zone)
            .await?;
    let names = store::load_document_type_names(tx).await?;
    let mut types = BTreeMap::<i64, SalesByType>::new();
    for sum in sold {
        let billing_type_id = sum.key.parse().unwrap_or_default();
        let name = || names.get(&sum.key).cloned().unwrap_or_default();
        let type_sales = types.entry(billing_type_id).or_insert_with(|| SalesByType {
            billing_type_id,
            name: name(),
            documents: 0,
            total: Money::ZERO,
        });
        type_sales.documents += sum.sums.documents;
        type_sales.total += sum.sums.total;
    }
    Ok(types.into_values().collect())
}

pub(super) async fn load_products(
    tx: &mut Tx,
    actor: &Actor,
    days: ReportDays,
    filter: &SaleListFilter,
    term: Option<&str>,
) -> Result<Vec<SoldProduct>> {
    actor.require(Action::SeeReports)?;
    let (span, settings, _) = days.resolve(tx, actor).await?;
    let sold =
        figures::load_day_sums(tx, span.first_and_last(), Cut::Product, &to_sales_filter(filter), settings.time_zone)
            .await?;
    let names = store::load_product_names_with_unit(tx).await?;
    let mut products = BTreeMap::<String, SoldProduct>::new();
    for sum in sold {
        let product_id = sum.key.parse().unwrap_or_default();
        let name = names.get(&sum.key).cloned().unwrap_or_default();
        let product_sales = products.entry(sum.key).or_insert_with(|| SoldProduct {
            product_id,
            name,
            quantity: Quantity::default(),
            total: Money::ZERO,
        });
        product_sales.quantity += sum.sums.quantity;
        product_sales.total += sum.sums.total;
    }
    let term = term.map(comanda_base::search::search_key).unwrap_or_default();
    let mut found: Vec<SoldProduct> =
        products.into_values().filter(|p| comanda_base::search::search_key(&p.name).contains(&term)).collect();
    found.iter_mut().for_each(|p| p.quantity = round_to_thousandths(p.quantity));
    found.sort_by(|a, b| (b.total, &a.name).cmp(&(a.total, &b.name)));
    Ok(found)
}
