//! Derives from an answer whether address, credentials and certificate work.

use comanda_sunat::{
    answer::{Answer, Trouble},
    codes,
    provider::{Outcome, Trouble as ProviderTrouble},
};

/// The finding from an answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// User and password are correct.
    Good(String),
    /// They are not, or the service has a problem; the text says which.
    Bad(String),
    /// The server at the address is no service of this kind.
    Stranger,
    /// The certificate was refused; the text says why.
    Certificate(String),
}

/// Interprets the answer of a `billService` that users know as `name`.
pub(super) fn service_finding(answer: Answer, name: &str, user: &str) -> Finding {
    match answer {
        Answer::CredentialsRefused { .. } => Finding::Bad(format!(
            "{name} no reconoce al usuario {user} o su clave. Prueba entrar con ellos en su página: si tampoco abre, pide otra clave \
             ahí y escríbela aquí."
        )),
        Answer::Retry(Trouble::NotSunat) => Finding::Stranger,
        Answer::Retry(Trouble::Service { message, .. }) => {
            Finding::Bad(format!("{name} no atiende en este momento: {message}. Prueba otra vez en unos minutos."))
        }
        Answer::Retry(_) | Answer::QueryFirst(_) => {
            Finding::Bad(format!("{name} no respondió a tiempo. Prueba otra vez en unos minutos."))
        }
        Answer::Accepted(_) | Answer::Observed(_) => {
            Finding::Good(format!("{name} aceptó una factura de prueba con tu firma."))
        }
        Answer::Rejected { code, message, .. } if is_signature_code(&code) => {
            Finding::Certificate(format!("{name} no acepta la firma: {message} {}", codes::advice_for(&code)))
        }
        Answer::Rejected { code, message, .. } | Answer::Stop { code, message } => {
            Finding::Bad(format!("{name} respondió {code}: {message} {}", codes::advice_for(&code)))
        }
        Answer::TicketLost
        | Answer::Unknown
        | Answer::InProcess
        | Answer::PendingTicket(_)
        | Answer::Voided
        | Answer::RegisteredBefore { .. }
        | Answer::DuplicateBatch { .. } => Finding::Good(format!("{name} reconoce al usuario {user}.")),
    }
}

/// Whether the code is about the certificate and the signature.
fn is_signature_code(code: &str) -> bool {
    code.parse::<u32>().is_ok_and(|code| (2325..=2337).contains(&code))
}

/// Interprets the answer of a provider that was asked for a batch which does not exist.
pub(super) fn provider_finding(outcome: &Outcome) -> Finding {
    match outcome {
        Outcome::TokenRefused { .. } => {
            Finding::Bad("El proveedor no acepta el token. Cópialo otra vez de su página, completo.".into())
        }
        Outcome::Retry(ProviderTrouble::NotJson) => Finding::Stranger,
        Outcome::Retry(_) => {
            Finding::Bad("El proveedor no respondió a tiempo. Prueba otra vez en unos minutos.".into())
        }
        _ => Finding::Good("El proveedor reconoce tu token.".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(answer: Answer) -> Finding {
        service_finding(answer, "SUNAT", "ANA")
    }

    #[test]
    fn an_answer_leads_to_one_finding() {
        let rejected = |code: &str| Answer::Rejected { code: code.into(), message: "No.".into(), receipt: None };
        assert!(matches!(finding(Answer::TicketLost), Finding::Good(text) if text.contains("ANA")));
        assert!(matches!(finding(Answer::Accepted(None)), Finding::Good(text) if text.contains("factura de prueba")));
        assert!(matches!(finding(rejected("2325")), Finding::Certificate(_)));
        assert!(matches!(finding(rejected("2800")), Finding::Bad(text) if text.contains("2800")));
        assert_eq!(finding(Answer::Retry(Trouble::NotSunat)), Finding::Stranger);
        let refused = Answer::CredentialsRefused { code: None, message: String::new() };
        assert!(matches!(finding(refused), Finding::Bad(text) if text.contains("no reconoce")));
        let service = Trouble::Service { code: "0200".into(), message: "Fuera de servicio".into() };
        assert!(matches!(finding(Answer::Retry(service)), Finding::Bad(text) if text.contains("Fuera de servicio")));
    }

    #[test]
    fn a_provider_says_whether_the_token_is_good() {
        assert!(matches!(provider_finding(&Outcome::TokenRefused { message: String::new() }), Finding::Bad(_)));
        assert!(matches!(provider_finding(&Outcome::Refused { message: "No existe".into() }), Finding::Good(_)));
        assert_eq!(provider_finding(&Outcome::Retry(ProviderTrouble::NotJson)), Finding::Stranger);
    }
}
