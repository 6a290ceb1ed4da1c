//! Closes a cash box. The first PUT stores what was counted blind and what was expected at that moment; only then is the difference shown.
//! Beyond the tolerance a second PUT names that count and brings a reason and a PIN. Every count is kept.

use super::{
    arqueo_ticket::{ArqueoContent, arqueo_ticket},
    count,
    detail::{load_cycle_with_count, to_cash_count},
    expected::{ExpectedBalances, load_expected_balances},
    model::{ByMethod, CashCount, Cycle, CycleRow, CycleStatus, Denominations},
    movements, movements_store,
    store::{self, CycleClosing},
};
use comanda_base::{
    db::Tx,
    error::{Code, OrNotFound, Result, invalid, refuse},
    ids::{CycleId, UserId},
    money::{Money, Quantity},
};
use comanda_invoicing::billing;
use comanda_ledgers::ledger;
use comanda_platform::{
    audit::{self, AuditEntry},
    people::pin::{self, Approval},
    realtime::{EventKind, Room},
    settings::{CompanyInfo, Settings},
    use_case::{Action, Work, not_permitted_refusal},
};
use comanda_printing::{self as printing, NewJob};
use comanda_ticket::Kind;
use serde::Deserialize;
use serde_json::json;

/// Body of `PUT /cashbox-cycles/{id}`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct CloseCycleBody {
    /// The status; only CLOSED is accepted.
    pub status: CycleStatus,
    /// The number of each note and coin: `{"200.00": 3}`.
    #[schema(value_type = Option<BTreeMap<String, Quantity>>)]
    pub denominations: Option<Denominations>,
    /// The totals of the methods other than cash, by name.
    #[schema(value_type = Option<BTreeMap<String, Money>>)]
    pub counted: Option<ByMethod>,
    /// The counted cash where no denominations are given.
    pub close_amount: Option<Money>,
    /// The version of a stored count to close with, accepting its difference.
    pub count_version: Option<i64>,
    /// Whether to count again: one more version, the earlier ones stay. After a difference was shown this needs a reason and a PIN.
    #[serde(default)]
    pub recount: bool,
    pub reason: Option<String>,
    pub pin: Option<String>,
    pub approver_id: Option<UserId>,
}

/// The result of an attempt to close. A count is stored even where the cash box stays open.
#[derive(Debug)]
pub enum CloseOutcome {
    Closed(Box<Cycle>),
    Differs(CashCount),
}

/// Counts, or closes with a stored count.
pub async fn close_cycle(
    work: &mut Work<'_>,
    id: CycleId,
    body: &CloseCycleBody,
    approval: Option<Approval>,
) -> Result<CloseOutcome> {
    let cycle = lock_closable(work, id, body).await?;
    let tolerance = work.settings().await?.cash_tolerance;
    let last = store::list_last_counts(work.tx, &[id]).await?.pop().map(|row| to_cash_count(row, tolerance));
    if let Some(version) = body.count_version {
        return accept_count(work, cycle, last, version, body, approval).await;
    }
    let (count, notes) = match last {
        // The first PUT stored the count: repeating it discloses nothing new and changes nothing.
        Some(count) if !body.recount => return Ok(CloseOutcome::Differs(count)),
        Some(earlier) => {
            let justification = Justification::from_body(body, approval, "Escribe por qué cuentas otra vez.")?;
            let count = freeze_count(work, &cycle, earlier.version + 1, body, Some(justification)).await?;
            let moved = audit::has_action_in_cycle(work.tx, id, &MOVEMENTS, earlier.counted_at).await?;
            (count, ClosingNotes { reason: Some(justification.reason), approver: justification.approver, moved })
        }
        None => (freeze_count(work, &cycle, 1, body, None).await?, ClosingNotes::default()),
    };
    if count::is_within_tolerance(&count.differences, tolerance) {
        return close_with_count(work, cycle, count, notes).await;
    }
    Ok(CloseOutcome::Differs(count))
}

/// The log entries of movements, which change the expected cash without a sale.
const MOVEMENTS: [&str; 2] = ["CASH_MOVEMENT", "CASH_MOVEMENT_REJECTED"];

/// The reason and the approval that are stored with the count that closes a cycle.
#[derive(Debug, Clone, Copy, Default)]
struct ClosingNotes<'b> {
    reason: Option<&'b str>,
    approver: Option<UserId>,
    /// Whether cash was moved in or out after a difference was shown; then the office reviews the cycle, even if the amounts agree now.
    moved: bool,
}

/// The reason for a recount or a difference, and who allowed it.
#[derive(Debug, Clone, Copy)]
struct Justification<'b> {
    reason: &'b str,
    approver: Option<UserId>,
}

impl<'b> Justification<'b> {
    fn from_body(body: &'b CloseCycleBody, approval: Option<Approval>, ask: &str) -> Result<Self> {
        let Some(reason) = read_reason(body)? else { return invalid("reason", ask).err() };
        let Some(approval) = approval else { return pin::pin_required_refusal().err() };
        Ok(Self { reason, approver: approval.approver_id })
    }
}

