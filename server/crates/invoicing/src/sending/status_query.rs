//! Queries the tax authority at a user's request: one document, or all documents of some days.

use super::{
    context::{OpenedContext, SenderContext},
    dispatch::apply_answer,
    gateway::GatewayClient,
    pace::SendingPace,
};
use crate::billing::{
    BillingState,
    electronic::{
        WAITING_VOID,
        queue::{self, TaxDocument},
    },
};
use chrono::NaiveDate;
use comanda_base::{
    error::{Code, Result, refuse},
    ids::{BillingId, TaxDocumentId},
};
use comanda_platform::{companies::Company, state::App};
use comanda_sunat::{answer::Answer, codes};
use serde::Serialize;
use std::{sync::Arc, time::Duration};
use utoipa::ToSchema;

/// The longest time that a user waits for one answer.
const MAX_WAIT: Duration = Duration::from_secs(15);
/// The number of documents in one call of `reconcile_documents`.
const MAX_AT_ONCE: i64 = 100;
const CALLS_AT_ONCE: usize = 4;

/// The state of a document at the tax authority.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DocumentStatus {
    pub billing_id: Option<BillingId>,
    /// `F001-7`
    pub full_number: String,
    pub state: BillingState,
    /// The code of the last answer; empty before it.
    /// The text of the last answer; empty before it.
    pub sunat_code: String,
    pub sunat_message: String,
    /// Advice for users; empty where nothing is to be done.
    pub what_to_do: String,
    /// Whether the tax authority answered now; otherwise the data is what was known before.
    pub asked: bool,
}

impl DocumentStatus {
    /// Builds the status from the stored document.
    pub(super) fn from_document(document: &TaxDocument, is_answered: bool) -> Self {
        Self {
            billing_id: document.billing_id,
            full_number: document.full_number(),
            state: document.state,
            sunat_code: document.sunat_code.clone(),
            sunat_message: document.sunat_message.clone(),
            what_to_do: what_to_do(document),
            asked: is_answered,
        }
    }
}

fn what_to_do(document: &TaxDocument) -> String {
    let text = match document.state {
        BillingState::Failed if document.sunat_code == queue::TOKEN_REFUSED => {
            "Copia otra vez el token de la página del proveedor a la configuración de facturación."
        }
        BillingState::Failed if document.was_accepted() => codes::advice_for_failed_void(&document.sunat_code),
        BillingState::Failed if document.sunat_code.is_empty() => "Avisa a soporte con este mensaje.",
        BillingState::Failed | BillingState::Rejected | BillingState::Observed => {
            codes::advice_for(&document.sunat_code)
        }
        BillingState::Pending if document.by_summary => "Espera: va a SUNAT en el resumen diario, que se envía solo.",
        BillingState::Voiding if document.was_accepted() => WAITING_VOID,
        BillingState::Sent => "Espera: SUNAT lo está procesando, y su respuesta se consulta sola.",
        BillingState::Pending | BillingState::Voiding => "Espera: se envía solo a SUNAT.",
        BillingState::NotSent | BillingState::Accepted | BillingState::Voided => "",
    };
    text.to_owned()
}

/// A document whose stored state was wrong.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Mended {
    pub before: BillingState,
    #[serde(flatten)]
    pub now: DocumentStatus,
}

/// The result of a reconciliation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Reconciled {
    /// The number of documents for which the tax authority answered.
    pub asked: i64,
    /// The number of documents for which it did not answer.
    pub unanswered: i64,
    pub changed: Vec<Mended>,
    /// The value of `after` for the next call; null at the end.
    pub next: Option<TaxDocumentId>,
}

/// Queries a document now, and stores the result.
pub(super) async fn check_document(app: &App, company: &Arc<Company>, document: TaxDocument) -> Result<DocumentStatus> {
    let Some(sender) = open_queryable(app, company).await? else {
        return Ok(DocumentStatus::from_document(&document, false));
    };
    let is_answered = query(&sender, &document).await?;
    let present = reload(company, &document).await?;
    Ok(DocumentStatus::from_document(&present, is_answered))
}

/// Queries the documents of some days, from the one after `after` on.
///
/// # Errors
/// 409 where the gateway cannot be queried, or sending is not set up.
pub(super) async fn reconcile_documents(
    app: &App,
    company: &Arc<Company>,
    days: (NaiveDate, NaiveDate),
    after: TaxDocumentId,
) -> Result<Reconciled> {
    let Some(sender) = open_queryable(app, company).await? else {
        let text = "Esta forma de envío no responde consultas. Los estados se traen solos al enviar.";
        return refuse(Code::Conflict, text).err();
    };
    let documents = {
        let mut tx = company.db.read().await?;
        queue::load_of_days(&mut tx, days, after, MAX_AT_ONCE).await?
    };
    let is_full = i64::try_from(documents.len()).is_ok_and(|n| n == MAX_AT_ONCE);
    let next = documents.last().map(|d| d.id).filter(|_| is_full);
    let mut found = Vec::with_capacity(documents.len());
    for some in documents.chunks(CALLS_AT_ONCE) {
        let comparisons = some.iter().map(|document| compare_status(&sender, company, document));
        found.extend(futures::future::try_join_all(comparisons).await?);
    }
    let count =
        |answered: bool| i64::try_from(found.iter().filter(|(a, _)| *a == answered).count()).unwrap_or(i64::MAX);
    let (answered, unanswered) = (count(true), count(false));
    Ok(Reconciled { asked: answered, unanswered, changed: found.into_iter().filter_map(|(_, m)| m).collect(), next })
}

/// Queries one document; returns whether it was answered for, and the correction of its state if any.
async fn compare_status(
    sender: &SenderContext,
    company: &Company,
    document: &TaxDocument,
) -> Result<(bool, Option<Mended>)> {
    let is_answered = query(sender, document).await?;
    let present = reload(company, document).await?;
    let is_changed = present.state != document.state;
    Ok((
        is_answered,
        is_changed
            .then(|| Mended { before: document.state, now: DocumentStatus::from_document(&present, is_answered) }),
    ))
}

/// Opens the sender's context; `None` where the gateway cannot be queried.
async fn open_queryable(app: &App, company: &Arc<Company>) -> Result<Option<Box<SenderContext>>> {
    let pace = SendingPace { patience: MAX_WAIT, ..SendingPace::default() };
    Ok(match SenderContext::open(app, company, &pace).await? {
        OpenedContext::Ready(sender) => {
            Some(sender).filter(|sender| GatewayClient::can_query_documents(&sender.client))
        }
        OpenedContext::NotOurs => None,
        OpenedContext::Shut(why) => return refuse(Code::Conflict, why).err(),
    })
}

/// Queries the document and stores an answer that says anything. A failure of the query does not change the document.
async fn query(sender: &SenderContext, document: &TaxDocument) -> Result<bool> {
    let answer = sender.query(document).await?;
    match answer {
        Answer::Accepted(_) | Answer::Observed(_) | Answer::Rejected { .. } | Answer::Voided => {
            apply_answer(sender, document, answer).await?;
            Ok(true)
        }
        Answer::Unknown if document.in_doubt => {
            apply_answer(sender, document, answer).await?;
            Ok(true)
        }
        Answer::Unknown => Ok(true),
        other => {
            tracing::info!(document = document.full_number(), ?other, "a question without an answer");
            Ok(false)
        }
    }
}

async fn reload(company: &Company, document: &TaxDocument) -> Result<TaxDocument> {
    let mut tx = company.db.read().await?;
    queue::load_document(&mut tx, document.id).await
}
