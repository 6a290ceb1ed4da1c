//! Serves the print agent's installers from a folder of the operator's, so that a print PC needs no other address. Independent of
//! companies and users; serves nothing but installers of that folder.

mod folder;
mod http;

pub use folder::{Download, InstallerFolder, Platform};
pub use http::{file, routes};
