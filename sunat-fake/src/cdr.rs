//! Writes the receipt (CDR, constancia de recepción) in the form that SUNAT's test service uses.
//!
//! Like SUNAT's own, it does not match the schema (`IssueDate` has a time), and its signature is only a frame without a key.

use crate::{codes::Code, markup::Markup, names::Kind, package::pack_cdr};
use chrono::{NaiveDate, NaiveDateTime};
use std::io;

/// SUNAT's own RUC.
const SUNAT_RUC: &str = "20131312955";

const NAMESPACES: [(&str, &str); 6] = [
    ("xmlns:ar", "urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2"),
    ("xmlns:ext", "urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"),
    ("xmlns:cbc", "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"),
    ("xmlns:cac", "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"),
    ("xmlns:ds", "http://www.w3.org/2000/09/xmldsig#"),
    ("xmlns:soap", "http://schemas.xmlsoap.org/soap/envelope/"),
];

/// The content of a CDR.
#[derive(Debug)]
pub(crate) struct Cdr<'a> {
    /// The name of the answered file, without extension.
    pub file: &'a str,
    /// The RUC of the recipient.
    pub ruc: &'a str,
    /// The identifier: `F001-1` or `RC-20261120-1`.
    pub id: &'a str,
    /// The subject of the description: `La Factura numero F001-1`.
    pub subject: String,
    /// Whether the subject is masculine, for the Spanish participle in the description.
    pub is_masculine: bool,
    pub issue_date: Option<NaiveDate>,
    /// The customer's identity kind and number: `6-20100070970`.
    pub customer: String,
    /// The code: 0, or the code of the rejection.
    pub code: Code,
    /// The detail of a rejection; empty for an acceptance.
    pub detail: &'a str,
    pub notes: &'a [Code],
    /// Whether the CDR is written in the form of an OSE: observations as statuses of the response.
    pub is_of_ose: bool,
    pub now: NaiveDateTime,
    /// SUNAT's number of the CDR.
    pub serial: u64,
}

/// Returns the subject of a description: `La Boleta numero B001-1`.
pub(crate) fn subject(kind: Kind, id: &str) -> String {
    let name = match kind {
        Kind::Factura => "Factura",
        Kind::Boleta => "Boleta",
        Kind::CreditNote => "Nota de Credito",
        Kind::DebitNote => "Nota de Debito",
    };
    format!("La {name} numero {id}")
}

