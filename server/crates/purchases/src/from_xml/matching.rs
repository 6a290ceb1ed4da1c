//! Matches each line of a document with an item: by the remembered matches of the provider, else by a code on the package, else by a
//! similar name.

use super::{
    invoice::InvoiceLine,
    keys,
    model::{LineMatch, MatchedBy},
    similarity::{MIN_SIMILARITY, Words},
    store::{self, RememberedMatch},
    units::{self, Conversion},
};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{ItemId, ProductId, ProviderId},
    money::{Quantity, SCALE, div_round},
};
use comanda_ledgers::stock::{
    Item, ItemKind,
    goods::{self, MAX_QUANTITY, StockGood},
    units::Unit,
};
use std::collections::HashMap;

/// First words of lines that are freight.
const FREIGHT: [&str; 8] = ["flete", "fletes", "transporte", "envio", "despacho", "delivery", "movilidad", "acarreo"];

/// The data in which lines are looked up.
#[derive(Debug)]
pub(super) struct MatchingData {
    goods: Vec<(StockGood, Words)>,
    places: HashMap<Item, usize>,
    units: Vec<Unit>,
    remembered: Vec<RememberedMatch>,
    codes: HashMap<String, ProductId>,
}

/// Loads the data to match these lines.
pub(super) async fn load_matching_data(
    tx: &mut Tx,
    provider: Option<ProviderId>,
    lines: &[InvoiceLine],
) -> Result<MatchingData> {
    let line_keys = |line: &InvoiceLine| keys::code_key(&line.code).into_iter().chain(keys::text_key(&line.text));
    let match_keys: Vec<String> = lines.iter().flat_map(line_keys).collect();
    let remembered = match provider {
        Some(provider) => store::load_matches(tx, provider, &match_keys).await?,
        None => Vec::new(),
    };
    let codes: Vec<String> = lines.iter().flat_map(package_codes).collect();
    let codes = goods::find_products_by_code(tx, &codes).await?;
    let goods: Vec<(StockGood, Words)> =
        goods::list_buyable(tx).await?.into_iter().map(|g| (g.clone(), Words::parse(&g.name))).collect();
    let places = goods.iter().enumerate().map(|(at, (good, _))| (good.item, at)).collect();
    Ok(MatchingData { goods, places, units: comanda_ledgers::stock::units::list_units(tx).await?, remembered, codes })
}

/// Lists the codes that may be printed on the package; those shorter than six characters are the supplier's own.
fn package_codes(line: &InvoiceLine) -> impl Iterator<Item = String> {
    let long = |code: &&String| code.trim().len() >= 6;
    [&line.barcode, &line.code]
        .into_iter()
        .filter(long)
        .map(|code| code.trim().to_lowercase())
        .collect::<Vec<_>>()
        .into_iter()
}

impl MatchingData {
    /// Returns the matched item, and whether the line is freight, which enters no stock.
    pub(super) fn find(&self, line: &InvoiceLine) -> (Option<LineMatch>, bool) {
        let exact = self.find_remembered(line).or_else(|| self.find_by_package_code(line));
        if exact.is_some() {
            return (exact, false);
        }
        let first = comanda_base::search::search_key(&line.text);
        let first = first.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
        if FREIGHT.contains(&first) { (None, true) } else { (self.find_by_name(line), false) }
    }

    fn find_remembered(&self, line: &InvoiceLine) -> Option<LineMatch> {
        let find_by = |key: Option<String>, how| key.and_then(|key| self.by_key(line, &key, how));
        find_by(keys::code_key(&line.code), MatchedBy::Code)
            .or_else(|| find_by(keys::text_key(&line.text), MatchedBy::Earlier))
    }

    fn by_key(&self, line: &InvoiceLine, key: &str, how: MatchedBy) -> Option<LineMatch> {
        let rows_of_key = || self.remembered.iter().filter(|r| r.match_key == key);
        let row_of_unit = rows_of_key().find(|r| r.unit_code == line.unit_code);
        let remembered = row_of_unit.or_else(|| rows_of_key().next())?;
        let good = self.find_good(Item::from_row(remembered.item_kind, remembered.item_id))?;
        let base_of = |id| self.units.iter().find(|unit| unit.id == id).map(Unit::base);
        let fits =
            base_of(remembered.measurement_id).is_some_and(|base| good.measurement.and_then(base_of) == Some(base));
        let known = Conversion { measurement: remembered.measurement_id, factor: remembered.factor, is_sure: true };
        match row_of_unit.is_some() && fits {
            true => self.build_match(line, good, known, how, true),
            false => self.match_with_guessed_unit(line, good, how, true),
        }
    }

    fn find_by_package_code(&self, line: &InvoiceLine) -> Option<LineMatch> {
        let product = package_codes(line).find_map(|code| self.codes.get(&code).copied())?;
        self.match_with_guessed_unit(
            line,
            self.find_good(Item::from_row(ItemKind::Product, product.0))?,
            MatchedBy::Code,
            true,
        )
    }

    fn find_by_name(&self, line: &InvoiceLine) -> Option<LineMatch> {
        let words = Words::parse(&line.text);
        let scored = self.goods.iter().map(|(good, name)| (words.similarity(name), good));
        // Among equally similar names the shortest wins: it says the least that is not in the document.
        let best = scored
            .filter(|(score, _)| *score >= MIN_SIMILARITY)
            .max_by_key(|(score, good)| (*score, usize::MAX - good.name.len()));
        self.match_with_guessed_unit(line, best?.1, MatchedBy::Likeness, false)
    }

    fn find_good(&self, item: Item) -> Option<&StockGood> {
        self.places.get(&item).map(|at| &self.goods[*at].0)
    }

    /// Converts the quantity of the line; the match is confirmed where a person chose the item and the unit's size is certain.
    fn match_with_guessed_unit(
        &self,
        line: &InvoiceLine,
        good: &StockGood,
        how: MatchedBy,
        is_certain: bool,
    ) -> Option<LineMatch> {
        let conversion = units::find_conversion(&self.units, good.measurement?, &line.unit_code, &line.text);
        self.build_match(line, good, conversion, how, is_certain && conversion.is_sure)
    }

    fn build_match(
        &self,
        line: &InvoiceLine,
        good: &StockGood,
        conversion: Conversion,
        how: MatchedBy,
        is_confirmed: bool,
    ) -> Option<LineMatch> {
        let unit = self.units.iter().find(|unit| unit.id == conversion.measurement)?;
        let all = i128::from(line.quantity.millionths()) * i128::from(conversion.factor.millionths());
        let quantity = i64::try_from(div_round(all, i128::from(SCALE))).ok().map(Quantity::from_millionths)?;
        (quantity > Quantity::ZERO && quantity <= MAX_QUANTITY).then(|| LineMatch {
            item_type: good.item.kind(),
            item_id: ItemId(good.item.id()),
            name: good.name.clone(),
            measurement_id: unit.id,
            measurement: unit.symbol.clone(),
            quantity,
            factor: conversion.factor,
            how,
            is_confirmed,
        })
    }
}
