//! The requests to SUNAT's services.

use base64::{Engine, engine::general_purpose::STANDARD};

use crate::{
    document::{Kind, Number},
    ubl::Xml,
};

const WSSE: &str = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
const PLAIN: &str = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText";

/// The credentials of a request. Their `Debug` shows no password.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    /// The RUC and the SOL user in one word: `20123456789MODDATOS`.
    pub username: String,
    pub password: String,
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials").field("username", &self.username).finish_non_exhaustive()
    }
}

impl Credentials {
    #[must_use]
    pub fn sol(ruc: &str, user: &str, password: &str) -> Self {
        Self { username: format!("{ruc}{user}"), password: password.to_owned() }
    }
}

/// The document of a query to `billConsultService`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentQuery {
    pub ruc: String,
    pub kind: Kind,
    pub number: Number,
}

/// A call of one of the services.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// `billService`: one factura, boleta or note.
    SendBill {
        /// The name without extension: `20123456789-01-F001-1`.
        file_name: String,
        zip: Vec<u8>,
    },
    /// `billService`: an RA or RC, answered by a ticket.
    SendSummary { file_name: String, zip: Vec<u8> },
    /// `billService`: the result of a ticket.
    GetStatus { ticket: String },
    /// `billConsultService`: the state of a document.
    ConsultStatus(DocumentQuery),
    /// `billConsultService`: the state and the receipt of a document of the F series.
    ConsultReceipt(DocumentQuery),
}

impl Request {
    /// The `SOAPAction` header, with its quotes.
    #[must_use]
    pub const fn action(&self) -> &'static str {
        match self {
            Self::SendBill { .. } => "\"urn:sendBill\"",
            Self::SendSummary { .. } => "\"urn:sendSummary\"",
            Self::GetStatus { .. } | Self::ConsultStatus(_) => "\"urn:getStatus\"",
            Self::ConsultReceipt(_) => "\"urn:getStatusCdr\"",
        }
    }

    /// Whether the request goes to `billConsultService`, which has an address of its own.
    #[must_use]
    pub const fn is_consultation(&self) -> bool {
        matches!(self, Self::ConsultStatus(_) | Self::ConsultReceipt(_))
    }

    /// Writes the SOAP 1.1 envelope with its `UsernameToken`. A password keeps its spaces and special characters.
    #[must_use]
    pub fn envelope(&self, credentials: &Credentials) -> String {
        let namespaces = [
            ("xmlns:ser", "http://service.sunat.gob.pe"),
            ("xmlns:soapenv", "http://schemas.xmlsoap.org/soap/envelope/"),
            ("xmlns:wsse", WSSE),
        ];
        Xml::root("soapenv:Envelope", &namespaces, |x| {
            x.within("soapenv:Header", |x| {
                x.within("wsse:Security", |x| {
                    x.within("wsse:UsernameToken", |x| {
                        x.verbatim("wsse:Username", &[], &credentials.username);
                        x.verbatim("wsse:Password", &[("Type", PLAIN)], &credentials.password);
                    });
                });
            });
            x.within("soapenv:Body", |x| self.body(x));
        })
    }

    fn body(&self, x: &mut Xml) {
        match self {
            Self::SendBill { file_name, zip } => x.within("ser:sendBill", |x| write_file(x, file_name, zip)),
            Self::SendSummary { file_name, zip } => x.within("ser:sendSummary", |x| write_file(x, file_name, zip)),
            Self::GetStatus { ticket } => x.within("ser:getStatus", |x| x.text("ticket", ticket)),
            Self::ConsultStatus(query) => x.within("ser:getStatus", |x| write_query(x, query)),
            Self::ConsultReceipt(query) => x.within("ser:getStatusCdr", |x| write_query(x, query)),
        }
    }
}

fn write_file(x: &mut Xml, file_name: &str, zip: &[u8]) {
    x.text("fileName", &format!("{file_name}.zip"));
    x.text("contentFile", &STANDARD.encode(zip));
}

fn write_query(x: &mut Xml, query: &DocumentQuery) {
    x.text("rucComprobante", &query.ruc);
    x.text("tipoComprobante", query.kind.code());
    x.text("serieComprobante", query.number.series().as_str());
    x.text("numeroComprobante", &query.number.number().to_string());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_carries_the_credentials_and_the_file() {
        let credentials = Credentials::sol("20123456789", "MODDATOS", " <m&d> ");
        let request = Request::SendBill { file_name: "20123456789-01-F001-1".into(), zip: b"zip".to_vec() };
        let envelope = request.envelope(&credentials);
        for part in [
            "<wsse:Username>20123456789MODDATOS</wsse:Username>",
            "#PasswordText\"> &lt;m&amp;d&gt; </wsse:Password>",
            "<soapenv:Body><ser:sendBill><fileName>20123456789-01-F001-1.zip</fileName><contentFile>emlw</contentFile>",
        ] {
            assert!(envelope.contains(part), "{part} in {envelope}");
        }
        assert!(!format!("{credentials:?}").contains("m&d"));
    }

    #[test]
    fn a_query_names_the_document() {
        let number = Number::new("B001", 12).expect("a number");
        let query = DocumentQuery { ruc: "20123456789".into(), kind: Kind::Boleta, number };
        let request = Request::ConsultStatus(query);
        assert!(request.envelope(&Credentials::sol("2", "U", "p")).contains(
            "<ser:getStatus><rucComprobante>20123456789</rucComprobante><tipoComprobante>03</tipoComprobante>\
             <serieComprobante>B001</serieComprobante><numeroComprobante>12</numeroComprobante></ser:getStatus>"
        ));
        assert_eq!((request.action(), request.is_consultation()), ("\"urn:getStatus\"", true));
    }
}
