//! Tickets against files that a person has read. `GOLDEN=write` writes them anew.

use comanda_ticket::{Ticket, layout, plain_text};
use std::{env, fs, path::PathBuf};

/// Compares both widths with their files.
pub fn check(name: &str, ticket: &Ticket) {
    for columns in [48, 32] {
        let file = format!("src/orders/tickets/golden/{name}_{columns}.txt");
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file);
        let drawn = plain_text(&layout(ticket, columns));
        if env::var("GOLDEN").as_deref() == Ok("write") {
            fs::write(&path, &drawn).unwrap();
        }
        assert_eq!(drawn, fs::read_to_string(&path).unwrap(), "{name} in {columns} columns");
    }
}
