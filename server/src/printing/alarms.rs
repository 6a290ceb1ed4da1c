//! Kitchen papers that nobody confirmed: after fifteen seconds every till is told, with the printer, the area and since when, until
//! the paper is confirmed or somebody decided about it. A cook who got no paper does not know that there is something to cook.

use super::{
    jobs::{JobChange, is_too_large},
    link, notices,
    printers::{self, PrinterView, Which},
};
use crate::{
    db::{Sql, Tx},
    error::Result,
    http::rows,
    ids::{PrinterId, RequestId},
    listing::Rows,
    state::App,
    use_case::{Action, Actor},
};
use chrono::{DateTime, Duration, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// A kitchen paper is on paper within a second or two; after this long somebody has to look.
const SECONDS: i64 = 15;
/// What nobody decided about until then is of a day that is over.
const HOURS: i64 = 12;
/// Papers that are told of at once.
const MOST: i64 = 200;
/// Papers that the kitchen waits for.
pub(super) const KITCHEN: [&str; 4] = ["COMMAND", "CANCELLATION", "TABLE_CHANGE", "REPRINT"];

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_alarms))
}

/// A printer that keeps kitchen papers back.
#[derive(Debug, Serialize, ToSchema)]
struct Alarm {
    /// What is the matter: "COCINA no recibió 2 papeles".
    title: String,
    /// What to do about it, in one or two sentences.
    advice: String,
    printer_id: PrinterId,
    printer: String,
    /// READY, PAPER_NEAR_END, PAPER_OUT, COVER_OPEN, OFFLINE or ERROR.
    printer_state: String,
    /// Why it is OFFLINE although something is there: BABBLING or NOT_A_PRINTER.
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<String>,
    /// The machine that prints on it.
    agent: Option<String>,
    agent_online: bool,
    /// Production areas whose papers wait, by name.
    areas: Vec<String>,
    /// When the oldest of them was written.
    since: DateTime<Utc>,
    /// The oldest first.
    jobs: Vec<AlarmedJob>,
}

/// A kitchen paper that was not confirmed.
#[derive(Debug, Serialize, sqlx::FromRow, ToSchema)]
struct AlarmedJob {
    id: String,
    document: String,
    area: String,
    /// The area's consecutive number.
    sequence: i64,
    state: String,
    reason: Option<String>,
    created_at: DateTime<Utc>,
    client_request_id: Option<RequestId>,
}

#[derive(Debug, sqlx::FromRow)]
struct Row {
    printer_id: PrinterId,
    #[sqlx(flatten)]
    job: AlarmedJob,
}

/// Printers with kitchen papers that were not confirmed within fifteen seconds, the longest first. The event `alarm.changed` of the
/// room `printing` says when to ask again.
#[utoipa::path(get, path = "/print-alarms", tag = "printing", responses((status = 200, body = Rows<Alarm>)))]
async fn list_alarms(actor: Actor) -> Result<Rows<Alarm>> {
    actor.must(Action::SeeFloor)?;
    let now = actor.app.clock().now();
    let online = link::online_since(actor.app.realtime(), &actor.company);
    let mut tx = actor.company.db.read().await?;
    let jobs: Vec<Row> = tx
        .query(
            "SELECT id, printer_id, document, area, sequence, state, reason, created_at, client_request_id FROM print_jobs
             WHERE alarmed_at IS NOT NULL AND (finished_at IS NULL OR state = 'EXPIRED') AND created_at > $1
             ORDER BY created_at, id LIMIT $2",
        )
        .bind(now - Duration::hours(HOURS))
        .bind(MOST)
        .all()
        .await?;
    if jobs.is_empty() {
        return Ok(rows(Vec::new()));
    }
    let all = printers::printers(&mut tx, Which::All, &online).await?;
    let is_online = |p: &PrinterView| p.agent_id.is_some_and(|agent| online.contains_key(&agent));
    let mut alarms: Vec<Alarm> = Vec::new();
    for Row { printer_id, job } in jobs {
        if let Some(alarm) = alarms.iter_mut().find(|a| a.printer_id == printer_id) {
            alarm.add(job);
        } else if let Some(printer) = all.iter().find(|p| p.id == printer_id) {
            let mut alarm = Alarm::of(printer, is_online(printer), job.created_at);
            alarm.add(job);
            alarms.push(alarm);
        }
    }
    alarms.iter_mut().for_each(Alarm::word);
    Ok(rows(alarms))
}

impl Alarm {
    fn of(printer: &PrinterView, agent_online: bool, since: DateTime<Utc>) -> Self {
        Self {
            title: String::new(),
            advice: String::new(),
            printer_id: printer.id,
            printer: printer.name.clone(),
            printer_state: printer.state.clone(),
            trouble: printer.trouble.clone(),
            agent: printer.agent_name.clone(),
            agent_online,
            areas: Vec::new(),
            since,
            jobs: Vec::new(),
        }
    }
    /// Says it in words, once all papers are known.
    fn word(&mut self) {
        let jobs: Vec<(&str, Option<&str>)> =
            self.jobs.iter().map(|job| (job.state.as_str(), job.reason.as_deref())).collect();
        let machine = self.agent.as_deref().filter(|_| !self.agent_online);
        self.title = title(&self.areas, jobs.len());
        self.advice = advice(&self.printer, (&self.printer_state, self.trouble.as_deref()), machine, &jobs);
    }
    fn add(&mut self, job: AlarmedJob) {
        if !job.area.is_empty() && !self.areas.contains(&job.area) {
            self.areas.push(job.area.clone());
        }
        self.jobs.push(job);
    }
}

