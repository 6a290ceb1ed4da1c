//! Writes a document in Canonical XML 1.0 or Exclusive Canonical XML 1.0, both without comments and without one element.

use roxmltree::{Attribute, Document, Node, NodeId};
use std::collections::BTreeMap;

/// The rule by which namespace declarations are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Writes each declaration where it stands in the document (REC-xml-c14n-20010315).
    Inclusive,
    /// Writes each declaration where its prefix is first used (xml-exc-c14n), without a list of prefixes.
    Exclusive,
}

/// The declared namespaces: prefix (empty for the default) to URI.
type Scope = BTreeMap<String, String>;

/// Returns the text over which a digest is computed. The element `without` (the enveloped signature) is left out.
pub(crate) fn canonical(document: &Document<'_>, omitted: Option<NodeId>, form: Form) -> String {
    let mut out = String::new();
    let root = document.root_element();
    // Processing instructions outside the root are written on lines of their own; comments are dropped.
    let mut past_root = false;
    for node in document.root().children() {
        if node == root {
            past_root = true;
            write_element(node, &Scope::new(), omitted, form, &mut out);
        } else if node.is_pi() {
            out.push_str(if past_root { "\n" } else { "" });
            write_instruction(node, &mut out);
            out.push_str(if past_root { "" } else { "\n" });
        }
    }
    out
}

fn write_element(node: Node<'_, '_>, written: &Scope, omitted: Option<NodeId>, form: Form, out: &mut String) {
    let source = node.document().input_text();
    let name = qualified_name(node);
    let mut attributes: Vec<_> = node.attributes().collect();
    attributes.sort_by_key(|attribute| (attribute.namespace().unwrap_or_default(), attribute.name()));
    let names: Vec<&str> =
        attributes.iter().map(|attribute| source.get(attribute.range_qname()).unwrap_or_default()).collect();
    let mut now = written.clone();
    out.push('<');
    out.push_str(name);
    for (prefix, uri) in declarations(node, name, &names, form) {
        let before = now.get(&prefix).map_or("", String::as_str);
        if before != uri {
            let colon = if prefix.is_empty() { "" } else { ":" };
            out.push_str(&format!(" xmlns{colon}{prefix}=\""));
            escape(&uri, Place::Attribute, out);
            out.push('"');
            now.insert(prefix, uri);
        }
    }
    for (attribute, name) in attributes.iter().zip(names) {
        write_attribute(attribute, name, out);
    }
    out.push('>');
    for child in node.children().filter(|child| Some(child.id()) != omitted) {
        if child.is_element() {
            write_element(child, &now, omitted, form, out);
        } else if child.is_text() {
            escape(child.text().unwrap_or_default(), Place::Text, out);
        } else if child.is_pi() {
            write_instruction(child, out);
        }
    }
    out.push_str(&format!("</{name}>"));
}

/// Returns the namespaces that may have to be declared on an element: all in scope, or only those that the element itself uses.
fn declarations(node: Node<'_, '_>, name: &str, attributes: &[&str], form: Form) -> Scope {
    let mut scope: Scope =
        node.namespaces().map(|space| (space.name().unwrap_or_default().to_owned(), space.uri().to_owned())).collect();
    scope.remove("xml");
    scope.entry(String::new()).or_default();
    if form == Form::Exclusive {
        let prefix = |name: &str| name.split_once(':').map(|(prefix, _)| prefix.to_owned());
        let mut used: Vec<String> = attributes.iter().filter_map(|name| prefix(name)).collect();
        used.push(prefix(name).unwrap_or_default());
        scope.retain(|prefix, _| used.contains(prefix));
    }
    scope
}

/// Returns the name as it was written, with its prefix: the tree keeps only the namespace.
fn qualified_name<'i>(node: Node<'_, 'i>) -> &'i str {
    let source = node.document().input_text().get(node.range()).unwrap_or_default();
    let name = source.trim_start_matches('<');
    let end = name.find(|c: char| c.is_ascii_whitespace() || c == '>' || c == '/').unwrap_or(name.len());
    name.get(..end).unwrap_or_default()
}

fn write_attribute(attribute: &Attribute<'_, '_>, name: &str, out: &mut String) {
    out.push_str(&format!(" {name}=\""));
    escape(attribute.value(), Place::Attribute, out);
    out.push('"');
}

fn write_instruction(node: Node<'_, '_>, out: &mut String) {
    if let Some(instruction) = node.pi() {
        out.push_str("<?");
        out.push_str(instruction.target);
        if let Some(value) = instruction.value {
            out.push(' ');
            out.push_str(value);
        }
        out.push_str("?>");
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Text,
    Attribute,
}

fn escape(text: &str, place: Place, out: &mut String) {
    for character in text.chars() {
        match (character, place) {
            ('&', _) => out.push_str("&amp;"),
            ('<', _) => out.push_str("&lt;"),
            ('>', Place::Text) => out.push_str("&gt;"),
            ('\r', _) => out.push_str("&#xD;"),
            ('"', Place::Attribute) => out.push_str("&quot;"),
            ('\t', Place::Attribute) => out.push_str("&#x9;"),
            ('\n', Place::Attribute) => out.push_str("&#xA;"),
            (other, _) => out.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(xml: &str) -> (String, String) {
        let document = Document::parse(xml).expect("XML");
        (canonical(&document, None, Form::Inclusive), canonical(&document, None, Form::Exclusive))
    }

    #[test]
    fn names_are_declared_once_attributes_sorted_and_characters_written_one_way() {
        let (inclusive, exclusive) = both(concat!(
            "<?xml version='1.0'?><!-- out --><r xmlns:b='urn:b' xmlns='urn:d' z='1' b:y='&#9;\"' a='2'>",
            "<b:c xmlns:b='urn:b' xmlns:n='urn:n'/><![CDATA[1 < 2 & 3]]>&#13;<e xmlns=''/></r>",
        ));
        assert_eq!(
            inclusive,
            concat!(
                "<r xmlns=\"urn:d\" xmlns:b=\"urn:b\" a=\"2\" z=\"1\" b:y=\"&#x9;&quot;\">",
                "<b:c xmlns:n=\"urn:n\"></b:c>1 &lt; 2 &amp; 3&#xD;<e xmlns=\"\"></e></r>",
            )
        );
        assert_eq!(
            exclusive,
            concat!(
                "<r xmlns=\"urn:d\" xmlns:b=\"urn:b\" a=\"2\" z=\"1\" b:y=\"&#x9;&quot;\">",
                "<b:c></b:c>1 &lt; 2 &amp; 3&#xD;<e xmlns=\"\"></e></r>",
            )
        );
    }

    #[test]
    fn an_exclusive_form_declares_where_a_prefix_is_first_used() {
        let (inclusive, exclusive) = both("<r xmlns:a='urn:a'><s><a:t/></s></r>");
        assert_eq!(inclusive, "<r xmlns:a=\"urn:a\"><s><a:t></a:t></s></r>");
        assert_eq!(exclusive, "<r><s><a:t xmlns:a=\"urn:a\"></a:t></s></r>");
    }
}
