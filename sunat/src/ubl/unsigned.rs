//! An XML that waits for its signature.

use base64::{Engine, engine::general_purpose::STANDARD};
use quick_xml::{Reader, events::Event};
use sha2::{Digest, Sha256};

use super::xml::Xml;

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const PLACE: &str = "<ext:ExtensionContent></ext:ExtensionContent>";
const OPENING: &str = "<ext:ExtensionContent>";

/// The Id of the signature in the document, which the document names.
pub(crate) const SIGNATURE_ID: &str = "SignatureComanda";

/// An XML with an empty place for the signature; what stands after its declaration is canonical.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsigned {
    xml: String,
    /// Where the signature goes.
    place: usize,
}

/// What was kept as an unsigned document is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("El XML guardado no tiene lugar para la firma.")]
pub struct NoPlace;

impl Unsigned {
    /// From the canonical element alone.
    pub(super) fn new(root: &str) -> Self {
        let xml = format!("{DECLARATION}{root}");
        let place = place(&xml).expect("every writer leaves a place");
        Self { xml, place }
    }

    /// What was stored as it came from [`Self::as_str`].
    ///
    /// # Errors
    ///
    /// [`NoPlace`] where it is anything else.
    pub fn parse(xml: String) -> Result<Self, NoPlace> {
        let place = place(&xml).ok_or(NoPlace)?;
        Ok(Self { xml, place })
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.xml
    }

    /// SHA-256 of the canonical document, in Base64: what the signature's `DigestValue` will be, and the hash on the paper.
    #[must_use]
    pub fn digest(&self) -> String {
        STANDARD.encode(Sha256::digest(&self.xml.as_bytes()[DECLARATION.len()..]))
    }

    /// The attributes by which the root declares its namespaces, in canonical order: `xmlns` and `xmlns:…` with their values.
    pub(crate) fn namespaces(&self) -> Vec<(String, String)> {
        let mut reader = Reader::from_str(&self.xml);
        let root = loop {
            match reader.read_event() {
                Ok(Event::Start(root)) => break root,
                Ok(Event::Eof) | Err(_) => return Vec::new(),
                Ok(_) => {}
            }
        };
        root.attributes()
            .flatten()
            .map(|attribute| (attribute.key.as_ref().to_owned(), attribute.value.as_ref().to_owned()))
            .filter(|(key, _)| key.starts_with("xmlns"))
            .collect()
    }

    /// The document with something in the place of its signature.
    pub(crate) fn with_signature(&self, signature: &str) -> String {
        let (before, after) = self.xml.split_at(self.place);
        [before, signature, after].concat()
    }
}

/// Where the signature goes: inside of the one extension, which is the first thing in the document.
fn place(xml: &str) -> Option<usize> {
    let found = xml.find(PLACE)?;
    xml.starts_with(DECLARATION).then_some(found + OPENING.len())
}

/// The extension that will hold the signature.
pub(super) fn extension(x: &mut Xml) {
    x.within("ext:UBLExtensions", |x| {
        x.within("ext:UBLExtension", |x| x.within("ext:ExtensionContent", |_| {}));
    });
}
