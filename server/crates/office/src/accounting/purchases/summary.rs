//! The summary of a month's purchase register by seller, for the screen that offers its files.

use super::{entry::PurchaseEntry, rce, reader::PurchaseReader, register_text};
use crate::accounting::{month::RegisterMonth, sire_file};
use chrono::{Datelike, NaiveDate};
use comanda_base::{db::Tx, error::Result, money::Money, tax_document_type::TaxDocumentType};
use comanda_platform::settings::CompanyInfo;
use serde::Serialize;
use std::{cmp::Reverse, collections::HashMap};
use utoipa::ToSchema;

/// The most document numbers in a list.
const LISTED: usize = 200;
/// The most sellers listed; the totals include the others.
const SELLERS: usize = 500;

/// Sums of purchases.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct PurchaseRegisterSums {
    pub count: i64,
    /// The taxable base of facturas.
    pub base: Money,
    /// The deductible IGV.
    pub igv: Money,
    /// Exonerated and unaffected amounts, and the whole of boletas.
    pub untaxed: Money,
    /// ISC, ICBPER, other taxes and charges; negative for a discount that does not reduce the base.
    pub charges: Money,
    pub total: Money,
}

impl PurchaseRegisterSums {
    fn add(&mut self, entry: &PurchaseEntry) {
        self.count += 1;
        self.base += entry.base;
        self.igv += entry.igv;
        self.untaxed += entry.untaxed;
        self.charges += entry.isc + entry.icbper + entry.other_charges;
        self.total += entry.total;
    }
}

/// A seller's documents of one type in the month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PurchaseRegisterSeller {
    /// 01 factura, 03 boleta, 07 and 08 notes, 14 bills of public services.
    pub document_type: TaxDocumentType,
    pub provider_document: String,
    pub provider_name: String,
    #[serde(flatten)]
    pub sums: PurchaseRegisterSums,
}

/// Answer of `GET /accounting/purchase-register`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PurchaseRegister {
    pub year: i32,
    pub month: u32,
    /// Whether the month has ended on the house's calendar.
    pub is_over: bool,
    /// The name of the file of format 8.1.
    pub csv_file_name: String,
    /// The name of SUNAT's file; null without a RUC.
    pub rce_file_name: Option<String>,
    /// The sellers by document type, facturas first, then by total, the highest first; at most 500.
    pub sellers: Vec<PurchaseRegisterSeller>,
    pub totals: PurchaseRegisterSums,
    /// Facturas of sellers without a RUC, which SUNAT refuses; at most 200.
    pub without_ruc: Vec<String>,
    /// Documents of earlier months that are registered in this one; at most 200.
    pub late: Vec<String>,
    /// Facturas with a detraction whose deposit is unknown, without which no IGV is deducted; at most 200.
    pub without_deposit: Vec<String>,
    /// The number of purchases with papers that do not belong in the register (notas de venta and others).
    pub beside_count: i64,
    pub beside_total: Money,
}

/// Loads the summary.
pub(super) async fn load_summary(
    tx: &mut Tx,
    company: &CompanyInfo,
    month: RegisterMonth,
    today: NaiveDate,
) -> Result<PurchaseRegister> {
    let mut totals = PurchaseRegisterSums::default();
    let mut sellers = HashMap::<(TaxDocumentType, String, String), PurchaseRegisterSums>::new();
    let (mut without_ruc, mut late, mut without_deposit) = (Vec::new(), Vec::new(), Vec::new());
    let mut reading = PurchaseReader::open(tx, month).await?;
    while let Some(entries) = reading.next_page(tx).await? {
        for entry in &entries {
            totals.add(entry);
            let key = (entry.paper, entry.provider_number.clone(), entry.provider_name.clone());
            sellers.entry(key).or_default().add(entry);
            for (names, holds) in [
                (&mut without_ruc, entry.deducts_without_ruc()),
                (&mut late, entry.late_in.is_some()),
                (&mut without_deposit, entry.lacks_deposit()),
            ] {
                if holds && names.len() < LISTED {
                    names.push(entry.full_number());
                }
            }
        }
    }
    let named = |((document_type, provider_document, provider_name), sums)| PurchaseRegisterSeller {
        document_type,
        provider_document,
        provider_name,
        sums,
    };
    let mut sellers: Vec<PurchaseRegisterSeller> = sellers.into_iter().map(named).collect();
    sellers.sort_by(|a, b| {
        let key = |s: &PurchaseRegisterSeller| (s.document_type, Reverse(s.sums.total));
        key(a).cmp(&key(b)).then_with(|| a.provider_document.cmp(&b.provider_document))
    });
    sellers.truncate(SELLERS);
    let rce_name = |ruc| sire_file::file_name(ruc, &month, rce::BOOK, totals.count > 0) + ".zip";
    Ok(PurchaseRegister {
        year: month.first.year(),
        month: month.first.month(),
        is_over: month.last < today,
        csv_file_name: register_text::file_name(&month),
        rce_file_name: sire_file::valid_ruc(company).map(rce_name),
        sellers,
        totals,
        without_ruc,
        late,
        without_deposit,
        beside_count: reading.other_purchases.count,
        beside_total: reading.other_purchases.total,
    })
}
