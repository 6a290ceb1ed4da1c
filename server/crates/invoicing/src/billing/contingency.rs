//! Documents that the house wrote on paper while it could issue nothing electronically (comprobantes emitidos en contingencia), entered
//! afterwards: number and day come from the paper, which is the document. They are told to the tax authority as its own rules for them
//! say, never as electronic documents.

use super::{
    kind::BillingKind,
    numbers_store::{self as store, TakenNumber},
};
use chrono::{DateTime, Duration, NaiveDate, NaiveTime, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, OrNotFound, Result, invalid, refuse},
    ids::SeriesId,
};
use comanda_platform::{
    settings::{tax, wall_clock},
    use_case::Work,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A paper can be entered up to so many days after its own: registers look as far for what its sale moved.
pub const ENTRY_DAYS: i64 = 60;

/// SUNAT's numbers have up to eight digits.
const MAX_NUMBER: i64 = 99_999_999;

/// The form that a payment carries for a paper: what its writer reads on it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct PaperForm {
    /// A series of contingency of the document's kind.
    pub series_id: SeriesId,
    /// The number that is printed on the paper.
    pub number: i64,
    /// The day that the paper says; today without one.
    pub issued_on: Option<NaiveDate>,
}

/// A paper whose day can be.
#[derive(Debug, Clone, Copy)]
pub struct Paper {
    pub series: SeriesId,
    pub number: i64,
    /// When it was written: on a day that is over nobody knows the hour, so noon.
    pub at: DateTime<Utc>,
}

impl PaperForm {
    /// Refuses a number that no paper has, and a day that its paper cannot say.
    pub fn checked(&self, kind: BillingKind, now: DateTime<Utc>) -> Result<Paper> {
        if kind.tax_code().is_none() {
            let text = "Solo una boleta o factura se emite en contingencia. Elige una de las dos.";
            return invalid("billing_type_id", text).err();
        }
        if !(1..=MAX_NUMBER).contains(&self.number) {
            let text = format!("Escribe el número del comprobante en papel: de 1 a {MAX_NUMBER}.");
            return invalid("contingency.number", text).err();
        }
        let at = written_at(self.issued_on, "contingency.issued_on", now)?;
        Ok(Paper { series: self.series_id, number: self.number, at })
    }
}

/// Whether a paper of a day that is over may still be entered.
pub fn may_be_entered(day: NaiveDate, today: NaiveDate) -> bool {
    (today - day).num_days() <= ENTRY_DAYS
}

/// When a paper was written that says `day`, now without one. `field` is where a day stands that no paper can say.
pub fn written_at(day: Option<NaiveDate>, field: &str, now: DateTime<Utc>) -> Result<DateTime<Utc>> {
    let today = tax::issue_date(now);
    let day = day.unwrap_or(today);
    if day > today {
        return invalid(field, "La fecha del comprobante en papel no puede ser futura.").err();
    }
    if !may_be_entered(day, today) {
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

/// A series of contingency, as whoever enters a paper chooses it.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct ContingencySeries {
    pub id: SeriesId,
    /// 1 boleta, 2 factura.
    pub billing_type_id: i64,
    pub serie: String,
    pub first_number: Option<i64>,
    pub last_number: Option<i64>,
}

/// Those in use.
pub async fn contingency_series(tx: &mut Tx) -> Result<Vec<ContingencySeries>> {
    Ok(store::contingency_series(tx).await?)
}

/// Takes the paper's number, once. The series stays locked until the end of the transaction.
pub(super) async fn take_number(work: &mut Work<'_>, kind: BillingKind, paper: Paper) -> Result<TakenNumber> {
    let series: ContingencySeries =
        store::lock_contingency_series(work.tx, paper.series).await.or_not_found("esa serie de contingencia")?;
    if series.billing_type_id != kind as i64 {
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
    if store::is_taken(work.tx, &series, paper.number).await? {
        let text = format!("El comprobante {}-{:08} ya está registrado. Revisa el papel.", series.serie, paper.number);
        return refuse(Code::Conflict, text.clone()).at("contingency.number", text).err();
    }
    Ok(store::take_paper_number(work.tx, paper.series, paper.number).await?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeZone;

    #[test]
    fn a_paper_has_a_number_and_a_day_that_was() {
        // 23:30 in Lima on 28 November.
        let now = Utc.with_ymd_and_hms(2026, 11, 29, 4, 30, 0).unwrap();
        let day = |text: &str| Some(text.parse().unwrap());
        for (kind, number, issued_on, good) in [
            (BillingKind::Boleta, 1, None, true),
            (BillingKind::Factura, MAX_NUMBER, day("2026-11-28"), true),
            (BillingKind::Boleta, 12, day("2026-09-29"), true),
            (BillingKind::Boleta, 12, day("2026-09-28"), false),
            (BillingKind::Boleta, 12, day("2026-11-29"), false),
            (BillingKind::Boleta, 0, None, false),
            (BillingKind::Boleta, -1, None, false),
            (BillingKind::Boleta, MAX_NUMBER + 1, None, false),
            (BillingKind::NotaVenta, 1, None, false),
        ] {
            let form = PaperForm { series_id: SeriesId(1), number, issued_on };
            let paper = form.checked(kind, now);
            assert_eq!(paper.is_ok(), good, "{kind:?} {number} {issued_on:?}");
            if let (Ok(paper), Some(day)) = (paper, issued_on) {
                assert_eq!(tax::issue_date(paper.at), day);
            }
        }
    }
}
