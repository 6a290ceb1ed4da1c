//! A register as CSV under way: the names of its columns, its lines, and what they come to. Pure.

use comanda_base::money::Money;
use comanda_platform::report_table::csv_file;
use std::ops::Range;

/// The file.
#[derive(Debug)]
pub(super) struct BookFile {
    writer: csv::Writer<Vec<u8>>,
    /// Columns that the last line adds up; the one before them says so.
    summed: Range<usize>,
    sums: Vec<Money>,
    /// Fields of a line.
    width: usize,
    is_empty: bool,
}

impl BookFile {
    /// With the names of its columns.
    pub(super) fn begin(columns: &[&str]) -> anyhow::Result<Self> {
        let mut writer = csv_file();
        writer.write_record(columns)?;
        Ok(Self { writer, summed: 0..0, sums: Vec::new(), width: columns.len(), is_empty: true })
    }
    /// Ends with what these columns come to. People read it: no file for the tax authority has such a line.
    pub(super) fn with_total(self, summed: Range<usize>) -> Self {
        Self { sums: vec![Money::ZERO; summed.len()], summed, ..self }
    }
    /// Adds lines with as many fields.
    pub(super) fn push(&mut self, lines: impl IntoIterator<Item = Vec<String>>) -> anyhow::Result<()> {
        for line in lines {
            for (sum, amount) in self.sums.iter_mut().zip(&line[self.summed.clone()]) {
                *sum += amount.parse()?;
            }
            self.writer.write_record(line)?;
            self.is_empty = false;
        }
        Ok(())
    }
    pub(super) fn done(mut self) -> anyhow::Result<Vec<u8>> {
        if !self.is_empty && !self.summed.is_empty() {
            let mut total = vec![String::new(); self.width];
            "TOTAL".clone_into(&mut total[self.summed.start - 1]);
            for (field, sum) in total[self.summed].iter_mut().zip(&self.sums) {
                *field = sum.to_string();
            }
            self.writer.write_record(total)?;
        }
        Ok(self.writer.into_inner().map_err(|e| e.into_error())?)
    }
}
