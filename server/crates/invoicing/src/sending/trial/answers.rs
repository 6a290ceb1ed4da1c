//! What an answer says of address, credentials and certificate. Pure.

use comanda_sunat::{
    answer::{Answer, Trouble},
    codes,
    provider::{Outcome, Trouble as ProviderTrouble},
};

/// What came of asking.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// User and password are good.
    Good(String),
    /// They are not, or it is not well: in words.
    Bad(String),
    /// Whoever answered is no service of this kind.
    Stranger,
    /// The certificate is refused: in words.
    Certificate(String),
}

/// Of a `billService` that people know as `name`.
pub(super) fn of_service(answer: Answer, name: &str, user: &str) -> Said {
    match answer {
        Answer::CredentialsRefused { .. } => Said::Bad(format!(
            "{name} no reconoce al usuario {user} o su clave. Prueba entrar con ellos en su página: si tampoco abre, pide otra clave \
             ahí y escríbela aquí."
        )),
        Answer::Retry(Trouble::NotSunat) => Said::Stranger,
        Answer::Retry(Trouble::Service { message, .. }) => {
            Said::Bad(format!("{name} no atiende en este momento: {message}. Prueba otra vez en unos minutos."))
        }
        Answer::Retry(_) | Answer::QueryFirst(_) => {
            Said::Bad(format!("{name} no respondió a tiempo. Prueba otra vez en unos minutos."))
        }
        Answer::Accepted(_) | Answer::Observed(_) => {
            Said::Good(format!("{name} aceptó una factura de prueba con tu firma."))
        }
        Answer::Rejected { code, message, .. } if is_of_signature(&code) => {
            Said::Certificate(format!("{name} no acepta la firma: {message} {}", codes::what_to_do(&code)))
        }
        Answer::Rejected { code, message, .. } | Answer::Stop { code, message } => {
            Said::Bad(format!("{name} respondió {code}: {message} {}", codes::what_to_do(&code)))
        }
        Answer::TicketLost
        | Answer::Unknown
        | Answer::InProcess
        | Answer::PendingTicket(_)
        | Answer::Voided
        | Answer::RegisteredBefore { .. }
        | Answer::DuplicateBatch { .. } => Said::Good(format!("{name} reconoce al usuario {user}.")),
    }
}

/// Codes about the certificate and the signature.
fn is_of_signature(code: &str) -> bool {
    code.parse::<u32>().is_ok_and(|code| (2325..=2337).contains(&code))
}

/// Of a provider who was asked for a batch that there is not.
pub(super) fn of_provider(outcome: &Outcome) -> Said {
    match outcome {
        Outcome::TokenRefused { .. } => {
            Said::Bad("El proveedor no acepta el token. Cópialo otra vez de su página, completo.".into())
        }
        Outcome::Retry(ProviderTrouble::NotJson) => Said::Stranger,
        Outcome::Retry(_) => Said::Bad("El proveedor no respondió a tiempo. Prueba otra vez en unos minutos.".into()),
        _ => Said::Good("El proveedor reconoce tu token.".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(answer: Answer) -> Said {
        of_service(answer, "SUNAT", "ANA")
    }

    #[test]
    fn an_answer_is_about_one_thing() {
        let rejected = |code: &str| Answer::Rejected { code: code.into(), message: "No.".into(), receipt: None };
        assert!(matches!(said(Answer::TicketLost), Said::Good(text) if text.contains("ANA")));
        assert!(matches!(said(Answer::Accepted(None)), Said::Good(text) if text.contains("factura de prueba")));
        assert!(matches!(said(rejected("2325")), Said::Certificate(_)));
        assert!(matches!(said(rejected("2800")), Said::Bad(text) if text.contains("2800")));
        assert_eq!(said(Answer::Retry(Trouble::NotSunat)), Said::Stranger);
        let refused = Answer::CredentialsRefused { code: None, message: String::new() };
        assert!(matches!(said(refused), Said::Bad(text) if text.contains("no reconoce")));
        let service = Trouble::Service { code: "0200".into(), message: "Fuera de servicio".into() };
        assert!(matches!(said(Answer::Retry(service)), Said::Bad(text) if text.contains("Fuera de servicio")));
    }

    #[test]
    fn a_provider_says_whether_the_token_is_good() {
        assert!(matches!(of_provider(&Outcome::TokenRefused { message: String::new() }), Said::Bad(_)));
        assert!(matches!(of_provider(&Outcome::Refused { message: "No existe".into() }), Said::Good(_)));
        assert_eq!(of_provider(&Outcome::Retry(ProviderTrouble::NotJson)), Said::Stranger);
    }
}
