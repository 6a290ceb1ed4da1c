//! Checks of products that are sold by weight or volume. Pure.

use super::form::ProductFields;
use comanda_base::{error::Faults, measure::Measure, money::Quantity};

/// Refuses limits that no measure can meet, and a measured product that is a combo or a bag, which are counted.
pub(super) fn check_measure_limits(fields: &ProductFields, faults: &mut Faults) {
    let limits =
        [("min_quantity", fields.min_quantity), ("quantity_step", fields.quantity_step), ("tare", fields.tare)];
    let unit = fields.sale_unit;
    if !unit.is_measured() {
        for (field, _) in limits.iter().filter(|(_, limit)| limit.is_some()) {
            faults.add(field, "Es solo de lo que se vende por peso o medida. Elige primero su unidad.");
        }
        return;
    }
    for (field, limit) in limits.iter().filter_map(|(field, limit)| Some((field, (*limit)?))) {
        if limit <= Quantity::ZERO || limit > unit.largest() {
            faults.add(field, format!("Va de más de 0 a {}.", unit.describe(unit.largest())));
        } else if !Measure::is_exact(limit) {
            faults.add(field, "Usa hasta 3 decimales.");
        }
    }
    faults.check(!fields.is_combo, "sale_unit", "Un combo se vende por unidad.");
    faults.check(!fields.is_plastic_bag, "sale_unit", "Las bolsas se venden por unidad.");
}

#[cfg(test)]
mod tests {
    use super::super::form::SaveProduct;
    use super::*;
    use comanda_base::error::Error;
    use serde_json::{Value, json};

    fn faults_of(more: Value) -> Vec<String> {
        let mut body = json!({"name": "Lenguado", "category_id": "1", "sale_amount": "120", "sale_unit": "KG"});
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        match ProductFields::new(&serde_json::from_value::<SaveProduct>(body).unwrap()) {
            Ok(_) => Vec::new(),
            Err(Error::Refused(refusal)) => refusal.errors.keys().cloned().collect(),
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn limits_are_measures_of_a_measured_product() {
        for (more, fields) in [
            (json!({}), &[][..]),
            (json!({"min_quantity": "0.2", "quantity_step": "0.05", "tare": "0.12"}), &[]),
            (json!({"min_quantity": "0"}), &["min_quantity"]),
            (json!({"quantity_step": "-0.05"}), &["quantity_step"]),
            (json!({"tare": "0.0001"}), &["tare"]),
            (json!({"min_quantity": "1000"}), &["min_quantity"]),
            (json!({"sale_unit": "G", "min_quantity": "1000"}), &[]),
            (json!({"sale_unit": "UNIT", "tare": "0.1"}), &["tare"]),
            (json!({"is_combo": true}), &["sale_unit"]),
            (json!({"is_plastic_bag": true}), &["sale_unit"]),
        ] {
            assert_eq!(faults_of(more.clone()), fields, "{more}");
        }
    }
}
