//! Argon2id hashes of passwords and PINs, always off the async threads; and what a password must be.

use crate::error::{Refusal, Result, invalid};
use anyhow::anyhow;
use argon2::{Argon2, PasswordHasher, PasswordVerifier, password_hash::phc::PasswordHash};

const SHORTEST: usize = 8;
const LONGEST: usize = 128;
/// What is guessed first; anything of one letter only is refused anyway.
const GUESSED: [&str; 12] = [
    "12345678",
    "123456789",
    "1234567890",
    "87654321",
    "password",
    "password1",
    "contraseña",
    "contrasena",
    "qwertyui",
    "qwerty123",
    "abcd1234",
    "restaurante",
];

/// Refuses a password that is too easy, in words that say what to change.
pub fn check(password: &str, username: &str) -> Result<(), Refusal> {
    let lower = password.to_lowercase();
    let why = if password.chars().count() < SHORTEST {
        "La contraseña necesita 8 letras o más."
    } else if password.chars().count() > LONGEST {
        "La contraseña es demasiado larga. Usa hasta 128 letras."
    } else if lower == username.to_lowercase() {
        "La contraseña no puede ser el nombre de usuario."
    } else if GUESSED.contains(&lower.as_str()) || all_the_same(&lower) {
        "Esa contraseña se adivina enseguida. Usa tres o cuatro palabras que solo tú juntarías."
    } else {
        return Ok(());
    };
    Err(invalid("password", why))
}

/// Like `check`, for a form that asks twice.
pub fn check_twice(password: &str, again: Option<&str>, username: &str) -> Result<(), Refusal> {
    check(password, username)?;
    match again {
        Some(again) if again == password => Ok(()),
        None | Some("") => Err(invalid("password_confirmation", "Escribe la contraseña otra vez.")),
        Some(_) => Err(invalid("password_confirmation", "Las dos contraseñas no son iguales.")),
    }
}

fn all_the_same(text: &str) -> bool {
    let mut letters = text.chars();
    let first = letters.next();
    letters.all(|c| Some(c) == first)
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn easy_passwords_are_refused_and_say_why() {
        for (password, word) in [
            ("corta1", "8 letras"),
            ("Rosa.Quispe", "nombre de usuario"),
            ("Password", "adivina"),
            ("aaaaaaaaaa", "adivina"),
            ("", "8 letras"),
        ] {
            let refusal = check(password, "rosa.quispe").unwrap_err();
            assert!(refusal.message.contains(word), "{password}: {}", refusal.message);
        }
        assert!(check(&"ñ".repeat(129), "x").is_err());
        assert!(check("ají lomo pisco", "rosa.quispe").is_ok());
        assert!(check_twice("ají lomo pisco", Some("ají lomo"), "x").is_err());
        assert!(check_twice("ají lomo pisco", None, "x").is_err());
        assert!(check_twice("ají lomo pisco", Some("ají lomo pisco"), "x").is_ok());
    }
}
