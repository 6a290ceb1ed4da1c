//! Checks of salons and tables: limits, names, and the free place for a new table. Pure.

mod salon;
mod spot;
mod table;

pub use salon::SalonForm;
pub(super) use salon::{MAX_SALONS, SalonFields};
pub(super) use spot::TablePlacement;
pub use table::TableForm;
pub(super) use table::{MAX_TABLES, TableFields};

use comanda_base::error::{Result, invalid};

fn clean_name(text: &str, most: usize) -> Result<String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.chars().count() > most {
        return invalid("name", format!("El nombre puede tener hasta {most} letras.")).err();
    }
    Ok(name)
}

fn check_range(field: &str, what: &str, n: i64, (least, most): (i64, i64)) -> Result<()> {
    if (least..=most).contains(&n) {
        return Ok(());
    }
    invalid(field, format!("{what} debe estar entre {least} y {most}.")).err()
}
