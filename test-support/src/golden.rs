//! Compares a printed document with files that a person has read, in both paper widths. `GOLDEN=write` writes them anew.

use comanda_ticket::{Ticket, layout, plain_text};
use std::{env, fs, path::PathBuf};

/// Compares a ticket with `{place}_{columns}.txt`, and in 80 mm with the ticket that the gallery of the screens shows.
pub fn assert_ticket(place: &str, ticket: &Ticket) {
    for columns in [48, 32] {
        assert_file(&format!("{place}_{columns}.txt"), &plain_text(&layout(ticket, columns)));
    }
    let name = place.rsplit('/').next().unwrap_or(place);
    let lines = serde_json::to_string_pretty(&layout(ticket, 48)).expect("lines are JSON");
    assert_file(&format!("web/src/features/gallery/tickets/{name}.json"), &(lines + "\n"));
}

/// Compares a text with a file, whose path begins at the root of the repository.
pub fn assert_file(file: &str, drawn: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    if env::var("GOLDEN").as_deref() == Ok("write") {
        fs::write(&path, drawn).expect("golden file is writable");
    }
    let expected = fs::read_to_string(&path).expect("golden file exists");
    assert_eq!(drawn, expected, "{file}");
}
