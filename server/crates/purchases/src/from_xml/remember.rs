//! The confirmed matches of a supplier's texts with items, remembered when a purchase is recorded.

use super::{
    keys,
    store::{self, RememberedMatch},
};
use crate::lines::Line;
use comanda_base::{
    db::Tx,
    error::{Faults, Result},
    ids::{ItemId, MeasurementId, ProviderId},
    money::Quantity,
};
use comanda_ledgers::stock::{
    Item, ItemKind,
    units::{self, Unit},
};
use comanda_platform::use_case::Work;
use serde::Deserialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

const MAX_MATCHES: usize = 500;
const MAX_FACTOR: Quantity = Quantity::units(1_000_000);
const MAX_CODE_CHARS: usize = 100;
const MAX_TEXT_CHARS: usize = 500;
const MAX_UNIT_CHARS: usize = 8;

/// A match of a supplier's code or text with an item.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NewMatch {
    /// The supplier's own code; empty without one.
    #[serde(default)]
    pub code: String,
    #[serde(default)]
    pub text: String,
    /// The unit of the document, from SUNAT's catalogue 03.
    #[serde(default)]
    pub unit_code: String,
    pub item_type: ItemKind,
    pub item_id: ItemId,
    pub measurement_id: MeasurementId,
    /// The number of measurement units in one unit of the document.
    pub factor: Quantity,
}

/// Validates the matches against the lines of the purchase.
pub(crate) async fn validate_matches(
    tx: &mut Tx,
    matches: &[NewMatch],
    lines: &[Line],
    faults: &mut Faults,
) -> Result<()> {
    let units = if matches.is_empty() { Vec::new() } else { units::list_units(tx).await? };
    let base_of = |id: MeasurementId| units.iter().find(|unit| unit.id == id).map(Unit::base);
    faults.check(matches.len() <= MAX_MATCHES, "matches", "Se recuerdan hasta 500 líneas de un papel.");
    for (at, m) in matches.iter().enumerate().take(MAX_MATCHES) {
        let field = |name: &str| format!("matches.{at}.{name}");
        let item = Item::from_row(m.item_type, m.item_id.0);
        match lines.iter().find(|line| line.entered.good.item == item) {
            None => faults.add(&field("item_id"), "Solo se recuerda lo que está en la compra."),
            Some(line)
                if base_of(m.measurement_id).is_none_or(|base| base_of(line.entered.measurement) != Some(base)) =>
            {
                faults.add(&field("measurement_id"), "Elige una unidad que se convierta en la del ítem.");
            }
            Some(_) => {}
        }
        if m.factor <= Quantity::ZERO || m.factor > MAX_FACTOR {
            faults.add(&field("factor"), "Cada unidad del papel es más que cero y hasta un millón de la tuya.");
        }
        let is_short = m.code.chars().count() <= MAX_CODE_CHARS
            && m.text.chars().count() <= MAX_TEXT_CHARS
            && m.unit_code.chars().count() <= MAX_UNIT_CHARS;
        let has_key = keys::code_key(&m.code).is_some() || keys::text_key(&m.text).is_some();
        faults.check(is_short && has_key, &field("text"), "Escribe el código o el texto del papel.");
    }
    Ok(())
}

/// Stores the matches; the last one of each key wins. The caller has validated them.
pub(crate) async fn remember_matches(work: &mut Work<'_>, provider: ProviderId, matches: &[NewMatch]) -> Result<()> {
    let mut remembered_matches = BTreeMap::new();
    for m in matches {
        let unit_code = m.unit_code.trim().to_uppercase();
        for match_key in keys::code_key(&m.code).into_iter().chain(keys::text_key(&m.text)) {
            let remembered = RememberedMatch {
                match_key: match_key.clone(),
                unit_code: unit_code.clone(),
                item_kind: m.item_type,
                item_id: m.item_id.0,
                measurement_id: m.measurement_id,
                factor: m.factor,
            };
            remembered_matches.insert((match_key, unit_code.clone()), remembered);
        }
    }
    let rows: Vec<RememberedMatch> = remembered_matches.into_values().collect();
    let now = work.now;
    Ok(store::upsert_matches(work.tx, provider, &rows, now).await?)
}
