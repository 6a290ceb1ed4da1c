//! The receipt (CDR) of a document, an RA or an RC. SUNAT's test service sends receipts that its own schema refuses, so only the fields
//! that are read must be there.

use chrono::{DateTime, Utc};

use crate::{
    codes,
    elements::{Element, elements, first_text, texts},
    ubl::Xml,
};

/// The content of a receipt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cdr {
    /// SUNAT's number of the receipt. It is empty if SUNAT gives none.
    pub id: String,
    /// The document that it answers: `F001-1`, `RA-20261120-1`.
    pub document: String,
    /// The code of 4 digits, or `0` for accepted.
    pub code: String,
    pub description: String,
    pub notes: Vec<Note>,
    /// The digest of the document that SUNAT took, where the receipt has it.
    pub digest: Option<String>,
}

/// An observation: `4028 - El monto total…`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    pub code: Option<String>,
    pub text: String,
}

impl Cdr {
    /// The code of the first observation, or the code of the receipt if no observation has one.
    #[must_use]
    pub fn observation_code(&self) -> &str {
        self.notes.iter().find_map(|note| note.code.as_deref()).unwrap_or(&self.code)
    }

    /// All observations in one text, or the description if there are none.
    #[must_use]
    pub fn observation_text(&self) -> String {
        let texts: Vec<&str> = self.notes.iter().map(|note| note.text.as_str()).collect();
        if texts.is_empty() { self.description.clone() } else { texts.join(" · ") }
    }
}

/// The error for a text that is not a receipt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no receipt of a document")]
pub struct NotACdr;

/// A receipt that this program itself writes in a demonstration, where no authority is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DemoReceipt<'a> {
    /// The RUC of the issuer.
    pub ruc: &'a str,
    /// The document: `F001-1`, `RA-20261120-1`.
    pub document: &'a str,
    /// The digest of the document, where it is known.
    pub digest: Option<&'a str>,
    pub answered_at: DateTime<Utc>,
}

impl DemoReceipt<'_> {
    /// Writes the receipt's XML. It accepts the document, and says in words that it has no legal value.
    #[must_use]
    pub fn write(&self) -> String {
        let namespaces = [
            ("xmlns", "urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2"),
            ("xmlns:cac", "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"),
            ("xmlns:cbc", "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"),
        ];
        Xml::root("ApplicationResponse", &namespaces, |x| {
            x.text("cbc:UBLVersionID", "2.0");
            x.text("cbc:CustomizationID", "1.0");
            x.text("cbc:ID", "DEMOSTRACION");
            x.text("cbc:IssueDate", &self.answered_at.date_naive().to_string());
            x.text("cbc:IssueTime", &self.answered_at.format("%H:%M:%S").to_string());
            x.text("cbc:Note", "DEMOSTRACIÓN, SIN VALOR");
            x.within("cac:SenderParty", |x| {
                x.within("cac:PartyIdentification", |x| x.text("cbc:ID", "DEMOSTRACION"));
            });
            x.within("cac:ReceiverParty", |x| {
                x.within("cac:PartyIdentification", |x| x.text("cbc:ID", self.ruc));
            });
            x.within("cac:DocumentResponse", |x| self.response(x));
        })
    }

    fn response(&self, x: &mut Xml) {
        x.within("cac:Response", |x| {
            x.text("cbc:ReferenceID", self.document);
            x.text("cbc:ResponseCode", "0");
            x.text("cbc:Description", &format!("DEMOSTRACIÓN, SIN VALOR: {} ha sido aceptado", self.document));
        });
        x.within("cac:DocumentReference", |x| {
            x.text("cbc:ID", self.document);
            if let Some(digest) = self.digest {
                x.within("cac:Attachment", |x| {
                    x.within("cac:ExternalReference", |x| x.text("cbc:DocumentHash", digest));
                });
            }
        });
    }
}

/// Reads a receipt.
///
/// # Errors
///
/// Returns [`NotACdr`] if the text is not XML, or if the document or the code is missing.
pub fn read(xml: &str) -> Result<Cdr, NotACdr> {
    let elements = elements(xml).ok_or(NotACdr)?;
    let at = |end: &str| first_text(&elements, end).map(str::to_owned);
    let code =
        at("Response/ResponseCode").filter(|code| code.bytes().all(|byte| byte.is_ascii_digit())).ok_or(NotACdr)?;
    let document = at("Response/ReferenceID").or_else(|| at("DocumentReference/ID")).ok_or(NotACdr)?;
    Ok(Cdr {
        id: at("ApplicationResponse/ID").unwrap_or_default(),
        document,
        code: if code.bytes().all(|byte| byte == b'0') { "0".to_owned() } else { format!("{code:0>4}") },
        description: at("Response/Description").unwrap_or_default(),
        notes: notes(&elements),
        digest: at("DocumentReference/Attachment/ExternalReference/DocumentHash").or_else(|| at("DocumentHash")),
    })
}

/// Collects the observations. SUNAT writes an observation as a note of the receipt, an OSE as a status of its response; each is kept
/// once.
fn notes(elements: &[Element]) -> Vec<Note> {
    let mut notes: Vec<Note> = texts(elements, "ApplicationResponse/Note").map(note).collect();
    for status in statuses(elements) {
        let is_known = status.code.is_some() && notes.iter().any(|note| note.code == status.code);
        if !is_known {
            notes.push(status);
        }
    }
    notes
}

/// Reads the observations in `cac:Response/cac:Status`, which have code and reason as child elements. Elements are listed in the order
/// in which they end, so a status comes after its code and reason.
fn statuses(elements: &[Element]) -> Vec<Note> {
    let (mut statuses, mut code, mut reason) = (Vec::new(), "", "");
    for element in elements {
        if element.path.ends_with("Response/Status/StatusReasonCode") {
            code = &element.text;
        } else if element.path.ends_with("Response/Status/StatusReason") {
            reason = &element.text;
        } else if element.path.ends_with("Response/Status") {
            statuses.extend(status(std::mem::take(&mut code), std::mem::take(&mut reason)));
        }
    }
    statuses
}

/// Makes an observation of a status. A status without a reason gets the text of SUNAT's table. Returns `None` if there is no text at all.
fn status(code: &str, reason: &str) -> Option<Note> {
    let code = Some(code).filter(|code| code.len() == 4 && code.bytes().all(|byte| byte.is_ascii_digit()));
    let reason = match code.and_then(codes::lookup) {
        Some(known) if reason.is_empty() => known.text,
        _ => reason,
    };
    let text = match code {
        Some(code) if !reason.starts_with(code) => format!("{code} - {reason}"),
        _ => reason.to_owned(),
    };
    (!text.is_empty()).then(|| Note { code: code.map(str::to_owned), text })
}

fn note(text: &str) -> Note {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let code = (digits == 4).then(|| text[..digits].to_owned());
    Note { code, text: text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_demonstration_is_read_as_accepted_and_says_that_it_has_no_value() {
        let answered_at = DateTime::from_timestamp(1_795_000_000, 0).expect("an instant");
        let receipt = DemoReceipt { ruc: "20601234565", document: "F001-7", digest: Some("q1w2"), answered_at };
        let read = read(&receipt.write()).expect("a receipt");
        assert_eq!((read.document.as_str(), read.code.as_str(), read.digest.as_deref()), ("F001-7", "0", Some("q1w2")));
        assert!(read.description.starts_with("DEMOSTRACIÓN, SIN VALOR"), "{}", read.description);
        assert_eq!(read.notes, [Note { code: None, text: "DEMOSTRACIÓN, SIN VALOR".to_owned() }]);
    }
}
