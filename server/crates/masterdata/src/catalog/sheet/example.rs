//! The example file.

use super::columns::Column;
use crate::catalog::model::NO_KITCHEN;
use comanda_platform::sheet::{Cells, cells::yes_or_no};

/// Returns three example products; importing the file creates them.
pub(super) fn example() -> Vec<Cells<Column>> {
    let product = |cells: &[(Column, &str)]| -> Cells<Column> {
        let usual = [
            (Column::OwnCost, yes_or_no(false)),
            (Column::Igv, "Gravado"),
            (Column::PlasticBag, yes_or_no(false)),
            (Column::HasStock, yes_or_no(false)),
            (Column::MinStock, "0"),
            (Column::Delivered, yes_or_no(true)),
            (Column::Active, yes_or_no(true)),
        ];
        usual.iter().chain(cells).map(|(c, text)| (*c, (*text).to_owned())).collect()
    };
    vec![
        product(&[
            (Column::Name, "Ejemplo: Arroz chaufa"),
            (Column::Category, "Chifa"),
            (Column::Area, "COCINA"),
            (Column::Description, "De pollo, para uno"),
            (Column::Price, "24.00"),
            (Column::DeliveryPrice, "26.00"),
            (Column::MinimumPrice, "20.00"),
            (Column::Cost, "8.50"),
            (Column::Position, "1"),
        ]),
        product(&[
            (Column::Name, "Ejemplo: Gaseosa 500 ml"),
            (Column::Category, "Bebidas de ejemplo"),
            (Column::Area, NO_KITCHEN),
            (Column::Price, "6.00"),
            (Column::Cost, "2.40"),
            (Column::HasStock, "Sí"),
            (Column::MinStock, "24"),
            (Column::Position, "2"),
        ]),
        product(&[
            (Column::Name, "Ejemplo: Combo chaufa"),
            (Column::Category, "Chifa"),
            (Column::Price, "28.00"),
            (Column::Position, "3"),
            (Column::Combo, "\"Ejemplo: Arroz chaufa\" = 1 | \"Ejemplo: Gaseosa 500 ml\" = 1"),
        ]),
    ]
}
