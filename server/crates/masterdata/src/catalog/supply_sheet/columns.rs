//! The columns of the supplies' sheet.

use comanda_platform::sheet::{ColumnType, columns};

columns! {
    /// A column of the sheet.
    Column {
        Name "Insumo", ["name"], "Arroz extra", "El nombre. Sin Id dice qué insumo es: si ya existe se cambia; si no, se crea.";
        Category "Categoría", ["category_id"], "Abarrotes", "Si no existe, se crea. Vacío: sin categoría.";
        Unit "Unidad", ["measurement_id"], "kg", "En qué se cuenta: kg, g, l, ml, und… Obligatoria al crear. Debe existir.";
        Cost "Costo", ["cost_amount"], "4.30", "De una unidad. Vacío: no se sabe.";
        HasStock "Se cuenta", ["has_stock"], "Sí", "Sí: se lleva su stock. Vacío: como está; en uno nuevo, Sí.";
        MinStock "Stock mínimo", ["min_stock"], "10", "En su unidad. Menos que esto es poco.";
        OpeningStock "Stock inicial", ["opening_stock"], "20", "Cuánto hay al empezar a contarlo, en su unidad y a lo que dice Costo. Solo en los que nunca se movieron: en los demás no cambia nada.";
        Description "Descripción", ["description"], "Saco de 50 kg", "Hasta 500 letras.";
        Active "Activo", ["status"], "Sí", "No: no se ofrece para recetas, pero no se borra.";
        Id "Id", [], "", "Lo escribe la descarga; no se cambia. Con él se reconoce el insumo aunque cambies su nombre.";
    }

    const PAGE: &'static str = "Insumos";
    const ONE: &'static str = "un insumo";
    const IDENTIFIES: &'static [Self] = &[Column::Name];
    const HELP: &'static [&'static str] = &[
        "Cada línea es un insumo. Su Id dice cuál; sin Id, el nombre: si ya existe se cambia, si no existe se crea. Nada se borra.",
        "Puedes borrar columnas enteras (menos Insumo): lo que no está en la hoja se queda como está.",
        "Una celda vacía quita lo que había: sin categoría, sin costo, sin descripción.",
        "La hoja no cambia cuánto hay en el almacén, salvo el stock inicial de lo que nunca se movió.",
        "Antes de guardar verás línea por línea qué cambia. Si una línea tiene un error, no se cambia nada.",
    ];

    fn kind(self) -> ColumnType {
        match self {
            Column::Name | Column::Category => ColumnType::Name,
            Column::Cost | Column::MinStock | Column::OpeningStock => ColumnType::Amount,
            _ => ColumnType::Text,
        }
    }
    fn width(self) -> u16 {
        match self {
            Column::Name | Column::Description => 32,
            Column::Category => 20,
            _ => 14,
        }
    }
    fn keeps_when_empty(self) -> bool {
        matches!(self, Column::Unit | Column::HasStock | Column::MinStock | Column::OpeningStock | Column::Active | Column::Id)
    }
    fn is_needed(self) -> bool {
        false
    }
    fn rewritten_with(self) -> Option<Self> {
        matches!(self, Column::Cost | Column::MinStock).then_some(Column::Unit)
    }
    fn is_id(self) -> bool {
        self == Column::Id
    }
}
