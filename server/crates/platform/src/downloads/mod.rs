//! The print agent's installers, handed out by the server itself: whoever stands at a print PC needs no other address. They lie in a
//! folder of the operator's; this part knows no company and no person, and hands out nothing but installers of that folder.

mod folder;
mod http;

pub use folder::{Download, Downloads, Platform};
pub use http::{file, routes};
