//! The steps of `setup` that ask questions.

use super::{
    super::{
        CommandResult, Exit, Failure,
        context::run_to_completion,
        discover::{self, Candidate},
        printers,
    },
    Guide,
    questions::{Choice, Questions},
};
use crate::api::Api;

impl Guide<'_> {
    /// Asks for the server and the code until the machine is paired.
    ///
    /// Mistakes are likely: the address is long, and the code has six digits and is valid for only ten minutes.
    pub(super) fn pair_with_questions(&self, questions: &Questions) -> CommandResult {
        let (mut server, mut code) = (self.arguments.server.clone(), self.arguments.code.clone());
        let mut before = None;
        loop {
            let address = server.take().map_or_else(|| questions.server(before.take()), Ok)?;
            let code = code.take().map_or_else(|| questions.text("Código de la pantalla Impresoras"), Ok)?;
            match self.pair_with(address.clone(), code) {
                Err(failure) if matches!(failure.exit, Exit::Usage | Exit::NoServer | Exit::Refused) => {
                    self.explain(&failure);
                    before = Some(address);
                }
                outcome => return outcome,
            }
        }
    }

    /// Asks for one printer after the other and adds each one before it asks for the next.
    ///
    /// Returns the ids and names of the added printers.
    pub(super) fn add_with_questions(
        &self,
        questions: &Questions,
        api: &Api,
        found: &[Candidate],
    ) -> Result<Vec<(i64, String)>, Failure> {
        let mut added = Vec::new();
        loop {
            let view = run_to_completion(async { Ok(api.load_agent().await?) })?;
            let free: Vec<_> =
                found.iter().filter(|found| discover::name_of_added_printer(found, &view.printers).is_none()).collect();
            let (address, kind) = match questions.choose_printer(&free)? {
                Choice::Found(at) => (free[at].address.clone(), Some(free[at].kind)),
                Choice::Elsewhere => (questions.text("Dirección (192.168.1.50, usb:…, COM3:9600,8N1)")?, None),
                Choice::NoMore => return Ok(added),
            };
            let name = questions.name(&view)?;
            let setting = questions.setting(address, kind, &view)?;
            match run_to_completion(printers::add(api, &view, &name, &setting)) {
                Ok(id) => added.push((id, name)),
                Err(failure) if matches!(failure.exit, Exit::Usage | Exit::Refused) => self.explain(&failure),
                Err(failure) => return Err(failure),
            }
        }
    }
}
