//! Compares the register of a month in the format of the tax authority's program with a golden file that a person has read, and tests the
//! dates of moves.

use super::*;
use crate::stock_files::{
    register_days::SaleDocument, register_summary::RegisterSummary, register_table, register_text,
};
use chrono::{DateTime, Utc};
use comanda_base::document_kind::DocumentKind;
use comanda_base::purchase_document::PurchaseDocument;
use comanda_base::tax_document_type::TaxDocumentType;
use comanda_ledgers::stock::MoveReason;
use comanda_platform::settings::CompanyInfo;
use comanda_test_support::golden;
use std::sync::Arc;

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
    (quantity, value): (&str, Option<&str>),
) -> RegisterMove {
    RegisterMove {
        item_kind: kind,
        item_id: item,
        id,
        // 00:30 in Lima: the previous business day is still under way, which the register ignores.
        at: at(&format!("2026-11-{id:02}T05:30:00Z")),
        quantity: quantity.parse().unwrap(),
        reason,
        source: source.into(),
        document: document.map(str::to_owned),
        line_id: source.strip_prefix("command:").map(|line| line.parse().unwrap()),
        request_id: None,
        value: value.map(|v| v.parse().unwrap()),
        balance_cost: value.map(|_| Money::units(1)),
        is_new: false,
    }
}

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// Returns a boleta, a factura or a nota de venta (1, 2, 3) under the number by which moves refer to it.
fn document(kind: i64, (serie, number): (&str, i64), issued: &str) -> ((String, i64), Vec<Arc<SaleDocument>>) {
    let document = SaleDocument {
        billing_type_id: DocumentKind::from_id(kind).unwrap(),
        request_id: 1,
        serie: serie.into(),
        number,
        issued_at: at(issued),
        is_voided: false,
    };
    ((serie.into(), number), vec![Arc::new(document)])
}

fn register(month: &str, items: Vec<RegisterItem>, moves: Vec<RegisterMove>) -> Register {
    let documents = HashMap::from([
        document(1, ("B001", 347), "2026-11-02T05:40:00Z"),
        document(2, ("F001", 12), "2026-11-06T18:00:00Z"),
        document(3, ("NV01", 9), "2026-11-09T05:31:00Z"),
        document(1, ("B001", 360), "2026-12-01T05:31:00Z"),
        document(1, ("B001", 361), "2027-02-01T05:31:00Z"),
    ]);
    let month = Month::parse(month).unwrap();
    let documents = Documents::from_moves(moves.iter(), &documents);
    let dated = moves.into_iter().map(|row| documents.date(row)).collect();
    let paper = |document| PurchaseDocumentNumber { document, serie: "F014".into(), number: "28431".into() };
    let papers = HashMap::from([
        (31, paper(PurchaseDocument::Factura)),
        (32, PurchaseDocumentNumber { serie: String::new(), ..paper(PurchaseDocument::SalesNote) }),
    ]);
    let note = ReturnDocument {
        refund_id: 2,
        is_note: true,
        billing_type_id: DocumentKind::Boleta,
        serie: "BC01".into(),
        number: 4,
    };
    Register { month, items: group_by_item(&month, items, dated), papers, returns: HashMap::from([(2, note)]) }
}

/// Bottles that are sold as bought, beef used by dishes, and herbs of unknown cost.
fn november() -> Register {
    use ItemKind::{Product, Supply};
    use MoveReason::{Count, Expired, Purchase, Refunded, Sale};
    let items = vec![
        item(Product, 7, ("Inca Kola 500 ml", "und"), Some(("120", "300.005"))),
        item(Supply, 1, ("Lomo fino | al vacío", "kg"), None),
        item(Supply, 9, ("Hierbabuena", "kg"), Some(("0.9", "0"))),
    ];
    let moves = vec![
        moved((Product, 7, 2), (Sale, "command:12", Some("B001-00000347")), ("-12", Some("-30.0005"))),
        moved((Product, 7, 3), (Refunded, "refund:2", None), ("1", Some("2.500042"))),
        moved((Product, 7, 9), (Sale, "command:15", Some("NV01-00000009")), ("-1", Some("-2.500042"))),
        moved((Product, 7, 10), (Sale, "command:16", None), ("-1", Some("-2.500042"))),
        moved((Supply, 1, 4), (Purchase, "purchase:31", Some("F014-28431")), ("20.5", Some("641.035"))),
        moved((Supply, 1, 6), (Sale, "command:13", Some("F001-00000012, B001-00000347")), ("-0.4", Some("-12.508073"))),
        moved((Supply, 1, 7), (Expired, "inventory:4", Some("MI-00000004")), ("-1.25", Some("-39.087627"))),
        moved((Supply, 1, 11), (Purchase, "purchase:32", None), ("1", Some("30"))),
        moved((Supply, 1, 25), (Count, "count:3", Some("CO-00000003")), ("0.15", Some("4.690476"))),
        moved((Supply, 9, 8), (Sale, "command:14", None), ("-0.008", None)),
    ];
    register("2026-11", items, moves)
}

