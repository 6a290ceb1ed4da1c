//! The service under systemd: the packaged unit where there is one, otherwise the same unit written for this program.

use std::{fs, path::Path, process::Command};

use super::{Installation, NAME, ServiceError, ServiceStatus};
use crate::{owner, places};

/// The packaged unit.
const UNIT: &str = include_str!("../../../installer/linux/comanda-agent.service");
const PACKAGED_PROGRAM: &str = "/usr/bin/comanda-agent";
const OWN_UNIT: &str = "/etc/systemd/system/comanda-agent.service";
const PACKAGED_UNITS: [&str; 2] =
    ["/usr/lib/systemd/system/comanda-agent.service", "/lib/systemd/system/comanda-agent.service"];
/// The udev rules that give USB printers to group `lp`.
const RULES: &str = include_str!("../../../installer/linux/comanda-agent.rules");
const OWN_RULES: &str = "/etc/udev/rules.d/60-comanda-agent.rules";
const RUNNING_SYSTEMD: &str = "/run/systemd/system";

/// Installs the service and starts it, now and with the machine.
///
/// # Errors
/// Returns an error without systemd or an administrator's rights, or if one of its steps fails.
pub fn install(installation: &Installation) -> Result<(), ServiceError> {
    require_administrator()?;
    create_user()?;
    let home = places::home();
    fs::create_dir_all(&home).map_err(|why| ServiceError::failed("la carpeta del agente", why))?;
    give_to_service(&home)?;
    if !PACKAGED_UNITS.iter().any(|path| Path::new(path).exists()) {
        fs::write(OWN_UNIT, unit(installation)).map_err(|why| ServiceError::failed(OWN_UNIT, why))?;
        open_usb_to_the_service();
    }
    systemctl(&["daemon-reload"])?;
    systemctl(&["enable", NAME])?;
    systemctl(&["restart", NAME])
}

/// Starts the service.
///
/// # Errors
/// Returns the errors of [`install`], or an error if the service is not installed.
pub fn start() -> Result<(), ServiceError> {
    require_installed()?;
    systemctl(&["start", NAME])
}

/// Stops the service after its current print.
///
/// # Errors
/// Returns the same errors as [`start`].
pub fn stop() -> Result<(), ServiceError> {
    require_installed()?;
    systemctl(&["stop", NAME])
}

/// Stops the service and removes its unit. Configuration and tickets stay.
///
/// # Errors
/// Returns the same errors as [`start`].
pub fn uninstall() -> Result<(), ServiceError> {
    require_installed()?;
    systemctl(&["disable", "--now", NAME])?;
    if Path::new(OWN_UNIT).exists() {
        fs::remove_file(OWN_UNIT).map_err(|why| ServiceError::failed(OWN_UNIT, why))?;
        // The rules may have been removed already.
        let _ = fs::remove_file(OWN_RULES);
    }
    systemctl(&["daemon-reload"])
}

/// Returns the status of the service.
///
/// # Errors
/// Returns an error if there is no systemd.
pub fn status() -> Result<ServiceStatus, ServiceError> {
    if !Path::new(RUNNING_SYSTEMD).exists() {
        return Err(ServiceError::NoManager);
    }
    let shown =
        run("systemctl", &["show", "--property=LoadState,ActiveState,SubState,UnitFileState,StatusText", NAME])?;
    Ok(read(&shown))
}

fn read(shown: &str) -> ServiceStatus {
    let value =
        |name: &str| shown.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('=')).unwrap_or_default();
    let active = value("ActiveState");
    let running = matches!(active, "active" | "reloading");
    // The last status text remains after the service has ended, and must not be shown then.
    let text = if running { value("StatusText") } else { "" };
    let words = format!("{active}, {}", value("SubState"));
    ServiceStatus {
        installed: value("LoadState") == "loaded",
        enabled: value("UnitFileState") == "enabled",
        running,
        detail: if text.is_empty() { words } else { format!("{words}: {text}") },
    }
}

