//! Single acts from the action log, completed with data of lines and users.

use super::logged::{self, DismissedLine};
use crate::reports::{
    span::DaySpan,
    store::{self, LineTrace, LoggedAct, PersonRole},
};
use chrono::{DateTime, Timelike, Utc};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::{LineId, RequestId, UserId},
    money::Money,
    search::search_key,
    words::text_enum,
};
use comanda_platform::settings::Settings;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use utoipa::ToSchema;

/// The most acts of one query; a period with more of them is refused.
const MAX_ACTS: i64 = 20_000;

text_enum!(
    /// The kind of an act.
    ActKind {
        /// A line that was sent to the kitchen and taken off before it was made.
        LineNotMade = "LINE_NOT_MADE",
        /// A line that was taken off after it was made.
        LineMade = "LINE_MADE",
        /// A document was voided.
        Voided = "VOIDED",
        CreditNote = "CREDIT_NOTE",
        Courtesy = "COURTESY",
        /// A discount of more than 10 %.
        Discount = "DISCOUNT",
        Reprint = "REPRINT",
        /// A drawer was opened without a sale.
        Drawer = "DRAWER",
    }
);

impl ActKind {
    /// Returns the Spanish label in plural.
    pub fn plural(self) -> &'static str {
        match self {
            Self::LineNotMade => "Anulaciones de platos sin hacer",
            Self::LineMade => "Anulaciones de platos ya hechos",
            Self::Voided => "Comprobantes anulados",
            Self::CreditNote => "Notas de crédito",
            Self::Courtesy => "Cortesías",
            Self::Discount => "Descuentos de más de 10 %",
            Self::Reprint => "Reimpresiones",
            Self::Drawer => "Aperturas de cajón sin venta",
        }
    }
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

/// One act. Lines taken off together are one act each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CancellationAct {
    /// The id of the action log's entry.
    pub id: i64,
    /// The line that was taken off, if any.
    pub line_id: Option<LineId>,
    pub at: DateTime<Utc>,
    /// The hour of the house's clock.
    pub hour: u32,
    pub kind: ActKind,
    pub user_id: UserId,
    pub user_name: String,
    /// The user who approved with a personal PIN; null for the house's PIN, which belongs to nobody.
    pub approver_id: Option<UserId>,
    pub approver_name: Option<String>,
    pub client_request_id: Option<RequestId>,
    /// `Salón Mesa 4`, `Para llevar 12`; empty for a drawer.
    pub place: String,
    /// `2 Lomo saltado` for a line that was taken off; else empty.
    pub what: String,
    /// The document that was voided, credited or reprinted: `B001-00000347`.
    pub document: Option<String>,
    /// The amount at the selling price; null for a reprint and a drawer.
    pub amount: Option<Money>,
    /// The cost of the goods of dishes that were made, where known: of this line, or of those that a reversed document wasted.
    pub cost: Option<Money>,
    /// Empty where no reason was required.
    pub reason: String,
    /// The production area of a line.
    pub area: Option<String>,
    /// The preparation time that the area promises.
    pub promised_seconds: Option<i64>,
    /// The time a line spent in the kitchen until it was ready, else until it was taken off.
    pub waited_seconds: Option<i64>,
}

impl CancellationAct {
    /// Whether any of its readable texts contains `term`, which must be normalized by `search_key`.
    pub(super) fn contains_text(&self, term: &str) -> bool {
        let document = self.document.as_deref().unwrap_or_default();
        [&self.what, &self.reason, &self.place, &self.user_name, document]
            .iter()
            .any(|text| search_key(text).contains(term))
    }
}

/// Filter of acts.
#[derive(Debug, Clone, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ActFilter {
    pub kind: Option<ActKind>,
    /// The user who acted.
    pub user_id: Option<UserId>,
    /// The exact reason.
    pub reason: Option<String>,
    /// The hour of the house's clock, `0` to `23`.
    pub hour: Option<u32>,
    /// The user who approved.
    pub approved_by: Option<UserId>,
}

impl ActFilter {
    pub(super) fn validate(&self) -> Result<()> {
        match self.hour {
            Some(hour) if hour > 23 => Ok(invalid("hour", "La hora va de 0 a 23.").err()?),
            _ => Ok(()),
        }
    }
    /// Whether the act passes the filter regardless of its user.
    pub(super) fn matches_any_user(&self, act: &CancellationAct) -> bool {
        self.kind.is_none_or(|kind| kind == act.kind)
            && self.reason.as_deref().is_none_or(|reason| reason == act.reason)
            && self.hour.is_none_or(|hour| hour == act.hour)
            && self.approved_by.is_none_or(|user| act.approver_id == Some(user))
    }
    pub(super) fn matches(&self, act: &CancellationAct) -> bool {
        self.user_id.is_none_or(|user| user == act.user_id) && self.matches_any_user(act)
    }
}

