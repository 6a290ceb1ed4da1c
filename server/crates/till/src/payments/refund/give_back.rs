//! Giving the money of a payment back: under the lock of the account, then of one's own cash cycle, then of the series. The payment
//! is voided, its document voided or credited (`way`), the money leaves the cycle, and what was paid for is unpaid again or sold no
//! more.

use super::{
    charge_again::charge_what_stays,
    debit_note,
    model::{NewRefund, RefundRequest},
    money_only,
    note::give_note,
    plan::{Asked, Plan, owed, plan},
    print,
    quote::{is_declared_paper, must_stand},
    record::{cycle_of, log},
    store::{self, NewRow},
    way::{self, Way, way},
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
    error::{Error, Result, invalid},
    ids::{LineId, PaymentId, RefundId},
    money::{Money, Quantity},
};
use comanda_invoicing::billing::{self, Billing};
use comanda_ledgers::ledger::{RefundOutcome, refunds};
use comanda_masterdata::payment_options;
use comanda_orders::orders::{self, Account, RequestRow};
use comanda_platform::{
    people::pin::Approval,
    realtime::{EventKind, Room},
    settings::tax,
    use_case::Work,
};
use serde_json::json;

/// A refund under way, as read under the locks.
pub(super) struct Case<'a> {
    pub body: &'a RefundRequest,
    pub reason: String,
    pub approval: Approval,
    pub request: RequestRow,
    /// The asker's own, else the one that sold: then no money may leave.
    pub cycle: CycleBox,
    pub is_own_cycle: bool,
    pub account: Account,
    pub payment: Payment,
    pub billing: Billing,
    /// Whether the account's tips go onto its documents.
    pub tip_on_document: bool,
    /// What is owed of it, locked, where it was sold on credit.
    pub debt: Option<Receivable>,
    /// It is true of a payment that paid a part of the account by money: the money goes back, and nothing else.
    pub is_money_only: bool,
}

/// Gives it back, allowed by `approval`.
pub async fn give_back(
    work: &mut Work<'_>,
    id: PaymentId,
    body: &RefundRequest,
    approval: Approval,
) -> Result<NewRefund> {
    tax::hold(work.tx).await?;
    let case = open(work, id, body, approval).await?;
    let plan = planned(work, &case).await?;
    debit_note::must_go_first(&case.billing, &plan)?;
    if !case.is_own_cycle && plan.back.moves_money() {
        return Err(cash::no_open_cycle().into());
    }
    cash::must_hold(work, &case.cycle, plan.back.cash()).await?;
    let way = way_of(work, &case, &plan).await?;
    let refund = write(work, &case, &plan, way).await?;
    let again = charge_what_stays(work, &case, &plan, refund, way).await?;
    if let Some(debt) = &case.debt {
        credit::reduce(work, debt, plan.back.credit(), again.as_ref().map(|a| a.payment)).await?;
    }
    match (plan.leaves_a_rest() || case.is_money_only, body.outcome) {
        (false, RefundOutcome::Reopen) => reopen(work, &case).await?,
        (false, RefundOutcome::Close) => close(work, &case, refund).await?,
        (true, _) => {
            let left = orders::account_of(work.tx, case.request.id, work.now).await?;
            settle(work, &case, &left).await?;
        }
    }
    let credit_note = match way {
        Way::Note(reason) => {
            let target = again.as_ref().and_then(|a| a.target);
            Some(give_note(work, &case, &plan, refund, reason, target).await?)
        }
        Way::Void => None,
    };
    log(work, &case, &plan).await?;
    let refund = refunds::refund(work.tx, refund).await?;
    let charged_again = match again {
        Some(again) => Some(payment_read::payment(work.tx, again.payment).await?),
        None => None,
    };
    let issued = print::Issued { again: charged_again.as_ref(), note: credit_note.as_ref() };
    let printed = print::papers(work, &case.cycle, &refund, issued, body.print.unwrap_or(true)).await?;
    Ok(NewRefund {
        client_request: state(work, &case).await?,
        refund,
        charged_again,
        credit_note,
        print_jobs: printed.jobs,
        warnings: printed.warnings,
    })
}

