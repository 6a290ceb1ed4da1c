//! `setup`: everything in order, asking where something was not said.

use std::{
    io::{self, IsTerminal, Write},
    path::PathBuf,
};

use serde_json::{Value, json};

use super::{
    Answer, Context, Done, Exit, Failure,
    context::wait,
    discover::{self, Candidate},
    doctor, pair,
    printers::{self, Setting},
    service,
};
use crate::{
    api::{AgentView, Api},
    config::Config,
    doctor::{Verdict, examine},
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
    #[arg(long, value_name = "NOMBRE=DIRECCIÓN", value_parser = wish)]
    add: Vec<Wish>,
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

/// A printer that is to be added.
#[derive(Debug, Clone)]
struct Wish {
    name: String,
    setting: Setting,
}

fn wish(text: &str) -> Result<Wish, String> {
    let (name, rest) = text.split_once('=').ok_or("se escribe NOMBRE=DIRECCIÓN")?;
    let mut parts = rest.split(';').map(str::trim);
    let mut setting = Setting {
        address: parts.next().filter(|address| !address.is_empty()).map(str::to_owned),
        ..Setting::default()
    };
    for part in parts.filter(|part| !part.is_empty()) {
        let (key, value) = part.split_once('=').map_or((part, ""), |(key, value)| (key.trim(), value.trim()));
        match key {
            "area" | "área" => setting.areas.push(value.to_owned()),
            "cashbox" | "caja" => setting.cashboxes.push(value.to_owned()),
            "paper" | "papel" if ["80", "58"].contains(&value) => setting.paper = Some(value.to_owned()),
            "type" | "tipo" => setting.kind = Some(printers::kind_of(value)?),
            "profile" | "modelo" => setting.profile = Some(value.to_owned()),
            "drawer" | "gaveta" => setting.drawer = Some(value != "no"),
            _ => {
                return Err(format!(
                    "no se entiende «{part}»: puede ser area=, cashbox=, paper=80|58, type=, profile= o drawer"
                ));
            }
        }
    }
    if name.trim().is_empty() || (setting.address.is_none() && setting.kind.as_deref() != Some("VIRTUAL")) {
        return Err("se escribe NOMBRE=DIRECCIÓN".to_owned());
    }
    Ok(Wish { name: name.trim().to_owned(), setting })
}

/// One run of the guide.
struct Guide<'a> {
    context: &'a Context,
    arguments: Arguments,
    asks: bool,
    /// For `--json`.
    said: serde_json::Map<String, Value>,
}

pub(super) fn run(context: &Context, arguments: Arguments) -> Done {
    let asks = io::stdin().is_terminal() && !arguments.yes && !context.json;
    let mut guide = Guide { context, arguments, asks, said: serde_json::Map::new() };
    guide.pair()?;
    let added = guide.printers()?;
    guide.service()?;
    let tested = guide.test(&added);
    guide.doctor(tested)
}

