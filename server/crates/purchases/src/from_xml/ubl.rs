//! Reads a document of UBL 2.1 in SUNAT's form: factura, boleta, bill of public services, or a note.

use super::{
    bounds::{self, BoundsError},
    invoice::{Adjustments, Invoice, InvoiceWarning, PaperTotals, Party},
    note, other_kind,
    problem::{self, Problem},
    terms, tree, ubl_line,
};
use chrono::NaiveTime;
use comanda_base::{money::Money, purchase_document::PurchaseDocument, words::IdentityDocument};
use roxmltree::{Document, Node, ParsingOptions};

/// Codes of catalogue 05: the excise, and the tax on plastic bags.
const ISC: &str = "2000";
pub(super) const ICBPER: &str = "7152";

const MAX_NODES: u32 = 200_000;
const MAX_LINES: usize = 500;

/// Reads a document from the text of its XML.
pub(super) fn read_ubl(xml: &str) -> Result<Invoice, Problem> {
    let xml = xml.trim_start();
    if !xml.starts_with('<') {
        return Err(problem::NOT_XML);
    }
    bounds::check_bounds(xml).map_err(|found| match found {
        BoundsError::DocumentType if is_web_page(xml) => problem::NOT_XML,
        BoundsError::DocumentType => problem::DOCUMENT_TYPE,
        BoundsError::TooMuch => problem::TOO_MUCH,
        BoundsError::Cut => problem::CUT,
    })?;
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(xml, options).map_err(|_| problem::CUT)?;
    parse_invoice(document.root_element())
}

/// Whether the text is a web page that was saved instead of the file.
fn is_web_page(xml: &str) -> bool {
    xml.get(..14).is_some_and(|head| head.eq_ignore_ascii_case("<!doctype html"))
}

fn parse_invoice(root: Node<'_, '_>) -> Result<Invoice, Problem> {
    // Some suppliers send the document wrapped together with the tax authority's receipt.
    let found = match root.tag_name().name() {
        "Invoice" | "CreditNote" | "DebitNote" => Some(root),
        "AttachedDocument" => None,
        _ => ["Invoice", "CreditNote", "DebitNote"].iter().find_map(|name| tree::child_elements(root, name).next()),
    };
    if let Some(other) = other_kind::wrong_kind_problem(found.unwrap_or(root)) {
        return Err(other);
    }
    let Some(root) = found else { return Err(other_document_problem(root.tag_name().name())) };
    let currency = tree::element_text(root, "DocumentCurrencyCode");
    if !currency.is_empty() && !currency.eq_ignore_ascii_case("PEN") {
        return Err(tree::foreign_currency_problem(&currency));
    }
    let document = document_kind(root)?;
    let modifies = note::read_modified_document(root, document)?;
    let (serie, number) = split_number(document, &tree::element_text(root, "ID"))?;
    let date = tree::read_date(root, "IssueDate")?.ok_or_else(|| missing_problem("la fecha de emisión"))?;
    let supplier = party(root, "AccountingSupplierParty").ok_or_else(|| missing_problem("el RUC del proveedor"))?;
    if supplier.document.is_empty() || supplier.name.is_empty() {
        return Err(missing_problem("el RUC o el nombre del proveedor"));
    }
    let lines = ubl_line::read_lines(root, MAX_LINES)?;
    let (adjustments, retention, mut warnings) = adjustments(root)?;
    let totals = totals(root)?;
    let terms = terms::read_payment_terms(root)?;
    warnings.extend(terms.detraction.is_some().then_some(InvoiceWarning::Withheld));
    warnings.extend(terms.lacks_quotes().then_some(InvoiceWarning::NoInstalments));
    warnings.sort_unstable();
    warnings.dedup();
    let (pending, set_aside) = terms.set_aside(totals.total, retention);
    let customer = party(root, "AccountingCustomerParty");
    let invoice = Invoice {
        supplier,
        customer,
        document,
        serie,
        number,
        date,
        time: time(&tree::element_text(root, "IssueTime")),
        modifies,
        lines,
        adjustments,
        totals,
        payment: terms.kind,
        quotes: terms.quotes,
        pending,
        set_aside,
        warnings,
    };
    Ok(invoice)
}

