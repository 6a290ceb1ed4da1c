//! A minimal sender: one connection per call, no retries, and access to the whole answer.

use axum::body::{Body, to_bytes};
use base64::{Engine, engine::general_purpose::STANDARD};
use comanda_sunat_fake::FakeSunat;
use hyper::{Request, client::conn::http1};
use hyper_util::rt::TokioIo;
use std::io::{Cursor, Read, Write};
use tokio::net::TcpStream;
use zip::{ZipArchive, ZipWriter, write::SimpleFileOptions};

pub struct Sender {
    address: String,
    pub user: String,
    pub password: String,
}

/// An HTTP answer.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    pub body: String,
}

/// The content of a CDR that a sender reads.
#[derive(Debug, PartialEq, Eq)]
pub struct Cdr {
    pub entries: Vec<String>,
    pub id: String,
    pub code: String,
    pub description: String,
    pub notes: Vec<String>,
    pub xml: String,
}

impl Sender {
    pub fn to(sunat: &FakeSunat) -> Self {
        Self::of(sunat, "20123456789")
    }

    pub fn of(sunat: &FakeSunat, ruc: &str) -> Self {
        Self { address: sunat.address().to_string(), user: format!("{ruc}MODDATOS"), password: "moddatos".into() }
    }

    /// Sends an HTTP request.
    ///
    /// # Errors
    /// Returns an error if the connection ends before the answer does.
    pub async fn http(&self, method: &str, path: &str, body: String) -> Result<Answer, String> {
        let stream = TcpStream::connect(&self.address).await.map_err(|error| error.to_string())?;
        let (mut sender, connection) =
            http1::handshake::<_, Body>(TokioIo::new(stream)).await.map_err(|error| error.to_string())?;
        tokio::spawn(connection);
        let request = Request::builder().method(method).uri(path).header("host", &self.address);
        let request = request.header("content-type", if method == "POST" { "text/xml" } else { "application/json" });
        let request = request.body(Body::from(body)).expect("a request");
        let answer = sender.send_request(request).await.map_err(|error| error.to_string())?;
        let status = answer.status().as_u16();
        let bytes = to_bytes(Body::new(answer.into_body()), 10_000_000).await.map_err(|error| error.to_string())?;
        Ok(Answer { status, body: String::from_utf8(bytes.to_vec()).expect("UTF-8") })
    }

    pub async fn call(&self, operation: &str, inner: &str) -> Result<Answer, String> {
        let (user, password) = (&self.user, &self.password);
        let body = format!(
            "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\" xmlns:ser=\"http://service.sunat.gob.pe\" \
             xmlns:wsse=\"http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd\"><soapenv:Header>\
             <wsse:Security><wsse:UsernameToken><wsse:Username>{user}</wsse:Username><wsse:Password>{password}</wsse:Password>\
             </wsse:UsernameToken></wsse:Security></soapenv:Header><soapenv:Body><ser:{operation}>{inner}</ser:{operation}>\
             </soapenv:Body></soapenv:Envelope>"
        );
        self.http("POST", "/ol-ti-itcpfegem/billService", body).await
    }

    pub async fn send(&self, operation: &str, name: &str, xml: &[u8]) -> Result<Answer, String> {
        let content = STANDARD.encode(zipped(&format!("{name}.xml"), xml));
        self.call(operation, &format!("<fileName>{name}.zip</fileName><contentFile>{content}</contentFile>")).await
    }

    pub async fn try_bill(&self, name: &str, xml: &str) -> Result<Answer, String> {
        self.send("sendBill", name, xml.as_bytes()).await
    }

    pub async fn bill(&self, name: &str, xml: &str) -> Answer {
        self.try_bill(name, xml).await.expect("an answer")
    }

    pub async fn summary(&self, name: &str, xml: &str) -> Answer {
        self.send("sendSummary", name, xml.as_bytes()).await.expect("an answer")
    }

    pub async fn status(&self, ticket: &str) -> Answer {
        self.call("getStatus", &format!("<ticket>{ticket}</ticket>")).await.expect("an answer")
    }

    /// Calls `getStatus` or `getStatusCdr` for `20123456789-01-F001-1`.
    pub async fn consult(&self, operation: &str, id: &str) -> Answer {
        let [ruc, kind, series, number] = id.split('-').collect::<Vec<_>>().try_into().expect("four parts");
        let inner = format!(
            "<rucComprobante>{ruc}</rucComprobante><tipoComprobante>{kind}</tipoComprobante>\
             <serieComprobante>{series}</serieComprobante><numeroComprobante>{number}</numeroComprobante>"
        );
        self.call(operation, &inner).await.expect("an answer")
    }
}

impl Answer {
    /// The text of the first element with a name, with any prefix.
    pub fn text(&self, name: &str) -> Option<String> {
        text_in(&self.body, name)
    }

    /// The code of a fault: `1033` of `soap-env:Client.1033`.
    pub fn fault(&self) -> String {
        let code = self.text("faultcode").unwrap_or_else(|| panic!("no fault: {}", self.body));
        assert_eq!(self.status, 500);
        code.rsplit('.').next().expect("a part").to_owned()
    }

    /// The CDR of sendBill, getStatus or getStatusCdr.
    pub fn cdr(&self) -> Cdr {
        let zip = self.text("applicationResponse").or_else(|| self.text("content"));
        let zip = STANDARD.decode(zip.unwrap_or_else(|| panic!("no CDR: {}", self.body))).expect("base64");
        let mut archive = ZipArchive::new(Cursor::new(zip)).expect("a zip");
        let entries: Vec<_> = archive.file_names().map(str::to_owned).collect();
        let name = entries.iter().find(|name| name.starts_with("R-")).expect("a CDR").clone();
        let mut xml = String::new();
        archive.by_name(&name).expect("is there").read_to_string(&mut xml).expect("UTF-8");
        let text = |name| text_in(&xml, name).unwrap_or_default();
        let document = roxmltree::Document::parse(&xml).expect("XML");
        let notes = document.descendants().filter(|node| node.tag_name().name() == "Note");
        let notes = notes.filter_map(|node| node.text()).map(str::to_owned).collect();
        let (id, code, description) = (text("ReferenceID"), text("ResponseCode"), text("Description"));
        Cdr { entries, id, code, description, notes, xml }
    }
}

fn text_in(xml: &str, name: &str) -> Option<String> {
    let document = roxmltree::Document::parse(xml).ok()?;
    let node = document.descendants().find(|node| node.tag_name().name() == name)?;
    Some(node.text().unwrap_or_default().to_owned())
}

fn zipped(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file(name, SimpleFileOptions::default()).expect("starts");
    zip.write_all(bytes).expect("writes");
    zip.finish().expect("ends").into_inner()
}
