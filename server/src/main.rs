//! The server's binary; what it can do is in `cli`.

mod cli;

use clap::Parser;
use std::process::ExitCode;

#[tokio::main]
async fn main() -> anyhow::Result<ExitCode> {
    cli::run(cli::Cli::parse()).await
}
