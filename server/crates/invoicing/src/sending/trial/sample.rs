//! A sample factura of one sol and eighteen céntimos without a sale, for SUNAT's test service, which stores nothing.

use anyhow::Context;
use chrono::{DateTime, Timelike, Utc};
use comanda_base::error::Result;
use comanda_platform::settings::{CompanyInfo, tax};
use comanda_sunat::document::{
    Affectation, Centimos, Content, Customer, Document, Identity, Issuer, Legend, Line, Millionths, Number,
    PaymentTerms, Rate, Totals, Unit,
};

/// A series that no restaurant uses.
/// A modulus larger than the number of seconds in three years.
const SERIES: &str = "FZZZ";
const NUMBERS: i64 = 99_999_999;

/// Builds the company's sample document for this instant.
pub(super) fn sample_document(company: &CompanyInfo, now: DateTime<Utc>) -> Result<Document> {
    let (base, igv) = (Centimos(100), Centimos(18));
    let local = tax::issue_time(now);
    let number = u32::try_from(now.timestamp().rem_euclid(NUMBERS) + 1).context("a number of eight digits")?;
    let ruc = company.document_number.clone();
    Ok(Document {
        content: Content::Factura(PaymentTerms::Cash),
        number: Number::new(SERIES, number).context("a number of the trial")?,
        issued_on: local.date(),
        issued_at: local.time().with_nanosecond(0).unwrap_or_default(),
        issuer: Issuer {
            ruc: ruc.clone(),
            legal_name: company.legal_name.clone(),
            trade_name: None,
            establishment: "0000".into(),
            address: None,
        },
        customer: Customer { identity: Identity::Ruc, number: ruc, name: company.legal_name.clone(), address: None },
        rate: Rate(1800),
        lines: vec![Line {
            description: "PRUEBA DE ENVIO".into(),
            code: None,
            unit: Unit::Service,
            quantity: Millionths(1_000_000),
            unit_price: Millionths(1_180_000),
            affectation: Affectation::Taxed,
            base,
            igv,
            bag_tax: Centimos(0),
            total: Centimos(118),
            discount: None,
        }],
        discounts: vec![],
        service_charge: None,
        totals: Totals { taxed: base, igv, payable: Centimos(118), ..Totals::default() },
        legends: vec![Legend::AmountInWords("SON UNO CON 18/100 SOLES".into())],
    })
}