fn read_reason(body: &CloseCycleBody) -> Result<Option<&str>> {
    let reason = body.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty());
    if reason.is_some_and(|reason| reason.chars().count() > movements::LONGEST_TEXT) {
        return invalid("reason", movements::TOO_LONG).err();
    }
    Ok(reason)
}

async fn lock_closable(work: &mut Work<'_>, id: CycleId, body: &CloseCycleBody) -> Result<CycleRow> {
    if body.status != CycleStatus::Closed {
        return invalid("status", "Una caja abierta solo puede pasar a CLOSED.").err();
    }
    let cycle: CycleRow = store::lock_cycle(work.tx, id).await.or_not_found("la caja")?;
    if cycle.user_id != work.actor.user_id && !work.actor.can_without_pin(Action::SeeExpected) {
        return not_permitted_refusal().err();
    }
    if !cycle.is_open() {
        let tolerance = work.settings().await?.cash_tolerance;
        let closed = load_cycle_with_count(work.tx, cycle, tolerance).await?;
        return refuse(Code::CycleClosed, "Esta caja ya está cerrada.").with_current(closed).err();
    }
    Ok(cycle)
}

/// Stores the counted and the expected amounts as one more version.
async fn freeze_count(
    work: &mut Work<'_>,
    cycle: &CycleRow,
    version: i64,
    body: &CloseCycleBody,
    justification: Option<Justification<'_>>,
) -> Result<CashCount> {
    let now = load_expected_balances(work.tx, cycle).await?;
    let (denominations, counted) = read_count(body, &now)?;
    let expected = now.by_method();
    let differences = count::compute_differences(&counted, &expected);
    let (counted_at, difference) = (work.now, differences.values().copied().sum());
    let tolerance = work.settings().await?.cash_tolerance;
    let count = CashCount { version, counted_at, denominations, counted, expected, difference, differences, tolerance };
    store::insert_count(work.tx, cycle.id, &count, work.actor.user_id).await?;
    let mut entry = AuditEntry::new("CASH_COUNTED")
        .entity("cashbox_cycle", cycle.id.0)
        .cycle(cycle.id)
        .amount(difference)
        .change(None, Some(json!({ "version": version, "counted": count.counted, "expected": count.expected })));
    if let Some(justification) = justification {
        entry = entry.reason(justification.reason).approver(justification.approver);
    }
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(
        Room::Cash,
        EventKind::CycleChanged,
        json!({ "cycle_id": cycle.id, "cashbox_id": cycle.cashbox_id }),
    );
    Ok(count)
}

/// Reads the notes and totals of a body, checked against the methods in use.
fn read_count(body: &CloseCycleBody, now: &ExpectedBalances) -> Result<(Denominations, ByMethod)> {
    let (cash, pieces) = match (&body.denominations, body.close_amount) {
        (None, None) => return invalid("denominations", "Cuenta los billetes y monedas antes de cerrar.").err(),
        (None, Some(amount)) => (amount, Denominations::new()),
        (Some(pieces), stated_amount) => {
            let (sum, denominations) = count::sum_denominations(pieces)?;
            if stated_amount.is_some_and(|g| g != sum) {
                return invalid("close_amount", format!("Los billetes y monedas suman S/ {sum:#}.")).err();
            }
            (sum, denominations)
        }
    };
    let mut counted = body.counted.clone().unwrap_or_default();
    // The screen may repeat the sum of the drawer under the name of its method.
    if counted.remove(now.cash_name()).is_some_and(|c| c != cash) {
        return invalid("counted", "El efectivo no coincide con los billetes y monedas contados.").err();
    }
    for (name, amount) in &counted {
        let Some(method) = now.methods.iter().find(|m| m.name == *name) else {
            return invalid("counted", format!("No hay un medio de pago {name}.")).err();
        };
        // Only a method that refunded more than it received ends below zero.
        if (amount.is_negative() && !method.expected.is_negative()) || *amount != amount.to_centimos() {
            return invalid(
                "counted",
                format!("El total de {name} no puede ser negativo y tiene hasta dos decimales."),
            )
            .err();
        }
    }
    if cash.is_negative() || cash != cash.to_centimos() {
        return invalid("close_amount", "El efectivo contado no puede ser negativo y tiene hasta dos decimales.").err();
    }
    counted.insert(now.cash_name().to_owned(), cash);
    Ok((pieces, counted))
}