fn document_kind(root: Node<'_, '_>) -> Result<PurchaseDocument, Problem> {
    match (root.tag_name().name(), tree::element_text(root, "InvoiceTypeCode").as_str()) {
        ("CreditNote", _) => Ok(PurchaseDocument::CreditNote),
        ("DebitNote", _) => Ok(PurchaseDocument::DebitNote),
        (_, "01") => Ok(PurchaseDocument::Factura),
        (_, "03") => Ok(PurchaseDocument::Boleta),
        (_, "14") => Ok(PurchaseDocument::UtilityBill),
        _ => Err(problem::NOT_AN_INVOICE),
    }
}

pub(super) fn missing_problem(what: &str) -> Problem {
    Problem::new(format!("Al XML le falta {what}. Pide al proveedor el XML completo."))
}

fn other_document_problem(root: &str) -> Problem {
    let what = match root {
        "SummaryDocuments" | "VoidedDocuments" => "un resumen o una baja enviada a SUNAT",
        "ApplicationResponse" => "la constancia de SUNAT (CDR)",
        "DespatchAdvice" => "una guía de remisión",
        "Perception" | "Retention" => "un comprobante de percepción o retención",
        "AttachedDocument" => "un documento de otro país",
        "html" => return problem::NOT_XML,
        _ => return problem::NOT_AN_INVOICE,
    };
    Problem::new(format!("El archivo es {what}. Aquí va el XML de la factura o boleta."))
}

/// Splits the document's number. Companies number bills of public services freely, some without a series.
pub(super) fn split_number(document: PurchaseDocument, id: &str) -> Result<(String, String), Problem> {
    if document != PurchaseDocument::UtilityBill {
        return split_paper_number(id);
    }
    let (serie, number) = id.split_once('-').unwrap_or(("", id));
    let (serie, number) = (serie.trim().to_uppercase(), number.trim().to_uppercase());
    let is_plain = |text: &str, most: usize| text.len() <= most && text.bytes().all(|b| b.is_ascii_alphanumeric());
    let is_named = is_plain(&serie, 8) && is_plain(&number, 20) && number.bytes().any(|b| b != b'0');
    if is_named { Ok((serie, number)) } else { Err(missing_problem("un número válido")) }
}

/// Splits a number such as `F002-00009914` into series and number without leading zeros.
pub(super) fn split_paper_number(id: &str) -> Result<(String, String), Problem> {
    let (serie, number) = id.split_once('-').ok_or_else(|| missing_problem("la serie y el número"))?;
    let (serie, number) = (serie.trim().to_uppercase(), number.trim());
    let plain = number.trim_start_matches('0');
    let is_number = !plain.is_empty() && plain.len() <= 8 && plain.bytes().all(|b| b.is_ascii_digit());
    let is_serie = (1..=4).contains(&serie.len()) && serie.bytes().all(|b| b.is_ascii_alphanumeric());
    if is_number && is_serie {
        Ok((serie, plain.to_owned()))
    } else {
        Err(missing_problem("una serie y un número válidos"))
    }
}

/// Reads `06:48:13` and `06:48:13-05:00` as 06:48; `None` for midnight, which programs write when they know no time.
fn time(text: &str) -> Option<String> {
    let clock = text.get(..8)?;
    let time: NaiveTime = clock.parse().ok()?;
    (time != NaiveTime::MIN).then(|| time.format("%H:%M").to_string())
}

fn party(root: Node<'_, '_>, parent: &'static str) -> Option<Party> {
    let party = tree::find_element(tree::find_element(root, parent)?, "Party")?;
    // Some suppliers are identified only in the tax scheme.
    let id = tree::find_element(party, "PartyIdentification/ID")
        .or_else(|| tree::find_element(party, "PartyTaxScheme/CompanyID"));
    let document_type = match id.and_then(|id| id.attribute("schemeID")).unwrap_or_default() {
        "6" => Some(IdentityDocument::Ruc),
        "1" => Some(IdentityDocument::Dni),
        "4" => Some(IdentityDocument::Ce),
        "7" => Some(IdentityDocument::Passport),
        _ => None,
    };
    let document = id.map(tree::plain_text).unwrap_or_default();
    let names = ["PartyLegalEntity/RegistrationName", "PartyName/Name", "PartyTaxScheme/RegistrationName"];
    let name =
        names.iter().map(|path| tree::element_text(party, path)).find(|name| !name.is_empty()).unwrap_or_default();
    Some(Party { document_type, document, name })
}