impl Guide<'_> {
    fn say(&self, text: &str) {
        if !self.context.json {
            let _ = writeln!(io::stdout(), "{text}");
        }
    }

    fn ask(&self, question: &str) -> Result<String, Failure> {
        let mut out = io::stdout();
        write!(out, "{question} ")?;
        out.flush()?;
        let mut line = String::new();
        if io::stdin().read_line(&mut line)? == 0 {
            return Err(Failure::new(Exit::Usage, "se cerró la entrada antes de terminar"));
        }
        Ok(line.trim().to_owned())
    }

    fn given_or_asked(&self, given: Option<String>, flag: &str, question: &str) -> Result<String, Failure> {
        match given {
            Some(given) => Ok(given),
            None if self.asks => self.ask(question),
            None => Err(Failure::new(Exit::Usage, format!("falta {flag}"))
                .mend("Sin terminal hay que decirlo todo; mira: comanda-agent setup --help")),
        }
    }

    fn pair(&mut self) -> Result<(), Failure> {
        self.say("1/5 Vincular esta PC");
        match Config::read(&self.context.config_file) {
            Ok(config) => {
                self.say(&format!("    Ya está vinculada con {}.", config.server));
                self.said.insert("server".to_owned(), json!(config.server));
                return Ok(());
            }
            Err(crate::config::ConfigError::Unreadable { source, .. }) if source.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error.into()),
        }
        let server =
            self.given_or_asked(self.arguments.server.clone(), "--server", "    Dirección del servidor (https://…):")?;
        let code =
            self.given_or_asked(self.arguments.code.clone(), "--code", "    Código de la pantalla Impresoras:")?;
        let (proxy, ca_file) = (self.arguments.proxy.clone(), self.arguments.ca_file.clone());
        let paired = pair::run(self.context, &pair::Arguments { server, code, proxy, ca_file, again: false })?;
        self.say(&format!("    Vinculada con {}.", paired.json["company_name"].as_str().unwrap_or_default()));
        self.said.insert("paired".to_owned(), paired.json);
        Ok(())
    }

    /// Adds what was said and what was chosen; gives rows and names.
    fn printers(&mut self) -> Result<Vec<(i64, String)>, Failure> {
        self.say("2/5 Impresoras");
        let api = self.context.api()?;
        let view = wait(async { Ok(api.agent().await?) })?;
        let found = if self.arguments.no_search {
            Vec::new()
        } else {
            wait(discover::search(&self.arguments.search, &view.printers, self.context.json))?
        };
        let mut wishes = self.arguments.add.clone();
        if self.asks {
            wishes.extend(self.choose(&found, &view)?);
        }
        self.said.insert("found".to_owned(), json!(found));
        let added = wait(add_all(&api, &view, &wishes))?;
        for (_, name) in &added {
            self.say(&format!("    Agregada: {name}"));
        }
        self.said.insert(
            "added".to_owned(),
            json!(added.iter().map(|(id, name)| json!({"id": id, "name": name})).collect::<Vec<_>>()),
        );
        Ok(added)
    }

    fn choose(&self, found: &[Candidate], view: &AgentView) -> Result<Vec<Wish>, Failure> {
        let names = |all: &[crate::api::Named]| all.iter().map(|row| row.name.as_str()).collect::<Vec<_>>().join(", ");
        let mut wishes = Vec::new();
        for candidate in found.iter().filter(|candidate| candidate.added_as.is_none()) {
            self.say(&format!(
                "    {} {} {}",
                super::words::printer_kind(candidate.kind),
                candidate.address,
                candidate.description
            ));
            let name = self.ask("    Nombre para agregarla (vacío: no agregar):")?;
            if name.is_empty() {
                continue;
            }
            let mut setting = Setting {
                address: Some(candidate.address.clone()),
                kind: Some(candidate.kind.to_owned()),
                ..Setting::default()
            };
            let area = self.ask(&format!("    Área que imprime (vacío: ninguna). Hay: {}:", names(&view.areas)))?;
            let cashbox = self.ask(&format!(
                "    Caja cuyos comprobantes imprime (vacío: ninguna). Hay: {}:",
                names(&view.cashboxes)
            ))?;
            let paper = self.ask("    Ancho del papel, 80 o 58 (vacío: 80):")?;
            setting.areas.extend(Some(area).filter(|area| !area.is_empty()));
            setting.cashboxes.extend(Some(cashbox).filter(|cashbox| !cashbox.is_empty()));
            setting.paper = Some(paper).filter(|paper| paper == "58");
            wishes.push(Wish { name, setting });
        }
        Ok(wishes)
    }

    fn service(&mut self) -> Result<(), Failure> {
        self.say("3/5 Servicio");
        if self.arguments.no_service {
            self.say("    No se instala.");
            return Ok(());
        }
        service::install(self.context)?;
        self.say("    Instalado y en marcha.");
        self.said.insert("service".to_owned(), json!("installed"));
        Ok(())
    }

    /// What was just added; a page that does not come out is said, and the rest goes on.
    fn test(&mut self, added: &[(i64, String)]) -> Option<Failure> {
        self.say("4/5 Páginas de prueba");
        let mut failed = None;
        let mut pages = Vec::new();
        for (id, name) in added.iter().filter(|_| !self.arguments.no_test) {
            let tested = self.context.api().and_then(|api| wait(printers::test(self.context, &api, *id, name)));
            match tested {
                Ok(answer) => {
                    self.say(&format!("    {}", answer.text.trim_end()));
                    pages.push(answer.json);
                }
                Err(failure) => {
                    self.say(&format!("    {}", failure.message));
                    pages.push(json!({"printer": name, "error": failure.message}));
                    failed = Some(failure);
                }
            }
        }
        self.said.insert("tested".to_owned(), json!(pages));
        failed
    }

    fn doctor(mut self, failed: Option<Failure>) -> Done {
        self.say("5/5 Revisión");
        let findings = wait(async { Ok(examine(&self.context.config_file, &self.context.log_dir()).await) })?;
        let text = doctor::describe(&findings);
        let faulty = findings.iter().any(|finding| finding.verdict == Verdict::Fault);
        self.said.insert("doctor".to_owned(), json!(findings));
        let answer = Answer::new(text, self.said);
        match failed {
            Some(failure) => Ok(answer.ending(failure.exit)),
            None if faulty => Ok(answer.ending(Exit::Findings)),
            None => Ok(answer),
        }
    }
}

/// A printer that is there already is not added again.
async fn add_all(api: &Api, view: &AgentView, wishes: &[Wish]) -> Result<Vec<(i64, String)>, Failure> {
    let mut added = Vec::new();
    for wish in wishes {
        if let Some(known) = view.printers.iter().find(|printer| printer.name.eq_ignore_ascii_case(&wish.name)) {
            added.push((known.id, known.name.clone()));
            continue;
        }
        added.push((printers::add(api, view, &wish.name, &wish.setting).await?, wish.name.clone()));
    }
    Ok(added)
}
