//! Argon2id hashes of passwords and PINs, made in the pool of `hashing`, and the rules for passwords.

use super::hashing::{HashMemory, HashRequester, run_in_pool};
use anyhow::anyhow;
use argon2::{
    Algorithm, Argon2, Block, Params, Version,
    password_hash::phc::{Output, ParamsString, PasswordHash, Salt},
};
use comanda_base::error::{Refusal, Result, invalid};
use std::sync::LazyLock;

const MIN_CHARS: usize = 8;
const MAX_CHARS: usize = 128;
const SALT_BYTES: usize = 16;
/// The 10,000 most common passwords of eight letters or more, in lower case and sorted, from the list of leaked passwords of
/// `@zxcvbn-ts/language-common` 4.1.3 (MIT licence).
const COMMON: &str = include_str!("common_passwords.txt");
/// Obvious guesses in a Peruvian restaurant that are not in that list.
const GUESSED: [&str; 12] = [
    "contraseña",
    "contrasena",
    "restaurante",
    "administrador",
    "bienvenido",
    "bienvenidos",
    "cevicheria",
    "cevichería",
    "polleria",
    "pollería",
    "chifaperu",
    "arribaperu",
];

/// Refuses a password that is too easy; the message says what to change.
pub fn check_strength(password: &str, username: &str) -> Result<(), Refusal> {
    let lower = password.to_lowercase();
    let why = if password.chars().count() < MIN_CHARS {
        "La contraseña necesita 8 letras o más."
    } else if password.chars().count() > MAX_CHARS {
        "La contraseña es demasiado larga. Usa hasta 128 letras."
    } else if lower == username.to_lowercase() {
        "La contraseña no puede ser el nombre de usuario."
    } else if is_common(&lower) || is_one_repeated_letter(&lower) {
        "Esa contraseña se adivina enseguida. Usa tres o cuatro palabras que solo tú juntarías."
    } else {
        return Ok(());
    };
    Err(invalid("password", why))
}

/// Checks the password like [`check_strength`], for a form with a confirmation.
pub fn check_strength_and_confirmation(
    password: &str,
    confirmation: Option<&str>,
    username: &str,
) -> Result<(), Refusal> {
    let why = match confirmation {
        Some(confirmation) if confirmation == password => None,
        None | Some("") => Some("Escribe la contraseña otra vez."),
        Some(_) => Some("Las dos contraseñas no son iguales."),
    };
    match (check_strength(password, username), why) {
        (Ok(()), None) => Ok(()),
        (Ok(()), Some(why)) => Err(invalid("password_confirmation", why)),
        (Err(refusal), None) => Err(refusal),
        (Err(refusal), Some(why)) => Err(refusal.at("password_confirmation", why)),
    }
}

/// Whether a password is on a list, as it is or without trailing digits and signs.
fn is_common(lower: &str) -> bool {
    static SORTED: LazyLock<Vec<&str>> = LazyLock::new(|| COMMON.lines().collect());
    let bare = lower.trim_end_matches(|c: char| !c.is_alphabetic());
    [lower, bare].iter().any(|text| SORTED.binary_search(text).is_ok() || GUESSED.contains(text))
}

fn is_one_repeated_letter(text: &str) -> bool {
    let mut letters = text.chars();
    let first = letters.next();
    letters.all(|c| Some(c) == first)
}

/// Hashes a secret to a PHC string.
pub async fn hash_secret(secret: &str) -> Result<String> {
    let secret = secret.to_owned();
    let salt: [u8; SALT_BYTES] = rand::random();
    Ok(run_in_pool(HashRequester::known_user(), move |memory| phc(secret.as_bytes(), &salt, memory)).await??)
}

/// Whether `secret` matches `hash`, for a known user. Without a hash it is compared with a fixed one, so that the time reveals nothing.
pub async fn matches_hash(secret: &str, hash: Option<&str>) -> Result<bool> {
    matches_hash_for(HashRequester::known_user(), secret, hash).await
}

/// Whether `secret` matches `hash`, for any asker.
pub(super) async fn matches_hash_for(asker: HashRequester, secret: &str, hash: Option<&str>) -> Result<bool> {
    const DUMMY_HASH: &str =
        "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    let (secret, hash) = (secret.to_owned(), hash.unwrap_or(DUMMY_HASH).to_owned());
    Ok(run_in_pool(asker, move |memory| verify(secret.as_bytes(), &hash, memory)).await??)
}

