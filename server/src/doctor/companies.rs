//! Checks the databases, and each company's licence, clock and invoicing.

use super::{Finding, backups, store};
use chrono::{DateTime, Duration, Utc};
use comanda_base::{
    clock::Clock,
    config::Config,
    db::{self, Db, SchemaState},
};
use comanda_invoicing::billing::electronic::{self, BillingSetup, Gateway};
use comanda_platform::companies::{CompanyRow, UnopenedDatabases, license_day};

/// The days before a licence's end from which there is a warning.
const LICENCE_SOON_DAYS: i64 = 15;
/// The days before a certificate's end from which there is a warning.
const CERTIFICATE_SOON_DAYS: i64 = 30;
/// The tolerated difference between the clocks of two machines.
const CLOCK_SLACK_MINUTES: i64 = 2;

/// Checks the databases and all companies that are served.
pub(super) async fn check_companies(config: &Config, clock: &Clock) -> Vec<Finding> {
    let unopened = match UnopenedDatabases::from_config(config).await {
        Ok(unopened) => unopened,
        Err(error) => return vec![unreachable_finding(config, &error)],
    };
    let control = match unopened.open_control().await {
        Ok(Some(control)) => control,
        Ok(None) => {
            let mend = "Agrega la primera empresa: comanda company add --name … --slug …";
            return vec![Finding::warning("database", "Todavía no hay empresas en esta carpeta de datos.", mend)];
        }
        Err(error) => return vec![unreachable_finding(config, &error)],
    };
    let mut findings = vec![check_tables(&control, &db::CONTROL_MIGRATIONS).await];
    let rows = match unopened.list_companies(&control).await {
        Ok(rows) => rows,
        Err(error) => {
            findings.push(Finding::broken("database", format!("No se leen las empresas: {error:#}."), RESTORE_ADVICE));
            return findings;
        }
    };
    if rows.is_empty() {
        let mend = "Agrega la primera empresa: comanda company add --name … --slug …";
        findings.push(Finding::warning("database", "Este servidor no tiene empresas.", mend));
    }
    for row in rows.iter().filter(|row| row.is_active()) {
        let mut found = check_company(config, &unopened, row, clock.now()).await;
        found.extend(backups::check_backups(config, &control, row, clock.now()).await);
        findings.extend(found.into_iter().map(|finding| finding.for_company(&row.slug)));
    }
    findings
}

const DOCUMENTS_ADVICE: &str = "Abre Comprobantes: cada uno dice por qué no salió y qué corregir.";

const RESTORE_ADVICE: &str =
    "Detén el servidor, guarda la carpeta de datos tal como está y restaura la última copia: comanda company restore.";

fn unreachable_finding(config: &Config, error: &anyhow::Error) -> Finding {
    let mend = match config.database {
        Some(_) => "Revisa que PostgreSQL esté encendido y que --database tenga bien usuario, clave, servidor y base.",
        None => RESTORE_ADVICE,
    };
    Finding::broken("database", format!("No se llega a la base de datos: {error:#}."), mend)
}

async fn check_company(
    config: &Config,
    unopened: &UnopenedDatabases,
    row: &CompanyRow,
    now: DateTime<Utc>,
) -> Vec<Finding> {
    let mut findings = vec![check_licence(row, now)];
    match unopened.open_company(row).await {
        Ok(Some(db)) => {
            findings.push(check_tables(&db, &db::COMPANY_MIGRATIONS).await);
            findings.extend(check_clock(&db, now).await);
            findings.extend(check_billing(&db, now).await);
        }
        Ok(None) => findings.push(Finding::broken("database", "Falta su base de datos.", RESTORE_ADVICE)),
        Err(error) if row.database_url.is_some() => {
            let mend = "Revisa que ese PostgreSQL esté encendido; si cambió su dirección: comanda company change --slug … --company-database …";
            findings.push(Finding::broken("database", format!("No se puede usar su base de datos: {error:#}."), mend));
        }
        Err(error) => findings.push(unreachable_finding(config, &error)),
    }
    findings
}

/// Checks whether a database is intact and of this program's version.
async fn check_tables(db: &Db, known: &'static db::Migrator) -> Finding {
    match db.load_schema_state(known).await {
        Ok(SchemaState::Current) => Finding::good("database", "La base de datos responde y está al día."),
        Ok(SchemaState::Older(n)) => Finding::warning(
            "database",
            match n {
                1 => "A la base de datos le falta 1 migración.".to_owned(),
                n => format!("A la base de datos le faltan {n} migraciones."),
            },
            "Inicia el servidor: las hace solo. Haz antes una copia.",
        ),
        Ok(SchemaState::Newer) => Finding::warning(
            "database",
            "Un servidor de una versión posterior ya puso al día la base de datos; este programa puede trabajar con ella.",
            "Actualiza también este programa.",
        ),
        Ok(SchemaState::TooNew) => Finding::broken(
            "database",
            "La base de datos es de una versión posterior a este programa.",
            "Instala la versión de comanda con la que se usó por última vez, o una posterior.",
        ),
        Ok(SchemaState::Damaged(what)) => {
            Finding::broken("database", format!("La base de datos está dañada: {what}."), RESTORE_ADVICE)
        }
        Err(error) => Finding::broken("database", format!("La base de datos no responde: {error}."), RESTORE_ADVICE),
    }
}

