//! SQL that changes `electronic_billing`.

use super::{setup::BillingSetup, view::CertificateFacts};
use chrono::{DateTime, Utc};
use comanda_base::db::{self, Tx};

/// Saves the setup without secrets.
pub(super) async fn update_setup(tx: &mut Tx, s: &BillingSetup) -> db::Result<()> {
    tx.query(
        "UPDATE electronic_billing SET gateway = $1, url = $2, sol_user = $3, boletas = $4, summary_time = $5, alert_email = $6,
                issues_on_paper = $7 WHERE id = 1",
    )
    .bind(s.gateway)
    .bind(s.url.as_str())
    .bind(s.sol_user.as_str())
    .bind(s.boletas)
    .bind(s.summary_time.as_str())
    .bind(s.alert_email.as_str())
    .bind(s.issues_on_paper)
    .run()
    .await?;
    Ok(())
}

/// Marks the credentials as new, so that it is unknown whether they are correct.
pub(super) async fn mark_credentials_changed(tx: &mut Tx, now: DateTime<Utc>) -> db::Result<()> {
    tx.query("UPDATE electronic_billing SET credentials_since = $1 WHERE id = 1").bind(now).run().await?;
    Ok(())
}

pub(super) async fn update_password(tx: &mut Tx, sealed: &str) -> db::Result<()> {
    tx.query("UPDATE electronic_billing SET sol_password = $1 WHERE id = 1").bind(sealed).run().await?;
    Ok(())
}

/// Saves a certificate and its password, both sealed, with the certificate's data.
pub(super) async fn update_certificate(
    tx: &mut Tx,
    certificate: &str,
    password: &str,
    facts: &CertificateFacts,
) -> db::Result<()> {
    tx.query(
        "UPDATE electronic_billing SET certificate = $1, certificate_password = $2, certificate_subject = $3,
                certificate_ruc = $4, certificate_expires_at = $5 WHERE id = 1",
    )
    .bind(certificate)
    .bind(password)
    .bind(facts.subject.as_str())
    .bind(facts.ruc.as_str())
    .bind(facts.expires_at)
    .run()
    .await?;
    Ok(())
}

/// Marks the setup as complete; false where it was before.
pub(super) async fn mark_completed(tx: &mut Tx, now: DateTime<Utc>) -> db::Result<bool> {
    let sql = "UPDATE electronic_billing SET completed_at = $1, issues_on_paper = FALSE WHERE id = 1 AND completed_at IS NULL";
    Ok(tx.query(sql).bind(now).run().await? > 0)
}
