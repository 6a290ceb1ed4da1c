//! Paging by `?page=n&per_page=m`, or `?page=false` for a whole list; no list is unbounded.

use super::Rows;
use crate::{
    db::{FromRow, Sql, Tx},
    error::{Refusal, Result, invalid},
    search::contains_pattern,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;

const PER_PAGE: i64 = 20;
const MAX_PER_PAGE: i64 = 200;
/// The longest list that is answered without pages: a catalogue.
pub const MAX_ROWS: i64 = 10_000;
/// The longest list without pages where it grows with every sale: longer ones would keep the processor from other requests.
const MAX_ROWS_OF_SALES: i64 = 1_000;

/// Query parameters of every list.
#[derive(Debug, Clone, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Paging {
    /// Page number from 1, or `false` for all rows.
    pub page: Option<String>,
    /// Rows per page, up to 200.
    pub per_page: Option<i64>,
    /// The text searched for, regardless of case and accents.
    pub term: Option<String>,
    /// The column to sort by; `-name` is descending.
    pub sort: Option<String>,
    /// The values wanted by column, as JSON: `{"status": ["ACTIVE"], "category_id": [1, 2]}`.
    pub filters: Option<String>,
}

impl Paging {
    /// Runs the two statements of a list: `count` yields the number of rows; `list` gets its LIMIT and OFFSET here.
    pub async fn load_page<T: FromRow>(&self, tx: &mut Tx, count: Sql, list: Sql) -> Result<Rows<T>> {
        let total_rows: i64 = tx.query(count).scalar().await?;
        let (limit, offset) = self.page_limits(total_rows)?;
        let rows = tx.query(list.with(" LIMIT ?", limit).with(" OFFSET ?", offset)).all().await?;
        Ok(Rows::page(rows, total_rows, limit))
    }
    /// Returns a page of a list in memory, for short lists and those searched by more than their columns.
    pub fn slice_page<T: Serialize>(&self, all: Vec<T>) -> Result<Rows<T>> {
        let total_rows = all.len() as i64;
        let (limit, offset) = self.page_limits(total_rows)?;
        let count = |n: i64| usize::try_from(n).unwrap_or(usize::MAX);
        let rows = all.into_iter().skip(count(offset)).take(count(limit)).collect();
        Ok(Rows::page(rows, total_rows, limit))
    }
    /// Adds the ORDER BY that was asked for; `columns` are the names by which the list may be sorted, the first one by default,
    /// and `id` makes the order unambiguous.
    pub fn add_order_by(&self, sql: Sql, columns: &[(&str, &'static str)], id: &'static str) -> Result<Sql> {
        let (wanted, falling) = match self.sort.as_deref().filter(|s| !s.is_empty()) {
            None => (None, false),
            Some(s) => (Some(s.trim_start_matches('-')), s.starts_with('-')),
        };
        let column = match wanted {
            None => columns.first(),
            Some(name) => Some(columns.iter().find(|(known, _)| *known == name).ok_or_else(|| {
                let known: Vec<_> = columns.iter().map(|(known, _)| *known).collect();
                invalid("sort", format!("Esta lista se ordena por: {}.", known.join(", ")))
            })?),
        };
        Ok(match column {
            None => sql.add("ORDER BY").add(id),
            Some((_, column)) => sql.add("ORDER BY").add(column).add(if falling { "DESC," } else { "ASC," }).add(id),
        })
    }
    /// Returns the pattern that finds the term; `None` where none is given.
    pub fn search_pattern(&self) -> Option<String> {
        self.term.as_deref().filter(|term| !term.trim().is_empty()).map(contains_pattern)
    }
    /// Returns the same query without pages.
    pub fn without_pages(&self) -> Self {
        Self { page: Some("false".to_owned()), ..self.clone() }
    }
    /// Parses the filters.
    pub fn parse_filters(&self) -> Result<ListFilters> {
        let Some(text) = self.filters.as_deref().filter(|t| !t.is_empty()) else { return Ok(ListFilters::default()) };
        let example = "Debe ser un objeto JSON de listas, como {\"status\": [\"ACTIVE\"]}.";
        Ok(ListFilters(serde_json::from_str(text).map_err(|_| invalid("filters", example))?))
    }
    /// Returns LIMIT and OFFSET for a list of `total` rows.
    pub fn page_limits(&self, total: i64) -> Result<(i64, i64)> {
        self.limit_and_offset(total, MAX_ROWS)
    }
    /// Returns LIMIT and OFFSET for a list that grows with every sale.
    pub fn page_limits_of_sales(&self, total: i64) -> Result<(i64, i64)> {
        self.limit_and_offset(total, MAX_ROWS_OF_SALES)
    }
    fn limit_and_offset(&self, total: i64, max_rows: i64) -> Result<(i64, i64)> {
        if self.page.as_deref() == Some("false") {
            if total > max_rows {
                return invalid("page", "La lista es demasiado larga para pedirla entera. Busca o pide por páginas.")
                    .err();
            }
            return Ok((max_rows, 0));
        }
        let per_page = self.per_page.unwrap_or(PER_PAGE);
        if !(1..=MAX_PER_PAGE).contains(&per_page) {
            return invalid("per_page", "Debe estar entre 1 y 200.").err();
        }
        let page: i64 = match &self.page {
            None => 1,
            Some(p) => p
                .parse()
                .ok()
                .filter(|n| (1..=1_000_000).contains(n))
                .ok_or_else(|| invalid("page", "Debe ser un número desde 1, o false."))?,
        };
        Ok((per_page, (page - 1) * per_page))
    }
}

/// The parsed `filters` of a list: values by column. A column that the list does not know has no effect.
#[derive(Debug, Default, Clone)]
pub struct ListFilters(HashMap<String, Vec<Value>>);

impl ListFilters {
    /// The values of a column as text; `None` when the column is not filtered.
    pub fn column_texts(&self, column: &str) -> Option<Vec<String>> {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        self.0.get(column).filter(|values| !values.is_empty()).map(|values| values.iter().map(text).collect())
    }
    /// The values of a column as ids; `None` when the column is not filtered.
    pub fn column_ids(&self, column: &str) -> Result<Option<Vec<i64>>> {
        let id = |text: &String| text.parse().map_err(|_| invalid("filters", format!("{column}: deben ser números.")));
        Ok(self
            .column_texts(column)
            .map(|texts| texts.iter().map(id).collect::<std::result::Result<_, Refusal>>())
            .transpose()?)
    }
    /// Whether the filter asks for rows in which the column is true.
    pub fn is_set(&self, column: &str) -> bool {
        self.column_texts(column).is_some_and(|texts| texts.iter().any(|t| matches!(t.as_str(), "true" | "1")))
    }
}

/// A query parameter that is set by `true` or `1`.
#[derive(Debug, Default, Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(from = "String")]
pub struct Flag(pub bool);
impl From<String> for Flag {
    fn from(text: String) -> Self {
        Self(matches!(text.as_str(), "true" | "1"))
    }
}

/// Returns the number of pages of `per_page` rows; an empty list has one.
pub fn page_count(total: i64, per_page: i64) -> i64 {
    ((total + per_page - 1) / per_page).max(1)
}
