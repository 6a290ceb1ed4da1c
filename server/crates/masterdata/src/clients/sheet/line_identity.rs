//! The client that a line of the sheet describes, and the kind of document that its number can have. Pure.

use super::columns::Column;
use crate::clients::document::{IdentityDocument, is_dni, is_ruc};
use comanda_base::search::search_key;
use comanda_platform::sheet::{CellError, Cells};

/// The identity of the client in a line.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct LineIdentity {
    /// The kind of document as typed, or as the number implies; empty where neither gives it.
    pub document: String,
    /// The number without blanks.
    pub number: String,
    /// The name of a person.
    pub name: String,
    pub business_name: String,
}

impl LineIdentity {
    /// Reads the identity from the cells.
    pub fn from_cells(cells: &Cells<Column>) -> Self {
        let text = |column| cells.get(&column).map(|t| t.trim()).unwrap_or_default();
        let number: String = text(Column::Number).chars().filter(|c| !c.is_whitespace()).collect();
        let typed = text(Column::Document).to_uppercase();
        let document = if typed.is_empty() {
            kind_by_digits(&number).map(|kind| kind.to_string()).unwrap_or_default()
        } else {
            typed
        };
        let name = format!("{} {}", text(Column::Name), text(Column::LastName));
        Self { document, number, name: name.trim().to_owned(), business_name: text(Column::BusinessName).to_owned() }
    }

    /// Returns the kind of document; `None` if it is unknown.
    pub fn kind(&self) -> Option<IdentityDocument> {
        self.document.parse().ok()
    }
    /// Returns the name shown to users.
    pub fn label(&self) -> String {
        let named = [&self.business_name, &self.name].into_iter().find(|n| !n.is_empty());
        named.cloned().unwrap_or_else(|| format!("{} {}", self.document, self.number).trim().to_owned())
    }
    /// Returns the document as a key; `None` without a number.
    pub fn document_key(&self) -> Option<String> {
        (!self.number.is_empty()).then(|| document_key(&self.document, &self.number))
    }
    /// Returns the name as a key; `None` without a name.
    pub fn name_key(&self) -> Option<String> {
        let key = search_key(if self.business_name.is_empty() { &self.name } else { &self.business_name });
        (!key.is_empty()).then_some(key)
    }

    /// Returns contradictions between document and names. `known_document` is the kind of document of the existing client.
    pub fn find_contradictions(&self, known_document: Option<&str>) -> Vec<CellError> {
        let document = match (self.document.as_str(), known_document) {
            ("", Some(known)) => known,
            ("", None) => IdentityDocument::Dni.as_str(),
            (typed, _) => typed,
        };
        let mut errors = Vec::new();
        if document == IdentityDocument::Dni.as_str()
            && self.number.len() == 7
            && self.number.chars().all(|c| c.is_ascii_digit())
        {
            let text =
                format!("Le falta un dígito. Si empieza con 0, Excel lo quitó: escribe 0{} como texto.", self.number);
            errors.push(CellError::in_column(Column::Number, text));
        }
        match (document == IdentityDocument::Ruc.as_str(), self.name.is_empty(), self.business_name.is_empty()) {
            (true, false, true) if known_document.is_none() => {
                errors.push(CellError::in_column(
                    Column::BusinessName,
                    "Con RUC el nombre va en Razón social, no en Nombre.",
                ));
            }
            (true, false, _) => {
                errors.push(CellError::in_column(
                    Column::Name,
                    "Con RUC va solo la razón social: deja vacíos nombre y apellidos.",
                ));
            }
            (false, _, false) => {
                let text =
                    format!("La razón social es de quien tiene RUC, y este cliente tiene {document}: usa Nombre.");
                errors.push(CellError::in_column(Column::BusinessName, text));
            }
            (false, true, true) if known_document.is_none() => {
                errors.push(CellError::in_column(Column::Name, "Escribe el nombre."));
            }
            _ => {}
        }
        errors
    }
}

/// Returns the kind of document of a number with this many digits.
pub(super) fn kind_by_digits(number: &str) -> Option<IdentityDocument> {
    if is_dni(number) {
        return Some(IdentityDocument::Dni);
    }
    (is_ruc(number) || (number.len() == 11 && number.chars().all(|c| c.is_ascii_digit())))
        .then_some(IdentityDocument::Ruc)
}

/// Returns a document as a key.
pub(super) fn document_key(document: &str, number: &str) -> String {
    format!("{document} {}", number.to_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity_of(cells: &[(Column, &str)]) -> LineIdentity {
        LineIdentity::from_cells(&cells.iter().map(|(column, text)| (*column, (*text).to_owned())).collect())
    }

    #[test]
    fn a_number_implies_its_kind() {
        for (number, kind) in [("40563821", "DNI"), ("20131312955", "RUC"), ("4056 3821", "DNI"), ("001234567", "")] {
            assert_eq!(identity_of(&[(Column::Number, number)]).document, kind, "{number}");
        }
        assert_eq!(identity_of(&[(Column::Number, "40563821"), (Column::Document, "ce")]).document, "CE");
    }

    #[test]
    fn names_go_with_the_kind_of_document() {
        use Column::{BusinessName, Name, Number};
        for (cells, known, at) in [
            (&[(Number, "40563821"), (Name, "Ana")][..], None, ""),
            (&[(Number, "4056382"), (Name, "Ana")], None, "Número"),
            (&[(Number, "20131312955"), (BusinessName, "SUNAT")], None, ""),
            (&[(Number, "20131312955"), (Name, "SUNAT")], None, "Razón social"),
            (&[(Number, "20131312955"), (Name, "Ana"), (BusinessName, "SUNAT")], None, "Nombre"),
            (&[(Number, "40563821"), (BusinessName, "SUNAT")], None, "Razón social"),
            (&[(Number, "40563821")], None, "Nombre"),
            (&[(Number, "40563821")], Some("DNI"), ""),
        ] {
            let errors = identity_of(cells).find_contradictions(known);
            assert_eq!(errors.first().map_or("", |e| e.column.as_str()), at, "{cells:?}: {errors:?}");
        }
    }
}
