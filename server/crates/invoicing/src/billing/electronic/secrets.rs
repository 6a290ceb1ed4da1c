//! What documents are signed and sent with. It lies sealed and is never told to anybody.

use super::store;
use anyhow::Context;
use base64::{Engine, engine::general_purpose::STANDARD};
use comanda_base::{
    db::Tx,
    error::Result,
    seal::{OpenedSecret, Seals, SecretKind},
};

/// The secrets of a company's billing, in clear. Its `Debug` tells none.
#[derive(Default)]
pub struct Secrets {
    pub sol_password: String,
    /// PFX or P12.
    pub certificate: Vec<u8>,
    pub certificate_password: String,
    /// There are some, but sealed under a key that is not here: a copy was restored elsewhere, and they are asked again.
    pub are_lost: bool,
}

impl std::fmt::Debug for Secrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Secrets").field("are_lost", &self.are_lost).finish_non_exhaustive()
    }
}

impl Secrets {
    /// Opens them.
    pub async fn load(tx: &mut Tx, seals: &Seals) -> Result<Self> {
        let Some(kept) = store::sealed(tx).await? else { return Ok(Self::default()) };
        let opened = [
            seals.open(SecretKind::SolPassword, &kept.sol_password)?,
            seals.open(SecretKind::Certificate, &kept.certificate)?,
            seals.open(SecretKind::CertificatePassword, &kept.certificate_password)?,
        ];
        let are_lost = opened.contains(&OpenedSecret::Lost);
        let [sol_password, certificate, certificate_password] = opened.map(OpenedSecret::or_nothing);
        let certificate = STANDARD.decode(certificate).context("the certificate's base64")?;
        Ok(Self { sol_password, certificate, certificate_password, are_lost })
    }
}
