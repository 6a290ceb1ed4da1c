//! Reads an `Invoice` of UBL 2.1 as SUNAT has it: factura or boleta. Pure.

use super::{
    bounds::{self, Unbounded},
    invoice::{Adjustments, Invoice, Odd, PaperTotals, Party},
    note, other_kind,
    problem::{self, Problem},
    terms, tree, ubl_line,
};
use crate::words::PurchaseDocument;
use chrono::NaiveTime;
use comanda_base::{money::Money, words::IdentityDocument};
use roxmltree::{Document, Node, ParsingOptions};

/// Catalogue 05: the excise, and the tax on plastic bags.
const ISC: &str = "2000";
pub(super) const ICBPER: &str = "7152";

const MAX_NODES: u32 = 200_000;
const MAX_LINES: usize = 500;

/// A document of a text.
pub(super) fn read(xml: &str) -> Result<Invoice, Problem> {
    let xml = xml.trim_start();
    if !xml.starts_with('<') {
        return Err(problem::NOT_XML);
    }
    bounds::check(xml).map_err(|found| match found {
        Unbounded::DocumentType if is_page(xml) => problem::NOT_XML,
        Unbounded::DocumentType => problem::DOCUMENT_TYPE,
        Unbounded::TooMuch => problem::TOO_MUCH,
        Unbounded::Cut => problem::CUT,
    })?;
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(xml, options).map_err(|_| problem::CUT)?;
    invoice(document.root_element())
}

/// A page of the web, saved in place of the file.
fn is_page(xml: &str) -> bool {
    xml.get(..14).is_some_and(|head| head.eq_ignore_ascii_case("<!doctype html"))
}

fn invoice(root: Node<'_, '_>) -> Result<Invoice, Problem> {
    // Some suppliers send it wrapped with the tax authority's receipt.
    let found = match root.tag_name().name() {
        "Invoice" | "CreditNote" | "DebitNote" => Some(root),
        "AttachedDocument" => None,
        _ => ["Invoice", "CreditNote", "DebitNote"].iter().find_map(|name| tree::children(root, name).next()),
    };
    if let Some(other) = other_kind::problem(found.unwrap_or(root)) {
        return Err(other);
    }
    let Some(root) = found else { return Err(no_invoice(root.tag_name().name())) };
    let currency = tree::text(root, "DocumentCurrencyCode");
    if !currency.is_empty() && !currency.eq_ignore_ascii_case("PEN") {
        return Err(tree::other_currency(&currency));
    }
    let document = document(root)?;
    let modifies = note::read(root, document)?;
    let (serie, number) = number_of(document, &tree::text(root, "ID"))?;
    let date = tree::date(root, "IssueDate")?.ok_or_else(|| lacks("la fecha de emisión"))?;
    let supplier = party(root, "AccountingSupplierParty").ok_or_else(|| lacks("el RUC del proveedor"))?;
    if supplier.document.is_empty() || supplier.name.is_empty() {
        return Err(lacks("el RUC o el nombre del proveedor"));
    }
    let lines = ubl_line::lines(root, MAX_LINES)?;
    let (adjustments, retention, mut odd) = adjustments(root)?;
    let totals = totals(root)?;
    let terms = terms::read(root)?;
    odd.extend(terms.detraction.is_some().then_some(Odd::Withheld));
    odd.extend(terms.lacks_quotes().then_some(Odd::NoQuotes));
    odd.sort_unstable();
    odd.dedup();
    let (pending, set_aside) = terms.set_aside(totals.total, retention);
    let customer = party(root, "AccountingCustomerParty");
    let invoice = Invoice {
        supplier,
        customer,
        document,
        serie,
        number,
        date,
        time: time(&tree::text(root, "IssueTime")),
        modifies,
        lines,
        adjustments,
        totals,
        payment: terms.kind,
        quotes: terms.quotes,
        pending,
        set_aside,
        odd,
    };
    Ok(invoice)
}

