//! Checks the form of a product: names, prices, limits. Pure.

pub(super) use super::checks::check_minimum;
pub(in crate::catalog) use super::checks::{check_price, deserialize_switch};

use super::{
    area,
    checks::{MAX_PRICE, check_plate},
    measured,
};
use comanda_base::{
    allergens::{Allergen, DishMark},
    error::{Faults, Result},
    form::{self, deserialize_optional},
    ids::{AreaId, CategoryId, ChoiceGroupId, CourseId, ProductId, ToppingId},
    measure::SaleUnit,
    money::{Money, Quantity},
    words::{IgvTreatment, Status, WordSet},
};
use comanda_ledgers::stock::{opening::OpeningStock, recipe::RecipeItem};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

pub(super) const MAX_NAME_CHARS: usize = 80;
const MAX_DESCRIPTION_CHARS: usize = 500;
const MAX_POSITION: i64 = 100_000;
const MAX_STOCK: Quantity = Quantity::units(1_000_000);

/// Body of `POST /products` and `PUT /products/{id}`; PUT changes only what is given, null clears a price.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SaveProduct {
    pub name: Option<String>,
    /// The restaurant's own code, typed instead of the name; null removes it. No other product has it.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<String>)]
    pub code: Option<Option<String>>,
    /// The barcode on its package; null removes it. No other product has it.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<String>)]
    pub barcode: Option<Option<String>>,
    pub description: Option<String>,
    pub category_id: Option<CategoryId>,
    /// The area in which it is made; null: none.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<AreaId>)]
    pub production_area_id: Option<Option<AreaId>>,
    /// The kitchen deliberately does not make it. `false` requires an area; if absent, a product without an area is sold and reported.
    #[serde(default, deserialize_with = "deserialize_switch")]
    pub skips_kitchen: Option<bool>,
    /// The price at the table and to take away, with IGV.
    pub sale_amount: Option<Money>,
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<Money>)]
    pub delivery_price: Option<Option<Money>>,
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<Money>)]
    pub delivery_app_price: Option<Option<Money>>,
    /// The price below which no discount goes without a PIN.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<Money>)]
    pub minimum_sale_price: Option<Option<Money>>,
    /// The cost of one; null: unknown.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<Money>)]
    pub cost_amount: Option<Option<Money>>,
    /// Whether `cost_amount` counts even if there is a recipe or combo dishes.
    #[serde(default, deserialize_with = "deserialize_switch")]
    pub own_cost: Option<bool>,
    pub min_stock: Option<Quantity>,
    /// The unit that it is sold by, and that its prices, recipe and stock are for; UNIT if absent.
    pub sale_unit: Option<SaleUnit>,
    /// The least of the unit that is sold as one piece; null: no limit.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<Quantity>)]
    pub min_quantity: Option<Option<Quantity>>,
    /// Pieces are multiples of this; null: of a thousandth.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<Quantity>)]
    pub quantity_step: Option<Option<Quantity>>,
    /// The weight of what it is weighed in, which the till takes off; null: none.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<Quantity>)]
    pub tare: Option<Option<Quantity>>,
    /// TAXED if absent.
    pub igv_treatment: Option<IgvTreatment>,
    /// A plastic bag: its prices include the tax on bags (ICBPER).
    #[serde(default, deserialize_with = "deserialize_switch")]
    pub is_plastic_bag: Option<bool>,
    /// The allergens that it contains.
    #[schema(value_type = Option<Vec<Allergen>>)]
    pub allergens: Option<WordSet<Allergen>>,
    /// The small signs beside its name.
    #[schema(value_type = Option<Vec<DishMark>>)]
    pub marks: Option<WordSet<DishMark>>,
    /// Its name and description for guests who read English or Portuguese; empty: the Spanish ones are shown.
    pub name_en: Option<String>,
    pub name_pt: Option<String>,
    pub description_en: Option<String>,
    pub description_pt: Option<String>,
    /// The course that it has instead of its category's; null: its category's.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<CourseId>)]
    pub course_id: Option<Option<CourseId>>,
    #[serde(default, deserialize_with = "deserialize_switch")]
    pub is_delivered: Option<bool>,
    #[serde(default, deserialize_with = "deserialize_switch")]
    pub has_variants: Option<bool>,
    /// Resold as it was bought, with counted stock.
    #[serde(default, deserialize_with = "deserialize_switch")]
    pub has_stock: Option<bool>,
    #[serde(default, deserialize_with = "deserialize_switch")]
    pub is_combo: Option<bool>,
    #[serde(default, deserialize_with = "deserialize_switch")]
    pub has_supplies: Option<bool>,
    #[serde(default, deserialize_with = "deserialize_switch")]
    pub has_toppings: Option<bool>,
    /// The drawn plate as JSON; empty: chosen by its name.
    pub plate: Option<String>,
    pub position: Option<i64>,
    pub status: Option<Status>,
    /// The complete list of its variants; refused while `has_variants` is off.
    pub variants: Option<Vec<VariantForm>>,
    /// The complete list of its dishes; refused while `is_combo` is off.
    pub combo_items: Option<Vec<ComboItem>>,
    /// The complete recipe; refused while `has_supplies` is off.
    pub supply_items: Option<Vec<RecipeItem>>,
    /// The complete list of toppings that can be ordered with it; refused while `has_toppings` is off.
    pub topping_ids: Option<Vec<ToppingId>>,
    /// The complete list of the groups of options that are chosen from with it, in their order.
    pub choice_group_ids: Option<Vec<ChoiceGroupId>>,
    /// The stock when counting begins, with `has_stock`; only for a product that has no moves.
    pub opening_stock: Option<OpeningStock>,
}

