//! `service`: manages the system service that starts the agent with the machine.

use super::{Answer, CommandResult, Context, Exit, Failure};
use crate::{
    config::Config,
    places,
    service::{self, Installation, ServiceStatus},
};

const INSTALL_HELP: &str = "\
Deja el agente andando ahora y cada vez que se prenda la PC. En Linux usa systemd, con un usuario propio sin permisos;
en Windows es un servicio que el sistema vuelve a arrancar si falla. Se necesita ser administrador.

Ejemplos:
  sudo comanda-agent service install       (Linux)
  comanda-agent service install            (Windows, en una ventana de administrador)";

const HELP: &str = "\
Ejemplos:
  comanda-agent service status
  comanda-agent service stop
  comanda-agent service start
  comanda-agent service uninstall     (la configuración y los tickets se conservan)";

#[derive(Debug, Clone, Copy, clap::Subcommand)]
pub(super) enum Command {
    /// Instala el servicio y lo arranca
    #[command(after_long_help = INSTALL_HELP)]
    Install,
    /// Lo arranca
    #[command(after_long_help = HELP)]
    Start,
    /// Lo para, después de lo que esté imprimiendo
    #[command(after_long_help = HELP)]
    Stop,
    /// Dice cómo está
    #[command(after_long_help = HELP)]
    Status,
    /// Lo para y lo quita
    #[command(after_long_help = HELP)]
    Uninstall,
}

pub(super) fn run(context: &Context, command: Command) -> CommandResult {
    match command {
        Command::Install => install(context)?,
        Command::Start => service::start()?,
        Command::Stop => service::stop()?,
        Command::Uninstall => service::uninstall()?,
        Command::Status => {}
    }
    let status = service::status()?;
    Ok(Answer::new(describe(&status), &status))
}

/// Installs the service. It needs a configuration first, because without one the service would stop at once.
pub(super) fn install(context: &Context) -> Result<(), Failure> {
    Config::read(&context.config_file)?;
    if cfg!(unix) && context.config_file != places::config_file() {
        let message =
            format!("el servicio lee {}, y esta configuración está en otra parte", places::config_file().display());
        return Err(Failure::new(Exit::Usage, message).with_remedy("Vincula sin --config: sudo comanda-agent pair …"));
    }
    Ok(service::install(&Installation::for_this_program(&context.config_file)?)?)
}

fn describe(status: &ServiceStatus) -> String {
    match (status.installed, status.running) {
        (false, _) => "El servicio no está instalado.".to_owned(),
        (true, running) => {
            let state = if running { "en marcha" } else { "parado" };
            let starts = if status.enabled { "arranca con la PC" } else { "no arranca con la PC" };
            format!("El servicio está {state} y {starts} ({}).", status.detail)
        }
    }
}
