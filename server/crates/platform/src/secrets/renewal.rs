//! Renewal of the key: a new key seals from the beginning, earlier ones still open until all secrets are resealed, and only then they
//! are removed. If it is interrupted every secret can still be read, and the next renewal continues.

use super::{SecretCount, count_secrets, reseal_secrets};
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

/// The name of the control database in the results.
pub const LIST_OF_COMPANIES: &str = "(lista de empresas)";

/// The result of a renewal.
#[derive(Debug)]
pub struct KeyRenewalReport {
    /// The fingerprint of the new key.
    pub fingerprint: String,
    /// The counts of each database, by the company's slug.
    pub found: Vec<(String, Vec<SecretCount>)>,
    /// The companies that were not reached, with the reason. If there are any, earlier keys are kept.
    pub unreached: Vec<(String, anyhow::Error)>,
}

/// Makes a new key and seals every secret of every company under it. `ensure_alone` fails where another server runs on the same database,
/// which would go on sealing under its own key. Where no key opens some secrets nothing is begun, unless `leaves_lost`.
///
/// # Errors
/// There is no key, a server runs, secrets are lost, or the list of companies cannot be reached. Every secret that could be read still can.
pub async fn renew_key(
    companies: &Companies,
    seals: &Seals,
    now: DateTime<Utc>,
    leaves_lost: bool,
    mut ensure_alone: impl AsyncFnMut() -> Result<()>,
) -> Result<KeyRenewalReport> {
    let control = companies.control();
    ensure_alone().await?;
    // Only a folder with the key of the other servers may renew it.
    agree_on_key(control, seals, false).await?;
    ensure!(
        seals.fingerprint()?.is_some(),
        "todavía no hay clave de los secretos: se hace con el primero que se guarda"
    );
    if !leaves_lost {
        ensure_none_is_lost(companies, seals).await?;
    }
    let fingerprint = seals.renew(now)?;
    // From now on no server starts with the earlier key. One that started before is running, and detected by `ensure_alone`.
    agree_on_key(control, seals, true).await?;
    ensure_alone().await?;
    let (mut found, mut unreached) = (Vec::new(), Vec::new());
    let rows = companies.list_all().await?;
    for row in &rows {
        match reseal_company(companies, seals, row).await {
            Ok(tallies) => found.push((row.slug.clone(), tallies)),
            Err(why) => unreached.push((row.slug.clone(), why)),
        }
    }
    // Done last, since the secrets of the list are needed to open companies.
    found.push((LIST_OF_COMPANIES.to_owned(), reseal_and_verify(control, seals, &SecretKind::control_kinds()).await?));
    ensure_alone().await?;
    for row in companies.list_all().await? {
        if rows.iter().all(|sealed| sealed.slug != row.slug) {
            unreached.push((row.slug, anyhow!("se agregó mientras se sellaban los secretos de las otras")));
        }
    }
    if unreached.is_empty() {
        seals.drop_earlier()?;
    }
    Ok(KeyRenewalReport { fingerprint, found, unreached })
}

/// Fails where secrets are sealed under a key that is not here, and names them, so that the operator can look for that key first.
async fn ensure_none_is_lost(companies: &Companies, seals: &Seals) -> Result<()> {
    let list_tallies = count_secrets(companies.control(), seals, &SecretKind::control_kinds()).await?;
    let mut places = vec![(LIST_OF_COMPANIES.to_owned(), list_tallies)];
    for row in companies.list_all().await? {
        // Companies that cannot be opened are reported by the renewal, which keeps the earlier keys for them.
        let Ok(Some(company)) = companies.open_even_inactive(&row.slug).await else { continue };
        if let Ok(tallies) = count_secrets(&company.db, seals, &SecretKind::company_kinds()).await {
            places.push((row.slug, tallies));
        }
    }
    let mut lost = Vec::new();
    for (place, tallies) in &places {
        let lost_tallies = tallies.iter().filter(|tally| tally.lost > 0);
        lost.extend(lost_tallies.map(|tally| format!("{place}: {} ({})", tally.kind.spanish_name(), tally.lost)));
    }
    ensure!(
        lost.is_empty(),
        "hay secretos sellados con una clave que no está en {}: {}. No se cambió nada. Si esa clave está en una copia, pon su línea debajo de \
         la primera en el secrets.key de cada servidor y vuelve a ejecutar comanda renew-secrets-key. Si se perdió para siempre, agrega \
         --leave-lost: quedan como están y se escriben de nuevo",
        seals.key_file().display(),
        lost.join("; ")
    );
    Ok(())
}

async fn reseal_company(companies: &Companies, seals: &Seals, row: &CompanyRow) -> Result<Vec<SecretCount>> {
    let Some(company) = companies.open_even_inactive(&row.slug).await? else { return Ok(Vec::new()) };
    reseal_and_verify(&company.db, seals, &SecretKind::company_kinds()).await
}

/// Reseals all secrets, and verifies it.
async fn reseal_and_verify(db: &Db, seals: &Seals, kinds: &[SecretKind]) -> Result<Vec<SecretCount>> {
    let found = reseal_secrets(db, seals, kinds).await?;
    let is_settled = count_secrets(db, seals, kinds).await?.iter().all(SecretCount::is_up_to_date);
    ensure!(is_settled, "sus secretos cambiaron mientras se sellaban de nuevo");
    Ok(found)
}