/// A variant: the amount that each option adds to the price, with one option of each attribute.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, ToSchema)]
pub struct VariantForm {
    pub options: BTreeMap<String, Money>,
    /// The barcode that selects this variant when scanned; null removes it, and if absent it stays.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<String>)]
    pub barcode: Option<Option<String>>,
}

/// A dish of a combo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ComboItem {
    pub product_id: ProductId,
    /// A whole number, for one combo.
    pub quantity: Quantity,
}

/// The product's own row as it is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, comanda_from_row::FromRow, comanda_from_row::ToRow)]
pub(in crate::catalog) struct ProductFields {
    pub category_id: CategoryId,
    pub production_area_id: Option<AreaId>,
    pub skips_kitchen: bool,
    pub name: String,
    pub description: String,
    pub sale_amount: Money,
    pub delivery_price: Option<Money>,
    pub delivery_app_price: Option<Money>,
    pub minimum_sale_price: Option<Money>,
    pub cost_amount: Option<Money>,
    pub own_cost: bool,
    pub min_stock: Quantity,
    pub sale_unit: SaleUnit,
    pub min_quantity: Option<Quantity>,
    pub quantity_step: Option<Quantity>,
    pub tare: Option<Quantity>,
    pub igv_treatment: IgvTreatment,
    pub is_plastic_bag: bool,
    pub allergens: WordSet<Allergen>,
    pub marks: WordSet<DishMark>,
    pub name_en: String,
    pub name_pt: String,
    pub description_en: String,
    pub description_pt: String,
    pub course_id: Option<CourseId>,
    pub is_delivered: bool,
    pub has_variants: bool,
    pub has_stock: bool,
    pub is_combo: bool,
    pub has_supplies: bool,
    pub has_toppings: bool,
    pub plate: String,
    pub position: i64,
    pub status: Status,
}

