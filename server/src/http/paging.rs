//! `?page=n&per_page=m`, or `?page=false` for a whole list; no list is unbounded.

use super::Rows;
use crate::{
    db::{Row, Sql, Tx},
    error::{Result, invalid},
};
use axum::Json;
use serde::{Deserialize, Serialize};

const PER_PAGE: i64 = 20;
const MOST_PER_PAGE: i64 = 200;
/// The longest list that is given whole.
pub const MOST_ROWS: i64 = 10_000;

/// Query parameters of every list.
#[derive(Debug, Clone, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Paging {
    /// Page number from 1, or `false` for all rows.
    pub page: Option<String>,
    /// Rows a page, up to 200.
    pub per_page: Option<i64>,
    /// Text searched for, without regard to case and accents.
    pub term: Option<String>,
}

impl Paging {
    /// Runs the two statements of a list: `count` yields one number; `list` lacks only its LIMIT and OFFSET.
    pub async fn run<T: Row + Serialize>(&self, tx: &mut Tx, count: Sql, list: Sql) -> Result<Json<Rows<T>>> {
        let total_rows: i64 = tx.query(count).scalar().await?;
        let (limit, offset) = self.window(total_rows)?;
        let rows = tx.query(list.with(" LIMIT ?", limit).with(" OFFSET ?", offset)).all().await?;
        Ok(Json(Rows { success: true, rows, total_rows, total_pages: pages(total_rows, limit) }))
    }
    /// LIMIT and OFFSET for a list of `total` rows.
    pub fn window(&self, total: i64) -> Result<(i64, i64)> {
        if self.page.as_deref() == Some("false") {
            if total > MOST_ROWS {
                return invalid("page", "La lista es demasiado larga para pedirla entera. Busca o pide por páginas.")
                    .err();
            }
            return Ok((MOST_ROWS, 0));
        }
        let per_page = self.per_page.unwrap_or(PER_PAGE);
        if !(1..=MOST_PER_PAGE).contains(&per_page) {
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

/// `true` or `1`.
#[derive(Debug, Default, Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(from = "String")]
pub struct Flag(pub bool);
impl From<String> for Flag {
    fn from(text: String) -> Self {
        Self(matches!(text.as_str(), "true" | "1"))
    }
}

/// Pages of `per_page` rows; an empty list has one.
pub fn pages(total: i64, per_page: i64) -> i64 {
    ((total + per_page - 1) / per_page).max(1)
}

/// A pattern for `LIKE $n ESCAPE '!'` that finds `term` anywhere in a search key.
pub fn contains(term: &str) -> String {
    let key = search_key(term);
    let mut pattern = String::with_capacity(key.len() + 2);
    pattern.push('%');
    for c in key.chars() {
        if matches!(c, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

/// Lower case without accents: what search columns hold and searches are made of.
pub fn search_key(text: &str) -> String {
    text.trim()
        .chars()
        .flat_map(char::to_lowercase)
        .map(|c| match c {
            'á' | 'à' | 'ä' | 'â' => 'a',
            'é' | 'è' | 'ë' | 'ê' => 'e',
            'í' | 'ì' | 'ï' | 'î' => 'i',
            'ó' | 'ò' | 'ö' | 'ô' => 'o',
            'ú' | 'ù' | 'ü' | 'û' => 'u',
            'ñ' => 'n',
            c => c,
        })
        .collect()
}
