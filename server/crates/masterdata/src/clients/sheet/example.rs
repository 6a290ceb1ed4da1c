//! The example file; importing it creates its clients.

use super::columns::Column;
use comanda_platform::sheet::{Cells, cells::yes_or_no};

/// Returns a person, a company, and a client with a name only.
pub(super) fn example() -> Vec<Cells<Column>> {
    let client = |cells: &[(Column, &str)]| -> Cells<Column> {
        let usual = [(Column::Active, yes_or_no(true))];
        usual.iter().chain(cells).map(|(column, text)| (*column, (*text).to_owned())).collect()
    };
    vec![
        client(&[
            (Column::Document, "DNI"),
            (Column::Number, "04056382"),
            (Column::Name, "Ejemplo: Ana"),
            (Column::LastName, "Flores Quispe"),
            (Column::Phone, "987654321"),
            (Column::Email, "ana@example.pe"),
            (Column::Birth, "24/09/1988"),
            (Column::Address, "Av. Larco 345, dpto. 2"),
            (Column::Ubigeo, "150122"),
        ]),
        client(&[
            (Column::Document, "RUC"),
            (Column::Number, "20131312955"),
            (Column::BusinessName, "Ejemplo: Empresa S.A.C."),
            (Column::Email, "facturas@example.pe"),
        ]),
        client(&[(Column::Name, "Ejemplo: Señora Rosa"), (Column::Reference, "Casa verde de la esquina")]),
    ]
}