impl ProductFields {
    /// Builds the row of a new product.
    pub fn new(body: &SaveProduct) -> Result<Self> {
        let mut faults = Faults::default();
        faults.check(body.category_id.is_some(), "category_id", "Elige la categoría.");
        faults.check(body.sale_amount.is_some(), "sale_amount", "Escribe el precio en mesa.");
        let bare = Self {
            category_id: CategoryId(0),
            production_area_id: None,
            skips_kitchen: false,
            name: String::new(),
            description: String::new(),
            sale_amount: Money::ZERO,
            delivery_price: None,
            delivery_app_price: None,
            minimum_sale_price: None,
            cost_amount: None,
            own_cost: false,
            min_stock: Quantity::ZERO,
            sale_unit: SaleUnit::Unit,
            min_quantity: None,
            quantity_step: None,
            tare: None,
            igv_treatment: IgvTreatment::Taxed,
            is_plastic_bag: false,
            allergens: WordSet::default(),
            marks: WordSet::default(),
            name_en: String::new(),
            name_pt: String::new(),
            description_en: String::new(),
            description_pt: String::new(),
            course_id: None,
            is_delivered: true,
            has_variants: false,
            has_stock: false,
            is_combo: false,
            has_supplies: false,
            has_toppings: false,
            plate: String::new(),
            position: 0,
            status: Status::Active,
        };
        bare.merge_into(body, faults)
    }

    /// Applies the fields of the form.
    pub fn merge(self, body: &SaveProduct) -> Result<Self> {
        self.merge_into(body, Faults::default())
    }

    fn merge_into(self, body: &SaveProduct, mut faults: Faults) -> Result<Self> {
        let skips_kitchen = area::skips_kitchen(&self, body);
        // Limits are in the unit, so those of another one are gone.
        let keeps_unit = body.sale_unit.is_none_or(|unit| unit == self.sale_unit);
        let limit = |given: Option<Option<Quantity>>, was| given.unwrap_or(if keeps_unit { was } else { None });
        let name = form::required_text("name", body.name.as_ref(), self.name, MAX_NAME_CHARS, "el nombre del producto");
        let name = faults.or_default(name)?;
        let mut text = |field: &str, given: &Option<String>, stored: String, max_chars: usize| {
            faults.or_default(form::optional_text(field, given.as_ref(), stored, max_chars))
        };
        let new = Self {
            category_id: body.category_id.unwrap_or(self.category_id),
            production_area_id: body.production_area_id.unwrap_or(self.production_area_id),
            skips_kitchen,
            name,
            description: text("description", &body.description, self.description, MAX_DESCRIPTION_CHARS)?,
            sale_amount: body.sale_amount.unwrap_or(self.sale_amount),
            delivery_price: body.delivery_price.unwrap_or(self.delivery_price),
            delivery_app_price: body.delivery_app_price.unwrap_or(self.delivery_app_price),
            minimum_sale_price: body.minimum_sale_price.unwrap_or(self.minimum_sale_price),
            cost_amount: body.cost_amount.unwrap_or(self.cost_amount),
            own_cost: body.own_cost.unwrap_or(self.own_cost),
            min_stock: body.min_stock.unwrap_or(self.min_stock),
            sale_unit: body.sale_unit.unwrap_or(self.sale_unit),
            min_quantity: limit(body.min_quantity, self.min_quantity),
            quantity_step: limit(body.quantity_step, self.quantity_step),
            tare: limit(body.tare, self.tare),
            igv_treatment: body.igv_treatment.unwrap_or(self.igv_treatment),
            is_plastic_bag: body.is_plastic_bag.unwrap_or(self.is_plastic_bag),
            allergens: body.allergens.clone().unwrap_or(self.allergens),
            marks: body.marks.clone().unwrap_or(self.marks),
            name_en: text("name_en", &body.name_en, self.name_en, MAX_NAME_CHARS)?,
            name_pt: text("name_pt", &body.name_pt, self.name_pt, MAX_NAME_CHARS)?,
            description_en: text("description_en", &body.description_en, self.description_en, MAX_DESCRIPTION_CHARS)?,
            description_pt: text("description_pt", &body.description_pt, self.description_pt, MAX_DESCRIPTION_CHARS)?,
            course_id: body.course_id.unwrap_or(self.course_id),
            is_delivered: body.is_delivered.unwrap_or(self.is_delivered),
            has_variants: body.has_variants.unwrap_or(self.has_variants),
            has_stock: body.has_stock.unwrap_or(self.has_stock),
            is_combo: body.is_combo.unwrap_or(self.is_combo),
            has_supplies: body.has_supplies.unwrap_or(self.has_supplies),
            has_toppings: body.has_toppings.unwrap_or(self.has_toppings),
            plate: body.plate.as_deref().map_or(self.plate, |text| text.trim().to_owned()),
            position: body.position.unwrap_or(self.position),
            status: body.status.unwrap_or(self.status),
        };
        measured::check_measure_limits(&new, &mut faults);
        new.check(&mut faults)?;
        new.check_parts(body, &mut faults);
        area::check_area(&new, body, &mut faults);
        faults.finish()?;
        Ok(new)
    }

