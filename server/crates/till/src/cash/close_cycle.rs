//! Closing a cash box. The first PUT freezes what was counted blind and what was expected at that moment; only then is the
//! difference told. Beyond the tolerance a second PUT names that count and brings a reason and a PIN. Every count is kept.

use super::{
    arqueo_ticket::{Arqueo, arqueo_ticket},
    count,
    detail::{as_count, cycle_with_count},
    expected::{Expected, expected},
    model::{ByMethod, CashCount, Cycle, CycleRow, CycleStatus, Denominations},
    movements_store,
    store::{self, Closing, CountRow},
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
    audit::{self, Entry},
    people::pin::{self, Approval},
    realtime::{EventKind, Room},
    settings::{CompanyInfo, Settings},
    use_case::{Action, Work, not_permitted},
};
use comanda_printing::{self as printing, NewJob};
use comanda_ticket::Kind;
use serde::Deserialize;
use serde_json::json;

/// Body of `PUT /cashbox-cycles/{id}`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct CloseCycleBody {
    /// CLOSED.
    pub status: CycleStatus,
    /// How many of each note and coin: `{"200.00": 3}`.
    #[schema(value_type = Option<BTreeMap<String, Quantity>>)]
    pub denominations: Option<Denominations>,
    /// Totals of the methods other than cash, by name.
    #[schema(value_type = Option<BTreeMap<String, Money>>)]
    pub counted: Option<ByMethod>,
    /// The counted cash where no denominations are given.
    pub close_amount: Option<Money>,
    /// Accepts this frozen count with its difference.
    pub count_version: Option<i64>,
    /// Counts anew: one more version, the earlier ones stay. After a difference was shown it asks for a reason and a PIN.
    #[serde(default)]
    pub recount: bool,
    pub reason: Option<String>,
    pub pin: Option<String>,
    pub approver_id: Option<UserId>,
}

/// How an attempt to close ended. A count is kept also where the cash box stays open.
#[derive(Debug)]
pub enum Outcome {
    Closed(Box<Cycle>),
    Differs(CashCount),
}

/// Counts, or closes with a count already frozen.
pub async fn close_cycle(
    work: &mut Work<'_>,
    id: CycleId,
    body: &CloseCycleBody,
    approval: Option<Approval>,
) -> Result<Outcome> {
    let cycle = lock_closable(work, id, body).await?;
    let tolerance = work.settings().await?.cash_tolerance;
    let last = store::last_counts(work.tx, &[id]).await?.pop();
    if let Some(version) = body.count_version {
        return accept(work, cycle, last, version, body, approval).await;
    }
    let (count, how) = match last {
        // The first PUT froze the count: the same again learns nothing new and changes nothing.
        Some(count) if !body.recount => return Ok(Outcome::Differs(as_count(count, tolerance))),
        Some(earlier) => {
            let why = Why::of(body, approval, "Escribe por qué cuentas otra vez.")?;
            let count = freeze(work, &cycle, earlier.version + 1, body, Some(why)).await?;
            let moved = audit::is_done_in_cycle(work.tx, id, &MOVEMENTS, earlier.counted_at).await?;
            (count, Ending { reason: Some(why.reason), approver: why.approver, moved })
        }
        None => (freeze(work, &cycle, 1, body, None).await?, Ending::default()),
    };
    if count::is_within(&count::differences(&count.counted, &count.expected), tolerance) {
        return finish(work, cycle, count, how).await;
    }
    Ok(Outcome::Differs(as_count(count, tolerance)))
}

/// What changes the cash that is expected without a sale.
const MOVEMENTS: [&str; 2] = ["CASH_MOVEMENT", "CASH_MOVEMENT_REJECTED"];

/// What is kept beside the count that closes.
#[derive(Debug, Clone, Copy, Default)]
struct Ending<'b> {
    reason: Option<&'b str>,
    approver: Option<UserId>,
    /// Money was written in or out after a difference was shown: somebody looks at it, also where the figures agree then.
    moved: bool,
}

/// What stands behind a step that another one had ended: its reason, and who allowed it.
#[derive(Debug, Clone, Copy)]
struct Why<'b> {
    reason: &'b str,
    approver: Option<UserId>,
}

