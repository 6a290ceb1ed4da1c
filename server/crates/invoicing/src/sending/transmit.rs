//! Transmits one document: signs it once, sends it, and queries it by its number where an answer was lost.

use super::{context::SenderContext, gateway::GatewayClient};
use crate::billing::electronic::queue::{self, TaxDocument};
use anyhow::anyhow;
use comanda_base::{error::Result, transact};
use comanda_sunat::{
    answer::{Answer, RequestContext, Trouble, interpret},
    archive,
    soap::{DocumentQuery, Request},
    ubl::UnsignedXml,
};

/// The number of failed queries after which an operator is assumed not to answer queries.
const MAX_FAILED_QUERIES: i64 = 3;
/// The code for a document that was registered before.
const CODE_REGISTERED_BEFORE: &str = "1033";
const KNOWN_AND_NOT_SHOWN: &str =
    "La SUNAT dice que ya tiene este número y todavía no lo muestra. Se vuelve a preguntar solo.";
const KNOWN_AND_NOT_FOUND: &str = "La SUNAT dice que ya tiene este número, pero al preguntarle por él no lo encuentra. Envíalo otra vez \
     más tarde; si sigue igual, avisa a soporte.";

impl SenderContext {
    /// Returns the signed XML, signing it now where needed. It is stored before it is sent anywhere. Empty where a provider writes and
    /// signs its own XML.
    pub async fn signed_xml(&self, document: &TaxDocument) -> Result<String> {
        if self.signer.is_none() {
            return Ok(String::new());
        }
        let xml = {
            let mut tx = self.company.db.read().await?;
            queue::load_xml(&mut tx, document.id).await?
        };
        if document.signed_at.is_some() {
            return Ok(xml);
        }
        let signed = self.sign(xml).await?;
        let now = self.now();
        transact!(self.company.db, |tx| { queue::store_signed_xml(tx, document.id, &signed, now).await })
    }

    /// Signs an XML on a blocking thread.
    pub async fn sign(&self, xml: String) -> Result<String> {
        let signer = self.signer.clone().ok_or_else(|| anyhow!("nothing is signed here"))?;
        let signing = tokio::task::spawn_blocking(move || {
            let unsigned = UnsignedXml::parse(xml).map_err(anyhow::Error::from)?;
            signer.sign(&unsigned).map_err(anyhow::Error::from)
        });
        Ok(signing.await.map_err(|e| anyhow!("signing ended: {e}"))??)
    }

    /// Sends a document, or queries it first where it may have arrived before.
    pub async fn transmit(&self, document: &TaxDocument, signed: &str) -> Result<Answer> {
        if let GatewayClient::Provider(provider) = &self.client {
            return self.send_by_provider(provider, document).await;
        }
        let number = document.full_number();
        if document.in_doubt {
            let is_sent_alone = !document.was_accepted() && !document.by_summary && document.batch_id.is_none();
            match self.query(document).await? {
                Answer::Unknown if is_sent_alone => {}
                // A service that cannot be queried gets the document again: one that has it answers that it is known.
                Answer::Retry(Trouble::NotSunat) | Answer::Stop { .. }
                    if is_sent_alone && document.tries >= MAX_FAILED_QUERIES => {}
                answer => return Ok(answer),
            }
        }
        let file_name = format!("{}-{}-{number}", self.issuer.ruc, document.code);
        let zip = archive::pack(&file_name, signed).map_err(anyhow::Error::from)?;
        let reply = self.client.send_request(Request::SendBill { file_name, zip }).await;
        let answer = interpret(RequestContext::Bill(&number), reply);
        let Answer::RegisteredBefore { .. } = answer else { return Ok(answer) };
        if !self.client.can_query_documents() {
            return Ok(answer);
        }
        Ok(match self.query(document).await? {
            // The document is known there but not visible to queries yet, or the answer was wrong.
            Answer::Unknown
                if document.sunat_code == CODE_REGISTERED_BEFORE && document.tries >= MAX_FAILED_QUERIES =>
            {
                Answer::Stop { code: CODE_REGISTERED_BEFORE.into(), message: KNOWN_AND_NOT_FOUND.into() }
            }
            Answer::Unknown | Answer::Retry(_) => Answer::QueryFirst(Trouble::Service {
                code: CODE_REGISTERED_BEFORE.into(),
                message: KNOWN_AND_NOT_SHOWN.into(),
            }),
            answer => answer,
        })
    }

    /// Queries a document by its number, with its receipt where there is one, which only the F series has.
    pub async fn query(&self, document: &TaxDocument) -> Result<Answer> {
        let number = document.full_number();
        let question = || -> Result<DocumentQuery> {
            Ok(DocumentQuery { ruc: self.issuer.ruc.clone(), kind: document.kind()?, number: document.tax_number()? })
        };
        // The receipt of a voided document says that it was accepted: only its status tells of the void.
        if document.is_of_f_series() && !document.was_accepted() {
            let reply = self.client.send_request(Request::ConsultReceipt(question()?)).await;
            let answer = interpret(RequestContext::Receipt(&number), reply);
            if !matches!(answer, Answer::Retry(Trouble::WrongReceipt | Trouble::NotSunat) | Answer::Stop { .. }) {
                return Ok(answer);
            }
        }
        let reply = self.client.send_request(Request::ConsultStatus(question()?)).await;
        Ok(interpret(RequestContext::Status(&number), reply))
    }
}
