//! Checks which module of the agent uses which. There are no cycles, and the device module does not know about tickets.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

type Uses = BTreeMap<String, BTreeSet<String>>;

/// Collects the uses of `crate::…` in the source code. Links in comments do not count as uses.
fn read(folder: &Path, module: Option<&str>, uses: &mut Uses) {
    for entry in fs::read_dir(folder).expect("is there").map(|entry| entry.expect("is read").path()) {
        let stem = entry.file_stem().expect("has a name").to_string_lossy().into_owned();
        let module = module.unwrap_or(&stem);
        if entry.is_dir() {
            read(&entry, Some(module), uses);
            continue;
        }
        let text = fs::read_to_string(&entry).expect("is text");
        let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let used = code.split("crate::").skip(1).flat_map(module_names);
        uses.entry(module.to_owned()).or_default().extend(used.filter(|used| used != module));
    }
}

/// The modules at the beginning of `module::…` or `{module::{…}, module::…}`.
fn module_names(path: &str) -> Vec<String> {
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let Some(group) = path.strip_prefix('{') else {
        return vec![word(path)];
    };
    let (mut depth, mut begins, mut found) = (0, true, Vec::new());
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => begins = true,
            c if begins && c.is_alphabetic() => {
                found.push(word(&group[at..]));
                begins = false;
            }
            _ => {}
        }
    }
    found
}

#[test]
fn modules_use_each_other_without_cycles() {
    let mut uses = Uses::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), None, &mut uses);
    assert_eq!(uses["device"], BTreeSet::from(["config".to_owned()]));
    assert!(uses["worker"].contains("device") && uses["spool"].contains("device"), "the reader finds what there is");
    while !uses.is_empty() {
        let free: Vec<String> =
            uses.iter().filter(|(_, used)| used.is_empty()).map(|(module, _)| module.clone()).collect();
        assert!(!free.is_empty(), "these modules form a cycle, or use a module that does: {uses:#?}");
        uses.retain(|module, _| !free.contains(module));
        uses.values_mut().for_each(|used| used.retain(|module| !free.contains(module)));
    }
}