/// Loads all acts of a period, the latest first. Refuses a period with more than [`MAX_ACTS`].
pub(super) async fn load_acts(tx: &mut Tx, settings: &Settings, span: DaySpan) -> Result<Vec<CancellationAct>> {
    let moments = (settings.day_span(span.first).0, settings.day_span(span.last).1);
    let logged = store::list_logged_acts(tx, &logged::LOGGED_TYPES, moments, MAX_ACTS + 1).await?;
    if logged.len() > usize::try_from(MAX_ACTS).unwrap_or(usize::MAX) {
        return invalid("end_date", "Son más de 20000 operaciones: elige menos días.").err();
    }
    let people = store::list_people_with_roles(tx).await?.into_iter().map(|person| (person.id, person)).collect();
    let reversal_moments: HashSet<_> =
        logged.iter().filter(|act| logged::reverses_document(act)).map(logged::time_and_account).collect();
    let is_part_of_reversal = |act: &LoggedAct| {
        logged::may_belong_to_reversal(act) && reversal_moments.contains(&logged::time_and_account(act))
    };
    let (parts, own): (Vec<LoggedAct>, Vec<LoggedAct>) = logged.into_iter().partition(is_part_of_reversal);
    let counted: Vec<(LoggedAct, ActKind)> =
        own.into_iter().filter_map(|act| logged::act_kind(&act).map(|kind| (act, kind))).collect();
    let lines: Vec<LineId> =
        counted.iter().flat_map(|(act, _)| logged::dismissed_lines(act)).map(|line| line.id).collect();
    let traces = store::list_line_traces(tx, &lines).await?.into_iter().map(|trace| (trace.line_id, trace)).collect();
    let wasted = parts.iter().chain(counted.iter().map(|(act, _)| act)).flat_map(logged::wasted_lines);
    let costs = store::load_used_costs(tx, &wasted.map(|line| line.id).collect::<Vec<_>>()).await?;
    let mut wasted_with = HashMap::<_, Money>::new();
    for part in &parts {
        let costs = logged::wasted_lines(part).into_iter().filter_map(|line| costs.get(&line.id));
        costs.for_each(|cost| *wasted_with.entry(logged::time_and_account(part)).or_default() += *cost);
    }
    let builder = ActBuilder { settings, people, traces, costs, wasted_with };
    Ok(counted.iter().flat_map(|(act, kind)| builder.acts(act, *kind)).collect())
}

/// The data from which acts are built.
struct ActBuilder<'s> {
    settings: &'s Settings,
    people: HashMap<UserId, PersonRole>,
    traces: HashMap<LineId, LineTrace>,
    /// The cost of what lines used up, where known.
    costs: HashMap<LineId, Money>,
    /// The cost of the dishes that were wasted when a document was reversed, by its moment.
    wasted_with: HashMap<(DateTime<Utc>, Option<RequestId>), Money>,
}

impl ActBuilder<'_> {
    fn name(&self, id: UserId) -> Option<String> {
        self.people.get(&id).map(|person| person.name.clone())
    }
    /// Returns one act, or one for each line.
    fn acts(&self, logged: &LoggedAct, kind: ActKind) -> Vec<CancellationAct> {
        let lines = logged::dismissed_lines(logged);
        match lines.as_slice() {
            [] => vec![self.act(logged, kind)],
            lines => lines.iter().map(|line| self.line(logged, kind, line)).collect(),
        }
    }
    fn act(&self, logged: &LoggedAct, kind: ActKind) -> CancellationAct {
        let (document, reason) = logged::document_and_reason(logged);
        CancellationAct {
            id: logged.id,
            line_id: None,
            at: logged.at,
            hour: logged.at.with_timezone(&self.settings.time_zone).hour(),
            kind,
            user_id: logged.user_id,
            user_name: self.name(logged.user_id).unwrap_or_default(),
            approver_id: logged.approver_id,
            approver_name: logged.approver_id.and_then(|id| self.name(id)),
            client_request_id: logged.client_request_id,
            place: logged::account_place(logged),
            what: String::new(),
            document,
            amount: logged.amount,
            cost: self
                .wasted_with
                .get(&logged::time_and_account(logged))
                .copied()
                .filter(|_| logged::reverses_document(logged)),
            reason,
            area: None,
            promised_seconds: None,
            waited_seconds: None,
        }
    }
    fn line(&self, logged: &LoggedAct, kind: ActKind, line: &DismissedLine) -> CancellationAct {
        let trace = self.traces.get(&line.id);
        CancellationAct {
            line_id: Some(line.id),
            what: format!("{} {}", line.quantity, line.name),
            amount: trace.and_then(|trace| trace.price.times(line.quantity)),
            cost: self.costs.get(&line.id).copied().filter(|_| kind == ActKind::LineMade),
            area: trace.and_then(|trace| trace.area.clone()),
            promised_seconds: trace.and_then(|trace| Some(trace.late_minutes? * 60)),
            waited_seconds: trace.and_then(|trace| {
                let until_off = || Some((logged.at - trace.sent_at?).num_seconds().max(0));
                trace.prepared_seconds.or_else(until_off)
            }),
            ..self.act(logged, kind)
        }
    }
}
