//! `comanda renew-secrets-key`: lists the sealed secrets, or renews their key.

use super::{company_database::run_exclusively, say};
use anyhow::{Context, Result, bail, ensure};
use chrono::{DateTime, Utc};
use comanda::{
    clock::Clock,
    companies::{Companies, CompanyRow, UnopenedDatabases, license_day},
    config::Config,
    only_server::SingleServerLock,
    seal::{KeyFacts, Seals, SecretKind},
    secrets::{self, KeyRenewalReport, LIST_OF_COMPANIES, SecretCount},
};

/// Prints the counts of secrets and the date of the key, even beside a running server; nothing is changed or created.
pub(super) async fn print_secrets(config: &Config) -> Result<()> {
    let seals = Seals::in_folder(&config.data);
    let keys = seals.keys()?;
    match keys.first() {
        Some(key) => say(&format!("Clave {}: {}", seals.key_file().display(), key_text(&seals, key)?))?,
        None => say(&format!(
            "No hay clave en {}: se hace con el primer secreto que se guarda.",
            seals.key_file().display()
        ))?,
    }
    if keys.len() > 1 {
        say(&format!(
            "Una renovación quedó a medias ({}). Termínala: detén el servidor y ejecuta otra vez comanda renew-secrets-key.",
            counted(keys.len() - 1, "clave anterior también abre", "claves anteriores también abren")
        ))?;
    }
    let places = UnopenedDatabases::from_config(config).await?;
    let Some(control) = places.open_control().await? else { return say("Todavía no hay empresas.") };
    let mut found = Vec::new();
    for row in places.list_companies(&control).await? {
        match tally_company(&places, &seals, &row).await {
            Ok(tallies) => found.push((row.slug, tallies)),
            Err(why) => say(&format!("{:<24} no se pudo mirar: {why:#}", row.slug))?,
        }
    }
    let control_secrets = secrets::count_secrets(&control, &seals, &SecretKind::control_kinds()).await?;
    found.push((LIST_OF_COMPANIES.to_owned(), control_secrets));
    say_found(&found)
}

async fn tally_company(places: &UnopenedDatabases, seals: &Seals, row: &CompanyRow) -> Result<Vec<SecretCount>> {
    let db = places.open_company(row).await?.context("falta su base de datos")?;
    Ok(secrets::count_secrets(&db, seals, &SecretKind::company_kinds()).await?)
}

/// Creates a new key and seals all secrets with it, while no server runs. Refuses if some secret cannot be opened by any key of this
/// folder, unless `leaves_lost` allows leaving it as it is.
pub(super) async fn renew_key(config: &Config, leaves_lost: bool) -> Result<()> {
    let mut only_server = SingleServerLock::acquire(config).await?;
    let companies = Companies::connect(config, Clock::system()).await?;
    let seals = Seals::in_folder(&config.data);
    let ensure_alone = async || {
        let is_alone = !only_server.has_peers().await?;
        ensure!(
            is_alone,
            "hay otro servidor en marcha sobre esta base de datos: detén todos y vuelve a ejecutar comanda renew-secrets-key"
        );
        Ok(())
    };
    let now = Clock::system().now();
    let renewed =
        run_exclusively(&companies, secrets::renew_key(&companies, &seals, now, leaves_lost, ensure_alone)).await??;
    say_renewed(config, &seals, &renewed)
}

fn say_renewed(config: &Config, seals: &Seals, renewed: &KeyRenewalReport) -> Result<()> {
    let file = seals.key_file().display();
    say(&format!(
        "Clave nueva en {file} (huella {}). Con ella se sellaron de nuevo:",
        short_fingerprint(&renewed.fingerprint)
    ))?;
    say_found(&renewed.found)?;
    if !renewed.unreached.is_empty() {
        let unrenewed: Vec<String> = renewed.unreached.iter().map(|(slug, why)| format!("{slug} ({why:#})")).collect();
        bail!(
            "a estas empresas no se llegó: {}. La clave anterior queda en {file} y sigue abriendo sus secretos: arregla eso y vuelve a \
             ejecutar comanda renew-secrets-key",
            unrenewed.join("; ")
        );
    }
    say("\nListo: la clave anterior ya no está en esta carpeta.")?;
    if config.database.is_some() {
        say(
            "- Si hay otros servidores sobre esta base de datos, pon el mismo secrets.key en la carpeta de datos de cada uno antes de iniciarlo.",
        )?;
    }
    say("- Guarda una copia de la clave nueva fuera de este servidor: sin ella nadie lee estos secretos.")?;
    say(
        "- Las copias de seguridad hechas antes guardan sus secretos sellados con la clave anterior. Conserva la copia que tenías de esa \
         clave mientras conserves esas copias; sin ella, al restaurar una se escriben de nuevo las contraseñas.",
    )
}

fn say_found(found: &[(String, Vec<SecretCount>)]) -> Result<()> {
    for (place, tallies) in found {
        for tally in tallies {
            say(&tally_line(place, tally))?;
        }
    }
    let total: usize = found.iter().flat_map(|(_, tallies)| tallies).map(SecretCount::total).sum();
    say(&format!("Total: {}.", counted(total, "secreto", "secretos")))
}

fn tally_line(place: &str, tally: &SecretCount) -> String {
    let notes = [
        (tally.earlier, "con una clave anterior"),
        (tally.plain, "sin sellar"),
        (tally.lost, "con una clave que no está aquí: hay que escribirlo de nuevo"),
    ];
    let notes = notes.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("  ({count} {what})"));
    format!("{place:<24} {:<48} {:>4}{}", tally.kind.spanish_name(), tally.total(), notes.collect::<String>())
}

fn key_text(seals: &Seals, key: &KeyFacts) -> Result<String> {
    let day = |at: DateTime<Utc>| license_day(at).format("%d/%m/%Y").to_string();
    let date_text = match key.made_at {
        Some(at) => format!("hecha el {}", day(at)),
        None => {
            let written = std::fs::metadata(seals.key_file())?.modified()?;
            format!("hecha a más tardar el {} (fecha del archivo)", day(written.into()))
        }
    };
    Ok(format!("huella {}, {date_text}.", short_fingerprint(&key.fingerprint)))
}

/// Returns the first 12 characters of a fingerprint, enough to distinguish keys.
fn short_fingerprint(fingerprint: &str) -> &str {
    fingerprint.get(..12).unwrap_or(fingerprint)
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
