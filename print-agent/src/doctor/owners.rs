//! Finds files that an administrator left behind and that the service cannot use.

use std::{
    fs,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

use super::{Finding, Inspection};
use crate::{config::Config, places, service};

const CHECK: &str = "Permisos";

pub(super) fn check(inspection: &Inspection, config: &Config) -> Option<Finding> {
    let packaged = inspection.config_file == places::config_file();
    match packaged.then(|| find_user(|name, _| name == service::NAME)).flatten() {
        Some((_, uid)) => check_service_files(inspection, config, uid),
        None => check_state_folder(&config.state_dir),
    }
}

/// Checks that all files of the installed service belong to its user.
fn check_service_files(inspection: &Inspection, config: &Config, uid: u32) -> Option<Finding> {
    let home = places::home();
    let own_paths = [&home, &inspection.config_file, &config.state_dir, &inspection.log_dir].map(PathBuf::from);
    let mut all = own_paths.into_iter().chain(files_in(&config.state_dir)).chain(files_in(&inspection.log_dir));
    let foreign = all.find(|path| owner(path).is_some_and(|other| other != uid))?;
    let other = owner(&foreign)?;
    let whose = find_user(|_, uid| uid == other).map_or_else(|| other.to_string(), |(name, _)| name);
    let folder = if foreign.starts_with(&inspection.log_dir) { &inspection.log_dir } else { &home };
    Some(Finding::fault(
        CHECK,
        format!("{} es del usuario {whose}, y el servicio trabaja como {}", foreign.display(), service::NAME),
        format!("sudo chown -R {}: {}", service::NAME, folder.display()),
    ))
}

/// Checks that all files belong to the owner of their folder, for an agent that somebody runs by hand.
fn check_state_folder(state_dir: &Path) -> Option<Finding> {
    let folder_owner = owner(state_dir)?;
    let foreign = files_in(state_dir).find(|path| owner(path).is_some_and(|uid| uid != folder_owner))?;
    Some(Finding::fault(
        CHECK,
        format!("{} es de otro usuario que su carpeta", foreign.display()),
        format!("sudo chown -R --reference={0} {0}", state_dir.display()),
    ))
}

fn owner(path: &Path) -> Option<u32> {
    fs::metadata(path).ok().map(|found| found.uid())
}

fn files_in(dir: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    fs::read_dir(dir).into_iter().flatten().flatten().map(|file| file.path())
}

/// Returns the name and number of the first user of this machine that matches.
fn find_user(matches: impl Fn(&str, u32) -> bool) -> Option<(String, u32)> {
    let users = fs::read_to_string("/etc/passwd").ok()?;
    users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let (name, uid) = (fields.next()?, fields.nth(1)?.parse().ok()?);
        matches(name, uid).then(|| (name.to_owned(), uid))
    })
}
