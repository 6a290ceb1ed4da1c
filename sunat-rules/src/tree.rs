//! Reads an XML by paths of local names.

use roxmltree::Node;
use rust_decimal::Decimal;

/// An element of the XML.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tree<'a, 'i>(pub Node<'a, 'i>);

impl<'a, 'i> Tree<'a, 'i> {
    pub fn name(self) -> &'a str {
        self.0.tag_name().name()
    }
    /// Returns all elements at a path such as `Party/PartyIdentification`.
    pub fn all(self, path: &str) -> Vec<Self> {
        path.split('/').fold(vec![self], |nodes, step| {
            let children = nodes.into_iter().flat_map(|t| t.0.children());
            children.filter(|n| n.is_element() && n.tag_name().name() == step).map(Tree).collect()
        })
    }
    pub fn first(self, path: &str) -> Option<Self> {
        self.all(path).into_iter().next()
    }
    pub fn has(self, path: &str) -> bool {
        self.first(path).is_some()
    }
    /// Returns the text of the element itself.
    pub fn own_text(self) -> &'a str {
        self.0.text().unwrap_or_default()
    }
    /// Returns the text at a path, or an empty text.
    pub fn text(self, path: &str) -> &'a str {
        self.first(path).map(Self::own_text).unwrap_or_default()
    }
    pub fn attribute(self, path: &str, name: &str) -> &'a str {
        self.first(path).and_then(|t| t.0.attribute(name)).unwrap_or_default()
    }
    /// Returns the amount at a path, or zero.
    pub fn amount(self, path: &str) -> Decimal {
        self.text(path).parse().unwrap_or_default()
    }
    /// Returns the lines of a document.
    pub fn lines(self) -> Vec<Self> {
        ["InvoiceLine", "CreditNoteLine", "DebitNoteLine"].into_iter().flat_map(|name| self.all(name)).collect()
    }
}
