//! Lines become bytes for a printer: ESC/POS in the printer's own code page.
//!
//! Knows no printer and no network; what differs between printers is data, a [`Profile`].

mod codepage;
mod escpos;
mod profile;

pub use codepage::CodePage;
pub use escpos::{RESTART, render};
pub use profile::{Beep, CodePageSetting, Confirm, Cut, Drawer, Profile, Profiles};
