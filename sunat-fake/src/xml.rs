//! Reading XML: by path, with the prefixes that SUNAT's rule book uses.

use crate::codes::Finding;
use roxmltree::{Document, Node};
use rust_decimal::Decimal;
use std::borrow::Cow;

/// What stands before the first `?>`, or nothing.
fn declaration(bytes: &[u8]) -> Option<&str> {
    let head = bytes.get(..bytes.len().min(200))?;
    let end = head.windows(2).position(|pair| pair == b"?>")?;
    str::from_utf8(head.get(..end)?).ok()
}

/// The text of an XML file in UTF-8 or, as many senders still do, ISO-8859-1.
///
/// # Errors
/// 0306
pub(crate) fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, Finding> {
    let latin = declaration(bytes).is_some_and(|head| head.to_ascii_uppercase().contains("ISO-8859-1"));
    if latin {
        return Ok(encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0);
    }
    str::from_utf8(bytes).map(Cow::Borrowed).map_err(|error| Finding::new(306, error.to_string()))
}

/// # Errors
/// 0306
pub(crate) fn parse(text: &str) -> Result<Document<'_>, Finding> {
    Document::parse(text).map_err(|error| Finding::new(306, error.to_string()))
}

/// The namespace of a prefix of the rule book; any other prefix is one that no element has.
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

/// Whether a node is the element `cbc:ID`.
fn is(node: Node<'_, '_>, qualified: &str) -> bool {
    let (prefix, name) = qualified.split_once(':').unwrap_or(("", qualified));
    node.is_element() && node.tag_name().name() == name && node.tag_name().namespace() == Some(namespace(prefix))
}

/// All elements at a path such as `cac:Party/cbc:ID` below a node.
pub(crate) fn all<'a, 'i>(node: Node<'a, 'i>, path: &str) -> Vec<Node<'a, 'i>> {
    path.split('/').fold(vec![node], |found, step| {
        found.into_iter().flat_map(|node| node.children().filter(|child| is(*child, step))).collect()
    })
}

/// The first element at a path.
pub(crate) fn first<'a, 'i>(node: Node<'a, 'i>, path: &str) -> Option<Node<'a, 'i>> {
    all(node, path).into_iter().next()
}

/// All text of an element, trimmed.
pub(crate) fn text_of(node: Node<'_, '_>) -> String {
    let whole: String = node.children().filter(|child| child.is_text()).filter_map(|child| child.text()).collect();
    whole.trim().to_owned()
}

/// The text at a path; None where there is no element, or an empty one.
pub(crate) fn text(node: Node<'_, '_>, path: &str) -> Option<String> {
    first(node, path).map(text_of).filter(|text| !text.is_empty())
}

/// An amount in soles, exact.
pub(crate) fn amount(node: Node<'_, '_>, path: &str) -> Option<Decimal> {
    text(node, path)?.parse().ok()
}

/// The first element of a local name anywhere below, whatever its namespace: for SOAP, whose prefixes vary.
pub(crate) fn anywhere<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.descendants().find(|node| node.is_element() && node.tag_name().name() == name)
}