impl<'b> Why<'b> {
    fn of(body: &'b CloseCycleBody, approval: Option<Approval>, ask: &str) -> Result<Self> {
        let Some(reason) = body.reason.as_deref().map(str::trim).filter(|r| !r.is_empty()) else {
            return invalid("reason", ask).err();
        };
        let Some(approval) = approval else { return pin::pin_required().err() };
        Ok(Self { reason, approver: approval.approver_id })
    }
}

async fn lock_closable(work: &mut Work<'_>, id: CycleId, body: &CloseCycleBody) -> Result<CycleRow> {
    if body.status != CycleStatus::Closed {
        return invalid("status", "Una caja abierta solo puede pasar a CLOSED.").err();
    }
    let cycle: CycleRow = store::lock_cycle(work.tx, id).await.or_not_found("la caja")?;
    if cycle.user_id != work.actor.user_id && !work.actor.may(Action::SeeExpected) {
        return not_permitted().err();
    }
    if !cycle.is_open() {
        let tolerance = work.settings().await?.cash_tolerance;
        let closed = cycle_with_count(work.tx, cycle, tolerance).await?;
        return refuse(Code::CycleClosed, "Esta caja ya está cerrada.").current(closed).err();
    }
    Ok(cycle)
}

/// Keeps what was counted and what was expected as one more version.
async fn freeze(
    work: &mut Work<'_>,
    cycle: &CycleRow,
    version: i64,
    body: &CloseCycleBody,
    why: Option<Why<'_>>,
) -> Result<CountRow> {
    let now = expected(work.tx, cycle).await?;
    let (denominations, counted) = read_count(body, &now)?;
    let expected = now.by_method();
    let difference = count::differences(&counted, &expected).into_values().sum();
    let count =
        CountRow { cycle_id: cycle.id, version, counted_at: work.now, denominations, counted, expected, difference };
    store::insert_count(work.tx, &count, work.actor.user_id).await?;
    let mut entry = Entry::new("CASH_COUNTED")
        .entity("cashbox_cycle", cycle.id.0)
        .cycle(cycle.id)
        .amount(difference)
        .change(None, Some(json!({ "version": version, "counted": count.counted, "expected": count.expected })));
    if let Some(why) = why {
        entry = entry.reason(why.reason).approver(why.approver);
    }
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.tell(Room::Cash, EventKind::CycleChanged, json!({ "cycle_id": cycle.id, "cashbox_id": cycle.cashbox_id }));
    Ok(count)
}

