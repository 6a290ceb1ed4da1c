//! The cases of RA and RC.

use comanda_sunat::document::{
    Centimos, Document, Identity, Kind, Reference, Summary, SummaryLine, SummaryState, Totals, VoidedLine, Voiding,
};

use super::{boleta_note, boleta_with_bag, day, delivered, issuer, jungle_courtesy, number};

/// An RA of a factura and a note of the F series.
pub fn voiding() -> Voiding {
    let line = |kind, number, reason: &str| VoidedLine { kind, number, reason: reason.into() };
    Voiding {
        issuer: issuer(),
        documents_issued_on: day(20),
        created_on: day(21),
        number: 1,
        lines: vec![
            line(Kind::Factura, number("F001", 1), "Error en el pedido"),
            line(Kind::CreditNote, number("FC01", 1), "Duplicada"),
        ],
    }
}

/// An RC that reports or voids a boleta, a note of another one, a boleta with a bag, and a large boleta of the jungle.
pub fn summary(state: SummaryState) -> Summary {
    let line = |document: Document, customer, changes| SummaryLine {
        kind: document.kind(),
        number: document.number,
        customer,
        changes,
        state,
        rate: document.rate,
        charges: document.service_charge.map_or(Centimos(0), |charge| charge.amount),
        totals: document.totals,
    };
    let unidentified = || Some((Identity::Foreign, "00000000".to_owned()));
    // An RC has no place for a discount 03 (rule 4027).
    let all = jungle_courtesy();
    let undiscounted =
        Document { discounts: vec![], totals: Totals { payable: all.totals.price(), ..all.totals.clone() }, ..all };
    let changed = Reference { kind: Kind::Boleta, number: number("B001", 1) };
    Summary {
        issuer: issuer(),
        documents_issued_on: day(20),
        created_on: day(21),
        number: if state == SummaryState::Add { 1 } else { 2 },
        lines: vec![
            line(delivered(), unidentified(), None),
            line(boleta_note(), unidentified(), Some(changed)),
            line(boleta_with_bag(), unidentified(), None),
            line(undiscounted, Some((Identity::Dni, "45678901".to_owned())), None),
        ],
    }
}
