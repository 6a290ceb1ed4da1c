//! Names in a sheet, which are found whatever their capitals and accents.

use comanda_base::search::search_key;
use comanda_platform::sheet::{Cells, Column};
use std::collections::HashMap;

/// Returns the name that a line has in this column, without needless blanks.
pub(in crate::catalog) fn name_in<C: Column>(cells: &Cells<C>, column: C) -> String {
    let name = cells.get(&column).map(String::as_str).unwrap_or_default();
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the key by which a line with this name finds its record; `None` without a name.
pub(in crate::catalog) fn key_in<C: Column>(cells: &Cells<C>, column: C) -> Option<(C, String)> {
    Some(search_key(&name_in(cells, column))).filter(|key| !key.is_empty()).map(|key| (column, key))
}

/// Ids with their names, found by name whatever capitals and accents.
#[derive(Debug)]
pub(in crate::catalog) struct Names<Id>(HashMap<String, (Id, String)>);

impl<Id: Copy + PartialEq> Names<Id> {
    /// Builds the map.
    pub fn new(rows: impl IntoIterator<Item = (Id, String)>) -> Self {
        Self(rows.into_iter().map(|(id, name)| (search_key(&name), (id, name))).collect())
    }
    /// Returns the id and the name as written.
    pub fn get(&self, name: &str) -> Option<&(Id, String)> {
        self.0.get(&search_key(name))
    }
    /// Returns the name of an id, as written.
    pub fn name_of(&self, id: Id) -> Option<&str> {
        self.0.values().find(|(other, _)| *other == id).map(|(_, name)| name.as_str())
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
