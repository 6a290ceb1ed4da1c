//! `logs`: shows the agent's log files.

use std::{
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom, Write},
    path::Path,
    thread,
    time::Duration,
};

use serde_json::json;

use super::{Answer, CommandResult, Context, Exit, Failure};
use crate::logs::FILE;

const POLL_INTERVAL: Duration = Duration::from_millis(300);

const HELP: &str = "\
Las horas son UTC. Los registros se parten al llegar a 2 MB y se guardan los cinco últimos.
En Linux el servicio anota también en el sistema: journalctl -u comanda-agent

Ejemplos:
  comanda-agent logs
  comanda-agent logs -n 500
  comanda-agent logs -f";

#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub(super) struct Arguments {
    /// Sigue mostrando lo nuevo, hasta Ctrl-C
    #[arg(long, short)]
    follow: bool,
    /// Cuántas líneas de lo último; si falta, 50
    #[arg(long, short = 'n', value_name = "CANTIDAD", default_value_t = 50)]
    lines: usize,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> CommandResult {
    let dir = context.log_dir();
    let last = last_lines(&dir, arguments.lines)?;
    if !arguments.follow {
        let mut text = last.join("\n");
        if text.is_empty() {
            text = format!("No hay nada anotado en {}.", dir.display());
        }
        return Ok(Answer::new(text, json!({"dir": dir, "lines": last})));
    }
    for line in &last {
        print_line(line, context.json)?;
    }
    follow(&dir, context.json)
}

fn last_lines(dir: &Path, count: usize) -> Result<Vec<String>, Failure> {
    let mut lines = Vec::new();
    for name in [format!("{FILE}.1"), FILE.to_owned()] {
        match fs::read(dir.join(name)) {
            Ok(bytes) => lines.extend(String::from_utf8_lossy(&bytes).lines().map(str::to_owned)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(lines.split_off(lines.len().saturating_sub(count)))
}

/// Prints new lines until the program that reads our output closes it.
///
/// A file that became shorter was replaced by a new one, so it is read again from the beginning.
fn follow(dir: &Path, as_json: bool) -> CommandResult {
    let path = dir.join(FILE);
    let mut at = fs::metadata(&path).map_or(0, |file| file.len());
    let mut pending = String::new();
    loop {
        thread::sleep(POLL_INTERVAL);
        let Ok(mut file) = File::open(&path) else {
            continue;
        };
        let length = file.metadata()?.len();
        if length < at {
            at = 0;
            pending.clear();
        }
        let mut new = Vec::new();
        file.seek(SeekFrom::Start(at))?;
        at += file.read_to_end(&mut new)? as u64;
        pending.push_str(&String::from_utf8_lossy(&new));
        while let Some((line, further)) = pending.split_once('\n') {
            if print_line(line, as_json).is_err() {
                return Ok(Answer::silent());
            }
            pending = further.to_owned();
        }
    }
}

fn print_line(line: &str, as_json: bool) -> Result<(), Failure> {
    let text = if as_json { json!({"line": line}).to_string() } else { line.to_owned() };
    let mut out = io::stdout();
    writeln!(out, "{text}").and_then(|()| out.flush()).map_err(|error| Failure::new(Exit::Failed, error.to_string()))
}
