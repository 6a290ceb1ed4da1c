use super::*;
use crate::orders::{
    account::{Adjustment, Rate},
    model::{LineStatus, LineTopping},
    sample::{sample_adjustment, sample_line},
};
use comanda_base::{ids::ToppingId, money::Quantity};
use comanda_platform::settings::TaxRule;
use comanda_test_support::golden;

fn discount(percent: i64) -> Adjustment {
    Adjustment {
        description: format!("Descuento {percent}%"),
        ..sample_adjustment(AdjustmentKind::Discount, Rate::Percent(Quantity::units(percent)))
    }
}

#[test]
fn the_sample_pre_bill() {
    let mut lomo = sample_line(1, "Lomo saltado", "38.00", 2);
    lomo.toppings = vec![LineTopping {
        id: ToppingId(1),
        name: "Huevo frito".into(),
        price: Money::units(3),
        quantity: Quantity::units(1),
        choice: None,
    }];
    let mut dismissed = sample_line(2, "Parihuela", "52.00", 1);
    dismissed.status = LineStatus::Dismissed;
    let lines = vec![lomo, dismissed, sample_line(3, "Combo criollo", "45.00", 1)];
    let tax = TaxRule {
        percent: Quantity::units(18),
        exonerated: false,
        regime: comanda_platform::settings::Regime::General,
        bag_tax: Money::centimos(50),
    };
    let account = Account::new(lines, vec![discount(10)], Money::ZERO, tax);
    let info = CompanyInfo {
        commercial_name: "La Terraza de Miraflores".into(),
        commercial_address: "Av. Larco 345, Miraflores".into(),
        logo: Some("logo.png".into()),
        ..CompanyInfo::default()
    };
    let head = PreBillHead {
        place: "Mesa: 12 - Terraza".into(),
        waiter: "Rosa Quispe".into(),
        at: "21/11/2026 14:10".into(),
        persons: 4,
        is_table: true,
    };
    golden::assert_ticket(
        "server/crates/orders/src/orders/comandas/tickets/golden/pre_bill",
        &compose_pre_bill(&info, &head, &account),
    );
}

#[test]
fn an_included_recargo_is_shown_below_the_total() {
    let recargo = Adjustment {
        description: "Recargo al consumo 10%".into(),
        ..sample_adjustment(AdjustmentKind::ServiceIncluded, Rate::Percent(Quantity::units(10)))
    };
    let tax = TaxRule {
        percent: "10.5".parse().unwrap(),
        exonerated: false,
        regime: comanda_platform::settings::Regime::General,
        bag_tax: Money::centimos(50),
    };
    let account = Account::new(vec![sample_line(1, "Lomo saltado", "38.00", 1)], vec![recargo], Money::ZERO, tax);
    let head = PreBillHead {
        place: "Mesa: 12 - Terraza".into(),
        waiter: "Rosa Quispe".into(),
        at: "21/11/2026 14:10".into(),
        persons: 1,
        is_table: true,
    };
    let paper = comanda_ticket::plain_text(&comanda_ticket::layout(
        &compose_pre_bill(&CompanyInfo::default(), &head, &account),
        48,
    ));
    let rows: Vec<String> = paper.lines().map(|row| row.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let total = rows.iter().position(|row| row.starts_with("T O T A L") && row.ends_with("3 8 . 0 0")).unwrap();
    assert_eq!(rows[total + 1], "Incluye recargo al consumo 10% 3.15");
}
