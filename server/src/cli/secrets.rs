//! `comanda renew-secrets-key`: what lies sealed, and another key for it.

use super::{moving::exclusively, say};
use anyhow::{Context, Result, bail, ensure};
use chrono::{DateTime, Utc};
use comanda::{
    clock::Clock,
    companies::{Companies, CompanyRow, Unopened, license_day},
    config::Config,
    only_server::OnlyServer,
    seal::{KeyFacts, Seals, SecretKind},
    secrets::{self, LIST_OF_COMPANIES, Renewed, Tally},
};

/// Shows which secrets there are and when the key was made, beside a running server too; nothing is changed or made.
pub(super) async fn list(config: &Config) -> Result<()> {
    let seals = Seals::of(&config.data);
    let keys = seals.keys()?;
    match keys.first() {
        Some(key) => say(&format!("Clave {}: {}", seals.file().display(), of_key(&seals, key)?))?,
        None => {
            say(&format!("No hay clave en {}: se hace con el primer secreto que se guarda.", seals.file().display()))?
        }
    }
    if keys.len() > 1 {
        say(&format!(
            "Una renovación quedó a medias ({}). Termínala: detén el servidor y ejecuta otra vez comanda renew-secrets-key.",
            counted(keys.len() - 1, "clave anterior también abre", "claves anteriores también abren")
        ))?;
    }
    let places = Unopened::find(config).await?;
    let Some(control) = places.control().await? else { return say("Todavía no hay empresas.") };
    let mut found = Vec::new();
    for row in places.listed(&control).await? {
        match of_company(&places, &seals, &row).await {
            Ok(tallies) => found.push((row.slug, tallies)),
            Err(why) => say(&format!("{:<24} no se pudo mirar: {why:#}", row.slug))?,
        }
    }
    let of_list = secrets::look(&control, &seals, &SecretKind::of_control()).await?;
    found.push((LIST_OF_COMPANIES.to_owned(), of_list));
    say_found(&found)
}

async fn of_company(places: &Unopened, seals: &Seals, row: &CompanyRow) -> Result<Vec<Tally>> {
    let db = places.company(row).await?.context("falta su base de datos")?;
    Ok(secrets::look(&db, seals, &SecretKind::of_company()).await?)
}

/// Makes another key and seals everything under it, while no server runs. What no key of this folder opens prevents that, unless it is to
/// be left as it is.
pub(super) async fn renew(config: &Config, leaves_lost: bool) -> Result<()> {
    let mut only = OnlyServer::become_it(config).await?;
    let companies = Companies::connect(config, Clock::system()).await?;
    let seals = Seals::of(&config.data);
    let alone = async || {
        let is_alone = !only.is_one_of_several().await?;
        ensure!(
            is_alone,
            "hay otro servidor en marcha sobre esta base de datos: detén todos y vuelve a ejecutar comanda renew-secrets-key"
        );
        Ok(())
    };
    let now = Clock::system().now();
    let renewed = exclusively(&companies, secrets::renew(&companies, &seals, now, leaves_lost, alone)).await??;
    say_renewed(config, &seals, &renewed)
}

fn say_renewed(config: &Config, seals: &Seals, renewed: &Renewed) -> Result<()> {
    let file = seals.file().display();
    say(&format!("Clave nueva en {file} (huella {}). Con ella se sellaron de nuevo:", short(&renewed.fingerprint)))?;
    say_found(&renewed.found)?;
    if !renewed.left.is_empty() {
        let left: Vec<String> = renewed.left.iter().map(|(slug, why)| format!("{slug} ({why:#})")).collect();
        bail!(
            "a estas empresas no se llegó: {}. La clave anterior queda en {file} y sigue abriendo sus secretos: arregla eso y vuelve a \
             ejecutar comanda renew-secrets-key",
            left.join("; ")
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

fn say_found(found: &[(String, Vec<Tally>)]) -> Result<()> {
    for (place, tallies) in found {
        for tally in tallies {
            say(&line(place, tally))?;
        }
    }
    let total: usize = found.iter().flat_map(|(_, tallies)| tallies).map(Tally::total).sum();
    say(&format!("Total: {}.", counted(total, "secreto", "secretos")))
}

fn line(place: &str, tally: &Tally) -> String {
    let notes = [
        (tally.earlier, "con una clave anterior"),
        (tally.plain, "sin sellar"),
        (tally.lost, "con una clave que no está aquí: hay que escribirlo de nuevo"),
    ];
    let notes = notes.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("  ({count} {what})"));
    format!("{place:<24} {:<48} {:>4}{}", tally.kind.words(), tally.total(), notes.collect::<String>())
}

fn of_key(seals: &Seals, key: &KeyFacts) -> Result<String> {
    let day = |at: DateTime<Utc>| license_day(at).format("%d/%m/%Y").to_string();
    let made = match key.made_at {
        Some(at) => format!("hecha el {}", day(at)),
        None => {
            let written = std::fs::metadata(seals.file())?.modified()?;
            format!("hecha a más tardar el {} (fecha del archivo)", day(written.into()))
        }
    };
    Ok(format!("huella {}, {made}.", short(&key.fingerprint)))
}

/// Enough of a fingerprint to tell keys apart.
fn short(fingerprint: &str) -> &str {
    fingerprint.get(..12).unwrap_or(fingerprint)
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
