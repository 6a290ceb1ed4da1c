//! The messages of `make` on a computer that lacks something for the build, before it builds anything.

use std::{
    io::Write,
    os::unix::fs::symlink,
    path::Path,
    process::{Command, Stdio},
};
use tempfile::TempDir;

/// The programs that the script itself needs.
const TOOLS: [&str; 6] = ["bash", "dirname", "env", "head", "sed", "sort"];
const SOMEBODY: (&str, &str) = ("id", "echo 1000");
const ROOT: (&str, &str) = ("id", "echo 0");
const LINUX: (&str, &str) = ("uname", "echo Linux");
const DEBIAN_12: (&str, &str) = (
    "apt-cache",
    "case $2 in nodejs) v=18.20.4+dfsg-1 ;; cargo) v=0.66.0+ds1-1 ;; *) v='(none)' ;; esac; echo \"  Candidate: $v\"",
);
const DEBIAN_13: (&str, &str) = (
    "apt-cache",
    "case $2 in nodejs) v=20.19.2+dfsg-1 ;; cargo) v=1.85.0+dfsg3-1 ;; *) v=1.27.1-3 ;; esac; echo \"  Candidate: $v\"",
);
const APT: (&str, &str) = ("apt-get", "exit 1");

/// A folder with the script's tools and these programs, to be the whole `PATH`.
fn folder_with_programs(programs: &[(&str, &str)]) -> TempDir {
    let path = tempfile::tempdir().unwrap();
    for tool in TOOLS {
        let known = ["/bin", "/usr/bin", "/usr/local/bin"].map(|folder| Path::new(folder).join(tool));
        symlink(known.iter().find(|file| file.exists()).unwrap(), path.path().join(tool)).unwrap();
    }
    for (name, script) in programs {
        // Written by another process: a file that this one has open for writing may be inherited by a program that another test starts, and
        // then it cannot be executed.
        let mut install = Command::new("install");
        install.args(["-m", "755", "/dev/stdin"]).arg(path.path().join(name)).stdin(Stdio::piped());
        let mut installing = install.spawn().unwrap();
        installing.stdin.take().unwrap().write_all(format!("#!/bin/bash\n{script}\n").as_bytes()).unwrap();
        assert!(installing.wait().unwrap().success());
    }
    path
}

/// The message for `goal`, and whether the build may begin.
fn check_prerequisites(programs: &TempDir, goal: &str) -> (bool, String) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/prerequisites");
    let ran = Command::new(script).arg(goal).env_clear().env("PATH", programs.path()).output().unwrap();
    (ran.status.success(), String::from_utf8(ran.stderr).unwrap())
}

#[test]
fn missing_programs_are_listed_with_the_systems_command() {
    let old = [("rustc", "echo rustc 1.80.0"), ("cargo", "echo cargo 1.80.0"), ("node", "echo v18.19.1")];
    for (programs, expected) in [
        (vec![SOMEBODY, LINUX, APT, DEBIAN_12], ["apt-get install gcc", "deb.nodesource.com", "sh.rustup.rs"]),
        (vec![SOMEBODY, LINUX, APT, DEBIAN_13], ["apt-get install gcc", "install nodejs npm", "install rustup &&"]),
        (vec![LINUX, ("dnf", "")], ["dnf install gcc", "dnf install nodejs", "dnf install rust cargo"]),
        (vec![("uname", "echo Darwin")], ["xcode-select --install", "brew install node", "brew install rust"]),
        ([&[LINUX, ("dnf", "")], &old[..]].concat(), ["C compiler", "(found 18.19.1)", "(found 1.80.0)"]),
    ] {
        let (ready, output) = check_prerequisites(&folder_with_programs(&programs), "build");
        let lines: Vec<&str> = output.lines().collect();
        let each_has_its_own = lines.len() == expected.len() && lines.iter().zip(expected).all(|(l, e)| l.contains(e));
        assert!(!ready && each_has_its_own, "{programs:?}: {output}");
    }
}

#[test]
fn nothing_is_printed_where_everything_is_there() {
    let programs = [("rustc", "echo rustc 1.95.0"), ("cargo", "echo cargo 2.0.1"), ("node", "echo v22.1.0")];
    let rest = [("npm", ""), ("cc", "")];
    assert_eq!(
        check_prerequisites(&folder_with_programs(&[&programs[..], &rest].concat()), "run"),
        (true, String::new())
    );
}

#[test]
fn root_gets_debians_packages_in_a_sufficient_version() {
    let install = r#"[ "$1" = install ] || exit 0
        for package in "$@"; do
            case $package in gcc) name=cc ;; nodejs) name=node ;; npm) name=npm ;; *) continue ;; esac
            printf '#!/bin/bash\necho v20.19.2\n' > "${0%/*}/$name" && /bin/chmod +x "${0%/*}/$name"
        done"#;
    let programs = [ROOT, LINUX, DEBIAN_13, ("apt-get", install)];
    let (ready, output) = check_prerequisites(&folder_with_programs(&programs), "run");
    let lines: Vec<&str> = output.lines().collect();
    let [installing, rust] = lines[..] else { panic!("{output}") };
    assert_eq!(installing, "Installing gcc libc6-dev nodejs npm");
    assert!(!ready && rust.starts_with("Missing: Rust 1.95"), "{output}");
}
