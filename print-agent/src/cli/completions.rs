//! `completions`: writes the scripts for the shells' Tab key.

use clap_complete::Shell;

use super::{Answer, CommandResult, usage};

const HELP: &str = "\
Ejemplos:
  comanda-agent completions bash | sudo tee /etc/bash_completion.d/comanda-agent
  comanda-agent completions zsh > ~/.zfunc/_comanda-agent
  comanda-agent completions fish > ~/.config/fish/completions/comanda-agent.fish
  comanda-agent completions powershell >> $PROFILE";

#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub(super) struct Arguments {
    /// bash, zsh, fish, powershell o elvish
    #[arg(value_name = "INTÉRPRETE")]
    shell: Shell,
}

pub(super) fn run(arguments: &Arguments) -> CommandResult {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut usage::command(), "comanda-agent", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    Ok(Answer::new(script.clone(), script))
}
