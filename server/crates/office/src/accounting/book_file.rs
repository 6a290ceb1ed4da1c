//! Writes a register as CSV: column headings, lines and an optional line of totals. Pure.

use comanda_base::money::Money;
use comanda_platform::report_table::csv_file;
use std::ops::Range;

/// A CSV file that is being written.
#[derive(Debug)]
pub(super) struct BookFile {
    writer: csv::Writer<Vec<u8>>,
    /// The columns summed in the last line; the column before them gets the word TOTAL.
    summed: Range<usize>,
    sums: Vec<Money>,
    /// The number of fields of a line.
    width: usize,
    is_empty: bool,
}

impl BookFile {
    /// Begins a file with its column headings.
    pub(super) fn begin(columns: &[&str]) -> anyhow::Result<Self> {
        let mut writer = csv_file();
        writer.write_record(columns)?;
        Ok(Self { writer, summed: 0..0, sums: Vec::new(), width: columns.len(), is_empty: true })
    }
    /// Adds a last line with the totals of these columns. It is meant for people: no file for the tax authority has such a line.
    pub(super) fn with_total(self, summed: Range<usize>) -> Self {
        Self { sums: vec![Money::ZERO; summed.len()], summed, ..self }
    }
    /// Adds lines, each with as many fields as there are columns.
    pub(super) fn push_lines(&mut self, lines: impl IntoIterator<Item = Vec<String>>) -> anyhow::Result<()> {
        for line in lines {
            for (sum, amount) in self.sums.iter_mut().zip(&line[self.summed.clone()]) {
                *sum += amount.parse()?;
            }
            self.writer.write_record(line)?;
            self.is_empty = false;
        }
        Ok(())
    }
    pub(super) fn finish(mut self) -> anyhow::Result<Vec<u8>> {
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
