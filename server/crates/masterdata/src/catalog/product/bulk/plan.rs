//! The result of a bulk change for each product. Pure.

use super::{
    BulkChange, BulkField, BulkLine, FieldChange, PriceChange, PriceName, RoundTo,
    store::{ChangeTarget, ProductRow},
};
use crate::catalog::{
    model::NO_KITCHEN,
    product::form::{check_minimum, check_price},
};
use comanda_base::{
    error::{Refusal, invalid},
    ids::ProductId,
    money::{Money, Quantity, SCALE, div_round},
};
use serde_json::{Map, Value, json};
use std::collections::{HashMap, HashSet};

/// The limits of a percentage, against typing errors that would give products away or make them eleven times as expensive.
const MIN_PERCENT: Quantity = Quantity::units(-99);
const MAX_PERCENT: Quantity = Quantity::units(1_000);

/// A product before and after the change.
#[derive(Debug, Clone)]
pub(super) struct PlannedChange {
    /// Absent: there is no such product.
    pub was: Option<ProductRow>,
    pub is: Option<ProductRow>,
    pub line: BulkLine,
}

impl PlannedChange {
    /// Returns the fields before and after, as the log stores them.
    pub fn fields_for_log(&self) -> (Map<String, Value>, Map<String, Value>) {
        let all = |row: &Option<ProductRow>| {
            let Some(r) = row else { return Map::new() };
            let fields = json!({
                "name": r.name, "category_id": r.category_id, "production_area_id": r.production_area_id, "skips_kitchen": r.skips_kitchen,
                "sale_amount": r.sale_amount, "delivery_price": r.delivery_price,
                "delivery_app_price": r.delivery_app_price, "status": r.status,
            });
            match fields {
                Value::Object(fields) => fields,
                _ => Map::new(),
            }
        };
        (all(&self.was), all(&self.is))
    }
}

/// Checks that the change of a price is complete and plausible.
pub(super) fn check_price_change(change: &PriceChange) -> Result<(), Refusal> {
    match (change.set, change.percent) {
        (Some(amount), None) => check_price("price.set", amount),
        (None, Some(percent)) if percent.is_zero() => Err(invalid("price.percent", "Escribe cuánto sube o baja.")),
        (None, Some(percent)) if (MIN_PERCENT..=MAX_PERCENT).contains(&percent) => Ok(()),
        (None, Some(_)) => Err(invalid("price.percent", "El porcentaje va de -99 a 1000.")),
        _ => Err(invalid("price.set", "Escribe un precio, o cuánto por ciento sube o baja.")),
    }
}

/// Returns the result for each product, in the order of the request.
pub(super) fn plan_changes(body: &BulkChange, target: &ChangeTarget, rows: Vec<ProductRow>) -> Vec<PlannedChange> {
    let mut rows: HashMap<ProductId, ProductRow> = rows.into_iter().map(|r| (r.id, r)).collect();
    let mut unique_ids = HashSet::new();
    let ids = body.ids.iter().filter(|id| unique_ids.insert(**id));
    ids.map(|id| match rows.remove(id) {
        Some(row) => plan_change(body, target, row),
        None => missing_product(*id),
    })
    .collect()
}

fn missing_product(id: ProductId) -> PlannedChange {
    let error = Some("Ya no existe. Actualiza la lista.".to_owned());
    let line = BulkLine { product_id: id, name: format!("Producto {id}"), changes: Vec::new(), error };
    PlannedChange { was: None, is: None, line }
}

fn plan_change(body: &BulkChange, target: &ChangeTarget, was: ProductRow) -> PlannedChange {
    let mut is = was.clone();
    let mut error = None;
    if let Some(category) = &target.category {
        (is.category_id, is.category) = category.clone();
    }
    if let Some(area) = body.production_area_id {
        is.production_area_id = area;
        is.production_area = target.area.clone();
        is.skips_kitchen = area.is_none();
    }
    is.status = body.status.unwrap_or(is.status);
    if let Some(price) = &body.price {
        error = change_prices(&mut is, price).err().map(|refusal| refusal.message);
    }
    let changes = if error.is_some() { Vec::new() } else { list_changes(&was, &is) };
    let line = BulkLine { product_id: was.id, name: was.name.clone(), changes, error };
    PlannedChange { was: Some(was), is: Some(is), line }
}

fn change_prices(row: &mut ProductRow, change: &PriceChange) -> Result<(), Refusal> {
    let prices = if change.prices.is_empty() { &[PriceName::SaleAmount][..] } else { &change.prices };
    for name in prices {
        match name {
            PriceName::SaleAmount => row.sale_amount = changed_price(row.sale_amount, change)?,
            PriceName::DeliveryPrice => row.delivery_price = change_optional_price(row.delivery_price, change)?,
            PriceName::DeliveryAppPrice => {
                row.delivery_app_price = change_optional_price(row.delivery_app_price, change)?
            }
        }
    }
    check_minimum(row.minimum_sale_price, row.sale_amount)
}

fn change_optional_price(was: Option<Money>, change: &PriceChange) -> Result<Option<Money>, Refusal> {
    match (was, change.set) {
        (None, None) => Ok(None),
        (was, _) => changed_price(was.unwrap_or_default(), change).map(Some),
    }
}

