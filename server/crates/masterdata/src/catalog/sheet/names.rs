//! A map by name that ignores capitals and accents.

use comanda_base::search::search_key;
use std::collections::HashMap;

/// Ids with their names, found by name whatever capitals and accents.
#[derive(Debug)]
pub(in crate::catalog) struct Names<Id>(HashMap<String, (Id, String)>);

impl<Id: Copy> Names<Id> {
    /// Builds the map.
    pub fn new(rows: impl IntoIterator<Item = (Id, String)>) -> Self {
        Self(rows.into_iter().map(|(id, name)| (search_key(&name), (id, name))).collect())
    }
    /// Returns the id and the name as written.
    pub fn get(&self, name: &str) -> Option<&(Id, String)> {
        self.0.get(&search_key(name))
    }
    /// Removes a name.
    pub fn remove(&mut self, name: &str) {
        self.0.remove(&search_key(name));
    }
    /// Adds an id under a name.
    pub fn add(&mut self, id: Id, name: &str) {
        self.0.insert(search_key(name), (id, name.to_owned()));
    }
}
