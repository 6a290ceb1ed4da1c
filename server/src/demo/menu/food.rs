//! The demo's dishes of kitchen and grill.

use super::{
    Area::{Grill, Kitchen},
    Choice::{Cut, Doneness, Portion},
    Extras, Item, Section,
};

/// A criollo dish of the kitchen.
const fn dish(name: &'static str, centimos: i64, plate: &'static str, about: &'static str) -> Item {
    Item::new(name, centimos, Kitchen, plate, about)
}
/// A meat of the grill, with its término.
const fn meat(name: &'static str, centimos: i64, plate: &'static str, about: &'static str) -> Item {
    Item::new(name, centimos, Grill, plate, about).choice(Doneness).extras(Extras::Grill)
}

pub(super) const STARTERS: Section = Section {
    name: "Entradas y sopas",
    icon: "salad",
    comments: &["Al centro de la mesa", "Sin aceituna"],
    items: &[
        dish("Causa limeña de pollo", 2200, "#f0c648 olive egg herb", "Papa amarilla, pollo y palta").weight(7),
        dish("Papa a la huancaína", 1900, "#f0c648 potato boiledEgg olive lettuce", "Crema de ají amarillo y queso")
            .weight(8),
        dish("Ocopa arequipeña", 2000, "#8fa04a potato boiledEgg olive", "Huacatay, maní y queso fresco"),
        dish("Choritos a la chalaca", 2400, "#e7c27a onion tomato pepper lime", "Media docena, con su zarza").weight(5),
        dish("Tequeños de lomo saltado", 2600, "#f3efe6 breaded cream", "Ocho unidades con guacamole").weight(6),
        dish("Ensalada de la casa", 2100, "#dbe8b8 lettuce tomato onion olive", "Palta, tomate, queso y vinagreta"),
        dish("Solterito arequipeño", 1900, "#d7dd9c bean tomato olive", "Habas, choclo, queso y rocoto").weight(2),
        dish("Aguadito de pollo", 2200, "#7fa04a chicken pea", "Culantro, arroz y presa de pollo"),
        dish("Sopa criolla", 2400, "#dca94f noodle beef egg", "Cabello de ángel, carne y huevo").weight(3),
        dish("Chupe de camarones", 4600, "#e08f3c shrimp cream herb", "A la arequipeña, con huevo y queso")
            .choice(Portion(2800))
            .at_least(3800),
    ],
};

pub(super) const MAINS: Section = Section {
    name: "Fondos",
    icon: "bowl",
    comments: &["Arroz aparte", "Sin papas", "Bien servido"],
    items: &[
        dish("Lomo saltado", 3800, "#7a3f22 rice fries beef onion tomato", "Lomo fino al wok, papas y arroz")
            .choice(Doneness)
            .extras(Extras::Criollo)
            .at_least(3000)
            .weight(16),
        dish("Ají de gallina", 3200, "#e9b93c rice boiledEgg olive herb", "Con pecanas, arroz y huevo")
            .extras(Extras::Criollo)
            .weight(11),
        dish("Tacu tacu con lomo", 4200, "#8a5a35 beef egg onion", "Frejol canario, lomo y salsa criolla")
            .choice(Doneness)
            .extras(Extras::Criollo)
            .at_least(3400)
            .weight(8),
        dish("Seco de res con frejoles", 3600, "#6f7a2c rice bean beef herb", "Culantro y chicha de jora")
            .extras(Extras::Criollo)
            .weight(7),
        dish("Tallarín verde con bistec", 3900, "#6f9a3e noodle steak", "Albahaca, espinaca y bistec apanado")
            .choice(Doneness)
            .extras(Extras::Criollo)
            .weight(6),
        dish("Arroz con pollo", 3000, "#7e9440 pea chicken onion", "Con papa a la huancaína")
            .choice(Cut)
            .extras(Extras::Criollo)
            .weight(9),
        dish("Bistec a lo pobre", 4400, "#8d5a2e rice steak egg fries", "Huevo, plátano, papas y arroz")
            .choice(Doneness)
            .extras(Extras::Criollo)
            .at_least(3500)
            .weight(5),
        dish("Carapulcra con sopa seca", 3400, "#a8562a noodle bean herb", "De Chincha, con chancho")
            .extras(Extras::Criollo),
        dish("Cau cau", 2800, "#dcb545 rice potato herb", "Mondongo, papa y hierbabuena")
            .extras(Extras::Criollo)
            .weight(3),
        dish("Rocoto relleno", 3300, "#b4582b pepper potato", "Con pastel de papa").weight(3),
        dish("Estofado de pollo", 2900, "#c15a2b rice potato pea chicken", "Con arroz y papa")
            .choice(Cut)
            .extras(Extras::Criollo)
            .weight(4),
        dish("Milanesa con ensalada", 3400, "#f3efe6 breaded lettuce tomato", "De pollo, con papas")
            .extras(Extras::Criollo),
    ],
};

