//! Single acts, as the action log keeps them.

use crate::{
    db::Tx,
    error::{Result, invalid},
    ids::{DiscountTypeId, LineId, RequestId, UserId},
    money::{Money, Quantity, percent_of},
    orders::RequestKind,
    reports::{
        span::Span,
        store::{self, LineTrace, LoggedAct, PersonRole},
    },
    settings::Settings,
    words::words,
};
use chrono::{DateTime, Timelike, Utc};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use utoipa::ToSchema;

/// A period with more of them is looked at in parts.
const MAX_ACTS: i64 = 20_000;
/// Discounts above it are counted.
const NOTABLE: Quantity = Quantity::units(10);
const COURTESY: DiscountTypeId = DiscountTypeId(1);

words!(
    /// What was done.
    ActKind {
        /// Sent to the kitchen and taken off before it was made.
        LineNotMade = "LINE_NOT_MADE",
        /// Made, and taken off.
        LineMade = "LINE_MADE",
        /// A document was voided.
        Voided = "VOIDED",
        CreditNote = "CREDIT_NOTE",
        Courtesy = "COURTESY",
        /// Of more than 10 %.
        Discount = "DISCOUNT",
        Reprint = "REPRINT",
        /// A drawer was opened without a sale.
        Drawer = "DRAWER",
    }
);

impl ActKind {
    pub(super) const ALL: [ActKind; 8] = [
        Self::LineNotMade,
        Self::LineMade,
        Self::Voided,
        Self::CreditNote,
        Self::Courtesy,
        Self::Discount,
        Self::Reprint,
        Self::Drawer,
    ];
}

const DISMISSED: &str = "LINE_DISMISSED";
const GIVES_BACK: [&str; 2] = ["DOCUMENT_VOIDED", "CREDIT_NOTE_ISSUED"];
/// Types of the log that are any of them.
const TYPES: [&str; 7] = [
    DISMISSED,
    GIVES_BACK[0],
    GIVES_BACK[1],
    "DISCOUNT_ADDED",
    "COMMAND_REPRINTED",
    "DOCUMENT_REPRINTED",
    "DRAWER_OPENED",
];

/// One act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CancellationAct {
    /// Of the action log's entry.
    pub id: i64,
    pub at: DateTime<Utc>,
    /// Of the house's clock.
    pub hour: u32,
    pub kind: ActKind,
    /// Lines that were taken off; one of everything else.
    pub count: i64,
    pub user_id: UserId,
    pub user_name: String,
    pub approver_id: Option<UserId>,
    pub approver_name: Option<String>,
    pub client_request_id: Option<RequestId>,
    /// `Salón Mesa 4`, `Para llevar 12`; empty of a drawer.
    pub place: String,
    /// Lines that were taken off: `2 Lomo saltado, 1 Inca Kola`; else empty.
    pub what: String,
    /// At what was to be paid; of a reprint and a drawer none.
    pub amount: Option<Money>,
    /// What the goods cost, of lines that were made, where that is known.
    pub cost: Option<Money>,
    /// Empty where none was asked for.
    pub reason: String,
    /// Where lines were to be made; the first of them.
    pub area: Option<String>,
}

/// By what acts are narrowed.
#[derive(Debug, Clone, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ActFilter {
    pub kind: Option<ActKind>,
    /// Who did it.
    pub user_id: Option<UserId>,
    /// Word for word.
    pub reason: Option<String>,
    /// Of the house's clock: `0` to `23`.
    pub hour: Option<u32>,
    /// Who agreed.
    pub approved_by: Option<UserId>,
}

impl ActFilter {
    pub(super) fn lets(&self, act: &CancellationAct) -> bool {
        self.kind.is_none_or(|kind| kind == act.kind)
            && self.user_id.is_none_or(|user| user == act.user_id)
            && self.reason.as_deref().is_none_or(|reason| reason == act.reason)
            && self.hour.is_none_or(|hour| hour == act.hour)
            && self.approved_by.is_none_or(|user| act.approver_id == Some(user))
    }
}

