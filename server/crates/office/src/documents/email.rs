//! Requests and composes the e-mail with a document to its client.

use super::{
    file::{self, DocumentFile},
    tax_document::TaxDocument,
};
use anyhow::anyhow;
use chrono::{DateTime, Duration, Utc};
use comanda_base::{
    db::Tx,
    email,
    error::{Result, invalid},
    words,
};
use comanda_invoicing::billing::{
    Billing,
    electronic::{self, Files, Setup, TaxOwner, Transmission},
};
use comanda_masterdata::clients;
use comanda_platform::{
    audit::{self, Entry},
    mail::{self, Attachment, Email},
    realtime::{EventKind, Room},
    settings::CompanyInfo,
    use_case::Work,
};
use comanda_till::payments::Format;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// Body of `POST /billings/{id}/mail` and `POST /credit-notes/{id}/mail`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MailDocument {
    /// The address; the client's own by default.
    pub email: Option<String>,
}

/// Queues a document's e-mail, and stores the address for the client where none was known.
pub(super) async fn queue_email(work: &mut Work<'_>, owner: TaxOwner, body: &MailDocument) -> Result<Transmission> {
    let document = TaxDocument::load_visible(work.tx, work.actor, owner).await?;
    let billing = document.billing();
    let email = email::normalize("email", &resolve_address(work.tx, billing, body).await?)?;
    let actor = work.actor;
    actor.app.limits().count_document_email(&actor.company.slug, actor.user_id.0, &email)?;
    electronic::request_email(work.tx, owner, &email, work.now).await?;
    if let Some(client) = billing.row.client_id {
        clients::remember_email(work, client, &email).await?;
    }
    let entry = Entry::new("DOCUMENT_MAILED")
        .entity("billing", billing.row.id.0)
        .request(billing.row.client_request_id)
        .reason(format!("{}: {email}", document.full_number()));
    audit::log(work.tx, actor, work.now, entry).await?;
    work.add_event(Room::Cash, EventKind::DocumentsChanged, json!({ "billing_id": billing.row.id }));
    load_transmission(work.tx, owner).await
}

async fn load_transmission(tx: &mut Tx, owner: TaxOwner) -> Result<Transmission> {
    let found = Transmission::load(tx, owner).await?;
    Ok(found.ok_or_else(|| anyhow!("an e-mail of a document that is not electronic"))?)
}

async fn resolve_address(tx: &mut Tx, billing: &Billing, body: &MailDocument) -> Result<String> {
    if let Some(requested_address) = body.email.as_deref().filter(|e| !e.trim().is_empty()) {
        return Ok(requested_address.to_owned());
    }
    let known = match billing.row.client_id {
        Some(client) => clients::load_client(tx, client).await?.email,
        None => String::new(),
    };
    if known.is_empty() { invalid("email", "Escribe el correo del cliente.").err() } else { Ok(known) }
}

/// The longest time that an e-mail waits for the signature: an unsigned XML is worthless, but the client should not wait all day.
const WAIT_FOR_SIGNATURE: Duration = Duration::minutes(10);

/// Composes the e-mail of a document; returns `None` while its XML is about to be signed.
pub(super) async fn compose_email(
    tx: &mut Tx,
    owner: TaxOwner,
    address: &str,
    (wanted_at, now): (DateTime<Utc>, DateTime<Utc>),
) -> Result<Option<Email>> {
    let document = TaxDocument::load(tx, owner).await?;
    let files =
        Files::load(tx, owner).await?.ok_or_else(|| anyhow!("an e-mail of a document that is not electronic"))?;
    let is_signed = files.signed_at.is_some() || !Setup::load(tx).await?.gateway.needs_certificate();
    if !is_signed && now < wanted_at + WAIT_FOR_SIGNATURE {
        return Ok(None);
    }
    let company = CompanyInfo::load(tx).await?;
    let link = mail::load_public_url(tx).await?;
    let transmission = load_transmission(tx, owner).await?;
    let mut attached = vec![file::render_pdf(tx, &document, Format::A4).await?];
    if is_signed {
        attached.push(file::load_xml(tx, &document).await?);
    }
    let name = document.name();
    Ok(Some(Email {
        to: address.to_owned(),
        subject: format!("{} {} de {}", words::capitalized(&name), document.full_number(), company.commercial_name),
        text: email_text(&document, &company, &name, link.map(|url| format!("{url}/c/{}", transmission.token))),
        html: None,
        files: attached.into_iter().map(attachment).collect(),
    }))
}

fn attachment(file: DocumentFile) -> Attachment {
    Attachment { name: file.name, content_type: file.content_type, content: file.content }
}

fn email_text(document: &TaxDocument, company: &CompanyInfo, name: &str, link: Option<String>) -> String {
    let client = &document.billing().row.client_name;
    let greeting = if client == "CLIENTES VARIOS" { String::new() } else { format!(", {client}") };
    let number = document.full_number();
    let opening = match document {
        TaxDocument::Sale(_) => "Gracias por tu visita. Aquí está tu".to_owned(),
        TaxDocument::Note(billing, _) => {
            format!("Esto se descontó de tu comprobante {}. Aquí está la", billing.full_number)
        }
    };
    let voided = if document.is_voided() { "\nEste comprobante está anulado.\n" } else { "" };
    let public = link.map(|l| format!("\nTambién lo encuentras aquí:\n{l}\n")).unwrap_or_default();
    format!(
        "Hola{greeting}:\n\n{opening} {name} {number} por S/ {total:#}.\n{voided}{public}\n\
         {house}\n{legal}\n{document_type} {ruc}\n",
        total = document.total(),
        house = company.commercial_name,
        legal = company.legal_name,
        document_type = company.document_type,
        ruc = company.document_number,
    )
}
