use super::*;
use crate::orders::sample::{sample_adjustment, sample_line};
use comanda_base::money::Quantity;
use comanda_platform::settings::TaxRule;

const GENERAL: TaxRule = TaxRule {
    percent: Quantity::units(18),
    exonerated: false,
    regime: comanda_platform::settings::Regime::General,
    bag_tax: Money::centimos(50),
};
const FROM: RequestId = RequestId(1);
const TO: RequestId = RequestId(2);

fn m(text: &str) -> Money {
    text.parse().unwrap()
}
fn percent(text: &str) -> Rate {
    Rate::Percent(text.parse().unwrap())
}
fn adjust(id: i64, kind: AdjustmentKind, rate: Rate, lines: &[i64]) -> Adjustment {
    Adjustment {
        id: AdjustmentId(id),
        line_ids: lines.iter().copied().map(LineId).collect(),
        ..sample_adjustment(kind, rate)
    }
}
fn account(lines: Vec<Line>, adjustments: Vec<Adjustment>) -> Account {
    Account::new(lines, adjustments, Money::ZERO, GENERAL)
}
/// The lines of the guests at the origin, 76 + 45.
fn guests() -> Vec<Line> {
    vec![sample_line(1, "Lomo saltado", "38.00", 2), sample_line(2, "Combo criollo", "45.00", 1)]
}
/// The line of the guests at the destination, 28.
fn others() -> Vec<Line> {
    vec![sample_line(3, "Ají de gallina", "28.00", 1)]
}
fn put(id: i64, on: RequestId, lines: &[i64], fixed: Option<&str>) -> AdjustmentUpdate {
    AdjustmentUpdate {
        id: AdjustmentId(id),
        on,
        line_ids: lines.iter().copied().map(LineId).collect(),
        fixed: fixed.map(m),
    }
}

#[test]
fn merged_accounts_add_up_to_the_sum_of_both() {
    use AdjustmentKind::*;
    let discountable = |a: Adjustment| Adjustment { is_discountable: true, ..a };
    for (what, origin_adjustments, destination_adjustments, total) in [
        ("nothing", vec![], vec![], "149.00"),
        ("a discount of all", vec![adjust(1, Discount, percent("10"), &[])], vec![], "136.90"),
        ("a fixed discount", vec![adjust(1, Discount, Rate::Fixed(m("20")), &[])], vec![], "129.00"),
        ("a courtesy of all", vec![adjust(1, Courtesy, percent("100"), &[])], vec![], "28.00"),
        ("a courtesy of a dish", vec![adjust(1, Courtesy, percent("100"), &[2])], vec![], "104.00"),
        ("a fixed charge", vec![adjust(1, Charge, Rate::Fixed(m("5")), &[])], vec![], "154.00"),
        // 12.10, a tenth of 121.00.
        ("a percentage charge", vec![adjust(1, Charge, percent("10"), &[])], vec![], "161.10"),
        ("a tip", vec![adjust(1, Tip, percent("10"), &[])], vec![], "161.10"),
        (
            "a discount of a base with a charge in it",
            vec![discountable(adjust(1, Charge, Rate::Fixed(m("10")), &[])), adjust(2, Discount, percent("10"), &[])],
            vec![],
            // 121 + 10 − 13.10 + 28
            "145.90",
        ),
        // 121.00 with 18 % within has a value of 102.5424; a tenth is 10.25, and none of it applies to the 28.00 of the destination.
        ("recargo of the origin alone", vec![adjust(1, Service, percent("10"), &[])], vec![], "159.25"),
        (
            "recargo of both is one: a tenth of the value of 149.00",
            vec![adjust(1, Service, percent("10"), &[])],
            vec![adjust(2, Service, percent("10"), &[])],
            "161.63",
        ),
        (
            "both with discounts of lines",
            vec![adjust(1, Discount, percent("50"), &[1])],
            vec![adjust(2, Discount, percent("50"), &[3])],
            "97.00",
        ),
    ] {
        let (origin, destination) = (account(guests(), origin_adjustments), account(others(), destination_adjustments));
        let both = merged_account(&origin, &destination, &merge_adjustments(&origin, &destination, TO));
        assert_eq!(both.totals.total.to_string(), total, "{what}");
    }
}

#[test]
fn adjustments_of_an_account_without_dishes_do_not_move() {
    let empty = account(vec![], vec![adjust(1, AdjustmentKind::Discount, percent("10"), &[])]);
    let changes = merge_adjustments(&empty, &account(others(), vec![]), TO);
    assert_eq!(changes, AdjustmentChanges { end: vec![AdjustmentId(1)], ..AdjustmentChanges::default() });
}

fn moved(line: Line, quantity: i64, id: i64) -> MovedLine {
    MovedLine { line, quantity: Quantity::units(quantity), id: LineId(id) }
}

#[test]
fn a_discount_on_moved_lines_is_divided() {
    use AdjustmentKind::*;
    let lines = guests();
    let account = account(
        lines.clone(),
        vec![
            adjust(1, Discount, percent("10"), &[]),
            adjust(2, Discount, percent("10"), &[1, 2]),
            adjust(3, Courtesy, percent("100"), &[2]),
            adjust(4, Discount, Rate::Fixed(m("10")), &[1, 2]),
            adjust(5, Charge, Rate::Fixed(m("5")), &[]),
        ],
    );
    // The combo moves.
    let all = divide_adjustments(&account, &[moved(lines[1].clone(), 1, 2)], FROM, TO);
    assert_eq!(
        all,
        AdjustmentChanges {
            // 10 divided in the ratio 76 to 45
            put: vec![put(2, FROM, &[1], None), put(3, TO, &[2], None), put(4, FROM, &[1], Some("6.28"))],
            copy: vec![put(2, TO, &[2], None), put(4, TO, &[2], Some("3.72"))],
            end: vec![],
        }
    );
    // One of two lomos moves, as line 9.
    let part = divide_adjustments(&account, &[moved(lines[0].clone(), 1, 9)], FROM, TO);
    assert_eq!(
        part,
        AdjustmentChanges {
            put: vec![put(2, FROM, &[1, 2], None), put(4, FROM, &[1, 2], Some("6.86"))],
            copy: vec![put(2, TO, &[9], None), put(4, TO, &[9], Some("3.14"))],
            end: vec![],
        }
    );
}