/// Reads the charges and discounts of the whole document, the amount retained, and warnings.
fn adjustments(root: Node<'_, '_>) -> Result<(Adjustments, Money, Vec<InvoiceWarning>), Problem> {
    let (mut all, mut retention, mut warnings) = (Adjustments::default(), Money::ZERO, Vec::new());
    for one in tree::child_elements(root, "AllowanceCharge") {
        let amount = require_not_negative(tree::read_amount(one, "Amount")?.unwrap_or_default())?;
        let is_charge = tree::element_text(one, "ChargeIndicator").eq_ignore_ascii_case("true");
        match (tree::element_text(one, "AllowanceChargeReasonCode").as_str(), is_charge) {
            ("51" | "52" | "53", _) => warnings.push(InvoiceWarning::Perception),
            ("61" | "62", _) => {
                warnings.push(InvoiceWarning::Withheld);
                retention += amount;
            }
            ("45" | "46" | "50", true) => all.charge += amount,
            ("04", false) => all.base_advance += amount,
            ("05" | "06", false) => all.untaxed_advance += amount,
            ("20", false) => all.isc_advance += amount,
            ("63", false) => {
                warnings.push(InvoiceWarning::Withheld);
                all.discount += amount;
            }
            ("03", false) => all.discount += amount,
            (_, true) => all.base_charge += amount,
            (_, false) => all.base_discount += amount,
        }
    }
    all.advance = advance(root)?;
    let advanced = all.advance + all.base_advance + all.untaxed_advance;
    warnings.extend((!advanced.is_zero()).then_some(InvoiceWarning::Prepaid));
    Ok((all, retention, warnings))
}

/// Returns everything paid in advance, with its taxes: the stated sum, or else the sum of the advance documents.
fn advance(root: Node<'_, '_>) -> Result<Money, Problem> {
    let whole = require_not_negative(total_figure(root, "PrepaidAmount")?.unwrap_or_default())?;
    if !whole.is_zero() {
        return Ok(whole);
    }
    let mut sum = Money::ZERO;
    for paper in tree::child_elements(root, "PrepaidPayment") {
        sum += require_not_negative(tree::read_amount(paper, "PaidAmount")?.unwrap_or_default())?;
    }
    Ok(sum)
}

/// Reads a figure of the document's totals; debit notes have another element for them.
fn total_figure(root: Node<'_, '_>, name: &'static str) -> Result<Option<Money>, Problem> {
    let sums =
        tree::find_element(root, "LegalMonetaryTotal").or_else(|| tree::find_element(root, "RequestedMonetaryTotal"));
    sums.map_or(Ok(None), |sums| tree::read_amount(sums, name))
}

fn totals(root: Node<'_, '_>) -> Result<PaperTotals, Problem> {
    let total = total_figure(root, "PayableAmount")?.ok_or_else(|| missing_problem("el importe total"))?;
    if total.is_negative() || total != total.to_centimos() {
        return Err(Problem::new("El total del XML no es un importe que se pueda pagar. Regístrala a mano."));
    }
    let rounding = total_figure(root, "PayableRoundingAmount")?.unwrap_or_default();
    let mut all = PaperTotals { total, rounding, ..PaperTotals::default() };
    for tax in tree::child_elements(root, "TaxTotal").flat_map(|total| tree::child_elements(total, "TaxSubtotal")) {
        let base = tree::read_amount(tax, "TaxableAmount")?.unwrap_or_default();
        let amount = tree::read_amount(tax, "TaxAmount")?.unwrap_or_default();
        match tree::element_text(tax, "TaxCategory/TaxScheme/ID").as_str() {
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

pub(super) fn require_not_negative(amount: Money) -> Result<Money, Problem> {
    if amount.is_negative() {
        return Err(Problem::new(
            "El XML trae importes negativos, que una factura no lleva. Pide al proveedor que lo corrija.",
        ));
    }
    Ok(amount)
}
