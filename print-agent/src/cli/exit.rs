//! The end of a command: an exit code for scripts, a message and the next step for people.

use std::process::ExitCode;

use crate::{
    agent::AgentError, api::ApiError, config::ConfigError, net::NetError, pair::PairError, service::ServiceError,
};

/// The exit codes. They are documented in the help text, and a number never changes its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Exit {
    Good = 0,
    Failed = 1,
    Usage = 2,
    NotPaired = 3,
    NoServer = 4,
    Refused = 5,
    NoPrinter = 6,
    NotAllowed = 7,
    Busy = 8,
    Findings = 9,
}

pub(super) const HELP: &str = "\
Para empezar, en la PC de las impresoras:
  comanda-agent setup

O paso a paso:
  comanda-agent pair --server https://mirestaurante.pe --code 123456
  comanda-agent discover
  comanda-agent printers add --name COCINA --address 192.168.1.50 --area Cocina
  comanda-agent service install
  comanda-agent printers test COCINA
  comanda-agent doctor

Cada orden tiene su ayuda con ejemplos: comanda-agent printers add --help

Códigos de salida:
  0  bien
  1  falló por otra causa; el texto la dice
  2  la orden está mal escrita
  3  esta PC no está vinculada, o su configuración no se puede leer
  4  no se llega al servidor
  5  el servidor no lo acepta
  6  la impresora no responde o no confirmó la impresión, o la balanza no responde
  7  falta permiso: hazlo como administrador (Windows) o con sudo (Linux)
  8  otro lo está usando: el agente ya trabaja, o la impresora está ocupada
  9  doctor encontró algo que arreglar";

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// The reason why a command failed.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) exit: Exit,
    pub(super) message: String,
    /// The next step for the user, in one sentence.
    pub(super) remedy: Option<String>,
}

impl Failure {
    pub(super) fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self { exit, message: message.into(), remedy: None }
    }

    pub(super) fn with_remedy(self, remedy: impl Into<String>) -> Self {
        Self { remedy: Some(remedy.into()), ..self }
    }
}

/// The advice to run the command again as administrator, or as root.
pub(super) const AS_ADMINISTRATOR: &str = if cfg!(windows) {
    "Abre la ventana de comandos con «Ejecutar como administrador» y repite la orden."
} else {
    "Repite la orden con sudo."
};

pub(super) const PAIR_FIRST: &str = "Vincúlala: en Comanda, pantalla Impresoras, pide un código y ejecuta: comanda-agent pair --server DIRECCIÓN --code CÓDIGO";

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::PermissionDenied {
            return Self::new(Exit::NotAllowed, format!("falta permiso: {error}")).with_remedy(AS_ADMINISTRATOR);
        }
        Self::new(Exit::Failed, error.to_string())
    }
}

impl From<NetError> for Failure {
    fn from(error: NetError) -> Self {
        let exit = match error {
            NetError::Address(_) | NetError::ProxyAddress(_) => Exit::Usage,
            NetError::Certificates { .. } => Exit::Failed,
            _ => Exit::NoServer,
        };
        Self::new(exit, error.to_string()).with_remedy(error.remedy())
    }
}

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Self {
        match error {
            ApiError::ServerAccess(error) => error.into(),
            ApiError::Refused { status: 401, .. } => {
                Self::new(Exit::Refused, "el servidor ya no reconoce a esta PC").with_remedy(PAIR_FIRST)
            }
            ApiError::Refused { .. } => Self::new(Exit::Refused, error.to_string()),
            ApiError::NotComanda { .. } => Self::new(Exit::NoServer, error.to_string()).with_remedy(
                "Revisa la dirección: debe ser la que abre Comanda en el navegador; y que el servidor esté al día.",
            ),
        }
    }
}

impl From<PairError> for Failure {
    fn from(error: PairError) -> Self {
        match error {
            PairError::Code(_) => Self::new(Exit::Usage, error.to_string())
                .with_remedy("Pide un código en Comanda, pantalla Impresoras; vale diez minutos."),
            PairError::Api(error) => error.into(),
            PairError::Unwritable { ref source, .. } => {
                let denied = source.kind() == std::io::ErrorKind::PermissionDenied;
                let exit = if denied { Exit::NotAllowed } else { Exit::Failed };
                Self::new(exit, error.to_string()).with_remedy(AS_ADMINISTRATOR)
            }
        }
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        let message = error.to_string();
        match error {
            ConfigError::Unreadable { path, source } => match source.kind() {
                std::io::ErrorKind::NotFound => Self::new(
                    Exit::NotPaired,
                    format!("esta PC todavía no está vinculada: no existe {}", path.display()),
                )
                .with_remedy(PAIR_FIRST),
                std::io::ErrorKind::PermissionDenied => {
                    Self::new(Exit::NotAllowed, message).with_remedy(AS_ADMINISTRATOR)
                }
                _ => Self::new(Exit::NotPaired, message),
            },
            ConfigError::Invalid { .. } => Self::new(Exit::NotPaired, message)
                .with_remedy("Corrige el archivo, o vincula de nuevo con pair --again."),
        }
    }
}

impl From<AgentError> for Failure {
    fn from(error: AgentError) -> Self {
        let message = error.to_string();
        match error {
            AgentError::State { source, .. } if source.kind() == std::io::ErrorKind::WouldBlock => {
                Self::new(Exit::Busy, "el agente ya está trabajando con esta configuración").with_remedy(
                    "Mira cómo está con «comanda-agent status», o páralo con «comanda-agent service stop».",
                )
            }
            AgentError::State { source, .. } if source.kind() == std::io::ErrorKind::PermissionDenied => {
                Self::new(Exit::NotAllowed, message).with_remedy(AS_ADMINISTRATOR)
            }
            AgentError::ServerAccess(error) => error.into(),
            _ => Self::new(Exit::Failed, message),
        }
    }
}

impl From<ServiceError> for Failure {
    fn from(error: ServiceError) -> Self {
        let message = error.to_string();
        match error {
            ServiceError::NotAllowed => Self::new(Exit::NotAllowed, message).with_remedy(AS_ADMINISTRATOR),
            ServiceError::NotInstalled => {
                Self::new(Exit::Failed, message).with_remedy("Instálalo: comanda-agent service install")
            }
            ServiceError::NoManager | ServiceError::Failed { .. } => Self::new(Exit::Failed, message),
        }
    }
}
