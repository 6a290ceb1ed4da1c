//! A month with every kind of document, for tests.

use super::{
    entry::{Origin, RegisterEntry},
    month::RegisterMonth,
    store::{EntryRow, ZeroReason},
};
use chrono::{DateTime, Utc};
use comanda_base::{document_kind::DocumentKind, money::Money, words::IdentityDocument};

pub(super) fn november() -> RegisterMonth {
    RegisterMonth::new(2026, 11).unwrap()
}

/// Series, number, document type and issue time.
type Of<'a> = (&'a str, i64, i64, &'a str);

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// `figures`: taxable, exonerated, unaffected, igv, other charges, total.
fn row(
    (serie, number, kind, issued): Of<'_>,
    customer: (IdentityDocument, &str, &str),
    figures: [&str; 6],
) -> EntryRow {
    let [taxable, exonerated, unaffected, igv, other_charges, total] = figures.map(|text| text.parse().unwrap());
    EntryRow {
        origin: Origin::Document,
        id: number + kind * 1_000,
        billing_type_id: DocumentKind::from_id(kind).unwrap(),
        serie: serie.into(),
        number,
        issued_at: at(issued),
        client_document_type: customer.0,
        client_document_number: customer.1.into(),
        client_name: customer.2.into(),
        taxable,
        exonerated,
        unaffected,
        igv,
        bag_tax: Money::ZERO,
        other_charges,
        total,
        zero_reason: None,
        changed_type_id: None,
        changed_serie: None,
        changed_number: None,
        changed_at: None,
    }
}

fn note(row: EntryRow, (serie, number, kind, issued): Of<'_>) -> EntryRow {
    EntryRow {
        origin: Origin::Note,
        changed_type_id: DocumentKind::from_id(kind),
        changed_serie: Some(serie.into()),
        changed_number: Some(number),
        changed_at: Some(at(issued)),
        ..row
    }
}

/// Returns the lines of a month in the order of the register.
pub(super) fn entries() -> Vec<RegisterEntry> {
    use IdentityDocument::{Ce, Dni, Passport, Ruc};
    let nobody = (Dni, "00000000", "CLIENTES VARIOS");
    let sur = (Ruc, "20100070970", "Inversiones del Sur | S.A.C.");
    let (early, late) = ("2026-11-01T05:00:00Z", "2026-12-01T04:59:59Z");
    let rows = vec![
        row(("B001", 347, 1, early), nobody, ["45.34", "0", "0", "8.16", "0", "53.50"]),
        // Courtesies add nothing to the amounts, a recargo al consumo does.
        row(
            ("B001", 348, 1, "2026-11-02T01:30:00Z"),
            (Dni, "45678912", "=Ana"),
            ["51.27", "0", "0", "9.23", "5.13", "65.63"],
        ),
        row(
            ("B001", 349, 1, "2026-11-03T18:00:00Z"),
            (Ce, "001234567", "Noé Ñahui"),
            ["11.86", "28", "7", "2.14", "0", "49"],
        ),
        EntryRow {
            zero_reason: Some(ZeroReason::Voided),
            ..row(("B001", 350, 1, "2026-11-04T18:00:00Z"), nobody, ["23.73", "0", "0", "4.27", "0", "28"])
        },
        row(("B001", 351, 1, late), (Passport, "XK-12345", "Zoë"), ["0", "0", "0", "0", "0", "0"]),
        note(
            row(("BC01", 1, 1, "2026-11-05T18:00:00Z"), nobody, ["32.21", "0", "0", "5.79", "0.52", "38.52"]),
            ("B001", 348, 1, "2026-11-02T01:30:00Z"),
        ),
        row(("F001", 12, 2, "2026-11-06T18:00:00Z"), sur, ["1000", "0", "0", "180", "0", "1180"]),
        // This note modifies a document of the month before.
        note(
            row(("FC01", 7, 2, "2026-11-07T18:00:00Z"), sur, ["100", "0", "0", "18", "0", "118"]),
            ("F001", 9, 2, "2026-10-31T18:00:00Z"),
        ),
        EntryRow {
            origin: Origin::LaterNumber,
            zero_reason: Some(ZeroReason::Rejected),
            ..note(
                row(("FC01", 8, 2, "2026-11-07T19:00:00Z"), sur, ["100", "0", "0", "18", "0", "118"]),
                ("F001", 12, 2, "2026-11-06T18:00:00Z"),
            )
        },
        row(("NV01", 5, 3, "2026-11-08T18:00:00Z"), nobody, ["847.46", "0", "0", "152.54", "0", "1000"]),
    ];
    let month = november();
    rows.into_iter().map(|row| RegisterEntry::from_row(row, &month)).collect()
}
