//! Runs the `comanda` program as an operator does: arguments, typed input, and its output.

use comanda::config::Config;
use std::{
    io::Write,
    path::Path,
    process::{Command, Output, Stdio},
};

/// Returns the `comanda` command with these arguments, on this data folder and on the configuration's PostgreSQL database, if there is one.
pub fn comanda_command(config: &Config, data: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_comanda"));
    command.args(arguments);
    // `keygen` takes no data folder.
    if arguments.get(1) == Some(&"keygen") {
        return command;
    }
    command.arg("--data").arg(data);
    if let Some(url) = &config.database {
        command.args(["--database", url]);
    }
    command
}

/// Runs a command with `input` on its standard input.
pub async fn run_with_input(mut command: Command, input: &'static str) -> CommandOutput {
    let run = move || {
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().unwrap();
        // A command that reads no input may have ended already.
        child.stdin.take().unwrap().write_all(input.as_bytes()).ok();
        child.wait_with_output().unwrap()
    };
    CommandOutput(tokio::task::spawn_blocking(run).await.unwrap())
}

/// The output and exit status of a command.
pub struct CommandOutput(pub Output);

impl CommandOutput {
    /// Asserts that the command succeeded and returns its standard output.
    pub fn expect_success(self) -> String {
        assert!(self.0.status.success(), "{}", String::from_utf8_lossy(&self.0.stderr));
        String::from_utf8(self.0.stdout).unwrap()
    }
    /// Asserts that the command failed and returns its standard error.
    pub fn expect_failure(self) -> String {
        assert!(!self.0.status.success(), "{}", String::from_utf8_lossy(&self.0.stdout));
        String::from_utf8(self.0.stderr).unwrap()
    }
}
