//! A person or company with an identity document, as forms give it: which fields fit the kind of document, and its address. Clients and
//! providers are written through this module.

use super::document::{self, IdentityDocument};
use chrono::{Datelike, NaiveDate};
use comanda_base::{
    db::{Arg, FromRow, Sql, ToArg, ToRow, Tx},
    email,
    error::{Faults, Result, invalid},
    form::deserialize_optional,
    listing::{Paging, Rows},
    search::{contains_pattern, phone_key, phone_pattern, search_key},
    words::Status,
};
use comanda_platform::ubigeo;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The longest text of a field, in characters.
const MAX_TEXT_CHARS: usize = 200;
const FIRST_YEAR: i32 = 1900;

/// Body of `POST` and `PUT` of clients and providers; PUT changes only what is given.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SaveParty {
    pub document_type: Option<IdentityDocument>,
    /// An empty text removes it.
    pub document_number: Option<String>,
    pub name: Option<String>,
    pub last_name: Option<String>,
    pub business_name: Option<String>,
    pub phone: Option<String>,
    pub email: Option<String>,
    /// The date of birth, for clients only; null removes it.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<NaiveDate>)]
    pub dob: Option<Option<NaiveDate>>,
    pub address: Option<String>,
    pub department: Option<String>,
    pub province: Option<String>,
    pub district: Option<String>,
    /// Six digits; department, province and district follow from it. An empty text removes it.
    pub ubigeo_sunat: Option<String>,
    pub reference: Option<String>,
    pub status: Option<Status>,
}

/// Loads a page of clients or providers from two statements to which conditions are added with ` AND …`; `term` searches names, documents
/// and phones. Filters: `status`, `document_type`.
pub async fn load_party_page<T: FromRow + Serialize>(
    tx: &mut Tx,
    paging: &Paging,
    count: Sql,
    rows: Sql,
) -> Result<Rows<T>> {
    const COLUMNS: [(&str, &str); 3] =
        [("name", "search_key"), ("document_number", "document_number"), ("status", "status")];
    let filters = paging.parse_filters()?;
    let narrowed = |sql: Sql| {
        let sql = match paging.term.as_deref() {
            Some(term) => sql
                .with("AND (search_key LIKE ? ESCAPE '!'", contains_pattern(term))
                .with("OR search_key LIKE ? ESCAPE '!')", phone_pattern(term)),
            None => sql,
        };
        let sql = match filters.column_texts("status") {
            Some(states) => sql.list("AND status IN (?)", states),
            None => sql,
        };
        match filters.column_texts("document_type") {
            Some(kinds) => sql.list("AND document_type IN (?)", kinds),
            None => sql,
        }
    };
    paging.load_page(tx, narrowed(count), paging.add_order_by(narrowed(rows), &COLUMNS, "id")?).await
}

/// A person or company about to be written.
#[derive(Debug, Clone, Default, comanda_from_row::ToRow)]
pub struct Party {
    pub document_type: IdentityDocument,
    pub document_number: Option<String>,
    pub name: String,
    pub last_name: String,
    pub business_name: String,
    pub phone: String,
    pub email: String,
    /// Only clients have one.
    #[row(skip)]
    pub dob: Option<NaiveDate>,
    pub address: String,
    pub department: String,
    pub province: String,
    pub district: String,
    pub ubigeo_sunat: String,
    pub reference: String,
    pub status: Status,
}

impl Party {
    /// Returns an empty party with this kind of document.
    pub fn new(document_type: IdentityDocument) -> Self {
        Self { document_type, ..Self::default() }
    }

    /// Returns the columns that clients and providers have in common, with the text that a search looks through.
    pub fn columns(&self) -> Vec<(&'static str, Arg)> {
        let mut columns = self.to_row();
        columns.push(("search_key", self.search_key().arg()));
        columns
    }

    fn search_key(&self) -> String {
        let number = self.document_number.as_deref().unwrap_or_default();
        let phone = phone_key(&self.phone);
        search_key(&format!("{} {} {} {number} {phone}", self.name, self.last_name, self.business_name))
    }

