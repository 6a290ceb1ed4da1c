//! Checks that a document has only the elements and attributes that we write, so the rules of other elements cannot be broken.

use crate::{Findings, tree::Tree};
use roxmltree::Node;
use std::{collections::HashSet, sync::LazyLock};

static WRITTEN: LazyLock<HashSet<&str>> = LazyLock::new(|| include_str!("../data/written.txt").lines().collect());

pub(crate) fn check(root: Tree<'_, '_>, findings: &mut Findings) {
    check_element(root.0, root.name().to_owned(), findings);
}

fn check_element(node: Node<'_, '_>, path: String, findings: &mut Findings) {
    let is_known = |path: &str| WRITTEN.contains(path);
    for attribute in node.attributes() {
        let path = format!("{path}/@{}", attribute.name());
        findings.require(is_known(&path), "WRITTEN", &path);
    }
    // The content of the signature is checked by xmlsec1.
    if node.tag_name().name() == "ExtensionContent" {
        return;
    }
    let children: Vec<_> = node.children().filter(Node::is_element).collect();
    findings.require(!children.is_empty() || is_known(&path), "WRITTEN", &path);
    for child in children {
        check_element(child, format!("{path}/{}", child.tag_name().name()), findings);
    }
}
