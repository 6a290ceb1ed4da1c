//! The documents behind a figure of the sales report: they sum to it.

use super::report::{Asked, SalesCut};
use crate::reports::store::{self, SoldDocument, SoldTotals, WantedDocuments};
use chrono::{DateTime, Datelike, Duration, NaiveDate, Timelike, Utc};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::UserId,
    listing::{Paging, pages},
    money::Money,
};
use comanda_ledgers::figures::{self, Part};
use comanda_platform::settings::Settings;
use serde::Serialize;
use std::{
    collections::{HashMap, HashSet},
    ops::RangeInclusive,
    str::FromStr,
};
use utoipa::ToSchema;

/// A product's part of each document, or the documents of an hour, are looked for in so many days at most.
const MAX_DAYS: i64 = 92;

/// A page of documents, and what all of them come to.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SoldDocuments {
    pub success: bool,
    pub rows: Vec<SoldDocument>,
    pub total_rows: i64,
    pub total_pages: i64,
    pub totals: SoldTotals,
}

/// Those of one key of the cut.
pub(super) async fn of_key(
    tx: &mut Tx,
    settings: &Settings,
    asked: Asked,
    key: Option<&str>,
    paging: &Paging,
) -> Result<SoldDocuments> {
    let mut wanted =
        WantedDocuments { days: Some(asked.span.pair()), narrowed: asked.narrowed, ..WantedDocuments::default() };
    wanted.term = paging.term.clone().filter(|term| !term.trim().is_empty());
    let Some(key) = key else { return page(tx, &wanted, paging, None).await };
    let days = || asked.span.first.iter_days().take_while(|day| *day <= asked.span.last);
    match asked.by {
        SalesCut::Day => wanted.only_days = Some(vec![parsed(key)?]),
        SalesCut::Weekday => {
            let weekday: u32 = within(key, 1..=7)?;
            wanted.only_days = Some(days().filter(|d| d.weekday().number_from_monday() == weekday).collect());
        }
        SalesCut::Hour => {
            few_days(&asked)?;
            let hour: u32 = within(key, 0..=23)?;
            wanted.moments = Some(days().flat_map(|day| hours(settings, day, hour)).collect());
        }
        SalesCut::Channel => wanted.also.channel = Some(parsed(key)?),
        SalesCut::Waiter => wanted.also.attendant = Some(UserId(parsed(key)?)),
        SalesCut::Cashier => wanted.also.cashier = Some(UserId(parsed(key)?)),
        SalesCut::Document => wanted.also.billing_type = Some(parsed(key)?),
        SalesCut::Table => wanted.table = Some(parsed(key)?),
        SalesCut::Product | SalesCut::Category => {
            few_days(&asked)?;
            if wanted.term.is_some() {
                return invalid("term", "Los comprobantes de un producto no se buscan por texto. Quita la búsqueda.")
                    .err();
            }
            let products = products(tx, asked.by, key).await?;
            let parts = figures::parts_of(tx, asked.span.pair(), &asked.narrowed, &products).await?;
            return page(tx, &wanted, paging, Some(parts)).await;
        }
    }
    page(tx, &wanted, paging, None).await
}

fn parsed<T: FromStr>(key: &str) -> Result<T> {
    Ok(key.parse().map_err(|_| invalid("key", "No es una fila de este reporte."))?)
}

fn within(key: &str, known: RangeInclusive<u32>) -> Result<u32> {
    let number = parsed(key)?;
    if known.contains(&number) { Ok(number) } else { invalid("key", "No es una fila de este reporte.").err() }
}

fn few_days(asked: &Asked) -> Result<()> {
    if (asked.span.last - asked.span.first).num_days() >= MAX_DAYS {
        return invalid("end_date", "Para ver los comprobantes elige hasta 92 días.").err();
    }
    Ok(())
}

/// When an hour of the house's clock begins and ends within a business day.
fn hours(settings: &Settings, day: NaiveDate, hour: u32) -> Vec<(DateTime<Utc>, DateTime<Utc>)> {
    let (begins, ends) = settings.span_of(day);
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

async fn products(tx: &mut Tx, by: SalesCut, key: &str) -> Result<HashSet<i64>> {
    let id: i64 = parsed(key)?;
    if by == SalesCut::Product || figures::is_own_line(key) {
        return Ok(HashSet::from([id]));
    }
    let categories = store::categories_of_products(tx).await?;
    let mut products = store::products_without_category(tx, id).await?;
    products.extend(
        categories.iter().filter(|(_, category)| *category == key).filter_map(|(id, _)| id.parse::<i64>().ok()),
    );
    Ok(products)
}

async fn page(
    tx: &mut Tx,
    wanted: &WantedDocuments,
    paging: &Paging,
    parts: Option<Vec<Part>>,
) -> Result<SoldDocuments> {
    let totals = match &parts {
        None => store::sold_totals(tx, wanted).await?,
        Some(parts) => SoldTotals {
            rows: i64::try_from(parts.len()).unwrap_or(i64::MAX),
            documents: i64::try_from(parts.iter().filter(|part| !part.is_note).count()).unwrap_or(i64::MAX),
            total: parts.iter().map(|part| part.total).sum(),
        },
    };
    let (limit, offset) = paging.window_of_sales(totals.rows)?;
    let mut rows = match &parts {
        None => store::sold_documents(tx, wanted, (limit, offset)).await?,
        Some(parts) => {
            let count = |n: i64| usize::try_from(n).unwrap_or(usize::MAX);
            let shown = parts.iter().skip(count(offset)).take(count(limit));
            let ids = Some(shown.map(|part| (part.document_id, part.is_note)).collect());
            store::sold_documents(tx, &WantedDocuments { ids, ..wanted.clone() }, (limit, 0)).await?
        }
    };
    if let Some(parts) = parts {
        let own: HashMap<(i64, bool), Money> =
            parts.into_iter().map(|part| ((part.document_id, part.is_note), part.total)).collect();
        for row in &mut rows {
            row.total = own.get(&(row.document_id, row.is_note)).copied().unwrap_or_default();
        }
    }
    Ok(SoldDocuments { success: true, rows, total_rows: totals.rows, total_pages: pages(totals.rows, limit), totals })
}
