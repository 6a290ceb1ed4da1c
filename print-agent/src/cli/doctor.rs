//! `doctor`: checks everything that usually goes wrong, and shows how to repair it.

use std::fmt::Write;

use super::{Answer, CommandResult, Context, Exit, context::run_to_completion};
use crate::doctor::{Finding, Verdict, run_checks};

const HELP: &str = "\
Revisa la configuración, el servicio, la red, la conexión segura, el reloj, los permisos, el disco, las colas del sistema,
la suspensión de la PC y cada impresora. No cambia nada ni imprime. Termina con 9 si hay algo que arreglar.

Ejemplos:
  comanda-agent doctor
  comanda-agent doctor --json";

#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub(super) struct Arguments {
    /// Muestra solo lo que hay que arreglar
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> CommandResult {
    let findings = run_to_completion(async { Ok(run_checks(&context.config_file, &context.log_dir()).await) })?;
    let faulty = findings.iter().any(|finding| finding.verdict == Verdict::Fault);
    let shown: Vec<_> =
        findings.into_iter().filter(|finding| !arguments.quiet || finding.verdict != Verdict::Good).collect();
    let answer = Answer::new(describe(&shown), &shown);
    Ok(if faulty { answer.with_exit(Exit::Findings) } else { answer })
}

pub(super) fn describe(findings: &[Finding]) -> String {
    let mut text = String::new();
    for finding in findings {
        let sign = match finding.verdict {
            Verdict::Good => "bien ",
            Verdict::Warning => "OJO  ",
            Verdict::Fault => "MAL  ",
        };
        let _ = writeln!(text, "{sign} {}: {}", finding.check, finding.text);
        if let Some(mend) = &finding.mend {
            let _ = writeln!(text, "      → {mend}");
        }
    }
    let count = |verdict| findings.iter().filter(|finding| finding.verdict == verdict).count();
    let summary = match (count(Verdict::Fault), count(Verdict::Warning)) {
        (0, 0) => "Todo está bien.".to_owned(),
        (0, warnings) => format!("Funciona. Avisos: {warnings}."),
        (faults, warnings) => format!("Por arreglar: {faults}. Avisos: {warnings}."),
    };
    let _ = writeln!(text, "\n{summary}");
    text
}
