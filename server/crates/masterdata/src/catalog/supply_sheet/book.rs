//! Exports supplies as the lines of the sheet, and imports them.

use super::columns::Column;
use crate::catalog::{
    categories,
    model::CategoryKind,
    sheet::{Names, create_missing_categories, key_in, name_in},
};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{CategoryId, SupplyId},
    money::Money,
    search::search_key,
    words::Status,
};
use comanda_ledgers::stock::{
    ItemKind,
    opening::{self, OpeningStock},
    save_supply::{self, SaveSupply},
    supplies::{self, Supply},
    units::{self, Unit},
};
use comanda_platform::{
    audit::AuditEntry,
    sheet::{
        self, CellError, Grid, ImportReport, SheetRecords,
        cells::{self, ReadError},
        row_id,
    },
    use_case::Work,
};
use std::collections::HashMap;

type Cells = sheet::Cells<Column>;
type Cell = sheet::ParsedCell<SaveSupply>;

/// The letter that begins the ids of supplies.
const LETTER: char = 'I';

/// All supplies for the sheet, with everything to which names in it can refer.
#[derive(Debug)]
pub(super) struct SupplyBook {
    company_key: String,
    categories: Names<CategoryId>,
    supplies: Names<SupplyId>,
    units: Vec<Unit>,
    rows: HashMap<SupplyId, Cells>,
    order: Vec<SupplyId>,
}

impl SheetRecords for SupplyBook {
    type Column = Column;
    type Id = SupplyId;
    type Body = SaveSupply;

    const MAX_WRITES: usize = 1_000;
    const MANY: &'static str = "insumos";

    fn log_entry() -> AuditEntry {
        AuditEntry::new("SUPPLIES_IMPORTED").entity("supplies", 0)
    }
    async fn load(tx: &mut Tx, company_key: &str) -> Result<Self> {
        let categories = categories::list_names_of_kind(tx, CategoryKind::Supply).await?;
        let all = supplies::list_supplies(tx).await?;
        let moved = opening::load_moved_ids(tx, ItemKind::Supply).await?;
        Ok(Self {
            company_key: company_key.to_owned(),
            categories: Names::new(categories),
            supplies: Names::new(all.iter().map(|s| (s.id, s.name.clone()))),
            units: units::list_units(tx).await?,
            rows: all.iter().map(|s| (s.id, build_row(company_key, s, moved.contains(&s.id.0)))).collect(),
            order: all.iter().map(|s| s.id).collect(),
        })
    }
    fn rows(&self) -> Vec<Cells> {
        self.order.iter().filter_map(|id| self.rows.get(id)).cloned().collect()
    }
    fn row(&self, id: SupplyId) -> Option<&Cells> {
        self.rows.get(&id)
    }