/// Closes with the count of `version`, which must be the last one and still match the expected amounts.
async fn accept_count(
    work: &mut Work<'_>,
    cycle: CycleRow,
    last: Option<CashCount>,
    version: i64,
    body: &CloseCycleBody,
    approval: Option<Approval>,
) -> Result<CloseOutcome> {
    let Some(count) = last else {
        return invalid("count_version", "Todavía no hay un conteo. Cuenta antes de cerrar.").err();
    };
    if count.version != version {
        return refuse(Code::StaleVersion, "Hay un conteo más nuevo. Revísalo antes de cerrar.")
            .with_current(count)
            .err();
    }
    if load_expected_balances(work.tx, &cycle).await?.by_method() != count.expected {
        return refuse(Code::Conflict, "Hubo movimientos después del conteo. Cuenta otra vez.")
            .with_current(count)
            .err();
    }
    let is_tolerated = count::is_within_tolerance(&count.differences, count.tolerance);
    if is_tolerated {
        // This only happens where the tolerance was raised after the count; such a difference no longer needs a reason or a PIN.
        let reason = read_reason(body)?;
        let approver = approval.and_then(|a| a.approver_id);
        return close_with_count(work, cycle, count, ClosingNotes { reason, approver, moved: false }).await;
    }
    let justification = Justification::from_body(body, approval, "Escribe por qué hay diferencia.")?;
    close_with_count(
        work,
        cycle,
        count,
        ClosingNotes { reason: Some(justification.reason), approver: justification.approver, moved: false },
    )
    .await
}

/// Whether a body needs an approval: to close with a difference beyond the tolerance, or to count again after one was shown.
pub async fn needs_approval(tx: &mut Tx, id: CycleId, body: &CloseCycleBody) -> Result<bool> {
    let Some(version) = body.count_version else {
        return Ok(body.recount && !store::list_last_counts(tx, &[id]).await?.is_empty());
    };
    let tolerance = Settings::load(tx).await?.cash_tolerance;
    let last = store::list_last_counts(tx, &[id]).await?.pop().filter(|c| c.count.version == version);
    Ok(last.is_some_and(|c| !count::is_within_tolerance(&c.count.differences, tolerance)))
}

async fn close_with_count(
    work: &mut Work<'_>,
    cycle: CycleRow,
    count: CashCount,
    notes: ClosingNotes<'_>,
) -> Result<CloseOutcome> {
    let ClosingNotes { reason, approver, moved } = notes;
    let now = load_expected_balances(work.tx, &cycle).await?;
    let close_amount = count.counted.get(now.cash_name()).copied().unwrap_or_default();
    let to_review = moved || !count::is_within_tolerance(&count.differences, count.tolerance);
    let (short, over) = count::total_short_and_over(&count.differences);
    let difference = count.difference;
    let closing = CycleClosing { close_amount, difference, short, over, reason, approver, to_review, at: work.now };
    store::close_cycle(work.tx, cycle.id, &closing).await?;
    let entry = AuditEntry::new("CYCLE_CLOSED")
        .entity("cashbox_cycle", cycle.id.0)
        .cycle(cycle.id)
        .amount(count.difference)
        .approver(approver);
    let entry = match reason {
        Some(reason) => entry.reason(reason),
        None => entry,
    };
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(
        Room::Cash,
        EventKind::CycleChanged,
        json!({ "cycle_id": cycle.id, "cashbox_id": cycle.cashbox_id }),
    );
    let closed: CycleRow = store::find_cycle(work.tx, cycle.id).await.or_not_found("la caja")?;
    print_arqueo(work, &closed, &count, &now).await?;
    Ok(CloseOutcome::Closed(Box::new(Cycle { row: closed, count: Some(count) })))
}

async fn print_arqueo(work: &mut Work<'_>, cycle: &CycleRow, count: &CashCount, now: &ExpectedBalances) -> Result<()> {
    let Some(printer) = printing::find_cash_printer(work.tx, Some(cycle.cashbox_id), work.actor.user_id).await? else {
        return Ok(());
    };
    let company = CompanyInfo::load(work.tx).await?;
    let movements = movements_store::list_movements_of_cycle(work.tx, cycle.id).await?;
    let refunds = ledger::list_refunds_of_cycle(work.tx, cycle.id).await?;
    let collections = ledger::list_collections_of_cycle(work.tx, cycle.id).await?;
    let documents = billing::load_sums_by_kind(work.tx, cycle.id).await?;
    let (tips, _) = ledger::sum_tips_and_rounding(work.tx, cycle.id).await?;
    let settings = work.settings().await?;
    let ticket = arqueo_ticket(&ArqueoContent {
        company: &company.commercial_name,
        cycle,
        opened_at: &settings.local_text(cycle.opened_at),
        closed_at: &cycle.closed_at.map(|at| settings.local_text(at)).unwrap_or_default(),
        cash: &now.cash,
        counted: &count.counted,
        expected: &count.expected,
        methods: &now.methods,
        movements: &movements,
        refunds: &refunds,
        collections: &collections,
        sold_on_credit: now.credit.iter().map(|m| m.received - m.refunds).sum(),
        documents: &documents,
        tips,
    });
    let mut job = NewJob::new(printer.id, Kind::Cash, format!("cycle:{}:closing", cycle.id), ticket);
    job.cycle_id = Some(cycle.id);
    printing::enqueue(work, job).await?;
    Ok(())
}