    fn check(&self, faults: &mut Faults) -> Result<()> {
        faults.ok(check_price("sale_amount", self.sale_amount))?;
        let channels = [
            ("delivery_price", self.delivery_price),
            ("delivery_app_price", self.delivery_app_price),
            ("minimum_sale_price", self.minimum_sale_price),
        ];
        for (field, amount) in channels {
            faults.ok(amount.map_or(Ok(()), |amount| check_price(field, amount)))?;
        }
        if faults.is_valid("sale_amount") {
            faults.ok(check_minimum(self.minimum_sale_price, self.sale_amount))?;
        }
        if self.cost_amount.is_some_and(|cost| cost.is_negative() || cost > MAX_PRICE) {
            faults.add("cost_amount", "El costo va de 0 a S/ 100,000.");
        }
        if self.min_stock.is_negative() || self.min_stock > MAX_STOCK {
            faults.add("min_stock", "El stock mínimo va de 0 a 1,000,000.");
        }
        if !(0..=MAX_POSITION).contains(&self.position) {
            faults.add("position", "La posición va de 0 a 100,000.");
        }
        faults.or_default(check_plate(&self.plate))
    }

    /// Refuses parts whose switch is off, and a combo or a recipe without parts.
    fn check_parts(&self, body: &SaveProduct, faults: &mut Faults) {
        if self.is_combo && self.has_stock {
            faults.add("has_stock", "Un combo no tiene stock propio: cuenta el de sus platos.");
        }
        let changes_cost = body.own_cost.is_some() || body.cost_amount.is_some();
        let lacks_cost = changes_cost && self.own_cost && self.cost_amount.is_none();
        faults.check(!lacks_cost, "cost_amount", "Escribe el costo propio, o apaga «Costo propio».");
        let parts = [
            ("variants", "Con variantes", self.has_variants, body.variants.is_some()),
            ("combo_items", "Combo", self.is_combo, body.combo_items.is_some()),
            ("supply_items", "Descuenta insumos", self.has_supplies, body.supply_items.is_some()),
            ("topping_ids", "Admite adicionales", self.has_toppings, body.topping_ids.is_some()),
        ];
        let is_empty = |count: Option<usize>| count == Some(0);
        let no_dishes = self.is_combo && is_empty(body.combo_items.as_ref().map(Vec::len));
        faults.check(!no_dishes, "combo_items", "Agrega al menos un plato al combo.");
        let no_supplies = self.has_supplies && is_empty(body.supply_items.as_ref().map(Vec::len));
        faults.check(!no_supplies, "supply_items", "Agrega al menos un insumo a la receta.");
        for (field, name, ..) in parts.into_iter().filter(|(_, _, on, is_sent)| *is_sent && !on) {
            faults.add(field, format!("Activa «{name}» para guardar esto."));
        }
    }
}

#[cfg(test)]
mod tests;
