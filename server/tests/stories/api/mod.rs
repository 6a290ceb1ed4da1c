//! Promises that hold for every call in the API's document, including calls that are added later.

mod all_calls;
mod document;
mod odd_values;
mod roles;
