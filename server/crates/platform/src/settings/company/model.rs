//! The company's own data, and the rules of each field.

use crate::ubigeo;
use comanda_base::{
    error::{Faults, Result},
    identity::{is_dni, is_ruc},
    money::Quantity,
    seal::serialize_redacted,
    words::text_enum,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

text_enum!(
    /// The kind of the company's tax number.
    #[derive(Default)]
    TaxIdType {
        #[default]
        Ruc = "RUC",
        Dni = "DNI",
    }
);

/// The company's own data, for tickets, documents and screens.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, comanda_from_row::FromRow, ToSchema)]
pub struct CompanyInfo {
    pub document_type: TaxIdType,
    pub document_number: String,
    pub legal_name: String,
    pub commercial_name: String,
    pub commercial_address: String,
    pub tax_address: String,
    pub ubigeo: String,
    pub department: String,
    pub province: String,
    pub district: String,
    pub phone: String,
    pub email: String,
    /// The URL path of the logo.
    pub logo: Option<String>,
    pub is_electronic_invoice: bool,
}

/// The data on the company's own screen.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Company {
    #[serde(flatten)]
    pub info: CompanyInfo,
    /// Whether it sells in the jungle zone today, exonerated of IGV. It changes by date: `/tax-zones`.
    pub is_jungle: bool,
    /// Today's IGV in per cent. It changes by date: `/tax-rates`.
    pub igv: Quantity,
    pub apifact_url: String,
    /// Dots where there is a token, never the token itself. Sent back like this it stays as it is.
    pub token_apifact: String,
    pub correlative: String,
    /// The host name of the company; only changed by command line.
    pub domain: Option<String>,
    /// The print channel of the company.
    pub uuid_channel: String,
}

/// Body of `PUT` and `POST /company-info`; only what is given changes.
#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
pub struct ChangeCompany {
    pub document_type: Option<TaxIdType>,
    /// The number with its check digit.
    pub document_number: Option<String>,
    pub legal_name: Option<String>,
    pub commercial_name: Option<String>,
    pub commercial_address: Option<String>,
    pub tax_address: Option<String>,
    /// Six digits; department, province and district follow from it.
    pub ubigeo: Option<String>,
    pub phone: Option<String>,
    pub email: Option<String>,
    /// Whether sales from today on are exonerated of IGV (Ley 27037, Amazonía); refused where today has documents. For another day:
    /// `/tax-zones`.
    pub is_jungle: Option<bool>,
    pub is_electronic_invoice: Option<bool>,
    pub apifact_url: Option<String>,
    /// Empty removes it.
    #[serde(serialize_with = "serialize_redacted")]
    pub token_apifact: Option<String>,
    pub correlative: Option<String>,
    /// Refused unless it is today's.
    pub igv: Option<Quantity>,
    /// Refused unless it is the present one.
    pub domain: Option<String>,
}

impl CompanyInfo {
    /// Returns the name on reports: `Cevichería El Muelle S.A.C. · RUC 20100070970`.
    pub fn legal_line(&self) -> String {
        let name = if self.legal_name.is_empty() { &self.commercial_name } else { &self.legal_name };
        if self.document_number.is_empty() { name.clone() } else { format!("{name} · RUC {}", self.document_number) }
    }
    /// Applies the given fields.
    pub(super) fn with_changes(mut self, form: &ChangeCompany) -> Self {
        let set = |field: &mut String, sent: &Option<String>| {
            if let Some(text) = sent {
                *field = text.split_whitespace().collect::<Vec<_>>().join(" ");
            }
        };
        self.document_type = form.document_type.unwrap_or(self.document_type);
        set(&mut self.document_number, &form.document_number);
        set(&mut self.legal_name, &form.legal_name);
        set(&mut self.commercial_name, &form.commercial_name);
        set(&mut self.commercial_address, &form.commercial_address);
        set(&mut self.tax_address, &form.tax_address);
        set(&mut self.ubigeo, &form.ubigeo);
        set(&mut self.phone, &form.phone);
        set(&mut self.email, &form.email);
        self.is_electronic_invoice = form.is_electronic_invoice.unwrap_or(self.is_electronic_invoice);
        let place = ubigeo::find_district(&self.ubigeo);
        self.department = place.map_or("", |p| p.department).to_owned();
        self.province = place.map_or("", |p| p.province).to_owned();
        self.district = place.map_or("", |p| p.district).to_owned();
        self
    }

