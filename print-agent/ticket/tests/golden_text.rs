//! Compares laid-out documents with files that a person has checked. `GOLDEN=write` writes them again.

mod samples;

use std::{env, fs, path::PathBuf};

use comanda_ticket::{Ticket, layout, plain_text, wire::Reason};

fn check(name: &str, ticket: &Ticket) {
    for columns in [48, 32] {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}_{columns}.txt"));
        let drawn = plain_text(&layout(ticket, columns));
        if env::var("GOLDEN").as_deref() == Ok("write") {
            fs::write(&path, &drawn).expect("golden file is writable");
        }
        let expected = fs::read_to_string(&path).expect("golden file exists");
        assert_eq!(drawn, expected, "{name} in {columns} columns");
    }
}

#[test]
fn kitchen_command() {
    check("command", &samples::command());
}

#[test]
fn prebill() {
    check("prebill", &samples::prebill());
}

#[test]
fn receipt() {
    check("receipt", &samples::receipt());
}

#[test]
fn test_page() {
    check("test_page", &samples::test_page());
}

#[test]
fn a_possible_duplicate_is_marked_at_both_ends() {
    check("possible_duplicate", &samples::command().marked_at_both_ends("POSIBLE DUPLICADO"));
}

#[test]
fn a_paper_at_a_stand_in_says_whose_it_is() {
    check("stand_in", &samples::command().marked_for("Cocina caliente", "COCINA", Some(Reason::PaperOut)));
}
