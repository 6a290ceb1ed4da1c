//! What an XML may be before a parser sees it: how deep, how many elements, how long a tag, and no document type: nobody's entities
//! are ever resolved. One pass, no memory. Pure.

/// A signed factura is fifteen deep.
const MAX_DEPTH: usize = 40;
const MAX_ELEMENTS: usize = 60_000;
const MAX_TAG_BYTES: usize = 8 * 1024;

/// Why it is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unbounded {
    /// It declares a document type, and may so bring entities.
    DocumentType,
    /// Deeper, longer or with more elements than a document of a supplier.
    TooMuch,
    /// A tag, a comment or a section has no end.
    Cut,
}

/// Looks it through.
pub(super) fn check(xml: &str) -> Result<(), Unbounded> {
    let (mut rest, mut depth, mut elements) = (xml, 0_usize, 0_usize);
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        let end = if rest.starts_with("<!--") {
            after(rest, "-->")?
        } else if rest.starts_with("<![CDATA[") {
            after(rest, "]]>")?
        } else if rest.starts_with("<?") {
            after(rest, "?>")?
        } else if rest.starts_with("<!") {
            return Err(Unbounded::DocumentType);
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
                return Err(Unbounded::TooMuch);
            }
            end
        };
        rest = &rest[end..];
    }
    Ok(())
}

fn after(rest: &str, mark: &str) -> Result<usize, Unbounded> {
    rest.find(mark).map(|at| at + mark.len()).ok_or(Unbounded::Cut)
}

/// A value in quotes may hold `>`.
fn end_of_tag(rest: &str) -> Result<usize, Unbounded> {
    let mut quote = None;
    for (at, byte) in rest.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Ok(at + 1),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    Err(Unbounded::Cut)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_parser_should_not_see_is_stopped() {
        let deep = format!("{}{}", "<a>".repeat(41), "</a>".repeat(41));
        let many = format!("<a>{}</a>", "<b/>".repeat(60_000));
        let long = format!("<a {}/>", "x='1' ".repeat(2_000));
        for (xml, found) in [
            ("<?xml version=\"1.0\"?><a b='>'><!-- <!DOCTYPE --><![CDATA[<b><c>]]></a>", Ok(())),
            ("<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>", Err(Unbounded::DocumentType)),
            ("<a><!ELEMENT b ANY></a>", Err(Unbounded::DocumentType)),
            (deep.as_str(), Err(Unbounded::TooMuch)),
            (many.as_str(), Err(Unbounded::TooMuch)),
            (long.as_str(), Err(Unbounded::TooMuch)),
            ("<a><b", Err(Unbounded::Cut)),
            ("<a><!-- ", Err(Unbounded::Cut)),
        ] {
            assert_eq!(check(xml), found, "{}", &xml[..xml.len().min(60)]);
        }
    }
}
