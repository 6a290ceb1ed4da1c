//! The agent's program.

fn main() -> std::process::ExitCode {
    comanda_agent::cli::main()
}
