use super::{
    discount_permission,
    model::{ChargeAsked, DiscountAsked, DiscountMethod},
    rules::{self, AdjustmentContext},
};
use crate::orders::{
    Account, Line,
    account::{Adjustment, AdjustmentKind, ChargeCode, Rate},
    model::LineStatus,
    sample::{sample_adjustment, sample_line},
    store::{ChargeType, NewAdjustment, StoredAdjustment},
};
use comanda_base::{
    error::{Code, Error, Refusal},
    ids::{ChargeTypeId, DiscountTypeId, LineId},
    money::{Money, Quantity},
};
use comanda_platform::{settings::TaxRule, use_case::Action};
use proptest::prelude::*;

pub(super) const TAX: TaxRule = TaxRule {
    percent: Quantity::units(18),
    exonerated: false,
    regime: comanda_platform::settings::Regime::General,
    bag_tax: Money::centimos(50),
};

fn m(text: &str) -> Money {
    text.parse().unwrap()
}
fn account(lines: Vec<Line>, adjustments: Vec<Adjustment>) -> Account {
    Account::new(lines, adjustments, Money::ZERO, TAX)
}
/// The account of a table with lines of 76.00 and 45.00, and a dismissed one.
fn table() -> Account {
    let mut dismissed = sample_line(3, "Parihuela", "52.00", 1);
    dismissed.status = LineStatus::Dismissed;
    account(
        vec![sample_line(1, "Lomo saltado", "38.00", 2), sample_line(2, "Combo criollo", "45.00", 1), dismissed],
        vec![],
    )
}
fn types() -> Vec<ChargeType> {
    [ChargeCode::Tip, ChargeCode::Other, ChargeCode::Delivery, ChargeCode::Service]
        .into_iter()
        .zip(1..)
        .map(|(code, id)| ChargeType { id: ChargeTypeId(id), code, name: code.to_string() })
        .collect()
}
fn percent(text: &str) -> DiscountAsked {
    DiscountAsked { percentage: Some(text.parse().unwrap()), ..DiscountAsked::default() }
}
fn fixed(text: &str) -> DiscountAsked {
    DiscountAsked { amount: Some(m(text)), ..DiscountAsked::default() }
}
fn courtesy(line_ids: &[i64]) -> DiscountAsked {
    let line_ids = line_ids.iter().copied().map(LineId).collect();
    DiscountAsked { discount_type_id: Some(DiscountTypeId(1)), line_ids, ..DiscountAsked::default() }
}
fn charge(kind: i64, amount: Option<&str>, percentage: Option<&str>) -> ChargeAsked {
    ChargeAsked {
        additional_charge_type_id: ChargeTypeId(kind),
        amount: amount.map(m),
        percentage: percentage.map(|p| p.parse().unwrap()),
        extra_description: None,
        is_discountable: false,
    }
}

fn read(
    account: &Account,
    stored: &[StoredAdjustment],
    discounts: &[DiscountAsked],
    charges: &[ChargeAsked],
) -> Result<(Vec<NewAdjustment>, Account), Refusal> {
    let types = types();
    let refusal = |e| match e {
        Error::Refused(r) => *r,
        other => panic!("{other}"),
    };
    let new = rules::parse_adjustments(AdjustmentContext { account, stored, types: &types }, discounts, charges)
        .map_err(refusal)?;
    let all = account.adjustments.iter().cloned().chain(new.iter().map(|n| n.adjustment.clone())).collect();
    let after = account.with_adjustments(all);
    let new_discounts = new.iter().map(|n| &n.adjustment).filter(|a| a.is_discount());
    rules::check_discounts_apply(&after, new_discounts, |i| format!("discounts[{i}]")).map_err(refusal)?;
    Ok((new, after))
}
fn refused(account: &Account, discounts: &[DiscountAsked], charges: &[ChargeAsked]) -> (Code, String) {
    let refusal = read(account, &[], discounts, charges).unwrap_err();
    (refusal.code, refusal.errors.into_keys().next().unwrap_or_default())
}

#[test]
fn discounts_out_of_bounds_are_refused() {
    let wrong_type = DiscountAsked { discount_type_id: Some(DiscountTypeId(3)), ..percent("10") };
    let line_discount = |line: i64, d: DiscountAsked| DiscountAsked { line_ids: vec![LineId(line)], ..d };
    let empty = DiscountAsked { discount_method: Some(DiscountMethod::Percentage), ..DiscountAsked::default() };
    for (form, field) in [
        (percent("0"), "discounts[0].percentage"),
        (percent("-5"), "discounts[0].percentage"),
        (percent("100.01"), "discounts[0].percentage"),
        (percent("10.005"), "discounts[0].percentage"),
        (empty, "discounts[0].percentage"),
        (fixed("0"), "discounts[0].amount"),
        (fixed("-1"), "discounts[0].amount"),
        (fixed("1.005"), "discounts[0].amount"),
        (DiscountAsked::default(), "discounts[0].amount"),
        (fixed("121.01"), "discounts[0]"),
        (line_discount(2, fixed("45.01")), "discounts[0]"),
        (line_discount(3, percent("10")), "discounts[0].line_ids[0]"),
        (line_discount(9, percent("10")), "discounts[0].line_ids[0]"),
        (wrong_type, "discounts[0].discountTypeId"),
        (DiscountAsked { description: Some("x".repeat(101)), ..percent("10") }, "discounts[0].description"),
    ] {
        assert_eq!(refused(&table(), std::slice::from_ref(&form), &[]), (Code::Invalid, field.into()), "{form:?}");
    }
    for (form, total) in [
        (percent("100"), "0.00"),
        (percent("0.01"), "120.99"),
        (fixed("121"), "0.00"),
        (line_discount(2, fixed("45")), "76.00"),
        (courtesy(&[2]), "76.00"),
        (courtesy(&[2, 2]), "76.00"),
        (courtesy(&[]), "0.00"),
    ] {
        let (_, after) = read(&table(), &[], std::slice::from_ref(&form), &[]).unwrap();
        assert_eq!(after.totals.total, m(total), "{form:?}");
    }
}

