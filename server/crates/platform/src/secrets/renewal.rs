//! Renewing the key: another one seals from the beginning, the ones before open until everything is sealed anew, and only then they are
//! forgotten. Wherever it is cut off every secret can be read, and the next renewal seals anew what this one left.

use super::{Tally, look, seal_anew};
use crate::{
    companies::{Companies, CompanyRow},
    servers::agree_on_key,
};
use anyhow::{Result, anyhow, ensure};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Db,
    seal::{Seals, SecretKind},
};

/// Where the secrets of no single company lie.
pub const LIST_OF_COMPANIES: &str = "(lista de empresas)";

/// What a renewal did.
#[derive(Debug)]
pub struct Renewed {
    /// Of the new key.
    pub fingerprint: String,
    /// What was found in each database, by the short name of its company.
    pub found: Vec<(String, Vec<Tally>)>,
    /// Companies that were not reached, and why. Where there are any, the keys of before still open.
    pub left: Vec<(String, anyhow::Error)>,
}

/// Makes a new key and seals every secret of every company under it. `alone` fails where another server runs on the same database: it
/// would go on sealing under the key that it has. Where there are secrets that no key here opens nothing is begun, unless `leaves_lost`.
///
/// # Errors
/// There is no key, a server runs, secrets are lost, or the list of companies cannot be reached. Every secret that could be read still can.
pub async fn renew(
    companies: &Companies,
    seals: &Seals,
    now: DateTime<Utc>,
    leaves_lost: bool,
    mut alone: impl AsyncFnMut() -> Result<()>,
) -> Result<Renewed> {
    let control = companies.control();
    alone().await?;
    // A folder whose key is not that of the others has nothing to renew.
    agree_on_key(control, seals, false).await?;
    ensure!(
        seals.fingerprint()?.is_some(),
        "todavía no hay clave de los secretos: se hace con el primero que se guarda"
    );
    if !leaves_lost {
        ensure_none_is_lost(companies, seals).await?;
    }
    let fingerprint = seals.renew(now)?;
    // From now on no server starts with the key of before. One that did until now is running, and seen.
    agree_on_key(control, seals, true).await?;
    alone().await?;
    let (mut found, mut left) = (Vec::new(), Vec::new());
    let rows = companies.listed().await?;
    for row in &rows {
        match of_company(companies, seals, row).await {
            Ok(tallies) => found.push((row.slug.clone(), tallies)),
            Err(why) => left.push((row.slug.clone(), why)),
        }
    }
    // Last: until here companies were found by what it says of them.
    found.push((LIST_OF_COMPANIES.to_owned(), settle(control, seals, &SecretKind::of_control()).await?));
    alone().await?;
    for row in companies.listed().await? {
        if rows.iter().all(|sealed| sealed.slug != row.slug) {
            left.push((row.slug, anyhow!("se agregó mientras se sellaban los secretos de las otras")));
        }
    }
    if left.is_empty() {
        seals.drop_earlier()?;
    }
    Ok(Renewed { fingerprint, found, left })
}

/// Fails where secrets lie sealed under a key that is not here, and names them: whoever still has that key would have to look for it
/// before they are forgotten among those that can be read.
async fn ensure_none_is_lost(companies: &Companies, seals: &Seals) -> Result<()> {
    let of_list = look(companies.control(), seals, &SecretKind::of_control()).await?;
    let mut places = vec![(LIST_OF_COMPANIES.to_owned(), of_list)];
    for row in companies.listed().await? {
        // One that is not reached is told by the renewal, which keeps the earlier key for it.
        let Ok(Some(company)) = companies.served_or_not(&row.slug).await else { continue };
        if let Ok(tallies) = look(&company.db, seals, &SecretKind::of_company()).await {
            places.push((row.slug, tallies));
        }
    }
    let mut lost = Vec::new();
    for (place, tallies) in &places {
        let of_place = tallies.iter().filter(|tally| tally.lost > 0);
        lost.extend(of_place.map(|tally| format!("{place}: {} ({})", tally.kind.words(), tally.lost)));
    }
    ensure!(
        lost.is_empty(),
        "hay secretos sellados con una clave que no está en {}: {}. No se cambió nada. Si esa clave está en una copia, pon su línea debajo de \
         la primera en el secrets.key de cada servidor y vuelve a ejecutar comanda renew-secrets-key. Si se perdió para siempre, agrega \
         --leave-lost: quedan como están y se escriben de nuevo",
        seals.file().display(),
        lost.join("; ")
    );
    Ok(())
}

async fn of_company(companies: &Companies, seals: &Seals, row: &CompanyRow) -> Result<Vec<Tally>> {
    let Some(company) = companies.served_or_not(&row.slug).await? else { return Ok(Vec::new()) };
    settle(&company.db, seals, &SecretKind::of_company()).await
}

/// Seals anew, and reads again whether everything is.
async fn settle(db: &Db, seals: &Seals, kinds: &[SecretKind]) -> Result<Vec<Tally>> {
    let found = seal_anew(db, seals, kinds).await?;
    let is_settled = look(db, seals, kinds).await?.iter().all(Tally::is_settled);
    ensure!(is_settled, "sus secretos cambiaron mientras se sellaban de nuevo");
    Ok(found)
}
