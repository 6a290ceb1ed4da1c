//! Random accounts and random ways to split them.

use super::split::PaymentScope;
use comanda_base::{
    ids::{AdjustmentId, LineId, ToppingId},
    money::{Money, Quantity},
    words::IgvTreatment,
};
use comanda_orders::orders::{
    Line,
    account::{Adjustment, AdjustmentKind, Rate},
    model::LineTopping,
    sample::{sample_adjustment, sample_line as plain},
};
use proptest::prelude::*;

/// Price in thousandths, quantity, toppings by price and quantity, index of the IGV treatment, whether it is a plastic bag.
type RandomDish = (i64, i64, Vec<(i64, i64)>, usize, bool);

pub(super) fn lines() -> impl Strategy<Value = Vec<Line>> {
    // Prices have up to three decimals.
    let line = (
        1i64..60_000,
        1i64..5,
        prop::collection::vec((1i64..9_000, 1i64..3), 0..2),
        0usize..5,
        prop::bool::weighted(0.2),
    );
    prop::collection::vec(line, 1..6).prop_map(|all| {
        let line = |((price, quantity, toppings, treatment, is_bag), id): (RandomDish, i64)| {
            // A bag costs more than the tax on it, by a céntimo at least and in whole céntimos, and has no toppings.
            let (price, toppings) = if is_bag { (510 + price % 150 * 10, Vec::new()) } else { (price, toppings) };
            let price = Money::from_millionths(price * 1_000).to_string();
            let mut line = plain(id, "Plato", &price, quantity);
            let (taxed, all) = (IgvTreatment::Taxed, [IgvTreatment::Exonerated, IgvTreatment::Unaffected]);
            line.is_plastic_bag = is_bag;
            line.igv_treatment = all.get(treatment).copied().unwrap_or(taxed);
            line.toppings = toppings
                .into_iter()
                .map(|(price, quantity)| LineTopping {
                    id: ToppingId(1),
                    name: "Extra".into(),
                    price: Money::from_millionths(price * 1_000),
                    quantity: Quantity::units(quantity),
                    choice: None,
                })
                .collect();
            line
        };
        all.into_iter().zip(1..).map(line).collect()
    })
}

pub(super) fn adjustments() -> impl Strategy<Value = Vec<Adjustment>> {
    use AdjustmentKind::{Charge, Courtesy, Discount, Service, Tip};
    let rate = prop_oneof![
        (1i64..10_000).prop_map(|c| Rate::Fixed(Money::centimos(c))),
        (1i64..=100).prop_map(|p| Rate::Percent(Quantity::units(p))),
    ];
    let kind = prop::sample::select(vec![Charge, Courtesy, Discount, Service, Tip]);
    prop::collection::vec((kind, rate, any::<bool>(), prop::option::of(1i64..6)), 0..4).prop_map(|all| {
        type RandomAdjustment = (AdjustmentKind, Rate, bool, Option<i64>);
        let adjustment = |(id, (kind, rate, is_discountable, line)): (i64, RandomAdjustment)| Adjustment {
            id: AdjustmentId(id),
            is_discountable,
            line_ids: line.filter(|_| matches!(kind, Courtesy | Discount)).map(LineId).into_iter().collect(),
            ..sample_adjustment(kind, rate)
        };
        (2..).zip(all).map(adjustment).collect()
    })
}

pub(super) fn part() -> impl Strategy<Value = PaymentScope> {
    prop_oneof![
        (1i64..6, 1i64..4).prop_map(|(line, n)| PaymentScope::Lines(vec![(LineId(line), Quantity::units(n))])),
        (2i64..6).prop_map(PaymentScope::Share),
        (1i64..20_000).prop_map(|c| PaymentScope::Amount(Money::centimos(c))),
    ]
}
