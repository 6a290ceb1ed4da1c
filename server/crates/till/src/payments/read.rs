//! Loads payments with their entries, lines, documents and refunds.

use super::{
    model::{Payment, PaymentRow},
    sale::BilledSums,
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

/// Loads the entries, lines, documents and refunds of payments; a few statements however many payments there are.
pub(super) async fn load_details(tx: &mut Tx, rows: Vec<PaymentRow>) -> Result<Vec<Payment>> {
    let ids: Vec<PaymentId> = rows.iter().map(|r| r.id).collect();
    let entries = store::list_entries(tx, &ids).await?;
    let lines = store::list_lines(tx, &ids).await?;
    let mut billings = billing::load_billings_of_payments(tx, &ids).await?;
    let shared: Vec<BillingId> = rows.iter().filter_map(|r| r.document_id).collect();
    billings.extend(billing::load_billings(tx, &shared).await?);
    let voided: Vec<PaymentId> = rows.iter().filter(|r| r.voided_at.is_some()).map(|r| r.id).collect();
    let refunds = if voided.is_empty() {
        Vec::new()
    } else {
        comanda_ledgers::ledger::refunds::list_refunds_of_payments(tx, &voided).await?
    };
    let complete = |row: PaymentRow| Payment {
        entries: entries.iter().filter(|e| e.payment_id == row.id).cloned().collect(),
        lines: lines.iter().filter(|l| l.payment_id == row.id).cloned().collect(),
        billing: billings.iter().find(|b| b.row.payment_id == row.id || Some(b.row.id) == row.document_id).cloned(),
        refund: refunds.iter().find(|f| f.row.payment_id == row.id).cloned(),
        row,
    };
    Ok(rows.into_iter().map(complete).collect())
}

/// Loads a payment; 404 where there is none.
pub(super) async fn load_payment(tx: &mut Tx, id: PaymentId) -> Result<Payment> {
    let row = store::find_payment(tx, id).await.or_not_found("el cobro")?;
    let found = load_details(tx, vec![row]).await?.pop();
    Ok(found).or_not_found("el cobro")
}

/// Lists the payments of an account, the first one first.
pub(super) async fn list_request_payments(tx: &mut Tx, request: RequestId) -> Result<Vec<Payment>> {
    let rows = store::list_request_payments(tx, request).await?;
    load_details(tx, rows).await
}

/// Returns what the documents of an account were charged with, without the discounts since: the account stays as it was sold.
pub(super) async fn load_billed_sums(tx: &mut Tx, request: RequestId, account: &Account) -> Result<BilledSums> {
    let (total, services) = billing::load_billed_amounts(tx, request).await?;
    let total = total + store::sum_credited(tx, request).await?;
    let (refunded_total, refunded_services) = store::sum_refunded_money_only(tx, request).await?;
    let has_bags = account.live_lines().any(|line| line.is_plastic_bag);
    let bags = if has_bags { billing::load_billed_bags(tx, request).await? } else { Vec::new() };
    // Documents that were taken back, wholly or in part, do not tell how much of them was tip.
    let is_whole = refunded_total.is_zero() && refunded_services.is_zero();
    let tips = match account.included_service() {
        Some(recargo) if is_whole => billing::load_other_charges(tx, request, &recargo.description).await?,
        _ => None,
    };
    Ok(BilledSums { total: total - refunded_total, services: services + refunded_services, tips, bags })
}

/// Tells whether tips of an account are part of its documents. The first payment decides that for all of them, whatever the company has
/// configured since, so that all its documents separate tip and sale in the same way.
pub(super) async fn load_tip_on_document(tx: &mut Tx, request: RequestId) -> Result<bool> {
    match store::load_first_tip_on_document(tx, request).await? {
        Some(tip_on_document) => Ok(tip_on_document),
        None => Ok(Settings::load(tx).await?.tip_on_document),
    }
}
