//! What the register of a month comes to, series by series, for the screen that hands it out.

use super::{
    book::Reading,
    checks::{self, CheckCode, Found, RegisterCheck},
    checks_store,
    entry::{Entry, RegisterDocument},
    month::Month,
    register_text, rvie, sire_file,
};
use chrono::{Datelike, NaiveDate};
use comanda_base::{db::Tx, error::Result, money::Money};
use comanda_platform::settings::{CompanyInfo, Regime, regime};
use serde::Serialize;
use utoipa::ToSchema;

/// What documents come to; what was voided or refused counts for nothing, and notes are negative.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct RegisterSums {
    /// All documents, those that count for nothing too.
    pub count: i64,
    /// Voided, or refused by the tax authority.
    pub voided: i64,
    /// Taxable base, after discounts.
    pub base: Money,
    pub igv: Money,
    /// Exonerated and unaffected.
    pub exempt: Money,
    /// On plastic bags (ICBPER).
    pub bag_tax: Money,
    /// Recargo al consumo and other charges outside the base.
    pub other_charges: Money,
    pub total: Money,
}

impl RegisterSums {
    fn add(&mut self, entry: &Entry) {
        let f = &entry.figures;
        self.count += 1;
        self.voided += i64::from(entry.is_voided);
        self.base += f.base + f.base_off;
        self.igv += f.igv + f.igv_off;
        self.exempt += f.exonerated + f.unaffected;
        self.bag_tax += f.bag_tax;
        self.other_charges += f.other_charges;
        self.total += f.total;
    }
}

/// Courtesies of the month's documents: their XML says their IGV as a reference (code 15 of catalogue 07), and no column
/// of the register does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Courtesies {
    pub documents: i64,
    /// Without IGV.
    pub value: Money,
    pub igv: Money,
}

/// The month's documents of one kind in a series.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RegisterSeries {
    /// 01 factura, 03 boleta, 07 credit note, 00 nota de venta.
    pub document_type: RegisterDocument,
    pub serie: String,
    /// Lowest number of the month.
    pub first: i64,
    /// Highest number of the month.
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
    /// Whether these figures are with notas de venta: as asked for, else as the company keeps it.
    pub include_sale_notes: bool,
    /// What the company keeps.
    pub keeps_sale_notes: bool,
    /// The regime on the month's last day: in the Nuevo RUS nobody has to keep this register.
    pub regime: Regime,
    /// Of the file of format 14.1.
    pub csv_file_name: String,
    /// Of SUNAT's file; none without a RUC.
    pub rvie_file_name: Option<String>,
    /// In the order of the register.
    pub series: Vec<RegisterSeries>,
    pub totals: RegisterSums,
    pub courtesies: Courtesies,
    pub checks: Vec<RegisterCheck>,
}

/// What a reading comes to.
#[derive(Debug, Default)]
struct Tally {
    series: Vec<RegisterSeries>,
    totals: RegisterSums,
    unnamed: Found,
    differ: Found,
}

impl Tally {
    fn add(&mut self, entry: &Entry) {
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
        if entry.figures.parts() != entry.figures.total {
            self.differ.add(|| entry.full_number());
        }
    }
    /// SUNAT's file lists something.
    fn has_tax_documents(&self) -> bool {
        self.series.iter().any(|s| s.document_type != RegisterDocument::SaleNote)
    }
}

/// Reads it; `keeps` is what the company keeps about notas de venta, `include` what is asked for.
pub(super) async fn summary(
    tx: &mut Tx,
    company: &CompanyInfo,
    month: Month,
    today: NaiveDate,
    (keeps, include): (bool, bool),
) -> Result<SalesRegister> {
    let mut tally = Tally::default();
    let mut reading = Reading::begin(tx, month, include).await?;
    while let Some(entries) = reading.page(tx).await? {
        entries.iter().for_each(|entry| tally.add(entry));
    }
    let ruc = sire_file::own_ruc(company);
    let rvie_file_name =
        ruc.map(|ruc| sire_file::file_name(ruc, &month, rvie::BOOK, tally.has_tax_documents()) + ".zip");
    let mut checks = vec![checks::numbering(tx, &month, include).await?];
    checks.extend(checks::standing(tx, &month).await?);
    checks.push(RegisterCheck::found(CheckCode::TotalsDiffer, tally.differ));
    checks.push(RegisterCheck::found(CheckCode::UnnamedBoleta, tally.unnamed));
    checks.push(RegisterCheck::that(CheckCode::NoRuc, ruc.is_some()));
    checks.extend(checks::month(&month, today, tally.series.is_empty()));
    Ok(SalesRegister {
        year: month.first.year(),
        month: month.first.month(),
        is_over: month.last < today,
        include_sale_notes: include,
        keeps_sale_notes: keeps,
        regime: regime::regime_on(tx, month.last).await?,
        csv_file_name: register_text::file_name(&month),
        rvie_file_name,
        series: tally.series,
        totals: tally.totals,
        courtesies: checks_store::courtesies(tx, &month).await?,
        checks,
    })
}
