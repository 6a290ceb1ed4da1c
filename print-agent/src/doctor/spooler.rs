//! The operating system's queues, where a printer uses one.

#[cfg(unix)]
use super::output_of;
use super::{Finding, Inspection};

const CHECK: &str = "Colas del sistema";

pub(super) async fn check(inspection: &Inspection) -> Vec<Finding> {
    let printers = inspection.agent.iter().flat_map(|view| &view.printers);
    let queues: Vec<_> =
        printers.filter(|printer| printer.kind == "SPOOLER").map(|printer| printer.address.as_str()).collect();
    if queues.is_empty() {
        return Vec::new();
    }
    if !runs().await {
        let mend = if cfg!(windows) {
            "Abre «Servicios» y arranca «Cola de impresión» (Spooler)."
        } else {
            "sudo systemctl enable --now cups"
        };
        return vec![Finding::fault(CHECK, "el servicio de impresión del sistema está parado", mend)];
    }
    let mut findings = Vec::new();
    for queue in queues {
        findings.push(if exists(queue).await {
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
async fn runs() -> bool {
    output_of("lpstat", &["-r"]).await.is_some_and(|said| !said.contains("not running"))
}

#[cfg(windows)]
async fn runs() -> bool {
    crate::service::works("Spooler")
}

#[cfg(unix)]
async fn exists(queue: &str) -> bool {
    output_of("lpstat", &["-p", queue]).await.is_some()
}

/// A queue of another machine shows only when it is printed on.
#[cfg(windows)]
async fn exists(queue: &str) -> bool {
    let key = format!(r"SYSTEM\CurrentControlSet\Control\Print\Printers\{queue}");
    queue.starts_with(r"\\") || windows_registry::LOCAL_MACHINE.open(key).is_ok()
}
