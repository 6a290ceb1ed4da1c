//! Boletas and facturas that the tax authority has not got.

use super::{Attention, NoticeKind, NoticeLevel, counted};
use crate::{billing, db::Tx, error::Result};

pub(super) async fn not_sent(tx: &mut Tx) -> Result<Option<Attention>> {
    let Some(unsent) = billing::not_sent(tx).await?.filter(|unsent| unsent.count > 0) else { return Ok(None) };
    let text = counted(
        usize::try_from(unsent.count).unwrap_or(0),
        "comprobante por enviar a SUNAT",
        "comprobantes por enviar a SUNAT",
    );
    let notice = Attention::new(NoticeKind::Documents, NoticeLevel::Warning, text, "/documents?state=TO_SEND");
    Ok(Some(match unsent.since {
        Some(day) => notice.detail(format!("El más antiguo es del {}", day.format("%d/%m/%Y"))),
        None => notice,
    }))
}
