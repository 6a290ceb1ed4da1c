//! billConsultService: the state of a document by its number.

use crate::{
    names::{DocumentId, Kind},
    registry::State,
    soap::Answer,
    sunat::Sunat,
};

impl Sunat {
    /// Answers getStatus, for documents of every kind, or getStatusCdr, for 01, 07 and 08 of the F series only.
    pub(crate) fn consult(&self, wants_cdr: bool, ruc: &str, kind: &str, series: &str, number: &str) -> Answer {
        let state_only = |code, message| Answer::Consulted { wants_cdr, code, message, cdr: None };
        if wants_cdr && (Kind::from_code(kind).is_none() || kind == Kind::Boleta.code()) {
            return state_only("0009", "El tipo de comprobante debe de ser (01, 07 o 08)");
        }
        if wants_cdr && !series.starts_with('F') {
            let message = "Sólo se puede consultar facturas, notas de crédito y debito electrónicas, cuya serie empieza con \"F\"";
            return state_only("0010", message);
        }
        let id = DocumentId::parse(&format!("{ruc}-{kind}-{series}-{number}"));
        let Some(known) = id.and_then(|id| self.registry.document(&id)) else {
            return state_only("0011", "El comprobante de pago electrónico no existe");
        };
        match (&known.cdr, known.state) {
            (Some(cdr), _) if wants_cdr => {
                let (code, message) = ("0004", "La constancia existe");
                Answer::Consulted { wants_cdr, code, message, cdr: Some(cdr.clone()) }
            }
            (_, State::Accepted) => state_only("0001", "El comprobante existe y está aceptado"),
            (_, State::Rejected) => state_only("0002", "El comprobante existe pero está rechazado"),
            (_, State::Voided) => state_only("0003", "El comprobante existe pero está de baja"),
        }
    }
}
