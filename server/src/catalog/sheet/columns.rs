//! The columns, as they are called, explained and exemplified.

use crate::http::paging::search_key;

macro_rules! columns {
    ($($name:ident $title:literal, $fields:expr, $example:literal, $help:literal;)*) => {
        /// A column of the sheet.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(super) enum Column { $($name),* }
        impl Column {
            /// All of them, in their order.
            pub const ALL: &[Column] = &[$(Column::$name),*];
            /// As its head says.
            pub const fn title(self) -> &'static str {
                match self { $(Column::$name => $title),* }
            }
            /// Fields of a product's form that it stands for.
            const fn fields(self) -> &'static [&'static str] {
                match self { $(Column::$name => &$fields),* }
            }
            /// How it is filled in.
            pub const fn example(self) -> &'static str {
                match self { $(Column::$name => $example),* }
            }
            /// What it means.
            pub const fn help(self) -> &'static str {
                match self { $(Column::$name => $help),* }
            }
        }
    };
}
columns! {
    Name "Producto", ["name"], "Lomo saltado", "El nombre. Sin Id dice qué producto es: si ya existe se cambia; si no, se crea.";
    Code "Código", ["code"], "LOM-01", "El código de la casa. Vacío: sin código. Ningún otro producto lo tiene.";
    Barcode "Código de barras", ["barcode"], "7750182003421", "El del envase, como texto para que no pierda sus ceros. Vacío: sin código.";
    Category "Categoría", ["category_id"], "Platos criollos", "Obligatoria al crear. Si no existe, se crea.";
    Area "Área", ["production_area_id"], "COCINA", "Dónde se prepara. Vacío: no se prepara. Debe existir.";
    Description "Descripción", ["description"], "Con papas fritas y arroz", "Hasta 500 letras.";
    Price "Precio", ["sale_amount"], "38.00", "En mesa y para llevar, con IGV. Obligatorio al crear.";
    DeliveryPrice "Precio delivery", ["delivery_price"], "40.00", "Vacío: el precio en mesa.";
    AppPrice "Precio apps", ["delivery_app_price"], "46.00", "En apps de delivery. Vacío: no se vende por apps.";
    MinimumPrice "Precio mínimo", ["minimum_sale_price"], "30.00", "Ningún descuento baja de aquí sin PIN. Vacío: sin mínimo.";
    Cost "Costo", ["cost_amount"], "12.50", "De uno, cuando no tiene receta. Vacío: no se sabe.";
    HasStock "Se cuenta", ["has_stock"], "No", "Sí: se revende tal cual (gaseosas) y se cuenta su stock.";
    MinStock "Stock mínimo", ["min_stock"], "0", "Menos que esto es poco.";
    Delivered "Va a delivery", ["is_delivered"], "Sí", "Sí o No.";
    Active "Activo", ["status"], "Sí", "No: no se ofrece, pero no se borra.";
    Position "Orden", ["position"], "10", "El orden dentro de su categoría. Vacío: como está.";
    Variants "Variantes", ["variants", "has_variants"], "Tamaño: Vaso | Tamaño: Jarra = 15.00",
        "Atributo: opción, y lo que suma al precio. Una de varios atributos: Término: Medio + Porción: Familiar = 12.00";
    Recipe "Receta", ["supply_items", "has_supplies"], "Lomo fino = 200 g | Arroz = 120 g", "Insumo = cantidad y unidad. Los insumos deben existir.";
    Combo "Combo", ["combo_items", "is_combo"], "Lomo saltado = 1 | Chicha morada = 2", "Producto = cuántos. Pueden estar en esta misma hoja.";
    Toppings "Adicionales", ["topping_ids", "has_toppings"], "Huevo frito | Palta", "Los que se ofrecen con él. Deben existir.";
    Id "Id", [], "", "Lo escribe la descarga; no se cambia. Con él se reconoce el producto aunque cambies su nombre.";
}

impl Column {
    /// The column with this head, whatever its capitals and accents.
    pub fn titled(head: &str) -> Option<Self> {
        let key = search_key(head);
        Self::ALL.iter().copied().find(|c| search_key(c.title()) == key)
    }
    /// The column for a field of a refusal: `supply_items.2.quantity` is of the recipe.
    pub fn of_field(field: &str) -> Option<Self> {
        let field = field.split(['.', '[']).next().unwrap_or_default();
        Self::ALL.iter().copied().find(|c| c.fields().contains(&field))
    }
    /// Whether an empty cell says nothing; in the others it takes away what was there.
    pub const fn keeps_when_empty(self) -> bool {
        matches!(
            self,
            Column::HasStock | Column::MinStock | Column::Delivered | Column::Active | Column::Position | Column::Id
        )
    }
    /// Whether sheets hold numbers in it.
    pub const fn is_number(self) -> bool {
        matches!(
            self,
            Column::Price
                | Column::DeliveryPrice
                | Column::AppPrice
                | Column::MinimumPrice
                | Column::Cost
                | Column::MinStock
                | Column::Position
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_found_as_people_type_them() {
        for (head, column) in [("PRODUCTO", Some(Column::Name)), (" area ", Some(Column::Area)), ("Marca", None)] {
            assert_eq!(Column::titled(head), column, "{head}");
        }
        assert_eq!(Column::of_field("supply_items.2.quantity"), Some(Column::Recipe));
    }
}
