//! Sample lines and adjustments for tests of rules and tickets, here and in the crates above.

use super::{
    account::{Adjustment, AdjustmentKind, Rate},
    model::{Line, LineStatus},
};
use chrono::DateTime;
use comanda_base::{
    ids::{AdjustmentId, LineId, ProductId, RequestId, UserId},
    measure::Measure,
    money::{Money, Quantity},
    words::IgvTreatment,
};

/// Returns a sent line of a plain product.
pub fn sample_line(id: i64, name: &str, price: &str, quantity: i64) -> Line {
    let price: Money = price.parse().expect("a sample names its price");
    let quantity = Quantity::units(quantity);
    Line {
        id: LineId(id),
        client_request_id: RequestId(1),
        command_id: None,
        command_number: None,
        product_id: ProductId(id),
        name: name.into(),
        variant: None,
        toppings: Vec::new(),
        comment: String::new(),
        qty_original: quantity,
        qty_paid: Quantity::ZERO,
        qty: quantity,
        measure: Measure::default(),
        status: LineStatus::Pending,
        status_changed_at: None,
        production_area_id: None,
        production_area: None,
        is_combo: false,
        combo_has_product: Vec::new(),
        base_sale_amount: price,
        schedule: None,
        sale_amount: price,
        toppings_total: Money::ZERO,
        unit_total: price,
        total: price.times(quantity).expect("a sample is small"),
        minimum_sale_price: None,
        igv_treatment: IgvTreatment::Taxed,
        is_plastic_bag: false,
        version: 1,
        added_by: UserId(1),
        added_by_name: "Rosa Quispe".into(),
        added_at: DateTime::UNIX_EPOCH,
        sent_at: None,
        dismissed_reason: None,
        course: None,
        hold: None,
        held_at: None,
    }
}

/// Returns an adjustment of the whole account that is not discountable.
pub fn sample_adjustment(kind: AdjustmentKind, rate: Rate) -> Adjustment {
    Adjustment {
        id: AdjustmentId(1),
        kind,
        code: None,
        rate,
        is_discountable: false,
        line_ids: Vec::new(),
        description: format!("{kind:?}"),
    }
}
