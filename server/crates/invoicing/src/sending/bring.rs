//! One document and the tax authority: signed once, sent, and asked for by its number where an answer was lost.

use super::{desk::Desk, gateway::Way};
use crate::billing::electronic::queue::{self, TaxDocument};
use anyhow::anyhow;
use comanda_base::{error::Result, transact};
use comanda_sunat::{
    answer::{Answer, Asked, Trouble, understand},
    archive,
    soap::{Question, Request},
    ubl::Unsigned,
};

/// So often an operator is asked for a document before it is taken not to answer such questions.
const ASKED_IN_VAIN: i64 = 3;
/// Registered before.
const KNOWN: &str = "1033";
const KNOWN_AND_NOT_SHOWN: &str =
    "La SUNAT dice que ya tiene este número y todavía no lo muestra. Se vuelve a preguntar solo.";
const KNOWN_AND_NOT_FOUND: &str = "La SUNAT dice que ya tiene este número, pero al preguntarle por él no lo encuentra. Envíalo otra vez \
     más tarde; si sigue igual, avisa a soporte.";

impl Desk {
    /// The signed XML, signed now where it is not. Its bytes are kept before anybody else sees them. Empty where a provider writes and
    /// signs its own.
    pub async fn signed(&self, document: &TaxDocument) -> Result<String> {
        if self.signer.is_none() {
            return Ok(String::new());
        }
        let xml = {
            let mut tx = self.company.db.read().await?;
            queue::xml(&mut tx, document.id).await?
        };
        if document.signed_at.is_some() {
            return Ok(xml);
        }
        let signed = self.sign(xml).await?;
        let now = self.now();
        transact!(self.company.db, |tx| { queue::keep_signed(tx, document.id, &signed, now).await })
    }

    /// Signs an XML on a thread of its own.
    pub async fn sign(&self, xml: String) -> Result<String> {
        let signer = self.signer.clone().ok_or_else(|| anyhow!("nothing is signed here"))?;
        let signing = tokio::task::spawn_blocking(move || {
            let unsigned = Unsigned::parse(xml).map_err(anyhow::Error::from)?;
            signer.sign(&unsigned).map_err(anyhow::Error::from)
        });
        Ok(signing.await.map_err(|e| anyhow!("signing ended: {e}"))??)
    }

    /// Sends a document, or asks for it first where it may have arrived.
    pub async fn bring(&self, document: &TaxDocument, signed: &str) -> Result<Answer> {
        if let Way::Provider(provider) = &self.way {
            return self.bring_to_provider(provider, document).await;
        }
        let number = document.full_number();
        if document.in_doubt {
            let is_sent_alone = !document.was_accepted() && !document.by_summary && document.batch_id.is_none();
            match self.inquire(document).await? {
                Answer::Unknown if is_sent_alone => {}
                // Who cannot be asked is told again: what was taken is then answered as known.
                Answer::Retry(Trouble::NotSunat) | Answer::Stop { .. }
                    if is_sent_alone && document.tries >= ASKED_IN_VAIN => {}
                answer => return Ok(answer),
            }
        }
        let file_name = format!("{}-{}-{number}", self.issuer.ruc, document.code);
        let zip = archive::pack(&file_name, signed).map_err(anyhow::Error::from)?;
        let reply = self.way.ask(Request::SendBill { file_name, zip }).await;
        let answer = understand(Asked::Bill(&number), reply);
        let Answer::RegisteredBefore { .. } = answer else { return Ok(answer) };
        if !self.way.answers_questions() {
            return Ok(answer);
        }
        Ok(match self.inquire(document).await? {
            // Known there, and not yet where it is asked; or said without being so.
            Answer::Unknown if document.sunat_code == KNOWN && document.tries >= ASKED_IN_VAIN => {
                Answer::Stop { code: KNOWN.into(), message: KNOWN_AND_NOT_FOUND.into() }
            }
            Answer::Unknown | Answer::Retry(_) => {
                Answer::QueryFirst(Trouble::Service { code: KNOWN.into(), message: KNOWN_AND_NOT_SHOWN.into() })
            }
            answer => answer,
        })
    }

    /// Asks for a document by its number: with its receipt where there is one, which only the F series has.
    pub async fn inquire(&self, document: &TaxDocument) -> Result<Answer> {
        let number = document.full_number();
        let question = || -> Result<Question> {
            Ok(Question { ruc: self.issuer.ruc.clone(), kind: document.kind()?, number: document.tax_number()? })
        };
        // The receipt of what was voided says that it was accepted: only its state tells.
        if document.is_of_f_series() && !document.was_accepted() {
            let reply = self.way.ask(Request::ConsultReceipt(question()?)).await;
            let answer = understand(Asked::Receipt(&number), reply);
            if !matches!(answer, Answer::Retry(Trouble::WrongReceipt | Trouble::NotSunat) | Answer::Stop { .. }) {
                return Ok(answer);
            }
        }
        let reply = self.way.ask(Request::ConsultStatus(question()?)).await;
        Ok(understand(Asked::Status(&number), reply))
    }
}
