//! Refunds a payment, under the lock of the account, then of the cash cycle, then of the series. The payment is voided, its document is
//! voided or credited (`correction`), the money leaves the cycle, and what was paid for is unpaid again or cancelled.

use super::{
    charge_again::{self, charge_remainder},
    correction::{self, DocumentCorrection, document_correction, is_declared_paper},
    credit_note::issue_credit_note,
    model::{NewRefund, RefundRequest},
    plan::{RefundPlan, RefundSelection, open_debt, plan_refund},
    print,
    store::{self, NewRefundRow},
};
use crate::{
    cash::{self, CycleBox},
    payments::{
        self,
        credit::{self, Receivable},
        model::{Payment, RequestState},
        read as payment_read,
    },
};
use anyhow::anyhow;
use comanda_base::{
    error::{Code, Error, Result, invalid, refuse},
    ids::{LineId, PaymentId, RefundId},
    money::{Money, Quantity},
};
use comanda_invoicing::billing::{self, Billing};
use comanda_ledgers::ledger::{RefundOutcome, refunds};
use comanda_masterdata::payment_options;
use comanda_orders::orders::{self, Account, RequestRow};
use comanda_platform::{
    audit::{self, AuditEntry},
    people::pin::Approval,
    realtime::{EventKind, Room},
    settings::tax,
    use_case::Work,
};
use serde_json::json;

/// A refund in progress, as read under the locks.
pub(super) struct RefundCase<'a> {
    pub body: &'a RefundRequest,
    pub reason: String,
    pub approval: Approval,
    pub request: RequestRow,
    /// The open cycle of whoever refunds, else the one that sold; from the latter no money may leave.
    pub cycle: CycleBox,
    pub is_own_cycle: bool,
    pub account: Account,
    pub payment: Payment,
    pub billing: Billing,
    /// Whether the tips of the account are part of its documents.
    pub tip_on_document: bool,
    /// The debt of the payment, locked, where it was sold on credit.
    pub debt: Option<Receivable>,
    /// Whether the payment was an amount of an account that others paid as well: only its money is refunded.
    pub is_money_only: bool,
}

/// Refunds a payment, or some units of it, with the given approval.
pub async fn refund_payment(
    work: &mut Work<'_>,
    id: PaymentId,
    body: &RefundRequest,
    approval: Approval,
) -> Result<NewRefund> {
    tax::lock_rules_shared(work.tx).await?;
    let case = open_case(work, id, body, approval).await?;
    let plan = plan_case(work, &case).await?;
    correction::check_debit_notes_taken_back(&case.billing, &plan)?;
    if !case.is_own_cycle && plan.payout.moves_money() {
        return Err(cash::no_open_cycle_refusal().into());
    }
    cash::check_cash_suffices(work, &case.cycle, plan.payout.cash_total()).await?;
    let correction = choose_correction(work, &case, &plan).await?;
    let refund = write_refund(work, &case, &plan, correction).await?;
    let charged_again = charge_remainder(work, &case, &plan, refund, correction).await?;
    if let Some(debt) = &case.debt {
        credit::reduce_receivable(work, debt, plan.payout.debt_reduction(), charged_again.as_ref().map(|a| a.payment))
            .await?;
    }
    match (plan.leaves_remainder() || case.is_money_only, body.outcome) {
        (false, RefundOutcome::Reopen) => reopen_account(work, &case).await?,
        (false, RefundOutcome::Close) => dismiss_paid_units(work, &case, refund).await?,
        (true, _) => {
            let remaining_account = orders::load_account(work.tx, case.request.id, work.now).await?;
            settle(work, &case, &remaining_account).await?;
        }
    }
    let credit_note = match correction {
        DocumentCorrection::CreditNote(reason) => {
            let target = charged_again.as_ref().and_then(|a| a.target);
            Some(issue_credit_note(work, &case, &plan, refund, reason, target).await?)
        }
        DocumentCorrection::Void => None,
    };
    log_refund(work, &case, &plan).await?;
    let refund = refunds::load_refund(work.tx, refund).await?;
    let charged_again = match charged_again {
        Some(new_charge) => Some(payment_read::load_payment(work.tx, new_charge.payment).await?),
        None => None,
    };
    let issued = print::IssuedDocuments { charged_again: charged_again.as_ref(), note: credit_note.as_ref() };
    let printed = print::print_documents(work, &case.cycle, &refund, issued, body.print.unwrap_or(true)).await?;
    Ok(NewRefund {
        client_request: load_request_state(work, &case).await?,
        refund,
        charged_again,
        credit_note,
        print_jobs: printed.jobs,
        warnings: printed.warnings,
    })
}

