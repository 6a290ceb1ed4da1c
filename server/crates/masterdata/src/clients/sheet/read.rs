//! What a cell puts into a client's form. Pure.

use super::{columns::Column, who::Who};
use crate::clients::{
    document::{self, IdentityDocument},
    party::SaveParty,
};
use chrono::NaiveDate;
use comanda_base::{email, error::Error, words::Status};
use comanda_platform::{
    sheet::{
        self,
        cells::{self, Unreadable},
    },
    ubigeo,
};

type Cell = sheet::Cell<SaveParty>;

/// As it is written.
pub(super) const DAY: &str = "%d/%m/%Y";
const ALSO: [&str; 3] = ["%Y-%m-%d", "%d-%m-%Y", "%d.%m.%Y"];

/// Reads a cell; an error says what to do about it.
pub(super) fn cell(column: Column, text: &str) -> Result<Cell, Unreadable> {
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
            let day = day(&tidy)?;
            Cell::new(day.map(told).unwrap_or_default(), move |b| b.dob = Some(day))
        }
        Column::Active => {
            let yes = cells::yes(text)?.unwrap_or(true);
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

/// What no client can have newly.
pub(super) fn wrong(column: Column, text: &str, who: &Who) -> Option<String> {
    let text = text.trim();
    let refused = match column {
        _ if text.is_empty() => None,
        Column::Number => who.kind().and_then(|kind| document::checked(kind, &who.number).err()),
        Column::Email => email::checked("email", text).err(),
        Column::Ubigeo => ubigeo::checked(text).err(),
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

/// A day as sheets say it.
pub(super) fn told(day: NaiveDate) -> String {
    day.format(DAY).to_string()
}

/// A day as people type it; an empty cell is none.
fn day(text: &str) -> Result<Option<NaiveDate>, Unreadable> {
    if text.is_empty() {
        return Ok(None);
    }
    // A year of two digits could be of either century.
    let read = [DAY].iter().chain(&ALSO).find_map(|how| NaiveDate::parse_from_str(text, how).ok());
    let whole = read.filter(|day| text.contains(&day.format("%Y").to_string()));
    whole.map(Some).ok_or_else(|| format!("«{text}» no es una fecha. Escríbela como 24/09/1988."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_read_as_people_type_it() {
        for text in ["24/09/1988", "24/9/1988", "1988-09-24", "24-09-1988", "24.9.1988"] {
            assert_eq!(day(text).unwrap().map(told).as_deref(), Some("24/09/1988"), "{text}");
        }
        for text in ["24/09/88", "09/24/1988", "32410", "ayer"] {
            assert!(day(text).is_err(), "{text}");
        }
        assert_eq!(day("").unwrap(), None);
    }
}
