//! Validates the form of a new movement; all faults are reported together, each at its field.

use super::{
    limit,
    model::{InventoryDirection, NewInventoryItem, NewInventoryMovement},
    record::NewMovement,
};
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use comanda_base::{
    error::{Faults, Result, invalid},
    form,
    money::Money,
};
use comanda_ledgers::stock::{
    ItemKind, documents,
    goods::{self, EnteredLine, FormLine},
    opening::too_expensive_message,
};
use comanda_platform::{settings::Settings, use_case::Work};

const MAX_ITEMS: usize = 500;
pub(super) const MAX_NAME_CHARS: usize = 120;
pub(super) const MAX_DESCRIPTION_CHARS: usize = 500;
/// The largest price of one unit, far beyond what anything costs.
const MAX_PRICE: Money = Money::units(1_000_000);
/// The largest total of a line.
const MAX_COST: Money = Money::units(100_000_000);
/// The years that are accepted in a date.
const YEARS: std::ops::RangeInclusive<i32> = 2000..=2100;

/// A validated line.
#[derive(Debug)]
pub(super) struct Line {
    pub entered: EnteredLine,
    pub unit_price: Option<Money>,
    /// The cost of the whole line.
    pub cost: Option<Money>,
}

/// Validates the form.
pub(super) async fn validate_movement(
    work: &mut Work<'_>,
    kind: ItemKind,
    body: &NewInventoryMovement,
) -> Result<NewMovement> {
    let mut faults = Faults::default();
    if let Some(text) = body.reason.direction_fault(body.direction) {
        faults.add("reason", text);
    }
    let text = |field: &str, value: Option<&String>, most| form::optional_text(field, value, String::new(), most);
    let name =
        form::required_text("name", body.name.as_ref(), String::new(), MAX_NAME_CHARS, "un nombre para reconocerlo");
    let name = faults.or_default(name)?;
    let description = faults.or_default(text("description", body.description.as_ref(), MAX_DESCRIPTION_CHARS))?;
    let responsible = faults.or_default(text("responsible", body.responsible.as_ref(), MAX_NAME_CHARS))?;
    let now = work.now;
    let at = faults.ok(parse_moment(body.date.as_deref(), work.settings().await?, now))?;
    if let Some(at) = at {
        faults.ok(documents::check_date_open(work, "date", at).await)?;
    }
    let lines = lines(work, kind, body, &mut faults).await?;
    limit::require_kitchen_reason(work, body, &mut faults);
    faults.finish()?;
    let at = at.unwrap_or(now);
    Ok(NewMovement { direction: body.direction, reason: body.reason, name, description, responsible, at, lines })
}

/// Parses the time of a movement: the current time when absent or for today's date, noon for another day, or an RFC 3339 timestamp.
pub fn parse_moment(date_text: Option<&str>, settings: &Settings, now: DateTime<Utc>) -> Result<DateTime<Utc>> {
    let Some(text) = date_text.map(str::trim).filter(|text| !text.is_empty()) else { return Ok(now) };
    let fit = || invalid("date", "Escribe la fecha como 2026-11-22, o con su hora.");
    let at = if let Ok(day) = NaiveDate::parse_from_str(text, "%Y-%m-%d") {
        if day == settings.calendar_day(now) {
            return Ok(now);
        }
        let noon = day.and_hms_opt(12, 0, 0).and_then(|noon| noon.and_local_timezone(settings.time_zone).latest());
        noon.map(|noon| noon.with_timezone(&Utc))
    } else {
        DateTime::parse_from_rfc3339(text).ok().map(|at| at.with_timezone(&Utc))
    };
    Ok(at.filter(|at| YEARS.contains(&at.year())).ok_or_else(fit)?)
}

async fn lines(
    work: &mut Work<'_>,
    kind: ItemKind,
    body: &NewInventoryMovement,
    faults: &mut Faults,
) -> Result<Vec<Line>> {
    if body.items.is_empty() || body.items.len() > MAX_ITEMS {
        let what = if kind == ItemKind::Product { "producto" } else { "insumo" };
        faults.add("items", format!("Agrega de 1 a {MAX_ITEMS} {what}s, cada {what} una vez."));
        return Ok(Vec::new());
    }
    // A line without an id gets id 0, which is found nowhere.
    let to_given_line = |item: &NewInventoryItem| FormLine {
        kind,
        id: item.id(kind).unwrap_or_default(),
        measurement: item.measurement_id,
        quantity: item.quantity,
    };
    let given_lines: Vec<FormLine> = body.items.iter().map(to_given_line).collect();
    let mut found = Faults::default();
    let entered = goods::check_lines(work.tx, &given_lines, &mut found).await?;
    rename_fault_fields(found, kind, faults)?;
    let mut lines = Vec::with_capacity(entered.len());
    for (at, (entered, item)) in entered.into_iter().zip(&body.items).enumerate() {
        let field = |name: &str| format!("items.{at}.{name}");
        let counted = entered.as_ref().map(|e| (e.good.has_stock, e.good.name.as_str()));
        if let Some((false, name)) = counted {
            faults.add(&field(id_field(kind)), not_tracked_message(name));
        }
        let cost = item.unit_price.and_then(|price| price.cost_of(item.quantity)).filter(|cost| *cost <= MAX_COST);
        if let Some(text) = price_fault(body, item) {
            faults.add(&field("unit_price"), text);
        } else if item.unit_price.is_some() && cost.is_none() {
            faults.add(&field("unit_price"), too_expensive_message(counted.map_or("este ítem", |(_, name)| name)));
        }
        lines.extend(entered.map(|entered| Line { entered, unit_price: item.unit_price, cost }));
    }
    Ok(lines)
}

/// The message that the stock of an item is not tracked.
pub(super) fn not_tracked_message(name: &str) -> String {
    format!("{name} no lleva control de stock: actívalo en su ficha.")
}

fn price_fault(body: &NewInventoryMovement, item: &NewInventoryItem) -> Option<&'static str> {
    let price = item.unit_price?;
    if body.direction == InventoryDirection::Out {
        return Some("Lo que sale vale lo que costó: deja vacío el precio.");
    }
    if price.is_negative() || price > MAX_PRICE {
        return Some("Escribe lo que cuesta una unidad, de 0 a S/ 1,000,000; déjalo vacío si no lo sabes.");
    }
    if price.is_zero() && !body.reason.allows_zero_cost() {
        return Some("Deja vacío el precio si no lo sabes: 0 es solo para lo que fue gratis.");
    }
    None
}

const fn id_field(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Product => "product_id",
        ItemKind::Supply => "supply_id",
    }
}

/// Moves faults from `item_id` to the field of this form, `product_id` or `supply_id`.
fn rename_fault_fields(found: Faults, kind: ItemKind, faults: &mut Faults) -> Result<()> {
    goods::move_faults(found, faults, |field| match field.strip_suffix(".item_id") {
        Some(at) => format!("{at}.{}", id_field(kind)),
        None => field,
    })
}
