//! A provider who issues in the company's name: Facturador Pro and its family. JSON over HTTPS, every call a POST with a bearer
//! token. What goes out is the same stored figures as in our own XML; what comes back is one [`Outcome`].

mod answer;
mod request;

pub use answer::{Outcome, Standing, State, Trouble, read};
pub use request::{Contact, Path, document, status, summary, void, void_boletas};
