//! The costs of dishes as a table.

use comanda_masterdata::catalog::dish_costs::{DishCost, DishCosts};
use comanda_platform::{
    report_table::{ColumnKind, ReportCell, ReportColumn, ReportTable},
    settings::CompanyInfo,
};

const COLUMNS: [ReportColumn; 10] = [
    ReportColumn::new("Plato", ColumnKind::Text, 28),
    ReportColumn::new("Categoría", ColumnKind::Text, 18),
    ReportColumn::new("Costo antes", ColumnKind::Money, 11),
    ReportColumn::new("Costo hoy", ColumnKind::Money, 11),
    ReportColumn::new("Subió %", ColumnKind::Percent, 9),
    ReportColumn::new("Por", ColumnKind::Text, 20),
    ReportColumn::new("Precio S/", ColumnKind::Money, 10),
    ReportColumn::new("Margen %", ColumnKind::Percent, 9),
    ReportColumn::new("Objetivo %", ColumnKind::Percent, 10),
    ReportColumn::new("Precio sugerido", ColumnKind::Money, 13),
];

/// Builds the table with a row for each dish and no totals.
pub(super) fn dish_costs_table(costs: &DishCosts, company: &CompanyInfo) -> ReportTable {
    let mut notes = Vec::new();
    if costs.totals.pending > 0 {
        notes.push("Valores en cálculo: hay documentos que llegaron tarde y los costos aún pueden cambiar.".to_owned());
    }
    if costs.rows.iter().any(|dish| dish.cost_before.is_none() && dish.cost.food_cost.is_some()) {
        notes.push(
            "Donde falta el costo de antes no hay con qué comparar: un costo escrito no guarda historia.".to_owned(),
        );
    }
    if costs.rows.iter().any(|dish| dish.cost.food_cost.is_none()) {
        notes.push("Donde el costo está vacío no se sabe cuánto cuesta; no es cero.".to_owned());
    }
    ReportTable {
        title: "Costo de los platos".to_owned(),
        lines: vec![
            company.legal_line(),
            format!(
                "Antes: al comenzar el {}, o con la primera compra si fue después. Con las recetas de hoy. El margen es del precio sin IGV.",
                costs.since.format("%d/%m/%Y")
            ),
        ],
        columns: COLUMNS.to_vec(),
        rows: costs.rows.iter().map(row_cells).collect(),
        total: Vec::new(),
        notes,
    }
}

fn row_cells(dish: &DishCost) -> Vec<ReportCell> {
    vec![
        dish.name.as_str().into(),
        dish.category.as_str().into(),
        ReportCell::from(dish.cost_before),
        ReportCell::from(dish.cost.food_cost),
        ReportCell::from(dish.change_percent),
        dish.because.as_ref().map(|because| because.name.clone()).unwrap_or_default().into(),
        ReportCell::Money(dish.sale_amount),
        ReportCell::from(dish.cost.margin_percent),
        ReportCell::from(dish.cost.target_margin),
        ReportCell::from(dish.cost.suggested_price),
    ]
}
