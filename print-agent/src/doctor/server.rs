//! Checks that the server knows this agent, and that the link for tickets is connected.

use super::{Finding, Inspection};
use crate::{
    api::{Api, ApiError},
    live::LiveState,
};

pub(super) async fn check(inspection: &mut Inspection) -> Vec<Finding> {
    let Some(config) = inspection.config.as_ref().filter(|_| inspection.net.is_some()) else {
        return Vec::new();
    };
    let answer = match Api::new(config) {
        Ok(api) => api.load_agent().await,
        Err(error) => Err(error.into()),
    };
    let mut findings = vec![match &answer {
        Ok(view) => {
            Finding::good("Servidor", format!("{} reconoce esta PC como «{}»", view.company_name, view.agent.name))
        }
        Err(ApiError::Refused { status: 401, .. }) => Finding::fault(
            "Servidor",
            "ya no reconoce a esta PC: la quitaron en Impresoras, o se vinculó otra vez",
            "Vincúlala de nuevo: comanda-agent pair --again --server DIRECCIÓN --code CÓDIGO",
        ),
        Err(error) => {
            Finding::fault("Servidor", error.to_string(), "Revisa la dirección del servidor y que esté al día.")
        }
    }];
    if let Some(live) = LiveState::read(&config.state_dir) {
        findings.push(match (live.link.connected, live.link.trouble) {
            (true, _) => Finding::good("Enlace", "los tickets llegan al momento"),
            (false, Some(why)) => Finding::fault(
                "Enlace",
                format!("el agente no está conectado con el servidor: {why}"),
                "Se reintenta solo. Si lo demás está bien, puede que un proxy o antivirus no deje pasar WebSocket.",
            ),
            (false, None) => {
                Finding::warning("Enlace", "el agente se está conectando", "Repite doctor en unos segundos.")
            }
        });
    }
    inspection.agent = answer.ok();
    findings
}
