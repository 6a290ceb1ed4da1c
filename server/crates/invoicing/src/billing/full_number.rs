//! Series and number of a document, as people name it.

use comanda_base::db::{self, Row};

/// `B001-00000347`
pub(super) fn full_number(serie: &str, number: i64) -> String {
    format!("{serie}-{number:08}")
}

pub(super) fn read_full_number(row: &Row) -> db::Result<String> {
    Ok(full_number(&row.get::<String>("serie")?, row.get("number")?))
}
