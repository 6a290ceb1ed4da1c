//! The second factor at log-in: six digits of an authenticator application (RFC 6238), or one of ten recovery codes. A code can be used
//! once; failures lock the second factor like a PIN.

mod http;
mod store;

pub(super) use http::routes;
pub(super) use store::delete_factor;

use super::{
    guesses::{self, FailureResult, GuessSubject, locked_refusal},
    session::token_hash,
};
use crate::{
    audit::{self, AuditEntry},
    companies::Company,
    state::App,
};
use anyhow::anyhow;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Error, Refusal, Result, refuse},
    ids::UserId,
    seal::{OpenedSecret, SecretKind},
    transact,
};
use totp_rs::{Algorithm, Builder, Secret, Totp};

/// Letters and digits that cannot be mistaken for one another.
const CODE_ALPHABET: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
const RECOVERY_CODES: usize = 10;

fn totp(secret: Secret, issuer: &str, account: &str) -> Result<Totp> {
    // A colon separates issuer and account in the URI.
    let plain = |text: &str| text.replace(':', " ").trim().to_owned();
    let issuer = Some(plain(issuer)).filter(|text| !text.is_empty());
    let built = Builder::new().with_algorithm(Algorithm::SHA1).with_secret(secret).with_issuer(issuer);
    Ok(built.with_account_name(plain(account)).build().map_err(|e| anyhow!("second factor: {e:?}"))?)
}

/// Returns the time step of a code that fits the secret now; `None` for any other text.
fn step_of(app: &App, user: UserId, sealed: &str, code: &str, now: DateTime<Utc>) -> Result<Option<i64>> {
    let text = match app.seals().open(SecretKind::SecondFactor.secret_of_row(user.0), sealed)? {
        OpenedSecret::Secret(text) | OpenedSecret::Plain(text) => text,
        // Sealed by another installation: the user needs a recovery code or an administrator.
        OpenedSecret::Lost => return Ok(None),
    };
    let secret = Secret::try_from_base32(text).map_err(|e| anyhow!("second factor: {e:?}"))?;
    let now = u64::try_from(now.timestamp()).unwrap_or_default();
    let step = totp(secret, "", "")?.check(code, now);
    Ok(step.and_then(|step| i64::try_from(step).ok()))
}

/// Normalizes a typed code: without blanks and hyphens, in lower case.
fn typed(code: &str) -> String {
    code.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase()
}

/// Makes ten new codes (shown once) with their hashes (stored).
fn new_recovery_codes() -> Vec<(String, String)> {
    let letter = |_| char::from(CODE_ALPHABET[rand::random_range(0..CODE_ALPHABET.len())]);
    let code = |_| {
        let plain: String = (0..12).map(letter).collect();
        let hash = token_hash(&plain);
        (format!("{}-{}-{}", &plain[..4], &plain[4..8], &plain[8..]), hash)
    };
    (0..RECOVERY_CODES).map(code).collect()
}

/// Refuses a log-in without a right code where the user has a second factor; the password was checked before.
pub(super) async fn require_second_factor(
    app: &App,
    company: &Company,
    user: UserId,
    typed_code: Option<&str>,
    device: &str,
) -> Result<()> {
    let now = app.clock().now();
    let mut tx = company.db.read().await?;
    let Some(sealed) = store::find_confirmed_secret(&mut tx, user).await? else { return Ok(()) };
    let locked = guesses::load_lock_end(&mut tx, GuessSubject::SecondFactorOf(user), now).await?;
    drop(tx);
    if let Some(until) = locked {
        return too_many(until, now).err();
    }
    let code = typed(typed_code.unwrap_or_default());
    if code.is_empty() {
        let text = "Escribe el código de 6 dígitos de tu aplicación.";
        return refuse(Code::TotpRequired, text).at("totp", text).err();
    }
    let step = step_of(app, user, &sealed, &code, now)?;
    let settled: Result<Result<(), Error>> =
        transact!(company.db, |tx| { record_attempt(tx, user, step, &code, device, now).await });
    settled?
}

/// Marks the code as used, or counts the failure; the inner result is the answer, the outer one that of the database.
async fn record_attempt(
    tx: &mut Tx,
    user: UserId,
    step: Option<i64>,
    code: &str,
    device: &str,
    now: DateTime<Utc>,
) -> Result<Result<(), Error>> {
    let guessed = GuessSubject::SecondFactorOf(user);
    let was = guesses::lock_failure_count(tx, guessed).await?;
    if let Some(until) = was.lock_end(now) {
        return Ok(too_many(until, now).err());
    }
    let passed = match step {
        Some(step) => store::use_step(tx, user, step).await?,
        None => store::use_recovery_code(tx, user, &token_hash(code), now).await?,
    };
    if passed {
        guesses::reset_failures(tx, guessed).await?;
        if step.is_none() {
            audit::log_as_user(tx, user, device, now, AuditEntry::new("TOTP_RECOVERY_USED").entity("user", user.0))
                .await?;
        }
        return Ok(Ok(()));
    }
    audit::log_as_user(tx, user, device, now, AuditEntry::new("TOTP_FAILED").entity("user", user.0)).await?;
    Ok(match guesses::record_failure(tx, guessed, was, now).await? {
        FailureResult::Locked(until) => {
            let entry = AuditEntry::new("PIN_LOCKED").entity("user", user.0).reason("Código de ingreso");
            audit::log_as_user(tx, user, device, now, entry).await?;
            too_many(until, now).err()
        }
        FailureResult::Left(_) => {
            let text =
                "Ese código no es el de ahora o ya se usó. Escribe el que tu aplicación muestra en este momento.";
            refuse(Code::WrongTotp, text).at("totp", text).err()
        }
    })
}

fn too_many(until: DateTime<Utc>, now: DateTime<Utc>) -> Refusal {
    let words = "Demasiados códigos equivocados. Un administrador puede desbloquearte.";
    locked_refusal(Code::TooManyRequests, words, until, now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recovery_codes_are_accepted_in_any_notation() {
        let codes = new_recovery_codes();
        assert_eq!(codes.len(), RECOVERY_CODES);
        let (code, kept) = &codes[0];
        assert_eq!(token_hash(&typed(&format!(" {} ", code.to_uppercase().replace('-', " ")))), *kept);
    }
}
