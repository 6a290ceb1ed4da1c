//! Parses the cells of the clients' sheet into form fields. Pure.

use super::{columns::Column, line_identity::LineIdentity};
use crate::clients::{
    document::{self, IdentityDocument},
    party::SaveParty,
};
use chrono::NaiveDate;
use comanda_base::{email, error::Error, words::Status};
use comanda_platform::{
    sheet::{
        self,
        cells::{self, ReadError},
    },
    ubigeo,
};

type Cell = sheet::ParsedCell<SaveParty>;

/// The format in which days are written.
pub(super) const DAY_FORMAT: &str = "%d/%m/%Y";
const OTHER_DAY_FORMATS: [&str; 3] = ["%Y-%m-%d", "%d-%m-%Y", "%d.%m.%Y"];

/// Parses a cell; an error says what to do about it.
pub(super) fn parse_cell(column: Column, text: &str) -> Result<Cell, ReadError> {
    let tidy = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(match column {
        Column::Document => {
            let unknown = |_| format!("«{tidy}» no se conoce. Escribe DNI, RUC, CE o PASAPORTE.");
            let kind: IdentityDocument = tidy.to_uppercase().parse().map_err(unknown)?;
            Cell::new(kind.as_str(), move |b| b.document_type = Some(kind))
        }
        Column::Number => {
            let number: String = tidy.split(' ').collect();
            Cell::new(number.clone(), move |b| b.document_number = Some(number))
        }
        Column::Birth => {
            let day = parse_day(&tidy)?;
            Cell::new(day.map(format_day).unwrap_or_default(), move |b| b.dob = Some(day))
        }
        Column::Active => {
            let yes = cells::parse_yes_no(text)?.unwrap_or(true);
            let status = if yes { Status::Active } else { Status::Inactive };
            Cell::new(cells::yes_or_no(yes), move |b| b.status = Some(status))
        }
        Column::Name => text_cell(tidy, |b, text| b.name = Some(text)),
        Column::LastName => text_cell(tidy, |b, text| b.last_name = Some(text)),
        Column::BusinessName => text_cell(tidy, |b, text| b.business_name = Some(text)),
        Column::Phone => text_cell(tidy, |b, text| b.phone = Some(text)),
        Column::Email => text_cell(tidy, |b, text| b.email = Some(text)),
        Column::Address => text_cell(tidy, |b, text| b.address = Some(text)),
        Column::Reference => text_cell(tidy, |b, text| b.reference = Some(text)),
        Column::Ubigeo => text_cell(tidy, |b, text| b.ubigeo_sunat = Some(text)),
        Column::Id => Cell::new(tidy, |_| ()),
    })
}

/// Returns what is wrong with a new value.
pub(super) fn find_error(column: Column, text: &str, identity: &LineIdentity) -> Option<String> {
    let text = text.trim();
    let refused = match column {
        _ if text.is_empty() => None,
        Column::Number => identity.kind().and_then(|kind| document::check_number(kind, &identity.number).err()),
        Column::Email => email::normalize_email("email", text).err(),
        Column::Ubigeo => ubigeo::parse_ubigeo(text).err(),
        _ => None,
    };
    refused.and_then(|error| match error {
        Error::Refused(refusal) => Some(refusal.message),
        _ => None,
    })
}

fn text_cell(text: String, put: fn(&mut SaveParty, String)) -> Cell {
    Cell::new(text.clone(), move |b| put(b, text))
}

/// Formats a day as sheets write it.
pub(super) fn format_day(day: NaiveDate) -> String {
    day.format(DAY_FORMAT).to_string()
}

/// Parses a day as people type it; an empty cell is `None`.
fn parse_day(text: &str) -> Result<Option<NaiveDate>, ReadError> {
    if text.is_empty() {
        return Ok(None);
    }
    // A year of two digits could belong to either century.
    let read = [DAY_FORMAT].iter().chain(&OTHER_DAY_FORMATS).find_map(|how| NaiveDate::parse_from_str(text, how).ok());
    let whole = read.filter(|day| text.contains(&day.format("%Y").to_string()));
    whole.map(Some).ok_or_else(|| format!("«{text}» no es una fecha. Escríbela como 24/09/1988."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_parsed_leniently() {
        for text in ["24/09/1988", "24/9/1988", "1988-09-24", "24-09-1988", "24.9.1988"] {
            assert_eq!(parse_day(text).unwrap().map(format_day).as_deref(), Some("24/09/1988"), "{text}");
        }
        for text in ["24/09/88", "09/24/1988", "32410", "ayer"] {
            assert!(parse_day(text).is_err(), "{text}");
        }
        assert_eq!(parse_day("").unwrap(), None);
    }
}
