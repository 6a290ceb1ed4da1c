//! Values that slices cache for a company between calls, one of each type. Kept in memory only.

use std::{
    any::{Any, TypeId},
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

type Values = HashMap<(i64, TypeId), Arc<dyn Any + Send + Sync>>;

/// The cached values by company and type.
#[derive(Default)]
pub struct CompanyCache(Mutex<Values>);

impl CompanyCache {
    /// Returns the value of this type, if there is one.
    pub fn get<T: Any + Send + Sync>(&self, company: i64) -> Option<Arc<T>> {
        self.values().get(&(company, TypeId::of::<T>()))?.clone().downcast().ok()
    }

    /// Returns the value of this type, or inserts the default.
    pub fn get_or_default<T: Any + Send + Sync + Default>(&self, company: i64) -> Arc<T> {
        let mut values = self.values();
        let value = values.entry((company, TypeId::of::<T>())).or_insert_with(|| Arc::new(T::default())).clone();
        drop(values);
        value.downcast().unwrap_or_default()
    }

    /// Inserts a value, replacing an earlier one.
    pub fn insert<T: Any + Send + Sync>(&self, company: i64, value: T) {
        self.values().insert((company, TypeId::of::<T>()), Arc::new(value));
    }

    fn values(&self) -> MutexGuard<'_, Values> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for CompanyCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CompanyCache({})", self.values().len())
    }
}