    /// Applies the fields of the form and checks the result. `today` is the last possible day of birth.
    pub fn apply_form(&mut self, body: &SaveParty, today: NaiveDate) -> Result<()> {
        let mut faults = Faults::default();
        let kind_before = self.document_type;
        self.document_type = body.document_type.unwrap_or(self.document_type);
        self.status = body.status.unwrap_or(self.status);
        for (field, sent, kept) in [
            ("name", &body.name, &mut self.name),
            ("last_name", &body.last_name, &mut self.last_name),
            ("business_name", &body.business_name, &mut self.business_name),
            ("phone", &body.phone, &mut self.phone),
            ("email", &body.email, &mut self.email),
            ("address", &body.address, &mut self.address),
            ("department", &body.department, &mut self.department),
            ("province", &body.province, &mut self.province),
            ("district", &body.district, &mut self.district),
            ("ubigeo_sunat", &body.ubigeo_sunat, &mut self.ubigeo_sunat),
            ("reference", &body.reference, &mut self.reference),
        ] {
            let Some(text) = sent else { continue };
            if text.chars().count() > MAX_TEXT_CHARS {
                faults.add(field, "El texto es demasiado largo. Usa hasta 200 letras.");
                continue;
            }
            *kept = text.trim().to_owned();
        }
        if let Some(number) = &body.document_number {
            self.document_number = Some(number.clone()).filter(|n| !n.trim().is_empty());
        }
        self.dob = body.dob.unwrap_or(self.dob);
        if !body.email.as_deref().unwrap_or_default().trim().is_empty() {
            self.email = faults.or_default(email::normalize_email("email", &self.email))?;
        }
        if body.dob.flatten().is_some_and(|day| day > today || day.year() < FIRST_YEAR) {
            faults.add("dob", "Revisa la fecha de nacimiento.");
        }
        self.check_kind(body.document_number.is_some() || self.document_type != kind_before, &mut faults)?;
        faults.ok(self.set_district())?;
        faults.finish()
    }

    fn check_kind(&mut self, check_number: bool, faults: &mut Faults) -> Result<()> {
        if let Some(number) = self.document_number.take() {
            // A number that was accepted once must not prevent a change of the phone number.
            let kept = if check_number {
                faults.ok(document::check_number(self.document_type, &number))?
            } else {
                Some(number)
            };
            self.document_number = kept;
        }
        if self.document_type == IdentityDocument::Ruc {
            if self.document_number.is_none() {
                faults.add("document_number", "Escribe el RUC.");
            }
            if self.business_name.is_empty() {
                faults.add("business_name", "Escribe la razón social.");
            }
            (self.name, self.last_name) = Default::default();
        } else {
            if self.name.is_empty() {
                faults.add("name", "Escribe el nombre.");
            }
            self.business_name.clear();
        }
        Ok(())
    }

    /// Sets department, province and district from the district's code.
    fn set_district(&mut self) -> Result<()> {
        if self.ubigeo_sunat.is_empty() {
            return Ok(());
        }
        let Some(at) = ubigeo::find_district(&self.ubigeo_sunat) else {
            return invalid("ubigeo_sunat", "Ese ubigeo no existe. Elige el distrito de la lista.").err();
        };
        (self.department, self.province, self.district) =
            (at.department.into(), at.province.into(), at.district.into());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn today() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, 21).unwrap()
    }

    #[test]
    fn names_follow_the_kind_of_document() {
        let mut party = Party::new(IdentityDocument::Dni);
        let person = SaveParty {
            name: Some("Ana".into()),
            last_name: Some("Flores".into()),
            business_name: Some("X S.A.".into()),
            ..SaveParty::default()
        };
        party.apply_form(&person, today()).unwrap();
        assert_eq!((party.name.as_str(), party.business_name.as_str()), ("Ana", ""));
        let firm = SaveParty {
            document_type: Some(IdentityDocument::Ruc),
            document_number: Some("20131312955".into()),
            business_name: Some("SUNAT".into()),
            ..SaveParty::default()
        };
        party.apply_form(&firm, today()).unwrap();
        assert_eq!((party.name.as_str(), party.last_name.as_str(), party.business_name.as_str()), ("", "", "SUNAT"));
    }

    #[test]
    fn a_district_fills_its_department_and_province() {
        let mut party = Party { name: "Ana".into(), ..Party::new(IdentityDocument::Dni) };
        let body =
            SaveParty { ubigeo_sunat: Some("150122".into()), department: Some("PUNO".into()), ..SaveParty::default() };
        party.apply_form(&body, today()).unwrap();
        assert_eq!((party.department.as_str(), party.district.as_str()), ("LIMA", "MIRAFLORES"));
        let unknown = SaveParty { ubigeo_sunat: Some("990101".into()), ..SaveParty::default() };
        assert!(party.apply_form(&unknown, today()).is_err());
    }
}
