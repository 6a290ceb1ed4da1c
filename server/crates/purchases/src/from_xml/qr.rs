//! Reads the text of the QR of a printed document: `RUC|01|F002|9914|IGV|TOTAL|date|6|RUC|hash|`.

use super::{
    invoice::{Adjustments, Invoice, PaperTotals, Party},
    problem::{self, Problem},
    tree, ubl,
};
use crate::words::PurchaseType;
use chrono::NaiveDate;
use comanda_base::{identity::is_ruc, money::Money, purchase_document::PurchaseDocument, words::IdentityDocument};

/// Reads a document without lines.
pub(super) fn read_qr(text: &str) -> Result<Invoice, Problem> {
    let parts: Vec<&str> = text.trim().split('|').map(str::trim).collect();
    let [ruc, kind, serie, number, igv, total, date, rest @ ..] = parts.as_slice() else { return Err(problem::QR) };
    let document = match *kind {
        "01" => PurchaseDocument::Factura,
        "03" => PurchaseDocument::Boleta,
        "14" => PurchaseDocument::UtilityBill,
        "07" | "08" => return Err(problem::QR_OF_NOTE),
        _ => return Err(problem::QR),
    };
    let money = |text: &str| tree::parse_millionths(text).map(Money::from_millionths).filter(|m| !m.is_negative());
    let (Some(igv), Some(total), Some(date), true) = (money(igv), money(total), parse_date(date), is_ruc(ruc)) else {
        return Err(problem::QR);
    };
    let (serie, number) = ubl::split_number(document, &format!("{serie}-{number}")).map_err(|_| problem::QR)?;
    let customer = match rest {
        ["6", ruc, ..] => Some((*ruc, Some(IdentityDocument::Ruc))),
        ["1", dni, ..] => Some((*dni, Some(IdentityDocument::Dni))),
        _ => None,
    };
    let party =
        |document: &str, document_type| Party { document_type, document: document.to_owned(), ..Party::default() };
    Ok(Invoice {
        supplier: party(ruc, Some(IdentityDocument::Ruc)),
        customer: customer.map(|(document, kind)| party(document, kind)),
        document,
        serie,
        number,
        date,
        time: None,
        modifies: None,
        lines: Vec::new(),
        adjustments: Adjustments::default(),
        totals: PaperTotals { igv, total, taxed: total - igv, ..PaperTotals::default() },
        payment: PurchaseType::Contado,
        quotes: Vec::new(),
        pending: None,
        set_aside: Vec::new(),
        warnings: Vec::new(),
    })
}

/// Parses `2026-11-21` or `21/11/2026`; programs print both.
fn parse_date(text: &str) -> Option<NaiveDate> {
    ["%Y-%m-%d", "%d/%m/%Y", "%d-%m-%Y"].iter().find_map(|format| NaiveDate::parse_from_str(text, format).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_qr_identifies_the_document() {
        let qr = "20100055237|01|F002|00009914|265.27|1739.00|2026-11-21|6|20601234565|pLxV8sA=|";
        let read = read_qr(qr).unwrap();
        assert_eq!(
            (read.serie.as_str(), read.number.as_str(), read.document),
            ("F002", "9914", PurchaseDocument::Factura)
        );
        assert_eq!(
            (read.totals.taxed.to_string(), read.totals.total.to_string()),
            ("1473.73".into(), "1739.00".into())
        );
        assert_eq!(read.customer.unwrap().document, "20601234565");
    }

    #[test]
    fn the_number_of_a_bill_of_public_services_keeps_its_zeros() {
        let bill = read_qr("20269985900|14|S100|0001234567|36.00|236.00|2026-11-21|6|20601234565|").unwrap();
        assert_eq!((bill.document, bill.number.as_str()), (PurchaseDocument::UtilityBill, "0001234567"));
    }

    #[test]
    fn another_qr_is_refused() {
        for bad in [
            "",
            "https://example.com",
            "20100055237|09|T002|1|1|1|2026-11-21|",
            "20100055238|01|F002|1|1|1|2026-11-21|",
        ] {
            assert_eq!(read_qr(bad), Err(problem::QR), "{bad}");
        }
        for note in ["07", "08"] {
            let qr = format!("20100055237|{note}|F002|1|1|1|2026-11-21|");
            assert_eq!(read_qr(&qr), Err(problem::QR_OF_NOTE));
        }
    }
}
