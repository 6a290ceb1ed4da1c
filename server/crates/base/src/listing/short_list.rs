//! Lists that are always short (cash boxes, shifts, payment methods): loaded whole, then searched, sorted and paged in memory.

use super::{Paging, Rows};
use crate::error::{Result, invalid};
use crate::search::search_key;
use serde::Serialize;

/// Returns the text by which a row is sorted.
pub type SortKey<T> = fn(&T) -> String;

/// Returns the rows that `paging` asks for: those whose `text` contains the term, sorted by one of `columns`. Without `page` and
/// `per_page` the list is whole.
pub fn search_sort_and_page<T: Serialize>(
    mut all: Vec<T>,
    paging: &Paging,
    text: impl Fn(&T) -> String,
    columns: &[(&str, SortKey<T>)],
) -> Result<Rows<T>> {
    if let Some(term) = paging.term.as_deref().map(search_key) {
        all.retain(|row| search_key(&text(row)).contains(&term));
    }
    if let Some(sort) = paging.sort.as_deref().filter(|s| !s.is_empty()) {
        let name = sort.trim_start_matches('-');
        let Some((_, key)) = columns.iter().find(|(known, _)| *known == name) else {
            let known: Vec<_> = columns.iter().map(|(known, _)| *known).collect();
            return invalid("sort", format!("Esta lista se ordena por: {}.", known.join(", "))).err();
        };
        all.sort_by_cached_key(|row| search_key(&key(row)));
        if sort.starts_with('-') {
            all.reverse();
        }
    }
    if paging.page.is_none() && paging.per_page.is_none() {
        return Ok(Rows::all(all));
    }
    paging.slice_page(all)
}
