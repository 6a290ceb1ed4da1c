//! Reads an XML as a list of its texts.

use quick_xml::{Reader, events::Event};

/// Returns every text with its path, in order, without prefixes: `Invoice/TaxTotal/TaxAmount`.
pub fn leaves(xml: &str) -> Vec<(String, String)> {
    let mut reader = Reader::from_str(xml);
    let (mut path, mut leaves) = (Vec::<String>::new(), Vec::new());
    loop {
        match reader.read_event().expect("well-formed") {
            Event::Start(start) => path.push(start.local_name().as_ref().to_owned()),
            Event::End(_) => drop(path.pop()),
            Event::Text(text) if !text.trim().is_empty() => leaves.push((path.join("/"), text.to_string())),
            Event::Eof => return leaves,
            _ => {}
        }
    }
}

/// Returns the only text at a path.
pub fn one(xml: &str, path: &str) -> String {
    let all = leaves(xml);
    let mut found = all.iter().filter(|(at, _)| at == path);
    match (found.next(), found.next()) {
        (Some((_, text)), None) => text.clone(),
        (first, second) => panic!("{path}: {first:?}, {second:?}"),
    }
}
