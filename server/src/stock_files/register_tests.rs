//! The register of a month as the tax authority's program takes it, against a file that a person has read.

use super::*;
use crate::{golden, settings::CompanyInfo, stock_files::register_text};
use chrono::TimeZone;

fn item(kind: ItemKind, id: i64, (name, unit): (&str, &str), began: Option<(&str, &str)>) -> RegisterItem {
    RegisterItem {
        item_kind: kind,
        item_id: id,
        name: name.into(),
        unit: unit.into(),
        quantity: began.map(|b| b.0.parse().unwrap()).unwrap_or_default(),
        value: began.map(|b| b.1.parse().unwrap()),
        cost: began.map(|_| Money::units(1)),
        pending: false,
    }
}

fn moved(
    (kind, item, id): (ItemKind, i64, i64),
    (reason, source, document): (MoveReason, &str, Option<&str>),
    quantity: &str,
    (balance, value): (&str, Option<&str>),
) -> RegisterMove {
    RegisterMove {
        item_kind: kind,
        item_id: item,
        id,
        // 02:30 of the next day on the house's clock is still the evening before.
        at: Utc.with_ymd_and_hms(2026, 11, u32::try_from(id).unwrap(), 7, 30, 0).unwrap(),
        quantity: quantity.parse().unwrap(),
        reason,
        source: source.into(),
        document: document.map(str::to_owned),
        balance: Some(balance.parse().unwrap()),
        balance_value: value.map(|v| v.parse().unwrap()),
        balance_cost: value.map(|_| Money::units(1)),
    }
}

/// Bottles that are sold as they were bought, beef that dishes take, and herbs of which nobody knows the cost.
fn november() -> Register {
    use ItemKind::{Product, Supply};
    use MoveReason::{Count, Expired, Purchase, Refunded, Sale};
    let items = vec![
        item(Product, 7, ("Inca Kola 500 ml", "und"), Some(("120", "300.005"))),
        item(Supply, 1, ("Lomo fino | al vacío", "kg"), None),
        item(Supply, 9, ("Hierbabuena", "kg"), Some(("0.9", "0"))),
    ];
    let moves = vec![
        moved((Product, 7, 3), (Sale, "command:12", Some("B001-00000347")), "-12", ("108", Some("270.0045"))),
        moved((Product, 7, 4), (Refunded, "refund:2", Some("B001-00000347")), "1", ("109", Some("272.504542"))),
        moved((Supply, 1, 5), (Purchase, "purchase:31", Some("F014-28431")), "20.5", ("20.5", Some("641.035"))),
        moved(
            (Supply, 1, 6),
            (Sale, "command:13", Some("F001-00000012, B001-00000350")),
            "-0.4",
            ("20.1", Some("628.526927")),
        ),
        moved((Supply, 1, 7), (Expired, "inventory:4", Some("MI-00000004")), "-1.25", ("18.85", Some("589.4393"))),
        moved((Supply, 1, 25), (Count, "count:3", Some("CO-00000003")), "0.15", ("19", Some("594.129776"))),
        moved((Supply, 9, 8), (Sale, "command:14", None), "-0.008", ("0.892", None)),
    ];
    let paper = PurchasePaper { document: "FACTURA".into(), serie: "F014".into(), number: "28431".into() };
    let month = Month::parse("2026-11", &Settings::default()).unwrap();
    Register { month, items, moves, papers: HashMap::from([(31, paper)]) }
}

#[test]
fn the_file_of_a_month_is_this_one() {
    let (register, settings) = (november(), Settings::default());
    let company = CompanyInfo { document_number: "20601234565".into(), ..CompanyInfo::default() };
    let name = register_text::file_name(&company, &register, true);
    assert_eq!(name, "LE2060123456520261100130100001111.txt");
    golden::compare("server/src/stock_files/golden/register.txt", &register_text::text(&register, &settings));
    let summary = register.summary(&settings, name);
    let sums = [summary.initial_value, summary.entries_value, summary.exits_value, summary.final_value];
    assert_eq!(sums.map(|sum| sum.to_string()), ["300.01", "648.23", "81.61", "866.63"]);
}