fn document(root: Node<'_, '_>) -> Result<PurchaseDocument, Problem> {
    match (root.tag_name().name(), tree::text(root, "InvoiceTypeCode").as_str()) {
        ("CreditNote", _) => Ok(PurchaseDocument::CreditNote),
        ("DebitNote", _) => Ok(PurchaseDocument::DebitNote),
        (_, "01") => Ok(PurchaseDocument::Factura),
        (_, "03") => Ok(PurchaseDocument::Boleta),
        (_, "14") => Ok(PurchaseDocument::UtilityBill),
        _ => Err(problem::ELSEWHERE),
    }
}

pub(super) fn lacks(what: &str) -> Problem {
    Problem::said(format!("Al XML le falta {what}. Pide al proveedor el XML completo."))
}

fn no_invoice(root: &str) -> Problem {
    let what = match root {
        "SummaryDocuments" | "VoidedDocuments" => "un resumen o una baja enviada a SUNAT",
        "ApplicationResponse" => "la constancia de SUNAT (CDR)",
        "DespatchAdvice" => "una guía de remisión",
        "Perception" | "Retention" => "un comprobante de percepción o retención",
        "AttachedDocument" => "un documento de otro país",
        "html" => return problem::NOT_XML,
        _ => return problem::ELSEWHERE,
    };
    Problem::said(format!("El archivo es {what}. Aquí va el XML de la factura o boleta."))
}

/// Bills of public services are numbered as their companies like, some without a series.
pub(super) fn number_of(document: PurchaseDocument, id: &str) -> Result<(String, String), Problem> {
    if document != PurchaseDocument::UtilityBill {
        return paper_number(id);
    }
    let (serie, number) = id.split_once('-').unwrap_or(("", id));
    let (serie, number) = (serie.trim().to_uppercase(), number.trim().to_uppercase());
    let is_plain = |text: &str, most: usize| text.len() <= most && text.bytes().all(|b| b.is_ascii_alphanumeric());
    let is_named = is_plain(&serie, 8) && is_plain(&number, 20) && number.bytes().any(|b| b != b'0');
    if is_named { Ok((serie, number)) } else { Err(lacks("un número válido")) }
}

/// `F002-00009914`
pub(super) fn paper_number(id: &str) -> Result<(String, String), Problem> {
    let (serie, number) = id.split_once('-').ok_or_else(|| lacks("la serie y el número"))?;
    let (serie, number) = (serie.trim().to_uppercase(), number.trim());
    let plain = number.trim_start_matches('0');
    let is_number = !plain.is_empty() && plain.len() <= 8 && plain.bytes().all(|b| b.is_ascii_digit());
    let is_serie = (1..=4).contains(&serie.len()) && serie.bytes().all(|b| b.is_ascii_alphanumeric());
    if is_number && is_serie { Ok((serie, plain.to_owned())) } else { Err(lacks("una serie y un número válidos")) }
}

/// `06:48:13` and `06:48:13-05:00` are 06:48; midnight is what programs write that know no time.
fn time(text: &str) -> Option<String> {
    let clock = text.get(..8)?;
    let time: NaiveTime = clock.parse().ok()?;
    (time != NaiveTime::MIN).then(|| time.format("%H:%M").to_string())
}

fn party(root: Node<'_, '_>, of: &'static str) -> Option<Party> {
    let party = tree::at(tree::at(root, of)?, "Party")?;
    // Some name it by its taxes alone.
    let id = tree::at(party, "PartyIdentification/ID").or_else(|| tree::at(party, "PartyTaxScheme/CompanyID"));
    let document_type = match id.and_then(|id| id.attribute("schemeID")).unwrap_or_default() {
        "6" => Some(IdentityDocument::Ruc),
        "1" => Some(IdentityDocument::Dni),
        "4" => Some(IdentityDocument::Ce),
        "7" => Some(IdentityDocument::Passport),
        _ => None,
    };
    let document = id.map(tree::plain_text).unwrap_or_default();
    let names = ["PartyLegalEntity/RegistrationName", "PartyName/Name", "PartyTaxScheme/RegistrationName"];
    let name = names.iter().map(|path| tree::text(party, path)).find(|name| !name.is_empty()).unwrap_or_default();
    Some(Party { document_type, document, name })
}

