//! Ensures that all servers on one database seal secrets under the same key, since otherwise each could open only its own.

use super::store;
use anyhow::{Result, anyhow};
use comanda_base::{
    db::{self, Db, Engine},
    seal::Seals,
    transact,
};

/// Compares the key of this data folder with that of the first server on the database. The first server's folder gets a key where it has
/// none. Where a renewal was interrupted before the others could know of it, the key that they have seals here again. With `replaces` this
/// folder's key becomes the agreed one, because the other is lost or was renewed.
///
/// # Errors
/// The key is another one, or the folder has none; the message says what to do.
pub async fn agree_on_key(control: &Db, seals: &Seals, replaces: bool) -> Result<()> {
    if control.engine() == Engine::Sqlite {
        return Ok(());
    }
    let known = store::load_fingerprint(&mut control.read().await?).await?;
    if let (Some(known), false) = (&known, replaces) {
        seals.seal_with(known)?;
    }
    let fingerprint = match seals.fingerprint()? {
        None if known.is_none() || replaces => Some(seals.fingerprint_or_create()?),
        fingerprint => fingerprint,
    };
    let agreed: db::Result<bool> = transact!(control, |tx| -> db::Result<bool> {
        let Some(fingerprint) = &fingerprint else { return Ok(false) };
        // Another server may be starting for the first time, too.
        let first = store::insert_or_get_fingerprint(tx, fingerprint).await?;
        if replaces && first != *fingerprint {
            store::set_fingerprint(tx, fingerprint).await?;
            return Ok(true);
        }
        Ok(first == *fingerprint)
    });
    if agreed? { Ok(()) } else { Err(key_not_agreed_error(seals)) }
}

/// Whether the key of this data folder is the agreed one, if there is one. The key may have been renewed while this server was
/// disconnected from the database. Changes nothing.
///
/// # Errors
/// The control database does not answer, or the key file cannot be read.
pub async fn has_agreed_key(control: &Db, seals: &Seals) -> Result<bool> {
    if control.engine() == Engine::Sqlite {
        return Ok(true);
    }
    let agreed = store::load_fingerprint(&mut control.read().await?).await?;
    Ok(agreed.is_none() || agreed == seals.fingerprint()?)
}

/// Makes the error of a server whose key is not the agreed one, with what to do.
pub(crate) fn key_not_agreed_error(seals: &Seals) -> anyhow::Error {
    anyhow!(
        "la clave {} no es la de los otros servidores de esta base de datos: este no podría leer las contraseñas guardadas. Copia \
         aquí el archivo secrets.key de la carpeta de datos de otro servidor y vuelve a iniciar. Si esa clave se perdió para siempre, \
         inicia una vez con --new-secrets-key: lo que se guardó con ella se vuelve a escribir.",
        seals.key_file().display()
    )
}
