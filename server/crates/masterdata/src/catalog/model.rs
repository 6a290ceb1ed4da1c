//! The catalogue as the API shows it.

use super::schedules::ProductNow;
use chrono::{DateTime, Utc};
use comanda_base::{
    db,
    ids::{AreaId, AttributeId, CategoryId, CommentId, OptionId, ProductId, ToppingId, VariantId},
    money::{Money, Quantity},
    words::{IgvTreatment, Status, words},
};
use comanda_ledgers::stock::recipe::RecipeLine;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

words!(
    /// What a category is of.
    CategoryKind { Product = "PRODUCT", Supply = "SUPPLY", Topping = "TOPPING" }
);

impl CategoryKind {
    /// As refusals name what is in it.
    pub(super) const fn of_what(self) -> &'static str {
        match self {
            Self::Product => "productos",
            Self::Supply => "insumos",
            Self::Topping => "adicionales",
        }
    }
}

words!(
    /// What a row of `products` is: all that is sold is a product.
    ProductKind { Product = "PRODUCT" }
);

/// How people say that nobody makes it, where they also say its area.
pub(super) const NO_KITCHEN: &str = "No pasa por cocina";

/// A category.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Category {
    pub id: CategoryId,
    pub name: String,
    #[serde(rename = "type")]
    #[row(rename = "type")]
    pub kind: CategoryKind,
    pub icon: String,
    pub position: i64,
    pub is_delivered: bool,
    /// What its dishes should leave of their price without IGV, per cent; absent: what the house's settings say. No till is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[row(default)]
    pub target_margin: Option<Quantity>,
    pub status: Status,
}

/// An area of the kitchen.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct ProductionArea {
    pub id: AreaId,
    pub name: String,
    pub warn_minutes: i64,
    pub late_minutes: i64,
    pub status: Status,
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
    /// Scanned, it means this choice.
    pub barcode: Option<String>,
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

/// A product as the till and the office know it; the toppings that it offers stand beside it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProductCore {
    pub id: ProductId,
    pub category_id: CategoryId,
    pub production_area_id: Option<AreaId>,
    pub production_area: Option<String>,
    /// The kitchen does not make this product, by choice. One without an area for which this is false was forgotten.
    pub skips_kitchen: bool,
    pub name: String,
    /// The house's own; typed instead of the name.
    pub code: Option<String>,
    /// On its package.
    pub barcode: Option<String>,
    pub description: String,
    #[serde(rename = "type")]
    pub kind: ProductKind,
    pub sale_amount: Money,
    pub delivery_price: Option<Money>,
    pub delivery_app_price: Option<Money>,
    pub minimum_sale_price: Option<Money>,
    /// How its documents' lines stand to the IGV, a combo's by its own.
    pub igv_treatment: IgvTreatment,
    /// A plastic bag: its prices hold the ICBPER, which documents tell apart.
    pub is_plastic_bag: bool,
    pub is_delivered: bool,
    pub has_variants: bool,
    pub has_toppings: bool,
    /// Resold as it was bought: there are only so many.
    pub has_stock: bool,
    /// How many there are, where that is counted.
    pub stock_left: Option<Quantity>,
    pub min_stock: Quantity,
    pub is_combo: bool,
    /// Its address; it changes with the picture.
    pub image: Option<String>,
    /// The drawn plate of a product without an image, as JSON: `{"base": "#7a3f22", "top": ["rice"], "glass": true}`.
    pub plate: String,
    pub position: i64,
    /// Marked for today, or none left; a combo is sold out when one of its parts is.
    pub sold_out: bool,
    pub status: Status,
    pub variant_groups: Vec<VariantGroup>,
    pub variants: Vec<Variant>,
    pub combo_has_product: Vec<ComboPart>,
}

/// A product with all that is needed to sell it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Product {
    #[serde(flatten)]
    pub core: ProductCore,
    /// Ids of those that go with it.
    pub toppings: Vec<ToppingId>,
    /// What schedules make of it now, where it is not sold as always.
    pub now: Vec<ProductNow>,
}

/// A product as the office lists it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OfficeProduct {
    #[serde(flatten)]
    pub core: ProductCore,
    pub topping_ids: Vec<ToppingId>,
    pub category: String,
    /// Whether selling it takes supplies out.
    pub has_supplies: bool,
    pub below_min_stock: bool,
    /// As it was typed, of one; absent: nobody knows, or it is none of the asker's business.
    pub cost_amount: Option<Money>,
    /// What was typed counts, although there is a recipe or dishes.
    pub own_cost: bool,
    #[serde(flatten)]
    pub cost: FoodCost,
}

/// What one of a product costs and leaves. Unknown is unknown, not zero.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct FoodCost {
    /// By its recipe, its dishes or what was typed.
    pub food_cost: Option<Money>,
    /// Where that comes from: RECIPE, COMBO or OWN.
    pub cost_source: CostSource,
    /// What is left of the price at the table without IGV, per cent of it, to a tenth.
    pub margin_percent: Option<Quantity>,
    /// What is bought in it is from this purchase or later: the last purchase of what was bought least recently. Absent: it is
    /// of typed prices only.
    pub cost_at: Option<DateTime<Utc>>,
    /// Something in it waits to be valued: the cost may still change.
    pub cost_is_pending: bool,
    /// What it should leave, per cent: its category's, or the house's. Absent: nobody knows what it costs.
    pub target_margin: Option<Quantity>,
    /// The lowest price in steps of ten céntimos that leaves as much; absent: the price is high enough, or nobody knows.
    pub suggested_price: Option<Money>,
}

/// Where a cost comes from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CostSource {
    Recipe,
    Combo,
    #[default]
    Own,
}

/// A product with all that the office keeps of it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProductDetail {
    #[serde(flatten)]
    pub product: OfficeProduct,
    pub toppings: Vec<Topping>,
    /// Its recipe, with today's costs; also where it is not taken out at present.
    pub supplies_with_details: Vec<RecipeLine>,
    /// Who changed it last; absent: nobody has since it is kept.
    pub updated_by: Option<String>,
    pub updated_at: Option<DateTime<Utc>>,
}

/// A category with how many products (or supplies) are in it.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct CategoryRow {
    #[serde(flatten)]
    #[row(flatten)]
    pub category: Category,
    pub products: i64,
}

/// What can be chosen of products, with its options in order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Attribute {
    pub id: AttributeId,
    pub name: String,
    pub options: Vec<AttributeOption>,
}

/// One thing to choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AttributeOption {
    pub id: OptionId,
    pub name: String,
}

/// A row of product-has-variant.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct ProductVariant {
    pub id: VariantId,
    pub product_id: ProductId,
    pub product: String,
    pub name: String,
    /// Additional amount by option.
    #[schema(value_type = BTreeMap<String, Money>)]
    pub variants: db::Json<BTreeMap<String, Money>>,
    pub additional_amount: Money,
    pub barcode: Option<String>,
    pub status: Status,
}

/// A topping.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Topping {
    pub id: ToppingId,
    pub category_id: Option<CategoryId>,
    pub name: String,
    pub sale_amount: Money,
    pub sold_out: bool,
    pub status: Status,
}

/// A comment offered for a product, a category or anything.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
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
    /// When a schedule begins or ends next: what is told here is another then.
    pub changes_at: Option<DateTime<Utc>>,
    /// Changes whenever anything above does.
    pub version: String,
}