pub(super) const SEA: Section = Section {
    name: "Marinos",
    icon: "fish",
    comments: &["Poco limón", "Sin ají", "Con harta zarza"],
    items: &[
        dish("Ceviche clásico", 4200, "#f3efe6 fish onion pepper lime", "Pesca del día, camote y choclo")
            .extras(Extras::Sea)
            .choice(Portion(2600))
            .at_least(3400)
            .weight(14),
        dish("Ceviche mixto", 4800, "#f3efe6 fish shrimp onion lime", "Pescado, pulpo, conchas y langostino")
            .extras(Extras::Sea)
            .weight(8),
        dish("Tiradito al ají amarillo", 3900, "#f0b64a fish onion", "Láminas de pesca del día").extras(Extras::Sea),
        dish("Leche de tigre", 2600, "glass #f2ead6 onion lime", "Con chicharrón de pota").weight(6),
        dish("Arroz con mariscos", 4500, "#d98a34 shrimp pea herb onion", "Al ají panca y vino blanco")
            .extras(Extras::Sea)
            .weight(9),
        dish("Chaufa de mariscos", 3800, "#b98442 shrimp pea boiledEgg", "Al wok, con kión y sillao")
            .extras(Extras::Sea)
            .weight(6),
        dish("Jalea mixta", 5200, "#e4c48a breaded onion lime", "Para compartir, con yuca y tártara")
            .extras(Extras::Sea)
            .weight(5),
        dish("Pescado a lo macho", 4800, "#d2702f fish shrimp herb", "Filete con salsa de mariscos")
            .extras(Extras::Sea)
            .weight(3),
        dish("Parihuela", 5400, "#b8432a shrimp fish herb", "Sopa de pescados y mariscos").at_least(4600).weight(3),
        dish("Pulpo al olivo", 4300, "#8c3b2f potato olive herb", "Láminas de pulpo y crema de aceituna").weight(3),
    ],
};

pub(super) const GRILL: Section = Section {
    name: "Parrilla",
    icon: "meat",
    comments: &["Sin grasa", "Cortado al centro"],
    items: &[
        Item::new("Anticuchos de corazón", 3200, Grill, "#f3efe6 beef potato", "Dos palitos, papa y choclo")
            .extras(Extras::Grill)
            .weight(10),
        Item::new("Mollejitas a la parrilla", 2800, Grill, "#c98a4a beef potato herb", "Con papas doradas").weight(3),
        meat("Bife ancho 350 g", 7200, "#f3efe6 steak fries lettuce", "Nacional, con papas y ensalada")
            .at_least(6000)
            .weight(6),
        meat("Asado de tira", 6200, "#f3efe6 steak potato lettuce", "Cocción lenta y brasa").at_least(5200),
        meat("Picaña 300 g", 6800, "#f3efe6 steak fries lettuce", "Con chimichurri de la casa")
            .at_least(5600)
            .weight(5),
        meat("Lomo fino a la parrilla", 6400, "#f3efe6 steak potato lettuce", "250 g, papa al horno")
            .at_least(5400)
            .weight(5),
        Item::new("Pollo a la brasa 1/4", 2900, Grill, "#f3efe6 fries chicken lettuce", "Papas y ensalada")
            .choice(Cut)
            .extras(Extras::Grill)
            .weight(12),
        Item::new("Chuleta de cerdo", 4200, Grill, "#f3efe6 steak potato lettuce", "Con puré de manzana")
            .extras(Extras::Grill)
            .weight(3),
        Item::new(
            "Parrilla La Terraza",
            14800,
            Grill,
            "#6b3519 steak chicken fries",
            "Para tres: res, pollo, chorizo y anticucho",
        )
        .extras(Extras::Grill)
        .at_least(12500)
        .weight(4),
        Item::new(
            "Hamburguesa de la casa",
            3300,
            Grill,
            "#f3efe6 breaded fries lettuce",
            "Res madurada, queso y tocino",
        )
        .choice(Doneness)
        .extras(Extras::Grill)
        .weight(6),
    ],
};
