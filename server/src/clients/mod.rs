//! Customers: who they are, their identity documents, and how documents name them.

pub mod document;
