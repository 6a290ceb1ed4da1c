//! A writer of XML elements in canonical form.

use std::borrow::Cow;

use quick_xml::{
    Writer,
    escape::partial_escape,
    events::{BytesEnd, BytesStart, BytesText, Event},
};

use crate::document::Centimos;

/// The attribute of amounts. Soles are the only currency of our documents.
const CURRENCY: [(&str, &str); 1] = [("currencyID", "PEN")];

/// Attributes of an element, already in canonical order; their values are codes, which need no escape.
type Attributes<'a> = &'a [(&'a str, &'a str)];

/// An XML text under construction.
pub(crate) struct Xml(Writer<Vec<u8>>);

impl Xml {
    /// Writes one root element with the content that `write_content` writes, without declaration.
    pub(crate) fn root(name: &str, namespaces: Attributes<'_>, write_content: impl FnOnce(&mut Self)) -> String {
        let mut xml = Self(Writer::new(Vec::with_capacity(16 * 1024)));
        xml.within_with(name, namespaces, write_content);
        String::from_utf8(xml.0.into_inner()).expect("events are made of text")
    }

    /// Writes an element that holds others.
    pub(crate) fn within(&mut self, name: &str, write_content: impl FnOnce(&mut Self)) {
        self.within_with(name, &[], write_content);
    }

    /// Writes an element that holds text.
    pub(crate) fn text(&mut self, name: &str, text: &str) {
        self.text_with(name, &[], text);
    }

    /// Writes an element that holds text and has attributes.
    pub(crate) fn text_with(&mut self, name: &str, attributes: Attributes<'_>, text: &str) {
        self.verbatim(name, attributes, &clean(text));
    }

    /// Writes an element whose text is only escaped, not cleaned, such as a password.
    pub(crate) fn verbatim(&mut self, name: &str, attributes: Attributes<'_>, text: &str) {
        let text = partial_escape(text);
        self.within_with(name, attributes, |x| x.event(Event::Text(BytesText::from_escaped(text))));
    }

    /// Writes an amount in soles with 2 decimals.
    pub(crate) fn amount(&mut self, name: &str, amount: Centimos) {
        self.money(name, &amount.to_string());
    }

    /// Writes a price in soles with the decimals of its text.
    pub(crate) fn money(&mut self, name: &str, price: &str) {
        self.text_with(name, &CURRENCY, price);
    }

    /// Writes an element that holds others and has attributes.
    pub(crate) fn within_with(
        &mut self,
        name: &str,
        attributes: Attributes<'_>,
        write_content: impl FnOnce(&mut Self),
    ) {
        self.event(Event::Start(BytesStart::new(name).with_attributes(attributes.iter().copied())));
        write_content(self);
        self.event(Event::End(BytesEnd::new(name)));
    }

    fn event(&mut self, event: Event<'_>) {
        self.0.write_event(event).expect("a Vec takes every byte");
    }
}

/// Cleans a text for SUNAT: makes it one line (rules 2135, 3006 and others refuse every white space but the space) and removes characters
/// that XML cannot hold.
fn clean(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    let is_forbidden = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{FFFE}' | '\u{FFFF}');
    if !text.contains(is_forbidden) {
        return Cow::Borrowed(text);
    }
    let spaced: String = text.chars().map(|c| if is_forbidden(c) { ' ' } else { c }).collect();
    Cow::Owned(spaced.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_as_in_c14n() {
        let xml = Xml::root("a", &[("xmlns", "urn:x")], |x| {
            x.text("b", " Ceviche \"El <Ñ>\" & 'más'\r\n\tgrande\u{0} ");
            x.within("c", |_| {});
            x.amount("d", Centimos(5));
        });
        assert_eq!(
            xml,
            "<a xmlns=\"urn:x\"><b>Ceviche \"El &lt;Ñ&gt;\" &amp; 'más' grande</b><c></c><d currencyID=\"PEN\">0.05</d></a>"
        );
    }
}
