//! `pair`: exchanges a pairing code for this machine's configuration.

use std::path::PathBuf;

use serde_json::json;

use super::{Answer, CommandResult, Context, Exit, Failure, context::run_to_completion};
use crate::{
    config::Config,
    pair::{Pairing, pair},
    spool::Spool,
};

const HELP: &str = "\
El código se pide en Comanda, pantalla Impresoras, «Vincular agente»; son seis dígitos y valen diez minutos.

Ejemplos:
  comanda-agent pair --server https://mirestaurante.pe --code 123456
  comanda-agent pair --server http://192.168.1.10:8080 --code \"123 456\"
  comanda-agent pair --server https://mirestaurante.pe --code 123456 --proxy http://proxy.empresa.pe:3128
  comanda-agent pair --server https://comanda.empresa.pe --code 123456 --ca-file empresa.pem

Si el servicio ya anda con otra vinculación, toma la nueva con:
  comanda-agent service stop && comanda-agent service start";

#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub(super) struct Arguments {
    /// Dirección del servidor, la misma que abre Comanda en el navegador
    #[arg(long, value_name = "DIRECCIÓN")]
    pub(super) server: String,
    /// Código de seis dígitos
    #[arg(long, value_name = "CÓDIGO")]
    pub(super) code: String,
    /// Proxy por el que se sale a internet; «no» para ninguno. Si falta, el de HTTPS_PROXY
    #[arg(long, value_name = "DIRECCIÓN")]
    pub(super) proxy: Option<String>,
    /// Archivo PEM con los certificados propios de la empresa
    #[arg(long, value_name = "ARCHIVO")]
    pub(super) ca_file: Option<PathBuf>,
    /// Vincula otra vez, aunque ya lo esté
    #[arg(long)]
    pub(super) again: bool,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> CommandResult {
    let file = &context.config_file;
    let before = Config::read(file).ok();
    if let (Some(before), false) = (&before, arguments.again) {
        let message = format!("esta PC ya está vinculada con {}", before.server);
        let mend = "Para vincularla otra vez agrega --again; después elimina la vinculación anterior en Impresoras.";
        return Err(Failure::new(Exit::Busy, message).with_remedy(mend));
    }
    let pairing = Pairing {
        server: &arguments.server,
        code: &arguments.code,
        proxy: arguments.proxy.clone(),
        ca_file: arguments.ca_file.clone(),
    };
    let paired = run_to_completion(async { Ok(pair(&pairing, file).await?) })?;
    let written = Config::read(file)?;
    let runs = Spool::is_held(&written.state_dir);
    let next = if runs {
        "El agente está en marcha con la vinculación anterior. Reinícialo: comanda-agent service stop, y luego start."
            .to_owned()
    } else {
        let flag = context.config_option();
        format!("Sigue con: comanda-agent discover{flag}\nO inicia el agente: comanda-agent run{flag}")
    };
    let text = format!(
        "Vinculada con {} ({}).\nConfiguración: {}\n{next}",
        paired.company_name,
        written.server,
        file.display()
    );
    let json = json!({
        "company_name": paired.company_name,
        "agent_id": paired.agent_id,
        "server": written.server,
        "config": file,
        "restart_needed": runs,
    });
    Ok(Answer::new(text, json))
}
