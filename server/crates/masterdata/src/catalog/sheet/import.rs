//! Imports the lines of the sheet as products.

use super::{
    book::ProductBook,
    columns::Column,
    names::{Names, key_in, name_in},
};
use crate::catalog::{
    SaveProduct,
    categories::{self, SaveCategory},
    create_product,
    model::{CategoryKind, NO_KITCHEN},
    update_product,
};
use comanda_base::{
    attempt,
    db::Tx,
    error::{Error, Result},
    ids::{CategoryId, ProductId},
    search::search_key,
};
use comanda_platform::{
    audit::AuditEntry,
    sheet::{
        self, CellError, Cells, Grid, ImportReport, ParsedCell, SheetRecords,
        cells::{self, ReadError},
    },
    use_case::Work,
};
use std::collections::{HashMap, HashSet};

impl SheetRecords for ProductBook {
    type Column = Column;
    type Id = ProductId;
    type Body = SaveProduct;

    const MAX_WRITES: usize = 1_000;
    const MANY: &'static str = "productos";

    fn log_entry() -> AuditEntry {
        AuditEntry::new("PRODUCTS_IMPORTED").entity("products", 0)
    }
    async fn load(tx: &mut Tx, company_key: &str) -> Result<Self> {
        Self::read_all(tx, company_key).await
    }
    fn rows(&self) -> Vec<Cells<Column>> {
        self.in_order().cloned().collect()
    }
    fn row(&self, id: ProductId) -> Option<&Cells<Column>> {
        self.cells_of(id)
    }

    fn label(&self, cells: &Cells<Column>) -> String {
        name_in(cells, Column::Name)
    }
    fn key(&self, cells: &Cells<Column>) -> Option<(Column, String)> {
        key_in(cells, Column::Name)
    }
    fn find_by_key(&self, key: &str) -> Option<ProductId> {
        self.products.get(key).map(|(id, _)| *id)
    }
    fn find(&self, cells: &Cells<Column>) -> Result<Option<ProductId>, CellError> {
        Ok(self.product(cells, &self.label(cells)))
    }
    fn check(&self, cells: &Cells<Column>, known: Option<ProductId>) -> Vec<CellError> {
        let mut errors = Vec::new();
        if self.label(cells).is_empty() {
            errors.push(CellError::in_column(Column::Name, "Escribe el nombre del producto."));
        }
        if known.is_none() && lacks_area(cells) {
            let text = format!("Escribe el área donde se prepara, o: {NO_KITCHEN}.");
            errors.push(CellError::in_column(Column::Area, text));
        }
        errors
    }
    /// Combos come last, because their dishes may stand below them.
    fn is_deferred(&self, cells: &Cells<Column>) -> bool {
        cells.get(&Column::Combo).is_some_and(|text| !text.trim().is_empty())
    }
    fn read(&self, column: Column, text: &str) -> Result<ParsedCell<SaveProduct>, ReadError> {
        self.parse_cell(column, text)
    }

    async fn prepare(
        &mut self,
        work: &mut Work<'_>,
        grid: &Grid<Column>,
        report: &mut ImportReport,
    ) -> Result<HashMap<i64, Vec<CellError>>> {
        create_missing_categories(work, grid, (Column::Category, CategoryKind::Product), &mut self.categories, report)
            .await
    }
    async fn write(work: &mut Work<'_>, id: Option<ProductId>, body: &SaveProduct) -> Result<ProductId> {
        Ok(match id {
            Some(id) => update_product(work, id, body).await?.product.core.id,
            None => create_product(work, body).await?.product.core.id,
        })
    }
    fn record_written(&mut self, id: ProductId, cells: &Cells<Column>) {
        self.record_name(id, &self.label(cells));
    }
}

/// Whether the sheet has a column of areas, but none for this dish. Resold products, bags and combos need none.
fn lacks_area(cells: &Cells<Column>) -> bool {
    let says = |column, what: fn(&str) -> bool| cells.get(&column).is_some_and(|text| what(text.trim()));
    let is_yes = |text: &str| cells::parse_yes_no(text).is_ok_and(|said| said == Some(true));
    says(Column::Area, str::is_empty)
        && !says(Column::HasStock, is_yes)
        && !says(Column::PlasticBag, is_yes)
        && !says(Column::Combo, |text| !text.is_empty())
}

/// Creates the unknown categories of a type that lines name in a column; returns the errors of those that cannot be created, by line.
pub(in crate::catalog) async fn create_missing_categories<C: sheet::Column>(
    work: &mut Work<'_>,
    grid: &Grid<C>,
    (column, kind): (C, CategoryKind),
    known: &mut Names<CategoryId>,
    report: &mut ImportReport,
) -> Result<HashMap<i64, Vec<CellError>>> {
    let mut failed: HashMap<i64, Vec<CellError>> = HashMap::new();
    let mut tried = HashSet::new();
    for (line, cells) in grid.lines() {
        let Some(name) = cells.get(&column).map(|n| n.trim()).filter(|n| !n.is_empty()) else { continue };
        if known.get(name).is_some() || !tried.insert(search_key(name)) {
            continue;
        }
        let body = SaveCategory { name: Some(name.to_owned()), kind: Some(kind), ..SaveCategory::default() };
        let created = attempt!(work.tx, categories::create_category(work, &body).await);
        match created {
            Ok(category) => {
                known.add(category.category.id, &category.category.name);
                report.new_categories.push(category.category.name);
            }
            Err(Error::Refused(r)) => failed.entry(line).or_default().push(CellError::in_column(column, r.message)),
            Err(e) => return Err(e),
        }
    }
    Ok(failed)
}
