//! Why a printer is off line, carried by the errors of the way to it.

use std::{fs, io};

use comanda_ticket::wire::Trouble;

#[derive(Debug, thiserror::Error)]
#[error("{0:?}")]
struct Cause(Trouble);

pub(super) fn error(trouble: Trouble) -> io::Error {
    io::Error::other(Cause(trouble))
}

/// The trouble that an error carries.
pub(super) fn of(error: &io::Error) -> Option<Trouble> {
    error.get_ref()?.downcast_ref().map(|Cause(trouble)| *trouble)
}

/// What lies on a disk would be written over by the first ticket.
///
/// # Errors
/// [`Trouble::NotAPrinter`].
pub(super) fn refuse_files(found: io::Result<fs::Metadata>) -> io::Result<()> {
    // What cannot be looked at may be a port all the same: Windows has no file of that name.
    if found.is_ok_and(|found| found.is_file() || found.is_dir()) {
        return Err(error(Trouble::NotAPrinter));
    }
    Ok(())
}
