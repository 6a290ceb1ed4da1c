//! The cause of a printer being offline, carried in the I/O errors of its connection.

use std::{fs, io};

use comanda_ticket::wire::Trouble;

#[derive(Debug, thiserror::Error)]
#[error("{0:?}")]
struct Cause(Trouble);

pub(super) fn error(trouble: Trouble) -> io::Error {
    io::Error::other(Cause(trouble))
}

/// Returns the trouble that an error carries, if any.
pub(super) fn from_error(error: &io::Error) -> Option<Trouble> {
    error.get_ref()?.downcast_ref().map(|Cause(trouble)| *trouble)
}

/// Refuses files and folders as addresses: the first ticket would overwrite a file.
///
/// # Errors
/// Returns [`Trouble::NotAPrinter`].
pub(super) fn refuse_files(found: io::Result<fs::Metadata>) -> io::Result<()> {
    // A path without metadata may still be a port: Windows has no file of that name.
    if found.is_ok_and(|found| found.is_file() || found.is_dir()) {
        return Err(error(Trouble::NotAPrinter));
    }
    Ok(())
}
