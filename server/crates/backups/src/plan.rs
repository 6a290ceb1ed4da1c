//! The operator's configuration of backups, checked: the target, the recipients, the hour, and how many are kept.

use super::target::{Bucket, Folder, Target};
use age::x25519::Recipient;
use anyhow::{Result, bail, ensure};
use comanda_base::{
    config::{BackupConfig, BackupRetention},
    outbound::may_carry_secrets,
};

/// The prefix of S3 URLs.
pub(super) const S3_SCHEME: &str = "s3://";

/// The plan of automatic backups.
#[derive(Debug, Clone)]
pub struct BackupPlan {
    pub(super) target: Target,
    pub(super) hour: u32,
    pub(super) keep: BackupRetention,
    /// The keys for which backups are encrypted; empty: they are not encrypted.
    pub(super) recipients: Vec<Recipient>,
}

impl BackupPlan {
    /// Builds the plan; `None` where the operator wants no backups.
    ///
    /// # Errors
    /// The configuration is contradictory; the text says what to change.
    pub fn from_config(config: &BackupConfig) -> Result<Option<Self>> {
        let Some(address) = &config.to else {
            ensure!(
                config.recipients.is_empty(),
                "hay llaves para las copias (--backup-recipient), pero no a dónde llevarlas: agrega --backup-to"
            );
            return Ok(None);
        };
        ensure!(config.hour <= 23, "--backup-hour es una hora de 0 a 23, no {}", config.hour);
        let recipients: Vec<Recipient> =
            config.recipients.iter().map(|text| parse_recipient(text)).collect::<Result<_>>()?;
        let target = match address.strip_prefix(S3_SCHEME) {
            Some(_) => {
                ensure!(
                    !recipients.is_empty(),
                    "a {address} solo se llevan copias cifradas: agrega --backup-recipient age1… (la llave se hace con comanda backup keygen)"
                );
                let (name, prefix) = split_bucket_url(address)?;
                Target::Bucket(open_bucket(name, prefix, config)?)
            }
            None => Target::Folder(folder(address)?),
        };
        Ok(Some(Self { target, hour: config.hour, keep: config.keep, recipients }))
    }

    /// Returns the target as people know it: `s3://bucket/prefix`, or a folder.
    pub fn target(&self) -> String {
        self.target.to_string()
    }
}

/// Opens a bucket, after checking its address and credentials.
pub(super) fn open_bucket(name: &str, prefix: &str, config: &BackupConfig) -> Result<Bucket> {
    let access = config.s3.clone();
    if let Some(endpoint) = &access.endpoint {
        let is_plain = endpoint.starts_with("http://") && config.allow_http;
        ensure!(
            may_carry_secrets(endpoint) || is_plain,
            "AWS_ENDPOINT_URL es {endpoint}: usa https://, o agrega --backup-allow-http si esa red es de confianza"
        );
    }
    ensure!(
        access.key.is_some() && access.secret.is_some(),
        "para {S3_SCHEME}{name} faltan AWS_ACCESS_KEY_ID y AWS_SECRET_ACCESS_KEY en el entorno del servidor"
    );
    Bucket::open(name, prefix, access)
}

/// Splits an S3 URL into the bucket and the path, without slashes around.
pub(super) fn split_bucket_url(url: &str) -> Result<(&str, &str)> {
    let rest = url.strip_prefix(S3_SCHEME).unwrap_or(url);
    let (name, rest) = rest.split_once('/').unwrap_or((rest, ""));
    let rest = rest.trim_matches('/');
    let is_name = (3..=63).contains(&name.len())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '.' | '_'));
    let is_path = rest.is_empty() || rest.split('/').all(|part| !matches!(part, "" | "." | ".."));
    let is_plain = rest.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | '/' | '='));
    ensure!(is_name && is_path && is_plain, "{url} no es un lugar como s3://bucket/carpeta");
    Ok((name, rest))
}

fn folder(path: &str) -> Result<Folder> {
    if path.trim().is_empty() || path.contains("://") {
        bail!("--backup-to es una carpeta o s3://bucket/carpeta, no «{path}»");
    }
    Folder::at(path)
}

fn parse_recipient(text: &str) -> Result<Recipient> {
    let text = text.trim();
    ensure!(
        !text.to_ascii_uppercase().starts_with("AGE-SECRET-KEY-"),
        "--backup-recipient lleva la llave pública (age1…): la privada no debe estar en el servidor"
    );
    text.parse().map_err(|_| anyhow::anyhow!("«{text}» no es una llave pública como age1…"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use comanda_base::config::S3Access;

    fn config(address: &str, recipients: &[&str], endpoint: Option<&str>, allow_http: bool) -> BackupConfig {
        let (key, secret) = (Some("k".to_owned()), Some("s".to_owned()));
        let s3 = S3Access { endpoint: endpoint.map(str::to_owned), key, secret, ..S3Access::default() };
        let recipients = recipients.iter().map(|text| (*text).to_owned()).collect();
        BackupConfig { to: Some(address.into()), recipients, allow_http, s3, ..BackupConfig::default() }
    }

    #[test]
    fn a_contradictory_configuration_is_refused_with_advice() {
        let identity = age::x25519::Identity::generate();
        let public = identity.to_public().to_string();
        let public = public.as_str();
        use age::secrecy::ExposeSecret;
        let private = identity.to_string().expose_secret().to_owned();
        let target_of =
            |d: &BackupConfig| BackupPlan::from_config(d).map(|plan| plan.unwrap().target()).map_err(|e| e.to_string());
        let good = [
            (config("/srv/copies", &[], None, false), "/srv/copies"),
            (config("/srv/copies", &[public], None, false), "/srv/copies"),
            (config("s3://casa/copias/", &[public], None, false), "s3://casa/copias"),
            (config("s3://casa", &[public], Some("https://s3.example.com"), false), "s3://casa"),
            (config("s3://casa", &[public], Some("http://127.0.0.1:9000"), false), "s3://casa"),
            (config("s3://casa", &[public], Some("http://10.0.0.7:9000"), true), "s3://casa"),
        ];
        for (config, target) in good {
            assert_eq!(target_of(&config).as_deref(), Ok(target));
        }
        for (config, says) in [
            (config("s3://casa", &[], None, false), "--backup-recipient"),
            (config("s3://casa", &[public], Some("http://10.0.0.7:9000"), false), "--backup-allow-http"),
            (config("s3://casa", &[public], Some("http://localhost@evil.example"), false), "--backup-allow-http"),
            (config("s3://", &[public], None, false), "s3://bucket"),
            (config("s3://casa/../otra", &[public], None, false), "s3://bucket"),
            (config("s3://ca sa/x", &[public], None, false), "s3://bucket"),
            (config("ftp://casa/x", &[public], None, false), "carpeta"),
            (config(" ", &[], None, false), "carpeta"),
            (config("/srv", &["age1nada"], None, false), "llave pública"),
            (config("/srv", &[private.as_str()], None, false), "no debe estar en el servidor"),
            (BackupConfig { hour: 24, ..config("/srv", &[], None, false) }, "0 a 23"),
            (BackupConfig { to: None, ..config("", &[public], None, false) }, "--backup-to"),
            (
                BackupConfig { s3: S3Access::default(), ..config("s3://casa", &[public], None, false) },
                "AWS_ACCESS_KEY_ID",
            ),
        ] {
            let message = target_of(&config).unwrap_err();
            assert!(message.contains(says) && !message.contains(&private), "{message}");
        }
        assert!(BackupPlan::from_config(&BackupConfig::default()).unwrap().is_none());
    }
}
