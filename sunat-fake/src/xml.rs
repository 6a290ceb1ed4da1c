//! Reads XML by paths with the prefixes of SUNAT's rule book.

use crate::codes::Finding;
use roxmltree::{Document, Node};
use rust_decimal::Decimal;
use std::borrow::Cow;

/// Returns the text before the first `?>`, if there is one.
fn declaration(bytes: &[u8]) -> Option<&str> {
    let head = bytes.get(..bytes.len().min(200))?;
    let end = head.windows(2).position(|pair| pair == b"?>")?;
    str::from_utf8(head.get(..end)?).ok()
}

/// Decodes an XML file in UTF-8 or in ISO-8859-1, which many senders still use.
///
/// # Errors
/// 0306 if the bytes do not match the encoding.
pub(crate) fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, Finding> {
    let latin = declaration(bytes).is_some_and(|head| head.to_ascii_uppercase().contains("ISO-8859-1"));
    if latin {
        return Ok(encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0);
    }
    str::from_utf8(bytes).map(Cow::Borrowed).map_err(|error| Finding::new(306, error.to_string()))
}

/// Parses an XML.
///
/// # Errors
/// 0306 if it is not well-formed.
pub(crate) fn parse(text: &str) -> Result<Document<'_>, Finding> {
    Document::parse(text).map_err(|error| Finding::new(306, error.to_string()))
}

/// Returns the namespace of a prefix of the rule book; for any other prefix a namespace that no element has.
fn namespace(prefix: &str) -> &'static str {
    match prefix {
        "cac" => "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
        "cbc" => "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
        "ext" => "urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2",
        "sac" => "urn:sunat:names:specification:ubl:peru:schema:xsd:SunatAggregateComponents-1",
        "ds" => "http://www.w3.org/2000/09/xmldsig#",
        _ => "urn:unknown",
    }
}

/// Whether a node is an element with a qualified name such as `cbc:ID`.
fn is_named(node: Node<'_, '_>, qualified: &str) -> bool {
    let (prefix, name) = qualified.split_once(':').unwrap_or(("", qualified));
    node.is_element() && node.tag_name().name() == name && node.tag_name().namespace() == Some(namespace(prefix))
}

/// Returns all elements at a path such as `cac:Party/cbc:ID` below a node.
pub(crate) fn all<'a, 'i>(node: Node<'a, 'i>, path: &str) -> Vec<Node<'a, 'i>> {
    path.split('/').fold(vec![node], |found, step| {
        found.into_iter().flat_map(|node| node.children().filter(|child| is_named(*child, step))).collect()
    })
}

/// Returns the first element at a path.
pub(crate) fn first<'a, 'i>(node: Node<'a, 'i>, path: &str) -> Option<Node<'a, 'i>> {
    all(node, path).into_iter().next()
}

/// Returns the text of an element, trimmed.
pub(crate) fn element_text(node: Node<'_, '_>) -> String {
    let whole: String = node.children().filter(|child| child.is_text()).filter_map(|child| child.text()).collect();
    whole.trim().to_owned()
}

/// Returns the text at a path, or `None` if the element is missing or empty.
pub(crate) fn text(node: Node<'_, '_>, path: &str) -> Option<String> {
    first(node, path).map(element_text).filter(|text| !text.is_empty())
}

/// Returns the exact amount at a path, or `None` if there is none.
pub(crate) fn amount(node: Node<'_, '_>, path: &str) -> Option<Decimal> {
    text(node, path)?.parse().ok()
}

/// Finds the first element with a local name at any depth and in any namespace. It is used for SOAP, whose prefixes vary.
pub(crate) fn find_descendant<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.descendants().find(|node| node.is_element() && node.tag_name().name() == name)
}
