//! Test support: a printed document against files that a person has read, in both paper widths. `GOLDEN=write` writes them anew.

use comanda_ticket::{Ticket, layout, plain_text};
use std::{env, fs, path::PathBuf};

/// Compares with `server/src/{place}_{columns}.txt`.
pub fn check(place: &str, ticket: &Ticket) {
    for columns in [48, 32] {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("src/{place}_{columns}.txt"));
        let drawn = plain_text(&layout(ticket, columns));
        if env::var("GOLDEN").as_deref() == Ok("write") {
            fs::write(&path, &drawn).expect("golden file is writable");
        }
        let expected = fs::read_to_string(&path).expect("golden file exists");
        assert_eq!(drawn, expected, "{place} in {columns} columns");
    }
}
