//! What `setup` asks where a person sits: lists to choose from, and the question again where an answer does not fit.

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

/// As long as the server takes a printer's name.
const LONGEST_NAME: usize = 60;

/// What a technician wants next.
pub(super) enum Choice {
    Found(usize),
    Elsewhere,
    NoMore,
}

/// The terminal's questions.
pub(super) struct Questions {
    theme: ColorfulTheme,
}

impl Questions {
    pub(super) fn new() -> Self {
        show_cursor_at_interrupt();
        Self { theme: theme() }
    }

    /// Where the server is; Enter keeps the last answer.
    pub(super) fn server(&self, before: Option<String>) -> Result<String, Failure> {
        let fits = |text: &String| text.parse::<Address>().map(drop).map_err(|error| error.mend());
        let input = Input::<String>::with_theme(&self.theme).with_prompt("Dirección del servidor, la que abre Comanda");
        let input = if let Some(before) = before { input.default(before) } else { input };
        input.validate_with(fits).interact_text().map_err(cut_off)
    }

    /// Something typed.
    pub(super) fn text(&self, question: &str) -> Result<String, Failure> {
        let input = Input::<String>::with_theme(&self.theme).with_prompt(question);
        Ok(input.interact_text().map_err(cut_off)?.trim().to_owned())
    }

    /// One of the printers that were found and are not added yet.
    pub(super) fn which(&self, found: &[&Candidate]) -> Result<Choice, Failure> {
        let mut items: Vec<_> = found.iter().map(|candidate| line(candidate)).collect();
        items.push("Otra: escribir su dirección".to_owned());
        items.push("Ninguna más: seguir".to_owned());
        // With nothing found or left, to go on is what most want.
        let likely = if found.is_empty() { 1 } else { 0 };
        let chosen = self.one_of("¿Qué impresora agregas?", &items, likely)?;
        Ok(match chosen.checked_sub(found.len()) {
            None => Choice::Found(chosen),
            Some(0) => Choice::Elsewhere,
            Some(_) => Choice::NoMore,
        })
    }

    /// A name that no other printer has.
    pub(super) fn name(&self, view: &AgentView) -> Result<String, Failure> {
        let taken: Vec<_> = view.printers.iter().map(|printer| printer.name.to_lowercase()).collect();
        let fits = move |name: &String| match name.trim() {
            "" => Err("Escribe un nombre, por ejemplo COCINA".to_owned()),
            name if name.chars().count() > LONGEST_NAME => Err(format!("Son {LONGEST_NAME} letras a lo más")),
            name if taken.contains(&name.to_lowercase()) => Err(format!("Ya hay una impresora {name}: elige otro")),
            _ => Ok(()),
        };
        let input = Input::<String>::with_theme(&self.theme).with_prompt("Nombre (sale en tickets y pantallas)");
        Ok(input.validate_with(fits).interact_text().map_err(cut_off)?.trim().to_owned())
    }

    /// What it prints, on what paper, and whether it has a drawer.
    pub(super) fn setting(&self, address: String, kind: Option<&str>, view: &AgentView) -> Result<Setting, Failure> {
        let (areas, cashboxes) = self.what_it_prints(view)?;
        let paper = ["80", "58"][self.one_of("Ancho del papel", &["80 mm", "58 mm"], 0)?];
        let drawer =
            !cashboxes.is_empty() && self.one_of("¿Tiene conectada la gaveta de dinero?", &["No", "Sí"], 0)? == 1;
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

    /// Rows of areas and of cash desks.
    fn what_it_prints(&self, view: &AgentView) -> Result<(Vec<String>, Vec<String>), Failure> {
        let places =
            |all: &[Named], what: &str| all.iter().map(|row| format!("{what} {}", row.name)).collect::<Vec<_>>();
        let items = [places(&view.areas, "Comandas de"), places(&view.cashboxes, "Comprobantes de la caja")].concat();
        loop {
            let asked = MultiSelect::with_theme(&self.theme)
                .with_prompt("¿Qué imprime? Flechas mueven, espacio marca, Enter sigue")
                .items(&items);
            let marked = asked.interact().map_err(cut_off)?;
            if marked.is_empty()
                && self.one_of("Nada marcado: no imprimirá nada todavía", &["Marcar algo", "Dejarla así"], 0)? == 0
            {
                continue;
            }
            let rows = |all: &[Named], from: usize| {
                let here = marked.iter().filter_map(|at| all.get(at.checked_sub(from)?));
                here.map(|row| row.id.to_string()).collect::<Vec<_>>()
            };
            return Ok((rows(&view.areas, 0), rows(&view.cashboxes, view.areas.len())));
        }
    }

    fn one_of<T: std::fmt::Display>(&self, question: &str, items: &[T], likely: usize) -> Result<usize, Failure> {
        let asked = Select::with_theme(&self.theme).with_prompt(question).items(items).default(likely);
        asked.interact().map_err(cut_off)
    }
}

/// In letters that every console has, those of old Windows too.
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

fn line(candidate: &Candidate) -> String {
    let note = candidate.hindrance.map_or_else(String::new, |hindrance| format!(" ({hindrance})"));
    format!("{:6} {}  {}{note}", words::printer_kind(candidate.kind), candidate.address, candidate.what())
}

fn cut_off(error: dialoguer::Error) -> Failure {
    let dialoguer::Error::IO(error) = error;
    match error.kind() {
        io::ErrorKind::Interrupted | io::ErrorKind::UnexpectedEof | io::ErrorKind::NotConnected => {
            Failure::new(Exit::Usage, "se interrumpió antes de terminar")
                .mend("Lo hecho hasta aquí queda; sigue con: comanda-agent setup")
        }
        _ => error.into(),
    }
}

/// A list hides the cursor while it is shown, and Ctrl-C would leave it hidden.
fn show_cursor_at_interrupt() {
    thread::spawn(|| {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        if runtime.block_on(tokio::signal::ctrl_c()).is_ok() {
            let _ = Term::stderr().show_cursor();
            std::process::exit(130);
        }
    });
}
