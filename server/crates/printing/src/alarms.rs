//! Alarms for kitchen papers that were not confirmed: after fifteen seconds every till shows the printer, the areas and the time, until the
//! paper is confirmed or somebody decided about it. A cook without the paper does not know that there is something to cook.

use super::{
    alarms_store::{self, RingingJob},
    link, notices,
    printers::{self, PrinterSelection, PrinterView},
    state::JobState,
    words::{JobReason, PaperKind, PrinterState, PrinterTrouble},
};
use chrono::{DateTime, Duration, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{PrinterId, RequestId},
};
use comanda_platform::use_case::Actor;
use serde::Serialize;
use utoipa::ToSchema;

/// Papers without a decision for this long belong to a past day.
const PAST_DAY_HOURS: i64 = 12;
/// A printer with unconfirmed kitchen papers.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Alarm {
    /// The problem: "COCINA no recibió 2 papeles".
    title: String,
    /// Tells what to do about the ticket, in one or two sentences.
    advice: String,
    printer_id: PrinterId,
    printer: String,
    printer_state: PrinterState,
    /// The reason why the printer is OFFLINE although something answers at its address.
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<PrinterTrouble>,
    /// The machine that prints on it.
    agent: Option<String>,
    agent_online: bool,
    /// The names of the production areas whose papers wait.
    areas: Vec<String>,
    /// The time at which the oldest of the papers was written.
    since: DateTime<Utc>,
    /// The papers, the oldest first.
    jobs: Vec<AlarmedJob>,
    /// The printer at which the papers will come out if it stays like this.
    #[serde(skip_serializing_if = "Option::is_none")]
    stand_in: Option<String>,
}

/// A kitchen paper that was not confirmed.
#[derive(Debug, Serialize, comanda_from_row::FromRow, ToSchema)]
pub(super) struct AlarmedJob {
    id: String,
    document: PaperKind,
    area: String,
    /// The consecutive number of the area.
    sequence: i64,
    state: JobState,
    reason: Option<JobReason>,
    created_at: DateTime<Utc>,
    client_request_id: Option<RequestId>,
    /// Whether it is another printer's, which cannot print: it does not move again.
    moved: bool,
}

/// Lists printers with kitchen papers that were not confirmed in time, the longest waiting first.
pub(super) async fn list_alarms(tx: &mut Tx, actor: &Actor) -> Result<Vec<Alarm>> {
    let now = actor.app.clock().now();
    let jobs = alarms_store::list_ringing_jobs(tx, now - Duration::hours(PAST_DAY_HOURS)).await?;
    if jobs.is_empty() {
        return Ok(Vec::new());
    }
    let online = link::online_since(actor.app.realtime(), &actor.company);
    let all = printers::load_printers(tx, PrinterSelection::All, &online).await?;
    let is_online = |p: &PrinterView| p.agent_id.is_some_and(|agent| online.contains_key(&agent));
    let mut alarms: Vec<Alarm> = Vec::new();
    for RingingJob { printer_id, job } in jobs {
        if let Some(alarm) = alarms.iter_mut().find(|a| a.printer_id == printer_id) {
            alarm.add(job);
        } else if let Some(printer) = all.iter().find(|p| p.id == printer_id) {
            let mut alarm = Alarm::new(printer, is_online(printer), job.created_at);
            alarm.stand_in =
                all.iter().find(|p| Some(p.id) == printer.stand_in_id && p.state.prints()).map(|p| p.name.clone());
            alarm.add(job);
            alarms.push(alarm);
        }
    }
    alarms.iter_mut().for_each(Alarm::describe);
    Ok(alarms)
}

