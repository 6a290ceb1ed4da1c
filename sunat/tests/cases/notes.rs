//! The credit and debit notes of the tests, which change the documents beside them.

use super::{bags, base, delivered, line, number, taxed, untaxed, words};
use comanda_sunat::document::{
    Affectation, Centimos, Content, CreditReason, DebitReason, Document, Kind, Line, Reference, Totals, Unit,
};

/// A credit note for one of two plastic bags.
pub fn bag_note() -> Document {
    Document {
        content: Content::CreditNote {
            reason: CreditReason::ReturnByLine,
            why: "Sobró una bolsa".into(),
            changes: Reference { kind: Kind::Factura, number: number("F001", 11) },
        },
        number: number("FC01", 4),
        lines: vec![bags(1, 8, 2)],
        totals: Totals { bag_tax: Centimos(50), ..taxed(8, 2, 60) },
        legends: vec![words("SON CERO CON 60/100 SOLES")],
        ..base()
    }
}

/// A credit note for the chicha of case A.
pub fn credit_note() -> Document {
    Document {
        content: Content::CreditNote {
            reason: CreditReason::ReturnByLine,
            why: "El cliente devolvió la chicha".into(),
            changes: Reference { kind: Kind::Factura, number: number("F001", 1) },
        },
        number: number("FC01", 1),
        lines: vec![line("CHICHA MORADA", 1, 350, 297, 53)],
        totals: taxed(297, 53, 350),
        legends: vec![words("SON TRES CON 50/100 SOLES")],
        ..base()
    }
}

/// A later discount on a whole factura, which has taxed, exonerated and unaffected lines.
pub fn discount_note() -> Document {
    let discount_line =
        |name: &str, cents, affectation| Line { unit: Unit::Service, ..untaxed(name, 1, cents, affectation) };
    Document {
        content: Content::CreditNote {
            reason: CreditReason::GlobalDiscount,
            why: "Demora".into(),
            changes: Reference { kind: Kind::Factura, number: number("F001", 10) },
        },
        number: number("FC01", 2),
        lines: vec![
            Line { unit: Unit::Service, ..line("Descuento global", 1, 440, 373, 67) },
            discount_line("Descuento global (EXONERADO)", 373, Affectation::Exonerated),
            discount_line("Descuento global (INAFECTO)", 187, Affectation::Unaffected),
        ],
        totals: Totals { exonerated: Centimos(373), unaffected: Centimos(187), ..taxed(373, 67, 1000) },
        legends: vec![words("SON DIEZ CON 00/100 SOLES")],
        ..base()
    }
}

/// A later discount on the lomos of case A: both units, with the discount of each as unit price.
pub fn line_discount_note() -> Document {
    Document {
        content: Content::CreditNote {
            reason: CreditReason::LineDiscount,
            why: "Llegaron fríos".into(),
            changes: Reference { kind: Kind::Factura, number: number("F001", 1) },
        },
        number: number("FC01", 3),
        lines: vec![line("Descuento en LOMO SALTADO", 2, 400, 678, 122)],
        totals: taxed(678, 122, 800),
        legends: vec![words("SON OCHO CON 00/100 SOLES")],
        ..base()
    }
}

/// A later discount on a boleta, as a lower value: boletas allow no notes of discount.
pub fn lower_value_note() -> Document {
    Document {
        content: Content::CreditNote {
            reason: CreditReason::LowerValue,
            why: "Demora".into(),
            changes: Reference { kind: Kind::Boleta, number: number("B001", 1) },
        },
        number: number("BC01", 2),
        lines: vec![Line { unit: Unit::Service, ..line("Descuento global", 1, 1000, 847, 153) }],
        totals: taxed(847, 153, 1000),
        legends: vec![words("SON DIEZ CON 00/100 SOLES")],
        ..base()
    }
}

/// A credit note of the B series that voids all of case H, with its recargo.
pub fn boleta_note() -> Document {
    Document {
        content: Content::CreditNote {
            reason: CreditReason::Void,
            why: "Anulación de la operación".into(),
            changes: Reference { kind: Kind::Boleta, number: number("B001", 1) },
        },
        number: number("BC01", 1),
        ..delivered()
    }
}

/// A debit note for case A.
pub fn debit_note() -> Document {
    Document {
        content: Content::DebitNote {
            reason: DebitReason::HigherValue,
            why: "No se cobró el delivery".into(),
            changes: Reference { kind: Kind::Factura, number: number("F001", 1) },
        },
        number: number("FD01", 1),
        lines: vec![Line { unit: Unit::Service, code: Some("DEL".into()), ..line("DELIVERY", 1, 700, 593, 107) }],
        totals: taxed(593, 107, 700),
        legends: vec![words("SON SIETE CON 00/100 SOLES")],
        ..base()
    }
}
