//! Sends batches, and queries the results of their tickets.

use super::{
    make::make_due_batches,
    model::{BatchRow, BatchState},
    settle::{self, BatchResult},
    store,
};
use crate::{
    billing::electronic::queue,
    sending::{
        context::SenderContext, delivery_status, dispatch::RoundOutcome, gateway::GatewayClient, pace::later,
        via_provider,
    },
};
use comanda_base::{error::Result, transact};
use comanda_sunat::{
    answer::{Answer, RequestContext, Trouble, interpret},
    archive,
    soap::Request,
};
use tokio::sync::Semaphore;

/// Makes the batches that are due, sends them, and queries tickets.
pub(in crate::sending) async fn process_due_batches(sender: &SenderContext, calls: &Semaphore) -> Result<RoundOutcome> {
    let mut outcome = if make_due_batches(sender).await? { RoundOutcome::Well } else { RoundOutcome::Nothing };
    let due = {
        let mut tx = sender.company.db.read().await?;
        store::load_due_batches(&mut tx, sender.now()).await?
    };
    for batch in due {
        outcome = outcome.max(RoundOutcome::Well);
        let answer = {
            let _call = calls.acquire().await.map_err(anyhow::Error::from)?;
            sender.interpret_answer(send_or_query(sender, &batch).await?, batch.tries)
        };
        match answer {
            Answer::Retry(Trouble::Unreachable) => return Ok(RoundOutcome::Unreached),
            Answer::CredentialsRefused { code, message } => {
                postpone(sender, &batch, code.unwrap_or_default(), message).await?;
                return Ok(RoundOutcome::Refused);
            }
            answer => apply_answer(sender, &batch, answer).await?,
        }
    }
    Ok(outcome)
}

/// Sends a batch that was not received yet, else queries its ticket.
async fn send_or_query(sender: &SenderContext, batch: &BatchRow) -> Result<Answer> {
    let name = batch.name();
    if let GatewayClient::Provider(provider) = &sender.client {
        let (answer, called) = via_provider::send_batch(provider, batch, &load_content(sender, batch).await?).await?;
        if let Some(called) = called {
            transact!(sender.company.db, |tx| -> Result<()> {
                Ok(store::update_provider_id(tx, batch.id, &called).await?)
            })?;
        }
        return Ok(answer);
    }
    if batch.state == BatchState::Sent {
        let reply = sender.client.send_request(Request::GetStatus { ticket: batch.ticket.clone() }).await;
        return Ok(interpret(RequestContext::Ticket(&name), reply));
    }
    let xml = load_content(sender, batch).await?;
    let file_name = format!("{}-{name}", sender.issuer.ruc);
    let zip = archive::pack(&file_name, &xml).map_err(anyhow::Error::from)?;
    Ok(interpret(RequestContext::Summary, sender.client.send_request(Request::SendSummary { file_name, zip }).await))
}

/// Loads the stored content of a batch: signed XML, or a provider's JSON.
async fn load_content(sender: &SenderContext, batch: &BatchRow) -> Result<String> {
    let mut tx = sender.company.db.read().await?;
    queue::decompress_xml(&store::load_xml(&mut tx, batch.id).await?)
}

async fn apply_answer(sender: &SenderContext, batch: &BatchRow, answer: Answer) -> Result<()> {
    let end = match answer {
        Answer::PendingTicket(ticket) => return settle::mark_batch_sent(sender, batch, &ticket).await,
        Answer::Accepted(received) => BatchResult::Well {
            state: BatchState::Accepted,
            code: "0".into(),
            message: received.as_ref().map(|t| t.cdr.description.clone()).unwrap_or_default(),
            cdr: received.map(|t| t.zip),
        },
        Answer::Observed(received) => BatchResult::Well {
            state: BatchState::Observed,
            code: received.cdr.observation_code().to_owned(),
            message: received.cdr.observation_text(),
            cdr: Some(received.zip),
        },
        Answer::DuplicateBatch { code, message } => BatchResult::QueryEach { code, message },
        // The documents were voided before or never accepted: a query by number tells which.
        Answer::Rejected { code, message, .. } if matches!(code.as_str(), "2105" | "2323" | "2398" | "2663") => {
            BatchResult::QueryEach { code, message }
        }
        Answer::TicketLost | Answer::Unknown | Answer::Voided => {
            BatchResult::QueryEach { code: "0127".into(), message: String::new() }
        }
        // The batch has a future date.
        Answer::Rejected { code, message, .. } | Answer::Stop { code, message }
            if matches!(code.as_str(), "2236" | "2301") =>
        {
            BatchResult::WrongDate { code, message }
        }
        Answer::Rejected { code, message, receipt } => {
            BatchResult::Refused { state: BatchState::Rejected, code, message, cdr: receipt.map(|t| t.zip) }
        }
        Answer::Stop { code, message } => BatchResult::Refused { state: BatchState::Failed, code, message, cdr: None },
        Answer::RegisteredBefore { message } => BatchResult::QueryEach { code: "1033".into(), message },
        Answer::CredentialsRefused { code, message } => {
            return postpone(sender, batch, code.unwrap_or_default(), message).await;
        }
        Answer::InProcess | Answer::Retry(Trouble::WrongReceipt) if has_waited_long(sender, batch) => {
            BatchResult::QueryEach {
                code: "0098".into(),
                message: "La SUNAT no terminó de procesarlo en varias horas.".into(),
            }
        }
        Answer::InProcess => {
            return postpone(sender, batch, String::new(), "La SUNAT lo está procesando.".into()).await;
        }
        // A batch that may have arrived is sent again; if it is known, each document is queried.
        Answer::Retry(trouble) | Answer::QueryFirst(trouble) => {
            let (code, message) = delivery_status::trouble_text(trouble);
            return postpone(sender, batch, code, message).await;
        }
    };
    settle::end_batch(sender, batch, &end).await
}

/// Whether a ticket was queried for so long that its documents are queried by their numbers instead; missing ones go into another batch
/// while the deadline allows it.
fn has_waited_long(sender: &SenderContext, batch: &BatchRow) -> bool {
    sender.client.can_query_documents()
        && batch.sent_at.is_some_and(|sent| later(sent, sender.pace.longest_wait_for_ticket) <= sender.now())
}

/// Postpones the next try for the batch.
async fn postpone(sender: &SenderContext, batch: &BatchRow, sunat_code: String, sunat_message: String) -> Result<()> {
    let now = sender.now();
    let at = match batch.state {
        BatchState::Sent => sender.pace.next_ticket_query(now, batch.tries.saturating_add(1)),
        _ => sender.pace.next_try(now, batch.tries),
    };
    let status = store::BatchStatus {
        state: batch.state,
        ticket: batch.ticket.clone(),
        sunat_code,
        sunat_message,
        cdr: None,
        tries: batch.tries.saturating_add(1),
        next_try_at: Some(at),
        answered_at: None,
    };
    transact!(sender.company.db, |tx| -> Result<()> {
        store::update_status(tx, batch.id, &status, None).await?;
        Ok(())
    })
}
