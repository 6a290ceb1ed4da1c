//! A topping as the office sees and edits it.

use comanda_base::{
    allergens::Allergen,
    form::deserialize_optional,
    ids::{CategoryId, MeasurementId, SupplyId, ToppingId},
    money::{Money, Quantity},
    words::{Status, WordSet},
};
use comanda_ledgers::stock::recipe::{RecipeItem, RecipeLine};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A topping. Its cost and what it takes are shown only to users who edit the catalogue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct ToppingView {
    pub id: ToppingId,
    pub category_id: Option<CategoryId>,
    pub category: Option<String>,
    pub name: String,
    pub sale_amount: Money,
    /// The cost as entered; the cost that counts is `food_cost`.
    pub cost_amount: Option<Money>,
    /// Today's cost of one: of its recipe, of its supply, or `cost_amount`; absent: unknown.
    #[row(skip)]
    pub food_cost: Option<Money>,
    /// Whether it is a single supply, `supply_id`, instead of a recipe.
    pub has_stock: bool,
    pub has_recipe: bool,
    pub min_stock: Quantity,
    /// The allergens that it contains.
    #[schema(value_type = Vec<Allergen>)]
    pub allergens: WordSet<Allergen>,
    pub supply_id: Option<SupplyId>,
    #[row(skip)]
    pub supply: Option<String>,
    /// The quantity of its supply that one takes, in `measurement_id`.
    #[row(skip)]
    pub supply_quantity: Option<Quantity>,
    #[row(skip)]
    pub measurement_id: Option<MeasurementId>,
    #[row(skip)]
    pub measurement: Option<String>,
    #[row(skip)]
    pub supply_items: Vec<RecipeLine>,
    /// The number of products that offer it.
    pub products: i64,
    #[row(skip)]
    pub sold_out: bool,
    pub status: Status,
}

/// Body of `POST /toppings` and `PUT /toppings/{id}`; PUT changes only what is given, null clears a field.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SaveTopping {
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<CategoryId>)]
    pub category_id: Option<Option<CategoryId>>,
    pub name: Option<String>,
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<Money>)]
    pub cost_amount: Option<Option<Money>>,
    pub sale_amount: Option<Money>,
    pub has_stock: Option<bool>,
    pub has_recipe: Option<bool>,
    pub min_stock: Option<Quantity>,
    /// The allergens that it contains.
    #[schema(value_type = Option<Vec<Allergen>>)]
    pub allergens: Option<WordSet<Allergen>>,
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<SupplyId>)]
    pub supply_id: Option<Option<SupplyId>>,
    /// The quantity of its supply that one takes; 1 if absent.
    pub supply_quantity: Option<Quantity>,
    /// The unit of `supply_quantity`; the supply's own if absent.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<MeasurementId>)]
    pub measurement_id: Option<Option<MeasurementId>>,
    /// The whole recipe; without `has_recipe` it is deleted.
    pub supply_items: Option<Vec<RecipeItem>>,
    pub status: Option<Status>,
}
