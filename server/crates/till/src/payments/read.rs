//! Reading payments with what belongs to them.

use super::{
    model::{Payment, PaymentRow},
    sale::Billed,
    store,
};
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    ids::{BillingId, PaymentId, RequestId},
};
use comanda_invoicing::billing;
use comanda_orders::orders::Account;
use comanda_platform::settings::Settings;

/// Completes payments with entries, lines, documents and refunds: a few statements however many there are.
pub(super) async fn completed(tx: &mut Tx, rows: Vec<PaymentRow>) -> Result<Vec<Payment>> {
    let ids: Vec<PaymentId> = rows.iter().map(|r| r.id).collect();
    let entries = store::entries(tx, &ids).await?;
    let lines = store::lines(tx, &ids).await?;
    let mut billings = billing::billings_of(tx, &ids).await?;
    let shared: Vec<BillingId> = rows.iter().filter_map(|r| r.document_id).collect();
    billings.extend(billing::billings(tx, &shared).await?);
    let voided: Vec<PaymentId> = rows.iter().filter(|r| r.voided_at.is_some()).map(|r| r.id).collect();
    let refunds =
        if voided.is_empty() { Vec::new() } else { comanda_ledgers::ledger::refunds::of_payments(tx, &voided).await? };
    let complete = |row: PaymentRow| Payment {
        entries: entries.iter().filter(|e| e.payment_id == row.id).cloned().collect(),
        lines: lines.iter().filter(|l| l.payment_id == row.id).cloned().collect(),
        billing: billings.iter().find(|b| b.row.payment_id == row.id || Some(b.row.id) == row.document_id).cloned(),
        refund: refunds.iter().find(|f| f.row.payment_id == row.id).cloned(),
        row,
    };
    Ok(rows.into_iter().map(complete).collect())
}

/// One payment.
pub(super) async fn payment(tx: &mut Tx, id: PaymentId) -> Result<Payment> {
    let row = store::payment(tx, id).await.or_not_found("el cobro")?;
    let found = completed(tx, vec![row]).await?.pop();
    Ok(found).or_not_found("el cobro")
}

/// The payments of an account, the first one first.
pub(super) async fn payments_of_request(tx: &mut Tx, request: RequestId) -> Result<Vec<Payment>> {
    let rows = store::payments_of(tx, request).await?;
    completed(tx, rows).await
}

/// What documents of an account were charged with, discounts since then left out: the account stays as it was sold.
pub(super) async fn billed(tx: &mut Tx, request: RequestId, account: &Account) -> Result<Billed> {
    let (total, services) = billing::billed_of(tx, request).await?;
    let total = total + store::credited_of(tx, request).await?;
    let (beside, outside) = store::given_back_of(tx, request).await?;
    let has_bags = account.live().any(|line| line.is_plastic_bag);
    let bags = if has_bags { billing::bags_of(tx, request).await? } else { Vec::new() };
    // Documents that were taken back, wholly or in part, do not tell how much of it was tip.
    let is_whole = beside.is_zero() && outside.is_zero();
    let tips = match account.included_service() {
        Some(recargo) if is_whole => billing::charged_besides(tx, request, &recargo.description).await?,
        _ => None,
    };
    Ok(Billed { total: total - beside, services: services + outside, tips, bags })
}

/// Whether tips of an account go onto its documents: as those of its first payment, whatever the company has decided since, so that its
/// documents tell tip and sale apart in one way.
pub(super) async fn tip_on_document(tx: &mut Tx, request: RequestId) -> Result<bool> {
    match store::first_tip_on_document(tx, request).await? {
        Some(tip_on_document) => Ok(tip_on_document),
        None => Ok(Settings::load(tx).await?.tip_on_document),
    }
}
