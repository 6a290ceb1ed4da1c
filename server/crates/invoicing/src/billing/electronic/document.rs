//! Maps a stored document to the content of its XML, in the terms of the tax authority. Nothing is computed here.

use super::measured::document_quantity;
use crate::billing::{
    debit::{DebitNote, DebitReasonCode},
    model::{Billing, BillingAmount, BillingLine, DocumentLineKind},
};
use anyhow::{Context, anyhow};
use comanda_base::{
    document_kind::DocumentKind,
    error::Result,
    money::{CENTIMO, Money, Quantity},
};
use comanda_masterdata::clients::document::IdentityDocument;
use comanda_platform::settings::{CompanyInfo, tax};
use comanda_sunat::document::{
    Address, Affectation, Centimos, Content, Customer, DebitReason, Discount, Document, GlobalDiscount, Identity,
    Instalment, Issuer, Kind, Legend, Line, Number, PaymentTerms, Rate, Reference, ServiceCharge, Totals, Unit,
};

/// SUNAT's code of the fiscal address.
pub(in crate::billing) const MAIN_ESTABLISHMENT: &str = "0000";
/// The code of catalogue 53 for a discount that lowers the base.
const DISCOUNT: &str = "02";

/// Maps a boleta, a factura or a debit note.
pub fn electronic_document(company: &CompanyInfo, billing: &Billing) -> Result<Document> {
    let row = &billing.row;
    let content = match row.billing_type_id {
        DocumentKind::Factura => Content::Factura(terms(billing)),
        DocumentKind::Boleta => Content::Boleta,
        DocumentKind::DebitNote => debit_note(billing)?,
        DocumentKind::SaleNote | DocumentKind::CreditNote => {
            return Err(anyhow!("{} is no document of the tax authority", billing.full_number).into());
        }
    };
    let issued = tax::issue_time(row.issued_at);
    Ok(Document {
        content,
        number: parse_number(&row.serie, row.number)?,
        issued_on: issued.date(),
        issued_at: issued.time(),
        issuer: issuer_at_establishment(company, &row.establishment),
        customer: build_customer(billing),
        rate: to_rate(row.igv_percent)?,
        lines: billing.lines.iter().filter(|l| has_value(l)).map(line).collect::<Result<_>>()?,
        discounts: discounts(billing),
        service_charge: service_charge(billing),
        totals: totals(billing),
        legends: legends(billing),
    })
}

/// Maps the reason and the modified document of a debit note.
fn debit_note(billing: &Billing) -> Result<Content> {
    let note = billing.debit.as_ref().with_context(|| format!("what {} adds to", billing.full_number))?;
    Ok(Content::DebitNote {
        reason: match note.reason_code {
            DebitReasonCode::Interest => DebitReason::Interest,
            DebitReasonCode::HigherValue => DebitReason::HigherValue,
            DebitReasonCode::Penalty => DebitReason::Penalty,
        },
        why: note.reason.clone(),
        changes: modified_document(note)?,
    })
}

/// The document that a debit note modifies.
pub(super) fn modified_document(note: &DebitNote) -> Result<Reference> {
    document_reference(note.document_type_id, &note.serie, note.number)
}

/// A reference to a document that a note modifies, electronic or on paper.
pub(super) fn document_reference(document_kind: DocumentKind, serie: &str, number: i64) -> Result<Reference> {
    let kind = match document_kind {
        DocumentKind::Factura => Kind::Factura,
        DocumentKind::Boleta => Kind::Boleta,
        DocumentKind::SaleNote | DocumentKind::CreditNote | DocumentKind::DebitNote => {
            return Err(anyhow!("{serie}-{number} is no document that a note modifies").into());
        }
    };
    let number = u32::try_from(number).context("a document's number")?;
    let number = Number::for_modified_document(serie, number).with_context(|| format!("{serie}-{number}"))?;
    Ok(Reference { kind, number })
}

/// Maps the payment terms: a sale on credit states the pending amount and its due dates (rules 3244 to 3267).
fn terms(billing: &Billing) -> PaymentTerms {
    if billing.instalments.is_empty() {
        return PaymentTerms::Cash;
    }
    let instalment = |i: &crate::billing::Instalment| Instalment { amount: to_centimos(i.amount), due_on: i.due_on };
    PaymentTerms::Credit {
        pending: to_centimos(billing.instalments.iter().map(|i| i.amount).sum()),
        instalments: billing.instalments.iter().map(instalment).collect(),
    }
}

/// Parses a series and number in the tax authority's form.
pub(super) fn parse_number(serie: &str, number: i64) -> Result<Number> {
    let number = u32::try_from(number).context("a document's number")?;
    Ok(Number::new(serie, number).with_context(|| format!("{serie}-{number}"))?)
}

/// The issuer, with the establishment at which the document was issued.
pub(super) fn issuer_at_establishment(company: &CompanyInfo, establishment: &str) -> Issuer {
    Issuer { establishment: establishment.to_owned(), ..build_issuer(company) }
}

/// The issuer of a company's documents, at its fiscal address.
pub fn build_issuer(company: &CompanyInfo) -> Issuer {
    /// The smallest length by rules 4092 and 4094.
    const LEAST: usize = 3;
    const LONGEST_STREET: usize = 200;
    let is_said = |text: &String| text.chars().count() >= LEAST;
    let streets = [&company.tax_address, &company.commercial_address];
    let street = streets.into_iter().map(|street| normalize(street, LONGEST_STREET)).find(is_said);
    let address = street.filter(|_| !company.ubigeo.is_empty()).map(|street| Address {
        ubigeo: company.ubigeo.clone(),
        department: company.department.clone(),
        province: company.province.clone(),
        district: company.district.clone(),
        street,
    });
    Issuer {
        ruc: company.document_number.clone(),
        legal_name: company.legal_name.clone(),
        trade_name: Some(company.commercial_name.clone()).filter(is_said),
        establishment: MAIN_ESTABLISHMENT.into(),
        address,
    }
}

