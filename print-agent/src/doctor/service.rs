//! Checks that the service is installed, starts with the machine, and is running.

use super::{Finding, Inspection};
use crate::{places, service};

const CHECK: &str = "Servicio";

pub(super) fn check(inspection: &Inspection) -> Finding {
    let status = service::status();
    match status {
        _ if inspection.config_file != places::config_file() && inspection.runs => {
            Finding::good(CHECK, "el agente está en marcha con esta configuración")
        }
        Ok(status) if !status.installed => Finding::warning(
            CHECK,
            if inspection.runs {
                "el agente anda, pero no como servicio: al reiniciar la PC no arrancará"
            } else {
                "no está instalado"
            },
            "Instálalo: comanda-agent service install",
        ),
        Ok(status) if !status.running => Finding::fault(
            CHECK,
            format!("está parado ({})", status.detail),
            "Arráncalo: comanda-agent service start; si no arranca, mira: comanda-agent logs",
        ),
        Ok(status) if !status.enabled => Finding::warning(
            CHECK,
            "está en marcha, pero no arranca solo con la PC",
            "Instálalo otra vez: comanda-agent service install",
        ),
        Ok(_) => Finding::good(CHECK, "está en marcha y arranca solo con la PC"),
        Err(service::ServiceError::NoManager) if inspection.runs => {
            Finding::good(CHECK, "el agente está en marcha; este sistema no usa systemd")
        }
        Err(error) => {
            Finding::warning(CHECK, error.to_string(), "Asegúrate de que «comanda-agent run» arranque con la PC.")
        }
    }
}
