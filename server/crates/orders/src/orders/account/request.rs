//! The actions of other rooms on an account under its lock: check it, mark it as paid, bill it, close it. An account is closed as paid only
//! where its payments add up to its total to the céntimo (`close`). Whatever may reduce an open account (lines, adjustments, a table that
//! joins, a refund of a part) ends in `settle_reduced`, which refuses to go below what was paid.

use super::{Account, Totals, view::LoadedAccount};
use crate::orders::{
    courses::SendScope,
    model::{Line, LineStatus, RequestKind},
    ordering::send_command::send_lines,
    store::{self, RequestRow},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, OrNotFound, Result, refuse},
    ids::{LineId, RequestId},
    money::{Money, Quantity},
};
use comanda_masterdata::floor;
use comanda_platform::{
    realtime::{EventKind, Room},
    use_case::{Action, Work, not_permitted_refusal},
};
use serde_json::json;

impl RequestRow {
    /// Refuses to change an account that is closed, or a reservation that nobody was seated for.
    pub fn must_be_open(&self) -> Result<()> {
        if self.is_reservation {
            return refuse(Code::Conflict, "Es una reserva: siéntala en su mesa para abrir su cuenta.")
                .with_current(json!({"client_request_id": self.id, "reserved_for": self.reserved_for}))
                .err();
        }
        if self.closed_at.is_none() {
            return Ok(());
        }
        let text = match self.merged_into_id {
            Some(_) => "Esta mesa se juntó con otra. Sigue en la cuenta de la otra mesa.",
            None => "Esta cuenta ya está cerrada. Abre una nueva para seguir pidiendo.",
        };
        let current = json!({"client_request_id": self.id, "closed_at": self.closed_at, "is_paid": self.is_paid,
            "merged_into_id": self.merged_into_id});
        refuse(Code::Conflict, text).with_current(current).err()
    }
    /// Whether it is paid and not yet handed to the client.
    pub fn is_on_its_way(&self) -> bool {
        self.is_paid && self.kind != RequestKind::Table && self.status < LineStatus::Delivered
    }
    /// Returns its usual name: `LLEVAR #18`. A table is called by its name, which this row does not contain.
    pub fn number_label(&self) -> String {
        number_label(self.kind, self.correlative)
    }
}

/// Returns the usual name by number: `LLEVAR #18`, `DELIVERY #7`; a table has no number.
pub(in crate::orders) fn number_label(kind: RequestKind, correlative: Option<i64>) -> String {
    let number = correlative.unwrap_or_default();
    match kind {
        RequestKind::Table => String::new(),
        RequestKind::Order => format!("LLEVAR #{number}"),
        RequestKind::Delivery => format!("DELIVERY #{number}"),
    }
}

/// Locks an account; this is the first statement of every change of it.
pub async fn lock_request(work: &mut Work<'_>, id: RequestId) -> Result<RequestRow> {
    store::lock_request(work.tx, id).await.or_not_found("la cuenta")
}

/// Locks an open account that this user may serve.
pub async fn lock_to_serve(work: &mut Work<'_>, id: RequestId) -> Result<RequestRow> {
    let request = lock_request(work, id).await?;
    must_serve(work, &request).await?;
    request.must_be_open()?;
    Ok(request)
}

/// Locks an account for an order: sets a new version of it in the same statement, and notifies those who watch it.
pub(in crate::orders) async fn lock_to_order(work: &mut Work<'_>, id: RequestId) -> Result<RequestRow> {
    let request = store::lock_for_order(work.tx, id).await.or_not_found("la cuenta")?;
    must_serve(work, &request).await?;
    request.must_be_open()?;
    notify_changed(work, &request);
    Ok(request)
}

/// Refuses a waiter at an account of another waiter, unless the company lets them share.
pub async fn must_serve(work: &mut Work<'_>, request: &RequestRow) -> Result<()> {
    if may_serve(work, request).await? { Ok(()) } else { not_permitted_refusal().err() }
}