/// What is on top of, or off, everything; what of it is retained; and what only a person can judge.
fn adjustments(root: Node<'_, '_>) -> Result<(Adjustments, Money, Vec<Odd>), Problem> {
    let (mut all, mut retention, mut odd) = (Adjustments::default(), Money::ZERO, Vec::new());
    for one in tree::children(root, "AllowanceCharge") {
        let amount = positive(tree::amount(one, "Amount")?.unwrap_or_default())?;
        let is_charge = tree::text(one, "ChargeIndicator").eq_ignore_ascii_case("true");
        match (tree::text(one, "AllowanceChargeReasonCode").as_str(), is_charge) {
            ("51" | "52" | "53", _) => odd.push(Odd::Perception),
            ("61" | "62", _) => {
                odd.push(Odd::Withheld);
                retention += amount;
            }
            ("45" | "46" | "50", true) => all.charge += amount,
            ("04", false) => all.base_advance += amount,
            ("05" | "06", false) => all.untaxed_advance += amount,
            ("20", false) => all.isc_advance += amount,
            ("63", false) => {
                odd.push(Odd::Withheld);
                all.discount += amount;
            }
            ("03", false) => all.discount += amount,
            (_, true) => all.base_charge += amount,
            (_, false) => all.base_discount += amount,
        }
    }
    all.advance = advance(root)?;
    let advanced = all.advance + all.base_advance + all.untaxed_advance;
    odd.extend((!advanced.is_zero()).then_some(Odd::Prepaid));
    Ok((all, retention, odd))
}

/// All that was paid in advance, with its taxes: as a whole, or else paper by paper.
fn advance(root: Node<'_, '_>) -> Result<Money, Problem> {
    let whole = positive(sum_of(root, "PrepaidAmount")?.unwrap_or_default())?;
    if !whole.is_zero() {
        return Ok(whole);
    }
    let mut sum = Money::ZERO;
    for paper in tree::children(root, "PrepaidPayment") {
        sum += positive(tree::amount(paper, "PaidAmount")?.unwrap_or_default())?;
    }
    Ok(sum)
}

/// A figure of all of it; debit notes have another name for where it stands.
fn sum_of(root: Node<'_, '_>, name: &'static str) -> Result<Option<Money>, Problem> {
    let sums = tree::at(root, "LegalMonetaryTotal").or_else(|| tree::at(root, "RequestedMonetaryTotal"));
    sums.map_or(Ok(None), |sums| tree::amount(sums, name))
}

fn totals(root: Node<'_, '_>) -> Result<PaperTotals, Problem> {
    let total = sum_of(root, "PayableAmount")?.ok_or_else(|| lacks("el importe total"))?;
    if total.is_negative() || total != total.to_centimos() {
        return Err(Problem::said("El total del XML no es un importe que se pueda pagar. Regístrala a mano."));
    }
    let rounding = sum_of(root, "PayableRoundingAmount")?.unwrap_or_default();
    let mut all = PaperTotals { total, rounding, ..PaperTotals::default() };
    for tax in tree::children(root, "TaxTotal").flat_map(|total| tree::children(total, "TaxSubtotal")) {
        let base = tree::amount(tax, "TaxableAmount")?.unwrap_or_default();
        let amount = tree::amount(tax, "TaxAmount")?.unwrap_or_default();
        match tree::text(tax, "TaxCategory/TaxScheme/ID").as_str() {
            "1000" | "1016" => {
                all.taxed += base;
                all.igv += amount;
            }
            "9995" | "9997" | "9998" => all.exempt += base,
            "9996" => {}
            other => {
                all.other_taxes += amount;
                match other {
                    ISC => all.isc += amount,
                    ICBPER => all.icbper += amount,
                    _ => {}
                }
            }
        }
    }
    Ok(all)
}

pub(super) fn positive(amount: Money) -> Result<Money, Problem> {
    if amount.is_negative() {
        return Err(Problem::said(
            "El XML trae importes negativos, que una factura no lleva. Pide al proveedor que lo corrija.",
        ));
    }
    Ok(amount)
}
