//! Checks the form of a schedule. Pure.

use super::{hours::ScheduleHours, item::ScheduleItem, texts};
use crate::catalog::channel::Channel;
use crate::catalog::product::check_price;
use chrono::{Datelike, NaiveDate, NaiveTime, Timelike};
use comanda_base::{
    error::{Refusal, Result, invalid},
    form::{self, deserialize_optional},
    ids::{CategoryId, ProductId, VariantId},
    money::{Money, Quantity},
    words::Status,
};
use serde::{Deserialize, Serialize};
use std::{collections::HashSet, ops::RangeInclusive};
use utoipa::ToSchema;

const MAX_NAME_CHARS: usize = 60;
pub(super) const MAX_ITEMS: usize = 500;
const MAX_PERCENT: i64 = 300;
/// A reduction by 100 % would be a courtesy, which needs its own permission.
const MIN_PERCENT: i64 = -99;
/// The years that a restaurant's calendar can have.
const YEARS: RangeInclusive<i32> = 2000..=2999;
/// Hundredths of one per cent, in millionths.
const PERCENT_STEP: i64 = 10_000;

/// Body of `POST /schedules` and `PUT /schedules/{id}`; PUT changes only what is given, null clears a day or the percentage.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SaveSchedule {
    pub name: Option<String>,
    /// Monday is 1, Sunday 7.
    pub days: Option<Vec<i64>>,
    /// `HH:MM`, in the company's time zone.
    pub from: Option<String>,
    /// `HH:MM`; a time at or before `from` belongs to the next day.
    pub until: Option<String>,
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<NaiveDate>)]
    pub valid_from: Option<Option<NaiveDate>>,
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<NaiveDate>)]
    pub valid_until: Option<Option<NaiveDate>>,
    pub channels: Option<Vec<Channel>>,
    /// The products and categories it names are sold only while it runs.
    pub limits_sale: Option<bool>,
    /// The change of the price in per cent: -50 is half.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<Quantity>)]
    pub percent: Option<Option<Quantity>>,
    pub status: Option<Status>,
    /// The complete list of its categories.
    pub category_ids: Option<Vec<CategoryId>>,
    /// The complete list of its products.
    pub products: Option<Vec<ProductForm>>,
}

/// A product named by a schedule.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ProductForm {
    pub product_id: ProductId,
    /// The price meanwhile.
    pub price: Option<Money>,
    #[serde(default)]
    pub variants: Vec<VariantForm>,
}

/// A variant with a price of its own.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[schema(as = ScheduleVariantForm)]
pub struct VariantForm {
    pub variant_id: VariantId,
    /// The price of the product with this variant.
    pub price: Money,
}

/// A schedule's own row as it is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, comanda_from_row::FromRow, comanda_from_row::ToRow)]
pub(super) struct ScheduleFields {
    pub name: String,
    pub days: i64,
    pub from_minutes: i64,
    pub until_minutes: i64,
    pub valid_from: Option<NaiveDate>,
    pub valid_until: Option<NaiveDate>,
    pub channels: i64,
    pub limits_sale: bool,
    pub percent: Option<Quantity>,
    pub status: Status,
}

impl ScheduleFields {
    /// Returns the defaults of a new schedule: every channel, active.
    pub fn new() -> Self {
        Self {
            name: String::new(),
            days: 0,
            from_minutes: 0,
            until_minutes: 0,
            valid_from: None,
            valid_until: None,
            channels: Channel::ALL.into_iter().map(Channel::bit).sum(),
            limits_sale: false,
            percent: None,
            status: Status::Active,
        }
    }

    pub fn schedule_hours(&self) -> ScheduleHours {
        ScheduleHours {
            days: self.days,
            from_minutes: self.from_minutes,
            until_minutes: self.until_minutes,
            valid_from: self.valid_from,
            valid_until: self.valid_until,
        }
    }

    /// Applies the fields of the form, and checks the result.
    pub fn with_form(self, body: &SaveSchedule) -> Result<Self> {
        let new = Self {
            name: form::required_text(
                "name",
                body.name.as_ref(),
                self.name,
                MAX_NAME_CHARS,
                "un nombre, como Happy hour",
            )?,
            days: body.days.as_deref().map_or(Ok(self.days), day_mask)?,
            from_minutes: parse_minutes("from", body.from.as_deref(), self.from_minutes)?,
            until_minutes: parse_minutes("until", body.until.as_deref(), self.until_minutes)?,
            valid_from: body.valid_from.unwrap_or(self.valid_from),
            valid_until: body.valid_until.unwrap_or(self.valid_until),
            channels: body
                .channels
                .as_ref()
                .map_or(self.channels, |all| all.iter().map(|channel| channel.bit()).fold(0, std::ops::BitOr::bitor)),
            limits_sale: body.limits_sale.unwrap_or(self.limits_sale),
            percent: body.percent.unwrap_or(self.percent),
            status: body.status.unwrap_or(self.status),
        };
        new.check()?;
        Ok(new)
    }

