//! Sends the e-mails that are wanted, beside everything else: a payment never waits for a mail server, and an e-mail that did not
//! go is tried again.

use super::email;
use comanda_base::{
    error::{Error, Result},
    transact,
};
use comanda_invoicing::billing::electronic::{self, DueEmail, TaxOwner};
use comanda_platform::{
    companies::Company,
    mail,
    realtime::{Event, EventKind, Room, Wakes},
    state::{self, App},
};
use serde_json::json;
use std::time::Duration;

const EVERY: Duration = Duration::from_secs(3);

/// Starts it, for as long as the process lives.
pub fn start(app: App) {
    state::every_company(app, EVERY, "e-mails with documents", |app, company| Box::pin(send_due(app, company)));
}

async fn send_due(app: &App, company: &Company) -> Result<()> {
    let mut tx = company.db.read().await?;
    let due = electronic::due_emails(&mut tx, app.clock().now()).await?;
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
    let written = email::written(&mut tx, owner, &due.mail_to, (due.mail_at, now)).await;
    drop(tx);
    // Its XML is not signed yet: another time.
    if matches!(written, Ok(None)) {
        return Ok(());
    }
    let taken: Result<bool> = transact!(company.db, |tx| { electronic::take_email(tx, due, now).await });
    if !taken? {
        return Ok(());
    }
    let sent = match written {
        Ok(Some(email)) => mail::send(app, company, &email).await.map(|_| ()),
        Ok(None) => return Ok(()),
        Err(e) => Err(e),
    };
    let kept: Result<()> = transact!(company.db, |tx| {
        match &sent {
            Ok(()) => electronic::email_sent(tx, due, app.clock().now()).await,
            Err(e) => electronic::email_failed(tx, due, &why(e), app.clock().now()).await,
        }
    });
    kept?;
    if let Err(e) = &sent {
        tracing::warn!(company = company.slug, document = ?owner, error = %e, "a document was not mailed");
    }
    tell(app, company, owner).await;
    Ok(())
}

/// In words for a person.
fn why(e: &Error) -> String {
    match e {
        Error::Refused(refusal) => refusal.message.clone(),
        Error::Db(_) | Error::Internal(_) => {
            "Algo falló al preparar el correo. El motivo está en el registro del servidor.".into()
        }
    }
}

async fn tell(app: &App, company: &Company, owner: TaxOwner) {
    let ids = owner.billing().map_or_else(|| json!({}), |id| json!({ "billing_id": id }));
    let event = Event { room: Room::Cash, kind: EventKind::DocumentsChanged, ids };
    app.realtime().publish(company, vec![event], Wakes::Nobody).await;
}
