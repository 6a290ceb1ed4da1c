//! The sales list of the cash monitor: documents as they were issued, voided ones struck, and what those that stand come to.

use super::{
    sales::report::hundredths,
    span::{ReportDays, Span},
    store::{self, SoldByMethod, SoldDocument, SoldTotals, WantedDocuments},
};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::{CycleId, UserId},
    listing::{Paging, pages},
    money::{Money, Quantity},
};
use comanda_ledgers::figures::{self, Cut, Narrowed, SalesChannel};
use comanda_platform::use_case::{Action, Actor, not_permitted};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Documents of one file: three busy months.
const MAX_FILE_ROWS: i64 = 100_000;

/// What the list is narrowed by.
#[derive(Debug, Clone, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SaleFilter {
    /// Channel: TABLE, ORDER, DELIVERY or APP.
    pub sale_by: Option<SalesChannel>,
    /// Kind of document.
    pub billing_type_id: Option<i64>,
    /// Who collected.
    pub user_id: Option<UserId>,
    pub attendant_id: Option<UserId>,
    pub cashbox_cycle_id: Option<CycleId>,
}

/// Documents of which any part was paid so; each stands with its whole total.
#[derive(Debug, Clone, Copy, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PaidBy {
    /// Kind of payment: the id of the type that ways to pay are of.
    pub payment_type: Option<i64>,
    /// Way to pay: its id.
    pub payment_option: Option<i64>,
}

/// What all that the list shows comes to. What somebody counts blind is not said: null.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SaleTotals {
    /// That stand, without credit notes.
    pub documents: i64,
    pub total: Option<Money>,
    /// By what they were paid, less what went back; tips are in it.
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

/// What documents of one kind come to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SalesByType {
    pub billing_type_id: i64,
    pub name: String,
    pub documents: i64,
    pub total: Money,
}

/// What was sold of a product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SoldProduct {
    /// `0`: of no product; `-1` and `-2`: recargo with tips, and what is charged for no dish.
    pub product_id: i64,
    pub name: String,
    pub quantity: Quantity,
    pub total: Money,
}

/// Those who read reports see all sales, whoever collects their own; nobody else any.
fn own_only(actor: &Actor) -> Result<Option<UserId>> {
    if actor.may(Action::SeeReports) {
        return Ok(None);
    }
    if actor.may(Action::OwnCycle) { Ok(Some(actor.user_id)) } else { not_permitted().err() }
}

fn narrowed(filter: &SaleFilter) -> Narrowed {
    Narrowed {
        channel: filter.sale_by,
        attendant: filter.attendant_id,
        cashier: filter.user_id,
        billing_type: filter.billing_type_id,
        cycle: filter.cashbox_cycle_id,
        ..Narrowed::default()
    }
}

fn wanted(
    span: Span,
    (filter, paid_by): (&SaleFilter, PaidBy),
    of: Option<UserId>,
    term: Option<String>,
) -> WantedDocuments {
    WantedDocuments {
        days: Some(span.pair()),
        narrowed: narrowed(filter),
        with_voided: true,
        of,
        term,
        payment_type: paid_by.payment_type,
        payment_option: paid_by.payment_option,
        ..WantedDocuments::default()
    }
}

/// The whole list for a file, which adds it up: for those who may see what it comes to.
pub(super) async fn all(
    tx: &mut Tx,
    actor: &Actor,
    days: ReportDays,
    narrowed: (&SaleFilter, PaidBy),
    term: Option<String>,
) -> Result<(Span, Vec<SoldDocument>, SoldTotals)> {
    actor.must(Action::SeeReports)?;
    let (span, ..) = days.read(tx, actor).await?;
    let (documents, sums) = whole(tx, &wanted(span, narrowed, None, term)).await?;
    Ok((span, documents, sums))
}

/// Every document of some days.
pub(super) async fn all_of(tx: &mut Tx, span: Span) -> Result<(Vec<SoldDocument>, SoldTotals)> {
    whole(tx, &wanted(span, (&SaleFilter::default(), PaidBy::default()), None, None)).await
}