/// Tells whether this user may serve an account.
pub(in crate::orders) async fn may_serve(work: &mut Work<'_>, request: &RequestRow) -> Result<bool> {
    if request.attendant_id == work.actor.user_id || work.actor.can_without_pin(Action::OthersTables) {
        return Ok(true);
    }
    Ok(work.settings().await?.waiters_share_tables)
}

/// Loads the lines of an account, dismissed ones too.
pub async fn load_lines(tx: &mut Tx, request: RequestId) -> Result<Vec<Line>> {
    store::list_lines_of(tx, &[request]).await
}

/// Loads the account as a payment at `at` would find it: lines, adjustments, totals.
pub async fn load_account(tx: &mut Tx, request: RequestId, at: DateTime<Utc>) -> Result<Account> {
    Ok(LoadedAccount::load(tx, request, at).await?.account)
}

/// Marks quantities of lines as paid. The caller holds the lock and has checked what is unpaid.
pub async fn mark_paid(work: &mut Work<'_>, request: &RequestRow, paid: &[(LineId, Quantity)]) -> Result<()> {
    store::add_paid(work.tx, paid).await?;
    update_version(work, request, request.status, request.billed_at).await
}

/// Sets whether the pre-bill was printed.
pub async fn set_billed(work: &mut Work<'_>, request: &RequestRow, billed: bool) -> Result<()> {
    let at = billed.then_some(work.now);
    update_version(work, request, request.status, at).await
}

