//! The catalogue as the API shows it.

use super::{
    channel::{Channel, PriceKind},
    choices::ChoiceGroup,
    courses::Course,
    schedules::ProductNow,
};
use chrono::{DateTime, Utc};
use comanda_base::{
    allergens::{Allergen, DishMark},
    db,
    ids::{
        AreaId, AttributeId, CategoryId, ChoiceGroupId, CommentId, CourseId, OptionId, ProductId, ToppingId, VariantId,
    },
    measure::SaleUnit,
    money::{Money, Quantity},
    words::{IgvTreatment, Status, WordSet, text_enum},
};
use comanda_ledgers::stock::recipe::RecipeLine;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

text_enum!(
    /// The kind of things in a category.
    CategoryKind { Product = "PRODUCT", Supply = "SUPPLY", Topping = "TOPPING" }
);

impl CategoryKind {
    /// Returns the Spanish name of its contents for refusals.
    pub(super) const fn contents_name(self) -> &'static str {
        match self {
            Self::Product => "productos",
            Self::Supply => "insumos",
            Self::Topping => "adicionales",
        }
    }
}

text_enum!(
    /// The kind of a row of `products`.
    ProductKind { Product = "PRODUCT" }
);

/// The Spanish text that stands in place of an area for products that skip the kitchen.
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
    /// The margin that its dishes should leave, in per cent of their price without IGV; absent: the margin of the settings. Tills do not
    /// receive it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[row(default)]
    pub target_margin: Option<Quantity>,
    /// The course of its products, unless they have their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course_id: Option<CourseId>,
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

/// An attribute of which an option has to be chosen for a product (`Término`).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
pub struct VariantGroup {
    pub attribute_id: i64,
    pub name: String,
}

/// A sellable choice of a product.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Variant {
    pub id: VariantId,
    pub name: String,
    /// The amount that it adds to the price.
    pub additional_amount: Money,
    /// The barcode that selects this choice when scanned.
    #[row(skip)]
    pub barcode: Option<String>,
    /// Additional amount by option.
    #[row(json)]
    pub options: BTreeMap<String, Money>,
    /// The chosen option's name for each group.
    #[row(skip)]
    pub labels: Vec<String>,
}

/// A dish that is part of a combo.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ComboPart {
    pub product_id: ProductId,
    pub name: String,
    pub quantity: Quantity,
}

/// A product as the till and the office know it, without the toppings that it offers.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct ProductCore {
    pub id: ProductId,
    pub category_id: CategoryId,
    pub production_area_id: Option<AreaId>,
    pub production_area: Option<String>,
    /// The kitchen does not make this product, by choice. A product without an area for which this is false was overlooked.
    pub skips_kitchen: bool,
    pub name: String,
    /// The restaurant's own code, typed instead of the name.
    #[row(skip)]
    pub code: Option<String>,
    /// The barcode on its package.
    #[row(skip)]
    pub barcode: Option<String>,
    pub description: String,
    #[serde(rename = "type")]
    pub kind: ProductKind,
    pub sale_amount: Money,
    pub delivery_price: Option<Money>,
    pub delivery_app_price: Option<Money>,
    pub minimum_sale_price: Option<Money>,
    /// Its treatment by the IGV on documents; a combo has a treatment of its own.
    pub igv_treatment: IgvTreatment,
    /// A plastic bag: its prices include the ICBPER, which documents state separately.
    pub is_plastic_bag: bool,
    /// The allergens that it contains.
    #[schema(value_type = Vec<Allergen>)]
    pub allergens: WordSet<Allergen>,
    /// The small signs beside its name.
    #[schema(value_type = Vec<DishMark>)]
    pub marks: WordSet<DishMark>,
    /// The unit that it is sold by, and that its prices are for.
    pub sale_unit: SaleUnit,
    /// The least of the unit that is sold as one piece.
    pub min_quantity: Option<Quantity>,
    /// Pieces are multiples of this.
    pub quantity_step: Option<Quantity>,
    /// The weight of what it is weighed in.
    pub tare: Option<Quantity>,
    /// The course that it has instead of its category's. The catalogue of the order screen states the one that applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course_id: Option<CourseId>,
    pub is_delivered: bool,
    pub has_variants: bool,
    pub has_toppings: bool,
    /// Resold as it was bought, so its stock is limited.
    pub has_stock: bool,
    /// The quantity on hand, where stock is counted.
    pub stock_left: Option<Quantity>,
    pub min_stock: Quantity,
    pub is_combo: bool,
    /// The address of its image, which changes with the image.
    pub image: Option<String>,
    /// The drawn plate of a product without an image, as JSON: `{"base": "#7a3f22", "top": ["rice"], "glass": true}`.
    pub plate: String,
    pub position: i64,
    /// Marked for today, or none left; a combo is sold out when one of its parts is.
    #[row(skip)]
    pub sold_out: bool,
    pub status: Status,
    #[row(skip)]
    pub variant_groups: Vec<VariantGroup>,
    #[row(skip)]
    pub variants: Vec<Variant>,
    #[row(skip)]
    pub combo_has_product: Vec<ComboPart>,
}