async fn open_case<'a>(
    work: &mut Work<'_>,
    id: PaymentId,
    body: &'a RefundRequest,
    approval: Approval,
) -> Result<RefundCase<'a>> {
    let reason = orders::clean_reason(&body.reason)?;
    if body.outcome == RefundOutcome::Reopen && body.products.is_some() {
        return invalid("products", "Para volver a cobrar se anula el cobro entero.").err();
    }
    if body.outcome == RefundOutcome::Reopen && body.remove_inventory {
        return invalid("remove_inventory", "La cuenta sigue en pie: su stock no vuelve.").err();
    }
    let request = payment_read::load_payment(work.tx, id).await?.row.client_request_id;
    let request = orders::lock_request(work, request).await?;
    // Read again, now that nobody else can change it.
    let payment = payment_read::load_payment(work.tx, id).await?;
    must_not_be_refunded(&payment)?;
    let billing = payment.billing.clone().ok_or_else(|| anyhow!("a payment without its document"))?;
    let is_money_only = body.outcome == RefundOutcome::Close
        && body.discount.is_none()
        && charge_again::is_money_only(work.tx, request.id, &payment).await?;
    if is_money_only {
        charge_again::must_refund_whole(body)?;
    }
    correction::check_debit_note_taken_back_whole(&billing, body)?;
    let (cycle, is_own_cycle) = lock_refund_cycle(work, &payment).await?;
    let account = orders::load_account(work.tx, request.id, work.now).await?;
    let debt = credit::lock_receivable(work.tx, payment.row.id).await?;
    let tip_on_document = payment_read::load_tip_on_document(work.tx, request.id).await?;
    Ok(RefundCase {
        body,
        reason,
        approval,
        request,
        cycle,
        is_own_cycle,
        account,
        payment,
        billing,
        tip_on_document,
        debt,
        is_money_only,
    })
}

async fn plan_case(work: &mut Work<'_>, case: &RefundCase<'_>) -> Result<RefundPlan> {
    let options = payment_options::list_payment_options(work.tx).await?;
    let rounds_cash = work.settings().await?.cash_rounding;
    let units = case.body.units();
    let selection = RefundSelection {
        units: units.as_deref(),
        discount: case.body.discount.as_ref(),
        payment_options: case.body.payment_options.as_ref(),
        operation_numbers: &case.body.operation_numbers,
    };
    let is_closed = case.request.closed_at.is_some();
    let debt = open_debt(case.debt.as_ref().map_or(Money::ZERO, Receivable::due), &options);
    let mut plan = plan_refund(&case.account, &case.payment, &options, selection, &debt, is_closed, rounds_cash)?;
    if case.body.returned_otherwise {
        plan.payout.paid_out.retain(|p| p.is_credit);
        plan.payout.rounding = plan.payout.debt_reduction() - plan.total;
    }
    Ok(plan)
}

async fn choose_correction(
    work: &mut Work<'_>,
    case: &RefundCase<'_>,
    plan: &RefundPlan,
) -> Result<DocumentCorrection> {
    let document_case = correction::DocumentCase {
        leaves_remainder: plan.leaves_remainder(),
        outcome: case.body.outcome,
        requested_reason: case.body.credit_note,
        is_declared_paper: is_declared_paper(work.tx, &case.billing, work.issue_date()).await?,
        issued_on: tax::issue_date(case.billing.row.issued_at),
        today: work.issue_date(),
        regime: tax::load_rule_at(work.tx, work.now).await?.regime,
    };
    Ok(document_correction(&case.billing, document_case))
}