/// Checks that the newest log entry is not in the future: a clock that was set back would give documents a wrong date.
async fn check_clock(db: &Db, now: DateTime<Utc>) -> Option<Finding> {
    let mut tx = db.read().await.ok()?;
    let last = store::find_last_logged(&mut tx).await.ok()?;
    let ahead = last - now;
    Some(if ahead > Duration::minutes(CLOCK_SLACK_MINUTES) {
        let found = format!("El reloj está {} min atrás de lo último que se registró.", ahead.num_minutes());
        Finding::broken("clock", found, "Pon en hora la máquina y deja la hora automática: timedatectl set-ntp true")
    } else {
        Finding::good(
            "clock",
            format!("El reloj dice {} UTC, después de todo lo registrado.", now.format("%d/%m/%Y %H:%M")),
        )
    })
}

/// Checks for documents that do not reach the tax authority and for an expiring certificate. Tables of an older version give no findings.
async fn check_billing(db: &Db, now: DateTime<Utc>) -> Vec<Finding> {
    let Ok(mut tx) = db.read().await else { return Vec::new() };
    let (Ok(setup), Ok(watched)) =
        (BillingSetup::load(&mut tx).await, electronic::load_attention_counts(&mut tx, now).await)
    else {
        return Vec::new();
    };
    if matches!(setup.gateway, Gateway::None | Gateway::Demo) {
        return Vec::new();
    }
    let mut findings = Vec::new();
    let late = watched.late + watched.late_voids;
    if late > 0 {
        let found = match late {
            1 => "El plazo de SUNAT está por vencer para 1 comprobante que no se ha enviado.".to_owned(),
            _ => format!("El plazo de SUNAT está por vencer para {late} comprobantes que no se han enviado."),
        };
        findings.push(Finding::broken("billing", found, DOCUMENTS_ADVICE));
    }
    if watched.failed > 0 {
        let found = match watched.failed {
            1 => "1 comprobante no se pudo enviar a SUNAT.".to_owned(),
            count => format!("{count} comprobantes no se pudieron enviar a SUNAT."),
        };
        findings.push(Finding::warning("billing", found, DOCUMENTS_ADVICE));
    }
    let end = setup.certificate_expires_at.filter(|_| setup.gateway.needs_certificate());
    if let Some(end) = end.filter(|end| *end < now + Duration::days(CERTIFICATE_SOON_DAYS)) {
        let day = end.format("%d/%m/%Y");
        let mend = "Sube el certificado nuevo en Configuración, Facturación electrónica.";
        findings.push(match end < now {
            true => {
                Finding::broken("billing", format!("El certificado digital venció el {day}: nada sale a SUNAT."), mend)
            }
            false => Finding::warning("billing", format!("El certificado digital vence el {day}."), mend),
        });
    }
    if findings.is_empty() {
        findings.push(Finding::good("billing", "Los comprobantes llegan a SUNAT."));
    }
    findings
}

fn check_licence(row: &CompanyRow, now: DateTime<Utc>) -> Finding {
    let slug = &row.slug;
    if !row.license_active {
        let mend = format!("Enciéndela cuando corresponda: comanda company change --slug {slug} --license activa");
        return Finding::broken("licence", "La licencia está apagada: nadie puede trabajar.", mend);
    }
    let Some(until) = row.license_until else { return Finding::good("licence", "La licencia no tiene fecha de fin.") };
    let days_left = (until - license_day(now)).num_days();
    let day = until.format("%d/%m/%Y");
    let mend = format!("Renueva: comanda company change --slug {slug} --license-until AAAA-MM-DD");
    match days_left {
        ..0 => Finding::broken("licence", format!("La licencia venció el {day}: nadie puede trabajar."), mend),
        0..=LICENCE_SOON_DAYS => Finding::warning("licence", format!("La licencia vence el {day}."), mend),
        _ => Finding::good("licence", format!("La licencia vale hasta el {day}.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::FindingLevel;

    fn row(active: bool, until: Option<&str>) -> CompanyRow {
        CompanyRow {
            id: 1,
            slug: "terraza".into(),
            name: "La Terraza".into(),
            domain: None,
            uuid_channel: String::new(),
            license_active: active,
            license_until: until.map(|day| day.parse().unwrap()),
            database_url: None,
            closed_until: None,
            status: comanda_base::words::Status::Active,
        }
    }

    #[test]
    fn a_licence_is_a_warning_before_it_ends() {
        let now: DateTime<Utc> = "2026-11-21T15:00:00Z".parse().unwrap();
        for (active, until, level) in [
            (true, None, FindingLevel::Good),
            (true, Some("2027-11-21"), FindingLevel::Good),
            (true, Some("2026-12-01"), FindingLevel::Warning),
            (true, Some("2026-11-21"), FindingLevel::Warning),
            (true, Some("2026-11-20"), FindingLevel::Broken),
            (false, Some("2027-11-21"), FindingLevel::Broken),
        ] {
            assert_eq!(check_licence(&row(active, until), now).level, level, "{active} {until:?}");
        }
    }
}
