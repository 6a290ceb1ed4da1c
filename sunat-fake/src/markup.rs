//! A writer of XML, element by element.

use quick_xml::{
    Writer,
    events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event},
};
use std::io;

/// An XML text under construction.
pub(crate) struct Markup(Writer<Vec<u8>>);

impl Markup {
    /// Starts the text with an XML declaration for UTF-8.
    pub(crate) fn new() -> io::Result<Self> {
        let mut writer = Writer::new(Vec::new());
        writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        Ok(Self(writer))
    }

    pub(crate) fn open(&mut self, name: &str, attributes: &[(&str, &str)]) -> io::Result<()> {
        let start = BytesStart::new(name).with_attributes(attributes.iter().copied());
        self.0.write_event(Event::Start(start))
    }

    pub(crate) fn close(&mut self, name: &str) -> io::Result<()> {
        self.0.write_event(Event::End(BytesEnd::new(name)))
    }

    /// Writes nested elements. The innermost one holds the text.
    pub(crate) fn nested(&mut self, names: &[&str], text: &str) -> io::Result<()> {
        for name in names {
            self.open(name, &[])?;
        }
        self.0.write_event(Event::Text(BytesText::new(text)))?;
        for name in names.iter().rev() {
            self.close(name)?;
        }
        Ok(())
    }

    pub(crate) fn empty(&mut self, name: &str, attributes: &[(&str, &str)]) -> io::Result<()> {
        let start = BytesStart::new(name).with_attributes(attributes.iter().copied());
        self.0.write_event(Event::Empty(start))
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.0.into_inner()
    }
}
