//! Which room of the agent uses which: never in a circle, and a device knows nothing of what is printed on it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

type Uses = BTreeMap<String, BTreeSet<String>>;

/// `crate::…` in the sources; links in comments are no use.
fn read(folder: &Path, room: Option<&str>, uses: &mut Uses) {
    for entry in fs::read_dir(folder).expect("is there").map(|entry| entry.expect("is read").path()) {
        let own = entry.file_stem().expect("has a name").to_string_lossy().into_owned();
        let room = room.unwrap_or(&own);
        if entry.is_dir() {
            read(&entry, Some(room), uses);
            continue;
        }
        let text = fs::read_to_string(&entry).expect("is text");
        let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let used = code.split("crate::").skip(1).flat_map(named);
        uses.entry(room.to_owned()).or_default().extend(used.filter(|used| used != room));
    }
}

/// The rooms at the beginning of `room::…` or `{room::{…}, room::…}`.
fn named(path: &str) -> Vec<String> {
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
fn rooms_use_each_other_in_one_direction() {
    let mut uses = Uses::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), None, &mut uses);
    assert_eq!(uses["device"], BTreeSet::from(["config".to_owned()]));
    assert!(uses["worker"].contains("device") && uses["spool"].contains("device"), "the reader finds what there is");
    while !uses.is_empty() {
        let free: Vec<String> = uses.iter().filter(|(_, used)| used.is_empty()).map(|(room, _)| room.clone()).collect();
        assert!(!free.is_empty(), "these go in a circle, or use one that does: {uses:#?}");
        uses.retain(|room, _| !free.contains(room));
        uses.values_mut().for_each(|used| used.retain(|room| !free.contains(room)));
    }
}