/// A product with all that is needed to sell it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Product {
    #[serde(flatten)]
    pub core: ProductCore,
    /// The ids of the toppings that can be ordered with it.
    pub toppings: Vec<ToppingId>,
    /// The ids of the groups of options that are chosen from with it, in their order.
    pub choice_group_ids: Vec<ChoiceGroupId>,
    /// The channels that sell it, with the price that each takes where schedules set no other in `now`.
    pub sold: BTreeMap<Channel, PriceKind>,
    /// The changes that schedules make to it now, by channel; empty where they make none.
    pub now: Vec<ProductNow>,
}

/// The texts of a product for guests from elsewhere; empty where the Spanish ones are shown.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Translations {
    pub name_en: String,
    pub name_pt: String,
    pub description_en: String,
    pub description_pt: String,
}

/// A product as the office lists it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OfficeProduct {
    #[serde(flatten)]
    pub core: ProductCore,
    pub topping_ids: Vec<ToppingId>,
    /// The groups of options that are chosen from with it, in their order.
    pub choice_group_ids: Vec<ChoiceGroupId>,
    pub category: String,
    #[serde(flatten)]
    pub translations: Translations,
    /// Whether a sale takes supplies out of stock.
    pub has_supplies: bool,
    pub below_min_stock: bool,
    /// The cost of one, as entered; absent: unknown, or not visible to the user.
    pub cost_amount: Option<Money>,
    /// The entered cost counts even if there is a recipe or combo dishes.
    pub own_cost: bool,
    #[serde(flatten)]
    pub cost: FoodCost,
}

/// The cost of one product and the margin that it leaves. An unknown cost is absent, not zero.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct FoodCost {
    /// The cost by its recipe, its combo dishes or as entered.
    pub food_cost: Option<Money>,
    /// Where the cost comes from: RECIPE, COMBO or OWN.
    pub cost_source: CostSource,
    /// The part of the table price without IGV that is left after the cost, in per cent to a tenth.
    pub margin_percent: Option<Quantity>,
    /// The earliest of the last purchases of its ingredients: nothing in the cost was bought before. Absent: the cost consists of entered
    /// prices only.
    pub cost_at: Option<DateTime<Utc>>,
    /// Whether moves of an ingredient still wait to be valued, so that the cost may change.
    pub cost_is_pending: bool,
    /// The margin that it should leave, in per cent: its category's, or that of the settings. Absent: the cost is unknown.
    pub target_margin: Option<Quantity>,
    /// The lowest price in steps of ten céntimos that leaves that margin; absent: the price is high enough, or the cost is unknown.
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
    /// Its recipe with today's costs; present even while sales do not take it out of stock.
    pub supplies_with_details: Vec<RecipeLine>,
    /// The user who changed it last; absent: no change has been recorded.
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

/// An attribute of products with its options in order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Attribute {
    pub id: AttributeId,
    pub name: String,
    pub options: Vec<AttributeOption>,
}

/// One option of an attribute.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AttributeOption {
    pub id: OptionId,
    pub name: String,
}

/// A variant of a product as the office lists it.
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
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Topping {
    pub id: ToppingId,
    pub category_id: Option<CategoryId>,
    pub name: String,
    /// The allergens that it contains.
    #[schema(value_type = Vec<Allergen>)]
    pub allergens: WordSet<Allergen>,
    pub sale_amount: Money,
    #[row(skip)]
    pub sold_out: bool,
    pub status: Status,
}

/// A ready-made comment, offered for one product, for one category or for every product.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Comment {
    pub id: CommentId,
    pub name: String,
    pub item_id: Option<ProductId>,
    /// The name of that product.
    pub item: Option<String>,
    pub category_id: Option<CategoryId>,
    /// The name of that category.
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
    pub choice_groups: Vec<ChoiceGroup>,
    /// The courses of a meal in the order of eating; empty where the restaurant has none.
    pub courses: Vec<Course>,
    pub comments: Vec<Comment>,
    /// The next moment at which a schedule or a planned price changes something here.
    pub changes_at: Option<DateTime<Utc>>,
    /// A hash that changes whenever anything above does.
    pub version: String,
}
