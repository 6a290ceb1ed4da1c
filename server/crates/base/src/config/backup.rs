//! Configuration of automatic backups: target, hour, encryption and retention.

use serde::{Deserialize, Deserializer, de::Error as _};
use std::{fmt, str::FromStr};

/// The operator's settings of backups; without `to` none is written.
#[derive(Debug, Clone)]
pub struct Backups {
    /// A folder, or `s3://bucket/prefix`; `None`: no automatic backup is made.
    pub to: Option<String>,
    /// The hour from which on the day's backup is made, 0 to 23, in each company's time zone.
    pub hour: u32,
    pub keep: BackupRetention,
    /// Public keys `age1…`; the private key of any one of them decrypts a backup.
    pub recipients: Vec<String>,
    /// Whether an S3 service on another machine may be reached without TLS.
    pub allow_http: bool,
    pub s3: S3Access,
}

impl Default for Backups {
    fn default() -> Self {
        Self {
            to: None,
            hour: 4,
            keep: BackupRetention::default(),
            recipients: Vec::new(),
            allow_http: false,
            s3: S3Access::default(),
        }
    }
}

/// The number of backups to keep: the newest one of each of this many days, weeks and months.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BackupRetention {
    pub daily: usize,
    pub weekly: usize,
    pub monthly: usize,
}

impl Default for BackupRetention {
    fn default() -> Self {
        Self { daily: 7, weekly: 4, monthly: 12 }
    }
}

impl FromStr for BackupRetention {
    type Err = String;

    /// Parses days, weeks and months, like `7,4,12`.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<usize>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[daily, weekly, monthly]) if daily > 0 && [daily, weekly, monthly].iter().all(|n| *n <= 1_000) => {
                Ok(Self { daily, weekly, monthly })
            }
            _ => Err(format!("{text} no son días, semanas y meses, como 7,4,12 (al menos un día)")),
        }
    }
}

impl<'de> Deserialize<'de> for BackupRetention {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        String::deserialize(value)?.parse().map_err(D::Error::custom)
    }
}

/// Credentials and endpoint of an S3 service, taken from the usual environment variables.
#[derive(Clone, Default)]
pub struct S3Access {
    /// A URL like `https://s3.example.com`; `None`: Amazon's.
    pub endpoint: Option<String>,
    pub region: Option<String>,
    pub key: Option<String>,
    pub secret: Option<String>,
    pub token: Option<String>,
}

impl S3Access {
    /// Reads the usual variables (`AWS_ACCESS_KEY_ID`, `AWS_ENDPOINT_URL`…); an empty one counts as missing.
    pub fn from_variables(variable: impl Fn(&str) -> Option<String>) -> Self {
        let first = |names: &[&str]| {
            let mut found = names.iter().filter_map(|name| variable(name)).map(|value| value.trim().to_owned());
            found.find(|value| !value.is_empty())
        };
        Self {
            endpoint: first(&["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"]),
            region: first(&["AWS_REGION", "AWS_DEFAULT_REGION"]),
            key: first(&["AWS_ACCESS_KEY_ID"]),
            secret: first(&["AWS_SECRET_ACCESS_KEY"]),
            token: first(&["AWS_SESSION_TOKEN"]),
        }
    }
}

impl fmt::Debug for S3Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("S3Access")
            .field("endpoint", &self.endpoint)
            .field("region", &self.region)
            .finish_non_exhaustive()
    }
}

/// The section `[backup]` of `comanda.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BackupsFile {
    pub to: Option<String>,
    pub hour: Option<u32>,
    pub keep: Option<BackupRetention>,
    pub recipients: Option<Vec<String>>,
    pub allow_http: Option<bool>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retention_is_three_numbers_and_at_least_a_day() {
        assert_eq!("7,4,12".parse(), Ok(BackupRetention::default()));
        assert_eq!(" 1, 0,0 ".parse(), Ok(BackupRetention { daily: 1, weekly: 0, monthly: 0 }));
        for bad in ["", "7", "7,4", "0,4,12", "7,4,12,1", "7,4,-1", "7,4,1001", "siete,4,12"] {
            assert!(bad.parse::<BackupRetention>().is_err(), "{bad}");
        }
    }

    #[test]
    fn s3_access_comes_from_the_environment_and_is_not_logged() {
        let access = S3Access::from_variables(|name| match name {
            "AWS_ENDPOINT_URL_S3" => Some("  ".into()),
            "AWS_SESSION_TOKEN" => None,
            name => Some(format!("of {name}")),
        });
        assert_eq!(access.endpoint.as_deref(), Some("of AWS_ENDPOINT_URL"));
        assert_eq!(access.secret.as_deref(), Some("of AWS_SECRET_ACCESS_KEY"));
        let logged = format!("{access:?}");
        assert!(!logged.contains("AWS_SECRET_ACCESS_KEY") && !logged.contains("AWS_ACCESS_KEY_ID"), "{logged}");
    }
}