fn title(areas: &[String], papers: usize) -> String {
    let areas = if areas.is_empty() { "La cocina".to_owned() } else { areas.join(" y ") };
    let verb = if areas.contains(" y ") { "recibieron" } else { "recibió" };
    let what = if papers == 1 { "1 papel".to_owned() } else { format!("{papers} papeles") };
    format!("{areas} no {verb} {what}")
}

/// What somebody at a till can do. `machine` is the one that prints there, where it is not heard.
/// Jobs are states with reasons.
fn advice(
    printer: &str,
    (state, trouble): (&str, Option<&str>),
    machine: Option<&str>,
    jobs: &[(&str, Option<&str>)],
) -> String {
    let now = "Mientras tanto avisa el pedido de palabra.";
    let are = |state: &str| jobs.iter().any(|job| job.0 == state);
    if !jobs.is_empty() && jobs.iter().all(|job| is_too_large(job.1)) {
        return "Es más largo de lo que una impresora acepta: avisa el pedido de palabra, y envíalo en partes.".into();
    }
    match (state, machine) {
        ("PAPER_OUT", _) => format!("Cambia el rollo de papel de {printer}: imprime sola al cerrar la tapa."),
        ("COVER_OPEN", _) => format!("Cierra la tapa de {printer}: sigue sola."),
        ("ERROR", _) => {
            format!("{printer} tiene un error: apágala, revisa que el papel no esté atascado y enciéndela. {now}")
        }
        (_, Some(machine)) => {
            format!(
                "La computadora {machine}, que imprime en {printer}, no responde: revisa que esté encendida y con red. {now}"
            )
        }
        ("OFFLINE", None) if trouble.is_some() => {
            let (what, mend) = notices::offline(printer, trouble);
            format!("{what}. {mend} {now}")
        }
        ("OFFLINE", None) => format!("{printer} no responde: revisa que esté encendida y conectada. {now}"),
        _ if are("UNCERTAIN") => format!("No se sabe si el papel salió de {printer}: míralo y decide en Impresoras."),
        _ if are("EXPIRED") => {
            format!("Venció sin imprimirse en {printer}: libéralo en Impresoras si todavía hace falta.")
        }
        _ => format!("{printer} está lista pero no confirmó. Mira si el papel salió. {now}"),
    }
}

fn unheard(now: DateTime<Utc>, sql: &'static str) -> Sql {
    Sql::new(sql)
        .with("created_at <= ?", now - Duration::seconds(SECONDS))
        .list("AND document IN (?)", KITCHEN.map(str::to_owned))
}

/// Whether a kitchen paper waits that no till was told of yet.
pub(super) async fn are_due(tx: &mut Tx, now: DateTime<Utc>) -> Result<bool> {
    let sql = unheard(now, "SELECT COUNT(*) FROM print_jobs WHERE finished_at IS NULL AND alarmed_at IS NULL AND");
    let waiting: i64 = tx.query(sql).scalar().await?;
    Ok(waiting > 0)
}

/// Lets them ring; each rings once, until it is confirmed or decided about.
pub(super) async fn ring(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<JobChange>> {
    let sql = Sql::new("UPDATE print_jobs SET alarmed_at = $1 WHERE finished_at IS NULL AND alarmed_at IS NULL AND")
        .bind(now)
        .with("created_at <= ?", now - Duration::seconds(SECONDS))
        .list("AND document IN (?)", KITCHEN.map(str::to_owned))
        .add("RETURNING id, printer_id, client_request_id, state, document, TRUE AS alarmed");
    Ok(tx.query(sql).all().await?)
}

#[cfg(test)]
mod tests {
    use super::{advice, title};

    #[test]
    fn an_alarm_says_who_lacks_what_and_what_to_do() {
        let areas = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(title(&areas(&["COCINA"]), 1), "COCINA no recibió 1 papel");
        assert_eq!(title(&areas(&["COCINA", "BAR"]), 3), "COCINA y BAR no recibieron 3 papeles");
        let cases = [
            ("PAPER_OUT", None, "PENDING", "Cambia el rollo"),
            ("COVER_OPEN", None, "HELD", "Cierra la tapa"),
            ("OFFLINE", Some("PC-COCINA"), "PENDING", "La computadora PC-COCINA"),
            ("OFFLINE", None, "HELD", "no responde: revisa que esté encendida y conectada"),
            ("READY", None, "UNCERTAIN", "No se sabe si el papel salió"),
            ("READY", None, "EXPIRED", "libéralo en Impresoras"),
            ("READY", None, "PRINTING", "Mira si el papel salió"),
        ];
        for (state, machine, job, words) in cases {
            let said = advice("Impresora cocina", (state, None), machine, &[(job, None)]);
            assert!(said.contains(words), "{state} {machine:?} {job}: {said}");
        }
        let babbling = advice("Impresora cocina", ("OFFLINE", Some("BABBLING")), None, &[("HELD", Some("offline"))]);
        assert!(babbling.contains("Impresora cocina manda datos sin parar. Apágala"), "{babbling}");
        let large = advice("Impresora cocina", ("READY", None), None, &[("EXPIRED", Some("too_large"))]);
        assert!(large.contains("envíalo en partes"), "{large}");
    }
}
