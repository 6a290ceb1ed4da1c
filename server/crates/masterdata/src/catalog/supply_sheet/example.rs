//! The example file; importing it creates its supplies.

use super::columns::Column;
use comanda_platform::sheet::{Cells, cells::yes_or_no};

/// Returns three example supplies.
pub(super) fn example() -> Vec<Cells<Column>> {
    let supply = |name: &str, category: &str, unit: &str, cost: &str, least: &str| -> Cells<Column> {
        let cells = [
            (Column::Name, name),
            (Column::Category, category),
            (Column::Unit, unit),
            (Column::Cost, cost),
            (Column::HasStock, yes_or_no(true)),
            (Column::MinStock, least),
            (Column::Active, yes_or_no(true)),
        ];
        cells.into_iter().map(|(column, text)| (column, text.to_owned())).collect()
    };
    vec![
        supply("Ejemplo: Arroz extra", "Abarrotes de ejemplo", "kg", "4.30", "10"),
        supply("Ejemplo: Aceite vegetal", "Abarrotes de ejemplo", "l", "8.90", "5"),
        supply("Ejemplo: Huevo", "", "und", "0.45", "60"),
    ]
}
