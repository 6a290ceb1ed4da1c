//! Checks the backups of a company: the automatic ones if configured, otherwise those made by hand in the data folder.

use super::Finding;
use chrono::{DateTime, Duration, Utc};
use comanda_backups::{BackupPlan, is_backup_stored, load_health};
use comanda_base::{config::Config, db::Db};
use comanda_platform::companies::CompanyRow;
use std::{
    path::{Path, PathBuf},
    time::SystemTime,
};

/// The age in days after which a backup made by hand is reported: a house that sells every day should lose no more than this.
const OLD_BACKUP_DAYS: i64 = 2;
const ADVICE: &str = "Corrige el motivo y hazla ahora: comanda backup now --company …";

/// Checks a company's backups. With a control database of an older version the health of automatic backups is unknown.
pub(super) async fn check_backups(config: &Config, control: &Db, row: &CompanyRow, now: DateTime<Utc>) -> Vec<Finding> {
    match BackupPlan::from_config(&config.backups) {
        Ok(None) => vec![check_manual_backups(&config.data.join("backups").join(&row.slug), now)],
        Ok(Some(plan)) => vec![check_automatic_backups(config, control, row, &plan.target(), now).await],
        Err(error) => {
            let mend = "Corrige las opciones --backup-… o la parte [backup] del archivo de configuración.";
            vec![Finding::broken("backup", format!("Así no se hacen copias: {error:#}."), mend)]
        }
    }
}

async fn check_automatic_backups(
    config: &Config,
    control: &Db,
    row: &CompanyRow,
    target: &str,
    now: DateTime<Utc>,
) -> Finding {
    let Ok(Some(health)) = load_health(control, &config.backups, row.id, now).await else {
        let mend = "La hace el servidor cuando anda; o hazla ahora: comanda backup now --company …";
        return Finding::warning("backup", format!("Todavía no hay una copia en {target}."), mend);
    };
    let last = health.last.as_ref().map(|copy| {
        let (day, seconds) =
            (copy.made_at.format("%d/%m/%Y %H:%M"), Duration::milliseconds(copy.took_ms).num_seconds());
        format!("La última copia en {target} es del {day} UTC: {}, {} bytes, {seconds} s.", copy.name, copy.bytes)
    });
    let last = last.unwrap_or_else(|| format!("No hay copias en {target}."));
    let Some(trouble) = health.trouble else {
        let Some(copy) = &health.last else { return Finding::good("backup", last) };
        let mend = "Revisa que el disco, la carpeta compartida o el bucket esté ahí, y haz una copia: comanda backup now --company … \
                    (con --anew si quitaste todas a propósito)";
        return match is_backup_stored(&config.backups, &row.slug, copy).await {
            Ok(true) => Finding::good("backup", last),
            Ok(false) => {
                Finding::broken("backup", format!("La última copia ya no está en {target}: {}.", copy.name), mend)
            }
            Err(error) => Finding::broken("backup", format!("No se puede mirar en {target}: {error:#}."), mend),
        };
    };
    let found = match trouble.why {
        Some(why) => format!("La copia falló: {}. {last}", why.trim_end_matches('.')),
        None => last,
    };
    if trouble.is_old { Finding::broken("backup", found, ADVICE) } else { Finding::warning("backup", found, ADVICE) }
}

fn check_manual_backups(folder: &Path, now: DateTime<Utc>) -> Finding {
    let mend = "Haz una: comanda company backup --slug … Y que salga una cada noche de esta máquina: comanda serve --backup-to …";
    let Some((file, modified)) = newest_backup(folder) else {
        return Finding::warning("backup", format!("No hay copias en {}.", folder.display()), mend);
    };
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let days = (now - DateTime::<Utc>::from(modified)).num_days();
    match days {
        ..=OLD_BACKUP_DAYS => Finding::good("backup", format!("La última copia es {name}.")),
        _ => Finding::warning("backup", format!("La última copia tiene {days} días: {name}."), mend),
    }
}

fn newest_backup(folder: &Path) -> Option<(PathBuf, SystemTime)> {
    let files = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let dated = files
        .filter(|path| path.extension().is_some_and(|end| end == "sqlite"))
        .filter_map(|path| Some((path.clone(), std::fs::metadata(path).ok()?.modified().ok()?)));
    dated.max_by_key(|(_, modified)| *modified)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::FindingLevel;

    #[test]
    fn an_old_backup_is_a_warning() {
        let folder = tempfile::tempdir().unwrap();
        let now = comanda_base::clock::Clock::system().now();
        assert_eq!(check_manual_backups(&folder.path().join("none"), now).level, FindingLevel::Warning);
        std::fs::write(folder.path().join("terraza-1.sqlite"), "x").unwrap();
        assert_eq!(check_manual_backups(folder.path(), now).level, FindingLevel::Good);
        let later = check_manual_backups(folder.path(), now + Duration::days(9));
        assert!(later.level == FindingLevel::Warning && later.found.contains("9 días"), "{later:?}");
    }
}
