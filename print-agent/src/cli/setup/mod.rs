//! `setup`: does all the installation steps in order, and asks for everything that the options do not give.

mod dialogue;
mod questions;
mod requested_printer;

use std::{
    io::{self, IsTerminal, Write},
    path::PathBuf,
};

use serde_json::{Value, json};

use super::{
    Answer, CommandResult, Context, Exit, Failure, context::run_to_completion, discover, doctor, pair, printers,
    service,
};
use questions::Questions;
use requested_printer::{RequestedPrinter, add_all};

use crate::{
    config::Config,
    doctor::{Verdict, run_checks},
};

const HELP: &str = "\
Pregunta lo que falte; sin terminal (o con --yes) no pregunta nada y hace solo lo que dicen las opciones.
Se puede repetir: no vuelve a vincular ni agrega dos veces la misma impresora.

--add lleva el nombre y la dirección, y si hacen falta, más datos separados por punto y coma:
  --add \"COCINA=192.168.1.50;area=Cocina\"
  --add \"CAJA=usb:04b8:0202:X7K1;cashbox=Caja principal;drawer\"
  --add \"OFICINA=EPSON_TM_T20;type=cola;paper=58\"

Ejemplos:
  comanda-agent setup
  comanda-agent setup --server https://mirestaurante.pe --code 123456
  comanda-agent setup --yes --server https://mirestaurante.pe --code 123456 \\
    --add \"COCINA=192.168.1.50;area=Cocina\" --add \"BAR=/dev/ttyUSB0:19200,8N1;area=Bar\"";

#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub(super) struct Arguments {
    /// Dirección del servidor, la misma que abre Comanda en el navegador
    #[arg(long, value_name = "DIRECCIÓN")]
    server: Option<String>,
    /// Código de seis dígitos de la pantalla Impresoras
    #[arg(long, value_name = "CÓDIGO")]
    code: Option<String>,
    /// Proxy por el que se sale a internet
    #[arg(long, value_name = "DIRECCIÓN")]
    proxy: Option<String>,
    /// Archivo PEM con los certificados propios de la empresa
    #[arg(long, value_name = "ARCHIVO")]
    ca_file: Option<PathBuf>,
    /// Impresora que se agrega; se puede repetir
    #[arg(long, value_name = "NOMBRE=DIRECCIÓN", value_parser = requested_printer::parse)]
    add: Vec<RequestedPrinter>,
    #[command(flatten)]
    search: discover::Search,
    /// No busca impresoras
    #[arg(long)]
    no_search: bool,
    /// No imprime páginas de prueba
    #[arg(long)]
    no_test: bool,
    /// No instala el servicio
    #[arg(long)]
    no_service: bool,
    /// No pregunta nada
    #[arg(long, short)]
    yes: bool,
}

/// One run of the `setup` command.
struct Guide<'a> {
    context: &'a Context,
    arguments: Arguments,
    /// The interactive questions. They exist only if a person sits at the terminal.
    questions: Option<Questions>,
    /// The results of the steps, for `--json`.
    results: serde_json::Map<String, Value>,
}

pub(super) fn run(context: &Context, arguments: Arguments) -> CommandResult {
    let interactive = io::stdin().is_terminal() && !arguments.yes && !context.json;
    let questions = interactive.then(Questions::new);
    let mut guide = Guide { context, arguments, questions, results: serde_json::Map::new() };
    guide.pair()?;
    let added = guide.printers()?;
    guide.service()?;
    let tested = guide.test(&added);
    guide.doctor(tested)
}

