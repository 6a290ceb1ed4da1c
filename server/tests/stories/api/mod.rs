//! What holds for every call that the API's document names, whoever adds it.

mod document;
mod odd_values;
mod roles;
mod walks;
