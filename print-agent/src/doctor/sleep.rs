//! Checks that the print PC does not go to sleep, since it then prints nothing.

use super::{Finding, run_program};

const CHECK: &str = "Suspensión";

/// Checks the systemd targets: only a machine with a desktop goes to sleep by itself, and one with a lid when it is closed.
#[cfg(unix)]
pub(super) async fn check() -> Vec<Finding> {
    // The property is queried because other commands fail for a unit that is masked or missing.
    let loaded = async |unit| run_program("systemctl", &["show", "--property=LoadState", unit]).await;
    let Some(desktop) = loaded("display-manager.service").await else {
        return Vec::new();
    };
    let has_lid = std::path::Path::new("/proc/acpi/button/lid").exists();
    if !desktop.contains("=loaded") && !has_lid {
        return vec![Finding::good(CHECK, "esta PC no se duerme sola")];
    }
    if loaded("sleep.target").await.is_some_and(|output| output.contains("masked")) {
        return vec![Finding::good(CHECK, "está impedida")];
    }
    vec![Finding::warning(
        CHECK,
        "esta PC puede dormirse sola, y dormida no imprime",
        "sudo systemctl mask sleep.target suspend.target hibernate.target hybrid-sleep.target",
    )]
}

/// Checks the current power scheme on mains power: sleep, hibernation, and USB ports that are switched off.
#[cfg(windows)]
pub(super) async fn check() -> Vec<Finding> {
    const SETTINGS: [(&str, &str, &str, &str); 3] = [
        (
            "SUB_SLEEP",
            "STANDBYIDLE",
            "esta PC se duerme sola, y dormida no imprime",
            "powercfg /change standby-timeout-ac 0",
        ),
        (
            "SUB_SLEEP",
            "HIBERNATEIDLE",
            "esta PC hiberna sola, y así no imprime",
            "powercfg /change hibernate-timeout-ac 0",
        ),
        (
            "2a737441-1930-4402-8d77-b2bebba308a3",
            "48e6b7a6-50f5-4782-a5d4-53bb8f07e226",
            "Windows apaga puertos USB para ahorrar, y con ellos la impresora",
            "powercfg /setacvalueindex SCHEME_CURRENT 2a737441-1930-4402-8d77-b2bebba308a3 48e6b7a6-50f5-4782-a5d4-53bb8f07e226 0 && powercfg /setactive SCHEME_CURRENT",
        ),
    ];
    let mut findings = Vec::new();
    let mut was_answered = false;
    for (group, setting, text, mend) in SETTINGS {
        let Some(output) = run_program("powercfg", &["/query", "SCHEME_CURRENT", group, setting]).await else {
            continue;
        };
        was_answered = true;
        if mains_value(&output).is_some_and(|value| value != 0) {
            findings.push(Finding::warning(CHECK, text, mend));
        }
    }
    if was_answered && findings.is_empty() {
        findings.push(Finding::good(CHECK, "esta PC no se duerme sola"));
    }
    findings
}

/// Returns the value on mains power: the last two numbers are those on mains and on battery, in every language of Windows.
#[cfg(windows)]
fn mains_value(output: &str) -> Option<u32> {
    let mut values = output.lines().rev().filter_map(|line| line.rsplit_once("0x")).map(|(_, hex)| hex.trim());
    let _on_battery = values.next()?;
    u32::from_str_radix(values.next()?, 16).ok()
}

#[cfg(all(test, windows))]
mod tests {
    use super::mains_value;

    #[test]
    fn the_output_of_powercfg_is_read_in_any_language() {
        let english = "    Possible Settings units: Seconds\r\n\r\n    Current AC Power Setting Index: 0x00000708\r\n    Current DC Power Setting Index: 0x00000384\r\n\r\n";
        assert_eq!(mains_value(english), Some(1800));
        let spanish = "    \u{fffd}ndice de configuraci\u{fffd}n de corriente alterna actual: 0x00000000\r\n    \u{fffd}ndice de configuraci\u{fffd}n de corriente continua actual: 0x00000384\r\n";
        assert_eq!(mains_value(spanish), Some(0));
        assert_eq!(mains_value("No se encuentra el elemento."), None);
    }
}