impl Guide<'_> {
    fn print(&self, text: &str) {
        if !self.context.json {
            let _ = writeln!(io::stdout(), "{text}");
        }
    }

    /// Prints what went wrong and what to do about it, for failures after which `setup` continues.
    fn explain(&self, failure: &Failure) {
        self.print(&format!("    {}", failure.message));
        if let Some(remedy) = &failure.remedy {
            self.print(&format!("    → {remedy}"));
        }
    }

    fn pair(&mut self) -> Result<(), Failure> {
        self.print("1/5 Vincular esta PC");
        match Config::read(&self.context.config_file) {
            Ok(config) => {
                self.print(&format!("    Ya está vinculada con {}.", config.server));
                self.results.insert("server".to_owned(), json!(config.server));
                return Ok(());
            }
            Err(crate::config::ConfigError::Unreadable { source, .. }) if source.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error.into()),
        }
        let paired = match &self.questions {
            Some(questions) => self.pair_with_questions(questions)?,
            None => {
                let Arguments { server, code, .. } = &self.arguments;
                let server = server.clone().ok_or_else(|| missing("--server"))?;
                self.pair_with(server, code.clone().ok_or_else(|| missing("--code"))?)?
            }
        };
        self.print(&format!("    Vinculada con {}.", paired.json["company_name"].as_str().unwrap_or_default()));
        self.results.insert("paired".to_owned(), paired.json);
        Ok(())
    }

    fn pair_with(&self, server: String, code: String) -> CommandResult {
        let (proxy, ca_file) = (self.arguments.proxy.clone(), self.arguments.ca_file.clone());
        pair::run(self.context, &pair::Arguments { server, code, proxy, ca_file, again: false })
    }

    /// Adds the printers from the options and the ones that the person chooses. Returns their ids and names.
    fn printers(&mut self) -> Result<Vec<(i64, String)>, Failure> {
        self.print("2/5 Impresoras");
        let api = self.context.api()?;
        let view = run_to_completion(async { Ok(api.load_agent().await?) })?;
        let found = if self.arguments.no_search {
            Vec::new()
        } else {
            run_to_completion(discover::search_printers(&self.arguments.search, &view.printers, self.context.json))?
        };
        self.results.insert("found".to_owned(), json!(found));
        let mut added = run_to_completion(add_all(&api, &view, &self.arguments.add))?;
        for (_, name) in &added {
            self.print(&format!("    Agregada: {name}"));
        }
        if let Some(questions) = &self.questions {
            added.extend(self.add_with_questions(questions, &api, &found)?);
        }
        self.results.insert(
            "added".to_owned(),
            json!(added.iter().map(|(id, name)| json!({"id": id, "name": name})).collect::<Vec<_>>()),
        );
        Ok(added)
    }

    fn service(&mut self) -> Result<(), Failure> {
        self.print("3/5 Servicio");
        if self.arguments.no_service {
            self.print("    No se instala.");
            return Ok(());
        }
        service::install(self.context)?;
        self.print("    Instalado y en marcha.");
        self.results.insert("service".to_owned(), json!("installed"));
        Ok(())
    }

    /// Prints a test page on each printer that was just added. A failed page is reported and the others continue.
    fn test(&mut self, added: &[(i64, String)]) -> Option<Failure> {
        self.print("4/5 Páginas de prueba");
        let mut failed = None;
        let mut pages = Vec::new();
        for (id, name) in added.iter().filter(|_| !self.arguments.no_test) {
            let tested =
                self.context.api().and_then(|api| run_to_completion(printers::test(self.context, &api, *id, name)));
            match tested {
                Ok(answer) => {
                    self.print(&format!("    {}", answer.text.trim_end()));
                    pages.push(answer.json);
                }
                Err(failure) => {
                    self.explain(&failure);
                    pages.push(json!({"printer": name, "error": failure.message}));
                    failed = Some(failure);
                }
            }
        }
        self.results.insert("tested".to_owned(), json!(pages));
        failed
    }

    fn doctor(mut self, failed: Option<Failure>) -> CommandResult {
        self.print("5/5 Revisión");
        let findings =
            run_to_completion(async { Ok(run_checks(&self.context.config_file, &self.context.log_dir()).await) })?;
        let text = doctor::describe(&findings);
        let faulty = findings.iter().any(|finding| finding.verdict == Verdict::Fault);
        self.results.insert("doctor".to_owned(), json!(findings));
        let answer = Answer::new(text, self.results);
        match failed {
            Some(failure) => Ok(answer.with_exit(failure.exit)),
            None if faulty => Ok(answer.with_exit(Exit::Findings)),
            None => Ok(answer),
        }
    }
}

fn missing(flag: &str) -> Failure {
    Failure::new(Exit::Usage, format!("falta {flag}"))
        .with_remedy("Sin terminal hay que decirlo todo; mira: comanda-agent setup --help")
}
