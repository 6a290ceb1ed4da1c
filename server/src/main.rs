//! The server's binary; its commands are in `cli`.

mod cli;

use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    cli::run_command_line().await
}
