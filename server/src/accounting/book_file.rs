//! A register as CSV under way: the names of its columns, then its lines. Pure.

use crate::report_table::csv_file;

/// The file.
#[derive(Debug)]
pub(super) struct BookFile(csv::Writer<Vec<u8>>);

impl BookFile {
    /// With the names of its columns.
    pub(super) fn begin(columns: &[&str]) -> anyhow::Result<Self> {
        let mut writer = csv_file();
        writer.write_record(columns)?;
        Ok(Self(writer))
    }
    /// Adds lines with as many fields.
    pub(super) fn push(&mut self, lines: impl IntoIterator<Item = Vec<String>>) -> anyhow::Result<()> {
        for line in lines {
            self.0.write_record(line)?;
        }
        Ok(())
    }
    pub(super) fn done(self) -> anyhow::Result<Vec<u8>> {
        Ok(self.0.into_inner().map_err(|e| e.into_error())?)
    }
}
