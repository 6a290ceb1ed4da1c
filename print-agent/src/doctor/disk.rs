//! Checks the free disk space for waiting tickets: a full disk ends the agent.

use super::{Finding, Inspection};

const CHECK: &str = "Disco";
const LOW_SPACE_KB: u64 = 200 << 10;
const TOO_LITTLE_KB: u64 = 20 << 10;

pub(super) fn check(inspection: &Inspection) -> Option<Finding> {
    let config = inspection.config.as_ref()?;
    let folder = config.state_dir.ancestors().find(|folder| folder.exists())?;
    let free_kb = fs4::available_space(folder).ok()? >> 10;
    let free = if free_kb < 10 << 20 { format!("{} MB", free_kb >> 10) } else { format!("{} GB", free_kb >> 20) };
    let text = format!("quedan {free} en {}", folder.display());
    let mend = "Borra lo que sobre o pide más espacio; sin disco no se aceptan tickets.";
    Some(match free_kb {
        0..TOO_LITTLE_KB => Finding::fault(CHECK, text, mend),
        TOO_LITTLE_KB..LOW_SPACE_KB => Finding::warning(CHECK, text, mend),
        _ => Finding::good(CHECK, text),
    })
}
