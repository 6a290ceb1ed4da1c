//! The allergens that dishes contain, and the small signs by which a menu marks dishes.

use crate::words::{WordSet, text_enum};

text_enum!(
    /// An ingredient that guests may have to avoid: one of the fourteen of the EU (Regulation 1169/2011, annex II), which include all of the
    /// Codex Alimentarius.
    Allergen {
        Gluten = "GLUTEN",
        Crustaceans = "CRUSTACEANS",
        Molluscs = "MOLLUSCS",
        Fish = "FISH",
        Egg = "EGG",
        Milk = "MILK",
        Peanut = "PEANUT",
        TreeNuts = "TREE_NUTS",
        Soy = "SOY",
        Sesame = "SESAME",
        Mustard = "MUSTARD",
        Celery = "CELERY",
        Lupin = "LUPIN",
        Sulphites = "SULPHITES",
    }
);
text_enum!(
    /// A property of a dish that a menu shows with a small sign.
    DishMark {
        Spicy = "SPICY",
        Vegetarian = "VEGETARIAN",
        Vegan = "VEGAN",
        Raw = "RAW",
        Alcohol = "ALCOHOL",
        House = "HOUSE",
    }
);

impl Allergen {
    /// All allergens, in the order of forms.
    pub const ALL: [Self; 14] = [
        Self::Gluten,
        Self::Crustaceans,
        Self::Molluscs,
        Self::Fish,
        Self::Egg,
        Self::Milk,
        Self::Peanut,
        Self::TreeNuts,
        Self::Soy,
        Self::Sesame,
        Self::Mustard,
        Self::Celery,
        Self::Lupin,
        Self::Sulphites,
    ];
    /// Returns the Spanish name that people read.
    pub const fn spanish_name(self) -> &'static str {
        match self {
            Self::Gluten => "gluten",
            Self::Crustaceans => "crustáceos",
            Self::Molluscs => "moluscos",
            Self::Fish => "pescado",
            Self::Egg => "huevo",
            Self::Milk => "lácteos",
            Self::Peanut => "maní",
            Self::TreeNuts => "frutos secos",
            Self::Soy => "soya",
            Self::Sesame => "ajonjolí",
            Self::Mustard => "mostaza",
            Self::Celery => "apio",
            Self::Lupin => "tarwi",
            Self::Sulphites => "sulfitos",
        }
    }
}

impl DishMark {
    /// All marks, in the order of forms.
    pub const ALL: [Self; 6] = [Self::Spicy, Self::Vegetarian, Self::Vegan, Self::Raw, Self::Alcohol, Self::House];
    /// Returns the Spanish name that people read.
    pub const fn spanish_name(self) -> &'static str {
        match self {
            Self::Spicy => "picante",
            Self::Vegetarian => "vegetariano",
            Self::Vegan => "vegano",
            Self::Raw => "crudo",
            Self::Alcohol => "con alcohol",
            Self::House => "de la casa",
        }
    }
}

impl WordSet<Allergen> {
    /// Returns the Spanish names, separated by commas: `maní, gluten`.
    pub fn in_words(&self) -> String {
        self.iter().map(Allergen::spanish_name).collect::<Vec<_>>().join(", ")
    }
}
