//! One cell each: text into a form, and back. Pure.

use super::parts::quoted;
use crate::{
    catalog::SaveProduct,
    ids::ProductId,
    money::{Money, Quantity},
    sheet::{
        self,
        cells::{self, Unreadable},
    },
};
use std::collections::HashMap;

type Cell = sheet::Cell<SaveProduct>;

pub(super) fn cell(text: impl Into<String>, put: impl FnOnce(&mut SaveProduct) + Send + 'static) -> Cell {
    Cell::new(text, put)
}

/// What belongs to a product, where it is switched on.
pub(super) fn of<T>(on: bool, all: &HashMap<ProductId, Vec<T>>, id: ProductId) -> &[T] {
    all.get(&id).filter(|_| on).map(Vec::as_slice).unwrap_or_default()
}

pub(super) fn combo_cell(items: &[(String, Quantity)]) -> String {
    items.iter().map(|(name, many)| format!("{} = {many}", quoted(name))).collect::<Vec<_>>().join(" | ")
}

pub(super) fn toppings_cell(names: &[String]) -> String {
    names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(" | ")
}

pub(super) fn code_cell(text: String, put: fn(&mut SaveProduct, Option<String>)) -> Result<Cell, Unreadable> {
    if cells::is_shortened(&text) {
        return Err(format!("Excel acortó este código a {text}. Da formato de texto a la columna y escríbelo entero."));
    }
    Ok(cell(text.clone(), move |b| put(b, Some(text).filter(|text| !text.is_empty()))))
}

pub(super) fn price_cell(text: &str, put: fn(&mut SaveProduct, Option<Money>)) -> Result<Cell, Unreadable> {
    let amount = cells::money(text)?;
    Ok(cell(amount.map(|a| a.to_string()).unwrap_or_default(), move |b| put(b, amount)))
}

pub(super) fn yes_cell(text: &str, empty: bool, put: fn(&mut SaveProduct, bool)) -> Result<Cell, Unreadable> {
    let yes = cells::yes(text)?.unwrap_or(empty);
    Ok(cell(cells::yes_or_no(yes), move |b| put(b, yes)))
}