/// The notes and the totals of a body, checked against the methods in use.
fn read_count(body: &CloseCycleBody, now: &Expected) -> Result<(Denominations, ByMethod)> {
    let (cash, pieces) = match (&body.denominations, body.close_amount) {
        (None, None) => return invalid("denominations", "Cuenta los billetes y monedas antes de cerrar.").err(),
        (None, Some(amount)) => (amount, Denominations::new()),
        (Some(pieces), given) => {
            let (sum, kept) = count::sum_of(pieces)?;
            if given.is_some_and(|g| g != sum) {
                return invalid("close_amount", format!("Los billetes y monedas suman S/ {sum}.")).err();
            }
            (sum, kept)
        }
    };
    let mut counted = body.counted.clone().unwrap_or_default();
    // The screen may repeat the drawer's sum under its method's name.
    if counted.remove(now.cash_name()).is_some_and(|c| c != cash) {
        return invalid("counted", "El efectivo no coincide con los billetes y monedas contados.").err();
    }
    for (name, amount) in &counted {
        let Some(method) = now.methods.iter().find(|m| m.name == *name) else {
            return invalid("counted", format!("No hay un medio de pago {name}.")).err();
        };
        // Only a method that gave back more than it took ends below nothing.
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

/// Closes with the count of `version`, which must be the last and still be true.
async fn accept(
    work: &mut Work<'_>,
    cycle: CycleRow,
    last: Option<CountRow>,
    version: i64,
    body: &CloseCycleBody,
    approval: Option<Approval>,
) -> Result<Outcome> {
    let tolerance = work.settings().await?.cash_tolerance;
    let Some(count) = last else {
        return invalid("count_version", "Todavía no hay un conteo. Cuenta antes de cerrar.").err();
    };
    if count.version != version {
        return refuse(Code::StaleVersion, "Hay un conteo más nuevo. Revísalo antes de cerrar.")
            .current(as_count(count, tolerance))
            .err();
    }
    if expected(work.tx, &cycle).await?.by_method() != count.expected {
        return refuse(Code::Conflict, "Hubo movimientos después del conteo. Cuenta otra vez.")
            .current(as_count(count, tolerance))
            .err();
    }
    let within = count::is_within(&count::differences(&count.counted, &count.expected), tolerance);
    if within {
        // Only where the tolerance was raised after the count: such a difference needs neither reason nor PIN any more.
        let reason = body.reason.as_deref().map(str::trim).filter(|r| !r.is_empty());
        let approver = approval.and_then(|a| a.approver_id);
        return finish(work, cycle, count, Ending { reason, approver, moved: false }).await;
    }
    let why = Why::of(body, approval, "Escribe por qué hay diferencia.")?;
    finish(work, cycle, count, Ending { reason: Some(why.reason), approver: why.approver, moved: false }).await
}

/// Whether what a body asks needs somebody's leave: to close with a difference beyond the tolerance, or to count again after one
/// was shown.
pub async fn needs_approval(tx: &mut Tx, id: CycleId, body: &CloseCycleBody) -> Result<bool> {
    let Some(version) = body.count_version else {
        return Ok(body.recount && !store::last_counts(tx, &[id]).await?.is_empty());
    };
    let tolerance = Settings::load(tx).await?.cash_tolerance;
    let last = store::last_counts(tx, &[id]).await?.pop().filter(|c| c.version == version);
    Ok(last.is_some_and(|c| !count::is_within(&count::differences(&c.counted, &c.expected), tolerance)))
}

async fn finish(work: &mut Work<'_>, cycle: CycleRow, count: CountRow, how: Ending<'_>) -> Result<Outcome> {
    let Ending { reason, approver, moved } = how;
    let now = expected(work.tx, &cycle).await?;
    let close_amount = count.counted.get(now.cash_name()).copied().unwrap_or_default();
    let tolerance = work.settings().await?.cash_tolerance;
    let differences = count::differences(&count.counted, &count.expected);
    let to_review = moved || !count::is_within(&differences, tolerance);
    let (short, over) = count::short_and_over(&differences);
    let difference = count.difference;
    let closing = Closing { close_amount, difference, short, over, reason, approver, to_review, at: work.now };
    store::close_cycle(work.tx, cycle.id, &closing).await?;
    let entry = Entry::new("CYCLE_CLOSED")
        .entity("cashbox_cycle", cycle.id.0)
        .cycle(cycle.id)
        .amount(count.difference)
        .approver(approver);
    let entry = match reason {
        Some(reason) => entry.reason(reason),
        None => entry,
    };
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.tell(Room::Cash, EventKind::CycleChanged, json!({ "cycle_id": cycle.id, "cashbox_id": cycle.cashbox_id }));
    let closed: CycleRow = store::cycle(work.tx, cycle.id).await.or_not_found("la caja")?;
    print_arqueo(work, &closed, &count, &now).await?;
    Ok(Outcome::Closed(Box::new(Cycle { row: closed, count: Some(as_count(count, tolerance)) })))
}

async fn print_arqueo(work: &mut Work<'_>, cycle: &CycleRow, count: &CountRow, now: &Expected) -> Result<()> {
    let Some(printer) = printing::cash_printer(work.tx, Some(cycle.cashbox_id), work.actor.user_id).await? else {
        return Ok(());
    };
    let company = CompanyInfo::load(work.tx).await?;
    let movements = movements_store::movements_of(work.tx, cycle.id).await?;
    let refunds = ledger::refunds_of_cycle(work.tx, cycle.id).await?;
    let collections = ledger::collections_of_cycle(work.tx, cycle.id).await?;
    let documents = billing::sums_by_document(work.tx, cycle.id).await?;
    let settings = work.settings().await?;
    let ticket = arqueo_ticket(&Arqueo {
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
    });
    let mut job = NewJob::new(printer.id, Kind::Cash, format!("cycle:{}:closing", cycle.id), ticket);
    job.cycle_id = Some(cycle.id);
    printing::enqueue(work, job).await?;
    Ok(())
}