    fn wrong_fields(&self, form: &ChangeCompany) -> Vec<(&'static str, &'static str)> {
        let mut wrong = Vec::new();
        let number_is_good = match self.document_type {
            TaxIdType::Dni => is_dni(&self.document_number),
            TaxIdType::Ruc => is_ruc(&self.document_number),
        };
        // A number that was never entered is only checked once it is entered.
        let number_is_asked = form.document_number.is_some() || form.document_type.is_some();
        if number_is_asked && !number_is_good {
            let text = match self.document_type {
                TaxIdType::Dni => "El DNI tiene 8 dígitos. Revisa el número.",
                TaxIdType::Ruc => "El RUC tiene 11 dígitos y el último es de control. Revisa el número.",
            };
            wrong.push(("document_number", text));
        }
        if self.commercial_name.is_empty() {
            wrong.push(("commercial_name", "Escribe el nombre de tu restaurante."));
        }
        if !self.ubigeo.is_empty() && ubigeo::find_district(&self.ubigeo).is_none() {
            wrong.push(("ubigeo", "Ese ubigeo no existe. Busca tu distrito en la lista."));
        }
        if !self.phone.is_empty() && !is_phone(&self.phone) {
            wrong.push(("phone", "El teléfono lleva de 6 a 20 dígitos, espacios, +, - o paréntesis."));
        }
        if !self.email.is_empty() && !is_email(&self.email) {
            wrong.push(("email", "Revisa el correo: le falta algo, como en hola@mirestaurante.pe."));
        }
        wrong
    }

    /// Refuses wrong data, with a message at every field that is wrong.
    pub(super) fn check(&self, form: &ChangeCompany) -> Result<()> {
        let mut wrong = self.wrong_fields(form);
        let lengths: [(&'static str, &String, usize); 5] = [
            ("commercial_name", &self.commercial_name, 60),
            ("legal_name", &self.legal_name, 120),
            ("commercial_address", &self.commercial_address, 150),
            ("tax_address", &self.tax_address, 150),
            ("email", &self.email, 120),
        ];
        for (field, text, most) in lengths {
            if text.chars().count() > most {
                wrong.push((field, "Es demasiado largo: acórtalo."));
            }
        }
        refuse_fields(&wrong)
    }
}

/// Refuses these fields, each with its message.
pub(super) fn refuse_fields(wrong: &[(&'static str, &'static str)]) -> Result<()> {
    let mut faults = Faults::default();
    for (field, text) in wrong {
        faults.add(field, *text);
    }
    faults.finish()
}

fn is_phone(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    (6..=20).contains(&digits)
        && text.chars().count() <= 30
        && text.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | '+' | '-' | '(' | ')' | '/'))
}

fn is_email(text: &str) -> bool {
    let Some((name, host)) = text.split_once('@') else { return false };
    !name.is_empty() && host.contains('.') && !host.starts_with('.') && !host.ends_with('.') && !text.contains(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(form: ChangeCompany) -> Vec<&'static str> {
        let was = CompanyInfo { commercial_name: "La Terraza".into(), ..Default::default() };
        was.with_changes(&form).wrong_fields(&form).into_iter().map(|(field, _)| field).collect()
    }

    #[test]
    fn each_field_has_its_rule() {
        let text = |t: &str| Some(t.to_owned());
        let form = ChangeCompany::default;
        let cases = [
            (form(), vec![]),
            (ChangeCompany { document_number: text("20601234565"), ..form() }, vec![]),
            (ChangeCompany { document_number: text("20601234566"), ..form() }, vec!["document_number"]),
            (ChangeCompany { document_number: text(""), ..form() }, vec!["document_number"]),
            (
                ChangeCompany { document_type: Some(TaxIdType::Dni), document_number: text("40563821"), ..form() },
                vec![],
            ),
            (ChangeCompany { commercial_name: text("   "), ..form() }, vec!["commercial_name"]),
            (ChangeCompany { ubigeo: text("150122"), ..form() }, vec![]),
            (ChangeCompany { ubigeo: text("999999"), ..form() }, vec!["ubigeo"]),
            (ChangeCompany { phone: text("(01) 445-7820"), ..form() }, vec![]),
            (ChangeCompany { phone: text("llámame"), ..form() }, vec!["phone"]),
            (ChangeCompany { email: text("hola@terraza.pe"), ..form() }, vec![]),
            (ChangeCompany { email: text("hola@terraza"), phone: text("1"), ..form() }, vec!["phone", "email"]),
        ];
        for (form, expected) in cases {
            assert_eq!(wrong(form.clone()), expected, "{form:?}");
        }
    }
}
