//! Issuing a document anew that the tax authority refused: the same figures of the same payment under the series' next number, to the
//! client as corrected. The refused number stays in the register and counts no more.

use super::{
    documents::completed,
    electronic, instalments_store,
    issue::{Customer, check_customer},
    model::{Billing, BillingKind, BillingRow, Instalment},
    store,
    store::Numbered,
};
use crate::{
    audit::{self, Entry},
    error::{Code, OrNotFound, Result, refuse},
    figures,
    ids::PaymentId,
    use_case::Work,
};
use anyhow::anyhow;

/// Issues it, with the dates on which the rest of it is paid. `kept_at` is the payment that the refused document is kept at. The caller holds the lock of its account.
pub async fn reissue(
    work: &mut Work<'_>,
    refused: &BillingRow,
    customer: &Customer,
    instalments: &[Instalment],
    kept_at: PaymentId,
) -> Result<Billing> {
    let kind = BillingKind::from_id(refused.billing_type_id).ok_or_else(|| anyhow!("a document of no kind"))?;
    check_customer(kind, customer, refused.total)?;
    let day = work.business_day().await?;
    if store::keep_at(work.tx, refused.id, kept_at).await? == 0 {
        let text = format!("El comprobante {} ya no se puede emitir de nuevo.", refused.full_number());
        return refuse(Code::Conflict, text).current(refused).err();
    }
    figures::document_changed(work.tx, refused.id).await?;
    let same = store::take_number(work.tx, kind as i64, &refused.serie).await?;
    let taken = if same.is_some() { same } else { store::take_number(work.tx, kind as i64, "").await? };
    let Some((serie, number)) = taken else {
        return refuse(Code::Conflict, "No hay una serie activa para ese comprobante. Actívala en Configuración.")
            .err();
    };
    let numbered = Numbered { serie: &serie, number, day, at: work.now, words: &refused.total_in_words };
    let id = store::insert_again(work.tx, refused, customer, &numbered).await?;
    instalments_store::insert(work.tx, id, instalments).await?;
    let row: BillingRow = store::billing(work.tx, id).await.or_not_found("el comprobante")?;
    let mut billing = completed(work.tx, vec![row]).await?.pop().ok_or_else(|| anyhow!("the document just issued"))?;
    electronic::register(work, &mut billing).await?;
    if billing.row.hash.is_none() {
        let text = "Para emitirlo de nuevo, termina de configurar la facturación electrónica.";
        return refuse(Code::Conflict, text).err();
    }
    electronic::replace(work.tx, refused.id, id).await?;
    let entry = Entry::new("DOCUMENT_REISSUED")
        .entity("billing", id.0)
        .request(refused.client_request_id)
        .cycle(refused.cycle_id)
        .amount(refused.total)
        .reason(format!("{} en lugar de {}", billing.full_number, refused.full_number()));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    // Again, with what it replaces.
    let row: BillingRow = store::billing(work.tx, id).await.or_not_found("el comprobante")?;
    completed(work.tx, vec![row]).await?.pop().ok_or_else(|| anyhow!("the document just issued").into())
}
