//! Documents that the restaurant wrote on paper while it could not issue electronic ones (comprobantes emitidos en contingencia), entered
//! afterwards: number and date come from the paper, which is the legal document. They are reported to the tax authority by its own rules
//! for them, never as electronic documents. Two kinds of document may have the same series and number.

use super::numbers_store::{self as store, ReservedNumber};
use chrono::{DateTime, Duration, NaiveDate, NaiveTime, Utc};
use comanda_base::{
    db::Tx,
    document_kind::DocumentKind,
    error::{Code, OrNotFound, Result, invalid, refuse},
    ids::SeriesId,
};
use comanda_platform::{
    settings::{tax, wall_clock},
    use_case::Work,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The number of days after its date in which a paper document can be entered; registers look back as far for the stock moves of its sale.
pub const ENTRY_DAYS: i64 = 60;

/// SUNAT's document numbers have up to eight digits.
const MAX_NUMBER: i64 = 99_999_999;

/// The part of a payment request that describes the paper document.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct PaperForm {
    /// A contingency series of the document's kind.
    pub series_id: SeriesId,
    /// The number printed on the paper.
    pub number: i64,
    /// The date on the paper; today when absent.
    pub issued_on: Option<NaiveDate>,
}

/// A paper document with a valid number and date.
#[derive(Debug, Clone, Copy)]
pub struct PaperDocument {
    pub series: SeriesId,
    pub number: i64,
    /// The moment of issue; noon for a past day, whose hour is unknown.
    pub at: DateTime<Utc>,
}

impl PaperForm {
    /// Validates the number and the date; refuses kinds of document that cannot be issued in contingency.
    pub fn validate_paper(&self, kind: DocumentKind, now: DateTime<Utc>) -> Result<PaperDocument> {
        if kind.tax_code().is_none() {
            let text = "Solo una boleta o factura se emite en contingencia. Elige una de las dos.";
            return invalid("billing_type_id", text).err();
        }
        if !(1..=MAX_NUMBER).contains(&self.number) {
            let text = format!("Escribe el número del comprobante en papel: de 1 a {MAX_NUMBER}.");
            return invalid("contingency.number", text).err();
        }
        let at = paper_issue_time(self.issued_on, "contingency.issued_on", now)?;
        Ok(PaperDocument { series: self.series_id, number: self.number, at })
    }
}

/// Whether a paper document of the given day may still be entered.
pub fn is_entry_allowed(day: NaiveDate, today: NaiveDate) -> bool {
    (today - day).num_days() <= ENTRY_DAYS
}

/// Returns the moment of issue of a paper document dated `day`: now for today or without a date, noon for a past day. `field` is reported
/// when the date is invalid.
pub fn paper_issue_time(day: Option<NaiveDate>, field: &str, now: DateTime<Utc>) -> Result<DateTime<Utc>> {
    let today = tax::issue_date(now);
    let day = day.unwrap_or(today);
    if day > today {
        return invalid(field, "La fecha del comprobante en papel no puede ser futura.").err();
    }
    if !is_entry_allowed(day, today) {
        let text = format!(
            "Un comprobante en papel se registra hasta {ENTRY_DAYS} días después: desde el {}.",
            (today - Duration::days(ENTRY_DAYS)).format("%d/%m/%Y")
        );
        return invalid(field, text).err();
    }
    if day == today {
        return Ok(now);
    }
    let noon = NaiveTime::from_hms_opt(12, 0, 0).unwrap_or_default();
    Ok(wall_clock::first_instant(day.and_time(noon), tax::TAX_ZONE))
}

/// A contingency series, as offered to the user who enters a paper document.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct ContingencySeries {
    pub id: SeriesId,
    /// 1 boleta, 2 factura.
    pub billing_type_id: DocumentKind,
    pub serie: String,
    pub first_number: Option<i64>,
    pub last_number: Option<i64>,
}

/// Loads the contingency series in use.
pub async fn load_contingency_series(tx: &mut Tx) -> Result<Vec<ContingencySeries>> {
    Ok(store::list_contingency_series(tx).await?)
}

/// Reserves the number of the paper document, once. The series stays locked until the end of the transaction.
pub(super) async fn reserve_paper_number(
    work: &mut Work<'_>,
    kind: DocumentKind,
    paper: PaperDocument,
) -> Result<ReservedNumber> {
    let series: ContingencySeries =
        store::lock_contingency_series(work.tx, paper.series).await.or_not_found("esa serie de contingencia")?;
    if series.billing_type_id != kind {
        let text = format!("La serie {} no es de ese comprobante. Elige otra serie.", series.serie);
        return invalid("contingency.series_id", text).err();
    }
    let closed = work.settings().await?.books_closed_until;
    if let Some(closed) = closed.filter(|closed| tax::issue_date(paper.at) <= *closed) {
        let text = format!(
            "Los libros están cerrados hasta el {} y ese papel es de antes: pide al administrador que los abra.",
            closed.format("%d/%m/%Y")
        );
        return invalid("contingency.issued_on", text).err();
    }
    let (first, last) = (series.first_number.unwrap_or(1), series.last_number.unwrap_or(MAX_NUMBER));
    if !(first..=last).contains(&paper.number) {
        let text =
            format!("La SUNAT autorizó los números {first} a {last} de la serie {}. Revisa el papel.", series.serie);
        return invalid("contingency.number", text).err();
    }
    if store::is_number_taken(work.tx, &series, paper.number).await? {
        let text = format!("El comprobante {}-{:08} ya está registrado. Revisa el papel.", series.serie, paper.number);
        return refuse(Code::Conflict, text.clone()).at("contingency.number", text).err();
    }
    Ok(store::reserve_paper_number(work.tx, paper.series, paper.number).await?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeZone;

    #[test]
    fn a_paper_document_has_a_valid_number_and_a_past_date() {
        // 23:30 in Lima on 28 November.
        let now = Utc.with_ymd_and_hms(2026, 11, 29, 4, 30, 0).unwrap();
        let day = |text: &str| Some(text.parse().unwrap());
        for (kind, number, issued_on, good) in [
            (DocumentKind::Boleta, 1, None, true),
            (DocumentKind::Factura, MAX_NUMBER, day("2026-11-28"), true),
            (DocumentKind::Boleta, 12, day("2026-09-29"), true),
            (DocumentKind::Boleta, 12, day("2026-09-28"), false),
            (DocumentKind::Boleta, 12, day("2026-11-29"), false),
            (DocumentKind::Boleta, 0, None, false),
            (DocumentKind::Boleta, -1, None, false),
            (DocumentKind::Boleta, MAX_NUMBER + 1, None, false),
            (DocumentKind::SaleNote, 1, None, false),
        ] {
            let form = PaperForm { series_id: SeriesId(1), number, issued_on };
            let paper = form.validate_paper(kind, now);
            assert_eq!(paper.is_ok(), good, "{kind:?} {number} {issued_on:?}");
            if let (Ok(paper), Some(day)) = (paper, issued_on) {
                assert_eq!(tax::issue_date(paper.at), day);
            }
        }
    }
}
