//! Encrypts backups with `age` for the holders of a few private keys, none of which is on the server.

use age::{
    DecryptError, Decryptor, Encryptor, IdentityFile,
    secrecy::ExposeSecret,
    x25519::{Identity, Recipient},
};
use anyhow::{Context, Result, anyhow, bail};
use comanda_base::private_files;
use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Read, Write},
    path::Path,
};

/// The first bytes of a file that `age` encrypted.
const AGE_HEADER: &[u8] = b"age-encryption.org/";
/// The first bytes of a backup that is not encrypted.
const SQLITE_HEADER: &[u8] = b"SQLite format 3\0";

/// The kind of a file by its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BackupFileKind {
    Encrypted,
    Plain,
    Foreign,
}

/// Detects the kind of a file by its first bytes.
pub(super) fn detect_file_kind(file: &Path) -> io::Result<BackupFileKind> {
    let mut head = Vec::new();
    File::open(file)?.take(AGE_HEADER.len().max(SQLITE_HEADER.len()) as u64).read_to_end(&mut head)?;
    Ok(match head {
        head if head.starts_with(AGE_HEADER) => BackupFileKind::Encrypted,
        head if head.starts_with(SQLITE_HEADER) => BackupFileKind::Plain,
        _ => BackupFileKind::Foreign,
    })
}

/// Writes an encrypted copy of `plain` for these recipients.
pub(super) fn encrypt_backup(plain: &Path, encrypted: &Path, recipients: &[Recipient]) -> Result<()> {
    let recipients = recipients.iter().map(|recipient| recipient as &dyn age::Recipient);
    let encryptor = Encryptor::with_recipients(recipients).map_err(|e| anyhow!("no se pudo cifrar: {e}"))?;
    let target = BufWriter::new(comanda_base::private_files::open_private_file(encrypted)?);
    let mut writer = encryptor.wrap_output(target)?;
    io::copy(&mut BufReader::new(File::open(plain)?), &mut writer)?;
    let target = writer.finish()?;
    target.into_inner().map_err(|e| e.into_error())?.sync_all()?;
    Ok(())
}

/// Decrypts a backup; one that was altered or cut off leaves no complete file behind.
///
/// # Errors
/// The key is another, the file contains no key, or the backup is not as it was written.
pub(super) fn decrypt_backup(encrypted: &Path, plain: &Path, key_file: &Path) -> Result<()> {
    let key_path = key_file.display();
    let keys = File::open(key_file).with_context(|| format!("no se puede leer la llave {key_path}"))?;
    let keys = IdentityFile::from_buffer(BufReader::new(keys))
        .and_then(|file| file.into_identities().map_err(io::Error::other));
    // The content of the file is not shown in the error, because it may be a secret.
    let keys = keys.map_err(|_| anyhow!("{key_path} no es una llave privada (AGE-SECRET-KEY-1…)"))?;
    if keys.is_empty() {
        bail!("en {key_path} no hay ninguna llave privada (AGE-SECRET-KEY-1…)");
    }
    let decryptor = Decryptor::new_buffered(BufReader::new(File::open(encrypted)?)).map_err(|e| explain(&e))?;
    let keys = keys.iter().map(|key| key.as_ref() as &dyn age::Identity);
    let mut reader = decryptor.decrypt(keys).map_err(|e| explain(&e))?;
    let mut target = comanda_base::private_files::open_private_file(plain)?;
    let copied = io::copy(&mut reader, &mut target);
    copied.map_err(|e| match e.kind() {
        io::ErrorKind::StorageFull => anyhow!("no queda espacio en el disco para abrir la copia"),
        _ => anyhow!("la copia está cortada o alterada"),
    })?;
    target.sync_all()?;
    Ok(())
}

fn explain(error: &DecryptError) -> anyhow::Error {
    match error {
        DecryptError::NoMatchingKeys => {
            anyhow!("esa llave no abre esta copia: usa la llave privada de quien la recibe")
        }
        _ => anyhow!("la copia está cortada o alterada"),
    }
}

/// Writes a new private key to a file that must not exist yet, and returns its public key.
///
/// # Errors
/// The file exists, or cannot be written.
pub fn make_backup_key(file: &Path) -> Result<String> {
    let path = file.display();
    let identity = Identity::generate();
    let public = identity.to_public().to_string();
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut part = tempfile::NamedTempFile::new_in(folder).with_context(|| format!("no se puede escribir {path}"))?;
    writeln!(part, "# public key: {public}\n{}", identity.to_string().expose_secret())?;
    part.as_file().sync_all()?;
    part.persist_noclobber(file).map_err(|_| anyhow!("{path} ya existe: no se escribe encima de una llave"))?;
    private_files::sync_parent_folder(file)
        .inspect_err(|_| drop(std::fs::remove_file(file)))
        .with_context(|| format!("no se puede escribir {path}"))?;
    Ok(public)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Several blocks of `age`, and an incomplete one.
    const BYTES: usize = 3 * 64 * 1024 + 777;

    #[test]
    fn only_the_right_key_decrypts_and_only_an_unaltered_backup() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let keys = ["a", "b", "other"].map(|name| make_backup_key(&at(name)).unwrap().parse::<Recipient>().unwrap());
        let content: Vec<u8> = SQLITE_HEADER.iter().copied().chain((0..BYTES).map(|n| (n % 251) as u8)).collect();
        fs::write(at("plain"), &content).unwrap();
        encrypt_backup(&at("plain"), &at("encrypted"), &keys[..2]).unwrap();
        for key in ["a", "b"] {
            decrypt_backup(&at("encrypted"), &at(&format!("open-{key}")), &at(key)).unwrap();
            assert!(fs::read(at(&format!("open-{key}"))).unwrap() == content, "{key}");
        }
        let refused = |from: &str, key: &str| decrypt_backup(&at(from), &at("x"), &at(key)).unwrap_err().to_string();
        assert!(refused("encrypted", "other").contains("no abre esta copia"));
        assert!(refused("encrypted", "plain").contains("no es una llave privada"));
        assert!(refused("encrypted", "nowhere").contains("no se puede leer la llave"));
        assert!(refused("plain", "a").contains("cortada o alterada"));

        let encrypted = fs::read(at("encrypted")).unwrap();
        // Within the header, within a block, at the end of a block, and without the last byte.
        for length in [10, 200, encrypted.len() - 777, encrypted.len() - 1] {
            fs::write(at("cut"), &encrypted[..length]).unwrap();
            assert!(refused("cut", "a").contains("cortada o alterada"), "{length}");
        }
        for place in [30, 150, 1_000, encrypted.len() / 2, encrypted.len() - 1] {
            let mut altered = encrypted.clone();
            altered[place] ^= 1;
            fs::write(at("altered"), altered).unwrap();
            let why = refused("altered", "a");
            assert!(why.contains("cortada o alterada") || why.contains("no abre"), "{place}: {why}");
        }
        assert!(make_backup_key(&at("a")).unwrap_err().to_string().contains("ya existe"));
        assert_eq!(detect_file_kind(&at("encrypted")).unwrap(), BackupFileKind::Encrypted);
        assert_eq!(
            (detect_file_kind(&at("plain")).unwrap(), detect_file_kind(&at("a")).unwrap()),
            (BackupFileKind::Plain, BackupFileKind::Foreign)
        );
    }
}
