//! Sends batches, and asks what became of their tickets.

use super::{
    make::make_due,
    model::{BatchRow, BatchState},
    settle::{self, End},
    store,
};
use crate::{
    billing::electronic::queue,
    sending::{desk::Desk, dispatch::Went, gateway::Way, pace::later, provided, standing},
};
use comanda_base::{error::Result, transact};
use comanda_sunat::{
    answer::{Answer, Asked, Trouble, understand},
    archive,
    soap::Request,
};
use tokio::sync::Semaphore;

/// Makes what is to be made, sends what is to be sent, and asks for tickets.
pub(in crate::sending) async fn tend(desk: &Desk, calls: &Semaphore) -> Result<Went> {
    let mut went = if make_due(desk).await? { Went::Well } else { Went::Nothing };
    let due = {
        let mut tx = desk.company.db.read().await?;
        store::due(&mut tx, desk.now()).await?
    };
    for batch in due {
        went = went.max(Went::Well);
        let answer = {
            let _call = calls.acquire().await.map_err(anyhow::Error::from)?;
            desk.believed(ask(desk, &batch).await?, batch.tries)
        };
        match answer {
            Answer::Retry(Trouble::Unreachable) => return Ok(Went::Unreached),
            Answer::CredentialsRefused { code, message } => {
                wait(desk, &batch, code.unwrap_or_default(), message).await?;
                return Ok(Went::Refused);
            }
            answer => follow(desk, &batch, answer).await?,
        }
    }
    Ok(went)
}

/// Sends it where it was not taken yet, else asks for its ticket.
async fn ask(desk: &Desk, batch: &BatchRow) -> Result<Answer> {
    let name = batch.name();
    if let Way::Provider(provider) = &desk.way {
        let (answer, called) = provided::bring_batch(provider, batch, &told(desk, batch).await?).await?;
        if let Some(called) = called {
            transact!(desk.company.db, |tx| -> Result<()> {
                Ok(store::name_at_provider(tx, batch.id, &called).await?)
            })?;
        }
        return Ok(answer);
    }
    if batch.state == BatchState::Sent {
        let reply = desk.way.ask(Request::GetStatus { ticket: batch.ticket.clone() }).await;
        return Ok(understand(Asked::Ticket(&name), reply));
    }
    let xml = told(desk, batch).await?;
    let file_name = format!("{}-{name}", desk.issuer.ruc);
    let zip = archive::pack(&file_name, &xml).map_err(anyhow::Error::from)?;
    Ok(understand(Asked::Summary, desk.way.ask(Request::SendSummary { file_name, zip }).await))
}

/// What was kept to be told: signed XML, or a provider's JSON.
async fn told(desk: &Desk, batch: &BatchRow) -> Result<String> {
    let mut tx = desk.company.db.read().await?;
    queue::inflated(&store::xml(&mut tx, batch.id).await?)
}

async fn follow(desk: &Desk, batch: &BatchRow, answer: Answer) -> Result<()> {
    let end = match answer {
        Answer::PendingTicket(ticket) => return settle::is_sent(desk, batch, &ticket).await,
        Answer::Accepted(taken) => End::Well {
            state: BatchState::Accepted,
            code: "0".into(),
            message: taken.as_ref().map(|t| t.cdr.description.clone()).unwrap_or_default(),
            cdr: taken.map(|t| t.zip),
        },
        Answer::Observed(taken) => End::Well {
            state: BatchState::Observed,
            code: taken.cdr.observation_code().to_owned(),
            message: taken.cdr.observation_text(),
            cdr: Some(taken.zip),
        },
        Answer::DuplicateBatch { code, message } => End::AskEach { code, message },
        // Voided before, or never counted: what it is, its number tells.
        Answer::Rejected { code, message, .. } if matches!(code.as_str(), "2105" | "2323" | "2398" | "2663") => {
            End::AskEach { code, message }
        }
        Answer::TicketLost | Answer::Unknown | Answer::Voided => {
            End::AskEach { code: "0127".into(), message: String::new() }
        }
        // Dated on a day to come.
        Answer::Rejected { code, message, .. } | Answer::Stop { code, message }
            if matches!(code.as_str(), "2236" | "2301") =>
        {
            End::DatedWrong { code, message }
        }
        Answer::Rejected { code, message, receipt } => {
            End::Refused { state: BatchState::Rejected, code, message, cdr: receipt.map(|t| t.zip) }
        }
        Answer::Stop { code, message } => End::Refused { state: BatchState::Failed, code, message, cdr: None },
        Answer::RegisteredBefore { message } => End::AskEach { code: "1033".into(), message },
        Answer::CredentialsRefused { code, message } => {
            return wait(desk, batch, code.unwrap_or_default(), message).await;
        }
        Answer::InProcess | Answer::Retry(Trouble::WrongReceipt) if has_waited_long(desk, batch) => {
            End::AskEach { code: "0098".into(), message: "La SUNAT no terminó de procesarlo en varias horas.".into() }
        }
        Answer::InProcess => return wait(desk, batch, String::new(), "La SUNAT lo está procesando.".into()).await,
        // A batch that may have arrived is sent again: then it is said to be known, and each document is asked for.
        Answer::Retry(trouble) | Answer::QueryFirst(trouble) => {
            let (code, message) = standing::told(trouble);
            return wait(desk, batch, code, message).await;
        }
    };
    settle::end(desk, batch, &end).await
}

/// Tells whether a ticket was asked for in vain for so long that its documents are asked for by their numbers instead: what is not there then
/// goes in another batch, while the days for it are not over.
fn has_waited_long(desk: &Desk, batch: &BatchRow) -> bool {
    desk.way.answers_questions()
        && batch.sent_at.is_some_and(|sent| later(sent, desk.pace.longest_wait_for_ticket) <= desk.now())
}

/// Later again.
async fn wait(desk: &Desk, batch: &BatchRow, sunat_code: String, sunat_message: String) -> Result<()> {
    let now = desk.now();
    let at = match batch.state {
        BatchState::Sent => desk.pace.after_ticket(now, batch.tries.saturating_add(1)),
        _ => desk.pace.after(now, batch.tries),
    };
    let standing = store::Standing {
        state: batch.state,
        ticket: batch.ticket.clone(),
        sunat_code,
        sunat_message,
        cdr: None,
        tries: batch.tries.saturating_add(1),
        next_try_at: Some(at),
        answered_at: None,
    };
    transact!(desk.company.db, |tx| -> Result<()> {
        store::record(tx, batch.id, &standing, None).await?;
        Ok(())
    })
}
