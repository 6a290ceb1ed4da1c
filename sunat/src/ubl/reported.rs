//! What a daily summary says of a document, out of the document's own XML: as it was issued, whatever was changed since.

use crate::{
    document::{Centimos, Identity, Kind, Number, Rate, Reference, SummaryLine, SummaryState, Totals, Tribute},
    elements::{Element, elements},
};

/// What was kept as a document of ours is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("El XML guardado no es de un comprobante.")]
pub struct NoDocument;

/// The line of an RC for a boleta or a note, from the XML that was written for it, signed or not.
///
/// # Errors
///
/// [`NoDocument`] where it is anything else.
pub fn summary_line(xml: &str, state: SummaryState) -> Result<SummaryLine, NoDocument> {
    read(xml, state).ok_or(NoDocument)
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
            number: modified(id)?,
        }),
    };
    let totals = if kind == Kind::DebitNote { "RequestedMonetaryTotal" } else { "LegalMonetaryTotal" };
    let part = |tribute: Tribute, what: &str| {
        let schemes = every("TaxTotal/TaxSubtotal/TaxCategory/TaxScheme/ID");
        let at = schemes.iter().position(|code| *code == tribute.code());
        // That of plastic bags, which has no base, is written last.
        at.map_or(Some(Centimos::default()), |at| {
            let amounts = every(&format!("TaxTotal/TaxSubtotal/{what}"));
            centimos(amounts.get(at)?)
        })
    };
    let customer = one("AccountingCustomerParty/Party/PartyIdentification/ID")?;
    Some(SummaryLine {
        kind,
        number: number(one("ID")?)?,
        customer: Some((identity(xml)?, customer.to_owned())),
        changes,
        state,
        rate: highest_rate(&all)?,
        totals: Totals {
            taxed: part(Tribute::Igv, "TaxableAmount")?,
            igv: part(Tribute::Igv, "TaxAmount")?,
            bag_tax: part(Tribute::Bags, "TaxAmount")?,
            exonerated: part(Tribute::Exonerated, "TaxableAmount")?,
            unaffected: part(Tribute::Unaffected, "TaxableAmount")?,
            free: part(Tribute::Free, "TaxableAmount")?,
            free_igv: part(Tribute::Free, "TaxAmount")?,
            payable: centimos(one(&format!("{totals}/PayableAmount"))?)?,
        },
        charges: one(&format!("{totals}/ChargeTotalAmount")).map_or(Some(Centimos::default()), centimos)?,
    })
}

/// The kind of the client's paper stands in an attribute, which our own writing puts always in one place.
fn identity(xml: &str) -> Option<Identity> {
    let (_, customer) = xml.split_once("<cac:AccountingCustomerParty>")?;
    let (_, after) = customer.split_once("schemeID=\"")?;
    Identity::from_code(after.split_once('"')?.0)
}

/// A document has one rate; lines that bear no IGV may say 0.
fn highest_rate(all: &[Element]) -> Option<Rate> {
    let rates = all.iter().filter(|e| e.path.ends_with("Line/TaxTotal/TaxSubtotal/TaxCategory/Percent"));
    rates.filter_map(|e| hundredths(&e.text)).max().and_then(|rate| u32::try_from(rate).ok()).map(Rate)
}

fn number(text: &str) -> Option<Number> {
    let (series, number) = text.split_once('-')?;
    Number::new(series, number.parse().ok()?).ok()
}

fn modified(text: &str) -> Option<Number> {
    let (series, number) = text.split_once('-')?;
    Number::to_modify(series, number.parse().ok()?).ok()
}

fn centimos(text: &str) -> Option<Centimos> {
    hundredths(text).map(Centimos)
}

/// `53.50` is 5350; nothing else is written by us.
fn hundredths(text: &str) -> Option<i64> {
    let (whole, decimals) = text.split_once('.')?;
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    (digits(whole) && decimals.len() == 2 && digits(decimals)).then(|| format!("{whole}{decimals}").parse().ok())?
}
