//! Where backups go by themselves, when, for whom they are encrypted, and how many of them stay.

use serde::{Deserialize, Deserializer, de::Error as _};
use std::{fmt, str::FromStr};

/// What the operator config about backups; nothing is written before `to` is given.
#[derive(Debug, Clone)]
pub struct Backups {
    /// A folder, or `s3://bucket/prefix`; absent: no backup is made by itself.
    pub to: Option<String>,
    /// From this hour on, 0 to 23, by the clocks of each house.
    pub hour: u32,
    pub keep: Keep,
    /// Public keys, `age1…`; any one of their private keys opens a backup.
    pub recipients: Vec<String>,
    /// Lets `s3://` be reached without TLS outside of this machine.
    pub allow_http: bool,
    pub s3: S3Access,
}

impl Default for Backups {
    fn default() -> Self {
        Self {
            to: None,
            hour: 4,
            keep: Keep::default(),
            recipients: Vec::new(),
            allow_http: false,
            s3: S3Access::default(),
        }
    }
}

/// How many backups stay: the newest of so many days, weeks and months.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keep {
    pub daily: usize,
    pub weekly: usize,
    pub monthly: usize,
}

impl Default for Keep {
    fn default() -> Self {
        Self { daily: 7, weekly: 4, monthly: 12 }
    }
}

impl FromStr for Keep {
    type Err = String;

    /// `7,4,12`
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

impl<'de> Deserialize<'de> for Keep {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        String::deserialize(value)?.parse().map_err(D::Error::custom)
    }
}

/// Who asks an S3 service, and where it is; as other programs take it from the environment.
#[derive(Clone, Default)]
pub struct S3Access {
    /// `https://s3.example.com`; absent: that of Amazon.
    pub endpoint: Option<String>,
    pub region: Option<String>,
    pub key: Option<String>,
    pub secret: Option<String>,
    pub token: Option<String>,
}

impl S3Access {
    /// From the usual variables (`AWS_ACCESS_KEY_ID`, `AWS_ENDPOINT_URL`…); one that is empty is not there.
    pub fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
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

/// The part `[backup]` of `comanda.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BackupsFile {
    pub to: Option<String>,
    pub hour: Option<u32>,
    pub keep: Option<Keep>,
    pub recipients: Option<Vec<String>>,
    pub allow_http: Option<bool>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_is_three_numbers_and_at_least_a_day() {
        assert_eq!("7,4,12".parse(), Ok(Keep::default()));
        assert_eq!(" 1, 0,0 ".parse(), Ok(Keep { daily: 1, weekly: 0, monthly: 0 }));
        for bad in ["", "7", "7,4", "0,4,12", "7,4,12,1", "7,4,-1", "7,4,1001", "siete,4,12"] {
            assert!(bad.parse::<Keep>().is_err(), "{bad}");
        }
    }

    #[test]
    fn access_is_what_the_environment_says_and_is_not_written_into_logs() {
        let access = S3Access::of(|name| match name {
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
