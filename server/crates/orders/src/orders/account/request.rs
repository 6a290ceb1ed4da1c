//! What others do with an account under its lock: check, mark as paid, bill, close.

use super::{Account, Totals, view::LoadedAccount};
use crate::orders::{
    model::{Line, LineStatus, RequestKind},
    ordering::send_command::send_unsent,
    store::{self, RequestRow},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, OrNotFound, Result, refuse},
    ids::{LineId, RequestId},
    money::{Money, Quantity, SCALE},
};
use comanda_masterdata::floor;
use comanda_platform::{
    realtime::{EventKind, Room},
    use_case::{Action, Work, not_permitted},
};
use serde_json::json;

impl RequestRow {
    /// Refuses a change of an account that is closed, or that nobody has sat down to.
    pub fn must_be_open(&self) -> Result<()> {
        if self.is_reservation {
            return refuse(Code::Conflict, "Es una reserva: siéntala en su mesa para abrir su cuenta.")
                .current(json!({"client_request_id": self.id, "reserved_for": self.reserved_for}))
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
        refuse(Code::Conflict, text).current(current).err()
    }
    /// Paid, and not yet in the hands of who ordered it.
    pub fn is_on_its_way(&self) -> bool {
        self.is_paid && self.kind != RequestKind::Table && self.status < LineStatus::Delivered
    }
    /// How people call it: `LLEVAR #18`; a table is called by its name, which the row does not know.
    pub fn number_label(&self) -> String {
        number_label(self.kind, self.correlative)
    }
}

/// `LLEVAR #18`, `DELIVERY #7`; a table has no number.
pub(in crate::orders) fn number_label(kind: RequestKind, correlative: Option<i64>) -> String {
    let number = correlative.unwrap_or_default();
    match kind {
        RequestKind::Table => String::new(),
        RequestKind::Order => format!("LLEVAR #{number}"),
        RequestKind::Delivery => format!("DELIVERY #{number}"),
    }
}

/// Locks an account: the first statement of every change of it.
pub async fn lock_request(work: &mut Work<'_>, id: RequestId) -> Result<RequestRow> {
    store::locked_request(work.tx, id).await.or_not_found("la cuenta")
}

/// Locks an account that is open and that this person may serve.
pub async fn lock_to_serve(work: &mut Work<'_>, id: RequestId) -> Result<RequestRow> {
    let request = lock_request(work, id).await?;
    must_serve(work, &request).await?;
    request.must_be_open()?;
    Ok(request)
}

/// The same for an order: a new version of the account in one statement with its lock, and those who watch it are told.
pub(in crate::orders) async fn lock_to_order(work: &mut Work<'_>, id: RequestId) -> Result<RequestRow> {
    let request = store::locked_and_ordered(work.tx, id).await.or_not_found("la cuenta")?;
    must_serve(work, &request).await?;
    request.must_be_open()?;
    tell(work, &request);
    Ok(request)
}

/// Refuses a waiter at another waiter's account, unless the company lets them share.
pub async fn must_serve(work: &mut Work<'_>, request: &RequestRow) -> Result<()> {
    if serves(work, request).await? { Ok(()) } else { not_permitted().err() }
}

/// Whether this person may serve an account.
pub(in crate::orders) async fn serves(work: &mut Work<'_>, request: &RequestRow) -> Result<bool> {
    if request.attendant_id == work.actor.user_id || work.actor.may(Action::OthersTables) {
        return Ok(true);
    }
    Ok(work.settings().await?.waiters_share_tables)
}

/// The lines of an account, dismissed ones too.
pub async fn lines_of(tx: &mut Tx, request: RequestId) -> Result<Vec<Line>> {
    store::lines_of(tx, &[request]).await
}

/// The account as a payment at `at` finds it: lines, adjustments, figures.
pub async fn account_of(tx: &mut Tx, request: RequestId, at: DateTime<Utc>) -> Result<Account> {
    Ok(LoadedAccount::load(tx, request, at).await?.account)
}

/// Marks quantities of lines as paid. The caller holds the lock and has checked what is unpaid.
pub async fn mark_paid(work: &mut Work<'_>, request: &RequestRow, paid: &[(LineId, Quantity)]) -> Result<()> {
    store::add_paid(work.tx, paid).await?;
    touch(work, request, request.status, request.billed_at).await
}

/// Sets or takes back that the pre-bill was printed.
pub async fn set_billed(work: &mut Work<'_>, request: &RequestRow, billed: bool) -> Result<()> {
    let at = billed.then_some(work.now);
    touch(work, request, request.status, at).await
}

/// Why an account closes.
#[derive(Debug, Clone, Copy)]
pub enum Closing<'a> {
    /// Everything on it is paid: what it comes to, and what was paid of it, the payment that closes it included.
    Paid { total: Money, paid: Money },
    /// By hand, with the reason where one was asked.
    ByHand(Option<&'a str>),
    /// Its lines went on to another account.
    Merged { into: RequestId, reason: &'a str },
}

/// Closes an account, which frees its table. The caller has settled its lines.
pub async fn close(work: &mut Work<'_>, request: &RequestRow, why: Closing<'_>) -> Result<()> {
    let (paid, reason, merged_into) = match why {
        Closing::Paid { total, paid } => {
            must_come_to(request.id, total, paid)?;
            (true, None, None)
        }
        Closing::ByHand(reason) => (false, reason, None),
        Closing::Merged { into, reason } => (false, Some(reason), Some(into)),
    };
    let now = work.now;
    store::close_request(work.tx, request.id, paid, reason, merged_into, now).await?;
    if let Some(table) = request.table_id {
        floor::vacate(work, table).await?;
    }
    tell(work, request);
    Ok(())
}

/// Refuses to leave an account closed that is not paid to the céntimo: whatever led there, nobody would look at it again.
pub fn must_come_to(id: RequestId, total: Money, paid: Money) -> Result<()> {
    if total == paid {
        return Ok(());
    }
    tracing::error!(account = id.0, %total, %paid, "refused to leave an account closed that is not paid to the céntimo");
    let text = format!(
        "Con sus descuentos y cargos la cuenta queda en S/ {total} y sus cobros suman S/ {paid}: así no puede quedar cerrada. \
         Anula un cobro volviendo a abrir la cuenta, y cóbrala de nuevo."
    );
    refuse(Code::Conflict, text).current(json!({"total": total, "paid": paid})).err()
}

/// The most that each unit of an account is rounded by: its price, recargo and tip, on the document that it stands on.
const ROUNDED_BY_UNIT: i64 = 2;

/// Whether what is left of an account comes to what is left of its payments. Each document is rounded by itself, so once one of them was
/// taken back, céntimos may be left between them, which nobody is owed.
pub fn comes_to_what_was_paid(left: &Account) -> bool {
    let units: i64 = left.live().map(|line| line.qty_original.millionths() / SCALE + 1).sum();
    let difference = left.totals.total - left.totals.paid;
    difference.max(-difference) <= Money::centimos(ROUNDED_BY_UNIT * units)
}

/// The same as [`settle_less`], where a part of what was paid was given back: céntimos do not keep open what is paid otherwise.
pub async fn settle_given_back(work: &mut Work<'_>, request: &RequestRow) -> Result<()> {
    let account = LoadedAccount::load(work.tx, request.id, work.now).await?.account;
    let is_paid = !account.totals.paid.is_zero() && account.live().next().is_some();
    let is_paid = is_paid && account.live().all(|line| line.unpaid().is_zero());
    if is_paid && comes_to_what_was_paid(&account) {
        let paid = account.totals.paid;
        return close(work, request, Closing::Paid { total: paid, paid }).await;
    }
    settle_less(work, request).await
}

/// Refuses an account of which more is paid than it comes to.
pub(in crate::orders) fn must_cover_what_is_paid(totals: &Totals) -> Result<()> {
    if totals.total >= totals.paid {
        return Ok(());
    }
    let text =
        format!("Ya se pagó S/ {}, más que los S/ {} que quedarían. Devuelve primero.", totals.paid, totals.total);
    refuse(Code::AlreadyPaid, text).current(totals).err()
}

/// What each payment is rounded to at most, so that parts of a percentage may differ by it, once for each document.
const ROUNDED: i64 = 5;

/// Refuses to take away a tip that was collected: beside its document it was no sale, and would be one without a document.
async fn must_cover_the_tips(tx: &mut Tx, id: RequestId, totals: &Totals) -> Result<()> {
    let (documented, documents) = store::documented(tx, id).await?;
    let collected = totals.paid - documented;
    if collected <= totals.tip + Money::centimos(ROUNDED * documents.max(1)) {
        return Ok(());
    }
    let text = format!(
        "Ya se cobró S/ {collected} de propina, más que los S/ {} que quedarían. Anula primero ese cobro.",
        totals.tip
    );
    refuse(Code::AlreadyPaid, text).current(totals).err()
}

/// An account that may have become less: refused where more is paid than is left, closed where all that is left is paid.
pub async fn settle_less(work: &mut Work<'_>, request: &RequestRow) -> Result<()> {
    let account = LoadedAccount::load(work.tx, request.id, work.now).await?.account;
    let totals = &account.totals;
    if totals.paid.is_zero() {
        return Ok(());
    }
    must_cover_what_is_paid(totals)?;
    must_cover_the_tips(work.tx, request.id, totals).await?;
    if !totals.due.is_zero() {
        return Ok(());
    }
    close_paid(work, request, &account, totals.paid).await?;
    Ok(())
}

/// Closes an account of which all is paid, `paid` in all: what nobody has sent yet is made, and every line counts as paid. Gives
/// what the kitchen's papers warn of.
pub async fn close_paid(
    work: &mut Work<'_>,
    request: &RequestRow,
    account: &Account,
    paid: Money,
) -> Result<Vec<String>> {
    let mut warnings = Vec::new();
    if account.live().any(|l| !l.is_sent()) {
        warnings = send_unsent(work, request).await?.0.warnings;
    }
    // What was paid by amounts, the lines do not know yet.
    let unpaid: Vec<_> = account.live().map(|l| (l.id, l.unpaid())).filter(|(_, left)| !left.is_zero()).collect();
    store::add_paid(work.tx, &unpaid).await?;
    close(work, request, Closing::Paid { total: account.totals.total, paid }).await?;
    Ok(warnings)
}

/// Writes a new version of the account and tells who watches it.
pub(in crate::orders) async fn touch(
    work: &mut Work<'_>,
    request: &RequestRow,
    status: LineStatus,
    billed_at: Option<chrono::DateTime<chrono::Utc>>,
) -> Result<()> {
    store::touch_request(work.tx, request.id, status, billed_at).await?;
    tell(work, request);
    Ok(())
}

/// Tells those who look at the account and at the floor.
pub fn tell(work: &mut Work<'_>, request: &RequestRow) {
    let ids = json!({"client_request_id": request.id, "table_id": request.table_id});
    work.tell(Room::Request(request.id), EventKind::RequestChanged, ids.clone());
    work.tell(Room::Floor, EventKind::FloorChanged, ids);
}