async fn open<'a>(work: &mut Work<'_>, id: PaymentId, body: &'a RefundRequest, approval: Approval) -> Result<Case<'a>> {
    let reason = orders::clean_reason(&body.reason)?;
    if body.outcome == RefundOutcome::Reopen && body.products.is_some() {
        return invalid("products", "Para volver a cobrar se anula el cobro entero.").err();
    }
    if body.outcome == RefundOutcome::Reopen && body.remove_inventory {
        return invalid("remove_inventory", "La cuenta sigue en pie: su stock no vuelve.").err();
    }
    let request = payment_read::payment(work.tx, id).await?.row.client_request_id;
    let request = orders::lock_request(work, request).await?;
    // Again, now that nobody else can change it.
    let payment = payment_read::payment(work.tx, id).await?;
    must_stand(&payment)?;
    let billing = payment.billing.clone().ok_or_else(|| anyhow!("a payment without its document"))?;
    let is_money_only = body.outcome == RefundOutcome::Close
        && body.discount.is_none()
        && money_only::is_money_only(work.tx, request.id, &payment).await?;
    if is_money_only {
        money_only::must_be_whole(body)?;
    }
    debit_note::must_be_taken_back_whole(&billing, body)?;
    let (cycle, is_own_cycle) = cycle_of(work, &payment).await?;
    let account = orders::account_of(work.tx, request.id, work.now).await?;
    let debt = credit::locked_of(work.tx, payment.row.id).await?;
    let tip_on_document = payment_read::tip_on_document(work.tx, request.id).await?;
    Ok(Case {
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

async fn planned(work: &mut Work<'_>, case: &Case<'_>) -> Result<Plan> {
    let options = payment_options::payment_options(work.tx).await?;
    let rounds_cash = work.settings().await?.cash_rounding;
    let units = case.body.units();
    let asked = Asked {
        units: units.as_deref(),
        discount: case.body.discount.as_ref(),
        payment_options: case.body.payment_options.as_ref(),
        operation_numbers: &case.body.operation_numbers,
    };
    let is_closed = case.request.closed_at.is_some();
    let owed = owed(case.debt.as_ref().map_or(Money::ZERO, Receivable::due), &options);
    let mut plan = plan(&case.account, &case.payment, &options, asked, &owed, is_closed, rounds_cash)?;
    if case.body.returned_otherwise {
        plan.back.out.retain(|p| p.is_credit);
        plan.back.rounding = plan.back.credit() - plan.total;
    }
    Ok(plan)
}

async fn way_of(work: &mut Work<'_>, case: &Case<'_>, plan: &Plan) -> Result<Way> {
    let case_of_document = way::Case {
        leaves_a_rest: plan.leaves_a_rest(),
        outcome: case.body.outcome,
        wanted: case.body.credit_note,
        is_declared_paper: is_declared_paper(work.tx, &case.billing, work.issue_date()).await?,
        issued_on: tax::issue_date(case.billing.row.issued_at),
        today: work.issue_date(),
        regime: tax::rule_at(work.tx, work.now).await?.regime,
    };
    Ok(way(&case.billing, case_of_document))
}

/// Voids the payment, and its document where no note takes it back; keeps what leaves, and makes what was paid unpaid.
async fn write(work: &mut Work<'_>, case: &Case<'_>, plan: &Plan, way: Way) -> Result<RefundId> {
    if store::void_payment(work.tx, case.payment.row.id, work.now).await? == 0 {
        return Err(Error::Internal(anyhow!("payment {} was voided under its lock", case.payment.row.id)));
    }
    if way == Way::Void {
        billing::void(work, &case.billing.row, &case.reason, case.approval.approver_id).await?;
    }
    let row = NewRow {
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
        rounding: plan.back.rounding,
        day: work.business_day().await?,
        at: work.now,
    };
    let id = store::insert(work.tx, &row, &plan.back.out, &plan.lines).await?;
    if plan.discount.is_none() && !case.is_money_only {
        let less = unpaid_again(work, case, plan).await?;
        orders::unpay(work, &less).await?;
    }
    let ids = json!({ "cycle_id": case.cycle.id, "cashbox_id": case.cycle.cashbox_id });
    work.tell(Room::Cash, EventKind::CycleChanged, ids);
    Ok(id)
}

/// Which units are no longer paid. An account that stays closed loses those of this payment alone; one that is open again is paid
/// only where a payment says so, since closing had marked all of it.
async fn unpaid_again(work: &mut Work<'_>, case: &Case<'_>, plan: &Plan) -> Result<Vec<(LineId, Quantity)>> {
    let stays_closed = case.request.closed_at.is_some() && case.body.outcome == RefundOutcome::Close;
    if plan.rest.is_some() || (stays_closed && !case.payment.lines.is_empty()) {
        return Ok(case.payment.lines.iter().map(|l| (l.line_id, l.quantity)).collect());
    }
    if case.payment.lines.is_empty() {
        payments::store::delete_covered(work.tx, case.request.id).await?;
    }
    let kept = store::paid_units(work.tx, case.request.id).await?;
    let kept = |id: LineId| kept.iter().find(|k| k.0 == id).map_or(Quantity::ZERO, |k| k.1);
    let less = case.account.live().map(|l| (l.id, l.qty_paid - kept(l.id).min(l.qty_paid)));
    Ok(less.filter(|(_, n)| !n.is_zero()).collect())
}

/// What was paid for is to be collected anew, at what it was sold for less the discounts that were given since.
async fn reopen(work: &mut Work<'_>, case: &Case<'_>) -> Result<()> {
    let Case { request, payment, .. } = case;
    orders::reopen(work, request, case.body.without_table).await?;
    if payment.row.credited.is_zero() {
        return Ok(());
    }
    let lines: Vec<LineId> = payment.lines.iter().map(|l| l.line_id).collect();
    orders::keep_discount(work, request, &lines, payment.row.credited, case.approval.approver_id).await
}

/// What was paid for is sold no more: its lines are dismissed, and an account of which nothing is left closes.
async fn close(work: &mut Work<'_>, case: &Case<'_>, refund: RefundId) -> Result<()> {
    let Case { request, payment, .. } = case;
    let units: Vec<(LineId, Quantity)> = if payment.lines.is_empty() {
        case.account.live().map(|l| (l.id, l.qty_original)).collect()
    } else {
        payment.lines.iter().map(|l| (l.line_id, l.quantity)).collect()
    };
    dismiss(work, case, refund, &units).await?;
    let left = orders::account_of(work.tx, request.id, work.now).await?;
    if left.live().next().is_none() {
        return orders::close_given_back(work, request, &case.reason).await;
    }
    settle(work, case, &left).await
}

/// Where something stays sold, what was paid of it must still be what it comes to: a discount of the whole account falls on fewer
/// dishes now, and what the other payments took may be more than what is left.
async fn settle(work: &mut Work<'_>, case: &Case<'_>, left: &Account) -> Result<()> {
    match case.request.closed_at {
        None => orders::settle_given_back(work, &case.request).await,
        Some(_) if orders::comes_to_what_was_paid(left) => Ok(()),
        Some(_) => orders::must_come_to(case.request.id, left.totals.total, left.totals.paid),
    }
}

/// The units are sold no more; what they took out of stock comes back where it is asked for, else it is waste.
pub(super) async fn dismiss(
    work: &mut Work<'_>,
    case: &Case<'_>,
    refund: RefundId,
    units: &[(LineId, Quantity)],
) -> Result<()> {
    let puts_back = case.body.remove_inventory;
    orders::dismiss_refunded(work, &case.request, units, &case.reason, !puts_back, case.approval, refund.0).await
}

async fn state(work: &mut Work<'_>, case: &Case<'_>) -> Result<RequestState> {
    let now = orders::lock_request(work, case.request.id).await?;
    let due = orders::account_of(work.tx, now.id, work.now).await?.totals.due;
    Ok(RequestState { id: now.id, is_paid: now.is_paid, due, closed_at: now.closed_at })
}
