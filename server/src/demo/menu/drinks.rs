//! The demo's drinks.

use super::{Area::Bar, Choice::Jug, Extras, Item, Section};

const fn drink(name: &'static str, centimos: i64, plate: &'static str) -> Item {
    Item::new(name, centimos, Bar, plate, "")
}
/// A cocktail, which is never delivered and has a minimum price of 70 %.
const fn cocktail(name: &'static str, centimos: i64, plate: &'static str, about: &'static str) -> Item {
    Item::new(name, centimos, Bar, plate, about).here_only().at_least(centimos * 7 / 10).extras(Extras::Bar)
}

pub(super) const SOFT: Section = Section {
    name: "Bebidas",
    icon: "bottle",
    comments: &["Sin hielo", "Bien helada", "Sin azúcar"],
    items: &[
        drink("Chicha morada", 900, "glass #5b1f4a ice").choice(Jug(1500)).weight(18),
        drink("Limonada frozen", 1200, "glass #dbe7a4 ice lime").choice(Jug(1800)).weight(12),
        drink("Maracuyá", 1000, "glass #f2b02e ice").choice(Jug(1600)).weight(10),
        drink("Jugo de naranja", 1200, "glass #f29a2e ice"),
        drink("Inca Kola 500 ml", 700, "glass #f4d21f ice").weight(14),
        drink("Coca-Cola 500 ml", 700, "glass #3b1d14 ice lime").weight(10),
        drink("Agua sin gas", 500, "glass #d7ecf5 ice").weight(12),
        drink("Agua con gas", 500, "glass #d7ecf5 ice lime").weight(5),
        drink("Cerveza Cusqueña 620 ml", 1500, "glass #e8a92e foam").here_only().weight(10),
        drink("Cerveza Pilsen 620 ml", 1400, "glass #e8a92e foam").here_only().weight(7),
        drink("Café pasado", 800, "glass #4a2a18 cream").weight(6),
        drink("Mate de hierbas", 700, "glass #a8b86a herb").weight(3),
    ],
};

pub(super) const COCKTAILS: Section = Section {
    name: "Cocteles",
    icon: "cocktail",
    comments: &["Con poco hielo", "Suave", "Doble"],
    items: &[
        cocktail("Pisco sour", 2600, "glass #eee6c4 foam", "Pisco quebranta, limón y amargo")
            .choice(Jug(6400))
            .weight(12),
        cocktail("Maracuyá sour", 2700, "glass #f0c94a foam", "Con pisco quebranta").weight(6),
        cocktail("Chilcano clásico", 2400, "glass #e9d9a6 ice lime", "Pisco, ginger ale y limón")
            .choice(Jug(5600))
            .weight(8),
        cocktail("Chilcano de maracuyá", 2500, "glass #f2b84a ice lime", "Pisco y maracuyá"),
        cocktail("Mojito", 2400, "glass #cfe3b0 ice lime herb", "Ron blanco y hierbabuena").weight(5),
        cocktail("Algarrobina", 2600, "glass #a5703a foam", "Pisco, leche y algarrobina").weight(3),
        cocktail("Machu Picchu", 2600, "glass #6dab5a ice", "Pisco, menta, naranja y granadina").weight(3),
        cocktail("Copa de vino tinto", 2200, "glass #6b1830 berry", "Malbec de la casa"),
    ],
};
