//! Limits the number of connections, in total and from each address.

use comanda_base::config::MaxConnections;
use comanda_base::source::Source;
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The slots in use.
#[derive(Debug)]
pub(super) struct ConnectionSlots {
    max: MaxConnections,
    counts: Mutex<HashMap<SlotKey, usize>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum SlotKey {
    All,
    Address(IpAddr),
}

impl SlotKey {
    pub(super) fn address(address: IpAddr) -> Self {
        Self::Address(Source::rate_limit_address(address))
    }
}

/// A slot; dropping it releases it.
#[derive(Debug)]
pub(super) struct ConnectionSlot {
    slots: Arc<ConnectionSlots>,
    of: SlotKey,
}

impl ConnectionSlots {
    pub(super) fn new(max: MaxConnections) -> Arc<Self> {
        Arc::new(Self { max, counts: Mutex::default() })
    }

    /// Takes a slot, if there is a free one.
    pub(super) fn acquire(self: &Arc<Self>, key: SlotKey) -> Option<ConnectionSlot> {
        let max = match key {
            SlotKey::All => self.max.total,
            SlotKey::Address(_) => self.max.per_address,
        };
        let mut counts = self.counts();
        let count = counts.entry(key).or_default();
        if *count >= max {
            return None;
        }
        *count += 1;
        Some(ConnectionSlot { slots: self.clone(), of: key })
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<SlotKey, usize>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut counts = self.slots.counts();
        if let Some(count) = counts.get_mut(&self.of) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.of);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_is_free_again_when_its_connection_ends() {
        let slots = ConnectionSlots::new(MaxConnections { total: 3, per_address: 2 });
        let address = |text: &str| SlotKey::address(text.parse().unwrap());
        let first = slots.acquire(address("10.0.0.1")).unwrap();
        let _second = slots.acquire(address("10.0.0.1")).unwrap();
        assert!(slots.acquire(address("10.0.0.1")).is_none());
        assert!(slots.acquire(address("10.0.0.2")).is_some());
        drop(first);
        assert!(slots.acquire(address("10.0.0.1")).is_some());
        let network: Vec<_> = ["2001:db8::1", "2001:db8::2"].into_iter().map(|of| slots.acquire(address(of))).collect();
        assert!(network.iter().all(Option::is_some));
        assert!(slots.acquire(address("2001:db8::3")).is_none(), "one customer");
        drop(network);
        assert_eq!(slots.counts().len(), 1, "who is gone takes no memory");
    }
}
