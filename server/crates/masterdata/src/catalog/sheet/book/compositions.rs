//! The cells of a product that name other things: variants, recipe, combo dishes, toppings and groups of options.

use super::{Cell, ProductBook};
use crate::catalog::{
    ComboItem, VariantForm,
    sheet::{
        cell::{cell, combo_text, names_text},
        parts::{quote_name, split_outside_quotes, split_pair, unquote_name},
    },
    store::OptionRow,
};
use comanda_base::{
    ids::{ChoiceGroupId, ToppingId},
    money::{Money, Quantity},
    search::search_key,
};
use comanda_ledgers::stock::recipe::{RecipeItem, RecipePortion};
use comanda_platform::sheet::cells::{self, ReadError};
use std::collections::BTreeMap;

impl ProductBook {
    pub(super) fn variants_text(&self, variants: &[BTreeMap<String, Money>]) -> String {
        let choice = |options: &BTreeMap<String, Money>| {
            let chosen = self.options.iter().filter_map(|o| Some((o, options.get(&o.id.to_string())?)));
            let part = |(o, more): (&OptionRow, &Money)| {
                let named = format!("{}: {}", quote_name(&o.attribute), quote_name(&o.name));
                if more.is_zero() { named } else { format!("{named} = {}", cells::amount_text(*more)) }
            };
            chosen.map(part).collect::<Vec<_>>().join(" + ")
        };
        variants.iter().map(choice).collect::<Vec<_>>().join(" | ")
    }

    pub(super) fn parse_variants(&self, text: &str) -> Result<Cell, ReadError> {
        let mut forms: Vec<VariantForm> = Vec::new();
        for choice in split_outside_quotes(text, '|') {
            let mut options = BTreeMap::new();
            for part in split_outside_quotes(choice, '+') {
                let (named, more) = split_pair(part, '=');
                let (attribute, option) = split_pair(named, ':');
                let (attribute, option) = (search_key(&unquote_name(attribute)), search_key(&unquote_name(option)));
                let wanted = |o: &&OptionRow| search_key(&o.attribute) == attribute && search_key(&o.name) == option;
                let found = self.options.iter().find(wanted).ok_or_else(|| {
                    format!("No hay la opción «{named}». Escríbela como Atributo: opción, o créala en Atributos.")
                })?;
                options.insert(found.id.to_string(), cells::parse_money(more)?.unwrap_or_default());
            }
            forms.push(VariantForm { options, ..VariantForm::default() });
        }
        let text = self.variants_text(&forms.iter().map(|f| f.options.clone()).collect::<Vec<_>>());
        Ok(cell(text, move |b| {
            b.has_variants = Some(!forms.is_empty());
            b.variants = Some(forms).filter(|f| !f.is_empty());
        }))
    }

    pub(super) fn recipe_text(&self, recipe: &[RecipePortion]) -> String {
        let lines = recipe.iter().filter_map(|p| self.ingredients.recipe_line(p));
        let item = |l: comanda_ledgers::stock::recipe::RecipeLine| {
            format!("{} = {} {}", quote_name(&l.name), l.quantity, quote_name(&l.measurement))
        };
        lines.map(item).collect::<Vec<_>>().join(" | ")
    }

    pub(super) fn parse_recipe(&self, text: &str) -> Result<Cell, ReadError> {
        let mut items: Vec<RecipeItem> = Vec::new();
        let mut portions = Vec::new();
        for part in split_outside_quotes(text, '|') {
            let (name, much) = split_pair(part, '=');
            let name = unquote_name(name);
            let missing = || format!("No hay un insumo «{name}». Créalo en Insumos o corrige el nombre.");
            let (supply_id, _) = *self.supplies.get(&name).ok_or_else(missing)?;
            let digits = much.find(|c: char| !matches!(c, '0'..='9' | '.' | ',')).unwrap_or(much.len());
            let quantity = cells::parse_quantity(&much[..digits])?;
            let quantity = quantity.ok_or_else(|| format!("Falta cuánto de {name}: escribe {name} = 200 g."))?;
            let symbol = unquote_name(&much[digits..]);
            let unit = self.ingredients.units().find(|u| u.symbol.to_lowercase() == symbol.to_lowercase());
            if unit.is_none() && !symbol.is_empty() {
                return Err(format!("No hay una unidad «{symbol}». Usa una como kg, g, l, ml o und."));
            }
            let item = RecipeItem { supply_id, quantity, measurement_id: unit.map(|u| u.id) };
            portions.push(self.ingredients.portion(&item).map_err(|(_, text)| format!("{name}: {text}"))?);
            items.push(item);
        }
        Ok(cell(self.recipe_text(&portions), move |b| {
            b.has_supplies = Some(!items.is_empty());
            b.supply_items = Some(items).filter(|i| !i.is_empty());
        }))
    }

    pub(super) fn parse_combo(&self, text: &str) -> Result<Cell, ReadError> {
        let mut named = Vec::new();
        let mut items: Vec<ComboItem> = Vec::new();
        for part in split_outside_quotes(text, '|') {
            let (name, many) = split_pair(part, '=');
            let name = unquote_name(name);
            let missing = || format!("No hay un producto «{name}» ni en la carta ni en esta hoja. Corrige el nombre.");
            let known = self.products.get(&name).or_else(|| self.former.get(&name));
            let (product_id, name) = known.cloned().ok_or_else(missing)?;
            let quantity = cells::parse_quantity(many)?.unwrap_or(Quantity::units(1));
            items.push(ComboItem { product_id, quantity });
            named.push((name, quantity));
        }
        Ok(cell(combo_text(&named), move |b| {
            b.is_combo = Some(!items.is_empty());
            b.combo_items = Some(items).filter(|i| !i.is_empty());
        }))
    }

    pub(super) fn parse_toppings(&self, text: &str) -> Result<Cell, ReadError> {
        let mut found: Vec<(ToppingId, String)> = Vec::new();
        for part in split_outside_quotes(text, '|') {
            let name = unquote_name(part);
            let missing = || format!("No hay un adicional «{name}». Créalo en Adicionales o corrige el nombre.");
            found.push(self.toppings.get(&name).cloned().ok_or_else(missing)?);
        }
        found.sort_by_key(|(id, name)| (search_key(name), *id));
        found.dedup_by_key(|(id, _)| *id);
        let (ids, names): (Vec<ToppingId>, Vec<String>) = found.into_iter().unzip();
        Ok(cell(names_text(&names), move |b| {
            b.has_toppings = Some(!ids.is_empty());
            b.topping_ids = Some(ids).filter(|i| !i.is_empty());
        }))
    }

    /// Parses the groups of options of a product; their order is the one in which they are chosen from.
    pub(super) fn parse_choice_groups(&self, text: &str) -> Result<Cell, ReadError> {
        let mut found: Vec<(ChoiceGroupId, String)> = Vec::new();
        for part in split_outside_quotes(text, '|') {
            let name = unquote_name(part);
            let missing = || format!("No hay un grupo «{name}». Créalo en Grupos de opciones o corrige el nombre.");
            let group = self.choice_groups.get(&name).cloned().ok_or_else(missing)?;
            if !found.contains(&group) {
                found.push(group);
            }
        }
        let (ids, names): (Vec<ChoiceGroupId>, Vec<String>) = found.into_iter().unzip();
        Ok(cell(names_text(&names), move |b| b.choice_group_ids = Some(ids)))
    }
}
