//! The ordered products of a request body, with variant, toppings and the choices of a combo.

use comanda_base::{
    form::deserialize_optional,
    ids::{ChoiceGroupId, ChoiceOptionId, CourseId, ProductId, ToppingId, VariantId},
    money::Quantity,
};
use serde::Deserialize;
use utoipa::ToSchema;

/// An ordered product.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct OrderedProduct {
    pub product: ProductRef,
    pub qty: Quantity,
    pub variant_id: Option<VariantId>,
    #[serde(default)]
    pub comment: Option<String>,
    #[serde(default)]
    pub toppings: Option<Vec<OrderedTopping>>,
    /// The options chosen in the groups that the product offers, in the order of choosing; absent: the default ones.
    #[serde(default)]
    pub choices: Option<Vec<OrderedChoice>>,
    /// The chosen dishes of a combo: one entry for all units of a dish, or one for each.
    #[serde(default)]
    pub components: Option<Vec<ComponentChoice>>,
    /// The course, where it is not the product's own; null: none.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<CourseId>)]
    pub course_id: Option<Option<CourseId>>,
    /// True: it waits to be fired; false: it leaves when the order is sent; absent: as its course does.
    #[serde(default)]
    pub hold: Option<bool>,
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

/// An ordered topping, with its quantity for one unit of the line.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct OrderedTopping {
    pub id: ToppingId,
    #[serde(default = "one")]
    pub quantity: Quantity,
}

fn one() -> Quantity {
    Quantity::units(1)
}

/// An option chosen in a group, with what is chosen in the group that it opens.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct OrderedChoice {
    pub group_id: ChoiceGroupId,
    pub option_id: ChoiceOptionId,
    #[serde(default = "one")]
    pub quantity: Quantity,
    /// The options chosen for each unit of it in the group that it opens; absent: the default ones.
    #[serde(default)]
    pub choices: Option<Vec<NestedChoice>>,
}

/// An option chosen in the group that another one opens.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NestedChoice {
    pub group_id: ChoiceGroupId,
    pub option_id: ChoiceOptionId,
    #[serde(default = "one")]
    pub quantity: Quantity,
}
