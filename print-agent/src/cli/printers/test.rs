//! `printers test`: prints the test page and reports whether it was printed.

use std::time::Duration;

use serde_json::json;
use tokio::time::{Instant, sleep};

use super::super::{Answer, CommandResult, Context, Exit, Failure, context::find_printer, words};
use crate::{
    agent,
    api::{Api, JobView},
    clock::Clock,
    owner,
    spool::Spool,
};

const TIMEOUT: Duration = Duration::from_secs(40);
const POLL_INTERVAL: Duration = Duration::from_millis(300);

pub(super) const HELP: &str = "\
La página lleva el nombre, el ancho del papel, letras con tilde, un QR y el corte; abre la gaveta si la tiene.
Espera hasta 40 segundos y dice qué pasó. Si el agente está parado, trabaja mientras tanto en esta ventana.

Ejemplos:
  comanda-agent printers test COCINA";

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Arguments {
    /// Cuál: su nombre o su número
    #[arg(value_name = "IMPRESORA")]
    printer: String,
}

pub(super) async fn run(context: &Context, api: &Api, arguments: &Arguments) -> CommandResult {
    let view = api.load_agent().await?;
    let printer = find_printer(&view.printers, &arguments.printer)?;
    test(context, api, printer.id, &printer.name).await
}

/// Prints the test page through the running agent. If no agent is running, this program works as the agent meanwhile.
pub(in crate::cli) async fn test(context: &Context, api: &Api, id: i64, name: &str) -> CommandResult {
    let config = context.config()?;
    let state_dir = config.state_dir.clone();
    if Spool::is_held(&state_dir) {
        return print(api, id, name).await;
    }
    let (stop_agent, agent_stopped) = tokio::sync::oneshot::channel::<()>();
    let agent_run = agent::run(config, Clock::system(), async {
        let _ = agent_stopped.await;
    });
    let print_and_stop = async {
        let print_result = print(api, id, name).await;
        let _ = stop_agent.send(());
        print_result
    };
    let (agent_result, print_result) = tokio::join!(agent_run, print_and_stop);
    owner::give_to_folder_owner(&state_dir)?;
    agent_result?;
    print_result
}

async fn print(api: &Api, id: i64, name: &str) -> CommandResult {
    let job_id = api.order_test_page(id).await?;
    let deadline = Instant::now() + TIMEOUT;
    loop {
        let job = api
            .list_jobs(&format!("page=1&per_page=50&printer_id={id}"))
            .await?
            .into_iter()
            .find(|job| job.id == job_id);
        let timed_out = Instant::now() >= deadline;
        match job {
            Some(job)
                if timed_out
                    || matches!(job.state.as_str(), "DONE" | "REROUTED" | "UNCERTAIN" | "EXPIRED" | "CANCELLED") =>
            {
                return outcome(name, &job);
            }
            None if timed_out => {
                return Err(Failure::new(Exit::NoPrinter, "el servidor no sabe nada de la página de prueba"));
            }
            _ => sleep(POLL_INTERVAL).await,
        }
    }
}

fn outcome(name: &str, job: &JobView) -> CommandResult {
    if job.state == "DONE" {
        let level = job.level.as_deref().unwrap_or_default();
        let hint = if level == "L0" { " Mira que haya salido." } else { "" };
        let text = format!("Página de prueba de {name}: impresa ({}).{hint}", words::level_text(level));
        return Ok(Answer::new(text, json!({"job": job})));
    }
    let why = job.reason.as_deref().map(words::reason_text).unwrap_or("no se sabe por qué");
    let message = match job.state.as_str() {
        "REROUTED" => {
            format!("la página salió en {}, el reemplazo de {name}", job.printed_on.as_deref().unwrap_or("otra"))
        }
        "UNCERTAIN" => format!("la página de {name} puede haber salido: {why}"),
        state => format!("la página de {name} no salió: {} ({why})", words::job_state(state)),
    };
    Err(Failure::new(Exit::NoPrinter, message).with_remedy(remedy(job.reason.as_deref())))
}

fn remedy(reason: Option<&str>) -> &'static str {
    match reason {
        Some("paper_out") => "Pon papel; la página sale sola.",
        Some("cover_open") => "Cierra la tapa; la página sale sola.",
        Some("error") => "Apaga y enciende la impresora; mira si el papel o el cortador están trabados.",
        Some("offline" | "connection_lost") => {
            "Revisa que esté encendida, el cable y la dirección: comanda-agent printers list"
        }
        _ => "Mira cómo va con «comanda-agent jobs list» y «comanda-agent status».",
    }
}