async fn whole(tx: &mut Tx, wanted: &WantedDocuments) -> Result<(Vec<SoldDocument>, SoldTotals)> {
    let sums = store::sold_totals(tx, wanted).await?;
    if sums.rows > MAX_FILE_ROWS {
        return invalid("end_date", "Son más de 100000 comprobantes: elige menos días.").err();
    }
    Ok((store::sold_documents(tx, wanted, (MAX_FILE_ROWS, 0)).await?, sums))
}

pub(super) async fn list(
    tx: &mut Tx,
    actor: &Actor,
    days: ReportDays,
    narrowed: (&SaleFilter, PaidBy),
    paging: &Paging,
) -> Result<SaleList> {
    let of = own_only(actor)?;
    let (span, ..) = days.read(tx, actor).await?;
    let wanted = wanted(span, narrowed, of, paging.term.clone());
    let sums = store::sold_totals(tx, &wanted).await?;
    let window = paging.window_of_sales(sums.rows)?;
    let rows = store::sold_documents(tx, &wanted, window).await?;
    let sees = of.is_none();
    let by_method = if sees { Some(store::sold_by_method(tx, &wanted).await?) } else { None };
    let totals = SaleTotals { documents: sums.documents, total: sees.then_some(sums.total), by_method };
    Ok(SaleList { success: true, rows, total_rows: sums.rows, total_pages: pages(sums.rows, window.0), totals })
}

pub(super) async fn by_type(
    tx: &mut Tx,
    actor: &Actor,
    days: ReportDays,
    filter: &SaleFilter,
) -> Result<Vec<SalesByType>> {
    actor.must(Action::SeeReports)?;
    let (span, settings, _) = days.read(tx, actor).await?;
    let sold = figures::sold(tx, span.pair(), Cut::Document, &narrowed(filter), settings.time_zone).await?;
    let names = store::names_of_documents(tx).await?;
    let mut types = BTreeMap::<i64, SalesByType>::new();
    for sum in sold {
        let billing_type_id = sum.key.parse().unwrap_or_default();
        let name = || names.get(&sum.key).cloned().unwrap_or_default();
        let own = types.entry(billing_type_id).or_insert_with(|| SalesByType {
            billing_type_id,
            name: name(),
            documents: 0,
            total: Money::ZERO,
        });
        own.documents += sum.sums.documents;
        own.total += sum.sums.total;
    }
    Ok(types.into_values().collect())
}

pub(super) async fn products(
    tx: &mut Tx,
    actor: &Actor,
    days: ReportDays,
    filter: &SaleFilter,
    term: Option<&str>,
) -> Result<Vec<SoldProduct>> {
    actor.must(Action::SeeReports)?;
    let (span, settings, _) = days.read(tx, actor).await?;
    let sold = figures::sold(tx, span.pair(), Cut::Product, &narrowed(filter), settings.time_zone).await?;
    let names = store::names_of_products(tx).await?;
    let mut products = BTreeMap::<String, SoldProduct>::new();
    for sum in sold {
        let product_id = sum.key.parse().unwrap_or_default();
        let name = names.get(&sum.key).cloned().unwrap_or_default();
        let own = products.entry(sum.key).or_insert_with(|| SoldProduct {
            product_id,
            name,
            quantity: Quantity::default(),
            total: Money::ZERO,
        });
        own.quantity += sum.sums.quantity;
        own.total += sum.sums.total;
    }
    let term = term.map(comanda_base::search::search_key).unwrap_or_default();
    let mut found: Vec<SoldProduct> =
        products.into_values().filter(|p| comanda_base::search::search_key(&p.name).contains(&term)).collect();
    found.iter_mut().for_each(|p| p.quantity = hundredths(p.quantity));
    found.sort_by(|a, b| (b.total, &a.name).cmp(&(a.total, &b.name)));
    Ok(found)
}
