//! Room for tickets that wait: a full disk ends the agent.

use super::{Finding, Patient, output_of};

const CHECK: &str = "Disco";
const LITTLE_KB: u64 = 200 << 10;
const TOO_LITTLE_KB: u64 = 20 << 10;

pub(super) async fn look(patient: &Patient) -> Option<Finding> {
    let config = patient.config.as_ref()?;
    let folder = config.state_dir.ancestors().find(|folder| folder.exists())?;
    let free_kb = free_kb(&folder.display().to_string()).await?;
    let free = if free_kb < 10 << 20 { format!("{} MB", free_kb >> 10) } else { format!("{} GB", free_kb >> 20) };
    let text = format!("quedan {free} en {}", folder.display());
    let mend = "Borra lo que sobre o pide más espacio; sin disco no se aceptan tickets.";
    Some(match free_kb {
        0..TOO_LITTLE_KB => Finding::fault(CHECK, text, mend),
        TOO_LITTLE_KB..LITTLE_KB => Finding::warning(CHECK, text, mend),
        _ => Finding::good(CHECK, text),
    })
}

#[cfg(unix)]
async fn free_kb(folder: &str) -> Option<u64> {
    let said = output_of("df", &["-Pk", folder]).await?;
    said.lines().nth(1)?.split_whitespace().nth(3)?.parse().ok()
}

#[cfg(windows)]
async fn free_kb(folder: &str) -> Option<u64> {
    // Its words are translated, its numbers are not: the last line of figures is what this user may use.
    let said = output_of("fsutil", &["volume", "diskfree", folder.get(..2)?]).await?;
    let bytes = said.lines().filter_map(|line| {
        let figures: String = line.split(':').nth(1)?.split('(').next()?.chars().filter(char::is_ascii_digit).collect();
        figures.parse::<u64>().ok()
    });
    bytes.min().map(|bytes| bytes >> 10)
}