/// The reason for closing an account.
#[derive(Debug, Clone, Copy)]
pub enum CloseReason<'a> {
    /// Everything on it is paid: its total, and what was paid of it, including the payment that closes it.
    Paid { total: Money, paid: Money },
    /// It is closed by hand, with the reason where one was required.
    ByHand(Option<&'a str>),
    /// Its lines were moved to another account.
    Merged { into: RequestId, reason: &'a str },
}

/// Closes an account and frees its table. The caller has settled its lines.
pub async fn close_account(work: &mut Work<'_>, request: &RequestRow, close_reason: CloseReason<'_>) -> Result<()> {
    let (paid, reason, merged_into) = match close_reason {
        CloseReason::Paid { total, paid } => {
            check_paid_in_full(request.id, total, paid)?;
            (true, None, None)
        }
        CloseReason::ByHand(reason) => (false, reason, None),
        CloseReason::Merged { into, reason } => (false, Some(reason), Some(into)),
    };
    let now = work.now;
    store::close_request(work.tx, request.id, paid, reason, merged_into, now).await?;
    if let Some(table) = request.table_id {
        floor::vacate_table(work, table).await?;
    }
    notify_changed(work, request);
    Ok(())
}

/// Refuses to leave an account closed that is not paid to the céntimo: nobody would look at it again.
pub fn check_paid_in_full(id: RequestId, total: Money, paid: Money) -> Result<()> {
    if total == paid {
        return Ok(());
    }
    tracing::error!(account = id.0, %total, %paid, "refused to leave an account closed that is not paid to the céntimo");
    let text = format!(
        "Con sus descuentos y cargos la cuenta queda en S/ {total:#} y sus cobros suman S/ {paid:#}: así no puede quedar cerrada. \
         Anula un cobro volviendo a abrir la cuenta, y cóbrala de nuevo."
    );
    refuse(Code::Conflict, text).with_current(json!({"total": total, "paid": paid})).err()
}

/// Settles an account like [`settle_reduced`] after a refund: a difference of céntimos does not keep it open.
pub async fn settle_refunded(work: &mut Work<'_>, request: &RequestRow) -> Result<()> {
    let account = LoadedAccount::load(work.tx, request.id, work.now).await?.account;
    let is_paid = !account.totals.paid.is_zero() && account.live_lines().next().is_some();
    let is_paid = is_paid && account.live_lines().all(|line| line.unpaid().is_zero());
    if is_paid && account.matches_payments() {
        let paid = account.totals.paid;
        return close_account(work, request, CloseReason::Paid { total: paid, paid }).await;
    }
    settle_reduced(work, request).await
}

/// Refuses an account of which more is paid than its total.
pub(in crate::orders) fn check_total_covers_paid(totals: &Totals) -> Result<()> {
    if totals.total >= totals.paid {
        return Ok(());
    }
    let text =
        format!("Ya se pagó S/ {:#}, más que los S/ {:#} que quedarían. Devuelve primero.", totals.paid, totals.total);
    refuse(Code::AlreadyPaid, text).with_current(totals).err()
}

/// The most céntimos that each payment is rounded by; shares of a percentage may differ by it, once for each document.
const MAX_ROUNDING_CENTIMOS: i64 = 5;

/// Refuses to remove a tip that was collected: outside its document it was no sale, and without the tip it would be a sale without a
/// document.
async fn check_total_covers_tips(tx: &mut Tx, id: RequestId, totals: &Totals) -> Result<()> {
    let (documented, documents) = store::sum_documents(tx, id).await?;
    let collected = totals.paid - documented;
    if collected <= totals.tip + Money::centimos(MAX_ROUNDING_CENTIMOS * documents.max(1)) {
        return Ok(());
    }
    let text = format!(
        "Ya se cobró S/ {collected:#} de propina, más que los S/ {:#} que quedarían. Anula primero ese cobro.",
        totals.tip
    );
    refuse(Code::AlreadyPaid, text).with_current(totals).err()
}

/// Settles an account that may have been reduced: refuses where more is paid than is left, closes it where everything left is paid.
pub async fn settle_reduced(work: &mut Work<'_>, request: &RequestRow) -> Result<()> {
    let account = LoadedAccount::load(work.tx, request.id, work.now).await?.account;
    let totals = &account.totals;
    if totals.paid.is_zero() {
        return Ok(());
    }
    check_total_covers_paid(totals)?;
    check_total_covers_tips(work.tx, request.id, totals).await?;
    if !totals.due.is_zero() {
        return Ok(());
    }
    close_paid(work, request, &account, totals.paid).await?;
    Ok(())
}

/// Closes an account that is fully paid, `paid` in all: what is not sent yet is sent to the kitchen, and every line counts as paid. Returns
/// the warnings of the kitchen papers.
pub async fn close_paid(
    work: &mut Work<'_>,
    request: &RequestRow,
    account: &Account,
    paid: Money,
) -> Result<Vec<String>> {
    let mut warnings = Vec::new();
    if account.live_lines().any(|l| !l.is_sent()) {
        let sent = send_lines(work, request, SendScope::Everything).await?;
        warnings = sent.comanda.map(|comanda| comanda.warnings).unwrap_or_default();
    }
    // Payments by amounts have not marked any lines as paid.
    let unpaid: Vec<_> =
        account.live_lines().map(|l| (l.id, l.unpaid())).filter(|(_, quantity)| !quantity.is_zero()).collect();
    store::add_paid(work.tx, &unpaid).await?;
    close_account(work, request, CloseReason::Paid { total: account.totals.total, paid }).await?;
    Ok(warnings)
}

/// Sets a new version of the account and notifies those who watch it.
pub(in crate::orders) async fn update_version(
    work: &mut Work<'_>,
    request: &RequestRow,
    status: LineStatus,
    billed_at: Option<chrono::DateTime<chrono::Utc>>,
) -> Result<()> {
    store::touch_request(work.tx, request.id, status, billed_at).await?;
    notify_changed(work, request);
    Ok(())
}

/// Notifies those who watch the account and the floor.
pub fn notify_changed(work: &mut Work<'_>, request: &RequestRow) {
    let ids = json!({"client_request_id": request.id, "table_id": request.table_id});
    work.add_event(Room::Request(request.id), EventKind::RequestChanged, ids.clone());
    work.add_event(Room::Floor, EventKind::FloorChanged, ids);
}
