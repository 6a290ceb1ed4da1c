//! Asking the tax authority what it knows, because a person wants to know now: one document, or all of some days.

use super::{
    desk::{Desk, Opened},
    dispatch::settle,
    gateway::Way,
    pace::Pace,
};
use crate::billing::{
    BillingState,
    electronic::queue::{self, TaxDocument},
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

/// A person waits no longer than this for one answer.
const PATIENCE: Duration = Duration::from_secs(15);
/// Documents of one call of `reconcile`.
const MAX_AT_ONCE: i64 = 100;
const CALLS_AT_ONCE: usize = 4;

/// Where a document stands with the tax authority.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DocumentStatus {
    pub billing_id: Option<BillingId>,
    /// `F001-7`
    pub full_number: String,
    pub state: BillingState,
    /// Code and text of the last answer; empty before it.
    pub sunat_code: String,
    pub sunat_message: String,
    /// In words for a person; empty where nothing is to be done.
    pub what_to_do: String,
    /// Whether the tax authority answered now. If not, this is what was known before.
    pub asked: bool,
}

impl DocumentStatus {
    /// As it is kept.
    pub(super) fn of(document: &TaxDocument, asked: bool) -> Self {
        Self {
            billing_id: document.billing_id,
            full_number: document.full_number(),
            state: document.state,
            sunat_code: document.sunat_code.clone(),
            sunat_message: document.sunat_message.clone(),
            what_to_do: what_to_do(document),
            asked,
        }
    }
}

fn what_to_do(document: &TaxDocument) -> String {
    let text = match document.state {
        BillingState::Failed if document.sunat_code == queue::TOKEN_REFUSED => {
            "Copia otra vez el token de la página del proveedor a la configuración de facturación."
        }
        BillingState::Failed if document.was_accepted() => codes::what_to_do_about_void(&document.sunat_code),
        BillingState::Failed if document.sunat_code.is_empty() => "Avisa a soporte con este mensaje.",
        BillingState::Failed | BillingState::Rejected | BillingState::Observed => {
            codes::what_to_do(&document.sunat_code)
        }
        BillingState::Pending if document.by_summary => "Nada: va en el resumen diario.",
        BillingState::Voiding if document.was_accepted() => "Nada: la anulación se envía sola.",
        BillingState::Pending | BillingState::Sent | BillingState::Voiding => "Nada: se envía solo.",
        BillingState::NotSent | BillingState::Accepted | BillingState::Voided => "",
    };
    text.to_owned()
}

/// What was found to be otherwise than it was kept here.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Mended {
    pub before: BillingState,
    #[serde(flatten)]
    pub now: DocumentStatus,
}

/// What a reconciliation came to.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Reconciled {
    /// Documents that the tax authority answered for.
    pub asked: i64,
    /// Documents that it did not answer for.
    pub unanswered: i64,
    pub changed: Vec<Mended>,
    /// Where to go on: `after` of the next call; null: that was all.
    pub next: Option<TaxDocumentId>,
}

/// Asks for a document now, and keeps what is found.
pub(super) async fn check(app: &App, company: &Arc<Company>, document: TaxDocument) -> Result<DocumentStatus> {
    let Some(desk) = desk(app, company).await? else { return Ok(DocumentStatus::of(&document, false)) };
    let asked = question(&desk, &document).await?;
    let present = again(company, &document).await?;
    Ok(DocumentStatus::of(&present, asked))
}

/// Asks for the documents of some days, from the one after `after` on.
///
/// # Errors
/// 409 where there is nobody to ask, or sending is not set up.
pub(super) async fn reconcile(
    app: &App,
    company: &Arc<Company>,
    days: (NaiveDate, NaiveDate),
    after: TaxDocumentId,
) -> Result<Reconciled> {
    let Some(desk) = desk(app, company).await? else {
        let text = "Esta forma de envío no responde consultas. Los estados se traen solos al enviar.";
        return refuse(Code::Conflict, text).err();
    };
    let documents = {
        let mut tx = company.db.read().await?;
        queue::of_days(&mut tx, days, after, MAX_AT_ONCE).await?
    };
    let is_full = i64::try_from(documents.len()).is_ok_and(|n| n == MAX_AT_ONCE);
    let next = documents.last().map(|d| d.id).filter(|_| is_full);
    let mut found = Vec::with_capacity(documents.len());
    for some in documents.chunks(CALLS_AT_ONCE) {
        let asked = some.iter().map(|document| compare(&desk, company, document));
        found.extend(futures::future::try_join_all(asked).await?);
    }
    let count =
        |answered: bool| i64::try_from(found.iter().filter(|(a, _)| *a == answered).count()).unwrap_or(i64::MAX);
    let (asked, unanswered) = (count(true), count(false));
    Ok(Reconciled { asked, unanswered, changed: found.into_iter().filter_map(|(_, m)| m).collect(), next })
}

/// Whether it was answered for, and what was otherwise.
async fn compare(desk: &Desk, company: &Company, document: &TaxDocument) -> Result<(bool, Option<Mended>)> {
    let asked = question(desk, document).await?;
    let present = again(company, document).await?;
    let is_changed = present.state != document.state;
    Ok((asked, is_changed.then(|| Mended { before: document.state, now: DocumentStatus::of(&present, asked) })))
}

/// None where nobody can be asked.
async fn desk(app: &App, company: &Arc<Company>) -> Result<Option<Box<Desk>>> {
    let pace = Pace { patience: PATIENCE, ..Pace::default() };
    Ok(match Desk::open(app, company, &pace).await? {
        Opened::Ready(desk) => Some(desk).filter(|desk| Way::answers_questions(&desk.way)),
        Opened::NotOurs => None,
        Opened::Shut(why) => return refuse(Code::Conflict, why).err(),
    })
}

/// Asks, and keeps the answer where it says anything. A trouble of the question is none of the document.
async fn question(desk: &Desk, document: &TaxDocument) -> Result<bool> {
    let answer = desk.inquire(document).await?;
    match answer {
        Answer::Accepted(_) | Answer::Observed(_) | Answer::Rejected { .. } | Answer::Voided => {
            settle(desk, document, answer).await?;
            Ok(true)
        }
        Answer::Unknown if document.in_doubt => {
            settle(desk, document, answer).await?;
            Ok(true)
        }
        Answer::Unknown => Ok(true),
        other => {
            tracing::info!(document = document.full_number(), ?other, "a question without an answer");
            Ok(false)
        }
    }
}

async fn again(company: &Company, document: &TaxDocument) -> Result<TaxDocument> {
    let mut tx = company.db.read().await?;
    queue::one(&mut tx, document.id).await
}
