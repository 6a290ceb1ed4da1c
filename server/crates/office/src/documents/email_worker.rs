//! The background worker that sends queued e-mails: a payment never waits for a mail server, and failed e-mails are retried.

use super::email;
use comanda_base::{
    error::{Error, Result},
    transact,
};
use comanda_invoicing::billing::electronic::{self, DueEmail, TaxOwner};
use comanda_platform::{
    companies::Company,
    mail,
    realtime::{Event, EventKind, Room, WokenAgents},
    state::{self, App},
};
use serde_json::json;
use std::time::Duration;

const CHECK_INTERVAL: Duration = Duration::from_secs(3);

/// Starts the worker, which runs as long as the process.
pub fn start_document_emails(app: App) {
    state::run_for_every_company(app, CHECK_INTERVAL, "e-mails with documents", |app, company| {
        Box::pin(send_due(app, company))
    });
}

async fn send_due(app: &App, company: &Company) -> Result<()> {
    let mut tx = company.db.read().await?;
    let due = electronic::load_due_emails(&mut tx, app.clock().now()).await?;
    drop(tx);
    for email in due {
        send(app, company, &email).await?;
    }
    Ok(())
}

async fn send(app: &App, company: &Company, due: &DueEmail) -> Result<()> {
    let now = app.clock().now();
    let Some(owner) = due.owner() else { return Ok(()) };
    let mut tx = company.db.read().await?;
    let written = email::compose_email(&mut tx, owner, &due.mail_to, (due.mail_at, now)).await;
    drop(tx);
    // The XML is not signed yet; a later round sends it.
    if matches!(written, Ok(None)) {
        return Ok(());
    }
    let claimed: Result<bool> = transact!(company.db, |tx| { electronic::claim_email(tx, due, now).await });
    if !claimed? {
        return Ok(());
    }
    let sent = match written {
        Ok(Some(email)) => mail::send_email(app, company, &email).await.map(|_| ()),
        Ok(None) => return Ok(()),
        Err(e) => Err(e),
    };
    let saved: Result<()> = transact!(company.db, |tx| {
        match &sent {
            Ok(()) => electronic::record_email_sent(tx, due, app.clock().now()).await,
            Err(e) => electronic::record_email_failure(tx, due, &error_text(e), app.clock().now()).await,
        }
    });
    saved?;
    if let Err(e) = &sent {
        tracing::warn!(company = company.slug, document = ?owner, error = %e, "a document was not mailed");
    }
    publish_change(app, company, owner).await;
    Ok(())
}

/// Returns the error as a text for users.
fn error_text(e: &Error) -> String {
    match e {
        Error::Refused(refusal) => refusal.message.clone(),
        Error::Db(_) | Error::Internal(_) => {
            "Algo falló al preparar el correo. El motivo está en el registro del servidor.".into()
        }
    }
}

async fn publish_change(app: &App, company: &Company, owner: TaxOwner) {
    let ids = owner.billing().map_or_else(|| json!({}), |id| json!({ "billing_id": id }));
    let event = Event { room: Room::Cash, kind: EventKind::DocumentsChanged, ids };
    app.realtime().publish_events(company, vec![event], WokenAgents::Nobody).await;
}
