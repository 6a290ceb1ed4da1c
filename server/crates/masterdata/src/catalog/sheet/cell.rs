//! Cells of the products' sheet: text into form fields, and back. Pure.

use super::{
    names::Names,
    parts::{quote_name, split_outside_quotes, unquote_name},
};
use crate::catalog::{SaveProduct, model::NO_KITCHEN};
use comanda_base::{
    ids::{AreaId, CourseId, ProductId},
    measure::SaleUnit,
    money::{Money, Quantity},
    search::search_key,
    words::{IgvTreatment, Status, WordSet},
};
use comanda_ledgers::stock::opening::OpeningStock;
use comanda_platform::sheet::{
    self,
    cells::{self, ReadError},
};
use std::collections::HashMap;

type Cell = sheet::ParsedCell<SaveProduct>;

pub(super) fn cell(text: impl Into<String>, put: impl FnOnce(&mut SaveProduct) + Send + 'static) -> Cell {
    Cell::new(text, put)
}

/// Returns the parts of a product, or nothing if they are switched off.
pub(super) fn parts_if_on<T>(is_on: bool, all: &HashMap<ProductId, Vec<T>>, id: ProductId) -> &[T] {
    all.get(&id).filter(|_| is_on).map(Vec::as_slice).unwrap_or_default()
}

pub(super) fn combo_text(items: &[(String, Quantity)]) -> String {
    items.iter().map(|(name, many)| format!("{} = {many}", quote_name(name))).collect::<Vec<_>>().join(" | ")
}

pub(super) fn names_text(names: &[String]) -> String {
    names.iter().map(|name| quote_name(name)).collect::<Vec<_>>().join(" | ")
}

/// Returns the Spanish names of a set of words.
pub(super) fn spanish_names<T: Ord + Copy>(words: &WordSet<T>, spanish_name: fn(T) -> &'static str) -> Vec<String> {
    words.iter().map(|word| spanish_name(word).to_owned()).collect()
}

/// Parses a list of Spanish names, each one of a closed set.
pub(super) fn words_cell<T: Ord + Copy + Send + 'static, const N: usize>(
    text: &str,
    all: [T; N],
    spanish_name: fn(T) -> &'static str,
    put: fn(&mut SaveProduct, WordSet<T>),
) -> Result<Cell, ReadError> {
    let find = |part: &str| {
        let name = unquote_name(part);
        let known = all.iter().copied().find(|word| search_key(spanish_name(*word)) == search_key(&name));
        known.ok_or_else(|| format!("«{name}» no es ninguno de: {}.", all.map(spanish_name).join(", ")))
    };
    let words: WordSet<T> = split_outside_quotes(text, '|').into_iter().map(find).collect::<Result<_, _>>()?;
    Ok(cell(names_text(&spanish_names(&words, spanish_name)), move |b| put(b, words)))
}

/// Parses an area's name, or the text that the product skips the kitchen.
pub(super) fn area_cell(areas: &Names<AreaId>, name: &str) -> Result<Cell, ReadError> {
    if let Some((id, name)) = areas.get(name).cloned() {
        return Ok(cell(name, move |b| b.production_area_id = Some(Some(id))));
    }
    if search_key(name) != search_key(NO_KITCHEN) {
        return Err(format!("No hay un área «{name}». Créala en Áreas, corrige el nombre o escribe: {NO_KITCHEN}."));
    }
    Ok(cell(NO_KITCHEN, |b| {
        b.production_area_id = Some(None);
        b.skips_kitchen = Some(true);
    }))
}

/// Parses a course's name; empty: that of its category.
pub(super) fn course_cell(courses: &Names<CourseId>, name: &str) -> Result<Cell, ReadError> {
    if name.is_empty() {
        return Ok(cell("", |b| b.course_id = Some(None)));
    }
    let missing = || format!("No hay un tiempo «{name}». Créalo en Tiempos o corrige el nombre.");
    let (id, name) = courses.get(name).cloned().ok_or_else(missing)?;
    Ok(cell(name, move |b| b.course_id = Some(Some(id))))
}

