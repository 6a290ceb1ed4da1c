//! Things by their names, whatever capitals and accents.

use comanda_base::search::search_key;
use std::collections::HashMap;

/// Things by their names.
#[derive(Debug)]
pub(in crate::catalog) struct Names<Id>(HashMap<String, (Id, String)>);

impl<Id: Copy> Names<Id> {
    /// These.
    pub fn new(rows: impl IntoIterator<Item = (Id, String)>) -> Self {
        Self(rows.into_iter().map(|(id, name)| (search_key(&name), (id, name))).collect())
    }
    /// The one of this name.
    pub fn get(&self, name: &str) -> Option<&(Id, String)> {
        self.0.get(&search_key(name))
    }
    /// Forgets a name.
    pub fn forget(&mut self, name: &str) {
        self.0.remove(&search_key(name));
    }
    /// Adds one.
    pub fn add(&mut self, id: Id, name: &str) {
        self.0.insert(search_key(name), (id, name.to_owned()));
    }
}
