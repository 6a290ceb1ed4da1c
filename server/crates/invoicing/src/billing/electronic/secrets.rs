//! The secrets with which documents are signed and sent. They are stored sealed and never returned by the API.

use super::store;
use anyhow::Context;
use base64::{Engine, engine::general_purpose::STANDARD};
use comanda_base::{
    db::Tx,
    error::Result,
    seal::{OpenedSecret, Seals, SecretKind},
};

/// The decrypted secrets of a company's billing. Its `Debug` output contains none.
#[derive(Default)]
pub struct BillingSecrets {
    pub sol_password: String,
    /// The PFX or P12 file.
    pub certificate: Vec<u8>,
    pub certificate_password: String,
    /// Whether secrets exist that were sealed with a key that is not here: a backup was restored elsewhere, and they must be entered again.
    pub are_lost: bool,
}

impl std::fmt::Debug for BillingSecrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BillingSecrets").field("are_lost", &self.are_lost).finish_non_exhaustive()
    }
}

impl BillingSecrets {
    /// Loads and opens the secrets.
    pub async fn load(tx: &mut Tx, seals: &Seals) -> Result<Self> {
        let Some(kept) = store::find_sealed_secrets(tx).await? else { return Ok(Self::default()) };
        let opened = [
            seals.open(SecretKind::SolPassword, &kept.sol_password)?,
            seals.open(SecretKind::Certificate, &kept.certificate)?,
            seals.open(SecretKind::CertificatePassword, &kept.certificate_password)?,
        ];
        let are_lost = opened.contains(&OpenedSecret::Lost);
        let [sol_password, certificate, certificate_password] = opened.map(OpenedSecret::or_empty_text);
        let certificate = STANDARD.decode(certificate).context("the certificate's base64")?;
        Ok(Self { sol_password, certificate, certificate_password, are_lost })
    }
}