/// All of a period, the latest first.
pub(super) async fn acts(tx: &mut Tx, settings: &Settings, span: Span) -> Result<Vec<CancellationAct>> {
    let moments = (settings.span_of(span.first).0, settings.span_of(span.last).1);
    let logged = store::logged_acts(tx, &TYPES, moments, MAX_ACTS + 1).await?;
    if logged.len() > usize::try_from(MAX_ACTS).unwrap_or(usize::MAX) {
        return invalid("end_date", "Son más de 20000 operaciones: elige menos días.").err();
    }
    let people: HashMap<UserId, PersonRole> =
        store::people_with_roles(tx).await?.into_iter().map(|person| (person.id, person)).collect();
    let lines: Vec<LineId> = logged.iter().flat_map(lines_of).map(|line| line.id).collect();
    let traces: HashMap<LineId, LineTrace> =
        store::traces(tx, &lines).await?.into_iter().map(|trace| (trace.line_id, trace)).collect();
    // What goes back with a document is told by that: its lines are taken off in the same moment.
    let given_back: HashSet<(DateTime<Utc>, Option<RequestId>)> =
        logged.iter().filter(|act| GIVES_BACK.contains(&act.action_type.as_str())).map(moment).collect();
    let name = |id: UserId| people.get(&id).map(|person| person.name.clone());
    let act = |logged: LoggedAct| {
        let kind = kind_of(&logged)?;
        if logged.action_type == DISMISSED && given_back.contains(&moment(&logged)) {
            return None;
        }
        let lines = lines_of(&logged);
        let of_lines = || lines.iter().filter_map(|line| traces.get(&line.id));
        Some(CancellationAct {
            id: logged.id,
            at: logged.at,
            hour: logged.at.with_timezone(&settings.time_zone).hour(),
            kind,
            count: i64::try_from(lines.len()).unwrap_or_default().max(1),
            user_id: logged.user_id,
            user_name: name(logged.user_id).unwrap_or_default(),
            approver_id: logged.approver_id,
            approver_name: logged.approver_id.and_then(name),
            client_request_id: logged.client_request_id,
            place: place(&logged),
            what: lines.iter().map(|line| format!("{} {}", line.quantity, line.name)).collect::<Vec<_>>().join(", "),
            amount: logged.amount,
            cost: (kind == ActKind::LineMade).then(|| of_lines().filter_map(|trace| trace.cost).sum()),
            area: of_lines().find_map(|trace| trace.area.clone()),
            reason: logged.reason.unwrap_or_default(),
        })
    };
    Ok(logged.into_iter().filter_map(act).collect())
}

fn moment(act: &LoggedAct) -> (DateTime<Utc>, Option<RequestId>) {
    (act.at, act.client_request_id)
}

/// None of a small discount, or of one that was taken off again.
fn kind_of(act: &LoggedAct) -> Option<ActKind> {
    Some(match act.action_type.as_str() {
        DISMISSED if was_made(act) => ActKind::LineMade,
        DISMISSED => ActKind::LineNotMade,
        "DOCUMENT_VOIDED" => ActKind::Voided,
        "CREDIT_NOTE_ISSUED" => ActKind::CreditNote,
        "DISCOUNT_ADDED" if act.discount_type_id? == COURTESY => ActKind::Courtesy,
        "DISCOUNT_ADDED" => {
            let of_base = || percent_of(act.amount?, act.base?);
            (act.percentage.or_else(of_base)? > NOTABLE).then_some(ActKind::Discount)?
        }
        "DRAWER_OPENED" => ActKind::Drawer,
        _ => ActKind::Reprint,
    })
}

fn was_made(act: &LoggedAct) -> bool {
    act.after_value.as_ref().is_some_and(|after| after.0["made"] == true)
}

/// A line that was taken off, as the log names it.
#[derive(Debug, Clone, Deserialize)]
struct TakenLine {
    id: LineId,
    name: String,
    quantity: Quantity,
}

fn lines_of(act: &LoggedAct) -> Vec<TakenLine> {
    let is_of_lines = act.action_type == DISMISSED;
    let read = |value: &serde_json::Value| serde_json::from_value(value.clone()).unwrap_or_default();
    act.before_value.as_ref().filter(|_| is_of_lines).map(|before| read(&before.0)).unwrap_or_default()
}

fn place(act: &LoggedAct) -> String {
    let number = act.correlative.unwrap_or_default();
    match act.kind {
        Some(RequestKind::Order) => format!("Para llevar {number}"),
        Some(RequestKind::Delivery) => format!("Delivery {number}"),
        _ => act.table_name.clone().unwrap_or_default(),
    }
}
