//! The server's binary; what it can do is in `cli`.

mod cli;

use clap::Parser;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    cli::run(cli::Cli::parse()).await
}
