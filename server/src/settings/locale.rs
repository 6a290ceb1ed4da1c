//! Which Spanish a company's people read, kept as a configuration: `LOCALE`.

use crate::db::{self, Tx};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The configuration's key.
pub(super) const KEY: &str = "LOCALE";

/// The words and number formats of the screens; somebody may choose another one on their device.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum Locale {
    /// Spanish of Peru: tú, `1,234.50`.
    #[default]
    #[serde(rename = "es_pe")]
    EsPe,
    /// Spanish of the River Plate: vos, `1.234,50`.
    #[serde(rename = "es_ar")]
    EsAr,
}

impl Locale {
    /// The locale of that name.
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "es_pe" => Some(Self::EsPe),
            "es_ar" => Some(Self::EsAr),
            _ => None,
        }
    }
    /// `es_pe`
    pub fn name(self) -> &'static str {
        match self {
            Self::EsPe => "es_pe",
            Self::EsAr => "es_ar",
        }
    }
}

/// The company's; es_pe unless it chose another one.
pub(super) async fn load(tx: &mut Tx) -> db::Result<Locale> {
    let value: Option<(String,)> =
        tx.query("SELECT value FROM configurations WHERE key = 'LOCALE' AND status = 'ACTIVE'").maybe().await?;
    Ok(value.and_then(|v| Locale::parse(&v.0)).unwrap_or_default())
}

pub(super) async fn save(tx: &mut Tx, locale: Locale) -> db::Result<()> {
    let kept = tx
        .query("UPDATE configurations SET value = $1, status = 'ACTIVE' WHERE key = $2")
        .bind(locale.name())
        .bind(KEY)
        .run()
        .await?;
    if kept > 0 {
        return Ok(());
    }
    let id = super::configurations::next_id(tx).await?;
    tx.query("INSERT INTO configurations (id, key, name, type, value, status) VALUES ($1, $2, 'Idioma de las pantallas', 'LOCALE', $3, 'ACTIVE')")
        .bind(id)
        .bind(KEY)
        .bind(locale.name())
        .run()
        .await?;
    Ok(())
}
