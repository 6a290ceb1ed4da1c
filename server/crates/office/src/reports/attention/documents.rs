//! Notices of boletas and facturas that have not reached the tax authority, or that need a user's action.

use super::{Attention, AttentionContext, NoticeKind, NoticeLevel, counted};
use chrono::NaiveDate;
use comanda_base::{db::Tx, error::Result};
use comanda_invoicing::billing::{self, electronic};

const KIND: NoticeKind = NoticeKind::Documents;

pub(super) async fn load_not_sent_notice(tx: &mut Tx) -> Result<Option<Attention>> {
    let Some(unsent) = billing::load_unsent(tx).await?.filter(|unsent| unsent.count > 0) else { return Ok(None) };
    let text = counted_documents(unsent.count, "comprobante por enviar a SUNAT", "comprobantes por enviar a SUNAT");
    let notice = Attention::new(KIND, NoticeLevel::Warning, text, "/documents?state=TO_SEND");
    Ok(Some(with_oldest_day(notice, unsent.since)))
}

/// Returns notices of documents that need a user's action, and of those whose legal deadline is near.
pub(super) async fn load_problem_notices(tx: &mut Tx, context: &AttentionContext<'_>) -> Result<Vec<Attention>> {
    let watched = electronic::load_attention_counts(tx, context.now).await?;
    let bad = |count: i64, one: &str, several: &str, path: &str| {
        (count > 0).then(|| Attention::new(KIND, NoticeLevel::Bad, counted_documents(count, one, several), path))
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
        late.map(|notice| with_oldest_day(notice, watched.late_since)),
        voids.map(|notice| with_oldest_day(notice, watched.late_voids_since)),
        failed.map(|notice| notice.detail("Cada uno dice qué corregir")),
        failed_voids.map(|notice| notice.detail("Envíala de nuevo o da una nota de crédito")),
        rejected.map(|notice| notice.detail("Corrige los datos y emite de nuevo")),
        rejected_notes.map(|notice| notice.detail("Mira su causa y emítela de nuevo")),
    ];
    Ok(dated.into_iter().flatten().collect())
}

fn counted_documents(count: i64, one: &str, several: &str) -> String {
    counted(usize::try_from(count).unwrap_or(0), one, several)
}

fn with_oldest_day(notice: Attention, since: Option<NaiveDate>) -> Attention {
    match since {
        Some(day) => notice.detail(format!("El más antiguo es del {}", day.format("%d/%m/%Y"))),
        None => notice,
    }
}
