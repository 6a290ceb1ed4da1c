//! Desserts and combos.

use super::{
    Area::{Kitchen, Parts},
    Extras, Item, Section,
};

const fn dessert(name: &'static str, centimos: i64, plate: &'static str, about: &'static str) -> Item {
    Item::new(name, centimos, Kitchen, plate, about).extras(Extras::Sweet)
}

pub(super) const DESSERTS: Section = Section {
    name: "Postres",
    icon: "cake",
    comments: &["Con dos cucharas", "Al final"],
    items: &[
        dessert("Suspiro a la limeña", 1600, "#e9c79a cream", "Manjar y merengue al oporto").weight(8),
        dessert("Mazamorra morada", 1300, "#5b1f4a berry", "Maíz morado y fruta seca"),
        dessert("Arroz con leche", 1300, "#fffaf0 rice", "Con canela y pasas"),
        dessert("Picarones", 1800, "#d99a45 breaded", "Cuatro, con miel de chancaca").weight(6),
        dessert("Crema volteada", 1500, "#c98a3a cream", "Con caramelo"),
        dessert("Cheesecake de maracuyá", 1900, "#f5e6b0 cream berry", "Con salsa de maracuyá").weight(5),
        dessert("Torta de chocolate", 1900, "#4a2a18 cream", "Húmeda, con fudge").weight(6),
    ],
};

pub(super) const COMBOS: Section = Section {
    name: "Combos",
    icon: "combo",
    comments: &["Bebidas primero"],
    items: &[
        Item::new(
            "Combo criollo para dos",
            8900,
            Parts,
            "#7a3f22 rice fries beef onion",
            "Causa, dos lomos saltados y dos chichas",
        )
        .parts(&[("Causa limeña de pollo", 1), ("Lomo saltado", 2), ("Chicha morada", 2)])
        .at_least(7500)
        .weight(5),
        Item::new(
            "Combo marino",
            9900,
            Parts,
            "#f3efe6 fish shrimp onion lime",
            "Ceviche, arroz con mariscos y dos limonadas",
        )
        .parts(&[("Ceviche clásico", 1), ("Arroz con mariscos", 1), ("Limonada frozen", 2)])
        .at_least(8500)
        .weight(4),
        Item::new(
            "Combo parrillero",
            7900,
            Parts,
            "#6b3519 steak fries",
            "Anticuchos, pollo a la brasa y dos Inca Kola",
        )
        .parts(&[("Anticuchos de corazón", 1), ("Pollo a la brasa 1/4", 1), ("Inca Kola 500 ml", 2)])
        .weight(4),
    ],
};
