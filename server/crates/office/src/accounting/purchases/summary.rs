//! What the register of purchases of a month comes to, seller by seller, for the screen that hands it out.

use super::{
    entry::{PaperType, PurchaseEntry},
    rce,
    reading::Reading,
    register_text,
};
use crate::accounting::{month::Month, sire_file};
use chrono::{Datelike, NaiveDate};
use comanda_base::{db::Tx, error::Result, money::Money};
use comanda_platform::settings::CompanyInfo;
use serde::Serialize;
use std::{cmp::Reverse, collections::HashMap};
use utoipa::ToSchema;

/// Numbers that a list names.
const LISTED: usize = 200;
/// Sellers that are named; what is bought of the others is in the totals.
const SELLERS: usize = 500;

/// What purchases come to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct PurchaseRegisterSums {
    pub count: i64,
    /// Taxable base of facturas.
    pub base: Money,
    /// That can be deducted.
    pub igv: Money,
    /// Exonerated, unaffected, and all of boletas.
    pub untaxed: Money,
    /// They are ISC, ICBPER, other taxes and charges; a discount that leaves the base alone makes them less than zero.
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

/// The month's papers of one kind of a seller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PurchaseRegisterSeller {
    /// 01 factura, 03 boleta, 07 and 08 notes, 14 bills of public services.
    pub document_type: PaperType,
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
    /// Of the file of format 8.1.
    pub csv_file_name: String,
    /// Of SUNAT's file; none without a RUC.
    pub rce_file_name: Option<String>,
    /// Facturas first, then by what was bought of them, the most first; at most 500.
    pub sellers: Vec<PurchaseRegisterSeller>,
    pub totals: PurchaseRegisterSums,
    /// Facturas of sellers without a RUC: SUNAT refuses them; at most 200 are named.
    pub without_ruc: Vec<String>,
    /// These papers are of earlier months and written in this one; at most 200 are named.
    pub late: Vec<String>,
    /// These facturas have a detraction whose deposit is not known, without which no IGV is deducted; at most 200 are named.
    pub without_deposit: Vec<String>,
    /// Bought with papers that are none of the register's (notas de venta and others): how many, and for how much.
    pub beside_count: i64,
    pub beside_total: Money,
}

/// Reads it.
pub(super) async fn summary(
    tx: &mut Tx,
    company: &CompanyInfo,
    month: Month,
    today: NaiveDate,
) -> Result<PurchaseRegister> {
    let mut totals = PurchaseRegisterSums::default();
    let mut sellers = HashMap::<(PaperType, String, String), PurchaseRegisterSums>::new();
    let (mut without_ruc, mut late, mut without_deposit) = (Vec::new(), Vec::new(), Vec::new());
    let mut reading = Reading::begin(tx, month).await?;
    while let Some(entries) = reading.page(tx).await? {
        for entry in &entries {
            totals.add(entry);
            let key = (entry.paper, entry.provider_number.clone(), entry.provider_name.clone());
            sellers.entry(key).or_default().add(entry);
            for (names, holds) in [
                (&mut without_ruc, entry.lacks_ruc()),
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
        rce_file_name: sire_file::own_ruc(company).map(rce_name),
        sellers,
        totals,
        without_ruc,
        late,
        without_deposit,
        beside_count: reading.beside.count,
        beside_total: reading.beside.total,
    })
}
