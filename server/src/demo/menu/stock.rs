//! What the demo's dishes are made of, as data; `store_room` brings it into the database.

/// A unit of measure; `base` is empty on a base unit.
#[derive(Debug)]
pub struct Unit {
    pub symbol: &'static str,
    pub name: &'static str,
    pub base: &'static str,
    /// How much of the base unit one of it is.
    pub millionths: i64,
}

const fn unit(symbol: &'static str, name: &'static str, base: &'static str, millionths: i64) -> Unit {
    Unit { symbol, name, base, millionths }
}

pub const UNITS: [Unit; 8] = [
    unit("kg", "Kilogramo", "", 1_000_000),
    unit("l", "Litro", "", 1_000_000),
    unit("und", "Unidad", "", 1_000_000),
    unit("g", "Gramo", "kg", 1_000),
    unit("ml", "Mililitro", "l", 1_000),
    unit("oz", "Onza líquida", "l", 29_574),
    unit("doc", "Docena", "und", 12_000_000),
    unit("cto", "Ciento", "und", 100_000_000),
];

/// Something that dishes are made of.
#[derive(Debug)]
pub struct Supply {
    pub category: &'static str,
    pub name: &'static str,
    pub unit: &'static str,
    /// Of one unit; nobody knows what the herbs from the garden cost.
    pub centimos: Option<i64>,
    /// Fewer units than these are too few.
    pub least: i64,
    pub opening: i64,
}

const fn supply(
    category: &'static str,
    name: &'static str,
    unit: &'static str,
    centimos: i64,
    least: i64,
    opening: i64,
) -> Supply {
    Supply { category, name, unit, centimos: Some(centimos), least, opening }
}

const MEAT: &str = "Carnes y aves";
const SEA: &str = "Pescados y mariscos";
const GREEN: &str = "Verduras y frutas";
const DRY: &str = "Abarrotes";
const COLD: &str = "Lácteos y huevos";
const LIQUOR: &str = "Licores";

/// In the order of their categories.
pub const SUPPLIES: [Supply; 28] = [
    supply(MEAT, "Lomo fino", "kg", 4800, 8, 90),
    supply(MEAT, "Pollo", "kg", 1150, 15, 140),
    supply(MEAT, "Bistec de res", "kg", 3400, 6, 60),
    supply(MEAT, "Corazón de res", "kg", 2200, 5, 45),
    supply(MEAT, "Carne para seco", "kg", 2800, 6, 50),
    supply(SEA, "Pescado fresco", "kg", 3200, 8, 80),
    supply(SEA, "Mixtura de mariscos", "kg", 2900, 6, 60),
    supply(SEA, "Langostino", "kg", 4500, 4, 30),
    supply(GREEN, "Papa amarilla", "kg", 420, 15, 160),
    supply(GREEN, "Papa blanca", "kg", 260, 20, 220),
    supply(GREEN, "Cebolla roja", "kg", 320, 12, 130),
    supply(GREEN, "Tomate", "kg", 400, 8, 70),
    supply(GREEN, "Limón", "kg", 750, 10, 110),
    supply(GREEN, "Ají amarillo", "kg", 900, 5, 45),
    supply(GREEN, "Palta", "kg", 1000, 5, 40),
    supply(GREEN, "Plátano de freír", "und", 90, 30, 240),
    Supply { category: GREEN, name: "Hierbabuena", unit: "g", centimos: None, least: 200, opening: 4_000 },
    supply(DRY, "Arroz", "kg", 430, 25, 260),
    supply(DRY, "Frejol canario", "kg", 980, 8, 70),
    supply(DRY, "Tallarín", "kg", 600, 6, 60),
    supply(DRY, "Aceite vegetal", "l", 950, 15, 120),
    supply(DRY, "Azúcar", "kg", 450, 10, 110),
    supply(DRY, "Maíz morado", "kg", 650, 6, 70),
    supply(COLD, "Huevo", "doc", 720, 10, 120),
    supply(COLD, "Queso fresco", "kg", 2400, 4, 40),
    supply(COLD, "Leche evaporada", "l", 840, 8, 80),
    supply(LIQUOR, "Pisco quebranta", "l", 5200, 6, 60),
    supply(LIQUOR, "Ron blanco", "l", 4400, 3, 24),
];

/// Supply, how much, unit.
type Part = (&'static str, i64, &'static str);

