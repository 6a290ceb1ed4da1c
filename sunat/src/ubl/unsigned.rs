//! An XML without its signature.

use base64::{Engine, engine::general_purpose::STANDARD};
use quick_xml::{Reader, events::Event};
use sha2::{Digest, Sha256};

use super::xml::Xml;

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const PLACE: &str = "<ext:ExtensionContent></ext:ExtensionContent>";
const OPENING: &str = "<ext:ExtensionContent>";

/// The Id of the signature, to which the document refers.
pub(crate) const SIGNATURE_ID: &str = "SignatureComanda";

/// An XML with an empty place for the signature. The text after its declaration is canonical.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsignedXml {
    xml: String,
    /// The byte index at which the signature is inserted.
    place: usize,
}

/// The error of a stored text that is no unsigned document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("El XML guardado no tiene lugar para la firma.")]
pub struct NoSignaturePlace;

impl UnsignedXml {
    /// Creates the XML from the canonical root element alone.
    pub(super) fn new(root: &str) -> Self {
        let xml = format!("{DECLARATION}{root}");
        let place = find_signature_place(&xml).expect("every writer leaves a place");
        Self { xml, place }
    }

    /// Restores an XML that was stored by its [`Self::as_str`].
    ///
    /// # Errors
    ///
    /// Returns [`NoSignaturePlace`] if the text is anything else.
    pub fn parse(xml: String) -> Result<Self, NoSignaturePlace> {
        let place = find_signature_place(&xml).ok_or(NoSignaturePlace)?;
        Ok(Self { xml, place })
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.xml
    }

    /// The SHA-256 of the canonical document in Base64: the later `DigestValue` of the signature, and the hash on the paper.
    #[must_use]
    pub fn digest(&self) -> String {
        STANDARD.encode(Sha256::digest(&self.xml.as_bytes()[DECLARATION.len()..]))
    }

    /// Returns the namespace declarations of the root, in canonical order: `xmlns` and `xmlns:…` with their values.
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

    /// Returns the document with `signature` in its place.
    pub(crate) fn with_signature(&self, signature: &str) -> String {
        let (before, after) = self.xml.split_at(self.place);
        [before, signature, after].concat()
    }
}

/// Finds the byte index of the place for the signature: inside the one extension, which comes first in the document.
fn find_signature_place(xml: &str) -> Option<usize> {
    let found = xml.find(PLACE)?;
    xml.starts_with(DECLARATION).then_some(found + OPENING.len())
}

/// Writes the empty extension that will hold the signature.
pub(super) fn extension(x: &mut Xml) {
    x.within("ext:UBLExtensions", |x| {
        x.within("ext:UBLExtension", |x| x.within("ext:ExtensionContent", |_| {}));
    });
}
