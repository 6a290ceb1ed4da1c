//! How many are connected, in all and from each address: nobody gets a place more than the operator allows.

use comanda_base::config::MaxConnections;
use comanda_base::source::Source;
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The places that are taken; no longer than the connections that hold them.
#[derive(Debug)]
pub(super) struct Places {
    max: MaxConnections,
    taken: Mutex<HashMap<Of, usize>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Of {
    All,
    Address(IpAddr),
}

impl Of {
    pub(super) fn address(address: IpAddr) -> Self {
        Self::Address(Source::customer(address))
    }
}

/// A place; dropping it gives it back.
#[derive(Debug)]
pub(super) struct Place {
    places: Arc<Places>,
    of: Of,
}

impl Places {
    pub(super) fn new(max: MaxConnections) -> Arc<Self> {
        Arc::new(Self { max, taken: Mutex::default() })
    }

    /// A place, if there is one.
    pub(super) fn take(self: &Arc<Self>, of: Of) -> Option<Place> {
        let max = match of {
            Of::All => self.max.all,
            Of::Address(_) => self.max.of_one_address,
        };
        let mut taken = self.taken();
        let count = taken.entry(of).or_default();
        if *count >= max {
            return None;
        }
        *count += 1;
        Some(Place { places: self.clone(), of })
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<Of, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        if let Some(count) = taken.get_mut(&self.of) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.of);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_free_again_when_its_connection_is_gone() {
        let places = Places::new(MaxConnections { all: 3, of_one_address: 2 });
        let address = |text: &str| Of::address(text.parse().unwrap());
        let first = places.take(address("10.0.0.1")).unwrap();
        let _second = places.take(address("10.0.0.1")).unwrap();
        assert!(places.take(address("10.0.0.1")).is_none());
        assert!(places.take(address("10.0.0.2")).is_some());
        drop(first);
        assert!(places.take(address("10.0.0.1")).is_some());
        let network: Vec<_> = ["2001:db8::1", "2001:db8::2"].into_iter().map(|of| places.take(address(of))).collect();
        assert!(network.iter().all(Option::is_some));
        assert!(places.take(address("2001:db8::3")).is_none(), "one customer");
        drop(network);
        assert_eq!(places.taken().len(), 1, "who is gone takes no memory");
    }
}
