//! The interactive questions of `setup`. An answer that is not valid makes the question appear again.

use std::{io, thread};

use dialoguer::{
    Input, MultiSelect, Select,
    console::{Term, style},
    theme::ColorfulTheme,
};

use super::super::{Exit, Failure, discover::Candidate, printers::Setting, words};
use crate::{
    api::{AgentView, Named},
    net::Address,
};

/// The maximum number of letters that the server accepts in a printer's name.
const MAX_NAME_LENGTH: usize = 60;

/// The next step that the technician chooses.
pub(super) enum Choice {
    Found(usize),
    Elsewhere,
    NoMore,
}

/// Asks questions in the terminal.
pub(super) struct Questions {
    theme: ColorfulTheme,
}

impl Questions {
    pub(super) fn new() -> Self {
        show_cursor_on_interrupt();
        Self { theme: theme() }
    }

    /// Asks for the address of the server. Enter keeps the previous answer.
    pub(super) fn server(&self, before: Option<String>) -> Result<String, Failure> {
        let validate = |text: &String| text.parse::<Address>().map(drop).map_err(|error| error.remedy());
        let input = Input::<String>::with_theme(&self.theme).with_prompt("Dirección del servidor, la que abre Comanda");
        let input = if let Some(before) = before { input.default(before) } else { input };
        input.validate_with(validate).interact_text().map_err(interrupted_failure)
    }

    /// Asks for a text.
    pub(super) fn text(&self, question: &str) -> Result<String, Failure> {
        let input = Input::<String>::with_theme(&self.theme).with_prompt(question);
        Ok(input.interact_text().map_err(interrupted_failure)?.trim().to_owned())
    }

    /// Asks for one of the printers that were found and are not added yet.
    pub(super) fn choose_printer(&self, found: &[&Candidate]) -> Result<Choice, Failure> {
        let mut items: Vec<_> = found.iter().map(|candidate| describe_candidate(candidate)).collect();
        items.push("Otra: escribir su dirección".to_owned());
        items.push("Ninguna más: seguir".to_owned());
        // If there is no printer to choose, most people want to continue.
        let default = if found.is_empty() { 1 } else { 0 };
        let chosen = self.choose("¿Qué impresora agregas?", &items, default)?;
        Ok(match chosen.checked_sub(found.len()) {
            None => Choice::Found(chosen),
            Some(0) => Choice::Elsewhere,
            Some(_) => Choice::NoMore,
        })
    }

    /// Asks for a name that no other printer has.
    pub(super) fn name(&self, view: &AgentView) -> Result<String, Failure> {
        let used_names: Vec<_> = view.printers.iter().map(|printer| printer.name.to_lowercase()).collect();
        let validate = move |name: &String| match name.trim() {
            "" => Err("Escribe un nombre, por ejemplo COCINA".to_owned()),
            name if name.chars().count() > MAX_NAME_LENGTH => Err(format!("Son {MAX_NAME_LENGTH} letras a lo más")),
            name if used_names.contains(&name.to_lowercase()) => {
                Err(format!("Ya hay una impresora {name}: elige otro"))
            }
            _ => Ok(()),
        };
        let input = Input::<String>::with_theme(&self.theme).with_prompt("Nombre (sale en tickets y pantallas)");
        Ok(input.validate_with(validate).interact_text().map_err(interrupted_failure)?.trim().to_owned())
    }

    /// Asks what the printer prints, on what paper, and whether it has a cash drawer.
    pub(super) fn setting(&self, address: String, kind: Option<&str>, view: &AgentView) -> Result<Setting, Failure> {
        let (areas, cashboxes) = self.choose_destinations(view)?;
        let paper = ["80", "58"][self.choose("Ancho del papel", &["80 mm", "58 mm"], 0)?];
        let drawer =
            !cashboxes.is_empty() && self.choose("¿Tiene conectada la gaveta de dinero?", &["No", "Sí"], 0)? == 1;
        Ok(Setting {
            address: Some(address),
            kind: kind.map(str::to_owned),
            areas,
            cashboxes,
            paper: Some(paper.to_owned()),
            drawer: drawer.then_some(true),
            ..Setting::default()
        })
    }

    /// Asks for the areas and the cashboxes whose tickets the printer prints. Returns their ids.
    fn choose_destinations(&self, view: &AgentView) -> Result<(Vec<String>, Vec<String>), Failure> {
        let places =
            |all: &[Named], what: &str| all.iter().map(|row| format!("{what} {}", row.name)).collect::<Vec<_>>();
        let items = [places(&view.areas, "Comandas de"), places(&view.cashboxes, "Comprobantes de la caja")].concat();
        loop {
            let prompt = MultiSelect::with_theme(&self.theme)
                .with_prompt("¿Qué imprime? Flechas mueven, espacio marca, Enter sigue")
                .items(&items);
            let marked = prompt.interact().map_err(interrupted_failure)?;
            if marked.is_empty()
                && self.choose("Nada marcado: no imprimirá nada todavía", &["Marcar algo", "Dejarla así"], 0)? == 0
            {
                continue;
            }
            let rows = |all: &[Named], from: usize| {
                let marked_rows = marked.iter().filter_map(|at| all.get(at.checked_sub(from)?));
                marked_rows.map(|row| row.id.to_string()).collect::<Vec<_>>()
            };
            return Ok((rows(&view.areas, 0), rows(&view.cashboxes, view.areas.len())));
        }
    }

    fn choose<T: std::fmt::Display>(&self, question: &str, items: &[T], default: usize) -> Result<usize, Failure> {
        let prompt = Select::with_theme(&self.theme).with_prompt(question).items(items).default(default);
        prompt.interact().map_err(interrupted_failure)
    }
}

/// A theme that uses only characters that every console can show, including old Windows consoles.
fn theme() -> ColorfulTheme {
    let sign = |text: &str| style(text.to_owned()).for_stderr();
    ColorfulTheme {
        prompt_prefix: sign("   ?").yellow(),
        prompt_suffix: sign(">"),
        success_prefix: sign("   -").green(),
        success_suffix: sign("·"),
        error_prefix: sign("   !").red(),
        active_item_prefix: sign("   >").green(),
        inactive_item_prefix: sign("    "),
        checked_item_prefix: sign("   [x]").green(),
        unchecked_item_prefix: sign("   [ ]"),
        ..ColorfulTheme::default()
    }
}

fn describe_candidate(candidate: &Candidate) -> String {
    let note = candidate.hindrance.map_or_else(String::new, |hindrance| format!(" ({hindrance})"));
    format!(
        "{:6} {}  {}{note}",
        words::printer_kind(candidate.kind),
        candidate.address,
        candidate.description_or_evidence()
    )
}

fn interrupted_failure(error: dialoguer::Error) -> Failure {
    let dialoguer::Error::IO(error) = error;
    match error.kind() {
        io::ErrorKind::Interrupted | io::ErrorKind::UnexpectedEof | io::ErrorKind::NotConnected => {
            Failure::new(Exit::Usage, "se interrumpió antes de terminar")
                .with_remedy("Lo hecho hasta aquí queda; sigue con: comanda-agent setup")
        }
        _ => error.into(),
    }
}

/// Shows the cursor again after Ctrl-C, because a list hides the cursor while it is on the screen.
fn show_cursor_on_interrupt() {
    thread::spawn(|| {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        if runtime.block_on(tokio::signal::ctrl_c()).is_ok() {
            let _ = Term::stderr().show_cursor();
            std::process::exit(130);
        }
    });
}
