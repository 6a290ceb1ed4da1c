//! A topping as the office sees and types it.

use comanda_base::{
    form::given,
    ids::{CategoryId, MeasurementId, SupplyId, ToppingId},
    money::{Money, Quantity},
    words::Status,
};
use comanda_ledgers::stock::recipe::{RecipeItem, RecipeLine};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A topping. What it costs and takes is shown to those who keep the catalogue only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ToppingView {
    pub id: ToppingId,
    pub category_id: Option<CategoryId>,
    pub category: Option<String>,
    pub name: String,
    pub sale_amount: Money,
    /// As typed; the cost that counts is `food_cost`.
    pub cost_amount: Option<Money>,
    /// What one costs today: its recipe's supplies, its supply's, or `cost_amount`; absent: nobody knows.
    pub food_cost: Option<Money>,
    /// It stands for `supply_id`.
    pub has_stock: bool,
    pub has_recipe: bool,
    pub min_stock: Quantity,
    pub supply_id: Option<SupplyId>,
    pub supply: Option<String>,
    /// How much of its supply one takes, in `measurement_id`.
    pub supply_quantity: Option<Quantity>,
    pub measurement_id: Option<MeasurementId>,
    pub measurement: Option<String>,
    pub supply_items: Vec<RecipeLine>,
    /// How many products offer it.
    pub products: i64,
    pub sold_out: bool,
    pub status: Status,
}

/// Body of `POST /toppings` and `PUT /toppings/{id}`; PUT changes only what is given, null takes away.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SaveTopping {
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<CategoryId>)]
    pub category_id: Option<Option<CategoryId>>,
    pub name: Option<String>,
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<Money>)]
    pub cost_amount: Option<Option<Money>>,
    pub sale_amount: Option<Money>,
    pub has_stock: Option<bool>,
    pub has_recipe: Option<bool>,
    pub min_stock: Option<Quantity>,
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<SupplyId>)]
    pub supply_id: Option<Option<SupplyId>>,
    /// How much of its supply one takes; 1 where it is not said.
    pub supply_quantity: Option<Quantity>,
    /// The unit of `supply_quantity`; the supply's own where it is not said.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<MeasurementId>)]
    pub measurement_id: Option<Option<MeasurementId>>,
    /// The recipe, whole; without `has_recipe` it is dropped.
    pub supply_items: Option<Vec<RecipeItem>>,
    pub status: Option<Status>,
}
