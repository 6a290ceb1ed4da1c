//! The recipes of the demo's dishes, as data; `store_room` inserts them into the database.

/// Supply, quantity, unit.
pub type Part = (&'static str, i64, &'static str);

/// A product and its parts.
pub type Recipe = (&'static str, &'static [Part]);

/// The recipes of the best-selling dishes.
pub const RECIPES: [Recipe; 19] = [
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

/// The recipes of most other dishes.
pub const MORE_RECIPES: [Recipe; 24] = [
    (
        "Ocopa arequipeña",
        &[("Papa blanca", 250, "g"), ("Queso fresco", 60, "g"), ("Leche evaporada", 60, "ml"), ("Huevo", 1, "und")],
    ),
    ("Tequeños de lomo saltado", &[("Lomo fino", 90, "g"), ("Cebolla roja", 30, "g"), ("Palta", 60, "g")]),
    ("Ensalada de la casa", &[("Tomate", 120, "g"), ("Palta", 80, "g"), ("Cebolla roja", 30, "g")]),
    ("Solterito arequipeño", &[("Queso fresco", 80, "g"), ("Tomate", 80, "g"), ("Cebolla roja", 60, "g")]),
    ("Aguadito de pollo", &[("Pollo", 160, "g"), ("Arroz", 70, "g")]),
    (
        "Sopa criolla",
        &[("Bistec de res", 110, "g"), ("Tallarín", 70, "g"), ("Leche evaporada", 60, "ml"), ("Huevo", 1, "und")],
    ),
    ("Carapulcra con sopa seca", &[("Pollo", 150, "g"), ("Tallarín", 120, "g"), ("Papa blanca", 120, "g")]),
    ("Estofado de pollo", &[("Pollo", 240, "g"), ("Papa blanca", 150, "g"), ("Arroz", 140, "g"), ("Tomate", 60, "g")]),
    (
        "Milanesa con ensalada",
        &[("Bistec de res", 180, "g"), ("Huevo", 1, "und"), ("Tomate", 80, "g"), ("Aceite vegetal", 50, "ml")],
    ),
    ("Tiradito al ají amarillo", &[("Pescado fresco", 180, "g"), ("Ají amarillo", 30, "g"), ("Limón", 90, "g")]),
    ("Chaufa de mariscos", &[("Mixtura de mariscos", 150, "g"), ("Arroz", 200, "g"), ("Huevo", 1, "und")]),
    (
        "Jalea mixta",
        &[
            ("Mixtura de mariscos", 250, "g"),
            ("Pescado fresco", 120, "g"),
            ("Cebolla roja", 80, "g"),
            ("Aceite vegetal", 120, "ml"),
        ],
    ),
    ("Pescado a lo macho", &[("Pescado fresco", 200, "g"), ("Mixtura de mariscos", 100, "g"), ("Arroz", 140, "g")]),
    ("Parihuela", &[("Mixtura de mariscos", 280, "g"), ("Pescado fresco", 80, "g"), ("Tomate", 60, "g")]),
    ("Lomo fino a la parrilla", &[("Lomo fino", 280, "g"), ("Papa blanca", 200, "g")]),
    (
        "Hamburguesa de la casa",
        &[("Bistec de res", 180, "g"), ("Queso fresco", 30, "g"), ("Tomate", 40, "g"), ("Papa blanca", 160, "g")],
    ),
    ("Maracuyá sour", &[("Pisco quebranta", 3, "oz"), ("Azúcar", 25, "g"), ("Huevo", 1, "und")]),
    ("Chilcano clásico", &[("Pisco quebranta", 2, "oz"), ("Limón", 20, "g")]),
    ("Chilcano de maracuyá", &[("Pisco quebranta", 2, "oz"), ("Azúcar", 15, "g")]),
    ("Algarrobina", &[("Pisco quebranta", 2, "oz"), ("Leche evaporada", 60, "ml"), ("Huevo", 1, "und")]),
    ("Suspiro a la limeña", &[("Leche evaporada", 110, "ml"), ("Huevo", 1, "und"), ("Azúcar", 60, "g")]),
    ("Mazamorra morada", &[("Maíz morado", 80, "g"), ("Azúcar", 45, "g")]),
    ("Arroz con leche", &[("Arroz", 60, "g"), ("Leche evaporada", 120, "ml"), ("Azúcar", 45, "g")]),
    ("Crema volteada", &[("Leche evaporada", 110, "ml"), ("Huevo", 2, "und"), ("Azúcar", 50, "g")]),
];
