//! systemd: the packaged unit where there is one, otherwise the same unit written for this program.

use std::{fs, path::Path, process::Command};

use super::{Installation, NAME, ServiceError, ServiceStatus};
use crate::{owner, places};

/// The packaged one.
const UNIT: &str = include_str!("../../../installer/linux/comanda-agent.service");
const PACKAGED_PROGRAM: &str = "/usr/bin/comanda-agent";
const OWN_UNIT: &str = "/etc/systemd/system/comanda-agent.service";
const PACKAGED_UNITS: [&str; 2] =
    ["/usr/lib/systemd/system/comanda-agent.service", "/lib/systemd/system/comanda-agent.service"];
/// Which USB printers belong to group `lp`.
const RULES: &str = include_str!("../../../installer/linux/comanda-agent.rules");
const OWN_RULES: &str = "/etc/udev/rules.d/60-comanda-agent.rules";
const RUNNING_SYSTEMD: &str = "/run/systemd/system";

/// Puts the service in place and starts it, now and with the machine.
///
/// # Errors
/// Without systemd or an administrator's rights, or when one of its steps fails.
pub fn install(installation: &Installation) -> Result<(), ServiceError> {
    ready()?;
    make_user()?;
    let home = places::home();
    fs::create_dir_all(&home).map_err(|why| ServiceError::failed("la carpeta del agente", why))?;
    give_away(&home)?;
    if !PACKAGED_UNITS.iter().any(|path| Path::new(path).exists()) {
        fs::write(OWN_UNIT, unit(installation)).map_err(|why| ServiceError::failed(OWN_UNIT, why))?;
        open_usb_to_the_service();
    }
    systemctl(&["daemon-reload"])?;
    systemctl(&["enable", NAME])?;
    systemctl(&["restart", NAME])
}

/// Starts it.
///
/// # Errors
/// As [`install`]; where it is not installed.
pub fn start() -> Result<(), ServiceError> {
    installed()?;
    systemctl(&["start", NAME])
}

/// Stops it, after what it is printing.
///
/// # Errors
/// As [`start`].
pub fn stop() -> Result<(), ServiceError> {
    installed()?;
    systemctl(&["stop", NAME])
}

/// Stops it and takes the unit away. Configuration and tickets stay.
///
/// # Errors
/// As [`start`].
pub fn uninstall() -> Result<(), ServiceError> {
    installed()?;
    systemctl(&["disable", "--now", NAME])?;
    if Path::new(OWN_UNIT).exists() {
        fs::remove_file(OWN_UNIT).map_err(|why| ServiceError::failed(OWN_UNIT, why))?;
        // It may be gone already.
        let _ = fs::remove_file(OWN_RULES);
    }
    systemctl(&["daemon-reload"])
}

/// How it is.
///
/// # Errors
/// Without systemd.
pub fn status() -> Result<ServiceStatus, ServiceError> {
    if !Path::new(RUNNING_SYSTEMD).exists() {
        return Err(ServiceError::NoManager);
    }
    let shown =
        run("systemctl", &["show", "--property=LoadState,ActiveState,SubState,UnitFileState,StatusText", NAME])?;
    Ok(read(&shown))
}

fn read(shown: &str) -> ServiceStatus {
    let of = |name: &str| shown.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('=')).unwrap_or_default();
    let active = of("ActiveState");
    let running = matches!(active, "active" | "reloading");
    // What it said last stays there when it has ended.
    let text = if running { of("StatusText") } else { "" };
    let words = format!("{active}, {}", of("SubState"));
    ServiceStatus {
        installed: of("LoadState") == "loaded",
        enabled: of("UnitFileState") == "enabled",
        running,
        detail: if text.is_empty() { words } else { format!("{words}: {text}") },
    }
}

fn ready() -> Result<(), ServiceError> {
    if !Path::new(RUNNING_SYSTEMD).exists() {
        return Err(ServiceError::NoManager);
    }
    // What an administrator may and others may not.
    let may = fs::OpenOptions::new().write(true).open("/etc/passwd").is_ok();
    if may { Ok(()) } else { Err(ServiceError::NotAllowed) }
}

fn installed() -> Result<(), ServiceError> {
    if !status()?.installed {
        return Err(ServiceError::NotInstalled);
    }
    ready()
}

fn make_user() -> Result<(), ServiceError> {
    if run("id", &["-u", NAME]).is_ok() {
        return Ok(());
    }
    let home = places::home().display().to_string();
    run("useradd", &["--system", "--home-dir", &home, "--shell", "/usr/sbin/nologin", NAME]).map(|_| ())
}

/// Without udev, or where its folder is not to be written, printers on USB may stay closed: `doctor` says so.
fn open_usb_to_the_service() {
    let reloaded = fs::write(OWN_RULES, RULES)
        .map_err(|why| ServiceError::failed(OWN_RULES, why))
        .and_then(|()| run("udevadm", &["control", "--reload"]))
        .and_then(|_| run("udevadm", &["trigger", "--subsystem-match=usb"]));
    if let Err(error) = reloaded {
        tracing::warn!(%error, "printers on USB may stay closed to the service");
    }
}

/// What `pair` wrote as an administrator is to be the service's.
fn give_away(home: &Path) -> Result<(), ServiceError> {
    let id = |what: &str| -> Result<u32, ServiceError> {
        let said = run("id", &[what, NAME])?;
        said.trim().parse().map_err(|why| ServiceError::failed("id", why))
    };
    let given = owner::give_all(home, (id("-u")?, id("-g")?));
    given.map_err(|why| ServiceError::failed(home.display().to_string(), why))
}

/// The packaged unit, for a program that lies elsewhere.
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
    fn reads_what_systemd_shows() {
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