pub(super) fn build_customer(billing: &Billing) -> Customer {
    let row = &billing.row;
    Customer {
        identity: identity_code(row.client_document_type),
        number: row.client_document_number.clone(),
        name: name(&row.client_name),
        address: Some(row.client_address.clone()).filter(|a| !normalize(a, 1).is_empty()),
    }
}

/// Whether a line has a value: one without, like 'sin cebolla', appears in print only (rule 3105).
pub(in crate::billing) const fn has_value(line: &BillingLine) -> bool {
    !line.base.is_zero()
}

/// Extends a name to the required three letters (rule 2022).
fn name(name: &str) -> String {
    const LEAST: usize = 3;
    const MOST: usize = 1500;
    let normalized = normalize(name, MOST);
    if normalized.chars().count() < LEAST { format!("{normalized} (CLIENTE)").trim().to_owned() } else { normalized }
}

/// Normalizes spaces, removes control characters and cuts the text to `most` characters.
fn normalize(text: &str, most: usize) -> String {
    let spaced: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let words = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().take(most).collect::<String>().trim_end().to_owned()
}

/// Normalizes a description to 1 to 500 characters (rule 2027).
pub(super) fn normalize_description(text: &str) -> String {
    const MOST: usize = 500;
    let normalized = normalize(text, MOST);
    if normalized.is_empty() { "CONSUMO".into() } else { normalized }
}

/// Maps to the codes of catalogue 06.
pub(in crate::billing) const fn identity_code(kind: IdentityDocument) -> Identity {
    match kind {
        IdentityDocument::Ruc => Identity::Ruc,
        IdentityDocument::Ce => Identity::ForeignerCard,
        IdentityDocument::Passport => Identity::Passport,
        IdentityDocument::Dni => Identity::Dni,
    }
}

fn line(line: &BillingLine) -> Result<Line> {
    let affectation =
        Affectation::from_code(&line.affectation).with_context(|| format!("affectation {}", line.affectation))?;
    let is_service = matches!(line.kind, DocumentLineKind::Charge | DocumentLineKind::Consumption);
    let stated = document_quantity(&line.measure, line.quantity, line.unit_price);
    let discount = Some(line.discount).filter(|d| !d.is_zero());
    Ok(Line {
        description: normalize_description(&line.description),
        code: None,
        unit: if is_service { Unit::Service } else { stated.unit },
        quantity: stated.quantity,
        unit_price: stated.unit_price,
        affectation,
        base: to_centimos(line.base),
        igv: to_centimos(if affectation.is_free() { line.free_igv } else { line.igv }),
        // The printed document lists the amount before the discount.
        total: to_centimos(if affectation.is_free() { Money::ZERO } else { line.base + line.igv + line.bag_tax }),
        bag_tax: to_centimos(line.bag_tax),
        discount: discount.map(|d| Discount { amount: to_centimos(d), base: to_centimos(line.base + d) }),
    })
}

fn discounts(billing: &Billing) -> Vec<GlobalDiscount> {
    let row = &billing.row;
    if !has_code(&billing.amounts, DISCOUNT) || row.discount.is_zero() {
        return Vec::new();
    }
    let base = row.taxable + row.discount;
    vec![GlobalDiscount::OnBase { amount: to_centimos(row.discount), base: to_centimos(base) }]
}

fn has_code(amounts: &[BillingAmount], code: &str) -> bool {
    amounts.iter().any(|a| a.code == code)
}

fn service_charge(billing: &Billing) -> Option<ServiceCharge> {
    let row = &billing.row;
    let base = row.taxable + row.exonerated + row.unaffected;
    (!row.other_charges.is_zero())
        .then(|| ServiceCharge { amount: to_centimos(row.other_charges), base: to_centimos(base) })
}

fn totals(billing: &Billing) -> Totals {
    let row = &billing.row;
    Totals {
        taxed: to_centimos(row.taxable),
        igv: to_centimos(row.igv),
        exonerated: to_centimos(row.exonerated),
        unaffected: to_centimos(row.unaffected),
        free: to_centimos(row.free),
        bag_tax: to_centimos(row.bag_tax),
        free_igv: to_centimos(billing.lines.iter().map(|l| l.free_igv).sum()),
        payable: to_centimos(row.total),
    }
}

fn legends(billing: &Billing) -> Vec<Legend> {
    let row = &billing.row;
    let free = (!row.free.is_zero()).then_some(Legend::Free);
    let jungle = (row.igv_percent.is_zero() && !row.exonerated.is_zero()).then_some(Legend::JungleGoods);
    [Legend::AmountInWords(format!("SON {}", row.total_in_words))].into_iter().chain(free).chain(jungle).collect()
}

pub(super) fn to_centimos(amount: Money) -> Centimos {
    Centimos(amount.millionths() / CENTIMO)
}

/// Converts a rate to hundredths of a percent.
pub(super) fn to_rate(percent: Quantity) -> Result<Rate> {
    const HUNDREDTH: i64 = 10_000;
    Ok(Rate(u32::try_from(percent.millionths() / HUNDREDTH).context("a rate of IGV")?))
}
