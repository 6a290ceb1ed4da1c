//! One order of the real program, to its end.
#![allow(dead_code, reason = "each test binary uses its part")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use comanda_agent::config::Config;

/// What it said and how it ended.
#[derive(Debug)]
pub struct Said {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

pub fn run(arguments: &[&str]) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_comanda-agent"));
    command.args(arguments).stdin(Stdio::null());
    for name in ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] {
        command.env_remove(name);
    }
    let output = command.output().expect("starts");
    Said {
        code: output.status.code().expect("ends by itself"),
        stdout: String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n"),
        stderr: String::from_utf8_lossy(&output.stderr).replace("\r\n", "\n"),
    }
}

/// With the configuration in this folder.
pub fn run_in(folder: &Path, arguments: &[&str]) -> Said {
    let file = folder.join("agent.toml");
    run(&[arguments, &["--config", file.to_str().expect("is text")]].concat())
}

/// As if it had been paired.
pub fn configure(folder: &Path, server: &str) {
    Config::new(server, "good-token", "state").write(&folder.join("agent.toml")).expect("writes");
}

/// Compares with the file; `GOLDEN=write` writes it.
#[track_caller]
pub fn golden(name: &str, text: &str) {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "golden", &format!("{name}.txt")].iter().collect();
    if std::env::var("GOLDEN").is_ok_and(|wish| wish == "write") {
        fs::create_dir_all(path.parent().expect("a folder")).expect("is made");
        fs::write(&path, text).expect("writes");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert_eq!(text, expected, "{name}: if it should be so, run the test with GOLDEN=write");
}
