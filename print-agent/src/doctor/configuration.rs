//! Checks that the configuration file exists, is valid, and is not readable by others.

use std::path::Path;

use super::Finding;
use crate::config::{Config, ConfigError};

const CHECK: &str = "Configuración";

pub(super) fn check(file: &Path, config: &Result<Config, ConfigError>) -> Finding {
    match config {
        Ok(config) if is_readable_by_others(file) => Finding::warning(
            CHECK,
            format!("vinculada con {}, pero otros usuarios pueden leer {}", config.server, file.display()),
            format!("Con ese archivo se reciben los tickets: chmod 600 {}", file.display()),
        ),
        Ok(config) => Finding::good(CHECK, format!("vinculada con {} ({})", config.server, file.display())),
        Err(ConfigError::Unreadable { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => Finding::fault(
            CHECK,
            format!("esta PC no está vinculada: no existe {}", file.display()),
            "En Comanda, pantalla Impresoras, pide un código: comanda-agent pair --server DIRECCIÓN --code CÓDIGO",
        ),
        Err(ConfigError::Unreadable { .. }) => Finding::fault(
            CHECK,
            format!("no se puede leer {}", file.display()),
            "Ejecuta doctor como administrador o con sudo.",
        ),
        Err(error) => {
            Finding::fault(CHECK, error.to_string(), "Corrígelo, o vincula de nuevo: comanda-agent pair --again …")
        }
    }
}

#[cfg(unix)]
fn is_readable_by_others(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(file).is_ok_and(|found| found.permissions().mode() & 0o077 != 0)
}

/// Returns false: the file is written with an access list of its own.
#[cfg(windows)]
fn is_readable_by_others(_file: &Path) -> bool {
    false
}
