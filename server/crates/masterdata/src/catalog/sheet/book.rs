//! The menu for the sheet: the current text of each cell, and the meaning of the names in a cell.

mod compositions;

use super::{
    cell::{
        area_cell, cell, code_cell, combo_text, course_cell, igv_cell, igv_text, limit_cell, limit_text, names_text,
        opening_cell, parts_if_on, price_cell, price_text, quantity_cell, sale_unit_cell, sale_unit_text,
        spanish_names, status_cell, words_cell, yes_cell,
    },
    columns::Column,
    names::Names,
    store::{self as parts_store, ProductParts},
};
use crate::catalog::{
    SaveProduct, categories, courses,
    model::{CategoryKind, NO_KITCHEN},
    store::{self, OptionRow, ProductRow},
};
use comanda_base::{
    allergens::{Allergen, DishMark},
    db::Tx,
    error::Result,
    ids::{AreaId, CategoryId, ChoiceGroupId, CourseId, ProductId, SupplyId, ToppingId},
    search::search_key,
};
use comanda_ledgers::stock::recipe::IngredientCatalog;
use comanda_platform::sheet::{
    self, Column as _,
    cells::{self, ReadError},
    row_id,
};
use std::collections::HashMap;

type Cells = sheet::Cells<Column>;
type Cell = sheet::ParsedCell<SaveProduct>;

/// The letter that begins the ids of products.
const LETTER: char = 'P';

/// Everything to which names in the sheet can refer.
#[derive(Debug)]
pub(super) struct ProductBook {
    /// The restaurant's code, which is part of the ids in its sheets.
    company_key: String,
    pub categories: Names<CategoryId>,
    pub products: Names<ProductId>,
    /// The names that products had before this import; its combos may still use them.
    former: Names<ProductId>,
    areas: Names<AreaId>,
    toppings: Names<ToppingId>,
    choice_groups: Names<ChoiceGroupId>,
    courses: Names<CourseId>,
    supplies: Names<SupplyId>,
    options: Vec<OptionRow>,
    ingredients: IngredientCatalog,
    rows: HashMap<ProductId, Cells>,
    order: Vec<ProductId>,
}

impl ProductBook {
    /// Loads everything with a fixed number of statements.
    pub async fn read_all(tx: &mut Tx, company_key: &str) -> Result<Self> {
        let products: Vec<ProductRow> =
            tx.query(store::select_products().add(store::PRODUCT_ORDER).add("LIMIT 10000")).all().await?;
        let categories = categories::list_names_of_kind(tx, CategoryKind::Product).await?;
        let toppings = parts_store::list_toppings(tx).await?;
        let areas = store::list_areas(tx).await?.into_iter().map(|a| (a.id, a.name));
        let ingredients = IngredientCatalog::load_all(tx).await?;
        let parts = ProductParts::load(tx, &products.iter().map(|p| p.core.id).collect::<Vec<_>>()).await?;
        let mut book = Self {
            company_key: company_key.to_owned(),
            former: Names::new([]),
            categories: Names::new(categories),
            products: Names::new(products.iter().map(|p| (p.core.id, p.core.name.clone()))),
            areas: Names::new(areas),
            toppings: Names::new(toppings),
            choice_groups: Names::new(parts_store::list_choice_groups(tx).await?),
            courses: Names::new(courses::list_courses(tx).await?.into_iter().map(|course| (course.id, course.name))),
            supplies: Names::new(ingredients.supplies().map(|s| (s.id, s.name.clone()))),
            options: store::load_options(tx).await?,
            ingredients,
            rows: HashMap::new(),
            order: products.iter().map(|p| p.core.id).collect(),
        };
        book.rows = products.iter().map(|p| (p.core.id, book.build_row(p, &parts))).collect();
        Ok(book)
    }

