//! Reads XML from other systems leniently: by local names, with any prefixes and any order.

use quick_xml::{
    Reader,
    escape::unescape,
    events::{BytesRef, Event},
};

/// The maximum number of elements that are read, so that an answer cannot fill the memory.
const LIMIT_ELEMENTS: usize = 20_000;
/// The deepest nesting that is read. A signed receipt has fifteen levels.
const LIMIT_DEPTH: usize = 64;
/// The maximum number of bytes of all paths together: a long name is repeated in the path of each element below it.
const LIMIT_PATHS: usize = 4_000_000;

/// An element that holds text, with the names above it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Element {
    /// Local names from the root: `Envelope/Body/Fault/faultcode`.
    pub path: String,
    pub text: String,
}

/// Reads all elements of an XML, in the order in which they end. Returns `None` if the text is not well-formed to its end (HTML, a cut
/// answer), or would take more memory than any answer of a tax authority.
pub(crate) fn elements(xml: &str) -> Option<Vec<Element>> {
    let mut reader = Reader::from_str(xml.trim_start_matches('\u{feff}').trim_start());
    reader.config_mut().expand_empty_elements = true;
    let (mut open, mut all) = (Vec::<(String, String)>::new(), Vec::new());
    let mut paths = 0;
    loop {
        match reader.read_event().ok()? {
            Event::Start(start) => {
                let name: &str = start.local_name().into_inner();
                let parent = open.last().map(|(path, _)| path.as_str()).unwrap_or_default();
                paths += parent.len() + 1 + name.len();
                if all.len() + open.len() >= LIMIT_ELEMENTS || open.len() >= LIMIT_DEPTH || paths > LIMIT_PATHS {
                    return None;
                }
                let path = if parent.is_empty() { name.to_owned() } else { format!("{parent}/{name}") };
                open.push((path, String::new()));
            }
            Event::Text(text) => push(&mut open, &text.xml10_content()),
            Event::CData(text) => push(&mut open, &text.xml10_content()),
            Event::GeneralRef(reference) => push(&mut open, &resolve_reference(&reference)),
            Event::End(_) => {
                let (path, text) = open.pop()?;
                all.push(Element { path, text: text.trim().to_owned() });
            }
            Event::Eof => return (open.is_empty() && !all.is_empty()).then_some(all),
            _ => {}
        }
    }
}

fn push(open: &mut [(String, String)], text: &str) {
    if let Some((_, so_far)) = open.last_mut() {
        so_far.push_str(text);
    }
}

/// Returns the character of `&amp;` or `&#243;`; empty for one that XML does not know.
fn resolve_reference(reference: &BytesRef<'_>) -> String {
    let written = format!("&{};", &**reference);
    unescape(&written).map(std::borrow::Cow::into_owned).unwrap_or_default()
}

/// Returns the first text at a path that ends like this: `Fault/faultcode`.
pub(crate) fn first_text<'a>(elements: &'a [Element], end: &str) -> Option<&'a str> {
    texts(elements, end).next()
}

/// Returns all texts that are not empty at paths that end like this.
pub(crate) fn texts<'a>(elements: &'a [Element], end: &str) -> impl Iterator<Item = &'a str> {
    let end = end.to_owned();
    elements
        .iter()
        .filter(move |element| {
            element.path.strip_suffix(end.as_str()).is_some_and(|prefix| prefix.is_empty() || prefix.ends_with('/'))
        })
        .map(|element| element.text.as_str())
        .filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_xml_that_would_fill_the_memory_is_refused() {
        let long = "a".repeat(40_000);
        let nested = format!("<{long}>{}</{long}>", "<b/>".repeat(18_000));
        let deep = format!("{}{}", "<a>".repeat(10_000), "</a>".repeat(10_000));
        let wide = format!("<a>{}</a>", "<b/>".repeat(30_000));
        for bad in [nested, deep, wide] {
            assert!(elements(&bad).is_none());
        }
        assert_eq!(elements("<a><b>1</b></a>").map(|all| all.len()), Some(2));
    }
}
