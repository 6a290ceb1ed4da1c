//! Reads SOAP requests and writes their answers.

use crate::{
    codes::Code,
    markup::Markup,
    script::{FaultForm, Operation},
    xml::{element_text, find_descendant},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use roxmltree::{Document, Node};
use std::{io, sync::Arc};

const SERVICE: &str = "http://service.sunat.gob.pe";
const SOAP_11: &str = "http://schemas.xmlsoap.org/soap/envelope/";
const SOAP_12: &str = "http://www.w3.org/2003/05/soap-envelope";

/// A call with its credentials.
#[derive(Debug)]
pub(crate) struct Call {
    pub request: Request,
    /// The user of the WS-Security header.
    pub user: Option<User>,
}

#[derive(Debug)]
pub(crate) struct User {
    pub name: String,
    pub password: String,
}

/// The request of a call.
#[derive(Debug)]
pub(crate) enum Request {
    SendBill { file_name: String, content: String },
    SendSummary { file_name: String, content: String },
    SendPack,
    GetStatus { ticket: String },
    Consult { wants_cdr: bool, ruc: String, kind: String, series: String, number: String },
}

impl Request {
    pub(crate) const fn operation(&self) -> Operation {
        match self {
            Self::SendBill { .. } => Operation::SendBill,
            Self::SendSummary { .. } => Operation::SendSummary,
            Self::SendPack => Operation::SendPack,
            Self::GetStatus { .. } => Operation::GetStatus,
            Self::Consult { wants_cdr: false, .. } => Operation::ConsultStatus,
            Self::Consult { wants_cdr: true, .. } => Operation::ConsultCdr,
        }
    }

    /// The subject of the request: the name of a document or batch, or a ticket.
    pub(crate) fn subject(&self) -> String {
        match self {
            Self::SendBill { file_name, .. } | Self::SendSummary { file_name, .. } => stem(file_name).to_owned(),
            Self::SendPack => String::new(),
            Self::GetStatus { ticket } => ticket.clone(),
            Self::Consult { ruc, kind, series, number, .. } => format!("{ruc}-{kind}-{series}-{number}"),
        }
    }
}

/// Returns a file's name without `.zip`.
pub(crate) fn stem(file_name: &str) -> &str {
    file_name.strip_suffix(".zip").or_else(|| file_name.strip_suffix(".ZIP")).unwrap_or(file_name)
}

impl Call {
    /// Reads a call. `None` if the body is not SOAP, or is none of the services' operations.
    pub(crate) fn read(body: &str) -> Option<Self> {
        let document = Document::parse(body).ok()?;
        let envelope = document.root_element();
        let body = find_descendant(envelope, "Body")?;
        let operation = body.children().find(|node| node.is_element())?;
        if operation.tag_name().namespace() != Some(SERVICE) {
            return None;
        }
        let text = |name| find_descendant(operation, name).map(element_text).unwrap_or_default();
        let file = || (text("fileName"), text("contentFile"));
        let request = match (operation.tag_name().name(), find_descendant(operation, "ticket")) {
            ("sendBill", _) => {
                let (file_name, content) = file();
                Request::SendBill { file_name, content }
            }
            ("sendSummary", _) => {
                let (file_name, content) = file();
                Request::SendSummary { file_name, content }
            }
            ("sendPack", _) => Request::SendPack,
            ("getStatus", Some(ticket)) => Request::GetStatus { ticket: element_text(ticket) },
            (name @ ("getStatus" | "getStatusCdr"), None) => Request::Consult {
                wants_cdr: name == "getStatusCdr",
                ruc: text("rucComprobante"),
                kind: text("tipoComprobante"),
                series: text("serieComprobante"),
                number: text("numeroComprobante"),
            },
            _ => return None,
        };
        Some(Self { request, user: user(envelope) })
    }
}

fn user(envelope: Node<'_, '_>) -> Option<User> {
    let token = find_descendant(find_descendant(envelope, "Security")?, "UsernameToken")?;
    let name = element_text(find_descendant(token, "Username")?);
    Some(User { name, password: element_text(find_descendant(token, "Password")?) })
}

/// The answer to a call.
#[derive(Debug)]
pub(crate) enum Answer {
    /// The zip of a CDR.
    Cdr(Vec<u8>),
    Ticket(String),
    /// getStatus of a ticket.
    Status {
        code: String,
        cdr: Option<Arc<[u8]>>,
    },
    /// An answer of billConsultService.
    Consulted {
        wants_cdr: bool,
        code: &'static str,
        message: &'static str,
        cdr: Option<Arc<[u8]>>,
    },
    Fault {
        code: Code,
        detail: String,
    },
}

impl Answer {
    pub(crate) fn write(&self) -> io::Result<Vec<u8>> {
        match self {
            Self::Cdr(zip) => in_envelope(|xml| {
                respond(xml, "sendBill", |xml| xml.nested(&["applicationResponse"], &STANDARD.encode(zip)))
            }),
            Self::Ticket(ticket) => {
                in_envelope(|xml| respond(xml, "sendSummary", |xml| xml.nested(&["ticket"], ticket)))
            }
            Self::Status { code, cdr } => {
                in_envelope(|xml| respond(xml, "getStatus", |xml| status(xml, "status", code, None, cdr.as_deref())))
            }
            Self::Consulted { wants_cdr, code, message, cdr } => in_envelope(|xml| {
                let (name, tag) = if *wants_cdr { ("getStatusCdr", "statusCdr") } else { ("getStatus", "status") };
                respond(xml, name, |xml| status(xml, tag, code, Some(message), cdr.as_deref()))
            }),
            Self::Fault { code, detail } => fault(*code, detail, FaultForm::Faultcode),
        }
    }
}

type Inner<'a> = &'a mut Markup;

fn in_envelope(inner: impl FnOnce(Inner<'_>) -> io::Result<()>) -> io::Result<Vec<u8>> {
    let mut xml = Markup::new()?;
    xml.open("soap-env:Envelope", &[("xmlns:soap-env", SOAP_11)])?;
    xml.empty("soap-env:Header", &[])?;
    xml.open("soap-env:Body", &[])?;
    inner(&mut xml)?;
    xml.close("soap-env:Body")?;
    xml.close("soap-env:Envelope")?;
    Ok(xml.into_bytes())
}

fn respond(xml: Inner<'_>, operation: &str, inner: impl FnOnce(Inner<'_>) -> io::Result<()>) -> io::Result<()> {
    let name = format!("br:{operation}Response");
    xml.open(&name, &[("xmlns:br", SERVICE)])?;
    inner(xml)?;
    xml.close(&name)
}

fn status(xml: Inner<'_>, tag: &str, code: &str, message: Option<&str>, cdr: Option<&[u8]>) -> io::Result<()> {
    xml.open(tag, &[])?;
    if let Some(zip) = cdr {
        xml.nested(&["content"], &STANDARD.encode(zip))?;
    }
    xml.nested(&["statusCode"], code)?;
    if let Some(message) = message {
        xml.nested(&["statusMessage"], message)?;
    }
    xml.close(tag)
}

/// Writes a fault with its code at the place of `form`.
pub(crate) fn fault(code: Code, detail: &str, form: FaultForm) -> io::Result<Vec<u8>> {
    let text = format!("{} - Detalle: {detail}", code.message());
    if form == FaultForm::Soap12 {
        return fault_12(code, &text);
    }
    in_envelope(|xml| {
        let bare = code.to_string();
        let (faultcode, faultstring) = match form {
            FaultForm::Faultcode | FaultForm::Soap12 => (format!("soap-env:Client.{code}"), text.as_str()),
            FaultForm::Faultstring => ("soap-env:Server".to_owned(), bare.as_str()),
            FaultForm::Detail => ("soap-env:Server".to_owned(), "Error"),
        };
        xml.open("soap-env:Fault", &[])?;
        xml.nested(&["faultcode"], &faultcode)?;
        xml.nested(&["faultstring"], faultstring)?;
        match form {
            FaultForm::Faultstring => xml.nested(&["detail", "message"], &text)?,
            FaultForm::Detail => {
                xml.open("detail", &[])?;
                xml.nested(&["code"], &bare)?;
                xml.nested(&["message"], &text)?;
                xml.close("detail")?;
            }
            FaultForm::Faultcode | FaultForm::Soap12 => {}
        }
        xml.close("soap-env:Fault")
    })
}

fn fault_12(code: Code, text: &str) -> io::Result<Vec<u8>> {
    let mut xml = Markup::new()?;
    xml.open("env:Envelope", &[("xmlns:env", SOAP_12)])?;
    xml.open("env:Body", &[])?;
    xml.open("env:Fault", &[])?;
    xml.open("env:Code", &[])?;
    xml.nested(&["env:Value"], "env:Sender")?;
    xml.nested(&["env:Subcode", "env:Value"], &code.to_string())?;
    xml.close("env:Code")?;
    xml.open("env:Reason", &[])?;
    xml.nested(&["env:Text"], text)?;
    xml.close("env:Reason")?;
    xml.close("env:Fault")?;
    xml.close("env:Body")?;
    xml.close("env:Envelope")?;
    Ok(xml.into_bytes())
}
