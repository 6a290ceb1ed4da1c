//! Checks each printer: by the state that the running agent reports, or by its port where no agent is running.

use std::time::Duration;

use tokio::{net::TcpStream, time::timeout};

use super::{Finding, Inspection};
use crate::api::PrinterView;

const CHECK: &str = "Impresoras";
const TIMEOUT: Duration = Duration::from_secs(3);

pub(super) async fn check(inspection: &Inspection) -> Vec<Finding> {
    let Some(view) = &inspection.agent else {
        return Vec::new();
    };
    let active: Vec<_> = view.printers.iter().filter(|printer| printer.status != "INACTIVE").collect();
    if active.is_empty() {
        return vec![Finding::warning(
            CHECK,
            "esta PC no tiene ninguna",
            "Búscalas y agrégalas: comanda-agent discover, comanda-agent printers add",
        )];
    }
    let mut findings = Vec::new();
    for printer in active {
        let finding = if inspection.runs { reported_state(printer) } else { check_port(printer).await };
        findings.extend(finding);
        findings.extend(relieved(printer));
        findings.extend(without_purpose(printer));
        let waiting = view.jobs_waiting.get(&printer.id.to_string()).copied().unwrap_or(0);
        if waiting > 10 {
            findings.push(Finding::warning(
                CHECK,
                format!("{}: {waiting} tickets esperan", printer.name),
                "Míralos: comanda-agent jobs list --waiting",
            ));
        }
    }
    findings
}

fn reported_state(printer: &PrinterView) -> Option<Finding> {
    let name = &printer.name;
    let fault = |text: &str, mend: &str| Some(Finding::fault(CHECK, format!("{name}: {text}"), mend));
    match printer.state.as_str() {
        "READY" => Some(Finding::good(CHECK, format!("{name}: lista"))),
        "PAPER_NEAR_END" => {
            Some(Finding::warning(CHECK, format!("{name}: queda poco papel"), "Ten a mano un rollo nuevo."))
        }
        "PAPER_OUT" => fault("sin papel", "Pon un rollo; lo que espera sale solo."),
        "COVER_OPEN" => fault("tapa abierta", "Ciérrala; lo que espera sale solo."),
        "ERROR" => fault("con un error", "Apágala y enciéndela; mira si el papel o el cortador están trabados."),
        "OFFLINE" if printer.trouble.as_deref() == Some("BABBLING") => fault(
            "manda datos sin parar",
            "Apágala y enciéndela. Si sigue, revisa el cable, y que en su dirección haya una impresora de tickets.",
        ),
        "OFFLINE" if printer.trouble.as_deref() == Some("NOT_A_PRINTER") => {
            fault("no es una impresora: su dirección es la de un archivo", "Corrígela con printers move.")
        }
        "OFFLINE" => fault("no responde", offline_remedy(&printer.kind)),
        _ => None,
    }
}

/// Checks that the port of a network printer opens; only while no agent uses it, because most printers take one connection.
async fn check_port(printer: &PrinterView) -> Option<Finding> {
    if printer.kind != "NETWORK" {
        return None;
    }
    let address = &printer.address;
    let place = if address.contains(':') { address.clone() } else { format!("{address}:9100") };
    Some(match timeout(TIMEOUT, TcpStream::connect(&place)).await {
        Ok(Ok(_)) => Finding::good(CHECK, format!("{}: responde en {place}", printer.name)),
        _ => Finding::fault(CHECK, format!("{}: no responde en {place}", printer.name), offline_remedy("NETWORK")),
    })
}

fn offline_remedy(kind: &str) -> &'static str {
    match kind {
        "NETWORK" => {
            "Revisa que esté encendida y el cable de red. Si cambió de IP, búscala con discover y usa printers move."
        }
        "USB" => "Revisa que esté encendida y el cable USB; prueba otro puerto.",
        "SERIAL" => "Revisa que esté encendida, el cable, el puerto y la velocidad (la imprime su autoprueba).",
        _ => "Revisa que la cola exista y no esté en pausa.",
    }
}

/// Says where the tickets of a printer in trouble come out meanwhile.
fn relieved(printer: &PrinterView) -> Option<Finding> {
    let name = printer.stand_in_name.as_deref()?;
    let prints = matches!(printer.state.as_str(), "READY" | "PAPER_NEAR_END");
    let text = format!("{}: lo suyo sale mientras tanto por {name}", printer.name);
    (!prints).then(|| Finding::warning(CHECK, text, "Vuelve a la suya sola, apenas imprima."))
}

fn without_purpose(printer: &PrinterView) -> Option<Finding> {
    (printer.production_areas.is_empty() && printer.cashboxes.is_empty()).then(|| {
        Finding::warning(
            CHECK,
            format!("{}: no tiene área ni caja: nada se le manda", printer.name),
            format!("comanda-agent printers move \"{}\" --area ÁREA   (o --cashbox CAJA)", printer.name),
        )
    })
}
