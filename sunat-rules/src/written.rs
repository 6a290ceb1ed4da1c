//! Every element and attribute that we write: rules of anything else cannot be broken.

use crate::{Found, tree::Tree};
use roxmltree::Node;
use std::{collections::HashSet, sync::LazyLock};

static WRITTEN: LazyLock<HashSet<&str>> = LazyLock::new(|| include_str!("../data/written.txt").lines().collect());

pub(crate) fn check(root: Tree<'_, '_>, found: &mut Found) {
    element(root.0, root.name().to_owned(), found);
}

fn element(node: Node<'_, '_>, path: String, found: &mut Found) {
    let is_known = |path: &str| WRITTEN.contains(path);
    for attribute in node.attributes() {
        let path = format!("{path}/@{}", attribute.name());
        found.unless(is_known(&path), "WRITTEN", &path);
    }
    // What a signature is made of is the business of xmlsec1.
    if node.tag_name().name() == "ExtensionContent" {
        return;
    }
    let children: Vec<_> = node.children().filter(Node::is_element).collect();
    found.unless(!children.is_empty() || is_known(&path), "WRITTEN", &path);
    for child in children {
        element(child, format!("{path}/{}", child.tag_name().name()), found);
    }
}
