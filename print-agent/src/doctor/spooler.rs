//! Checks the operating system's queues that printers use.

#[cfg(unix)]
use super::run_program;
use super::{Finding, Inspection};

const CHECK: &str = "Colas del sistema";

pub(super) async fn check(inspection: &Inspection) -> Vec<Finding> {
    let printers = inspection.agent.iter().flat_map(|view| &view.printers);
    let queues: Vec<_> =
        printers.filter(|printer| printer.kind == "SPOOLER").map(|printer| printer.address.as_str()).collect();
    if queues.is_empty() {
        return Vec::new();
    }
    if !is_running().await {
        let mend = if cfg!(windows) {
            "Abre «Servicios» y arranca «Cola de impresión» (Spooler)."
        } else {
            "sudo systemctl enable --now cups"
        };
        return vec![Finding::fault(CHECK, "el servicio de impresión del sistema está parado", mend)];
    }
    let mut findings = Vec::new();
    for queue in queues {
        findings.push(if queue_exists(queue).await {
            Finding::good(CHECK, format!("la cola «{queue}» existe"))
        } else {
            Finding::fault(
                CHECK,
                format!("la cola «{queue}» no existe"),
                "Mira las que hay: comanda-agent discover; y cámbiala con printers move.",
            )
        });
    }
    findings
}

#[cfg(unix)]
async fn is_running() -> bool {
    run_program("lpstat", &["-r"]).await.is_some_and(|output| !output.contains("not running"))
}

#[cfg(windows)]
async fn is_running() -> bool {
    crate::service::is_running("Spooler")
}

#[cfg(unix)]
async fn queue_exists(queue: &str) -> bool {
    run_program("lpstat", &["-p", queue]).await.is_some()
}

/// Whether a queue exists. The state of a queue on another machine is known only when it is printed on.
#[cfg(windows)]
async fn queue_exists(queue: &str) -> bool {
    let key = format!(r"SYSTEM\CurrentControlSet\Control\Print\Printers\{queue}");
    queue.starts_with(r"\\") || windows_registry::LOCAL_MACHINE.open(key).is_ok()
}
