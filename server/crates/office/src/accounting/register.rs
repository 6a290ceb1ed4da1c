//! The summary of a month's sales register by series, for the screen that offers its files.

use super::{
    checks::{self, CheckCode, FoundDocuments, RegisterCheck},
    checks_store,
    entry::RegisterEntry,
    month::RegisterMonth,
    reader::RegisterReader,
    register_text, rvie, sire_file,
    store::ZeroReason,
};
use chrono::{Datelike, NaiveDate};
use comanda_base::{db::Tx, error::Result, money::Money, tax_document_type::TaxDocumentType};
use comanda_ledgers::figures::{self, CourtesyScope};
use comanda_platform::settings::{CompanyInfo, Regime, regime};
use serde::Serialize;
use std::collections::HashSet;
use utoipa::ToSchema;

/// Sums of documents. Voided and rejected documents add zero, and notes are negative.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct RegisterSums {
    /// All documents, including voided and rejected ones.
    pub count: i64,
    /// Documents that the house voided; those that the tax authority rejected are none of them.
    pub voided: i64,
    /// Documents that the tax authority rejected, also those that were issued again or voided since.
    pub rejected: i64,
    /// The taxable base, after discounts.
    pub base: Money,
    pub igv: Money,
    /// Exonerated and unaffected amounts.
    pub exempt: Money,
    /// The tax on plastic bags (ICBPER).
    pub bag_tax: Money,
    /// Recargo al consumo and other charges outside the base.
    pub other_charges: Money,
    pub total: Money,
}

impl RegisterSums {
    fn add(&mut self, entry: &RegisterEntry) {
        let f = &entry.figures;
        self.count += 1;
        self.voided += i64::from(entry.zero_reason == Some(ZeroReason::Voided));
        self.rejected += i64::from(entry.zero_reason == Some(ZeroReason::Rejected));
        self.base += f.base + f.base_reduction;
        self.igv += f.igv + f.igv_reduction;
        self.exempt += f.exonerated + f.unaffected;
        self.bag_tax += f.bag_tax;
        self.other_charges += f.other_charges;
        self.total += f.total;
    }
}

/// The sums of the courtesies of the month's documents: the XML declares their IGV as a reference (code 15 of catalogue 07), but no column of the register
/// includes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Courtesies {
    pub documents: i64,
    /// The value without IGV.
    pub value: Money,
    pub igv: Money,
}

/// Courtesies of accounts whose documents name no dish, because they were paid by shares, by amounts or POR CONSUMO: no XML declares them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct UnlistedCourtesies {
    pub accounts: i64,
    /// The value at listed prices, which include IGV.
    pub value: Money,
}

/// The month's documents of one type in a series.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RegisterSeries {
    /// 01 factura, 03 boleta, 07 credit note, 00 nota de venta.
    pub document_type: TaxDocumentType,
    pub serie: String,
    /// The lowest number of the month.
    pub first: i64,
    /// The highest number of the month.
    pub last: i64,
    #[serde(flatten)]
    pub sums: RegisterSums,
}

/// Answer of `GET /accounting/register`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SalesRegister {
    pub year: i32,
    pub month: u32,
    /// Whether the month has ended on the house's calendar.
    pub is_over: bool,
    /// Whether these figures include notas de venta: as the query says, else as the company's setting.
    pub include_sale_notes: bool,
    /// The company's setting.
    pub keeps_sale_notes: bool,
    /// The regime on the month's last day: in the Nuevo RUS nobody has to keep this register.
    pub regime: Regime,
    /// The name of the file of format 14.1.
    pub csv_file_name: String,
    /// The name of SUNAT's file; null without a RUC.
    pub rvie_file_name: Option<String>,
    /// The series, in the order of the register.
    pub series: Vec<RegisterSeries>,
    pub totals: RegisterSums,
    pub courtesies: Courtesies,
    pub unlisted_courtesies: UnlistedCourtesies,
    pub checks: Vec<RegisterCheck>,
}

