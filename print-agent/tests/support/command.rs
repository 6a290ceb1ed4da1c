//! Runs one command of the real program until it ends.
#![allow(dead_code, reason = "each test binary uses its part")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use comanda_agent::config::Config;

/// The output of a command and its exit code.
#[derive(Debug)]
pub struct CommandOutput {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

pub fn run(arguments: &[&str]) -> CommandOutput {
    let mut command = Command::new(env!("CARGO_BIN_EXE_comanda-agent"));
    command.args(arguments).stdin(Stdio::null());
    for name in ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] {
        command.env_remove(name);
    }
    let output = command.output().expect("starts");
    CommandOutput {
        code: output.status.code().expect("ends by itself"),
        stdout: String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n"),
        stderr: String::from_utf8_lossy(&output.stderr).replace("\r\n", "\n"),
    }
}

/// Runs a command with the configuration in this folder.
pub fn run_in(folder: &Path, arguments: &[&str]) -> CommandOutput {
    let file = folder.join("agent.toml");
    run(&[arguments, &["--config", file.to_str().expect("is text")]].concat())
}

/// Writes the configuration that pairing would write.
pub fn configure(folder: &Path, server: &str) {
    Config::new(server, "good-token", "state").write(&folder.join("agent.toml")).expect("writes");
}

/// Compares the text with the golden file. With `GOLDEN=write` it writes the file.
#[track_caller]
pub fn check_golden(name: &str, text: &str) {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "golden", &format!("{name}.txt")].iter().collect();
    if std::env::var("GOLDEN").is_ok_and(|wish| wish == "write") {
        fs::create_dir_all(path.parent().expect("a folder")).expect("is made");
        fs::write(&path, text).expect("writes");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert_eq!(text, expected, "{name}: if it should be so, run the test with GOLDEN=write");
}