#[test]
fn discounts_cannot_exceed_what_is_left() {
    let nothing = account(vec![], vec![]);
    assert_eq!(refused(&nothing, &[percent("10")], &[]).0, Code::Invalid);
    let (code, field) = refused(
        &table(),
        &[courtesy(&[2]), percent("50"), DiscountAsked { line_ids: vec![LineId(2)], ..percent("10") }],
        &[],
    );
    assert_eq!((code, field.as_str()), (Code::Invalid, "discounts[2]"));
    // 76.00 remain once the combo is a courtesy.
    let refusal = read(&table(), &[], &[courtesy(&[2]), fixed("80")], &[]).unwrap_err();
    assert_eq!(refusal.current.unwrap()["most"], "76.00");
}

#[test]
fn charges_out_of_bounds_are_refused() {
    let discountable = |c: ChargeAsked| ChargeAsked { is_discountable: true, ..c };
    for (form, field) in [
        (charge(9, Some("5"), None), "charges[0].additionalChargeTypeId"),
        (charge(1, Some("0"), None), "charges[0].amount"),
        (charge(1, None, None), "charges[0].amount"),
        (charge(1, None, Some("101")), "charges[0].percentage"),
        (charge(2, Some("10000.01"), None), "charges[0].amount"),
        (charge(3, None, Some("5")), "charges[0].amount"),
        (charge(4, Some("5"), None), "charges[0].percentage"),
        (charge(4, None, Some("13.01")), "charges[0].percentage"),
        (discountable(charge(1, Some("5"), None)), "charges[0].isDiscountable"),
    ] {
        assert_eq!(refused(&table(), &[], std::slice::from_ref(&form)), (Code::Invalid, field.into()), "{form:?}");
    }
    for form in [charge(1, None, Some("10")), charge(4, None, Some("13")), charge(3, Some("7"), None)] {
        assert!(read(&table(), &[], &[], std::slice::from_ref(&form)).is_ok(), "{form:?}");
    }
}

#[test]
fn recargo_and_delivery_are_allowed_once() {
    let service = || charge(4, None, Some("10"));
    assert_eq!(refused(&table(), &[], &[service(), service()]).0, Code::AlreadyExists);
    let disabled_charge = StoredAdjustment {
        adjustment: adjustment(AdjustmentKind::Service, Some(ChargeCode::Service), "10"),
        description: String::new(),
        discount_type_id: None,
        enabled: false,
        created_by_name: "Rosa".into(),
        approver_name: None,
        billing_id: None,
    };
    assert_eq!(
        read(&table(), std::slice::from_ref(&disabled_charge), &[], &[service()]).unwrap_err().code,
        Code::AlreadyExists
    );
    let tips = [charge(1, Some("5"), None), charge(1, Some("5"), None)];
    assert_eq!(read(&table(), &[disabled_charge], &[], &tips).unwrap().1.totals.tip, m("10"));
}

fn adjustment(kind: AdjustmentKind, code: Option<ChargeCode>, percent: &str) -> Adjustment {
    Adjustment { code, ..sample_adjustment(kind, Rate::Percent(percent.parse().unwrap())) }
}

fn required_action(before: &Account, forms: &[DiscountAsked]) -> Action {
    let (_, after) = read(before, &[], forms, &[]).unwrap();
    let courtesy = forms.iter().any(|d| d.discount_type_id == Some(DiscountTypeId(1)));
    discount_permission::assess_discounts(before, &after, courtesy).required_action.unwrap()
}

