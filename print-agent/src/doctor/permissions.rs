//! Checks that the agent can write its files and open the devices.

use std::{fs, path::Path};

use super::{Finding, Inspection};
use crate::owner;

const CHECK: &str = "Permisos";

pub(super) fn check(inspection: &Inspection) -> Vec<Finding> {
    let Some(config) = &inspection.config else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    if !inspection.runs && config.state_dir.exists() && !can_write(&config.state_dir) {
        findings.push(Finding::fault(
            CHECK,
            format!("no se puede escribir en {}", config.state_dir.display()),
            if cfg!(windows) {
                "Ejecuta doctor como administrador."
            } else {
                "Ejecuta doctor con sudo; si aún falla: sudo chown -R comanda-agent: /var/lib/comanda-agent"
            },
        ));
    }
    #[cfg(unix)]
    findings.extend(super::owners::check(inspection, config));
    if inspection.log_dir.exists() && !inspection.runs && !can_write(&inspection.log_dir) {
        findings.push(Finding::warning(
            CHECK,
            format!("no se puede anotar en {}", inspection.log_dir.display()),
            "Ejecuta doctor como administrador o con sudo.",
        ));
    }
    findings.extend(devices());
    if findings.is_empty() {
        findings.push(Finding::good(CHECK, "el agente puede usar sus carpetas y los dispositivos"));
    }
    findings
}

fn can_write(dir: &Path) -> bool {
    let probe = dir.join("doctor.probe");
    owner::create_afresh(&probe).and_then(|_| fs::remove_file(probe)).is_ok()
}

/// Checks the access to devices: USB printers belong to group `lp`, serial ports to `dialout`; the packaged service is in both.
#[cfg(unix)]
fn devices() -> Vec<Finding> {
    let listed = |dir: &str, start: &str| {
        let entries = fs::read_dir(dir).into_iter().flatten().flatten();
        entries
            .map(|entry| entry.path())
            .filter(|path| path.file_name().is_some_and(|n| n.to_string_lossy().starts_with(start)))
            .collect::<Vec<_>>()
    };
    let found = [listed("/dev/usb", "lp"), listed("/dev", "ttyUSB"), listed("/dev", "ttyACM")].concat();
    let denied = |path: &std::path::PathBuf| {
        let opened = fs::OpenOptions::new().write(true).open(path);
        opened.is_err_and(|error| error.kind() == std::io::ErrorKind::PermissionDenied)
    };
    let denied = found.into_iter().filter(denied).map(|path| {
        Finding::warning(
            CHECK,
            format!("este usuario no puede abrir {}", path.display()),
            "El servicio instalado sí puede (grupos lp y dialout); a mano, usa sudo.",
        )
    });
    denied.collect()
}

#[cfg(windows)]
fn devices() -> Vec<Finding> {
    Vec::new()
}