/// Voids the payment, and its document unless a credit note takes it back; stores the refund and marks its units as unpaid.
async fn write_refund(
    work: &mut Work<'_>,
    case: &RefundCase<'_>,
    plan: &RefundPlan,
    correction: DocumentCorrection,
) -> Result<RefundId> {
    if store::void_payment(work.tx, case.payment.row.id, work.now).await? == 0 {
        return Err(Error::Internal(anyhow!("payment {} was voided under its lock", case.payment.row.id)));
    }
    if correction == DocumentCorrection::Void {
        billing::void_document(work, &case.billing.row, &case.reason, case.approval.approver_id).await?;
    }
    let row = NewRefundRow {
        payment: case.payment.row.id,
        billing: case.billing.row.id,
        document: &case.billing.full_number,
        cashbox_name: &case.cycle.cashbox_name,
        request: case.request.id,
        cycle: case.cycle.id,
        user: work.actor.user_id,
        approver: case.approval.approver_id,
        outcome: case.body.outcome,
        reason: &case.reason,
        remove_inventory: case.body.remove_inventory,
        total: plan.total,
        rounding: plan.payout.rounding,
        day: work.business_day().await?,
        at: work.now,
    };
    let id = store::insert_refund(work.tx, &row, &plan.payout.paid_out, &plan.lines).await?;
    if plan.discount.is_none() && !case.is_money_only {
        let unpaid = units_to_unpay(work, case, plan).await?;
        orders::mark_unpaid(work, &unpaid).await?;
    }
    let ids = json!({ "cycle_id": case.cycle.id, "cashbox_id": case.cycle.cashbox_id });
    work.add_event(Room::Cash, EventKind::CycleChanged, ids);
    Ok(id)
}

/// Returns the units that are no longer paid. In an account that stays closed they are those of this payment alone; in one that is opened
/// again every unit that no other payment has paid, since closing had marked all of them as paid.
async fn units_to_unpay(
    work: &mut Work<'_>,
    case: &RefundCase<'_>,
    plan: &RefundPlan,
) -> Result<Vec<(LineId, Quantity)>> {
    let stays_closed = case.request.closed_at.is_some() && case.body.outcome == RefundOutcome::Close;
    if plan.remainder.is_some() || (stays_closed && !case.payment.lines.is_empty()) {
        return Ok(case.payment.lines.iter().map(|l| (l.line_id, l.quantity)).collect());
    }
    if case.payment.lines.is_empty() {
        payments::store::delete_covered(work.tx, case.request.id).await?;
    }
    let paid_by_others = store::list_paid_units(work.tx, case.request.id).await?;
    let paid_by_others = |id: LineId| paid_by_others.iter().find(|k| k.0 == id).map_or(Quantity::ZERO, |k| k.1);
    let unpaid = case.account.live_lines().map(|l| (l.id, l.qty_paid - paid_by_others(l.id).min(l.qty_paid)));
    Ok(unpaid.filter(|(_, n)| !n.is_zero()).collect())
}

/// Opens the account to collect it anew, at what it was sold for less the discounts given since.
async fn reopen_account(work: &mut Work<'_>, case: &RefundCase<'_>) -> Result<()> {
    let RefundCase { request, payment, .. } = case;
    orders::reopen_account(work, request, case.body.without_table).await?;
    if payment.row.credited.is_zero() {
        return Ok(());
    }
    let lines: Vec<LineId> = payment.lines.iter().map(|l| l.line_id).collect();
    orders::add_post_sale_discount(work, request, &lines, payment.row.credited, case.approval.approver_id).await
}

/// Dismisses the lines that were paid for, and closes an account with nothing left.
async fn dismiss_paid_units(work: &mut Work<'_>, case: &RefundCase<'_>, refund: RefundId) -> Result<()> {
    let RefundCase { request, payment, .. } = case;
    let units: Vec<(LineId, Quantity)> = if payment.lines.is_empty() {
        case.account.live_lines().map(|l| (l.id, l.qty_original)).collect()
    } else {
        payment.lines.iter().map(|l| (l.line_id, l.quantity)).collect()
    };
    dismiss_units(work, case, refund, &units).await?;
    let remaining_account = orders::load_account(work.tx, request.id, work.now).await?;
    if remaining_account.live_lines().next().is_none() {
        return orders::close_refunded_account(work, request, &case.reason).await;
    }
    settle(work, case, &remaining_account).await
}

