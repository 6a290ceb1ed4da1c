//! The columns of the products' sheet.

use comanda_platform::sheet::{ColumnType, columns};

columns! {
    /// A column of the sheet.
    Column {
        Name "Producto", ["name"], "Lomo saltado", "El nombre. Sin Id dice qué producto es: si ya existe se cambia; si no, se crea.";
        Code "Código", ["code"], "LOM-01", "El código de la casa. Vacío: sin código. Ningún otro producto lo tiene.";
        Barcode "Código de barras", ["barcode"], "7750182003421", "El del envase, como texto para que no pierda sus ceros. Vacío: sin código.";
        Category "Categoría", ["category_id"], "Platos criollos", "Obligatoria al crear. Si no existe, se crea.";
        Area "Área", ["production_area_id"], "COCINA", "Dónde se prepara: un área que existe, o No pasa por cocina. Obligatoria al crear. Vacío: como está.";
        Description "Descripción", ["description"], "Con papas fritas y arroz", "Hasta 500 letras.";
        Price "Precio", ["sale_amount"], "38.00", "En mesa y para llevar, con IGV. Obligatorio al crear.";
        DeliveryPrice "Precio delivery", ["delivery_price"], "40.00", "Vacío: el precio en mesa.";
        AppPrice "Precio apps", ["delivery_app_price"], "46.00", "En apps de delivery. Vacío: no se vende por apps.";
        MinimumPrice "Precio mínimo", ["minimum_sale_price"], "30.00", "Ningún descuento baja de aquí sin PIN. Vacío: sin mínimo.";
        Cost "Costo", ["cost_amount"], "12.50", "De uno, cuando no tiene receta o su costo es propio. Vacío: no se sabe.";
        OwnCost "Costo propio (sí/no)", ["own_cost"], "No", "Sí: vale lo que dice Costo, aunque tenga receta o sea combo. Vacío: como está.";
        Igv "IGV", ["igv_treatment"], "Gravado", "Gravado, Exonerado o Inafecto. Vacío: como está.";
        PlasticBag "Bolsa con ICBPER", ["is_plastic_bag"], "No", "Sí: es una bolsa de plástico y su precio incluye el ICBPER. Vacío: como está.";
        SaleUnit "Se vende por", ["sale_unit"], "Unidad", "Unidad, kg, 100 g, g, l o ml; el precio es de uno de ellos. Vacío: como está.";
        MinQuantity "Mínimo", ["min_quantity"], "0.200", "De lo que se vende por peso o medida, lo menos de una vez. Vacío: sin mínimo.";
        QuantityStep "De cuánto en cuánto", ["quantity_step"], "0.050", "De lo que se vende por peso o medida. Vacío: al gramo.";
        Tare "Tara", ["tare"], "0.120", "Lo que pesa la bandeja, que se descuenta. Vacío: nada.";
        HasStock "Se cuenta", ["has_stock"], "No", "Sí: se revende tal cual (gaseosas) y se cuenta su stock.";
        MinStock "Stock mínimo", ["min_stock"], "0", "Menos que esto es poco.";
        OpeningStock "Stock inicial", ["opening_stock"], "24", "Cuánto hay al empezar a contarlo, a lo que dice Costo. Solo en los que nunca se movieron: en los demás no cambia nada.";
        Delivered "Va a delivery", ["is_delivered"], "Sí", "Sí o No.";
        Active "Activo", ["status"], "Sí", "No: no se ofrece, pero no se borra.";
        Position "Orden", ["position"], "10", "El orden dentro de su categoría. Vacío: como está.";
        Variants "Variantes", ["variants", "has_variants"], "Tamaño: Vaso | Tamaño: Jarra = 15.00",
            "Atributo: opción, y lo que suma al precio. Una de varios atributos: Término: Medio + Porción: Familiar = 12.00";
        Recipe "Receta", ["supply_items", "has_supplies"], "Lomo fino = 200 g | Arroz = 120 g", "Insumo = cantidad y unidad. Los insumos deben existir.";
        Combo "Combo", ["combo_items", "is_combo"], "Lomo saltado = 1 | Chicha morada = 2", "Producto = cuántos. Pueden estar en esta misma hoja.";
        Toppings "Adicionales", ["topping_ids", "has_toppings"], "Huevo frito | Palta", "Los que se ofrecen con él. Deben existir.";
        Allergens "Alérgenos", ["allergens"], "maní | lácteos", "Lo que lleva y alguien puede tener que evitar: gluten, crustáceos, moluscos, pescado, huevo, lácteos, maní, frutos secos, soya, ajonjolí, mostaza, apio, tarwi o sulfitos.";
        Marks "Señas", ["marks"], "picante | de la casa", "picante, vegetariano, vegano, crudo, con alcohol o de la casa.";
        NameEn "Nombre en inglés", ["name_en"], "Stir-fried beef", "Para la carta de los que leen inglés. Vacío: el de siempre.";
        NamePt "Nombre en portugués", ["name_pt"], "Carne salteada", "Vacío: el de siempre.";
        DescriptionEn "Descripción en inglés", ["description_en"], "With fries and rice", "Hasta 500 letras.";
        DescriptionPt "Descripción en portugués", ["description_pt"], "Com batatas fritas e arroz", "Hasta 500 letras.";
        Choices "Grupos de opciones", ["choice_group_ids"], "Guarniciones | Salsas", "En el orden en que se eligen. Deben existir.";
        Course "Tiempo", ["course_id"], "Fondos", "Entradas, fondos, postres: uno que existe. Vacío: el de su categoría.";
        Id "Id", [], "", "Lo escribe la descarga; no se cambia. Con él se reconoce el producto aunque cambies su nombre.";
    }

    const PAGE: &'static str = "Productos";
    const ONE: &'static str = "un producto";
    const IDENTIFIES: &'static [Self] = &[Column::Name];
    const HELP: &'static [&'static str] = &[
        "Cada línea es un producto. Su Id dice cuál; sin Id, el nombre: si ya existe se cambia, si no existe se crea. Nada se borra.",
        "Puedes borrar columnas enteras (menos Producto): lo que no está en la hoja se queda como está.",
        "Una celda vacía quita lo que había: sin precio delivery, sin receta, sin adicionales.",
        "Varias cosas en una celda se separan con una barra |. Lo que suma o cuánto lleva va después de =.",
        "Un nombre con | = + : o comillas se escribe entre comillas: \"Salsa 1:1\" = 20 g.",
        "Antes de guardar verás línea por línea qué cambia. Si una línea tiene un error, no se cambia nada.",
    ];

    fn kind(self) -> ColumnType {
        match self {
            Column::Name | Column::Category => ColumnType::Name,
            Column::Price
            | Column::DeliveryPrice
            | Column::AppPrice
            | Column::MinimumPrice
            | Column::Cost
            | Column::MinStock
            | Column::MinQuantity
            | Column::QuantityStep
            | Column::Tare
            | Column::OpeningStock => ColumnType::Amount,
            Column::Code | Column::Barcode => ColumnType::Digits,
            Column::Position => ColumnType::Whole,
            _ => ColumnType::Text,
        }
    }
    fn width(self) -> u16 {
        match self {
            Column::Name
            | Column::Description
            | Column::NameEn
            | Column::NamePt
            | Column::DescriptionEn
            | Column::DescriptionPt => 32,
            Column::Variants | Column::Recipe | Column::Combo | Column::Toppings | Column::Choices => 48,
            Column::Category => 20,
            _ => 14,
        }
    }
    fn keeps_when_empty(self) -> bool {
        matches!(
            self,
            Column::Area
                | Column::OwnCost
                | Column::Igv
                | Column::PlasticBag
                | Column::SaleUnit
                | Column::HasStock
                | Column::MinStock
                | Column::OpeningStock
                | Column::Delivered
                | Column::Active
                | Column::Position
                | Column::Id
        )
    }
    fn is_needed(self) -> bool {
        matches!(self, Column::Price | Column::Category)
    }
    fn is_id(self) -> bool {
        self == Column::Id
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use comanda_platform::sheet::Column as _;

    #[test]
    fn column_heads_are_matched_leniently() {
        for (head, column) in [
            ("PRODUCTO", Some(Column::Name)),
            (" area ", Some(Column::Area)),
            ("Costo propio", Some(Column::OwnCost)),
            ("costo propio (si/no)", Some(Column::OwnCost)),
            ("Marca", None),
        ] {
            assert_eq!(Column::from_title(head), column, "{head}");
        }
        assert_eq!(Column::from_field("supply_items.2.quantity"), Some(Column::Recipe));
    }
}