    fn check(&self) -> Result<(), Refusal> {
        if self.days == 0 {
            return Err(invalid("days", "Elige al menos un día."));
        }
        if self.channels == 0 {
            return Err(invalid("channels", "Elige al menos dónde se aplica."));
        }
        for (field, day) in [("valid_from", self.valid_from), ("valid_until", self.valid_until)] {
            if day.is_some_and(|day| !YEARS.contains(&day.year())) {
                return Err(invalid(field, "Revisa el año de la fecha."));
            }
        }
        if self.valid_from.zip(self.valid_until).is_some_and(|(from, until)| until < from) {
            return Err(invalid("valid_until", "El horario termina antes de empezar. Revisa las fechas."));
        }
        let Some(percent) = self.percent else { return Ok(()) };
        let is_within = percent >= Quantity::units(MIN_PERCENT) && percent <= Quantity::units(MAX_PERCENT);
        if !is_within || percent == Quantity::ZERO || percent.millionths() % PERCENT_STEP != 0 {
            let text = format!("El porcentaje va de {MIN_PERCENT} a {MAX_PERCENT}, distinto de 0, con 2 decimales.");
            return Err(invalid("percent", text));
        }
        Ok(())
    }

    /// Refuses a schedule without items, and one that changes nothing.
    pub fn check_has_effect(&self, items: &[ScheduleItem]) -> Result<(), Refusal> {
        if items.is_empty() {
            return Err(invalid("products", "Elige al menos una categoría o un producto."));
        }
        if self.limits_sale || self.percent.is_some() || items.iter().any(|item| item.price.is_some()) {
            return Ok(());
        }
        let text = "Este horario no cambiaría nada: limita la venta, pon un porcentaje o un precio.";
        Err(invalid("limits_sale", text))
    }
}

fn day_mask(days: &[i64]) -> Result<i64, Refusal> {
    if days.iter().any(|day| !(1..=7).contains(day)) {
        return Err(invalid("days", "Los días van de 1 (lunes) a 7 (domingo)."));
    }
    Ok(days.iter().fold(0, |mask, day| mask | 1 << (day - 1)))
}

/// Parses a time into minutes of the day.
fn parse_minutes(field: &str, sent: Option<&str>, was: i64) -> Result<i64, Refusal> {
    let Some(text) = sent else { return Ok(was) };
    let text = text.trim();
    let read = NaiveTime::parse_from_str(text, "%H:%M").or_else(|_| NaiveTime::parse_from_str(text, "%H:%M:%S"));
    match read {
        Ok(time) => Ok(i64::from(time.hour() * 60 + time.minute())),
        Err(_) => Err(invalid(field, format!("Escribe la hora como {}.", texts::format_minutes(18 * 60)))),
    }
}

/// Builds the items that the form names; faults are named by their place: `products.2.price`.
pub(super) fn build_items(categories: &[CategoryId], products: &[ProductForm]) -> Result<Vec<ScheduleItem>, Refusal> {
    let mut items: Vec<ScheduleItem> = Vec::new();
    let mut category_ids = HashSet::new();
    for category in categories.iter().filter(|category| category_ids.insert(category.0)) {
        items.push(ScheduleItem { category_id: Some(*category), ..ScheduleItem::default() });
    }
    let mut product_ids = HashSet::new();
    for (n, product) in products.iter().enumerate() {
        let product_id = Some(product.product_id);
        if !product_ids.insert(product.product_id) {
            return Err(invalid(&format!("products.{n}.product_id"), "Está dos veces. Quita uno."));
        }
        if let Some(price) = product.price {
            check_price(&format!("products.{n}.price"), price)?;
        }
        items.push(ScheduleItem { product_id, price: product.price, ..ScheduleItem::default() });
        for (m, variant) in product.variants.iter().enumerate() {
            check_price(&format!("products.{n}.variants.{m}.price"), variant.price)?;
            let variant_id = Some(variant.variant_id);
            items.push(ScheduleItem { product_id, variant_id, price: Some(variant.price), ..ScheduleItem::default() });
        }
    }
    if items.len() > MAX_ITEMS {
        let text = format!("Un horario nombra hasta {MAX_ITEMS} productos. Usa categorías, o haz dos horarios.");
        return Err(invalid("products", text));
    }
    Ok(items)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn with(more: Value) -> Result<ScheduleFields> {
        let mut body =
            json!({"name": " Happy  hour ", "days": [5, 6], "from": "18:00", "until": "20:00", "percent": "-50"});
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        ScheduleFields::new().with_form(&serde_json::from_value(body).unwrap())
    }

    #[test]
    fn an_invalid_value_is_refused_at_its_field() {
        let plain = with(json!({})).unwrap();
        assert_eq!((plain.name.as_str(), plain.days, plain.channels), ("Happy hour", 48, 15));
        assert_eq!((plain.from_minutes, plain.until_minutes), (1080, 1200));
        for (body, field) in [
            (json!({"name": " "}), "name"),
            (json!({"days": []}), "days"),
            (json!({"days": [8]}), "days"),
            (json!({"from": "25:00"}), "from"),
            (json!({"until": "ocho"}), "until"),
            (json!({"channels": []}), "channels"),
            (json!({"percent": "0"}), "percent"),
            (json!({"percent": "-100"}), "percent"),
            (json!({"percent": "0.001"}), "percent"),
            (json!({"valid_from": "2026-12-02", "valid_until": "2026-12-01"}), "valid_until"),
            (json!({"valid_from": "+262142-12-31"}), "valid_from"),
        ] {
            let Err(comanda_base::error::Error::Refused(refusal)) = with(body.clone()) else {
                panic!("{body} is taken")
            };
            assert_eq!(refusal.errors.keys().collect::<Vec<_>>(), [field], "{body}");
        }
    }
}