/// Settles what stays sold, which must still add up to what was paid of it; refuses where other payments exceed it.
async fn settle(work: &mut Work<'_>, case: &RefundCase<'_>, remaining_account: &Account) -> Result<()> {
    match case.request.closed_at {
        None => orders::settle_refunded(work, &case.request).await,
        Some(_) if remaining_account.matches_payments() => Ok(()),
        Some(_) => {
            orders::check_paid_in_full(case.request.id, remaining_account.totals.total, remaining_account.totals.paid)
        }
    }
}

/// Dismisses units; their stock is put back where that is requested, else it is waste.
pub(super) async fn dismiss_units(
    work: &mut Work<'_>,
    case: &RefundCase<'_>,
    refund: RefundId,
    units: &[(LineId, Quantity)],
) -> Result<()> {
    orders::reduce_fixed_discounts(work, &case.account, units).await?;
    let puts_back = case.body.remove_inventory;
    orders::dismiss_refunded(work, &case.request, units, &case.reason, !puts_back, case.approval, refund.0).await
}

async fn load_request_state(work: &mut Work<'_>, case: &RefundCase<'_>) -> Result<RequestState> {
    let now = orders::lock_request(work, case.request.id).await?;
    let due = orders::load_account(work.tx, now.id, work.now).await?.totals.due;
    Ok(RequestState { id: now.id, is_paid: now.is_paid, due, closed_at: now.closed_at })
}

/// Returns the cash cycle that records a refund, and whether money may leave it. A payment entirely on credit brought no money, so whoever
/// has no open cycle refunds it in the cycle that sold it.
async fn lock_refund_cycle(work: &mut Work<'_>, payment: &Payment) -> Result<(CycleBox, bool)> {
    if payment.entries.iter().any(|entry| !entry.is_credit) {
        return Ok((cash::lock_own_cycle(work).await?, true));
    }
    match cash::lock_own_cycle_if_any(work).await? {
        Some(cycle) => Ok((cycle, true)),
        None => Ok((cash::load_cycle_box(work.tx, payment.row.cycle_id).await?, false)),
    }
}

/// Writes the refund to the action log.
async fn log_refund(work: &mut Work<'_>, case: &RefundCase<'_>, plan: &RefundPlan) -> Result<()> {
    let by_method: Vec<_> = plan.payout.paid_out.iter().map(|p| json!({"name": p.name, "amount": p.amount})).collect();
    let entry = AuditEntry::new("REFUND")
        .entity("payment", case.payment.row.id.0)
        .request(case.request.id)
        .table(case.request.table_id)
        .cycle(case.cycle.id)
        .approver(case.approval.approver_id)
        .amount(plan.payout.total())
        .reason(&case.reason)
        .change(
            Some(json!({"document": case.billing.full_number, "total": case.payment.row.total})),
            Some(json!({"given_back": by_method, "outcome": case.body.outcome, "stays": plan.remainder_total})),
        );
    Ok(audit::log(work.tx, work.actor, work.now, entry).await?)
}

/// Refuses with 409 a payment that was already refunded, and tells how.
pub(super) fn must_not_be_refunded(payment: &Payment) -> Result<()> {
    if payment.row.is_given_back() {
        let number = payment.billing.as_ref().map_or("este comprobante", |b| &b.full_number);
        return refuse(Code::Conflict, format!("El cobro de {number} ya se devolvió.")).with_current(payment).err();
    }
    if payment.row.voided_at.is_none() {
        return Ok(());
    }
    let text = match (&payment.billing, &payment.refund) {
        (Some(b), Some(r)) if !b.row.is_voided() => {
            format!("{} ya fue devuelto por {}: {}.", b.full_number, r.row.user_name, r.row.reason)
        }
        (Some(b), Some(r)) => format!("{} ya fue anulado por {}: {}.", b.full_number, r.row.user_name, r.row.reason),
        _ => "Este cobro ya fue anulado.".to_owned(),
    };
    refuse(Code::Conflict, text).with_current(payment).err()
}