    /// Returns the rows of all products, in the order of the menu.
    pub fn in_order(&self) -> impl Iterator<Item = &Cells> {
        self.order.iter().filter_map(|id| self.rows.get(id))
    }
    /// Finds the product of a line: by its id if that is of this restaurant, otherwise by its name.
    pub fn product(&self, cells: &Cells, name: &str) -> Option<ProductId> {
        let by_id =
            cells.get(&Column::Id).and_then(|text| row_id::parse_id(LETTER, &self.company_key, text)).map(ProductId);
        by_id.filter(|id| self.rows.contains_key(id)).or_else(|| self.products.get(name).map(|(id, _)| *id))
    }
    /// Records that a product was written under this name.
    pub fn record_name(&mut self, id: ProductId, name: &str) {
        if let Some(was) = self.rows.get(&id).and_then(|cells| cells.get(&Column::Name)).cloned()
            && search_key(&was) != search_key(name)
        {
            self.products.remove(&was);
            self.former.add(id, &was);
        }
        self.products.add(id, name);
    }
    /// Returns the current row of a product.
    pub fn cells_of(&self, id: ProductId) -> Option<&Cells> {
        self.rows.get(&id)
    }

    fn build_row(&self, row: &ProductRow, parts: &ProductParts) -> Cells {
        let p = &row.core;
        let yes = |yes| cells::yes_or_no(yes).to_owned();
        let codes = parts.codes.get(&p.id);
        Column::ALL
            .iter()
            .filter(|column| **column != Column::OpeningStock || !parts.moved.contains(&p.id.0))
            .map(|column| {
                let text = match column {
                    Column::Name => p.name.clone(),
                    Column::Code => codes.and_then(|c| c.code.clone()).unwrap_or_default(),
                    Column::Barcode => codes.and_then(|c| c.barcode.clone()).unwrap_or_default(),
                    Column::Category => row.category.clone(),
                    Column::Area if p.skips_kitchen => NO_KITCHEN.to_owned(),
                    Column::Area => p.production_area.clone().unwrap_or_default(),
                    Column::Description => p.description.clone(),
                    Column::Price => cells::amount_text(p.sale_amount),
                    Column::DeliveryPrice => price_text(p.delivery_price),
                    Column::AppPrice => price_text(p.delivery_app_price),
                    Column::MinimumPrice => price_text(p.minimum_sale_price),
                    Column::Cost => price_text(row.cost_amount),
                    Column::OwnCost => yes(row.own_cost),
                    Column::Igv => igv_text(p.igv_treatment).into(),
                    Column::PlasticBag => yes(p.is_plastic_bag),
                    Column::SaleUnit => sale_unit_text(p.sale_unit).into(),
                    Column::MinQuantity => limit_text(p.min_quantity),
                    Column::QuantityStep => limit_text(p.quantity_step),
                    Column::Tare => limit_text(p.tare),
                    Column::HasStock => yes(p.has_stock),
                    Column::MinStock => p.min_stock.to_string(),
                    Column::OpeningStock => String::new(),
                    Column::Delivered => yes(p.is_delivered),
                    Column::Active => yes(p.status.is_active()),
                    Column::Position => p.position.to_string(),
                    Column::Variants => self.variants_text(parts_if_on(p.has_variants, &parts.variants, p.id)),
                    Column::Recipe => self.recipe_text(parts_if_on(row.has_supplies, &parts.recipes, p.id)),
                    Column::Combo => combo_text(parts_if_on(p.is_combo, &parts.combos, p.id)),
                    Column::Toppings => names_text(parts_if_on(p.has_toppings, &parts.toppings, p.id)),
                    Column::Allergens => names_text(&spanish_names(&p.allergens, Allergen::spanish_name)),
                    Column::Marks => names_text(&spanish_names(&p.marks, DishMark::spanish_name)),
                    Column::NameEn => row.translations.name_en.clone(),
                    Column::NamePt => row.translations.name_pt.clone(),
                    Column::DescriptionEn => row.translations.description_en.clone(),
                    Column::DescriptionPt => row.translations.description_pt.clone(),
                    Column::Choices => {
                        names_text(parts.choice_groups.get(&p.id).map(Vec::as_slice).unwrap_or_default())
                    }
                    Column::Course => {
                        p.course_id.and_then(|id| self.courses.name_of(id)).unwrap_or_default().to_owned()
                    }
                    Column::Id => row_id::format_id(LETTER, &self.company_key, p.id.0),
                };
                (*column, text)
            })
            .collect()
    }

