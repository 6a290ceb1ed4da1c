//! What is asked for: products with variant, toppings and what is chosen of a combo.

use comanda_base::{
    ids::{ProductId, ToppingId, VariantId},
    money::Quantity,
};
use serde::Deserialize;
use utoipa::ToSchema;

/// A product asked for.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct OrderedProduct {
    pub product: ProductRef,
    pub qty: Quantity,
    pub variant_id: Option<VariantId>,
    #[serde(default)]
    pub comment: Option<String>,
    #[serde(default)]
    pub toppings: Option<Vec<OrderedTopping>>,
    /// What is chosen of a combo's dishes: once for all of a dish, or once for each of them.
    #[serde(default)]
    pub components: Option<Vec<ComponentChoice>>,
}

/// The variant chosen of a dish within a combo.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ComponentChoice {
    pub product_id: ProductId,
    pub variant_id: VariantId,
}

/// A product by its id.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ProductRef {
    pub id: ProductId,
}

/// A topping asked for, so many for one unit of the line.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct OrderedTopping {
    pub id: ToppingId,
    #[serde(default = "one")]
    pub quantity: Quantity,
}

fn one() -> Quantity {
    Quantity::units(1)
}
