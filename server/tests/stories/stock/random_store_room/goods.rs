//! The items that are bought, moved and counted, the recipes of dishes, and the test's own computations.

use super::Change;
use comanda::money::{Money, Quantity};

/// An item with its units, the one in which it is counted first, each with its size in millionths of the base unit.
pub struct Good {
    pub name: &'static str,
    pub is_product: bool,
    pub units: &'static [(&'static str, i64)],
}

const fn supply(name: &'static str, units: &'static [(&'static str, i64)]) -> Good {
    Good { name, is_product: false, units }
}
const fn product(name: &'static str) -> Good {
    Good { name, is_product: true, units: &[("und", 1_000_000), ("doc", 12_000_000)] }
}

pub const GOODS: [Good; 10] = [
    supply("Lomo fino", &[("kg", 1_000_000), ("g", 1_000)]),
    supply("Arroz", &[("kg", 1_000_000), ("g", 1_000)]),
    supply("Aceite vegetal", &[("l", 1_000_000), ("ml", 1_000), ("oz", 29_574)]),
    supply("Huevo", &[("doc", 12_000_000), ("und", 1_000_000), ("cto", 100_000_000)]),
    // An item of unknown cost.
    supply("Hierbabuena", &[("g", 1_000), ("kg", 1_000_000)]),
    supply("Ron blanco", &[("l", 1_000_000), ("oz", 29_574)]),
    supply("Aderezo", &[("l", 1_000_000), ("ml", 1_000)]),
    supply("Jugo de lomo", &[("l", 1_000_000), ("ml", 1_000)]),
    product("Inca Kola 500 ml"),
    product("Agua sin gas"),
];

/// The recipe of each dish, in millionths of the base unit.
pub const DISHES: [(&str, &[(&str, i64)]); 5] = [
    (
        "Lomo saltado",
        &[
            ("Lomo fino", 200_000),
            ("Cebolla roja", 100_000),
            ("Tomate", 80_000),
            ("Papa blanca", 220_000),
            ("Arroz", 120_000),
            ("Aceite vegetal", 40_000),
        ],
    ),
    (
        "Tacu tacu con lomo",
        &[
            ("Lomo fino", 180_000),
            ("Frejol canario", 120_000),
            ("Arroz", 120_000),
            ("Huevo", 1_000_000),
            ("Jugo de lomo", 50_000),
        ],
    ),
    ("Mojito", &[("Ron blanco", 59_148), ("Hierbabuena", 8_000), ("Limón", 40_000), ("Azúcar", 20_000)]),
    ("Inca Kola 500 ml", &[("Inca Kola 500 ml", 1_000_000)]),
    ("Agua sin gas", &[("Agua sin gas", 1_000_000)]),
];

/// The topping of a Lomo saltado.
pub const TOPPING: (&str, [(&str, i64); 2]) = ("Huevo frito", [("Huevo", 1_000_000), ("Aceite vegetal", 10_000)]);

pub fn take_ingredients(parts: &[(&str, i64)], times: i64, change: &mut Change) {
    for (name, millionths) in parts {
        *change.entry((*name).to_owned()).or_default() += Quantity::from_millionths(-millionths * times);
    }
}

/// Divides with rounding half away from zero.
pub fn rounded(n: i128, d: i128) -> i128 {
    (n.abs() * 2 + d) / (d * 2) * n.signum()
}

pub fn in_base(quantity: Quantity, factor: i64) -> Quantity {
    Quantity::from_millionths(rounded(i128::from(quantity.millionths()) * i128::from(factor), 1_000_000) as i64)
}

/// A line's total in céntimos.
pub fn total(quantity: Quantity, price: Money) -> i64 {
    rounded(i128::from(quantity.millionths()) * i128::from(price.millionths()), 10_000_000_000) as i64
}

/// Splits céntimos over lines in proportion to their totals: each gets its whole part, and the rest goes to those that lost most.
pub fn spread(centimos: i64, weights: &[i64]) -> Vec<i64> {
    let all: i64 = weights.iter().sum();
    let mut parts: Vec<i64> = weights.iter().map(|w| centimos * w / all).collect();
    let mut lost: Vec<(i64, usize)> = weights.iter().enumerate().map(|(at, w)| (-(centimos * w % all), at)).collect();
    lost.sort_unstable();
    let remainder = centimos - parts.iter().sum::<i64>();
    for (_, at) in lost.into_iter().take(remainder as usize) {
        parts[at] += 1;
    }
    parts
}
