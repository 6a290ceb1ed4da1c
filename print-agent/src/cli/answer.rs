//! The answer of a command, the same for people (text) and for programs (JSON).

use std::fmt::Write;

use serde::Serialize;
use serde_json::Value;

use super::exit::Exit;

#[derive(Debug)]
pub(super) struct Answer {
    pub(super) text: String,
    pub(super) json: Value,
    pub(super) exit: Exit,
}

impl Answer {
    pub(super) fn new(text: impl Into<String>, json: impl Serialize) -> Self {
        let mut text = text.into();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        Self { text, json: serde_json::to_value(json).unwrap_or_default(), exit: Exit::Good }
    }

    /// An empty answer, for a command that has printed everything already.
    pub(super) fn silent() -> Self {
        Self { text: String::new(), json: Value::Null, exit: Exit::Good }
    }

    pub(super) fn with_exit(self, exit: Exit) -> Self {
        Self { exit, ..self }
    }
}

/// Formats a table with columns as wide as their longest cell, two spaces apart.
pub(super) fn table<const N: usize>(head: [&str; N], rows: &[[String; N]]) -> String {
    let mut widths = head.map(|cell| cell.chars().count());
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    let mut line = |cells: [&str; N]| {
        let mut out = String::new();
        for (cell, width) in cells.iter().zip(widths) {
            let _ = write!(out, "{cell:width$}  ");
        }
        text.push_str(out.trim_end());
        text.push('\n');
    };
    line(head);
    for row in rows {
        line(row.each_ref().map(String::as_str));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::table;

    #[test]
    fn columns_are_aligned() {
        let rows = [["COCINA".into(), "sin papel".into()], ["ÁREA Ñ 2".into(), String::new()]];
        let expected = "NOMBRE    ESTADO\nCOCINA    sin papel\nÁREA Ñ 2\n";
        assert_eq!(table(["NOMBRE", "ESTADO"], &rows), expected);
    }
}