fn require_administrator() -> Result<(), ServiceError> {
    if !Path::new(RUNNING_SYSTEMD).exists() {
        return Err(ServiceError::NoManager);
    }
    // Only an administrator can open this file for writing.
    let is_administrator = fs::OpenOptions::new().write(true).open("/etc/passwd").is_ok();
    if is_administrator { Ok(()) } else { Err(ServiceError::NotAllowed) }
}

fn require_installed() -> Result<(), ServiceError> {
    if !status()?.installed {
        return Err(ServiceError::NotInstalled);
    }
    require_administrator()
}

fn create_user() -> Result<(), ServiceError> {
    if run("id", &["-u", NAME]).is_ok() {
        return Ok(());
    }
    let home = places::home().display().to_string();
    run("useradd", &["--system", "--home-dir", &home, "--shell", "/usr/sbin/nologin", NAME]).map(|_| ())
}

/// Installs the udev rules. Without udev, or where its folder is not writable, the service may be unable to open USB printers; `doctor`
/// reports that.
fn open_usb_to_the_service() {
    let reloaded = fs::write(OWN_RULES, RULES)
        .map_err(|why| ServiceError::failed(OWN_RULES, why))
        .and_then(|()| run("udevadm", &["control", "--reload"]))
        .and_then(|_| run("udevadm", &["trigger", "--subsystem-match=usb"]));
    if let Err(error) = reloaded {
        tracing::warn!(%error, "printers on USB may stay closed to the service");
    }
}

/// Gives the folder to the service's user, with the files that `pair` wrote as an administrator.
fn give_to_service(home: &Path) -> Result<(), ServiceError> {
    let id = |what: &str| -> Result<u32, ServiceError> {
        let output = run("id", &[what, NAME])?;
        output.trim().parse().map_err(|why| ServiceError::failed("id", why))
    };
    let outcome = owner::give_folder_to(home, (id("-u")?, id("-g")?));
    outcome.map_err(|why| ServiceError::failed(home.display().to_string(), why))
}

/// Returns the packaged unit, changed for the paths of this installation.
fn unit(installation: &Installation) -> String {
    let packaged_config = "/var/lib/comanda-agent/agent.toml";
    UNIT.replace(PACKAGED_PROGRAM, &installation.program.display().to_string())
        .replace(packaged_config, &installation.config.display().to_string())
}

fn systemctl(arguments: &[&str]) -> Result<(), ServiceError> {
    run("systemctl", arguments).map(|_| ())
}

fn run(program: &str, arguments: &[&str]) -> Result<String, ServiceError> {
    let what = format!("{program} {}", arguments.join(" "));
    let output =
        Command::new(program).args(arguments).output().map_err(|why| ServiceError::failed(what.as_str(), why))?;
    if !output.status.success() {
        return Err(ServiceError::failed(what, String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::{Installation, read, unit};

    #[test]
    fn the_output_of_systemd_is_read() {
        let shown =
            "LoadState=loaded\nActiveState=active\nSubState=running\nUnitFileState=enabled\nStatusText=Conectado\n";
        let status = read(shown);
        assert!(status.installed && status.enabled && status.running);
        assert_eq!(status.detail, "active, running: Conectado");
        let ended = shown.replace("=active", "=inactive").replace("=running", "=dead");
        assert_eq!(read(&ended).detail, "inactive, dead");
        assert!(!read("LoadState=not-found\nActiveState=inactive\n").installed);
    }

    #[test]
    fn the_unit_names_this_program() {
        let unit = unit(&Installation { program: "/opt/agente".into(), config: "/srv/a.toml".into() });
        assert!(unit.contains("ExecStart=/opt/agente run --config /srv/a.toml\n"), "{unit}");
        assert!(unit.contains("ConditionPathExists=/srv/a.toml\n"), "{unit}");
    }
}
