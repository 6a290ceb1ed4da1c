//! The pool in which passwords and PINs are hashed: a thread per core, each with its own memory, for the whole process. The queues are
//! bounded, and known users go before strangers, so that a flood of invented names neither fills the memory nor delays signed-in users.

use argon2::Block;
use comanda_base::{
    error::{Code, Refusal, Result, refuse},
    metrics::hashing as metrics,
};
use std::{
    collections::VecDeque,
    sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError},
    thread,
    time::Instant,
};
use tokio::sync::{Semaphore, SemaphorePermit, oneshot};

/// The most strangers that wait: a second, at some 25 ms each and two cores.
const MAX_WAITING_STRANGERS: usize = 64;
const MAX_WAITING_KNOWN: usize = 256;
const COME_BACK_AFTER_S: u64 = 2;

static STRANGERS: Semaphore = Semaphore::const_new(MAX_WAITING_STRANGERS);

/// The caller that waits for a hash: a known user, or a stranger with a permit that is held until the hash is made.
#[derive(Debug)]
pub(super) struct Asker(Option<SemaphorePermit<'static>>);

impl Asker {
    /// A user who is signed in, or the server's own command line.
    pub(super) fn known() -> Self {
        Self(None)
    }
    /// Anybody else. Must be called before anything else is done for them, so that a flood does not load the database either.
    ///
    /// # Errors
    /// Too many wait already: a refusal to try again later.
    pub(super) fn stranger() -> Result<Self> {
        Ok(Self(Some(STRANGERS.try_acquire().map_err(|_| busy())?)))
    }
}

/// The memory for argon2, overwritten by every hash and reused.
pub(super) type Memory = Vec<Block>;

type Job = Box<dyn FnOnce(&mut Memory) + Send>;

#[derive(Default)]
struct Waiting {
    known: VecDeque<Job>,
    strangers: VecDeque<Job>,
}

#[derive(Default)]
struct Pool {
    waiting: Mutex<Waiting>,
    more: Condvar,
}

static POOL: LazyLock<Arc<Pool>> = LazyLock::new(|| {
    let pool = Arc::<Pool>::default();
    for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
        let pool = pool.clone();
        thread::spawn(move || pool.work());
    }
    pool
});

/// Runs `work` in the pool.
///
/// # Errors
/// Too many wait already: a refusal to try again later.
pub(super) async fn run_in_pool<T: Send + 'static>(
    asker: Asker,
    work: impl FnOnce(&mut Memory) -> T + Send + 'static,
) -> Result<T> {
    let (sender, receiver) = oneshot::channel();
    let is_known = asker.0.is_none();
    let job = Box::new(move |memory: &mut Memory| {
        // The caller may be gone by now.
        let _ = sender.send(work(memory));
        drop(asker);
    });
    POOL.enqueue(is_known, job)?;
    Ok(receiver.await.map_err(anyhow::Error::from)?)
}

impl Pool {
    /// Queues a job. Strangers are limited by their permits.
    fn enqueue(&self, is_known: bool, job: Job) -> Result<(), Refusal> {
        let mut waiting = self.waiting();
        if is_known && waiting.known.len() >= MAX_WAITING_KNOWN {
            return Err(busy());
        }
        let queue = if is_known { &mut waiting.known } else { &mut waiting.strangers };
        queue.push_back(job);
        self.more.notify_one();
        Ok(())
    }

    fn work(&self) {
        let mut memory = Memory::new();
        loop {
            let mut waiting = self.waiting();
            let job = loop {
                if let Some(job) = waiting.known.pop_front() {
                    break job;
                }
                if let Some(job) = waiting.strangers.pop_front() {
                    break job;
                }
                waiting = self.more.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            };
            drop(waiting);
            let began = Instant::now();
            job(&mut memory);
            metrics::observe_hash(began.elapsed());
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns how many known users and how many strangers wait for a hash.
pub fn waiting() -> (usize, usize) {
    let waiting = POOL.waiting();
    (waiting.known.len(), waiting.strangers.len())
}

fn busy() -> Refusal {
    metrics::count_refused();
    let mut refusal =
        refuse(Code::TooManyRequests, "Hay demasiados ingresos a la vez. Espera unos segundos y vuelve a intentar.");
    refusal.retry_after_s = Some(COME_BACK_AFTER_S);
    refusal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queues_are_bounded_and_strangers_do_not_displace_known_users() {
        let strangers: Vec<_> = std::iter::from_fn(|| Asker::stranger().ok()).take(MAX_WAITING_STRANGERS + 1).collect();
        assert!(strangers.len() <= MAX_WAITING_STRANGERS);
        let pool = Pool::default();
        for _ in 0..MAX_WAITING_KNOWN {
            pool.enqueue(true, Box::new(|_| {})).unwrap();
        }
        let refused = pool.enqueue(true, Box::new(|_| {})).unwrap_err();
        assert_eq!(refused.retry_after_s, Some(COME_BACK_AFTER_S));
    }
}