    /// Parses a cell; an error says what to do about it.
    pub fn parse_cell(&self, column: Column, text: &str) -> Result<Cell, ReadError> {
        let tidy = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(match column {
            Column::Name => cell(tidy.clone(), move |b| b.name = Some(tidy)),
            Column::Description => cell(tidy.clone(), move |b| b.description = Some(tidy)),
            Column::Code => code_cell(tidy, |b, code| b.code = Some(code))?,
            Column::Barcode => code_cell(tidy, |b, code| b.barcode = Some(code))?,
            Column::Category => {
                let missing = || match tidy.as_str() {
                    "" => "Escribe la categoría.".to_owned(),
                    name => format!("No se pudo crear la categoría «{name}». Usa otro nombre."),
                };
                let (id, name) = self.categories.get(&tidy).cloned().ok_or_else(missing)?;
                cell(name, move |b| b.category_id = Some(id))
            }
            Column::Area => area_cell(&self.areas, &tidy)?,
            Column::Price => {
                let amount = cells::parse_money(text)?.ok_or("Escribe el precio en mesa.")?;
                cell(cells::amount_text(amount), move |b| b.sale_amount = Some(amount))
            }
            Column::DeliveryPrice => price_cell(text, |b, amount| b.delivery_price = Some(amount))?,
            Column::AppPrice => price_cell(text, |b, amount| b.delivery_app_price = Some(amount))?,
            Column::MinimumPrice => price_cell(text, |b, amount| b.minimum_sale_price = Some(amount))?,
            Column::Cost => price_cell(text, |b, amount| b.cost_amount = Some(amount))?,
            Column::OwnCost => yes_cell(text, false, |b, yes| b.own_cost = Some(yes))?,
            Column::Igv => igv_cell(&tidy)?,
            Column::PlasticBag => yes_cell(text, false, |b, yes| b.is_plastic_bag = Some(yes))?,
            Column::SaleUnit => sale_unit_cell(&tidy)?,
            Column::MinQuantity => limit_cell(text, |b, least| b.min_quantity = Some(least))?,
            Column::QuantityStep => limit_cell(text, |b, step| b.quantity_step = Some(step))?,
            Column::Tare => limit_cell(text, |b, tare| b.tare = Some(tare))?,
            Column::HasStock => yes_cell(text, false, |b, yes| b.has_stock = Some(yes))?,
            Column::Delivered => yes_cell(text, true, |b, yes| b.is_delivered = Some(yes))?,
            Column::Active => status_cell(text)?,
            Column::MinStock => quantity_cell(text, |b, least| b.min_stock = Some(least))?,
            Column::OpeningStock => opening_cell(text)?,
            Column::Position => {
                let at: i64 = tidy.trim_end_matches(".0").parse().map_err(|_| "Escribe un número entero desde 0.")?;
                cell(at.to_string(), move |b| b.position = Some(at))
            }
            Column::Variants => self.parse_variants(text)?,
            Column::Recipe => self.parse_recipe(text)?,
            Column::Combo => self.parse_combo(text)?,
            Column::Toppings => self.parse_toppings(text)?,
            Column::Allergens => {
                words_cell(text, Allergen::ALL, Allergen::spanish_name, |b, words| b.allergens = Some(words))?
            }
            Column::Marks => words_cell(text, DishMark::ALL, DishMark::spanish_name, |b, words| b.marks = Some(words))?,
            Column::NameEn => cell(tidy.clone(), move |b| b.name_en = Some(tidy)),
            Column::NamePt => cell(tidy.clone(), move |b| b.name_pt = Some(tidy)),
            Column::DescriptionEn => cell(tidy.clone(), move |b| b.description_en = Some(tidy)),
            Column::DescriptionPt => cell(tidy.clone(), move |b| b.description_pt = Some(tidy)),
            Column::Choices => self.parse_choice_groups(text)?,
            Column::Course => course_cell(&self.courses, &tidy)?,
            // The id only identifies the product of the line, and changes nothing.
            Column::Id => cell(tidy, |_| ()),
        })
    }
}