#[test]
fn up_to_a_tenth_of_the_account_in_all_is_a_small_discount() {
    for (forms, action) in [
        (vec![percent("10")], Action::SmallDiscount),
        (vec![fixed("12.10")], Action::SmallDiscount),
        (vec![fixed("12.11")], Action::LargeDiscount),
        (vec![percent("10.01")], Action::LargeDiscount),
        (vec![percent("5"), percent("5")], Action::SmallDiscount),
        (vec![percent("10"), percent("10")], Action::LargeDiscount),
        (vec![courtesy(&[2])], Action::LargeDiscount),
        // 9.00 of 121.00, although it is a fifth of its line.
        (vec![DiscountAsked { line_ids: vec![LineId(2)], ..percent("20") }], Action::SmallDiscount),
    ] {
        assert_eq!(required_action(&table(), &forms), action, "{forms:?}");
    }
    let before = account(table().lines, vec![adjustment(AdjustmentKind::Discount, None, "10")]);
    assert_eq!(required_action(&before, &[percent("1")]), Action::LargeDiscount);
    // 4.535 is a tenth of it: five and five per cent round up to a céntimo more.
    let odd = account(vec![sample_line(1, "Café", "45.30", 1)], vec![]);
    assert_eq!(required_action(&odd, &[percent("5"), percent("5")]), Action::SmallDiscount);
}

#[test]
fn below_the_minimum_price_needs_approval_unless_it_is_a_courtesy() {
    let with_minimum = |adjustments| {
        let mut lomo = sample_line(1, "Lomo saltado", "38.00", 2);
        lomo.minimum_sale_price = Some(m("36.00"));
        account(vec![lomo, sample_line(2, "Combo criollo", "45.00", 1)], adjustments)
    };
    let before = with_minimum(vec![]);
    let combo_discount = |d: DiscountAsked| DiscountAsked { line_ids: vec![LineId(2)], ..d };
    for (form, action) in [
        (percent("5"), Action::SmallDiscount),
        (percent("5.3"), Action::BelowMinimum),
        (combo_discount(percent("20")), Action::SmallDiscount),
        (courtesy(&[1]), Action::LargeDiscount),
        (courtesy(&[]), Action::LargeDiscount),
    ] {
        assert_eq!(required_action(&before, std::slice::from_ref(&form)), action, "{form:?}");
    }
    // A line that was below its minimum and stays as it is needs no new approval.
    let named = Adjustment { line_ids: vec![LineId(1)], ..adjustment(AdjustmentKind::Discount, None, "6") };
    assert_eq!(required_action(&with_minimum(vec![named]), &[combo_discount(percent("1"))]), Action::SmallDiscount);
}

#[test]
fn a_waived_charge_counts_as_a_discount_of_its_size() {
    let service = adjustment(AdjustmentKind::Service, Some(ChargeCode::Service), "10");
    let before = account(table().lines, vec![service]);
    let impact = discount_permission::assess_waived_charge(&before, &before.with_adjustments(vec![]));
    assert_eq!(impact.required_action, Some(Action::SmallDiscount));
    let tip = Adjustment { rate: Rate::Fixed(m("30")), ..adjustment(AdjustmentKind::Tip, Some(ChargeCode::Tip), "1") };
    let before = account(table().lines, vec![tip]);
    assert_eq!(
        discount_permission::assess_waived_charge(&before, &before.with_adjustments(vec![])).required_action,
        Some(Action::LargeDiscount)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn a_line_below_its_minimum_is_always_reported(
        lines in prop::collection::vec((1i64..20_000, 1i64..5, 0i64..100), 1..6),
        discounts in prop::collection::vec((1i64..10_000, any::<bool>(), prop::option::of(1i64..6)), 1..4),
    ) {
        let lines: Vec<Line> = lines.into_iter().zip(1..).map(|((price, quantity, minimum), id)| {
            let price = Money::centimos(price);
            let mut line = sample_line(id, "Plato", &price.to_string(), quantity);
            line.minimum_sale_price = price.percent(Quantity::units(minimum));
            line
        }).collect();
        let before = account(lines, vec![]);
        let forms: Vec<DiscountAsked> = discounts.into_iter().map(|(n, is_percent, line)| DiscountAsked {
            percentage: is_percent.then(|| Quantity::from_millionths(n * 10_000)),
            amount: (!is_percent).then(|| Money::centimos(n)),
            line_ids: line.map(LineId).into_iter().filter(|l| before.find_line(*l).is_some()).collect(),
            ..DiscountAsked::default()
        }).collect();
        // Invalid requests are refused; another test checks that.
        let Ok((new, after)) = read(&before, &[], &forms, &[]) else { return Ok(()) };
        let discount_total: Money = after.totals.discounts.iter().map(|d| d.amount).sum();
        prop_assert_eq!(before.totals.total - discount_total, after.totals.total);
        prop_assert_eq!(after.totals.discounts.len(), new.len());
        prop_assert_eq!(after.shares().iter().map(|s| s.1).sum::<Money>(), after.totals.total);
        prop_assert!(after.shares().iter().all(|s| !s.1.is_negative()));
        let impact = discount_permission::assess_discounts(&before, &after, false);
        for (id, share) in after.discounted_shares() {
            let line = after.find_line(*id).unwrap();
            let minimum = line.minimum_sale_price.unwrap().times(line.qty_original).unwrap();
            prop_assert!(*share >= minimum || impact.below_minimum.contains(id));
        }
        if impact.required_action == Some(Action::SmallDiscount) {
            let tenth = before.totals.base.percent(Quantity::units(10)).unwrap();
            prop_assert!(discount_total <= tenth + Money::centimos(forms.len() as i64));
        }
    }
}
