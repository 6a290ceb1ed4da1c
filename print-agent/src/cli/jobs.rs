//! `jobs`: shows tickets, and sends a person's decision about the ones that wait for a decision.

use serde_json::json;

use super::{
    Answer, CommandResult, Context, Exit, Failure,
    answer::table,
    context::{find_printer, run_to_completion},
    words,
};
use crate::api::{Api, JobView};

/// The number of recent jobs in which we search for the job that a person named.
const MAX_JOBS: u32 = 200;

const LIST_HELP: &str = "\
Estados: pendiente, de camino, en esta PC, imprimiendo, impreso, retenido, por decidir, vencido, desviado, anulado.
El nivel dice qué prueba que se imprimió: L2 la impresora lo confirmó, L1 recibió todo, L0 no confirma.

Ejemplos:
  comanda-agent jobs list
  comanda-agent jobs list --waiting
  comanda-agent jobs list --printer COCINA --last 100";

const ID_HELP: &str = "\
El ticket se nombra con su identificador o con sus últimas letras, como las muestra «comanda-agent jobs list».

Ejemplos:
  comanda-agent jobs show 4f2a9c
  comanda-agent jobs release 4f2a9c   (venció: se imprime igual, con la marca ATRASADO)
  comanda-agent jobs reprint 4f2a9c   (se imprime otra vez, con su marca)
  comanda-agent jobs cancel 4f2a9c    (no se imprime)";

#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// Los últimos tickets de las impresoras de esta PC
    #[command(after_long_help = LIST_HELP)]
    List {
        /// Solo los que no terminaron
        #[arg(long)]
        waiting: bool,
        /// Solo los de una impresora
        #[arg(long, value_name = "NOMBRE")]
        printer: Option<String>,
        /// Cuántos; si falta, 20
        #[arg(long, value_name = "CANTIDAD", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=200))]
        last: u32,
    },
    /// Todo lo que se sabe de un ticket
    #[command(after_long_help = ID_HELP)]
    Show(JobArgument),
    /// Imprime un ticket que venció sin imprimirse
    #[command(after_long_help = ID_HELP)]
    Release(JobArgument),
    /// Deja sin imprimir un ticket que espera
    #[command(after_long_help = ID_HELP)]
    Cancel(JobArgument),
    /// Imprime un ticket otra vez
    #[command(after_long_help = ID_HELP)]
    Reprint(JobArgument),
}

#[derive(Debug, clap::Args)]
pub(super) struct JobArgument {
    /// Identificador, o sus últimas letras
    #[arg(value_name = "TICKET")]
    id: String,
}

pub(super) fn run(context: &Context, command: Command) -> CommandResult {
    let api = context.api()?;
    match command {
        Command::List { waiting, printer, last } => run_to_completion(list(&api, waiting, printer.as_deref(), last)),
        Command::Show(job) => run_to_completion(show(&api, &job.id)),
        Command::Release(job) => {
            run_to_completion(decide(&api, &job.id, "release", "Se imprimirá con la marca ATRASADO."))
        }
        Command::Cancel(job) => run_to_completion(decide(&api, &job.id, "cancel", "No se imprimirá.")),
        Command::Reprint(job) => {
            run_to_completion(decide(&api, &job.id, "reprint", "Se imprimirá otra vez, con su marca."))
        }
    }
}

async fn list(api: &Api, waiting: bool, printer: Option<&str>, last: u32) -> CommandResult {
    let mut query = format!("page=1&per_page={last}");
    if waiting {
        query.push_str("&state=WAITING");
    }
    if let Some(name) = printer {
        let id = find_printer(&api.load_agent().await?.printers, name)?.id;
        query.push_str(&format!("&printer_id={id}"));
    }
    let jobs = api.list_jobs(&query).await?;
    if jobs.is_empty() {
        return Ok(Answer::new("No hay tickets.", &jobs));
    }
    let rows: Vec<_> = jobs.iter().map(row).collect();
    let text = table(["TICKET", "DOCUMENTO", "IMPRESORA", "ESTADO", "NIVEL", "POR QUÉ", "CREADO"], &rows);
    Ok(Answer::new(text, &jobs))
}

fn row(job: &JobView) -> [String; 7] {
    [
        short(&job.id).to_owned(),
        title(job),
        job.printer.clone(),
        words::job_state(&job.state).to_owned(),
        job.level.clone().unwrap_or_default(),
        job.reason.as_deref().map(words::reason_text).unwrap_or_default().to_owned(),
        words::age_text_from_time(job.created_at.as_deref()),
    ]
}

fn title(job: &JobView) -> String {
    let number = match (job.area.as_deref(), job.sequence) {
        (Some(area), Some(number)) if !area.is_empty() && number > 0 => format!(" {area} #{number}"),
        _ => String::new(),
    };
    format!("{}{number}", words::document_text(&job.document))
}

/// The end of an id, which is its random part.
fn short(id: &str) -> &str {
    &id[id.len().saturating_sub(6)..]
}

async fn find_job(api: &Api, id: &str) -> Result<JobView, Failure> {
    let wanted = id.trim().to_lowercase();
    let jobs = api.list_jobs(&format!("page=1&per_page={MAX_JOBS}")).await?;
    let mut found = jobs.into_iter().filter(|job| !wanted.is_empty() && job.id.ends_with(&wanted));
    match (found.next(), found.next()) {
        (Some(job), None) => Ok(job),
        (Some(_), Some(_)) => {
            Err(Failure::new(Exit::Usage, format!("varios tickets terminan en «{id}»"))
                .with_remedy("Escribe más letras."))
        }
        (None, _) => Err(Failure::new(Exit::Usage, format!("ningún ticket reciente de esta PC termina en «{id}»"))
            .with_remedy("Míralos con: comanda-agent jobs list --last 200")),
    }
}

async fn show(api: &Api, id: &str) -> CommandResult {
    let job = find_job(api, id).await?;
    let mut lines = vec![
        ("Ticket", job.id.clone()),
        ("Documento", title(&job)),
        ("Impresora", job.printer.clone()),
        ("Estado", words::job_state(&job.state).to_owned()),
        ("Creado", words::age_text_from_time(job.created_at.as_deref())),
        ("Intentos", job.attempts.to_string()),
    ];
    let more = [
        ("Terminado", Some(words::age_text_from_time(job.finished_at.as_deref())).filter(|age| !age.is_empty())),
        ("Impreso en", job.printed_on.clone()),
        ("Prueba", job.level.as_deref().map(|level| words::level_text(level).to_owned())),
        ("Por qué", job.reason.as_deref().map(|reason| words::reason_text(reason).to_owned())),
        ("Marca", job.duplicate.then(|| "POSIBLE DUPLICADO".to_owned())),
    ];
    lines.extend(more.into_iter().filter_map(|(name, value)| Some((name, value?))));
    let text: String = lines.iter().map(|(name, value)| format!("{name:<11}{value}\n")).collect();
    Ok(Answer::new(text, &job))
}

async fn decide(api: &Api, id: &str, decision: &str, words: &str) -> CommandResult {
    let job = find_job(api, id).await?;
    let answer = api.send_decision(&job.id, decision).await?;
    let text = format!("{} de {}: {words}", title(&job), job.printer);
    Ok(Answer::new(text, json!({"id": job.id, "decision": decision, "answer": answer})))
}