fn phc(secret: &[u8], salt: &[u8], memory: &mut HashMemory) -> anyhow::Result<String> {
    let argon = Argon2::default();
    let hash = hash_into(&argon, secret, salt, Params::DEFAULT_OUTPUT_LEN, memory)?;
    let encoded = PasswordHash {
        algorithm: Algorithm::default().ident(),
        version: Some(Version::default().into()),
        params: ParamsString::try_from(argon.params()).map_err(|e| anyhow!("argon2: {e}"))?,
        salt: Some(Salt::new(salt).map_err(|e| anyhow!("argon2: {e}"))?),
        hash: Some(hash),
    };
    Ok(encoded.to_string())
}

fn verify(secret: &[u8], hash: &str, memory: &mut HashMemory) -> anyhow::Result<bool> {
    let stored = |e: &dyn std::fmt::Display| anyhow!("stored hash: {e}");
    let parsed = PasswordHash::new(hash).map_err(|e| stored(&e))?;
    let (Some(salt), Some(expected)) = (&parsed.salt, &parsed.hash) else {
        return Err(stored(&"without salt or hash"));
    };
    let algorithm = Algorithm::new(parsed.algorithm).map_err(|e| stored(&e))?;
    let version = parsed.version.map_or(Ok(Version::default()), Version::try_from).map_err(|e| stored(&e))?;
    let params = Params::try_from(&parsed).map_err(|e| stored(&e))?;
    let argon = Argon2::new(algorithm, version, params);
    // Outputs are compared in constant time.
    Ok(hash_into(&argon, secret, salt, expected.len(), memory)? == *expected)
}

fn hash_into(
    argon: &Argon2<'_>,
    secret: &[u8],
    salt: &[u8],
    bytes: usize,
    memory: &mut HashMemory,
) -> anyhow::Result<Output> {
    if memory.len() < argon.params().block_count() {
        memory.resize(argon.params().block_count(), Block::default());
    }
    let mut room = [0; Output::MAX_LENGTH];
    let out = room.get_mut(..bytes).ok_or_else(|| anyhow!("argon2: an output of {bytes} bytes"))?;
    argon
        .hash_password_into_with_memory(secret, salt, out, memory.as_mut_slice())
        .map_err(|e| anyhow!("argon2: {e}"))?;
    Output::new(out).map_err(|e| anyhow!("argon2: {e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_hash_verifies_only_its_secret_and_has_a_standard_format() {
        let stored_hash = hash_secret("ají lomo pisco").await.unwrap();
        assert!(matches_hash("ají lomo pisco", Some(&stored_hash)).await.unwrap());
        assert!(!matches_hash("ají lomo", Some(&stored_hash)).await.unwrap());
        assert!(!matches_hash("ají lomo pisco", None).await.unwrap());
        use argon2::PasswordVerifier;
        Argon2::default().verify_password("ají lomo pisco".as_bytes(), stored_hash.as_str()).unwrap();
    }

    #[test]
    fn easy_passwords_are_refused_with_the_reason() {
        for (password, word) in [
            ("corta1", "8 letras"),
            ("Rosa.Quispe", "nombre de usuario"),
            ("Password", "adivina"),
            ("iloveyou", "adivina"),
            ("Restaurante2026!", "adivina"),
            ("q1w2e3r4t5y6", "adivina"),
            ("aaaaaaaaaa", "adivina"),
            ("", "8 letras"),
        ] {
            let refusal = check_strength(password, "rosa.quispe").unwrap_err();
            assert!(refusal.message.contains(word), "{password}: {}", refusal.message);
        }
        assert!(COMMON.lines().count() == 10_000 && COMMON.lines().is_sorted(), "binary search wants it sorted");
        assert!(check_strength(&"ñ".repeat(129), "x").is_err());
        assert!(check_strength("ají lomo pisco", "rosa.quispe").is_ok());
        assert!(check_strength_and_confirmation("ají lomo pisco", Some("ají lomo"), "x").is_err());
        assert!(check_strength_and_confirmation("ají lomo pisco", None, "x").is_err());
        assert!(check_strength_and_confirmation("ají lomo pisco", Some("ají lomo pisco"), "x").is_ok());
    }
}