    fn label(&self, cells: &Cells) -> String {
        name_in(cells, Column::Name)
    }
    fn key(&self, cells: &Cells) -> Option<(Column, String)> {
        key_in(cells, Column::Name)
    }
    fn find_by_key(&self, key: &str) -> Option<SupplyId> {
        self.supplies.get(key).map(|(id, _)| *id)
    }
    fn find(&self, cells: &Cells) -> Result<Option<SupplyId>, CellError> {
        let by_id =
            cells.get(&Column::Id).and_then(|text| row_id::parse_id(LETTER, &self.company_key, text)).map(SupplyId);
        let by_id = by_id.filter(|id| self.rows.contains_key(id));
        Ok(by_id.or_else(|| self.supplies.get(&self.label(cells)).map(|(id, _)| *id)))
    }
    fn check(&self, cells: &Cells, known: Option<SupplyId>) -> Vec<CellError> {
        let mut errors = Vec::new();
        if self.label(cells).is_empty() {
            errors.push(CellError::in_column(Column::Name, "Escribe el nombre del insumo."));
        }
        if known.is_none() && cells.get(&Column::Unit).is_none_or(|text| text.trim().is_empty()) {
            errors.push(CellError::in_column(Column::Unit, "Escribe en qué se cuenta: kg, l, und…"));
        }
        errors
    }
    fn read(&self, column: Column, text: &str) -> Result<Cell, ReadError> {
        let tidy = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(match column {
            Column::Name => Cell::new(tidy.clone(), move |b| b.name = Some(tidy)),
            Column::Description => Cell::new(tidy.clone(), move |b| b.description = Some(tidy)),
            Column::Category if tidy.is_empty() => Cell::new("", |b| b.category_id = Some(None)),
            Column::Category => {
                let missing = || format!("No se pudo crear la categoría «{tidy}». Usa otro nombre.");
                let (id, name) = self.categories.get(&tidy).cloned().ok_or_else(missing)?;
                Cell::new(name, move |b| b.category_id = Some(Some(id)))
            }
            Column::Unit => {
                let unit = self.find_unit(&tidy)?;
                let id = unit.id;
                Cell::new(unit.symbol.clone(), move |b| b.measurement_id = Some(id))
            }
            Column::Cost => {
                let cost = cells::parse_money(text)?;
                if cost.is_some_and(Money::is_negative) {
                    return Err("El costo no puede ser negativo. Déjalo vacío si no lo sabes.".into());
                }
                Cell::new(cost.map(cells::amount_text).unwrap_or_default(), move |b| b.cost_amount = Some(cost))
            }
            Column::MinStock => {
                let least = cells::parse_quantity(text)?.unwrap_or_default();
                Cell::new(least.to_string(), move |b| b.min_stock = Some(least))
            }
            Column::OpeningStock => {
                let on_hand = cells::parse_quantity(text)?.unwrap_or_default();
                Cell::new(on_hand.to_string(), move |b| b.opening_stock = Some(OpeningStock::at_form_cost(on_hand)))
            }
            Column::HasStock => {
                let yes = cells::parse_yes_no(text)?.unwrap_or(true);
                Cell::new(cells::yes_or_no(yes), move |b| b.has_stock = Some(yes))
            }
            Column::Active => {
                let yes = cells::parse_yes_no(text)?.unwrap_or(true);
                let status = if yes { Status::Active } else { Status::Inactive };
                Cell::new(cells::yes_or_no(yes), move |b| b.status = Some(status))
            }
            Column::Id => Cell::new(tidy, |_| ()),
        })
    }

    async fn prepare(
        &mut self,
        work: &mut Work<'_>,
        grid: &Grid<Column>,
        report: &mut ImportReport,
    ) -> Result<HashMap<i64, Vec<CellError>>> {
        create_missing_categories(work, grid, (Column::Category, CategoryKind::Supply), &mut self.categories, report)
            .await
    }
    async fn write(work: &mut Work<'_>, id: Option<SupplyId>, body: &SaveSupply) -> Result<SupplyId> {
        Ok(match id {
            Some(id) => save_supply::update_supply(work, id, body).await?.id,
            None => save_supply::create_supply(work, body).await?.id,
        })
    }
    fn record_written(&mut self, id: SupplyId, cells: &Cells) {
        if let Some(was) = self.rows.get(&id).and_then(|row| row.get(&Column::Name)) {
            self.supplies.remove(was);
        }
        self.supplies.add(id, &self.label(cells));
    }
}

impl SupplyBook {
    /// Finds a unit by its symbol, or else by its name.
    fn find_unit(&self, text: &str) -> Result<&Unit, ReadError> {
        let by_symbol = self.units.iter().find(|u| u.symbol.to_lowercase() == text.to_lowercase());
        let found = by_symbol.or_else(|| self.units.iter().find(|u| search_key(&u.name) == search_key(text)));
        found.ok_or_else(|| {
            let symbols: Vec<&str> = self.units.iter().map(|u| u.symbol.as_str()).take(12).collect();
            format!("No hay una unidad «{text}». Usa una de estas o créala en Insumos: {}.", symbols.join(", "))
        })
    }
}

/// Builds the row of a supply; the opening stock is left out once the supply has moves.
fn build_row(company_key: &str, s: &Supply, moved: bool) -> Cells {
    let mut cells = Cells::from([
        (Column::Name, s.name.clone()),
        (Column::Category, s.category.clone().unwrap_or_default()),
        (Column::Unit, s.measurement.clone()),
        (Column::Cost, s.cost_amount.map(cells::amount_text).unwrap_or_default()),
        (Column::HasStock, cells::yes_or_no(s.has_stock).to_owned()),
        (Column::MinStock, s.min_stock.to_string()),
        (Column::Description, s.description.clone()),
        (Column::Active, cells::yes_or_no(s.status.is_active()).to_owned()),
        (Column::Id, row_id::format_id(LETTER, company_key, s.id.0)),
    ]);
    if !moved {
        cells.insert(Column::OpeningStock, String::new());
    }
    cells
}
