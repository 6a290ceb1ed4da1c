//! The documents that make up a figure of the sales report and add up to it.

use super::report::{SalesCut, SalesQuery};
use crate::reports::store::{self, DocumentQuery, SoldDocument, SoldTotals};
use chrono::{DateTime, Datelike, Duration, NaiveDate, Timelike, Utc};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::UserId,
    listing::{Paging, page_count},
    money::Money,
};
use comanda_ledgers::figures::{self, DocumentPart};
use comanda_platform::settings::Settings;
use serde::Serialize;
use std::{
    collections::{HashMap, HashSet},
    ops::RangeInclusive,
    str::FromStr,
};
use utoipa::ToSchema;

/// The longest span, in days, for a product's parts of documents or the documents of an hour.
const MAX_DAYS: i64 = 92;

/// A page of documents, and the totals of all.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SoldDocuments {
    pub success: bool,
    pub rows: Vec<SoldDocument>,
    pub total_rows: i64,
    pub total_pages: i64,
    pub totals: SoldTotals,
}

/// Loads the documents of one row of the report, or of all rows without a key.
pub(super) async fn load_documents_of_row(
    tx: &mut Tx,
    settings: &Settings,
    query: SalesQuery,
    key: Option<&str>,
    paging: &Paging,
) -> Result<SoldDocuments> {
    let mut criteria =
        DocumentQuery { days: Some(query.span.first_and_last()), filter: query.filter, ..DocumentQuery::default() };
    criteria.term = paging.term.clone().filter(|term| !term.trim().is_empty());
    let Some(key) = key else { return load_page(tx, &criteria, paging, None).await };
    let days = || query.span.first.iter_days().take_while(|day| *day <= query.span.last);
    match query.by {
        SalesCut::Day => criteria.only_days = Some(vec![parse_key(key)?]),
        SalesCut::Weekday => {
            let weekday: u32 = parse_key_within(key, 1..=7)?;
            criteria.only_days = Some(days().filter(|d| d.weekday().number_from_monday() == weekday).collect());
        }
        SalesCut::Hour => {
            refuse_long_span(&query)?;
            let hour: u32 = parse_key_within(key, 0..=23)?;
            criteria.moments = Some(days().flat_map(|day| periods_of_hour(settings, day, hour)).collect());
        }
        SalesCut::Channel => criteria.row_filter.channel = Some(parse_key(key)?),
        SalesCut::Waiter => criteria.row_filter.attendant = Some(UserId(parse_key(key)?)),
        SalesCut::Cashier => criteria.row_filter.cashier = Some(UserId(parse_key(key)?)),
        SalesCut::Document => criteria.row_filter.billing_type = Some(parse_key(key)?),
        SalesCut::Table => criteria.table = Some(parse_key(key)?),
        SalesCut::Product | SalesCut::Category => {
            refuse_long_span(&query)?;
            if criteria.term.is_some() {
                return invalid("term", "Los comprobantes de un producto no se buscan por texto. Quita la búsqueda.")
                    .err();
            }
            let products = load_products_of_key(tx, query.by, key).await?;
            let parts = figures::load_document_parts(tx, query.span.first_and_last(), &query.filter, &products).await?;
            return load_page(tx, &criteria, paging, Some(parts)).await;
        }
    }
    load_page(tx, &criteria, paging, None).await
}

fn parse_key<T: FromStr>(key: &str) -> Result<T> {
    Ok(key.parse().map_err(|_| invalid("key", "No es una fila de este reporte."))?)
}

fn parse_key_within(key: &str, known: RangeInclusive<u32>) -> Result<u32> {
    let number = parse_key(key)?;
    if known.contains(&number) { Ok(number) } else { invalid("key", "No es una fila de este reporte.").err() }
}

fn refuse_long_span(query: &SalesQuery) -> Result<()> {
    if (query.span.last - query.span.first).num_days() >= MAX_DAYS {
        return invalid("end_date", "Para ver los comprobantes elige hasta 92 días.").err();
    }
    Ok(())
}

/// Returns the periods of a business day in which the house's clock shows this hour; two where clocks are changed.
fn periods_of_hour(settings: &Settings, day: NaiveDate, hour: u32) -> Vec<(DateTime<Utc>, DateTime<Utc>)> {
    let (begins, ends) = settings.day_span(day);
    let mut at = begins;
    let mut found = Vec::new();
    while at < ends {
        let local = at.with_timezone(&settings.time_zone);
        let next = (at + Duration::minutes(60 - i64::from(local.minute()))).min(ends);
        if local.hour() == hour {
            found.push((at, next));
        }
        at = next;
    }
    found
}

async fn load_products_of_key(tx: &mut Tx, cut: SalesCut, key: &str) -> Result<HashSet<i64>> {
    let id: i64 = parse_key(key)?;
    if cut == SalesCut::Product || figures::is_own_line(key) {
        return Ok(HashSet::from([id]));
    }
    let categories = store::load_product_categories(tx).await?;
    let mut products = store::list_products_without_category(tx, id).await?;
    products.extend(
        categories.iter().filter(|(_, category)| *category == key).filter_map(|(id, _)| id.parse::<i64>().ok()),
    );
    Ok(products)
}

async fn load_page(
    tx: &mut Tx,
    criteria: &DocumentQuery,
    paging: &Paging,
    parts: Option<Vec<DocumentPart>>,
) -> Result<SoldDocuments> {
    let totals = match &parts {
        None => store::load_sold_totals(tx, criteria).await?,
        Some(parts) => SoldTotals {
            rows: i64::try_from(parts.len()).unwrap_or(i64::MAX),
            documents: i64::try_from(parts.iter().filter(|part| !part.is_note).count()).unwrap_or(i64::MAX),
            total: parts.iter().map(|part| part.total).sum(),
        },
    };
    let (limit, offset) = paging.page_limits_of_sales(totals.rows)?;
    let mut rows = match &parts {
        None => store::list_sold_documents(tx, criteria, (limit, offset)).await?,
        Some(parts) => {
            let count = |n: i64| usize::try_from(n).unwrap_or(usize::MAX);
            let page = parts.iter().skip(count(offset)).take(count(limit));
            let ids = Some(page.map(|part| (part.document_id, part.is_note)).collect());
            store::list_sold_documents(tx, &DocumentQuery { ids, ..criteria.clone() }, (limit, 0)).await?
        }
    };
    if let Some(parts) = parts {
        let total_by_document: HashMap<(i64, bool), Money> =
            parts.into_iter().map(|part| ((part.document_id, part.is_note), part.total)).collect();
        for row in &mut rows {
            row.total = total_by_document.get(&(row.document_id, row.is_note)).copied().unwrap_or_default();
        }
    }
    Ok(SoldDocuments {
        success: true,
        rows,
        total_rows: totals.rows,
        total_pages: page_count(totals.rows, limit),
        totals,
    })
}
