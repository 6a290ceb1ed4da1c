//! Parses a bank's, a wallet's or an acquirer's file into lines with their business day. An error names its line. Pure.

use super::{
    cells,
    heads::{self, AmountColumns, StatementColumns},
};
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use chrono_tz::Tz;
use comanda_base::{
    error::{Refusal, invalid},
    money::Money,
    search::search_key,
};
use comanda_platform::{
    settings::{Settings, wall_clock},
    sheet,
};
use std::collections::HashMap;

/// A parsed line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ParsedLine {
    /// The line number in the file.
    pub line: i64,
    pub business_day: NaiveDate,
    /// `None` where the file has no times.
    pub at: Option<DateTime<Utc>>,
    /// Empty where the line has no number.
    pub operation_number: String,
    /// Negative for outgoing money.
    pub amount: Money,
    /// A key that is the same for the same operation in another file.
    pub mark_key: String,
}

/// All operations of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ParsedStatement {
    pub lines: Vec<ParsedLine>,
    /// The number of lines whose operation failed or was in another currency.
    pub failed: i64,
}

/// A line as written, before it is known whether the file has times.
struct RawLine {
    line: i64,
    day: NaiveDate,
    hour: Option<NaiveTime>,
    number: String,
    amount: Money,
}

pub(super) fn parse_statement(bytes: &[u8], settings: &Settings) -> Result<ParsedStatement, Refusal> {
    let rows =
        sheet::read_foreign_rows(bytes, heads::is_heading_row).map_err(|refusal| invalid_file(refusal.message))?;
    let (head, columns) = heads::find_columns(&rows).map_err(invalid_file)?;
    let (mut written, mut failed) = (Vec::new(), 0);
    for (line, row) in rows.iter().skip(head + 1) {
        match parse_row(*line, row, &columns, settings.time_zone)
            .map_err(|text| invalid_file(format!("Línea {line}: {text}.")))?
        {
            Row::Operation(operation) => written.push(operation),
            Row::Failed => failed += 1,
            Row::Nothing => {}
        }
    }
    if written.is_empty() {
        return Err(invalid_file("El archivo no trae operaciones debajo de sus títulos. Elige otro."));
    }
    // Excel may show a plain day as a date-time at 00:00, which does not mean midnight.
    let says_hours = written.iter().any(|w| w.hour.is_some_and(|hour| hour != NaiveTime::MIN));
    if columns.number.is_none() && !says_hours {
        return Err(invalid_file(heads::missing_number_error(&rows[head].1)));
    }
    let mut times = HashMap::<String, i64>::new();
    let lines = written.into_iter().map(|w| finish_line(w, says_hours, settings, &mut times)).collect();
    Ok(ParsedStatement { lines, failed })
}

fn invalid_file(text: impl Into<String>) -> Refusal {
    invalid("file", text)
}

enum Row {
    Operation(RawLine),
    Failed,
    /// A total at the foot, or a remark.
    Nothing,
}

fn parse_row(line: i64, row: &[String], columns: &StatementColumns, zone: Tz) -> Result<Row, String> {
    let cell = |at: usize| row.get(at).map_or("", |text| text.trim());
    let cell_at = |at: Option<usize>| at.map_or("", cell);
    let (number, day) = (cell_at(columns.number), cell(columns.day));
    let says_total = |text: &str| search_key(text).starts_with("total");
    let lacks_one = day.is_empty() || says_total(day) || (columns.number.is_some() && number.is_empty());
    let is_sum = lacks_one && row.iter().any(|text| says_total(text));
    if is_sum || (number.is_empty() && day.is_empty()) {
        return Ok(Row::Nothing);
    }
    if cells::has_failed(cell_at(columns.outcome)) || cells::is_foreign_currency(cell_at(columns.currency)) {
        return Ok(Row::Failed);
    }
    let amount = match columns.amount {
        AmountColumns::Signed(at) => cells::parse_amount(cell(at))?,
        AmountColumns::InAndOut(came_in, went_out) => {
            let outgoing = cells::parse_amount(cell(went_out))?.filter(|amount| !amount.is_zero());
            match outgoing {
                Some(amount) => Some(if amount.is_negative() { amount } else { -amount }),
                None => cells::parse_amount(cell(came_in))?,
            }
        }
    };
    let Some(amount) = amount else { return Err("falta el monto".to_owned()) };
    let is_outgoing = cells::is_outgoing(cell_at(columns.direction)) && !amount.is_negative();
    if day.is_empty() {
        return Err("falta la fecha".to_owned());
    }
    let Some((day, hour)) = cells::parse_instant(day, zone).or_else(|| cells::parse_date_time(day)) else {
        return Err(format!("«{}» no es una fecha", cells::excerpt(day)));
    };
    let hour = match cell_at(columns.hour) {
        "" => hour,
        text => Some(cells::parse_time(text).ok_or_else(|| format!("«{}» no es una hora", cells::excerpt(text)))?),
    };
    let number = cells::clean_number(number)?;
    Ok(Row::Operation(RawLine { line, day, hour, number, amount: if is_outgoing { -amount } else { amount } }))
}

fn finish_line(w: RawLine, says_hours: bool, settings: &Settings, times: &mut HashMap<String, i64>) -> ParsedLine {
    let hour = w.hour.filter(|_| says_hours);
    let at = hour.map(|hour| wall_clock::first_instant(w.day.and_time(hour), settings.time_zone));
    let what = match hour {
        Some(hour) if w.number.is_empty() => hour.format("%H:%M").to_string(),
        _ => super::matching::number_key(&w.number),
    };
    let key = format!("{} {what} {}", w.day, w.amount);
    let time = times.entry(key.clone()).or_default();
    *time += 1;
    ParsedLine {
        line: w.line,
        business_day: at.map_or(w.day, |at| settings.business_day(at)),
        at,
        operation_number: w.number,
        amount: w.amount,
        mark_key: format!("{key} {time}"),
    }
}

#[cfg(test)]
#[path = "statement_tests.rs"]
mod tests;
