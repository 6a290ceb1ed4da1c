//! Argon2id hashes of passwords and PINs; always off the async threads.

use crate::error::Result;
use anyhow::anyhow;
use argon2::{Argon2, PasswordHasher, PasswordVerifier, password_hash::phc::PasswordHash};

/// A PHC string of `secret`.
pub async fn hash(secret: &str) -> Result<String> {
    let secret = secret.to_owned();
    let hashed = tokio::task::spawn_blocking(move || {
        Argon2::default().hash_password(secret.as_bytes()).map(|h| h.to_string()).map_err(|e| anyhow!("argon2: {e}"))
    });
    Ok(hashed.await.map_err(anyhow::Error::from)??)
}

/// True where `secret` is the one behind `hash`. An unknown user is checked against a fixed hash, so that time tells nothing.
pub async fn matches(secret: &str, hash: Option<&str>) -> Result<bool> {
    const NOBODY: &str =
        "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    let (secret, hash) = (secret.to_owned(), hash.unwrap_or(NOBODY).to_owned());
    let checked = tokio::task::spawn_blocking(move || {
        let parsed = PasswordHash::new(&hash).map_err(|e| anyhow!("stored hash: {e}"))?;
        Ok::<_, anyhow::Error>(Argon2::default().verify_password(secret.as_bytes(), &parsed).is_ok())
    });
    Ok(checked.await.map_err(anyhow::Error::from)??)
}
