//! What each line of a document enters as: what was said before of the provider's words, else a code on the package, else what is
//! called alike. Pure but for what it loads.

use super::{
    invoice::InvoiceLine,
    keys,
    likeness::{ENOUGH, Words},
    model::{LineMatch, MatchedBy},
    store::{self, Remembered},
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
    goods::{self, Good, MAX_QUANTITY},
    units::Unit,
};
use std::collections::HashMap;

/// Lines that begin so are freight.
const FREIGHT: [&str; 8] = ["flete", "fletes", "transporte", "envio", "despacho", "delivery", "movilidad", "acarreo"];

/// All that lines are looked up in.
#[derive(Debug)]
pub(super) struct Known {
    goods: Vec<(Good, Words)>,
    places: HashMap<Item, usize>,
    units: Vec<Unit>,
    remembered: Vec<Remembered>,
    codes: HashMap<String, ProductId>,
}

/// Loads what these lines may be.
pub(super) async fn known(tx: &mut Tx, provider: Option<ProviderId>, lines: &[InvoiceLine]) -> Result<Known> {
    let own = |line: &InvoiceLine| keys::of_code(&line.code).into_iter().chain(keys::of_text(&line.text));
    let wanted: Vec<String> = lines.iter().flat_map(own).collect();
    let remembered = match provider {
        Some(provider) => store::remembered(tx, provider, &wanted).await?,
        None => Vec::new(),
    };
    let codes: Vec<String> = lines.iter().flat_map(package_codes).collect();
    let codes = goods::products_by_code(tx, &codes).await?;
    let goods: Vec<(Good, Words)> =
        goods::buyable(tx).await?.into_iter().map(|g| (g.clone(), Words::of(&g.name))).collect();
    let places = goods.iter().enumerate().map(|(at, (good, _))| (good.item, at)).collect();
    Ok(Known { goods, places, units: comanda_ledgers::stock::units::all(tx).await?, remembered, codes })
}

/// What may stand on the package; short ones are nobody's but the supplier's.
fn package_codes(line: &InvoiceLine) -> impl Iterator<Item = String> {
    let long = |code: &&String| code.trim().len() >= 6;
    [&line.barcode, &line.code]
        .into_iter()
        .filter(long)
        .map(|code| code.trim().to_lowercase())
        .collect::<Vec<_>>()
        .into_iter()
}

impl Known {
    /// What it enters as, and whether it is freight, which enters as nothing.
    pub(super) fn find(&self, line: &InvoiceLine) -> (Option<LineMatch>, bool) {
        let said = self.said(line).or_else(|| self.coded(line));
        if said.is_some() {
            return (said, false);
        }
        let first = comanda_base::search::search_key(&line.text);
        let first = first.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
        if FREIGHT.contains(&first) { (None, true) } else { (self.alike(line), false) }
    }

    fn said(&self, line: &InvoiceLine) -> Option<LineMatch> {
        let by = |key: Option<String>, how| key.and_then(|key| self.by_key(line, &key, how));
        by(keys::of_code(&line.code), MatchedBy::Code).or_else(|| by(keys::of_text(&line.text), MatchedBy::Earlier))
    }

    fn by_key(&self, line: &InvoiceLine, key: &str, how: MatchedBy) -> Option<LineMatch> {
        let of_key = || self.remembered.iter().filter(|r| r.match_key == key);
        let of_unit = of_key().find(|r| r.unit_code == line.unit_code);
        let remembered = of_unit.or_else(|| of_key().next())?;
        let good = self.good(Item::of(remembered.item_kind, remembered.item_id))?;
        let base_of = |id| self.units.iter().find(|unit| unit.id == id).map(Unit::base);
        let fits =
            base_of(remembered.measurement_id).is_some_and(|base| good.measurement.and_then(base_of) == Some(base));
        let known = Conversion { measurement: remembered.measurement_id, factor: remembered.factor, is_sure: true };
        match of_unit.is_some() && fits {
            true => self.matched(line, good, known, how, true),
            false => self.converted(line, good, how, true),
        }
    }

    fn coded(&self, line: &InvoiceLine) -> Option<LineMatch> {
        let product = package_codes(line).find_map(|code| self.codes.get(&code).copied())?;
        self.converted(line, self.good(Item::of(ItemKind::Product, product.0))?, MatchedBy::Code, true)
    }

    fn alike(&self, line: &InvoiceLine) -> Option<LineMatch> {
        let words = Words::of(&line.text);
        let scored = self.goods.iter().map(|(good, name)| (words.likeness(name), good));
        // Of several that are equally like it, the shortest name says the least that is not on the paper.
        let best = scored
            .filter(|(score, _)| *score >= ENOUGH)
            .max_by_key(|(score, good)| (*score, usize::MAX - good.name.len()));
        self.converted(line, best?.1, MatchedBy::Likeness, false)
    }

    fn good(&self, item: Item) -> Option<&Good> {
        self.places.get(&item).map(|at| &self.goods[*at].0)
    }

    /// Confirmed where somebody said what it is, and how much one is needs no guess.
    fn converted(&self, line: &InvoiceLine, good: &Good, how: MatchedBy, is_said: bool) -> Option<LineMatch> {
        let conversion = units::conversion(&self.units, good.measurement?, &line.unit_code, &line.text);
        self.matched(line, good, conversion, how, is_said && conversion.is_sure)
    }

    fn matched(
        &self,
        line: &InvoiceLine,
        good: &Good,
        by: Conversion,
        how: MatchedBy,
        is_confirmed: bool,
    ) -> Option<LineMatch> {
        let unit = self.units.iter().find(|unit| unit.id == by.measurement)?;
        let all = i128::from(line.quantity.millionths()) * i128::from(by.factor.millionths());
        let quantity = i64::try_from(div_round(all, i128::from(SCALE))).ok().map(Quantity::from_millionths)?;
        (quantity > Quantity::ZERO && quantity <= MAX_QUANTITY).then(|| LineMatch {
            item_type: good.item.kind(),
            item_id: ItemId(good.item.id()),
            name: good.name.clone(),
            measurement_id: unit.id,
            measurement: unit.symbol.clone(),
            quantity,
            factor: by.factor,
            how,
            is_confirmed,
        })
    }
}
