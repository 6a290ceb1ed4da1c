//! The server's binary; what it can do is in `cli`.

mod cli;

use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    cli::start().await
}