fn changed_price(was: Money, change: &PriceChange) -> Result<Money, Refusal> {
    let Some(percent) = change.percent else { return Ok(change.set.unwrap_or(was)) };
    let whole = 100 * i128::from(SCALE);
    let step = i128::from(rounding_step(change.round_to).millionths());
    let exact = i128::from(was.millionths()) * (whole + i128::from(percent.millionths()));
    let new = div_round(exact, whole * step) * step;
    let new = i64::try_from(new).map(Money::from_millionths).unwrap_or(was);
    if new.is_zero() && !was.is_zero() {
        return Err(invalid("price.percent", format!("De S/ {was:#} quedaría en 0. Redondea a menos.")));
    }
    check_price("price.percent", new)?;
    Ok(new)
}

const fn rounding_step(round_to: RoundTo) -> Money {
    match round_to {
        RoundTo::Centimo => Money::from_millionths(SCALE / 100),
        RoundTo::TenCentimos => Money::from_millionths(SCALE / 10),
        RoundTo::HalfSol => Money::from_millionths(SCALE / 2),
    }
}

fn list_changes(was: &ProductRow, is: &ProductRow) -> Vec<FieldChange> {
    let amount = |amount: Option<Money>| amount.map(|a| a.to_string()).unwrap_or_default();
    let area = |row: &ProductRow| match &row.production_area {
        Some(name) => name.clone(),
        None if row.skips_kitchen => NO_KITCHEN.to_owned(),
        None => String::new(),
    };
    let all = [
        (BulkField::SaleAmount, was.sale_amount.to_string(), is.sale_amount.to_string()),
        (BulkField::DeliveryPrice, amount(was.delivery_price), amount(is.delivery_price)),
        (BulkField::DeliveryAppPrice, amount(was.delivery_app_price), amount(is.delivery_app_price)),
        (BulkField::Category, was.category.clone(), is.category.clone()),
        (BulkField::ProductionArea, area(was), area(is)),
        (BulkField::Status, was.status.to_string(), is.status.to_string()),
    ];
    let differs = all.into_iter().filter(|(_, before, after)| before != after);
    differs.map(|(field, before, after)| FieldChange { field, before, after }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use comanda_base::{ids::CategoryId, words::Status};

    fn by_percent(was: &str, percent: &str, round_to: RoundTo) -> Result<String, Refusal> {
        let change = PriceChange { percent: Some(percent.parse().unwrap()), round_to, ..PriceChange::default() };
        check_price_change(&change)?;
        changed_price(was.parse().unwrap(), &change).map(|new| new.to_string())
    }

    #[test]
    fn a_percentage_is_rounded_once_to_the_requested_step() {
        use RoundTo::{Centimo, HalfSol, TenCentimos};
        for (was, percent, round_to, new) in [
            ("38.00", "10", Centimo, "41.80"),
            ("33.33", "10", Centimo, "36.66"),
            ("33.33", "10", TenCentimos, "36.70"),
            ("33.33", "10", HalfSol, "36.50"),
            ("10.25", "-10", TenCentimos, "9.20"),
            ("12.505", "2.5", Centimo, "12.82"),
            ("0", "10", HalfSol, "0.00"),
        ] {
            assert_eq!(by_percent(was, percent, round_to).unwrap(), new, "{was} {percent}");
        }
        for (was, percent) in [("38", "0"), ("38", "-100"), ("38", "1001"), ("0.20", "-50"), ("99999", "10")] {
            assert!(by_percent(was, percent, HalfSol).is_err(), "{was} {percent}");
        }
    }

    #[test]
    fn a_change_has_one_amount_or_one_percentage() {
        let both = PriceChange { set: Some(Money::units(1)), percent: Some(Quantity::units(1)), ..Default::default() };
        assert!(check_price_change(&both).is_err());
        assert!(check_price_change(&PriceChange::default()).is_err());
        assert!(check_price_change(&PriceChange { set: Some(Money::units(-1)), ..Default::default() }).is_err());
    }

    #[test]
    fn a_percentage_gives_no_price_where_there_is_none() {
        let row = ProductRow {
            id: ProductId(1),
            name: "Lomo".into(),
            category_id: CategoryId(1),
            category: String::new(),
            production_area_id: None,
            production_area: None,
            skips_kitchen: false,
            sale_amount: Money::units(10),
            delivery_price: None,
            delivery_app_price: None,
            minimum_sale_price: None,
            status: Status::Active,
        };
        let both = vec![PriceName::SaleAmount, PriceName::DeliveryPrice];
        let mut is = row.clone();
        let percent = PriceChange { prices: both.clone(), percent: Some(Quantity::units(10)), ..Default::default() };
        change_prices(&mut is, &percent).unwrap();
        assert_eq!((is.sale_amount, is.delivery_price), (Money::units(11), None));
        change_prices(&mut is, &PriceChange { prices: both, set: Some(Money::units(9)), ..Default::default() })
            .unwrap();
        assert_eq!((is.sale_amount, is.delivery_price), (Money::units(9), Some(Money::units(9))));
        let mut least = ProductRow { minimum_sale_price: Some(Money::units(10)), ..row };
        let lower = PriceChange { set: Some(Money::units(9)), ..Default::default() };
        assert!(change_prices(&mut least, &lower).unwrap_err().message.contains("10.00"));
    }
}