/// The sums and findings of a register as it is read.
#[derive(Debug, Default)]
struct Tally {
    series: Vec<RegisterSeries>,
    totals: RegisterSums,
    unnamed: FoundDocuments,
    mismatched: FoundDocuments,
}

impl Tally {
    fn add(&mut self, entry: &RegisterEntry) {
        self.totals.add(entry);
        let is_of = |s: &&mut RegisterSeries| s.serie == entry.serie && s.document_type == entry.document;
        match self.series.iter_mut().rev().find(is_of) {
            Some(series) => {
                series.last = entry.number;
                series.sums.add(entry);
            }
            None => {
                let mut sums = RegisterSums::default();
                sums.add(entry);
                self.series.push(RegisterSeries {
                    document_type: entry.document,
                    serie: entry.serie.clone(),
                    first: entry.number,
                    last: entry.number,
                    sums,
                });
            }
        }
        if entry.lacks_customer() {
            self.unnamed.add(|| entry.full_number());
        }
        if entry.figures.sum_of_parts() != entry.figures.total {
            self.mismatched.add(|| entry.full_number());
        }
    }
    /// Whether SUNAT's file would have any line.
    fn has_tax_documents(&self) -> bool {
        self.series.iter().any(|s| s.document_type != TaxDocumentType::Internal)
    }
}

async fn sum_undocumented_courtesies(tx: &mut Tx, month: &RegisterMonth) -> Result<UnlistedCourtesies> {
    let scope = CourtesyScope::TaxDocuments { days: month.business_days(), issued: (month.from, month.until) };
    let lines = figures::load_courtesies_without_document(tx, scope).await?;
    let accounts: HashSet<i64> = lines.iter().map(|line| line.client_request_id).collect();
    let accounts = i64::try_from(accounts.len()).unwrap_or(i64::MAX);
    Ok(UnlistedCourtesies { accounts, value: lines.iter().map(|line| line.value).sum() })
}

/// Loads the summary. `keeps` is the company's setting for notas de venta, `include` says whether to count them now.
pub(super) async fn load_summary(
    tx: &mut Tx,
    company: &CompanyInfo,
    month: RegisterMonth,
    today: NaiveDate,
    (keeps, include): (bool, bool),
) -> Result<SalesRegister> {
    let mut tally = Tally::default();
    let mut reading = RegisterReader::open(tx, month, include).await?;
    while let Some(entries) = reading.next_page(tx).await? {
        entries.iter().for_each(|entry| tally.add(entry));
    }
    let ruc = sire_file::valid_ruc(company);
    let rvie_file_name =
        ruc.map(|ruc| sire_file::file_name(ruc, &month, rvie::BOOK, tally.has_tax_documents()) + ".zip");
    let mut checks = vec![checks::check_numbering(tx, &month, include).await?];
    checks.extend(checks::check_tax_states(tx, &month).await?);
    checks.push(RegisterCheck::from_documents(CheckCode::TotalsDiffer, tally.mismatched));
    checks.push(RegisterCheck::from_documents(CheckCode::UnnamedBoleta, tally.unnamed));
    checks.push(RegisterCheck::from_condition(CheckCode::NoRuc, ruc.is_some()));
    checks.extend(checks::check_month(&month, today, tally.series.is_empty()));
    Ok(SalesRegister {
        year: month.first.year(),
        month: month.first.month(),
        is_over: month.last < today,
        include_sale_notes: include,
        keeps_sale_notes: keeps,
        regime: regime::load_regime_on(tx, month.last).await?,
        csv_file_name: register_text::file_name(&month),
        rvie_file_name,
        series: tally.series,
        totals: tally.totals,
        courtesies: checks_store::sum_courtesies(tx, &month).await?,
        unlisted_courtesies: sum_undocumented_courtesies(tx, &month).await?,
        checks,
    })
}
