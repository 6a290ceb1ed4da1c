//! Sends the letters that are wanted, beside everything else: a payment never waits for a mail server, and a letter that did not
//! go is tried again.

use super::letters;
use crate::{
    billing::electronic::{self, DueLetter, TaxOwner},
    companies::Company,
    error::{Error, Result},
    mail,
    realtime::{Event, EventKind, Room},
    state::App,
    transact,
};
use serde_json::json;
use std::time::Duration;

const EVERY: Duration = Duration::from_secs(3);

/// Starts it, for as long as the process lives.
pub fn start(app: App) {
    tokio::spawn(async move {
        let mut beat = tokio::time::interval(EVERY);
        beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            beat.tick().await;
            for company in app.companies().all() {
                if let Err(e) = send_due(&app, &company).await {
                    tracing::error!(error = %e, company = company.slug, "letters with documents");
                }
            }
        }
    });
}

async fn send_due(app: &App, company: &Company) -> Result<()> {
    let mut tx = company.db.read().await?;
    let due = electronic::due_letters(&mut tx, app.clock().now()).await?;
    drop(tx);
    for letter in due {
        send(app, company, &letter).await?;
    }
    Ok(())
}

async fn send(app: &App, company: &Company, due: &DueLetter) -> Result<()> {
    let now = app.clock().now();
    let Some(owner) = due.owner() else { return Ok(()) };
    let mut tx = company.db.read().await?;
    let written = letters::letter(&mut tx, owner, &due.mail_to, (due.mail_at, now)).await;
    drop(tx);
    // Its XML is not signed yet: another time.
    if matches!(written, Ok(None)) {
        return Ok(());
    }
    let taken: Result<bool> = transact!(company.db, |tx| { electronic::take_letter(tx, due, now).await });
    if !taken? {
        return Ok(());
    }
    let sent = match written {
        Ok(Some(letter)) => mail::send(app, company, &letter).await.map(|_| ()),
        Ok(None) => return Ok(()),
        Err(e) => Err(e),
    };
    let kept: Result<()> = transact!(company.db, |tx| {
        match &sent {
            Ok(()) => electronic::letter_went(tx, due, app.clock().now()).await,
            Err(e) => electronic::letter_failed(tx, due, &why(e), app.clock().now()).await,
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
    app.realtime().publish(company, vec![event], false).await;
}
