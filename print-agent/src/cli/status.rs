//! `status`: shows the state of the agent, its printers and its tickets, once or as a table that refreshes itself.

use std::{thread, time::Duration};

use comanda_ticket::wire::JobState;
use indicatif::ProgressBar;
use serde_json::{Value, json};

use super::{Answer, CommandResult, Context, answer::table, context::run_to_completion, words};
use crate::{
    api::{AgentView, Api},
    clock::Clock,
    config::Config,
    live::LiveState,
    spool::{JobEntry, Spool},
};

const REFRESH: Duration = Duration::from_secs(2);

const HELP: &str = "\
Pregunta al servidor y, si no se llega a él, muestra lo que sabe esta PC.

Ejemplos:
  comanda-agent status
  comanda-agent status --watch
  comanda-agent status --json";

#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub(super) struct Arguments {
    /// Se actualiza sola cada dos segundos, hasta Ctrl-C
    #[arg(long, short)]
    watch: bool,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> CommandResult {
    if !arguments.watch {
        return collect_status(context);
    }
    // The progress bar redraws over its previous text on every kind of terminal.
    let screen = ProgressBar::no_length();
    screen.set_style(
        indicatif::ProgressStyle::with_template("{msg}").unwrap_or_else(|_| indicatif::ProgressStyle::default_bar()),
    );
    loop {
        let answer = collect_status(context)?;
        if context.json {
            println_json(&answer.json)?;
        } else if screen.is_hidden() {
            println_text(&answer.text)?;
        } else {
            screen.set_message(answer.text);
            screen.tick();
        }
        thread::sleep(REFRESH);
    }
}

fn println_json(value: &Value) -> std::io::Result<()> {
    use std::io::Write;
    writeln!(std::io::stdout(), "{value}")
}

fn println_text(text: &str) -> std::io::Result<()> {
    use std::io::Write;
    writeln!(std::io::stdout(), "{text}")
}

fn collect_status(context: &Context) -> CommandResult {
    let config = context.config()?;
    let (_, jobs) = Spool::read_spool(&config.state_dir)?.unwrap_or_default();
    let live = LiveState::read(&config.state_dir);
    let runs = Spool::is_held(&config.state_dir);
    let answer = run_to_completion(async { Ok(Api::new(&config)?.load_agent().await) })?;
    let mut text = header(&config, runs, live.as_ref());
    match &answer {
        Ok(view) => text.push_str(&server_section(view)),
        Err(error) => {
            text.push_str(&format!("\nSin respuesta del servidor: {error}\n"));
            text.push_str(&local_section(&config, live.as_ref())?);
        }
    }
    text.push_str(&waiting_section(&jobs));
    let status = json!({
        "server": config.server,
        "running": runs,
        "live": live,
        "registered": answer.as_ref().ok(),
        "server_error": answer.as_ref().err().map(ToString::to_string),
        "jobs_here": jobs.iter().map(|entry| json!({"id": entry.job.id, "state": entry.state()})).collect::<Vec<_>>(),
    });
    Ok(Answer::new(text, status))
}

fn header(config: &Config, runs: bool, live: Option<&LiveState>) -> String {
    let now_ms = Clock::system().now_ms();
    let agent = match live {
        Some(live) => format!("en marcha, versión {} ({})", live.version, words::age_text(live.started_at_ms, now_ms)),
        None if runs => "en marcha".to_owned(),
        None => "parado: nada se imprime. Arráncalo: comanda-agent service start".to_owned(),
    };
    let mut text = format!("Servidor: {}\nAgente:   {agent}\n", config.server);
    if let Some(link) = live.map(|live| &live.link) {
        let since = words::age_text(link.since_ms, now_ms);
        let words = match (link.connected, &link.trouble) {
            (true, _) => format!("conectado {since}"),
            (false, Some(why)) => format!("sin conexión {since}: {why}"),
            (false, None) => "conectando".to_owned(),
        };
        text.push_str(&format!("Enlace:   {words}\n"));
    }
    text
}

fn server_section(view: &AgentView) -> String {
    let mut text = format!("Empresa:  {}\n\n", view.company_name);
    if view.printers.is_empty() {
        text.push_str("Esta PC no tiene impresoras. Búscalas: comanda-agent discover\n");
        return text;
    }
    let rows: Vec<_> = view
        .printers
        .iter()
        .map(|printer| {
            let waiting = view.jobs_waiting.get(&printer.id.to_string()).copied().unwrap_or(0);
            let last = printer.last_job_at_ms.map(|at| words::age_text(at, view.server_time_ms)).unwrap_or_default();
            let reported_state = words::printer_state_or_trouble(&printer.state, printer.trouble.as_deref());
            let state = if printer.status == "INACTIVE" { "desactivada" } else { reported_state };
            let level = printer.level.clone().unwrap_or_default();
            [
                printer.name.clone(),
                words::printer_kind(&printer.kind).to_owned(),
                printer.address.clone(),
                state.to_owned(),
                level,
                waiting.to_string(),
                last,
            ]
        })
        .collect();
    text.push_str(&table(["IMPRESORA", "TIPO", "DIRECCIÓN", "ESTADO", "NIVEL", "ESPERAN", "ÚLTIMO"], &rows));
    text
}

/// The section to show when the server does not answer.
///
/// It uses the printers that are stored in the spool, and the states that the running agent reports.
fn local_section(config: &Config, live: Option<&LiveState>) -> Result<String, super::Failure> {
    let Some((printers, _)) = Spool::read_spool(&config.state_dir)? else {
        return Ok("Todavía no ha trabajado.\n".to_owned());
    };
    let state = |id| {
        let printer_report = live.and_then(|live| live.printers.iter().find(|report| report.printer_id == id));
        let fields = serde_json::to_value(printer_report).unwrap_or_default();
        let word = |name: &str| fields.get(name).and_then(Value::as_str);
        words::printer_state_or_trouble(word("state").unwrap_or_default(), word("trouble")).to_owned()
    };
    let rows: Vec<_> =
        printers.iter().map(|printer| [printer.name.clone(), printer.address.clone(), state(printer.id)]).collect();
    Ok(format!("\n{}", table(["IMPRESORA", "DIRECCIÓN", "ESTADO"], &rows)))
}

fn waiting_section(jobs: &[JobEntry]) -> String {
    let waiting = jobs.iter().filter(|job| !job.state().is_final()).count();
    let uncertain: Vec<_> = jobs.iter().filter(|job| job.state() == JobState::Uncertain).collect();
    let mut text = format!("\nTickets en esta PC por imprimir o por decidir: {waiting}\n");
    for job in uncertain {
        text.push_str(&format!(
            "  {}: puede estar impreso; mira el papel y decide: comanda-agent jobs reprint|cancel\n",
            job.job.id
        ));
    }
    text
}