pub(super) fn code_cell(text: String, put: fn(&mut SaveProduct, Option<String>)) -> Result<Cell, ReadError> {
    if cells::is_shortened(&text) {
        return Err(format!("Excel acortó este código a {text}. Da formato de texto a la columna y escríbelo entero."));
    }
    Ok(cell(text.clone(), move |b| put(b, Some(text).filter(|text| !text.is_empty()))))
}

pub(super) fn price_cell(text: &str, put: fn(&mut SaveProduct, Option<Money>)) -> Result<Cell, ReadError> {
    let amount = cells::parse_money(text)?;
    Ok(cell(price_text(amount), move |b| put(b, amount)))
}

/// Returns an amount as text; empty without an amount.
pub(super) fn price_text(amount: Option<Money>) -> String {
    amount.map(cells::amount_text).unwrap_or_default()
}

/// Parses a quantity; an empty cell is zero.
pub(super) fn quantity_cell(text: &str, put: fn(&mut SaveProduct, Quantity)) -> Result<Cell, ReadError> {
    let quantity = cells::parse_quantity(text)?.unwrap_or_default();
    Ok(cell(quantity.to_string(), move |b| put(b, quantity)))
}

pub(super) fn opening_cell(text: &str) -> Result<Cell, ReadError> {
    quantity_cell(text, |b, quantity| b.opening_stock = Some(OpeningStock::at_form_cost(quantity)))
}

/// A limit of a measure; an empty cell removes it.
pub(super) fn limit_cell(text: &str, put: fn(&mut SaveProduct, Option<Quantity>)) -> Result<Cell, ReadError> {
    let limit = cells::parse_quantity(text)?;
    Ok(cell(limit_text(limit), move |b| put(b, limit)))
}

pub(super) fn limit_text(limit: Option<Quantity>) -> String {
    limit.map(|limit| limit.to_string()).unwrap_or_default()
}

/// Returns the name of the unit of sale in the sheet.
pub(super) const fn sale_unit_text(unit: SaleUnit) -> &'static str {
    match unit {
        SaleUnit::Unit => "Unidad",
        measured => measured.symbol(),
    }
}

pub(super) fn sale_unit_cell(text: &str) -> Result<Cell, ReadError> {
    let wanted = |unit: &SaleUnit| search_key(sale_unit_text(*unit)) == search_key(text);
    let found = if text.is_empty() { Some(SaleUnit::Unit) } else { SaleUnit::ALL.into_iter().find(wanted) };
    let unit = found.ok_or("Escribe Unidad, kg, 100 g, g, l o ml.")?;
    Ok(cell(sale_unit_text(unit), move |b| b.sale_unit = Some(unit)))
}

/// Returns the Spanish name of the treatment.
pub(super) const fn igv_text(treatment: IgvTreatment) -> &'static str {
    match treatment {
        IgvTreatment::Taxed => "Gravado",
        IgvTreatment::Exonerated => "Exonerado",
        IgvTreatment::Unaffected => "Inafecto",
    }
}

pub(super) fn igv_cell(text: &str) -> Result<Cell, ReadError> {
    let all = [IgvTreatment::Taxed, IgvTreatment::Exonerated, IgvTreatment::Unaffected];
    let wanted = |t: &IgvTreatment| search_key(igv_text(*t)) == search_key(text);
    let found = if text.is_empty() { Some(IgvTreatment::Taxed) } else { all.into_iter().find(wanted) };
    let treatment = found.ok_or("Escribe Gravado, Exonerado o Inafecto.")?;
    Ok(cell(igv_text(treatment), move |b| b.igv_treatment = Some(treatment)))
}

pub(super) fn yes_cell(text: &str, empty: bool, put: fn(&mut SaveProduct, bool)) -> Result<Cell, ReadError> {
    let yes = cells::parse_yes_no(text)?.unwrap_or(empty);
    Ok(cell(cells::yes_or_no(yes), move |b| put(b, yes)))
}

/// Parses whether a product is offered; an empty cell says yes.
pub(super) fn status_cell(text: &str) -> Result<Cell, ReadError> {
    yes_cell(text, true, |b, yes| b.status = Some(if yes { Status::Active } else { Status::Inactive }))
}
