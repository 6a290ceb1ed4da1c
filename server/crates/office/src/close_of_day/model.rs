//! The settings and the state of the close's e-mails.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use comanda_base::{
    email,
    error::{Faults, Result},
    one_line::one_line,
};
use comanda_platform::settings::{Settings, wall_clock};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most recipients.
const MAX_RECIPIENTS: usize = 10;
const HOUR_FORMAT: &str = "%H:%M";

/// Whether, when and to whom the close of the day is mailed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CloseOfDaySettings {
    pub is_on: bool,
    /// The time of the house's clock, `08:00`: its first occurrence after the end of the business day.
    pub send_at: String,
    /// At most ten addresses. A user's address gets nothing while that user does not see reports.
    pub recipients: Vec<String>,
}

impl Default for CloseOfDaySettings {
    fn default() -> Self {
        Self { is_on: false, send_at: "08:00".to_owned(), recipients: Vec::new() }
    }
}

impl CloseOfDaySettings {
    /// Validates the settings and normalizes the addresses.
    ///
    /// # Errors
    /// 422 at an invalid hour or address, too many addresses, or none while sending is on.
    pub(super) fn validated(&self) -> Result<Self> {
        let mut faults = Faults::default();
        faults.check(parse_time(&self.send_at).is_some(), "send_at", "Escribe la hora como 08:00.");
        faults.check(
            self.recipients.len() <= MAX_RECIPIENTS,
            "recipients",
            "Son diez correos como máximo. Quita alguno.",
        );
        faults.check(
            !self.is_on || !self.recipients.is_empty(),
            "recipients",
            "Elige a quién le llega, o apaga el envío.",
        );
        let mut recipients = Vec::with_capacity(self.recipients.len());
        for address in &self.recipients {
            match email::normalize_email("recipients", address) {
                Ok(address) => recipients.push(address),
                Err(_) => faults.add(
                    "recipients",
                    format!("«{}» no es un correo. Debe ser como ana@ejemplo.pe.", excerpt(address)),
                ),
            }
        }
        faults.finish()?;
        recipients.sort();
        recipients.dedup();
        Ok(Self { is_on: self.is_on, send_at: self.send_at.clone(), recipients })
    }
}

/// Returns the first 40 characters of a text, for error messages.
fn excerpt(text: &str) -> String {
    one_line(text).chars().take(40).collect()
}

fn parse_time(text: &str) -> Option<NaiveTime> {
    (text.len() == 5).then(|| NaiveTime::parse_from_str(text, HOUR_FORMAT).ok()).flatten()
}

/// Returns when the close of a business day is due: the first time after its end that the house's clock shows this hour.
pub(super) fn due_at(settings: &Settings, day: NaiveDate, send_at: &str) -> Option<DateTime<Utc>> {
    let (zone, (_, end)) = (settings.time_zone, settings.day_span(day));
    let ends = end.with_timezone(&zone).naive_local();
    let time = parse_time(send_at)?;
    let date = if time >= ends.time() { ends.date() } else { ends.date().checked_add_days(Days::new(1))? };
    Some(wall_clock::first_instant(date.and_time(time), zone))
}

/// The e-mail of a day's close to one recipient.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct CloseOfDayEmail {
    pub business_day: NaiveDate,
    pub email: String,
    pub attempts: i64,
    pub asked_at: DateTime<Utc>,
    /// The next attempt; null where nothing is left to do.
    pub next_at: Option<DateTime<Utc>>,
    pub sent_at: Option<DateTime<Utc>>,
    /// The reason why it was not sent; empty if it was sent or not tried yet.
    pub error: String,
    /// A digest of the figures with which it was sent.
    #[serde(skip)]
    pub(super) sent_figures: Option<String>,
}

impl CloseOfDayEmail {
    /// Whether it was sent with these figures, or with figures whose digest was not stored.
    pub(super) fn was_sent_with(&self, figures: &str) -> bool {
        self.sent_at.is_some() && self.sent_figures.as_deref().is_none_or(|sent| sent == figures)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_close_is_due_at_the_first_such_hour_after_the_day_ends() {
        // A day from four to four, in Lima: five hours before UTC.
        let settings = Settings { business_day_start_minutes: 240, ..Settings::default() };
        let day: NaiveDate = "2026-11-21".parse().unwrap();
        let due = |hour| due_at(&settings, day, hour).map(|at| at.format("%d %H:%M").to_string());
        assert_eq!(due("04:00").as_deref(), Some("22 09:00"));
        assert_eq!(due("08:00").as_deref(), Some("22 13:00"));
        assert_eq!(due("23:30").as_deref(), Some("23 04:30"));
        assert_eq!(due("03:30").as_deref(), Some("23 08:30"));
        assert_eq!(due("24:00"), None);
    }

    #[test]
    fn invalid_settings_are_refused_at_their_field() {
        let good = CloseOfDaySettings {
            is_on: true,
            recipients: vec![" Ana@Ejemplo.pe".into(), "ana@ejemplo.pe".into()],
            ..CloseOfDaySettings::default()
        };
        assert_eq!(good.validated().unwrap().recipients, ["ana@ejemplo.pe"]);
        for bad in [
            CloseOfDaySettings { send_at: "8:00".into(), ..good.clone() },
            CloseOfDaySettings { send_at: "25:00".into(), ..good.clone() },
            CloseOfDaySettings { recipients: vec!["ana".into()], ..good.clone() },
            CloseOfDaySettings { recipients: (0..11).map(|n| format!("a{n}@ejemplo.pe")).collect(), ..good.clone() },
            CloseOfDaySettings { recipients: Vec::new(), ..good },
        ] {
            assert!(bad.validated().is_err(), "{bad:?}");
        }
    }
}