pub const RECIPES: [(&str, &[Part]); 19] = [
    (
        "Causa limeña de pollo",
        &[("Papa amarilla", 250, "g"), ("Pollo", 90, "g"), ("Palta", 60, "g"), ("Limón", 30, "g")],
    ),
    (
        "Papa a la huancaína",
        &[("Papa amarilla", 280, "g"), ("Queso fresco", 60, "g"), ("Ají amarillo", 30, "g"), ("Huevo", 1, "und")],
    ),
    (
        "Lomo saltado",
        &[
            ("Lomo fino", 200, "g"),
            ("Cebolla roja", 100, "g"),
            ("Tomate", 80, "g"),
            ("Papa blanca", 220, "g"),
            ("Arroz", 120, "g"),
            ("Aceite vegetal", 40, "ml"),
        ],
    ),
    (
        "Ají de gallina",
        &[
            ("Pollo", 180, "g"),
            ("Ají amarillo", 40, "g"),
            ("Leche evaporada", 100, "ml"),
            ("Arroz", 120, "g"),
            ("Papa amarilla", 120, "g"),
        ],
    ),
    (
        "Tacu tacu con lomo",
        &[("Lomo fino", 180, "g"), ("Frejol canario", 120, "g"), ("Arroz", 120, "g"), ("Huevo", 1, "und")],
    ),
    (
        "Seco de res con frejoles",
        &[("Carne para seco", 250, "g"), ("Frejol canario", 120, "g"), ("Arroz", 120, "g"), ("Cebolla roja", 40, "g")],
    ),
    ("Tallarín verde con bistec", &[("Tallarín", 150, "g"), ("Bistec de res", 160, "g"), ("Queso fresco", 30, "g")]),
    ("Arroz con pollo", &[("Pollo", 300, "g"), ("Arroz", 160, "g"), ("Cebolla roja", 40, "g")]),
    (
        "Bistec a lo pobre",
        &[
            ("Bistec de res", 220, "g"),
            ("Huevo", 2, "und"),
            ("Plátano de freír", 1, "und"),
            ("Papa blanca", 220, "g"),
            ("Arroz", 120, "g"),
        ],
    ),
    ("Ceviche clásico", &[("Pescado fresco", 220, "g"), ("Limón", 150, "g"), ("Cebolla roja", 80, "g")]),
    (
        "Ceviche mixto",
        &[
            ("Pescado fresco", 120, "g"),
            ("Mixtura de mariscos", 120, "g"),
            ("Limón", 150, "g"),
            ("Cebolla roja", 80, "g"),
        ],
    ),
    ("Leche de tigre", &[("Pescado fresco", 60, "g"), ("Limón", 120, "g"), ("Cebolla roja", 30, "g")]),
    ("Arroz con mariscos", &[("Mixtura de mariscos", 200, "g"), ("Arroz", 160, "g"), ("Ají amarillo", 20, "g")]),
    ("Anticuchos de corazón", &[("Corazón de res", 200, "g"), ("Papa blanca", 120, "g")]),
    ("Pollo a la brasa 1/4", &[("Pollo", 350, "g"), ("Papa blanca", 250, "g"), ("Aceite vegetal", 30, "ml")]),
    ("Chicha morada", &[("Maíz morado", 60, "g"), ("Azúcar", 30, "g"), ("Limón", 20, "g")]),
    ("Limonada frozen", &[("Limón", 90, "g"), ("Azúcar", 40, "g")]),
    ("Pisco sour", &[("Pisco quebranta", 3, "oz"), ("Limón", 60, "g"), ("Azúcar", 25, "g"), ("Huevo", 1, "und")]),
    ("Mojito", &[("Ron blanco", 2, "oz"), ("Hierbabuena", 8, "g"), ("Limón", 40, "g"), ("Azúcar", 20, "g")]),
];

/// What a topping takes.
#[derive(Debug)]
pub enum TopUp {
    Recipe(&'static [Part]),
    /// So much of one supply.
    Portion(&'static str, i64, &'static str),
}

pub const TOPPINGS: [(&str, TopUp); 7] = [
    ("Huevo frito", TopUp::Recipe(&[("Huevo", 1, "und"), ("Aceite vegetal", 10, "ml")])),
    ("Porción de arroz", TopUp::Recipe(&[("Arroz", 150, "g"), ("Aceite vegetal", 5, "ml")])),
    ("Papas fritas", TopUp::Recipe(&[("Papa blanca", 280, "g"), ("Aceite vegetal", 40, "ml")])),
    ("Plátano frito", TopUp::Portion("Plátano de freír", 1, "und")),
    ("Palta", TopUp::Portion("Palta", 120, "g")),
    ("Langostinos", TopUp::Portion("Langostino", 80, "g")),
    ("Shot de pisco", TopUp::Portion("Pisco quebranta", 2, "oz")),
];

/// Drinks that are sold as they were bought, and how many there are.
pub const COUNTED: [(&str, i64); 6] = [
    ("Inca Kola 500 ml", 1_200),
    ("Coca-Cola 500 ml", 1_200),
    ("Agua sin gas", 1_200),
    ("Agua con gas", 600),
    ("Cerveza Cusqueña 620 ml", 960),
    ("Cerveza Pilsen 620 ml", 960),
];
