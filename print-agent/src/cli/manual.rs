//! `manual`: writes the pages for `man`, one for each command. It runs when the package is built.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use clap::Command;
use clap_mangen::Man;

use super::{Answer, CommandResult, usage};

/// The section headings that clap_mangen writes, with the headings that Spanish manuals use.
const HEADINGS: [(&str, &str); 6] = [
    ("NAME", "NOMBRE"),
    ("SYNOPSIS", "SINOPSIS"),
    ("DESCRIPTION", "DESCRIPCIÓN"),
    ("OPTIONS", "OPCIONES"),
    ("EXTRA", "USO"),
    ("VERSION", "VERSIÓN"),
];

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Dónde
    #[arg(value_name = "CARPETA")]
    folder: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> CommandResult {
    fs::create_dir_all(&arguments.folder)?;
    let mut command = usage::command();
    command.build();
    write(command, &arguments.folder)?;
    Ok(Answer::silent())
}

fn write(command: Command, folder: &Path) -> io::Result<()> {
    for order in command.get_subcommands().filter(|order| !order.is_hide_set()) {
        write(order.clone(), folder)?;
    }
    let man = Man::new(command).manual("Comanda").source(concat!("comanda-agent ", env!("CARGO_PKG_VERSION")));
    let mut page = Vec::new();
    man.render(&mut page)?;
    let page = String::from_utf8_lossy(&page).into_owned();
    let translated = HEADINGS
        .iter()
        .fold(page, |page, (english, spanish)| page.replace(&format!(".SH {english}\n"), &format!(".SH {spanish}\n")));
    fs::write(folder.join(man.get_filename()), translated)
}

#[cfg(test)]
mod tests {
    use super::{Arguments, run};

    #[test]
    fn every_command_has_its_manual_page() {
        let folder = tempfile::tempdir().expect("a folder");
        run(&Arguments { folder: folder.path().to_owned() }).expect("writes");
        let page = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("is there");
        assert!(page("comanda-agent.1").contains(".SH NOMBRE"));
        assert!(page("comanda-agent-printers-add.1").contains("comanda\\-agent printers add"));
        assert!(!folder.path().join("comanda-agent-manual.1").exists());
    }
}
