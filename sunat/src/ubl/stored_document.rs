//! Reads the summary line of a document from its stored XML: the figures as they were issued, whatever was changed since.

use crate::{
    document::{Centimos, Identity, Kind, Number, Rate, Reference, SummaryLine, SummaryState, Totals, Tribute},
    elements::{Element, elements},
};

/// The error for a stored XML that is not one of our documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("El XML guardado no es de un comprobante.")]
pub struct NotADocument;

/// Returns the line of an RC for a boleta or a note, from the XML that was written for it, signed or not.
///
/// # Errors
///
/// Returns [`NotADocument`] if the text is anything else.
pub fn summary_line(xml: &str, state: SummaryState) -> Result<SummaryLine, NotADocument> {
    read(xml, state).ok_or(NotADocument)
}

fn read(xml: &str, state: SummaryState) -> Option<SummaryLine> {
    let all = elements(xml)?;
    let root = all.last()?.path.clone();
    let every = |path: &str| -> Vec<&str> {
        let path = format!("{root}/{path}");
        all.iter().filter(|e| e.path == path).map(|e| e.text.as_str()).collect()
    };
    let one = |path: &str| every(path).first().copied();
    let kind = match root.as_str() {
        "Invoice" => Kind::from_code(one("InvoiceTypeCode")?)?,
        "CreditNote" => Kind::CreditNote,
        "DebitNote" => Kind::DebitNote,
        _ => return None,
    };
    let reference = "BillingReference/InvoiceDocumentReference";
    let changes = match one(&format!("{reference}/ID")) {
        None => None,
        Some(id) => Some(Reference {
            kind: Kind::from_code(one(&format!("{reference}/DocumentTypeCode"))?)?,
            number: parse_modified_number(id)?,
        }),
    };
    let totals = if kind == Kind::DebitNote { "RequestedMonetaryTotal" } else { "LegalMonetaryTotal" };
    let tax_part = |tribute: Tribute, what: &str| {
        let schemes = every("TaxTotal/TaxSubtotal/TaxCategory/TaxScheme/ID");
        let at = schemes.iter().position(|code| *code == tribute.code());
        // The subtotal of plastic bags, which has no base, is written last, so the other indexes are right.
        at.map_or(Some(Centimos::default()), |at| {
            let amounts = every(&format!("TaxTotal/TaxSubtotal/{what}"));
            parse_centimos(amounts.get(at)?)
        })
    };
    let customer = one("AccountingCustomerParty/Party/PartyIdentification/ID")?;
    Some(SummaryLine {
        kind,
        number: parse_number(one("ID")?)?,
        customer: Some((read_identity(xml)?, customer.to_owned())),
        changes,
        state,
        rate: highest_rate(&all)?,
        totals: Totals {
            taxed: tax_part(Tribute::Igv, "TaxableAmount")?,
            igv: tax_part(Tribute::Igv, "TaxAmount")?,
            bag_tax: tax_part(Tribute::Bags, "TaxAmount")?,
            exonerated: tax_part(Tribute::Exonerated, "TaxableAmount")?,
            unaffected: tax_part(Tribute::Unaffected, "TaxableAmount")?,
            free: tax_part(Tribute::Free, "TaxableAmount")?,
            free_igv: tax_part(Tribute::Free, "TaxAmount")?,
            payable: parse_centimos(one(&format!("{totals}/PayableAmount"))?)?,
        },
        charges: one(&format!("{totals}/ChargeTotalAmount")).map_or(Some(Centimos::default()), parse_centimos)?,
    })
}

/// Reads the kind of the customer's identity document from an attribute, which our own XML always has at the same place.
fn read_identity(xml: &str) -> Option<Identity> {
    let (_, customer) = xml.split_once("<cac:AccountingCustomerParty>")?;
    let (_, after) = customer.split_once("schemeID=\"")?;
    Identity::from_code(after.split_once('"')?.0)
}

/// Returns the rate of the document, the highest of its lines: lines that bear no IGV may state 0.
fn highest_rate(all: &[Element]) -> Option<Rate> {
    let rates = all.iter().filter(|e| e.path.ends_with("Line/TaxTotal/TaxSubtotal/TaxCategory/Percent"));
    rates.filter_map(|e| parse_hundredths(&e.text)).max().and_then(|rate| u32::try_from(rate).ok()).map(Rate)
}

fn parse_number(text: &str) -> Option<Number> {
    let (series, number) = text.split_once('-')?;
    Number::new(series, number.parse().ok()?).ok()
}

fn parse_modified_number(text: &str) -> Option<Number> {
    let (series, number) = text.split_once('-')?;
    Number::for_modified_document(series, number.parse().ok()?).ok()
}

fn parse_centimos(text: &str) -> Option<Centimos> {
    parse_hundredths(text).map(Centimos)
}

/// Parses a number of 2 decimals, the only form that our XML has: `53.50` is 5350.
fn parse_hundredths(text: &str) -> Option<i64> {
    let (whole, decimals) = text.split_once('.')?;
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    (digits(whole) && decimals.len() == 2 && digits(decimals)).then(|| format!("{whole}{decimals}").parse().ok())?
}