#[test]
fn the_file_of_a_month_matches_the_golden_file() {
    let register = november();
    let company = CompanyInfo { document_number: "20601234565".into(), ..CompanyInfo::default() };
    let name = register_text::file_name(&company, &register, true);
    assert_eq!(name, "LE2060123456520261100130100001111.txt");
    golden::assert_file(
        "server/crates/storeroom/src/stock_files/golden/register.txt",
        &register_text::register_text(&register),
    );
    let summary = RegisterSummary::from_register(&register, name);
    let sums = [summary.initial_value, summary.entries_value, summary.exits_value, summary.final_value];
    let total = register_table::register_table(&register, &company).total;
    let [entries, exits, last] =
        [9, 11, 13].map(|column| total[column].text(comanda_platform::report_table::ColumnKind::Money));
    assert_eq!(sums.map(|sum| sum.to_string()), ["300.01", "678.23", "86.61", "891.63"]);
    assert_eq!([entries, exits, last], ["978.24", "86.61", "891.63"], "the total says the same");
}

#[test]
fn only_january_opens_with_code_a() {
    let items = || vec![item(ItemKind::Product, 7, ("Inca Kola 500 ml", "und"), Some(("120", "300")))];
    for (month, code, entry) in [("2026-12", "SP7", "M1"), ("2027-01", "AP7", "A1"), ("2027-02", "SP7", "M1")] {
        let register = register(month, items(), Vec::new());
        let lines: Vec<_> = register.lines().collect();
        assert_eq!((lines[0].code.as_str(), lines[0].entry, lines[0].operation), (code, entry, "16"), "{month}");
    }
}

/// Bottles taken on the last night of November and paid in December, one of which was dismissed before payment, and bottles paid two months
/// later.
fn last_night(month: &str, began: &str) -> Vec<(String, i64, String, String)> {
    use MoveReason::{Dismissed, Refunded, Sale};
    let of = |id, source: &str, reason, document: Option<&str>, quantity: &str, when: &str| RegisterMove {
        at: at(when),
        ..moved((ItemKind::Product, 7, id), (reason, source, document), (quantity, Some(quantity)))
    };
    let moves = vec![
        of(1, "command:1", Sale, Some("B001-00000360"), "-3", "2026-12-01T03:00:00Z"),
        RegisterMove { line_id: Some(1), ..of(2, "dismissal", Dismissed, None, "1", "2026-12-01T04:00:00Z") },
        of(3, "command:2", Sale, Some("B001-00000361"), "-5", "2026-12-01T04:30:00Z"),
        RegisterMove { line_id: Some(1), ..of(4, "refund:1", Refunded, None, "1", "2026-12-01T05:45:00Z") },
    ];
    let items = vec![item(ItemKind::Product, 7, ("Inca Kola 500 ml", "und"), Some((began, began)))];
    let register = register(month, items, moves);
    let describe = |line: Line<'_>| {
        (
            line.day.format("%d/%m").to_string(),
            line.paper.number.parse().unwrap(),
            line.quantity.to_string(),
            line.balance.to_string(),
        )
    };
    register.lines().map(describe).collect()
}

#[test]
fn moves_of_a_line_have_the_date_of_its_document() {
    let line = |day: &str, number, quantity: &str, balance: &str| {
        (day.to_owned(), number, quantity.to_owned(), balance.to_owned())
    };
    assert_eq!(last_night("2026-11", "20"), [line("01/11", 0, "20", "20"), line("30/11", 0, "-5", "15")]);
    // The ledger had 13 at midnight; two of the bottles gone by then belong to a sale of December.
    assert_eq!(
        last_night("2026-12", "13"),
        [
            line("01/12", 0, "15", "15"),
            line("01/12", 360, "-3", "12"),
            line("01/12", 0, "1", "13"),
            line("01/12", 0, "1", "14"),
        ]
    );
}

#[test]
fn internal_documents_never_have_operations_that_need_a_tax_document() {
    for reason in [MoveReason::Sale, MoveReason::Purchase, MoveReason::Refunded, MoveReason::Gift, MoveReason::Split] {
        for (kind, comes_in) in
            [(ItemKind::Product, true), (ItemKind::Product, false), (ItemKind::Supply, true), (ItemKind::Supply, false)]
        {
            let operation = codes::operation_code(reason, kind, comes_in, TaxDocumentType::Internal);
            assert!(operation > "06", "{reason} {kind} {operation}");
        }
    }
    assert_eq!(codes::operation_code(MoveReason::Sale, ItemKind::Product, false, TaxDocumentType::Boleta), "01");
    assert_eq!(codes::operation_code(MoveReason::Purchase, ItemKind::Supply, true, TaxDocumentType::Factura), "02");
}
