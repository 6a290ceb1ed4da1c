//! The variety of Spanish of a company's screens, stored as the configuration `LOCALE`.

use super::configurations_store as store;
use comanda_base::{
    db::{self, Tx},
    words::text_enum,
};

/// The key of the configuration.
pub(super) const KEY: &str = "LOCALE";

text_enum!(
    /// The language and number formats of the screens; a user can choose another one on their device.
    #[derive(Default)]
    Locale {
        /// Spanish of Peru: tú, `1,234.50`.
        #[default]
        EsPe = "es_pe",
        /// Spanish of the River Plate: vos, `1.234,50`.
        EsAr = "es_ar",
    }
);

/// Loads the company's locale; es_pe unless it chose another one.
pub(super) async fn load_locale(tx: &mut Tx) -> db::Result<Locale> {
    Ok(store::find_value(tx, KEY).await?.and_then(|value| value.parse().ok()).unwrap_or_default())
}

pub(super) async fn save_locale(tx: &mut Tx, locale: Locale) -> db::Result<()> {
    if store::update_locale(tx, KEY, locale).await? == 0 {
        let id = super::configurations::next_configuration_id(tx).await?;
        store::insert_locale(tx, id, KEY, locale).await?;
    }
    Ok(())
}
