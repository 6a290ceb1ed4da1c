//! The demo's menu, as data; `catalog` inserts it into the database.

mod drinks;
mod food;
pub mod recipes;
pub mod stock;
mod sweets;

/// The production area of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Area {
    Kitchen,
    Grill,
    Bar,
    /// A combo has no area of its own, but its parts have.
    Parts,
}

/// The attribute that a customer must choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    Nothing,
    /// The doneness (término) of a meat.
    Doneness,
    /// The cut (presa) of a chicken.
    Cut,
    /// Glass or jug (jarra), with the additional price of the jug in céntimos.
    Jug(i64),
    /// Personal or family portion, with the additional price of the latter in céntimos.
    Portion(i64),
}

/// The group of toppings that can be added to a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extras {
    None,
    Criollo,
    Grill,
    Sea,
    Sweet,
    Bar,
}

/// One product.
#[derive(Debug, Clone, Copy)]
pub struct Item {
    pub name: &'static str,
    pub centimos: i64,
    pub area: Area,
    /// The picture of the plate: `#base piece piece`; a glass begins with `glass`.
    pub plate: &'static str,
    pub about: &'static str,
    pub choice: Choice,
    pub extras: Extras,
    /// The lowest price after discounts, in céntimos.
    pub minimum: Option<i64>,
    pub delivered: bool,
    /// Its sales relative to those of the others.
    pub weight: u32,
    /// The names and quantities of a combo's parts.
    pub parts: &'static [(&'static str, i64)],
}

impl Item {
    const fn new(name: &'static str, centimos: i64, area: Area, plate: &'static str, about: &'static str) -> Self {
        Self {
            name,
            centimos,
            area,
            plate,
            about,
            choice: Choice::Nothing,
            extras: Extras::None,
            minimum: None,
            delivered: true,
            weight: 4,
            parts: &[],
        }
    }
    const fn choice(self, choice: Choice) -> Self {
        Self { choice, ..self }
    }
    const fn extras(self, extras: Extras) -> Self {
        Self { extras, ..self }
    }
    const fn at_least(self, centimos: i64) -> Self {
        Self { minimum: Some(centimos), ..self }
    }
    const fn here_only(self) -> Self {
        Self { delivered: false, ..self }
    }
    const fn weight(self, weight: u32) -> Self {
        Self { weight, ..self }
    }
    const fn parts(self, parts: &'static [(&'static str, i64)]) -> Self {
        Self { parts, ..self }
    }
}

/// One category with its products.
#[derive(Debug)]
pub struct Section {
    pub name: &'static str,
    pub icon: &'static str,
    pub items: &'static [Item],
    /// Comments offered for its products.
    pub comments: &'static [&'static str],
}

/// The whole menu, in the order of the order screen.
pub const MENU: [&Section; 8] = [
    &food::STARTERS,
    &food::MAINS,
    &food::SEA,
    &food::GRILL,
    &drinks::SOFT,
    &drinks::COCKTAILS,
    &sweets::DESSERTS,
    &sweets::COMBOS,
];

/// The comments that fit any product.
pub const COMMENTS: [&str; 6] =
    ["Sin cebolla", "Poco picante", "Sin sal", "Para compartir", "Servir todo junto", "Alérgico a mariscos"];

/// Toppings: name, price in céntimos, groups that include them.
pub const TOPPINGS: [(&str, i64, &[Extras]); 14] = [
    ("Huevo frito", 400, &[Extras::Criollo, Extras::Grill]),
    ("Porción de arroz", 600, &[Extras::Criollo, Extras::Grill, Extras::Sea]),
    ("Papas fritas", 900, &[Extras::Criollo, Extras::Grill]),
    ("Plátano frito", 500, &[Extras::Criollo]),
    ("Palta", 700, &[Extras::Criollo, Extras::Grill]),
    ("Zarza criolla", 400, &[Extras::Criollo, Extras::Sea]),
    ("Salsa huancaína", 500, &[Extras::Criollo, Extras::Grill]),
    ("Chimichurri", 300, &[Extras::Grill]),
    ("Tocino crocante", 600, &[Extras::Grill]),
    ("Camote y choclo", 500, &[Extras::Sea]),
    ("Langostinos", 1400, &[Extras::Sea]),
    ("Helado de vainilla", 600, &[Extras::Sweet]),
    ("Crema chantilly", 300, &[Extras::Sweet]),
    ("Shot de pisco", 1200, &[Extras::Bar]),
];

/// Returns every product with the index of its category.
pub fn items() -> impl Iterator<Item = (usize, &'static Item)> {
    MENU.iter().enumerate().flat_map(|(n, section)| section.items.iter().map(move |item| (n, item)))
}
