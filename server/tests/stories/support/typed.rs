//! What an operator types, and what is said.

use comanda::config::Config;
use std::{
    io::Write,
    path::Path,
    process::{Command, Output, Stdio},
};

/// `comanda` with these arguments, on this data folder and on the PostgreSQL of the configuration if there is one.
pub fn comanda(config: &Config, data: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_comanda"));
    command.args(arguments);
    // A key is made for no data folder.
    if arguments.get(1) == Some(&"keygen") {
        return command;
    }
    command.arg("--data").arg(data);
    if let Some(url) = &config.database {
        command.args(["--database", url]);
    }
    command
}

/// Runs it, typing `input`.
pub async fn run(mut command: Command, input: &'static str) -> Typed {
    let run = move || {
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().unwrap();
        // Whoever asks for nothing may have ended by now.
        child.stdin.take().unwrap().write_all(input.as_bytes()).ok();
        child.wait_with_output().unwrap()
    };
    Typed(tokio::task::spawn_blocking(run).await.unwrap())
}

/// What came of it.
pub struct Typed(pub Output);

impl Typed {
    /// What was said of something that was done.
    pub fn done(self) -> String {
        assert!(self.0.status.success(), "{}", String::from_utf8_lossy(&self.0.stderr));
        String::from_utf8(self.0.stdout).unwrap()
    }
    /// Why it was not.
    pub fn failed(self) -> String {
        assert!(!self.0.status.success(), "{}", String::from_utf8_lossy(&self.0.stdout));
        String::from_utf8(self.0.stderr).unwrap()
    }
}
