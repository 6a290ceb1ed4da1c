//! The catalogue as the API shows it.

use crate::{
    ids::{AreaId, CategoryId, CommentId, ProductId, ToppingId, VariantId},
    money::{Money, Quantity},
};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A category.
#[derive(Debug, Clone, Serialize, ToSchema, sqlx::FromRow)]
pub struct Category {
    pub id: CategoryId,
    pub name: String,
    #[serde(rename = "type")]
    #[sqlx(rename = "type")]
    pub kind: String,
    pub icon: String,
    pub position: i64,
    pub is_delivered: bool,
    pub status: String,
}

/// An area of the kitchen.
#[derive(Debug, Clone, Serialize, ToSchema, sqlx::FromRow)]
pub struct ProductionArea {
    pub id: AreaId,
    pub name: String,
    pub warn_minutes: i64,
    pub late_minutes: i64,
    pub status: String,
}

/// What has to be chosen of a product (`Término`).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
pub struct VariantGroup {
    pub attribute_id: i64,
    pub name: String,
}

/// A sellable choice of a product.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Variant {
    pub id: VariantId,
    pub name: String,
    /// What it adds to the price.
    pub additional_amount: Money,
    /// Additional amount by option.
    pub options: BTreeMap<String, Money>,
    /// The chosen option's name for each group.
    pub labels: Vec<String>,
}

/// A part of a combo.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ComboPart {
    pub product_id: ProductId,
    pub name: String,
    pub quantity: Quantity,
}

/// A product with all that is needed to sell it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Product {
    pub id: ProductId,
    pub category_id: CategoryId,
    pub production_area_id: Option<AreaId>,
    pub production_area: Option<String>,
    pub name: String,
    pub description: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub sale_amount: Money,
    pub delivery_price: Option<Money>,
    pub delivery_app_price: Option<Money>,
    pub minimum_sale_price: Option<Money>,
    pub is_delivered: bool,
    pub has_variants: bool,
    pub has_toppings: bool,
    /// Resold as it was bought: there are only so many.
    pub has_stock: bool,
    /// How many there are, where that is counted.
    pub stock_left: Option<Quantity>,
    pub min_stock: Quantity,
    pub is_combo: bool,
    pub image: Option<String>,
    /// The drawn plate of a product without an image, as JSON: `{"base": "#7a3f22", "top": ["rice"], "glass": true}`.
    pub plate: String,
    pub position: i64,
    /// Marked for today, or none left; a combo is sold out when one of its parts is.
    pub sold_out: bool,
    pub status: String,
    pub variant_groups: Vec<VariantGroup>,
    pub variants: Vec<Variant>,
    pub toppings: Vec<ToppingId>,
    pub combo_has_product: Vec<ComboPart>,
}

/// A topping.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Topping {
    pub id: ToppingId,
    pub category_id: Option<CategoryId>,
    pub name: String,
    pub sale_amount: Money,
    pub sold_out: bool,
    pub status: String,
}

/// A comment offered for a product, a category or anything.
#[derive(Debug, Clone, Serialize, ToSchema, sqlx::FromRow)]
pub struct Comment {
    pub id: CommentId,
    pub name: String,
    pub item_id: Option<ProductId>,
    /// That product's name.
    pub item: Option<String>,
    pub category_id: Option<CategoryId>,
    /// That category's name.
    pub category: Option<String>,
}

impl Default for Comment {
    fn default() -> Self {
        Self { id: CommentId(0), name: String::new(), item_id: None, item: None, category_id: None, category: None }
    }
}

/// Everything that the order screen needs.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Sale {
    pub categories: Vec<Category>,
    pub products: Vec<Product>,
    pub toppings: Vec<Topping>,
    pub comments: Vec<Comment>,
    /// Changes whenever anything above does.
    pub version: String,
}