impl Cdr<'_> {
    /// Packs the CDR into the zip that is sent: `dummy/` and `R-….xml`.
    pub(crate) fn pack(&self) -> io::Result<Vec<u8>> {
        Ok(pack_cdr(&format!("R-{}.xml", self.file), &self.write()?)?)
    }

    fn description(&self) -> String {
        let o = if self.is_masculine { "o" } else { "a" };
        if self.code.0 == 0 {
            return format!("{}, ha sido aceptad{o}", self.subject);
        }
        format!("{} - Detalle: {}", self.code.message(), self.detail)
    }

    fn write(&self) -> io::Result<Vec<u8>> {
        const PARTY_ID: [&str; 2] = ["cac:PartyIdentification", "cbc:ID"];
        let mut xml = Markup::new()?;
        xml.open("ar:ApplicationResponse", &NAMESPACES)?;
        signature(&mut xml)?;
        xml.nested(&["cbc:UBLVersionID"], "2.0")?;
        xml.nested(&["cbc:CustomizationID"], "1.0")?;
        xml.nested(&["cbc:ID"], &self.serial.to_string())?;
        let issued = self.issue_date.map(|date| format!("{date}T00:00:00")).unwrap_or_default();
        xml.nested(&["cbc:IssueDate"], &issued)?;
        xml.nested(&["cbc:IssueTime"], "00:00:00")?;
        xml.nested(&["cbc:ResponseDate"], &self.now.format("%Y-%m-%d").to_string())?;
        xml.nested(&["cbc:ResponseTime"], &self.now.format("%H:%M:%S").to_string())?;
        for note in self.notes.iter().filter(|_| !self.is_of_ose) {
            xml.nested(&["cbc:Note"], &format!("{note} - {}", note.message()))?;
        }
        xml.open("cac:Signature", &[])?;
        xml.nested(&["cbc:ID"], "SignSUNAT")?;
        xml.open("cac:SignatoryParty", &[])?;
        xml.nested(&PARTY_ID, SUNAT_RUC)?;
        xml.nested(&["cac:PartyName", "cbc:Name"], "SUNAT")?;
        xml.close("cac:SignatoryParty")?;
        xml.nested(&["cac:DigitalSignatureAttachment", "cac:ExternalReference", "cbc:URI"], "#SignSUNAT")?;
        xml.close("cac:Signature")?;
        xml.nested(&["cac:SenderParty", "cac:PartyIdentification", "cbc:ID"], SUNAT_RUC)?;
        xml.nested(&["cac:ReceiverParty", "cac:PartyIdentification", "cbc:ID"], self.ruc)?;
        xml.open("cac:DocumentResponse", &[])?;
        self.response(&mut xml)?;
        xml.nested(&["cac:DocumentReference", "cbc:ID"], self.id)?;
        xml.nested(&["cac:RecipientParty", "cac:PartyIdentification", "cbc:ID"], &self.customer)?;
        xml.close("cac:DocumentResponse")?;
        xml.close("ar:ApplicationResponse")?;
        Ok(xml.into_bytes())
    }

    fn response(&self, xml: &mut Markup) -> io::Result<()> {
        xml.open("cac:Response", &[])?;
        if !self.is_of_ose {
            xml.nested(&["cbc:ReferenceID"], self.id)?;
        }
        let code = if self.code.0 == 0 { "0".to_owned() } else { self.code.to_string() };
        xml.nested(&["cbc:ResponseCode"], &code)?;
        xml.nested(&["cbc:Description"], &self.description())?;
        for note in self.notes.iter().filter(|_| self.is_of_ose) {
            xml.open("cac:Status", &[])?;
            xml.nested(&["cbc:StatusReasonCode"], &note.to_string())?;
            xml.nested(&["cbc:StatusReason"], note.message())?;
            xml.close("cac:Status")?;
        }
        xml.close("cac:Response")
    }
}

/// Writes the frame of a signature, with the texts that the test service writes because it has no key.
fn signature(xml: &mut Markup) -> io::Result<()> {
    const NO_KEY: &str = "*Private key 'BetaPublicCert' not up*";
    const NO_CERTIFICATE: &str = "*Named certificate 'BetaPrivateKey' not up*";
    let outer = ["ext:UBLExtensions", "ext:UBLExtension", "ext:ExtensionContent"];
    for name in outer {
        xml.open(name, &[])?;
    }
    xml.open("Signature", &[("xmlns", "http://www.w3.org/2000/09/xmldsig#")])?;
    xml.open("SignedInfo", &[])?;
    xml.empty("CanonicalizationMethod", &[("Algorithm", "http://www.w3.org/2001/10/xml-exc-c14n#WithComments")])?;
    xml.empty("SignatureMethod", &[("Algorithm", "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512")])?;
    xml.open("Reference", &[("URI", "")])?;
    xml.empty("DigestMethod", &[("Algorithm", "http://www.w3.org/2001/04/xmlenc#sha512")])?;
    xml.nested(&["DigestValue"], "")?;
    xml.close("Reference")?;
    xml.close("SignedInfo")?;
    xml.nested(&["SignatureValue"], NO_KEY)?;
    xml.nested(&["KeyInfo", "X509Data", "X509Certificate"], NO_CERTIFICATE)?;
    xml.close("Signature")?;
    outer.iter().rev().try_for_each(|name| xml.close(name))
}
