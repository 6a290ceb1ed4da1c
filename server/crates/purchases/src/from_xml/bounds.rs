//! Bounds of an XML, checked before a parser sees it: depth, number of elements, length of tags, and no document type, so that entities are
//! never resolved. The check is one pass without allocation.

/// A signed factura has a depth of fifteen.
const MAX_DEPTH: usize = 40;
const MAX_ELEMENTS: usize = 60_000;
const MAX_TAG_BYTES: usize = 8 * 1024;

/// The reason to refuse an XML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BoundsError {
    /// The XML declares a document type, which may bring entities.
    DocumentType,
    /// The XML is deeper, longer or has more elements than a supplier's document ever has.
    TooMuch,
    /// A tag, a comment or a section has no end.
    Cut,
}

/// Checks the whole text.
pub(super) fn check_bounds(xml: &str) -> Result<(), BoundsError> {
    let (mut rest, mut depth, mut elements) = (xml, 0_usize, 0_usize);
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        let end = if rest.starts_with("<!--") {
            end_after(rest, "-->")?
        } else if rest.starts_with("<![CDATA[") {
            end_after(rest, "]]>")?
        } else if rest.starts_with("<?") {
            end_after(rest, "?>")?
        } else if rest.starts_with("<!") {
            return Err(BoundsError::DocumentType);
        } else {
            let end = end_of_tag(rest)?;
            let tag = &rest[..end];
            if tag.starts_with("</") {
                depth = depth.saturating_sub(1);
            } else {
                elements += 1;
                depth += usize::from(!tag.ends_with("/>"));
            }
            if depth > MAX_DEPTH || elements > MAX_ELEMENTS || end > MAX_TAG_BYTES {
                return Err(BoundsError::TooMuch);
            }
            end
        };
        rest = &rest[end..];
    }
    Ok(())
}

fn end_after(rest: &str, mark: &str) -> Result<usize, BoundsError> {
    rest.find(mark).map(|at| at + mark.len()).ok_or(BoundsError::Cut)
}

/// Finds the end of a tag; a quoted attribute value may contain `>`.
fn end_of_tag(rest: &str) -> Result<usize, BoundsError> {
    let mut quote = None;
    for (at, byte) in rest.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Ok(at + 1),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    Err(BoundsError::Cut)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dangerous_xml_is_refused() {
        let deep = format!("{}{}", "<a>".repeat(41), "</a>".repeat(41));
        let many = format!("<a>{}</a>", "<b/>".repeat(60_000));
        let long = format!("<a {}/>", "x='1' ".repeat(2_000));
        for (xml, found) in [
            ("<?xml version=\"1.0\"?><a b='>'><!-- <!DOCTYPE --><![CDATA[<b><c>]]></a>", Ok(())),
            ("<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>", Err(BoundsError::DocumentType)),
            ("<a><!ELEMENT b ANY></a>", Err(BoundsError::DocumentType)),
            (deep.as_str(), Err(BoundsError::TooMuch)),
            (many.as_str(), Err(BoundsError::TooMuch)),
            (long.as_str(), Err(BoundsError::TooMuch)),
            ("<a><b", Err(BoundsError::Cut)),
            ("<a><!-- ", Err(BoundsError::Cut)),
        ] {
            assert_eq!(check_bounds(xml), found, "{}", &xml[..xml.len().min(60)]);
        }
    }
}
