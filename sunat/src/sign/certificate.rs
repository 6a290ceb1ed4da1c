//! The certificate of a company: its owner and its validity.

use chrono::{DateTime, Utc};
use x509_parser::{
    prelude::{FromDer, X509Certificate},
    public_key::PublicKey,
};

/// A company's certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The subject in readable form: `C=PE, O=RESTAURANTE S.A.C., OU=20123456789, CN=…`.
    pub subject: String,
    /// Everything in the subject that may be a RUC: certification authorities write it into OU, CN, serialNumber or
    /// organizationIdentifier.
    pub rucs: Vec<String>,
    pub valid_from: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    der: Vec<u8>,
}

/// The reason why a company cannot sign with a certificate now. SUNAT would refuse the document (rules 2325 to 2328).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CertificateProblem {
    #[error("El certificado no es del RUC de tu empresa: pide uno a nombre de tu empresa.")]
    OtherCompany,
    #[error("El certificado todavía no rige: revisa la fecha del equipo.")]
    NotYetValid,
    #[error("El certificado ya venció: sube uno vigente.")]
    Expired,
}

impl Certificate {
    /// Reads a certificate from DER. `None` if the bytes are not an X.509 certificate.
    pub(super) fn from_der(der: &[u8]) -> Option<Self> {
        let (_, parsed) = X509Certificate::from_der(der).ok()?;
        let time = |at: x509_parser::time::ASN1Time| DateTime::from_timestamp(at.timestamp(), 0);
        let subject = parsed.subject().to_string();
        Some(Self {
            rucs: rucs(&subject),
            subject,
            valid_from: time(parsed.validity().not_before)?,
            expires_at: time(parsed.validity().not_after)?,
            der: der.to_vec(),
        })
    }

    /// Checks that a company may sign with this certificate at an instant.
    ///
    /// # Errors
    ///
    /// Returns [`CertificateProblem`] if it may not.
    pub fn check(&self, ruc: &str, now: DateTime<Utc>) -> Result<(), CertificateProblem> {
        if !self.rucs.iter().any(|own_ruc| own_ruc == ruc) {
            return Err(CertificateProblem::OtherCompany);
        }
        if now < self.valid_from {
            return Err(CertificateProblem::NotYetValid);
        }
        if now > self.expires_at {
            return Err(CertificateProblem::Expired);
        }
        Ok(())
    }

    /// The size of the key in bits, or `None` if it is not an RSA key.
    pub(super) fn rsa_bits(&self) -> Option<usize> {
        let (_, parsed) = X509Certificate::from_der(&self.der).ok()?;
        match parsed.public_key().parsed().ok()? {
            PublicKey::RSA(key) => Some(key.key_size()),
            _ => None,
        }
    }

    /// The certified public key in DER (for RSA: `RSAPublicKey`).
    pub(super) fn public_key(&self) -> Option<Vec<u8>> {
        let (_, parsed) = X509Certificate::from_der(&self.der).ok()?;
        Some(parsed.public_key().subject_public_key.data.to_vec())
    }

    pub(super) fn der(&self) -> &[u8] {
        &self.der
    }
}

/// Finds every group of exactly 11 digits that begins like a RUC.
fn rucs(subject: &str) -> Vec<String> {
    let mut rucs: Vec<String> = subject
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| digits.len() == 11 && ["10", "15", "16", "17", "20"].contains(&&digits[..2]))
        .map(str::to_owned)
        .collect();
    rucs.dedup();
    rucs
}

#[cfg(test)]
mod tests {
    use super::rucs;

    #[test]
    fn a_ruc_is_found_in_every_usual_attribute() {
        assert_eq!(rucs("C=PE, OU=20123456789, CN=X"), ["20123456789"]);
        assert_eq!(
            rucs("CN=JUAN PEREZ - 10456789012, organizationIdentifier=NTRPE-20123456789"),
            ["10456789012", "20123456789"]
        );
        assert!(rucs("OU=DNI 45678901, serialNumber=201234567890").is_empty());
    }
}
