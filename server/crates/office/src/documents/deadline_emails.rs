//! Warns by e-mail, once a day, of documents and voidings whose legal deadline is near, so that whoever does not look at the dashboard
//! learns of it in time.

use comanda_base::{error::Result, transact};
use comanda_invoicing::billing::electronic::deadlines::{self, NearDeadline};
use comanda_platform::{
    companies::Company,
    mail::{self, Email},
    people,
    settings::CompanyInfo,
    state::{self, App},
};
use std::time::Duration;

const CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// Starts the worker, which runs as long as the process.
pub fn start_deadline_emails(app: App) {
    state::run_for_every_company(app, CHECK_INTERVAL, "the mail of deadlines", |app, company| {
        Box::pin(send_if_due(app, company))
    });
}

async fn send_if_due(app: &App, company: &Company) -> Result<()> {
    let now = app.clock().now();
    let mut tx = company.db.read().await?;
    let Some((late, alert_email)) = deadlines::find_due_alert(&mut tx, now).await? else { return Ok(()) };
    let name = CompanyInfo::load(&mut tx).await?.commercial_name;
    let link = mail::load_public_url(&mut tx).await?;
    let recipients = match alert_email.is_empty() {
        true => people::list_emails_of_administrators(&mut tx).await?,
        false => vec![alert_email],
    };
    drop(tx);
    let claimed: Result<bool> = transact!(company.db, |tx| { deadlines::claim_alert(tx, now).await });
    if !claimed? || recipients.is_empty() {
        return Ok(());
    }
    let mut sent = 0_usize;
    for address in recipients {
        match mail::send_email(app, company, &compose_email(&late, &name, link.as_deref(), address)).await {
            Ok(_) => sent += 1,
            Err(error) => tracing::warn!(company = company.slug, %error, "the mail of deadlines was not sent"),
        }
    }
    if sent == 0 {
        let saved: Result<()> =
            transact!(company.db, |tx| { deadlines::retry_alert_later(tx, app.clock().now()).await });
        saved?;
    }
    Ok(())
}

fn compose_email(late: &[NearDeadline], company_name: &str, link: Option<&str>, address: String) -> Email {
    let deadlines_text = |is_void: bool| {
        let lines = late.iter().filter(|l| l.is_void == is_void).map(document_line);
        lines.collect::<Vec<_>>().join("\n")
    };
    let part =
        |title: &str, lines: String| if lines.is_empty() { String::new() } else { format!("{title}\n{lines}\n\n") };
    let documents = part(
        "Comprobantes que SUNAT todavía no acepta (facturas: tres días desde su emisión; boletas: siete):",
        deadlines_text(false),
    );
    let voids =
        part("Anulaciones que SUNAT todavía no registra (tienen siete días desde la emisión):", deadlines_text(true));
    let link = link.map(|url| format!("Míralos aquí:\n{url}/documents\n\n")).unwrap_or_default();
    Email {
        to: address,
        subject: format!("{company_name}: comprobantes con el plazo por vencer"),
        text: format!(
            "Hola:\n\nEl plazo de SUNAT está por vencer para lo que sigue.\n\n{documents}{voids}{link}\
             Este correo sale una vez al día mientras haya algo pendiente.\n\n{company_name}\n"
        ),
        html: None,
        files: Vec::new(),
    }
}

/// `F001-00000007 del 18/11/2026: La SUNAT no respondió a tiempo.`
fn document_line(late: &NearDeadline) -> String {
    let day = late.issued_on.format("%d/%m/%Y");
    let why = if late.sunat_message.is_empty() { String::new() } else { format!(": {}", late.sunat_message) };
    format!("- {}-{:08} del {day}{why}", late.serie, late.number)
}