impl Alarm {
    fn new(printer: &PrinterView, agent_online: bool, since: DateTime<Utc>) -> Self {
        Self {
            title: String::new(),
            advice: String::new(),
            printer_id: printer.id,
            printer: printer.name.clone(),
            printer_state: printer.state,
            trouble: printer.trouble,
            agent: printer.agent_name.clone(),
            agent_online,
            areas: Vec::new(),
            since,
            jobs: Vec::new(),
            stand_in: None,
        }
    }
    /// Sets title and advice, once all papers are known.
    fn describe(&mut self) {
        let jobs: Vec<(JobState, Option<JobReason>)> = self.jobs.iter().map(|job| (job.state, job.reason)).collect();
        let machine = self.agent.as_deref().filter(|_| !self.agent_online);
        self.title = title(&self.areas, jobs.len());
        self.advice = advice(&self.printer, (self.printer_state, self.trouble), machine, &jobs);
        if let Some(stand_in) =
            self.stand_in.as_deref().filter(|_| !self.printer_state.prints() && !self.jobs.iter().all(|j| j.moved))
        {
            self.advice.push_str(&format!(" Si no vuelve, sale por {stand_in}."));
        }
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

/// Returns what somebody at a till can do. `machine` is the one that prints there, if it is not connected; `jobs` are states with reasons.
fn advice(
    printer: &str,
    (state, trouble): (PrinterState, Option<PrinterTrouble>),
    machine: Option<&str>,
    jobs: &[(JobState, Option<JobReason>)],
) -> String {
    let now = "Mientras tanto avisa el pedido de palabra.";
    let any_in = |state: JobState| jobs.iter().any(|job| job.0 == state);
    if !jobs.is_empty() && jobs.iter().all(|job| job.1 == Some(JobReason::TooLarge)) {
        return "Es más largo de lo que una impresora acepta: avisa el pedido de palabra, y envíalo en partes.".into();
    }
    match (state, machine) {
        (PrinterState::PaperOut, _) => {
            format!("Cambia el rollo de papel de {printer}: imprime sola al cerrar la tapa.")
        }
        (PrinterState::CoverOpen, _) => format!("Cierra la tapa de {printer}: sigue sola."),
        (PrinterState::Error, _) => {
            format!("{printer} tiene un error: apágala, revisa que el papel no esté atascado y enciéndela. {now}")
        }
        (_, Some(machine)) => {
            format!(
                "La computadora {machine}, que imprime en {printer}, no responde: revisa que esté encendida y con red. {now}"
            )
        }
        (PrinterState::Offline, None) if trouble.is_some() => {
            let (what, mend) = notices::offline_texts(printer, trouble);
            format!("{what}. {mend} {now}")
        }
        (PrinterState::Offline, None) => format!("{printer} no responde: revisa que esté encendida y conectada. {now}"),
        _ if any_in(JobState::Uncertain) => {
            format!("No se sabe si el papel salió de {printer}: míralo y decide en Impresoras.")
        }
        _ if any_in(JobState::Expired) => {
            format!("Venció sin imprimirse en {printer}: libéralo en Impresoras si todavía hace falta.")
        }
        _ => format!("{printer} está lista pero no confirmó. Mira si el papel salió. {now}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{JobReason, JobState, PrinterState, PrinterTrouble, advice, title};

    #[test]
    fn an_alarm_says_who_lacks_what_and_what_to_do() {
        let areas = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(title(&areas(&["COCINA"]), 1), "COCINA no recibió 1 papel");
        assert_eq!(title(&areas(&["COCINA", "BAR"]), 3), "COCINA y BAR no recibieron 3 papeles");
        let cases = [
            (PrinterState::PaperOut, None, JobState::Pending, "Cambia el rollo"),
            (PrinterState::CoverOpen, None, JobState::Held, "Cierra la tapa"),
            (PrinterState::Offline, Some("PC-COCINA"), JobState::Pending, "La computadora PC-COCINA"),
            (PrinterState::Offline, None, JobState::Held, "no responde: revisa que esté encendida y conectada"),
            (PrinterState::Ready, None, JobState::Uncertain, "No se sabe si el papel salió"),
            (PrinterState::Ready, None, JobState::Expired, "libéralo en Impresoras"),
            (PrinterState::Ready, None, JobState::Printing, "Mira si el papel salió"),
        ];
        for (state, machine, job, words) in cases {
            let text = advice("Impresora cocina", (state, None), machine, &[(job, None)]);
            assert!(text.contains(words), "{state} {machine:?} {job}: {text}");
        }
        let babbling = advice(
            "Impresora cocina",
            (PrinterState::Offline, Some(PrinterTrouble::Babbling)),
            None,
            &[(JobState::Held, Some(JobReason::Offline))],
        );
        assert!(babbling.contains("Impresora cocina manda datos sin parar. Apágala"), "{babbling}");
        let large = advice(
            "Impresora cocina",
            (PrinterState::Ready, None),
            None,
            &[(JobState::Expired, Some(JobReason::TooLarge))],
        );
        assert!(large.contains("envíalo en partes"), "{large}");
    }
}
