//! Boletas and facturas that the tax authority has not got, or that somebody has to look at.

use super::{Attention, Look, NoticeKind, NoticeLevel, counted};
use chrono::NaiveDate;
use comanda_base::{db::Tx, error::Result};
use comanda_invoicing::billing::{self, electronic};

const KIND: NoticeKind = NoticeKind::Documents;

pub(super) async fn not_sent(tx: &mut Tx) -> Result<Option<Attention>> {
    let Some(unsent) = billing::not_sent(tx).await?.filter(|unsent| unsent.count > 0) else { return Ok(None) };
    let text = many(unsent.count, "comprobante por enviar a SUNAT", "comprobantes por enviar a SUNAT");
    let notice = Attention::new(KIND, NoticeLevel::Warning, text, "/documents?state=TO_SEND");
    Ok(Some(oldest(notice, unsent.since)))
}

/// What waits for a person, and what the law's days are running out for.
pub(super) async fn in_need(tx: &mut Tx, look: &Look<'_>) -> Result<Vec<Attention>> {
    let watched = electronic::watched(tx, look.now).await?;
    let bad = |count: i64, one: &str, several: &str, path: &str| {
        (count > 0).then(|| Attention::new(KIND, NoticeLevel::Bad, many(count, one, several), path))
    };
    let late = bad(
        watched.late,
        "factura sin enviar, con el plazo por vencer",
        "facturas sin enviar, con el plazo por vencer",
        "/documents?state=TO_SEND",
    );
    let voids = bad(
        watched.late_voids,
        "anulación sin terminar, con el plazo por vencer",
        "anulaciones sin terminar, con el plazo por vencer",
        "/documents?state=VOIDING",
    );
    let failed_voids = bad(
        watched.failed_voids,
        "anulación que SUNAT no aceptó",
        "anulaciones que SUNAT no aceptó",
        "/documents?state=FAILED",
    );
    let failed = bad(
        watched.failed - watched.failed_voids,
        "comprobante no se pudo enviar",
        "comprobantes no se pudieron enviar",
        "/documents?state=FAILED",
    );
    let rejected = bad(
        watched.rejected,
        "comprobante rechazado por SUNAT",
        "comprobantes rechazados por SUNAT",
        "/documents?state=REJECTED",
    );
    let rejected_notes = bad(
        watched.rejected_notes,
        "nota de crédito rechazada por SUNAT",
        "notas de crédito rechazadas por SUNAT",
        "/documents?kind=07&state=REJECTED",
    );
    let dated = [
        late.map(|notice| oldest(notice, watched.late_since)),
        voids.map(|notice| oldest(notice, watched.late_voids_since)),
        failed.map(|notice| notice.detail("Cada uno dice qué corregir")),
        failed_voids.map(|notice| notice.detail("Envíala de nuevo o da una nota de crédito")),
        rejected.map(|notice| notice.detail("Corrige los datos y emite de nuevo")),
        rejected_notes.map(|notice| notice.detail("Mira su causa y emítela de nuevo")),
    ];
    Ok(dated.into_iter().flatten().collect())
}

fn many(count: i64, one: &str, several: &str) -> String {
    counted(usize::try_from(count).unwrap_or(0), one, several)
}

fn oldest(notice: Attention, since: Option<NaiveDate>) -> Attention {
    match since {
        Some(day) => notice.detail(format!("El más antiguo es del {}", day.format("%d/%m/%Y"))),
        None => notice,
    }
}
