//! A bank's, a wallet's or an acquirer's file, read into lines with their business day. What is wrong names its line. Pure.

use super::{
    cells,
    heads::{self, Amount, Columns},
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

/// A line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Read {
    /// In the file.
    pub line: i64,
    pub business_day: NaiveDate,
    /// None where the file says no hour.
    pub at: Option<DateTime<Utc>>,
    /// Empty where this line has none.
    pub operation_number: String,
    /// What went out is negative.
    pub amount: Money,
    /// The same in another file of the same operation.
    pub mark_key: String,
}

/// All that a file says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Lines {
    pub lines: Vec<Read>,
    /// Lines of operations that failed.
    pub failed: i64,
}

/// A line as it is written, before it is known whether the file says hours.
struct Written {
    line: i64,
    day: NaiveDate,
    hour: Option<NaiveTime>,
    number: String,
    amount: Money,
}

pub(super) fn read(bytes: &[u8], settings: &Settings) -> Result<Lines, Refusal> {
    let rows = sheet::foreign_rows(bytes, heads::is_head).map_err(|refusal| wrong(refusal.message))?;
    let (head, columns) = heads::find(&rows).map_err(wrong)?;
    let (mut written, mut failed) = (Vec::new(), 0);
    for (line, row) in rows.iter().skip(head + 1) {
        match written_line(*line, row, &columns, settings.time_zone)
            .map_err(|text| wrong(format!("Línea {line}: {text}.")))?
        {
            Row::Operation(operation) => written.push(operation),
            Row::Failed => failed += 1,
            Row::Nothing => {}
        }
    }
    if written.is_empty() {
        return Err(wrong("El archivo no trae operaciones debajo de sus títulos. Elige otro."));
    }
    // A day that Excel shows as a moment is no midnight.
    let says_hours = written.iter().any(|w| w.hour.is_some_and(|hour| hour != NaiveTime::MIN));
    if columns.number.is_none() && !says_hours {
        return Err(wrong(heads::without_number(&rows[head].1)));
    }
    let mut times = HashMap::<String, i64>::new();
    let lines = written.into_iter().map(|w| kept(w, says_hours, settings, &mut times)).collect();
    Ok(Lines { lines, failed })
}

fn wrong(text: impl Into<String>) -> Refusal {
    invalid("file", text)
}

enum Row {
    Operation(Written),
    Failed,
    /// A sum at the foot, a remark.
    Nothing,
}

fn written_line(line: i64, row: &[String], columns: &Columns, zone: Tz) -> Result<Row, String> {
    let cell = |at: usize| row.get(at).map_or("", |text| text.trim());
    let of = |at: Option<usize>| at.map_or("", cell);
    let (number, day) = (of(columns.number), cell(columns.day));
    let says_total = |text: &str| search_key(text).starts_with("total");
    let lacks_one = day.is_empty() || says_total(day) || (columns.number.is_some() && number.is_empty());
    let is_sum = lacks_one && row.iter().any(|text| says_total(text));
    if is_sum || (number.is_empty() && day.is_empty()) {
        return Ok(Row::Nothing);
    }
    if cells::has_failed(of(columns.outcome)) || cells::is_foreign(of(columns.currency)) {
        return Ok(Row::Failed);
    }
    let amount = match columns.amount {
        Amount::Signed(at) => cells::amount(cell(at))?,
        Amount::InAndOut(came_in, went_out) => {
            let out = cells::amount(cell(went_out))?.filter(|amount| !amount.is_zero());
            match out {
                Some(amount) => Some(if amount.is_negative() { amount } else { -amount }),
                None => cells::amount(cell(came_in))?,
            }
        }
    };
    let Some(amount) = amount else { return Err("falta el monto".to_owned()) };
    let out = cells::went_out(of(columns.direction)) && !amount.is_negative();
    if day.is_empty() {
        return Err("falta la fecha".to_owned());
    }
    let Some((day, hour)) = cells::instant(day, zone).or_else(|| cells::moment(day)) else {
        return Err(format!("«{}» no es una fecha", cells::shown(day)));
    };
    let hour = match of(columns.hour) {
        "" => hour,
        text => Some(cells::hour(text).ok_or_else(|| format!("«{}» no es una hora", cells::shown(text)))?),
    };
    let number = cells::number(number)?;
    Ok(Row::Operation(Written { line, day, hour, number, amount: if out { -amount } else { amount } }))
}

fn kept(w: Written, says_hours: bool, settings: &Settings, times: &mut HashMap<String, i64>) -> Read {
    let hour = w.hour.filter(|_| says_hours);
    let at = hour.map(|hour| wall_clock::first_instant(w.day.and_time(hour), settings.time_zone));
    let what = match hour {
        Some(hour) if w.number.is_empty() => hour.format("%H:%M").to_string(),
        _ => super::matching::number_key(&w.number),
    };
    let key = format!("{} {what} {}", w.day, w.amount);
    let time = times.entry(key.clone()).or_default();
    *time += 1;
    Read {
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
