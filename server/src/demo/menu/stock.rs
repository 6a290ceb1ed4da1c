//! The demo's units, supplies and counted drinks, as data; `store_room` inserts them into the database.

use super::recipes::Part;

/// A unit of measure; `base` is empty for a base unit.
#[derive(Debug)]
pub struct Unit {
    pub symbol: &'static str,
    pub name: &'static str,
    pub base: &'static str,
    /// The quantity of the base unit in one of this unit.
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

/// An ingredient.
#[derive(Debug)]
pub struct Supply {
    pub category: &'static str,
    pub name: &'static str,
    pub unit: &'static str,
    /// The cost of one unit; `None` for the herbs from the garden, whose cost is unknown.
    pub centimos: Option<i64>,
    /// The minimum stock in this unit.
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

/// The supplies, in the order of their categories.
pub const SUPPLIES: [Supply; 28] = [
    supply(MEAT, "Lomo fino", "kg", 4800, 8, 90),
    supply(MEAT, "Pollo", "kg", 1150, 15, 140),
    supply(MEAT, "Bistec de res", "kg", 3400, 6, 60),
    supply(MEAT, "Corazón de res", "kg", 2200, 40, 45),
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
    supply(COLD, "Queso fresco", "kg", 2400, 25, 40),
    supply(COLD, "Leche evaporada", "l", 840, 8, 80),
    supply(LIQUOR, "Pisco quebranta", "l", 5200, 6, 60),
    supply(LIQUOR, "Ron blanco", "l", 4400, 3, 24),
];

/// The stock that a topping uses.
#[derive(Debug)]
pub enum ToppingStock {
    Recipe(&'static [Part]),
    /// A quantity of one supply.
    Portion(&'static str, i64, &'static str),
}

pub const TOPPINGS: [(&str, ToppingStock); 7] = [
    ("Huevo frito", ToppingStock::Recipe(&[("Huevo", 1, "und"), ("Aceite vegetal", 10, "ml")])),
    ("Porción de arroz", ToppingStock::Recipe(&[("Arroz", 150, "g"), ("Aceite vegetal", 5, "ml")])),
    ("Papas fritas", ToppingStock::Recipe(&[("Papa blanca", 280, "g"), ("Aceite vegetal", 40, "ml")])),
    ("Plátano frito", ToppingStock::Portion("Plátano de freír", 1, "und")),
    ("Palta", ToppingStock::Portion("Palta", 120, "g")),
    ("Langostinos", ToppingStock::Portion("Langostino", 80, "g")),
    ("Shot de pisco", ToppingStock::Portion("Pisco quebranta", 2, "oz")),
];

/// The drinks that are sold as bought, with their opening stock.
pub const COUNTED: [(&str, i64); 6] = [
    ("Inca Kola 500 ml", 1_200),
    ("Coca-Cola 500 ml", 1_200),
    ("Agua sin gas", 1_200),
    ("Agua con gas", 600),
    ("Cerveza Cusqueña 620 ml", 960),
    ("Cerveza Pilsen 620 ml", 960),
];
